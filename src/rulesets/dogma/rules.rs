//! Numbers and switches of the rules, with their defaults.
//!
//! One is set as `rules.NAME` in an experiment or with `--rule NAME=VALUE` on the command line; those that decide combat and
//! command can be set in the `rules` table of a resolution as well. Values are strings; numbers may stand bare.

use super::length::Length;
use crate::game::switches::{self, Value, choices, rules};
use crate::game::{Faults, Override, Points};

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
    pub fn read(overrides: &[Override]) -> Result<Rules, Faults> {
        let mut rules = Rules::default();
        switches::from_overrides(overrides, |name, value| rules.set(name, value))?;
        Ok(rules)
    }
}

/// How many times the defence total an attack total must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio(f64);

impl Ratio {
    /// Whether `attack` is at least so many times `defence`; decimals that miss a whole number by less than 1e-9 count
    /// as that number.
    #[must_use]
    pub fn reached(self, attack: u32, defence: u32) -> bool {
        f64::from(attack) + 1e-9 >= self.0 * f64::from(defence)
    }
}

impl Value for Ratio {
    fn read(text: &str) -> Option<Self> {
        let ratio: f64 = match text.split_once('/') {
            Some((times, of)) => times.trim().parse::<f64>().ok()? / of.trim().parse::<f64>().ok()?,
            None => text.parse().ok()?,
        };
        (ratio > 1.0 && ratio <= 1000.0).then_some(Ratio(ratio))
    }
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a number or fraction above 1, up to 1000"]
    }
}

/// A share of a whole, compared without rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    of: i64,
    parts: i64,
}

impl Fraction {
    /// One part of so many.
    #[must_use]
    pub const fn one_of(parts: i64) -> Self {
        Self { of: 1, parts }
    }

    /// Whether `part` is at least this share of `whole`.
    #[must_use]
    pub fn reached(self, part: Points, whole: Points) -> bool {
        part * self.parts >= whole * self.of
    }
}

impl Value for Fraction {
    fn read(text: &str) -> Option<Self> {
        let fraction = match text.split_once('/') {
            Some((of, parts)) => Fraction { of: of.trim().parse().ok()?, parts: parts.trim().parse().ok()? },
            None => {
                let share: f64 = text.parse().ok()?;
                Fraction { of: (share * 1e6).round() as i64, parts: 1_000_000 }
            }
        };
        let sound = (1..=1_000_000).contains(&fraction.parts) && (0..=fraction.parts).contains(&fraction.of);
        sound.then_some(fraction)
    }
    fn write(&self) -> String {
        format!("{}/{}", self.of, self.parts)
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a fraction or number from 0 to 1"]
    }
}

impl Value for Length {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|inches| (0.0..=Length::MOST_INCHES).contains(inches)).map(Length::from_inches)
    }
    fn write(&self) -> String {
        self.inches().to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["inches from 0 to 1000"]
    }
}

choices! {
    /// `recoil-when`: what becomes of a target that is not destroyed in close combat.
    RecoilWhen {
        /// It recoils, whatever the dice.
        Always = "always",
        /// It recoils only from a higher total.
        AttackerHigher = "attacker-higher",
    }
}

choices! {
    /// `recoil-off-table`: what the table edge does to a recoil.
    RecoilOffTable {
        /// It destroys.
        Destroyed = "destroyed",
        /// It stops whatever reaches it.
        Stops = "stops",
    }
}

choices! {
    /// `air-close`: whether Air Support takes part in close combat.
    AirClose {
        /// No.
        Forbidden = "forbidden",
        /// It may attack, though nobody may attack it.
        Allowed = "allowed",
    }
}

choices! {
    /// `air-call-die`: what is compared with `air-call-min`.
    AirCallDie {
        /// The die as thrown.
        Natural = "natural",
        /// The Initiative Points.
        Modified = "modified",
    }
}

choices! {
    /// `cheap-rule-base`: of what the cheap Elements are a share.
    CheapRuleBase {
        /// Of the costs of all Elements.
        Elements = "elements",
        /// Of what is spent, Dogma included.
        Spent = "spent",
        /// Of the points limit.
        Limit = "limit",
    }
}

choices! {
    /// `force-value-base`: what the value of a Force is made of.
    ForceValueBase {
        /// The costs of its Elements.
        Elements = "elements",
        /// Those and the Dogma's.
        ElementsAndDogma = "elements-and-dogma",
    }
}

choices! {
    /// `commander-in-reserve`: whether the Commander may wait off the table.
    CommanderInReserve {
        /// He may.
        Allowed = "allowed",
        /// He may not.
        Forbidden = "forbidden",
    }
}

choices! {
    /// `terrain-policy`: who places terrain.
    TerrainPolicy {
        /// The players, in turn.
        Scripted = "scripted",
        /// Chance, by the weights of the ruling.
        Random = "random",
        /// The map.
        Fixed = "fixed",
        /// Nobody: the table is empty.
        Nothing = "none",
    }
}

choices! {
    /// `terrain-occupancy`: when a base is in a feature.
    TerrainOccupancy {
        /// When its centre is.
        Centre = "centre",
        /// When any part of it is.
        Any = "any",
        /// When all of it is.
        Whole = "whole",
    }
}

choices! {
    /// `sight-line`: how range and sight go together.
    SightLine {
        /// The least distance counts for range, any clear line for sight.
        Independent = "independent",
        /// One line has to satisfy both.
        SameLine = "same-line",
    }
}

choices! {
    /// `group-shapes`: which shapes a Group may have.
    GroupShapes {
        /// Any connected one.
        Any = "any",
        /// Lines and columns.
        LinesAndColumns = "lines-and-columns",
    }
}

