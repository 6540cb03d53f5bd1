//! What all rulesets answer in the same words: parts of an `impl Ruleset`, for the files of a ruleset as they are called
//! everywhere.

/// Key, name and everything about isolated resolutions of a ruleset. Its `ruleset.rs` stands beside `codex.rs`, `ledger.rs`,
/// `resolutions` and `rules.rs`; its worked examples are in `tests/data`.
macro_rules! ruleset_basics {
    ($slug:literal, $title:literal) => {
        fn slug(&self) -> &'static str {
            $slug
        }

        fn title(&self) -> &'static str {
            $title
        }

        fn ledger(&self) -> &'static [$crate::game::RuleAtom] {
            super::ledger::LEDGER
        }

        fn codex(&self) -> $crate::game::Source {
            <super::codex::Codex as $crate::game::CodexFile>::source()
        }

        fn knobs(&self) -> Vec<$crate::game::Knob> {
            [super::rules::Rules::knobs(), <super::codex::Codex as $crate::game::CodexFile>::knobs()].concat()
        }

        fn resolutions(&self) -> Vec<$crate::game::ResolutionDoc> {
            super::resolutions::docs()
        }

        fn examples(&self) -> Vec<$crate::game::Example> {
            let file = $crate::game::built_in!("tests/data/", $slug, "-examples.json");
            $crate::game::Example::list(&file.text).expect("a test reads them")
        }

        fn resolve(&self, query: &$crate::game::Query) -> Result<$crate::game::Answer, $crate::game::Diagnostics> {
            super::resolutions::answer(query)
        }
    };
}

pub(crate) use ruleset_basics;

/// Everything about whole games of a ruleset that is [`Playable`](crate::game::Playable), but for battlefields and the
/// benchmark. Its `ruleset.rs` stands beside `army`, `battlefield.rs`, `doctrine_book.rs`, `generator.rs`, `scenarios.rs`
/// and `situation` as well; its first look and its claims are under `experiments`.
macro_rules! whole_games {
    ($slug:literal) => {
        fn endings(&self) -> &'static [&'static str] {
            &super::scenarios::ENDINGS
        }

        fn side_counts(&self) -> &'static [$crate::game::SideCount] {
            <Self as $crate::game::Playable>::COUNTS
        }

        fn side_states(&self) -> Option<$crate::game::StateWords> {
            Some(<Self as $crate::game::Playable>::STATES)
        }

        fn phases(&self) -> &'static [$crate::game::TurnPhase] {
            <Self as $crate::game::Playable>::PHASES
        }

        fn doctrine_book(&self) -> $crate::game::Source {
            <super::doctrine_book::Weights as $crate::game::Weights>::source()
        }

        fn armies(&self) -> Vec<$crate::game::Source> {
            super::army::built_in()
        }

        fn battlefields(&self) -> Vec<$crate::game::Source> {
            super::battlefield::sources()
        }

        fn first_look(&self) -> Option<$crate::game::Source> {
            Some($crate::game::built_in!("experiments/", $slug, "-first-look.toml"))
        }

        fn claims(&self) -> Option<$crate::game::Source> {
            Some($crate::game::built_in!("experiments/claims/", $slug, ".toml"))
        }

        fn units(&self, codex: &$crate::game::Source) -> Result<Vec<$crate::game::UnitDoc>, $crate::game::Diagnostics> {
            $crate::game::cell::units::<super::codex::Codex>(codex)
        }

        fn doctrines(
            &self,
            book: &$crate::game::Source,
        ) -> Result<Vec<$crate::game::Listing>, $crate::game::Diagnostics> {
            $crate::game::cell::doctrines::<Self>(book)
        }

        fn tactics(&self) -> Vec<$crate::game::Listing> {
            $crate::game::cell::tactics::<Self>()
        }

        fn weights(&self) -> Vec<$crate::game::WeightDoc> {
            $crate::game::doctrine_weights::weights::<super::doctrine_book::Weights>()
        }

        fn weighed_doctrines(
            &self,
            book: &$crate::game::Source,
        ) -> Result<Vec<$crate::game::WeighedDoctrine>, $crate::game::Diagnostics> {
            $crate::game::doctrine_weights::weighed_doctrines::<super::doctrine_book::Weights>(book)
        }

        fn scenarios(&self) -> Vec<$crate::game::Listing> {
            $crate::game::cell::scenarios::<Self>()
        }

        fn check_override(
            &self,
            codex: &$crate::game::Source,
            change: &$crate::game::Override,
        ) -> Result<(), $crate::game::Diagnostic> {
            $crate::game::cell::check_change::<Self>(codex, change)
        }

        fn usual_budget(&self) -> Option<f64> {
            Some(super::generator::USUAL_BUDGET)
        }

        fn read_army(
            &self,
            codex: &$crate::game::Source,
            list: &$crate::game::Source,
        ) -> Result<$crate::game::Army, $crate::game::Diagnostics> {
            $crate::game::cell::read_army::<Self>(codex, &[], list)
        }

        fn read_army_by(
            &self,
            codex: &$crate::game::Source,
            overrides: &[$crate::game::Override],
            list: &$crate::game::Source,
        ) -> Result<$crate::game::Army, $crate::game::Diagnostics> {
            $crate::game::cell::read_army::<Self>(codex, overrides, list)
        }

        fn prepare(
            &self,
            cell: &$crate::game::CellSetup,
        ) -> Result<Box<dyn $crate::game::Simulator>, $crate::game::Diagnostics> {
            $crate::game::cell::prepare::<Self>(cell)
        }

        fn situation(
            &self,
            file: &$crate::game::Source,
        ) -> Result<$crate::game::Transcript, $crate::game::Diagnostics> {
            $crate::game::situation::perform::<Self>(file)
        }

        fn appraise_situation(
            &self,
            file: &$crate::game::Source,
            players: &$crate::game::PositionPlayers,
            rollouts: std::ops::Range<u64>,
        ) -> Result<$crate::game::Appraisal, $crate::game::Diagnostics> {
            $crate::game::situation::appraise::<Self>(file, players, &rollouts)
        }
    };
}

pub(crate) use whole_games;
