//! Every switch of the rulings, with its default.
//!
//! A switch is set as `rules.NAME` in an experiment or with `--rule NAME=VALUE` on the command line; resolutions take those
//! that concern them among their inputs.

use crate::game::switches::{self, choices, rules};
use crate::game::{Diagnostics, OverPoints, Override};

mod play;

pub use play::{
    CrossingTeam, FirstActive, ObjectivePiece, OfficerSpill, OverwatchAfterMove, RerollAt, SplitSquad, SquadDeploy,
    VehicleArcs,
};

impl Rules {
    /// Reads the overrides whose key begins with `rules.`; the others are not meant for the rules. The last one counts.
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
    /// `fm-formula`: how Force Morale starts.
    FmFormula {
        /// A d3 and the mean Ld of the Troop Squads, rounded down.
        D3Troops = "d3-troops",
        /// The mean Ld of all units, rounded up.
        UnitAverage = "unit-average",
    }
}

choices! {
    /// `fm-table`: how the rows of the Force Morale table are sorted.
    FmTable {
        /// By level, each effect with its own.
        ByNumber = "by-number",
        /// Effects in the order of the rows.
        ByRow = "by-row",
    }
}

choices! {
    /// `fm-tests`: what an event costs.
    FmTests {
        /// One die on the table of events.
        Table = "table",
        /// One level, and none for a broken Team.
        Flat = "flat",
    }
}

choices! {
    /// `fm-jop-chooser`: who removes a jump-off point at level 2.
    FmJopChooser {
        /// Its owner.
        Owner = "owner",
        /// The other side.
        Opponent = "opponent",
    }
}

choices! {
    /// `order-target`: what an order to activate reaches.
    OrderTarget {
        /// One Team.
        Team = "team",
        /// The whole Squad, if all its Teams are in range.
        Squad = "squad",
    }
}

choices! {
    /// `random-events`: what four 6s bring about.
    RandomEvents {
        /// An event of the table.
        Table = "table",
        /// Nothing.
        None = "none",
    }
}

choices! {
    /// `turn-end-shock`: what a Turn end does to Shock.
    TurnEndShock {
        /// Nothing.
        Keep = "keep",
        /// It halves it, rounding down.
        Halve = "halve",
        /// It clears it.
        Clear = "clear",
    }
}

choices! {
    /// `patrol-measure`: between what patrol distances are measured.
    Measure {
        /// Edges of the markers.
        Edge = "edge",
        /// Their centres.
        Centre = "centre",
    }
}

choices! {
    /// `jop-side`: what must be nearer to friends than to enemies.
    JopSide {
        /// The jump-off point itself.
        CloserToFriend = "closer-to-friend",
        /// The point is farther from enemies than its marker is.
        BehindMarker = "behind-marker",
    }
}

choices! {
    /// `run-distance`: how far a run goes.
    RunDistance {
        /// Move and initiative.
        MPlusI = "m-plus-i",
        /// Move and one die.
        MPlusD6 = "m-plus-d6",
    }
}

choices! {
    /// `run-and-shoot`: whether runners may shoot.
    RunAndShoot {
        /// They may not.
        No = "no",
        /// Snap shots only.
        Snap = "snap",
        /// As others do.
        Yes = "yes",
    }
}

choices! {
    /// `failed-charge`: what a charge does that falls short.
    FailedCharge {
        /// It goes its move towards the target.
        MoveM = "move-m",
        /// It stays.
        Stay = "stay",
        /// It goes as far as it rolled.
        FullRoll = "full-roll",
    }
}

choices! {
    /// `overwatch-bs`: how Overwatch fire hits.
    OverwatchBs {
        /// At full skill.
        Normal = "normal",
        /// As snap shots.
        Snap = "snap",
    }
}

choices! {
    /// `charge-reaction`: who fires at chargers.
    ChargeReaction {
        /// Every steady target, as snap shots.
        SnapAll = "snap-all",
        /// Teams on Overwatch alone.
        OverwatchOnly = "overwatch-only",
    }
}

