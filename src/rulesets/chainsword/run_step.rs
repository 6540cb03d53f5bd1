//! Attack runs: the vector, fire that is declared at the flyer, jink, interceptors and dogfights, the fire of the run itself (CW-FLY-03 to
//! CW-FLY-12, CW-FLY-16 to CW-FLY-21, R-182).

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::field::lanes::{Lane, lanes_through, turns_at};
use super::field::rounded;
use super::fire_lines::{Fire, FireKind, Mode, Sighting};
use super::geometry::ALLOWANCE;
use super::ledger::rule;
use super::profiles::Trait;
use super::rules::ShockTrigger;
use super::sortie_step::{Aim, Shot, Sortie, SortieStep};
use super::state::{Battle, MOST_LOADS, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::Point;

/// Inches along a vector before and after its nearest point at which fire is offered as well.
const SPOTS: [f64; 5] = [0.0, -9.0, 9.0, -18.0, 18.0];

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

/// Inches along a vector, kept to a thousandth.
fn kept(inches: f64) -> f64 {
    (inches * 1000.0).round() / 1000.0
}

/// The places along a vector at which fire from or at a point of the table is offered.
fn spots(lane: &Lane, at: Point) -> impl Iterator<Item = f64> + use<> {
    let (nearest, length) = (lane.nearest(at), lane.length());
    SPOTS.into_iter().map(move |off| nearest + off).filter(move |inches| (0.0..=length).contains(inches)).map(kept)
}

impl Battle<'_> {
    /// Whether the flyer may take this vector: from edge to edge, a vector dancer with one turn (CW-FLY-03, CW-FLY-21).
    pub(super) fn check_vector(&self, lane: &Lane) -> Result<(), Refusal> {
        let Some(sortie) = self.sortie.as_ref().filter(|sortie| sortie.step == SortieStep::Vector) else {
            return refused("CW-FLY-03", "no flyer is on a run");
        };
        let sound = |point: Point| point.x.is_finite() && point.y.is_finite();
        if ![Some(lane.entry), lane.turn, Some(lane.exit)].into_iter().flatten().all(sound) {
            return refused("R-87", "there is no such place");
        }
        let turns = self.profile(sortie.team).is(Trait::VectorDancer).then_some(self.setup.rules.vector_turn);
        if lane.turn.is_some() && turns.is_none() {
            return refused("CW-FLY-21", "only a vector dancer turns on its run");
        }
        if kept_lane(lane).is_legal(self.setup.field.table(), turns) {
            Ok(())
        } else {
            refused("CW-FLY-03", "a run goes from one edge to another")
        }
    }

    /// The vectors that are offered: some directions through each enemy Team and the middle of the table; a vector dancer may turn
    /// there.
    pub(super) fn visit_vectors(&self, visit: &mut impl FnMut(Choice)) {
        let Some(sortie) = &self.sortie else { return };
        let enemy = side_of(sortie.team).other();
        let table = self.setup.field.table();
        let dances = self.profile(sortie.team).is(Trait::VectorDancer);
        let goals = members(enemy, self.standing_teams(enemy)).map(|team| self.team(team).at);
        for goal in goals.chain([table.min.midpoint(table.max)]) {
            let straight = lanes_through(table, goal);
            let bent = lanes_through(table, goal).filter(|_| dances).flat_map(|lane| turns_at(table, &lane, goal));
            for lane in straight.chain(bent).map(|lane| kept_lane(&lane)) {
                if self.check_vector(&lane).is_ok() {
                    visit(Choice::Vector(lane));
                }
            }
        }
    }

    /// The vector is named.
    pub(super) fn take_vector<C: Observer<LogEntry>>(&mut self, lane: &Lane, observer: &mut C) {
        let Some(sortie) = &mut self.sortie else { return };
        let lane = kept_lane(lane);
        (sortie.lane, sortie.step) = (Some(lane), SortieStep::Interceptor);
        let team = sortie.team;
        observer.event(|| events::vector(self, team, &lane));
        observer.rule_fired(if lane.turn.is_some() { rule::FLY_21 } else { rule::FLY_03 });
    }

    /// Enemy flyers that wait and answer an attack run (CW-FLY-16).
    fn answering(&self) -> TeamSet {
        let Some(sortie) = &self.sortie else { return TeamSet::EMPTY };
        self.force(side_of(sortie.team).other()).lurking
    }

    /// The enemy flyers that may answer.
    pub(super) fn visit_interceptors(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.sortie.as_ref().map_or(self.active, |sortie| side_of(sortie.team)).other();
        members(side, self.answering()).for_each(|team| visit(Choice::Intercept(team)));
    }

    /// Whether this flyer may answer the run.
    pub(super) fn check_interceptor(&self, team: TeamId) -> Result<(), Refusal> {
        if side_of(team) == self.decider && self.answering().contains(team) {
            Ok(())
        } else {
            refused("CW-FLY-16", "it does not wait for a raider")
        }
    }

    /// A flyer that waited answers the run: it waits no longer (CW-FLY-16, CW-FLY-20).
    pub(super) fn intercept<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        self.own_force_mut(team).lurking &= !bit(team);
        if let Some(sortie) = &mut self.sortie {
            (sortie.interceptor, sortie.step) = (team, SortieStep::AntiAir);
        }
        observer.rule_fired(rule::FLY_16);
    }

    /// The steps of a run after its vector.
    pub(super) fn run_attack<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(sortie) = &self.sortie else { return Flow::Go };
        let (own, enemy) = (side_of(sortie.team), side_of(sortie.team).other());
        let (raider, interceptor, step) = (sortie.team, sortie.interceptor, sortie.step);
        let threatened = interceptor != NOBODY || !sortie.shots.is_empty();
        let next = match step {
            SortieStep::Interceptor => {
                let answering = self.answering();
                let mut waiting = members(enemy, answering);
                match (waiting.next(), answering.len()) {
                    (Some(only), 1) => {
                        self.intercept(only, observer);
                        return Flow::Go;
                    }
                    (Some(_), _) => return self.ask(Decision::Interceptor, enemy),
                    (None, _) => SortieStep::AntiAir,
                }
            }
            SortieStep::AntiAir => {
                let mut shots = 0;
                self.visit_anti_air(&mut |_| shots += 1);
                if shots > 1 {
                    return self.ask(Decision::AntiAir, enemy);
                }
                SortieStep::Jink
            }
            SortieStep::Jink if threatened => return self.ask(Decision::Jink, own),
            SortieStep::Jink => SortieStep::Dogfight,
            SortieStep::Dogfight if interceptor != NOBODY => return self.ask(Decision::Dogfight, own),
            SortieStep::Dogfight => SortieStep::Interception,
            SortieStep::Interception => {
                self.fire_in_the_air(interceptor, raider, dice, observer);
                SortieStep::Ground
            }
            SortieStep::Ground => {
                if self.fire_next_shot(dice, observer) {
                    return Flow::Go;
                }
                let sortie = self.sortie.as_ref();
                match sortie.map(|sortie| (sortie.aim, sortie.dogfights)) {
                    Some((Some(Aim::Zoom), true)) => SortieStep::Answer,
                    Some((Some(Aim::Zoom), false)) => SortieStep::Strafe,
                    _ => SortieStep::Off,
                }
            }
            SortieStep::Answer => {
                self.fire_in_the_air(raider, interceptor, dice, observer);
                observer.rule_fired(rule::FLY_17);
                SortieStep::Off
            }
            SortieStep::Strafe => {
                if self.find_strafe(&mut |_| true) {
                    return self.ask(Decision::Strafe, own);
                }
                SortieStep::Off
            }
            _ => SortieStep::Off,
        };
        self.go_to(next);
        Flow::Go
    }

    /// The sortie comes to this step.
    pub(super) fn go_to(&mut self, step: SortieStep) {
        if let Some(sortie) = &mut self.sortie {
            sortie.step = step;
        }
    }

    /// How a Team may fire at the flyer: by the trait `interceptor`, else by its Overwatch; once in a Phase (CW-FLY-05).
    pub(super) fn anti_air_kind(&self, by: TeamId) -> Option<(FireKind, Mode)> {
        let side = side_of(by);
        let force = self.force(side);
        if force.intercepted.contains(by) {
            None
        } else if self.interceptors(side).contains(by) {
            Some((FireKind::Flak, Mode::Stand))
        } else {
            force.overwatch.contains(by).then(|| (FireKind::AntiAir, self.team(by).mode))
        }
    }

    /// How a Team on the ground and a flyer at some point of its vector see each other (CW-FLY-06).
    pub(super) fn sighting_aloft(&self, by: TeamId, lane: &Lane, inches: f64) -> Sighting {
        let (flyer, own) = (lane.stand(inches), self.stand(by));
        Sighting { inches: own.gap(&flyer), seen: self.land().sees_flyer(&own, &flyer), cover: 0 }
    }

    /// The same with the cover that a target has from the flyer.
    pub(super) fn sighting_below(&self, lane: &Lane, inches: f64, target: TeamId) -> Sighting {
        let cover = self.land().cover(&lane.stand(inches), &self.seen_as(target), &self.hulls());
        Sighting { cover, ..self.sighting_aloft(target, lane, inches) }
    }

    /// Whether a Team may declare fire at the flyer at this point of its vector (CW-FLY-04 to CW-FLY-07).
    pub(super) fn check_anti_air(&self, by: TeamId, fire: &Fire, inches: f64) -> Result<(), Refusal> {
        let Some(sortie) = self.sortie.as_ref().filter(|sortie| sortie.step == SortieStep::AntiAir) else {
            return refused("CW-FLY-04", "no fire is declared at a flyer now");
        };
        let Some(lane) = &sortie.lane else { return refused("CW-FLY-03", "it has no vector yet") };
        if side_of(by) == side_of(sortie.team) || fire.target != sortie.team {
            return refused("CW-FLY-04", "enemies declare their fire at the flyer");
        }
        if sortie.declared.contains(by) {
            return refused("CW-FLY-05", "it has declared its fire");
        }
        let Some((kind, mode)) = self.anti_air_kind(by).filter(|_| self.stands(by)) else {
            return refused("CW-FLY-05", "only Overwatch and interceptors fire at a zooming flyer, once in a Phase");
        };
        if !(0.0..=lane.length() + ALLOWANCE).contains(&inches) {
            return refused("CW-FLY-06", "its vector is not that long");
        }
        self.check_arc(by, lane.stand(inches).at())?;
        self.check_volley(by, fire, kind, mode, &self.sighting_aloft(by, lane, inches))
    }

    /// The fire that may be declared at the flyer; none, or no more.
    pub(super) fn visit_anti_air(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(Sortie { team, lane: Some(lane), declared, .. }) = &self.sortie else { return };
        let enemy = side_of(*team).other();
        for by in members(enemy, self.standing_teams(enemy) & !*declared) {
            let Some((kind, mode)) = self.anti_air_kind(by) else { continue };
            for inches in spots(lane, self.team(by).at) {
                if self.check_arc(by, lane.stand(inches).at()).is_err() {
                    continue;
                }
                let sighting = self.sighting_aloft(by, lane, inches);
                self.visit_volleys_seen(by, *team, kind, mode, &sighting, &mut |fire| {
                    visit(Choice::AntiAir { by, fire, inches });
                });
            }
        }
    }

    /// A Team declares its fire at the flyer.
    pub(super) fn declare_anti_air<C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        fire: &Fire,
        inches: f64,
        observer: &mut C,
    ) {
        let Some(sortie) = &mut self.sortie else { return };
        sortie.declared |= bit(by);
        sortie.shots.push(Shot { by, fire: *fire, inches: kept(inches) });
        observer.rule_fired(rule::FLY_04);
    }

    /// The flyer jinks, or does not (CW-FLY-08).
    pub(super) fn jink<C: Observer<LogEntry>>(&mut self, jinks: bool, observer: &mut C) {
        if let Some(sortie) = &mut self.sortie {
            (sortie.jinks, sortie.step) = (jinks, SortieStep::Dogfight);
        }
        if jinks {
            observer.rule_fired(rule::FLY_08);
        }
    }

    /// The raider turns on the interceptor, or goes on (CW-FLY-17).
    pub(super) fn dogfight(&mut self, dogfights: bool) {
        if let Some(sortie) = &mut self.sortie {
            (sortie.dogfights, sortie.step) = (dogfights, SortieStep::Interception);
        }
    }

    /// A flyer fires all it has at a flyer (CW-FLY-17, CW-FLY-18).
    fn fire_in_the_air<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        target: TeamId,
        dice: &mut D,
        observer: &mut C,
    ) {
        if by == NOBODY || self.own_force(by).gone.contains(by) || self.own_force(target).gone.contains(target) {
            return;
        }
        // They meet: whatever they carry is in range.
        let sighting = Sighting { inches: 0.0, seen: true, cover: 0 };
        let fire = Fire::all(target);
        if self.check_volley(by, &fire, FireKind::Dogfight, Mode::Stand, &sighting).is_ok() {
            self.fire_volley(by, &fire, FireKind::Dogfight, Mode::Stand, &sighting, dice, observer);
            observer.rule_fired(rule::FLY_18);
        }
    }

    /// The next fire that was declared is resolved; whether there was any left (CW-FLY-09). Who can no longer fire does not.
    fn fire_next_shot<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> bool {
        let Some(sortie) = &mut self.sortie else { return false };
        let Some(lane) = sortie.lane else { return false };
        let Some(shot) = sortie.shots.pop_at(0) else { return false };
        let Shot { by, fire, inches } = shot;
        self.fly_to(fire.target, &lane, inches);
        let sighting = self.sighting_aloft(by, &lane, inches);
        if let Some((kind, mode)) = self.anti_air_kind(by).filter(|_| self.stands(by))
            && self.check_volley(by, &fire, kind, mode, &sighting).is_ok()
        {
            self.fire_volley(by, &fire, kind, mode, &sighting, dice, observer);
            observer.rule_fired(rule::FLY_05);
        }
        true
    }

    /// A flyer comes to a point of its vector.
    fn fly_to(&mut self, team: TeamId, lane: &Lane, inches: f64) {
        let heading = lane.heading(inches);
        let state = self.team_mut(team);
        (state.at, state.heading) = (lane.stand(inches).at(), heading);
    }

    /// Whether the flyer may fire these weapons at this target from this point of its vector (CW-FLY-09).
    pub(super) fn check_strafe(&self, fire: &Fire, inches: f64) -> Result<(), Refusal> {
        let Some(sortie) = self.sortie.as_ref().filter(|sortie| sortie.step == SortieStep::Strafe) else {
            return refused("CW-FLY-09", "no flyer is on its run");
        };
        let Some(lane) = &sortie.lane else { return refused("CW-FLY-03", "it has no vector yet") };
        if !(0.0..=lane.length() + ALLOWANCE).contains(&inches) {
            return refused("CW-FLY-06", "its vector is not that long");
        }
        if fire.target == NOBODY || usize::from(fire.target) >= self.teams.len() {
            return refused("CW-TRN-08", "there is no such Team");
        }
        if fire.slots & sortie.fired & self.carried(sortie.team) != 0 {
            return refused("CW-FLY-09", "a weapon fires once on a run");
        }
        let sighting = self.sighting_below(lane, inches, fire.target);
        self.check_volley(sortie.team, fire, FireKind::AttackRun, Mode::Stand, &sighting)
    }

    /// The lines of weapons that a Team carries, a bit each.
    fn carried(&self, team: TeamId) -> u8 {
        let loads = &self.team(team).loads;
        (0..MOST_LOADS).filter(|slot| loads[*slot].count > 0).fold(0, |set, slot| set | 1 << slot)
    }

    /// The fire of the run: each weapon, or all that are left, at each enemy from some points of the vector; or no more.
    pub(super) fn visit_strafes(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        self.find_strafe(&mut |choice| {
            visit(choice);
            false
        });
    }

    /// The fire of the run until some pleases; whether any did.
    fn find_strafe(&self, pleases: &mut impl FnMut(Choice) -> bool) -> bool {
        let Some(Sortie { team, lane: Some(lane), fired, .. }) = &self.sortie else { return false };
        let left = self.carried(*team) & !fired;
        let single = (0..MOST_LOADS as u8).map(|slot| 1u8 << slot).filter(|slot| left & slot != 0);
        let together = (left.count_ones() > 1).then_some(left);
        let enemy = side_of(*team).other();
        members(enemy, self.standing_teams(enemy)).any(|target| {
            spots(lane, self.team(target).at).any(|inches| {
                let sighting = self.sighting_below(lane, inches, target);
                single.clone().chain(together).any(|slots| {
                    let fire = Fire { slots, ..Fire::all(target) };
                    self.check_volley(*team, &fire, FireKind::AttackRun, Mode::Stand, &sighting).is_ok()
                        && pleases(Choice::Strafe { fire, inches })
                })
            })
        })
    }

    /// The flyer fires some of its weapons.
    pub(super) fn strafe<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        fire: &Fire,
        inches: f64,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(sortie) = &mut self.sortie else { return };
        let Some(lane) = sortie.lane else { return };
        sortie.fired |= fire.slots;
        let (team, inches) = (sortie.team, kept(inches));
        let sighting = self.sighting_below(&lane, inches, fire.target);
        self.fly_to(team, &lane, inches);
        self.fire_volley(team, fire, FireKind::AttackRun, Mode::Stand, &sighting, dice, observer);
        observer.rule_fired(rule::FLY_09);
    }

    /// The Shock that fire of a run gives: of the ways of counting that give one for a volley, one to each Team in the whole run
    /// (CW-FLY-12).
    pub(super) fn shock_of_run(&mut self, team: TeamId, shock: u16) -> u16 {
        let once = matches!(self.setup.rules.shock_trigger, ShockTrigger::SaveStep | ShockTrigger::ArmourSave);
        let Some(sortie) = self.sortie.as_mut().filter(|sortie| sortie.step == SortieStep::Strafe && once) else {
            return shock;
        };
        let shaken_up = &mut sortie.shaken_up[side_of(team).index()];
        if shock == 0 || shaken_up.contains(team) {
            return 0;
        }
        *shaken_up |= bit(team);
        shock
    }

    /// A flyer is shot down in the air: nothing is left of it, and passengers are lost (R-181, CW-BAS-30).
    pub(super) fn shoot_down<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        let (side, riders): (Side, TeamSet) = (side_of(team), self.riders(team));
        self.destroy(team, "shot down", observer);
        self.lose_riders((side, riders), "lost with its transport", observer);
        observer.rule_fired(rule::FLY_10);
    }
}

/// A vector with its points kept to a thousandth of an inch.
fn kept_lane(lane: &Lane) -> Lane {
    Lane { entry: rounded(lane.entry), turn: lane.turn.map(rounded), exit: rounded(lane.exit) }
}

#[cfg(test)]
mod tests;
