//! The choices of a situation, as written.

use super::expectation::Expectation;
use super::stage::read_hex;
use crate::game::{Fault, Faults, Form, Node};
use crate::rulesets::dogfaces::choices::{Aim, Choice, MOST_STEPS, Path, Shot};
use crate::rulesets::dogfaces::codex::FARTHEST;
use crate::rulesets::dogfaces::ledger::LEDGER;
use crate::rulesets::dogfaces::state::{Battle, Decision, UnitId};
use crate::tabletop::hex::{Direction, HexIndex};

/// The keys of which each written choice has exactly one.
const DEEDS: [&str; 15] = [
    "place",
    "mount",
    "move",
    "fly",
    "watch",
    "stand-down",
    "shoot",
    "attack",
    "fire",
    "hold",
    "end",
    "stand",
    "retreat",
    "proceed",
    "recover",
];

/// One entry of `choices`.
#[derive(Debug)]
pub(super) struct Written<'n> {
    /// The entry, for complaints.
    pub node: &'n Node,
    /// What is chosen: one choice, or for `attack` all its shots and the fire.
    pub choices: Vec<Choice>,
    /// Where the path starts, if there is one.
    pub start: Option<HexIndex>,
    /// What the dice show.
    pub dice: Vec<u8>,
    /// The rule that has to refuse it.
    pub refused: Option<&'static str>,
    /// What has to be true afterwards.
    pub expect: Expectation<'n>,
}

impl Written<'_> {
    /// Whether it is the forced choice that `decision` asks for.
    pub(super) fn is_forced(&self, decision: Decision) -> bool {
        matches!(
            (decision, &self.choices[..]),
            (Decision::Proceed, [Choice::Proceed]) | (Decision::Recover, [Choice::Recover])
        )
    }
}

/// Reads numbers on dice.
pub(super) fn read_dice(node: &Node) -> Result<Vec<u8>, Fault> {
    node.list()?.iter().map(|die| die.whole(1..=6)).collect()
}

/// A rule of the ledger, by its identifier.
pub(super) fn read_rule(node: &Node) -> Result<&'static str, Fault> {
    let id = node.text()?;
    let known = LEDGER.iter().map(|atom| atom.id).find(|known| *known == id);
    known.ok_or_else(|| {
        // All of them would be too many to read: those of the same subsystem are enough.
        let group = id.get(..6).unwrap_or_default();
        let fault = Fault::unknown("rule", id, LEDGER.iter().map(|atom| atom.id));
        let allowed = LEDGER.iter().map(|atom| atom.id).filter(|id| id.starts_with(group));
        node.fault(Fault { allowed: allowed.map(str::to_owned).collect(), ..fault })
    })
}

/// Finds what the file names in the position that it sets up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'b, 's> {
    /// The position.
    pub battle: &'b Battle<'s>,
}

impl Finder<'_, '_> {
    /// A unit, by its identifier.
    pub(super) fn unit(&self, node: &Node) -> Result<UnitId, Fault> {
        let name = node.text()?;
        self.battle.find(name).ok_or_else(|| node.fault(Fault::unknown("unit", name, self.battle.names())))
    }

    /// A hex.
    pub(super) fn hex(&self, node: &Node) -> Result<HexIndex, Fault> {
        read_hex(self.battle.setup, node)
    }

    fn direction(node: &Node) -> Result<Direction, Fault> {
        node.one_of("direction", &Direction::ALL.map(|direction| (direction.name(), direction)))
    }

    /// A path of hexes next to each other: its start, and the steps from there.
    fn path(&self, node: &Node) -> Result<(HexIndex, Path), Fault> {
        let hexes = node.list()?;
        if !(1..=MOST_STEPS).contains(&hexes.len()) {
            let message = format!("a path has its start and at most {} more hexes", MOST_STEPS - 1);
            return Err(node.fault(Fault::new(message)));
        }
        let start = self.hex(&hexes[0])?;
        let (mut at, mut path) = (start, Path::EMPTY);
        for node in &hexes[1..] {
            let to = self.hex(node)?;
            let neighbours = &self.battle.setup.field.neighbours[usize::from(at)];
            let Some(direction) = neighbours.iter().position(|hex| *hex == to) else {
                return Err(node.fault(Fault::new("this hex is not next to the one before it")));
            };
            path = path.then(Direction::ALL[direction]);
            at = to;
        }
        Ok((start, path))
    }

    /// A fire mode of a unit, by its name.
    pub(super) fn mode(&self, unit: UnitId, node: &Node, name: &str) -> Result<u8, Fault> {
        let profile = self.battle.profile(unit);
        let modes = profile.modes.iter().map(|mode| mode.name.as_str());
        profile.mode(name).ok_or_else(|| node.fault(Fault::unknown("fire mode", name, modes)))
    }

    /// A unit and perhaps its fire mode, as `A:andy` or `A:oscar:ap-grenade`.
    fn shooter(&self, node: &Node) -> Result<(UnitId, u8), Fault> {
        let text = node.text()?;
        match text.match_indices(':').nth(1) {
            None => Ok((self.unit(node)?, 0)),
            Some((at, _)) => {
                let unit = self.battle.find(&text[..at]);
                let unit = unit.ok_or_else(|| node.fault(Fault::unknown("unit", &text[..at], self.battle.names())))?;
                Ok((unit, self.mode(unit, node, &text[at + 1..])?))
            }
        }
    }

