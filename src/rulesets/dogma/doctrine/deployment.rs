//! Nominations, deployment and Artillery (D-04 to D-06).
//!
//! A Force deploys in lines of up to four abreast, each of one speed so that nobody slows the others down: two ranks deep
//! with room for a recoil between them, from the centre outwards, the fast ones on the wings; carriers however fast stay in the
//! middle, with those whom they carry.

use crate::rulesets::dogma::tactics;
use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::observation::decides;
use crate::game::{Game, Side};
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::codex::{Scenario, Type};
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_IN_GROUP, NOBODY, Pose, UnitSet, bit, members};
use crate::tabletop::plane::{Base, Facing, Point, nearer_than};

/// Weight of `reserve` from which infantry with Special Forces waits off the table.
const WAITS: f64 = 1.5;

/// Speed from which Elements deploy on the wings, inches.
const FAST: f64 = 5.0;

/// Room between lines, inches.
const GAP: f64 = 0.4;

/// Steps in which places along a rank are tried, inches.
const STEP: f64 = 0.8;

/// Those that are being deployed side by side, and where.
#[derive(Clone, Debug, Default)]
pub struct Row {
    left: ArrayVec<(ElementId, Pose), MOST_IN_GROUP>,
}

impl ScriptedPlayer {
    /// Who bears the flag: somebody hard to destroy who is not needed in front.
    pub(super) fn name_bearer(&self, battle: &Battle<'_>) -> Choice {
        best(battle, |choice| {
            let Choice::Bearer { element } = choice else { return None };
            let profile = battle.profile(element);
            let value = profile.value as f64 / 1000.0;
            let flies = if profile.flyer { 1.0 } else { 0.0 };
            Some(f64::from(profile.modifier) - 0.3 * value - 0.2 * profile.speed - flies)
        })
    }

    /// Where the own marker goes: as near to the centre as may be, where one base covers both.
    pub(super) fn place_marker(&self, battle: &Battle<'_>) -> Choice {
        let centre = battle.progress.centre.unwrap_or(battle.table().middle());
        let ahead = ahead(battle, battle.decider);
        let least = battle.setup.rules.control_marker_min_distance;
        for step in 0..12 {
            let choice = Choice::Marker { at: centre + ahead.ahead() * (least + 0.3 + 0.5 * f64::from(step)) };
            if battle.check(choice).is_ok() {
                return choice;
            }
        }
        best(battle, |choice| {
            let Choice::Marker { at } = choice else { return None };
            Some(-at.distance(centre))
        })
    }

    /// Which Group Artillery hits: where it destroys most.
    pub(super) fn barrage(&self, battle: &Battle<'_>) -> Choice {
        best(battle, |choice| {
            let Choice::Barrage { group } = choice else { return None };
            let worth = group.iter().map(|element| {
                let it = battle.element(element);
                let chances = battle.setup.odds.artillery(it.kind, battle.in_cover(element));
                battle.profile(element).value as f64 * (chances.destroyed + super::observation::SHAKEN * chances.shaken)
            });
            Some(worth.sum())
        })
    }

    /// The next Element of the own Force: into reserve, into an APC, or onto the table.
    pub(super) fn deploy(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.decider;
        while let Some((element, pose)) = self.row.left.pop() {
            let choice = Choice::Deploy { element, pose };
            if battle.check(choice).is_ok() {
                return choice;
            }
        }
        let force = battle.force(side);
        let own = |element: &ElementId| battle.element(*element).carrier == NOBODY;
        let mounts = || if self.without.has(tactics::RIDING) { None } else { mounts(battle, side) };
        if let Some(choice) = self.keeps_back(battle, side).or_else(mounts) {
            return choice;
        }
        let open: UnitSet = members(side, force.undeployed).filter(own).collect();
        let line = next_line(battle, side, if open.is_empty() { force.undeployed } else { open });
        self.row = self.place_line(battle, side, &line);
        match self.row.left.pop() {
            Some((element, pose)) => Choice::Deploy { element, pose },
            // No room for the line: anywhere, one by one.
            None => best(battle, |choice| {
                let Choice::Deploy { pose, .. } = choice else { return None };
                Some(-(pose.centre.x - 0.5 * battle.setup.size.width).abs())
            }),
        }
    }

