//! Every switch of the rulings, with its default.
//!
//! A switch is set as `rules.NAME` in an experiment, with `--rule NAME=VALUE` on the command line, or in the `rules`
//! table of a resolution or a situation. Values are strings; numbers may stand bare.

use super::codex::Codex;
use crate::game::switches::{self, choices, rules};
use crate::game::{Diagnostic, Diagnostics, OverPoints, Override};

impl Rules {
    /// Reads the overrides whose key begins with `rules.`; the others are not meant for the rules. Values are strings,
    /// bare numbers, `true` and `false` for yes and no, and lists of strings; the last one counts.
    ///
    /// # Errors
    /// Everything wrong with them, terrain that `codex` does not have included.
    pub fn read(codex: &Codex, overrides: &[Override]) -> Result<Rules, Diagnostics> {
        let mut rules = Rules::default();
        switches::from_overrides(overrides, |name, value| {
            rules.set(name, value)?;
            rules.check_terrain(codex)
        })?;
        Ok(rules)
    }

    /// Checks that the terrain of `zoc-negated-by` exists.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check_terrain(&self, codex: &Codex) -> Result<(), Diagnostic> {
        match self.zoc_negated_by.iter().find(|name| codex.terrain(name).is_none()) {
            Some(name) => Err(Diagnostic::unknown("terrain", name, codex.terrain_names()).rule("R-11")),
            None => Ok(()),
        }
    }
}

choices! {
    /// `rosters`: whether both sides must field the same teams.
    Rosters {
        /// Both sides field the same units.
        Mirrored = "mirrored",
        /// Each side fields what it likes.
        Free = "free",
    }
}

choices! {
    /// `team-order`: whether foot teams must come in alphabetical order.
    TeamOrder {
        /// A game of k foot teams uses the first k.
        Strict = "strict",
        /// Any foot teams.
        Free = "free",
    }
}

choices! {
    /// `first-player`: who moves first, unless the scenario says so.
    FirstPlayer {
        /// Either side, half and half.
        Random = "random",
        /// Side A.
        A = "a",
        /// Side B.
        B = "b",
    }
}

choices! {
    /// `jet-zoc`: whether enemy zones stop a flight.
    JetZoc {
        /// A flight ends in the first hex next to an enemy.
        Stops = "stops",
        /// Zones matter only where the flight ends, and enemies may be flown over.
        Ignores = "ignores",
    }
}

choices! {
    /// `overwatch-trigger`: what sets off Overwatch fire.
    OverwatchTrigger {
        /// Every hex that the mover enters within range.
        AnyEntry = "any-entry",
        /// Only a step from out of range into range.
        Crossing = "crossing",
    }
}

choices! {
    /// `overwatch-spends`: what Overwatch fire costs the watcher.
    OverwatchSpends {
        /// The next own Attack Phase.
        NextAttack = "next-attack",
        /// The next own Attack Phase; and the watcher must have kept its fire in the last one.
        HoldFire = "hold-fire",
        /// The Attack Phase of the same turn only, which costs the first player nothing.
        GameTurn = "game-turn",
    }
}

choices! {
    /// `forest-limit`: which forest hexes limit a shot.
    ForestLimit {
        /// Those on the way and that of the target.
        ThroughAndInto = "through-and-into",
        /// Those on the way.
        ThroughOnly = "through-only",
        /// That of the target.
        IntoOnly = "into-only",
    }
}

choices! {
    /// `edge-line`: which hexes a shot along their common border passes.
    EdgeLine {
        /// Both of them: forest on either side limits the shot.
        Either = "either",
        /// Forest limits the shot only when it is on both sides.
        Both = "both",
    }
}

choices! {
    /// `sight-blockers`: what on the way blocks sight.
    SightBlockers {
        /// Nothing.
        None = "none",
        /// A hill on the way, unless one end of the shot stands as high.
        Hills = "hills",
        /// Hills, and towns as though they had height 1.
        HillsAndTowns = "hills-and-towns",
    }
}

