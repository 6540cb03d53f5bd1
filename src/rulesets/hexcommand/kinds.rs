//! Unit types, and the kinds of units that lists are made of: a type with a grade and a weapon.

use super::codex::{Codex, Drill, Grade, GradeCost, Weapon};
use super::rules::{MeleeBaseValues, RallySelf, Rules};
use super::terrain::MoveClass;
use crate::game::keyed::keyed;

/// Most kinds of units in a codex, those on foot included: rosters number them in a byte.
pub const MOST_KINDS: usize = 250;

/// [`Profile::turns`] of a type that turns as often as it likes.
pub const ANY_TURNS: u8 = u8::MAX;

keyed! {
    /// Arm of a unit type: how it moves and what it may do.
    Service {
        /// Infantry.
        Foot = "foot",
        /// Infantry in open order: never in melee, and its fire gives TE (HX-SKM-01, HX-SKM-02).
        Skirmisher = "skirmisher",
        /// Cavalry in the saddle.
        Horse = "horse",
        /// Infantry in the saddle (HX-MNT-01).
        Mounted = "mounted",
        /// Batteries.
        Artillery = "artillery",
        /// Wagons, which are no combat units.
        Wagon = "wagon",
    }
}

/// A unit type.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Key.
    pub name: String,
    /// Arm.
    pub service: Service,
    /// Movement allowance in hexes; of artillery when limbered (HX-MOV-01).
    pub moves: u8,
    /// Hexes of a rout, where they are not those of `rout.distance-foot` or `rout.distance-mounted`.
    pub rout_moves: Option<u8>,
    /// Changes of facing in a move (HX-MOV-03); [`ANY_TURNS`] for any number.
    pub turns: u8,
    /// It has a zone of control (HX-ZOC-01).
    pub zoc: bool,
    /// It has no flank and no rear.
    pub all_round: bool,
    /// It may pass through friends of any kind (HX-MOV-06).
    pub passes_friends: bool,
    /// It counts as light for `movement.cavalry-turns`.
    pub light: bool,
    /// What it becomes when it dismounts: index into [`Codex::units`].
    pub on_foot: Option<u8>,
    /// Added to the melee value of its grade; none when it does not fight hand to hand.
    pub melee: Option<i8>,
    /// It is bought in all grades; else in one, and named without it.
    pub graded: bool,
    /// Cost of the men in points.
    pub cost: i16,
    /// What scripts take the men to be worth, in points.
    pub value: f64,
    /// What of the cost of the grade comes on top.
    pub grades: GradeCost,
    /// What it may carry, with what that adds to the cost; none is no weapon. Empty where it is not bought.
    pub arms: Vec<Carried>,
}

/// A weapon that a unit type may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Index into [`Codex::weapons`]; none is no weapon.
    pub weapon: Option<u8>,
    /// What it adds to the cost in points.
    pub cost: i16,
    /// What it adds to the value: its cost as the file has it.
    pub value: i16,
}

impl Profile {
    /// Cost in points with a grade and a weapon.
    #[must_use]
    pub fn cost(&self, drill: &Drill, carried: &Carried) -> i16 {
        self.cost + self.grades.share(drill.cost) + carried.cost
    }

    /// Movement allowance in hexes (HX-MOV-01, R-17).
    #[must_use]
    pub fn allowance(&self, rules: &Rules) -> u8 {
        match self.service {
            Service::Artillery => self.moves.max(rules.artillery_limbered_move),
            _ => self.moves,
        }
    }

    /// Hexes of a rout (HX-ROU-01).
    #[must_use]
    pub fn rout_distance(&self, rules: &Rules) -> u8 {
        self.rout_moves.unwrap_or(match self.service {
            Service::Foot | Service::Skirmisher | Service::Wagon => rules.rout_distance_foot,
            Service::Horse | Service::Mounted | Service::Artillery => rules.rout_distance_mounted,
        })
    }
}

