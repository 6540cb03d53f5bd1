//! The blows of a round of melee: by initiative, all of one initiative together (CW-BAS-16 to CW-BAS-18, CW-MEL-03, CW-MEL-05,
//!

use arrayvec::ArrayVec;

use super::combat::melee::{Blow, Combatant, Entry, to_hit};
use super::combat::shooting::{Hit, Losses, Pool};
use super::combat::vehicle::{Barrage, Hull, Round};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::luck;
use super::melee_step::FightStep;
use super::profiles::{Arm, Trait};
use super::rules::OfficerSpill;
use super::state::{Battle, MOST_TEAMS, NOBODY, TeamId, TeamSet, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};

/// Greatest initiative.
const QUICKEST: u8 = 10;

/// Need to hit a vehicle that has moved.
const MOVING_HULL: u8 = 3;

/// Blows that have fallen, before what they hit suffers for them.
#[derive(Clone, Copy, Debug)]
struct Strike {
    /// Who struck: a Team, or the officer who is with it.
    by: TeamId,
    /// The Team that is struck.
    at: TeamId,
    /// Unsaved wounds, or hits on a hull.
    wounds: u16,
    /// Wounds that this attack would take on average, for luck: attacks, and the chance of each.
    attacks: u16,
    /// Needs to hit, to wound and to be saved; nothing beyond the first of a hull.
    needs: [u8; 3],
    chance: f64,
    /// How.
    kind: StrikeKind,
}

#[derive(Clone, Copy, Debug)]
enum StrikeKind {
    /// At models; whether an unsaved wound takes a whole one.
    Models(bool, Arm),
    /// At a hull, with a need to hit.
    Hull(Round, Hull),
}

