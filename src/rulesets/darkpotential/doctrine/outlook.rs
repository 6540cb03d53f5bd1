//! What is the same of a figure and its enemies wherever the figure goes: worked out once, before many places are weighed.

use arrayvec::ArrayVec;

use super::super::combat::distance_penalty;
use super::super::field::{Field, Stand};
use super::super::movement::MoveKind;
use super::super::state::{Battle, MOST_FIGURES, bit, members, place_of, side_of};
use super::ScriptedPlayer;
use super::foes::{Foe, Foes, MOST_GUNS, Piece};
use super::odds::chance;
use super::spot::Arrival;
use crate::tabletop::plane::greater;

/// Weight of what may be lost, before what the doctrine adds to it.
const TAKE: f64 = 0.45;

/// Share of its worth that an inch of way is to a model, where the wish to close is 1.
const CLOSE: f64 = 0.022;

/// The same for one that had better stay where it shoots.
const CLOSE_STANDING: f64 = 0.3;

/// Chance that one who could come into contact does.
const COMES: f64 = 0.6;

/// Share of what a standing weapon could do from a place next turn that counts now.
pub(super) const PROSPECT: f64 = 0.45;

/// Share of what others could do from a place next turn that hold a lane.
const LANE: f64 = 0.12;

/// Share of its worth that it is to a model to be led: by a Commander whose range it is in, and by the leader of its squad. A
/// Commander has as much of all whom he leads.
const LED: f64 = 0.05;
const WITH_THE_SQUAD: f64 = 0.03;

/// Share of its worth that the leader of a squad risks at its head.
const AT_THE_HEAD: f64 = 0.1;

/// Share of what a charge could do that counts, for the ways that turn out to be barred.
const CHARGE: f64 = 0.85;

/// Care of a side that strikes, and its haste.
const STRIKE: (f64, f64) = (0.65, 1.4);

/// What a turn more or less of way is to who waits for the others: nothing nearer than this to the enemy, beyond its own reach.
const ASSEMBLY: f64 = 15.0;

/// Inches of way that no way at all is worth.
const NO_WAY: f64 = 60.0;

/// By how much what a place is worth may be off for rounding.
pub(super) const ROUNDING: f64 = 1e-6;

/// A ranged weapon of the figure against an enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Hit target next to it, without cover.
    pub target: i32,
    pub range: f64,
    /// What a hit is worth.
    pub worth: f64,
    /// Who moves cannot fire it.
    pub stands: bool,
    /// It may be fired in this activation.
    pub fires: bool,
}

impl Aim {
    /// What a shot is worth at a distance in inches, with so much added to the hit target.
    #[inline]
    pub(super) fn worth_at(&self, distance: f64, more: i32) -> f64 {
        chance(self.target - distance_penalty(self.range, distance) + more) * self.worth
    }
}

/// A ranged weapon of an enemy against the figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Menace {
    /// Hit target next to it, without cover.
    pub target: i32,
    pub range: f64,
    /// What a hit costs.
    pub worth: f64,
    /// It is fired from where the enemy stands.
    pub stands: bool,
}

/// A figure against one enemy.
#[derive(Clone, Debug)]
pub(super) struct Against {
    pub stand: Stand,
    /// It matters what they see of each other.
    pub has_eyes: bool,
    /// The enemy is a stealth base.
    pub base: bool,
    /// All that it may do is to come and strike.
    pub is_idle: bool,
    /// Wherever the figure goes on its way, neither may do anything to the other.
    pub is_far: bool,
    /// It may be shot at out of contact.
    pub is_open: bool,
    pub aims: ArrayVec<Aim, MOST_GUNS>,
    /// What the figure does to it hand to hand, after a charge and in contact.
    pub blows: Option<[f64; 2]>,
    pub menaces: ArrayVec<Menace, MOST_GUNS>,
    /// What it does to the figure hand to hand if it comes, and in contact, and from how far.
    pub knocks: Option<[f64; 2]>,
    pub knock_reach: f64,
    /// A shot of it in reaction may cost something.
    pub watches: bool,
    /// What it is worth.
    pub worth: f64,
    /// The chance that nothing planned removes it.
    pub left: f64,
    /// What is left of its danger to one of many.
    pub crowd: f64,
}

/// A friend by whom the figure is led, or whom it leads.
#[derive(Clone, Copy, Debug)]
struct Tie {
    stand: Stand,
    /// What it is worth to be so near.
    gains: [Option<(f64, f64)>; 3],
}

