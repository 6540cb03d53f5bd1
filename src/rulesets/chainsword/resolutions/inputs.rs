//! The inputs that resolutions share.

use serde_json::{Map, Value};

use crate::game::{self, Diagnostic, Diagnostics, InputDoc, Node, Priced, Sides, TableReader, switches};
use crate::rulesets::chainsword::codex::{Codex, Fighter, Kind, Team, Vehicle};
use crate::rulesets::chainsword::combat::command_dice::dice_at;
use crate::rulesets::chainsword::combat::melee::Combatant;
use crate::rulesets::chainsword::combat::shooting::{Firers, Line, MOST_LINES, Manner, Target, Volley, cover_save};
use crate::rulesets::chainsword::combat::vehicle::{Barrage, Hull};
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::rules::{FmTable, Rules, ShockShooting, ShockTrigger};
use crate::tabletop::plane::Point;

/// Most models of a team, and most dice of a line.
const MANY: i64 = 200;

/// Most Shock.
const MOST_SHOCK: i64 = 100;

/// Farthest distance in inches.
const FAR: f64 = 1000.0;

/// Skill of whoever is not named.
const PLAIN: u8 = 4;

const SAVE: &str = "0 for none, or 2 to 6";

pub(super) const DICE: InputDoc = input("dice", "Command Dice, 0 to 8", "5");
pub(super) const FORCE_MORALE: InputDoc =
    input("force-morale", "Force Morale, 1 to 12: it sets the number of dice", "none");
pub(super) const FM_TABLE: InputDoc = input("fm-table", "by-number, by-row", "by-number");
pub(super) const SHOCK_TRIGGER: InputDoc =
    input("shock-trigger", "save-step, armour-save, per-save, per-unsaved", "save-step");
pub(super) const SHOCK_SHOOTING: InputDoc = input("shock-shooting", "per-point, flat", "per-point");
pub(super) const SNAP: InputDoc = input("snap", "true: snap shots", "false");
pub(super) const UNDER_COVERING_FIRE: InputDoc = input("under-covering-fire", "true: the firer has -1 BS", "false");
pub(super) const INDIRECT: InputDoc = input("indirect", "true: blasts scatter by the full 2d6", "false");
pub(super) const AUTO_HIT: InputDoc = input("auto-hit", "true: no roll to hit", "false");
pub(super) const COVER: InputDoc = input("cover", SAVE, "0");

/// Keys of a target, in order.
pub(super) const TARGET: [InputDoc; 9] = [
    input("target", "unit or officer key", "none"),
    input("toughness", "1 to 10", "4, or of the target"),
    input("save", SAVE, "0, or of the target"),
    input("invulnerable", SAVE, "0, or of the target"),
    input("wounds", "of a model, 1 to 10", "1, or of the target"),
    input("models", "1 to 200", "5"),
    COVER,
    input("tactical", "true: it made a Tactical move", "false"),
    input("pinned", "true: it has gone to ground", "false"),
];

/// Keys of how a volley is fired, in order.
pub(super) const FIRING: [InputDoc; 6] = [
    input("shooter-shock", "Shock of the firers", "0"),
    SNAP,
    UNDER_COVERING_FIRE,
    INDIRECT,
    SHOCK_SHOOTING,
    SHOCK_TRIGGER,
];

/// Keys of what is fired, in order.
pub(super) const LINES: [InputDoc; 4] = [
    input("groups", "list of weapon lines; this or `team` is required", "none"),
    input("team", "unit.team: all its weapons", "none"),
    input("distance", "of the team, in inches", "12"),
    input("moved", "true: the team has moved", "false"),
];

