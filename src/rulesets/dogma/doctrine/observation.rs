//! The observation: the whole board as one side sees it, gathered once for every choice: who is where, who can reach how far, and what
//! everybody is worth.

use arrayvec::ArrayVec;

use super::dynamic_weights::DynamicWeights;
use crate::game::{Game, Points, Side};
use crate::rulesets::dogma::codex::{Scenario, Type};
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, Phase, UnitSet, members, side_of};
use crate::rulesets::dogma::terrain::Kind;
use crate::rulesets::dogma::terrain::MOST_FEATURES;
use crate::tabletop::plane::{Base, Edge, Outline, Point, Segment, Vector};

/// FP that a Commander in Regicide or a flag bearer is worth beyond its cost.
const PRIZE: f64 = 12.0;

/// FP that a Commander is worth beyond its cost in the other scenarios, for the tempo that goes with him.
const TEMPO: f64 = 1.5;

/// What a share of both Forces' value beyond one half adds to the share of a prize that is hunted.
const STRONGER: f64 = 8.0;

/// Share of all rounds after which prizes are hunted whoever is stronger, and what every round adds.
const HUNTS: (f64, f64) = (0.2, 0.3);

/// Share of all rounds after which those advance with whom everything is lost, and what every round adds.
const RISKS_ITSELF: (f64, f64) = (0.5, 0.2);

/// How much a carrier without passengers presses towards the enemy: its gun is worth little, and it makes a good target.
const EMPTY_CARRIER: f64 = 0.3;

/// How far beyond its speed, measured between middles, an Element may just come into contact, as a share of the side of a base.
const BLOW: f64 = 1.45;

/// FP that an enemy is worth beyond its cost when its loss denies a hold.
const DENIAL: f64 = 4.0;

/// The same when the game is lost at the end of this turn unless the hold is broken.
const LAST_CHANCE: f64 = 30.0;

/// FP that a shaken marker is worth, as a share of the victim's.
pub const SHAKEN: f64 = 0.25;

/// How much farther than a gap from edge to edge the centres of two bases may be apart, as a share of their side: something
/// between square on, 1, and corner to corner, 1.41.
const CENTRES: f64 = 1.15;

/// How near to a line the middle of a base may be before it bars it, as a share of its side.
const PASSES: f64 = 0.55;

/// Most bases near a line of sight.
const CLOSE: usize = 16;

/// How far a base reaches at most from its middle, and a little more, as a share of its side.
const CORNER: f64 = 0.75;

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
    /// FP of that for which we go far to look for it.
    pub attraction: f64,
    /// Greatest distance of centres at which it fires without moving, inches; negative for those without ranged attacks.
    pub near: f64,
    /// The same after a move.
    pub far: f64,
    /// The same for an attack in contact, negative for Air Support.
    pub touch: f64,
    /// In full contact with one of us: it cannot be shot.
    pub engaged: bool,
    /// How many of us are in full contact with its sides and rear (DG-CLO-04).
    pub flankers: u8,
    /// Whether it is in a Group.
    grouped: bool,
    /// Whether it stays as it faces when somebody comes to its side: in a Group, or engaged.
    pub fixed: bool,
    /// Whether something may be near enough to shut its way when it is thrown back.
    pub hemmed: bool,
    /// Whether cover helps it.
    pub cover: bool,
    /// Whether it is on a hill.
    pub lifted: bool,
    /// Whether it passes over things.
    pub flyer: bool,
    /// Whether it is Air Support, which nobody can pin.
    pub air: bool,
    /// Whether it has been attacked this turn.
    pub attacked: bool,
    /// Whether two of us can come into contact with it this turn, as far as distance goes.
    pub between_jaws: bool,
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
    /// Its cost, FP, as the rules count it.
    pub cost: f64,
    /// What it is worth, FP.
    pub value: f64,
    /// What it and its passengers are worth, FP.
    pub load: f64,
    /// FP that its loss would cost us.
    pub worth: f64,
    /// How much it presses towards the enemy: 1, and less with whom everything is lost.
    pub eager: f64,
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

