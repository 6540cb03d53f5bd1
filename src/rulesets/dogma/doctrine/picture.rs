//! The whole board as one side sees it, gathered once for every choice: who is where, who can reach how far, and what
//! everybody is worth.

use arrayvec::ArrayVec;

use super::mood::Mood;
use crate::game::{Points, Side};
use crate::rulesets::dogma::codex::{Scenario, Type};
use crate::rulesets::dogma::odds::Odds;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, bit, side_of};
use crate::rulesets::dogma::terrain::Kind;
use crate::tabletop::plane::{Base, Edge, Outline, Point, Segment, Vector};

/// FP that a Commander in Regicide or a flag bearer is worth beyond its cost.
const PRIZE: f64 = 12.0;

/// FP that a Commander is worth beyond its cost in the other scenarios, for the tempo that goes with him.
const TEMPO: f64 = 1.5;

/// FP that an enemy is worth beyond its cost when its loss denies a hold.
const DENIAL: f64 = 4.0;

/// FP that a shaken marker is worth, as a share of the victim's.
pub const SHAKEN: f64 = 0.25;

/// How much farther than a gap from edge to edge the centres of two bases may be apart, as a share of their side: something
/// between square on, 1, and corner to corner, 1.41.
const CENTRES: f64 = 1.15;

/// What the danger from an enemy is multiplied with when it has to spend a move for its blow.
const MUST_MOVE: f64 = 0.7;

/// What the second worst blow counts beside the worst one: at most one falls, but it may fall when the other fails to come.
const SECOND_BLOW: f64 = 0.3;

/// An enemy on the table.
#[derive(Clone, Copy, Debug)]
pub struct Foe {
    /// Who.
    pub id: ElementId,
    /// Index of its unit.
    pub kind: u8,
    /// Its base.
    pub base: Base,
    /// FP that its loss is worth to us.
    pub worth: f64,
    /// Greatest distance of centres at which it fires without moving, squared; negative for those without ranged attacks.
    near2: f64,
    /// The same after a move.
    far2: f64,
    /// The same for an attack in contact, negative for Air Support.
    touch2: f64,
    /// The greatest of them all.
    reach2: f64,
    /// In full contact with one of us: it cannot be shot.
    pub engaged: bool,
    /// Whether it stays as it faces when somebody comes to its side: in a Group, or engaged.
    pub fixed: bool,
    /// Whether cover helps it.
    pub cover: bool,
    /// Whether it passes over things.
    pub flyer: bool,
    /// Whether it is Air Support, which nobody can pin.
    pub air: bool,
    /// Whether it has been attacked this turn.
    pub attacked: bool,
}

/// One of us on the table.
#[derive(Clone, Copy, Debug)]
pub struct Friend {
    /// Who.
    pub id: ElementId,
    /// Index of its unit.
    pub kind: u8,
    /// Its Type.
    pub class: Type,
    /// Its base.
    pub base: Base,
    /// Its cost, FP.
    pub cost: f64,
    /// Its cost and its passengers', FP.
    pub load: f64,
    /// FP that its loss would cost us.
    pub worth: f64,
    /// Speed, inches.
    pub speed: f64,
    /// Range, inches; negative without ranged attacks.
    pub range: f64,
    /// Whether it may not fire after a move.
    pub move_or_fire: bool,
    /// Whether it passes over things.
    pub flyer: bool,
    /// Whether it is Air Support.
    pub air: bool,
}

impl Friend {
    /// An Element of ours.
    pub fn of(battle: &Battle<'_>, id: ElementId, mood: &Mood) -> Self {
        let profile = battle.profile(id);
        let riders: Points = battle.riders(id).map(|rider| battle.profile(rider).cost).sum();
        let cost = profile.cost as f64 / 1000.0;
        let load = cost + riders as f64 / 1000.0;
        Self {
            id,
            kind: battle.element(id).kind,
            class: profile.kind,
            base: *battle.base(id),
            cost,
            load,
            worth: load + mood.guard * prize(battle, id),
            speed: profile.speed,
            range: profile.range,
            move_or_fire: profile.move_or_fire,
            flyer: profile.flyer,
            air: profile.air(),
        }
    }
}

/// The board.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Whose picture it is.
    pub side: Side,
    /// Straight from the own edge to the enemy's.
    pub ahead: Vector,
    /// Width and depth of the table, inches.
    pub table: Vector,
    /// Side of a base, inches.
    pub base: f64,
    /// Enemies on the table, lowest number first.
    pub foes: ArrayVec<Foe, MOST_ELEMENTS>,
    /// Own Elements on the table, lowest number first.
    pub friends: ArrayVec<Friend, MOST_ELEMENTS>,
}

impl Picture {
    /// An empty board.
    pub fn new() -> Self {
        Self {
            side: Side::A,
            ahead: Vector::new(0.0, 1.0),
            table: Vector::ZERO,
            base: 1.0,
            foes: ArrayVec::new_const(),
            friends: ArrayVec::new_const(),
        }
    }

