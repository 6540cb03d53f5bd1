//! Transports: who may ride, getting on and off, passengers of wrecks (CW-DEP-04, CW-BAS-26, CW-BAS-30, R-127, R-147, R-148).

use super::choices::{Choice, Refusal};
use super::combat::shooting::instant_death;
use super::combat::shooting::{Losses, Save, to_wound};
use super::events::{self, LogEntry};
use super::field::{Stand, rounded};
use super::fire_lines::Mode;
use super::geometry::ALLOWANCE;
use super::ledger::rule;
use super::luck;
use super::profiles::Trait;
use super::rules::SplitSquad;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Outline, Point};

/// Inches from a hull within which a way ends that gets aboard (CW-BAS-26).
const BOARDING: f64 = 2.0;

/// Inches from a hull within which passengers are set down.
const SETTING_DOWN: f64 = 6.0;

/// Inches between a hull and the nearest places that are offered to who gets off.
const BESIDE: f64 = 0.05;

/// Half of the width of the narrowest hull with room, inches.
const HALF_WIDTH: f64 = 1.25;

/// Headings of the places that are offered to who gets off.
const HEADINGS: u16 = 24;

/// Strength of the hits that passengers of an exploding transport take.
const EXPLOSION: u8 = 4;

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Teams aboard a transport, officers among them.
    #[must_use]
    pub fn riders(&self, transport: TeamId) -> TeamSet {
        let side = side_of(transport);
        members(side, self.force(side).aboard).filter(|team| self.team(*team).carrier == transport).collect()
    }

    /// Whether a Team rides in a transport.
    #[inline]
    #[must_use]
    pub fn is_aboard(&self, team: TeamId) -> bool {
        self.own_force(team).aboard.contains(team)
    }

    /// Models that a Team and the officer with it take up aboard.
    fn seats_of(&self, team: TeamId) -> u32 {
        let state = self.team(team);
        u32::from(state.models) + u32::from(state.officer != NOBODY)
    }

    /// Whether a transport takes a Team in: it rides, it is of the Squad that is aboard, and there is room (CW-BAS-30, R-101).
    fn check_seat(&self, team: TeamId, transport: TeamId) -> Result<(), Refusal> {
        let (profile, hull) = (self.profile(team), self.profile(transport));
        let officer = self.is_officer(team);
        if hull.capacity == 0 || side_of(team) != side_of(transport) {
            return refused("CW-BAS-26", "it is no transport of its own side");
        }
        if !officer && !profile.is(Trait::Rides) {
            return refused("R-101", "it does not ride in transports");
        }
        if !officer && self.is_flyer(transport) && self.squad_of(team).transport != transport {
            return refused("CW-BAS-30", "a flyer carries the Squad that it is named for");
        }
        let riders = self.riders(transport);
        let others = |rider: TeamId| !self.is_officer(rider) && self.team(rider).squad != self.team(team).squad;
        if !officer && members(side_of(transport), riders).any(others) {
            return refused("CW-BAS-26", "a transport carries one Squad, and officers");
        }
        let taken: u32 = members(side_of(transport), riders).map(|rider| u32::from(self.team(rider).models)).sum();
        if taken + self.seats_of(team) > u32::from(hull.capacity) {
            return refused("CW-BAS-30", "there is no room aboard");
        }
        Ok(())
    }

    /// Whether a Team may get on or come on aboard now: after a Standard or Run way that ends within 2 inches of the hull, or as it
    /// deploys together with the transport (CW-DEP-04, R-123, R-127, R-147).
    pub(super) fn check_board(&self, team: TeamId, transport: TeamId) -> Result<(), Refusal> {
        let force = self.own_force(transport);
        if !force.present.contains(transport) || self.profile(transport).capacity == 0 {
            return refused("CW-BAS-26", "that is no transport on the table");
        }
        if self.own_force(team).waiting.contains(team) {
            self.check_coming_aboard(team, transport)?;
        } else {
            self.check_embarking(team, transport)?;
        }
        self.check_seat(team, transport)
    }

    /// Whether a waiting Team comes on with this transport.
    fn check_coming_aboard(&self, team: TeamId, transport: TeamId) -> Result<(), Refusal> {
        let Some(troop) = self.troop.filter(|troop| troop.side == side_of(team) && troop.left.contains(team)) else {
            return refused("CW-DEP-01", "it is none of the Teams that come on by this die");
        };
        if self.setup.rules.split_squad == SplitSquad::OneKind && troop.activates == Some(true) {
            return refused("R-117", "the Squad activates by this die");
        }
        let together = if self.is_officer(team) {
            self.own_force(transport).came_on.contains(transport)
        } else {
            // A flyer comes by a die of its own, before that of its Squad.
            let flown = self.is_flyer(transport) && self.own_force(transport).came_on.contains(transport);
            troop.carrier == transport || flown
        };
        if together { Ok(()) } else { refused("R-127", "it comes on aboard only together with the transport") }
    }

    /// Whether a Team that has just moved gets aboard.
    fn check_embarking(&self, team: TeamId, transport: TeamId) -> Result<(), Refusal> {
        let way = self.activation.filter(|activation| activation.team == team && activation.moved);
        let walked = way.is_some_and(|way| matches!(way.mode, Some(Mode::Standard | Mode::Run)));
        if self.joining != team || !self.stands(team) || !walked {
            return refused("R-147", "who gets on ends a Standard move or a run there");
        }
        if self.own_force(team).rode.contains(team) {
            return refused("CW-BAS-26", "nobody gets on and off in one Phase");
        }
        if self.is_pinned(team) || self.is_fleeing(team) || self.is_locked(team) {
            return refused("CW-ACT-02", "it does not move any more");
        }
        if self.gap(team, transport) > BOARDING + ALLOWANCE {
            return refused("CW-BAS-26", "the hull is more than 2 inches off");
        }
        Ok(())
    }

    /// The transports into which a Team may get.
    pub(super) fn visit_boards(&self, team: TeamId, visit: &mut impl FnMut(Choice)) {
        let side = side_of(team);
        for transport in members(side, self.force(side).present) {
            if self.profile(transport).capacity > 0 && self.check_board(team, transport).is_ok() {
                visit(Choice::Board { team, transport });
            }
        }
    }

    /// Whether a waiting officer finds a transport that has come on in this Phase and has room for him, or a Team the flyer that is
    /// named for its Squad.
    pub(super) fn finds_a_seat(&self, team: TeamId) -> bool {
        let side = side_of(team);
        let force = self.force(side);
        let takes = |transport: TeamId| {
            (self.is_officer(team) || self.is_flyer(transport)) && self.check_seat(team, transport).is_ok()
        };
        members(side, force.present & force.came_on).any(takes)
    }

    /// A Team gets aboard, its officer with it; wounds, Shock and states stay, Overwatch and cover do not.
    pub(super) fn board<C: Observer<LogEntry>>(&mut self, team: TeamId, transport: TeamId, observer: &mut C) {
        let side = side_of(team);
        let newcomer = self.force(side).waiting.contains(team);
        self.take_aboard(team, transport);
        observer.event(|| events::boarded(self, team, transport));
        observer.rule_fired(rule::BAS_30);
        if newcomer {
            if let Some(troop) = &mut self.troop {
                troop.left &= !bit(team);
                troop.activates = Some(false);
            }
            let flown = self.is_flyer(transport);
            let force = self.own_force_mut(team);
            force.came_on |= bit(team);
            //
            force.from_reserve |= TeamSet::of_if(team, flown);
            self.mark_deployed(team);
            observer.rule_fired(rule::DEP_04);
        } else {
            self.own_force_mut(team).rode |= bit(team);
            self.joining = NOBODY;
            self.end_activation();
        }
        self.between_due = true;
        self.to_judge = true;
    }

    /// A Team sits in a transport from now on.
    pub(super) fn take_aboard(&mut self, team: TeamId, transport: TeamId) {
        let officer = self.team(team).officer;
        for one in [team, officer].into_iter().filter(|one| *one != NOBODY) {
            self.team_mut(one).carrier = transport;
            let force = self.own_force_mut(one);
            let own = bit(one);
            for set in [
                &mut force.waiting,
                &mut force.present,
                &mut force.overwatch,
                &mut force.overwatch_moved,
                &mut force.tactical,
            ] {
                *set &= !own;
            }
            force.aboard |= own;
        }
    }

    /// Whether a Team aboard may get off now: by its own activation (CW-BAS-26, R-147).
    pub(super) fn may_get_off(&self, team: TeamId) -> Result<(), Refusal> {
        let (force, transport) = (self.own_force(team), self.team(team).carrier);
        if transport == NOBODY || self.is_attached(team) {
            return refused("CW-BAS-26", "it does not ride by itself");
        }
        if !force.present.contains(transport) {
            return refused("CW-BAS-30", "nobody gets off a flyer that is not on the table");
        }
        if force.rode.contains(team) {
            return refused("CW-BAS-26", "nobody gets on and off in one Phase");
        }
        if force.raced.contains(transport) {
            return refused("R-147", "nobody gets off a transport that went flat out");
        }
        if self.is_pinned(team) {
            return refused("CW-ACT-02", "pinned Teams do not move");
        }
        Ok(())
    }

    /// Whether a Team that activates aboard may be set down here.
    pub(super) fn check_disembark(&self, at: Point) -> Result<(), Refusal> {
        let Some(activation) = self.activation.filter(|activation| !activation.moved) else {
            return refused("CW-ACT-01", "nobody acts, or it has moved");
        };
        let team = activation.team;
        if !self.is_aboard(team) {
            return refused("CW-BAS-26", "it is not aboard");
        }
        self.may_get_off(team)?;
        if !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let at = rounded(at);
        if self.stand(team).gap_to(at) > SETTING_DOWN + ALLOWANCE {
            return refused("CW-BAS-26", "it is too far from the hull");
        }
        let stand = self.stand_at(team, at, 0);
        let room = self.among(team, |crowd| self.land().room(&stand, self.mover(team), crowd));
        if !room {
            return refused("R-147", "there is no room: terrain, the edge, or others are in the way");
        }
        self.check_house(team, at)
    }

    /// The places that are offered to a Team that gets off: some headings, beside the hull, as far as may be, and half way.
    pub(super) fn visit_disembarking(&self, visit: &mut impl FnMut(Choice)) {
        let Some(team) = self.activation.map(|activation| activation.team).filter(|team| self.is_aboard(*team)) else {
            return;
        };
        let hull = self.stand(team);
        let near = hull.form.reach() + self.stand_at(team, hull.at(), 0).form.reach() + BESIDE;
        let far = HALF_WIDTH + SETTING_DOWN;
        for step in 0..HEADINGS {
            let ahead = Facing::from_degrees(f64::from(360 / HEADINGS * step)).ahead();
            for inches in [near.min(far), 0.5 * (near + far), far] {
                let at = rounded(hull.at() + ahead * inches);
                if self.check_disembark(at).is_ok() {
                    visit(Choice::Disembark { at });
                }
            }
        }
    }

    /// A Team gets off, which is its whole move.
    pub(super) fn disembark<D: Dice, C: Observer<LogEntry>>(&mut self, at: Point, dice: &mut D, observer: &mut C) {
        let Some(activation) = &mut self.activation else { return };
        let team = activation.team;
        activation.moved = activation.mode != Some(Mode::Charge);
        self.spend_interrupt(team);
        self.set_down(team, rounded(at), observer);
        let force = self.own_force_mut(team);
        force.rode |= bit(team);
        force.moved |= bit(team);
        observer.rule_fired(rule::BAS_26);
        if self.land().is_mined(self.team(team).at) {
            self.spring_mines(team, dice, observer);
        }
        self.joining = team;
        self.to_judge = true;
        self.open_watch(team, self.force(self.active.other()).overwatch);
    }

    /// A Team that was aboard stands on the table, its officer with it.
    fn set_down<C: Observer<LogEntry>>(&mut self, team: TeamId, at: Point, observer: &mut C) {
        let officer = self.team(team).officer;
        for one in [team, officer].into_iter().filter(|one| *one != NOBODY) {
            let state = self.team_mut(one);
            (state.carrier, state.at) = (NOBODY, at);
            let force = self.own_force_mut(one);
            force.aboard &= !bit(one);
            force.present |= bit(one);
        }
        observer.event(|| events::disembarked(self, team));
    }

    /// The passengers of a transport that is gone get out where its hull was: after hits, if it exploded; who finds no place is lost
    ///
    pub(super) fn spill<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        (side, riders): (Side, TeamSet),
        hull: &Stand,
        exploded: bool,
        dice: &mut D,
        observer: &mut C,
    ) {
        if riders.is_empty() {
            return;
        }
        observer.rule_fired(rule::BAS_26);
        if exploded {
            for team in members(side, riders) {
                let hits = self.team(team).models.into();
                self.suffer_hits(team, EXPLOSION, hits, dice, observer);
            }
        }
        for team in members(side, riders) {
            if !self.is_aboard(team) || self.is_attached(team) {
                continue;
            }
            let Some(at) = self.way_out(team, hull) else {
                self.lose_riders((side, bit(team)), "lost with its transport", observer);
                continue;
            };
            self.set_down(team, at, observer);
            self.pin_tests[side.index()] |= bit(team);
            if self.land().is_mined(at) {
                self.spring_mines(team, dice, observer);
            }
        }
    }

    /// Passengers are lost, each with the officer who is with it.
    pub(super) fn lose_riders<C: Observer<LogEntry>>(
        &mut self,
        (side, riders): (Side, TeamSet),
        cause: &'static str,
        observer: &mut C,
    ) {
        for team in members(side, riders) {
            let officer = self.team(team).officer;
            self.destroy(team, cause, observer);
            if officer != NOBODY {
                self.destroy(officer, cause, observer);
            }
        }
    }

    /// The free place nearest to a hull within 6 inches of it where a passenger finds room.
    fn way_out(&self, team: TeamId, hull: &Stand) -> Option<Point> {
        let (reach, mut best) = (hull.form.reach(), None::<(f64, Point)>);
        let stand = self.stand_at(team, hull.at(), 0);
        self.among(team, |crowd| {
            self.land().nearest_room(&stand, self.mover(team), crowd, SETTING_DOWN + reach, |place| {
                let (at, gap) = (place.at(), hull.gap_to(place.at()));
                let least = best.map_or(SETTING_DOWN + ALLOWANCE, |(inches, _)| inches);
                if gap <= least && best.is_none_or(|(inches, _)| gap < inches) && self.check_house(team, at).is_ok() {
                    best = Some((gap, at));
                }
                // Rings farther out are no nearer to the hull than this.
                best.is_some_and(|(inches, _)| at.distance(hull.at()) - reach > inches)
            })
        });
        best.map(|(_, at)| at)
    }

    /// A Team takes hits that no volley gives: no Shock, its best save without cover.
    pub(super) fn suffer_hits<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        strength: u8,
        hits: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let profile = self.profile(team);
        let need = to_wound(&self.setup.codex, strength, profile.toughness);
        let save = Save::best(0, profile.save, profile.invulnerable, 0);
        let deadly = instant_death(strength, profile.toughness);
        let state = *self.team(team);
        let mut losses = Losses { models: 0, wounds: state.wounds };
        let chance = luck::at_least(need) * (1.0 - luck::at_least(save.need));
        let mean = luck::mean_of_attacks(state.models.into(), profile.wounds, losses, hits, chance, deadly);
        let wounds = dice.successes(hits.into(), need);
        let unsaved = (wounds - dice.successes(wounds, save.need)) as u16;
        losses.suffer(unsaved, deadly, state.models.into(), profile.wounds);
        observer.random_result(side_of(team), state.worth * f64::from(losses.models), state.worth * mean);
        observer.event(|| events::losses(self, team, losses.models, 0, dice.thrown()));
        self.take_losses(team, team, losses, dice, observer);
    }
}

#[cfg(test)]
mod tests;
