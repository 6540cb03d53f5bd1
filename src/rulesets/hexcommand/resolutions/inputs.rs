//! The inputs that resolutions share.

use serde_json::{Map, Value};

use super::Setting;
use crate::game::switches;
use crate::game::{self, Diagnostic, Diagnostics, InputDoc, Node, Priced, Sides, TableReader};
use crate::rulesets::hexcommand::codex::{Codex, Grade, Kind, Weapon};
use crate::rulesets::hexcommand::fire::{Shot, Target};
use crate::rulesets::hexcommand::melee::Fighter;
use crate::rulesets::hexcommand::rules::Rules;

/// Largest base melee value, either way.
const LARGEST_VALUE: i64 = 1_000_000;

/// Last round of a melee that can be asked for.
const LAST_ROUND: i64 = 1_000_000_000;

/// The weapon of units that do not name one.
const USUAL_WEAPON: &str = "rifle-musket";

const FLAG: &str = "true, false";
const DICE: &str = "cube, d6-high-red, d6-exclusive, d6-nested";

/// An input.
pub(super) const fn input(name: &'static str, allowed: &'static str, default: &'static str) -> InputDoc {
    InputDoc { name, allowed, default }
}

/// An input that is true or false, and false by default.
pub(super) const fn flag(name: &'static str) -> InputDoc {
    input(name, FLAG, "false")
}

/// An input that stands for a switch of the rules.
pub(super) struct Switch {
    doc: InputDoc,
    rule: &'static str,
}

/// A switch under a name of its own.
pub(super) const fn switch(
    name: &'static str,
    allowed: &'static str,
    default: &'static str,
    rule: &'static str,
) -> Switch {
    Switch { doc: input(name, allowed, default), rule }
}

pub(super) const DIE: Switch = switch("die", DICE, "cube", "dice.mapping");
pub(super) const AUTO_KILL: Switch = switch("auto-kill", "roll, none", "roll", "fire.auto-kill");
pub(super) const ERA: Switch = switch("era", "gunpowder, pike-and-shot", "gunpowder", "era");
pub(super) const CASUALTIES: Switch =
    switch("casualties", "simultaneous, cp-deferred, sequential", "simultaneous", "fire.casualties");

/// The fire switches, but for the die.
pub(super) const FIRE: [Switch; 11] = [
    switch("bonus-cap", "0 to 5", "2", "fire.bonus-cap"),
    switch("cap-scope", "gross, net", "gross", "fire.cap-scope"),
    switch("trained-bonus", "trained-and-veteran, veteran-only, none", "trained-and-veteran", "fire.trained-bonus"),
    switch("trained-arms", "small-arms, all", "small-arms", "fire.trained-arms"),
    switch("rifled-close", "base-color, floor-only", "base-color", "fire.rifled-close"),
    switch("a-extension", "cnc, bonus-only, none", "cnc", "fire.a-extension"),
    AUTO_KILL,
    ERA,
    switch("structure-test", "color, code, cnc", "color", "artillery.structure-test"),
    switch("heavy-extra-range", "0 to 6", "2", "fire.heavy-extra-range"),
    switch("higher-bonus", FLAG, "false", "fire.higher-bonus"),
];

/// The melee switches, but for the die.
pub(super) const MELEE: [Switch; 5] = [
    switch("te-max", "1 to 5", "3", "fatigue.max"),
    switch("disorder-at", "1 to 3", "3", "fatigue.disorder-at"),
    switch("melee-points", FLAG, "false", "melee.points"),
    switch("melee-kill", FLAG, "true", "melee.commander-kill"),
    switch("cover-degrades", FLAG, "true", "melee.cover-degrades"),
];

pub(super) const RULES: InputDoc = input("rules", "table of switch = value, for switches without a key", "empty");
pub(super) const RANGE: InputDoc = input("range", "1 to 14", "3");
pub(super) const ROUND: InputDoc = input("round", "1 and up: how far cover has worn down", "1");
pub(super) const MAX_ROUNDS: InputDoc = input("max-rounds", "1 to 50", "20");
pub(super) const DEFENDER_FLANKED: InputDoc = flag("defender-flanked");
pub(super) const ATTACKER_FLANKED: InputDoc = flag("attacker-flanked");