choices! {
    /// `covering-fire-duration`: how long covering fire lasts.
    CoveringFireDuration {
        /// The next Phase.
        NextPhase = "next-phase",
        /// The next Phase of the target's owner.
        NextEnemyPhase = "next-enemy-phase",
    }
}

choices! {
    /// `vehicle-activation`: which die activates ground vehicles.
    VehicleActivation {
        /// 1 or 2, with a commander 3 as well.
        TeamOrSquad = "team-or-squad",
        /// 3 only.
        JuniorLeader = "junior-leader",
    }
}

choices! {
    /// `shock-trigger`: what gives Shock.
    ShockTrigger {
        /// A volley with a wound that comes to a save, once.
        SaveStep = "save-step",
        /// A volley with an armour save that is rolled, once.
        ArmourSave = "armour-save",
        /// Every wound that comes to a save.
        PerSave = "per-save",
        /// Every unsaved wound.
        PerUnsaved = "per-unsaved",
    }
}

choices! {
    /// `shock-shooting`: how many dice Shock takes.
    ShockShooting {
        /// One for each point.
        PerPoint = "per-point",
        /// One in all.
        Flat = "flat",
    }
}

choices! {
    /// `pinned-fire`: how pinned Teams fire.
    PinnedFire {
        /// Snap shots only.
        Snap = "snap",
        /// Not at all.
        None = "none",
    }
}

choices! {
    /// `deep-strike`: how deep-striking units arrive.
    DeepStrike {
        /// From reserve, with scatter.
        Base = "base",
        /// Like any other unit.
        Off = "off",
    }
}

choices! {
    /// `melee-cadence`: how often a melee is fought.
    MeleeCadence {
        /// Once in each Phase.
        EveryPhase = "every-phase",
        /// On the charge, and when a locked Team is activated.
        OnActivation = "on-activation",
    }
}

choices! {
    /// `intercept-die`: which die sends a flyer to intercept.
    InterceptDie {
        /// 3.
        Junior = "junior",
        /// 4.
        Senior = "senior",
    }
}

choices! {
    /// `patrol-support`: who rolls for support in The Patrol.
    PatrolSupport {
        /// Each side.
        Separate = "separate",
        /// One roll for both.
        Shared = "shared",
    }
}

choices! {
    /// `half-support`: how half the support is rounded.
    HalfSupport {
        /// Down to a multiple of 50.
        To50 = "to-50",
        /// Not at all.
        Exact = "exact",
    }
}

choices! {
    /// `flank-edges`: where the Flank Attack comes from.
    FlankEdges {
        /// The edges that do not touch the defender's quarter.
        Far = "far",
        /// The opposite long edge and the short edge that touches it.
        NearFlank = "near-flank",
    }
}

choices! {
    /// `rout-rule`: what a rout of the defender means where only a goal wins.
    RoutRule {
        /// The goal counts as reached.
        RoutConcedes = "rout-concedes",
        /// The attacker plays on alone.
        PlayOn = "play-on",
        /// The defender wins.
        Literal = "literal",
    }
}

choices! {
    /// `casualty-allocation`: who falls first.
    CasualtyAllocation {
        /// Rank and file.
        TroopersFirst = "troopers-first",
        /// Anybody.
        Random = "random",
    }
}

choices! {
    /// `vehicle-deploy`: where vehicles deploy.
    VehicleDeploy {
        /// By a jump-off point.
        Jop = "jop",
        /// At the own table edge, within 24 inches of one.
        OwnEdge = "own-edge",
    }
}

choices! {
    /// `officer-deploy`: whether officers deploy alone.
    OfficerDeploy {
        /// Only with a Team, while there is one.
        WithUnit = "with-unit",
        /// At any time.
        Free = "free",
    }
}

choices! {
    /// `terrain`: how terrain is laid out.
    TerrainLayout {
        /// Turned by half a circle.
        Mirrored = "mirrored",
        /// At random.
        Random = "random",
        /// Not at all.
        Open = "open",
    }
}

choices! {
    /// `struck-stratagems`, `flying-beasts`: what the text leaves open.
    Struck {
        /// Not used.
        Off = "off",
        /// Used.
        On = "on",
    }
}

