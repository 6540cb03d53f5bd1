//! The Movement phase (D-07 to D-10): shaken checks first, for they are free; then one point after the other to whoever
//! gains most by it; passengers get off last.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::evaluation::Evaluation;
use super::group_moves::Members;
use super::observation::Observation;
use super::threats_and_targets::{BLOW, Most, ThreatsAndTargets};
use super::unit_moves::Offer;
use crate::game::Side;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::state::{
    Battle, ElementId, MOST_ELEMENTS, UnitSet, bit, element_id, members, place_of, side_of,
};
use crate::tabletop::plane::{Base, Point};

/// Least gain for which a point is spent, FP.
const LEAST_GAIN: f64 = 0.05;

/// Distance from where somebody was within which his move makes others think again: it makes room, inches.
const NEAR: f64 = 1.5;

/// How near beyond its speed somebody has to be to an Element to be in its way, and how much nearer to the first of a Group
/// to be in the way of another, as shares of the side of a base.
const ROOM: f64 = 2.0;
const LINE: f64 = 4.0;

/// What can be hoped for at first, as a share of the most that a move may gain, alone and of a Group.
const HOPE: [f64; 2] = [0.25, 0.18];

/// How fast what is found changes what is hoped for, and the least share that is left to optimistic_share for.
const LEARNS: f64 = 0.6;
const LEAST_TRUST: f64 = 0.05;

/// What is left to optimistic_share for at most from an idea that is not better than another one, as a share of that.
const BEHIND: f64 = 0.99;

/// Most moves that are added up.
const MOST_POINTS: usize = 6;

/// How far a wheel may swing somebody round beyond his speed, as a share of the side of a base.
const SWING: f64 = 2.0;

/// FP a point of cost in reserve is worth on the table.
const ON_THE_TABLE: f64 = 0.35;

impl ScriptedPlayer {
    /// The next choice of the Movement phase.
    pub(super) fn manoeuvre(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.active;
        let force = battle.force(side);
        // DG-MOR-03: a failure costs nothing.
        let unsure = force.table & force.shaken & !force.passed & !force.failed;
        if let Some(element) = members(side, unsure).next() {
            return Choice::Check { element };
        }
        let first = self.enter(battle);
        if battle.command.left == 0 && !battle.command.called && force.aboard == 0 {
            return Choice::EndMovement;
        }
        self.aim(battle, side, false);
        if first {
            self.cache.begin(&self.observation);
        }
        let reserves = force.reserve != 0 && battle.check_call().is_ok();
        if reserves && (first || battle.command.called) {
            let evaluation = self.evaluation(battle);
            let entry = evaluation.best_entry(self.weights.reserve * ON_THE_TABLE);
            let calls = battle.command.called || entry.is_some() && self.prefers_reserves(battle);
            if calls && let Some(entry) = entry {
                return entry.choice;
            }
        }
        if let Some(offer) = self.best_move(battle) {
            return offer.choice;
        }
        self.evaluation(battle).get_off().unwrap_or(Choice::EndMovement)
    }

    /// The move that gains most, if any is worth a point.
    fn best_move(&mut self, battle: &Battle<'_>) -> Option<Offer> {
        if battle.command.left == 0 || battle.command.called {
            return None;
        }
        let (evaluation, cache) = self.judge_and_ideas(battle);
        cache.think(&evaluation);
        cache.best(&evaluation)
    }

    /// Whether all reserves together gain more than the best moves of the turn.
    fn prefers_reserves(&mut self, battle: &Battle<'_>) -> bool {
        let bonus = self.weights.reserve * ON_THE_TABLE;
        let (evaluation, cache) = self.judge_and_ideas(battle);
        cache.think(&evaluation);
        evaluation.entries(bonus) > cache.sum_of_best(&evaluation, usize::from(battle.command.left))
    }
}

/// A move that was thought of, or what can be hoped for.
#[derive(Clone, Copy, Debug)]
struct Idea {
    /// What it gains; as long as there is no offer, what can be hoped for.
    gain: f64,
    /// The best move, once it was thought out.
    offer: Option<Offer>,
    /// Whether it was thought out as everything stands now.
    fresh: bool,
    /// The most that it may gain.
    most: f64,
}

impl Idea {
    const NONE: Idea = Idea { gain: 0.0, offer: None, fresh: true, most: 0.0 };
}

