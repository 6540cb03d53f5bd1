//! Playing on from where a situation ends: what the position is worth, and what the choices are worth that scripts would make
//! there.

use std::ops::Range;

use super::staging::{Situations, Staged};
use super::{Position, run};
use crate::dice::{Address, Purpose, Seat};
use crate::game::hands::Hands;
use crate::game::rollout::InProgress;
use crate::game::{Appraisal, Diagnostic, Diagnostics, DoctrineBook, PlaySettings, PositionPlayers, Source};

/// Plays on from where a situation ends, with rollouts of these numbers: how the choice of whoever is to choose fares, which
/// comes first, and those that other scripts would make. Both sides draw tempers for every rollout.
///
/// # Errors
/// Everything wrong with the file, its choices and its expectations, and with the players; a game that is over.
pub(crate) fn appraise<P: Situations>(
    file: &Source,
    players: &PositionPlayers,
    rollouts: &Range<u64>,
) -> Result<Appraisal, Diagnostics>
where
    for<'s> P::Battle<'s>: Position,
{
    let book = DoctrineBook::<P::Weights>::read(&players.doctrine_book, &players.overrides)?;
    let play = PlaySettings::read(&players.overrides)?;
    let mut faults = Diagnostics::new();
    let Some(hands) = Hands::<P>::read(&book, play, &players.doctrines, &mut faults) else { return Err(faults) };
    run(file, |root, diagnostics| {
        let staged = Staged::<P>::read(root, file, diagnostics)?;
        let (battle, transcript) = staged.perform(diagnostics)?;
        if let Some(diagnostic) = transcript.diagnostic {
            diagnostics.push(diagnostic);
            return None;
        }
        let mut game = InProgress::set_up(battle, &staged.setup, &hands, players.seed, transcript.trace.len());
        let Some(at) = game.moment() else {
            diagnostics.push(root.locate(Diagnostic::new("the game is over where this situation ends")));
            return None;
        };
        let address = Address { seed: players.seed, cell: 0, pair: 0 };
        let open = |purpose, number| address.open(Seat::Environment, purpose, number);
        let mut advisers = hands.advisers(&staged.setup, at.list, &mut open(Purpose::Temper, 2 + at.list as u16));
        let made = game.choose(&at);
        let choices = game.candidates(made, &mut advisers, || open(Purpose::Script, 0));
        Some(game.appraise(at, &choices, rollouts))
    })
}
