//! Who may fire at whom, and with what (DF-ATK, DF-OVW).

use super::{MOST_ATTACKS, MOST_SHOTS};
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Aim, Refusal, Shot};
use crate::rulesets::dogfaces::codex::{Area, Fire, Mode, Profile};
use crate::rulesets::dogfaces::combat;
use crate::rulesets::dogfaces::field::NO_SHOT;
use crate::rulesets::dogfaces::rules::{AttacksPerTarget, OverwatchSpends};
use crate::rulesets::dogfaces::state::{Battle, Decision, MOST_MODES, NOBODY, UnitId, members, side_of};
use crate::tabletop::hex::{Direction, NOWHERE};

impl Battle<'_> {
    /// Most points that one unit could ever aim at a target of this type, ammunition counted.
    pub(in crate::rulesets::dogfaces) fn best_points(&self, unit: UnitId, target: &Profile) -> i32 {
        let (state, profile, codex) = (self.unit(unit), self.profile(unit), &self.setup.codex);
        let points = |(index, mode): (usize, &Mode)| {
            let weapon = &codex.weapons[usize::from(mode.weapon)];
            let empty = weapon.ammo.is_some() && state.ammo[index] == 0;
            if empty {
                0
            } else {
                i32::from(mode.shots) * i32::from(combat::direct_points(&self.setup.rules, weapon, target))
            }
        };
        let all = profile.modes.iter().enumerate().map(points);
        if profile.fire == Fire::OnceOrEach && self.setup.rules.tom_both_weapons {
            return all.sum();
        }
        all.max().unwrap_or(0)
    }

    /// Whether a unit may fire in the present own Attack Phase or Overwatch decision, targets left aside.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_shooter(&self, unit: UnitId) -> Result<(), Refusal> {
        let side = side_of(unit);
        let force = self.force(side);
        if side != self.decider || !matches!(self.decision, Decision::Attack | Decision::React) {
            return Err(Refusal::new("DF-TRN-02", "not its side's time to attack"));
        }
        if !force.alive.contains(unit) {
            return Err(Refusal::new("DF-RES-08", "the unit is not on the map"));
        }
        if force.stunned.contains(unit) {
            return Err(Refusal::new("DF-ATK-19", "a Stunned unit does not attack"));
        }
        if force.aboard.contains(unit) {
            return Err(Refusal::new("DF-VEH-10", "riders cannot fire"));
        }
        if self.decision == Decision::React {
            if !force.watching.contains(unit) {
                return Err(Refusal::new("DF-OVW-05", "the unit is not on Overwatch"));
            }
            if force.watch_spent.contains(unit) {
                return Err(Refusal::new("DF-OVW-06", "it has fired on Overwatch in this phase"));
            }
            if self.setup.rules.overwatch_spends == OverwatchSpends::HoldFire && force.fired_last.contains(unit) {
                return Err(Refusal::new("DF-OVW-11", "it did not hold its fire in its last Attack Phase"));
            }
            if let Some(motion) = &self.motion {
                let from = motion.trail[usize::from(motion.taken) - 1];
                if !self.can_watch(unit, motion.unit, from, motion.at()) {
                    return Err(Refusal::new("DF-OVW-05", "the step of the mover does not set off its fire"));
                }
            }
        } else if force.spent.contains(unit) {
            return Err(Refusal::new("DF-OVW-11", "it fired on Overwatch"));
        }
        Ok(())
    }

    /// Whether the fire mode is still to be used in this phase (DF-ATK-17).
    fn check_mode(&self, unit: UnitId, mode: usize, target: UnitId) -> Result<(), Refusal> {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let Some(wanted) = profile.modes.get(mode) else {
            return Err(Refusal::new("DF-ATK-01", "it has no such fire mode"));
        };
        let weapon = &self.setup.codex.weapons[usize::from(wanted.weapon)];
        if weapon.ammo.is_some() && state.ammo[mode] == 0 {
            return Err(Refusal::new("DF-SOL-20", "no ammunition left"));
        }
        if state.modes == 0 {
            return Ok(());
        }
        let reacting = self.decision == Decision::React;
        let fresh = state.modes & (1 << mode) == 0;
        let allowed = match profile.fire {
            Fire::Once => false,
            Fire::OnceOrEach => self.setup.rules.tom_both_weapons && fresh && !reacting,
            Fire::Split => {
                let most = profile.modes.iter().map(|mode| mode.shots).max().unwrap_or(0);
                state.shots + wanted.shots <= most && !reacting
            }
            Fire::EachAtAnother => {
                if fresh && !reacting && state.aimed_at == target {
                    return Err(Refusal::new("DF-SOL-29", "its second weapon fires at a different target"));
                }
                fresh && !reacting
            }
        };
        if allowed { Ok(()) } else { Err(Refusal::new("DF-ATK-17", "it has fired")) }
    }

    /// Whether a shot may be added to the attack being declared, or open a new one.
    pub(in crate::rulesets::dogfaces) fn check_shot(&self, shot: Shot) -> Result<(), Refusal> {
        self.check_shooter(shot.unit)?;
        let side = side_of(shot.unit);
        if let Some(attack) = self.volley.declaring() {
            if attack.aim != shot.aim {
                return Err(Refusal::new("DF-ATK-03", "the attack being declared has another target"));
            }
        } else if usize::from(self.volley.attack_count) >= MOST_ATTACKS {
            return Err(Refusal::new("DF-ATK-02", "too many attacks declared"));
        }
        if usize::from(self.volley.shot_count) >= MOST_SHOTS {
            return Err(Refusal::new("DF-ATK-02", "too many shots declared"));
        }
        let target = match shot.aim {
            Aim::Unit(target) => target,
            Aim::Hex(_) => NOBODY,
        };
        self.check_mode(shot.unit, usize::from(shot.mode), target)?;
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        let weapon = &self.setup.codex.weapons[usize::from(mode.weapon)];
        let hex = match shot.aim {
            Aim::Unit(target) => {
                self.check_target(side, target)?;
                if !combat::may_aim(weapon, self.profile(target)) {
                    return Err(Refusal::new("DF-ATK-05", "that weapon cannot harm the target"));
                }
                self.unit(target).hex
            }
            Aim::Hex(hex) => {
                let frag = weapon.area == Area::Ring && self.setup.rules.frag_empty_hex;
                if !frag || self.occupant[usize::from(hex)] != NOBODY || self.decision == Decision::React {
                    return Err(Refusal::new("DF-ATK-18", "an enemy must be in the target hex"));
                }
                hex
            }
        };
        if weapon.area != Area::OneHex && shot.splash != Direction::East {
            return Err(Refusal::new("DF-SPL-04", "only flames choose a splash hex"));
        }
        if weapon.area == Area::OneHex && self.setup.field.neighbours[usize::from(hex)][shot.splash as usize] == NOWHERE
        {
            return Err(Refusal::new("DF-SPL-04", "on that side of the target the map has ended"));
        }
        let from = self.unit(shot.unit).hex;
        match (self.setup.field.shot(from, hex), self.setup.field.distance(from, hex)) {
            (_, distance) if distance < weapon.min => Err(Refusal::new("DF-LOS-01", "the target is too close")),
            (_, distance) if distance > weapon.max => Err(Refusal::new("DF-LOS-01", "the target is too far")),
            (NO_SHOT, _) => Err(Refusal::new("DF-LOS-03", "the line is limited or blocked")),
            _ => Ok(()),
        }
    }

    /// Whether a unit may be the target of a direct attack by `side` now.
    fn check_target(&self, side: Side, target: UnitId) -> Result<(), Refusal> {
        let force = self.force(side.other());
        if side_of(target) == side || target == NOBODY {
            return Err(Refusal::new("DF-ATK-18", "a friend is no target"));
        }
        if !force.alive.contains(target) {
            return Err(Refusal::new("DF-ATK-18", "the target is not on the map"));
        }
        if force.aboard.contains(target) && !self.setup.rules.riders_targetable {
            return Err(Refusal::new("DF-VEH-13", "riders cannot be aimed at"));
        }
        if self.decision == Decision::React {
            let mover = self.motion.map_or(NOBODY, |motion| motion.unit);
            return if target == mover {
                Ok(())
            } else {
                Err(Refusal::new("DF-OVW-05", "only the mover can be shot at"))
            };
        }
        let once = self.setup.rules.attacks_per_target == AttacksPerTarget::One;
        if once && self.volley.declaring().is_none() && force.attacked.contains(target) {
            return Err(Refusal::new("DF-ATK-03", "it has been attacked in this phase"));
        }
        Ok(())
    }

    /// Shows every legal shot of `unit` at `aim`.
    pub(in crate::rulesets::dogfaces) fn visit_shots_at(&self, unit: UnitId, aim: Aim, visit: &mut impl FnMut(Shot)) {
        for (index, mode) in self.profile(unit).modes.iter().enumerate().take(MOST_MODES) {
            let flame = self.setup.codex.weapons[usize::from(mode.weapon)].area == Area::OneHex;
            let splashes = if flame { &Direction::ALL[..] } else { &Direction::ALL[..1] };
            for &splash in splashes {
                let shot = Shot { unit, mode: index as u8, aim, splash };
                if self.check_shot(shot).is_ok() {
                    visit(shot);
                }
            }
        }
    }

    /// Shows every legal shot: at the target of the attack being declared, else at anybody.
    pub(in crate::rulesets::dogfaces) fn visit_shots(&self, visit: &mut impl FnMut(Shot)) {
        let side = self.decider;
        let shooters = self.force(side).ready();
        for unit in members(side, shooters) {
            if self.check_shooter(unit).is_err() {
                continue;
            }
            if let Some(attack) = self.volley.declaring() {
                self.visit_shots_at(unit, attack.aim, visit);
                continue;
            }
            for target in members(side.other(), self.force(side.other()).alive) {
                self.visit_shots_at(unit, Aim::Unit(target), visit);
            }
            if self.setup.rules.frag_empty_hex && self.decision == Decision::Attack {
                for hex in self.setup.field.grid.hexes() {
                    self.visit_shots_at(unit, Aim::Hex(hex), visit);
                }
            }
        }
    }
}
