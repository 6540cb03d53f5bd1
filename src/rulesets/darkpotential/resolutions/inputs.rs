//! The inputs that resolutions share.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::game::{self, Diagnostic, InputDoc, Node, Priced, Sides, TableReader, switches};
use crate::rulesets::darkpotential::codex::{Codex, Unit, Weapon, WeaponKind};
use crate::rulesets::darkpotential::combat::{Attack, Cover, FireMode, Grade, Shot, Target};
use crate::rulesets::darkpotential::rules::{Rules, SuppressedInCombat, SuppressionInOwnActivation};

/// Largest attribute, skill, modifier or target number, either way.
const LARGEST: i64 = 1000;

/// Most models, wounds, rolls or rounds, and most entries of a list.
const MOST: i64 = 1000;

/// Longest length in inches.
const LONGEST: f64 = 1000.0;

/// Shortest close range in inches: distances are divided by it.
const SHORTEST_RANGE: f64 = 0.01;

/// The unit that is meant when none is named.
const USUAL_UNIT: &str = "generic-soldier";

/// The area weapon that is meant when none is named.
const USUAL_AREA_WEAPON: &str = "rocket-launcher";

const NUMBER: &str = "-1000 to 1000";
const FROM_UNIT: &str = "from the unit";
const FROM_WEAPON: &str = "from the weapon";

const fn doc(name: &'static str, allowed: &'static str, default: &'static str) -> InputDoc {
    InputDoc { name, allowed, default }
}

/// An input that must be given.
pub(super) const fn required(name: &'static str, allowed: &'static str) -> InputDoc {
    doc(name, allowed, "required")
}

/// A number that must be given.
pub(super) const fn number(name: &'static str) -> InputDoc {
    required(name, NUMBER)
}

/// A unit.
pub(super) const fn unit(name: &'static str) -> InputDoc {
    doc(name, "unit key", USUAL_UNIT)
}

/// Wounds that a unit has left.
pub(super) const fn wounds(name: &'static str) -> InputDoc {
    doc(name, "1 to 1000, wounds left", FROM_UNIT)
}

/// Leadership of a Commander in range.
pub(super) const fn commander(name: &'static str) -> InputDoc {
    doc(name, "Leadership of a Commander in range; the higher one counts", "none")
}

/// A number of models, rolls or rounds.
pub(super) const fn count(name: &'static str, default: &'static str) -> InputDoc {
    doc(name, "0 to 1000", default)
}

pub(super) const MODIFIER: InputDoc = doc("modifier", NUMBER, "0");
pub(super) const LEADERSHIP: InputDoc = doc("leadership", NUMBER, FROM_UNIT);
pub(super) const DISTANCE: InputDoc = doc("distance", "inches from base to base, 0 to 1000", "8");
pub(super) const COVER: InputDoc = doc("cover", "none, light, medium, heavy", "none");
pub(super) const HIDDEN: InputDoc = doc("hidden", "half-or-more, less-than-half", "half-or-more");
pub(super) const SHOOTERS: InputDoc = required("shooters", "list of tables of attacker and shot keys, and count (1)");
pub(super) const RULES: InputDoc = doc("rules", "table of rule = value", "empty");
pub(super) const AOE_MEASURE: InputDoc = doc("aoe-measure", "diameter, radius", "diameter");
pub(super) const OWN_ACTIVATION: InputDoc = doc("suppression-in-own-activation", "immediate, next", "immediate");
pub(super) const IN_COMBAT: InputDoc = doc("suppressed-in-combat", "flee, stay", "flee");

pub(super) const ATTACKER: [InputDoc; 9] = [
    unit("attacker"),
    doc("weapon", "weapon key of the kind needed", "the unit's first of that kind"),
    doc("skill", NUMBER, FROM_UNIT),
    doc("range", "close range in inches, 0.01 to 1000", FROM_WEAPON),
    doc("strength", NUMBER, FROM_WEAPON),
    doc("strength-blast", NUMBER, FROM_WEAPON),
    doc("aoe", "0 without a template, up to 1000 with one", FROM_WEAPON),
    doc("accuracy", NUMBER, FROM_WEAPON),
    doc("leadership-modifier", NUMBER, FROM_WEAPON),
];

