//! What a ruleset must be, and what everything above it may know of it.
//!
//! Inside a ruleset everything is generic and monomorphic: a [`Game`] is a state machine, a [`Player`] chooses, a
//! [`Observer`] watches. Outside, code sees the object-safe [`Ruleset`] and the [`Simulator`]s that it prepares, with
//! coarse methods only, so that no call inside an engagement is dynamic.

mod any_player;
mod battlefield;
pub mod cell;
pub(crate) mod codex;
mod combat_resolution;
#[cfg(test)]
pub(crate) mod contract;
mod diagnostic;
pub(crate) mod doctrine_book;
pub(crate) mod doctrine_weights;
mod event_log;
mod example;
pub mod film;
mod hands;
pub(crate) mod keyed;
pub(crate) mod ledger;
#[cfg(test)]
pub(crate) mod ledger_page;
pub mod list_text;
mod lists;
mod look_ahead;
pub(crate) mod notation;
mod observer;
mod outcome_schema;
mod paired_games;
mod phase_losses;
mod play;
mod play_settings;
pub mod policy;
mod random;
mod record;
mod refusal;
mod rollout;
pub mod roster;
mod ruleset;
mod ruleset_basics;
mod side;
mod side_state;
mod simulator;
pub(crate) mod situation;
pub(crate) mod switches;
mod table_reader;
mod tactics;
pub mod trace;
mod under_way;
pub(crate) mod units;
mod visible;

pub use any_player::AnyPlayer;
pub use battlefield::{Battlefield, RandomMaps};
pub(crate) use battlefield::{BattlefieldHead, read_features};
pub use cell::{Cell, CellGenerator, CellParts, Playable, Remains, Tables, thousandths};
pub use codex::CodexFile;
pub(crate) use codex::built_in;
pub(crate) use combat_resolution::resolutions;
pub use combat_resolution::{CombatResolution, Inputs, Priced};
pub use diagnostic::{Diagnostic, Diagnostics, add_once, nearest};
pub use doctrine_book::{Doctrine, DoctrineBook, Policy, Weights, is_free_name};
pub use doctrine_weights::{WeighedDoctrine, WeightDoc, layered_book};
pub use event_log::{EventLog, LogEntry, LoggedGame};
pub use example::Example;
pub use film::Film;
pub use hands::Hands;
pub(crate) use ledger::ledger;
#[cfg(test)]
pub(crate) use ledger::ledger_contract;
pub use lists::{Item, ListGenerator, Matchup, Purchase, RandomList, RandomLists, RandomMatchups, fill};
pub use look_ahead::{LookAhead, PLAN_HORIZONS, PlanHorizon, Rollouts};
pub use observer::{GameCounters, Observer, Silent, UnitStat, UnitStats};
pub use outcome_schema::{FRACTIONS_BUDGET, OutcomeSchema, answer};
pub use paired_games::{Seating, Seats};
pub use phase_losses::{MOST_PHASES, PhaseLoss, PhaseLosses, TurnPhase};
pub use play::{Game, PlanStage, Player, StreamKey, any_choice_without, any_shown, engage, share};
pub use play_settings::{PLAY_STYLES, PlaySettings, PlayStyle, tempered};
pub use random::Random;
pub use record::{GameRecord, Points};
pub use refusal::Refusal;
pub use rollout::{Appraisal, Candidate, Decisions, Engagement, Moment, PlayedOn, Results};
pub use roster::{Catalogue, ListReader, OverPoints, Roster, Unassigned};
pub(crate) use ruleset::check_override;
pub use ruleset::{
    Answer, Armies, Army, Benchmark, CellSetup, DecisionDoc, Fractions, Given, InputDoc, Knob, ListWord, Listing,
    NumberAnswer, OpenEnded, Override, PositionPlayers, Query, ResolutionDoc, RuleAtom, Ruleset, SampledLosses,
    ScenarioDoctrine, SideCount, Sides, Simulated, Source, Stakes, Transcript, USUAL_LENGTH, UnitDoc, contents,
};
pub(crate) use ruleset_basics::{ruleset_basics, whole_games};
pub use side::{Side, Verdict};
pub use side_state::{SideState, StateWords};
pub use simulator::{GameView, Narration, ResultSink, Simulator, USUAL_BLOCK};
pub use table_reader::{Entry, Node, TableReader, read_each};
pub use tactics::{Tactic, Tactics, doctrine_without, split_tactics};
#[cfg(test)]
pub(crate) use under_way::note_engagement;
pub(crate) use under_way::pair_gone_wrong;
pub use under_way::under_way;
pub(crate) use units::units;
pub use units::{NOBODY, UnitId, UnitSet, Word};
pub use visible::{LONGEST_NAME, name_fault, visible};
