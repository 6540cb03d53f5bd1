//! Numbers and switches of the rules, with their defaults.
//!
//! One is set as `rules.NAME` in an experiment or with `--rule NAME=VALUE` on the command line; those that decide combat and
//! command can be set in the `rules` table of a resolution as well. Values are strings; numbers may stand bare.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`numbers`] | numbers with more to them than a range |
//! | [`switches`] | switches with a list of values |

mod numbers;
mod switches;

pub use numbers::{Fraction, Ratio};
pub use switches::{
    Aggressor, AirCallDie, AirClose, ArtilleryGroup, AttacksPerTarget, CapResult, CheapRuleBase, CloseAttackEdge,
    CommanderInReserve, ContactEdge, EdgePolicy, EntryEdges, FlankStart, ForceValueBase, GroupMembership, GroupShapes,
    HoldCheck, InvasionAtCap, InvasionBase, KothPointsScaling, RecoilOffTable, RecoilWhen, ScoutBar, ShakenChecks,
    SightLine, SupportExhausts, TerrainOccupancy, TerrainPolicy, WheelMeasure,
};

use super::fixed_inches::Length;
use crate::game::switches::{from_overrides, rules};
use crate::game::{Diagnostics, OverPoints, Override};

impl Rules {
    /// Those that isolated resolutions take in their `rules` tables.
    pub const OF_RESOLUTIONS: [&'static str; 16] = [
        "support-bonus",
        "support-cap",
        "destroy-ratio",
        "optimal-margin",
        "shaken-target",
        "recoil-inches",
        "recoil-when",
        "recoil-off-table",
        "air-close",
        "artillery-modifier",
        "cover-cancels-optimal",
        "flank-gives-optimal",
        "commander-lost-penalty",
        "ip-min",
        "air-call-min",
        "air-call-die",
    ];

    /// Reads the overrides whose key begins with `rules.`; the others are not meant for the rules. The last one counts.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn read(overrides: &[Override]) -> Result<Rules, Diagnostics> {
        let mut rules = Rules::default();
        from_overrides(overrides, |name, value| rules.set(name, value))?;
        Ok(rules)
    }
}