    /// Looks at the board.
    pub fn look(&mut self, battle: &Battle<'_>, side: Side, mood: &Mood) {
        self.side = side;
        self.ahead = Vector::new(0.0, if side == battle.aggressor { 1.0 } else { -1.0 });
        self.table = Vector::new(battle.setup.size.width, battle.setup.size.depth);
        self.base = battle.setup.side;
        self.foes.clear();
        self.friends.clear();
        let holders = denied(battle, side.other());
        let force = battle.force(side.other());
        for id in battle.on_the_table(side.other()) {
            let (profile, it) = (battle.profile(id), bit(id));
            let centres = CENTRES * self.base;
            let within = |inches: f64| (inches + centres) * (inches + centres);
            let near2 = if profile.range >= 0.0 { within(profile.range) } else { -1.0 };
            let mobile = if profile.move_or_fire { 0.0 } else { profile.speed };
            let far2 = if profile.range >= 0.0 { within(profile.range + mobile) } else { -1.0 };
            let touch2 = if profile.air() { -1.0 } else { within(profile.speed) };
            let extra = prize(battle, id) + if holders & it != 0 { DENIAL * mood.objective } else { 0.0 };
            let engaged = battle.is_engaged(id);
            self.foes.push(Foe {
                id,
                kind: battle.element(id).kind,
                base: *battle.base(id),
                worth: profile.cost as f64 / 1000.0 + extra + self.intruder(battle, id, mood),
                near2,
                far2,
                touch2,
                reach2: near2.max(far2).max(touch2),
                engaged,
                fixed: engaged || battle.in_group(id),
                cover: battle.in_cover(id),
                flyer: profile.flyer,
                air: profile.air(),
                attacked: force.attacked & it != 0,
            });
        }
        for id in battle.on_the_table(side) {
            self.friends.push(Friend::of(battle, id, mood));
        }
    }

    /// A point as its owner sees it: x from the left end of the own edge, y away from it. Its own inverse.
    pub fn own(&self, point: Point) -> Point {
        if self.ahead.y > 0.0 { point } else { Point::new(self.table.x - point.x, self.table.y - point.y) }
    }

    /// What the enemy in his next turn will probably destroy of an Element of unit `kind` and so much worth whose centre is
    /// at `centre`.
    pub fn loss(&self, odds: &Odds, kind: u8, worth: f64, air: bool, cover: bool, centre: Point) -> f64 {
        let (mut worst, mut second) = (0.0_f64, 0.0_f64);
        for foe in &self.foes {
            let apart = (foe.base.centre - centre).length_squared();
            if apart > foe.reach2 {
                continue;
            }
            let pairing = odds.pairing(foe.kind, kind);
            let shot = &pairing.ranged[usize::from(cover)][0];
            let mut blow = 0.0;
            if apart <= foe.far2 {
                let hurt = shot.destroyed + SHAKEN * shot.shaken;
                blow = if apart <= foe.near2 { hurt } else { MUST_MOVE * hurt };
            }
            if apart <= foe.touch2 && !air {
                blow = blow.max(MUST_MOVE * pairing.close[0][0]);
            }
            if blow > worst {
                (worst, second) = (blow, worst);
            } else if blow > second {
                second = blow;
            }
        }
        worth * (worst + SECOND_BLOW * second).min(1.0)
    }

    /// Whether a friend at `base` seems to see an enemy: along the line from the middle of its front, or from one of its
    /// corners, to the middle of the enemy. A line is barred by everybody whose middle is nearer to it than half a base.
    pub fn seems_open(&self, battle: &Battle<'_>, friend: &Friend, base: &Base, foe: &Foe) -> bool {
        let front = base.edge(Edge::Front);
        let target = foe.base.centre;
        if (target - front.start).dot(base.facing.ahead()) < -0.3 * self.base {
            return false;
        }
        if battle.stands_in(base, Kind::Hill) || battle.stands_in(&foe.base, Kind::Hill) {
            return true;
        }
        let lifted = friend.air || foe.air;
        [front.midpoint(), front.start, front.end].into_iter().any(|from| {
            let line = Segment::new(from, target);
            (lifted || self.is_open(&line, friend.id, foe.id)) && grounds_keep_off(battle, &line)
        })
    }

    /// Whether nobody but `from` and `to` has the middle of his base near a line.
    fn is_open(&self, line: &Segment, from: ElementId, to: ElementId) -> bool {
        let far = |centre: Point| line.keeps_off(centre, 0.55 * self.base);
        let friends = || self.friends.iter().all(|friend| friend.id == from || far(friend.base.centre));
        let foes = || self.foes.iter().all(|foe| foe.id == to || far(foe.base.centre));
        friends() && foes()
    }

    /// What an enemy is worth beyond its cost for having come far on its way off our edge (DG-SCN-03).
    fn intruder(&self, battle: &Battle<'_>, foe: ElementId, mood: &Mood) -> f64 {
        if battle.scenario != Scenario::Invasion || self.side == battle.aggressor || battle.profile(foe).air() {
            return 0.0;
        }
        let left = self.own(battle.base(foe).centre).y / self.table.y;
        2.0 * mood.objective * (1.0 - left).max(0.0)
    }
}

/// Whether no ground that blocks sight lies on a line.
fn grounds_keep_off(battle: &Battle<'_>, line: &Segment) -> bool {
    battle.terrain.features().iter().all(|feature| {
        let (middle, reach) = (feature.shape().middle(), feature.shape().reach());
        matches!(feature.kind(), Kind::Cover | Kind::DeepWater) || line.keeps_off(middle, reach)
    })
}

/// What an Element is worth beyond its cost, whoever's it is.
fn prize(battle: &Battle<'_>, id: ElementId) -> f64 {
    let side = side_of(id);
    let commander = battle.force(side).commander == id;
    let bearer = battle.progress.bearers[side.index()] == Some(id);
    match battle.scenario {
        Scenario::Regicide if commander => PRIZE,
        Scenario::CaptureTheFlag if bearer => PRIZE,
        _ if commander => TEMPO,
        _ => 0.0,
    }
}

/// Those of `side` who hold something whose loss would break the hold.
fn denied(battle: &Battle<'_>, side: Side) -> u128 {
    let [first, second] = battle.progress.holders[side.index()];
    match battle.scenario {
        Scenario::KingOfTheHill => first,
        Scenario::Control => first | second,
        _ => 0,
    }
}
