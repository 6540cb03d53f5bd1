use super::super::choices::{Act, Choice, March, Path};
use super::super::ledger::rule;
use super::super::state::{Battle, Decision, Setup, UnitId, side_of, unit_id};
use super::super::test_position::{CAVALRY, DRAGOONS, NAPOLEONS, RIFLES, SKIRMISHERS, Table, WAGON, setup};
use super::Search;
use crate::game::Side;
use crate::tabletop::hex::NOWHERE;
use crate::tabletop::hex::flat::Direction::{self, *};

const LIGHT: &str = "trained-light-infantry:rifle-musket";
const LIGHT_HORSE: &str = "trained-light-cavalry:carbine";
const HEAVY: &str = "trained-battery:heavy-rifled-gun";
const SIEGE: &str = "trained-battery:siege-mortar";
const MOUNTAIN: &str = "trained-battery:mountain-howitzer";

/// A move along hexes that begins and ends with the present facing.
fn go(table: &Table<'_>, unit: UnitId, hexes: &[&str]) -> March {
    let battle = &table.battle;
    let mut at = battle.unit(unit).hex;
    let mut path = Path::EMPTY;
    for number in hexes {
        let to = table.hex(number);
        path = path.then(battle.setup.field.direction(at, to).expect("neighbours"));
        at = to;
    }
    March { path, ..March::stay(unit, battle.unit(unit).facing) }
}

fn turned(march: March, start: Direction) -> March {
    March { start, end: start, ..march }
}

fn refusal(table: &Table<'_>, march: March) -> &'static str {
    table.battle.check_march(&march).expect_err("it is refused").rule
}

fn legal(table: &Table<'_>, march: March) -> bool {
    table.battle.check_march(&march).is_ok()
}

/// Makes a move, with no dice.
fn carry(table: &mut Table<'_>, march: March) {
    (table.battle.decision, table.battle.decider) = (Decision::March, side_of(march.unit));
    table.battle.phasing = side_of(march.unit);
    table.choose(Choice::March(march), &[]);
}

/// The side's next movement step begins.
fn next_half(table: &mut Table<'_>, side: Side) {
    table.battle.force_mut(side).done = super::UnitSet::EMPTY;
    for place in 0..usize::from(table.battle.force(side).size) {
        table.battle.unit_mut(unit_id(side, place)).steps = 0;
    }
}

/// The same, of a move that is read off the table.
macro_rules! make {
    ($table:ident, $march:expr) => {{
        let march = $march;
        carry(&mut $table, march);
    }};
}

mod contacts;
mod ground;

/// Somebody of either side far off, so that the movement step does not end.
fn bystanders(table: &mut Table<'_>) -> [UnitId; 2] {
    [table.put(Side::A, RIFLES, "0113", North), table.put(Side::B, RIFLES, "2101", South)]
}

fn alone<'s>(setup: &'s Setup, kind: &str, hex: &str) -> (Table<'s>, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, kind, hex, North);
    bystanders(&mut table);
    (table, unit)
}

fn ends(battle: &Battle<'_>, unit: UnitId) -> Vec<(String, Direction)> {
    let mut all = Vec::new();
    battle.visit_marches(&mut Search::new(), unit, &mut |march| {
        let (_, at) = battle.check_march(&march).expect("what is shown is legal");
        all.push((battle.spot(at.hex), march.end));
    });
    all
}

/// Its legs have numbers of 16 bits, which run out after some thousand moves.
#[test]
fn a_search_shows_the_same_however_long_it_has_been_used() {
    let setup = setup("", &[]);
    let (table, unit) = alone(&setup, RIFLES, "1107");
    let marches = |search: &mut Search| {
        let mut all = Vec::new();
        table.battle.visit_marches(search, unit, &mut |march| all.push(march));
        all
    };
    let mut search = Search::new();
    let fresh = marches(&mut search);
    for _ in 0..8000 {
        assert!(marches(&mut search) == fresh);
    }
}