impl GradeCost {
    /// What of the cost of a grade counts.
    #[must_use]
    pub fn share(self, cost: i16) -> i16 {
        match self {
            GradeCost::Full => cost,
            GradeCost::Third => cost.div_euclid(3),
            GradeCost::None => 0,
        }
    }
}

/// A kind of unit: what rosters and games number their units by.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Name, such as `trained-infantry:rifle-musket`.
    pub name: String,
    /// Type: index into [`Codex::units`].
    pub profile: u8,
    /// Grade.
    pub grade: Grade,
    /// Weapon: index into [`Codex::weapons`].
    pub weapon: Option<u8>,
    /// Cost in points.
    pub cost: f64,
    /// What scripts take it to be worth, in points: its cost as the file has it, whatever price is tried.
    pub value: f64,
    /// Melee value of grade and type, without what switches make of it ([`Codex::melee_value`]); none when it does not
    /// fight hand to hand.
    pub melee: Option<i8>,
    /// How it moves; artillery when limbered.
    pub class: MoveClass,
    /// The same unit on foot, where this one can dismount: index into [`Codex::kinds`].
    pub on_foot: Option<u8>,
    /// The same unit in the saddle, where this one stands for it on foot: index into [`Codex::kinds`].
    pub mounted: Option<u8>,
}

impl Codex {
    /// Every unit that can be bought, type by type; lists number them in this order.
    pub fn units(&self) -> impl Iterator<Item = &Kind> {
        self.kinds[..self.sold].iter()
    }

    /// The type of a kind.
    #[must_use]
    pub fn profile(&self, kind: u8) -> &Profile {
        &self.units[usize::from(self.kinds[usize::from(kind)].profile)]
    }

    /// The weapon of a kind.
    #[must_use]
    pub fn weapon_of(&self, kind: &Kind) -> Option<&Weapon> {
        kind.weapon.map(|weapon| &self.weapons[usize::from(weapon)])
    }

    /// Base melee value of a kind (HX-MEL-03); none when it does not fight hand to hand.
    #[must_use]
    pub fn melee_value(&self, kind: &Kind, rules: &Rules) -> Option<i32> {
        let cavalry = self.units[usize::from(kind.profile)].service == Service::Horse;
        kind.melee.map(|melee| match rules.melee_base_values {
            MeleeBaseValues::Flat => 1,
            MeleeBaseValues::ByGrade if cavalry => i32::from(melee) + i32::from(rules.melee_cavalry_bonus),
            MeleeBaseValues::ByGrade => i32::from(melee),
        })
    }

    /// Whether units of a kind rally by themselves, rare ones or not (HX-RAL-06).
    #[must_use]
    pub fn rallies_itself(&self, kind: &Kind, rare: bool, rules: &Rules) -> bool {
        match rules.rally_self {
            RallySelf::RareOnly => rare,
            RallySelf::None => false,
            RallySelf::Veteran => kind.grade == Grade::Veteran,
        }
    }

    /// Whether a kind counts in loss, points and ratios.
    #[must_use]
    pub fn is_combat_unit(&self, kind: u8) -> bool {
        self.profile(kind).service != Service::Wagon
    }

