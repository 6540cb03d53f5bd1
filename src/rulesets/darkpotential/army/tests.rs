//! Army lists: the reference lists, every check by its code, and the seed costs.

use super::*;
use crate::dice::exact;
use crate::game::CodexFile;
use crate::rulesets::darkpotential::combat::{Attack, Cover, Effect, FireMode, Grade, Shot, Target};

fn with(switches: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    switches.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

fn list(text: &str) -> Source {
    Source { name: "list.toml".into(), text: format!("name = 'mine'\nruleset = 'darkpotential'\n{text}") }
}

fn built(key: &str) -> Roster {
    let source = Source::called(key, built_in()).unwrap();
    Roster::read(&Codex::built_in(), &Rules::default(), &source).unwrap()
}

fn read(rules: &Rules, text: &str) -> Roster {
    Roster::read(&Codex::built_in(), rules, &list(text)).unwrap()
}

/// What is wrong: code, message, and the text at its place.
fn wrong(rules: &Rules, text: &str) -> Vec<(String, String, String)> {
    let source = list(text);
    let diagnostics = Roster::read(&Codex::built_in(), rules, &source).unwrap_err();
    let at = |span: Option<std::ops::Range<usize>>| source.text[span.expect("it has a place")].to_owned();
    diagnostics.into_iter().map(|it| (it.rule.unwrap_or_default(), it.message, at(it.span))).collect()
}

#[test]
fn dp_arm_03_and_04_the_reference_lists_are_those_of_the_rulebook() {
    let codex = Codex::built_in();
    let expected = [
        ("suggested", 8, 8, 117.0),
        ("no-rocket", 8, 8, 115.0),
        ("two-assassins", 8, 8, 122.0),
        ("two-snipers", 8, 8, 112.0),
        ("shooters", 9, 5, 114.0),
        ("sniper-nest", 7, 11, 118.0),
        ("assassin-cell", 6, 6, 120.0),
        ("hunter-killers", 6, 10, 118.0),
        ("double-squad", 11, 2, 118.0),
        ("led-mob", 11, 7, 119.0),
        ("melee-horde", 16, 3, 118.0),
        ("rocket-teams", 10, 4, 117.0),
        ("four-leaders", 4, 20, 112.0),
        ("suggested-large", 13, 9, 154.0),
    ];
    let rules = Rules::default();
    assert_eq!(built_in().len(), expected.len());
    for (source, (key, models, points, cost)) in built_in().iter().zip(expected) {
        assert_eq!(source.stem(), Some(key));
        let roster = built(key);
        let pools: u32 = (0..roster.own.groups.len()).map(|group| roster.base_points(&codex, &rules, group)).sum();
        assert_eq!((roster.units.len(), pools, roster.cost), (models, points, cost), "{key}");
        assert!(roster.warnings.iter().all(|note| !note.contains("over-size")), "{key}: {:?}", roster.warnings);
    }
    let large = built("suggested-large");
    let mob = &large.own.groups[4];
    assert!(mob.members.iter().all(|place| !large.attacks(&codex, usize::from(*place), WeaponKind::Ranged)));
    assert_eq!((built("assassin-cell").figures(&codex, &rules), built("assassin-cell").value(&codex)), (30, 120.0));
    // By the strict profile squads have five members, and special weapons are few.
    let strict = with(&[("army-check", "alpha")]);
    let legal = |source: &&Source| Roster::read(&codex, &strict, source).is_ok();
    let refused: Vec<_> =
        built_in().iter().filter(|source| !legal(source)).map(|it| it.stem().unwrap().to_owned()).collect();
    assert_eq!(refused, ["double-squad", "melee-horde", "rocket-teams"]);
}

#[test]
fn dp_arm_06_units_are_independent_models_and_squads() {
    let codex = Codex::built_in();
    let text = "[units]\ngeneric-sniper = 2\n[[independents]]\nunit = 'generic-sniper'\nname = 'Vera'\nweapons = ['pistol']\n\
                [[squads]]\nsquad = 'soldier-squad'\n[[squads]]\nname = 'second'\nmembers = { generic-soldier-rocket = 1, generic-soldier = 2 }\n\
                weapons = { generic-soldier = ['club'] }";
    let roster = read(&Rules::default(), text);
    let names: Vec<&str> = roster.own.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["generic-sniper", "generic-sniper-2", "Vera", "squad", "second"]);
    // Places go by unit type, then by the order of the file.
    let members: Vec<&[u8]> = roster.own.groups.iter().map(|group| group.members.as_slice()).collect();
    assert_eq!(members, [&[8][..], &[9], &[10], &[0, 1, 2, 3, 6], &[4, 5, 7]]);
    assert_eq!(roster.own.group_of, [3, 3, 3, 3, 4, 4, 3, 4, 0, 1, 2]);
    let weapons = |place| roster.weapons_of(&codex, place).map(|weapon| weapon.key.as_str()).collect::<Vec<_>>();
    assert_eq!(
        (weapons(10), weapons(4), weapons(7)),
        (vec!["pistol"], vec!["club"], vec!["club", "rocket-launcher", "pistol"])
    );
    assert_eq!(
        roster.own.groups.iter().map(|group| group.kind == GroupKind::Squad).collect::<Vec<_>>(),
        [false, false, false, true, true]
    );
    // A Soldier by himself pays for his Command Point as a squad does.
    assert_eq!(read(&Rules::default(), "units = { generic-soldier = 3, generic-sniper = 1 }").cost, 51.0);
}