/// Keys of one weapon line, in order.
pub(super) const LINE: [InputDoc; 16] = [
    input("weapon", "weapon key", "none"),
    input("firers", "models with the weapon, 0 to 200", "1"),
    input("distance", "inches to the target", "in range, beyond half of it"),
    input("moved", "true: heavy weapons fire snap shots", "false"),
    input("relentless", "true: moving does not matter", "false"),
    input("shots", "dice, 0 to 200", "1, or of the weapon"),
    input("bs", "1 to 10", "4"),
    input("strength", "1 to 10", "4, or of the weapon"),
    input("ap", "0 for none, or 1 to 6", "0, or of the weapon"),
    input("kind", "direct, template, small-blast, large-blast", "direct, or of the weapon"),
    input("twin-linked", "true: misses are thrown again", "false, or of the weapon"),
    input("ignores-cover", "true: no cover save", "false, or of the weapon"),
    input("skyfire", "true: full BS against zooming flyers", "false, or of the weapon"),
    SNAP,
    input("wound-on", SAVE, "0 for the chart, or of the weapon"),
    input("pen-dice", "1 or 2", "1, or of the weapon"),
];

/// Keys of a vehicle, in order.
pub(super) const VEHICLE: [InputDoc; 6] = [
    input("vehicle", "vehicle key", "none"),
    input("facing", "front, side, rear", "front"),
    input("armour", "10 to 14", "10, or of the vehicle"),
    input("hull-points", "1 to 30", "3, or of the vehicle"),
    input("open-topped", "true: damage rolls are one higher", "false, or of the vehicle"),
    COVER,
];

/// An input with its default.
pub(super) const fn input(name: &'static str, allowed: &'static str, default: &'static str) -> InputDoc {
    InputDoc { name, allowed, default }
}

/// An input that must be given.
pub(super) const fn required(name: &'static str, allowed: &'static str) -> InputDoc {
    input(name, allowed, "required")
}

/// A team that fires at another.
pub(super) const FIRE: Option<Sides> = Some(Sides { keys: ["team", "target"], mutual: false, support: [&[], &[]] });

/// A team that fires at a vehicle.
pub(super) const FIRE_AT_VEHICLE: Option<Sides> =
    Some(Sides { keys: ["team", "vehicle"], mutual: false, support: [&[], &[]] });

/// Two teams hand to hand.
pub(super) const PAIR: Option<Sides> =
    Some(Sides { keys: ["attacker", "defender"], mutual: true, support: [&[], &[]] });

/// Teams are priced by the model: the cost of the unit, shared equally among all its models. Vehicles have a price.
impl Priced for Codex {
    fn price(&self, inputs: &Map<String, Value>, key: &str) -> Option<f64> {
        const USUAL_MODELS: f64 = 5.0;
        let models = |team: &Team| team.weapons.iter().map(|(_, count)| f64::from(*count)).sum::<f64>();
        let each = |unit: &Fighter| unit.cost / unit.teams.iter().map(models).sum::<f64>().max(1.0);
        let side = inputs.get(key)?;
        if key == "team" {
            let (unit, team) = side.as_str()?.split_once('.')?;
            let unit = self.fighter(unit)?;
            let team = unit.teams.iter().find(|other| other.name == team)?;
            return Some(each(unit) * models(team));
        }
        if key == "vehicle" {
            return self.vehicle(side.as_str()?).map(|vehicle| vehicle.cost);
        }
        let name = side.as_str().or_else(|| side.get("unit")?.as_str())?;
        let count = side.get("models").or_else(|| inputs.get("models").filter(|_| key == "target"));
        Some(each(self.fighter(name)?) * count.map_or(Some(USUAL_MODELS), Value::as_f64)?)
    }
}

/// The inputs of one resolution, while they are read.
pub(super) type Inputs<'n, 'f, 'c> = game::Inputs<'n, 'f, 'c, Codex>;

/// How a volley is fired, and what Shock does before and after.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Firing {
    pub(super) manner: Manner,
    pub(super) shooter_shock: u16,
    pub(super) loss: ShockShooting,
    pub(super) trigger: ShockTrigger,
}

