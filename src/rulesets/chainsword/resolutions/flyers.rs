//! `attack-run` and `dogfight`: zooming flyers.

use std::borrow::Cow;

use super::inputs::{Firing as Manner, Flyer, Inputs, SHOCK_TRIGGER, TARGET, input, required, switch};
use super::volley::Toll;
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, Node};
use crate::rulesets::chainsword::codex::{Codex, Kind};
use crate::rulesets::chainsword::combat::reserves::arrives;
use crate::rulesets::chainsword::combat::shooting::{Firing, Line, Losses, Target, Volley};
use crate::rulesets::chainsword::combat::vehicle::{Barrage, Bombardment, Condition, Hull};
use crate::rulesets::chainsword::rules::{Rules, ShockTrigger};

const FLYER: &str =
    "flyer key, or table: unit, facing (front), armour (10), hull-points (2), open-topped (false), groups";
const AA: InputDoc = input("aa", "list of direct weapon lines: the fire from the ground", "[]");
const JINK: InputDoc = input("jink", "true: it jinks", "false");
const JINK_SAVE: InputDoc = input("jink-save", "2 to 6", "4");

impl Inputs<'_, '_, '_> {
    /// `jink` and `jink-save`: whether it jinks, and the cover save that it has then (CW-FLY-08).
    fn jink(&mut self) -> (bool, u8) {
        let jink = self.table.or(JINK.name, false, Node::flag);
        let save = self.table.or(JINK_SAVE.name, Rules::default().jink_save, |node| node.whole(2..=6));
        (jink, if jink { save } else { 0 })
    }
}

/// Lines that still work, as a flyer fires them in this condition (CW-FLY-08, CW-FLY-10).
fn working(lines: &[Line], condition: &Condition, jink: bool) -> Vec<Line> {
    let works = |(at, line): (usize, &Line)| {
        (condition.weapons & (1 << at) != 0).then_some(Line { snap: line.snap || jink || condition.rattled, ..*line })
    };
    lines.iter().enumerate().filter_map(works).collect()
}

/// `attack-run`: a flyer's run against a team.
pub(super) struct AttackRun<'c> {
    codex: &'c Codex,
    flyer: Flyer,
    hull: Hull,
    fire: Barrage,
    /// 0 for certain.
    arrival: u8,
    jink: bool,
    target: Target,
    trigger: ShockTrigger,
}

/// Where the run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Arrival,
    UnderFire(Bombardment),
    Run(Condition, Firing),
}

/// How the run ends, and the hull points it has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RunEnd {
    end: End,
    hull_lost: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Delayed,
    ShotDown,
    Fired(Toll),
}

impl AttackRun<'_> {
    fn volley(&self, condition: &Condition) -> Volley {
        let lines = working(&self.flyer.lines, condition, self.jink);
        Manner { trigger: self.trigger, ..Manner::default() }.volley(self.codex, &lines, &self.target)
    }

    fn most_shock(&self) -> u16 {
        self.volley(&Condition::whole(self.flyer.lines.len())).most_shock(self.target.models)
    }
}