#[test]
fn hx_mov_01_each_hex_costs_one_of_the_allowance() {
    let setup = setup("", &[]);
    for (kind, hexes) in [(RIFLES, 3), (LIGHT, 3), (SKIRMISHERS, 3), (CAVALRY, 5), (DRAGOONS, 5), (WAGON, 3)] {
        let (table, unit) = alone(&setup, kind, "1112");
        let path: Vec<&str> = ["1111", "1110", "1109", "1108", "1107", "1106"][..=hexes].to_vec();
        assert!(legal(&table, go(&table, unit, &path[..hexes])), "{kind}");
        assert_eq!(refusal(&table, go(&table, unit, &path)), "HX-MOV-01", "{kind}");
    }
    let (mut table, guns) = alone(&setup, NAPOLEONS, "1112");
    assert_eq!(refusal(&table, go(&table, guns, &["1111"])), "HX-MOV-01", "unlimbered guns do not march");
    table.mark(guns, |force| &mut force.limbered);
    assert!(legal(&table, go(&table, guns, &["1111", "1110"])));
    assert_eq!(refusal(&table, go(&table, guns, &["1111", "1110", "1109"])), "HX-MOV-01");
}

#[test]
fn hx_mov_02_oblique_moves_keep_the_facing() {
    let [on, off] = ["on", "off"].map(|value| setup("", &[("movement.oblique", value)]));
    let (mut table, unit) = alone(&on, RIFLES, "1107");
    assert!(legal(&table, go(&table, unit, &["1206", "1205", "1105"])));
    make!(table, go(&table, unit, &["1206"]));
    assert_eq!((table.at(unit).as_str(), table.battle.unit(unit).facing), ("1206", North));
    let (table, unit) = alone(&off, RIFLES, "1107");
    assert_eq!(refusal(&table, go(&table, unit, &["1206"])), "HX-MOV-02");
    assert!(legal(&table, go(&table, unit, &["1106"])));
}

#[test]
fn hx_mov_03_one_turn_at_start_or_end_and_two_for_cavalry() {
    let usual = setup("", &[]);
    let (table, unit) = alone(&usual, RIFLES, "1107");
    let ahead = go(&table, unit, &["1106"]);
    assert!(legal(&table, March { end: South, ..ahead }));
    let aside = turned(go(&table, unit, &["1207"]), SouthEast);
    assert!(legal(&table, aside));
    assert_eq!(refusal(&table, March { end: North, ..aside }), "HX-MOV-03");
    let bent = March { middle: Some((1, SouthEast)), end: SouthEast, ..go(&table, unit, &["1106", "1206"]) };
    assert_eq!(refusal(&table, bent), "HX-MOV-03", "{:?}", table.battle.check_march(&bent));
    let (table, riders) = alone(&usual, CAVALRY, "1107");
    let bent = March { middle: Some((1, SouthEast)), end: South, ..go(&table, riders, &["1106", "1206"]) };
    assert!(legal(&table, bent));
    let thrice = March { start: NorthEast, ..bent };
    assert_eq!(refusal(&table, thrice), "HX-MOV-03");
    let light = setup("", &[("movement.cavalry-turns", "light-only")]);
    for (kind, both) in [(CAVALRY, false), (LIGHT_HORSE, true)] {
        let (table, riders) = alone(&light, kind, "1107");
        let twice = March { start: NorthEast, end: South, ..go(&table, riders, &["1206"]) };
        assert_eq!(legal(&table, twice), both, "{kind}");
    }
    let paid = setup("", &[("movement.facing-cost", "1")]);
    let (table, unit) = alone(&paid, RIFLES, "1109");
    let far = go(&table, unit, &["1108", "1107", "1106"]);
    assert!(legal(&table, far));
    assert_eq!(refusal(&table, March { end: South, ..far }), "R-31");
    assert!(legal(&table, March { end: South, ..go(&table, unit, &["1108", "1107"]) }));
}

#[test]
fn hx_mov_04_nobody_goes_backward_but_skirmishers() {
    let setup = setup("", &[]);
    let (table, unit) = alone(&setup, RIFLES, "1107");
    assert_eq!(refusal(&table, go(&table, unit, &["1108"])), "HX-MOV-04");
    assert!(legal(&table, turned(go(&table, unit, &["1108"]), South)));
    let (mut table, skirmishers) = alone(&setup, SKIRMISHERS, "1107");
    make!(table, go(&table, skirmishers, &["1108", "1109"]));
    assert_eq!((table.at(skirmishers).as_str(), table.battle.unit(skirmishers).facing), ("1109", North));
}