impl Firing {
    /// The volley of `lines` against `target`.
    pub(super) fn volley(&self, codex: &Codex, lines: &[Line], target: &Target) -> Volley {
        let volley = Volley::new(codex, lines, self.manner, target);
        Volley { shooter_shock: self.shooter_shock, loss: self.loss, trigger: self.trigger, ..volley }
    }

    /// The volley of `lines` against a vehicle.
    pub(super) fn barrage(&self, codex: &Codex, lines: &[Line]) -> Barrage {
        let barrage = Barrage::new(codex, lines, self.manner);
        Barrage { shooter_shock: self.shooter_shock, loss: self.loss, ..barrage }
    }
}

/// A flyer as it comes to a fight.
#[derive(Clone, Debug)]
pub(super) struct Flyer {
    pub(super) armour: u8,
    pub(super) side_armour: u8,
    pub(super) hull_points: u8,
    pub(super) open_topped: bool,
    pub(super) vector_dancer: bool,
    pub(super) lines: Vec<Line>,
}

/// A side of a melee, and what only it knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) combatant: Combatant,
    pub(super) charging: Option<bool>,
    pub(super) shock: u16,
    /// Move of a named unit.
    pub(super) speed: Option<u8>,
}

/// The word of a switch.
pub(super) fn switch<T: switches::Value + Default>(
    table: &mut TableReader<'_, '_>,
    key: &'static str,
    default: T,
) -> T {
    table.or(key, default, |node| {
        let word = node.text()?;
        T::read(word).ok_or_else(|| node.locate(Diagnostic::unknown(&format!("value of `{key}`"), word, T::allowed())))
    })
}

/// 0, or a number from `low` to 6.
fn zero_or(node: &Node, low: u8) -> Result<u8, Diagnostic> {
    let wanted =
        || Diagnostic::new(format!("expected 0, or a number from {low} to 6")).allowing([format!("0, {low} to 6")]);
    node.whole(0..=6).ok().filter(|need| *need == 0 || *need >= low).ok_or_else(|| node.locate(wanted()))
}

/// A save, or the die of a weapon that ignores strength; 0 for none.
pub(super) fn need(node: &Node) -> Result<u8, Diagnostic> {
    zero_or(node, 2)
}

/// Inches.
pub(super) fn inches(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=FAR)
}

/// Shock.
pub(super) fn shock(node: &Node) -> Result<u16, Diagnostic> {
    node.whole(0..=MOST_SHOCK)
}

/// Models of a team.
fn models(node: &Node) -> Result<u16, Diagnostic> {
    node.whole(1..=MANY)
}

fn stat(node: &Node) -> Result<u8, Diagnostic> {
    node.whole(1..=10)
}

/// The unit or officer that stands in `node`.
pub(super) fn fighter<'c>(codex: &'c Codex, node: &Node) -> Result<&'c Fighter, Diagnostic> {
    let name = node.text()?;
    let names = || codex.fighters.iter().map(|fighter| fighter.name.as_str());
    codex.fighter(name).ok_or_else(|| {
        node.locate(match codex.vehicle(name) {
            Some(_) => Diagnostic::new(format!("`{name}` is a vehicle, and a unit on foot is meant")).allowing(names()),
            None => Diagnostic::unknown("unit", name, names()),
        })
    })
}

/// The vehicle that stands in `node`.
fn vehicle<'c>(codex: &'c Codex, node: &Node) -> Result<&'c Vehicle, Diagnostic> {
    let name = node.text()?;
    let names = || codex.vehicles.iter().map(|vehicle| vehicle.name.as_str());
    codex.vehicle(name).ok_or_else(|| node.locate(Diagnostic::unknown("vehicle", name, names())))
}

