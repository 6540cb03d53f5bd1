//! Commanders on the field (HX-CMD): lifted, replaced, placed or moved, and what they may lead.

use super::choices::{Choice, Refusal};
use super::codex::Trait;
use super::command;
use super::events;
use super::ledger::rule;
use super::muster::LEADERLESS;
use super::order_of_battle::Level;
use super::rules::{CommandMode, CommandPlacement, CommandSphere, CvsMode};
use super::state::{Battle, Commander, CommanderId, Decision, Fate, NOBODY, Step, UnitId, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE};

impl Battle<'_> {
    /// Whether commanders are pieces (HX-CMD-10).
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.setup.rules.command_mode == CommandMode::Figures
    }

    /// Commanders of a side that are in the game, lost ones included.
    pub fn all_commanders(&self, side: Side) -> impl Iterator<Item = (CommanderId, &Commander)> {
        let force = self.force(side);
        let count = usize::from(force.commanders_start + force.commanders_gained);
        self.commanders[side.index()][..count].iter().enumerate().map(|(number, commander)| (number as u8, commander))
    }

    /// Commanders of a side that are not lost.
    pub fn present_commanders(&self, side: Side) -> impl Iterator<Item = (CommanderId, &Commander)> {
        self.all_commanders(side).filter(|(_, commander)| commander.fate == Fate::Present)
    }

    /// Commanders of a side that were killed or captured, those replaced included (HX-CMD-09).
    #[must_use]
    pub fn commanders_lost(&self, side: Side) -> u8 {
        let lost = |commander: &Commander| matches!(commander.fate, Fate::Killed | Fate::Captured);
        self.all_commanders(side).filter(|(_, commander)| lost(commander)).count() as u8
    }

    /// Where a commander is; [`NOWHERE`] in hand.
    #[must_use]
    pub fn commander_hex(&self, commander: &Commander) -> HexIndex {
        if commander.with == NOBODY { commander.hex } else { self.unit(commander.with).hex }
    }

    /// Who leads a brigade: its own commander, else the supreme one.
    #[must_use]
    pub fn brigadier(&self, side: Side, group: u8) -> Option<CommanderId> {
        let own = |commander: &Commander| commander.level == Level::Brigade && commander.of == group;
        let found = self.present_commanders(side).find(|(_, commander)| own(commander)).map(|(number, _)| number);
        let supreme = self.force(side).supreme;
        found.or_else(|| (supreme != NOBODY && self.commander(side, supreme).fate == Fate::Present).then_some(supreme))
    }

    fn brigade_value(&self, side: Side, group: u8, value: Trait) -> u8 {
        self.brigadier(side, group)
            .map_or(LEADERLESS, |commander| self.commander(side, commander).values[value as usize])
    }

    /// T of who leads a brigade.
    #[must_use]
    pub fn tactical(&self, side: Side, group: u8) -> u8 {
        self.brigade_value(side, group, Trait::Tactical)
    }

    /// A of who leads a brigade.
    #[must_use]
    pub fn aggression(&self, side: Side, group: u8) -> u8 {
        self.brigade_value(side, group, Trait::Aggression)
    }

    /// T of who leads a unit: of its own tribe where it has one, else of its brigade.
    #[must_use]
    pub fn tactical_of(&self, unit: UnitId) -> u8 {
        let (side, state) = (side_of(unit), self.unit(unit));
        let chief = self.present_commanders(side).find(|(_, one)| state.people != 0 && one.people == state.people);
        match chief {
            Some((_, chief)) => chief.values[Trait::Tactical as usize],
            None => self.tactical(side, state.group),
        }
    }

    /// Whether a commander may lead a unit at all (HX-ARM-08, HX-CVS-15, R-157).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_lead(&self, side: Side, commander: CommanderId, unit: UnitId) -> Result<(), Refusal> {
        let (force, state, one) = (self.force(side), self.unit(unit), self.commander(side, commander));
        if !force.combat.contains(unit) {
            return Err(Refusal::new("R-157", "he joins combat units only"));
        }
        if one.people != state.people {
            return Err(Refusal::new("HX-ARM-08", "not of his people"));
        }
        if self.setup.rules.command_hierarchy {
            let group = usize::from(state.group);
            let battery = self.is_battery(unit);
            let own = match one.level {
                Level::Army => true,
                Level::Division => !battery && self.groups[side.index()][group].brigade.division == one.of,
                Level::Brigade => !battery && state.group == one.of,
                Level::Artillery => battery,
            };
            if !own {
                return Err(Refusal::new("HX-CVS-15", "not of his own troops"));
            }
        }
        Ok(())
    }

    /// Whether a commander of the side may be put on a unit now, whichever step it is (HX-CMD-01 to HX-CMD-04, HX-CMD-10).
    pub(super) fn check_attach(&self, side: Side, commander: CommanderId, unit: UnitId) -> Result<(), Refusal> {
        self.check_free(side, commander)?;
        let force = self.force(side);
        if side_of(unit) != side || place_of(unit) >= usize::from(force.size) || !force.present.contains(unit) {
            return Err(Refusal::new("HX-CMD-01", "not a unit of his side on the board"));
        }
        if self.unit(unit).commander != NOBODY {
            return Err(Refusal::new("HX-CMD-02", "the unit has a commander"));
        }
        if force.routed_now.contains(unit) {
            return Err(Refusal::new("HX-CMD-04", "the unit routed in this turn"));
        }
        self.check_lead(side, commander, unit)?;
        self.check_ride(side, commander, self.unit(unit).hex)
    }

    /// Whether a commander may still be placed in this half.
    fn check_free(&self, side: Side, commander: CommanderId) -> Result<(), Refusal> {
        let force = self.force(side);
        let one = self.all_commanders(side).nth(usize::from(commander)).map(|(_, one)| one);
        match one {
            None => Err(Refusal::new("HX-ARM-07", "there is no such commander")),
            Some(one) if one.fate != Fate::Present => Err(Refusal::new("HX-CMD-09", "the commander is lost")),
            Some(one) if one.placed => Err(Refusal::new("HX-CMD-02", "he has been placed")),
            Some(_) if force.size == 0 => Err(Refusal::new("HX-CMD-01", "there is no unit")),
            Some(_) => Ok(()),
        }
    }

    /// Whether a figure can ride so far (HX-CMD-10). Before the first turn it starts anywhere.
    fn check_ride(&self, side: Side, commander: CommanderId, to: HexIndex) -> Result<(), Refusal> {
        let from = self.commander_hex(self.commander(side, commander));
        let reach = self.setup.codex.pieces.commander;
        if self.has_figures() && self.turn > 0 && from != NOWHERE && self.setup.field.distance(from, to) > reach {
            return Err(Refusal::new("HX-CMD-10", "too far to ride"));
        }
        Ok(())
    }

    /// The own half begins: symbols are lifted, figures stay (HX-CMD-01, HX-CMD-02).
    pub(super) fn lift_commanders<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let figures = self.has_figures();
        let count = usize::from(self.force(side).commanders_start + self.force(side).commanders_gained);
        for number in 0..count {
            let commander = &mut self.commanders[side.index()][number];
            (commander.before, commander.placed) = (commander.with, false);
            if commander.with == NOBODY {
                commander.halves = 0;
            } else if !figures {
                let with = commander.with;
                commander.with = NOBODY;
                self.unit_mut(with).commander = NOBODY;
                observer.rule_fired(rule::CMD_01);
                observer.event(|| events::lifted(self, side, number as u8));
            }
        }
    }

    /// Whether a lost commander may be replaced now (HX-CVS-14).
    pub(super) fn may_replace(&self, side: Side) -> bool {
        let (rules, force) = (&self.setup.rules, self.force(side));
        let lost = i32::from(self.commanders_lost(side));
        let spent = i32::from(force.commanders_gained) + i32::from(force.replacements_tried.saturating_sub(1));
        let room = usize::from(force.commanders_start + force.commanders_gained) < self.commanders[0].len();
        rules.cvs_mode != CvsMode::Off
            && rules.cvs_replacements
            && !force.replacement_tried
            && room
            && lost - spent >= 1
    }

    pub(super) fn apply_replacement<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let side = self.decider;
        self.force_mut(side).replacement_tried = true;
        if choice != Choice::Replace {
            return;
        }
        let best = self.present_commanders(side).map(|(_, one)| one.values[Trait::Tactical as usize]).min();
        let (lost, force) = (self.commanders_lost(side), self.force(side));
        let (gained, tried) = (force.commanders_gained, force.replacements_tried);
        let came = command::replace(lost, gained, tried, best.unwrap_or(LEADERLESS), dice) == Some(true);
        self.force_mut(side).replacements_tried = tried.saturating_add(1);
        if came {
            self.gain_commander(side, dice);
        }
        observer.rule_fired(rule::CVS_14);
        let thrown = dice.thrown();
        observer.event(|| events::replacement(self, side, came, thrown));
    }

    /// A commander who is freshly drawn takes the supreme post where it is empty (HX-INT-07), else that of who was lost.
    fn gain_commander<D: Dice>(&mut self, side: Side, dice: &mut D) {
        let values = self.draw_values(side, dice);
        let force = self.force(side);
        let number = force.commanders_start + force.commanders_gained;
        let supreme = force.supreme == NOBODY;
        let gained = usize::from(force.commanders_gained);
        let lost = |one: &Commander| matches!(one.fate, Fate::Killed | Fate::Captured) && one.people == 0;
        let post = self.all_commanders(side).map(|(_, one)| one).filter(|one| lost(one)).nth(gained);
        let (level, of) = match post {
            _ if supreme => (Level::Army, 0),
            Some(lost) => (lost.level, lost.of),
            None => (Level::Brigade, 0),
        };
        self.commanders[side.index()][usize::from(number)] =
            Commander { values, level, of, fate: Fate::Present, ..Commander::NONE };
        let force = self.force_mut(side);
        force.commanders_gained += 1;
        if supreme {
            force.supreme = number;
        }
    }

    /// Whether commanders join units of the present step: steady ones before or after movement, routed ones after their run
    /// (HX-CMD-03, R-77).
    pub(super) fn ask_commanders(&self, decision: Decision) -> Option<(Decision, Side)> {
        let after = self.setup.rules.command_placement == CommandPlacement::AfterMovement;
        let due = match self.step {
            Step::Commanders => !after,
            Step::LateCommanders => after,
            _ => true,
        };
        let side = self.phasing;
        let mut any = false;
        if due {
            self.visit_placements(decision, side, &mut |_| any = true);
        }
        any.then_some((decision, side))
    }

    pub(super) fn visit_commanders(&self, visit: &mut impl FnMut(Choice)) {
        self.visit_placements(self.decision, self.decider, visit);
        if self.turn > 0 {
            visit(Choice::Done);
        }
    }

    fn visit_placements(&self, decision: Decision, side: Side, visit: &mut impl FnMut(Choice)) {
        let force = self.force(side);
        let units = if decision == Decision::AttachRouted { force.routed & force.present } else { force.steady() };
        for (commander, one) in self.present_commanders(side) {
            if one.placed || (self.turn == 0 && one.hex != NOWHERE) {
                continue;
            }
            for unit in members(side, units) {
                if self.check_attach(side, commander, unit).is_ok() {
                    visit(Choice::Attach { commander, unit });
                }
            }
            if decision == Decision::Attach && self.turn > 0 {
                self.visit_rides(side, commander, visit);
            }
        }
    }

    fn visit_rides(&self, side: Side, commander: CommanderId, visit: &mut impl FnMut(Choice)) {
        let from = self.commander_hex(self.commander(side, commander));
        if !self.has_figures() || from == NOWHERE {
            return;
        }
        for hex in self.setup.field.grid.hexes() {
            if self.check_ride_to(side, commander, hex).is_ok() {
                visit(Choice::Ride { commander, hex });
            }
        }
    }

    fn check_ride_to(&self, side: Side, commander: CommanderId, hex: HexIndex) -> Result<(), Refusal> {
        self.check_free(side, commander)?;
        if !self.has_figures() || self.turn == 0 {
            return Err(Refusal::new("HX-CMD-10", "commanders are no pieces"));
        }
        let from = self.commander_hex(self.commander(side, commander));
        if from == NOWHERE || usize::from(hex) >= self.setup.field.grid.len() {
            return Err(Refusal::new("HX-CMD-10", "he is not on the board"));
        }
        if self.at(hex).is_some() {
            return Err(Refusal::new("HX-CMD-10", "entering the hex of a unit he joins it"));
        }
        self.check_ride(side, commander, hex)
    }

    pub(super) fn check_commanders(&self, choice: Choice) -> Result<(), Refusal> {
        let side = self.decider;
        match choice {
            Choice::Done if self.turn > 0 => Ok(()),
            Choice::Attach { commander, unit } => {
                self.check_attach(side, commander, unit)?;
                let routed = self.force(side).routed.contains(unit);
                if routed == (self.decision == Decision::AttachRouted) {
                    Ok(())
                } else if routed {
                    Err(Refusal::new("HX-RAL-07", "no command on it before its rout move"))
                } else {
                    Err(Refusal::new("HX-CMD-03", "steady units have had theirs"))
                }
            }
            Choice::Ride { commander, hex } if self.decision == Decision::Attach => {
                self.check_ride_to(side, commander, hex)
            }
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    pub(super) fn apply_commanders<C: Observer<events::LogEntry>>(&mut self, choice: Choice, observer: &mut C) {
        let side = self.decider;
        match choice {
            Choice::Attach { commander, unit } => {
                self.attach(side, commander, unit);
                observer.rule_fired(if self.has_figures() { rule::CMD_10 } else { rule::CMD_02 });
                observer.event(|| events::attached(self, side, commander, unit));
            }
            Choice::Ride { commander, hex } => {
                self.detach(side, commander);
                let one = &mut self.commanders[side.index()][usize::from(commander)];
                (one.hex, one.placed) = (hex, true);
                observer.rule_fired(rule::CMD_10);
                observer.event(|| events::rode(self, side, commander));
            }
            _ => {}
        }
    }

    /// Puts a commander on a unit.
    pub(super) fn attach(&mut self, side: Side, commander: CommanderId, unit: UnitId) {
        self.detach(side, commander);
        let hex = if self.has_figures() { self.unit(unit).hex } else { NOWHERE };
        let one = &mut self.commanders[side.index()][usize::from(commander)];
        (one.with, one.placed, one.hex) = (unit, self.turn > 0, hex);
        self.unit_mut(unit).commander = commander;
    }

    /// Takes a commander off his unit: in hand, or as a figure alone where it stood.
    pub(super) fn detach(&mut self, side: Side, commander: CommanderId) {
        let with = self.commander(side, commander).with;
        if with != NOBODY {
            let hex = if self.has_figures() { self.unit(with).hex } else { NOWHERE };
            let one = &mut self.commanders[side.index()][usize::from(commander)];
            (one.with, one.hex) = (NOBODY, hex);
            self.unit_mut(with).commander = NOBODY;
        }
    }

    /// The commander whose C a unit has in fire and melee: with it, or one in whose sphere it is (HX-CMD-05, HX-CMD-11).
    #[must_use]
    pub fn leader_in_combat(&self, unit: UnitId) -> Option<CommanderId> {
        let sphere = self.setup.rules.command_sphere == CommandSphere::RallyAndCombat;
        self.commander_with(unit).or_else(|| if sphere { self.sphere_over(unit) } else { None })
    }

    /// The commander who rallies a unit: with it, or one in whose sphere it is (HX-CMD-11, HX-RAL-02).
    #[must_use]
    pub fn leader_in_rally(&self, unit: UnitId) -> Option<CommanderId> {
        let sphere = self.setup.rules.command_sphere != CommandSphere::Off;
        self.commander_with(unit).or_else(|| if sphere { self.sphere_over(unit) } else { None })
    }

    /// The best commander in the six hexes round a unit who may lead it (HX-CMD-11, R-78).
    fn sphere_over(&self, unit: UnitId) -> Option<CommanderId> {
        let side = side_of(unit);
        let hex = self.unit(unit).hex;
        let near = |one: &Commander| {
            let at = self.commander_hex(one);
            at != NOWHERE && self.setup.field.distance(at, hex) <= 1
        };
        let leads = self
            .present_commanders(side)
            .filter(|(number, one)| near(one) && self.check_lead(side, *number, unit).is_ok());
        leads.max_by_key(|(number, one)| (one.values[Trait::Combat as usize], !number)).map(|(number, _)| number)
    }

    /// Whether a commander spares a unit that goes to `hex` the TE of obstacles (HX-CMD-12).
    #[must_use]
    pub(super) fn spared_by_sphere(&self, unit: UnitId, hex: HexIndex) -> bool {
        let side = side_of(unit);
        let near = |one: &Commander| {
            let at = self.commander_hex(one);
            at != NOWHERE && self.setup.field.distance(at, hex) <= 1
        };
        self.setup.rules.command_sphere_te_exempt
            && (self.unit(unit).commander != NOBODY || self.present_commanders(side).any(|(_, one)| near(one)))
    }

    /// At the end of a half figures that are alone next to an enemy combat unit are captured (HX-CMD-10, R-187).
    pub(super) fn catch_figures<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        if !self.has_figures() {
            return;
        }
        for side in Side::BOTH {
            let count = self.all_commanders(side).count() as u8;
            for number in 0..count {
                let one = self.commander(side, number);
                let alone = one.fate == Fate::Present && one.with == NOBODY && one.hex != NOWHERE;
                let enemies = self.force(side.other()).fit();
                let foe = |unit: UnitId| side_of(unit) != side && enemies.contains(unit);
                if alone && (self.at(one.hex).is_some_and(foe) || self.neighbours(one.hex).any(foe)) {
                    observer.rule_fired(rule::CMD_10);
                    self.lose_commander(side, number, Fate::Captured, observer);
                }
            }
        }
    }
}
