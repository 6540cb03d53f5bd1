//! The Movement phase (D-07 to D-10): shaken checks first, for they are free; then one point after the other to whoever
//! gains most by it; passengers get off last.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::evaluation::Evaluation;
use super::group_moves::Members;
use super::observation::Observation;
use super::threat_assessment::{BLOW, Most, ThreatAssessment};
use crate::game::Side;
use crate::game::policy::{Learning, MoveCache};
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

/// How fast what is found changes what is hoped for, and what is left to hope for.
const LEARNING: Learning = Learning { rate: 0.6, least: 0.05, behind: 0.99 };

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
        if battle.command.left == 0 && !battle.command.called && force.aboard.is_empty() {
            return Choice::EndMovement;
        }
        self.aim(battle, side, false);
        if first {
            self.ideas.begin(&self.observation);
        }
        let reserves = !force.reserve.is_empty() && battle.check_call().is_ok();
        if reserves && (first || battle.command.called) {
            let evaluation = self.evaluation(battle);
            let entry = evaluation.best_entry(self.weights.reserve * ON_THE_TABLE);
            let calls = battle.command.called || entry.is_some() && self.prefers_reserves(battle);
            if calls && let Some(entry) = entry {
                return entry.choice;
            }
        }
        if let Some(choice) = self.best_move(battle) {
            return choice;
        }
        self.evaluation(battle).get_off().unwrap_or(Choice::EndMovement)
    }

    /// The move that gains most, if any is worth a point.
    fn best_move(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        if battle.command.left == 0 || battle.command.called {
            return None;
        }
        let (evaluation, ideas) = self.evaluation_and_ideas(battle);
        ideas.think(&evaluation);
        ideas.best(&evaluation)
    }

    /// Whether all reserves together gain more than the best moves of the turn.
    fn prefers_reserves(&mut self, battle: &Battle<'_>) -> bool {
        let bonus = self.weights.reserve * ON_THE_TABLE;
        let (evaluation, ideas) = self.evaluation_and_ideas(battle);
        ideas.think(&evaluation);
        evaluation.entries(bonus) > ideas.sum_of_best(&evaluation, usize::from(battle.command.left))
    }
}

/// The best moves of everybody, kept from choice to choice: alone, and as the first member of a Group. After a move they
/// stay what they were, until they look best or somebody near has made room.
#[derive(Debug)]
pub struct Ideas {
    /// By place within the side.
    cache: MoveCache<Choice, 2, MOST_ELEMENTS>,
    assessments: Assessments,
    /// Who was barred from moving when moves were last looked at.
    barred: UnitSet,
    /// Where everybody stood then, own Elements first.
    stood: ArrayVec<(ElementId, Base), { 2 * MOST_ELEMENTS }>,
}

/// What each of us has to reckon with, and which Groups there are.
#[derive(Debug)]
struct Assessments {
    /// By index into the observation's friends.
    list: ArrayVec<ThreatAssessment, MOST_ELEMENTS>,
    /// Where each stood when the last two turns began, the earlier one first, by place within the side; none for those who
    /// were not on the table.
    began: [[Option<Point>; MOST_ELEMENTS]; 2],
    /// Whose assessments are up to date.
    looked: UnitSet,
    /// The Groups that may move, by indices into the observation's friends.
    bands: ArrayVec<Members, { MOST_ELEMENTS / 2 }>,
}

/// Which of the two kinds of moves.
const ALONE: usize = 0;
const TOGETHER: usize = 1;

/// Field by field and in place, as far as there is anything: they are too large to be copied by way of the stack.
impl Clone for Ideas {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        let Self { cache, assessments: Assessments { list, began, looked, bands }, barred, stood } = self;
        cache.clone_from(&from.cache);
        list.clone_from(&from.assessments.list);
        (*began, *looked) = (from.assessments.began, from.assessments.looked);
        bands.clone_from(&from.assessments.bands);
        *barred = from.barred;
        stood.clone_from(&from.stood);
    }
}