choices! {
    /// `group-membership`: who moves and turns as a Group.
    GroupMembership {
        /// Any that stand as one when the phase begins.
        Fluid = "fluid",
        /// Those whom their owner wrote down as one.
        Declared = "declared",
    }
}

choices! {
    /// `artillery-group`: which Groups Artillery may name.
    ArtilleryGroup {
        /// Any that stand as one.
        AnyContactSet = "any-contact-set",
        /// Those that their owner wrote down, each as a whole.
        Declared = "declared",
    }
}

choices! {
    /// `wheel-measure`: how a wheel is measured.
    WheelMeasure {
        /// Along the path of the outer front corner.
        FrontOuterCorner = "front-outer-corner",
        /// Along the path of the corner that is farthest from the pivot.
        FarthestCorner = "farthest-corner",
        /// Straight, from start to end of the outer front corner.
        Chord = "chord",
    }
}

choices! {
    /// `contact-edge`: which edge of several is contacted.
    ContactEdge {
        /// The one whose outer side holds the mover, the front before others.
        TowardsMover = "towards-mover",
        /// The owner picks.
        Free = "free",
    }
}

choices! {
    /// `flank-start`: where a flanker must start.
    FlankStart {
        /// Anywhere.
        Anywhere = "none",
        /// Behind the line of the enemy's front edge.
        BehindFrontLine = "behind-front-line",
    }
}

choices! {
    /// `close-attack-edge`: through which edge an Element may attack.
    CloseAttackEdge {
        /// Any.
        Any = "any",
        /// Its front.
        Front = "front",
    }
}

choices! {
    /// `support-exhausts`: how long supporting or attacking uses an Element up.
    SupportExhausts {
        /// For the turn.
        Turn = "turn",
        /// For the phase.
        Phase = "phase",
        /// Supports are free; attacks are one a phase.
        Never = "never",
    }
}

choices! {
    /// `attacks-per-target`: how often a target may be attacked.
    AttacksPerTarget {
        /// Once a turn.
        Turn = "turn",
        /// Once a phase.
        Phase = "phase",
    }
}

choices! {
    /// `shaken-checks`: how often a shaken Element checks.
    ShakenChecks {
        /// Once a turn, for moving and firing.
        One = "one",
        /// For each apart.
        Two = "two",
    }
}

choices! {
    /// `scout-bar`: which Scouts may make no contact in the first turn.
    ScoutBar {
        /// Those deployed outside the zone.
        DeployedForward = "deployed-forward",
        /// All Assault Elements of the Force.
        AllAssault = "all-assault",
    }
}

choices! {
    /// `entry-edges`: where reserves may enter.
    EntryEdges {
        /// Anywhere but within the enemy Deployment Zone.
        OutsideEnemyZone = "outside-enemy-zone",
        /// Anywhere but along the enemy edge.
        NotEnemyEdge = "not-enemy-edge",
    }
}

choices! {
    /// `invasion-base`: of what a third is to be brought off.
    InvasionBase {
        /// Of the Force without Air Support.
        WithoutAir = "without-air",
        /// Of the whole Force.
        Whole = "whole",
    }
}

choices! {
    /// `hold-check`: what holders have to do in the enemy turn.
    HoldCheck {
        /// Survive.
        Survive = "survive",
        /// Survive, and stay in place.
        SurviveAndRemain = "survive-and-remain",
    }
}

choices! {
    /// `koth-points-scaling`: whether the hill's points grow with the game.
    KothPointsScaling {
        /// No.
        Fixed = "fixed",
        /// A quarter of the points limit.
        Quarter = "quarter",
    }
}

choices! {
    /// `cap-result`: how a game ends that reaches its last round.
    CapResult {
        /// A draw.
        Draw = "draw",
        /// By the share of enemy value destroyed.
        Points = "points",
    }
}

choices! {
    /// `invasion-at-cap`: how Invasion ends at the last round.
    InvasionAtCap {
        /// The opponent wins.
        Opponent = "opponent",
        /// A draw.
        Draw = "draw",
    }
}

choices! {
    /// `aggressor`: who is the aggressor.
    Aggressor {
        /// The winner of a roll-off.
        Roll = "roll",
        /// The player of the first seat.
        First = "first",
        /// The player of the second seat.
        Second = "second",
    }
}

choices! {
    /// `edge-policy`: how edges are found.
    EdgePolicy {
        /// By the dice.
        Roll = "roll",
        /// The aggressor has the southern edge.
        Fixed = "fixed",
    }
}

rules! {
    "points-limit" points_limit: u32 where 1..=1_000_000 = 24, "DG-ARM-01",
        "FP that a Force may cost, unless its list says for how many it is made";
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

    fn read(name: &str, value: impl Into<toml::Value>) -> Result<Rules, Faults> {
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

    #[test]
    fn fractions_are_met_exactly() {
        let third = Fraction::read("1/3").unwrap();
        assert!(third.reached(8, 24) && !third.reached(7, 24) && !third.reached(7, 23) && third.reached(8, 23));
        let half = Fraction::read("0.5").unwrap();
        assert!(half.reached(11_500, 23_000) && !half.reached(11_499, 23_000));
    }

    #[test]
    fn ratios_are_met_exactly() {
        let ratio = |text: &str| Ratio::read(text).unwrap();
        assert!(ratio("1.1").reached(11, 10) && !ratio("1.1").reached(10, 10));
        assert!(ratio("1.6666666666666667").reached(5, 3) && ratio("5/3").reached(5, 3));
        assert!(ratio("4/3").reached(4, 3) && !ratio("4/3").reached(5, 4));
        assert!(ratio("2").reached(8, 4) && !ratio("2").reached(7, 4));
    }
}
