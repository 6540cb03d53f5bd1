//! Switches and numbers of the rules, with their defaults.
//!
//! One is set as `rules.NAME` in an experiment, with `--rule NAME=VALUE` on the command line, or in the `rules` table of
//! a resolution. Values are strings; numbers may stand bare.

use crate::game::switches::{self, Value, choices, rules};
use crate::game::{Diagnostics, Override};

mod play;

pub use play::*;

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

/// How often a use of Command Points is allowed in one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// So often.
    Times(u32),
    /// As long as there are points.
    Unlimited,
}

impl Limit {
    /// Whether it may be used once more after so many uses.
    #[must_use]
    pub fn allows_after(self, uses: u32) -> bool {
        match self {
            Limit::Times(most) => uses < most,
            Limit::Unlimited => true,
        }
    }
}

impl Value for Limit {
    fn read(text: &str) -> Option<Self> {
        if text == "unlimited" { Some(Self::Unlimited) } else { text.parse().ok().map(Self::Times) }
    }
    fn write(&self) -> String {
        match self {
            Self::Times(times) => times.to_string(),
            Self::Unlimited => "unlimited".to_owned(),
        }
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a whole number", "unlimited"]
    }
}

choices! {
    /// `aoe-measure`: what the printed size of a template is.
    AoeMeasure {
        /// Its diameter.
        Diameter = "diameter",
        /// Its radius.
        Radius = "radius",
    }
}

choices! {
    /// `suppression-in-own-activation`: which activation a failure in the own activation binds.
    SuppressionInOwnActivation {
        /// What is left of this one.
        Immediate = "immediate",
        /// The next one.
        Next = "next",
    }
}

choices! {
    /// `suppressed-in-combat`: what a suppressed model in base contact does.
    SuppressedInCombat {
        /// It leaves for cover and takes free attacks.
        Flee = "flee",
        /// It stays, as though in cover.
        Stay = "stay",
    }
}

choices! {
    /// `army-check`: how strict the checks of army lists are.
    ArmyCheck {
        /// Any units, in squads of 2 to 10.
        Free = "free",
        /// Squads of 5 with one special weapon.
        Alpha = "alpha",
    }
}

choices! {
    /// `squad-command-points`: what the Command Points of a squad are.
    SquadCommandPoints {
        /// Those of one member, for all.
        PerSquad = "per-squad",
        /// Those of all members together.
        PerModel = "per-model",
    }
}

choices! {
    /// `terrain-symmetry`: how chance lays terrain.
    TerrainSymmetry {
        /// In pairs, one the image of the other under a half turn.
        Rotational = "rotational",
        /// Piece by piece.
        None = "none",
    }
}

choices! {
    /// `deployment-measure`: what of a base must be within the deployment depth.
    DeploymentMeasure {
        /// All of it.
        WholeBase = "whole-base",
        /// Its nearest point.
        NearestPoint = "nearest-point",
    }
}

choices! {
    /// `area-sight`: lines of sight through area terrain.
    AreaSight {
        /// They are obscured.
        Obscure = "obscure",
        /// They are blocked beyond 6 inches of it.
        BlockBeyond6 = "block-beyond-6",
    }
}

choices! {
    /// `cover-stacking`: several pieces in the way.
    CoverStacking {
        /// The best grade counts.
        Best = "best",
        /// The grades add up.
        Sum = "sum",
    }
}

choices! {
    /// `cap-result`: what a game is that reaches its last round.
    CapResult {
        /// Won by the side with the larger share left.
        Attrition = "attrition",
        /// A draw.
        Draw = "draw",
    }
}

choices! {
    /// `attrition-weight`: what the shares are of.
    AttritionWeight {
        /// All wounds of a side.
        Wounds = "wounds",
        /// The value of its models, by their shares of wounds.
        Value = "value",
    }
}

choices! {
    /// `stealth-base-count`: bases of a stealth model.
    StealthBaseCount {
        /// One more than its level.
        LevelPlusOne = "level-plus-one",
        /// As many as its level.
        Level = "level",
    }
}