/// What a figure knows of others. Its memory is lent from thought to thought.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// The enemies, in their order.
    pub against: Vec<Against>,
    ties: Vec<Tie>,
    /// Those whose contact it may leave, with what their free attacks may cost.
    leaves: Vec<(Stand, f64)>,
}

impl Lists {
    /// Nobody, without memory, for while it is lent.
    fn empty() -> Self {
        Self { against: Vec::new(), ties: Vec::new(), leaves: Vec::new() }
    }
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            against: Vec::with_capacity(MOST_FIGURES),
            ties: Vec::with_capacity(MOST_FIGURES),
            leaves: Vec::with_capacity(MOST_FIGURES),
        }
    }
}

/// A figure that thinks of places.
#[derive(Debug)]
pub(super) struct Outlook<'o, 's> {
    pub battle: &'o Battle<'s>,
    pub foes: &'o Foes<'s>,
    pub piece: &'o Piece<'s>,
    pub arrival: Arrival,
    pub lists: Lists,
    /// Inches of a charge.
    pub charge: f64,
    /// The greatest penalty that cover may mean.
    pub worst: i32,
    /// What a place is taken to be worth of which it is not known who sees it is no less than what it is worth.
    pub is_bounded: bool,
    /// Weight of what may be lost, and of a lane.
    pub care: f64,
    pub lane: f64,
    /// The leader of a squad: the way of the one of his men who is farthest ahead, and what he risks before that.
    head: Option<(f64, f64)>,
    /// Inches of way beyond which all the rest counts, what an inch of it is worth, no way at all, and how much its haste adds.
    wanted: f64,
    slope: f64,
    no_way: f64,
    haste: f64,
}

impl<'o, 's> Outlook<'o, 's> {
    /// The same of a figure that has thought of staying where it is, and now thinks of places to which it comes otherwise.
    pub(super) fn turn_to(&mut self, arrival: Arrival) {
        debug_assert_eq!(self.arrival, Arrival::Stays, "it has thought of staying");
        self.arrival = arrival;
        let Self { battle, foes, piece, .. } = *self;
        let may_act = arrival != Arrival::Acts;
        let covered = battle.force(side_of(piece.model)).covered.contains(piece.figure);
        for (against, foe) in self.lists.against.iter_mut().zip(foes) {
            against.aims.iter_mut().for_each(|aim| aim.fires = may_act && !aim.stands);
            against.blows = against.blows.filter(|_| may_act);
            against.watches = foe.watches && !covered;
            against.is_idle = foe.base && !against.watches;
        }
        find_leaves(battle, foes, piece, &mut self.lists.leaves);
    }

    /// What free attacks may cost who leaves contact for a place.
    pub(super) fn leaving(&self, there: &Stand) -> f64 {
        let field = &self.battle.setup.field;
        self.lists.leaves.iter().filter(|(stand, _)| field.contact(there, stand).is_none()).map(|(_, cost)| cost).sum()
    }

    /// What it is worth to be led at a place so far from the enemy, or to lead.
    pub(super) fn led(&self, there: &Stand, way: f64) -> f64 {
        let mut worth = 0.0;
        for Tie { stand, gains } in &self.lists.ties {
            let distance = self.battle.setup.field.distance(there, stand);
            for (range, gain) in gains.iter().flatten() {
                if distance <= *range {
                    worth += gain;
                }
            }
        }
        match self.head {
            Some((nearest, risk)) if nearest > way => worth - risk,
            _ => worth,
        }
    }

    /// What no place within so many inches is worth, beside how near it is to where the figure wants to come, and who is led there:
    /// the most that may be dealt, and nothing lost.
    /// Notes as well which enemies are too far off to matter.
    pub(super) fn beyond_all(&mut self, inches: f64) -> f64 {
        let rules = &self.battle.setup.rules;
        let (mut deal, mut standing, mut lane) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (against, foe) in self.lists.against.iter_mut().zip(self.foes) {
            // As measured, a distance may be half a step shorter.
            let distance = (self.piece.stand.gap(&against.stand) - inches - rules.measure_step).max(0.0);
            let is_out_of_reach = distance > against.knock_reach
                && distance > rules.contact_tolerance
                && (against.blows.is_none() || distance > self.charge);
            let never_looks = !against.has_eyes && !against.watches && !self.piece.base;
            against.is_far = is_out_of_reach && (against.is_idle || never_looks);
            for aim in against.aims.iter().filter(|_| against.is_open && against.has_eyes) {
                let worth = aim.worth_at(distance, (-foe.target.dug_in).max(0)) * against.left;
                if aim.stands {
                    standing = standing.max(worth);
                } else {
                    lane = lane.max(worth);
                }
                if aim.fires {
                    deal = deal.max(worth);
                }
            }
            if let Some([coming, touching]) = against.blows
                && distance <= self.charge.max(rules.contact_tolerance)
            {
                deal = deal.max(coming).max(touching);
            }
        }
        deal + PROSPECT * standing + self.lane * lane + ROUNDING
    }

