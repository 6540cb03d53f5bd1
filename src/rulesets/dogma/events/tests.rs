//! What readers are told.

use super::*;
use crate::dice::Address;
use crate::game::situation::testing::{files, source};
use crate::game::{Armies, CellSetup, Narration, Ruleset, Side, Source};
use crate::rulesets::dogma::Dogma;

/// The lines of a situation of the folder, which holds.
fn told(name: &str) -> Vec<String> {
    let file = files("dogma").into_iter().find(|file| file.name.ends_with(&format!("{name}.toml"))).expect(name);
    perform(&file)
}

fn perform(file: &Source) -> Vec<String> {
    let transcript = Dogma.situation(file).unwrap();
    assert_eq!(transcript.diagnostic, None);
    transcript.lines
}

/// The only line that begins so, spaces left aside.
fn line<'t>(lines: &'t [String], start: &str) -> &'t str {
    let mut found = lines.iter().flat_map(|line| line.lines()).map(str::trim).filter(|line| line.starts_with(start));
    let line = found.next().unwrap_or_else(|| panic!("`{start}` is not told:\n{}", lines.join("\n")));
    assert_eq!(found.next(), None, "`{start}` is told twice");
    line
}

/// The first pair of two lists, narrated.
fn game(lists: [&str; 2], scenario: &str, battlefield: &str, pair: u64) -> Narration {
    let list = |name: &str| Source::called(name, Dogma.armies()).expect(name);
    let (_, cell) = Dogma.benchmark().cells.remove(0);
    let battlefield = crate::rulesets::dogma::battlefield::built_in(battlefield);
    let armies = Armies::Written(lists.map(list));
    let cell = CellSetup { armies, battlefield, scenario: scenario.to_owned(), ..cell };
    Dogma.prepare(&cell).unwrap().narrate(Address { seed: 1, cell: 0, pair }, false)
}

#[test]
fn the_end_says_what_decided_the_game() {
    for (file, end) in [
        ("scn-01-exterminate", "Side A wins in round 1: side B has lost 4 of 8 FP (DG-SCN-01)."),
        ("scn-04-half-lost", "Side B wins in round 1: side A has lost 6 of 12 FP (DG-SCN-04)."),
        ("scn-04-out-of-reach", "side A can no longer bring 1/2 of its Force off the enemy edge (DG-SCN-04)."),
        ("scn-02-regicide", "the Commander of side B is destroyed (DG-SCN-02)."),
        ("scn-03-passengers-go-along", "Side A wins in round 1: 5 of 13 FP are off the enemy edge (DG-SCN-03)."),
        ("scn-05-held", "it has held the hill through the enemy turn (DG-SCN-05)."),
        ("scn-06-gunship-picks-up", "Side A wins in round 1: it has the flag of side B (DG-SCN-06)."),
        ("scn-08-taken-in-close-combat", "Side A wins in round 1: it has the flag of side B (DG-SCN-08)."),
        ("scn-10-one-base-on-both", "it has held both its markers through the enemy turn (DG-SCN-10)."),
        ("vic-02-nobody-left", "has nobody left (DG-VIC-02)."),
        ("vic-03-cap-exterminate", "A draw in round 3: the last round is over (DG-VIC-03)."),
        ("vic-03-cap-invasion", "FP of side A off the enemy edge, where 1/3 is needed (DG-VIC-03)."),
        ("vic-03-cap-points", "has lost the greater share of its Force (DG-VIC-03)."),
        ("vic-03-regicide-A", "the Commander of side B is still in reserve (DG-VIC-03)."),
        ("vic-03-regicide-both", "A draw in round 2: the last round is over (DG-VIC-03)."),
    ] {
        let lines = told(file);
        assert!(lines.last().unwrap().contains(end), "{file}: {}", lines.last().unwrap());
    }
    // Who has left is not lost.
    let last = told("scn-03-passengers-go-along").pop().unwrap();
    assert!(last.ends_with("Not destroyed: A 13 FP in 7 Elements, B 3 FP in 1 Element."), "{last}");
}

