//! Which Team of a Squad is next, and where it comes on.

use arrayvec::ArrayVec;

use super::contest::level_worth;
use super::setup::Ground;
use super::{Pick, Script};
use crate::dice::SeededDice;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::field::Stand;
use crate::rulesets::chainsword::field::sight::Target;
use crate::rulesets::chainsword::profiles::Body;
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, TeamId, members, side_of};
use crate::tabletop::plane::Point;

/// Inches within which an enemy is a danger, and within which a Team hopes to fire.
const REACH: f64 = 30.0;

/// Share of a Team's value that an enemy who sees it in the open is expected to take.
const EXPOSED: f64 = 0.12;

/// Share of its value that a Team is expected to deal where it has a target.
const SHOT: f64 = 0.1;

/// Share of its value that an inch nearer to what decides is worth.
const INCH: f64 = 0.006;

/// What is left of a danger behind cover of 2+ to 6+, by the save.
const BEHIND: [f64; 7] = [1.0, 1.0, 0.2, 0.35, 0.5, 0.67, 0.83];

impl Script {
    /// The next Team of the Squad: transports come on first, then who rides in them; those on the table act by what it is worth.
    pub(super) fn squad(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let troop = battle.troop?;
        let force = battle.force(troop.side);
        let waiting = || members(troop.side, troop.left & force.waiting);
        let carries = |team: &TeamId| battle.profile(*team).capacity > 0;
        let next = waiting().find(carries).or_else(|| waiting().next());
        if let Some(team) = next {
            let mut aboard = None;
            battle.visit_boards(team, &mut |choice| aboard = aboard.or(Some(choice)));
            let comes =
                aboard.filter(|choice| self.allows(battle, *choice)).or_else(|| self.place(battle, team, chance));
            if comes.is_some() {
                return comes;
            }
        }
        let able = members(troop.side, troop.left).filter(|team| battle.may_activate(*team).is_ok());
        let mut best: Option<(f64, TeamId)> = None;
        for team in able {
            let worth = self.prospect(battle, team).worth;
            if best.is_none_or(|(least, _)| worth > least) {
                best = Some((worth, team));
            }
        }
        best.map(|(_, team)| Choice::Activate(team)).filter(|choice| self.allows(battle, *choice)).or_else(|| {
            // Whoever finds no place in his first choice of point may find one by another.
            waiting().find_map(|team| self.place(battle, team, chance)).or(Some(Choice::Pass))
        })
    }

    /// Where a waiting Team comes on.
    fn place(&mut self, battle: &Battle<'_>, team: TeamId, chance: &mut SeededDice) -> Option<Choice> {
        let troop = battle.troop?;
        if battle.is_officer(team) {
            return self.post(battle, team);
        }
        let one_point = battle.setup.rules.squad_deploy == crate::rulesets::chainsword::rules::SquadDeploy::SamePoint;
        let only = troop.point.filter(|_| one_point);
        let ground = Ground::of(battle, side_of(team));
        self.tactician.look(battle, side_of(team));
        let (hulls, foes) = (battle.hulls(), standing_foes(battle, team));
        let mut pick = Pick::new();
        battle.visit_deployments(team, only, &mut |choice| {
            if let Choice::Place { at, .. } = choice {
                let seen = Sights { foes: &foes, hulls: &hulls, ground: &ground };
                if let Some(worth) = self.worth_of_place(battle, team, at, &seen, pick.least()) {
                    pick.take(worth, choice, chance);
                }
            }
        });
        pick.best()
    }

    /// What it is worth that a Team comes on at a place: targets, danger, way to go, what it guards; nothing where that is less than so much.
    fn worth_of_place(
        &self,
        battle: &Battle<'_>,
        team: TeamId,
        at: Point,
        sights: &Sights<'_>,
        least: f64,
    ) -> Option<f64> {
        let Sights { foes, hulls, ground } = *sights;
        let (weights, profile) = (&self.weights, battle.profile(team));
        let officer = battle.is_officer(team);
        let lost = if officer { level_worth(battle, side_of(team)) * (1.0 + weights.protect_officers) } else { 0.0 };
        let value = battle.worth_left(team).max(1.0) + lost;
        let stand = battle.stand_at(team, at, battle.team(team).heading);
        let target = Target { stand, infantry: !profile.is_vehicle() };
        let land = battle.land();
        let gaps: ArrayVec<f64, MOST_TEAMS> = foes.iter().map(|(_, from)| from.gap(&stand)).collect();
        let nearest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let heavy = profile.body == Body::Battery;
        let harm = |shoots: bool| {
            if shoots && !officer { SHOT * value * if heavy { 2.0 } else { 0.5 + weights.aggression } } else { 0.0 }
        };
        let way = if nearest.is_finite() { nearest.min(at.distance(ground.focus)) } else { at.distance(ground.focus) };
        let cover = if land.cover_at(at) > 0 { 0.04 * value } else { 0.0 };
        let closes = if officer {
            0.1
        } else if heavy {
            0.2
        } else {
            0.4 + weights.aggression + weights.flank
        };
        let guards = weights.contest * self.tactician.guarding(battle, team, at);
        let worth = |shoots: bool, danger: f64| {
            guards + harm(shoots) + weights.cover_seek * (cover - danger) - INCH * closes * value * way
        };
        // At best it has a target, and nobody more sees it.
        let most = |shoots: bool, danger: f64| {
            let idle = worth(false, danger);
            if shoots { idle.max(worth(true, danger)) } else { idle }
        };
        let bounded = weights.cover_seek >= 0.0;
        if bounded && worth(nearest <= REACH, 0.0) < least {
            return None;
        }
        let (mut danger, mut shoots) = (0.0, false);
        for ((foe, from), inches) in foes.iter().zip(gaps).filter(|(_, inches)| *inches <= REACH) {
            if let Some(cover) = land.sight(from, &target, hulls) {
                shoots = true;
                let near = if inches < 12.0 { 1.5 } else { 1.0 };
                danger += near * EXPOSED * battle.worth_left(*foe).min(value) * BEHIND[usize::from(cover.min(6))];
                if bounded && most(true, danger) < least {
                    return None;
                }
            }
        }
        Some(worth(shoots, danger))
    }
}

/// What a place is looked at by.
#[derive(Clone, Copy)]
struct Sights<'p> {
    /// Enemies who are not in flight.
    foes: &'p [(TeamId, Stand)],
    /// Vehicles of both sides.
    hulls: &'p [Stand],
    ground: &'p Ground,
}

/// The enemies of a Team on the table who are not in flight, and where they stand.
fn standing_foes(battle: &Battle<'_>, team: TeamId) -> ArrayVec<(TeamId, Stand), MOST_TEAMS> {
    let enemy = side_of(team).other();
    let mut foes = ArrayVec::new();
    for foe in members(enemy, battle.standing_teams(enemy)).filter(|foe| !battle.is_fleeing(*foe)) {
        foes.push((foe, battle.stand(foe)));
    }
    foes
}