    /// Makes the kinds out of the types: those that are bought, then the same on foot where they can dismount. `price` has
    /// prices of whole units, first the present one, then that of the file.
    pub(super) fn make_kinds(&mut self, price: impl Fn(&str) -> [Option<f64>; 2]) {
        let mut kinds = Vec::new();
        for (at, profile) in self.units.iter().enumerate() {
            let grades = if profile.graded { &Grade::ALL[..] } else { &Grade::ALL[..1] };
            for (&(_, grade), carried) in
                grades.iter().flat_map(|grade| profile.arms.iter().map(move |arm| (grade, arm)))
            {
                let drill = &self.grades[grade as usize];
                let weapon = carried.weapon.map(|weapon| &self.weapons[usize::from(weapon)]);
                let name = if profile.graded {
                    let weapon = weapon.map_or("none", |weapon| weapon.name.as_str());
                    format!("{}-{}:{weapon}", grade.key(), profile.name)
                } else {
                    profile.name.clone()
                };
                let [tried, written] = price(&name);
                let worth = profile.value + f64::from(profile.grades.share(drill.worth)) + f64::from(carried.value);
                kinds.push(Kind {
                    profile: at as u8,
                    grade,
                    weapon: carried.weapon,
                    cost: tried.unwrap_or_else(|| f64::from(profile.cost(drill, carried))).max(0.0),
                    value: written.unwrap_or(worth).max(0.0),
                    melee: profile.melee.map(|melee| melee.saturating_add(drill.melee)),
                    class: MoveClass::of(profile.service, weapon),
                    on_foot: None,
                    mounted: None,
                    name,
                });
            }
        }
        self.sold = kinds.len();
        for rider in 0..self.sold {
            let Some(dismounted) = self.units[usize::from(kinds[rider].profile)].on_foot else { continue };
            let profile = &self.units[usize::from(dismounted)];
            let drill = &self.grades[kinds[rider].grade as usize];
            kinds[rider].on_foot = Some(kinds.len() as u8);
            kinds.push(Kind {
                name: format!("{} on foot", kinds[rider].name),
                profile: dismounted,
                melee: profile.melee.map(|melee| melee.saturating_add(drill.melee)),
                class: MoveClass::of(profile.service, None),
                on_foot: None,
                mounted: Some(rider as u8),
                ..kinds[rider].clone()
            });
        }
        self.kinds = kinds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;

    fn kind<'c>(codex: &'c Codex, name: &str) -> &'c Kind {
        codex.kinds.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    fn rules(name: &str, value: &str) -> Rules {
        let mut rules = Rules::default();
        rules.set(name, value).unwrap();
        rules
    }

    #[test]
    fn hx_mov_01_allowances_are_those_of_the_table() {
        let codex = Codex::built_in();
        let moves = |name, rules: &Rules| codex.units[usize::from(kind(&codex, name).profile)].allowance(rules);
        for (name, hexes) in [
            ("trained-infantry:rifle-musket", 3),
            ("trained-skirmisher:rifle-musket", 3),
            ("trained-cavalry:carbine", 5),
            ("trained-mounted-infantry:rifle-musket", 5),
            ("trained-mounted-infantry:rifle-musket on foot", 3),
            ("trained-battery:rifled-gun", 2),
            ("trained-horse-battery:rifled-gun", 3),
            ("wagon", 3),
        ] {
            assert_eq!(moves(name, &Rules::default()), hexes, "{name}");
        }
        //
        assert_eq!(moves("trained-battery:howitzer", &rules("artillery.limbered-move", "3")), 3);
        assert_eq!([codex.pieces.commander, codex.pieces.courier, codex.pieces.crew], [5, 5, 3]);
    }

    #[test]
    fn hx_rou_01_routs_are_as_long_as_the_arm_says() {
        let codex = Codex::built_in();
        let rout = |name, rules: &Rules| codex.units[usize::from(kind(&codex, name).profile)].rout_distance(rules);
        let usual = Rules::default();
        assert_eq!(["trained-infantry:carbine", "wagon"].map(|name| rout(name, &usual)), [3, 3]);
        let riding = ["trained-cavalry:none", "trained-battery:mortar", "trained-mounted-infantry:carbine"];
        assert_eq!(riding.map(|name| rout(name, &usual)), [4; 3]);
        assert_eq!(rout("trained-cavalry:none", &rules("rout.distance-mounted", "6")), 6);
        assert_eq!(rout("trained-infantry:carbine", &rules("rout.distance-foot", "1")), 1);
    }

