//! The scenarios: names and ways to end. What each is about stands in files, as [`Terms`](super::terms::Terms).

use crate::game::keyed::keyed;
use crate::game::{Source, built_in};

keyed! {
    /// A scenario.
    Scenario {
        /// Nothing but the two armies.
        OpenField = "open-field",
        /// Both march on a crossroads.
        Crossroads = "crossroads",
        /// The south attacks a ridge.
        RidgeAssault = "ridge-assault",
        /// The south attacks over a river.
        RiverCrossing = "river-crossing",
        /// The south attacks redoubts.
        RedoubtAssault = "redoubt-assault",
        /// Half of each army comes later.
        Relief = "relief",
        /// Whatever map the dice draw.
        Random = "random",
        /// The south attacks a ridge whose defenders are hidden.
        HiddenDefence = "hidden-defence",
        /// An event by a designer's file.
        Historical = "historical",
    }
}

/// All scenarios by key, with a line about each, the usual one first (HX-SET-02).
pub const SCENARIOS: [(&str, Scenario, &str); 9] = [
    ("open-field", Scenario::OpenField, "two lists of equal cost on open ground: for calibration"),
    ("crossroads", Scenario::Crossroads, "both march on a crossroads, guns limbered; three objectives"),
    ("ridge-assault", Scenario::RidgeAssault, "the south attacks a walled ridge by `setup.ratio`; three objectives"),
    ("river-crossing", Scenario::RiverCrossing, "the south forces a river by `setup.ratio`; it scores on the far bank"),
    ("redoubt-assault", Scenario::RedoubtAssault, "the south attacks redoubts by `setup.ratio`; each is an objective"),
    ("relief", Scenario::Relief, "crossroads with half of each army due on turn 3, at a place by die"),
    ("random", Scenario::Random, "a map drawn by the dice; the centre is an objective"),
    ("hidden-defence", Scenario::HiddenDefence, "ridge-assault against hidden defenders and decoys"),
    (
        "historical",
        Scenario::Historical,
        "a refight by a battlefield file with zones, arrivals and objectives of its own",
    ),
];

/// Ways a game can end, in the order of [`Ending`].
pub const ENDINGS: [&str; 3] = Ending::KEYS;

keyed! {
    /// How a game ended.
    Ending {
        /// An army at its break point for too long (HX-VIC-02).
        Break = "break",
        /// An army without a steady unit (HX-VIC-03).
        WipedOut = "wiped-out",
        /// The points after the last turn (HX-VIC-05).
        Points = "points",
    }
}

impl Scenario {
    /// The file of its terms; none where a battlefield file has them.
    #[must_use]
    pub fn terms(self) -> Option<Source> {
        let wanted = format!("experiments/scenarios/hexcommand/{}.toml", self.key());
        sources().into_iter().find(|source| source.name == wanted)
    }
}

/// The terms built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in![
        "experiments/scenarios/hexcommand":
        "open-field",
        "crossroads",
        "ridge-assault",
        "river-crossing",
        "redoubt-assault",
        "relief",
        "random",
        "hidden-defence",
    ]
}
