//! `fire` and `volley`: one shot, and all shots of a fire step at one target.

use super::inputs::{DIE, FIRE, Inputs, SHOT, TARGET, docs, input, shot, target};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::fire::{Shot, Struck, Target};

/// Most shots of a volley.
const MOST_SHOTS: usize = 500;

/// One shot.
pub(super) struct Fire<'c> {
    setting: Setting<'c>,
    shot: Shot<'c>,
    target: Target,
}

impl<'c> CombatResolution<'c> for Fire<'c> {
    type Codex = Codex;
    const NAME: &'static str = "fire";
    const ABOUT: &'static str = "one shot";
    const LABELS: &'static [&'static str] =
        &["no-shot", "miss", "structure-hit", "te-hit", "hit", "routs", "destroyed", "commander-killed"];
    const NUMBERS: &'static [&'static str] = &["hits"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[&SHOT[..], &TARGET].concat(), [DIE].iter().chain(&FIRE))
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting([DIE].iter().chain(&FIRE));
        let shot = shot(&mut inputs.table, setting.codex);
        let target = target(&mut inputs.table);
        Some(Self { setting, shot: shot?, target })
    }

    fn label(&self, struck: &Struck) -> usize {
        match struck {
            Struck::NoShot => 0,
            Struck::Miss => 1,
            Struck::Structure => 2,
            Struck::Te => 3,
            Struck::Hit(_) => 4,
            Struck::Routs(_) => 5,
            Struck::Destroyed(_) => 6,
            Struck::CommanderKilled => 7,
        }
    }

    fn values(&self, struck: &Struck) -> Vec<i64> {
        vec![i64::from(struck.hits())]
    }
}

impl Resolution for Fire<'_> {
    type State = ();
    type Outcome = Struck;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Struck> {
        Step::Done(self.shot.fire(self.setting.codex, &self.setting.rules, &self.target, dice))
    }
}

/// Several shots at one target.
pub(super) struct Volley<'c> {
    setting: Setting<'c>,
    shots: Vec<Shot<'c>>,
    target: Target,
}

/// The target after some shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct UnderFire {
    shots: usize,
    hits: u8,
    commander: bool,
}

/// The target in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shattered {
    end: End,
    hits: u8,
    commander_killed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Standing,
    Routed,
    Destroyed,
    StillRouted,
}

const SHOTS: InputDoc = input("shots", "list of tables of shot keys", "[{}]");

impl<'c> CombatResolution<'c> for Volley<'c> {
    type Codex = Codex;
    const NAME: &'static str = "volley";
    const ABOUT: &'static str = "all shots of one fire step at one target, one after another";
    const LABELS: &'static [&'static str] = &[
        "h0",
        "h1",
        "h2",
        "h3",
        "routed",
        "destroyed",
        "still-routed",
        "h0-ck",
        "h1-ck",
        "h2-ck",
        "h3-ck",
        "routed-ck",
        "destroyed-ck",
        "still-routed-ck",
    ];
    const NUMBERS: &'static [&'static str] = &["hits"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[&[SHOTS], &TARGET[..]].concat(), [DIE].iter().chain(&FIRE))
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting([DIE].iter().chain(&FIRE));
        let shots = inputs.parts(SHOTS.name, MOST_SHOTS, |table| shot(table, setting.codex));
        let target = target(&mut inputs.table);
        Some(Self { setting, shots: shots?, target })
    }

    fn label(&self, after: &Shattered) -> usize {
        let end = match after.end {
            // A unit that stands has fewer hits than rout it, 4 at most, or those it began with, 3 at most.
            End::Standing => usize::from(after.hits),
            End::Routed => 4,
            End::Destroyed => 5,
            End::StillRouted => 6,
        };
        if after.commander_killed { end + Self::LABELS.len() / 2 } else { end }
    }

    fn values(&self, after: &Shattered) -> Vec<i64> {
        vec![i64::from(after.hits)]
    }
}

impl Resolution for Volley<'_> {
    type State = UnderFire;
    type Outcome = Shattered;

    fn begin(&self) -> UnderFire {
        UnderFire { shots: 0, hits: self.target.hits, commander: self.target.commander }
    }

    fn step<D: Dice>(&self, mut now: UnderFire, dice: &mut D) -> Step<UnderFire, Shattered> {
        let ends = |now: &UnderFire, end: End| {
            let commander_killed = self.target.commander && !now.commander;
            Step::Done(Shattered { end, hits: now.hits, commander_killed })
        };
        let Some(shot) = self.shots.get(now.shots) else {
            return ends(&now, if self.target.routed { End::StillRouted } else { End::Standing });
        };
        let target = Target { hits: now.hits, commander: now.commander, ..self.target };
        let struck = shot.fire(self.setting.codex, &self.setting.rules, &target, dice);
        now.hits += struck.hits();
        now.shots += 1;
        match struck {
            Struck::Routs(_) => return ends(&now, End::Routed),
            Struck::Destroyed(_) => return ends(&now, End::Destroyed),
            Struck::CommanderKilled => now.commander = false,
            _ => {}
        }
        Step::Next(now)
    }
}