impl Ideas {
    /// No idea.
    pub fn new() -> Self {
        Self {
            cache: MoveCache::new(HOPE, LEARNING, LEAST_GAIN),
            assessments: Assessments {
                list: ArrayVec::new_const(),
                began: [[None; MOST_ELEMENTS]; 2],
                looked: UnitSet::EMPTY,
                bands: ArrayVec::new_const(),
            },
            barred: UnitSet::EMPTY,
            stood: ArrayVec::new_const(),
        }
    }

    /// Begins a turn.
    fn begin(&mut self, observation: &Observation) {
        self.forget();
        let began = &mut self.assessments.began;
        *began = [began[1], [None; MOST_ELEMENTS]];
        for friend in &observation.friends {
            began[1][place_of(friend.id)] = Some(friend.base.centre);
        }
    }

    /// Forgets the last game.
    pub fn restart(&mut self) {
        self.assessments.began = [[None; MOST_ELEMENTS]; 2];
        self.forget();
        self.cache.restart();
    }

    /// Keeps where everybody stood, as another player of the side has noted it.
    pub fn take_over(&mut self, from: &Self) {
        self.assessments.began = from.assessments.began;
    }

    /// Forgets everything but what can be hoped for.
    fn forget(&mut self) {
        self.cache.forget();
        self.assessments.looked = UnitSet::EMPTY;
        self.stood.clear();
    }

    /// Finds what can be hoped for where there is no idea.
    fn think(&mut self, evaluation: &Evaluation<'_, '_>) {
        let changed = self.notice(evaluation);
        // A move after which everything is as it was has been refused.
        if let Some(slot) = self.cache.take_chosen()
            && !changed
        {
            self.cache.refuse(slot);
        }
        for at in evaluation.movable() {
            let friend = evaluation.friend(at);
            let slot = (ALONE, place_of(friend.id));
            if !self.cache.knows(slot) {
                let Most { place, contact } = self.assessments.of(evaluation, at).most(evaluation, friend.speed);
                self.cache.hope(slot, place.max(contact));
            }
        }
        let Self { cache, assessments, .. } = self;
        assessments.bands.clear();
        evaluation.bands(|members| assessments.bands.push(members));
        for band in 0..assessments.bands.len() {
            let members = assessments.bands[band].clone();
            let slot = (TOGETHER, place_of(evaluation.friend(members[0]).id));
            if !cache.knows(slot) {
                let slowest = members.iter().map(|at| evaluation.friend(*at).speed).fold(f64::INFINITY, f64::min);
                let far = slowest + SWING * evaluation.observation.base;
                let (mut gain, mut touch) = (0.0, 0.0_f64);
                for at in members {
                    let Most { place, contact } = assessments.of(evaluation, at).most(evaluation, far);
                    gain += place;
                    touch = touch.max(contact - place);
                }
                cache.hope(slot, gain + touch);
            }
        }
    }

