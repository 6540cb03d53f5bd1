//! `precision-shot`: one shot at a team with an officer in it.

use super::inputs::{Inputs, SNAP, UNDER_COVERING_FIRE, fighter, input, need, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Node};
use crate::rulesets::chainsword::codex::{Codex, Fighter, Rank};
use crate::rulesets::chainsword::combat::command_dice::rank;
use crate::rulesets::chainsword::combat::shooting::{Firers, Hit, Line, Manner, Save, Shot, Target, cover_save};

/// `precision-shot`.
pub(super) struct PrecisionShot {
    shot: Shot,
    /// First roll to hit.
    first: u8,
    /// A six may pick out the officer.
    picks: bool,
    spared: u8,
    officer: Save,
}

/// Where the shot ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Miss,
    NoWound,
    Saved,
    OfficerHit,
    TeamHit,
}

impl<'c> CombatResolution<'c> for PrecisionShot {
    type Codex = Codex;
    const NAME: &'static str = "precision-shot";
    const ABOUT: &'static str = "one shot of a precision weapon at a team with an attached officer";
    const LABELS: &'static [&'static str] = &["miss", "no-wound", "saved", "officer-hit", "team-hit"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("officer", "officer key"),
            required("rank", "char, ic, warlord"),
            input("weapon", "precision weapon", "marksman-rifle"),
            input("bs", "1 to 5", "4"),
            SNAP,
            UNDER_COVERING_FIRE,
            required("target", "unit or officer key: the team"),
            input("cover", "of the team, 0 for none, or 2 to 6", "0"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let table = &mut inputs.table;
        let officer = table.required("officer", |node| {
            let officer = fighter(codex, node)?;
            if officer.rank.is_some() {
                Ok(officer)
            } else {
                Err(node.locate(Diagnostic::new(format!("`{}` is no officer", officer.name)).rule("CW-BAS-28")))
            }
        });
        let own = table.required("rank", |node| node.one_of("rank", &Rank::ALL));
        let precise = || codex.weapons.iter().filter(|weapon| weapon.precision);
        let weapon = match table.node("weapon") {
            None => precise().find(|weapon| weapon.name == "marksman-rifle").ok_or_else(|| {
                Diagnostic::new("the codex has no `marksman-rifle`; name a `weapon`").within("default of `weapon`")
            }),
            Some(node) => node.text().and_then(|name| {
                let names = precise().map(|weapon| weapon.name.as_str());
                let unknown = || node.locate(Diagnostic::unknown("precision weapon", name, names));
                precise().find(|weapon| weapon.name == name).ok_or_else(unknown)
            }),
        };
        let weapon = weapon.map_err(|diagnostic| table.diagnostics().push(diagnostic)).ok();
        let bs = table.or("bs", 4, |node| node.whole(1..=5));
        let snap = table.or(SNAP.name, false, Node::flag);
        let covering_fire = table.or(UNDER_COVERING_FIRE.name, false, Node::flag).into();
        let team = table.required("target", |node| fighter(codex, node));
        let cover = cover_save(table.or("cover", 0, need), 0, false);
        let (officer, own, weapon, team): (&Fighter, Rank, _, &Fighter) = (officer?, own?, weapon?, team?);
        let firers = Firers { models: 1, bs, distance: None, moved: false, relentless: false };
        let line = Line::of(weapon, &firers);
        let target = Target {
            toughness: team.toughness,
            save: team.save,
            invulnerable: team.invulnerable,
            wounds: team.wounds,
            models: 1,
            cover,
        };
        let shot = Shot::of(codex, &line, Manner { snap, covering_fire, indirect: false }, &target);
        let Some((shot, Hit::Direct { first, .. })) = shot.map(|shot| (shot, shot.hit)) else {
            table
                .diagnostics()
                .push(Diagnostic::new(format!("`{}` does not hit by skill", weapon.name)).within("inputs"));
            return None;
        };
        let cover = if line.ignores_cover { 0 } else { cover };
        Some(Self {
            shot,
            first,
            picks: !snap,
            spared: rank(codex, own).spared,
            officer: Save::best(line.ap, officer.save, officer.invulnerable, cover),
        })
    }

    fn label(&self, end: &End) -> usize {
        *end as usize
    }
}

impl Resolution for PrecisionShot {
    type State = ();
    type Outcome = End;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), End> {
        let die = dice.d6();
        if die < self.first {
            return Step::Done(End::Miss);
        }
        if dice.successes(1, self.shot.wound) == 0 {
            return Step::Done(End::NoWound);
        }
        // CW-BAS-28: the wound is given to the officer, unless he is spared; then the team takes it.
        let officer = self.picks && die == 6 && dice.successes(1, self.spared) == 0;
        let (save, hit) = if officer { (self.officer, End::OfficerHit) } else { (self.shot.save, End::TeamHit) };
        Step::Done(if dice.successes(1, save.need) == 1 { End::Saved } else { hit })
    }
}
