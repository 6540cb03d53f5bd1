//! What a place is worth to a figure: what it deals from there, what it takes, and how far it has come.

use arrayvec::ArrayVec;

use super::super::combat::distance_penalty;
use super::super::field::Stand;
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, MOST_FIGURES, Stance, bit, members, place_of, side_of};
use super::ScriptedPlayer;
use super::foes::{Foe, Foes, Piece};
use super::ground::{Mutual, mutual, worst_penalty};
use super::odds::chance;
use crate::tabletop::plane::Spot;

/// Weight of what may be lost, before what the doctrine adds to it.
const TAKE: f64 = 0.45;

/// Share of its worth that an inch of way is to a model, where the wish to close is 1.
const CLOSE: f64 = 0.022;

/// The same for one that had better stay where it shoots.
const CLOSE_STANDING: f64 = 0.3;

/// Chance that an enemy who does not see a place now will see it when it has moved: near, and farther off.
const COMES_INTO_VIEW: [(f64, f64); 3] = [(14.0, 0.45), (24.0, 0.25), (f64::INFINITY, 0.12)];

/// Chance that one who could come into contact does.
const COMES: f64 = 0.6;

/// How much less an enemy is a danger to one for every other one that it could attack as well.
const CROWD: f64 = 0.5;

/// Share of what a standing weapon could do from a place next turn that counts now, and of what others could do that hold a lane.
const PROSPECT: f64 = 0.45;
const LANE: f64 = 0.12;

/// Share of its worth that it is to a model to be led: by a Commander whose range it is in, and by the leader of its squad. A
/// Commander has as much of all whom he leads.
const LED: f64 = 0.05;
const WITH_THE_SQUAD: f64 = 0.03;

/// Share of its worth that the leader of a squad risks at its head.
const AT_THE_HEAD: f64 = 0.1;

/// Share of what a charge could do that counts, for the ways that turn out to be barred.
const CHARGE: f64 = 0.85;

/// Share of its worth that a model in stealth loses with its cover, whoever shoots then, and how many bases those look at who may
/// find them: one, and another one once that is gone.
const UNCOVERED: f64 = 0.1;
const LOOKS: f64 = 2.0;

/// Care of a side that strikes, and its haste.
const STRIKE: (f64, f64) = (0.65, 1.4);

/// What a turn more or less of way is to who waits for the others: nothing nearer than this to the enemy, beyond its own reach.
const ASSEMBLY: f64 = 15.0;

/// What can be done from a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// What the best attack from there is worth in this activation.
    pub deal: f64,
    /// Whom it goes at, among the foes.
    pub foe: Option<usize>,
    /// What may be lost there.
    pub take: f64,
    /// All in all.
    pub worth: f64,
    /// Something has not been looked at.
    pub is_guess: bool,
}

/// A place as a figure stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing {
    there: Stand,
    at: Spot,
    arrival: Arrival,
    /// What free attacks may cost on the way there.
    leaving: f64,
    /// What it is worth to be led there, or to lead.
    led: f64,
    /// How near it is to where the figure wants to come, in worth.
    close: f64,
}

/// What a figure at a place and an enemy may do to each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bout {
    /// What the best attack on it is worth in this activation, and what weapons could do next turn that stand, or hold a lane.
    deal: f64,
    standing: f64,
    lane: f64,
    /// What the enemy may do in its next turn hand to hand, and by shots or by looking for bases, if nobody is in contact; and what
    /// its shot in reaction may cost.
    fists: f64,
    shots: f64,
    watch: f64,
    /// The chance that the enemy finds a base there if it looks for it.
    found: f64,
    /// They are in contact.
    contact: bool,
    /// What the shots of friends would have been worth that contact bars.
    barred: f64,
    /// It has not been looked at what they see of each other.
    pub is_guess: bool,
}

/// All enemies in turn.
pub(super) type Bouts = ArrayVec<Bout, MOST_FIGURES>;

/// An enemy as it threatens a place.
#[derive(Clone, Copy, Debug)]
struct Threat<'f, 's> {
    foe: &'f Foe<'s>,
    /// Its place among the foes.
    number: usize,
    distance: f64,
    /// What it and the place see of each other.
    look: Option<Mutual>,
    /// That has not been looked at.
    is_guess: bool,
}

/// How it is found out what a place and the enemy see of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It is where the figure stands.
    Here,
    /// It is one of the lattice.
    Cell(usize),
    /// The same by what has been looked at before, and for the best in everything else: no place is better than that.
    Guess(usize),
    /// It is another one.
    There,
}