impl<'c> CombatResolution<'c> for AttackRun<'c> {
    type Codex = Codex;
    const NAME: &'static str = "attack-run";
    const ABOUT: &'static str = "a zooming flyer: arrival, fire from the ground, then all its weapons at one team";
    const LABELS: &'static [&'static str] = &["delayed", "shot-down", "kills-K-shock-S", "destroyed"];
    const NUMBERS: &'static [&'static str] = &["kills", "hull-points-lost"];

    fn inputs() -> Vec<InputDoc> {
        let own = [
            required("flyer", FLYER),
            input("arrival", "2 to 6, or 0 for certain", "4"),
            AA,
            JINK,
            JINK_SAVE,
            SHOCK_TRIGGER,
        ];
        [own.as_slice(), &TARGET].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let flyer = inputs.flyer("flyer", false);
        let arrival = inputs.table.or("arrival", Rules::default().flyer_arrival, super::inputs::need);
        let aa = inputs.anti_aircraft();
        let (jink, cover) = inputs.jink();
        let (target, _) = inputs.target();
        let trigger = switch(&mut inputs.table, SHOCK_TRIGGER.name, ShockTrigger::default());
        let flyer = flyer?;
        let hull = Hull { armour: flyer.armour, points: flyer.hull_points, open_topped: flyer.open_topped, cover };
        let fire = Barrage::new(codex, &aa, Manner::default().manner);
        Some(Self { codex, flyer, hull, fire, arrival, jink, target, trigger })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let tolls = Toll::labels(self.target.models, self.most_shock());
        [Cow::from("delayed"), "shot-down".into()].into_iter().chain(tolls).collect()
    }

    fn label(&self, run: &RunEnd) -> usize {
        match run.end {
            End::Delayed => 0,
            End::ShotDown => 1,
            End::Fired(toll) => 2 + toll.label(self.target.models, self.most_shock()),
        }
    }

    fn values(&self, run: &RunEnd) -> Vec<i64> {
        let kills = if let End::Fired(toll) = run.end { toll.losses.models } else { 0 };
        vec![i64::from(kills), i64::from(run.hull_lost)]
    }
}

impl Resolution for AttackRun<'_> {
    type State = Stage;
    type Outcome = RunEnd;

    fn begin(&self) -> Stage {
        Stage::Arrival
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, RunEnd> {
        match stage {
            Stage::Arrival if self.arrival > 0 && !arrives(self.arrival, dice) => {
                Step::Done(RunEnd { end: End::Delayed, hull_lost: 0 })
            }
            Stage::Arrival => {
                let whole = Condition::whole(self.flyer.lines.len());
                Step::Next(Stage::UnderFire(self.fire.begin(&self.hull, whole)))
            }
            Stage::UnderFire(fire) => match self.fire.step(&self.hull, fire, dice) {
                Some(next) => Step::Next(Stage::UnderFire(next)),
                // CW-FLY-09
                None if !fire.condition.alive() => {
                    Step::Done(RunEnd { end: End::ShotDown, hull_lost: fire.condition.lost })
                }
                None => {
                    let volley = self.volley(&fire.condition);
                    Step::Next(Stage::Run(fire.condition, volley.begin(&self.target, Losses::default())))
                }
            },
            Stage::Run(condition, fire) => match self.volley(&condition).step(&self.target, fire, dice) {
                Some(next) => Step::Next(Stage::Run(condition, next)),
                None => {
                    let toll = Toll { losses: fire.losses, shock: fire.shock };
                    Step::Done(RunEnd { end: End::Fired(toll), hull_lost: condition.lost })
                }
            },
        }
    }
}

/// `dogfight`: an interceptor against a raider.
pub(super) struct Dogfight<'c> {
    codex: &'c Codex,
    raider: Flyer,
    /// The raider as the ground and as the interceptor strike it, and the interceptor as the raider strikes it.
    hulls: [Hull; 3],
    ground: Barrage,
    interception: Barrage,
    answers: bool,
    jink: bool,
    interceptor_weapons: usize,
}

/// Where the fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bout {
    /// The interceptor fires.
    Interception(Bombardment),
    /// The ground fires.
    Ground(Bombardment),
    /// The raider answers.
    Answer(Condition, Bombardment),
}

/// What became of raider and interceptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fight {
    raider: Condition,
    interceptor: Condition,
}

impl Dogfight<'_> {
    fn answer(&self, raider: &Condition) -> Barrage {
        air_to_air(self.codex, &working(&self.raider.lines, raider, self.jink))
    }
}

/// The fire of a flyer at a flyer; blasts and templates need skyfire for that.
fn air_to_air(codex: &Codex, lines: &[Line]) -> Barrage {
    let can = |line: &&Line| line.kind == Kind::Direct || line.skyfire;
    let lines: Vec<Line> = lines.iter().filter(can).copied().collect();
    Barrage::new(codex, &lines, Manner::default().manner)
}