choices! {
    /// `hill-mixed`: how many of the shooters must be lower for the hill's modifier.
    HillMixed {
        /// One lower shooter is enough.
        Any = "any",
        /// All shooters must stand lower.
        All = "all",
    }
}

choices! {
    /// `attacks-per-target`: how many attacks one unit may suffer in a phase.
    AttacksPerTarget {
        /// One attack, to which all shots add up.
        One = "one",
        /// Any number of separate attacks.
        Many = "many",
    }
}

choices! {
    /// `declare`: when targets are declared.
    Declare {
        /// Each attack is declared when the one before it is over.
        TargetByTarget = "target-by-target",
        /// All at once: shots at units that are gone are lost, units that have moved are hit where they are.
        AllFirst = "all-first",
    }
}

choices! {
    /// `suit-absorb`: how often a suit's die is thrown.
    SuitAbsorb {
        /// Once for each laser shot and each flame.
        PerShot = "per-shot",
        /// Once for all lasers and flames of the attack.
        PerAttack = "per-attack",
    }
}

choices! {
    /// `flame-vs-suit`: what a suit does against direct flame.
    FlameVsSuit {
        /// It absorbs the flame on the same die as a laser.
        Absorb = "absorb",
        /// It keeps the flame off altogether.
        Immune = "immune",
    }
}

choices! {
    /// `flame-vs-lcv`: what flames do to light vehicles.
    FlameVsLcv {
        /// Nothing.
        Immune = "immune",
        /// What they do to soldiers.
        Normal = "normal",
    }
}

choices! {
    /// `rocky-mixed`: Rocky under an attack that mixes frags and other fire.
    RockyMixed {
        /// The attack suffers unless it is of frags alone.
        Penalised = "penalised",
        /// The attack is spared as soon as a frag is part of it.
        Exempt = "exempt",
    }
}

choices! {
    /// `retreat-chooser`: who chooses the end of a retreat.
    RetreatChooser {
        /// The owner of the unit.
        Owner = "owner",
        /// The attacker.
        Attacker = "attacker",
    }
}

choices! {
    /// `retreat-zoc`: whether hexes next to enemies are closed to retreats.
    RetreatZoc {
        /// They are open.
        Ignored = "ignored",
        /// They are closed.
        Blocks = "blocks",
    }
}

choices! {
    /// `retreat-off-map`: what the map edge does to a retreat.
    RetreatOffMap {
        /// It blocks the retreat.
        Blocked = "blocked",
        /// A unit with no complete path on the map, and an outward step across the edge, is removed.
        LeavesPlay = "leaves-play",
    }
}

choices! {
    /// `blocked-retreat`: what becomes of a unit whose retreat is not complete.
    BlockedRetreat {
        /// It goes as far as it can and is Stunned.
        Stunned = "stunned",
        /// It goes as far as it can, unharmed.
        Stays = "stays",
        /// It is removed, even if a step is open.
        Ooc = "ooc",
    }
}

choices! {
    /// `recovery-order`: whether leaders who come round help at once.
    RecoveryOrder {
        /// No: benefits are read when the phase begins.
        Simultaneous = "simultaneous",
        /// Yes: leaders roll first, the others with the new situation.
        LeadersFirst = "leaders-first",
    }
}

choices! {
    /// `dismount-after-ride`: whether riders may get off after the ride.
    DismountAfterRide {
        /// Yes, unless an enemy zone stopped the ride.
        UnlessZoc = "unless-zoc",
        /// Yes, always.
        Full = "full",
        /// No.
        None = "none",
    }
}

choices! {
    /// `cap-result`: result of last-man-standing at the cap.
    CapResult {
        /// More living units win, equal numbers draw.
        Headcount = "headcount",
        /// Always a draw.
        Draw = "draw",
        /// The larger total cost alive wins.
        Cost = "cost",
    }
}

