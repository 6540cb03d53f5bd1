//! Switches that combat and command rolls read, and the words that they take.

use crate::game::switches::choices;

choices! {
    /// `dice.mapping`: what stands for the special cube.
    DieMapping {
        /// The cube itself.
        Cube = "cube",
        /// A die with red on 4 to 6 and the symbols on 1 and 6.
        D6HighRed = "d6-high-red",
        /// A die on which each number passes one firing test.
        D6Exclusive = "d6-exclusive",
        /// The same, but that a 6 passes all three.
        D6Nested = "d6-nested",
    }
}

choices! {
    /// `fire.casualties`: when the first fire of a step tells on those who fire second.
    Casualties {
        /// When the step is over.
        Simultaneous = "simultaneous",
        /// Routs and losses of commanders at once, hits when the step is over.
        CpDeferred = "cp-deferred",
        /// At once.
        Sequential = "sequential",
    }
}

choices! {
    /// `fire.cap-scope`: what the cap on bonuses limits.
    CapScope {
        /// The bonuses before penalties.
        Gross = "gross",
        /// What is left of them after penalties.
        Net = "net",
    }
}

choices! {
    /// `fire.trained-bonus`: which grades have the bonus of the trained.
    TrainedBonus {
        /// Those that count as trained.
        TrainedAndVeteran = "trained-and-veteran",
        /// Veterans.
        VeteranOnly = "veteran-only",
        /// Nobody.
        None = "none",
    }
}

choices! {
    /// `fire.trained-arms`: with which weapons.
    TrainedArms {
        /// Small arms.
        SmallArms = "small-arms",
        /// All.
        All = "all",
    }
}

choices! {
    /// `fire.rifled-close`: guns of class A at close range.
    RifledClose {
        /// They need color to begin with.
        BaseColor = "base-color",
        /// They need nothing to begin with, but at least color in the end.
        FloorOnly = "floor-only",
    }
}

choices! {
    /// `fire.a-extension`: the farthest hexes of class A.
    AExtension {
        /// They need cnc.
        Cnc = "cnc",
        /// They are one rung past cnc.
        BonusOnly = "bonus-only",
        /// They are out of range.
        None = "none",
    }
}

choices! {
    /// `fire.auto-kill`: whether automatic hits endanger commanders.
    AutoKill {
        /// A cube is rolled for the commander alone.
        Roll = "roll",
        /// They do not.
        None = "none",
    }
}

choices! {
    /// `era`: time of the battle.
    Era {
        /// Horse and musket.
        Gunpowder = "gunpowder",
        /// Class A counts as class B.
        PikeAndShot = "pike-and-shot",
    }
}

choices! {
    /// `artillery.structure-test`: test by which a gun hits the works instead of the unit.
    StructureTest {
        /// Color.
        Color = "color",
        /// Code.
        Code = "code",
        /// CnC.
        Cnc = "cnc",
    }
}

choices! {
    /// `artillery.canister`: when a battery in contact fires canister.
    Canister {
        /// In the first round.
        Always = "always",
        /// In the first round, unless it has fired in this half.
        IfNotFired = "if-not-fired",
        /// Never.
        Never = "never",
    }
}

choices! {
    /// `melee.secondary-damage`: casualties of enemies other than the primary one.
    SecondaryDamage {
        /// Each becomes a TE.
        HitsBecomeTe = "hits-become-te",
        /// They are dropped.
        HitsDropped = "hits-dropped",
    }
}

choices! {
    /// `rally.mode`: what a commander removes.
    RallyMode {
        /// One hit and all TE.
        Incremental = "incremental",
        /// Everything.
        All = "all",
    }
}

choices! {
    /// `rally.escalation`: whether a commander who stays removes more.
    Escalation {
        /// One hit each turn.
        Flat = "flat",
        /// As many hits as turns running.
        Escalating = "escalating",
    }
}

choices! {
    /// `initiative.mode`: what is compared for initiative.
    InitiativeMode {
        /// The dice.
        Plain = "plain",
        /// The dice less the values.
        Margin = "margin",
    }
}

choices! {
    /// `cvs.group`: how the group of a random commander is found.
    GroupDraw {
        /// By one die.
        D6 = "d6",
        /// By year and side.
        Spread = "spread",
    }
}

choices! {
    /// `cvs.consequences`: whether a failed change of orders has consequences.
    Consequences {
        /// Always.
        Always = "always",
        /// Never.
        None = "none",
    }
}

choices! {
    /// `integrity.scope`: what one integrity roll is for.
    Scope {
        /// One unit.
        Unit = "unit",
        /// The force.
        Force = "force",
    }
}

choices! {
    /// `spotting.attempts`: how often a marker is rolled for.
    Attempts {
        /// Once.
        PerMarker = "per-marker",
        /// Once for each observer.
        PerObserver = "per-observer",
    }
}

choices! {
    /// `tribal.check`: the check of tribal units.
    TribalCheck {
        /// There is none.
        Off = "off",
        /// Above the value is a pass, as everywhere.
        CvsConsistent = "cvs-consistent",
        /// Above the value is a failure.
        AsPrinted = "as-printed",
    }
}