impl<'c> CombatResolution<'c> for Dogfight<'c> {
    type Codex = Codex;
    const NAME: &'static str = "dogfight";
    const ABOUT: &'static str = "an interceptor attacks a raider, which goes on or shoots back";
    const LABELS: &'static [&'static str] =
        &["raider-downed", "raider-continues", "interceptor-downed", "both-survive"];
    const NUMBERS: &'static [&'static str] = &["raider-hull-points-lost", "interceptor-hull-points-lost"];

    fn inputs() -> Vec<InputDoc> {
        const DUELLIST: &str = "flyer key, or table: unit, facing (front), armour (10), side-armour (the armour), \
                                hull-points (2), open-topped (false), vector-dancer (false), groups";
        vec![
            required("raider", DUELLIST),
            required("interceptor", DUELLIST),
            input("choice", "continue, dogfight", "continue"),
            AA,
            JINK,
            JINK_SAVE,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (raider, interceptor) = (inputs.flyer("raider", true), inputs.flyer("interceptor", true));
        let choices = [("continue", false), ("dogfight", true)];
        let answers = inputs.table.or("choice", false, |node| node.one_of("choice", &choices));
        let aa = inputs.anti_aircraft();
        let (jink, cover) = inputs.jink();
        let (raider, interceptor) = (raider?, interceptor?);
        let hull = |flyer: &Flyer, from_the_side: bool, cover: u8| Hull {
            armour: if from_the_side { flyer.side_armour } else { flyer.armour },
            points: flyer.hull_points,
            open_topped: flyer.open_topped,
            cover,
        };
        // CW-FLY-18, CW-FLY-19
        let hulls = [
            hull(&raider, false, cover),
            hull(&raider, interceptor.vector_dancer, cover),
            hull(&interceptor, raider.vector_dancer, 0),
        ];
        let ground = Barrage::new(codex, &aa, Manner::default().manner);
        let interception = air_to_air(codex, &interceptor.lines);
        let interceptor_weapons = interceptor.lines.len();
        Some(Self { codex, raider, hulls, ground, interception, answers, jink, interceptor_weapons })
    }

    fn label(&self, fight: &Fight) -> usize {
        match (fight.raider.alive(), self.answers, fight.interceptor.alive()) {
            (false, ..) => 0,
            (true, false, _) => 1,
            (true, true, false) => 2,
            (true, true, true) => 3,
        }
    }

    fn values(&self, fight: &Fight) -> Vec<i64> {
        vec![i64::from(fight.raider.lost), i64::from(fight.interceptor.lost)]
    }
}

impl Resolution for Dogfight<'_> {
    type State = Bout;
    type Outcome = Fight;

    fn begin(&self) -> Bout {
        Bout::Interception(self.interception.begin(&self.hulls[1], Condition::whole(self.raider.lines.len())))
    }

    fn step<D: Dice>(&self, bout: Bout, dice: &mut D) -> Step<Bout, Fight> {
        let unscathed = Condition::whole(self.interceptor_weapons);
        match bout {
            Bout::Interception(fire) => match self.interception.step(&self.hulls[1], fire, dice) {
                Some(next) => Step::Next(Bout::Interception(next)),
                None => Step::Next(Bout::Ground(self.ground.begin(&self.hulls[0], fire.condition))),
            },
            Bout::Ground(fire) => match self.ground.step(&self.hulls[0], fire, dice) {
                Some(next) => Step::Next(Bout::Ground(next)),
                None if self.answers && fire.condition.alive() => {
                    let answer = self.answer(&fire.condition).begin(&self.hulls[2], unscathed);
                    Step::Next(Bout::Answer(fire.condition, answer))
                }
                None => Step::Done(Fight { raider: fire.condition, interceptor: unscathed }),
            },
            Bout::Answer(raider, fire) => match self.answer(&raider).step(&self.hulls[2], fire, dice) {
                Some(next) => Step::Next(Bout::Answer(raider, next)),
                None => Step::Done(Fight { raider, interceptor: fire.condition }),
            },
        }
    }
}