/// How a figure comes to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It stays where it is.
    Stays,
    /// By its Move: it may still act.
    Moves,
    /// By its action: it acts no more.
    Acts,
}

impl ScriptedPlayer {
    /// What a place is worth to a figure.
    pub(super) fn prospect(
        &mut self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        at: Spot,
        seen: Seen,
        arrival: Arrival,
    ) -> Prospect {
        let footing = self.footing(battle, foes, piece, at, seen, arrival);
        let mut bouts = Bouts::new();
        (0..foes.len()).for_each(|number| bouts.push(self.bout(battle, foes, piece, &footing, number, seen)));
        self.weigh(battle, foes, piece, &footing, &bouts)
    }

    /// What a place is to a figure, whoever sees it there.
    pub(super) fn footing(
        &self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        at: Spot,
        seen: Seen,
        arrival: Arrival,
    ) -> Footing {
        let field = &battle.setup.field;
        let there = match seen {
            Seen::Here => piece.stand,
            Seen::Cell(cell) | Seen::Guess(cell) => Stand { radius: piece.stand.radius, ..self.ground.stand(cell) },
            Seen::There => field.stand(at, piece.stand.radius),
        };
        let stands = piece.arms.guns.iter().any(|(_, gun)| gun.move_or_shoot);
        let haste = if self.strikes { STRIKE.1 } else { 1.0 };
        Footing {
            there,
            at,
            arrival,
            leaving: self.leaving(battle, foes, piece, &there, arrival),
            led: self.led(battle, piece, &there),
            close: self.closeness(piece, at, stands) * haste,
        }
    }

    /// What a figure at a place and an enemy may do to each other.
    pub(super) fn bout(
        &mut self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        footing: &Footing,
        number: usize,
        seen: Seen,
    ) -> Bout {
        let (field, foe) = (&battle.setup.field, &foes[number]);
        let Footing { there, at, arrival, .. } = footing;
        let has_moved = *arrival != Arrival::Stays || battle.has_moved(piece.figure);
        let may_act = *arrival != Arrival::Acts;
        let mut bout = Bout::default();
        let distance = field.distance(there, &foe.stand);
        let look = match seen {
            _ if !piece.has_eyes_for(foe) => None,
            Seen::Cell(cell) => self.looks.at(field, (cell, there), (foe.figure, &foe.stand)),
            Seen::Guess(cell) => self.looks.remembered(cell, (foe.figure, &foe.stand)).unwrap_or_else(|| {
                bout.is_guess = true;
                Some(Mutual { of_place: worst_penalty(&battle.setup.rules), of_figure: 0 })
            }),
            Seen::Here => self.looks.face(field, (piece.figure, there), (foe.figure, &foe.stand)),
            Seen::There => mutual(field, there, &foe.stand),
        };
        let contact = !foe.base && distance <= battle.setup.rules.contact_tolerance;
        bout.contact = contact;
        // What it does to them.
        let left = 1.0 - self.claims[place_of(foe.figure)];
        let open = !foe.base && !piece.base && !foe.engaged && !contact;
        if let Some(look) = look.filter(|_| open) {
            let dug_in = if look.of_figure > 0 { foe.target.dug_in } else { 0 };
            for (at, (_, gun)) in piece.arms.guns.iter().enumerate() {
                let hit = piece.arms.skill - foe.target.defense - distance_penalty(gun.range, distance) + gun.accuracy
                    - look.of_figure
                    - dug_in;
                let worth = chance(hit) * piece.deals[number][at] * left;
                if gun.move_or_shoot {
                    bout.standing = bout.standing.max(worth);
                } else {
                    bout.lane = bout.lane.max(worth);
                }
                if may_act && !(gun.move_or_shoot && has_moved) {
                    bout.deal = bout.deal.max(worth);
                }
            }
        }
        if let Some((skill, _)) = piece.arms.fist.filter(|_| !foe.base && may_act) {
            let charge = || battle.allowance(piece.figure, MoveKind::Charge);
            let near = contact || (there.foot - foe.stand.foot).abs() < 1.0 && distance <= charge();
            if near {
                let share = if contact { 1.0 } else { CHARGE };
                let worth = share * chance(skill - foe.target.defense) * piece.blows[number] * left;
                bout.deal = bout.deal.max(worth);
            }
        }
        if contact && *arrival == Arrival::Moves && !battle.touches(piece.stand, foe.stand) {
            let stays = 1.0 - (bout.deal / self.worth(battle, foe.model)).min(1.0);
            bout.barred = stays * self.barred_shots(battle, foes, piece, number);
        }
        // What they do to it until its next turn.
        let threat = Threat { foe, number, distance, look, is_guess: bout.is_guess };
        (bout.fists, bout.shots) = self.danger(battle, piece, &threat);
        if piece.base {
            bout.found = self.found(battle, &threat);
        }
        let covered = || battle.force(side_of(piece.model)).covered.contains(piece.figure);
        if foe.watches && *arrival != Arrival::Stays && !covered() {
            bout.watch = self.watch(battle, piece, &threat, *at);
        }
        bout
    }

