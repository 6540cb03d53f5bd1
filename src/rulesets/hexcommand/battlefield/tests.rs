use super::*;
use crate::game::CodexFile;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::terrain::MoveClass;

fn map(name: &str) -> Map {
    let codex = Codex::built_in();
    let battlefield = Battlefield::read(&built_in(name).unwrap(), &codex).unwrap();
    battlefield.maps(&codex, &Rules::default(), 1).unwrap().remove(0)
}

fn names(map: &Map) -> Vec<&'static str> {
    let codex = Codex::built_in();
    let known = |name: &str| ["forest", "hill", "river", "bridge", "ford"].into_iter().find(|other| *other == name);
    map.terrain.iter().map(|at| known(&codex.terrain[usize::from(*at)].name).unwrap_or("other")).collect()
}

/// What is wrong with a file: the text of the line that it points to from there on, and what it says.
fn wrong(body: &str) -> Vec<(String, String)> {
    let text = format!("name = \"here\"\nruleset = \"hexcommand\"\n{body}");
    let source = Source { name: "here.toml".to_owned(), text: text.clone() };
    let found = Battlefield::read(&source, &Codex::built_in()).expect_err(body);
    assert!(found.iter().all(|diagnostic| diagnostic.source == "here.toml"));
    let tell = |diagnostic: Diagnostic| (text[diagnostic.span.expect("a place")].to_owned(), diagnostic.message);
    found.into_iter().map(tell).collect()
}

/// Hexes that hang together with the first one, by steps that `joined` allows.
fn reached(map: &Map, joined: impl Fn(HexIndex, Direction, HexIndex) -> bool) -> usize {
    let mut seen = vec![false; map.grid.len()];
    let mut found = vec![0];
    seen[0] = true;
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        next += 1;
        for (direction, to) in map.grid.neighbours(from) {
            if !seen[usize::from(to)] && joined(from, direction, to) {
                seen[usize::from(to)] = true;
                found.push(to);
            }
        }
    }
    found.len()
}

#[test]
fn built_in_battlefields_have_maps_of_the_usual_size() {
    for source in sources() {
        let codex = Codex::built_in();
        let battlefield = Battlefield::read(&source, &codex).unwrap();
        assert!(source.name.ends_with(&format!("/{}.toml", battlefield.name)) && !battlefield.about.is_empty());
        let map = battlefield.maps(&codex, &Rules::default(), 1).unwrap().remove(0);
        assert_eq!(map.grid.len(), 11 * 13 + 10 * 12);
        assert_eq!(check(&codex, &source).unwrap().name, battlefield.name);
    }
}

/// The rulebook: crossroads is half-turn symmetric in every feature.
#[test]
fn crossroads_is_symmetrical_in_every_feature() {
    let map = map("crossroads");
    for hex in map.grid.hexes() {
        let image = map.grid.half_turn(hex);
        let at = |hex: HexIndex| (map.terrain[usize::from(hex)], map.level[usize::from(hex)]);
        assert_eq!(at(hex), at(image), "{}", map.grid.number(hex));
        for direction in Direction::ALL {
            let back = direction.opposite();
            assert_eq!(map.has_road(hex, direction), map.has_road(image, back));
            assert_eq!(map.sides.get(hex, direction), map.sides.get(image, back));
        }
    }
    assert_eq!(names(&map).iter().filter(|name| **name == "forest").count(), 12);
    assert_eq!(map.level.iter().filter(|level| **level == 1).count(), 6);
}

/// The rulebook: redoubt-line is alike left and right of column 11.
#[test]
fn redoubt_line_is_alike_left_and_right() {
    let map = map("redoubt-line");
    let mirrored =
        |hex: HexIndex| map.grid.at(20 - i32::from(map.grid.column(hex)), i32::from(map.grid.row(hex))).unwrap();
    let other = |direction: Direction| Direction::ALL[(6 - direction as usize) % 6];
    for hex in map.grid.hexes() {
        let image = mirrored(hex);
        assert_eq!(map.terrain[usize::from(hex)], map.terrain[usize::from(image)], "{}", map.grid.number(hex));
        for direction in Direction::ALL {
            assert_eq!(map.sides.get(hex, direction), map.sides.get(image, other(direction)));
            assert_eq!(map.has_road(hex, direction), map.has_road(image, other(direction)));
        }
    }
}