#[test]
fn r_01_a_squad_has_the_points_of_one_or_of_all_its_members() {
    let codex = Codex::built_in();
    let roster = built("double-squad");
    let pools = |rules: &Rules| [0, 1].map(|group| roster.base_points(&codex, rules, group));
    assert_eq!(pools(&Rules::default()), [1, 1]);
    assert_eq!(pools(&with(&[("squad-command-points", "per-model")])), [5, 6]);
}

#[test]
fn every_check_is_named_and_placed() {
    let free = Rules::default();
    let check = |text: &str| wrong(&free, text).into_iter().map(|(code, _, at)| (code, at)).collect::<Vec<_>>();
    let case = |text: &str, code: &str, at: &str| assert_eq!(check(text), [(code.to_owned(), at.to_owned())], "{text}");
    case("units = { generic-snipr = 1 }", "unknown-unit", "generic-snipr");
    case("[[squads]]\nsquad = 'soldier-squd'", "unknown-squad", "'soldier-squd'");
    case("[[independents]]\nunit = 'generic-sniper'\nweapons = ['rifle']", "unknown-weapon", "'rifle'");
    case("units = {}", "empty-list", "{}");
    case("units = { generic-sniper = 0, generic-leader = 1 }", "bad-count", "0");
    case("units = { generic-sniper = 1.5, generic-leader = 1 }", "bad-count", "1.5");
    case("[[squads]]\nmembers = { generic-soldier = 1 }", "squad-too-small", "[[squads]]");
    let melee = "[[squads]]\nsquad = 'soldier-squad-melee'\nweapons = { generic-soldier-melee = ['club', 'pistol'] }";
    case(melee, "weapon-not-allowed", "'pistol'");
    case("[[independents]]\nunit = 'generic-assassin'\nweapons = ['pistol']", "skill-missing", "'pistol'");
    let twice =
        "[[squads]]\nsquad = 'soldier-squad'\nname = 'x'\n[[independents]]\nunit = 'generic-leader'\nname = 'x'";
    case(twice, "duplicate-name", "'x'");
    case("[[squads]]\nmembers = { generic-soldier = 4, generic-assassin = 1 }", "stealth-in-squad", "generic-assassin");
    for many in [13, 17] {
        let units = format!("{{ generic-assassin = {many} }}");
        case(&format!("units = {units}"), "deployment-overflow", &units);
    }
    assert!(Roster::read(&Codex::built_in(), &free, &list("units = { generic-assassin = 12 }")).is_ok());
    let messages = |text: &str| wrong(&free, text).into_iter().map(|(_, message, _)| message).collect::<Vec<_>>();
    assert_eq!(messages("units = { generic-soldier = 33 }"), ["a side has 32 models at most, this one 33"]);
    assert_eq!(messages("[[squads]]\nname = 'x'")[0], "a squad has either `squad` or `members`");
    let fault = Roster::read(&Codex::built_in(), &free, &list("units = { generic-snipr = 1 }")).unwrap_err();
    assert_eq!(fault[0].nearest.as_deref(), Some("generic-sniper"));
}