    /// Looks who has moved since moves were last thought of, and forgets those that it may have made better. Says whether
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
        let cache = &mut self.cache;
        for ((id, before), (_, after)) in self.stood.iter_mut().zip(now()) {
            if *before == after {
                continue;
            }
            stale = true;
            // A second jaw for a trap, a flanker for a pinned enemy.
            let touched = if side_of(*id) == observation.side {
                evaluation.battle.element(*id).contact.foes
            } else {
                UnitSet::EMPTY
            };
            for friend in &observation.friends {
                let place = place_of(friend.id);
                let within = |at: Point, reach: f64| (friend.base.centre - at).length_squared() < reach * reach;
                if within(before.centre, NEAR) {
                    for slot in [(ALONE, place), (TOGETHER, place)] {
                        if cache.offer(slot).is_none() {
                            cache.drop_idea(slot);
                        }
                    }
                }
                for (kind, reach) in [(ALONE, ROOM), (TOGETHER, ROOM + LINE)] {
                    let reach = friend.speed + reach * observation.base;
                    if within(before.centre, reach) || within(after.centre, reach) {
                        cache.make_stale((kind, place));
                    }
                }
                let mut touched =
                    members(observation.side.other(), touched).map(|foe| evaluation.battle.base(foe).centre);
                if touched.any(|at| within(at, friend.speed + BLOW * observation.base)) {
                    cache.drop_idea((ALONE, place));
                }
            }
            *before = after;
        }
        if stale {
            self.assessments.looked = UnitSet::EMPTY;
            for place in members(Side::A, gone).map(place_of) {
                cache.refuse((ALONE, place));
                cache.refuse((TOGETHER, place));
            }
            // Whoever has moved without going anywhere has left its Group as well.
            for place in 0..MOST_ELEMENTS {
                if let Some(Choice::March { group, .. }) = cache.offer((TOGETHER, place))
                    && group.unit_set().meets(gone)
                {
                    cache.make_stale((TOGETHER, place));
                }
            }
        }
        stale
    }

    /// The best move, if any gains enough.
    fn best(&mut self, evaluation: &Evaluation<'_, '_>) -> Option<Choice> {
        let Self { cache, assessments, .. } = self;
        let command = &evaluation.battle.command;
        let affordable = |choice: &Choice| evaluation.battle.cost_of(choice) <= command.left;
        let best = cache.best(affordable, |slot, least| assessments.think_out(evaluation, slot, least));
        best.map(|(_, choice)| choice)
    }

    /// What so many of the best moves gain together.
    fn sum_of_best(&mut self, evaluation: &Evaluation<'_, '_>, count: usize) -> f64 {
        let Self { cache, assessments, .. } = self;
        cache.sum_of_best::<MOST_POINTS>(count, |slot, least| assessments.think_out(evaluation, slot, least))
    }
}

impl Assessments {
    /// The assessment of a friend as everything stands now.
    fn of(&mut self, evaluation: &Evaluation<'_, '_>, at: usize) -> &ThreatAssessment {
        let friend = evaluation.friend(at);
        for unseen in self.list.len()..=at {
            self.list.push(ThreatAssessment::unseen(evaluation.friend(unseen)));
        }
        if !self.looked.contains(friend.id) {
            self.looked |= bit(friend.id);
            // With its Group an Element swings round farther than it goes.
            let (swing, mates) =
                if evaluation.battle.in_group(friend.id) { (SWING * evaluation.observation.base, 2) } else { (0.0, 0) };
            let came_from = self.began[0][place_of(friend.id)];
            self.list[at].look(evaluation, at, friend.speed + swing, mates, came_from);
        }
        &self.list[at]
    }

    /// The same, and who may be in its way.
    fn around(&mut self, evaluation: &Evaluation<'_, '_>, at: usize) -> &ThreatAssessment {
        self.of(evaluation, at);
        self.list[at].look_around(evaluation);
        &self.list[at]
    }

    /// The best move of an Element or of the Group that it is the first of, with its gain, if that exceeds `least`; else the
    /// most that any gains.
    fn think_out(
        &mut self,
        evaluation: &Evaluation<'_, '_>,
        (kind, place): (usize, usize),
        least: f64,
    ) -> Result<(f64, Choice), f64> {
        let id = element_id(evaluation.observation.side, place);
        let mut best = Err(0.0);
        if kind == ALONE {
            if let Some(at) = evaluation.movable().find(|at| evaluation.friend(*at).id == id) {
                best = evaluation.best_single(self.around(evaluation, at), at, least);
            }
        } else {
            let of = |band: &&Members| evaluation.friend(band[0]).id == id;
            if let Some(members) = self.bands.iter().find(of).cloned() {
                for at in &members {
                    self.around(evaluation, *at);
                }
                best = evaluation.best_march(&self.list, members, least);
            }
        }
        best.map(|offer| (offer.gain, offer.choice))
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
        friends.filter(move |(_, friend)| !barred.contains(friend.id)).map(|(at, _)| at)
    }
}