    /// Keeps infantry in reserve, where the list leaves it to the player and the doctrine waits (DG-DOG-04).
    fn keeps_back(&self, battle: &Battle<'_>, side: Side) -> Option<Choice> {
        let force = battle.force(side);
        if self.without.has(tactics::RESERVES)
            || force.reserve_planned
            || self.weights.reserve < WAITS
            || !battle.has_dogma(side, Dogma::SpecialForces)
        {
            return None;
        }
        let infantry = members(side, force.undeployed).filter(|element| *element != force.commander);
        infantry.map(|element| Choice::Reserve { element }).find(|choice| battle.check(*choice).is_ok())
    }

    /// Where a line deploys: the first place along its ranks where there is room for all.
    fn place_line(&self, battle: &Battle<'_>, side: Side, line: &ArrayVec<ElementId, MOST_IN_GROUP>) -> Row {
        let mut row = Row::default();
        let Some(&first) = line.first() else { return row };
        let (width, base) = (battle.setup.size.width, battle.setup.side);
        let profile = battle.profile(first);
        let wing = if profile.speed > FAST && !profile.carries { 0.3 * width } else { 0.0 };
        for y in self.ranks(battle, side, line) {
            let steps = (width / STEP) as i32;
            for step in 0..=2 * steps {
                // 0, +1, -1, +2, -2 and so on.
                let aside = STEP * f64::from((step + 1) / 2) * if step % 2 == 0 { -1.0 } else { 1.0 };
                let aside = aside + if aside >= 0.0 { wing } else { -wing };
                let left = 0.5 * (width - base * (line.len() as f64 - 1.0)) + aside;
                let right = left + base * (line.len() as f64 - 1.0);
                row.left.clear();
                if left < 0.5 * base || right > width - 0.5 * base {
                    continue;
                }
                for (place, element) in line.iter().enumerate() {
                    let own = Point::new(left + base * place as f64, y);
                    let pose = Pose::new(on_table(battle, side, own), ahead(battle, side));
                    if !fits(battle, side, *element, pose) {
                        break;
                    }
                    row.left.push((*element, pose));
                }
                if row.left.len() == line.len() {
                    return row;
                }
            }
        }
        row.left.clear();
        row
    }

    /// How far from the own edge a line may deploy, the best first.
    fn ranks(&self, battle: &Battle<'_>, side: Side, line: &[ElementId]) -> ArrayVec<f64, 6> {
        let (depth, base) = (battle.setup.rules.deploy_depth, battle.setup.side);
        let front = depth - 0.5 * base - 0.005;
        let rear = front - base - battle.setup.rules.recoil_inches.inches() - 0.05;
        let mut ranks = ArrayVec::new();
        // Nor does a Commander stand there, whose loss costs a point every turn.
        let scouts = battle.has_dogma(side, Dogma::Scout)
            && !line.contains(&battle.force(side).commander)
            && line.iter().all(|element| battle.profile(*element).kind == Type::Assault);
        // DG-DOG-06; whoever moves second would stand there for the enemy to shoot at.
        if scouts && side == battle.aggressor && self.weights.press >= 0.8 {
            ranks.push(0.5 * battle.setup.size.depth - 0.5 * base - 0.05);
        }
        let precious = line.iter().any(|element| decides(battle, *element));
        ranks.extend(if precious { [rear, front] } else { [front, rear] });
        // Where both ranks are full, in between.
        ranks.extend([0.5 * base + 0.05, front - base - 0.05]);
        ranks
    }
}