/// The shot keys, as they are documented.
pub(super) const SHOT: [InputDoc; 16] = [
    UNIT,
    input("weapon", "weapon key, or none", USUAL_WEAPON),
    RANGE,
    input("grade", "untrained, trained, veteran", "trained"),
    input("firer-hits", "0 to 3", "0"),
    flag("firer-fatigued"),
    input("commander", "-1 for none, else his C from 0 to 2", "-1"),
    input("flank", "true: the firer is outside the target's front arc", "false"),
    input("cover", "0 to 4", "0"),
    flag("partial-view"),
    input("off-arc", "true: point-blank out of the firer's arc", "false"),
    input("artillery-moved", "true: guns that moved and unlimbered", "false"),
    input("turned", "true: guns of pike-and-shot that turned", "false"),
    input("consecutive", "true: a bonus for consecutive fire", "false"),
    input("firer-higher", "true: a bonus under higher-bonus", "false"),
    input("skirmish-fire", "true: a hit is TE", "false"),
];

/// The target keys, as they are documented.
pub(super) const TARGET: [InputDoc; 5] = [
    input("target-hits", "0 to 3", "0"),
    input("rout-at", "3, 4", "3"),
    flag("target-routed"),
    flag("target-commander"),
    input("fortified", "true: in a redoubt or fort", "false"),
];

const UNIT: InputDoc =
    input("unit", "GRADE-TYPE:WEAPON: its weapon and grade, where none are given", "trained-infantry:rifle-musket");

pub(super) const FIGHTER: &str = "table of unit, value, hits, te, cover, commander, support, rout-at";

/// A table of the keys of a unit that fights.
pub(super) const fn fighter(name: &'static str) -> InputDoc {
    input(name, FIGHTER, "{}")
}

/// The documents of `inputs`, of `switches`, and of `rules`.
pub(super) fn docs<'s>(inputs: &[InputDoc], switches: impl IntoIterator<Item = &'s Switch>) -> Vec<InputDoc> {
    let switches = switches.into_iter().map(|switch| switch.doc.clone());
    inputs.iter().cloned().chain(switches).chain([RULES]).collect()
}

/// Two units that fight.
pub(super) const PAIR: Option<Sides> =
    Some(Sides { keys: ["attacker", "defender"], mutual: true, support: [&[], &[]] });

impl Priced for Codex {
    fn price(&self, inputs: &Map<String, Value>, key: &str) -> Option<f64> {
        let name = inputs.get(key)?.get(UNIT.name)?.as_str()?;
        self.units().find(|unit| unit.name == name).map(|unit| unit.cost)
    }
}

/// The inputs of one resolution, while they are read.
pub(super) type Inputs<'n, 'f, 'c> = game::Inputs<'n, 'f, 'c, Codex>;

impl<'c> Inputs<'_, '_, 'c> {
    /// The rules with `switches`, which count more than what `rules` says.
    pub(super) fn setting<'s>(&mut self, switches: impl IntoIterator<Item = &'s Switch>) -> Setting<'c> {
        self.setting_from(Rules::default(), switches)
    }

    /// The same with rules of its own to begin with.
    pub(super) fn setting_from<'s>(
        &mut self,
        mut rules: Rules,
        switches: impl IntoIterator<Item = &'s Switch>,
    ) -> Setting<'c> {
        if let Some(node) = self.table.node(RULES.name) {
            switches::from_table(node, self.table.diagnostics(), |name, value| rules.set(name, value));
        }
        for switch in switches {
            let rules = &mut rules;
            self.table.optional(switch.doc.name, |node| {
                let value = node.switch()?;
                rules.set(switch.rule, &value).map_err(|diagnostic| node.locate(diagnostic))
            });
        }
        Setting { codex: self.codex, rules }
    }

    /// A whole number.
    pub(super) fn whole<T: TryFrom<i64>>(&mut self, doc: &InputDoc, low: i64, high: i64, default: T) -> T {
        self.table.or(doc.name, default, |node| node.whole(low..=high))
    }

    /// True or false; false by default.
    pub(super) fn flag(&mut self, doc: &InputDoc) -> bool {
        self.table.or(doc.name, false, Node::flag)
    }

    /// `round`.
    pub(super) fn round(&mut self) -> u32 {
        self.whole(&ROUND, 1, LAST_ROUND, 1)
    }

    /// `max-rounds`.
    pub(super) fn max_rounds(&mut self) -> u32 {
        self.whole(&MAX_ROUNDS, 1, 50, 20)
    }

    /// A table of keys of its own; all defaults when it is missing.
    pub(super) fn part<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut TableReader<'_, '_>) -> Option<T>,
    ) -> Option<T> {
        let nothing = Node::inputs(&serde_json::Map::new());
        let node = self.table.node(key).unwrap_or(&nothing);
        open(&format!("`{key}`"), node, self.table.diagnostics(), read)
    }

    /// A list of tables; one of all defaults when it is missing.
    pub(super) fn parts<T>(
        &mut self,
        key: &'static str,
        most: usize,
        mut read: impl FnMut(&mut TableReader<'_, '_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(node) = self.table.node(key) else {
            return Some(vec![open(key, &Node::inputs(&serde_json::Map::new()), self.table.diagnostics(), read)?]);
        };
        match node.list() {
            Ok(items) if items.len() > most => {
                let diagnostic = Diagnostic::new(format!("{} entries are more than {most}", items.len()));
                self.table.diagnostics().push(node.locate(diagnostic));
                None
            }
            Ok(items) => {
                let what = format!("an entry of `{key}`");
                items.iter().map(|item| open(&what, item, self.table.diagnostics(), &mut read)).collect()
            }
            Err(diagnostic) => {
                self.table.diagnostics().push(diagnostic);
                None
            }
        }
    }
}