/// A weapon line, flat or in a list; one who is not named has skill `bs`, and a `steady` one may move as it likes.
pub(super) fn line(codex: &Codex, table: &mut TableReader<'_, '_>, bs: u8, steady: bool) -> Line {
    let weapon = table.optional("weapon", |node| {
        let name = node.text()?;
        let names = || codex.weapons.iter().map(|weapon| weapon.name.as_str());
        codex.weapon(name).ok_or_else(|| node.locate(Diagnostic::unknown("weapon", name, names())))
    });
    let firers = Firers {
        models: table.or("firers", 1, |node| node.whole(0..=MANY)),
        bs: table.or("bs", bs, stat),
        distance: table.optional("distance", inches),
        moved: table.or("moved", false, Node::flag),
        relentless: table.or("relentless", false, Node::flag) || steady,
    };
    let plain = Line {
        shots: 1,
        bs: firers.bs,
        strength: 4,
        ap: 0,
        kind: Kind::Direct,
        twin_linked: false,
        ignores_cover: false,
        skyfire: false,
        snap: false,
        wound_on: 0,
        pen_dice: 1,
    };
    let base = weapon.map_or(plain, |weapon| Line::of(weapon, &firers));
    Line {
        shots: table.or("shots", base.shots, |node| node.whole(0..=MANY)),
        strength: table.or("strength", base.strength, stat),
        ap: table.or("ap", base.ap, |node| zero_or(node, 1)),
        kind: table.or("kind", base.kind, |node| node.one_of("kind", &Kind::ALL)),
        twin_linked: table.or("twin-linked", base.twin_linked, Node::flag),
        ignores_cover: table.or("ignores-cover", base.ignores_cover, Node::flag),
        skyfire: table.or("skyfire", base.skyfire, Node::flag),
        snap: table.or("snap", base.snap, Node::flag),
        wound_on: table.or("wound-on", base.wound_on, need),
        pen_dice: table.or("pen-dice", base.pen_dice, |node| node.whole(1..=2)),
        ..base
    }
}

/// A list of weapon lines.
pub(super) fn lines(codex: &Codex, node: &Node, steady: bool, diagnostics: &mut Diagnostics) -> Vec<Line> {
    let list = node.list().unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    });
    if list.len() > MOST_LINES {
        diagnostics
            .push(node.locate(Diagnostic::new(format!("{} weapon lines are more than {MOST_LINES}", list.len()))));
    }
    let read = |item| {
        let mut table = TableReader::open("a weapon line", item, diagnostics)?;
        let line = line(codex, &mut table, PLAIN, steady);
        table.close();
        Some(line)
    };
    list.iter().take(MOST_LINES).filter_map(read).collect()
}

/// `groups`, or `team` with `distance` and `moved`.
pub(super) fn volley_lines(codex: &Codex, table: &mut TableReader<'_, '_>) -> Vec<Line> {
    let (groups, team) = (table.node("groups"), table.node("team"));
    let distance = table.or("distance", 12.0, inches);
    let moved = table.or("moved", false, Node::flag);
    match (groups, team) {
        (Some(groups), None) => lines(codex, groups, false, table.diagnostics()),
        (None, Some(team)) => team_lines(codex, team, distance, moved).unwrap_or_else(|diagnostic| {
            table.diagnostics().push(diagnostic);
            Vec::new()
        }),
        (None, None) => {
            table.diagnostics().push(Diagnostic::new("a volley needs `groups` or `team`").within("inputs"));
            Vec::new()
        }
        (Some(groups), Some(_)) => {
            table
                .diagnostics()
                .push(groups.locate(Diagnostic::new("a volley is of `groups` or of a `team`, not of both")));
            Vec::new()
        }
    }
}

