//! What attacks are expected to bring, from the very functions that games call, by all faces of the die: shots by arms and
//! distance, volleys of several, melees and charges until somebody routs. Worked out once for a codex under its rules.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`volley`] | hits of several shots at one unit, and what they are worth |
//! | [`struggle`] | melees to the rout |

pub mod struggle;
pub mod volley;

use super::artillery;
use super::codex::{Codex, Grade, Trait};
use super::fire::{Shot, Target, hits_of};
use super::rules::{CvsMode, Rules};
use super::state::{Battle, UnitId, side_of};
use struggle::Struggles;
pub use struggle::{Approach, Outcome};
pub use volley::{COUNTS, Stake, Volley};

/// Distances that are told apart, from neighbours on; weapons of all codices reach less far.
const RANGES: usize = 24;

/// Bonuses that are told apart beside those of grade and weapon: more are as good as the most.
const BONUSES: usize = 6;

/// Penalties that are told apart: with one more than the last no shot passes.
const PENALTIES: usize = 9;

/// C that an enemy commander is taken to have: the middle of the table of command values.
const USUAL_LEAD: u8 = 1;

/// Value of the unit by which others are measured: trained infantry.
pub const MEASURE: f64 = 18.0;

/// A weapon in the hands of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arms(u8);

/// A unit that fires, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gunnery {
    /// Its weapon and grade.
    pub arms: Arms,
    /// Bonuses beside those of weapon and grade: its commander's C.
    pub bonuses: u8,
    /// Penalties wherever it stands: hits and fatigue.
    pub penalties: u8,
}

impl Gunnery {
    /// The same after so many hits more, or fewer.
    #[must_use]
    pub const fn after(self, hits: i8) -> Self {
        Self { penalties: self.penalties.saturating_add_signed(hits), ..self }
    }
}

/// What a unit brings into a melee, whoever its enemy is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contender {
    /// Melee value with hits, fatigue and commander; without cover, flank and support.
    pub strength: i32,
    /// Hits that it can still take before it routs, at least 1.
    pub left: u8,
    /// TE.
    pub te: u8,
    /// What it fires at neighbours before the melee, if it does.
    pub gunnery: Option<Gunnery>,
}

/// What one weapon does in the hands of one grade.
#[derive(Clone, Debug)]
struct Row {
    /// Chances to hit by range less one, bonuses, penalties.
    chances: Box<[[[f32; PENALTIES]; BONUSES]; RANGES]>,
    /// Farthest hex at which an unhurt unit hits at all.
    reach: u8,
    /// Hits of a hit.
    hits: u8,
    /// Chance to get past the works of a redoubt or fort.
    through: f32,
    /// Hits expected of canister.
    canister: f32,
}

/// Exact odds of a codex under its rules.
#[derive(Clone, Debug)]
pub struct Odds {
    /// By weapon and grade.
    rows: Vec<Row>,
    /// Arms of each kind.
    arms: Vec<Option<Arms>>,
    /// Bonus of fire from flank or rear.
    flank: u8,
    struggles: Struggles,
}

/// Grades, by their numbers.
const GRADES: [Grade; 3] = [Grade::Untrained, Grade::Trained, Grade::Veteran];

