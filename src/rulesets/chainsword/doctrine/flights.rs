//! Flyers: what they come for, by which way, what fires at them, jinks, dogfights, what they fire at.

use arrayvec::ArrayVec;

use super::odds::{Aim as Shooting, toll};
use super::punch::Posture;
use super::survey::piece;
use super::tactician::{Brief, Tactician};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::field::lanes::Lane;
use crate::rulesets::chainsword::fire_lines::{Fire, FireKind, Mode};
use crate::rulesets::chainsword::profiles::Trait;
use crate::rulesets::chainsword::sortie_step::Aim;
use crate::rulesets::chainsword::state::{Battle, NOBODY, TeamId, members, side_of};
use crate::tabletop::plane::{Facing as Heading, Point};

/// Most choices among which one is picked.
const MOST_CHOICES: usize = 256;

/// A jink pays where what is shot at the flyer is worth more than this share of what its run takes.
const JINKS: f64 = 1.0 / 3.0;

/// The chance that a flyer arrives on its die.
const ARRIVES: f64 = 0.5;

/// Share of what it takes from the enemy that a flyer risks on a run by enemies who are not ready for it yet.
const DANGER: f64 = 0.1;

/// A heading of games as one of the plane.
fn heading(degrees: u16) -> Heading {
    Heading::from_degrees(90.0 - f64::from(degrees))
}

impl Tactician {
    /// What a sortie of a flyer that is off the table is worth.
    pub(super) fn sortie_worth(&mut self, battle: &Battle<'_>, team: TeamId) -> f64 {
        let most = self.best_run(battle, team, None);
        ARRIVES * (most - DANGER * self.values.whole(battle, team))
    }

    /// What the best volley of a run takes: by a vector, or by any.
    fn best_run(&mut self, battle: &Battle<'_>, team: TeamId, lane: Option<&Lane>) -> f64 {
        let range = piece(battle, &self.ground, team, 1.0).range;
        self.best_run_within(battle, team, range, lane)
    }

    /// The same where its weapons reach so far.
    fn best_run_within(&mut self, battle: &Battle<'_>, team: TeamId, range: f64, lane: Option<&Lane>) -> f64 {
        let mut best = 0.0_f64;
        let Self { punches, survey, values, .. } = self;
        for foe in &survey.foes {
            let (inches, facing) = match lane {
                Some(lane) => {
                    let at = lane.at(lane.nearest(foe.at));
                    if foe.locked || at.distance(foe.at) - foe.radius - 2.0 > range.max(0.0) {
                        continue;
                    }
                    let facing = Facing::seen(foe.at, battle.heading_of(foe.team), at);
                    ((at.distance(foe.at) - foe.radius - 2.0).max(0.0), facing)
                }
                None => (0.5 * range, Facing::Side),
            };
            if foe.locked || inches > range {
                continue;
            }
            let cover = foe.cover(0);
            let harm = punches.volley(battle, survey, values, team, foe, Posture::Still, inches, cover, facing);
            best = best.max(harm);
        }
        best
    }

    /// What a flyer comes for: to bring its Squad, to fire where there is somebody to fire at, else to wait for raiders.
    pub(super) fn sortie(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.sortie.as_ref()?.team;
        self.look(battle, side_of(team));
        let side = side_of(team);
        let carries = battle.profile(team).capacity > 0
            && members(side, battle.force(side).waiting).any(|own| battle.squad_of(own).transport == team);
        let raiders = members(side.other(), battle.force(side.other()).reserve).any(|foe| battle.is_flyer(foe));
        let strikes = self.best_run(battle, team, None) > 0.0;
        let hovers = [Aim::Hover, Aim::Zoom, Aim::Intercept];
        let order = match (carries, strikes, raiders) {
            (true, _, _) => hovers,
            (_, false, true) => [Aim::Intercept, Aim::Zoom, Aim::Hover],
            _ => [Aim::Zoom, Aim::Hover, Aim::Intercept],
        };
        order.map(Choice::Sortie).into_iter().find(|choice| self.allows(battle, *choice))
    }

