//! Every switch that combat and command rolls read, with its default.
//!
//! A switch is set as `rules.NAME` in an experiment, or in the `rules` table of a resolution; most resolutions have keys
//! of their own for theirs. Values are strings; numbers may stand bare, and so may true and false for on and off.

use crate::game::switches::{self, choices, rules};
use crate::game::{Diagnostics, Override};

impl Rules {
    /// Reads the overrides whose key begins with `rules.`; the others are not meant for the rules. Values are strings,
    /// bare numbers, and `true` and `false` for on and off; the last one counts.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn read(overrides: &[Override]) -> Result<Rules, Diagnostics> {
        let mut rules = Rules::default();
        switches::from_overrides(overrides, |name, value| rules.set(name, value))?;
        Ok(rules)
    }
}

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

rules! {
    "dice.mapping" dice_mapping: DieMapping = DieMapping::default(), "R-01",
        "what stands for the special cube";
    "fire.casualties" fire_casualties: Casualties = Casualties::default(), "R-23",
        "when the first fire of a step tells on those who fire second";
    "fire.bonus-cap" fire_bonus_cap: u8 where 0..=5 = 2, "R-12",
        "bonuses of a shot that count";
    "fire.cap-scope" fire_cap_scope: CapScope = CapScope::default(), "R-12",
        "what the cap on bonuses limits";
    "fire.trained-bonus" fire_trained_bonus: TrainedBonus = TrainedBonus::default(), "R-13",
        "which grades have the bonus of the trained";
    "fire.trained-arms" fire_trained_arms: TrainedArms = TrainedArms::default(), "R-14",
        "with which weapons";
    "fire.rifled-close" fire_rifled_close: RifledClose = RifledClose::default(), "R-10",
        "guns of class A at close range";
    "fire.a-extension" fire_a_extension: AExtension = AExtension::default(), "R-08",
        "the farthest hexes of class A";
    "fire.heavy-extra-range" fire_heavy_extra_range: u8 where 0..=6 = 2, "R-20",
        "hexes that heavy weapons reach farther";
    "fire.heavy-hits" fire_heavy_hits: u8 where 1..=3 = 2, "HX-FIR-21",
        "hits that a heavy weapon gives";
    "fire.higher-bonus" fire_higher_bonus: bool = false, "R-37",
        "a firer higher than its target has a bonus";
    "fire.flank-cb" fire_flank_cb: u8 where 0..=2 = 1, "HX-FIR-17",
        "bonuses of a shot from flank or rear";
    "fire.off-arc-cp" fire_off_arc_cp: u8 where 0..=2 = 1, "HX-FIR-07",
        "penalties of a shot out of the arc";
    "fire.auto-kill" fire_auto_kill: AutoKill = AutoKill::default(), "R-04",
        "whether automatic hits endanger commanders";
    "los.partial-cp" los_partial_cp: u8 where 0..=2 = 1, "HX-LOS-04",
        "penalties of partial view";
    "era" era: Era = Era::default(), "HX-ERA-01",
        "time of the battle";
    "era.turn-cp" era_turn_cp: u8 where 0..=2 = 1, "HX-ERA-02",
        "penalties of a gun of pike-and-shot that turned";
    "artillery.structure-test" artillery_structure_test: StructureTest = StructureTest::default(), "R-62",
        "test by which a gun hits the works instead of the unit";
    "artillery.howitzer-ignores-cover" artillery_howitzer_ignores_cover: bool = false, "R-63",
        "indirect guns ignore the cover of works";
    "artillery.canister" artillery_canister: Canister = Canister::default(), "R-60",
        "when a battery in contact fires canister";
    "fatigue.max" fatigue_max: u8 where 1..=5 = 3, "HX-MEL-13",
        "most TE of a unit";
    "fatigue.disorder-at" fatigue_disorder_at: u8 where 1..=3 = 3, "R-51",
        "TE from which on a unit has a penalty";
    "melee.points" melee_points: bool = false, "HX-MEL-15",
        "the stronger side gives a TE each round";
    "melee.secondary-damage" melee_secondary_damage: SecondaryDamage = SecondaryDamage::default(), "R-47",
        "casualties of enemies other than the primary one";
    "melee.cover-degrades" melee_cover_degrades: bool = true, "HX-MEL-08",
        "cover loses a level each round";
    "melee.commander-kill" melee_commander_kill: bool = true, "R-06",
        "commanders are killed in melee";
    "melee.flank-multiplier" melee_flank_multiplier: u8 where 1..=3 = 2, "HX-MEL-05",
        "factor of results on a unit attacked in flank or rear";
    "melee.plane-bonus" melee_plane_bonus: u8 where 0..=2 = 1, "HX-MEL-07",
        "value of a friend past the melee plane";
    "rally.mode" rally_mode: RallyMode = RallyMode::default(), "R-73",
        "what a commander removes";
    "rally.escalation" rally_escalation: Escalation = Escalation::default(), "R-75",
        "whether a commander who stays removes more";
    "rally.te-on-rally" rally_te_on_rally: bool = false, "HX-RAL-05",
        "a unit rallied from rout gets a TE";
    "initiative.mode" initiative_mode: InitiativeMode = InitiativeMode::default(), "R-30",
        "what is compared for initiative";
    "cvs.group" cvs_group: GroupDraw = GroupDraw::default(), "HX-CVS-04",
        "how the group of a random commander is found";
    "cvs.consequences" cvs_consequences: Consequences = Consequences::default(), "R-82",
        "whether a failed change of orders has consequences";
    "cvs.opponent-choice" cvs_opponent_choice: u8 where 1..=8 = 8, "HX-CVS-10",
        "what the opponent chooses on a 9";
    "integrity.break-point" integrity_break_point: u8 where 1..=100 = 30, "R-87",
        "percentage of loss at which a force checks";
    "integrity.scope" integrity_scope: Scope = Scope::default(), "R-90",
        "what one integrity roll is for";
    "integrity.commander-weight" integrity_commander_weight: u8 where 0..=50 = 10, "HX-INT-01",
        "percentage that a lost commander counts";
    "spotting.attempts" spotting_attempts: Attempts = Attempts::default(), "R-93",
        "how often a marker is rolled for";
    "spotting.range" spotting_range: u8 where 0..=20 = 8, "HX-SPT-03",
        "hexes at which markers are rolled for";
    "spotting.hill-range" spotting_hill_range: u8 where 0..=20 = 12, "HX-SPT-03",
        "the same from a hill";
    "spotting.auto-range" spotting_auto_range: u8 where 0..=20 = 5, "HX-SPT-04",
        "hexes at which markers in the open are revealed";
    "tribal.check" tribal_check: TribalCheck = TribalCheck::default(), "R-85",
        "the check of tribal units";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, value: impl Into<toml::Value>) -> Result<Rules, Diagnostics> {
        Rules::read(&[Override { key: key.to_owned(), value: value.into() }])
    }

    #[test]
    fn values_may_be_strings_or_bare() {
        assert_eq!(read("rules.fire.bonus-cap", "3").unwrap().fire_bonus_cap, 3);
        assert_eq!(read("rules.fire.bonus-cap", 3).unwrap().fire_bonus_cap, 3);
        assert!(read("rules.melee.points", true).unwrap().melee_points);
        assert!(read("rules.melee.points", "on").unwrap().melee_points);
        assert_eq!(read("codex.grades.trained.cost", 1).unwrap(), Rules::default());
    }

    #[test]
    fn wrong_values_are_refused_with_their_ruling() {
        for (key, value, nearest, ruling) in [
            ("rules.dice.mapping", toml::Value::from("d6-high-rad"), Some("d6-high-red"), Some("R-01")),
            ("rules.dice.maping", "cube".into(), Some("dice.mapping"), None),
            ("rules.fire.bonus-cap", 6.into(), None, Some("R-12")),
            ("rules.fire.bonus-cap", (-1).into(), None, Some("R-12")),
            ("rules.fire.bonus-cap", 1.5.into(), None, Some("R-12")),
        ] {
            let diagnostics = read(key, value).unwrap_err();
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            assert_eq!(diagnostics[0].nearest.as_deref(), nearest, "{key}");
            assert_eq!(diagnostics[0].rule.as_deref(), ruling, "{key}");
            assert_eq!(diagnostics[0].source, format!("override `{key}`"));
        }
    }
}