/// Reads a table whole.
fn open<T>(
    what: &str,
    node: &Node,
    diagnostics: &mut Diagnostics,
    read: impl FnOnce(&mut TableReader<'_, '_>) -> Option<T>,
) -> Option<T> {
    let mut table = TableReader::open(what, node, diagnostics)?;
    let value = read(&mut table);
    table.close();
    value
}

/// `unit`: what its name stands for.
fn unit<'c>(table: &mut TableReader<'_, '_>, codex: &'c Codex) -> Option<&'c Kind> {
    table.optional(UNIT.name, |node| {
        let name = node.text()?;
        let found = codex.units().find(|unit| unit.name == name);
        found
            .ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, codex.units().map(|unit| unit.name.as_str()))))
    })
}

/// `weapon`: none inside when there is none, none outside with a diagnostic.
fn weapon<'c>(table: &mut TableReader<'_, '_>, codex: &'c Codex, unit: Option<&Kind>) -> Option<Option<&'c Weapon>> {
    let unknown = |name: &str| {
        let names = codex.weapons.iter().map(|weapon| weapon.name.as_str());
        Diagnostic::unknown("weapon", name, names.chain(["none"]))
    };
    let found = match (table.node("weapon"), unit) {
        (Some(node), _) => match node.text() {
            Ok("none") => Ok(None),
            Ok(name) => codex.weapon(name).map(Some).ok_or_else(|| node.locate(unknown(name))),
            Err(diagnostic) => Err(diagnostic),
        },
        (None, Some(unit)) => Ok(codex.weapon_of(unit)),
        (None, None) => {
            codex.weapon(USUAL_WEAPON).map(Some).ok_or_else(|| unknown(USUAL_WEAPON).within("default of `weapon`"))
        }
    };
    found.map_err(|diagnostic| table.diagnostics().push(diagnostic)).ok()
}

/// `grade`.
fn grade(table: &mut TableReader<'_, '_>, unit: Option<&Kind>) -> Grade {
    table.or("grade", unit.map_or(Grade::Trained, |unit| unit.grade), |node| node.one_of("grade", &Grade::ALL))
}

/// `commander`.
fn commander(table: &mut TableReader<'_, '_>) -> Option<u8> {
    table.or("commander", -1, |node| node.whole(-1..=2)).try_into().ok().map(|value: u8| value)
}

fn rout_at(table: &mut TableReader<'_, '_>) -> u8 {
    table.or("rout-at", 3, |node| node.whole(3..=4))
}

fn small(table: &mut TableReader<'_, '_>, key: &'static str, most: i64) -> u8 {
    table.or(key, 0, |node| node.whole(0..=most))
}

fn yes(table: &mut TableReader<'_, '_>, key: &'static str) -> bool {
    table.or(key, false, Node::flag)
}

/// `range`.
pub(super) fn range(table: &mut TableReader<'_, '_>) -> u8 {
    table.or(RANGE.name, 3, |node| node.whole(1..=14))
}

/// The shot keys.
pub(super) fn shot<'c>(table: &mut TableReader<'_, '_>, codex: &'c Codex) -> Option<Shot<'c>> {
    let unit = unit(table, codex);
    let weapon = weapon(table, codex, unit);
    let shot = Shot {
        weapon: None,
        range: range(table),
        grade: grade(table, unit),
        hits: small(table, "firer-hits", 3),
        fatigued: yes(table, "firer-fatigued"),
        commander: commander(table),
        flank: yes(table, "flank"),
        cover: small(table, "cover", 4),
        partial_view: yes(table, "partial-view"),
        off_arc: yes(table, "off-arc"),
        artillery_moved: yes(table, "artillery-moved"),
        turned: yes(table, "turned"),
        consecutive: yes(table, "consecutive"),
        higher: yes(table, "firer-higher"),
        skirmish: yes(table, "skirmish-fire"),
    };
    Some(Shot { weapon: weapon?, ..shot })
}