rules! {
    "army-check" army_check: ArmyCheck = ArmyCheck::default(), "DP-ARM-01",
        "how strict the checks of army lists are";
    "identical-armies" identical_armies: bool = false, "DP-ARM-02",
        "both lists of a match must be equal";
    "squad-command-points" squad_command_points: SquadCommandPoints = SquadCommandPoints::default(), "R-01",
        "what the Command Points of a squad are";
    "board-width" board_width: f64 where 12.0..=480.0 = 48.0, "DP-SET-01",
        "inches of the board from west to east, where no map says otherwise";
    "board-depth" board_depth: f64 where 12.0..=480.0 = 48.0, "DP-SET-01",
        "inches of the board from south to north, where no map says otherwise";
    "terrain-area" terrain_area: f64 where 0.0..=100000.0 = 1152.0, "DP-SET-02",
        "square inches of terrain of a table that chance lays";
    "terrain-tolerance" terrain_tolerance: f64 where 0.0..=1.0 = 0.15, "DP-SET-02",
        "share by which the area of terrain may be off";
    "terrain-symmetry" terrain_symmetry: TerrainSymmetry = TerrainSymmetry::default(), "R-52",
        "how chance lays terrain";
    "terrain-attempts" terrain_attempts: u32 where 1..=10000 = 200, "R-62",
        "draws of a table before the nearest one is taken";
    "max-gap" max_gap: f64 where 0.0..=1000.0 = 8.0, "DP-SET-03",
        "inches from feature to feature that few places exceed";
    "gap-exempt-share" gap_exempt_share: f64 where 0.0..=1.0 = 0.1, "DP-SET-03",
        "share of open points that may lie farther than half of that from every feature";
    "linear-max-height" linear_max_height: f64 where 0.0..=100.0 = 1.0, "DP-TER-04",
        "a linear obstacle is less than so many inches high";
    "linear-max-thickness" linear_max_thickness: f64 where 0.0..=100.0 = 1.0, "DP-TER-04",
        "a linear obstacle is less than so many inches thick";
    "difficult-factor" difficult_factor: f64 where 0.0..=100.0 = 2.0, "DP-TER-03",
        "cost of an inch of difficult ground, and of a linear obstacle";
    "length-scale" length_scale: f64 where 0.01..=100.0 = 1.0, "R-56",
        "inches that a length of the rules is; 0.3937 for centimetres";
    "measure-step" measure_step: f64 where 0.000001..=1.0 = 0.001, "R-66",
        "inches to which measured lengths are rounded";
    "deployment-depth" deployment_depth: f64 where 1.0..=240.0 = 12.0, "DP-SET-06",
        "inches from its edge within which a side deploys";
    "deployment-measure" deployment_measure: DeploymentMeasure = DeploymentMeasure::default(), "R-60",
        "what of a base must be within the deployment depth";
    "contact-tolerance" contact_tolerance: f64 where 0.0..=1.0 = 0.01, "R-04",
        "inches between bases that are in contact";
    "linear-contact-slack" linear_contact_slack: f64 where 0.0..=10.0 = 0.99, "R-57",
        "inches beyond the thickness of a linear obstacle over which there is contact";
    "level-tolerance" level_tolerance: f64 where 0.0..=100.0 = 1.0, "R-18",
        "inches of height below which a model is on the level of a template";
    "los-columns" los_columns: u32 where 1..=9 = 3, "R-06",
        "columns of the lines of sight to a model";
    "los-rows" los_rows: u32 where 1..=9 = 3, "R-06",
        "rows of the lines of sight to a model";
    "model-height" model_height: f64 where 0.1..=100.0 = 1.25, "DP-LOS-01",
        "inches that a model is tall";
    "eye-height" eye_height: f64 where 0.1..=100.0 = 1.1, "DP-LOS-01",
        "inches above its foot of the eyes of a model";
    "models-block-los" models_block_los: bool = false, "R-07",
        "other models block lines of sight";
    "area-sight" area_sight: AreaSight = AreaSight::default(), "R-08",
        "lines of sight through area terrain";
    "cover-half" cover_half: f64 where 0.0..=1.0 = 0.5, "DP-LOS-07",
        "hidden share from which cover is full";
    "cover-stacking" cover_stacking: CoverStacking = CoverStacking::default(), "R-10",
        "several pieces in the way";
    "cover-light" cover_light: i32 where 0..=1000 = 1, "DP-TER-06",
        "full penalty of light cover";
    "cover-medium" cover_medium: i32 where 0..=1000 = 2, "DP-TER-06",
        "full penalty of medium cover";
    "cover-heavy" cover_heavy: i32 where 0..=1000 = 3, "DP-TER-06",
        "full penalty of heavy cover";
    "cover-partial-reduction" cover_partial_reduction: i32 where 0..=1000 = 1, "DP-LOS-07",
        "taken off the cover penalty when less than half is hidden";
    "cover-partial-min" cover_partial_min: i32 where 0..=1000 = 1, "DP-LOS-07",
        "least cover penalty when less than half is hidden";
    "regen-divisor" regen_divisor: u32 where 1..=1000 = 2, "DP-TRN-03",
        "Command Points regained: the base divided by this, rounded down";
    "regen-min" regen_min: u32 where 0..=1000 = 1, "DP-TRN-03",
        "least Command Points regained";
    "regen-min-squad-size" regen_min_squad_size: u32 where 1..=1000 = 2, "DP-TRN-04",
        "living members that a squad needs to regain Command Points";
    "move-through-friends" move_through_friends: bool = true, "R-12",
        "friends may be passed, though not stopped on";
    "reaction-step" reaction_step: f64 where 0.01..=10.0 = 0.5, "R-21",
        "inches of a path from one point for reactions to the next";
    "cover-search-step" cover_search_step: f64 where 0.1..=10.0 = 0.5, "R-93",
        "inches between places at which suppressed models look for cover";
    "stealth-base-count" stealth_base_count: StealthBaseCount = StealthBaseCount::default(), "R-37",
        "bases of a stealth model, the real one included";
    "coherency-per-level" coherency_per_level: f64 where 0.0..=1000.0 = 3.0, "DP-STL-06",
        "inches of gap between linked stealth bases for each level";
    "round-cap" round_cap: u32 where 1..=100 = 12, "R-50",
        "rounds after which a game ends";
    "cap-result" cap_result: CapResult = CapResult::default(), "R-50",
        "what a game is that reaches its last round";
    "attrition-weight" attrition_weight: AttritionWeight = AttritionWeight::default(), "R-50",
        "what is counted of each side at the cap";
    "attrition-margin" attrition_margin: f64 where 0.0..=1.0 = 0.1, "R-50",
        "lead in shares over which a side wins at the cap";
    "climb-cost" climb_cost: f64 where 0.0..=100.0 = 1.0, "DP-MOV-05",
        "cost of an inch straight up or down";
    "step-on-cost" step_on_cost: f64 where 0.0..=100.0 = 1.0, "DP-MOV-06",
        "cost of the step onto or over the edge of a climb";
    "charge-factor" charge_factor: f64 where 0.0..=100.0 = 0.5, "DP-CHG-01",
        "share of Movement that a charge may use";
    "free-attack-bonus" free_attack_bonus: i32 where -1000..=1000 = 2, "DP-MOV-11",
        "added to the hit target of free attacks";
    "deviation-step" deviation_step: f64 where 1.0..=1000.0 = 8.0, "DP-AOE-04",
        "inches of distance for each die of deviation";
    "deviation-directions" deviation_directions: u32 where 1..=100 = 6, "DP-AOE-03",
        "directions of deviation, evenly spread";
    "hole-radius" hole_radius: f64 where 0.0..=1000.0 = 0.0, "R-16",
        "radius in inches of the hole in an area template";
    "aoe-measure" aoe_measure: AoeMeasure = AoeMeasure::default(), "R-16",
        "what the printed size of an area template is";
    "wounds-base" wounds_base: u32 where 0..=1000 = 1, "DP-WND-02",
        "wounds lost beside the margin of the Strength roll";
    "suppress-min-models" suppress_min_models: u32 where 0..=1000 = 2, "DP-SUP-01",
        "least participants of Suppressing Fire";
    "suppress-modifier" suppress_modifier: i32 where -1000..=1000 = -2, "DP-SUP-07",
        "added to the hit target of Suppressing Fire";
    "limit-reroll-own" limit_reroll_own: Limit = Limit::Unlimited, "DP-CMD-07",
        "rerolls of the own roll in one test";
    "limit-modify-own" limit_modify_own: Limit = Limit::Times(1), "R-28",
        "shifts of the own roll in one test";
    "limit-force-reroll" limit_force_reroll: Limit = Limit::Times(1), "R-29",
        "rerolls forced on the opponent in one test";
    "limit-modify-opponent" limit_modify_opponent: Limit = Limit::Unlimited, "DP-CMD-10",
        "shifts of the opponent's roll in one test";
    "perception-step" perception_step: f64 where 0.01..=1000.0 = 6.0, "DP-PER-02",
        "inches of distance for each point off Perception";
    "active-bonus" active_bonus: i32 where -1000..=1000 = 3, "DP-PER-01",
        "added to active Perception checks";
    "suppression-in-own-activation" suppression_in_own_activation: SuppressionInOwnActivation
        = SuppressionInOwnActivation::default(), "R-34",
        "which activation a failed Leadership roll in the own activation binds";
    "suppressed-in-combat" suppressed_in_combat: SuppressedInCombat = SuppressedInCombat::default(), "R-35",
        "what a suppressed model in base contact does";
    "first-player" first_player: FirstPlayer = FirstPlayer::default(), "R-03",
        "who has the first turn";
    "shoot-while-engaged" shoot_while_engaged: ShootWhileEngaged = ShootWhileEngaged::default(), "R-15",
        "whether a model with an enemy in contact may shoot at others";
    "shoot-into-combat" shoot_into_combat: bool = false, "DP-SHT-07",
        "whether models in combat may be shot at";
    "witness-range" witness_range: f64 where 0.0..=1000.0 = 6.0, "DP-LDR-03",
        "inches within which a friend's death is seen";
    "pickup-range" pickup_range: f64 where 0.0..=1000.0 = 2.0, "DP-SQD-07",
        "inches within which a special weapon may be taken over";
    "overwatch-arc" overwatch_arc: f64 where 1.0..=180.0 = 45.0, "DP-OVW-02",
        "degrees of the arc of Overwatch";
    "combat-ready-arc" combat_ready_arc: f64 where 1.0..=180.0 = 90.0, "DP-CBR-02",
        "degrees of the arc of Combat Ready";
    "overwatch-shots" overwatch_shots: OverwatchShots = OverwatchShots::default(), "R-20",
        "how often a model on Overwatch fires";
    "combat-ready-charges" combat_ready_charges: CombatReadyCharges = CombatReadyCharges::default(), "R-23",
        "how often a model that is Combat Ready charges";
    "suppress-size-2" suppress_size_2: f64 where 0.0..=1000.0 = 3.0, "DP-SUP-03",
        "diameter in inches of the template of two participants";
    "suppress-size-3" suppress_size_3: f64 where 0.0..=1000.0 = 4.0, "DP-SUP-03",
        "diameter in inches of the template of three participants";
    "suppress-size-4" suppress_size_4: f64 where 0.0..=1000.0 = 5.0, "DP-SUP-03",
        "diameter in inches of the template of four participants";
    "suppress-over-4" suppress_over_4: SuppressOver4 = SuppressOver4::default(), "R-25",
        "the template of five and more participants";
    "suppress-groups" suppress_groups: SuppressGroups = SuppressGroups::default(), "R-109",
        "how many templates a squad lays in one activation";
    "tm-vs-suppressing" tm_vs_suppressing: TmVsSuppressing = TmVsSuppressing::default(), "R-27",
        "what a Tactical Manoeuvre does about Suppressing Fire";
    "suppressing-vs-action" suppressing_vs_action: SuppressingVsAction = SuppressingVsAction::default(), "R-84",
        "what becomes of an action that Suppressing Fire stops";
    "suppressing-scope" suppressing_scope: SuppressingScope = SuppressingScope::default(), "R-31",
        "which Leadership rolls a suppressing weapon worsens";
    "tm-covers" tm_covers: TmCovers = TmCovers::default(), "R-33",
        "what a Tactical Manoeuvre covers";
    "suppressed-in-cover-action" suppressed_in_cover_action: SuppressedInCoverAction
        = SuppressedInCoverAction::default(), "R-36",
        "what a model suppressed in cover may do";
    "reveal-timing" reveal_timing: RevealTiming = RevealTiming::default(), "R-39",
        "when a model in stealth may show itself";
    "stealth-reentry" stealth_reentry: StealthReentry = StealthReentry::default(), "R-42",
        "whether a model may enter stealth engaged or suppressed";
    "leader-death-pool" leader_death_pool: LeaderDeathPool = LeaderDeathPool::default(), "R-47",
        "what becomes of a squad's points when its leader dies";
    "regen-side" regen_side: RegenSide = RegenSide::default(), "R-61",
        "who regains Command Points";
    "free-attack-by" free_attack_by: FreeAttackBy = FreeAttackBy::default(), "R-73",
        "who strikes at a model that leaves";
    "actions-per-model" actions_per_model: u32 where 1..=8 = 1, "DP-ACT-05",
        "actions of a model in one activation";
    "tm-cost" tm_cost: u32 where 0..=250 = 1, "DP-TAC-01",
        "Command Points that a Tactical Manoeuvre costs";
    "overwatch-cost" overwatch_cost: u32 where 0..=250 = 1, "DP-OVW-01",
        "Command Points that Overwatch costs";
    "combat-ready-cost" combat_ready_cost: u32 where 0..=250 = 1, "DP-CBR-01",
        "Command Points that Combat Ready costs";
    "suppress-cost" suppress_cost: u32 where 0..=250 = 1, "DP-SUP-02",
        "Command Points that Suppressing Fire costs";
    "suppress-per-model" suppress_per_model: u32 where 0..=4 = 1, "DP-SUP-09",
        "attacks that a template makes on one model in a turn";
    "combat-ready-on-reveal" combat_ready_on_reveal: bool = false, "R-106",
        "a model that shows itself before its action may be charged";
    "cp-start" cp_start: CpStart = CpStart::default(), "DP-CMD-11",
        "who decides first in the bidding on a roll";
    "stealth-contact" stealth_contact: StealthContact = StealthContact::default(), "R-40",
        "whether stealth bases and enemy models may touch";
    "stealth-real-removed" stealth_real_removed: StealthRealRemoved = StealthRealRemoved::default(), "R-95",
        "when a model is destroyed whose real base is gone";
    "replan-after-shot" replan_after_shot: ReplanAfterShot = ReplanAfterShot::default(), "R-80",
        "how a mover goes on that was shot at";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_takes_its_default_and_refuses_nonsense() {
        for knob in Rules::knobs() {
            let mut rules = Rules::default();
            rules.set(&knob.name, &knob.default).unwrap();
            assert_eq!(rules, Rules::default(), "{}", knob.name);
            let diagnostic = rules.set(&knob.name, "nonsense").unwrap_err();
            assert_eq!(diagnostic.rule.as_deref(), Some(&*knob.rule));
            assert!(rules.set(&knob.name, "-100000").is_err() && rules.set(&knob.name, "NaN").is_err());
        }
    }

    #[test]
    fn overrides_are_read_and_refused_at_their_place() {
        let change = |key: &str, value: toml::Value| Override { key: key.to_owned(), value };
        let rules = Rules::read(&[
            change("rules.limit-modify-own", "unlimited".into()),
            change("rules.charge-factor", 0.75.into()),
            change("rules.suppress-modifier", (-3).into()),
            change("codex.units.generic-leader.cost", 30.into()),
        ])
        .unwrap();
        let expected = Rules {
            limit_modify_own: Limit::Unlimited,
            charge_factor: 0.75,
            suppress_modifier: -3,
            ..Rules::default()
        };
        assert_eq!(rules, expected);
        assert!(rules.values().contains(&("limit-modify-own", "unlimited".to_owned())));
        let diagnostics = Rules::read(&[change("rules.aoe-mesure", "radius".into())]).unwrap_err();
        assert_eq!(
            (diagnostics[0].nearest.as_deref(), &*diagnostics[0].source),
            (Some("aoe-measure"), "override `rules.aoe-mesure`")
        );
        assert!(Rules::read(&[change("rules.aoe-measure", true.into())]).is_err());
    }
}