choices! {
    /// `casualty-test`: morale tests of the base game.
    Kept {
        /// Used.
        On = "on",
        /// Not used.
        Off = "off",
    }
}

rules! {
    "fm-formula" fm_formula: FmFormula = FmFormula::default(), "R-06",
        "how Force Morale starts";
    "fm-table" fm_table: FmTable = FmTable::default(), "R-07",
        "how the rows of the Force Morale table are sorted";
    "fm-tests" fm_tests: FmTests = FmTests::default(), "R-42",
        "what an event costs";
    "fm-jop-chooser" fm_jop_chooser: FmJopChooser = FmJopChooser::default(), "R-43",
        "who removes a jump-off point at level 2";
    "order-target" order_target: OrderTarget = OrderTarget::default(), "R-04",
        "what an order to activate reaches";
    "random-events" random_events: RandomEvents = RandomEvents::default(), "R-13",
        "what four 6s bring about";
    "turn-end-shock" turn_end_shock: TurnEndShock = TurnEndShock::default(), "R-15",
        "what a Turn end does to Shock";
    "patrol-measure" patrol_measure: Measure = Measure::default(), "R-17",
        "between what patrol distances are measured";
    "jop-side" jop_side: JopSide = JopSide::default(), "R-20",
        "what must be nearer to friends than to enemies";
    "run-distance" run_distance: RunDistance = RunDistance::default(), "R-24",
        "how far a run goes";
    "run-and-shoot" run_and_shoot: RunAndShoot = RunAndShoot::default(), "R-24",
        "whether runners may shoot";
    "failed-charge" failed_charge: FailedCharge = FailedCharge::default(), "R-25",
        "what a charge does that falls short";
    "overwatch-bs" overwatch_bs: OverwatchBs = OverwatchBs::default(), "R-28",
        "how Overwatch fire hits";
    "charge-reaction" charge_reaction: ChargeReaction = ChargeReaction::default(), "R-29",
        "who fires at chargers";
    "covering-fire-duration" covering_fire_duration: CoveringFireDuration = CoveringFireDuration::default(), "R-30",
        "how long covering fire lasts";
    "vehicle-activation" vehicle_activation: VehicleActivation = VehicleActivation::default(), "R-32",
        "which die activates ground vehicles";
    "shock-trigger" shock_trigger: ShockTrigger = ShockTrigger::default(), "R-34",
        "what gives Shock";
    "shock-shooting" shock_shooting: ShockShooting = ShockShooting::default(), "R-35",
        "how many dice Shock takes";
    "pinned-fire" pinned_fire: PinnedFire = PinnedFire::default(), "R-39",
        "how pinned Teams fire";
    "deep-strike" deep_strike: DeepStrike = DeepStrike::default(), "R-44",
        "how deep-striking units arrive";
    "melee-cadence" melee_cadence: MeleeCadence = MeleeCadence::default(), "R-46",
        "how often a melee is fought";
    "intercept-die" intercept_die: InterceptDie = InterceptDie::default(), "R-50",
        "which die sends a flyer to intercept";
    "patrol-support" patrol_support: PatrolSupport = PatrolSupport::default(), "R-54",
        "who rolls for support in The Patrol";
    "half-support" half_support: HalfSupport = HalfSupport::default(), "R-55",
        "how half the support is rounded";
    "flank-edges" flank_edges: FlankEdges = FlankEdges::default(), "R-56",
        "where the Flank Attack comes from";
    "rout-rule" rout_rule: RoutRule = RoutRule::default(), "R-60",
        "what a rout of the defender means where only a goal wins";
    "casualty-allocation" casualty_allocation: CasualtyAllocation = CasualtyAllocation::default(), "R-63",
        "who falls first";
    "vehicle-deploy" vehicle_deploy: VehicleDeploy = VehicleDeploy::default(), "R-75",
        "where vehicles deploy";
    "officer-deploy" officer_deploy: OfficerDeploy = OfficerDeploy::default(), "R-83",
        "whether officers deploy alone";
    "terrain" terrain: TerrainLayout = TerrainLayout::default(), "R-86",
        "how terrain is laid out";
    "wildcard-cp" wildcard_cp: bool = true, "R-10",
        "a lone 6 may be a command point";
    "deploy-then-activate" deploy_then_activate: bool = true, "R-26",
        "a Team that deployed may still activate in the same Phase";
    "self-overwatch" self_overwatch: bool = true, "R-27",
        "Teams may go on Overwatch by themselves";
    "struck-stratagems" struck_stratagems: Struck = Struck::default(), "R-41",
        "whether snipers may be relocated, which the text has struck out";
    "flying-beasts" flying_beasts: Struck = Struck::default(), "R-52",
        "whether flying creatures may be fielded";
    "casualty-test" casualty_test: Kept = Kept::default(), "R-68",
        "whether losses to shooting make a morale test due";
    "army-size" army_size: f64 where 1.0..=1000000.0 = 1000.0, "CW-ARM-01",
        "points of an army list, where it does not say another size";
    "over-points" over_points: OverPoints = OverPoints::default(), "CW-ARM-01",
        "whether a list that costs more than its size plays all the same";
    "early-decision" early_decision: Kept = Kept::default(), "R-164",
        "whether a game ends when only one outcome is left";
    "reroll-at" reroll_at: RerollAt = RerollAt::default(), "R-115",
        "which rolls may be thrown again by the stratagem";
    "split-squad" split_squad: SplitSquad = SplitSquad::default(), "R-117",
        "what a die does for a Squad that is half on the table";
    "squad-deploy" squad_deploy: SquadDeploy = SquadDeploy::default(), "R-122",
        "where the Teams of one die deploy";
    "vehicle-arcs" vehicle_arcs: VehicleArcs = VehicleArcs::default(), "R-100",
        "where vehicles may fire";
    "overwatch-after-move" overwatch_after_move: OverwatchAfterMove = OverwatchAfterMove::default(), "R-130",
        "how heavy weapons fire from Overwatch after a move";
    "crossing-team" crossing_team: CrossingTeam = CrossingTeam::default(), "R-161",
        "who may cross the table in The Probe";
    "crossing-by-reserves" crossing_by_reserves: bool = false, "R-162",
        "whether Teams from reserve may cross the table in The Probe";
    "newcomers-win" newcomers_win: bool = false, "R-186",
        "whether Teams that came on in this Phase cross and deny points";
    "first-active" first_active: FirstActive = FirstActive::default(), "CW-TRN-12",
        "who is active in the first Phase";
    "keep-phase" keep_phase: bool = true, "CW-CMD-09",
        "whether two 6s make who rolled them active again";
    "opening-moves" opening_moves: u8 where 0..=7 = 7, "CW-PAT-12",
        "moves of the attacker's Patrol Markers before the alternation, 7 for those that the scenario rolls";
    "officer-holds" officer_holds: bool = false, "R-160",
        "whether officers alone deny, protect, hold and cross";
    "officer-spill" officer_spill: OfficerSpill = OfficerSpill::default(), "R-188",
        "what becomes of blows and shots that are left when the last trooper of an officer's Team falls";
    "objective-piece" objective_piece: ObjectivePiece = ObjectivePiece::default(), "R-106",
        "what stands on the objective";
    "pieces-per-square" pieces_per_square: u8 where 0..=6 = 2, "CW-GEO-05",
        "pieces of terrain in each square of 24 inches";
    "terrain-gap" terrain_gap: f64 where 0.0..=24.0 = 2.0, "CW-GEO-05",
        "inches between pieces of terrain";
    "edge-gap" edge_gap: f64 where 0.0..=12.0 = 1.0, "CW-GEO-05",
        "inches that pieces of terrain keep from the sides of their square";
    "linear-chance" linear_chance: u8 where 0..=6 = 1, "R-105",
        "greatest d6 that gives a half a stream or a road";
    "patrol-move" patrol_move: f64 where 0.0..=100.0 = 12.0, "CW-PAT-04",
        "inches that a Patrol Marker moves at most";
    "patrol-link" patrol_link: f64 where 0.0..=100.0 = 12.0, "CW-PAT-05",
        "widest gap to a friendly Patrol Marker in inches";
    "patrol-lock" patrol_lock: f64 where 0.0..=100.0 = 12.0, "CW-PAT-07",
        "gap to an enemy Patrol Marker that locks, in inches";
    "jop-distance" jop_distance: f64 where 0.0..=100.0 = 6.0, "CW-JOP-02",
        "inches from a Patrol Marker to its jump-off point";
    "jop-distance-step" jop_distance_step: f64 where 0.1..=100.0 = 1.0, "CW-JOP-07",
        "inches by which that distance grows where no marker has a legal point";
    "jop-distance-most" jop_distance_most: f64 where 0.0..=100.0 = 18.0, "CW-JOP-07",
        "inches up to which it grows";
    "jops-per-marker" jops_per_marker: u8 where 1..=6 = 1, "CW-JOP-06",
        "jump-off points that a Patrol Marker serves while others serve fewer than they may";
    "patrol-move-cap" patrol_move_cap: u8 where 0..=200 = 48, "CW-PAT-11",
        "moves of Patrol Markers, passes among them, after which the Patrol Phase ends";
    "coherency" coherency: f64 where 0.0..=24.0 = 2.0, "CW-TRN-08",
        "inches between a Team and one that is formed of it";
    "adjutant-orders" adjutant_orders: u8 where 0..=6 = 1, "CW-ARM-07",
        "orders more of an officer with an adjutant";
    "medic-save" medic_save: u8 where 2..=6 = 5, "CW-ARM-07",
        "die on which a medic takes the first unsaved wound of a Phase away";
    "attach" attach: f64 where 0.0..=24.0 = 2.0, "CW-OFF-11",
        "inches within which an officer joins a Team";
    "order-cost" order_cost: u8 where 1..=6 = 1, "CW-OFF-03",
        "orders of his activation that an order of an officer takes";
    "reroll-per-phase" reroll_per_phase: u8 where 0..=100 = 1, "CW-STR-02",
        "dice that a side may throw again in a Phase";
    "cp-cap" cp_cap: u16 where 0..=1000 = 0, "CW-CMD-06",
        "most command points that a side keeps, 0 for any number";
    "covering-fire-bs" covering_fire_bs: u8 where 0..=10 = 1, "CW-SHO-03",
        "BS that covering fire takes off who is under it";
    "charge-dice" charge_dice: u8 where 1..=6 = 2, "CW-MOV-02",
        "dice of a charge, one more and the highest dropped over difficult ground";
    "melee-fraction" melee_fraction: f64 where 0.01..=1.0 = 1.0, "CW-MEL-02",
        "share of the models of a Team that strike in melee, rounded up";
    "enemy-gap" enemy_gap: f64 where 0.0..=12.0 = 1.0, "CW-MOV-06",
        "inches that everybody but chargers keeps from enemies";
    "squad-link" squad_link: f64 where 0.0..=100.0 = 0.0, "CW-CMD-03",
        "inches to a Team that the same die of a Squad has moved within which it moves others, 0 for any distance";
    "cover-lines" cover_lines: u8 where 1..=3 = 2, "CW-GEO-03",
        "lines of the three to a target that have to cross cover";
    "flat-out" flat_out: f64 where 0.0..=24.0 = 6.0, "CW-MOV-09",
        "inches that a vehicle goes beyond its move flat out";
    "shock-move" shock_move: f64 where 0.0..=6.0 = 1.0, "CW-MOV-05",
        "inches that a point of Shock takes off a move";
    "tactical-cover" tactical_cover: u8 where 2..=6 = 5, "CW-MOV-04",
        "cover save in the open after a Tactical move";
    "charge-bonus" charge_bonus: u8 where 0..=10 = 1, "CW-MEL-03",
        "attacks more of a model in the Phase in which it has charged";
    "broken-multiple" broken_multiple: u8 where 1..=10 = 2, "CW-SHK-06",
        "times its Ld that the Shock of a broken Team comes to";
    "probe-markers" probe_markers: u8 where 3..=4 = 4, "R-57",
        "Patrol Markers of the attacker in The Probe";
    "objective-radius" objective_radius: f64 where 1.0..=12.0 = 6.0, "CW-SCN-18",
        "inches from its centre within which an objective is controlled";
    "support-share" support_share: f64 where 0.0..=4.0 = 1.0, "CW-ARM-03",
        "times the support points that the scenario grants, rounded down";
    "support-spacing" support_spacing: f64 where 0.0..=100.0 = 6.0, "CW-ARM-05",
        "least gap in inches between works of one class before the Patrol Phase";
    "infiltrate-radius" infiltrate_radius: f64 where 0.0..=100.0 = 12.0, "CW-DEP-06",
        "inches from a Patrol Marker within which early infiltrators are set up";
    "infiltrate-gap-sight" infiltrate_gap_sight: f64 where 0.0..=100.0 = 12.0, "CW-DEP-07",
        "least gap in inches to enemies whom early infiltrators see";
    "infiltrate-gap" infiltrate_gap: f64 where 0.0..=100.0 = 6.0, "CW-DEP-07",
        "the same to all others";
    "deploy-radius" deploy_radius: f64 where 0.0..=100.0 = 6.0, "R-23",
        "inches from a jump-off point within which Teams deploy";
    "reserve-roll" reserve_roll: u8 where 2..=6 = 3, "R-45",
        "die on which reserves arrive";
    "flyer-arrival" flyer_arrival: u8 where 2..=6 = 4, "CW-FLY-02",
        "die on which flyers arrive";
    "vector-turn" vector_turn: f64 where 0.0..=180.0 = 90.0, "CW-FLY-21",
        "degrees by which a vector dancer turns on its run at most";
    "jink-save" jink_save: u8 where 2..=6 = 4, "R-49",
        "cover save of a zooming flyer that jinks";
    "command-dice" command_dice: u8 where 1..=8 = 5, "CW-CMD-01",
        "Command Dice of a Phase at full Force Morale";
    "stratagem-cost" stratagem_cost: u8 where 1..=8 = 6, "CW-STR-01",
        "command points of a stratagem";
    "barrage-deploy" barrage_deploy: u8 where 2..=6 = 3, "R-66",
        "die on which a unit deploys under a preliminary barrage";
    "jop-capture-radius" jop_capture_radius: f64 where 0.0..=100.0 = 3.0, "CW-JOP-10",
        "inches from a jump-off point within which Teams deny and protect it";
    "scout-radius" scout_radius: f64 where 0.0..=100.0 = 12.0, "CW-DEP-05",
        "inches from a jump-off point within which scouts deploy";
    "ambush-radius" ambush_radius: f64 where 0.0..=100.0 = 12.0, "CW-STR-05",
        "inches from a jump-off point within which an ambush is laid";
    "ambush-gap" ambush_gap: f64 where 0.0..=100.0 = 4.0, "CW-STR-05",
        "inches that an ambush keeps from enemies";
    "transfer-distance" transfer_distance: f64 where 0.0..=100.0 = 6.0, "CW-OFF-09",
        "inches between Teams of which one gives a model to the other";
    "win-morale" win_morale: u8 where 0..=12 = 3, "CW-SCN-03",
        "Force Morale that a winner needs where the other side has to be broken";
    "probe-point-gap" probe_point_gap: f64 where 0.0..=48.0 = 0.0, "R-187",
        "inches that the attacker's points keep from the defender's edge in The Probe";
    "move-headings" move_headings: u8 where 4..=72 = 24, "R-88",
        "headings of the moves that are offered";
    "max-phases" max_phases: u16 where 1..=10000 = 80, "R-62",
        "Phases after which the game ends";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_set_by_name_and_bad_values_are_refused() {
        let set = |name: &str, value: toml::Value| Rules::read(&[Override { key: format!("rules.{name}"), value }]);
        assert_eq!(set("shock-trigger", "per-save".into()).unwrap().shock_trigger, ShockTrigger::PerSave);
        assert_eq!(set("reserve-roll", 5.into()).unwrap().reserve_roll, 5);
        assert_eq!(set("reserve-roll", 7.into()).unwrap_err()[0].rule.as_deref(), Some("R-45"));
        assert_eq!(set("shock-triger", "per-save".into()).unwrap_err()[0].nearest.as_deref(), Some("shock-trigger"));
    }
}
