//! Whose turn it is: the order of units, Tactical Manoeuvres, and where everybody goes.

use arrayvec::ArrayVec;

use super::super::choices::{Choice, MOST_WAYPOINTS, Way};
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, MOST_FIGURES, Stance, bit, members, place_of, side_of};
use super::super::tactics;
use super::ScriptedPlayer;
use super::command::{SOLDIER, payer};
use super::foes::{Foes, Piece, foes};
use super::ground::{Density, Distances, FAR};
use super::outlook::Outlook;
use super::spot::{Arrival, Bout, Footing, Prospect, Seen};
use crate::dice::{Dice, SeededDice};
use crate::game::Game;
use crate::tabletop::plane::{Point, Spot};

/// Most places that a figure thinks of.
pub(super) const MOST_PLACES: usize = 256;

/// Inches of Movement that are left unused where the lattice says that a place is just in reach.
const RESERVE: f64 = 0.15;

/// What is as good as the best: this share of it, or so many points of value.
const NEAR: f64 = 0.03;
const NEARLY: f64 = 0.2;

/// Most places on a way over the lattice that it may break at, and most places on a way that is made of straight legs.
const MOST_CORNERS: usize = 24;
const MOST_LEGS: usize = MOST_WAYPOINTS + 2;

/// Places that turn out not to be lawful before a figure stays where it is.
const TRIES: usize = 6;

/// Gain over staying that a move has to have.
const LEAST_GAIN: f64 = 0.05;

/// Watchers from which a Tactical Manoeuvre pays.
const WATCHERS: usize = 2;

/// Figures of which it is kept where they may come: some share a place.
pub(super) const REACHES: usize = 32;

/// Ways of a figure over the lattice.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// From where, and up to how many tenths; none where the table is another one.
    from: Option<(Point, u16)>,
    ways: Distances,
}

impl Reach {
    /// Another table, of so many places.
    pub(super) fn restart(&mut self, cells: usize) {
        self.from = None;
        self.ways.clear();
        self.ways.reserve(cells);
    }
}

/// A place that a figure thinks of.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Spot,
    prospect: Prospect,
    /// Its number where it is one of the lattice, what it is, and the first of what is known of it against each enemy.
    guess: Option<(usize, Footing, usize)>,
}

/// Places that a figure thinks of, in their order.
type Places = ArrayVec<Place, MOST_PLACES>;

/// A move that was found best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub choice: Choice,
    prospect: Prospect,
    /// What it gains over staying.
    pub gain: f64,
}

impl ScriptedPlayer {
    /// The next unit: who stands and shoots, the Leader, then squads, and last who fights hand to hand.
    pub(super) fn activate(&mut self, battle: &Battle<'_>) -> Choice {
        self.claims = [0.0; MOST_FIGURES];
        let left = battle.to_activate();
        let units = || (0..32u8).filter(|unit| left >> unit & 1 == 1);
        let first = units().map(|unit| rank_of(battle, unit)).max();
        let mut first = units().filter(|unit| Some(rank_of(battle, *unit)) == first);
        let Some(only) = first.next() else { return Choice::Pass };
        if first.next().is_none() {
            return Choice::Activate(only);
        }
        let rank = rank_of(battle, only);
        let mut all = Foes::new();
        foes(battle, battle.active, &mut all);
        self.count_crowds(battle, &all);
        let mut best = None::<(u8, f64)>;
        for unit in units().filter(|unit| rank_of(battle, *unit) == rank) {
            let mut deal = 0.0;
            for model in members(battle.active, battle.living(battle.active, unit)) {
                if !battle.is_hidden(model) {
                    let piece = self.piece(battle, model, &all);
                    deal += self.stay(battle, &all, &piece).deal;
                }
            }
            if best.is_none_or(|(_, other)| deal > other) {
                best = Some((unit, deal));
            }
        }
        best.map_or(Choice::Pass, |(unit, _)| Choice::Activate(unit))
    }