/// The best of the choices that the game shows; `worth` is none for those that are not meant.
fn best(battle: &Battle<'_>, worth: impl Fn(Choice) -> Option<f64>) -> Choice {
    let mut best: Option<(f64, Choice)> = None;
    let mut any = Choice::Roll;
    battle.choices(&mut |choice| {
        any = choice;
        if let Some(worth) = worth(choice)
            && best.is_none_or(|(other, _)| worth > other)
        {
            best = Some((worth, choice));
        }
    });
    best.map_or(any, |(_, choice)| choice)
}

/// Puts somebody into an APC, where the list leaves it to the player: whoever is slow, once the APCs are deployed.
fn mounts(battle: &Battle<'_>, side: Side) -> Option<Choice> {
    let force = battle.force(side);
    if force.mounts_planned {
        return None;
    }
    let apcs = members(side, force.table).filter(|one| battle.profile(*one).carries);
    for apc in apcs {
        let riders = members(side, force.undeployed).filter(|one| *one != force.commander);
        let riders = riders.filter(|one| battle.profile(*one).may_ride && !decides(battle, *one));
        let choices = riders.map(|element| (battle.profile(element).speed, Choice::Mount { element, apc }));
        let legal = choices.filter(|(_, choice)| battle.check(*choice).is_ok());
        if let Some((_, choice)) = legal.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
            return Some(choice);
        }
    }
    None
}

/// Up to four of one speed that deploy abreast: carriers before their passengers, the slow before the fast; where the middle of
/// the table decides, the dear before the cheap, for whoever comes first stands across from it.
pub(super) fn next_line(battle: &Battle<'_>, side: Side, set: UnitSet) -> ArrayVec<ElementId, MOST_IN_GROUP> {
    let mut line = ArrayVec::new();
    let for_the_middle = matches!(battle.scenario, Scenario::KingOfTheHill | Scenario::Control);
    let key = |element: &ElementId| {
        let profile = battle.profile(*element);
        let first = !profile.carries;
        (first, profile.speed, battle.element(*element).kind)
    };
    let by_key = |a: &ElementId, b: &ElementId| {
        let ((carries, speed, kind), (other_carries, other_speed, other_kind)) = (key(a), key(b));
        let value = |element: &ElementId| if for_the_middle { battle.profile(*element).value } else { 0 };
        carries
            .cmp(&other_carries)
            .then(value(b).cmp(&value(a)))
            .then(speed.total_cmp(&other_speed))
            .then(kind.cmp(&other_kind))
    };
    let Some(first) = members(side, set).min_by(by_key) else { return line };
    let (carries, speed, _) = key(&first);
    let alike = |element: &ElementId| key(element).0 == carries && key(element).1 == speed;
    let count = members(side, set).filter(alike).count();
    let most = usize::from(battle.setup.rules.group_max).max(1);
    // Seven make a line of four and one of three.
    let wanted = count.div_ceil(count.div_ceil(most));
    let mut left = set;
    while line.len() < wanted.min(MOST_IN_GROUP) {
        let Some(next) = members(side, left).filter(alike).min_by(by_key) else { break };
        line.push(next);
        left &= !bit(next);
    }
    line
}

/// Straight towards the enemy edge.
fn ahead(battle: &Battle<'_>, side: Side) -> Facing {
    if side == battle.aggressor { Facing::NORTH } else { Facing::SOUTH }
}

/// A point that a side sees from its own edge, on the table.
fn on_table(battle: &Battle<'_>, side: Side, own: Point) -> Point {
    if side == battle.aggressor {
        own
    } else {
        Point::new(battle.setup.size.width - own.x, battle.setup.size.depth - own.y)
    }
}

/// Whether an Element may deploy there with some room to the lines that stand already.
fn fits(battle: &Battle<'_>, side: Side, element: ElementId, pose: Pose) -> bool {
    let base: Base = battle.base_at(pose);
    !battle.on_the_table(side).any(|other| nearer_than(&base, battle.base(other), GAP))
        && battle.check(Choice::Deploy { element, pose }).is_ok()
}
