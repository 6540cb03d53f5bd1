//! What a new unit would cost by its profile: the seed from which its cost is then tuned ("What a cost means, and seeding it").

use crate::dice::exact;
use crate::rulesets::chainsword::army::UnitType;
use crate::rulesets::chainsword::codex::{Codex, Fighter, Rank, Vehicle, WeaponType};
use crate::rulesets::chainsword::combat::shooting::{Firers, Line, Manner, Shot, Target};
use crate::rulesets::chainsword::combat::vehicle::{Condition, Hull, Round};

/// The unit whose cost fixes the scale, and at which fire is measured.
const STANDARD: &str = "levy-rifles";

/// The vehicle at whose front fire of vehicles is measured.
const MARK: &str = "mule";

/// Weapons whose hits measure how much a unit, and a vehicle, withstands.
const TESTERS: [&str; 2] = ["mag-rifle", "rail-lance"];

/// What a hit of the second counts as in hits of the first.
const LANCE_HIT: f64 = 6.0;

/// What a hull point counts as in wounds.
const HULL_POINT: f64 = 2.0;

/// Inches at which fire is measured.
const DISTANCE: f64 = 12.0;

/// Traits that add a tenth each.
const DEAR: [&str; 5] = ["scout", "infiltrate", "deep-strike", "outflank", "interceptor"];

/// The seed of a unit's cost in points; none where the codex has nothing to measure it by, or the unit cannot be removed by
/// what it is measured with.
#[must_use]
pub fn seed_cost(codex: &Codex, unit: usize) -> Option<f64> {
    let standard = codex.fighter(STANDARD)?;
    let scale = standard.value / worth(codex, UnitType::Fighter(standard))?;
    let unit = codex.unit_type(unit);
    let command = unit.rank().map_or(0.0, |rank| {
        let data = codex.ranks[rank as usize];
        let whole = 12.0 * f64::from(data.orders) + 2.0 * f64::from(data.range);
        if rank == Rank::Char { whole / 2.0 } else { whole }
    });
    Some(command + scale * worth(codex, unit)?)
}

/// The geometric mean of what a unit deals out and what it withstands, with the factors of its other numbers.
fn worth(codex: &Codex, unit: UnitType<'_>) -> Option<f64> {
    let (dealt, withstood, speed) = match unit {
        UnitType::Fighter(fighter) => (fighters_fire(codex, fighter)?, fighters_stand(codex, fighter)?, fighter.speed),
        UnitType::Vehicle(vehicle) => (vehicles_fire(codex, vehicle)?, vehicles_stand(codex, vehicle)?, vehicle.speed),
    };
    let ld = unit.ld().map_or(1.0, |ld| 1.0 + 0.05 * (f64::from(ld) - 7.0));
    let dear = 0.1 * DEAR.into_iter().filter(|own| unit.is(own)).count() as f64;
    let pace = 1.0 + 0.04 * (f64::from(speed) - 6.0);
    let worth = (dealt * withstood).sqrt() * pace * ld * (1.0 + dear);
    worth.is_finite().then_some(worth)
}

fn target(fighter: &Fighter, models: u8) -> Target {
    Target {
        toughness: fighter.toughness,
        save: fighter.save,
        invulnerable: fighter.invulnerable,
        wounds: fighter.wounds,
        models: models.into(),
        cover: 0,
    }
}

/// Mean unsaved wounds of some lines on a Team of the standard unit in the open.
fn wounds(codex: &Codex, line: &Line, snap: bool) -> Option<f64> {
    let standard = codex.fighter(STANDARD)?;
    let models = standard.teams.first()?.weapons.iter().map(|(_, count)| *count).sum();
    let shot = Shot::of(codex, line, Manner { snap, ..Manner::default() }, &target(standard, models));
    Some(shot.map_or(0.0, |shot| f64::from(shot.worth(models.into())) * f64::from(line.shots) / 3888.0))
}

/// What a unit deals out in a Phase in which it makes a Standard move: of a weapon with two rounds the better one counts.
fn fighters_fire(codex: &Codex, fighter: &Fighter) -> Option<f64> {
    let relentless = fighter.is("relentless");
    let teams = UnitType::Fighter(fighter).teams();
    let mut sum = 0.0;
    for arms in teams.iter().flat_map(|team| &team.arms) {
        let firers =
            Firers { models: arms.count.into(), bs: fighter.bs, distance: Some(DISTANCE), moved: true, relentless };
        let line = Line::of(&codex.weapons[arms.weapons[0]], &firers);
        sum += wounds(codex, &line, false)?;
    }
    Some(sum)
}

/// Hits of the first tester that remove a unit, on average.
fn fighters_stand(codex: &Codex, fighter: &Fighter) -> Option<f64> {
    let models: u8 = UnitType::Fighter(fighter).teams().iter().map(|team| team.models).sum();
    let tester = codex.weapon(TESTERS[0])?;
    let firers = Firers { models: 1, bs: 1, distance: None, moved: false, relentless: false };
    let shot = Shot::of(codex, &Line::of(tester, &firers), Manner::default(), &target(fighter, models))?;
    let lost = f64::from(7 - shot.wound) / 6.0 * f64::from(shot.save.need - 1) / 6.0;
    Some(f64::from(models) * f64::from(fighter.wounds) / lost)
}