#[test]
fn dg_grp_07_who_is_left_behind_is_named_and_a_group_of_one_is_none() {
    let lines = told("grp-07-left-behind");
    let alone = "group: A:mbt-1 alone (6.0, 6.0) to (6.0, 9.5), 3.5 inches (DG-GRP-06); left behind: A:mbt-2, A:mbt-3 (DG-GRP-07)";
    assert_eq!(line(&lines, "group: A:mbt-1"), alone);
    assert!(!line(&lines, "group: A:mbt-2").contains("alone"));
    assert!(!line(&lines, "group: A:mbt-2").contains("behind"));
}

#[test]
fn set_up_is_told_in_its_order_with_dice_riders_and_sizes() {
    let narration = game(["mech-column", "infiltrators"], "control", "generated", 0);
    let lines: Vec<&str> = narration.lines[1].lines().map(str::trim).collect();
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).expect(start);
    assert!(at("Roll-off for terrain: A ") < at("Roll-off for aggressor: A "));
    assert!(at("Roll-off for aggressor: ") < at("Roll-off for marker: "));
    assert!(at("Roll-off for marker: ") < at("Side A, "));
    assert!(at("Side A, ") < at("Side B, ") && at("Side B, ") < at("Terrain: "));
    let side = if narration.trace[0]["lists"]["A"] == "Mechanised column" { "A" } else { "B" };
    let carries = format!(") with {side}:armoured-infantry-1 and {side}:armoured-infantry-2 aboard, {side}:apc-2 (");
    assert!(lines[at(&format!("Side {side}, 24 FP, no Dogma, "))].contains(&carries));
    assert!(lines[at("in reserve: ")].contains(":regular-infantry-1, "));
    // Nothing of it is told again.
    assert!(narration.lines[2..].iter().all(|line| !line.contains("Roll-off")));
    let aboard = |word: &str| narration.trace.iter().position(|event| event["status"] == word);
    let count = |word: &str| {
        let before = narration.trace.iter().take_while(|event| event["event"] != "turn");
        before.filter(|event| event["status"] == word).count()
    };
    assert_eq!([count("aboard"), count("reserve")], [8, 11]);
    assert!(aboard("aboard").unwrap() > 0 && narration.trace[0]["event"] == "battle");
}

#[test]
fn terrain_is_told_with_its_size() {
    let lines = game(["titan", "titan"], "exterminate", "hamlet", 0).lines;
    let terrain = line(&lines, "Terrain: ");
    assert!(terrain.contains("building-") && terrain.contains("with corners ("), "{terrain}");
    let lines = perform(&source(
        "ruleset = \"dogma\"\nterrain = [{ kind = \"cover\", centre = [5, 5], diameter = 3 }]\n\
         units = [{ id = \"A:mbt\", at = [12, 8, 90] }, { id = \"B:mbt\", at = [12, 14] }]\nchoices = [{ end = \"movement\" }]",
    ));
    assert_eq!(line(&lines, "Terrain: "), "Terrain: cover (5.0, 5.0), 3.0 across");
    assert!(line(&lines, "Side A, 3 FP").ends_with("facing 0 where nothing else is said: A:mbt (12.0, 8.0) facing 90"));
    assert!(line(&lines, "Side B, 3 FP").ends_with("facing 180 where nothing else is said: B:mbt (12.0, 14.0)"));
}

#[test]
fn a_roll_off_after_terrain_by_chance_tells_its_own_dice_alone() {
    let trace = game(["titan", "titan"], "exterminate", "random", 0).trace;
    let roll_offs: Vec<_> = trace.iter().filter(|event| event["what"] == "roll-off").collect();
    assert!(roll_offs.iter().any(|event| event["for"] == "aggressor"));
    for event in roll_offs {
        // Ties are thrown again, and the last two dice decide.
        let dice: Vec<u64> = event["dice"].as_array().unwrap().iter().map(|die| die.as_u64().unwrap()).collect();
        let (throws, rest) = dice.as_chunks::<2>();
        let [ties @ .., [first, second]] = throws else { panic!("{dice:?}") };
        assert!(rest.is_empty() && first != second && ties.iter().all(|[one, other]| one == other), "{dice:?}");
    }
}