    #[test]
    fn hx_mel_03_base_values_are_by_grade_and_type_or_flat() {
        let codex = Codex::built_in();
        let value = |name, rules: &Rules| codex.melee_value(kind(&codex, name), rules);
        let usual = Rules::default();
        assert_eq!(value("untrained-infantry:rifle-musket", &usual), Some(0));
        assert_eq!(value("veteran-light-infantry:rifle-musket", &usual), Some(2));
        assert_eq!(value("veteran-cavalry:carbine", &usual), Some(3));
        assert_eq!(value("veteran-cavalry:carbine on foot", &usual), Some(2));
        assert_eq!(value("veteran-cavalry:carbine", &rules("melee.cavalry-bonus", "3")), Some(5));
        assert_eq!(value("veteran-cavalry:carbine", &rules("melee.base-values", "flat")), Some(1));
        for name in
            ["trained-battery:howitzer", "trained-skirmisher:carbine", "trained-mounted-infantry:carbine", "wagon"]
        {
            assert_eq!(value(name, &usual), None, "{name}");
        }
        assert_eq!(value("trained-mounted-infantry:carbine on foot", &usual), Some(1));
    }

    #[test]
    fn riders_and_the_same_on_foot_know_each_other() {
        let codex = Codex::built_in();
        assert!(codex.units().all(|kind| kind.mounted.is_none()));
        for (at, kind) in codex.kinds.iter().enumerate() {
            let rides = matches!(codex.profile(at as u8).service, Service::Horse | Service::Mounted);
            assert_eq!(kind.on_foot.is_some(), rides, "{}", kind.name);
            if let Some(form) = kind.on_foot.map(usize::from) {
                let form_kind = &codex.kinds[form];
                assert_eq!(form_kind.mounted, Some(at as u8));
                assert_eq!((form_kind.weapon, form_kind.grade, form_kind.cost), (kind.weapon, kind.grade, kind.cost));
                assert_eq!(codex.profile(form as u8).service, Service::Foot);
            }
        }
    }

    #[test]
    fn hx_ral_06_rare_units_rally_by_themselves() {
        let codex = Codex::built_in();
        let [trained, veteran] =
            ["trained-infantry:carbine", "veteran-infantry:carbine"].map(|name| kind(&codex, name));
        let usual = Rules::default();
        assert!(codex.rallies_itself(trained, true, &usual) && !codex.rallies_itself(veteran, false, &usual));
        let veterans = rules("rally.self", "veteran");
        assert!(!codex.rallies_itself(trained, true, &veterans) && codex.rallies_itself(veteran, false, &veterans));
        assert!(!codex.rallies_itself(veteran, true, &rules("rally.self", "none")));
    }

    #[test]
    fn prices_of_whole_units_count_more_than_their_parts_and_values_stay() {
        use crate::game::Override;
        let rifles = "trained-infantry:rifle-musket";
        let vary = |changes: &[(&str, f64)]| {
            let change = |(key, value): &(&str, f64)| Override { key: (*key).to_owned(), value: (*value).into() };
            let changes: Vec<Override> = changes.iter().map(change).collect();
            Codex::read(&Codex::source(), &changes).unwrap()
        };
        let usual = vary(&[]);
        assert_eq!((kind(&usual, rifles).cost, kind(&usual, rifles).value), (18.0, 18.0));
        let parts = vary(&[("codex.units.infantry.cost", 20.0), ("codex.grades.trained.cost", 5.0)]);
        assert_eq!((kind(&parts, rifles).cost, kind(&parts, rifles).value), (27.0, 18.0));
        let whole = vary(&[("codex.prices.trained-infantry:rifle-musket", 19.5)]);
        assert_eq!((kind(&whole, rifles).cost, kind(&whole, rifles).value), (19.5, 18.0));
        assert_eq!(kind(&whole, "trained-infantry:carbine").cost, 15.0);
        let worth = vary(&[("codex.units.infantry.value", 30.0), ("codex.grades.trained.value", 1.0)]);
        assert_eq!((kind(&worth, rifles).cost, kind(&worth, rifles).value), (18.0, 33.0));
    }
}