    /// Step 3: a Tactical Manoeuvre where several watch what moves.
    pub(super) fn manoeuvre(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(activation) = battle.activation.filter(|_| !self.forgoes(tactics::MANOEUVRES)) else {
            return Choice::Pass;
        };
        let (side, enemy) = (battle.active, battle.active.other());
        let watchers = || {
            members(enemy, battle.force(enemy).shown())
                .filter(|other| matches!(battle.figure(*other).stance, Stance::Overwatch { .. }))
        };
        let figures = battle.figures_of_activation();
        let in_view = |watcher: &FigureId| {
            members(side, figures).any(|own| {
                let near = battle.distance(own, *watcher) <= 20.0;
                near && battle.in_arc(*watcher, battle.figure(own).at.point)
            })
        };
        let seen = watchers().filter(in_view).count();
        let moving = battle.living(side, activation.unit).len() as f64;
        let dear = members(side, battle.living(side, activation.unit))
            .any(|model| !battle.is_hidden(model) && self.worth(battle, model) >= 1.5 * SOLDIER && self.strikes);
        let leader = battle.unit(side, activation.unit).leader;
        let pays = seen >= WATCHERS || seen == 1 && dear && moving < 2.0;
        match payer(battle, leader).filter(|_| pays && self.weights.cp_threshold > 0.0) {
            Some(unit) if battle.manoeuvre_sources() >> unit & 1 == 1 => Choice::Manoeuvre(unit),
            _ => Choice::Pass,
        }
    }

    /// Step 4: the next figure, and where it goes.
    pub(super) fn make_move(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let Some(activation) = battle.activation else { return Choice::Pass };
        let side = battle.active;
        let way = |figure: &FigureId| self.ground.way(&self.to_enemy, battle.figure(*figure).at.point);
        // The foremost first; the leader of a squad follows his men.
        let leader = battle.unit(side, activation.unit).leader;
        let order = |one: &FigureId, other: &FigureId| {
            (*one == leader).cmp(&(*other == leader)).then(way(one).total_cmp(&way(other)))
        };
        let first = members(side, activation.to_move).min_by(order);
        let Some(figure) = first else { return Choice::Pass };
        let budget = battle.allowance(figure, MoveKind::Move);
        if battle.must_run(figure) {
            return battle.first_run(figure, budget).map_or(Choice::Pass, |way| Choice::Move { figure, way });
        }
        let mut all = Foes::new();
        foes(battle, side, &mut all);
        self.count_crowds(battle, &all);
        let piece = self.piece(battle, figure, &all);
        let go = |way: Way| Choice::Move { figure, way };
        let best = self.best_place(battle, &all, &piece, (budget, Arrival::Moves), go, chance);
        let prospect = best.map_or_else(|| self.stay(battle, &all, &piece), |best| best.prospect);
        if let Some(number) = prospect.foe.filter(|_| !piece.base) {
            // Who comes after need not count on what this one does already.
            let foe = &all[number];
            let done = (prospect.deal / self.worth(battle, foe.model).max(1e-9)).min(1.0);
            let claim = &mut self.claims[place_of(foe.figure)];
            *claim = 1.0 - (1.0 - *claim) * (1.0 - done);
        }
        best.map_or(Choice::Stay(figure), |best| best.choice)
    }

    /// The best place of a figure on a budget; none when nothing is better than staying. `go` is the choice to go there.
    pub(super) fn best_place(
        &mut self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        (budget, arrival): (f64, Arrival),
        go: impl Fn(Way) -> Choice,
        chance: &mut SeededDice,
    ) -> Option<Move> {
        foes.iter().for_each(|foe| self.looks.note(&foe.stand, place_of(foe.figure)));
        let mut outlook = self.outlook(battle, foes, piece);
        let stay = self.prospect(&outlook, piece.stand.spot, Seen::Here);
        let stay = if arrival == Arrival::Acts { stay.worth - stay.deal } else { stay.worth };
        outlook.turn_to(arrival);
        let mut bouts = std::mem::take(&mut self.bouts);
        let found = self.find_place(&mut outlook, budget, stay, &mut bouts, go, chance);
        self.bouts = bouts;
        self.put_back(outlook);
        found
    }

