//! What the switches of play can be set to: turn, reactions, stealth, suppression.

use crate::game::switches::choices;

choices! {
    /// `first-player`: who has the first turn.
    FirstPlayer {
        /// The winner of the roll-off chooses.
        WinnerChooses = "winner-chooses",
        /// The winner of the roll-off.
        WinnerGoesFirst = "winner-goes-first",
        /// Side A.
        ForceA = "force-a",
        /// Side B.
        ForceB = "force-b",
        /// The sides by turns, from pair to pair and within a pair.
        Alternate = "alternate",
    }
}

choices! {
    /// `shoot-while-engaged`: whether a model with an enemy in contact may shoot at others.
    ShootWhileEngaged {
        /// It may not.
        No = "no",
        /// It may, at enemies who are not in combat.
        Yes = "yes",
    }
}

choices! {
    /// `overwatch-shots`: how often a model on Overwatch fires.
    OverwatchShots {
        /// Once.
        One = "one",
        /// Once at each enemy model in a turn.
        PerEnemyModel = "per-enemy-model",
        /// Once in each movement.
        Unlimited = "unlimited",
    }
}

choices! {
    /// `combat-ready-charges`: how often a model that is Combat Ready charges.
    CombatReadyCharges {
        /// Once.
        One = "one",
        /// Once at each enemy model in a turn.
        PerEnemyModel = "per-enemy-model",
    }
}

choices! {
    /// `suppress-over-4`: the template of five and more participants.
    SuppressOver4 {
        /// That of four.
        Cap = "cap",
        /// An inch wider for each.
        Extend = "extend",
    }
}

choices! {
    /// `tm-vs-suppressing`: what a Tactical Manoeuvre does about Suppressing Fire.
    TmVsSuppressing {
        /// Nothing.
        None = "none",
        /// The attack waits for the end of the movement.
        Defer = "defer",
    }
}

choices! {
    /// `suppressing-scope`: which Leadership rolls a suppressing weapon worsens.
    SuppressingScope {
        /// All that its attack causes.
        AllCaused = "all-caused",
        /// That of the model hit.
        TargetOnly = "target-only",
    }
}

choices! {
    /// `tm-covers`: what a Tactical Manoeuvre covers.
    TmCovers {
        /// The whole activation.
        Activation = "activation",
        /// The Move.
        Move = "move",
    }
}

choices! {
    /// `suppressed-in-cover-action`: what a model suppressed in cover may do.
    SuppressedInCoverAction {
        /// Neither move nor charge.
        NoMoveActions = "no-move-actions",
        /// Any action.
        Any = "any",
    }
}

choices! {
    /// `reveal-timing`: when a model in stealth may show itself.
    RevealTiming {
        /// As its activation begins, or before its action.
        StartOrBeforeAction = "start-or-before-action",
        /// As its activation begins.
        StartOnly = "start-only",
    }
}

choices! {
    /// `stealth-reentry`: whether a model may enter stealth engaged or suppressed.
    StealthReentry {
        /// It may not.
        Unengaged = "unengaged",
        /// It may.
        Always = "always",
    }
}

choices! {
    /// `leader-death-pool`: what becomes of a squad's points when its leader dies.
    LeaderDeathPool {
        /// The next leader has them.
        Keep = "keep",
        /// They are lost.
        Lose = "lose",
    }
}

choices! {
    /// `regen-side`: who regains Command Points.
    RegenSide {
        /// The side whose turn it is.
        Active = "active",
        /// Both sides, in every turn.
        Both = "both",
    }
}

choices! {
    /// `free-attack-by`: who strikes at a model that leaves.
    FreeAttackBy {
        /// Enemies whose contact is lost.
        LostContact = "lost-contact",
        /// All enemies in contact, once one contact is lost.
        AllInContact = "all-in-contact",
    }
}

choices! {
    /// `replan-after-shot`: how a mover goes on that was shot at.
    ReplanAfterShot {
        /// As it likes.
        Free = "free",
        /// As it declared, or not at all.
        AsDeclared = "as-declared",
    }
}

choices! {
    /// `suppressing-vs-action`: what becomes of an action that Suppressing Fire stops.
    SuppressingVsAction {
        /// The model chooses again.
        ChooseAgain = "choose-again",
        /// It is lost.
        ActionLost = "action-lost",
    }
}

choices! {
    /// `suppress-groups`: how many templates a squad lays in one activation.
    SuppressGroups {
        /// One.
        One = "one",
        /// Several.
        Several = "several",
    }
}

choices! {
    /// `cp-start`: who decides first in the bidding on a roll.
    CpStart {
        /// The side that the roll would affect.
        Defender = "defender",
        /// The side that rolls.
        Attacker = "attacker",
    }
}

choices! {
    /// `stealth-contact`: whether stealth bases and enemy models may touch.
    StealthContact {
        /// They may not.
        Blocked = "blocked",
        /// They may, and the base is discovered.
        Discovers = "discovers",
    }
}

choices! {
    /// `stealth-real-removed`: when a model is destroyed whose real base is gone.
    StealthRealRemoved {
        /// At once, and its other bases go.
        Destroyed = "destroyed",
        /// Its other bases stay in the game until the last of them goes; for victory it is dead.
        WhenShown = "when-shown",
    }
}