/// HX-TER-13, and the rulebook: the river cuts the board in two, with 126 hexes on its north bank and 116 on its south bank.
#[test]
fn hx_ter_13_the_river_parts_the_board_but_for_its_crossings() {
    let map = map("river-crossing");
    let names = names(&map);
    let wet = |hex: HexIndex| ["river", "bridge", "ford"].contains(&names[usize::from(hex)]);
    assert_eq!(reached(&map, |_, _, to| !wet(to)), 126);
    assert_eq!(map.grid.hexes().filter(|hex| !wet(*hex)).count(), 126 + 116);
    let codex = Codex::built_in();
    let field = Field::compile(&map, &codex, &Rules::default());
    for (class, hexes) in [(MoveClass::Foot, 126 + 116 + 3), (MoveClass::Figure, 263)] {
        assert_eq!(reached(&map, |from, direction, _| field.step(from, direction, class).is_some()), hexes);
    }
}

/// The rulebook: the stream cuts the board in two; guns cross it at the bridge and at the fords.
#[test]
fn hx_ter_13_the_stream_parts_the_board_but_for_its_crossings() {
    let map = map("ridge-line");
    let water = [SideFeature::Stream, SideFeature::Bridge, SideFeature::Ford];
    let north = reached(&map, |from, direction, _| !water.contains(&map.sides.get(from, direction)));
    assert_eq!(north, 11 * 9 + 10 * 9);
    let over = |features: &[SideFeature]| {
        let sides = map.grid.sides().filter(|side| features.contains(&map.sides.get(side.hex(), side.direction())));
        sides.map(|side| map.grid.side_name(side).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(over(&[SideFeature::Bridge]), ["1109/S"]);
    assert_eq!(over(&[SideFeature::Ford]), ["0509/S", "1709/S"]);
    assert_eq!(over(&[SideFeature::Stream]).len(), 11 + 30 - 3);
    let codex = Codex::built_in();
    let field = Field::compile(&map, &codex, &Rules::default());
    for (class, crossings) in [(MoveClass::Limbered, 3), (MoveClass::Wagon, 3), (MoveClass::Horse, 41)] {
        let crossed = map.grid.sides().filter(|side| {
            water.contains(&map.sides.get(side.hex(), side.direction()))
                && field.step(side.hex(), side.direction(), class).is_some()
        });
        assert_eq!(crossed.count(), crossings, "{class:?}");
    }
}

/// R-185: roads are unbroken; those of the printed maps have as many hexes as the rulebook lists.
#[test]
fn roads_are_unbroken() {
    for (name, paved) in [("crossroads", 33), ("ridge-line", 13), ("river-crossing", 13), ("redoubt-line", 9)] {
        let map = map(name);
        let on_road = |hex: &HexIndex| map.roads[usize::from(*hex)] != 0;
        assert_eq!(map.grid.hexes().filter(on_road).count(), paved, "{name}");
        // Only the ends of roads have one leg.
        let ends = map.grid.hexes().filter(|hex| map.roads[usize::from(*hex)].count_ones() == 1);
        assert_eq!(ends.count(), if name == "crossroads" { 4 } else { 2 }, "{name}");
    }
}

/// R-185: what does not lie on the board is told, with its place.
#[test]
fn everything_wrong_with_a_file_is_told_at_its_place() {
    let told = |body: &str| wrong(body).remove(0);
    let starts = |(place, message): (String, String), at: &str, says: &str| {
        assert_eq!(place, at, "{message}");
        assert!(message.contains(says), "{message}");
    };
    starts(told("[terrain]\nforest = \"0101 0213\""), "0213", "off the board: column 02 has 12");
    starts(told("[terrain]\nforest = \"0101 2201\""), "2201", "off the board");
    starts(told("[terrain]\nforest = \"0101 xx\""), "xx", "no hex number");
    starts(told("[terrain]\nforrest = \"0101\""), "forrest", "unknown terrain");
    starts(told("[terrain]\nforest = \"0101\"\nruin = \"0102 0101\""), "0101", "already");
    starts(told("[terrain]\nforest = \"0101-0303\""), "0101-0303", "no straight row");
    starts(told("[sides]\nwall = \"0101/N\""), "0101/N", "the board ends");
    starts(told("[sides]\nwall = \"0101/E\""), "0101/E", "no hexside");
    starts(told("[sides]\nwal = \"0101/S\""), "wal", "unknown hexside feature");
    starts(told("[sides]\nwall = \"0101/S\"\nfence = \"0102/N\""), "0102/N", "a wall on");
    starts(told("roads = [\"0101 0102 0104\"]"), "0104", "no neighbours");
    starts(told("roads = [\"0101\"]"), "\"0101\"", "at least two");
    starts(told("roads = [\"0101 0102\"]\n[terrain]\nriver = \"0102\""), "0102", "into the river");
    starts(told("roads = [\"0101 0102\"]\n[sides]\nstream = \"0101/S\""), "0102", "crosses the stream");
    starts(told("hills = [{ level = 3, hexes = \"0101\" }]"), "3", "from 1 to 2");
    starts(told("hills = [{ hexes = \"0101\" }, { hexes = \"0101\" }]"), "0101", "already");
    starts(told("size = [20, 13]"), "20", "no centre");
    starts(told("size = [21, 12]"), "12", "even");
    starts(told("any-size = true\n[terrain]\nforest = \"0101\""), "[terrain]", "of its own size");
    starts(told("[works]\nquick-works = \"0101\""), "0101", "no hexside");
    starts(told("[random]\nmaps = \"always\""), "\"always\"", "number of maps");
    let many = wrong("[terrain]\nforest = \"9901 9902\"\n[sides]\nwall = \"9903/N\"");
    assert_eq!(many.len(), 3);
}

/// R-120: fixed maps need the board that they are drawn for, others are as large as the rules say.
#[test]
fn r_120_other_sizes_are_for_open_and_random_ground() {
    let codex = Codex::built_in();
    let mut rules = Rules::default();
    rules.set("board.columns", "17").unwrap();
    rules.set("board.rows", "11").unwrap();
    let sized = |name: &str| {
        let battlefield = Battlefield::read(&built_in(name).unwrap(), &codex).unwrap();
        battlefield.maps(&codex, &rules, 1).map(|maps| (maps[0].grid.width, maps[0].grid.height))
    };
    assert_eq!((sized("open-field"), sized("random")), (Ok((17, 11)), Ok((17, 11))));
    assert_eq!(sized("ridge-line").unwrap_err().rule.as_deref(), Some("R-120"));
    let text = "name = \"small\"\nruleset = \"hexcommand\"\nsize = [17, 11]\n[terrain]\nforest = \"1711\"";
    let small = Battlefield::read(&Source { name: "small".into(), text: text.into() }, &codex).unwrap();
    assert!(small.maps(&codex, &rules, 1).is_ok() && small.maps(&codex, &Rules::default(), 1).is_ok());
}

#[test]
fn random_maps_depend_on_the_seed_alone() {
    let codex = Codex::built_in();
    let read = |random: &str| {
        let text = format!("name = \"r\"\nruleset = \"hexcommand\"\n[random]\n{random}");
        Battlefield::read(&Source { name: "r".into(), text }, &codex).unwrap()
    };
    let maps = |random: &str, seed| read(random).maps(&codex, &Rules::default(), seed).unwrap();
    assert_eq!(maps("maps = 3", 5), maps("maps = 3", 5));
    assert_ne!(maps("maps = 3", 5), maps("maps = 3", 6));
    assert_eq!(maps("maps = 3\nseed = 9", 5), maps("maps = 3\nseed = 9", 6));
    assert_eq!(maps("maps = \"every-pair\"", 5)[..], maps("maps = 1", 5)[..]);
}

/// The page about files shows files that are read: lists, battlefields and a refight.
#[test]
fn the_documented_files_are_sound() {
    use crate::rulesets::hexcommand::army::Roster;
    let page = include_str!("../../../../docs/hexcommand-files.md");
    let codex = Codex::built_in();
    let (mut lists, mut refights) = (0, 0);
    for block in page.split("```toml\n").skip(1) {
        let text = block.split("```").next().unwrap().to_owned();
        let source = Source { name: "page".to_owned(), text };
        if source.text.contains("commanders") {
            Roster::read(&codex, &Rules::default(), &source).unwrap_or_else(|found| panic!("{found:?}"));
            lists += 1;
        } else {
            let battlefield = Battlefield::read(&source, &codex).unwrap_or_else(|found| panic!("{found:?}"));
            refights += usize::from(battlefield.terms.is_some());
        }
    }
    assert_eq!((lists, refights), (2, 1));
}
