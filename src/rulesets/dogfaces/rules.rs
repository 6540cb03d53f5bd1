//! Every switch of the rulings, with its default.
//!
//! A switch is set as `rules.NAME` in an experiment, with `--rule NAME=VALUE` on the command line, or in the `rules`
//! table of a resolution or a situation. Values are strings; numbers may stand bare.

use crate::game::{Fault, Knob};

/// Declares an enum of switch values with their spellings; the first is the default.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            #[default]
            $($(#[$vdoc])* $variant),+
        }
        impl Value for $name {
            fn read(text: &str) -> Option<Self> {
                match text {
                    $($key => Some(Self::$variant),)+
                    _ => None,
                }
            }
            fn write(&self) -> String {
                match self {
                    $(Self::$variant => $key.to_owned(),)+
                }
            }
            fn allowed() -> Vec<&'static str> {
                vec![$($key),+]
            }
        }
    };
}

/// What can stand behind a switch.
trait Value: Sized {
    fn read(text: &str) -> Option<Self>;
    fn write(&self) -> String;
    fn allowed() -> Vec<&'static str>;
}

impl Value for bool {
    fn read(text: &str) -> Option<Self> {
        match text {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        }
    }
    fn write(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["yes", "no"]
    }
}

impl Value for u8 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a whole number from 0 to 255"]
    }
}

impl Value for u16 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|cap| *cap <= 10_000)
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a whole number from 0 to 10000"]
    }
}

impl Value for f64 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio))
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a number from 0 to 1"]
    }
}

impl Value for Vec<String> {
    fn read(text: &str) -> Option<Self> {
        Some(text.split(',').map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).collect())
    }
    fn write(&self) -> String {
        self.join(",")
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a list of terrain keys"]
    }
}

/// Declares the rules with name, field, type, default, ruling and a line about each.
macro_rules! rules {
    ($($name:literal $field:ident: $type:ty = $default:expr, $ruling:literal, $about:literal;)+) => {
        /// All switches of a game.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Rules {
            $(#[doc = concat!("`", $name, "` (", $ruling, "): ", $about, ".")] pub $field: $type),+
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($field: $default),+ }
            }
        }

        impl Rules {
            /// Names of all switches.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Sets one switch.
            ///
            /// # Errors
            /// When there is no such switch, or it does not take that value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
                match name {
                    $($name => {
                        self.$field = <$type as Value>::read(value).ok_or_else(|| refuse(name, value, &<$type as Value>::allowed()))?;
                        Ok(())
                    })+
                    _ => Err(Fault::unknown("rule", name, Self::NAMES)),
                }
            }

            /// All switches with their present values.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, Value::write(&self.$field))),+]
            }

            /// All switches, described.
            #[must_use]
            pub fn knobs() -> Vec<Knob> {
                let default = Self::default();
                vec![$(Knob {
                    name: $name.to_owned(),
                    default: Value::write(&default.$field),
                    allowed: <$type as Value>::allowed().join(", "),
                    rule: $ruling.to_owned(),
                    about: $about.to_owned(),
                }),+]
            }
        }
    };
}

fn refuse(name: &str, value: &str, allowed: &[&str]) -> Fault {
    Fault {
        nearest: crate::game::nearest(value, allowed.iter().copied()),
        ..Fault::new(format!("rule `{name}` does not take `{value}`")).allowing(allowed.iter().copied())
    }
}

choices! {
    /// `rosters`: whether both sides must field the same teams.
    Rosters {
        /// `mirrored`
        Mirrored = "mirrored",
        /// `free`
        Free = "free" }
}

choices! {
    /// `team-order`: whether foot teams must come in alphabetical order.
    TeamOrder {
        /// `strict`
        Strict = "strict",
        /// `free`
        Free = "free" }
}

choices! {
    /// `first-player`: who moves first, unless the scenario says so.
    FirstPlayer {
        /// `random`
        Random = "random",
        /// `a`
        A = "a",
        /// `b`
        B = "b" }
}

choices! {
    /// `jet-zoc`: whether enemy zones stop a flight.
    JetZoc {
        /// `stops`
        Stops = "stops",
        /// `ignores`
        Ignores = "ignores" }
}

choices! {
    /// `overwatch-trigger`: what sets off Overwatch fire.
    OverwatchTrigger {
        /// `any-entry`
        AnyEntry = "any-entry",
        /// `crossing`
        Crossing = "crossing" }
}

choices! {
    /// `overwatch-spends`: what Overwatch fire costs the watcher.
    OverwatchSpends {
        /// `next-attack`
        NextAttack = "next-attack",
        /// `hold-fire`
        HoldFire = "hold-fire",
        /// `game-turn`
        GameTurn = "game-turn" }
}