    fn aim(&self, node: &Node) -> Result<Aim, Fault> {
        if node.list().is_ok() { self.hex(node).map(Aim::Hex) } else { self.unit(node).map(Aim::Unit) }
    }

    /// Reads the list of choices.
    pub(super) fn script<'n>(&self, node: &'n Node, faults: &mut Faults) -> Vec<Written<'n>> {
        match node.list() {
            Ok(list) => list.iter().filter_map(|node| self.written(node, faults)).collect(),
            Err(fault) => {
                faults.push(fault);
                Vec::new()
            }
        }
    }

    fn written<'n>(&self, node: &'n Node, faults: &mut Faults) -> Option<Written<'n>> {
        let before = faults.len();
        let mut form = Form::open("the choice", node, faults)?;
        let deeds: Vec<&str> = DEEDS.into_iter().filter(|deed| form.node(deed).is_some()).collect();
        let dice = form.or("dice", Vec::new(), read_dice);
        let refused = form.optional("refused", read_rule);
        let expect = form.node("expect");
        let mut start = None;
        let choices = match deeds[..] {
            [deed] => self.choices(deed, &mut form, &mut start),
            _ => {
                let fault = Fault::new("a choice has exactly one of these keys").allowing(DEEDS);
                form.faults().push(node.fault(fault));
                None
            }
        };
        form.close();
        let expect = Expectation::read(*self, expect, faults);
        let choices = choices?;
        (faults.len() == before).then_some(Written { node, choices, start, dice, refused, expect })
    }

    fn choices(&self, deed: &str, form: &mut Form<'_, '_>, start: &mut Option<HexIndex>) -> Option<Vec<Choice>> {
        let unit = |node: &Node| self.unit(node);
        let certain = |node: &Node| match node.flag()? {
            true => Ok(()),
            false => Err(node.fault(Fault::new("only `true` makes sense here"))),
        };
        let choice = match deed {
            "place" => {
                let (unit, hex) = (form.optional("place", unit), form.required("at", |node| self.hex(node)));
                Choice::Place { unit: unit?, hex: hex? }
            }
            "mount" => {
                let (soldier, carrier) = (form.optional("mount", unit), form.required("on", unit));
                Choice::Mount { unit: soldier?, carrier: carrier? }
            }
            "move" => {
                let unit = form.optional("move", unit);
                let path = form.required("path", |node| self.path(node));
                let exit = form.or("exit", false, Node::flag);
                let (from, path) = path?;
                *start = Some(from);
                Choice::Move { unit: unit?, path: if exit { path.then_exit() } else { path } }
            }
            "fly" => {
                let unit = form.optional("fly", unit);
                let direction = form.required("direction", Self::direction);
                let length = form.required("length", |node| node.whole(1..=i64::from(FARTHEST)));
                Choice::Fly { unit: unit?, direction: direction?, length: length? }
            }
            "watch" => Choice::Watch { unit: form.optional("watch", unit)? },
            "stand-down" => Choice::StandDown { unit: form.optional("stand-down", unit)? },
            "shoot" => {
                let unit = form.optional("shoot", unit);
                let mode = form.required("mode", |node| self.mode(unit.unwrap_or(0), node, node.text()?));
                let aim = form.required("target", |node| self.aim(node));
                let splash = form.or("splash", Direction::East, Self::direction);
                Choice::Shoot(Shot { unit: unit?, mode: mode?, aim: aim?, splash })
            }
            "attack" => {
                let shooters = form.optional("attack", |node| {
                    let list = node.list()?;
                    if list.is_empty() {
                        return Err(node.fault(Fault::new("an attack needs somebody who shoots")));
                    }
                    list.iter().map(|node| self.shooter(node)).collect::<Result<Vec<_>, _>>()
                });
                let aim = form.required("target", |node| self.aim(node));
                let splash = form.or("splash", Direction::East, Self::direction);
                let (shooters, aim) = (shooters?, aim?);
                let shot = |(unit, mode): (UnitId, u8)| {
                    let flame = self.battle.is_flame(unit, mode);
                    let splash = if flame { splash } else { Direction::East };
                    Choice::Shoot(Shot { unit, mode, aim, splash })
                };
                return Some(shooters.into_iter().map(shot).chain([Choice::Fire]).collect());
            }
            "fire" => form.optional("fire", certain).map(|()| Choice::Fire)?,
            "hold" => form.optional("hold", certain).map(|()| Choice::Hold)?,
            "end" => {
                let phases = [("movement", Choice::EndMovement), ("attacks", Choice::EndAttacks)];
                form.optional("end", |node| node.one_of("phase", &phases))?
            }
            "stand" => form.optional("stand", Node::flag).map(|s| if s { Choice::Stand } else { Choice::GiveWay })?,
            "retreat" => {
                let (from, path) = form.optional("retreat", |node| self.path(node))?;
                *start = Some(from);
                Choice::Retreat { path }
            }
            "proceed" => form.optional("proceed", certain).map(|()| Choice::Proceed)?,
            _ => form.optional("recover", certain).map(|()| Choice::Recover)?,
        };
        Some(vec![choice])
    }
}
