//! A volley: dice, losses, Shock, damage, and what it leaves behind (CW-SHO, CW-BAS-20 to CW-BAS-23, CW-BAS-28).

use arrayvec::ArrayVec;

use super::combat::command_dice::rank;
use super::combat::shooting::{Firing, Hit, Losses, MOST_LINES, Pending, Pool, Save, Shot, Target, Thrown, Volley};
use super::combat::vehicle::{Barrage, Condition, Effect, Fate, Hull, Round};
use super::events::{self, Against, LogEntry};
use super::facing::Facing;
use super::fire_lines::{Fire, FireKind, Guns, Mode, Sighting};
use super::ledger::rule;
use super::luck;
use super::profiles::Trait;
use super::rules::{CasualtyAllocation, OfficerSpill};
use super::state::{Battle, MOST_LOADS, MOST_TEAMS, NOBODY, TeamId, bit, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::plane::{Facing as Heading, Point};

/// Most Teams beside the target that the blasts of a volley hit.
const MOST_STRAYS: usize = 4 * MOST_TEAMS;

/// Hits of a blast on a Team that it was not aimed at.
#[derive(Clone, Copy, Debug)]
struct Stray {
    team: TeamId,
    line: u8,
    hits: u16,
}

/// A volley in progress.
struct Salvo<'a, 's> {
    by: TeamId,
    fire: &'a Fire,
    kind: FireKind,
    guns: &'a Guns<'s>,
    /// The firers are under covering fire.
    hindered: bool,
    /// A pinning weapon has wounded the target.
    pins: bool,
    strays: ArrayVec<Stray, MOST_STRAYS>,
}

impl Battle<'_> {
    /// A Team under fire.
    #[must_use]
    pub fn target_of(&self, team: TeamId, by_terrain: u8) -> Target {
        let (profile, state) = (self.profile(team), self.team(team));
        Target {
            toughness: profile.toughness,
            save: profile.save,
            invulnerable: profile.invulnerable,
            wounds: profile.wounds,
            models: state.models.into(),
            cover: self.cover_of(team, by_terrain),
        }
    }

    /// The losses that a Team begins a volley with: wounds of the model in front.
    fn begun(&self, team: TeamId) -> Losses {
        Losses { models: 0, wounds: self.team(team).wounds }
    }

    /// What some guns do to a Team.
    pub(super) fn volley_at(&self, by: TeamId, guns: &Guns<'_>, hindered: bool, target: &Target) -> Volley {
        let codex = &self.setup.codex;
        let rules = &self.setup.rules;
        let less = if hindered { rules.covering_fire_bs } else { 0 };
        let shots = guns.iter().filter_map(|gun| Shot::of(codex, &gun.line, gun.manner(less), target)).collect();
        let shooter_shock = self.shooter_shock(by);
        Volley { shots, shooter_shock, loss: rules.shock_shooting, trigger: rules.shock_trigger }
    }

    /// What some guns do to a vehicle.
    pub(super) fn barrage_at(&self, by: TeamId, guns: &Guns<'_>, hindered: bool) -> Barrage {
        let codex = &self.setup.codex;
        let less = if hindered { self.setup.rules.covering_fire_bs } else { 0 };
        let rounds = guns.iter().filter_map(|gun| Round::of(codex, &gun.line, gun.manner(less))).collect();
        Barrage { rounds, shooter_shock: self.shooter_shock(by), loss: self.setup.rules.shock_shooting }
    }

    /// The Shock of a Team as far as it takes dice from its volleys.
    pub(super) fn shooter_shock(&self, by: TeamId) -> u16 {
        if self.profile(by).ld == 0 { 0 } else { self.team(by).shock }
    }

    /// The armour that a vehicle shows to fire from somewhere (CW-GEO-04, R-151).
    pub(super) fn hull_of(&self, vehicle: TeamId, from: Option<Point>, by_terrain: u8) -> Hull {
        let (profile, state) = (self.profile(vehicle), self.team(vehicle));
        let facing = from.map_or(Facing::Side, |from| Facing::seen(state.at, self.heading_of(vehicle), from));
        Hull {
            armour: profile.armour[facing as usize],
            points: profile.hull_points,
            open_topped: profile.is(Trait::OpenTopped),
            cover: self.cover_of(vehicle, by_terrain),
        }
    }

    /// A Team fires a volley, which is lawful.
    #[expect(clippy::too_many_arguments, reason = "who fires how at whom, and the two that every step has")]
    pub fn fire_volley<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        fire: &Fire,
        kind: FireKind,
        mode: Mode,
        sighting: &Sighting,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Ok(guns) = self.guns(by, fire, kind, mode, sighting) else { return };
        let target = fire.target;
        let hindered = self.own_force(by).suppressed.contains(by);
        observer.event(|| events::volley(self, by, target, kind, sighting));
        self.count(by, UnitStat::Attacks, 1, observer);
        let mut salvo = Salvo { by, fire, kind, guns: &guns, hindered, pins: false, strays: ArrayVec::new() };
        if self.profile(target).is_vehicle() {
            self.bombard(&mut salvo, sighting, dice, observer);
        } else {
            self.shoot(&mut salvo, sighting, dice, observer);
        }
        let strays = std::mem::take(&mut salvo.strays);
        for stray in &strays {
            self.hit_stray(&salvo, stray, dice, observer);
        }
        let force = self.own_force_mut(by);
        if force.tactical.contains(by) {
            observer.rule_fired(rule::MOV_04);
        }
        force.tactical &= !bit(by);
        match kind {
            FireKind::Overwatch | FireKind::AntiAir => {
                force.overwatch &= !bit(by);
                force.overwatch_moved &= !bit(by);
                observer.rule_fired(rule::SHO_06);
            }
            FireKind::Covering => {
                self.own_force_mut(target).suppressed_next |= bit(target);
                observer.rule_fired(rule::SHO_03);
            }
            FireKind::Interceptor => {
                force.intercepted |= bit(by);
                observer.rule_fired(rule::DEP_12);
            }
            FireKind::Flak => force.intercepted |= bit(by),
            FireKind::Reaction => {
                force.reacted |= bit(by);
                observer.rule_fired(rule::SHO_08);
            }
            _ => {}
        }
        self.to_judge = true;
    }

    /// The volley goes at a Team.
    fn shoot<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        salvo: &mut Salvo<'_, '_>,
        sighting: &Sighting,
        dice: &mut D,
        observer: &mut C,
    ) {
        let team = salvo.fire.target;
        let target = self.target_of(team, sighting.cover);
        let volley = self.volley_at(salvo.by, salvo.guns, salvo.hindered, &target);
        let begun = Firing { losses: self.begun(team), ..volley.begin(&target, Losses::default()) };
        let on_team = self.shares_on_team(salvo, &volley);
        let mean = luck::mean_models(&volley, &target, &begun.pool, begun.losses, &on_team);
        let mut now = begun;
        let mut rest = None;
        loop {
            match now.pending {
                Pending::Wounds(line, wounds) => {
                    let unsaved = self.treat(team, volley.unsaved(line, wounds, dice), dice, observer);
                    observer.event(|| events::wounds(self, team, wounds, unsaved, dice.thrown()));
                    salvo.pins |= unsaved > 0 && salvo.guns[usize::from(line)].weapon.pinning;
                    let (before, pool) = (now.losses, now.pool);
                    volley.take_wounds(&target, &mut now, line, wounds, unsaved);
                    if now.losses.models == target.models {
                        let deadly = volley.shots[usize::from(line)].instant_death;
                        rest = Some((usize::from(line), unsaved - before.needed(deadly, &target), pool));
                    }
                }
                Pending::Hits(..) => match volley.step(&target, now, dice) {
                    Some(next) => {
                        now = next;
                        if now.pending == Pending::Nothing {
                            observer.event(|| events::wounds(self, team, 0, 0, dice.thrown()));
                        }
                    }
                    None => break,
                },
                Pending::Nothing => {
                    let Some(line) = now.pool.next() else { break };
                    self.throw_line(salvo, &volley, &target, &mut now, line, dice, observer);
                }
            }
        }
        let lost = now.losses.models;
        let worth = self.team(team).worth;
        observer.random_result(side_of(team), worth * f64::from(lost), worth * mean);
        let shock = self.shock_of_run(team, now.shock);
        observer.event(|| events::losses(self, team, lost, shock, dice.thrown()));
        let officer = self.team(team).officer;
        self.take_losses(salvo.by, team, now.losses, dice, observer);
        self.after_hits(team, shock, salvo.pins, observer);
        let spills = self.setup.rules.officer_spill == OfficerSpill::Spill && officer != NOBODY;
        if let Some(rest) = rest.filter(|_| spills && self.stands(officer)) {
            self.spill_on(officer, salvo, rest, sighting, dice, observer);
        }
    }

    /// The last trooper of an officer's Team has fallen: wounds of a line that are left, and dice that have not been thrown, fall on him
    ///
    fn spill_on<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        officer: TeamId,
        salvo: &Salvo<'_, '_>,
        (line, unsaved, pool): (usize, u16, Pool),
        sighting: &Sighting,
        dice: &mut D,
        observer: &mut C,
    ) {
        let target = self.target_of(officer, sighting.cover);
        let volley = self.volley_at(salvo.by, salvo.guns, salvo.hindered, &target);
        let mut losses = self.begun(officer);
        losses.suffer(unsaved, volley.shots[line].instant_death, target.models, target.wounds);
        let pool = if losses.models == target.models { Pool::default() } else { pool };
        let mut now = Firing { pool, losses, ..Firing::default() };
        let mean = luck::mean_models(&volley, &target, &now.pool, now.losses, &[1.0; MOST_LINES]);
        while let Some(next) = volley.step(&target, now, dice) {
            now = next;
        }
        let (lost, worth) = (now.losses.models, self.team(officer).worth);
        observer.random_result(side_of(officer), worth * f64::from(lost), worth * mean);
        let shock = self.shock_of_run(officer, now.shock);
        observer.event(|| events::losses(self, officer, lost, shock, dice.thrown()));
        self.take_losses(salvo.by, officer, now.losses, dice, observer);
        self.after_hits(officer, shock, false, observer);
    }

    /// Whether the sixes of a line may pick out an officer who is with the target.
    fn picks(&self, salvo: &Salvo<'_, '_>, line: usize) -> bool {
        let gun = &salvo.guns[line];
        let officer = self.team(salvo.fire.target).officer;
        salvo.fire.at_officer && officer != NOBODY && gun.weapon.precision && !gun.line.snap
    }

    /// The share of the wounds of each line that falls on the Team itself, and not on an officer who is picked out.
    fn shares_on_team(&self, salvo: &Salvo<'_, '_>, volley: &Volley) -> [f64; MOST_LINES] {
        let mut shares = [1.0; MOST_LINES];
        for (line, shot) in volley.shots.iter().enumerate().filter(|(line, _)| self.picks(salvo, *line)) {
            let officer = self.team(salvo.fire.target).officer;
            if let (Some(own), Hit::Direct { first, second }) = (self.profile(officer).rank, shot.hit) {
                let spared = luck::at_least(rank(&self.setup.codex, own).spared);
                shares[line] = 1.0 - luck::sixes(first, second) * (1.0 - spared) / luck::direct(first, second);
            }
        }
        shares
    }

    /// The dice of a line are thrown to hit: sixes of precision weapons may pick out an officer, blasts come down somewhere.
    #[expect(clippy::too_many_arguments, reason = "the volley and the two that every step has")]
    fn throw_line<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        salvo: &mut Salvo<'_, '_>,
        volley: &Volley,
        target: &Target,
        now: &mut Firing,
        line: usize,
        dice: &mut D,
        observer: &mut C,
    ) {
        let (count, mut burst) = (now.pool.0[line], None);
        let hits = match volley.shots[line].hit {
            Hit::Direct { first, second } if self.picks(salvo, line) => {
                let thrown = std::mem::take(&mut now.pool.0[line]);
                self.pick_out(salvo, volley, target, now, line, thrown, (first, second), dice, observer)
            }
            hit => match hit.throw(&mut now.pool.0[line], dice) {
                Thrown::Hits(hits) => hits,
                Thrown::Burst(blast, drift) => {
                    burst = Some(self.stray_hits(salvo, line as u8, blast, drift, dice));
                    blast.hits(drift, target.models - now.losses.models)
                }
            },
        };
        // Of a template that comes down somewhere one die is taken at a time.
        let count = count - now.pool.0[line];
        let (gun, against) = (&salvo.guns[line], Against::Team(&volley.shots[line]));
        observer.event(|| events::line(gun, &against, count, hits, burst, dice.thrown()));
        if hits > 0 {
            now.pending = Pending::Hits(line as u8, hits);
        }
    }

    /// Hits of precision weapons: unmodified sixes go to the officer unless he is spared; returns those on the Team (CW-BAS-28).
    #[expect(clippy::too_many_arguments, reason = "the volley and the two that every step has")]
    fn pick_out<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        salvo: &mut Salvo<'_, '_>,
        volley: &Volley,
        target: &Target,
        now: &mut Firing,
        line: usize,
        thrown: u16,
        (first, second): (u8, u8),
        dice: &mut D,
        observer: &mut C,
    ) -> u16 {
        let officer = self.team(salvo.fire.target).officer;
        let (mut sixes, mut others) = (0, 0);
        for _ in 0..thrown {
            let mut die = dice.d6();
            let mut need = first;
            if die < first && second <= 6 {
                (die, need) = (dice.d6(), second);
            }
            match die {
                6 => sixes += 1,
                die if die >= need => others += 1,
                _ => {}
            }
        }
        let (shot, profile) = (&volley.shots[line], self.profile(officer));
        let Some(own_rank) = profile.rank else { return sixes + others };
        let wounds = dice.successes(sixes.into(), shot.wound) as u16;
        let spared = dice.successes(wounds.into(), rank(&self.setup.codex, own_rank).spared) as u16;
        let picked = wounds - spared;
        let gun = salvo.guns[line];
        if picked > 0 {
            observer.rule_fired(rule::BAS_28);
            let cover = if gun.line.ignores_cover { 0 } else { target.cover };
            let save = Save::best(gun.line.ap, profile.save, profile.invulnerable, cover);
            let unsaved = picked - dice.successes(picked.into(), save.need) as u16;
            observer.event(|| events::picked(self, officer, [sixes, wounds, spared, unsaved], dice.thrown()));
            let mut losses = self.begun(officer);
            let deadly = super::combat::shooting::instant_death(gun.line.strength, profile.toughness);
            losses.suffer(unsaved, deadly, 1, profile.wounds);
            let chance = 1.0 - luck::at_least(save.need);
            let mean = luck::mean_of_attacks(1, profile.wounds, self.begun(officer), picked, chance, deadly);
            let worth = self.team(officer).worth;
            observer.random_result(side_of(officer), worth * f64::from(losses.models), worth * mean);
            self.take_losses(salvo.by, officer, losses, dice, observer);
        }
        // Wounds of which he was spared come to the Team's saves together with those of its other hits.
        if spared > 0 && now.losses.models < target.models {
            let unsaved = volley.unsaved(line as u8, spared, dice);
            volley.take_wounds(target, now, line as u8, spared, unsaved);
            salvo.pins |= unsaved > 0 && gun.weapon.pinning;
        }
        others
    }

    /// Where a blast comes down; who else is under it is noted (CW-BAS-14, R-151).
    fn stray_hits<D: Dice>(
        &self,
        salvo: &mut Salvo<'_, '_>,
        line: u8,
        blast: super::codex::Blast,
        drift: f64,
        dice: &mut D,
    ) -> Point {
        let aim = self.team(salvo.fire.target).at;
        let end = if drift > 0.0 {
            let way = Heading::from_degrees(90.0 - f64::from(dice.pick(360)));
            aim + way.ahead() * drift
        } else {
            aim
        };
        for side in Side::BOTH {
            for team in self.standing_teams(side).members(side).filter(|team| *team != salvo.fire.target) {
                let inches = end.distance(self.team(team).at);
                let hits = if self.profile(team).is_vehicle() {
                    u16::from(blast.covers(inches))
                } else {
                    blast.hits(inches, self.team(team).models.into())
                };
                if hits > 0 {
                    // More than there is room for cannot be: so many Teams do not fit under the blasts of one volley.
                    let _ = salvo.strays.try_push(Stray { team, line, hits });
                }
            }
        }
        end
    }

    /// A Team is hit by a blast that was not aimed at it.
    fn hit_stray<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        salvo: &Salvo<'_, '_>,
        stray: &Stray,
        dice: &mut D,
        observer: &mut C,
    ) {
        let team = stray.team;
        if !self.stands(team) {
            return;
        }
        observer.rule_fired(rule::BAS_14);
        let gun = salvo.guns[usize::from(stray.line)];
        let mut guns = Guns::new();
        guns.push(gun);
        observer.event(|| events::stray(self, team, gun.weapon, stray.hits));
        if self.profile(team).is_vehicle() {
            let barrage = self.barrage_at(salvo.by, &guns, salvo.hindered);
            let from = (!gun.weapon.barrage).then(|| self.team(salvo.by).at);
            let hull = self.hull_of(team, from, 0);
            self.strike_hull(salvo.by, team, &barrage.rounds[0], &hull, stray.hits, dice, observer);
            return;
        }
        let target = self.target_of(team, 0);
        let volley = self.volley_at(salvo.by, &guns, salvo.hindered, &target);
        let shot = volley.shots[0];
        let mut now = Firing { losses: self.begun(team), ..Firing::default() };
        let chance = luck::at_least(shot.wound) * (1.0 - luck::at_least(shot.save.need));
        let (models, begun) = (target.models, now.losses);
        let mean = luck::mean_of_attacks(models, target.wounds, begun, stray.hits, chance, shot.instant_death);
        let wounds = dice.successes(stray.hits.into(), shot.wound) as u16;
        let mut pins = false;
        if wounds > 0 {
            let unsaved = self.treat(team, volley.unsaved(0, wounds, dice), dice, observer);
            pins = unsaved > 0 && gun.weapon.pinning;
            volley.take_wounds(&target, &mut now, 0, wounds, unsaved);
        }
        let (lost, worth) = (now.losses.models, self.team(team).worth);
        observer.random_result(side_of(team), worth * f64::from(lost), worth * mean);
        let shock = self.shock_of_run(team, now.shock);
        observer.event(|| events::losses(self, team, lost, shock, dice.thrown()));
        self.take_losses(salvo.by, team, now.losses, dice, observer);
        self.after_hits(team, shock, pins, observer);
    }

    /// A medic may take the first unsaved wound of a Phase away (CW-ARM-07, R-170).
    pub(super) fn treat<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        unsaved: u16,
        dice: &mut D,
        observer: &mut C,
    ) -> u16 {
        let force = self.own_force_mut(team);
        if unsaved == 0 || !force.medics.contains(team) || force.treated.contains(team) {
            return unsaved;
        }
        force.treated |= bit(team);
        let saved = dice.successes(1, self.setup.rules.medic_save) as u16;
        if saved > 0 {
            observer.rule_fired(rule::ARM_07);
        }
        unsaved - saved
    }

    /// A Team loses models and wounds: rank and file first, or anybody (CW-SHO-10). Mines are its own doing, and no shooting.
    pub fn take_losses<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        team: TeamId,
        losses: Losses,
        dice: &mut D,
        observer: &mut C,
    ) {
        if by != team {
            self.team_mut(team).shot += losses.models as u8;
        }
        self.lose_models(by, team, losses, "shooting", dice, observer);
    }

    /// Models and wounds of a Team are lost; it goes when none is left.
    pub(super) fn lose_models<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        team: TeamId,
        losses: Losses,
        cause: &'static str,
        dice: &mut D,
        observer: &mut C,
    ) {
        let lost = losses.models as u8;
        for _ in 0..lost {
            self.lose_model(team, dice);
        }
        self.team_mut(team).wounds = losses.wounds;
        if lost > 0 || losses.wounds > 0 {
            observer.event(|| events::fallen(self, team, dice.thrown()));
        }
        let worth = self.team(team).worth;
        let by_enemy = side_of(by) != side_of(team);
        if lost > 0 && by_enemy {
            self.credit(by, worth * f64::from(lost), observer);
        }
        if self.team(team).models == 0 {
            self.destroy(team, cause, observer);
        }
    }

    /// One model falls, with its weapon.
    pub(super) fn lose_model<D: Dice>(&mut self, team: TeamId, dice: &mut D) {
        let allocation = self.setup.rules.casualty_allocation;
        let state = self.team_mut(team);
        let mut at = match allocation {
            CasualtyAllocation::TroopersFirst => 0,
            CasualtyAllocation::Random => {
                let armed: u32 = state.loads.iter().map(|load| u32::from(load.count)).sum();
                if armed > 1 { dice.pick(armed) } else { 0 }
            }
        };
        for load in state.loads.iter_mut().take(MOST_LOADS) {
            let count = u32::from(load.count);
            if at < count {
                load.count -= 1;
                break;
            }
            at -= count;
        }
        state.models -= 1;
    }

    /// What a volley leaves behind on a Team: Shock, a test for pinning. Both follow once the action is over.
    pub(super) fn after_hits<C: Observer<LogEntry>>(&mut self, team: TeamId, shock: u16, pins: bool, observer: &mut C) {
        if !self.own_force(team).gone.contains(team) {
            if pins {
                self.pin_tests[side_of(team).index()] |= bit(team);
            }
            if shock > 0 {
                observer.rule_fired(rule::SHK_01);
            }
            self.add_shock(team, shock, observer);
        }
    }

    /// The volley goes at a vehicle.
    fn bombard<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        salvo: &mut Salvo<'_, '_>,
        sighting: &Sighting,
        dice: &mut D,
        observer: &mut C,
    ) {
        let team = salvo.fire.target;
        let indirect = salvo.guns.iter().any(|gun| gun.weapon.barrage);
        let from = (!indirect).then(|| self.team(salvo.by).at);
        let mut hull = self.hull_of(team, from, sighting.cover);
        if salvo.kind == FireKind::Dogfight {
            // CW-FLY-18: flyers meet head on; a vector dancer comes from the side where that is the weaker one.
            let [front, side, _] = self.profile(team).armour;
            hull.armour = if self.profile(salvo.by).is(Trait::VectorDancer) { front.min(side) } else { front };
        }
        let barrage = self.barrage_at(salvo.by, salvo.guns, salvo.hindered);
        let mut now = barrage.begin(&hull, self.condition_of(team));
        let left = self.team(team).hull;
        let mean = luck::mean_hull(&barrage, &hull, &now.pool, left);
        let before = self.team(team).hull;
        while let Some(line) = now.pool.next().filter(|_| !self.own_force(team).gone.contains(team)) {
            let (count, mut burst) = (now.pool.0[line], None);
            let hits = match barrage.rounds[line].hit.throw(&mut now.pool.0[line], dice) {
                Thrown::Hits(hits) => hits,
                Thrown::Burst(blast, drift) => {
                    burst = Some(self.stray_hits(salvo, line as u8, blast, drift, dice));
                    u16::from(blast.covers(drift))
                }
            };
            let count = count - now.pool.0[line];
            let (gun, against) = (&salvo.guns[line], Against::Hull(&barrage.rounds[line]));
            observer.event(|| events::line(gun, &against, count, hits, burst, dice.thrown()));
            self.hit_hull(salvo.by, team, &barrage.rounds[line], &hull, hits, dice, observer);
        }
        let lost = before - self.team(team).hull;
        let worth = self.team(team).worth;
        observer.random_result(side_of(team), worth * f64::from(lost), worth * mean);
    }

    /// The state of a vehicle as the damage rules have it.
    fn condition_of(&self, vehicle: TeamId) -> Condition {
        let (state, profile) = (self.team(vehicle), self.profile(vehicle));
        let working = |slot: &usize| state.loads[*slot].count > 0;
        let weapons = (0..MOST_LOADS).filter(working).fold(0, |set, slot| set | 1 << slot);
        Condition { lost: profile.hull_points - state.hull, rattled: false, weapons, fate: Fate::Alive }
    }

    /// A vehicle is struck by hits that no die decided: their luck is told as well.
    #[expect(clippy::too_many_arguments, reason = "who strikes whom with what, and the two that every step has")]
    pub(super) fn strike_hull<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        vehicle: TeamId,
        round: &Round,
        hull: &Hull,
        hits: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let certain = Round { shots: hits, hit: Hit::Direct { first: 1, second: 7 }, ..*round };
        let barrage = Barrage {
            rounds: [certain].into_iter().collect(),
            shooter_shock: 0,
            loss: self.setup.rules.shock_shooting,
        };
        let mut pool = Pool::default();
        pool.0[0] = hits;
        let before = self.team(vehicle).hull;
        let mean = luck::mean_hull(&barrage, hull, &pool, before);
        self.hit_hull(by, vehicle, round, hull, hits, dice, observer);
        let worth = self.team(vehicle).worth;
        let lost = before - self.team(vehicle).hull;
        observer.random_result(side_of(vehicle), worth * f64::from(lost), worth * mean);
    }

    /// A vehicle takes hits, one after another, until it is gone (CW-BAS-20, CW-BAS-21).
    #[expect(clippy::too_many_arguments, reason = "who strikes whom with what, and the two that every step has")]
    pub(super) fn hit_hull<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        vehicle: TeamId,
        round: &Round,
        hull: &Hull,
        hits: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        for _ in 0..hits {
            let mut condition = self.condition_of(vehicle);
            let effect = round.strike(hull, &mut condition, dice);
            let left = if condition.alive() { hull.points - condition.lost } else { 0 };
            observer.event(|| events::damage(self, vehicle, round, hull, effect, left, dice.thrown()));
            let before = self.team(vehicle).hull;
            let state = self.team_mut(vehicle);
            state.hull = left;
            for (slot, load) in state.loads.iter_mut().enumerate() {
                load.count = u8::from(condition.weapons >> slot & 1 == 1);
            }
            let value = state.worth * f64::from(before - state.hull);
            if side_of(by) != side_of(vehicle) {
                self.credit(by, value, observer);
            }
            self.damage(vehicle, effect);
            match condition.fate {
                Fate::Alive => {}
                Fate::Wrecked | Fate::Exploded if self.is_aloft(vehicle) => self.shoot_down(vehicle, observer),
                Fate::Wrecked => self.wreck(vehicle, dice, observer),
                Fate::Exploded => self.explode(vehicle, dice, observer),
            }
            if !condition.alive() {
                break;
            }
        }
    }

    /// What a hit does to a vehicle besides its hull (CW-BAS-21, R-149).
    fn damage(&mut self, vehicle: TeamId, effect: Effect) {
        let (own, aloft) = (bit(vehicle), self.is_aloft(vehicle));
        let acts = self.activation.is_some_and(|activation| activation.team == vehicle) && self.interrupt.is_none();
        let force = self.own_force_mut(vehicle);
        match effect {
            Effect::Shaken => force.shaken |= own,
            Effect::Stunned => force.stunned |= own,
            // CW-BAS-21: what is in the air is stunned.
            Effect::Immobilised if aloft => force.stunned |= own,
            Effect::Immobilised => force.immobilised |= own,
            _ => return,
        }
        if acts || aloft {
            force.newly_rattled |= own;
        }
    }

    /// The activation of a vehicle, or the run of a flyer, is over: what it was hit with before is too.
    pub(super) fn recover(&mut self, vehicle: TeamId) {
        let force = self.own_force_mut(vehicle);
        let own = bit(vehicle);
        if force.newly_rattled.contains(vehicle) {
            force.newly_rattled &= !own;
        } else {
            force.shaken &= !own;
            force.stunned &= !own;
        }
    }
}

#[cfg(test)]
mod tests;