/// The best moves of everybody, kept from choice to choice. At first there are only hopes; what looks best is thought
/// out, until the best is as good as it looks. After a move the other cache stay what they were, until they
/// look best or somebody near has made room.
#[derive(Clone, Debug)]
pub struct MoveCache {
    /// By place within the side: a move alone, and one of the Group whose first member it is.
    cache: [[Idea; MOST_ELEMENTS]; 2],
    /// Who has cache.
    known: [UnitSet; 2],
    /// By index into the observation's friends.
    outlooks: ArrayVec<ThreatsAndTargets, MOST_ELEMENTS>,
    /// Where each stood when the last two turns began, the earlier one first, by place within the side; none for those who
    /// were not on the table.
    began: [[Option<Point>; MOST_ELEMENTS]; 2],
    /// Whose outlooks are up to date.
    looked: UnitSet,
    /// The Groups that may move, by indices into the observation's friends.
    bands: ArrayVec<Members, { MOST_ELEMENTS / 2 }>,
    /// Who was barred from moving when cache were last looked at.
    barred: UnitSet,
    /// Where everybody stood then, own Elements first.
    stood: ArrayVec<(ElementId, Base), { 2 * MOST_ELEMENTS }>,
    /// Of which kind the move was that was last chosen, and whose, by place within the side.
    chosen: Option<(usize, usize)>,
    /// What was found so far, as a share of the most that it might have been: of each kind, by place within the side.
    calibration: [[f64; MOST_ELEMENTS]; 2],
}

/// Which of the two kinds of moves.
const ALONE: usize = 0;
const TOGETHER: usize = 1;

impl MoveCache {
    /// No idea.
    pub fn new() -> Self {
        Self {
            cache: [[Idea::NONE; MOST_ELEMENTS]; 2],
            known: [0; 2],
            outlooks: ArrayVec::new_const(),
            began: [[None; MOST_ELEMENTS]; 2],
            looked: 0,
            bands: ArrayVec::new_const(),
            barred: 0,
            stood: ArrayVec::new_const(),
            chosen: None,
            calibration: HOPE.map(|share| [share; MOST_ELEMENTS]),
        }
    }

    /// Begins a turn.
    fn begin(&mut self, observation: &Observation) {
        self.forget();
        self.began = [self.began[1], [None; MOST_ELEMENTS]];
        for friend in &observation.friends {
            self.began[1][place_of(friend.id)] = Some(friend.base.centre);
        }
    }

    /// Forgets the last game.
    pub fn restart(&mut self) {
        self.began = [[None; MOST_ELEMENTS]; 2];
        self.forget();
        self.calibration = HOPE.map(|share| [share; MOST_ELEMENTS]);
    }

    /// Forgets everything but what can be hoped for.
    fn forget(&mut self) {
        (self.known, self.looked, self.chosen) = ([0; 2], 0, None);
        self.stood.clear();
    }

    /// Finds what can be hoped for where there is no idea.
    fn think(&mut self, evaluation: &Evaluation<'_, '_>) {
        let changed = self.notice(evaluation);
        // A move after which everything is as it was has been refused: whoever chose it again would never come to an end.
        if let Some((kind, place)) = self.chosen.take()
            && !changed
        {
            self.cache[kind][place] = Idea::NONE;
        }
        let unknown = |known: UnitSet, one: ElementId| known & bit(one) == 0;
        for at in evaluation.movable() {
            let friend = evaluation.friend(at);
            if unknown(self.known[ALONE], friend.id) {
                let Most { place, contact } = self.outlook(evaluation, at).most(evaluation, friend.speed);
                let most = place.max(contact);
                let gain = self.calibration[ALONE][place_of(friend.id)] * most;
                self.note(ALONE, friend.id, Idea { gain, offer: None, fresh: false, most });
            }
        }
        self.bands.clear();
        evaluation.bands(|members| self.bands.push(members));
        for band in 0..self.bands.len() {
            let members = self.bands[band].clone();
            let first = evaluation.friend(members[0]).id;
            if unknown(self.known[TOGETHER], first) {
                let slowest = members.iter().map(|at| evaluation.friend(*at).speed).fold(f64::INFINITY, f64::min);
                let far = slowest + SWING * evaluation.observation.base;
                let (mut gain, mut touch) = (0.0, 0.0_f64);
                for at in members {
                    let Most { place, contact } = self.outlook(evaluation, at).most(evaluation, far);
                    gain += place;
                    touch = touch.max(contact - place);
                }
                let most = gain + touch;
                gain = self.calibration[TOGETHER][place_of(first)] * most;
                self.note(TOGETHER, first, Idea { gain, offer: None, fresh: false, most });
            }
        }
    }