impl Odds {
    /// Works everything out.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules) -> Self {
        let row = |weapon: usize, grade| Row::new(codex, rules, weapon, grade);
        let rows = (0..codex.weapons.len()).flat_map(|weapon| GRADES.map(|grade| row(weapon, grade))).collect();
        let number = |weapon: u8, grade: Grade| Arms(weapon * GRADES.len() as u8 + grade as u8);
        let arms = codex.kinds.iter().map(|kind| kind.weapon.map(|weapon| number(weapon, kind.grade))).collect();
        Self { rows, arms, flank: rules.fire_flank_cb, struggles: Struggles::new(codex, rules) }
    }

    fn row(&self, arms: Arms) -> &Row {
        &self.rows[usize::from(arms.0)]
    }

    /// What a kind of unit carries.
    #[inline]
    #[must_use]
    pub fn arms(&self, kind: u8) -> Option<Arms> {
        self.arms[usize::from(kind)]
    }

    /// Farthest hex at which arms hit at all, in the hands of an unhurt unit without commander.
    #[inline]
    #[must_use]
    pub fn reach(&self, arms: Arms) -> u8 {
        self.row(arms).reach
    }

    /// Hits of a hit.
    #[inline]
    #[must_use]
    pub fn hits(&self, arms: Arms) -> u8 {
        self.row(arms).hits
    }

    /// Chance to hit at a range, with so many bonuses beside those of weapon and grade, and so many penalties.
    #[inline]
    #[must_use]
    pub fn chance(&self, arms: Arms, range: u8, bonuses: u8, penalties: u8) -> f32 {
        let at = usize::from(range).clamp(1, RANGES) - 1;
        let bonuses = usize::from(bonuses).min(BONUSES - 1);
        self.row(arms).chances[at][bonuses][usize::from(penalties).min(PENALTIES - 1)]
    }

    /// Chance of a unit to hit at a range a target with so many levels of cover, from its flank or not.
    #[inline]
    #[must_use]
    pub fn hit(&self, gunnery: Gunnery, range: u8, cover: u8, flank: bool) -> f32 {
        let bonuses = gunnery.bonuses + if flank { self.flank } else { 0 };
        self.chance(gunnery.arms, range, bonuses, gunnery.penalties + cover)
    }

    /// Hits that an unhurt unit of a kind is expected to give at a range; 0 of a kind without arms.
    #[must_use]
    pub fn expected_hits(&self, kind: u8, range: u8, cover: u8, flank: bool) -> f32 {
        self.arms(kind).map_or(0.0, |arms| {
            self.hit(Gunnery { arms, bonuses: 0, penalties: 0 }, range, cover, flank) * f32::from(self.hits(arms))
        })
    }

    /// Chance that a shot gets past the works of a redoubt or fort (HX-ART-04).
    #[inline]
    #[must_use]
    pub fn through(&self, arms: Arms) -> f32 {
        self.row(arms).through
    }

    /// Hits expected of canister at who comes through the front; 0 of small arms.
    #[inline]
    #[must_use]
    pub fn canister(&self, arms: Arms) -> f32 {
        self.row(arms).canister
    }

    /// What becomes of a melee that goes on until somebody routs.
    #[must_use]
    pub fn melee(&self, attacker: &Contender, defender: &Contender, approach: &Approach) -> Outcome {
        self.struggles.outcome(attacker, defender, approach)
    }

    /// What becomes of a unit that moves next to an enemy: both fire, the defender not if it is flanked, then they fight until
    /// one of them routs. Both shots are taken before either tells, and commanders do not fall.
    #[must_use]
    pub fn charge(&self, attacker: &Contender, defender: &Contender, approach: &Approach) -> Outcome {
        let shot = |unit: &Contender, cover: u8, flank: bool| {
            unit.gunnery.map_or((0.0, 0), |own| (self.hit(own, 1, cover, flank), self.hits(own.arms)))
        };
        let (by_defender, toll) =
            if approach.flank { (0.0, 0) } else { shot(defender, approach.attacker_cover, false) };
        let (by_attacker, gift) = shot(attacker, approach.cover, approach.flank);
        let mut sum = Outcome::default();
        for (hit, taken) in [(by_defender, toll), (1.0 - by_defender, 0)] {
            for (struck, given) in [(by_attacker, gift), (1.0 - by_attacker, 0)] {
                let weight = hit * struck;
                if weight > 0.0 {
                    let after = [(attacker, taken), (defender, given)].map(|(unit, hits)| unit.wounded(hits));
                    let mut outcome = match after {
                        [Some(attacker), Some(defender)] => self.melee(&attacker, &defender, approach),
                        [own, other] => Outcome {
                            win: f32::from(own.is_some()),
                            lose: f32::from(other.is_some()),
                            ..Outcome::default()
                        },
                    };
                    outcome.given += f32::from(given.min(defender.left));
                    outcome.taken += f32::from(taken.min(attacker.left));
                    sum.add(&outcome, weight);
                }
            }
        }
        sum
    }

    /// What becomes of a unit that moves next to unlimbered guns: `frontal`, they fire at it and then have canister, and if it
    /// still stands it takes them (HX-ART-09, HX-ART-10). A unit that would rout by it has lost.
    #[must_use]
    pub fn storm(&self, attacker: &Contender, guns: Gunnery, frontal: bool, attacker_cover: u8) -> Outcome {
        let mut volley = Volley::NONE;
        if frontal {
            let hits = self.hits(guns.arms);
            volley.add(self.hit(guns, 1, attacker_cover, false), hits);
            volley.add(self.canister(guns.arms) / f32::from(hits.max(1)), hits);
        }
        let lose = volley.at_least(attacker.left);
        Outcome { win: 1.0 - lose, lose, given: 0.0, taken: volley.expected(attacker.left) }
    }

    /// What a unit fires as it stands: its own arms, its commander, its hits and fatigue; nothing for a unit without arms.
    #[must_use]
    pub fn gunnery(&self, battle: &Battle<'_>, unit: UnitId) -> Option<Gunnery> {
        self.arms_of(battle, unit).map(|arms| Gunnery {
            arms,
            bonuses: lead(battle, unit),
            penalties: battle.unit(unit).hits + u8::from(battle.is_fatigued(unit)),
        })
    }

    /// What a unit carries as it stands: mounted or on foot.
    #[must_use]
    pub fn arms_of(&self, battle: &Battle<'_>, unit: UnitId) -> Option<Arms> {
        let state = battle.unit(unit);
        let mounted = battle.own_force(unit).on_foot.contains(unit);
        let kinds = &battle.setup.codex.kinds;
        self.arms(kinds[usize::from(state.kind)].on_foot.filter(|_| mounted).unwrap_or(state.kind))
    }

    /// What a unit brings into a melee as it stands; nothing of a unit that does not fight hand to hand.
    #[must_use]
    pub fn contender(&self, battle: &Battle<'_>, unit: UnitId) -> Option<Contender> {
        let state = battle.unit(unit);
        let setup = battle.setup;
        let value = setup.codex.melee_value(battle.kind(unit), &setup.rules)?;
        let worn = i32::from(state.hits) + i32::from(battle.is_fatigued(unit));
        Some(Contender {
            strength: value - worn + i32::from(lead(battle, unit)),
            left: state.rout_at.saturating_sub(state.hits.saturating_add(state.pending)).max(1),
            te: state.te,
            gunnery: self.gunnery(battle, unit).filter(|_| battle.may_fire(unit, false).is_ok()),
        })
    }
}

