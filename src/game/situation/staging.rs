//! What a ruleset adds to the keys of situations, and how a position is set up and led through the written choices.

use super::{Expectation, Header, Position, Replay, Stage, read_expectation};
use crate::game::cell::Playable;
use crate::game::{Diagnostics, EventLog, Node, Source, TableReader, Transcript};

/// A ruleset whose positions stand in files.
pub(crate) trait Situations: Playable {
    /// Its own keys of what a situation begins with.
    type Keys<'n>;
    /// Who stands where, and what has happened so far.
    type Position;

    /// Keys of a file that say what has to be true before the first choice, beside `start`.
    const AT_START: &'static [&'static str] = &[];

    /// Asks the table of a file for its own keys.
    fn keys<'n>(table: &mut TableReader<'n, '_>) -> Self::Keys<'n>;

    /// Reads everything that a situation begins with; none, with diagnostics, when something is wrong with it.
    fn stage<'n>(
        keys: &Self::Keys<'n>,
        stage: &Stage<'n>,
        file: &Source,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Self::Setup, Self::Position)>;

    /// The game as it stands in a position.
    fn set_up<'s>(setup: &'s Self::Setup, position: &Self::Position, log: &mut EventLog) -> Self::Battle<'s>;

    /// Reads what stands at the keys [`AT_START`](Self::AT_START), in their order.
    fn expect_at_start<'n, 's>(
        nodes: &[Option<&'n Node>],
        battle: &Self::Battle<'s>,
        to: &mut Expectation<'n, Self::Battle<'s>>,
        diagnostics: &mut Diagnostics,
    ) where
        Self::Battle<'s>: 'n,
    {
        let _ = (nodes, battle, to, diagnostics);
    }
}

/// A file that has been read up to what its position begins with.
pub(super) struct Staged<'n, P: Situations> {
    header: Header<'n>,
    at_start: Vec<Option<&'n Node>>,
    /// What is fixed for the whole game.
    pub setup: P::Setup,
    position: P::Position,
}

impl<'n, P: Situations> Staged<'n, P>
where
    for<'s> P::Battle<'s>: Position,
{
    /// Reads a file; none, with diagnostics, when something is wrong with it.
    pub(super) fn read(root: &'n Node, file: &Source, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the situation", root, diagnostics)?;
        let header = Header::of::<P::Battle<'_>>(root, &mut table);
        let (stage, keys) = (Stage::of(&mut table), P::keys(&mut table));
        let at_start = P::AT_START.iter().map(|key| table.node(key)).collect();
        table.close();
        let (setup, position) = P::stage(&keys, &stage, file, diagnostics)?;
        Some(Self { header, at_start, setup, position })
    }

    /// Carries out the choices: where the game stands then, and what was told; none where the file is at fault.
    pub(super) fn perform<'s>(&'s self, diagnostics: &mut Diagnostics) -> Option<(P::Battle<'s>, Transcript)> {
        let mut log = EventLog::default();
        let battle = P::set_up(&self.setup, &self.position, &mut log);
        let mut start = read_expectation(&battle, self.header.start, diagnostics);
        P::expect_at_start(&self.at_start, &battle, &mut start, diagnostics);
        Replay::read(self.header.clone(), start, &battle, diagnostics).perform(battle.clone(), log, diagnostics)
    }
}

/// Sets up the position of a file, carries out its choices, and checks its expectations.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do
/// not hold are part of the transcript.
pub(crate) fn perform<P: Situations>(file: &Source) -> Result<Transcript, Diagnostics>
where
    for<'s> P::Battle<'s>: Position,
{
    super::run(file, |root, diagnostics| {
        let staged = Staged::<P>::read(root, file, diagnostics)?;
        let (_, transcript) = staged.perform(diagnostics)?;
        let diagnostic = transcript.diagnostic.map(|diagnostic| diagnostic.within(&file.name));
        Some(Transcript { diagnostic, ..transcript })
    })
}