/// The target keys.
pub(super) fn target(table: &mut TableReader<'_, '_>) -> Target {
    Target {
        hits: small(table, "target-hits", 3),
        rout_at: rout_at(table),
        routed: yes(table, "target-routed"),
        commander: yes(table, "target-commander"),
        fortified: yes(table, "fortified"),
    }
}

/// A unit that fires and is fired at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gunman<'c> {
    pub(super) weapon: Option<&'c Weapon>,
    pub(super) grade: Grade,
    pub(super) hits: u8,
    pub(super) fatigued: bool,
    pub(super) commander: Option<u8>,
    pub(super) cover: u8,
    pub(super) rout_at: u8,
    pub(super) artillery_moved: bool,
}

impl<'c> Gunman<'c> {
    /// Its shot at `other`, whom it hits in flank or rear or not.
    pub(super) fn shot_at(&self, other: &Gunman<'_>, range: u8, flank: bool) -> Shot<'c> {
        Shot {
            weapon: self.weapon,
            range,
            grade: self.grade,
            hits: self.hits,
            fatigued: self.fatigued,
            commander: self.commander,
            flank,
            cover: other.cover,
            partial_view: false,
            off_arc: false,
            artillery_moved: self.artillery_moved,
            turned: false,
            consecutive: false,
            higher: false,
            skirmish: false,
        }
    }

    /// Itself under fire.
    pub(super) fn as_target(&self) -> Target {
        Target {
            hits: self.hits,
            rout_at: self.rout_at,
            routed: false,
            commander: self.commander.is_some(),
            fortified: false,
        }
    }
}

/// The exchange unit keys, and whether it is flanked.
pub(super) fn gunman<'c>(table: &mut TableReader<'_, '_>, codex: &'c Codex) -> Option<(Gunman<'c>, bool)> {
    let unit = unit(table, codex);
    let weapon = weapon(table, codex, unit);
    let gunman = Gunman {
        weapon: None,
        grade: grade(table, unit),
        hits: small(table, "hits", 3),
        fatigued: yes(table, "fatigued"),
        commander: commander(table),
        cover: small(table, "cover", 4),
        rout_at: rout_at(table),
        artillery_moved: yes(table, "artillery-moved"),
    };
    let flanked = yes(table, "flanked");
    Some((Gunman { weapon: weapon?, ..gunman }, flanked))
}

/// The melee unit keys of a unit in up to `most_cover` levels of cover.
fn fighting(
    table: &mut TableReader<'_, '_>,
    Setting { codex, rules }: &Setting<'_>,
    unit: Option<&Kind>,
    most_cover: i64,
) -> Option<Fighter> {
    let value = match (table.node("value"), unit) {
        (Some(node), _) => node.whole(-LARGEST_VALUE..=LARGEST_VALUE),
        (None, Some(unit)) => codex.melee_value(unit, rules).ok_or_else(|| {
            let idle = format!("`{}` does not fight hand to hand", unit.name);
            Diagnostic::new(idle).rule("HX-MEL-01").within("inputs")
        }),
        (None, None) => Ok(1),
    };
    let value = value.map_err(|diagnostic| table.diagnostics().push(diagnostic)).ok();
    let fighter = Fighter {
        value: 0,
        hits: small(table, "hits", 3),
        te: small(table, "te", i64::from(rules.fatigue_max)),
        cover: small(table, "cover", most_cover),
        commander: commander(table),
        support: yes(table, "support"),
        rout_at: rout_at(table),
    };
    Some(Fighter { value: value?, ..fighter })
}

/// The melee unit keys.
pub(super) fn melee_unit(table: &mut TableReader<'_, '_>, setting: &Setting<'_>) -> Option<Fighter> {
    let unit = unit(table, setting.codex);
    fighting(table, setting, unit, 3)
}

/// The charge unit keys: what it fires, its grade, and the rest.
pub(super) fn charge_unit<'c>(
    table: &mut TableReader<'_, '_>,
    setting: &Setting<'c>,
) -> Option<(Option<&'c Weapon>, Grade, Fighter)> {
    let unit = unit(table, setting.codex);
    let weapon = weapon(table, setting.codex, unit);
    let grade = grade(table, unit);
    let fighter = fighting(table, setting, unit, 4);
    Some((weapon?, grade, fighter?))
}