/// C of who leads a unit in combat, as far as whoever decides knows it: an enemy's is not shown (HX-CMD-14). It counts as that of all
/// commanders where none are drawn or listed, and else as the usual one.
fn lead(battle: &Battle<'_>, unit: UnitId) -> u8 {
    let (side, rules) = (side_of(unit), &battle.setup.rules);
    battle.leader_in_combat(unit).map_or(0, |leader| {
        if side == battle.decider {
            battle.commander(side, leader).values[Trait::Combat as usize]
        } else if rules.cvs_mode == CvsMode::Off {
            rules.command_value
        } else {
            USUAL_LEAD
        }
    })
}

impl Contender {
    /// The same after some hits; nothing if they rout it.
    #[must_use]
    pub fn wounded(&self, hits: u8) -> Option<Self> {
        (hits < self.left).then(|| Self {
            strength: self.strength - i32::from(hits),
            left: self.left - hits,
            te: self.te,
            gunnery: self.gunnery.map(|gunnery| gunnery.after(hits as i8)),
        })
    }
}

impl Row {
    fn new(codex: &Codex, rules: &Rules, weapon: usize, grade: Grade) -> Self {
        let weapon = &codex.weapons[weapon];
        let cube = codex.cube(rules.dice_mapping);
        // A shot of which range, C as a bonus and cover as penalties are varied.
        let mut shot = Shot {
            weapon: Some(weapon),
            range: 1,
            grade,
            hits: 0,
            fatigued: false,
            commander: None,
            flank: false,
            cover: 0,
            partial_view: false,
            off_arc: false,
            artillery_moved: false,
            turned: false,
            consecutive: false,
            higher: false,
            skirmish: false,
        };
        let mut chances = Box::new([[[0.0; PENALTIES]; BONUSES]; RANGES]);
        let mut reach = 0;
        for (at, bonuses) in chances.iter_mut().enumerate() {
            shot.range = at as u8 + 1;
            for (bonus, penalties) in bonuses.iter_mut().enumerate() {
                shot.commander = Some(bonus as u8);
                for (penalty, chance) in penalties.iter_mut().enumerate() {
                    shot.cover = penalty as u8;
                    if let Some((_, need)) = shot.need(codex, rules, false) {
                        *chance = cube.faces.iter().filter(|face| need.passed_by(**face)).count() as f32 / 6.0;
                    }
                }
            }
            if bonuses[0][0] > 0.0 {
                reach = shot.range;
            }
        }
        let hits = hits_of(rules, weapon);
        // Targets that no shot routs: worth is counted in hundredths of them.
        let target = |fortified| Target { hits: 0, rout_at: u8::MAX, routed: false, commander: false, fortified };
        (shot.range, shot.cover, shot.commander) = (weapon.min.max(1), 0, None);
        let [open, works] = [false, true].map(|fortified| shot.expected(codex, rules, &target(fortified)));
        let through = if open > 0.0 { (works / open) as f32 } else { 1.0 };
        let loaded = weapon.is_gun() && artillery::has_canister(rules, weapon, true, false);
        let canister = if loaded { artillery::expected(codex, rules, weapon, &target(false)) } else { 0.0 };
        Self { chances, reach, hits, through, canister: (canister * f64::from(u8::MAX)) as f32 }
    }
}

#[cfg(test)]
mod tests;
