//! Which rules make a difference to a shot, for counters of games.

use crate::game::Observer;
use crate::rulesets::hexcommand::codex::Need;
use crate::rulesets::hexcommand::events;
use crate::rulesets::hexcommand::fire::{Shot, Struck, base_rung, class_of};
use crate::rulesets::hexcommand::ledger::rule;
use crate::rulesets::hexcommand::sight::{Between, Viewer};
use crate::rulesets::hexcommand::state::{Battle, UnitId};
use crate::tabletop::hex::HexIndex;

impl Battle<'_> {
    /// Which rules made a difference to a shot.
    pub(super) fn count_fire_rules<C: Observer<events::LogEntry>>(
        &self,
        unit: UnitId,
        target: UnitId,
        shot: &Shot<'_>,
        struck: Struck,
        observer: &mut C,
    ) {
        observer.rule_fired(rule::FIR_10);
        let Some(weapon) = shot.weapon else { return };
        let (codex, rules, field) = (&self.setup.codex, &self.setup.rules, &self.setup.field);
        let gun = weapon.is_gun();
        let bands = codex.bands(weapon.arm, class_of(rules, weapon));
        let (from, to) = (self.unit(unit).hex, self.unit(target).hex);
        let fortified = self.is_fortified(to);
        let need = shot.need(codex, rules, fortified).map(|(_, need)| need);
        let base = base_rung(codex, rules, weapon, shot.range);
        let friends = |hex: HexIndex| if self.at(hex).is_some() { Between::Enemy } else { Between::Nobody };
        let open = field.sight(from, to, Viewer::default(), friends, || true).is_some();
        let behind = field.entry_side(from, to).is_some_and(|side| field.side_cover(to, side) > 0);
        for (made, rule) in [
            (gun, rule::ART_01),
            (base != need.map(|need| need as i32), rule::FIR_11),
            (usize::from(shot.range) > bands.needs.len() && !weapon.heavy, rule::FIR_12),
            (!gun && weapon.bonus > 0, rule::FIR_13),
            (codex.grades[shot.grade as usize].trained && !gun, rule::FIR_14),
            (bands.best > Need::Auto && need == Some(bands.best), rule::FIR_15),
            (gun && bands.best > Need::Auto && shot.range <= bands.close, rule::FIR_16),
            (shot.flank, rule::FIR_17),
            (shot.hits > 0 || shot.fatigued || shot.cover > 0, rule::FIR_18),
            (behind, rule::FIR_19),
            (shot.consecutive, rule::FIR_20),
            (self.is_cavalry(unit), rule::FIR_23),
            (shot.off_arc, rule::FIR_07),
            (field.height_cover(to, from) > 0, rule::TER_11),
            (fortified, rule::TER_12),
            (shot.partial_view, rule::LOS_04),
            (!open && gun && !weapon.indirect, rule::LOS_10),
            (!open && gun && weapon.indirect, rule::LOS_12),
            (shot.artillery_moved, rule::ART_02),
            (gun && weapon.indirect && fortified, rule::ART_05),
            (weapon.heavy && struck.hits() > 1, rule::ART_14),
            (shot.turned && gun && rules.era_turn_cp > 0, rule::ERA_02),
            (class_of(rules, weapon) != weapon.class, rule::ERA_01),
            (shot.commander.is_some_and(|bonus| bonus > 0), rule::CMD_05),
            (need == Some(Need::Auto) && self.target(target).commander, rule::CMD_07),
            (self.unit(target).shooters.iter().any(|shooters| *shooters > 0), rule::FIR_09),
            (self.in_melee(target), rule::SKM_04),
            (self.is_routed(target) && struck.hits() > 0, rule::FIR_21),
            (self.fire.opportunity, rule::TRN_09),
        ] {
            if made {
                observer.rule_fired(rule);
            }
        }
        observer.rule_fired(match struck {
            Struck::Structure => rule::ART_04,
            Struck::Te => rule::SKM_02,
            Struck::Routs(_) => rule::FIR_22,
            Struck::Destroyed(_) => rule::ROU_05,
            Struck::CommanderKilled => rule::CMD_06,
            Struck::NoShot | Struck::Miss | Struck::Hit(_) => return,
        });
    }
}