rules! {
    "rosters" rosters: Rosters = Rosters::default(), "R-50",
        "whether both sides must field the same teams";
    "team-order" team_order: TeamOrder = TeamOrder::default(), "R-50",
        "whether foot teams must come in alphabetical order";
    "over-points" over_points: OverPoints = OverPoints::default(), "DF-ARM-09",
        "whether a list that costs more than its limit plays all the same";
    "first-player" first_player: FirstPlayer = FirstPlayer::default(), "R-51",
        "who moves first, unless the scenario says so";
    "setup-mounted" setup_mounted: bool = true, "R-45",
        "soldiers may start the game riding";
    "jet-zoc" jet_zoc: JetZoc = JetZoc::default(), "R-10",
        "whether enemy zones stop a flight";
    "jet-may-walk" jet_may_walk: bool = true, "R-09",
        "a soldier with a jet pack may walk instead";
    "stunned-zoc" stunned_zoc: bool = true, "R-12",
        "Stunned enemies stop movers";
    "zoc-negated-by" zoc_negated_by: Vec<String> = Vec::new(), "R-11",
        "terrain into which enemy zones do not reach";
    "bridge-is-road" bridge_is_road: bool = false, "R-08",
        "bridges count as road hexes";
    "overwatch-limit" overwatch_limit: u8 where 0..=64 = 2, "R-18",
        "most units of a side on Overwatch at a time";
    "overwatch-after-move" overwatch_after_move: bool = true, "R-19",
        "a unit that moved may go on Overwatch";
    "overwatch-trigger" overwatch_trigger: OverwatchTrigger = OverwatchTrigger::default(), "R-20",
        "what sets off Overwatch fire";
    "overwatch-spends" overwatch_spends: OverwatchSpends = OverwatchSpends::default(), "R-21",
        "what Overwatch fire costs the watcher";
    "forest-limit" forest_limit: ForestLimit = ForestLimit::default(), "R-25",
        "which forest hexes limit a shot";
    "edge-line" edge_line: EdgeLine = EdgeLine::default(), "R-26",
        "which hexes a shot along their common border passes";
    "sight-blockers" sight_blockers: SightBlockers = SightBlockers::default(), "R-27",
        "what blocks sight";
    "hill-mixed" hill_mixed: HillMixed = HillMixed::default(), "R-28",
        "how many of the shooters must be lower for the hill's modifier";
    "attacks-per-target" attacks_per_target: AttacksPerTarget = AttacksPerTarget::default(), "R-29",
        "how many attacks one unit may suffer in a phase";
    "declare" declare: Declare = Declare::default(), "R-30",
        "when targets are declared";
    "strength-floor" strength_floor: u8 where 0..=7 = 0, "R-31",
        "lowest column once a point has arrived; 0: no effect";
    "suit-absorb" suit_absorb: SuitAbsorb = SuitAbsorb::default(), "R-32",
        "how often a suit's die is thrown";
    "flame-vs-suit" flame_vs_suit: FlameVsSuit = FlameVsSuit::default(), "R-33",
        "what a suit does against direct flame";
    "flame-vs-lcv" flame_vs_lcv: FlameVsLcv = FlameVsLcv::default(), "R-33",
        "what flames do to light vehicles";
    "rocky-mixed" rocky_mixed: RockyMixed = RockyMixed::default(), "R-34",
        "Rocky under an attack that mixes frags and other fire";
    "tom-both-weapons" tom_both_weapons: bool = false, "R-35",
        "Tom may fire rocket and pistol in one turn";
    "frag-empty-hex" frag_empty_hex: bool = false, "R-36",
        "frags may be aimed at empty hexes";
    "splash-terrain" splash_terrain: bool = true, "R-38",
        "the bystander's terrain counts against splash";
    "retreat-chooser" retreat_chooser: RetreatChooser = RetreatChooser::default(), "R-40",
        "who chooses the end of a retreat";
    "retreat-sideways" retreat_sideways: bool = true, "R-40",
        "retreats may go sideways when no outward path is open";
    "retreat-zoc" retreat_zoc: RetreatZoc = RetreatZoc::default(), "R-41",
        "whether hexes next to enemies are closed to retreats";
    "retreat-off-map" retreat_off_map: RetreatOffMap = RetreatOffMap::default(), "R-42",
        "what the map edge does to a retreat";
    "blocked-retreat" blocked_retreat: BlockedRetreat = BlockedRetreat::default(), "R-42",
        "what becomes of a unit whose retreat is not complete";
    "recovery-order" recovery_order: RecoveryOrder = RecoveryOrder::default(), "R-15",
        "whether leaders who come round help at once";
    "stunned-medic" stunned_medic: bool = false, "R-16",
        "a Stunned medic treats";
    "medic-vehicles" medic_vehicles: bool = true, "R-16",
        "a medic treats vehicles";
    "medic-foes" medic_foes: bool = false, "R-16",
        "Stunned enemies next to a medic recover too";
    "vehicle-lead-number" vehicle_lead_number: u8 where 4..=6 = 6, "R-17",
        "recovery number that a vehicle lends to others";
    "sam-ride-stun" sam_ride_stun: bool = true, "R-48",
        "a rider who ignores stuns is Stunned with his vehicle";
    "riders-targetable" riders_targetable: bool = false, "R-46",
        "riders can be aimed at and splashed";
    "dismount-after-ride" dismount_after_ride: DismountAfterRide = DismountAfterRide::default(), "R-47",
        "whether riders may get off after the ride";
    "turn-cap" turn_cap: u16 where 0..=10_000 = 0, "R-53",
        "last turn of the game; 0: that of scenario and size";
    "cap-result" cap_result: CapResult = CapResult::default(), "R-53",
        "result of last-man-standing at the cap";
    "stalemate-rule" stalemate_rule: bool = true, "R-54",
        "the game ends when neither side can kill any more";
    "surrender-ratio" surrender_ratio: f64 where 0.0..=1.0 = 0.0, "R-55",
        "a side gives up below this share of own to enemy units; 0: never";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;

    fn read(key: &str, value: impl Into<toml::Value>) -> Result<Rules, Diagnostics> {
        Rules::read(&Codex::built_in(), &[Override { key: key.to_owned(), value: value.into() }])
    }

    #[test]
    fn values_may_be_strings_bare_or_listed() {
        assert_eq!(read("rules.strength-floor", "1").unwrap().strength_floor, 1);
        assert_eq!(read("rules.strength-floor", 1).unwrap().strength_floor, 1);
        assert_eq!(read("rules.surrender-ratio", 0.25).unwrap().surrender_ratio, 0.25);
        assert!(!read("rules.setup-mounted", false).unwrap().setup_mounted);
        assert!(!read("rules.setup-mounted", "no").unwrap().setup_mounted);
        assert_eq!(read("rules.zoc-negated-by", vec!["forest", "town"]).unwrap().zoc_negated_by, ["forest", "town"]);
        assert_eq!(read("rules.zoc-negated-by", "forest, town").unwrap().zoc_negated_by, ["forest", "town"]);
        assert_eq!(read("codex.units.andy.cost", 1).unwrap(), Rules::default());
    }

    #[test]
    fn wrong_values_are_refused_with_their_ruling() {
        for (key, value, nearest, ruling) in [
            ("rules.overwatch-spends", toml::Value::from("hold-fier"), Some("hold-fire"), Some("R-21")),
            ("rules.overwatch-spend", "hold-fire".into(), Some("overwatch-spends"), None),
            ("rules.vehicle-lead-number", 3.into(), None, Some("R-17")),
            ("rules.strength-floor", (-1).into(), None, Some("R-31")),
            ("rules.surrender-ratio", f64::NAN.into(), None, Some("R-55")),
            ("rules.zoc-negated-by", vec!["forrest"].into(), Some("forest"), Some("R-11")),
            ("rules.zoc-negated-by", vec![1].into(), None, None),
        ] {
            let diagnostics = read(key, value).unwrap_err();
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            assert_eq!(diagnostics[0].nearest.as_deref(), nearest, "{key}");
            assert_eq!(diagnostics[0].rule.as_deref(), ruling, "{key}");
            assert_eq!(diagnostics[0].source, format!("override `{key}`"));
        }
    }
}