impl Battle<'_> {
    /// How a Team, or the officer who is with it, comes into a round.
    pub(super) fn entry(&self, team: TeamId, striker: TeamId) -> Entry {
        let force = self.own_force(team);
        let charging = if force.charged.contains(team) { self.setup.rules.charge_bonus } else { 0 };
        let grenades = self.profile(striker).is(Trait::AssaultGrenades);
        Entry { charging, slowed: force.slowed.contains(team) && !grenades, shock: self.team(team).shock }
    }

    /// All blows of a round, from the quickest to the slowest; then it is seen who has won.
    pub(super) fn run_blows<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        for pace in (1..=QUICKEST).rev() {
            let strikes = self.strikes_at(pace, dice, observer);
            for strike in &strikes {
                self.suffer_strike(strike, dice, observer);
            }
        }
        self.decide_round(observer);
    }

    /// The blows of one initiative: all are thrown before anybody falls.
    fn strikes_at<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        pace: u8,
        dice: &mut D,
        observer: &mut C,
    ) -> ArrayVec<Strike, { 2 * MOST_TEAMS }> {
        let mut strikes = ArrayVec::new();
        let Some(fight) = self.fight else { return strikes };
        for side in self.sides_in_turn() {
            for team in members(side, fight.teams[side.index()]).filter(|team| self.stands(*team)) {
                let at = fight.aims[usize::from(team)];
                if at == NOBODY || !self.stands(at) {
                    continue;
                }
                let grenades = fight.grenades[side.index()].contains(team);
                for striker in [team, self.team(team).officer].into_iter().filter(|one| *one != NOBODY) {
                    let combatant = self.profile(striker).combatant(self.team(striker).models.into());
                    let entry = self.entry(team, striker);
                    if !self.profile(striker).fights() || combatant.pace(&entry) != pace {
                        continue;
                    }
                    let strike = self.strike(striker, &combatant, &entry, at, grenades, dice);
                    observer.event(|| {
                        events::blows(self, striker, at, [strike.attacks, strike.wounds], strike.needs, dice.thrown())
                    });
                    self.count(striker, UnitStat::Attacks, 1, observer);
                    if entry.charging > 0 {
                        observer.rule_fired(rule::MEL_03);
                    }
                    if pace != combatant.initiative {
                        observer.rule_fired(rule::BAS_18);
                    }
                    strikes.push(strike);
                }
            }
        }
        strikes
    }

    /// A Team, or its officer, strikes: hits, wounds and saves are thrown.
    fn strike<D: Dice>(
        &self,
        striker: TeamId,
        combatant: &Combatant,
        entry: &Entry,
        at: TeamId,
        grenades: bool,
        dice: &mut D,
    ) -> Strike {
        let (own, victim) = (self.profile(striker), self.profile(at));
        let models = (f64::from(combatant.models) * self.setup.rules.melee_fraction).ceil() as u16;
        let mut attacks = combatant.blows(models, entry);
        if !victim.is_vehicle() {
            let blow = Blow::new(&self.setup.codex, combatant, &victim.combatant(self.team(at).models.into()));
            let hits = blow.hits(attacks, dice);
            let wounds = blow.wounds(hits, dice);
            let unsaved = blow.unsaved(wounds, dice);
            let chance = luck::at_least(blow.hit) * luck::at_least(blow.wound) * (1.0 - luck::at_least(blow.save));
            let kind = StrikeKind::Models(blow.instant_death, own.arm);
            let needs = [blow.hit, blow.wound, blow.save];
            return Strike { by: striker, at, wounds: unsaved, attacks, needs, chance, kind };
        }
        let (round, need) = self.melee_round_at(striker, at, grenades);
        if grenades && own.grenade.strength > 0 {
            attacks = models;
        }
        let hits = dice.successes(attacks.into(), need) as u16;
        let kind = StrikeKind::Hull(round, self.melee_hull(at));
        Strike { by: striker, at, wounds: hits, attacks, needs: [need, 0, 0], chance: luck::at_least(need), kind }
    }

    /// How one blow falls on a hull, and what it needs to hit: a walker is hit by weapon skill, another vehicle by itself unless it has
    /// moved.
    pub(super) fn melee_round_at(&self, striker: TeamId, vehicle: TeamId, grenades: bool) -> (Round, u8) {
        let (own, victim) = (self.profile(striker), self.profile(vehicle));
        let need = if victim.fights() {
            to_hit(own.ws, victim.ws)
        } else if self.own_force(vehicle).moved.contains(vehicle) {
            MOVING_HULL
        } else {
            1
        };
        let arm = if grenades && own.grenade.strength > 0 { own.grenade } else { own.arm };
        let hit = Hit::Direct { first: need, second: 7 };
        (Round { shots: 1, hit, strength: arm.strength, pen_dice: 1, ap: arm.ap, ignores_cover: true }, need)
    }

    /// The armour that a vehicle shows in melee: a walker its front, another one its rear; nobody has cover.
    pub(super) fn melee_hull(&self, vehicle: TeamId) -> Hull {
        let profile = self.profile(vehicle);
        let armour = profile.armour[if profile.fights() { 0 } else { 2 }];
        let open_topped = profile.is(Trait::OpenTopped);
        Hull { armour, points: profile.hull_points, open_topped, cover: 0 }
    }

    /// Whether a Team, or the officer who is with it, can hurt an enemy at all.
    #[must_use]
    pub fn can_hurt(&self, team: TeamId, enemy: TeamId) -> bool {
        let victim = self.profile(enemy);
        [team, self.team(team).officer].into_iter().filter(|one| *one != NOBODY).any(|striker| {
            let own = self.profile(striker);
            if victim.is_vehicle() {
                own.arm.strength + 6 >= self.melee_hull(enemy).armour
            } else {
                Blow::new(&self.setup.codex, &own.combatant(1), &victim.combatant(1)).can_wound()
            }
        })
    }

    /// What is struck suffers for it.
    fn suffer_strike<D: Dice, C: Observer<LogEntry>>(&mut self, strike: &Strike, dice: &mut D, observer: &mut C) {
        let Strike { by, at, wounds, attacks, chance, kind, .. } = *strike;
        match kind {
            StrikeKind::Hull(round, hull) => {
                if !self.stands(at) {
                    return;
                }
                let before = self.team(at).hull;
                let barrage = Barrage {
                    rounds: [Round { shots: attacks, ..round }].into_iter().collect(),
                    shooter_shock: 0,
                    loss: self.setup.rules.shock_shooting,
                };
                let mut pool = Pool::default();
                pool.0[0] = attacks;
                let mean = luck::mean_hull(&barrage, &hull, &pool, before);
                self.hit_hull(by, at, &round, &hull, wounds, dice, observer);
                let lost = before - self.team(at).hull;
                let worth = self.team(at).worth;
                observer.random_result(side_of(at), worth * f64::from(lost), worth * mean);
                if self.profile(at).fights() {
                    self.count_wounds(at, lost.into());
                }
            }
            StrikeKind::Models(deadly, arm) => {
                let spills = self.setup.rules.officer_spill == OfficerSpill::Spill;
                let mut left = 0;
                if self.stands(at) {
                    let state = *self.team(at);
                    let unsaved = self.treat(at, wounds, dice, observer);
                    let (models, each) = (u16::from(state.models), self.profile(at).wounds);
                    let begun = Losses { models: 0, wounds: state.wounds };
                    let mut losses = begun;
                    let lost = losses.suffer(unsaved, deadly, models, each);
                    let mean = luck::mean_of_attacks(models, each, begun, attacks, chance, deadly);
                    let worth = state.worth;
                    observer.random_result(side_of(at), worth * f64::from(losses.models), worth * mean);
                    self.count_wounds(at, lost);
                    left = unsaved - if deadly { losses.models } else { lost.min(unsaved) };
                    self.fall_in_melee(by, at, losses, dice, observer);
                } else if spills {
                    left = wounds;
                }
                // what is left falls on the officer only where the switch says so.
                if left > 0 && spills && !self.stands(at) {
                    self.strike_heir(by, at, left, arm, dice, observer);
                }
            }
        }
    }

    /// Blows that have killed the last trooper go on to the officer who was with him.
    fn strike_heir<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        fallen: TeamId,
        wounds: u16,
        arm: Arm,
        dice: &mut D,
        observer: &mut C,
    ) {
        let heir = self.fight.map(|fight| fight.heirs[usize::from(fallen)]);
        let Some(officer) = heir.filter(|one| *one != NOBODY && self.stands(*one)) else { return };
        let profile = self.profile(officer);
        let deadly = super::combat::shooting::instant_death(arm.strength, profile.toughness);
        let mut losses = Losses { models: 0, wounds: self.team(officer).wounds };
        let lost = losses.suffer(wounds, deadly, 1, profile.wounds);
        self.count_wounds(officer, lost);
        self.fall_in_melee(by, officer, losses, dice, observer);
    }

    /// Wounds of a Team count for the result of the round.
    fn count_wounds(&mut self, team: TeamId, wounds: u16) {
        if let Some(fight) = &mut self.fight {
            fight.lost[side_of(team).index()] += wounds;
        }
    }

    /// A Team loses models hand to hand. An officer whose last trooper falls fights on alone, against whoever struck at them.
    fn fall_in_melee<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        team: TeamId,
        losses: Losses,
        dice: &mut D,
        observer: &mut C,
    ) {
        let officer = self.team(team).officer;
        observer.event(|| events::losses(self, team, losses.models, 0, dice.thrown()));
        self.lose_models(by, team, losses, "melee", dice, observer);
        if self.stands(team) || officer == NOBODY {
            return;
        }
        let side = side_of(team);
        if let Some(fight) = &mut self.fight {
            fight.teams[side.index()] |= bit(officer);
            fight.heirs[usize::from(team)] = officer;
            fight.aims[usize::from(officer)] = fight.aims[usize::from(team)];
            for aim in fight.aims.iter_mut().filter(|aim| **aim == team) {
                *aim = officer;
            }
        }
        let force = self.force_mut(side);
        force.fought |= bit(officer);
        for set in [&mut force.charged, &mut force.slowed] {
            *set |= TeamSet::of_if(officer, set.contains(team));
        }
    }

    /// The wounds of both sides are compared: who lost more has lost the round, equal is a draw, also where a side is destroyed by it
    /// (CW-BAS-19, CW-MEL-05). A side that has nobody left wins nothing: nobody tests against the dead.
    fn decide_round<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(mut fight) = self.fight else { return };
        let there = |side: Side| {
            members(side, fight.teams[side.index()]).any(|team| self.stands(team) && self.profile(team).fights())
        };
        let [a, b] = Side::BOTH;
        let vehicles_alone =
            [a, b].map(|side| !members(side, fight.teams[side.index()]).any(|team| self.profile(team).fights()));
        let best = match fight.lost[0].cmp(&fight.lost[1]) {
            std::cmp::Ordering::Less => Some(a),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(b),
        };
        fight.winner = best.filter(|side| !vehicles_alone.contains(&true) && there(*side));
        if fight.winner.is_some() {
            observer.rule_fired(rule::BAS_19);
        }
        if fight.teams.iter().any(|teams| teams.len() > 1) {
            observer.rule_fired(rule::MEL_05);
        }
        self.fight = Some(fight);
        observer.event(|| events::melee(self, &fight));
        let losers = fight.winner.map(|side| side.other());
        let queue = [a, b].map(|side| if losers == Some(side) { fight.teams[side.index()] } else { TeamSet::EMPTY });
        self.next_fight_step(FightStep::Tests, queue);
        self.to_judge = true;
    }
}