pub(super) const TARGET: [InputDoc; 7] = [
    unit("target"),
    doc("defense", NUMBER, FROM_UNIT),
    doc("armor", NUMBER, FROM_UNIT),
    LEADERSHIP,
    wounds("wounds"),
    doc("dug-in", "0 to 1000, added to its cover", FROM_UNIT),
    commander("commander-leadership"),
];

pub(super) const SHOT: [InputDoc; 5] =
    [DISTANCE, COVER, HIDDEN, doc("mode", "aimed, overwatch, suppressing", "aimed"), MODIFIER];

impl Priced for Codex {
    fn price(&self, inputs: &Map<String, Value>, key: &str) -> Option<f64> {
        let name = inputs.get(key).filter(|unit| !unit.is_null()).map_or(Some(USUAL_UNIT), Value::as_str)?;
        Some(self.unit(name)?.cost)
    }
}

/// The sides of an attack.
pub(super) const ATTACK: Option<Sides> =
    Some(Sides { keys: [ATTACKER[0].name, TARGET[0].name], mutual: false, support: [&[], &[]] });

/// Two models that strike at each other.
pub(super) const PAIR: Option<Sides> = Some(Sides { keys: ["a", "b"], mutual: true, support: [&[], &[]] });

/// The inputs of one resolution, while they are read.
pub(super) type Inputs<'n, 'f, 'c> = game::Inputs<'n, 'f, 'c, Codex>;

/// What an attacker must be able to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Strike in base contact.
    Close,
    /// Shoot at one model.
    Ranged,
    /// Shoot with a template.
    Area,
}

/// An attacker's skill and weapon.
#[derive(Clone, Debug)]
pub(super) struct Attacker {
    pub(super) skill: i32,
    pub(super) weapon: Weapon,
}

/// Words for cover.
const GRADES: [(&str, Grade); 4] =
    [("none", Grade::None), ("light", Grade::Light), ("medium", Grade::Medium), ("heavy", Grade::Heavy)];

/// Labels that end in a number, from 0 to `most`.
pub(super) fn numbered(stem: &str, most: u32) -> Vec<Cow<'static, str>> {
    (0..=most).map(|n| Cow::Owned(format!("{stem}{n}"))).collect()
}

/// Any attribute, skill, modifier or target number.
pub(super) fn attribute(node: &Node) -> Result<i32, Diagnostic> {
    node.whole(-LARGEST..=LARGEST)
}

/// A number of models, rolls or rounds.
pub(super) fn amount(node: &Node) -> Result<u32, Diagnostic> {
    node.whole(0..=MOST)
}

/// A number of things of which there is at least one.
pub(super) fn some(node: &Node) -> Result<u32, Diagnostic> {
    node.whole(1..=MOST)
}

/// Inches.
pub(super) fn length(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=LONGEST)
}

/// Inches either way.
pub(super) fn coordinate(node: &Node) -> Result<f64, Diagnostic> {
    node.number(-LONGEST..=LONGEST)
}

/// The weapon that stands in `node`, of the kind needed.
fn weapon<'c>(codex: &'c Codex, kind: WeaponKind, node: &Node) -> Result<&'c Weapon, Diagnostic> {
    let name = node.text()?;
    let fits = codex.weapons.iter().filter(|weapon| weapon.kind == kind).map(|weapon| weapon.key.as_str());
    match codex.weapon(name) {
        Some(weapon) if weapon.kind == kind => Ok(weapon),
        Some(_) => {
            let kind = kind_word(kind);
            Err(node.locate(Diagnostic::new(format!("`{name}` is no {kind} weapon")).allowing(fits).rule("DP-SHT-01")))
        }
        None => Err(node.locate(Diagnostic::unknown("weapon", name, fits))),
    }
}

fn kind_word(kind: WeaponKind) -> &'static str {
    match kind {
        WeaponKind::Close => "close-combat",
        WeaponKind::Ranged => "ranged",
    }
}