choices! {
    /// `forest-limit`: which forest hexes limit a shot.
    ForestLimit {
        /// `through-and-into`
        ThroughAndInto = "through-and-into",
        /// `through-only`
        ThroughOnly = "through-only",
        /// `into-only`
        IntoOnly = "into-only" }
}

choices! {
    /// `edge-line`: which hexes a shot along their common border passes.
    EdgeLine {
        /// `either`
        Either = "either",
        /// `both`
        Both = "both" }
}

choices! {
    /// `sight-blockers`: what blocks sight.
    SightBlockers {
        /// `none`
        None = "none",
        /// `hills`
        Hills = "hills",
        /// `hills-and-towns`
        HillsAndTowns = "hills-and-towns" }
}

choices! {
    /// `hill-mixed`: how many of the shooters must be lower for the hill's modifier.
    HillMixed {
        /// `any`
        Any = "any",
        /// `all`
        All = "all" }
}

choices! {
    /// `attacks-per-target`: how many attacks one unit may suffer in a phase.
    AttacksPerTarget {
        /// `one`
        One = "one",
        /// `many`
        Many = "many" }
}

choices! {
    /// `declare`: when targets are declared.
    Declare {
        /// `target-by-target`
        TargetByTarget = "target-by-target",
        /// `all-first`
        AllFirst = "all-first" }
}

choices! {
    /// `suit-absorb`: how often a suit's die is thrown.
    SuitAbsorb {
        /// `per-shot`
        PerShot = "per-shot",
        /// `per-attack`
        PerAttack = "per-attack" }
}

choices! {
    /// `flame-vs-suit`: what a suit does against direct flame.
    FlameVsSuit {
        /// `absorb`
        Absorb = "absorb",
        /// `immune`
        Immune = "immune" }
}

choices! {
    /// `flame-vs-lcv`: what flames do to light vehicles.
    FlameVsLcv {
        /// `immune`
        Immune = "immune",
        /// `normal`
        Normal = "normal" }
}

choices! {
    /// `rocky-mixed`: Rocky under an attack that mixes frags and other fire.
    RockyMixed {
        /// `penalised`
        Penalised = "penalised",
        /// `exempt`
        Exempt = "exempt" }
}

choices! {
    /// `retreat-chooser`: who chooses the end of a retreat.
    RetreatChooser {
        /// `owner`
        Owner = "owner",
        /// `attacker`
        Attacker = "attacker" }
}

choices! {
    /// `retreat-zoc`: whether hexes next to enemies are closed to retreats.
    RetreatZoc {
        /// `ignored`
        Ignored = "ignored",
        /// `blocks`
        Blocks = "blocks" }
}

choices! {
    /// `retreat-off-map`: what the map edge does to a retreat.
    RetreatOffMap {
        /// `blocked`
        Blocked = "blocked",
        /// `leaves-play`
        LeavesPlay = "leaves-play" }
}

choices! {
    /// `blocked-retreat`: what becomes of a unit whose retreat is not complete.
    BlockedRetreat {
        /// `stunned`
        Stunned = "stunned",
        /// `stays`
        Stays = "stays",
        /// `ooc`
        Ooc = "ooc" }
}

choices! {
    /// `recovery-order`: whether leaders who come round help at once.
    RecoveryOrder {
        /// `simultaneous`
        Simultaneous = "simultaneous",
        /// `leaders-first`
        LeadersFirst = "leaders-first" }
}

choices! {
    /// `dismount-after-ride`: whether riders may get off after the ride.
    DismountAfterRide {
        /// `unless-zoc`
        UnlessZoc = "unless-zoc",
        /// `full`
        Full = "full",
        /// `none`
        None = "none" }
}

choices! {
    /// `cap-result`: result of last-man-standing at the cap.
    CapResult {
        /// `headcount`
        Headcount = "headcount",
        /// `draw`
        Draw = "draw",
        /// `cost`
        Cost = "cost" }
}