#[test]
fn hx_mov_05_who_is_in_contact_stays() {
    let setup = setup("", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1107");
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    table.contact(enemy, unit, 0);
    assert_eq!(refusal(&table, turned(go(&table, unit, &["1108"]), South)), "HX-MOV-05");
    assert_eq!(refusal(&table, turned(go(&table, unit, &[]), South)), "HX-MOV-05");
}

#[test]
fn hx_mov_06_units_pass_guns_and_light_infantry_passes_all() {
    let setup = setup("", &[]);
    for (kind, friend, passes) in [(RIFLES, RIFLES, false), (RIFLES, NAPOLEONS, true), (LIGHT, RIFLES, true)] {
        let (mut table, unit) = alone(&setup, kind, "1109");
        let other = table.put(Side::A, friend, "1108", North);
        let through = go(&table, unit, &["1108", "1107"]);
        assert_eq!(refusal(&table, go(&table, unit, &["1108"])), "HX-MOV-06", "nobody stays there");
        if passes {
            make!(table, through);
            assert_eq!((table.state(unit), table.state(other)), ((0, 1), (0, 1)), "both tire (HX-SKM-05)");
            assert_eq!(table.at(unit), "1107");
        } else {
            assert_eq!(refusal(&table, through), "HX-MOV-06");
        }
    }
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    table.put(Side::B, RIFLES, "1108", North);
    assert_eq!(refusal(&table, go(&table, unit, &["1108"])), "HX-MOV-06");
    //
    let (mut table, unit) = alone(&setup, LIGHT, "1109");
    let friend = table.put(Side::A, RIFLES, "1108", North);
    let through = go(&table, unit, &["1108", "1107"]);
    table.battle.unit_mut(unit).te = 3;
    assert_eq!(refusal(&table, through), "HX-MOV-06", "at the limit of its TE it passes nobody");
    table.battle.unit_mut(unit).te = 0;
    let enemy = table.put(Side::B, RIFLES, "1107", South);
    assert_eq!(refusal(&table, go(&table, unit, &["1108", "1208"])), "R-131", "an enemy zone would stop it");
    table.contact(enemy, friend, 1);
    assert_eq!(refusal(&table, go(&table, unit, &["1108", "1208"])), "HX-MOV-06", "the friend is in contact");
}

#[test]
fn hx_mov_07_guns_are_pushed_over_clear_level_ground() {
    let ground = "hills = [{ level = 1, hexes = \"1006\" }]\n[terrain]\nlight-forest = \"1206\"";
    let usual = setup(ground, &[]);
    let (mut table, guns) = alone(&usual, NAPOLEONS, "1107");
    let push = |table: &Table<'_>, hex: &str| March { act: Act::Push, ..go(table, guns, &[hex]) };
    assert_eq!(refusal(&table, push(&table, "1006")), "HX-MOV-07", "not uphill");
    assert_eq!(refusal(&table, push(&table, "1206")), "HX-MOV-07", "not off clear ground");
    assert_eq!(refusal(&table, push(&table, "1108")), "HX-MOV-04", "only into a front hex");
    let two = March { act: Act::Push, ..go(&table, guns, &["1106", "1105"]) };
    assert_eq!(refusal(&table, two), "HX-MOV-07");
    table.battle.unit_mut(guns).te = 2;
    assert!(legal(&table, push(&table, "1106")));
    let spent = March { end: NorthEast, ..push(&table, "1106") };
    assert_eq!(refusal(&table, spent), "HX-MOV-12", "the push brings it to the limit");
    table.battle.unit_mut(guns).te = 0;
    make!(table, March { end: NorthEast, ..push(&table, "1106") });
    assert_eq!((table.at(guns).as_str(), table.state(guns)), ("1106", (0, 1)));
    assert!(table.battle.force(Side::A).unlimbered.contains(guns));
    assert_eq!(table.fired(rule::MOV_07), 1);
    let any = setup("", &[("artillery.push-direction", "any")]);
    let (table, guns) = alone(&any, NAPOLEONS, "1107");
    assert!(legal(&table, March { act: Act::Push, ..go(&table, guns, &["1108"]) }));
    let (table, heavy) = alone(&usual, HEAVY, "1107");
    assert_eq!(refusal(&table, March { act: Act::Push, ..go(&table, heavy, &["1106"]) }), "HX-MOV-07");
}

#[test]
fn hx_mov_08_limbering_tires_and_comes_before_the_march() {
    let setup = setup("", &[]);
    let (mut table, guns) = alone(&setup, NAPOLEONS, "1107");
    let limber = March { act: Act::Limber, ..go(&table, guns, &["1106", "1105"]) };
    assert_eq!(refusal(&table, March { act: Act::Unlimber, ..go(&table, guns, &[]) }), "HX-MOV-08");
    make!(table, limber);
    assert_eq!((table.at(guns).as_str(), table.state(guns)), ("1105", (0, 1)));
    assert!(table.battle.force(Side::A).limbered.contains(guns));
    // The next turn: march, then unlimber.
    next_half(&mut table, Side::A);
    assert_eq!(refusal(&table, March { act: Act::Limber, ..go(&table, guns, &[]) }), "HX-MOV-08");
    make!(table, March { act: Act::Unlimber, ..go(&table, guns, &["1104"]) });
    assert_eq!((table.at(guns).as_str(), table.state(guns)), ("1104", (0, 2)));
    assert!(!table.battle.force(Side::A).limbered.contains(guns));
    next_half(&mut table, Side::A);
    table.battle.unit_mut(guns).te = 3;
    assert_eq!(refusal(&table, March { act: Act::Limber, ..go(&table, guns, &[]) }), "R-128");
}

#[test]
fn hx_mov_09_guns_keep_out_of_forest_and_water() {
    let ground = "roads = [\"1108-1105\"]\n[terrain]\nforest = \"1106 1105 1206 1205\"\nforested-hill = \"1006\"\n\
                  [sides]\nstream = \"0906/N\"";
    let usual = setup(ground, &[]);
    let (mut table, guns) = alone(&usual, NAPOLEONS, "1107");
    table.mark(guns, |force| &mut force.limbered);
    assert!(legal(&table, go(&table, guns, &["1106", "1105"])), "along the road");
    assert_eq!(refusal(&table, go(&table, guns, &["1006"])), "HX-MOV-09", "never a forested hill");
    let oblique = go(&table, guns, &["1206", "1205"]);
    assert_eq!(refusal(&table, oblique), "HX-TER-04", "from clear ground in, and there it stops");
    make!(table, go(&table, guns, &["1206"]));
    next_half(&mut table, Side::A);
    assert_eq!(refusal(&table, go(&table, guns, &["1205"])), "HX-MOV-09", "never from forest to forest");
    let (mut table, guns) = alone(&usual, NAPOLEONS, "0906");
    table.mark(guns, |force| &mut force.limbered);
    assert_eq!(refusal(&table, go(&table, guns, &["0905"])), "HX-MOV-09");
    let (mut table, packed) = alone(&usual, MOUNTAIN, "0906");
    table.mark(packed, |force| &mut force.limbered);
    assert!(legal(&table, go(&table, packed, &["0905"])), "mountain howitzers are excused");
}

#[test]
fn hx_mov_10_heavy_guns_do_not_fire_and_move_and_fixed_ones_stay() {
    let usual = setup("", &[]);
    let (mut table, heavy) = alone(&usual, HEAVY, "1107");
    table.mark(heavy, |force| &mut force.limbered);
    assert!(legal(&table, go(&table, heavy, &["1106"])));
    table.mark(heavy, |force| &mut force.fired_now);
    assert_eq!(refusal(&table, go(&table, heavy, &["1106"])), "HX-MOV-01");
    assert!(legal(&table, turned(go(&table, heavy, &[]), South)), "it may turn");
    let (mut table, siege) = alone(&usual, SIEGE, "1107");
    assert_eq!(refusal(&table, March { act: Act::Limber, ..go(&table, siege, &[]) }), "HX-MOV-10");
    table.mark(siege, |force| &mut force.limbered);
    assert!(legal(&table, go(&table, siege, &["1106"])), "as long as it is limbered it moves");
    // HX-ERA-02
    let old = setup("", &[("era", "pike-and-shot")]);
    let (mut table, guns) = alone(&old, NAPOLEONS, "1107");
    assert_eq!(refusal(&table, March { act: Act::Limber, ..go(&table, guns, &[]) }), "HX-MOV-10");
    assert_eq!(refusal(&table, March { act: Act::Push, ..go(&table, guns, &["1106"]) }), "HX-MOV-10");
    table.mark(guns, |force| &mut force.rare);
    assert!(legal(&table, March { act: Act::Limber, ..go(&table, guns, &[]) }));
}

#[test]
fn hx_mov_11_nobody_leaves_the_board() {
    let setup = setup("", &[]);
    let (table, unit) = alone(&setup, RIFLES, "1101");
    let off = March { path: Path::EMPTY.then(North), ..March::stay(unit, North) };
    assert_eq!(refusal(&table, off), "HX-MOV-11");
    assert_eq!(refusal(&table, March { path: Path::EMPTY.then_exit(), ..off }), "HX-MOV-11");
}

#[test]
fn hx_mov_12_fatigue_stops_and_locks() {
    let ground = "[terrain]\nruin = \"1106 1104\"\n";
    let usual = setup(ground, &[]);
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    table.battle.unit_mut(unit).te = 2;
    // The ruin is its second step, and gives the third TE.
    assert_eq!(refusal(&table, go(&table, unit, &["1107", "1106", "1105"])), "HX-MOV-12");
    assert_eq!(refusal(&table, March { end: South, ..go(&table, unit, &["1107", "1106"]) }), "HX-MOV-12");
    table.battle.unit_mut(unit).te = 3;
    assert!(legal(&table, go(&table, unit, &["1107"])), "one hex a turn");
    assert_eq!(refusal(&table, go(&table, unit, &["1107", "1206"])), "HX-MOV-12");
    assert_eq!(refusal(&table, turned(go(&table, unit, &[]), South)), "HX-MOV-03");
    let full = setup("", &[("fatigue.movement", "0"), ("fatigue.facing", "free")]);
    let (mut table, unit) = alone(&full, RIFLES, "1108");
    table.battle.unit_mut(unit).te = 3;
    assert_eq!(refusal(&table, go(&table, unit, &["1107"])), "HX-MOV-12");
    assert!(legal(&table, turned(go(&table, unit, &[]), South)));
}

#[test]
fn hx_mov_13_riders_dismount_once_a_turn_and_leave_their_horses_behind() {
    let setup = setup("", &[]);
    let (mut table, riders) = alone(&setup, DRAGOONS, "1108");
    let off = March { act: Act::Dismount, ..go(&table, riders, &["1107", "1106"]) };
    assert_eq!(refusal(&table, March { path: off.path.then(North), ..off }), "HX-MOV-01", "one hex less on foot");
    make!(table, off);
    let horses = table.battle.unit(riders).horses;
    assert_eq!((table.at(riders), table.battle.spot(horses)), ("1106".to_owned(), "1109".to_owned()));
    assert!(table.battle.force(Side::A).on_foot.contains(riders));
    assert_eq!(table.battle.profile(riders).melee, Some(0), "on foot they fight (HX-MNT-02)");
    next_half(&mut table, Side::A);
    let on = March { act: Act::Mount, ..go(&table, riders, &[]) };
    assert_eq!(refusal(&table, on), "HX-MOV-13", "once a turn");
    table.battle.force_mut(Side::A).remounted = super::UnitSet::EMPTY;
    assert_eq!(refusal(&table, on), "HX-MOV-13", "their horses are too far");
    table.battle.unit_mut(riders).horses = table.hex("1107");
    let on = March { act: Act::Mount, ..go(&table, riders, &["1105", "1104", "1103", "1102"]) };
    make!(table, on);
    assert_eq!((table.at(riders).as_str(), table.battle.unit(riders).horses), ("1102", NOWHERE));
    // Horses are lost where an enemy comes.
    let (mut table, riders) = alone(&setup, DRAGOONS, "1108");
    make!(table, March { act: Act::Dismount, ..go(&table, riders, &["1107"]) });
    let enemy = table.put(Side::B, CAVALRY, "0909", SouthEast);
    make!(table, go(&table, enemy, &["1009", "1110"]));
    next_half(&mut table, Side::B);
    assert_eq!(table.battle.spot(table.battle.unit(riders).horses), "1109");
    let into = March { start: North, end: North, ..go(&table, enemy, &["1109"]) };
    make!(table, into);
    assert_eq!(table.battle.unit(riders).horses, NOWHERE);
}

#[test]
fn the_search_finds_every_hex_and_facing_once() {
    let setup = setup("", &[]);
    let (table, unit) = alone(&setup, RIFLES, "1107");
    let mut found = ends(&table.battle, unit);
    let count = found.len();
    found.sort_by_key(|(hex, facing)| (hex.clone(), *facing as u8));
    found.dedup();
    assert_eq!(found.len(), count, "nothing is shown twice");
    // 36 hexes within 3; six facings where it goes straight, else that of its cone.
    let hexes: std::collections::BTreeSet<&String> = found.iter().map(|(hex, _)| hex).collect();
    assert_eq!(hexes.len(), 37);
    let (table, riders) = alone(&setup, CAVALRY, "1107");
    let found = ends(&table.battle, riders);
    let reached: std::collections::BTreeSet<(String, u8)> =
        found.iter().map(|(hex, facing)| (hex.clone(), *facing as u8)).collect();
    let all = setup.field.grid.hexes().filter(|hex| setup.field.distance(table.hex("1107"), *hex) <= 5);
    for hex in all.filter(|hex| table.battle.at(*hex).is_none()) {
        for facing in 0..6 {
            assert!(reached.contains(&(table.battle.spot(hex), facing)), "{} {facing}", table.battle.spot(hex));
        }
    }
}
