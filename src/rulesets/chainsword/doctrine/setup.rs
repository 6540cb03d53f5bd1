//! Before the first Phase: support, works, early infiltrators. Markers and points have pages of their own.

use super::{Pick, Script};
use crate::dice::SeededDice;
use crate::game::Side;
use crate::rulesets::chainsword::choices::{Choice, Decision};
use crate::rulesets::chainsword::codex::{Rank, Scenario};
use crate::rulesets::chainsword::setup_step::SetUpChoice;
use crate::rulesets::chainsword::setup_step::purchase::Purchase;
use crate::rulesets::chainsword::state::Battle;
use crate::rulesets::chainsword::support::SupportItem;
use crate::tabletop::plane::{Area, Point, Vector};

/// What a preliminary barrage is worth in points: the enemy loses a third of his deployments for a whole Turn.
const BARRAGE: f64 = 160.0;

/// What an adjutant of a warlord is worth, and of another officer.
const ADJUTANTS: [f64; 2] = [45.0, 32.0];

/// What a flyer is worth of its value: it is on the table half of the time.
const FLYER: f64 = 0.7;

/// What a trench and a field of mines are worth to a defender.
const WORKS: [f64; 2] = [28.0, 44.0];

/// Inches from the middle line at which a defender digs in, and at which he lays mines.
const DEPTHS: [f64; 2] = [10.0, 4.0];

/// What it costs a defender who is set up early to be an inch farther from what decides, in inches of ground.
const STAYS: f64 = 0.5;

/// Inches behind the attacker's foremost point at which the defender of The Probe awaits him.
const BEHIND: f64 = 6.0;

impl Script {
    /// Support, works, markers, early infiltrators, points.
    pub(super) fn set_up(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        match battle.decision {
            Decision::StartingRolls => Some(Choice::SetUp(SetUpChoice::Roll)),
            Decision::Purchase => self.purchase(battle, chance),
            Decision::PlaceSupport => self.place_work(battle, chance),
            Decision::MarkerCount => self.marker_count(battle),
            Decision::PlaceMarker => self.place_marker(battle, chance),
            Decision::MarkerMove => self.move_marker(battle, chance),
            Decision::Infiltrate => self.infiltrate(battle, chance),
            Decision::PlacePoint => self.place_point(battle, chance),
            _ => None,
        }
    }

    /// What is bought next: what is worth most for the points that there are.
    fn purchase(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let mut pick = Pick::new();
        battle.visit_set_up(&mut |choice| {
            if let SetUpChoice::Buy(purchase) = choice {
                pick.take(self.worth_of_purchase(battle, purchase), Choice::SetUp(choice), chance);
            }
        });
        pick.best().or(Some(Choice::Pass))
    }

    fn worth_of_purchase(&self, battle: &Battle<'_>, purchase: Purchase) -> f64 {
        let defends = battle.decider == Side::B && battle.layout().has_roles();
        match purchase {
            Purchase::Item(SupportItem::PreliminaryBarrage) => BARRAGE,
            Purchase::Item(SupportItem::Entrenchment) if defends => WORKS[0],
            Purchase::Item(SupportItem::Minefield) if defends => WORKS[1],
            Purchase::Adjutant(officer) => ADJUTANTS[usize::from(battle.profile(officer).rank != Some(Rank::Warlord))],
            Purchase::Unit { profile, option, .. } => {
                let (codex, unit) = (&battle.setup.codex, &battle.setup.profiles[usize::from(profile)]);
                let value = codex.unit_type(profile.into()).value()
                    + codex.options.get(usize::from(option)).map_or(0.0, |option| option.value);
                if unit.role == "flyer" { FLYER * value } else { value }
            }
            _ => 0.0,
        }
    }

    /// Where a work lies: before the ground that the enemy must take.
    fn place_work(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let side = battle.decider;
        let digs = battle.next_work(side) == Some(SupportItem::Entrenchment);
        let ground = Ground::of(battle, side);
        let depth = DEPTHS[usize::from(!digs)];
        let mut pick = Pick::new();
        battle.visit_set_up(&mut |choice| {
            if let SetUpChoice::Work { at, .. } = choice {
                let off = (ground.middle() - ground.progress(at) - depth).abs();
                let aside = ground.aside(at, ground.focus);
                pick.take(-off - 0.3 * aside, Choice::SetUp(choice), chance);
            }
        });
        pick.best().or(Some(Choice::Pass))
    }

    /// Whom to set up early, and where: in cover, as far forward as it may; who defends stays by what he is to keep, for by himself out
    /// there he is the first to die.
    fn infiltrate(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let ground = Ground::of(battle, battle.decider);
        let defends = battle.decider == Side::B && battle.layout().has_roles();
        let land = battle.land();
        let mut pick = Pick::new();
        battle.visit_set_up(&mut |choice| {
            if let SetUpChoice::Infiltrate { at, .. } = choice {
                let cover = if land.cover_at(at) > 0 { 12.0 } else { 0.0 };
                let forward = if defends {
                    -STAYS * at.distance(ground.focus)
                } else {
                    (0.3 + self.weights.flank) * ground.progress(at)
                };
                pick.take(cover * self.weights.cover_seek + forward, Choice::SetUp(choice), chance);
            }
        });
        pick.best().or(Some(Choice::Pass))
    }
}

/// A table as a side sees it: how far forward a place is, and where the game is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    table: Area,
    side: Side,
    lengthways: bool,
    /// Where the game is decided: the objective, the shaded area, the middle of the table.
    pub focus: Point,
}

impl Ground {
    /// The table of a game, for a side.
    pub(super) fn of(battle: &Battle<'_>, side: Side) -> Self {
        let layout = battle.layout();
        let table = layout.table();
        let lengthways = layout.scenario == Scenario::DelayingAction;
        let focus = match layout.scenario {
            Scenario::AttackOnAnObjective => layout.objective,
            Scenario::DelayingAction => Point::new(table.max.x - 9.0, table.middle().y),
            Scenario::FlankAttack => Point::new(table.max.x - 18.0, table.max.y - 12.0),
            Scenario::Probe if side == Side::A => Point::new(table.middle().x, table.max.y),
            // Before his edge, behind the foremost point of the attacker.
            Scenario::Probe => {
                let points = battle.force(Side::A).points.iter().map(|point| point.at);
                let foremost = points.max_by(|one, other| one.y.total_cmp(&other.y));
                let x = foremost.map_or(table.middle().x, |at| at.x);
                let y = foremost.map_or(0.0, |at| at.y + BEHIND);
                Point::new(x, y.clamp(table.max.y - 14.0, table.max.y - 4.0))
            }
            Scenario::Patrol | Scenario::AttackAndDefend => table.middle(),
        };
        Self { table, side, lengthways, focus }
    }

    /// Inches from the own edge.
    pub(super) fn progress(&self, at: Point) -> f64 {
        let from = if self.lengthways { at.x - self.table.min.x } else { at.y - self.table.min.y };
        if self.side == Side::A { from } else { self.depth() - from }
    }

    /// Inches from edge to edge.
    pub(super) fn depth(&self) -> f64 {
        let extent = self.table.max - self.table.min;
        if self.lengthways { extent.x } else { extent.y }
    }

    /// Inches from the own edge to the middle line.
    pub(super) fn middle(&self) -> f64 {
        self.depth() / 2.0
    }

    /// Inches between two places along the edge.
    pub(super) fn aside(&self, one: Point, other: Point) -> f64 {
        let Vector { x, y } = one - other;
        if self.lengthways { y.abs() } else { x.abs() }
    }
}