    /// All in all what a place is worth to a figure.
    pub(super) fn weigh(
        &self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        footing: &Footing,
        bouts: &[Bout],
    ) -> Prospect {
        let (mut deal, mut foe, mut standing, mut lane) = (0.0, None, 0.0_f64, 0.0_f64);
        let mut barred = 0.0;
        let mut is_guess = false;
        for (number, bout) in bouts.iter().enumerate() {
            (standing, lane) = (standing.max(bout.standing), lane.max(bout.lane));
            is_guess |= bout.is_guess;
            barred += bout.barred;
            if bout.deal > deal {
                (deal, foe) = (bout.deal, Some(number));
            }
        }
        let bare = self.bare(battle, foes, bouts, (deal, foe));
        let mut safe = 1.0;
        for (number, (bout, other)) in bouts.iter().zip(foes).enumerate() {
            // Whom it has removed does nothing, and that may be anybody while it is not known who is seen.
            let aimed_at = foe == Some(number) || is_guess && bout.deal > 0.0;
            let removed = if aimed_at { (bout.deal / self.worth(battle, other.model)).min(1.0) } else { 0.0 };
            let place = place_of(other.figure);
            let left = (1.0 - 0.5 * removed) * (1.0 - self.claims[place]);
            let danger = bout.fists.max(bout.shots * bare);
            let share = (danger * left * self.crowds[place] + bout.watch) / piece.worth.max(1e-9);
            safe *= 1.0 - share.min(0.95);
        }
        let take = if piece.base {
            self.uncovered(battle, foes, piece, bouts)
        } else {
            piece.worth * (1.0 - safe) + footing.leaving
        };
        let care = if self.strikes { STRIKE.0 } else { 1.0 };
        let worth = deal - barred + PROSPECT * standing - TAKE * (1.0 + self.cover_need) * care * take * piece.guard
            + LANE * self.weights.lane * lane
            + footing.led
            + footing.close;
        Prospect { deal, foe, take, worth, is_guess }
    }

    /// The chance that a figure at a place is in contact with nobody in the enemy's turn, so that it can be shot at: whom it
    /// attacks there may be gone.
    fn bare(&self, battle: &Battle<'_>, foes: &Foes<'_>, bouts: &[Bout], (deal, aim): (f64, Option<usize>)) -> f64 {
        let mut touching = bouts.iter().enumerate().filter(|(_, bout)| bout.contact);
        let removed = |number: usize| (deal / self.worth(battle, foes[number].model)).min(1.0);
        match (touching.next(), touching.next(), aim) {
            (Some((number, _)), None, Some(aim)) if number == aim => removed(aim),
            (Some(_), ..) => 0.0,
            (None, ..) => 1.0,
        }
    }

    /// What a base stands to lose at a place in the enemy's turn: somebody finds it, and the others shoot. Whoever looks cannot
    /// shoot as well, and there are other bases to look at.
    fn uncovered(&self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>, bouts: &[Bout]) -> f64 {
        let (mut hidden, mut lives, mut seekers, mut most) = (1.0, 1.0, 0.0, 0.0_f64);
        for (bout, foe) in bouts.iter().zip(foes) {
            let left = 1.0 - self.claims[place_of(foe.figure)];
            hidden *= 1.0 - left * bout.found;
            seekers += left * bout.found;
            let share = left * (bout.shots / piece.worth.max(1e-9)).min(0.95);
            most = most.max(share);
            lives *= 1.0 - share;
        }
        // One of those who might have shot looks.
        let lost = (1.0 - lives / (1.0 - most).max(0.05)).max(0.0);
        let side = side_of(piece.figure);
        let bases = f64::from(battle.force(side).bases().len().max(1));
        let looked_at = (LOOKS * seekers / bases).min(1.0);
        piece.worth * looked_at * (1.0 - hidden) * (lost + UNCOVERED)
    }

