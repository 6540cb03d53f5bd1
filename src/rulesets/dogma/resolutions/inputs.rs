//! The inputs that resolutions share.

use serde_json::{Map, Value};

use super::Rules;
use crate::game::{self, Diagnostic, InputDoc, Node, Priced, TableReader, switches};
use crate::rulesets::dogma::codex::{Codex, Type, Unit};
use crate::rulesets::dogma::codex_file::LARGEST_MODIFIER;
use crate::rulesets::dogma::combat::Fighter;

/// Most friends that an input may name as supporters of a ranged attack.
pub(super) const MOST_SUPPORTS: i64 = 6;

const UNIT: &str = "unit key";

pub(super) const RULES: InputDoc = InputDoc { name: "rules", allowed: "table of switch = value", default: "empty" };
pub(super) const SUPPORTS: InputDoc = InputDoc { name: "supports", allowed: "0 to 6", default: "0" };
pub(super) const COVER: InputDoc = flag("cover");
pub(super) const OPTIMAL: InputDoc =
    InputDoc { name: "optimal", allowed: "Optimal Target: auto, or yes and no, which alone decide", default: "auto" };

/// An input that must be given.
pub(super) const fn required(name: &'static str, allowed: &'static str) -> InputDoc {
    InputDoc { name, allowed, default: "required" }
}

/// A unit that must be given.
pub(super) const fn unit(name: &'static str) -> InputDoc {
    required(name, UNIT)
}

/// Something that is the case or, by default, not.
pub(super) const fn flag(name: &'static str) -> InputDoc {
    InputDoc { name, allowed: "true, false", default: "false" }
}

/// How a side is told: by a unit, or by numbers.
#[derive(Clone, Copy)]
pub(super) struct SideKeys {
    pub(super) unit: &'static str,
    modifier: &'static str,
    kind: &'static str,
}

pub(super) const ATTACKER: SideKeys =
    SideKeys { unit: "attacker", modifier: "attacker-modifier", kind: "attacker-type" };
pub(super) const DEFENDER: SideKeys =
    SideKeys { unit: "defender", modifier: "defender-modifier", kind: "defender-type" };

impl SideKeys {
    /// The inputs, `units` being the units that will do.
    pub(super) const fn docs(self, units: &'static str) -> [InputDoc; 3] {
        [
            InputDoc { name: self.unit, allowed: units, default: "required, or numbers" },
            InputDoc { name: self.modifier, allowed: "0 to 30, in the place of a unit", default: "none" },
            InputDoc { name: self.kind, allowed: "Type key or none, beside a modifier", default: "none" },
        ]
    }
}

impl Priced for Codex {
    fn price(&self, inputs: &Map<String, Value>, key: &str) -> Option<f64> {
        Some(self.unit(inputs.get(key)?.as_str()?)?.cost)
    }
}

/// The inputs of one resolution, while they are read.
pub(super) type Inputs<'n, 'f, 'c> = game::Inputs<'n, 'f, 'c, Codex>;

impl<'c> Inputs<'_, '_, 'c> {
    /// `rules`.
    pub(super) fn rules(&mut self) -> Rules {
        let mut rules = Rules::default();
        if let Some(node) = self.table.node(RULES.name) {
            switches::from_table(node, self.table.diagnostics(), |name, value| match name {
                _ if Rules::OF_RESOLUTIONS.contains(&name) => rules.set(name, value),
                _ => Err(Diagnostic::unknown("rule", name, Rules::OF_RESOLUTIONS)),
            });
        }
        rules
    }

    /// A side, told by a unit that `check` accepts or by numbers; `special` stands for a word in the place of a unit.
    pub(super) fn side_or<T: From<Fighter>>(
        &mut self,
        keys: SideKeys,
        special: Option<(&str, T)>,
        check: impl Fn(&Unit) -> Result<(), Diagnostic>,
    ) -> Option<T> {
        let codex = self.codex;
        let by_unit = self.table.node(keys.unit);
        let by_numbers = [self.table.node(keys.modifier), self.table.node(keys.kind)];
        match (by_unit, by_numbers) {
            (Some(_), [Some(other), _] | [_, Some(other)]) => {
                let message = format!("a side is given by `{}` or by numbers, not by both", keys.unit);
                self.table.diagnostics().push(other.locate(Diagnostic::new(message)));
                None
            }
            (Some(node), [None, None]) => {
                let read = |node: &Node| match special {
                    Some((word, side)) if node.text() == Ok(word) => Ok(side),
                    _ => {
                        let unit = named(codex, node)?;
                        check(unit).map_err(|diagnostic| node.locate(diagnostic))?;
                        Ok(Fighter::from(unit).into())
                    }
                };
                read(node).map_err(|diagnostic| self.table.diagnostics().push(diagnostic)).ok()
            }
            (None, [Some(modifier), kind]) => {
                let read = || -> Result<Fighter, Diagnostic> {
                    let modifier = modifier.whole(0..=LARGEST_MODIFIER)?;
                    let kind = kind.map_or(Ok(None), kind_or_none)?;
                    Ok(Fighter { modifier, kind, flyer: kind == Some(Type::AirSupport) })
                };
                read().map_err(|diagnostic| self.table.diagnostics().push(diagnostic)).ok().map(T::from)
            }
            (None, [None, kind]) => {
                let diagnostic = Diagnostic::new(format!("`{}` or `{}` is needed", keys.unit, keys.modifier));
                let diagnostic = diagnostic.allowing([keys.unit, keys.modifier]);
                let placed =
                    kind.map_or_else(|| diagnostic.clone().within("inputs"), |kind| kind.locate(diagnostic.clone()));
                self.table.diagnostics().push(placed);
                None
            }
        }
    }