/// Complains about a template where none can be used.
fn refuse_area(weapon: &Weapon) -> Diagnostic {
    Diagnostic::new(format!("`{}` is an area weapon; name another, or ask `aoe-attack`", weapon.key)).rule("DP-AOE-01")
}

impl<'n, 'c> Inputs<'n, '_, 'c> {
    /// Notes what is wrong; none when something is.
    fn sound<T>(&mut self, found: Result<T, Diagnostic>) -> Option<T> {
        found.map_err(|diagnostic| self.table.diagnostics().push(diagnostic.within("inputs"))).ok()
    }

    /// A unit, or the usual one.
    pub(super) fn unit(&mut self, key: &'static str) -> Option<&'c Unit> {
        self.unit_or(key, USUAL_UNIT)
    }

    /// A unit, or the default; a codex need not have the default.
    pub(super) fn unit_or(&mut self, key: &'static str, default: &str) -> Option<&'c Unit> {
        let codex = self.codex;
        let find = |name: &str| codex.unit(name).ok_or_else(|| Diagnostic::unknown("unit", name, codex.unit_keys()));
        let found = match self.table.node(key) {
            Some(node) => node.text().and_then(|name| find(name).map_err(|diagnostic| node.locate(diagnostic))),
            None => find(default).map_err(|diagnostic| diagnostic.within(&format!("default of `{key}`"))),
        };
        self.sound(found)
    }

    /// A number, or the default.
    pub(super) fn number(&mut self, key: &'static str, default: i32) -> i32 {
        self.table.or(key, default, attribute)
    }

    /// A number of models, rolls or rounds, or the default.
    pub(super) fn count(&mut self, key: &'static str, default: u32) -> u32 {
        self.table.or(key, default, amount)
    }

    /// `rules`, or the defaults.
    pub(super) fn rules(&mut self) -> Rules {
        let mut rules = Rules::default();
        if let Some(node) = self.table.node(RULES.name) {
            switches::from_table(node, self.table.diagnostics(), |name, value| rules.set(name, value));
        }
        rules
    }

    /// A rule that is a key of its own; it stands above the same rule in `rules`.
    pub(super) fn rule(&mut self, key: &'static str, rules: &mut Rules) {
        let set = |node: &Node| {
            let value = node.switch()?;
            rules.set(key, &value).map_err(|diagnostic| node.locate(diagnostic))
        };
        self.table.optional(key, set);
    }

    /// The switches about what a suppressed model does.
    pub(super) fn suppression(&mut self, rules: &mut Rules) -> (SuppressionInOwnActivation, SuppressedInCombat) {
        self.rule(OWN_ACTIVATION.name, rules);
        self.rule(IN_COMBAT.name, rules);
        (rules.suppression_in_own_activation, rules.suppressed_in_combat)
    }

    /// The attacker block.
    pub(super) fn attacker(&mut self, need: Need) -> Option<Attacker> {
        let codex = self.codex;
        let kind = if need == Need::Close { WeaponKind::Close } else { WeaponKind::Ranged };
        let unit = self.unit(ATTACKER[0].name);
        let named = self.table.node("weapon").map(|node| weapon(codex, kind, node));
        let skill = self.table.optional("skill", attribute);
        let range = self.table.optional("range", |node| node.number(SHORTEST_RANGE..=LONGEST));
        let strength = self.table.optional("strength", attribute);
        let strength_blast = self.table.optional("strength-blast", attribute);
        let aoe = self.table.optional("aoe", length);
        let accuracy = self.table.optional("accuracy", attribute);
        let leadership_modifier = self.table.optional("leadership-modifier", attribute);
        let unit = unit?;

        let usual = if need == Need::Area { codex.weapon(USUAL_AREA_WEAPON) } else { codex.first_weapon(unit, kind) };
        let found = named.unwrap_or_else(|| {
            let lacks = || Diagnostic::new(format!("`{}` has no {} weapon; name one", unit.key, kind_word(kind)));
            usual.ok_or_else(|| lacks().rule("DP-ARM-05"))
        });
        let found = self.sound(found);
        let own_skill = if kind == WeaponKind::Close { unit.close_combat } else { unit.ranged };
        let skill = skill.or(own_skill).ok_or_else(|| {
            let (name, kind) = (&unit.key, kind_word(kind));
            Diagnostic::new(format!("`{name}` has no skill for {kind} attacks; give one as `skill`")).rule("DP-ARM-05")
        });
        let (skill, found) = (self.sound(skill), found?);
        let weapon = Weapon {
            range: range.unwrap_or(found.range),
            strength: strength.unwrap_or(found.strength),
            strength_blast: strength_blast.or(found.strength_blast),
            aoe: aoe.unwrap_or(found.aoe),
            accuracy: accuracy.unwrap_or(found.accuracy),
            leadership_modifier: leadership_modifier.unwrap_or(found.leadership_modifier),
            ..found.clone()
        };
        let fits = match need {
            Need::Close | Need::Ranged if weapon.aoe > 0.0 => Err(refuse_area(&weapon)),
            Need::Area if weapon.aoe == 0.0 => {
                let diagnostic = Diagnostic::new(format!("`{}` is no area weapon", weapon.key));
                let areas = codex.weapons.iter().filter(|weapon| weapon.aoe > 0.0);
                Err(diagnostic.allowing(areas.map(|weapon| weapon.key.as_str())).rule("DP-AOE-01"))
            }
            _ => Ok(()),
        };
        self.sound(fits)?;
        Some(Attacker { skill: skill?, weapon })
    }

    /// The target block.
    pub(super) fn target(&mut self) -> Option<Target> {
        let unit = self.unit(TARGET[0].name);
        let defense = self.table.optional("defense", attribute);
        let armor = self.table.optional("armor", attribute);
        let leadership = self.table.optional("leadership", attribute);
        let wounds = self.table.optional("wounds", some);
        let dug_in = self.table.optional("dug-in", |node| node.whole(0..=LARGEST));
        let commander = self.table.optional("commander-leadership", attribute);
        let usual = Target::of(unit?);
        let target = Target {
            defense: defense.unwrap_or(usual.defense),
            armor: armor.unwrap_or(usual.armor),
            leadership: leadership.unwrap_or(usual.leadership),
            dug_in: dug_in.unwrap_or(usual.dug_in),
            wounds: wounds.unwrap_or(usual.wounds),
            base_radius: usual.base_radius,
        };
        Some(target.led(commander))
    }

    /// A unit as a target, with wounds and Commander under these keys.
    pub(super) fn model(
        &mut self,
        unit: Option<&Unit>,
        wounds: &'static str,
        commander: Option<&'static str>,
    ) -> Option<Target> {
        let wounds = self.table.optional(wounds, some);
        let commander = commander.and_then(|key| self.table.optional(key, attribute));
        let usual = Target::of(unit?);
        Some(Target { wounds: wounds.unwrap_or(usual.wounds), ..usual }.led(commander))
    }

    /// How a unit strikes in base contact with the weapon it has.
    pub(super) fn fighter(&mut self, unit: &Unit) -> Option<Attacker> {
        let armed = self.codex.first_weapon(unit, WeaponKind::Close).zip(unit.close_combat);
        let lacks = || Diagnostic::new(format!("`{}` cannot fight in close combat", unit.key)).rule("DP-ARM-05");
        let (weapon, skill) = self.sound(armed.ok_or_else(lacks))?;
        Some(Attacker { skill, weapon: weapon.clone() })
    }

    /// A ranged weapon without a template.
    fn firearm(&mut self, node: &Node) -> Option<&'c Weapon> {
        let found = weapon(self.codex, WeaponKind::Ranged, node)
            .and_then(|weapon| if weapon.aoe > 0.0 { Err(node.locate(refuse_area(weapon))) } else { Ok(weapon) });
        self.sound(found)
    }

    /// The weapon that a model fires, under this key. A model without a ranged weapon, or without the skill, fires none
    /// (DP-ARM-05).
    pub(super) fn main_firearm(&mut self, key: &'static str, unit: Option<&Unit>) -> Option<&'c Weapon> {
        if let Some(node) = self.table.node(key) {
            return self.firearm(node);
        }
        let usual = self.codex.first_weapon(unit?, WeaponKind::Ranged)?;
        self.sound(if usual.aoe > 0.0 { Err(refuse_area(usual)) } else { Ok(usual) })
    }

    /// The weapon that a model fires when it has moved, under this key; `none` is none, and so is a key left out.
    pub(super) fn fallback(&mut self, key: &'static str) -> Option<&'c Weapon> {
        let node = self.table.node(key).filter(|node| node.text() != Ok("none"))?;
        let weapon = self.firearm(node)?;
        if weapon.move_or_shoot {
            let message = format!("`{}` cannot be fired by a suppressed model, so it is no fallback", weapon.key);
            self.table.diagnostics().push(node.locate(Diagnostic::new(message).rule("DP-SHT-14")));
        }
        Some(weapon)
    }

    /// A grade of cover under this key.
    pub(super) fn grade(&mut self, key: &'static str, default: Grade, allowed: &[&str]) -> Grade {
        let choices: Vec<(&str, Grade)> = GRADES.into_iter().filter(|(word, _)| allowed.contains(word)).collect();
        self.table.or(key, default, |node| node.one_of("cover", &choices))
    }

    /// `distance`, `cover` and `hidden`.
    pub(super) fn line(&mut self, default_distance: f64) -> (f64, Cover) {
        let distance = self.table.or(DISTANCE.name, default_distance, length);
        let grade = self.grade(COVER.name, Grade::None, &GRADES.map(|(word, _)| word));
        let shares = [("half-or-more", false), ("less-than-half", true)];
        let partial = self.table.or(HIDDEN.name, false, |node| node.one_of("hidden share", &shares));
        (distance, Cover { grade, partial, more: 0 })
    }

    /// The shot block.
    pub(super) fn shot(&mut self) -> Shot {
        let modes =
            [("aimed", FireMode::Aimed), ("overwatch", FireMode::Overwatch), ("suppressing", FireMode::Suppressing)];
        self.shot_in(&modes)
    }

    /// The shot block of a resolution that knows only these modes; the first is the default.
    pub(super) fn shot_in(&mut self, modes: &[(&str, FireMode)]) -> Shot {
        let (distance, cover) = self.line(8.0);
        let mode = self.table.or("mode", modes[0].1, |node| node.one_of("mode", modes));
        Shot { distance, cover, mode, modifier: self.number(MODIFIER.name, 0) }
    }

    /// A list of tables under this key, each read by `read`.
    pub(super) fn tables<T>(
        &mut self,
        key: &'static str,
        node: Option<&'n Node>,
        read: impl Fn(&mut Inputs<'_, '_, 'c>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let codex = self.codex;
        let list = node.map_or(Ok(&[][..]), |node| match node.list()? {
            long if long.len() as i64 > MOST => {
                Err(node.locate(Diagnostic::new(format!("{} entries are more than {MOST}", long.len()))))
            }
            list => Ok(list),
        });
        let list = self.sound(list)?;
        let mut all = Vec::with_capacity(list.len());
        for (at, node) in list.iter().enumerate() {
            let Some(table) = TableReader::open(format!("`{key}[{at}]`"), node, self.table.diagnostics()) else {
                continue;
            };
            let mut one = Inputs { table, codex };
            all.extend(read(&mut one));
            one.table.close();
        }
        (all.len() == list.len()).then_some(all)
    }

    /// `shooters`: attacks on one target, and how many of each.
    pub(super) fn shooters(&mut self, rules: &Rules, target: Option<&Target>) -> Option<Vec<(Attack, u32)>> {
        let node = self.table.required_node(SHOOTERS.name);
        self.tables(SHOOTERS.name, node, |inputs| {
            let (attacker, shot, count) = (inputs.attacker(Need::Ranged), inputs.shot(), inputs.count("count", 1));
            let (attacker, target) = (attacker?, target?);
            Some((Attack::ranged(rules, attacker.skill, &attacker.weapon, &shot, target), count))
        })
    }
}
