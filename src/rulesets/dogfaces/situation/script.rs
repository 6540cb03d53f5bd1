//! The choices of a situation, as written.

use super::expectation::Check;
use super::stage::read_hex;
use crate::game::situation::{Expectation, ParsedChoice, Reader, certain};
use crate::game::{Diagnostic, Diagnostics, Node, RuleAtom, TableReader};
use crate::rulesets::dogfaces::choices::{Aim, Choice, MOST_STEPS, Path, Shot};
use crate::rulesets::dogfaces::codex::FARTHEST;
use crate::rulesets::dogfaces::ledger::LEDGER;
use crate::rulesets::dogfaces::state::{Battle, UnitId};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// The keys of which each written choice has exactly one.
const CHOICE_KEYS: [&str; 15] = [
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

/// Finds what the file names in the position that it sets up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'b, 's> {
    /// The position.
    pub battle: &'b Battle<'s>,
}

impl Finder<'_, '_> {
    /// A unit, by its identifier.
    pub(super) fn unit(&self, node: &Node) -> Result<UnitId, Diagnostic> {
        let name = node.text()?;
        self.battle.find(name).ok_or_else(|| node.fault(Diagnostic::unknown("unit", name, self.battle.names())))
    }

    /// A hex.
    pub(super) fn hex(&self, node: &Node) -> Result<HexIndex, Diagnostic> {
        read_hex(self.battle.setup, node)
    }

    fn direction(node: &Node) -> Result<Direction, Diagnostic> {
        node.one_of("direction", &Direction::ALL.map(|direction| (direction.name(), direction)))
    }

    /// Where a shot splashes that says nothing of it: a flame on the first side of its target that is on the map.
    fn usual_splash(&self, unit: UnitId, mode: u8, aim: Aim) -> Direction {
        let hex = match aim {
            Aim::Unit(target) => self.battle.unit(target).hex,
            Aim::Hex(hex) => hex,
        };
        if hex == NOWHERE || !self.battle.is_flame(unit, mode) {
            return Direction::East;
        }
        self.battle.setup.field.side_on_the_map(hex)
    }

    /// A path of hexes next to each other: its start, and the steps from there.
    fn path(&self, node: &Node) -> Result<(HexIndex, Path), Diagnostic> {
        let hexes = node.list()?;
        if !(1..=MOST_STEPS).contains(&hexes.len()) {
            let message = format!("a path has its start and at most {} more hexes", MOST_STEPS - 1);
            return Err(node.fault(Diagnostic::new(message)));
        }
        let start = self.hex(&hexes[0])?;
        let (mut at, mut path) = (start, Path::EMPTY);
        for node in &hexes[1..] {
            let to = self.hex(node)?;
            let neighbours = &self.battle.setup.field.neighbours[usize::from(at)];
            let Some(direction) = neighbours.iter().position(|hex| *hex == to) else {
                return Err(node.fault(Diagnostic::new("this hex is not next to the one before it")));
            };
            path = path.then(Direction::ALL[direction]);
            at = to;
        }
        Ok((start, path))
    }

    /// A fire mode of a unit, by its name.
    pub(super) fn mode(&self, unit: UnitId, node: &Node, name: &str) -> Result<u8, Diagnostic> {
        let profile = self.battle.profile(unit);
        let modes = profile.modes.iter().map(|mode| mode.name.as_str());
        profile.mode(name).ok_or_else(|| node.fault(Diagnostic::unknown("fire mode", name, modes)))
    }

    /// A unit and perhaps its fire mode, as `A:andy` or `A:oscar:ap-grenade`.
    fn shooter(&self, node: &Node) -> Result<(UnitId, u8), Diagnostic> {
        let text = node.text()?;
        match text.match_indices(':').nth(1) {
            None => Ok((self.unit(node)?, 0)),
            Some((at, _)) => {
                let unit = self.battle.find(&text[..at]);
                let unit =
                    unit.ok_or_else(|| node.fault(Diagnostic::unknown("unit", &text[..at], self.battle.names())))?;
                Ok((unit, self.mode(unit, node, &text[at + 1..])?))
            }
        }
    }

    fn aim(&self, node: &Node) -> Result<Aim, Diagnostic> {
        if node.list().is_ok() { self.hex(node).map(Aim::Hex) } else { self.unit(node).map(Aim::Unit) }
    }
}

impl Reader for Finder<'_, '_> {
    type Choice = Choice;
    type Check = Check;
    const CHOICE_KEYS: &'static [&'static str] = &CHOICE_KEYS;
    const LEDGER: &'static [RuleAtom] = LEDGER;

    fn expectation<'n>(&self, node: Option<&'n Node>, faults: &mut Diagnostics) -> Expectation<'n, Check> {
        Expectation::read(*self, node, faults)
    }

    fn choices<'n>(
        &self,
        key: &'static str,
        form: &mut TableReader<'n, '_>,
    ) -> Option<ParsedChoice<'n, Choice, Check>> {
        let mut before = Expectation::default();
        let unit = |node: &Node| self.unit(node);
        let choice = match key {
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
                let path = form.required("path", |node| Ok((node, self.path(node)?)));
                let exit = form.or("exit", false, Node::flag);
                let (node, (from, path)) = path?;
                before.checks.push((node, Check::Start(unit, from)));
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
                let splash = form.optional("splash", Self::direction);
                let (unit, mode, aim) = (unit?, mode?, aim?);
                let splash = splash.unwrap_or_else(|| self.usual_splash(unit, mode, aim));
                Choice::Shoot(Shot { unit, mode, aim, splash })
            }
            "attack" => {
                let shooters = form.optional("attack", |node| {
                    let list = node.list()?;
                    if list.is_empty() {
                        return Err(node.fault(Diagnostic::new("an attack needs somebody who shoots")));
                    }
                    list.iter().map(|node| self.shooter(node)).collect::<Result<Vec<_>, _>>()
                });
                let aim = form.required("target", |node| self.aim(node));
                let splash = form.optional("splash", Self::direction);
                let (shooters, aim) = (shooters?, aim?);
                let shot = |(unit, mode): (UnitId, u8)| {
                    let flame = self.battle.is_flame(unit, mode);
                    let splash = splash.filter(|_| flame).unwrap_or_else(|| self.usual_splash(unit, mode, aim));
                    Choice::Shoot(Shot { unit, mode, aim, splash })
                };
                return Some((shooters.into_iter().map(shot).chain([Choice::Fire]).collect(), before));
            }
            "fire" => form.optional("fire", certain).map(|()| Choice::Fire)?,
            "hold" => form.optional("hold", certain).map(|()| Choice::Hold)?,
            "end" => {
                let phases = [("movement", Choice::EndMovement), ("attacks", Choice::EndAttacks)];
                form.optional("end", |node| node.one_of("phase", &phases))?
            }
            "stand" => form.optional("stand", Node::flag).map(|s| if s { Choice::Stand } else { Choice::GiveWay })?,
            "retreat" => {
                let (node, (from, path)) = form.optional("retreat", |node| Ok((node, self.path(node)?)))?;
                before.checks.push((node, Check::Start(None, from)));
                Choice::Retreat { path }
            }
            "proceed" => form.optional("proceed", certain).map(|()| Choice::Proceed)?,
            _ => form.optional("recover", certain).map(|()| Choice::Recover)?,
        };
        Some((vec![choice], before))
    }
}