/// What a vehicle deals out at combat speed, to the standard unit and to the front of the mark: one weapon at full skill, two if
/// it is fast, all of them if it walks; the others snap.
fn vehicles_fire(codex: &Codex, vehicle: &Vehicle) -> Option<f64> {
    let mark = codex.vehicle(MARK)?;
    let hull = Hull { armour: mark.armour[0], points: mark.hull_points, open_topped: false, cover: 0 };
    let walks = vehicle.walker.is_some();
    let (mut snapped, mut gained) = (0.0, Vec::new());
    for weapon in vehicle.weapons.iter().map(|weapon| &codex.weapons[*weapon]) {
        let firers = Firers { models: 1, bs: vehicle.bs, distance: Some(DISTANCE), moved: false, relentless: true };
        let line = Line::of(weapon, &firers);
        let dealt = |snap| {
            let manner = Manner { snap, ..Manner::default() };
            let points = Round::of(codex, &line, manner)
                .map_or(0.0, |round| f64::from(round.worth(&hull)) * f64::from(line.shots) / 23328.0);
            Some(wounds(codex, &line, snap)? + HULL_POINT * points)
        };
        let (full, snap) = (dealt(false)?, dealt(true)?);
        snapped += snap;
        gained.push((full - snap, weapon.weapon_type == WeaponType::Ordnance));
    }
    gained.sort_by(|a, b| b.0.total_cmp(&a.0));
    let free = match (walks, vehicle.is("fast")) {
        (true, _) => gained.len(),
        (_, true) => 2,
        (_, false) => 1,
    };
    // Beside ordnance all else snaps.
    let most = if gained.first().is_some_and(|(_, ordnance)| *ordnance) { 1 } else { free };
    Some(snapped + gained.iter().take(most).map(|(gain, _)| gain).sum::<f64>())
}

/// Hits of the second tester on its front that remove a vehicle, on average, counted in hits of the first.
fn vehicles_stand(codex: &Codex, vehicle: &Vehicle) -> Option<f64> {
    let hull = Hull {
        armour: vehicle.armour[0],
        points: vehicle.hull_points,
        open_topped: vehicle.is("open-topped"),
        cover: 0,
    };
    let firers = Firers { models: 1, bs: 1, distance: None, moved: false, relentless: true };
    let round = Round::of(codex, &Line::of(codex.weapon(TESTERS[1])?, &firers), Manner::default())?;
    let mut hits = 0.0;
    for lost in (0..hull.points).rev() {
        let after = exact::distribution(|dice| {
            let mut condition = Condition { lost, ..Condition::whole(vehicle.weapons.len()) };
            round.strike(&hull, &mut condition, &mut &mut *dice);
            (condition.alive(), condition.lost)
        });
        let stays = after.probability(&(true, lost));
        hits = (1.0 + after.probability(&(true, lost + 1)) * hits) / (1.0 - stays);
    }
    Some(LANCE_HIT * hits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catalogue, CodexFile, Override};

    fn seed(codex: &Codex, name: &str) -> f64 {
        seed_cost(codex, codex.find(name).unwrap()).unwrap()
    }

    #[test]
    fn seeds_are_computed_as_the_rulebook_says() {
        let codex = Codex::built_in();
        // Levies: 3 wounds by rifles and 1/3 by the repeater that snaps, and 15 hits to remove ten of them. Breachers: 3.5
        // wounds, the flames out of reach, and 24 hits, with Ld 8. Hulks: 2.5 wounds and 54 hits. A mule: 1.25 wounds and
        // twice a quarter of a hull point, 2.7253 lance hits, move 12. A lieutenant: half of two orders and of 6 inches,
        // 2/9 of a wound, 1.5 hits, Ld 8.
        for (name, points) in
            [("levy-rifles", 65.0), ("breachers", 88.462), ("hulks", 106.806), ("mule", 60.974), ("lieutenant", 23.573)]
        {
            let found = seed(&codex, name);
            assert!((found - points).abs() < 0.01, "{name}: {found}");
        }
    }

    #[test]
    fn every_unit_with_a_weapon_that_reaches_has_a_seed() {
        let codex = Codex::built_in();
        for unit in 0..codex.size() {
            let name = codex.key(unit).to_owned();
            let seed = seed_cost(&codex, unit).unwrap();
            assert!(seed > 0.0 || name == "mortar-battery", "{name}: {seed}");
        }
        // Mortars do not fire after a move.
        assert_eq!(seed(&codex, "mortar-battery"), 0.0);
        let fast = |value: i64| {
            let change = Override { key: "codex.units.hulks.move".to_owned(), value: value.into() };
            seed(&Codex::read(&Codex::source(), &[change]).unwrap(), "hulks")
        };
        assert!((fast(11) / fast(6) - 1.2).abs() < 1e-12);
        let cheap = Override { key: "codex.units.levy-rifles.cost".to_owned(), value: 50.into() };
        let varied = Codex::read(&Codex::source(), &[cheap]).unwrap();
        assert_eq!(seed(&varied, "hulks"), seed(&codex, "hulks"), "a price that is tried does not move the scale");
    }
}
