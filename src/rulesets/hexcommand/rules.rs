//! Every switch of the game, with its default.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`combat`] | words of the switches that combat and command rolls read |
//! | [`course`] | words of the switches that the course of a game reads |
//! | [`numbers`] | switches with more to them than a list of words or a range |
//!
//! A switch is set as `rules.NAME` in an experiment, or in the `rules` table of a resolution; most resolutions have keys
//! of their own for theirs. Values are strings; numbers may stand bare, and so may true and false for on and off.

mod combat;
mod course;
mod numbers;

pub use combat::*;
pub use course::*;
pub use numbers::{BoardColumns, BoardRows, CvsChangeLimit, SetupRatio, VictoryGraceTurns};

use crate::game::switches::{self, rules};
use crate::game::{Diagnostics, OverPoints, Override};

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
    "turn.system" turn_system: TurnSystem = TurnSystem::default(), "HX-TRN-01",
        "how turns run";
    "turn.activation-fire" turn_activation_fire: TurnActivationFire = TurnActivationFire::default(), "R-27",
        "when fire is resolved under activation";
    "turn.activation-rout" turn_activation_rout: TurnActivationRout = TurnActivationRout::default(), "R-177",
        "when routed units run under activation";
    "turn.group-order" turn_group_order: TurnGroupOrder = TurnGroupOrder::default(), "R-178",
        "how long the written order of groups stands";
    "turn.limit" turn_limit: u8 where 4..=20 = 12, "HX-TRN-11",
        "turns of a game at most";
    "initiative.frequency" initiative_frequency: InitiativeFrequency = InitiativeFrequency::default(), "R-29",
        "how often initiative is rolled for";
    "initiative.leaderless" initiative_leaderless: u8 where 4..=10 = 8, "HX-CVS-02",
        "initiative value of a side without a commander";
    "fire.order" fire_order: FireOrder = FireOrder::default(), "R-25",
        "who fires first";
    "fire.rate" fire_rate: FireRate = FireRate::default(), "R-26",
        "how often a unit fires";
    "fire.consecutive" fire_consecutive: FireConsecutive = FireConsecutive::default(), "R-43",
        "what consecutive fire is, which has a bonus";
    "fire.gang-max" fire_gang_max: u8 where 1..=6 = 2, "R-42",
        "shooters at one target in a fire step";
    "fire.gang-limit" fire_gang_limit: FireGangLimit = FireGangLimit::default(), "R-42",
        "what the limit on shooters at one target counts";
    "fire.gang-sole-target" fire_gang_sole_target: bool = true, "R-42",
        "several shoot at one target only where none has another in its band";
    "fire.nearest" fire_nearest: FireNearest = FireNearest::default(), "R-140",
        "what counts when the nearest band is sought";
    "fire.mounted-cavalry" fire_mounted_cavalry: bool = true, "HX-FIR-23",
        "cavalry fires from the saddle";
    "los.overhead" los_overhead: LosOverhead = LosOverhead::default(), "R-39",
        "who fires over friends";
    "los.dead-zone" los_dead_zone: bool = true, "R-38",
        "heights have dead zones at their feet";
    "los.dead-zone-rounding" los_dead_zone_rounding: LosDeadZoneRounding = LosDeadZoneRounding::default(), "R-38",
        "how half the distance of a dead zone is rounded";
    "los.skirmishers" los_skirmishers: LosSkirmishers = LosSkirmishers::default(), "R-126",
        "whether skirmishers are in the way of a shot";
    "movement.oblique" movement_oblique: bool = true, "R-33",
        "units move into their side front hexes without a turn";
    "movement.facing-cost" movement_facing_cost: u8 where 0..=1 = 0, "R-31",
        "hexes of movement that a turn costs";
    "movement.cavalry-turns" movement_cavalry_turns: MovementCavalryTurns = MovementCavalryTurns::default(), "R-32",
        "which cavalry turns twice in a move";
    "movement.hex-cost" movement_hex_cost: u8 where 1..=9 = 1, "R-68",
        "movement that a hex costs whose terrain has no cost of its own";
    "movement.mount-cost" movement_mount_cost: u8 where 0..=3 = 1, "HX-MOV-13",
        "hexes of movement that mounting and dismounting cost";
    "zoc.contact" zoc_contact: ZocContact = ZocContact::default(), "R-57",
        "whether an entered zone of control binds to melee";
    "zoc.contacted" zoc_contacted: ZocContacted = ZocContacted::default(), "R-136",
        "when a contacted unit loses its zone of control";
    "terrain.forest-stop" terrain_forest_stop: bool = true, "R-66",
        "entering a forest ends the move";
    "terrain.road-column" terrain_road_column: TerrainRoadColumn = TerrainRoadColumn::default(), "R-69",
        "where a unit that used the road is in column";
    "terrain.crossing-sides" terrain_crossing_sides: TerrainCrossingSides = TerrainCrossingSides::default(), "R-123",
        "which ways lead on and off a crossing of a river";
    "cover.fort" cover_fort: u8 where 0..=4 = 2, "HX-TER-12",
        "levels of cover of forts and field fortifications";
    "cover.hill" cover_hill: u8 where 0..=4 = 1, "HX-TER-11",
        "levels of cover of height against lower enemies";
    "cover.forested-hill" cover_forested_hill: CoverForestedHill = CoverForestedHill::default(), "R-125",
        "cover of a forested hill";
    "melee.base-values" melee_base_values: MeleeBaseValues = MeleeBaseValues::default(), "R-44",
        "base values in melee";
    "melee.cavalry-bonus" melee_cavalry_bonus: u8 where 0..=3 = 1, "HX-MEL-03",
        "added to the base value of cavalry in the saddle";
    "melee.plane" melee_plane: MeleePlane = MeleePlane::default(), "R-46",
        "where the friend past the melee plane stands";
    "melee.primary" melee_primary: MeleePrimary = MeleePrimary::default(), "R-147",
        "who names the primary enemy of a unit";
    "melee.withdraw" melee_withdraw: bool = false, "R-56",
        "units may withdraw from melee";
    "melee.advance-contact" melee_advance_contact: MeleeAdvanceContact = MeleeAdvanceContact::default(), "HX-MEL-17",
        "contact made by an advance after melee";
    "melee.advance-after-fire" melee_advance_after_fire: bool = false, "R-144",
        "a charger advances when its enemy routs by fire";
    "fatigue.movement" fatigue_movement: u8 where 0..=1 = 1, "R-52",
        "hexes that a unit at the limit of its TE moves";
    "fatigue.facing" fatigue_facing: FatigueFacing = FatigueFacing::default(), "R-53",
        "whether a unit at the limit of its TE turns";
    "artillery.limbered-move" artillery_limbered_move: u8 where 2..=3 = 2, "R-17",
        "least movement of limbered artillery";
    "artillery.move-fire" artillery_move_fire: ArtilleryMoveFire = ArtilleryMoveFire::default(), "R-18",
        "fire of a battery that moved and unlimbered in the turn";
    "artillery.push-direction" artillery_push_direction: ArtilleryPushDirection = ArtilleryPushDirection::default(), "R-137",
        "where guns are pushed";
    "artillery.captured-use" artillery_captured_use: bool = true, "R-61",
        "captured guns are fired";
    "artillery.crew-contact" artillery_crew_contact: ArtilleryCrewContact = ArtilleryCrewContact::default(), "R-155",
        "what becomes of a crew in contact";
    "structure.hits" structure_hits: u8 where 0..=12 = 0, "R-65",
        "hits by which works lose a level of cover; 0 for never";
    "rout.distance-foot" rout_distance_foot: u8 where 1..=8 = 3, "HX-ROU-01",
        "hexes of a rout on foot";
    "rout.distance-mounted" rout_distance_mounted: u8 where 1..=8 = 4, "HX-ROU-01",
        "hexes of a rout on horseback or with guns";
    "rout.zoc" rout_zoc: RoutZoc = RoutZoc::default(), "R-71",
        "which zones destroy a routed unit that enters them";
    "rout.direction" rout_direction: RoutDirection = RoutDirection::default(), "R-158",
        "which way a rout goes";
    "rout.friends" rout_friends: RoutFriends = RoutFriends::default(), "R-160",
        "what a routed unit does before a friend";
    "rout.ror-reach" rout_ror_reach: u8 where 0..=10 = 3, "HX-SET-08",
        "hexes from the route of retreat within which leaving does not count more";
    "rout.ror-weight" rout_ror_weight: u8 where 1..=5 = 2, "HX-SET-08",
        "times that a unit counts which leaves farther off";
    "rally.timing" rally_timing: RallyTiming = RallyTiming::default(), "R-74",
        "when units rally";
    "rally.self" rally_self: RallySelf = RallySelf::default(), "R-76",
        "which units rally by themselves";
    "command.mode" command_mode: CommandMode = CommandMode::default(), "HX-CMD-10",
        "what commanders are";
    "command.value" command_value: u8 where 0..=2 = 1, "R-79",
        "C of every commander without command values";
    "command.placement" command_placement: CommandPlacement = CommandPlacement::default(), "R-77",
        "when commanders join steady units";
    "command.sphere" command_sphere: CommandSphere = CommandSphere::default(), "R-78",
        "what the hexes round a commander share with his own";
    "command.sphere-te-exempt" command_sphere_te_exempt: bool = false, "HX-CMD-12",
        "units in the sphere take no TE from obstacles but those of double cover";
    "command.hierarchy" command_hierarchy: bool = false, "HX-CVS-15",
        "commanders lead their own troops alone";
    "command.couriers" command_couriers: bool = false, "HX-CVS-16",
        "new orders travel";
    "cvs.mode" cvs_mode: CvsMode = CvsMode::default(), "HX-SET-01",
        "where command values come from";
    "cvs.change-limit" cvs_change_limit: CvsChangeLimit = CvsChangeLimit::default(), "R-84",
        "changes of orders in a game";
    "cvs.morale-use" cvs_morale_use: CvsMoraleUse = CvsMoraleUse::default(), "R-81",
        "what M is for";
    "cvs.replacements" cvs_replacements: bool = true, "R-83",
        "lost commanders may be replaced";
    "cvs.decision-rolls" cvs_decision_rolls: bool = false, "HX-CVS-13",
        "units without a commander roll for what their orders did not foresee";
    "integrity.measure" integrity_measure: IntegrityMeasure = IntegrityMeasure::default(), "R-88",
        "what loss is counted in";
    "integrity.supreme-check" integrity_supreme_check: IntegritySupremeCheck = IntegritySupremeCheck::default(), "R-110",
        "checks of a force without its supreme commander";
    "integrity.supreme-turns" integrity_supreme_turns: u8 where 0..=4 = 2, "HX-CMD-15",
        "turns of movement of a withdrawal on the death of a supreme figure";
    "integrity.withdrawal" integrity_withdrawal: u8 where 1..=6 = 3, "R-89",
        "hexes of a withdrawal";
    "integrity.withdrawn-moves" integrity_withdrawn_moves: bool = false, "R-163",
        "withdrawn units move in the same half";
    "integrity.edge" integrity_edge: IntegrityEdge = IntegrityEdge::default(), "R-163",
        "what becomes of a unit that withdraws over the edge";
    "integrity.due-units" integrity_due_units: IntegrityDueUnits = IntegrityDueUnits::default(), "R-165",
        "where units that are still due count as part of their army";
    "over-points" over_points: OverPoints = OverPoints::default(), "L11",
        "whether a list that costs more than its limit plays all the same";
    "victory.grace-turns" victory_grace_turns: VictoryGraceTurns = VictoryGraceTurns::default(), "R-91",
        "turn ends running at which an army at its break point loses";
    "victory.draw-margin" victory_draw_margin: u8 where 0..=10 = 1, "HX-VIC-05",
        "lead in points that wins";
    "victory.tie" victory_tie: VictoryTie = VictoryTie::default(), "R-193",
        "what equal points are";
    "hidden.mode" hidden_mode: bool = false, "HX-SPT-01",
        "units may be hidden";
    "hidden.visibility" hidden_visibility: HiddenVisibility = HiddenVisibility::default(), "HX-SPT-02",
        "how far sight reaches";
    "hidden.decoys" hidden_decoys: u8 where 0..=6 = 2, "HX-ARM-11",
        "fake markers of the defender beside those of his units";
    "hidden.sight-clear" hidden_sight_clear: u8 where 1..=20 = 9, "HX-SPT-02",
        "hexes of sight on a clear day";
    "hidden.sight-other" hidden_sight_other: u8 where 1..=20 = 6, "HX-SPT-02",
        "hexes of sight on any other day";
    "hidden.start" hidden_start: HiddenStart = HiddenStart::default(), "R-170",
        "which units start hidden";
    "hidden.sides" hidden_sides: HiddenSides = HiddenSides::default(), "R-170",
        "who hides units";
    "hidden.rehide" hidden_rehide: bool = false, "R-171",
        "units may hide again";
    "reinforcement.entry" reinforcement_entry: ReinforcementEntry = ReinforcementEntry::default(), "HX-REI-02",
        "where arrivals enter";
    "reinforcement.roll" reinforcement_roll: ReinforcementRoll = ReinforcementRoll::default(), "R-168",
        "what one roll for entry is for";
    "reinforcement.zone" reinforcement_zone: u8 where 1..=9 = 5, "HX-REI-04",
        "edge hexes of an entry zone";
    "construction.mode" construction_mode: bool = false, "HX-CON-01",
        "units may build; scenarios with works set it";
    "construction.pontoon" construction_pontoon: u8 where 1..=12 = 3, "HX-CON-01",
        "turns of work on a pontoon bridge";
    "construction.quick-works" construction_quick_works: u8 where 1..=12 = 4, "HX-CON-01",
        "turns of work on quick works";
    "construction.redoubt" construction_redoubt: u8 where 1..=12 = 6, "HX-CON-01",
        "turns of work on a redoubt";
    "construction.interrupt" construction_interrupt: ConstructionInterrupt = ConstructionInterrupt::default(), "R-95",
        "what becomes of works whose builder stops";
    "construction.under-fire" construction_under_fire: ConstructionUnderFire = ConstructionUnderFire::default(), "R-182",
        "whether a hit stops a builder";
    "supply.mode" supply_mode: bool = false, "HX-SUP-01",
        "ammunition is counted";
    "supply.points" supply_points: u8 where 1..=30 = 12, "HX-SUP-01",
        "turns of fire of a unit";
    "supply.wagon-range" supply_wagon_range: u8 where 0..=6 = 2, "HX-SUP-02",
        "hexes within which a wagon refills";
    "setup.ratio" setup_ratio: SetupRatio = SetupRatio::default(), "R-86",
        "combat units of the attacker to those of the defender";
    "setup.ratio-check" setup_ratio_check: SetupRatioCheck = SetupRatioCheck::default(), "R-186",
        "what comes of a defender who is too strong for the attacker";
    "setup.zone-depth" setup_zone_depth: u8 where 1..=4 = 3, "R-200",
        "rows of a zone";
    "setup.ror-per" setup_ror_per: SetupRorPer = SetupRorPer::default(), "HX-SET-07",
        "who has a route of retreat of its own";
    "board.columns" board_columns: BoardColumns = BoardColumns::default(), "R-120",
        "columns of boards whose maps are made for any size";
    "board.rows" board_rows: BoardRows = BoardRows::default(), "R-120",
        "rows of the same, those of the longer columns";
    "board.stack-limit" board_stack_limit: u8 where 1..=2 = 1, "R-183",
        "units in a hex";
    "unit.rout-at" unit_rout_at: u8 where 1..=6 = 3, "HX-ARM-06",
        "hits at which a unit routs";
    "unit.rare-rout-at" unit_rare_rout_at: u8 where 1..=6 = 4, "HX-ARM-06",
        "hits at which a rare unit routs";
    "brigade.min" brigade_min: u8 where 1..=20 = 4, "HX-ARM-03",
        "fewest regiments of a brigade without a warning";
    "brigade.max" brigade_max: u8 where 1..=20 = 6, "HX-ARM-03",
        "most regiments of a brigade without a warning";
    "division.min" division_min: u8 where 1..=20 = 2, "HX-ARM-03",
        "fewest brigades of a division without a warning";
    "division.max" division_max: u8 where 1..=20 = 3, "HX-ARM-03",
        "most brigades of a division without a warning";
    "mounted.rout-by-cavalry" mounted_rout_by_cavalry: MountedRoutByCavalry = MountedRoutByCavalry::default(), "R-114",
        "which mounted infantry routs when cavalry contacts it";
    "random.symmetry" random_symmetry: RandomSymmetry = RandomSymmetry::default(), "R-119",
        "whether random maps are symmetrical";
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
