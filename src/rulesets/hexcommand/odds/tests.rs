use super::*;
use crate::dice::Dice;
use crate::dice::exact::distribution;
use crate::game::CodexFile;
use crate::rulesets::hexcommand::melee::{Fighter, round};
use crate::rulesets::hexcommand::odds::struggle::Helper;

fn odds() -> (Codex, Rules, Odds) {
    let (codex, rules) = (Codex::built_in(), Rules::default());
    let odds = Odds::new(&codex, &rules);
    (codex, rules, odds)
}

fn kind(codex: &Codex, name: &str) -> u8 {
    codex.kinds.iter().position(|kind| kind.name == name).expect("a kind") as u8
}

fn rifles(codex: &Codex, odds: &Odds, grade: &str) -> Contender {
    let arms = odds.arms(kind(codex, &format!("{grade}-infantry:rifle-musket"))).expect("arms");
    let gunnery = Gunnery { arms, bonuses: 0, penalties: 0 };
    Contender { strength: i32::from(grade == "trained"), left: 3, te: 0, gunnery: Some(gunnery) }
}

/// Chances to hit are those of the rulebook's table of what wins games.
#[test]
fn shots_by_distance() {
    let (codex, _, odds) = odds();
    let shots = |name: &str| (1..=6).map(|range| odds.expected_hits(kind(&codex, name), range, 0, false)).collect();
    let close = |found: Vec<f32>, expected: [f32; 6]| {
        found.iter().zip(expected).for_each(|(one, other)| assert!((one - other).abs() < 1e-6, "{found:?}"));
    };
    close(shots("trained-infantry:rifle-musket"), [1.0, 1.0, 0.5, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
    close(shots("untrained-infantry:rifle-musket"), [1.0, 0.5, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0, 0.0]);
    let trained = kind(&codex, "trained-infantry:rifle-musket");
    let raw = kind(&codex, "untrained-infantry:rifle-musket");
    assert_eq!(odds.expected_hits(raw, 2, 0, true), 1.0);
    assert_eq!(odds.expected_hits(trained, 2, 1, false), 0.5);
    assert_eq!(odds.reach(odds.arms(trained).unwrap()), 5);
}

#[test]
fn works_take_half_of_the_shells() {
    let (codex, _, odds) = odds();
    let arms = |name: &str| odds.arms(kind(&codex, name)).unwrap();
    assert_eq!(odds.through(arms("trained-battery:smoothbore-gun")), 0.5);
    assert_eq!(odds.through(arms("trained-battery:howitzer")), 1.0);
    assert!((odds.canister(arms("trained-battery:smoothbore-gun")) - 1.0).abs() < 1e-6);
    assert!((odds.canister(arms("trained-battery:rifled-gun")) - 0.5).abs() < 1e-6);
    assert_eq!(odds.canister(arms("trained-infantry:rifle-musket")), 0.0);
}

/// The worked examples of charges and melees in the rulebook.
#[test]
fn charges_and_melees() {
    let (codex, _, odds) = odds();
    let [raw, trained] = ["untrained", "trained"].map(|grade| rifles(&codex, &odds, grade));
    let front = Approach::default();
    let close = |found: f32, expected: f64| assert!((f64::from(found) - expected).abs() < 1e-5, "{found} {expected}");
    let equal = odds.charge(&raw, &raw, &front);
    close(equal.win, 1601.0 / 4096.0);
    close(equal.lose, 1601.0 / 4096.0);
    let covered = odds.charge(&trained, &trained, &Approach { cover: 1, ..front });
    close(covered.win, 3255.0 / 8192.0);
    close(covered.lose, 6857.0 / 16384.0);
    let lances = Contender { strength: 2, gunnery: None, ..trained };
    let hurt = trained.wounded(2).unwrap();
    close(odds.charge(&lances, &hurt, &front).win, 1751.0 / 2048.0);
    let strong = Contender { strength: 3, ..trained };
    close(odds.melee(&strong, &trained, &front).win, 16051.0 / 32768.0);
    close(odds.melee(&trained, &trained, &Approach { cover: 2, ..front }).win, 105_861.0 / 262_144.0);
    close(odds.melee(&trained.wounded(2).unwrap(), &trained, &front).lose, 1901.0 / 2048.0);
    let flank = odds.charge(&trained, &trained, &Approach { flank: true, ..front });
    assert!((0.92..0.94).contains(&flank.win), "{flank:?}");
    let first_hit = odds.charge(&trained, &trained.wounded(1).unwrap(), &front);
    assert!((0.77..0.79).contains(&first_hit.win), "{first_hit:?}");
}

/// Expected hits are those of the rounds that games play, TE of a tired unit included.
#[test]
fn hits_of_a_melee() {
    let (codex, rules, odds) = odds();
    let fighter = |contender: &Contender| Fighter {
        value: contender.strength,
        hits: 3 - contender.left,
        te: contender.te,
        cover: 0,
        commander: None,
        support: false,
        rout_at: 3,
    };
    let base = rifles(&codex, &odds, "trained");
    let pairs = [
        (Contender { left: 1, ..base }, Contender { left: 1, te: 3, strength: 0, ..base }, false),
        (Contender { left: 1, te: 2, ..base }, Contender { left: 1, te: 3, ..base }, true),
    ];
    for (attacker, defender, flank) in pairs {
        let run = |dice: &mut dyn Dice| {
            // Strengths here are without hits and fatigue, which the round takes off itself.
            let [mut own, mut other] = [fighter(&attacker), fighter(&defender)];
            own.value += i32::from(own.hits) + i32::from(own.te >= 3);
            other.value += i32::from(other.hits) + i32::from(other.te >= 3);
            let mut sides = [own, other];
            for number in 1.. {
                round(&codex, &rules, &mut sides, [false, flank], number, &mut &mut *dice);
                if sides.iter().any(Fighter::routs) {
                    break;
                }
            }
            [sides[0].routs(), sides[1].routs()]
        };
        let all = distribution(run);
        let chance = |end: [bool; 2]| all.probability(&end);
        let found = odds.melee(&attacker, &defender, &Approach { flank, ..Approach::default() });
        assert!((f64::from(found.win) - chance([false, true])).abs() < 1e-5, "{found:?}");
        assert!((f64::from(found.lose) - chance([true, false])).abs() < 1e-5, "{found:?}");
        let expected = [chance([true, true]) + chance([true, false]), chance([true, true]) + chance([false, true])];
        assert!(
            (f64::from(found.taken) - expected[0]).abs() < 1e-5 && (f64::from(found.given) - expected[1]).abs() < 1e-5
        );
    }
}

#[test]
fn two_attackers_do_better_than_one() {
    let (codex, _, odds) = odds();
    let one = rifles(&codex, &odds, "trained");
    let with = |helper| odds.melee(&one, &one, &Approach { helper, ..Approach::default() }).win;
    assert!(with(Some(Helper::Front)) > with(None) + 0.15);
    assert!(with(Some(Helper::Flank)) > with(Some(Helper::Front)) + 0.05);
}

#[test]
fn guns_take_their_toll_from_the_front() {
    let (codex, _, odds) = odds();
    let foot = rifles(&codex, &odds, "trained");
    let arms = odds.arms(kind(&codex, "trained-battery:smoothbore-gun")).unwrap();
    let guns = Gunnery { arms, bonuses: 0, penalties: 0 };
    let front = odds.storm(&foot, guns, true, 0);
    assert!((front.win - 1.0).abs() < 1e-6 && (front.taken - 2.0).abs() < 1e-6, "{front:?}");
    let hurt = odds.storm(&foot.wounded(1).unwrap(), guns, true, 0);
    assert!(hurt.lose > 0.999 && odds.storm(&foot.wounded(1).unwrap(), guns, false, 0).win > 0.999, "{hurt:?}");
}

#[test]
fn volleys() {
    let mut volley = Volley::NONE;
    volley.add(0.5, 1);
    volley.add(0.5, 1);
    volley.add(1.0, 2);
    assert_eq!(&volley.chances[..5], [0.0, 0.0, 0.25, 0.5, 0.25]);
    assert_eq!((volley.at_least(3), volley.expected(3)), (0.75, 2.75));
    let fresh = Stake { hit: 1.0 / 3.0, unit: 1.0, left: 3 };
    assert_eq!(fresh.table().map(|worth| (worth * 3.0).round()), [0.0, 1.0, 2.0, 4.0, 4.0, 4.0]);
    let routed = Stake { left: 0, ..fresh };
    assert_eq!(routed.table(), [0.0, 0.5, 0.5, 0.5, 0.5, 0.5]);
}

/// Whoever decides reckons with his own commanders' C, and with the usual one of the enemy's, whatever it is (HX-CMD-14).
#[test]
fn hx_cmd_14_an_enemy_commander_is_taken_for_a_usual_one() {
    use crate::game::Side;
    use crate::rulesets::hexcommand::test_position::{RIFLES, Table, setup};
    use crate::tabletop::hex::flat::Direction::North;
    for (mode, combat, reckoned) in
        [("set", 0, 1), ("set", 2, 1), ("random", 0, 1), ("random", 2, 1), ("off", 2, 0), ("off", 0, 0)]
    {
        let setup = setup("", &[("cvs.mode", mode), ("command.value", "0")]);
        let mut table = Table::new(&setup);
        let led = table.put(Side::A, RIFLES, "0512", North);
        table.commander(led, combat);
        for (decider, known) in [(Side::A, combat), (Side::B, reckoned)] {
            table.battle.decider = decider;
            let gunnery = setup.odds().gunnery(&table.battle, led).map(|gunnery| gunnery.bonuses);
            let strength = setup.odds().contender(&table.battle, led).map(|contender| contender.strength);
            assert_eq!((gunnery, strength), (Some(known), Some(1 + i32::from(known))), "{mode} {combat} {decider:?}");
        }
    }
}