rules! {
    "rosters" rosters: Rosters = Rosters::default(), "R-50", "whether both sides must field the same teams";
    "team-order" team_order: TeamOrder = TeamOrder::default(), "R-50", "whether foot teams must come in alphabetical order";
    "first-player" first_player: FirstPlayer = FirstPlayer::default(), "R-51", "who moves first, unless the scenario says so";
    "setup-mounted" setup_mounted: bool = true, "R-45", "soldiers may start the game riding";
    "jet-zoc" jet_zoc: JetZoc = JetZoc::default(), "R-10", "whether enemy zones stop a flight";
    "jet-may-walk" jet_may_walk: bool = true, "R-09", "a soldier with a jet pack may walk instead";
    "stunned-zoc" stunned_zoc: bool = true, "R-12", "Stunned enemies stop movers";
    "zoc-negated-by" zoc_negated_by: Vec<String> = Vec::new(), "R-11", "terrain into which enemy zones do not reach";
    "bridge-is-road" bridge_is_road: bool = false, "R-08", "bridges count as road hexes";
    "overwatch-limit" overwatch_limit: u8 = 2, "R-18", "most units of a side on Overwatch at a time";
    "overwatch-after-move" overwatch_after_move: bool = true, "R-19", "a unit that moved may go on Overwatch";
    "overwatch-trigger" overwatch_trigger: OverwatchTrigger = OverwatchTrigger::default(), "R-20", "what sets off Overwatch fire";
    "overwatch-spends" overwatch_spends: OverwatchSpends = OverwatchSpends::default(), "R-21", "what Overwatch fire costs the watcher";
    "forest-limit" forest_limit: ForestLimit = ForestLimit::default(), "R-25", "which forest hexes limit a shot";
    "edge-line" edge_line: EdgeLine = EdgeLine::default(), "R-26", "which hexes a shot along their common border passes";
    "sight-blockers" sight_blockers: SightBlockers = SightBlockers::default(), "R-27", "what blocks sight";
    "hill-mixed" hill_mixed: HillMixed = HillMixed::default(), "R-28", "how many of the shooters must be lower for the hill's modifier";
    "attacks-per-target" attacks_per_target: AttacksPerTarget = AttacksPerTarget::default(), "R-29", "how many attacks one unit may suffer in a phase";
    "declare" declare: Declare = Declare::default(), "R-30", "when targets are declared";
    "strength-floor" strength_floor: u8 = 0, "R-31", "lowest column once a point has arrived; 0: no effect";
    "suit-absorb" suit_absorb: SuitAbsorb = SuitAbsorb::default(), "R-32", "how often a suit's die is thrown";
    "flame-vs-suit" flame_vs_suit: FlameVsSuit = FlameVsSuit::default(), "R-33", "what a suit does against direct flame";
    "flame-vs-lcv" flame_vs_lcv: FlameVsLcv = FlameVsLcv::default(), "R-33", "what flames do to light vehicles";
    "rocky-mixed" rocky_mixed: RockyMixed = RockyMixed::default(), "R-34", "Rocky under an attack that mixes frags and other fire";
    "tom-both-weapons" tom_both_weapons: bool = false, "R-35", "Tom may fire rocket and pistol in one turn";
    "frag-empty-hex" frag_empty_hex: bool = false, "R-36", "frags may be aimed at empty hexes";
    "splash-terrain" splash_terrain: bool = true, "R-38", "the bystander's terrain counts against splash";
    "retreat-chooser" retreat_chooser: RetreatChooser = RetreatChooser::default(), "R-40", "who chooses the end of a retreat";
    "retreat-sideways" retreat_sideways: bool = true, "R-40", "retreats may go sideways when no outward path is open";
    "retreat-zoc" retreat_zoc: RetreatZoc = RetreatZoc::default(), "R-41", "whether hexes next to enemies are closed to retreats";
    "retreat-off-map" retreat_off_map: RetreatOffMap = RetreatOffMap::default(), "R-42", "what the map edge does to a retreat";
    "blocked-retreat" blocked_retreat: BlockedRetreat = BlockedRetreat::default(), "R-42", "what becomes of a unit whose retreat is not complete";
    "recovery-order" recovery_order: RecoveryOrder = RecoveryOrder::default(), "R-15", "whether leaders who come round help at once";
    "stunned-medic" stunned_medic: bool = false, "R-16", "a Stunned medic treats";
    "medic-vehicles" medic_vehicles: bool = true, "R-16", "a medic treats vehicles";
    "medic-foes" medic_foes: bool = false, "R-16", "Stunned enemies next to a medic recover too";
    "vehicle-lead-number" vehicle_lead_number: u8 = 6, "R-17", "recovery number that a vehicle lends to others";
    "sam-ride-stun" sam_ride_stun: bool = true, "R-48", "a rider who ignores stuns is Stunned with his vehicle";
    "riders-targetable" riders_targetable: bool = false, "R-46", "riders can be aimed at and splashed";
    "dismount-after-ride" dismount_after_ride: DismountAfterRide = DismountAfterRide::default(), "R-47", "whether riders may get off after the ride";
    "turn-cap" turn_cap: u16 = 0, "R-53", "last turn of the game; 0: that of scenario and size";
    "cap-result" cap_result: CapResult = CapResult::default(), "R-53", "result of last-man-standing at the cap";
    "stalemate-rule" stalemate_rule: bool = true, "R-54", "the game ends when neither side can kill any more";
    "surrender-ratio" surrender_ratio: f64 = 0.0, "R-55", "a side gives up below this share of own to enemy units; 0: never";
}