    /// Whether nobody is in contact with the figure at a place, for certain.
    pub(super) fn is_clear(&self, there: &Stand) -> bool {
        let rules = &self.battle.setup.rules;
        // As measured, a gap may be half a step shorter.
        let reach = there.radius + rules.contact_tolerance + rules.measure_step;
        let is_off = |against: &Against| {
            let apart = reach + against.stand.radius;
            (against.stand.spot.point - there.spot.point).length_squared() > apart * apart * (1.0 + 1e-9)
        };
        self.lists.against.iter().all(is_off)
    }

    /// The enemy who may cost most beyond what is guessed at a place, of those of whom `guess` knows no more than a guess.
    pub(super) fn most_dangerous(&self, there: &Stand, guess: impl Fn(usize) -> Option<f64>) -> Option<usize> {
        let mut most = None::<(usize, f64)>;
        for (number, (against, foe)) in self.lists.against.iter().zip(self.foes).enumerate() {
            let Some(guess) = guess(number) else { continue };
            let distance = there.gap(&against.stand);
            let shot = |menace: &Menace| {
                let near = if menace.stands { distance } else { distance - foe.movement };
                chance(menace.target - distance_penalty(menace.range, near)) * menace.worth
            };
            let peril = against.menaces.iter().map(shot).fold(0.0, greater);
            let more = (peril - guess) * against.left * against.crowd;
            if most.is_none_or(|(_, other)| more >= other) {
                most = Some((number, more));
            }
        }
        most.map(|(number, _)| number)
    }

    /// How near a place with so long a way to the enemy is to where the figure wants to come, in worth.
    pub(super) fn closeness(&self, way: f64) -> f64 {
        let worth = if way.is_infinite() { self.no_way } else { self.slope * (way - self.wanted).max(0.0) };
        worth * self.haste
    }
}

impl ScriptedPlayer {
    /// What a figure knows that thinks of staying where it is; its memory is to be [put back](Self::put_back).
    pub(super) fn outlook<'o, 's>(
        &mut self,
        battle: &'o Battle<'s>,
        foes: &'o Foes<'s>,
        piece: &'o Piece<'s>,
    ) -> Outlook<'o, 's> {
        let has_moved = battle.has_moved(piece.figure);
        let mut lists = std::mem::replace(&mut self.lists, Lists::empty());
        lists.against.clear();
        for (at, foe) in foes.iter().enumerate() {
            lists.against.push(self.against(battle, piece, (at, foe), has_moved));
        }
        find_ties(battle, piece, &mut lists.ties);
        lists.leaves.clear();
        let shoots = !piece.arms.guns.is_empty();
        let stands = piece.arms.guns.iter().any(|(_, gun)| gun.move_or_shoot);
        let mut wanted = if shoots { self.range } else { 0.0 };
        if !self.strikes {
            // Who does not shoot waits where it can just strike from.
            wanted = wanted.max(if shoots { ASSEMBLY } else { piece.reach });
        }
        let factor = if stands { (CLOSE_STANDING * (1.0 + self.restless)).min(1.0) } else { 1.0 };
        Outlook {
            battle,
            foes,
            piece,
            arrival: Arrival::Stays,
            lists,
            charge: battle.allowance(piece.figure, MoveKind::Charge),
            worst: self.worst,
            is_bounded: self.is_bounded,
            care: TAKE * (1.0 + self.cover_need) * if self.strikes { STRIKE.0 } else { 1.0 },
            lane: LANE * self.weights.lane,
            head: self.head(battle, piece),
            wanted,
            slope: -CLOSE * piece.worth * factor * self.aggression,
            no_way: -CLOSE * piece.worth * NO_WAY * self.aggression,
            haste: if self.strikes { STRIKE.1 } else { 1.0 },
        }
    }

    /// Takes back the memory of a thought.
    pub(super) fn put_back(&mut self, outlook: Outlook<'_, '_>) {
        self.lists = outlook.lists;
    }