fn team_lines(codex: &Codex, node: &Node, distance: f64, moved: bool) -> Result<Vec<Line>, Diagnostic> {
    let text = node.text()?;
    let names = || {
        let of = |fighter: &'_ Fighter| -> Vec<String> {
            fighter.teams.iter().map(|team| format!("{}.{}", fighter.name, team.name)).collect()
        };
        codex.fighters.iter().flat_map(of)
    };
    let (unit, name) = text.split_once('.').unwrap_or((text, ""));
    let found = codex.fighter(unit).and_then(|unit| Some((unit, unit.teams.iter().find(|team| team.name == name)?)));
    let (unit, team) = found.ok_or_else(|| node.locate(Diagnostic::unknown("team", text, names())))?;
    let line = |(weapon, count): &(usize, u8)| {
        let firers = Firers {
            models: u16::from(*count),
            bs: unit.bs,
            distance: Some(distance),
            moved,
            relentless: unit.is("relentless"),
        };
        Line::of(&codex.weapons[*weapon], &firers)
    };
    Ok(team.weapons.iter().map(line).collect())
}

/// Keys of how a volley is fired, or those of `default`.
pub(super) fn firing(table: &mut TableReader<'_, '_>, default: Firing, triggers: bool) -> Firing {
    let manner = default.manner;
    Firing {
        shooter_shock: table.or("shooter-shock", default.shooter_shock, shock),
        manner: Manner {
            snap: table.or(SNAP.name, manner.snap, Node::flag),
            covering_fire: table.or(UNDER_COVERING_FIRE.name, manner.covering_fire > 0, Node::flag).into(),
            indirect: table.or(INDIRECT.name, manner.indirect, Node::flag),
        },
        loss: switch(table, SHOCK_SHOOTING.name, default.loss),
        trigger: if triggers { switch(table, SHOCK_TRIGGER.name, default.trigger) } else { default.trigger },
    }
}

/// A point of the table.
pub(super) fn point(node: &Node) -> Result<Point, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Point::new(x.number(-FAR..=FAR)?, y.number(-FAR..=FAR)?)),
        other => Err(node.locate(Diagnostic::new(format!("expected [x, y], found {} numbers", other.len())))),
    }
}

/// Points of the table.
pub(super) fn points(node: &Node) -> Result<Vec<Point>, Diagnostic> {
    node.list()?.iter().take(MANY as usize).map(point).collect()
}

impl<'c> Inputs<'_, '_, 'c> {
    /// `dice`, or those of `force-morale`.
    pub(super) fn dice(&mut self) -> u8 {
        let dice = self.table.or(DICE.name, 5, |node| node.whole(0..=8));
        let level = self.table.optional(FORCE_MORALE.name, |node| node.whole(1..=12));
        let table: FmTable = switch(&mut self.table, FM_TABLE.name, FmTable::default());
        level.map_or(dice, |level| dice_at(self.codex, level, table))
    }

    /// The target keys, and the named unit.
    pub(super) fn target(&mut self) -> (Target, Option<&'c Fighter>) {
        let codex = self.codex;
        let table = &mut self.table;
        let unit = table.optional("target", |node| fighter(codex, node));
        let of = |read: fn(&Fighter) -> u8, default: u8| unit.map_or(default, read);
        let toughness = table.or("toughness", of(|unit| unit.toughness, PLAIN), stat);
        let save = table.or("save", of(|unit| unit.save, 0), need);
        let invulnerable = table.or("invulnerable", of(|unit| unit.invulnerable, 0), need);
        let wounds = table.or("wounds", of(|unit| unit.wounds, 1), stat);
        let models = table.or("models", 5, models);
        let cover = table.or(COVER.name, 0, need);
        let tactical = table.or("tactical", false, Node::flag);
        let pinned = table.or("pinned", false, Node::flag);
        let tactical = if tactical { Rules::default().tactical_cover } else { 0 };
        let cover = cover_save(cover, tactical, pinned);
        (Target { toughness, save, invulnerable, wounds, models, cover }, unit)
    }