    /// Where a flyer hovers.
    pub(super) fn hover(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let team = battle.sortie.as_ref()?.team;
        self.look(battle, side_of(team));
        let mind = self.mind(battle, brief, team);
        let mut places: ArrayVec<(Point, u16), MOST_CHOICES> = ArrayVec::new();
        battle.visit_hovers(&mut |choice| {
            if let Choice::Move { to, heading } = choice {
                let _ = places.try_push((to, heading));
            }
        });
        let mut me = piece(battle, &self.ground, team, 1.0);
        let mut best: Option<(f64, Choice)> = None;
        for (to, heading) in places {
            (me.at, me.cell) = (to, self.ground.cell(to));
            let way = mind.ground(0.0, self.ground.way(to, mind.goal, false));
            let worth = way + self.place_worth(battle, &me, &mind, to);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Choice::Move { to, heading }));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// The vector of a run: past the best target, clear of who may fire at it.
    pub(super) fn vector(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.sortie.as_ref()?.team;
        let side = side_of(team);
        self.look(battle, side);
        let mut lanes: ArrayVec<Lane, MOST_CHOICES> = ArrayVec::new();
        battle.visit_vectors(&mut |choice| {
            if let Choice::Vector(lane) = choice
                && lane.turn.is_none()
            {
                let _ = lanes.try_push(lane);
            }
        });
        let enemy = side.other();
        let guns = battle.interceptors(enemy) | battle.force(enemy).overwatch;
        let range = piece(battle, &self.ground, team, 1.0).range;
        let mut best: Option<(f64, Lane)> = None;
        for lane in lanes {
            let harm = self.best_run_within(battle, team, range, Some(&lane));
            let danger: f64 = members(enemy, guns)
                .filter_map(|by| self.anti_air_at(battle, by, team, &lane, lane.nearest(battle.team(by).at)))
                .map(|(_, worth)| worth)
                .sum();
            if best.is_none_or(|(most, _)| harm - danger > most) {
                best = Some((harm - danger, lane));
            }
        }
        best.map(|(_, lane)| Choice::Vector(lane))
    }

    /// What the fire of a Team at a flyer at a point of its vector takes from it; nothing where it may not fire.
    fn anti_air_at(
        &self,
        battle: &Battle<'_>,
        by: TeamId,
        flyer: TeamId,
        lane: &Lane,
        inches: f64,
    ) -> Option<(Fire, f64)> {
        let (kind, mode) = battle.anti_air_kind(by).filter(|_| battle.stands(by))?;
        let sighting = battle.sighting_aloft(by, lane, inches);
        let fire = Fire::all(flyer);
        if !sighting.seen {
            return None;
        }
        let facing = Facing::seen(lane.stand(inches).at(), heading(lane.heading(inches)), battle.team(by).at);
        let aim = Shooting { by, kind, mode, inches: sighting.inches, seen: true, cover: 0, facing };
        Some((fire, self.values.harm(battle, flyer, &toll(battle, &fire, &aim))))
    }

    /// Who fires at a flyer, and from where on its vector: everybody who takes anything from it.
    pub(super) fn anti_air(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let sortie = battle.sortie.as_ref()?;
        let (flyer, lane) = (sortie.team, sortie.lane?);
        self.look(battle, side_of(flyer).other());
        let mut options: ArrayVec<(TeamId, Fire, f64), MOST_CHOICES> = ArrayVec::new();
        battle.visit_anti_air(&mut |choice| {
            if let Choice::AntiAir { by, fire, inches } = choice {
                let _ = options.try_push((by, fire, inches));
            }
        });
        let mut best: Option<(f64, Choice)> = None;
        for (by, fire, inches) in options {
            let Some((_, worth)) = self.anti_air_at(battle, by, flyer, &lane, inches) else { continue };
            if worth > best.map_or(0.0, |(most, _)| most) {
                best = Some((worth, Choice::AntiAir { by, fire, inches }));
            }
        }
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }

    /// What the fire of one flyer at another takes from it, when they meet.
    fn duel(&self, battle: &Battle<'_>, by: TeamId, target: TeamId) -> f64 {
        if by == NOBODY || target == NOBODY {
            return 0.0;
        }
        let facing = if battle.profile(by).is(Trait::VectorDancer) { Facing::Side } else { Facing::Front };
        let (kind, mode) = (FireKind::Dogfight, Mode::Stand);
        let aim = Shooting { by, kind, mode, inches: 0.0, seen: true, cover: 0, facing };
        self.values.harm(battle, target, &toll(battle, &Fire::all(target), &aim))
    }

    /// Whether the flyer jinks: where it may lose more than a part of what it may take.
    pub(super) fn jink(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let sortie = battle.sortie.as_ref()?;
        let (team, lane) = (sortie.team, sortie.lane?);
        self.look(battle, side_of(team));
        let shots = sortie.shots.iter().filter_map(|shot| self.anti_air_at(battle, shot.by, team, &lane, shot.inches));
        let loss = shots.map(|(_, worth)| worth).sum::<f64>() + self.duel(battle, sortie.interceptor, team);
        let leaves = sortie.aim.is_none();
        let harm = if leaves { 0.0 } else { self.best_run(battle, team, Some(&lane)) };
        Some(if loss > JINKS * harm { Choice::Jink } else { Choice::Pass })
    }

    /// Whether the raider turns on the interceptor: where that takes more than its run.
    pub(super) fn dogfight(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let sortie = battle.sortie.as_ref()?;
        let (team, lane) = (sortie.team, sortie.lane?);
        self.look(battle, side_of(team));
        let fight = self.duel(battle, team, sortie.interceptor);
        let run = self.best_run(battle, team, Some(&lane));
        Some(if fight > run { Choice::Dogfight } else { Choice::Pass })
    }

    /// Which flyer meets a raider: the one that takes most from it.
    pub(super) fn interceptor(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let raider = battle.sortie.as_ref()?.team;
        self.look(battle, side_of(raider).other());
        let mut best: Option<(f64, Choice)> = None;
        battle.visit_interceptors(&mut |choice| {
            let Choice::Intercept(team) = choice else { return };
            let worth = self.duel(battle, team, raider) - self.duel(battle, raider, team);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        });
        best.map(|(_, choice)| choice)
    }

    /// What a flyer fires at on its run: what takes most for each weapon.
    pub(super) fn strafe(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let sortie = battle.sortie.as_ref()?;
        let (team, lane) = (sortie.team, sortie.lane?);
        self.look(battle, side_of(team));
        let mut best: Option<(f64, Choice)> = None;
        // All that it may fire at a target from a place sees that alike.
        let mut last: Option<(TeamId, f64, Shooting)> = None;
        let Self { punches, values, .. } = self;
        battle.visit_strafes(&mut |choice| {
            let Choice::Strafe { fire, inches } = choice else { return };
            let known = last.filter(|(target, at, _)| (*target, *at) == (fire.target, inches));
            let aim = known.map_or_else(|| strafing(battle, team, &lane, inches, fire.target), |(_, _, aim)| aim);
            last = Some((fire.target, inches, aim));
            let worth = values.harm(battle, fire.target, &punches.toll(battle, &fire, &aim));
            if worth > best.map_or(0.0, |(most, _)| most) {
                best = Some((worth, choice));
            }
        });
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }
}

/// Fire of a flyer on its run at a target, from a point of its vector.
fn strafing(battle: &Battle<'_>, team: TeamId, lane: &Lane, inches: f64, target: TeamId) -> Shooting {
    let sighting = battle.sighting_below(lane, inches, target);
    Shooting {
        by: team,
        kind: FireKind::AttackRun,
        mode: Mode::Stand,
        inches: sighting.inches,
        seen: sighting.seen,
        cover: battle.cover_of(target, sighting.cover),
        facing: Facing::seen(battle.team(target).at, battle.heading_of(target), lane.at(inches)),
    }
}