    /// The same, where it is known what it is worth to stay; `bouts` are what is known of the places that are guessed at.
    fn find_place(
        &mut self,
        outlook: &mut Outlook<'_, '_>,
        budget: f64,
        stay: f64,
        bouts: &mut Vec<Bout>,
        go: impl Fn(Way) -> Choice,
        chance: &mut SeededDice,
    ) -> Option<Move> {
        let Outlook { battle, piece, .. } = *outlook;
        let limit = (10.0 * (budget - RESERVE)).clamp(0.0, f64::from(FAR - 1)) as u16;
        let beyond = outlook.beyond_all(self.ground.farthest(limit));
        let mut cells = std::mem::take(&mut self.cells);
        self.find_lattice(battle, piece, limit, &mut cells);
        let mut places = Places::new();
        let mut all = !self.find_places(outlook, (&cells, beyond), (budget, stay), (&mut places, bouts), false);
        let mut barred: ArrayVec<Spot, TRIES> = ArrayVec::new();
        let mut found = None;
        for _ in 0..TRIES {
            let least = self.make_certain(outlook, (&mut places, bouts), stay);
            let near = || places.iter().enumerate().filter(|(_, place)| place.prospect.worth >= least);
            let count = near().count();
            if count == 0 {
                break;
            }
            let drawn = if count > 1 { chance.pick(count as u32) as usize } else { 0 };
            let Some((number, place)) = near().nth(drawn).map(|(number, place)| (number, *place)) else { break };
            let choice = self.way_to(battle, piece, &place, budget).map(&go);
            if let Some(choice) = choice.filter(|choice| battle.check(*choice).is_ok()) {
                self.checked = Some(choice);
                found = Some(Move { choice, prospect: place.prospect, gain: place.prospect.worth - stay });
                break;
            }
            barred.push(place.at);
            if all {
                places.remove(number);
            } else {
                // Those that were left out for its sake may be the best ones now.
                all = true;
                self.find_places(outlook, (&cells, beyond), (budget, stay), (&mut places, bouts), true);
                places.retain(|place| !barred.contains(&place.at));
            }
        }
        self.cells = cells;
        found
    }

    /// Finds the places that are worth more than to stay, some of them by a guess, in their order: those of the lattice, and those in
    /// contact with enemies. Unless it is to find `all`, those are left out that are certain not to be among the best; says whether
    /// any may have been.
    fn find_places(
        &mut self,
        outlook: &Outlook<'_, '_>,
        (cells, beyond): (&[u16], f64),
        (budget, stay): (f64, f64),
        (places, bouts): (&mut Places, &mut Vec<Bout>),
        all: bool,
    ) -> bool {
        let Outlook { battle, foes, piece, arrival, .. } = *outlook;
        let (mut beside, mut is_full) = (Places::new(), false);
        if arrival == Arrival::Moves && !piece.base && piece.arms.fist.is_some() {
            self.visit_contacts(battle, foes, piece, budget, |player, at| {
                let prospect = player.prospect(outlook, at, Seen::There);
                if prospect.worth > stay + LEAST_GAIN {
                    is_full |= beside.try_push(Place { at, prospect, guess: None }).is_err();
                }
            });
        }
        // The best of those that are known, and what one has to be worth at least to be among the best.
        let mut most = beside.iter().map(|place| place.prospect.worth).fold(f64::NEG_INFINITY, f64::max);
        let all = all || !outlook.is_bounded || is_full || cells.len() + beside.len() > MOST_PLACES;
        places.clear();
        bouts.clear();
        for cell in cells.iter().map(|cell| usize::from(*cell)) {
            let at = Spot::from(self.ground.point(cell));
            let footing = self.footing(outlook, at, Seen::Guess(cell));
            let first = bouts.len();
            let least = if all { stay + LEAST_GAIN } else { least_of_the_best(most, stay) };
            let prospect = self.guess(outlook, &footing, cell, (beyond, least), bouts);
            let is_good = |prospect: &Prospect| prospect.worth > stay + LEAST_GAIN && prospect.worth >= least;
            let Some(prospect) = prospect.filter(is_good) else {
                bouts.truncate(first);
                continue;
            };
            if !prospect.is_guess {
                most = most.max(prospect.worth);
            }
            if places.try_push(Place { at, prospect, guess: Some((cell, footing, first)) }).is_err() {
                bouts.truncate(first);
            }
        }
        let left = places.remaining_capacity();
        places.extend(beside.iter().take(left).copied());
        !all
    }

    /// What it is to a figure to stay where it is.
    fn stay(&mut self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>) -> Prospect {
        let outlook = self.outlook(battle, foes, piece);
        let prospect = self.prospect(&outlook, piece.stand.spot, Seen::Here);
        self.put_back(outlook);
        prospect
    }