    /// The chance that an enemy who comes into view of a base and looks for it finds it.
    fn found(&self, battle: &Battle<'_>, threat: &Threat<'_, '_>) -> f64 {
        let Threat { foe, distance, look, is_guess, .. } = *threat;
        if foe.base || foe.engaged {
            return 0.0;
        }
        let rules = &battle.setup.rules;
        let calm = if foe.bound { 0.0 } else { foe.movement };
        let steps = 1 + distance_penalty(rules.perception_step, (distance - calm).max(0.0));
        let skill = battle.profile(foe.model).perception.unwrap_or_default();
        let odds = |cover: i32| chance(skill + rules.active_bonus - steps - cover);
        let view = || COMES_INTO_VIEW.iter().find(|(most, _)| distance <= *most).map_or(0.0, |(_, p)| *p);
        match look {
            Some(look) if is_guess => odds(look.of_place).min(view() * odds(1)),
            Some(look) => odds(look.of_place),
            None => view() * odds(1),
        }
    }

    /// What an enemy may do to a figure at a place in its next turn: hand to hand, and from afar.
    fn danger(&self, battle: &Battle<'_>, piece: &Piece<'_>, threat: &Threat<'_, '_>) -> (f64, f64) {
        let Threat { foe, number, distance, look, is_guess } = *threat;
        let (mut fists, mut shots) = (0.0_f64, 0.0_f64);
        let rules = &battle.setup.rules;
        let view = || COMES_INTO_VIEW.iter().find(|(most, _)| distance <= *most).map_or(0.0, |(_, p)| *p);
        let (sees, cover) = look.map_or_else(|| (view(), 1), |look| (1.0, look.of_place));
        let dug_in = |cover: i32| if cover > 0 { piece.target.dug_in } else { 0 };
        for (at, (_, gun)) in foe.arms.guns.iter().enumerate() {
            let stands = gun.move_or_shoot || foe.bound;
            if stands && (look.is_none() || is_guess) || foe.engaged || foe.base || gun.move_or_shoot && foe.bound {
                continue;
            }
            let near = if stands { distance } else { (distance - foe.movement).max(0.0) };
            let hit = |cover: i32| {
                foe.arms.skill - piece.target.defense - distance_penalty(gun.range, near) + gun.accuracy
                    - cover
                    - dug_in(cover)
            };
            let calm = if foe.bound { 0.5 } else { 1.0 };
            let mut may = sees * calm * chance(hit(cover)) * piece.takes[number][at];
            if is_guess {
                may = may.min(view() * calm * chance(hit(1)) * piece.takes[number][at]);
            }
            shots = shots.max(may);
        }
        if let Some((skill, _)) = foe.arms.fist.filter(|_| !foe.bound) {
            let reach = foe.movement * (1.0 + rules.charge_factor);
            if distance <= reach {
                let comes = if distance <= rules.contact_tolerance { 1.0 } else { COMES * foe.share };
                fists = comes * chance(skill - piece.target.defense) * piece.knocks[number];
            }
        }
        (fists, shots)
    }

    /// What a shot in reaction may cost who comes to a place.
    fn watch(&self, battle: &Battle<'_>, piece: &Piece<'_>, threat: &Threat<'_, '_>, at: Spot) -> f64 {
        let Threat { foe, number, distance, look, is_guess } = *threat;
        let (weapon, in_reach, modifier) = match battle.figure(foe.figure).stance {
            Stance::Overwatch { weapon, .. } => (weapon, look.is_some() && battle.in_arc(foe.figure, at.point), 0),
            Stance::Suppressing { weapon } => {
                let side = side_of(foe.figure);
                let touches = battle.force(side).templates.iter().any(|template| {
                    template.participants.contains(foe.figure)
                        && [at, piece.stand.spot]
                            .iter()
                            .any(|spot| battle.template_touches(template, piece.figure, *spot))
                });
                (weapon, touches, battle.setup.rules.suppress_modifier)
            }
            _ => return 0.0,
        };
        if !in_reach || piece.base || is_guess {
            return 0.0;
        }
        let cover = if modifier == 0 { look.map_or(0, |look| look.of_place) } else { 0 };
        let guns = foe.arms.guns.iter().enumerate();
        let declared = guns.filter(|(_, (gun, _))| *gun == weapon);
        declared.fold(0.0, |most: f64, (at, (_, gun))| {
            let hit = foe.arms.skill - piece.target.defense - distance_penalty(gun.range, distance) + gun.accuracy
                - cover
                + modifier;
            most.max(chance(hit) * piece.takes[number][at])
        })
    }