rules! {
    "points-limit" points_limit: u32 where 1..=1_000_000 = 24, "DG-ARM-01",
        "FP that a Force may cost, unless its list says for how many it is made";
    "over-points" over_points: OverPoints = OverPoints::default(), "DG-ARM-01",
        "whether a Force that costs too much, or of which too little is cheap, plays all the same";
    "cheap-element-max" cheap_element_max: f64 where 0.0..=1_000_000.0 = 3.0, "DG-ARM-02",
        "an Element that costs no more is cheap";
    "cheap-fraction" cheap_fraction: Fraction = Fraction::one_of(2), "DG-ARM-02",
        "least share that must be cheap Elements";
    "cheap-rule-base" cheap_rule_base: CheapRuleBase = CheapRuleBase::default(), "R-05",
        "of what the cheap Elements are a share";
    "dogma-cost" dogma_cost: f64 where 0.0..=1_000_000.0 = 1.0, "DG-ARM-05",
        "FP for a Dogma";
    "dogma-max" dogma_max: u8 where 0..=4 = 1, "DG-ARM-05",
        "Dogmas that a Force may have";
    "force-value-base" force_value_base: ForceValueBase = ForceValueBase::default(), "R-06",
        "what the value of a Force is made of";
    "commander-in-reserve" commander_in_reserve: CommanderInReserve = CommanderInReserve::default(), "R-09",
        "whether the Commander may wait off the table";
    "support-bonus" support_bonus: u8 where 0..=100 = 2, "DG-RNG-11",
        "added to the attack total for each supporter";
    "support-cap" support_cap: u8 where 0..=100 = 4, "DG-RNG-11",
        "most that supporters add together";
    "destroy-ratio" destroy_ratio: Ratio = Ratio(2.0), "DG-RNG-05",
        "an attack total of so many times the defence total destroys";
    "optimal-margin" optimal_margin: u8 where 1..=100 = 1, "DG-RNG-08",
        "winning margin that destroys an Optimal Target";
    "shaken-target" shaken_target: u8 where 1..=7 = 4, "DG-MOR-01",
        "least die that passes a shaken check; 7 never passes";
    "recoil-inches" recoil_inches: Length = Length::from_inches(1.0), "DG-REC-01",
        "length of a recoil";
    "recoil-when" recoil_when: RecoilWhen = RecoilWhen::default(), "R-45",
        "what becomes of a target that is not destroyed in close combat";
    "recoil-off-table" recoil_off_table: RecoilOffTable = RecoilOffTable::default(), "R-48",
        "what the table edge does to a recoil";
    "air-close" air_close: AirClose = AirClose::default(), "R-56",
        "whether Air Support takes part in close combat";
    "artillery-modifier" artillery_modifier: u8 where 0..=30 = 2, "DG-DOG-01",
        "combat modifier of the Artillery Dogma";
    "cover-cancels-optimal" cover_cancels_optimal: bool = true, "DG-TER-03",
        "cover takes Optimal Target from ranged attacks";
    "flank-gives-optimal" flank_gives_optimal: bool = true, "DG-CLO-03",
        "flanking gives Optimal Target in close attacks";
    "commander-lost-penalty" commander_lost_penalty: u8 where 0..=100 = 1, "DG-CMD-02",
        "Initiative Points lost each turn once the Commander is destroyed";
    "ip-min" ip_min: u8 where 1..=6 = 1, "DG-CMD-02",
        "least Initiative Points after that penalty";
    "air-call-min" air_call_min: u8 where 1..=7 = 5, "DG-AIR-01",
        "least initiative die that allows calling in reserves";
    "air-call-die" air_call_die: AirCallDie = AirCallDie::default(), "R-58",
        "what is compared with air-call-min";
    "dogma-dies-with-commander" dogma_dies_with_commander: bool = false, "R-33",
        "whether a Dogma ends with the Commander";
    "group-max" group_max: u8 where 1..=4 = 4, "DG-GRP-01",
        "most Elements in a Group";
    "group-shapes" group_shapes: GroupShapes = GroupShapes::default(), "R-28",
        "which shapes a Group may have";
    "group-membership" group_membership: GroupMembership = GroupMembership::default(), "R-29",
        "who moves and turns as a Group";
    "artillery-group" artillery_group: ArtilleryGroup = ArtilleryGroup::default(), "R-63",
        "which Groups Artillery may name";
    "move-cost-ip" move_cost_ip: u8 where 0..=6 = 1, "DG-CMD-03",
        "Initiative Points for a tactical move";
    "group-move-cost-ip" group_move_cost_ip: u8 where 0..=6 = 1, "DG-CMD-04",
        "Initiative Points for a Group move";
    "multiple-moves" multiple_moves: bool = false, "R-24",
        "whether an Element may move several times a turn";
    "wheel-measure" wheel_measure: WheelMeasure = WheelMeasure::default(), "R-31",
        "how a wheel is measured";
    "tank-commander-wheel" tank_commander_wheel: f64 where 0.0..=100.0 = 2.0, "DG-DOG-05",
        "inches of the free wheel of Tank Commander";
    "engaged-may-withdraw" engaged_may_withdraw: bool = false, "R-41",
        "whether an engaged Element may withdraw straight back";
    "slide-costs-ip" slide_costs_ip: bool = true, "R-42",
        "whether a slide into full contact costs a point";
    "contact-edge" contact_edge: ContactEdge = ContactEdge::default(), "R-37",
        "which edge of several is contacted";
    "flank-start" flank_start: FlankStart = FlankStart::default(), "R-38",
        "where a flanker must start";
    "group-elements-turn" group_elements_turn: bool = false, "R-39",
        "whether an Element in a Group turns to face";
    "contact-tolerance" contact_tolerance: f64 where 0.0..=0.1 = 0.02, "DG-CON-01",
        "bases nearer than this touch, inches";
    "full-contact-tolerance" full_contact_tolerance: f64 where 0.0..=0.1 = 0.05, "DG-CON-01",
        "greatest corner mismatch of full contact, inches";
    "sight-clearance" sight_clearance: f64 where 0.0..=0.1 = 0.005, "DG-LOS-03",
        "what a sight line keeps from every outline, inches";
    "sight-line" sight_line: SightLine = SightLine::default(), "R-21",
        "how range and sight go together";
    "air-blocks-los" air_blocks_los: bool = true, "R-18",
        "whether Air Support blocks the sight of others";
    "terrain-policy" terrain_policy: TerrainPolicy = TerrainPolicy::default(), "R-13",
        "who places terrain";
    "terrain-occupancy" terrain_occupancy: TerrainOccupancy = TerrainOccupancy::default(), "R-14",
        "when a base is in a feature";
    "min-feature-diameter" min_feature_diameter: f64 where 0.5..=12.0 = 2.0, "DG-TER-02",
        "least width of a feature, inches";
    "max-feature-diameter" max_feature_diameter: f64 where 0.5..=12.0 = 6.0, "R-12",
        "greatest width of a feature, inches";
    "min-feature-gap" min_feature_gap: f64 where 0.0..=12.0 = 2.0, "R-12",
        "least gap between two features, inches";
    "deploy-depth" deploy_depth: f64 where 2.0..=12.0 = 6.0, "DG-SET-06",
        "depth of a Deployment Zone, inches";
    "aggressor" aggressor: Aggressor = Aggressor::default(), "DG-OPT-02",
        "who is the aggressor";
    "edge-policy" edge_policy: EdgePolicy = EdgePolicy::default(), "DG-OPT-02",
        "how edges are found";
    "partial-contact-blocks-shooting" partial_contact_blocks_shooting: bool = false, "R-23",
        "whether partial contact forbids ranged attacks";
    "attacks-per-target" attacks_per_target: AttacksPerTarget = AttacksPerTarget::default(), "R-54",
        "how often a target may be attacked";
    "support-exhausts" support_exhausts: SupportExhausts = SupportExhausts::default(), "R-51",
        "how long an attack or support uses an Element up";
    "flankers-support" flankers_support: bool = true, "R-52",
        "whether flankers support";
    "close-attack-edge" close_attack_edge: CloseAttackEdge = CloseAttackEdge::default(), "R-44",
        "through which edge an Element may attack";
    "shaken-checks" shaken_checks: ShakenChecks = ShakenChecks::default(), "R-60",
        "how often a shaken Element checks";
    "scout-bar" scout_bar: ScoutBar = ScoutBar::default(), "R-66",
        "which Scouts may make no contact in the first turn";
    "entry-edges" entry_edges: EntryEdges = EntryEdges::default(), "R-59",
        "where reserves may enter";
    "exterminate-fraction" exterminate_fraction: Fraction = Fraction::one_of(2), "DG-SCN-01",
        "share of the enemy Force to destroy";
    "invasion-fraction" invasion_fraction: Fraction = Fraction::one_of(3), "DG-SCN-03",
        "share of the own Force to bring off";
    "invasion-loss-fraction" invasion_loss_fraction: Fraction = Fraction::one_of(2), "DG-SCN-04",
        "share of the aggressor's Force whose loss wins for the opponent";
    "invasion-base" invasion_base: InvasionBase = InvasionBase::default(), "R-84",
        "of what the share to bring off is taken";
    "koth-radius" koth_radius: f64 where 0.5..=12.0 = 4.0, "DG-SCN-05",
        "inches from the central marker";
    "koth-points" koth_points: f64 where 0.0..=1000.0 = 6.0, "DG-SCN-05",
        "FP that must stand on the hill";
    "koth-points-scaling" koth_points_scaling: KothPointsScaling = KothPointsScaling::default(), "R-74",
        "whether the hill's points grow with the game";
    "hold-check" hold_check: HoldCheck = HoldCheck::default(), "R-74",
        "what holders have to do in the enemy turn";
    "control-marker-min-distance" control_marker_min_distance: f64 where 0.0..=12.0 = 0.0, "DG-SCN-09",
        "least distance of a marker from the central one, inches";
    "control-persists" control_persists: bool = false, "R-79",
        "whether control stays until the enemy covers the marker";
    "max-rounds" max_rounds: u16 where 1..=1000 = 20, "DG-VIC-03",
        "rounds before the game is stopped";
    "cap-result" cap_result: CapResult = CapResult::default(), "R-77",
        "how a game ends that reaches its last round";
    "invasion-at-cap" invasion_at_cap: InvasionAtCap = InvasionAtCap::default(), "R-77",
        "how Invasion ends at the last round";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: impl Into<toml::Value>) -> Result<Rules, Diagnostics> {
        Rules::read(&[Override { key: format!("rules.{name}"), value: value.into() }])
    }

    #[test]
    fn wrong_values_are_refused() {
        for (name, value) in [
            ("destroy-ratio", toml::Value::from(1)),
            ("destroy-ratio", f64::NAN.into()),
            ("destroy-ratio", "1/0".into()),
            ("destroy-ratio", "3/4".into()),
            ("optimal-margin", 0.into()),
            ("shaken-target", 8.into()),
            ("recoil-inches", (-0.5).into()),
            ("recoil-when", "never".into()),
            ("ip-min", 0.into()),
            ("support-bonus", 1.5.into()),
            ("cheap-fraction", "3/2".into()),
            ("cheap-fraction", "1/0".into()),
        ] {
            assert!(read(name, value.clone()).is_err(), "{name} {value}");
        }
        assert_eq!(read("recoil-inches", 0.5).unwrap().recoil_inches, Length::from_inches(0.5));
    }
}