#[test]
fn squads_are_checked_by_the_profile() {
    let (free, alpha) = (Rules::default(), with(&[("army-check", "alpha")]));
    let squad = |members: &str| format!("units = {{ generic-leader = 1 }}\n[[squads]]\nmembers = {{ {members} }}");
    let refused = |members: &str| wrong(&alpha, &squad(members)).into_iter().map(|it| it.0).collect::<Vec<_>>();
    let warned = |members: &str| read(&free, &squad(members)).warnings;
    assert_eq!(refused("generic-soldier = 4"), ["squad-size"]);
    assert_eq!(warned("generic-soldier = 4"), [""; 0]);
    assert_eq!(warned("generic-soldier-melee = 11"), ["a squad has 11 members, more than 10 [squad-size]"]);
    let rockets = "generic-soldier = 3, generic-soldier-rocket = 2";
    assert_eq!(refused(rockets), ["special-weapon-limit"]);
    assert_eq!(warned(rockets), ["a squad has 2 special weapons for 5 members, more than 1 [special-weapon-limit]"]);
    assert_eq!(
        warned("generic-soldier-melee = 8, generic-soldier-rocket = 2"),
        ["a squad has 2 special weapons for 10 members, more than 2 [special-weapon-limit]"; 0]
    );
    // Larger than agreed: only where points are counted.
    let large = "units = { generic-leader = 5 }";
    assert_eq!(read(&free, large).warnings, ["140 points, over 125 [over-size]"]);
    assert_eq!((read(&alpha, large).warnings, read(&free, &format!("size = 135\n{large}")).warnings), (vec![], vec![]));
}

#[test]
fn lacking_roles_are_noted() {
    let notes = |key: &str| built(key).warnings;
    assert_eq!(notes("assassin-cell"), ["nobody is a Commander [no-commander]", "nobody can shoot [no-ranged]"]);
    let unarmed = "[[independents]]\nunit = 'generic-leader'\nweapons = ['laser-pistol']";
    assert_eq!(read(&Rules::default(), unarmed).warnings, ["nobody can fight in close combat [no-melee-threat]"]);
    assert_eq!(notes("suggested"), [""; 0]);
}

#[test]
fn dp_arm_02_identical_armies_are_an_option() {
    let rules = with(&[("identical-armies", "yes")]);
    let (one, other) = (built("suggested"), built("no-rocket"));
    assert!(check_pair(&Rules::default(), [&one, &other]).is_empty() && check_pair(&rules, [&one, &one]).is_empty());
    let found = check_pair(&rules, [&one, &other]);
    assert_eq!(found[0].rule.as_deref(), Some("not-identical"));
    assert!(found[0].message.contains(&one.name) && found[0].message.contains(&other.name));
    // The same models in other squads are another army.
    let split = |sizes: &str| read(&rules, &format!("squads = [{sizes}]"));
    let squads = |one: u8, other: u8| {
        split(&format!(
            "{{ members = {{ generic-soldier = {one} }} }}, {{ members = {{ generic-soldier = {other} }} }}"
        ))
    };
    assert_eq!(check_pair(&rules, [&squads(4, 6), &squads(5, 5)]).len(), 1);
}

/// Mean share of its wounds that an attack takes from a fresh target.
fn share(attack: &Attack, target: &Target) -> f64 {
    let odds = exact::distribution(|mut dice| match attack.strike(target.wounds, false, &mut dice) {
        Effect::Miss => 0,
        Effect::Hit { lost, .. } => lost,
        Effect::Removed => target.wounds,
    });
    (0..=target.wounds).map(|lost| f64::from(lost) * odds.probability(&lost)).sum::<f64>() / f64::from(target.wounds)
}