#[test]
fn throws_of_a_roll_off_are_told_one_by_one() {
    let told = rolled_off("aggressor", Side::B, Side::A, &[2, 2, 3, 5]);
    assert_eq!(told.words, "  Roll-off for aggressor: B 2, A 2; again: B 3, A 5: side A wins (DG-SET-02)");
}

#[test]
fn holds_are_told_with_their_points_turn_by_turn() {
    let lines = told("scn-05-eight-points-lose-two");
    assert_eq!(
        line(&lines, "side A holds the hill"),
        "side A holds the hill with 8 FP: A:mbt-1, A:mbt-2, A:jet-bike (DG-SCN-05)"
    );
    let lasted = "the hold of side A on the hill has lasted: 6 of 8 FP count, 6 are needed (DG-SCN-05)";
    assert_eq!(line(&lines, "the hold of"), lasted);
    let lines = told("scn-05-destroyed");
    let broken = "the hold of side A on the hill is broken: 3 of 6 FP count, 6 are needed (DG-SCN-05)";
    assert_eq!(line(&lines, "the hold of"), broken);
    let lines = told("scn-05-five-points");
    assert_eq!(line(&lines, "side A has"), "side A has 5 FP on the hill, 6 are needed (DG-SCN-05)");
    let lines = told("scn-10-broken-and-resumed");
    let all: Vec<&str> = lines.iter().flat_map(|line| line.lines()).map(str::trim).collect();
    let fates: Vec<&str> = all.into_iter().filter(|line| line.starts_with("side A has ")).collect();
    assert_eq!(
        fates,
        [
            "side A has kept the central marker (DG-SCN-10)",
            "side A has lost its own marker (DG-SCN-10)",
            "side A has kept the central marker and its own marker (DG-SCN-10)",
        ]
    );
}

#[test]
fn games_have_no_headings_that_head_nothing() {
    let lines = game(["titan", "combined-arms"], "exterminate", "open", 0).lines;
    let heads = |line: &str| ["  movement", "  ranged", "  close"].contains(&line);
    let empty = lines.windows(2).filter(|two| heads(&two[0]) && !two[1].starts_with("    "));
    assert_eq!(empty.count(), 0, "{}", lines.join("\n"));
    assert!(lines.iter().any(|line| heads(line)));
}

#[test]
fn what_leaves_no_way_back_is_named() {
    for (file, target, why) in [
        ("geo-13-sandwich", "A:mbt-1", "for B:elites is in its way (DG-REC-02)"),
        ("rec-03-deep-water", "B:mbt-1", "for the deep-water (12.0, 14.5) is in its way (DG-REC-03)"),
        ("rec-03-building-2", "B:mbt-1", "for the building-2 ("),
        (
            "rec-05-doomed",
            "B:mbt-1",
            "for B:mbt-2 behind it cannot be pushed: the impassable (12.0, 12.5) is in the way (DG-REC-05)",
        ),
        ("rec-06-table-edge", "B:mbt-1", "for the table edge is in its way (DG-REC-06)"),
    ] {
        let lines = told(file);
        let fatal = lines.iter().any(|line| line.contains(&format!(" at {target}: ")) && line.contains(why));
        assert!(fatal, "{file}:\n{}", lines.join("\n"));
    }
}