    /// How a figure comes to a place: straight on, or by a place or a few on the way there over the lattice, where nothing bars the
    /// legs and the Movement pays for them. What the rules find else is shorter by some tenths of an inch at most, and hard to find:
    /// it is asked for only where the way leads up or down.
    fn way_to(&self, battle: &Battle<'_>, piece: &Piece<'_>, place: &Place, budget: f64) -> Option<Way> {
        let (from, to, straight) = (piece.stand.spot, place.at, Way::straight(place.at));
        let price = |places: &[Spot]| battle.price_of_legs(piece.figure, places).filter(|price| *price <= budget);
        if from.level != to.level || price(&[from, to]).is_some() {
            return Some(straight);
        }
        let cell = place.guess.map_or_else(|| self.ground.cell(to.point), |guess| guess.0);
        let reach = &self.reaches[place_of(piece.figure) % REACHES].ways;
        if reach[cell] == FAR {
            return None;
        }
        let corners = || self.ground.back_from(reach, cell).map(|cell| Spot::from(self.ground.point(cell)));
        let open = corners().filter_map(|corner| Some((price(&[from, corner, to])?, corner)));
        if let Some((_, corner)) = open.min_by(|one, other| one.0.total_cmp(&other.0)) {
            return straight.by(corner);
        }
        // From each corner on to the farthest that is seen from there.
        let chain: ArrayVec<Spot, MOST_CORNERS> = std::iter::once(to).chain(corners()).take(MOST_CORNERS).collect();
        let (mut way, mut legs, mut left) = (straight, ArrayVec::<Spot, MOST_LEGS>::from_iter([from]), chain.len());
        while left > 0 {
            let next = (0..left).find(|at| price(&[legs[legs.len() - 1], chain[*at]]).is_some())?;
            if next == 0 {
                break;
            }
            legs.try_push(chain[next]).ok()?;
            (way, left) = (way.by(chain[next])?, next);
        }
        legs.try_push(to).ok()?;
        price(&legs).map(|_| way)
    }

    /// Looks at the places that may be as good as the best, until it is known which ones are, and how good they are at least.
    fn make_certain(
        &mut self,
        outlook: &Outlook<'_, '_>,
        (places, bouts): (&mut Places, &mut [Bout]),
        stay: f64,
    ) -> f64 {
        loop {
            // The best of those that are known, and of those that are guessed at, and the second best of these.
            let (mut most, mut best, mut second) = (f64::NEG_INFINITY, None, f64::NEG_INFINITY);
            let mut best_worth = f64::NEG_INFINITY;
            for (number, Place { prospect, .. }) in places.iter().enumerate() {
                if !prospect.is_guess {
                    most = most.max(prospect.worth);
                } else if prospect.worth >= best_worth {
                    (best, best_worth, second) = (Some(number), prospect.worth, best_worth);
                } else {
                    second = second.max(prospect.worth);
                }
            }
            let least = least_of_the_best(most, stay);
            let Some(best) = best.filter(|_| best_worth >= least) else { return least };
            let best = &mut places[best];
            let Some((cell, footing, first)) = &best.guess else { return least };
            let (seen, bouts) = (Seen::Cell(*cell), &mut bouts[*first..*first + outlook.foes.len()]);
            // As long as it is the best of all that are guessed at.
            while best.prospect.is_guess && best.prospect.worth >= least.max(second) {
                // First whether the one is seen at whom it would aim: mostly that is the end of it.
                if let Some(aim) = best.prospect.foe.filter(|number| bouts[*number].is_guess) {
                    bouts[aim] = self.bout(outlook, footing, aim, seen);
                    best.prospect = self.weigh(outlook, footing, bouts);
                    continue;
                }
                // Then who else sees it, the most dangerous first, until it is known not to be among the best.
                while let Some(number) = outlook.most_dangerous(footing.there(), |number| bouts[number].guessed_shots())
                {
                    let guess = bouts[number].shots;
                    bouts[number] = self.bout(outlook, footing, number, seen);
                    if bouts[number].shots > guess && outlook.is_bounded {
                        best.prospect = self.weigh(outlook, footing, bouts);
                        if best.prospect.worth < least {
                            break;
                        }
                    }
                }
                if best.prospect.worth >= least {
                    best.prospect = self.weigh(outlook, footing, bouts);
                }
            }
        }
    }

