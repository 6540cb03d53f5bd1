//! Decisions, in the words in which situations write them.

use super::{heading, listed, spot};
use crate::game::notation::ChoiceNotation;
use crate::game::{LogEntry, trace};
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::state::{Battle, Formation, Phase};

/// A decision. What comes of it says most in words; the others are told here.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    let side = battle.decider.letter();
    let whom = |group: &Formation| listed(&battle.names(group.iter()));
    let words = match choice {
        Choice::Edge(edge) => {
            let rule = if battle.setup.size.square() { "DG-SET-04" } else { "DG-SET-05" };
            format!("  Side {side} picks the {} edge ({rule})", edge.key())
        }
        Choice::Barrage { group: named } => format!("  Artillery of side {side} hits {} (DG-DOG-01)", whom(&named)),
        _ if battle.preparations.is_aloud() && battle.phase == Phase::Setup => prepared(battle, choice),
        Choice::Declare { group: named } => format!("  Side {side} writes down a Group: {} (R-29)", whom(&named)),
        _ if battle.preparations.is_aloud() && battle.phase == Phase::Setup => prepared(battle, choice),
        _ => String::new(),
    };
    trace::choice(battle.decider, battle.choice_json(choice), words)
}

/// A decision of set-up in words, where nobody tells afterwards who stands where.
fn prepared(battle: &Battle<'_>, choice: Choice) -> String {
    let (name, side) = (|element| battle.name(element), battle.decider.letter());
    match choice {
        Choice::Feature { kind, at, across } => {
            format!("  Side {side} places {} {}, {across:.1} across (DG-TER-01)", kind.key(), spot(at))
        }
        Choice::NoFeature => format!("  Side {side} places nothing (DG-TER-01)"),
        Choice::Bearer { element } => format!("  {} bears the flag of side {side} (DG-SCN-06)", name(element)),
        Choice::Marker { at } => format!("  Side {side} places its marker at {} (DG-SCN-09)", spot(at)),
        Choice::Deploy { element, pose } => {
            format!("  {} is deployed at {} {} (DG-SET-07)", name(element), spot(pose.centre), heading(pose.facing))
        }
        Choice::Mount { element, apc } => format!("  {} starts aboard {} (DG-SET-10)", name(element), name(apc)),
        Choice::Reserve { element } => format!("  {} stays in reserve (DG-DOG-04)", name(element)),
        _ => String::new(),
    }
}

/// A decision that the rules refuse, as a situation wrote it down.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> LogEntry {
    trace::refused(battle.decider, battle.choice_json(choice), refusal, 4)
}