    /// The keys of a vehicle under fire.
    pub(super) fn hull(&mut self) -> Hull {
        let codex = self.codex;
        let table = &mut self.table;
        let vehicle = table.optional("vehicle", |node| vehicle(codex, node));
        let facing = table.or("facing", Facing::Front, |node| node.one_of("facing", &Facing::ALL));
        let armour = vehicle.map_or(10, |vehicle| vehicle.armour[facing as usize]);
        Hull {
            armour: table.or("armour", armour, |node| node.whole(10..=14)),
            points: table
                .or("hull-points", vehicle.map_or(3, |vehicle| vehicle.hull_points), |node| node.whole(1..=30)),
            open_topped: table.or("open-topped", vehicle.is_some_and(|vehicle| vehicle.is("open-topped")), Node::flag),
            cover: table.or(COVER.name, 0, need),
        }
    }

    /// A list of weapon lines under a key; none by default.
    pub(super) fn lines(&mut self, key: &'static str) -> Vec<Line> {
        let node = self.table.node(key);
        node.map(|node| lines(self.codex, node, false, self.table.diagnostics())).unwrap_or_default()
    }

    /// Direct fire from the ground at a flyer (CW-FLY-07): snap shots without skyfire.
    pub(super) fn anti_aircraft(&mut self) -> Vec<Line> {
        let Some(node) = self.table.node("aa") else { return Vec::new() };
        let mut lines = lines(self.codex, node, false, self.table.diagnostics());
        if lines.iter().any(|line| line.kind != Kind::Direct) {
            let diagnostic =
                Diagnostic::new("blasts and templates cannot be fired at zooming flyers").rule("CW-FLY-07");
            self.table.diagnostics().push(node.locate(diagnostic));
        }
        lines.iter_mut().for_each(|line| line.snap |= !line.skyfire);
        lines
    }

    /// A flyer: its key, or a table; a duellist has side armour and may dance.
    pub(super) fn flyer(&mut self, key: &'static str, duellist: bool) -> Option<Flyer> {
        let codex = self.codex;
        let node = self.table.required_node(key)?;
        let named = |node: &Node| {
            let flyer = vehicle(codex, node)?;
            if flyer.is("flyer") {
                Ok(flyer)
            } else {
                Err(node.locate(Diagnostic::new(format!("`{}` does not fly", flyer.name)).rule("CW-FLY-01")))
            }
        };
        let of = |unit: Option<&Vehicle>, facing: Facing| {
            let line = |at: &usize| {
                let bs = unit.map_or(PLAIN, |unit| unit.bs);
                Line::of(&codex.weapons[*at], &Firers { models: 1, bs, distance: None, moved: false, relentless: true })
            };
            let armour = |facing: Facing| unit.map(|unit| unit.armour[facing as usize]);
            Flyer {
                armour: armour(facing).unwrap_or(10),
                side_armour: armour(Facing::Side).unwrap_or(10),
                hull_points: unit.map_or(2, |unit| unit.hull_points),
                open_topped: unit.is_some_and(|unit| unit.is("open-topped")),
                vector_dancer: unit.is_some_and(|unit| unit.is("vector-dancer")),
                lines: unit.map_or_else(Vec::new, |unit| unit.weapons.iter().map(line).collect()),
            }
        };
        if node.text().is_ok() {
            return named(node)
                .map(|unit| of(Some(unit), Facing::Front))
                .map_err(|diagnostic| self.table.diagnostics().push(diagnostic))
                .ok();
        }
        let mut table = TableReader::open(format!("`{key}`"), node, self.table.diagnostics())?;
        let unit = table.optional("unit", named);
        let facing = table.or("facing", Facing::Front, |node| node.one_of("facing", &Facing::ALL));
        let base = of(unit, facing);
        let armour = |node: &Node| node.whole(10..=14);
        let own = table.optional("armour", armour);
        let (mut side_armour, mut vector_dancer) = (base.side_armour, base.vector_dancer);
        if duellist {
            // The side is as strong as the front of a flyer that is not named.
            let default = if unit.is_some() { side_armour } else { own.unwrap_or(base.armour) };
            side_armour = table.or("side-armour", default, armour);
            vector_dancer = table.or("vector-dancer", vector_dancer, Node::flag);
        }
        let hull_points = table.or("hull-points", base.hull_points, |node| node.whole(1..=30));
        let open_topped = table.or("open-topped", base.open_topped, Node::flag);
        let groups = table.node("groups");
        let lines = groups.map(|node| lines(codex, node, true, table.diagnostics()));
        table.close();
        Some(Flyer {
            armour: own.unwrap_or(base.armour),
            side_armour,
            hull_points,
            open_topped,
            vector_dancer,
            lines: lines.unwrap_or(base.lines),
        })
    }