impl Foe {
    /// The greatest distance of centres at which it can do any harm in its next turn, inches.
    #[inline]
    pub fn reach(&self) -> f64 {
        self.far.max(self.touch)
    }
}

impl Friend {
    /// An Element of ours.
    pub fn of(battle: &Battle<'_>, id: ElementId, weights: &DynamicWeights) -> Self {
        let profile = battle.profile(id);
        let riders: Points = battle.riders(id).map(|rider| battle.profile(rider).value).sum();
        let counted: Points = battle.riders(id).map(|rider| battle.profile(rider).cost).sum();
        let points = [profile.cost, profile.cost + counted, profile.value];
        let [cost, at_stake, value] = points.map(|points| points as f64 / 1000.0);
        let load = (profile.value + riders) as f64 / 1000.0;
        Self {
            id,
            kind: battle.element(id).kind,
            class: profile.kind,
            base: *battle.base(id),
            cost,
            value,
            load,
            worth: load + weights.guard * prize(battle, id) + weights.brink * brink(battle, id, at_stake),
            eager: if decides(battle, id) {
                late(battle, RISKS_ITSELF)
            } else if profile.carries && riders == 0 {
                EMPTY_CARRIER
            } else {
                1.0
            },
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
pub struct Observation {
    /// Whose observation it is.
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
    /// Everybody on the table, own Elements first, and the middle of each base: close together, for they are looked through often.
    pub everybody: ArrayVec<(ElementId, Point), { 2 * MOST_ELEMENTS }>,
    /// Ground that blocks sight: its middle, and how far it reaches from there.
    screens: ArrayVec<(Point, f64), MOST_FEATURES>,
    /// Ground that nobody but flyers crosses, in the same way.
    closed: ArrayVec<(Point, f64), MOST_FEATURES>,
    /// Cover, in the same way.
    woods: ArrayVec<(Point, f64), MOST_FEATURES>,
    /// Whether there is any hill.
    hills: bool,
    /// Share of its prize for which we go far to look for an enemy who decides the game.
    hunt: f64,
    /// What was last looked at, if anything was in this game.
    seen: Option<Seen>,
    /// Goes up whenever an enemy stands elsewhere, somebody has come or gone, or anything else of [`Seen`] has changed.
    pub stamp: u64,
}

/// What a observation was made of, but for those on the table: as long as it is the same, whoever stands where it stood is what
/// it was.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    round: u16,
    weights: DynamicWeights,
    /// Side by side: who is on the table, and the flag bearer.
    table: [UnitSet; 2],
    bearers: [Option<ElementId>; 2],
    /// Enemies who hold something.
    holders: UnitSet,
    /// How many features there are, and how many of them nobody but flyers crosses: a building that falls is one less (DG-TER-12).
    ground: [usize; 2],
}

impl Observation {
    /// An empty board.
    pub fn new() -> Self {
        Self {
            side: Side::A,
            ahead: Vector::new(0.0, 1.0),
            table: Vector::ZERO,
            base: 1.0,
            foes: ArrayVec::new_const(),
            friends: ArrayVec::new_const(),
            everybody: ArrayVec::new_const(),
            screens: ArrayVec::new_const(),
            closed: ArrayVec::new_const(),
            woods: ArrayVec::new_const(),
            hills: false,
            hunt: 0.0,
            seen: None,
            stamp: 0,
        }
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.seen = None;
    }

    /// Looks at the board: at what may have changed since it was last looked at in this game, which is little from one move to
    /// the next.
    pub fn look(&mut self, battle: &Battle<'_>, side: Side, weights: &DynamicWeights) {
        let holders = denied(battle, side.other());
        let seen = Some(Seen {
            round: battle.round,
            weights: *weights,
            table: Side::BOTH.map(|side| battle.force(side).table),
            bearers: battle.progress.bearers,
            holders,
            ground: [battle.terrain.features().len(), battle.terrain.closed().count()],
        });
        let known = self.side == side && self.seen == seen;
        if !known {
            self.look_at_all(battle, side, weights);
            self.seen = seen;
        }
        // Where friends were that have moved, and where they are.
        let mut moved: ArrayVec<Point, { 2 * MOST_ELEMENTS }> = ArrayVec::new();
        for friend in &mut self.friends {
            let base = battle.base(friend.id);
            if friend.base != *base {
                moved.extend([friend.base.centre, base.centre]);
                friend.base = *base;
            }
        }
        let force = battle.force(side.other());
        let mut changed = !known;
        for index in 0..self.foes.len() {
            let Foe { id, base: before, flyer, .. } = self.foes[index];
            let base = battle.base(id);
            let gone = !known || before != *base;
            if gone {
                let worth = self.worth(battle, id, holders, weights);
                let attraction = worth - if decides(battle, id) { (1.0 - self.hunt) * PRIZE } else { 0.0 };
                let (cover, lifted) = (self.in_cover(battle, base), self.on_hill(battle, base));
                self.foes[index] = Foe { base: *base, worth, attraction, cover, lifted, ..self.foes[index] };
            }
            if !flyer && (gone || moved.iter().any(|at| self.may_hem(battle, base, *at))) {
                self.foes[index].hemmed = self.is_hemmed(battle, base);
            }
            let engaged = force.engaged.contains(id);
            changed |= gone;
            let foe = &mut self.foes[index];
            foe.engaged = engaged;
            foe.flankers = if engaged { battle.flankers(id).len() as u8 } else { 0 };
            foe.attacked = force.attacked.contains(id);
        }
        self.look_for_jaws(battle);
        for foe in &mut self.foes {
            // Their Groups are what they were until one of them moves.
            if changed {
                foe.grouped = battle.in_group(foe.id);
            }
            foe.fixed = foe.engaged || foe.grouped;
        }
        self.stamp += u64::from(changed);
        self.everybody.clear();
        self.everybody.extend(self.friends.iter().map(|friend| (friend.id, friend.base.centre)));
        self.everybody.extend(self.foes.iter().map(|foe| (foe.id, foe.base.centre)));
    }

    /// Looks which enemies can be caught this turn between two of us.
    fn look_for_jaws(&mut self, battle: &Battle<'_>) {
        let force = battle.force(self.side);
        let acts = battle.active == self.side && battle.phase == Phase::Movement && battle.command.left > 1;
        let mut free: ArrayVec<(Point, f64), MOST_ELEMENTS> = ArrayVec::new();
        if acts {
            let able = force.table & !pinners_barred(battle, self.side);
            for friend in self.friends.iter().filter(|friend| able.contains(friend.id)) {
                let reach = friend.speed + BLOW * self.base;
                free.push((friend.base.centre, reach * reach));
            }
        }
        for foe in &mut self.foes {
            let near = |(at, reach2): &&(Point, f64)| (*at - foe.base.centre).length_squared() <= *reach2;
            foe.between_jaws = !foe.air && free.iter().filter(near).nth(1).is_some();
        }
    }

    /// Looks at everything that stays as it is when somebody moves; what does not is left for later.
    fn look_at_all(&mut self, battle: &Battle<'_>, side: Side, weights: &DynamicWeights) {
        self.side = side;
        self.ahead = Vector::new(0.0, if side == battle.aggressor { 1.0 } else { -1.0 });
        self.table = Vector::new(battle.setup.size.width, battle.setup.size.depth);
        self.base = battle.setup.side;
        self.hunt = hunt(battle, side);
        self.look_at_the_ground(battle);
        self.friends.clear();
        self.friends.extend(battle.on_the_table(side).map(|id| Friend::of(battle, id, weights)));
        let centres = CENTRES * self.base;
        self.foes.clear();
        self.foes.extend(battle.on_the_table(side.other()).map(|id| {
            let profile = battle.profile(id);
            let mobile = if profile.move_or_fire { 0.0 } else { profile.speed };
            let fires = |inches: f64| if profile.range >= 0.0 { inches + centres } else { -1.0 };
            Foe {
                id,
                kind: battle.element(id).kind,
                base: *battle.base(id),
                near: fires(profile.range),
                far: fires(profile.range + mobile),
                touch: if profile.air() { -1.0 } else { profile.speed + centres },
                flyer: profile.flyer,
                air: profile.air(),
                worth: 0.0,
                attraction: 0.0,
                engaged: false,
                flankers: 0,
                grouped: false,
                fixed: false,
                hemmed: false,
                cover: false,
                lifted: false,
                attacked: false,
                between_jaws: false,
            }
        }));
    }

    /// FP that the loss of an enemy is worth to us.
    fn worth(&self, battle: &Battle<'_>, foe: ElementId, holders: UnitSet, weights: &DynamicWeights) -> f64 {
        let profile = battle.profile(foe);
        let [cost, value] = [profile.cost, profile.value].map(|points| points as f64 / 1000.0);
        let extra = prize(battle, foe)
            + weights.brink * brink(battle, foe, cost)
            + if holders.contains(foe) { denial(battle, foe, weights) } else { 0.0 };
        value + extra + self.intruder(battle, foe, weights)
    }

    /// Whether one of us, ground or the table edge may be in the way of an enemy that is thrown back.
    fn is_hemmed(&self, battle: &Battle<'_>, base: &Base) -> bool {
        let at = base.centre;
        let own = CORNER * self.base + battle.setup.rules.recoil_inches.inches();
        let edge = at.x.min(at.y).min(self.table.x - at.x).min(self.table.y - at.y) < own;
        let shut = |(middle, reach): &(Point, f64)| (*middle - at).length_squared() < (own + reach) * (own + reach);
        edge || self.friends.iter().any(|friend| self.may_hem(battle, base, friend.base.centre))
            || self.closed.iter().any(shut)
    }

    /// Whether a base whose middle is there may be in the way of an enemy that is thrown back.
    fn may_hem(&self, battle: &Battle<'_>, base: &Base, at: Point) -> bool {
        // From the middle to a corner, and as far again for the other base.
        let reach = 2.0 * CORNER * self.base + battle.setup.rules.recoil_inches.inches();
        (at - base.centre).length_squared() < reach * reach
    }

    /// Sorts out what the features mean for sight and cover.
    fn look_at_the_ground(&mut self, battle: &Battle<'_>) {
        self.screens.clear();
        self.closed.clear();
        self.woods.clear();
        self.hills = false;
        for feature in battle.terrain.features() {
            let disc = (feature.shape().middle(), feature.shape().reach());
            self.hills |= feature.kind() == Kind::Hill;
            if feature.kind().bars() {
                self.closed.push(disc);
            }
            if feature.kind() == Kind::Cover {
                self.woods.push(disc);
            } else if feature.kind().screens() {
                self.screens.push(disc);
            }
        }
    }

    /// Whether a base there is in cover.
    #[inline]
    pub fn in_cover(&self, battle: &Battle<'_>, base: &Base) -> bool {
        let near = |(at, reach): &(Point, f64)| {
            let reach = reach + self.base;
            (base.centre - *at).length_squared() <= reach * reach
        };
        self.woods.iter().any(near) && battle.stands_in(base, Kind::Cover)
    }

    /// Whether a base with its middle there may be on the table, as it faces.
    pub fn may_hold(&self, at: Point) -> bool {
        let rim = 0.5 * self.base - 1e-6;
        at.x >= rim && at.y >= rim && at.x <= self.table.x - rim && at.y <= self.table.y - rim
    }

    /// How far it is for a friend from one point to another, inches: straight, and as much again as it has to go aside for the
    /// widest of what lies between.
    pub fn way(&self, friend: &Friend, from: Point, to: Point) -> f64 {
        let span = to - from;
        let length = span.length();
        if friend.flyer {
            return length;
        }
        let aside = |&(at, reach): &(Point, f64)| {
            let along = (at - from).dot(span);
            let between = along > 0.0 && along < length * length;
            let off = (at - from).cross(span).abs();
            let room = reach + 0.5 * self.base;
            if between && off < room * length { room - off / length } else { 0.0 }
        };
        length + self.closed.iter().map(aside).fold(0.0, f64::max)
    }

    /// Whether there is any cover.
    pub fn has_cover(&self) -> bool {
        !self.woods.is_empty()
    }

    /// Whether a base there is on a hill.
    #[inline]
    pub fn on_hill(&self, battle: &Battle<'_>, base: &Base) -> bool {
        self.hills && battle.stands_in(base, Kind::Hill)
    }

    /// A point as its owner sees it: x from the left end of the own edge, y away from it. Its own inverse.
    pub fn own(&self, point: Point) -> Point {
        if self.ahead.y > 0.0 { point } else { Point::new(self.table.x - point.x, self.table.y - point.y) }
    }

    /// Whether a friend at `base` seems to see an enemy: along the line from the middle of its front, or from one of its
    /// corners, to the middle of the enemy. A line is barred by everybody of `others` whose middle is nearer to it than half
    /// a base.
    pub fn seems_open(
        &self,
        battle: &Battle<'_>,
        friend: &Friend,
        base: &Base,
        foe: &Foe,
        others: &[(ElementId, Point)],
    ) -> bool {
        let front = base.edge(Edge::Front);
        let target = foe.base.centre;
        if (target - front.start).dot(base.facing.ahead()) < -0.3 * self.base {
            return false;
        }
        if foe.lifted || self.on_hill(battle, base) {
            return true;
        }
        // All three lines keep within half a front of the first.
        let (middle, reach) = (Segment::new(front.midpoint(), target), PASSES * self.base);
        let mut near: ArrayVec<Point, CLOSE> = ArrayVec::new();
        if !(friend.air || foe.air) {
            for &(id, centre) in others {
                if !middle.keeps_off(centre, reach + base.half_width) && id != friend.id && id != foe.id {
                    // Nobody sees through such a crowd.
                    if near.try_push(centre).is_err() {
                        return false;
                    }
                }
            }
        }
        [middle.start, front.start, front.end].into_iter().any(|from| {
            let line = Segment::new(from, target);
            near.iter().all(|centre| line.keeps_off(*centre, reach))
                && self.screens.iter().all(|(at, reach)| line.keeps_off(*at, *reach))
        })
    }

    /// Whether nothing at all is near the line from the middle of the front of a friend, where it stands, to the middle of an
    /// enemy: then it sees it.
    pub fn is_wide_open(&self, friend: &Friend, foe: &Foe) -> bool {
        let line = Segment::new(friend.base.edge(Edge::Front).midpoint(), foe.base.centre);
        let off = |id: ElementId, centre: Point| {
            id == friend.id || id == foe.id || line.keeps_off(centre, CORNER * self.base)
        };
        line.span().dot(friend.base.facing.ahead()) > 0.1
            && self.everybody.iter().all(|(id, centre)| off(*id, *centre))
            && self.screens.iter().all(|(at, reach)| line.keeps_off(*at, reach + 0.1))
    }

    /// What an enemy is worth beyond its cost for having come far on its way off our edge (DG-SCN-03).
    fn intruder(&self, battle: &Battle<'_>, foe: ElementId, weights: &DynamicWeights) -> f64 {
        if battle.scenario != Scenario::Invasion || self.side == battle.aggressor || battle.profile(foe).air() {
            return 0.0;
        }
        let left = self.own(battle.base(foe).centre).y / self.table.y;
        2.0 * weights.objective * (1.0 - left).max(0.0)
    }
}

/// What an Element is worth beyond its value for the share that it is, at the cost that the rules count, of what is left to
/// lose until the game is lost.
fn brink(battle: &Battle<'_>, id: ElementId, cost: f64) -> f64 {
    let side = side_of(id);
    let rules = &battle.setup.rules;
    // What is free is no loss.
    if cost <= 0.0 {
        return 0.0;
    }
    let lethal = match battle.scenario {
        Scenario::Exterminate => rules.exterminate_fraction,
        Scenario::Invasion if side == battle.aggressor => rules.invasion_loss_fraction,
        _ => return 0.0,
    };
    let force = battle.force(side);
    let left = (lethal.of(force.value) - battle.worth(side, force.destroyed) as f64) / 1000.0;
    let share = cost / left.max(cost);
    PRIZE * share * share * share
}

/// What an Element is worth beyond its cost, whoever's it is.
fn prize(battle: &Battle<'_>, id: ElementId) -> f64 {
    if decides(battle, id) {
        PRIZE
    } else if battle.force(side_of(id)).commander == id {
        TEMPO
    } else {
        0.0
    }
}

/// Those of `side` who cannot come into contact with anybody by a move any more this turn.
pub fn pinners_barred(battle: &Battle<'_>, side: Side) -> UnitSet {
    let force = battle.force(side);
    let gone = force.moved | force.engaged | force.partial | force.got_off | force.air;
    gone | force.failed | (force.shaken & !force.passed)
}

/// Whether the game is decided with an Element.
pub fn decides(battle: &Battle<'_>, id: ElementId) -> bool {
    let side = side_of(id);
    match battle.scenario {
        Scenario::Regicide => battle.force(side).commander == id,
        Scenario::CaptureTheFlag => battle.progress.bearers[side.index()] == Some(id),
        _ => false,
    }
}

/// The share of the prize for which a side goes far to look for whoever decides the game. A flag bearer stays behind its
/// Force, and whoever runs after it runs into the guns of all others: at first nobody does, later the more, the stronger
/// the side is than its enemy, and the fewer rounds are left.
fn hunt(battle: &Battle<'_>, side: Side) -> f64 {
    if battle.scenario != Scenario::CaptureTheFlag {
        return 1.0;
    }
    let ahead = STRONGER * (battle.standing(side) - 0.5);
    (ahead + late(battle, HUNTS)).clamp(0.0, 1.0)
}

/// How late it is: 0 until that share of all rounds is over, from then on more by so much a round, and 1 at most.
fn late(battle: &Battle<'_>, (share, a_round): (f64, f64)) -> f64 {
    let past = f64::from(battle.round) - share * f64::from(battle.setup.rules.max_rounds);
    (a_round * past).clamp(0.0, 1.0)
}

/// What an enemy who holds something is worth beyond its cost. What it holds was noted at the end of its last turn, and
/// counts at the end of ours (DG-SCN-05, DG-SCN-10).
fn denial(battle: &Battle<'_>, foe: ElementId, weights: &DynamicWeights) -> f64 {
    let side = side_of(foe);
    let destroyed = battle.force(side).destroyed;
    let [first, second] = battle.progress.holders[side.index()].map(|set| set & !destroyed);
    match battle.scenario {
        Scenario::KingOfTheHill => {
            // How much has to fall for the rest to be too few; several may have to.
            let held: Points = members(side, first).map(|holder| battle.profile(holder).cost).sum();
            let much = held - battle.hill_points() + 1;
            if much > 0 { LAST_CHANCE * (battle.profile(foe).cost as f64 / much as f64).min(1.0) } else { 0.0 }
        }
        _ if !first.is_empty() && !second.is_empty() => LAST_CHANCE,
        _ => DENIAL * weights.objective,
    }
}

/// Those of `side` who hold something whose loss would break the hold.
fn denied(battle: &Battle<'_>, side: Side) -> UnitSet {
    let [first, second] = battle.progress.holders[side.index()];
    match battle.scenario {
        Scenario::KingOfTheHill => first,
        Scenario::Control => first | second,
        _ => UnitSet::EMPTY,
    }
}
