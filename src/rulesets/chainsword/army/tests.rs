//! Army lists: the reference lists, every check by its code, options, Force Morale, value apart from cost.

use super::*;
use crate::dice::{Dice, exact};
use crate::game::{CodexFile, Override, Ruleset};
use crate::rulesets::chainsword::Chainsword;
use crate::rulesets::chainsword::combat::force_morale;

fn with(switches: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    switches.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

fn codex_with(key: &str, value: impl Into<toml::Value>) -> Codex {
    Codex::read(&Codex::source(), &[Override { key: key.to_owned(), value: value.into() }]).unwrap()
}

fn built(key: &str) -> Roster {
    Roster::read(&Codex::built_in(), &Rules::default(), &Source::called(key, built_in()).unwrap()).unwrap()
}

/// A roll for the Force Morale with which a list starts.
fn starting_level(roster: &Roster, codex: &Codex, formula: FmFormula, mut dice: &mut dyn Dice) -> u8 {
    let leadership: Vec<u8> = roster.leadership(codex, formula).collect();
    force_morale::starting_level(&leadership, formula, &mut dice)
}

/// What every legal list has, without a size, with Squads added to it.
const CORE: &str = "name = 'mine'\nruleset = 'chainsword'\n[officers]\nmarshal = 1\nlieutenant = 1\n\
                    [[squads]]\nunit = 'levy-rifles'\ncount = 2\n";

fn list(text: &str) -> Source {
    Source { name: "list.toml".into(), text: format!("{CORE}{text}") }
}

fn read(text: &str) -> Roster {
    Roster::read(&Codex::built_in(), &Rules::default(), &list(text)).unwrap()
}

/// What is wrong with a list: code, message, and the text at its place.
fn faults(codex: &Codex, rules: &Rules, source: &Source) -> Vec<(String, String, String)> {
    let at = |span: Option<std::ops::Range<usize>>| span.map_or(String::new(), |span| source.text[span].to_owned());
    let diagnostics = Roster::read(codex, rules, source).unwrap_err();
    diagnostics.into_iter().map(|it| (it.rule.unwrap_or_default(), it.message, at(it.span))).collect()
}

fn wrong(text: &str) -> Vec<(String, String, String)> {
    faults(&Codex::built_in(), &Rules::default(), &list(text))
}

#[test]
fn cw_arm_01_the_reference_lists_are_those_of_the_rulebook() {
    let codex = Codex::built_in();
    // Total, level at which Force Morale starts at least, users of the faces 3 and 4.
    let expected = [
        ("levy-foot", 990.0, 8, 3, 2),
        ("breacher-assault", 1000.0, 9, 3, 2),
        ("ironclad-elite", 985.0, 9, 3, 1),
        ("armoured-column", 1000.0, 8, 5, 2),
        ("mechanised", 985.0, 8, 4, 2),
        ("sky-cavalry", 980.0, 8, 5, 2),
        ("airborne-raiders", 985.0, 9, 2, 2),
        ("gun-line", 1000.0, 8, 3, 2),
        ("anti-air", 990.0, 8, 3, 2),
        ("combined-arms", 990.0, 8, 4, 2),
    ];
    assert_eq!(built_in().len(), expected.len());
    for (source, (key, cost, lowest, threes, fours)) in built_in().iter().zip(expected) {
        assert_eq!(source.stem(), Some(key));
        let roster = built(key);
        assert_eq!((roster.cost, roster.value(), roster.limit), (cost, cost, Some(1000.0)), "{key}");
        assert!(roster.warnings.is_empty(), "{key}: {:?}", roster.warnings);
        assert_eq!([3, 4].map(|face| roster.users_of(&codex, face)), [threes, fours], "{key}");
        let levels = exact::distribution(|dice| starting_level(&roster, &codex, Rules::default().fm_formula, dice));
        for level in lowest..=lowest + 2 {
            assert!((levels.probability(&level) - 1.0 / 3.0).abs() < 1e-12, "{key} starts at {level}");
        }
    }
}

#[test]
fn reference_lists_have_the_riders_and_reserves_of_the_rulebook() {
    let codex = Codex::built_in();
    let told = |key: &str| -> Vec<String> {
        let roster = built(key);
        let name = |place: usize| codex.key(usize::from(roster.units[place])).to_owned();
        let squad = |(place, squad): (usize, &Squad)| match (squad.transport, squad.reserve, squad.infiltrates) {
            (Some(transport), ..) => {
                assert_eq!(roster.own.squads[usize::from(transport)].owner, Some(place as u8));
                Some(format!("{} in {}", name(place), name(usize::from(transport))))
            }
            (_, Some(Reserve::Flyer), _) | (None, None, false) => None,
            (_, Some(way), _) => Some(format!("{} by {}", name(place), way.key())),
            (.., true) => Some(format!("{} infiltrate", name(place))),
        };
        roster.own.squads.iter().enumerate().filter_map(squad).collect()
    };
    assert_eq!(told("levy-foot"), ["pathfinders infiltrate"]);
    assert_eq!(told("ironclad-elite"), ["bulwark-guard by deep-strike"]);
    assert_eq!(told("armoured-column"), ["levy-rifles in mule"; 3]);
    let mut mechanised = vec!["levy-rifles in mule"];
    mechanised.extend(["breachers in mule"; 3]);
    assert_eq!(told("mechanised"), mechanised);
    assert_eq!(told("sky-cavalry"), ["levy-rifles in heron", "falconers by deep-strike", "falconers by deep-strike"]);
    assert_eq!(
        told("airborne-raiders"),
        [
            "bulwark-guard by deep-strike",
            "pathfinders infiltrate",
            "pathfinders infiltrate",
            "falconers by deep-strike",
            "falconers by deep-strike",
            "outriders by outflank"
        ]
    );
    for key in ["breacher-assault", "anti-air", "combined-arms"] {
        assert_eq!(told(key), [""; 0], "{key}");
    }
    let flyers = built("combined-arms").own.squads.iter().filter(|it| it.reserve == Some(Reserve::Flyer)).count();
    assert_eq!(flyers, 1, "flyers are in reserve without a word");
}

#[test]
fn cw_arm_02_every_check_is_named_and_placed() {
    let case = |text: &str, code: &str, at: &str| {
        let found: Vec<_> = wrong(text).into_iter().map(|(code, _, at)| (code, at)).collect();
        assert_eq!(found, [(code.to_owned(), at.to_owned())], "{text}");
    };
    let squad = |unit: &str, more: &str| format!("[[squads]]\nunit = '{unit}'\n{more}\n");
    case(&squad("levy-rifle", ""), "unknown-key", "'levy-rifle'");
    case(&squad("levy-rifles", "options = ['laucher']"), "unknown-key", "'laucher'");
    case(&squad("levy-rifles", "transport = 'mul'"), "unknown-key", "'mul'");
    case(&squad("captain", ""), "unknown-key", "'captain'");
    case(&squad("mule", ""), "transport-owner", "'mule'");
    case(&squad("levy-rifles", "transport = 'rampart'"), "transport-owner", "'rampart'");
    for unit in ["outriders", "hulks", "falconers", "mortar-battery", "rampart"] {
        case(&squad(unit, "transport = 'mule'"), "transport-owner", "'mule'");
    }
    case(&squad("breachers", "options = ['launcher']"), "bad-option", "'launcher'");
    case(&squad("breachers", "transport-options = ['rail-lance']"), "bad-option", "['rail-lance']");
    case(&squad("rampart", "options = ['rail-lance', 'rail-lance']"), "duplicate-option", "'rail-lance'");
    // Both take the one service rifle that may be given away.
    case(&squad("levy-rifles", "options = ['flame-projector', 'fusion-lance']"), "duplicate-option", "'fusion-lance'");
    case(&squad("breachers", "reserve = 'deep-strike'"), "bad-reserve", "'deep-strike'");
    case(&squad("falconers", "reserve = 'outflank'"), "bad-reserve", "'outflank'");
    case(&squad("hulks", "infiltrates = true"), "bad-reserve", "true");
    case(&squad("sky-beast", ""), "optional-off", "'sky-beast'");
    let on = with(&[("flying-beasts", "on")]);
    assert!(Roster::read(&Codex::built_in(), &on, &list(&squad("sky-beast", ""))).is_ok());
    let nearest = Roster::read(&Codex::built_in(), &on, &list(&squad("levy-rifle", ""))).unwrap_err();
    assert_eq!(nearest[0].nearest.as_deref(), Some("levy-rifles"));
    // Places for ten only.
    let tight = codex_with("codex.vehicles.mule.capacity", 9);
    let found = faults(&tight, &on, &list(&squad("levy-rifles", "transport = 'mule'")));
    assert_eq!(
        found,
        [("over-capacity".into(), "`levy-rifles` has 10 models, a `mule` carries 9".into(), "'mule'".into())]
    );
}

#[test]
fn a_list_that_names_units_alone_is_the_same_as_one_of_officers_and_squads() {
    let plain =
        "name = 'mine'\nruleset = 'chainsword'\n[units]\nmarshal = 1\nlieutenant = 1\nlevy-rifles = 2\nkestrel = 1\n";
    let source = |text: &str| Source { name: "list.toml".into(), text: text.to_owned() };
    let read_all = |source: &Source| Roster::read(&Codex::built_in(), &Rules::default(), source).unwrap();
    assert_eq!(read_all(&source(plain)), read("[[squads]]\nunit = 'kestrel'\n"));
    for (more, code) in
        [("mule = 1", "transport-owner"), ("sky-beast = 1", "optional-off"), ("kestrl = 1", "unknown-key")]
    {
        let found = faults(&Codex::built_in(), &Rules::default(), &source(&format!("{plain}{more}")));
        assert_eq!(found.iter().map(|(code, ..)| &**code).collect::<Vec<_>>(), [code], "{found:?}");
    }
}

#[test]
fn cw_arm_02_limits_of_ranks_and_roles_are_told_in_order() {
    let found = |text: &str| -> Vec<(String, String)> {
        let source = Source { name: "list.toml".into(), text: format!("name = 'x'\nruleset = 'chainsword'\n{text}") };
        let faults = faults(&Codex::built_in(), &Rules::default(), &source);
        faults.into_iter().map(|(code, message, _)| (code, message)).collect()
    };
    let all = "size = 1100\n[officers]\nmarshal = 2\ncaptain = 3\nlieutenant = 5\n[[squads]]\nunit = 'levy-rifles'\n\
               [[squads]]\nunit = 'hulks'\ncount = 4\n[[squads]]\nunit = 'kestrel'\ncount = 3\n";
    let expected = [
        ("over-size", "1370 points, the size is 1100"),
        ("warlord-count", "2 warlords, a list has one"),
        ("officer-count", "5 officers of rank char, a list has 1 to 4"),
        ("officer-count", "3 officers of rank ic, a list has 2 at most"),
        ("troops-count", "1 Squads of troops, a list of this size has 2 to 7"),
        ("role-limit", "4 Squads of role elite, a list of this size has 3 at most"),
        ("role-limit", "3 Squads of role flyer, a list of this size has 2 at most"),
    ];
    assert_eq!(found(all), expected.map(|(code, message)| (code.to_owned(), message.to_owned())));
    let codes = |text: &str| found(text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes("[[squads]]\nunit = 'levy-rifles'\ncount = 2"), ["warlord-count", "officer-count"]);
    assert_eq!(
        codes("[officers]\nmarshal = 1\nlieutenant = 1\n[[squads]]\nunit = 'levy-rifles'\ncount = 7"),
        ["troops-count"]
    );
    assert_eq!(
        codes("[officers]\nmarshall = 1\nlevy-rifles = 1\nmarshal = 1\nlieutenant = 1")[..2],
        ["unknown-key"; 2]
    );
}

#[test]
fn cw_arm_02_limits_of_roles_go_with_the_size() {
    assert_eq!([0.1, 0.5, 1.0, 1.5, 2.4].map(|times| scaled(3, times)), [1, 2, 3, 5, 7]);
    let hulks = "[[squads]]\nunit = 'levy-rifles'\n[[squads]]\nunit = 'hulks'\ncount = 4\n";
    let read = |size: &str| {
        let rules = with(&[("army-size", size)]);
        Roster::read(&Codex::built_in(), &rules, &list(hulks)).map_err(|faults| faults[0].rule.clone().unwrap())
    };
    assert_eq!(read("1000").unwrap_err(), "role-limit");
    let larger = read("1500").unwrap();
    assert_eq!((larger.limit, larger.warnings.len()), (Some(1500.0), 1), "795 points are few for 1500");
    assert!(larger.warnings[0].contains("under-size"), "{:?}", larger.warnings);
    assert_eq!(read("500").unwrap_err(), "over-size");
}

#[test]
fn cw_arm_01_a_list_over_its_size_plays_where_it_is_only_told() {
    let source = Source::called("armoured-column", built_in()).unwrap();
    let read = |switches: &[(&str, &str)]| {
        Roster::read(&codex_with("codex.units.levy-rifles.cost", 500.0), &with(switches), &source)
    };
    assert_eq!(read(&[]).unwrap_err()[0].rule.as_deref(), Some("over-size"));
    let told = read(&[("over-points", "told")]).unwrap();
    assert_eq!((told.cost, told.limit), (2305.0, Some(1000.0)));
    assert_eq!(told.warnings[0], "2305 points, the size is 1000 [over-size]");
}

#[test]
fn options_change_what_is_carried_and_paid() {
    let codex = Codex::built_in();
    let roster = read(
        "[[squads]]\nunit = 'levy-rifles'\noptions = ['launcher', 'fusion-lance']\ntransport = 'mule'\n\
         transport-options = ['flame-projector']\n[[squads]]\nunit = 'ironclads'\noptions = ['more-models']\n\
         [[squads]]\nunit = 'rampart'\noptions = ['rail-lance']",
    );
    let carried = |place: usize, team: usize| -> Vec<String> {
        let name = |arms: &Arms| {
            let modes: Vec<&str> = arms.weapons.iter().map(|weapon| codex.weapons[*weapon].name.as_str()).collect();
            format!("{} x{}", modes.join("/"), arms.count)
        };
        roster.teams(&codex, place)[team].arms.iter().map(name).collect()
    };
    let place = |unit: &str, copy: usize| {
        let of_unit = (0..roster.units.len()).filter(|at| codex.key(usize::from(roster.units[*at])) == unit);
        of_unit.clone().nth(copy).unwrap()
    };
    let levies = place("levy-rifles", 2);
    assert_eq!(carried(levies, 0), ["service-rifle x4", "fusion-lance x1"]);
    assert_eq!(carried(levies, 1), ["service-rifle x4", "launcher-frag/launcher-shaped x1"]);
    assert_eq!(carried(place("levy-rifles", 0), 1), ["service-rifle x4", "squad-repeater x1"]);
    assert_eq!(carried(place("mule", 0), 0), ["flame-projector x1"]);
    assert_eq!(carried(place("ironclads", 0), 0), ["mag-rifle x3", "arc-rifle x1"]);
    assert_eq!(codex.models(usize::from(roster.units[place("ironclads", 0)]), &[]), 6);
    let ironclads = roster.teams(&codex, place("ironclads", 0));
    assert_eq!(ironclads.iter().map(|team| team.models).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(carried(place("rampart", 0), 0), ["tank-gun x1", "rail-lance x1"]);
    let costs: Vec<f64> = roster.own.squads.iter().map(|squad| squad.cost).collect();
    assert_eq!(costs, [65.0, 65.0, 85.0, 165.0, 30.0, 90.0, 50.0, 165.0]);
    assert_eq!(roster.cost, 715.0);
}

#[test]
fn values_stay_where_costs_are_varied() {
    let source = Source::called("armoured-column", built_in()).unwrap();
    let read = |key: &str, value: f64| Roster::read(&codex_with(key, value), &Rules::default(), &source).unwrap();
    let cheap = read("codex.units.levy-rifles.cost", 55.0);
    assert_eq!((cheap.cost, cheap.value()), (970.0, 1000.0));
    let option = read("codex.options.rampart.rail-lance.cost", 5.0);
    assert_eq!((option.cost, option.value()), (980.0, 1000.0));
    let worth = read("codex.vehicles.mule.value", 40.0);
    assert_eq!((worth.cost, worth.value()), (1000.0, 970.0));
    // The list is refused when a price tried takes it over its size.
    let codex = codex_with("codex.units.levy-rifles.cost", 66.0);
    assert_eq!(Roster::read(&codex, &Rules::default(), &source).unwrap_err()[0].rule.as_deref(), Some("over-size"));
}

#[test]
fn cw_fmo_01_force_morale_starts_by_troops_or_by_everybody() {
    let codex = Codex::built_in();
    // Two of Ld 7 and two of 8: 7 and a die. Everybody: 10, 9, 8, 8 of officers, 7 of bikes.
    let roster = built("combined-arms");
    assert_eq!(roster.leadership(&codex, FmFormula::D3Troops).collect::<Vec<_>>(), [7, 7, 8, 8]);
    let average = with(&[("fm-formula", "unit-average")]);
    assert_eq!(roster.leadership(&codex, FmFormula::UnitAverage).collect::<Vec<_>>(), [7, 7, 8, 8, 7, 8, 8, 9, 10]);
    let levels = |rules: &Rules| {
        let levels = exact::distribution(|dice| starting_level(&roster, &codex, rules.fm_formula, dice));
        [8, 9, 10].map(|level| (levels.probability(&level) * 3.0).round())
    };
    assert_eq!((levels(&Rules::default()), levels(&average)), ([1.0; 3], [3.0, 0.0, 0.0]));
}

#[test]
fn lists_are_offered_with_units_and_reserves_by_name() {
    assert_eq!(Chainsword.armies().len(), 10);
    let source = Source::called("mechanised", Chainsword.armies()).unwrap();
    let army = Chainsword.read_army(&Chainsword.codex(), &source).unwrap();
    let count = |name: &str| army.units.iter().find(|(unit, _)| unit == name).map(|(_, count)| *count);
    assert_eq!((army.cost, count("mule"), count("breachers"), count("lieutenant")), (985.0, Some(4), Some(3), Some(3)));
    let roster = built("mechanised");
    assert_eq!(roster.doctrine.as_deref(), Some("blitz"));
    assert_eq!(roster.own.doctrine_as, [Some("raider".to_owned()), Some("methodical".to_owned())]);
}