/// Offence and durability of a unit type as the rulebook seeds costs from them.
fn offence_and_durability(codex: &Codex, key: &str) -> [f64; 2] {
    let rules = Rules::default();
    let unit = |key: &str| codex.unit(key).unwrap();
    let covers = [Grade::None, Grade::Light, Grade::Medium].map(|grade| Cover { grade, partial: false, more: 0 });
    let shot = |distance: f64, cover: Cover| Shot { distance, cover, mode: FireMode::Aimed, modifier: 0 };
    let own = unit(key);
    let weapons = |kind: WeaponKind| own.weapons.iter().map(|at| &codex.weapons[*at]).filter(move |it| it.kind == kind);
    let enemies =
        [("generic-soldier", 0.625), ("generic-leader", 0.125), ("generic-sniper", 0.125), ("generic-assassin", 0.125)]
            .map(|(enemy, weight)| (Target::of(unit(enemy)), weight));
    let mean = |attack: &dyn Fn(&Target) -> Attack| -> f64 {
        enemies.iter().map(|(target, weight)| weight * share(&attack(target), target)).sum()
    };
    let mut offence = 0.0;
    for (distance, cover) in
        [6.0, 12.0, 20.0, 28.0].into_iter().flat_map(|distance| covers.map(|cover| (distance, cover)))
    {
        let Some(skill) = own.ranged else { break };
        let shot = shot(distance, cover);
        let of = |weapon| mean(&|target| Attack::ranged(&rules, skill, weapon, &shot, target));
        offence += 0.6 / 12.0 * weapons(WeaponKind::Ranged).map(of).fold(0.0, f64::max);
    }
    let close = |weapon| mean(&|target| Attack::close(&rules, own.close_combat.unwrap(), weapon, target, false));
    offence += 0.4 * own.movement / 6.0 * weapons(WeaponKind::Close).map(close).fold(0.0, f64::max);
    let target = Target::of(own);
    let mut lost = 0.0;
    for (firer, weapon, distance, weight) in [
        ("generic-soldier", "pistol", 8.0, 0.4),
        ("generic-sniper", "sniper-rifle", 16.0, 0.2),
        ("generic-leader", "laser-pistol", 8.0, 0.1),
    ] {
        for cover in covers {
            let weapon = codex.weapon(weapon).unwrap();
            let attack = Attack::ranged(&rules, unit(firer).ranged.unwrap(), weapon, &shot(distance, cover), &target);
            lost += weight * share(&attack, &target) / 3.0;
        }
    }
    for (fighter, weapon, weight) in
        [("generic-soldier", "club", 0.2), ("generic-assassin", "dark-potential-fist", 0.1)]
    {
        let weapon = codex.weapon(weapon).unwrap();
        let attack = Attack::close(&rules, unit(fighter).close_combat.unwrap(), weapon, &target, false);
        lost += weight * share(&attack, &target);
    }
    [offence, 1.0 / lost]
}

#[test]
fn dp_arm_08_seed_costs_are_those_of_the_rulebook() {
    let codex = Codex::built_in();
    let [soldier_offence, soldier_durability] = offence_and_durability(&codex, "generic-soldier");
    for (key, offence, durability, raw, cost) in [
        ("generic-soldier", 0.284, 1.83, 10.0, 10.0),
        ("generic-soldier-rocket", 0.315, 1.83, 10.5, 12.0),
        ("generic-soldier-melee", 0.143, 1.83, 7.1, 7.0),
        ("generic-leader", 0.442, 3.47, 17.2, 28.0),
        ("generic-sniper", 0.464, 2.40, 14.6, 15.0),
        ("generic-assassin", 0.413, 2.71, 14.6, 20.0),
    ] {
        let [own_offence, own_durability] = offence_and_durability(&codex, key);
        let own_raw = 10.0 * (own_offence * own_durability / (soldier_offence * soldier_durability)).sqrt();
        assert!((own_offence - offence).abs() < 6e-4, "{key}: {own_offence}");
        assert!((own_durability - durability).abs() < 6e-3, "{key}: {own_durability}");
        assert!((own_raw - raw).abs() < 0.06, "{key}: {own_raw}");
        let unit = codex.unit(key).unwrap();
        let index = codex.units.iter().position(|other| other.key == key).unwrap();
        let independent = if codex.serves_in_squads(index) { 0.0 } else { 1.0 };
        // What a rocket adds is priced by itself.
        let base = if unit.special_weapon.is_some() { 10.0 + 2.0 } else { own_raw };
        let stands = unit.special_weapon.is_none()
            && codex.first_weapon(unit, WeaponKind::Ranged).is_some_and(|weapon| weapon.move_or_shoot);
        let seed = base * if unit.stealth > 0 { 1.25 } else { 1.0 } * if stands { 0.95 } else { 1.0 }
            + 1.5 * independent * f64::from(unit.command_points)
            + if unit.commander { 3.0 } else { 0.0 };
        assert_eq!((seed.round(), unit.cost, unit.value), (cost, cost, cost), "{key}: {seed}");
    }
}
