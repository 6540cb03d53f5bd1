//! Melees: which one, whom a Team strikes at, whether it breaks off, where it goes afterwards.

use arrayvec::ArrayVec;

use super::odds::melee_at_hull;
use super::punch::{blows_at, bout};
use super::tactician::{Brief, Tactician};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::state::{Battle, members, side_of};
use crate::tabletop::plane::Point;

/// Share of its worth that a round may cost a Team that can hurt nobody before it breaks off.
const HOPELESS: f64 = 0.2;

/// Places that a winner chooses among.
const MOST_PLACES: usize = 80;

impl Tactician {
    /// Which melee is fought next: the surest one, for those it frees.
    pub(super) fn melee(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        self.look(battle, battle.decider);
        let mut best: Option<(f64, Choice)> = None;
        battle.visit_next_melees(&mut |choice| {
            let Choice::Melee(team) = choice else { return };
            let enemy = members(side_of(team).other(), battle.opponents(team)).next();
            let own_first = side_of(team) == battle.decider;
            let worth = enemy.map_or(0.0, |enemy| {
                let (by, at) = if own_first { (team, enemy) } else { (enemy, team) };
                let charged = battle.own_force(by).charged.contains(by);
                let bout = bout(battle, &self.values, by, at, charged);
                bout.harm - bout.cost
            });
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        });
        best.map(|(_, choice)| choice)
    }

    /// Whom a Team strikes at: where it takes most.
    pub(super) fn blows(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.asked_for_blows()?;
        self.look(battle, side_of(team));
        let mut best: Option<(f64, Choice)> = None;
        let charging = battle.own_force(team).charged.contains(team);
        battle.visit_blows(team, &mut |choice| {
            let Choice::Blows { target, grenades, .. } = choice else { return };
            let toll = if battle.profile(target).is_vehicle() {
                melee_at_hull(battle, team, target, grenades, charging)
            } else {
                blows_at(battle, team, target, charging)
            };
            let worth = self.values.harm(battle, target, &toll);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        });
        best.map(|(_, choice)| choice)
    }

    /// Whether a Team breaks off from enemies that it cannot hurt: where they hurt it.
    pub(super) fn break_off(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.asked_to_break_off()?;
        self.look(battle, side_of(team));
        let taken: f64 = members(side_of(team).other(), battle.team(team).locked)
            .map(|enemy| self.values.harm(battle, team, &blows_at(battle, enemy, team, false)))
            .sum();
        let hopeless = taken > HOPELESS * battle.worth_left(team);
        Some(if hopeless { Choice::BreakOff } else { Choice::Pass })
    }

    /// Where a Team goes that has won its melee.
    pub(super) fn consolidate(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let (team, _) = battle.fight?.victor?;
        self.look(battle, side_of(team));
        let mind = self.mind(battle, brief, team);
        let Some(me) = self.survey.own(team).copied() else { return Some(Choice::Pass) };
        let mut places: ArrayVec<(Point, u16), MOST_PLACES> = ArrayVec::new();
        battle.visit_consolidations(&mut |choice| {
            if let Choice::Consolidate { to, heading } = choice {
                let _ = places.try_push((to, heading));
            }
        });
        let mut best = (self.place_worth(battle, &me, &mind, me.at), Choice::Pass);
        for (to, heading) in places {
            let worth = self.place_worth(battle, &me, &mind, to);
            if worth > best.0 {
                best = (worth, Choice::Consolidate { to, heading });
            }
        }
        Some(best.1)
    }
}
