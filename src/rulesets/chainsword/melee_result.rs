//! What comes of a round of melee: tests of who has lost, sweeps, flight, breaking off, moves of who has won (CW-BAS-19, CW-MEL-02,
//! CW-MEL-05, R-137, R-139 to R-141).

use super::choices::{Choice, Decision, Refusal};
use super::combat::morale::catches;
use super::events::{self, LogEntry};
use super::field::rounded;
use super::field::ways::Way;
use super::geometry::with_ways;
use super::ledger::rule;
use super::melee_step::FightStep;
use super::profiles::Trait;
use super::roll_step::RollKind;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Point};

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// The next Team of the side that has lost is tested: the side whose Phase it is not first (CW-MEL-05). Walkers never break.
    pub(super) fn run_break_tests<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        while let Some(team) = self.next_in_fight(true) {
            let tests = self.stands(team) && self.profile(team).ld > 0 && !self.is_fleeing(team);
            if tests && !self.profile(team).is(Trait::Fearless) {
                self.throw(RollKind::Break(team), side_of(team), 2, dice, observer);
                return;
            }
        }
        let queue = self.fight.map_or([TeamSet::EMPTY; 2], |fight| {
            Side::BOTH.map(|side| {
                let lost = fight.winner == Some(side.other());
                if lost { TeamSet::EMPTY } else { fight.teams[side.index()] }
            })
        });
        self.next_fight_step(FightStep::BreakOffs, queue);
    }

    /// The dice of a test after a lost round stand: who fails gives way (CW-BAS-19).
    pub(super) fn take_break_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        thrown: &[u8],
        dice: &mut D,
        observer: &mut C,
    ) {
        let margin = self.fight.map_or(0, |fight| fight.margin());
        if !self.passes_test(team, thrown, margin) {
            self.give_way(team, dice, observer);
        }
    }

    /// The enemy that pursues a Team: of those it is locked with the one with the most initiative.
    fn pursuer_of(&self, team: TeamId) -> Option<TeamId> {
        let enemies = members(side_of(team).other(), self.team(team).locked).filter(|enemy| self.stands(*enemy));
        // Of equals the first.
        enemies.min_by_key(|enemy| std::cmp::Reverse(self.profile(*enemy).initiative))
    }

    /// A Team gives way: its enemies try to sweep it, or it gets away (CW-BAS-19, R-139, R-141).
    pub(super) fn give_way<D: Dice, C: Observer<LogEntry>>(&mut self, team: TeamId, dice: &mut D, observer: &mut C) {
        match self.pursuer_of(team) {
            Some(pursuer) => self.throw(RollKind::Pursuit(team), side_of(pursuer), 1, dice, observer),
            None => self.get_away(team, dice, observer),
        }
    }

    /// The winner's die of a sweep stands: the loser throws his.
    pub(super) fn take_pursuit_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        die: u8,
        dice: &mut D,
        observer: &mut C,
    ) {
        self.throw(RollKind::Escape { team, pursuit: die }, side_of(team), 1, dice, observer);
    }

    /// Both dice of a sweep stand: the Team is swept, or gets away.
    pub(super) fn take_escape_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        thrown: [u8; 2],
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(pursuer) = self.pursuer_of(team) else { return self.get_away(team, dice, observer) };
        let initiatives = [pursuer, team].map(|one| self.profile(one).initiative);
        let swept = catches(thrown, initiatives);
        let officer = self.team(team).officer;
        let of_officer = if officer == NOBODY { 0.0 } else { self.worth_left(officer) };
        let worth = self.worth_left(team) + of_officer;
        let ways = (1..=6).flat_map(|own| (1..=6).map(move |other| [own, other]));
        let chance = ways.filter(|dice| catches(*dice, initiatives)).count() as f64 / 36.0;
        observer.random_result(side_of(team), if swept { worth } else { 0.0 }, worth * chance);
        if swept {
            observer.rule_fired(rule::MEL_06);
            self.cut_down(pursuer, team, "swept", observer);
        } else {
            self.get_away(team, dice, observer);
        }
    }

    /// A Team gets away from its melee and falls back, past those whom it fought.
    fn get_away<D: Dice, C: Observer<LogEntry>>(&mut self, team: TeamId, dice: &mut D, observer: &mut C) {
        let fought = self.team(team).locked;
        for enemy in members(side_of(team).other(), fought) {
            self.team_mut(enemy).locked &= !bit(team);
        }
        self.team_mut(team).locked = TeamSet::EMPTY;
        if !self.is_broken(team) {
            self.own_force_mut(team).falling_back |= bit(team);
        }
        self.take_flight_past(team, fought, dice, observer);
    }

    /// Teams that cannot hurt any of those they are locked with may break off; then who has won moves.
    pub(super) fn run_break_offs(&mut self) -> Flow {
        while let Some(team) = self.asked_to_break_off() {
            if self.may_break_off(team) {
                return self.ask(Decision::BreakOff, side_of(team));
            }
            self.next_in_fight(false);
        }
        let queue = self.fight.map_or([TeamSet::EMPTY; 2], |fight| {
            Side::BOTH.map(|side| if fight.winner == Some(side) { fight.teams[side.index()] } else { TeamSet::EMPTY })
        });
        self.next_fight_step(FightStep::Victors, queue);
        Flow::Go
    }

    /// The Team that may break off next.
    #[must_use]
    pub fn asked_to_break_off(&self) -> Option<TeamId> {
        let fight = self.fight.filter(|fight| fight.step == FightStep::BreakOffs)?;
        self.sides_in_turn().into_iter().find_map(|side| members(side, fight.queue[side.index()]).next())
    }

    /// Whether a Team can hurt none of those that it is locked with.
    fn may_break_off(&self, team: TeamId) -> bool {
        let mut enemies = members(side_of(team).other(), self.team(team).locked);
        self.stands(team)
            && self.is_locked(team)
            && !self.profile(team).is_vehicle()
            && enemies.all(|enemy| !self.can_hurt(team, enemy))
    }

    /// A Team breaks off, or stays.
    pub(super) fn break_off<D: Dice, C: Observer<LogEntry>>(&mut self, does: bool, dice: &mut D, observer: &mut C) {
        let Some(team) = self.next_in_fight(false) else { return };
        if does {
            self.give_way(team, dice, observer);
        }
    }

    /// Who has won moves, one Team after another; then the round is over.
    pub(super) fn run_victors<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        while let Some(team) = self.next_in_fight(false) {
            let force = self.own_force(team);
            let held = force.stunned.contains(team) || force.immobilised.contains(team);
            let able = self.stands(team) && self.profile(team).fights() && !self.is_locked(team);
            if !able || held || self.is_pinned(team) || self.is_fleeing(team) {
                continue;
            }
            let inches = dice.d6();
            observer.event(|| events::victor(self, team, inches, dice.thrown()));
            if let Some(fight) = &mut self.fight {
                fight.victor = Some((team, inches));
            }
            let mut places = 0;
            self.visit_consolidations(&mut |_| places += 1);
            if places > 1 {
                return self.ask(Decision::Consolidate, side_of(team));
            }
        }
        self.fight = None;
        self.to_judge = true;
        Flow::Go
    }

    /// The way of a Team that has won, if it may go there: never within an inch of enemies.
    fn consolidation(&self, to: Point, heading: u16) -> Result<Way, Refusal> {
        let Some((team, inches)) = self.fight.and_then(|fight| fight.victor) else {
            return refused("R-140", "nobody has won a melee");
        };
        if heading >= 360 || !to.x.is_finite() || !to.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let (mover, from, to) = (self.mover(team), self.stand(team), rounded(to));
        let end = self.stand_at(team, to, heading);
        self.among(team, |crowd| {
            let land = self.land();
            if !land.room(&end, mover, crowd) {
                return refused("R-140", "there is no room for it: terrain, the edge, or others are in the way");
            }
            self.check_house(team, to)?;
            match with_ways(|ways| ways.way(&land, &from, mover, to, inches.into(), crowd)) {
                Some(way) => Ok(way),
                None => refused("R-140", "it does not get so far"),
            }
        })
    }

    /// Whether a Team that has won may go there.
    pub(super) fn check_consolidation(&self, to: Point, heading: u16) -> Result<(), Refusal> {
        self.consolidation(to, heading).map(drop)
    }

    /// Where a Team that has won may go: some headings, at full, two thirds and one third of its inches; or nowhere.
    pub(super) fn visit_consolidations(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some((team, inches)) = self.fight.and_then(|fight| fight.victor) else { return };
        let (from, headings) = (self.team(team).at, u16::from(self.setup.rules.move_headings));
        for heading in (0..headings).map(|step| 360 * step / headings) {
            let ahead = Facing::from_degrees(90.0 - f64::from(heading)).ahead();
            for thirds in [3.0, 2.0, 1.0] {
                let to = rounded(from + ahead * (f64::from(inches) * thirds / 3.0));
                if self.consolidation(to, heading).is_ok() {
                    visit(Choice::Consolidate { to, heading });
                }
            }
        }
    }

    /// A Team that has won moves; that crosses no edge for it.
    pub(super) fn consolidate<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        to: Point,
        heading: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Ok(way) = self.consolidation(to, heading) else { return };
        let Some((team, _)) = self.fight.and_then(|fight| fight.victor) else { return };
        let state = self.team_mut(team);
        (state.at, state.heading) = (way.end(), heading);
        self.own_force_mut(team).moved |= bit(team);
        observer.event(|| events::moved(self, team));
        if way.mines.is_some() {
            self.spring_mines(team, dice, observer);
        }
        self.joining = team;
    }
}