    fn note(&mut self, kind: usize, one: ElementId, idea: Idea) {
        self.cache[kind][place_of(one)] = idea;
        self.known[kind] |= bit(one);
    }

    /// The outlook of a friend as everything stands now.
    fn outlook(&mut self, evaluation: &Evaluation<'_, '_>, at: usize) -> &ThreatsAndTargets {
        let friend = evaluation.friend(at);
        for unseen in self.outlooks.len()..=at {
            self.outlooks.push(ThreatsAndTargets::unseen(evaluation.friend(unseen)));
        }
        if self.looked & bit(friend.id) == 0 {
            self.looked |= bit(friend.id);
            // With its Group an Element swings round farther than it goes.
            let (swing, mates) =
                if evaluation.battle.in_group(friend.id) { (SWING * evaluation.observation.base, 2) } else { (0.0, 0) };
            let came_from = self.began[0][place_of(friend.id)];
            self.outlooks[at].look(evaluation, at, friend.speed + swing, mates, came_from);
        }
        &self.outlooks[at]
    }

    /// The same, and who may be in its way.
    fn outlook_around(&mut self, evaluation: &Evaluation<'_, '_>, at: usize) -> &ThreatsAndTargets {
        self.outlook(evaluation, at);
        self.outlooks[at].look_around(evaluation);
        &self.outlooks[at]
    }

    /// Looks who has moved since cache were last thought of, and forgets those that it may have made better. Says whether
    /// anything has changed.
    fn notice(&mut self, evaluation: &Evaluation<'_, '_>) -> bool {
        let observation = evaluation.observation;
        let now = || {
            let friends = observation.friends.iter().map(|friend| (friend.id, friend.base));
            friends.chain(observation.foes.iter().map(|foe| (foe.id, foe.base)))
        };
        let barred = evaluation.barred();
        if !self.stood.iter().map(|(id, _)| *id).eq(now().map(|(id, _)| id)) {
            self.forget();
            self.barred = barred;
            self.stood.extend(now());
            return true;
        }
        let mut stale = barred != self.barred;
        let gone = barred & !self.barred;
        self.barred = barred;
        for ((id, before), (_, after)) in self.stood.iter_mut().zip(now()) {
            if *before == after {
                continue;
            }
            stale = true;
            // A second jaw for a trap, a flanker for a pinned enemy.
            let touched =
                if side_of(*id) == observation.side { evaluation.battle.element(*id).contact.foes } else { 0 };
            for friend in &observation.friends {
                let within = |at: Point, reach: f64| (friend.base.centre - at).length_squared() < reach * reach;
                if within(before.centre, NEAR) {
                    for (known, cache) in self.known.iter_mut().zip(&self.cache) {
                        if cache[place_of(friend.id)].offer.is_none() {
                            *known &= !bit(friend.id);
                        }
                    }
                }
                for (cache, reach) in self.cache.iter_mut().zip([ROOM, ROOM + LINE]) {
                    let reach = friend.speed + reach * observation.base;
                    if within(before.centre, reach) || within(after.centre, reach) {
                        cache[place_of(friend.id)].fresh = false;
                    }
                }
                let mut touched =
                    members(observation.side.other(), touched).map(|foe| evaluation.battle.base(foe).centre);
                if touched.any(|at| within(at, friend.speed + BLOW * observation.base)) {
                    self.known[ALONE] &= !bit(friend.id);
                }
            }
            *before = after;
        }
        if stale {
            self.looked = 0;
            for one in members(Side::A, gone) {
                self.cache.iter_mut().for_each(|cache| cache[place_of(one)] = Idea::NONE);
            }
            // Whoever has moved without going anywhere has left its Group as well.
            for idea in &mut self.cache[TOGETHER] {
                if let Some(Offer { choice: Choice::March { group, .. }, .. }) = idea.offer
                    && group.unit_set() & gone != 0
                {
                    idea.fresh = false;
                }
            }
        }
        stale
    }

    /// The cache, with their kind and whose they are.
    fn all(&self) -> impl Iterator<Item = (usize, usize, &Idea)> {
        [ALONE, TOGETHER].into_iter().flat_map(move |kind| {
            members(Side::A, self.known[kind]).map(move |one| (kind, place_of(one), &self.cache[kind][place_of(one)]))
        })
    }