    /// A side of a melee: a unit or officer key, or a table.
    pub(super) fn side(&mut self, key: &'static str) -> Option<Side> {
        let codex = self.codex;
        let node = self.table.required_node(key)?;
        if node.text().is_ok() {
            let unit = fighter(codex, node);
            return unit
                .map(|unit| of_unit(codex, unit))
                .map_err(|diagnostic| self.table.diagnostics().push(diagnostic))
                .ok();
        }
        let mut table = TableReader::open(format!("`{key}`"), node, self.table.diagnostics())?;
        let base = table.optional("unit", |node| fighter(codex, node)).map_or(PLAIN_SIDE, |unit| of_unit(codex, unit));
        let plain = base.combatant;
        let combatant = Combatant {
            ws: table.or("ws", plain.ws, stat),
            strength: table.or("strength", plain.strength, stat),
            toughness: table.or("toughness", plain.toughness, stat),
            wounds: table.or("wounds", plain.wounds, stat),
            initiative: table.or("initiative", plain.initiative, stat),
            attacks: table.or("attacks", plain.attacks, |node| node.whole(0..=20)),
            ld: table.or("ld", plain.ld, |node| node.whole(1..=12)),
            save: table.or("save", plain.save, need),
            invulnerable: table.or("invulnerable", plain.invulnerable, need),
            ap: table.or("ap", plain.ap, |node| zero_or(node, 1)),
            models: table.or("models", plain.models, models),
            fearless: table.or("fearless", plain.fearless, Node::flag),
            initiative_one: table.or("initiative-one", plain.initiative_one, Node::flag),
            assault_grenades: table.or("assault-grenades", plain.assault_grenades, Node::flag),
        };
        let (shock, charging) = (table.or("shock", 0, shock), table.optional("charging", Node::flag));
        table.close();
        Some(Side { combatant, charging, shock, speed: base.speed })
    }
}

/// A side that is not named.
const PLAIN_SIDE: Side = Side {
    combatant: Combatant {
        ws: PLAIN,
        strength: 4,
        toughness: 4,
        wounds: 1,
        initiative: 4,
        attacks: 1,
        ld: 8,
        save: 0,
        invulnerable: 0,
        ap: 0,
        models: 5,
        fearless: false,
        initiative_one: false,
        assault_grenades: false,
    },
    charging: None,
    shock: 0,
    speed: None,
};

/// Five models of a unit with its melee weapon.
fn of_unit(codex: &Codex, unit: &Fighter) -> Side {
    let weapon = &codex.melee_weapons[unit.melee_weapon];
    let combatant = Combatant {
        ws: unit.ws,
        strength: weapon.strength.unwrap_or((unit.strength * weapon.factor).min(10)),
        toughness: unit.toughness,
        wounds: unit.wounds,
        initiative: unit.initiative,
        attacks: unit.attacks + u8::from(unit.is("second-weapon")),
        ld: unit.ld,
        save: unit.save,
        invulnerable: unit.invulnerable,
        ap: weapon.ap,
        models: PLAIN_SIDE.combatant.models,
        fearless: unit.is("fearless"),
        initiative_one: weapon.unwieldy,
        assault_grenades: unit.is("assault-grenades"),
    };
    Side { combatant, speed: Some(unit.speed), ..PLAIN_SIDE }
}
