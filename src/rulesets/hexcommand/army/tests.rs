use super::*;
use crate::game::CodexFile;
use crate::rulesets::hexcommand::codex::{Grade, Trait};
use crate::rulesets::hexcommand::command;

const RIFLES: &str = "trained-infantry:rifle-musket";

fn rules(switches: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in switches {
        rules.set(name, value).unwrap();
    }
    rules
}

fn read_under(rules: &Rules, body: &str) -> Result<Roster, Diagnostics> {
    let text = format!("name = \"Test\"\nruleset = \"hexcommand\"\n{body}");
    Roster::read(&Codex::built_in(), rules, &Source { name: "list.toml".to_owned(), text })
}

fn read(body: &str) -> Roster {
    read_under(&Rules::default(), body).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The codes of what is wrong with a list.
fn broken(body: &str) -> Vec<String> {
    let faults = read_under(&Rules::default(), body).expect_err(body);
    assert!(faults.iter().all(|fault| fault.source == "list.toml" && fault.span.is_some()), "{faults:?}");
    faults.into_iter().map(|fault| fault.rule.unwrap_or(fault.message)).collect()
}

fn units(counts: &[(&str, usize)]) -> String {
    counts.iter().fold("[units]\n".to_owned(), |text, (unit, count)| format!("{text}\"{unit}\" = {count}\n"))
}

fn built_in_list(name: &str) -> Roster {
    let ending = format!("/{name}.toml");
    let source = built_in().into_iter().find(|source| source.name.ends_with(&ending)).unwrap();
    let era = if name == "pike-and-shot" { "pike-and-shot" } else { "gunpowder" };
    Roster::read(&Codex::built_in(), &rules(&[("era", era)]), &source).unwrap()
}

/// The totals that the rulebook prints: combat units, points, and which warnings a list takes.
#[test]
fn reference_lists_have_the_printed_totals() {
    let printed: [(&str, usize, f64, &[&str]); 13] = [
        ("balanced-division", 12, 238.0, &[]),
        ("militia-mass", 16, 237.0, &[]),
        ("veteran-core", 11, 238.0, &[]),
        ("gun-line", 13, 237.0, &["L04", "L10"]),
        ("raiders", 11, 240.0, &[]),
        ("repeater-division", 12, 239.0, &[]),
        ("confederate-1863", 13, 238.0, &[]),
        ("union-1863", 12, 236.0, &[]),
        ("many-generals", 11, 239.0, &[]),
        ("siege-train", 11, 236.0, &["L04", "L10"]),
        ("pike-and-shot", 14, 234.0, &[]),
        ("defender-nine", 9, 175.0, &["L04"]),
        ("defender-eight", 8, 156.0, &["L04"]),
    ];
    assert_eq!(built_in().len(), printed.len());
    for (name, combat, cost, codes) in printed {
        let roster = built_in_list(name);
        assert_eq!((roster.combat_units(&Codex::built_in()), roster.cost), (combat, cost), "{name}");
        let warned: Vec<&str> = ["L04", "L09", "L10", "L12"]
            .into_iter()
            .filter(|code| roster.warnings.iter().any(|warning| warning.ends_with(&format!("[{code}]"))))
            .collect();
        assert_eq!(warned, codes, "{name}: {:?}", roster.warnings);
        assert!(roster.doctrine.is_some() && roster.warnings.iter().all(|warning| warning.ends_with(']')));
    }
}

#[test]
fn hx_arm_02_l01_and_l02_units_are_known_and_carry_what_they_may() {
    let base = units(&[(RIFLES, 4)]);
    for (unit, code, nearest) in [
        ("trained-infantri:rifle-musket", "L01", Some(RIFLES)),
        ("infantry", "L01", None),
        ("trained-infantry:smoothbore-gun", "L02", None),
        ("trained-battery:carbine", "L02", None),
        ("trained-skirmisher:none", "L02", None),
        ("trained-mounted-infantry:pistol", "L02", None),
        ("trained-horse-battery:siege-mortar", "L02", None),
        ("trained-infantry:harquebus", "L01", None),
    ] {
        let faults = read_under(&Rules::default(), &format!("{base}\"{unit}\" = 1")).unwrap_err();
        assert_eq!(faults[0].rule.as_deref(), Some(code), "{unit}");
        if let Some(nearest) = nearest {
            assert_eq!(faults[0].nearest.as_deref(), Some(nearest), "{unit}");
        }
        assert!(!faults[0].allowed.is_empty());
    }
}

#[test]
fn hx_arm_04_l03_every_unit_is_in_one_group() {
    let group = |kind: &str, count: usize| format!("[[{kind}]]\nunits = {{ \"{RIFLES}\" = {count} }}\n");
    let roster = read(&format!("{}{}", group("brigades", 4), group("brigades", 5)));
    assert_eq!((roster.own.groups.len(), roster.units.len()), (2, 9));
    assert_eq!(roster.own.group_of, [0, 0, 0, 0, 1, 1, 1, 1, 1]);
    let listed = |count| format!("{}{}", units(&[(RIFLES, count)]), group("brigades", 5));
    assert_eq!(read(&listed(5)).units.len(), 5);
    assert_eq!((broken(&listed(6)), broken(&listed(4))), (vec!["L03".to_owned()], vec!["L03".to_owned()]));
    let mixed = "[[brigades]]\nname = \"1st\"\ndivision = 2\nunits = { \"trained-infantry:rifle-musket\" = 4, \
                 \"trained-battery:howitzer\" = 1 }\n[[battalions]]\nname = \"guns\"\nunits = { \"trained-battery:howitzer\" = 2 }";
    let roster = read(mixed);
    assert_eq!(roster.own.group_of, [0, 0, 0, 0, 0, 1, 1]);
    assert_eq!((roster.own.groups[0].division, roster.own.groups[1].kind), (1, GroupKind::Battalion));
}

/// groups of a list that names none.
#[test]
fn hx_arm_04_lists_without_groups_get_the_usual_ones() {
    let told = |name: &str| {
        let roster = built_in_list(name);
        let size = |at: usize| roster.own.group_of.iter().filter(|group| usize::from(**group) == at).count();
        let groups = roster.own.groups.iter().enumerate();
        groups
            .map(|(at, group)| format!("{} {} {}", group.name, group.kind.key(), size(at)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(
        told("balanced-division"),
        "brigade 1 brigade 4, brigade 2 brigade 4, cavalry detachment 2, artillery battalion 2"
    );
    assert_eq!(told("siege-train"), "brigade 1 brigade 4, brigade 2 brigade 3, artillery battalion 6");
    assert_eq!(told("raiders"), "cavalry brigade 5, mounted infantry brigade 4, artillery battalion 2");
    assert!(told("militia-mass").starts_with("brigade 1 brigade 6, brigade 2 brigade 6, cavalry"));
}

#[test]
fn hx_arm_03_l04_odd_sizes_are_warned_of() {
    let brigade = |count: usize| format!("[[brigades]]\nunits = {{ \"{RIFLES}\" = {count} }}\n");
    let warned = |counts: &[usize], rules: &Rules| {
        let body = counts.iter().fold("cost-limit = 500\n".to_owned(), |body, count| body + &brigade(*count));
        read_under(rules, &body).unwrap().warnings
    };
    let usual = Rules::default();
    assert_eq!(warned(&[4, 6], &usual), Vec::<String>::new());
    assert_eq!(warned(&[3, 4], &usual), ["brigade `brigade 1` has 3 regiments [L04]"]);
    assert_eq!(warned(&[7], &usual), ["brigade `brigade 1` has 7 regiments [L04]", "division 1 has 1 brigades [L04]"]);
    assert_eq!(warned(&[4; 4], &usual), ["division 1 has 4 brigades [L04]"]);
    let wide = rules(&[("brigade.min", "3"), ("division.max", "4")]);
    assert_eq!(warned(&[3, 4, 4, 4], &wide), Vec::<String>::new());
}

#[test]
fn l05_some_units_must_fight_hand_to_hand() {
    assert_eq!(broken(&units(&[(RIFLES, 3), ("trained-skirmisher:carbine", 4)])), ["L05"]);
    read(&units(&[("trained-mounted-infantry:rifle-musket", 4)]));
}

#[test]
fn hx_arm_07_l06_commanders_are_few_and_one_is_supreme() {
    let list = |commanders: &str| format!("commanders = {commanders}\n{}", units(&[(RIFLES, 7)]));
    let roster = read(&list("4"));
    assert_eq!(roster.own.commanders.len(), 4);
    assert_eq!(roster.own.commanders.iter().filter(|commander| commander.level == Level::Army).count(), 1);
    assert_eq!(broken(&list("5")), ["L06"]);
    assert_eq!(broken(&list("[{}, {}]")), ["L06"]);
    assert_eq!(broken(&list("[{ supreme = true }, { supreme = true }]")), ["L06"]);
    let roster = read(&list("[{ tactical = 7 }, { supreme = true, tactical = 4 }, { level = \"artillery\" }]"));
    let tactical: Vec<u8> = roster.own.commanders.iter().map(|it| it.traits[Trait::Tactical as usize]).collect();
    assert_eq!((tactical, roster.own.commanders[2].level), (vec![4, 7, 5], Level::Artillery));
    assert_eq!(read(&units(&[(RIFLES, 7)])).own.commanders, []);
    //
    let groups: Vec<Option<u8>> = read(&list("4")).own.commanders.iter().map(|it| it.group).collect();
    assert_eq!(groups, [None, Some(0), Some(1), None]);
}

#[test]
fn hx_arm_07_commanders_cost_what_their_value_is() {
    let list = |commanders: &str| format!("commanders = {commanders}\n{}", units(&[(RIFLES, 8)]));
    let cost =
        |commanders, switches: &[(&str, &str)]| read_under(&rules(switches), &list(commanders)).unwrap().cost - 144.0;
    assert_eq!((cost("3", &[]), cost("3", &[("command.value", "0")])), (24.0, 12.0));
    let set = [("cvs.mode", "set")];
    assert_eq!(cost("[{ supreme = true, combat = 2 }, { combat = 0 }]", &set), 12.0 + 4.0);
    assert_eq!(cost("[{ supreme = true, combat = 2 }, { combat = 0 }]", &[]), 16.0);
}

#[test]
fn l07_values_of_commanders_are_in_range() {
    let list = |commander: &str| format!("commanders = [{{ supreme = true, {commander} }}]\n{}", units(&[(RIFLES, 4)]));
    for (key, low, high) in
        [("combat", 0, 2), ("morale", 0, 2), ("tactical", 4, 7), ("aggression", 4, 7), ("initiative", 4, 7)]
    {
        for value in [low, high] {
            read(&list(&format!("{key} = {value}")));
        }
        for value in [low - 1, high + 1] {
            assert_eq!(broken(&list(&format!("{key} = {value}"))), ["L07"]);
        }
    }
}

#[test]
fn hx_arm_08_l08_peoples_have_commanders_of_their_own() {
    let list = |commanders: &str| {
        format!(
            "{commanders}\npeoples = {{ creek = {{ tribal = true, units = {{ \"{RIFLES}\" = 2 }} }} }}\n{}",
            units(&[(RIFLES, 5)])
        )
    };
    let led = read(&list("commanders = [{ supreme = true }, { people = \"creek\" }]"));
    assert_eq!(led.own.people_of, [Some(0), Some(0), None, None, None]);
    assert_eq!((led.own.commanders[1].people, led.own.peoples[0].tribal), (Some(0), true));
    assert_eq!(broken(&list("commanders = 1")), ["L08"]);
    assert_eq!(broken(&list("commanders = [{ supreme = true, people = \"cree\" }]")), ["L08", "L08"]);
    read(&list(""));
}

#[test]
fn hx_era_01_l09_weapons_are_of_their_era() {
    let list =
        |weapon: &str| format!("era = \"pike-and-shot\"\n{}", units(&[(&format!("trained-infantry:{weapon}"), 4)]));
    let era = rules(&[("era", "pike-and-shot")]);
    let faults = read_under(&era, &list("repeater")).unwrap_err();
    assert_eq!((faults.len(), faults[0].rule.as_deref()), (1, Some("L09")));
    let warned = |weapon| read_under(&era, &list(weapon)).unwrap().warnings.iter().any(|it| it.ends_with("[L09]"));
    assert!(warned("rifle-musket") && !warned("smoothbore-musket"));
}

#[test]
fn l10_and_l12_odd_mixes_are_warned_of() {
    let warned = |body: &str, code: &str| read(body).warnings.iter().any(|it| it.ends_with(&format!("[{code}]")));
    let guns = |count| units(&[(RIFLES, 4), ("trained-battery:howitzer", count)]);
    assert!(!warned(&guns(2), "L10") && warned(&guns(3), "L10"));
    let spread = |veteran, trained, untrained| {
        let counts =
            [("veteran-infantry:carbine", veteran), (RIFLES, trained), ("untrained-infantry:carbine", untrained)];
        format!("year = 1863\nside = \"union\"\n{}", units(&counts))
    };
    assert!(!warned(&spread(3, 4, 3), "L12") && warned(&spread(5, 4, 1), "L12"));
    let unnamed = spread(5, 4, 1).replace("year = 1863\n", "");
    assert!(!warned(&unnamed, "L12"));
}

#[test]
fn l11_lists_keep_to_their_limit() {
    assert_eq!(broken(&units(&[(RIFLES, 14)])), ["L11"]);
    assert_eq!(broken(&format!("cost-limit = 100\n{}", units(&[(RIFLES, 6)]))), ["L11"]);
    let told = read_under(&rules(&[("over-points", "told")]), &units(&[(RIFLES, 14)])).unwrap();
    assert_eq!(told.warnings[0], "cost 252 over limit 240 by 12 [L11]");
    let roster = read(&format!("cost-limit = 500\n{}", units(&[(RIFLES, 14)])));
    assert_eq!((roster.cost, roster.limit), (252.0, Some(500.0)));
    let trained = rules(&[("fire.trained-arms", "all")]);
    let guns = units(&[(RIFLES, 4), ("veteran-battery:howitzer", 1)]);
    assert_eq!((read(&guns).cost, read_under(&trained, &guns).unwrap().cost), (87.0, 93.0));
    let flagged = format!(
        "works = {{ quick-works = 2, redoubts = 1 }}\nrare = {{ \"{RIFLES}\" = 2 }}\n{}",
        units(&[(RIFLES, 4)])
    );
    assert_eq!(read(&flagged).cost, 72.0 + 12.0 + 12.0);
}

#[test]
fn hx_arm_06_rare_units_are_flagged() {
    let list = |rare: usize| format!("rare = {{ \"{RIFLES}\" = {rare} }}\n{}", units(&[(RIFLES, 4)]));
    let roster = read(&list(1));
    assert_eq!(roster.own.rare, [true, false, false, false]);
    assert_eq!((roster.rout_at(&Rules::default(), 0), roster.rout_at(&Rules::default(), 1)), (4, 3));
    assert_eq!(broken(&list(5)), ["L15"]);
}

#[test]
fn hx_arm_09_and_10_l13_the_defender_is_outnumbered() {
    let codex = Codex::built_in();
    let lists = ["balanced-division", "defender-nine", "siege-train", "defender-eight"].map(built_in_list);
    let [twelve, nine, siege, eight] = &lists;
    let check = |attack: &Roster, defence: &Roster, switches: &[(&str, &str)]| {
        let (faults, warnings) = check_pair(&codex, &rules(switches), Some(Side::A), [attack, defence]);
        (faults.into_iter().map(|it| it.message).collect::<Vec<_>>(), warnings)
    };
    let fine = (Vec::<String>::new(), Vec::new());
    assert_eq!((check(twelve, nine, &[]), check(siege, eight, &[])), (fine.clone(), fine));
    let nine_are_many = "defender `Defender nine` has 9 units, at most 8 allowed".to_owned();
    assert_eq!(check(twelve, nine, &[("setup.ratio", "3:2")]), (vec![nine_are_many.clone()], vec![]));
    // the siege train has no cavalry, and eleven units.
    assert_eq!(check(siege, nine, &[]).0.len(), 2);
    let (faults, warnings) = check(siege, nine, &[("setup.ratio-check", "warned")]);
    assert_eq!((faults.len(), &warnings[0]), (0, &format!("{nine_are_many} [L13]")));
    // A list against itself measures play.
    let (faults, warnings) = check(twelve, twelve, &[]);
    assert_eq!((faults.len(), warnings.len()), (0, 1));
    assert_eq!(check_pair(&codex, &Rules::default(), None, [twelve, twelve]), Default::default());
    assert_eq!(check_pair(&codex, &Rules::default(), Some(Side::B), [nine, twelve]), Default::default());
}

#[test]
fn hx_arm_11_l14_the_defender_has_fakes() {
    let codex = Codex::built_in();
    let lists = ["balanced-division", "defender-nine"].map(built_in_list);
    let check = |switches: &[(&str, &str)]| {
        let (found, _) = check_pair(&codex, &rules(switches), Some(Side::A), [&lists[0], &lists[1]]);
        found.into_iter().map(|it| it.rule.unwrap()).collect::<Vec<_>>()
    };
    let none = [("hidden.mode", "on"), ("hidden.start", "unseen"), ("hidden.decoys", "0")];
    assert_eq!(check(&none), ["L14"]);
    assert_eq!((check(&none[..2]), check(&none[1..])), (vec![], vec![]));
}

#[test]
fn l15_bad_lists_are_told() {
    assert_eq!(broken(""), ["L15", "L05"]);
    assert_eq!(broken(&format!("{}\"{RIFLES}\" = 0", "[units]\n")), ["L15", "L15", "L05"]);
    assert_eq!(broken(&format!("{}\"{RIFLES}\" = -1", "[units]\n")), ["L15", "L15", "L05"]);
    let group = |name: &str| format!("[[brigades]]\nname = \"{name}\"\nunits = {{ \"{RIFLES}\" = 4 }}\n");
    assert_eq!(broken(&format!("{}{}", group("a"), group("a"))), ["L15"]);
    assert!(broken("[[brigades]]\nname = \"a\"\nunits = {}\n").contains(&"L15".to_owned()));
    let many = format!("cost-limit = 5000\n{}", units(&[(RIFLES, 61)]));
    assert_eq!(read_under(&Rules::default(), &many).unwrap_err().len(), 1);
    assert_eq!(read(&format!("cost-limit = 5000\n{}", units(&[(RIFLES, 60)]))).units.len(), 60);
}

#[test]
fn units_stand_in_the_order_of_the_codex() {
    let roster = built_in_list("union-1863");
    assert!(roster.units.is_sorted());
    let codex = Codex::built_in();
    let grades: Vec<Grade> = roster.units[..4].iter().map(|kind| codex.kinds[usize::from(*kind)].grade).collect();
    assert_eq!(grades, [Grade::Untrained, Grade::Untrained, Grade::Untrained, Grade::Trained]);
    assert!(built_in_list("siege-train").has_heavy_gun(&codex) && !roster.has_heavy_gun(&codex));
}

/// groups, numbers and commanders of a list as a game begins with them.
#[test]
fn r_118_and_176_a_list_musters_its_order_of_battle() {
    let roster = built_in_list("balanced-division");
    let order = roster.order();
    let divisions: Vec<(u8, bool)> = order.groups.iter().map(|group| (group.division, group.battalion)).collect();
    assert_eq!(divisions, [(0, false), (0, false), (0, false), (0, true)]);
    let in_group = |group: u8| order.units.iter().filter(|unit| unit.group == group).count();
    assert_eq!([0, 1, 2, 3].map(in_group), [4, 4, 2, 2]);
    let kinds: Vec<u8> = order.units.iter().map(|unit| unit.kind).collect();
    assert_eq!(kinds, roster.units);
    let led: Vec<(Level, u8)> = order.commanders.iter().map(|one| (one.level, one.of)).collect();
    assert_eq!(led, [(Level::Army, 0), (Level::Brigade, 0), (Level::Brigade, 1)]);
    assert_eq!(order.spread, None);
    let list = format!(
        "side = \"union\"\nyear = 1863\n[rare]\n\"{RIFLES}\" = 1\n[peoples.creek]\ntribal = true\n\
         units = {{ \"{RIFLES}\" = 1 }}\n[[commanders]]\nsupreme = true\ncombat = 2\npeople = \"creek\"\n\
         [[brigades]]\ndivision = 2\nunits = {{ \"{RIFLES}\" = 4 }}\n"
    );
    let order = read(&list).own.order;
    assert_eq!(order.spread, Some(command::spread(&Codex::built_in(), 1863, Nation::Union).unwrap()));
    assert_eq!(
        (order.groups[0].division, order.commanders[0].people, order.commanders[0].values.unwrap()[0]),
        (1, 1, 2)
    );
    let first = order.units[0];
    assert_eq!((first.rare, first.tribal, first.people, order.units[1].people), (true, true, 1, 0));
    let many: String = (0..17).map(|_| format!("[[detachments]]\nunits = {{ \"{RIFLES}\" = 1 }}\n")).collect();
    assert_eq!(broken(&format!("cost-limit = 1000\n{many}")), ["L15"]);
}