    /// A unit that `check` accepts.
    pub(super) fn unit(
        &mut self,
        key: &'static str,
        check: impl Fn(&Unit) -> Result<(), Diagnostic>,
    ) -> Option<&'c Unit> {
        let codex = self.codex;
        self.table.required(key, |node| checked(codex, node, check))
    }

    /// A list of `least` to `most` units that `check` accepts; empty when it is left out, if that is allowed.
    pub(super) fn units(
        &mut self,
        key: &'static str,
        least: usize,
        most: usize,
        check: impl Fn(&Unit) -> Result<(), Diagnostic>,
    ) -> Option<Vec<&'c Unit>> {
        let codex = self.codex;
        let read = |node: &Node| bounded(node, least, most)?.iter().map(|item| checked(codex, item, &check)).collect();
        if least > 0 { self.table.required(key, read) } else { Some(self.table.or(key, Vec::new(), read)) }
    }

    /// A list of 1 to `most` tables, each read by `read`.
    pub(super) fn tables<T>(
        &mut self,
        key: &'static str,
        what: &str,
        most: usize,
        mut read: impl FnMut(&mut Inputs<'_, '_, 'c>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let nodes = self.table.required(key, |node| bounded(node, 1, most))?;
        Some(self.each(what, nodes, &mut read))
    }

    /// Reads each of `nodes` as a table.
    pub(super) fn each<T>(
        &mut self,
        what: &str,
        nodes: &[Node],
        read: &mut impl FnMut(&mut Inputs<'_, '_, 'c>) -> Option<T>,
    ) -> Vec<T> {
        let codex = self.codex;
        let mut all = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let Some(table) = TableReader::open(format!("{what} {at}"), node, self.table.diagnostics()) else {
                continue;
            };
            let mut one = Inputs { table, codex };
            all.extend(read(&mut one));
            one.table.close();
        }
        all
    }

    /// A whole number, 0 to `most`; 0 by default.
    pub(super) fn count(&mut self, key: &'static str, most: i64) -> u32 {
        self.table.or(key, 0, |node| node.whole(0..=most))
    }

    /// Something that is the case or, by default, not.
    pub(super) fn flag(&mut self, key: &'static str) -> bool {
        self.table.or(key, false, Node::flag)
    }

    /// `optimal`: what it says, or none when Types and positions decide.
    pub(super) fn optimal(&mut self) -> Option<bool> {
        let choices = [("auto", None), ("yes", Some(true)), ("no", Some(false))];
        self.table.or(OPTIMAL.name, None, |node| node.one_of("word for `optimal`", &choices))
    }
}

/// The items of a list that has `least` to `most` of them.
pub(super) fn bounded(node: &Node, least: usize, most: usize) -> Result<&[Node], Diagnostic> {
    let list = node.list()?;
    if (least..=most).contains(&list.len()) {
        return Ok(list);
    }
    let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
    Err(node.locate(Diagnostic::new(format!("expected {wanted} entries, found {}", list.len()))))
}

fn named<'c>(codex: &'c Codex, node: &Node) -> Result<&'c Unit, Diagnostic> {
    let name = node.text()?;
    let keys = codex.units.iter().map(|unit| unit.key.as_str());
    codex.unit(name).ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, keys)))
}

fn checked<'c>(
    codex: &'c Codex,
    node: &Node,
    check: impl Fn(&Unit) -> Result<(), Diagnostic>,
) -> Result<&'c Unit, Diagnostic> {
    let unit = named(codex, node)?;
    check(unit).map_err(|diagnostic| node.locate(diagnostic))?;
    Ok(unit)
}

fn kind_or_none(node: &Node) -> Result<Option<Type>, Diagnostic> {
    if node.text() == Ok("none") {
        return Ok(None);
    }
    node.one_of("type", &Type::CHOICES).map(Some)
}

/// Any unit will do.
pub(super) fn any(_: &Unit) -> Result<(), Diagnostic> {
    Ok(())
}

/// A unit that fires (DG-RNG-03).
pub(super) fn armed(unit: &Unit) -> Result<(), Diagnostic> {
    match unit.range {
        Some(_) => Ok(()),
        None => Err(Diagnostic::new(format!("`{}` makes no ranged attacks", unit.key)).rule("DG-RNG-03")),
    }
}

/// A unit that is no Air Support, which stays out of close combat (DG-AIR-06, DG-AIR-08).
pub(super) fn on_the_ground(unit: &Unit) -> Result<(), Diagnostic> {
    no_air_support(&unit.key, Some(unit.kind))
}

/// Refuses Air Support in close combat; `who` is it.
pub(super) fn no_air_support(who: &str, kind: Option<Type>) -> Result<(), Diagnostic> {
    match kind {
        Some(Type::AirSupport) => {
            Err(Diagnostic::new(format!("`{who}` is Air Support, which takes no part in close combat")).rule("R-56"))
        }
        _ => Ok(()),
    }
}