    /// What free attacks may cost who leaves contact.
    fn leaving(&self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>, there: &Stand, arrival: Arrival) -> f64 {
        if arrival == Arrival::Stays || piece.base {
            return 0.0;
        }
        let field = &battle.setup.field;
        let bonus = battle.setup.rules.free_attack_bonus;
        let lost = |(number, foe): (usize, &Foe<'_>)| {
            let (skill, _) = foe.arms.fist?;
            let leaves = !foe.base
                && field.contact(&piece.stand, &foe.stand).is_some()
                && field.contact(there, &foe.stand).is_none();
            leaves.then(|| chance(skill - piece.target.defense + bonus) * piece.knocks[number])
        };
        foes.iter().enumerate().filter_map(lost).sum()
    }

    /// What it is worth to be led at a place, or to lead.
    fn led(&self, battle: &Battle<'_>, piece: &Piece<'_>, there: &Stand) -> f64 {
        if piece.base {
            return 0.0;
        }
        let (side, field) = (side_of(piece.model), &battle.setup.field);
        let profile = battle.profile(piece.model);
        let friends = members(side, battle.force(side).shown()).filter(|friend| *friend != piece.model);
        let mut worth = 0.0;
        let squad = battle.unit_of(piece.model);
        for friend in friends {
            let other = battle.profile(friend);
            let leads = squad.squad && squad.leader == friend;
            if !other.commander && !profile.commander && !leads {
                continue;
            }
            let distance = field.distance(there, &battle.stand(friend));
            if other.commander && other.leadership > profile.leadership && distance <= f64::from(other.leadership) {
                worth += LED * piece.worth;
            }
            if profile.commander && profile.leadership > other.leadership && distance <= f64::from(profile.leadership) {
                worth += LED * other.value;
            }
            if leads && distance <= f64::from(other.leadership) {
                worth += WITH_THE_SQUAD * piece.worth;
            }
        }
        let mates = battle.living(side, battle.figure(piece.model).unit) & !bit(piece.model);
        if squad.squad && squad.leader == piece.model && !mates.is_empty() {
            let way = |at: Spot| self.ground.way(&self.to_enemy, at.point);
            if members(side, mates).all(|mate| way(battle.figure(mate).at) > way(there.spot)) {
                worth -= AT_THE_HEAD * piece.worth;
            }
        }
        worth
    }

    /// How near a place is to where a figure wants to come, in worth.
    fn closeness(&self, piece: &Piece<'_>, at: Spot, stands: bool) -> f64 {
        let way = self.ground.way(&self.to_enemy, at.point);
        if way.is_infinite() {
            return -CLOSE * piece.worth * 60.0 * self.aggression;
        }
        let shoots = !piece.arms.guns.is_empty();
        let mut wanted = if shoots { self.range } else { 0.0 };
        if !self.strikes {
            // Who does not shoot waits where it can just strike from.
            wanted = wanted.max(if shoots { ASSEMBLY } else { piece.reach });
        }
        let factor = if stands { (CLOSE_STANDING * (1.0 + self.restless)).min(1.0) } else { 1.0 };
        -CLOSE * piece.worth * factor * self.aggression * (way - wanted).max(0.0)
    }

    /// How many of this side each enemy could attack, as what is left of its danger to one of them.
    pub(super) fn count_crowds(&mut self, battle: &Battle<'_>, foes: &Foes<'_>) {
        let (side, field) = (battle.active, &battle.setup.field);
        let shown = members(side, battle.force(side).shown());
        let own: ArrayVec<_, MOST_FIGURES> = shown.map(|own| (own, battle.stand(own))).collect();
        for foe in foes {
            let sees =
                |own: &&(FigureId, Stand)| self.looks.face(field, (own.0, &own.1), (foe.figure, &foe.stand)).is_some();
            let seen = own.iter().filter(sees);
            self.crowds[place_of(foe.figure)] = 1.0 / (1.0 + CROWD * (seen.count() as f64 - 1.0).max(0.0));
        }
    }
}