    /// Thinks out an idea, as far as it may gain more than `least`.
    fn think_out(&mut self, evaluation: &Evaluation<'_, '_>, kind: usize, place: usize, least: f64) {
        let id = element_id(evaluation.observation.side, place);
        let mut best = Err(0.0);
        if kind == ALONE {
            if let Some(at) = evaluation.movable().find(|at| evaluation.friend(*at).id == id) {
                best = evaluation.best_single(self.outlook_around(evaluation, at), at, least);
            }
        } else {
            let of = |band: &&Members| evaluation.friend(band[0]).id == id;
            if let Some(members) = self.bands.iter().find(of).cloned() {
                for at in &members {
                    self.outlook_around(evaluation, *at);
                }
                best = evaluation.best_march(&self.outlooks, members, least);
            }
        }
        let most = self.cache[kind][place].most;
        let idea = match best {
            Ok(offer) => Idea { gain: offer.gain, offer: Some(offer), fresh: true, most },
            Err(_) if least <= LEAST_GAIN => Idea::NONE,
            Err(gain) => Idea { gain: gain.min(BEHIND * least), offer: None, fresh: false, most },
        };
        self.cache[kind][place] = idea;
        if most > 0.0 {
            let calibration = &mut self.calibration[kind][place];
            *calibration = (*calibration + LEARNS * (idea.gain.max(0.0) / most - *calibration)).clamp(LEAST_TRUST, 1.0);
        }
    }

    /// The best move, if any gains enough.
    fn best(&mut self, evaluation: &Evaluation<'_, '_>) -> Option<Offer> {
        loop {
            // What looks best, and what the best gains that was thought out as everything stands.
            let (mut best, mut least): (Option<(usize, usize, f64)>, _) = (None, LEAST_GAIN);
            for kind in [ALONE, TOGETHER] {
                for place in members(Side::A, self.known[kind]).map(place_of) {
                    let idea = &self.cache[kind][place];
                    if best.is_none_or(|(.., gain)| idea.gain >= gain) {
                        best = Some((kind, place, idea.gain));
                    }
                    if idea.fresh {
                        least = least.max(idea.gain);
                    }
                }
            }
            let (kind, place, _) = best?;
            let idea = self.cache[kind][place];
            // What was thought of when there were more points may cost too many by now.
            if idea.offer.is_some_and(|offer| evaluation.battle.cost_of(&offer.choice) > evaluation.battle.command.left)
            {
                self.cache[kind][place] = Idea::NONE;
                continue;
            }
            if idea.fresh || idea.gain <= LEAST_GAIN {
                let offer = idea.offer.filter(|_| idea.fresh);
                self.chosen = offer.map(|_| (kind, place));
                return offer;
            }
            self.think_out(evaluation, kind, place, least);
        }
    }

    /// What so many of the best moves gain together.
    fn sum_of_best(&mut self, evaluation: &Evaluation<'_, '_>, count: usize) -> f64 {
        let mut best: ArrayVec<(usize, usize, f64), MOST_POINTS> = ArrayVec::new();
        loop {
            best.clear();
            for (kind, place, idea) in self.all() {
                let at = best.iter().take_while(|(.., gain)| *gain >= idea.gain).count();
                if at < count.min(MOST_POINTS) {
                    best.truncate(count.min(MOST_POINTS) - 1);
                    best.insert(at, (kind, place, idea.gain));
                }
            }
            match best.iter().find(|(kind, place, _)| !self.cache[*kind][*place].fresh) {
                Some(&(kind, place, _)) => self.think_out(evaluation, kind, place, LEAST_GAIN),
                None => return best.iter().map(|(.., gain)| gain).sum(),
            }
        }
    }
}

impl Evaluation<'_, '_> {
    /// Those of us who may make no tactical move any more.
    fn barred(&self) -> UnitSet {
        let force = self.battle.force(self.observation.side);
        force.moved | force.engaged | force.failed | force.got_off | force.laden | (force.shaken & !force.passed)
    }

    /// Indices of the friends that may still make a tactical move.
    fn movable(&self) -> impl Iterator<Item = usize> + use<'_> {
        let barred = self.barred();
        let friends = self.observation.friends.iter().enumerate();
        friends.filter(move |(_, friend)| barred & bit(friend.id) == 0).map(|(at, _)| at)
    }
}
