//! Even Odds: a Monte Carlo balance analyser for tabletop wargames.
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`dice`] | chance: seeded, enumerated, scripted |
//! | [`tabletop`] | space: hex grids, lines, battlefields |
//! | [`game`] | what a ruleset must be, and playing one engagement |
//! | [`rulesets`] | the games |
//! | [`outcomes`] | what engagements leave behind: accumulators and frames |
//! | [`analysis`] | statistics on counts |
//! | [`experiment`] | what is asked: cells, seeds, runner, resume, shards |
//! | `charts`, `report`, `cli` | pictures, reports, the command (feature `command`) |
//!
//! A room uses those above it in this list and none below; `dice`, `tabletop`, `game` and `rulesets` know nothing of files,
//! threads or frames.
//!
//! ```
//! use evenodds::game::Query;
//! use evenodds::rulesets;
//!
//! // What does one rifle do to one rifleman in the open?
//! let dogfaces = rulesets::find("dogfaces").unwrap();
//! let inputs = serde_json::json!({ "shooters": ["rifleman"], "target": "rifleman" });
//! let answer = dogfaces
//!     .resolve(&Query::exact("ranged-attack", &inputs))
//!     .unwrap();
//! let (label, probability) = &answer.exact.unwrap()[1];
//! assert_eq!(label, "holds-stunned");
//! assert!((probability - 1.0 / 6.0).abs() < 1e-12);
//! ```

pub mod analysis;
pub mod dice;
pub mod experiment;
pub mod game;
pub mod outcomes;
pub mod rulesets;
pub mod tabletop;

#[cfg(feature = "command")]
pub mod charts;
#[cfg(feature = "command")]
pub mod cli;
#[cfg(feature = "command")]
pub mod report;

/// The page for those who use the library: its blocks are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