#[test]
fn set_up_that_is_told_as_it_happens_tells_what_is_chosen() {
    let lines = told("set-10-passengers-at-deployment");
    assert_eq!(line(&lines, "A:elites-1 starts"), "A:elites-1 starts aboard A:apc (DG-SET-10)");
    assert!(line(&lines, "A:apc is deployed").starts_with("A:apc is deployed at ("));
    assert!(line(&lines, "Side A, 12 FP").ends_with("no Commander, nobody on the table"));
    let lines = told("set-03-order");
    assert!(lines.iter().any(|line| line.contains(" places its marker at (")), "{}", lines.join("\n"));
    assert!(lines.iter().any(|line| line.ends_with(" across (DG-TER-01)")), "{}", lines.join("\n"));
    let lines = told("scn-07-bearer-again-and-again");
    assert!(line(&lines, "The flag of side B").starts_with("The flag of side B lies at ("));
}

#[test]
fn whoever_takes_a_flag_is_named() {
    let lines = told("scn-08-taken-in-close-combat");
    assert_eq!(line(&lines, "A:mbt takes"), "A:mbt takes the flag of side B from its bearer (DG-SCN-08)");
    let lines = told("scn-06-gunship-picks-up");
    assert_eq!(line(&lines, "A:gunship takes"), "A:gunship takes up the flag of side B (DG-SCN-06)");
}

#[test]
fn losses_and_exits_are_summed_up_where_they_decide() {
    let lines = told("scn-04-half-lost");
    assert_eq!(line(&lines, "A:elites is"), "A:elites is destroyed; side A has lost 6 of 12 FP");
    let lines = told("scn-03-passengers-go-along");
    assert_eq!(line(&lines, "A:elites-1 leaves"), "A:elites-1 leaves with A:apc-1 (DG-APC-08)");
    let off = "A:apc-1 leaves over the enemy edge (DG-SCN-03); 5 of 13 FP are off, 1/3 is needed";
    assert_eq!(line(&lines, "A:apc-1 leaves"), off);
    assert_eq!(line(&told("scn-02-regicide"), "B:elites, the"), "B:elites, the Commander, is destroyed");
}

#[test]
fn moves_are_told_with_what_they_meet_and_who_rides() {
    let lines = told("con-02-closing-the-door");
    assert!(lines.iter().any(|line| line.contains(" into contact with the front of B:")), "{}", lines.join("\n"));
    let lines = told("apc-05-getting-off");
    assert!(lines.iter().any(|line| line.contains(" gets off A:apc to (")), "{}", lines.join("\n"));
    let lines = told("apc-09-wreck");
    assert!(lines.iter().any(|line| line.contains(" gets off the wreck of B:apc to (")), "{}", lines.join("\n"));
    let lines = told("dog-05-the-longer-wheel-is-free");
    assert!(
        lines.iter().any(|line| line.contains(" of them by Tank Commander (DG-GRP-06, DG-DOG-05)")),
        "{}",
        lines.join("\n")
    );
    let lines = told("con-03-first-pins-second-flanks");
    let firm = lines.iter().filter(|line| line.trim() == "B:mbt is engaged and does not turn (DG-CON-04)");
    assert_eq!(firm.count(), 2);
    let lines = told("mov-03-turn");
    assert!(lines.iter().any(|line| line.ends_with("(DG-MOV-03)")), "{}", lines.join("\n"));
    let lines = told("rec-07-jump-infantry-pushes-nobody");
    assert!(
        line(&lines, "recoil: B:jump-infantry").ends_with(" inches, to the first clear place (DG-REC-01, DG-REC-07)")
    );
    let lines = told("clo-08-goes-back-anyhow");
    assert!(line(&lines, "recoil: B:elites").ends_with(", 1.0 inches (DG-REC-01)"));
    let lines = told("clo-13-building-in-close");
    let storm = "close: A:mbt-1 with A:spaag at the building-1 (12.0, 11.0): die 1 + 3 + 2 for supports = 6 to die 1 + 4 = 5, \
                 Optimal Target (DG-TER-11): destroyed, and is cover from now on (DG-TER-12)";
    assert_eq!(line(&lines, "building-close: A:mbt-1"), format!("building-{storm}"));
}