    /// Finds the places of the lattice that a figure may come to on a way of so many tenths.
    fn find_lattice(&mut self, battle: &Battle<'_>, piece: &Piece<'_>, limit: u16, cells: &mut Vec<u16>) {
        let from = piece.stand.spot.point;
        // From where a figure has stayed the ways are the same.
        let place = place_of(piece.figure) % REACHES;
        let mut reach = std::mem::take(&mut self.reaches[place]);
        if reach.from != Some((from, limit)) {
            reach.from = Some((from, limit));
            let start = self.ground.point(self.ground.cell(from)).distance(from);
            self.ground.spread([(from, (10.0 * start) as u16)], limit, &mut reach.ways);
        }
        let side = side_of(piece.figure);
        let apart = 2.0 * piece.stand.radius;
        let friends: ArrayVec<Point, MOST_FIGURES> = members(side, battle.force(side).present & !bit(piece.figure))
            .map(|friend| battle.figure(friend).at)
            .filter(|friend| friend.level == 0)
            .map(|friend| friend.point)
            .collect();
        // Most are so far off that there is no need to know how far.
        let off = apart * apart * (1.0 + 1e-9);
        let meets =
            |friend: &Point, point: Point| (point - *friend).length_squared() < off && friend.distance(point) < apart;
        let link = piece.base.then(|| battle.coherency(piece.model) + apart);
        let set: ArrayVec<Spot, MOST_FIGURES> = if piece.base {
            let others = battle.bases_of(piece.model) & !bit(piece.figure);
            members(side, others).map(|base| battle.figure(base).at).collect()
        } else {
            ArrayVec::new()
        };
        // Every other place where there are many, and still fewer for bases, of which there are many as well.
        let density = match limit > 35 {
            true if piece.base => Density::Quarter,
            true => Density::Half,
            false => Density::All,
        };
        cells.clear();
        self.ground.visit_found(&reach.ways, (from, limit), density, |cell| {
            let point = self.ground.point(cell);
            let is_free = !friends.iter().any(|friend| meets(friend, point));
            if is_free && link.is_none_or(|link| hang_together(&set, point, link)) {
                cells.push(cell as u16);
            }
        });
        self.reaches[place] = reach;
    }

    /// A movement that was interrupted goes on as it was, unless a better place is near.
    pub(super) fn replan(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let Some(movement) = battle.movement() else { return Choice::Pass };
        let (figure, left) = (movement.figure, movement.left());
        let end = movement.points.last().map_or(movement.from, |point| point.at);
        let way = Way::straight(end);
        if battle.check_replan(figure, &way).is_ok() {
            return Choice::Move { figure, way };
        }
        let mut all = Foes::new();
        foes(battle, side_of(figure), &mut all);
        let piece = self.piece(battle, figure, &all);
        let go = |way: Way| Choice::Move { figure, way };
        let best = self.best_place(battle, &all, &piece, (left, Arrival::Acts), go, chance);
        best.map_or(Choice::Stay(figure), |best| best.choice)
    }
}

/// What a place has to be worth at least to be as good as the best one, of those that are known and of staying.
fn least_of_the_best(most: f64, stay: f64) -> f64 {
    (most - (NEAR * (most - stay)).max(NEARLY)).max(stay + LEAST_GAIN)
}

/// In which rank a unit of the active side comes: the highest first.
fn rank_of(battle: &Battle<'_>, unit: u8) -> u8 {
    let side = battle.active;
    let (mut stands, mut shoots, mut commands) = (false, false, false);
    for model in members(side, battle.living(side, unit)) {
        let weapons = || battle.weapons(model);
        stands |= weapons().any(|(_, weapon)| weapon.move_or_shoot) && !battle.unit(side, unit).squad;
        shoots |= battle.profile(model).ranged.is_some() && weapons().any(|(_, weapon)| weapon.range > 0.0);
        commands |= battle.profile(model).commander;
    }
    if stands {
        3
    } else if commands {
        2
    } else {
        u8::from(shoots)
    }
}

/// Whether the bases of a set hang together with one more at a point: all can be reached by links of no more than this.
fn hang_together(set: &[Spot], point: Point, link: f64) -> bool {
    let mut reached = set
        .iter()
        .enumerate()
        .fold(0_u64, |reached, (at, other)| reached | u64::from(other.point.distance(point) <= link) << at);
    let all = if set.len() < 64 { (1_u64 << set.len()) - 1 } else { u64::MAX };
    loop {
        let from = reached;
        for (at, other) in set.iter().enumerate().filter(|(at, _)| from >> at & 1 == 0) {
            let near =
                |(known, near): (usize, &Spot)| from >> known & 1 == 1 && near.point.distance(other.point) <= link;
            reached |= u64::from(set.iter().enumerate().any(near)) << at;
        }
        if reached == from {
            return reached == all;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_hangs_together_link_by_link() {
        let set = [0.0, 8.0, 30.0].map(|x| Spot::from(Point::new(x, 0.0)));
        let together = |x: f64| hang_together(&set, Point::new(x, 0.0), 9.0);
        assert!(!together(4.0), "the third is too far from all others");
        assert!(!together(22.0), "near to the third alone");
        assert!(hang_together(&set[..2], Point::new(16.5, 0.0), 9.0));
        assert!(hang_together(&[], Point::new(0.0, 0.0), 9.0));
        let wide = [0.0, 16.0].map(|x| Spot::from(Point::new(x, 0.0)));
        assert!(hang_together(&wide, Point::new(8.0, 0.0), 9.0), "it is the link between them");
    }
}