    /// A figure that stays against one of the foes.
    fn against(
        &self,
        battle: &Battle<'_>,
        piece: &Piece<'_>,
        (number, foe): (usize, &Foe<'_>),
        has_moved: bool,
    ) -> Against {
        let place = place_of(foe.figure);
        let left = 1.0 - self.claims[place];
        let is_open = !foe.base && !piece.base && !foe.engaged;
        let guns = piece.arms.guns.iter().filter(|_| is_open);
        let aims = guns.zip(piece.deals[number]).map(|((_, gun), worth)| Aim {
            target: piece.arms.skill - foe.target.defense + gun.accuracy,
            range: gun.range,
            worth,
            stands: gun.move_or_shoot,
            fires: !(gun.move_or_shoot && has_moved),
        });
        let blow = |(skill, _): (i32, _)| {
            let worth = |share: f64| share * chance(skill - foe.target.defense) * piece.blows[number] * left;
            [CHARGE, 1.0].map(worth)
        };
        let menaces = foe.arms.guns.iter().zip(piece.takes[number]).map(|((_, gun), worth)| {
            let target = foe.arms.skill - piece.target.defense + gun.accuracy;
            (gun.move_or_shoot, Menace { target, range: gun.range, worth, stands: gun.move_or_shoot || foe.bound })
        });
        let fires = !foe.engaged && !foe.base;
        let knock = |(skill, _): (i32, _)| {
            let worth = |comes: f64| comes * chance(skill - piece.target.defense) * piece.knocks[number];
            [COMES * foe.share, 1.0].map(worth)
        };
        let menaces: ArrayVec<Menace, MOST_GUNS> =
            menaces.filter(|(slow, _)| fires && !(*slow && foe.bound)).map(|(_, menace)| menace).collect();
        Against {
            stand: foe.stand,
            has_eyes: piece.has_eyes_for(foe),
            base: foe.base,
            is_idle: foe.base,
            is_far: false,
            is_open,
            aims: aims.collect(),
            blows: piece.arms.fist.filter(|_| !foe.base).map(blow),
            menaces,
            knocks: foe.arms.fist.filter(|_| !foe.bound).map(knock),
            knock_reach: foe.movement * (1.0 + battle.setup.rules.charge_factor),
            watches: false,
            worth: self.worth(battle, foe.model),
            left,
            crowd: self.crowds[place],
        }
    }

    /// For the leader of a squad: the way of the one of his men who is farthest ahead, and what he risks before that.
    fn head(&self, battle: &Battle<'_>, piece: &Piece<'_>) -> Option<(f64, f64)> {
        let (side, squad) = (side_of(piece.model), battle.unit_of(piece.model));
        if piece.base || !squad.squad || squad.leader != piece.model {
            return None;
        }
        let mates = battle.living(side, battle.figure(piece.model).unit) & !bit(piece.model);
        let way = |mate| self.ground.way(&self.to_enemy, battle.figure(mate).at.point);
        let nearest = members(side, mates).map(way).reduce(f64::min)?;
        Some((nearest, AT_THE_HEAD * piece.worth))
    }
}

/// Friends by whom a figure is led, or whom it leads, with how near they have to be and what that is worth.
fn find_ties(battle: &Battle<'_>, piece: &Piece<'_>, ties: &mut Vec<Tie>) {
    ties.clear();
    if piece.base {
        return;
    }
    let (side, profile, squad) = (side_of(piece.model), battle.profile(piece.model), battle.unit_of(piece.model));
    for friend in members(side, battle.force(side).shown()).filter(|friend| *friend != piece.model) {
        let other = battle.profile(friend);
        let leads = squad.squad && squad.leader == friend;
        let [own, others] = [profile.leadership, other.leadership];
        let gain = |applies: bool, range: i32, worth: f64| applies.then_some((f64::from(range), worth));
        let gains = [
            gain(other.commander && others > own, others, LED * piece.worth),
            gain(profile.commander && own > others, own, LED * other.value),
            gain(leads, others, WITH_THE_SQUAD * piece.worth),
        ];
        if gains.iter().any(Option::is_some) {
            ties.push(Tie { stand: battle.stand(friend), gains });
        }
    }
}

/// Enemies in contact with a figure that goes elsewhere, with what their free attacks may cost.
fn find_leaves(battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>, leaves: &mut Vec<(Stand, f64)>) {
    leaves.clear();
    if piece.base {
        return;
    }
    let (field, bonus): (&Field, _) = (&battle.setup.field, battle.setup.rules.free_attack_bonus);
    let lost = |(number, foe): (usize, &Foe<'_>)| {
        let (skill, _) = foe.arms.fist?;
        let touches = !foe.base && field.contact(&piece.stand, &foe.stand).is_some();
        touches.then(|| (foe.stand, chance(skill - piece.target.defense + bonus) * piece.knocks[number]))
    };
    leaves.extend(foes.iter().enumerate().filter_map(lost));
}
