//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::{Value, json};

use crate::game::contract::resolutions::{
    WorkedExamples, assert_distribution, by_hand, compare, number, refuse, refused_with, resolution_contract, resolve,
    resolve_by,
};
use crate::game::{Query, Ruleset};
use crate::rulesets::dogfaces::Dogfaces;

resolution_contract! {
    Dogfaces;
    worked_examples_are_exact: WorkedExamples { number: 40, each: 3, every_label: true };
    odds_agree_with_a_calculation_of_another_kind: 318;
}

by_hand! {
    Dogfaces;
    df_sol_03_the_sharpshooter_counts_once_and_when_his_own_shot_is_absorbed:
        "ranged-attack" {"shooters": ["chuck", "chuck"], "target": "rifleman"}
            => {"holds-ready": 1/3, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/3},
        "ranged-attack" {"shooters": ["chuck", "rifleman"], "target": "george"}
            => {"holds-ready": 13/27, "holds-stunned": 4/27, "falls-back-ready": 6/27, "falls-back-stunned": 4/27};

    df_sol_08_second_shots_are_lost_one_by_one:
        // 2 to 4 points with 1/9, 4/9, 4/9
        "ranged-attack" {"shooters": ["harry", "harry"], "target": "mark"}
            => {"holds-ready": 24/54, "holds-stunned": 18/54, "ooc": 12/54},
        "ranged-attack" {"shooters": ["harry:single-shot", "harry:single-shot"], "target": "rifleman"}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6};

    df_sol_17_rocky_dodges_all_but_frags:
        "ranged-attack" {"shooters": ["ernie:frag-thrown"], "target": "rocky"}
            => {"holds-ready": 2/3, "holds-stunned": 1/6, "falls-back-ready": 1/6},
        "ranged-attack" {"shooters": ["zack"], "target": "rocky"}
            => {"holds-ready": 2/3, "holds-stunned": 1/6, "falls-back-ready": 1/6},
        "ranged-attack" {"shooters": ["dave", "ernie:frag-thrown"], "target": "rocky"}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6},
        "ranged-attack" {"shooters": ["dave", "ernie:frag-thrown"], "target": "rocky", "rules": {"rocky-mixed": "exempt"}}
            => {"holds-ready": 1/3, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6, "ooc": 1/6};

    df_sol_24_the_lucky_one_takes_the_lower_die_and_then_the_modifiers:
        // lower of two 1..6: 11 9 7 5 3 1 in 36; strength 3, +1 and -1 cancel out
        "ranged-attack" {"shooters": ["chuck", "dave"], "target": "xavier", "terrain": "forest"}
            => {"holds-ready": 20/36, "holds-stunned": 7/36, "falls-back-ready": 5/36, "falls-back-stunned": 3/36, "ooc": 1/36};

    df_ter_05_a_hill_counts_by_how_many_stand_lower:
        "ranged-attack" {"shooters": ["dave", "andy"], "target": "rifleman", "terrain": "hill", "lower": "some"}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6},
        "ranged-attack" {"shooters": ["dave", "andy"], "target": "rifleman", "terrain": "hill", "lower": "some",
                         "rules": {"hill-mixed": "all"}}
            => {"holds-ready": 1/3, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6, "ooc": 1/6},
        "ranged-attack" {"shooters": ["dave", "andy"], "target": "rifleman", "terrain": "hill", "lower": "none"}
            => {"holds-ready": 1/3, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6, "ooc": 1/6};

    df_atk_09_the_floor_of_the_strength_is_for_points_that_arrived:
        "ranged-attack" {"shooters": ["rifleman"], "target": "lcv-1"} => {"holds-ready": 1/1},
        "ranged-attack" {"shooters": ["rifleman"], "target": "lcv-1", "terrain": "town", "rules": {"strength-floor": 1}}
            => {"holds-ready": 5/6, "holds-stunned": 1/6},
        "ranged-attack" {"shooters": ["ernie:frag-thrown"], "target": "mcv-1", "rules": {"strength-floor": 1}}
            => {"holds-ready": 1/1};

    df_sui_03_a_suit_absorbs_shot_by_shot_or_all_at_once:
        // 0..3 points with 1, 6, 12, 8 in 27
        "ranged-attack" {"shooters": ["andy", "brett", "inigo"], "target": "nick"}
            => {"holds-ready": 82/162, "holds-stunned": 26/162, "falls-back-ready": 26/162, "falls-back-stunned": 20/162,
                "ooc": 8/162} ,
        "ranged-attack" {"shooters": ["andy", "brett", "inigo"], "target": "nick", "rules": {"suit-absorb": "per-attack"}}
            => {"holds-ready": 5/9, "holds-stunned": 1/9, "falls-back-ready": 1/9, "falls-back-stunned": 1/9, "ooc": 1/9},
        "ranged-attack" {"shooters": ["jack:frag-launched"], "target": "nick"} => {"holds-ready": 1/1};

    df_sui_04_a_flame_is_absorbed_as_a_whole:
        "ranged-attack" {"shooters": ["zack"], "target": "george"}
            => {"holds-ready": 2/3, "holds-stunned": 1/9, "falls-back-ready": 1/9, "falls-back-stunned": 1/9},
        "ranged-attack" {"shooters": ["zack"], "target": "george", "rules": {"flame-vs-suit": "immune"}}
            => {"holds-ready": 1/1};

    df_sui_08_flames_and_vehicles:
        "ranged-attack" {"shooters": ["zack", "andy"], "target": "lcv-1"} => {"holds-ready": 1/1},
        "ranged-attack" {"shooters": ["zack"], "target": "lcv-1", "rules": {"flame-vs-lcv": "normal"}}
            => {"holds-ready": 5/6, "holds-stunned": 1/6},
        "ranged-attack" {"shooters": ["zack"], "target": "mcv-1", "rules": {"flame-vs-lcv": "normal"}}
            => {"holds-ready": 1/1};

    df_rtr_09_a_retreat_that_cannot_be_completed:
        "ranged-attack" {"shooters": ["dave"], "target": "brett", "path": "blocked"}
            => {"holds-ready": 1/2, "holds-stunned": 1/2},
        "ranged-attack" {"shooters": ["dave"], "target": "sam", "path": "blocked"} => {"holds-ready": 1/1},
        "ranged-attack" {"shooters": ["dave"], "target": "mark", "path": "blocked", "rules": {"blocked-retreat": "ooc"}}
            => {"holds-ready": 2/3, "holds-stunned": 1/3},
        "ranged-attack" {"shooters": ["dave"], "target": "sam", "path": "one-hex", "rules": {"blocked-retreat": "ooc"}}
            => {"holds-ready": 2/3, "ooc": 1/3},
        "ranged-attack" {"shooters": ["dave"], "target": "brett", "path": "one-hex"}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-stunned": 1/3},
        "ranged-attack" {"shooters": ["dave"], "target": "brett", "path": "one-hex", "rules": {"blocked-retreat": "stays"}}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6};

    df_rtr_10_who_is_stunned_and_cornered_stays_so:
        "ranged-attack" {"shooters": ["dave"], "target": "sam", "state": "stunned", "path": "one-hex"}
            => {"holds-stunned": 2/3, "falls-back-stunned": 1/3};

    df_res_09_one_hex_is_enough_in_a_town:
        "ranged-attack" {"shooters": ["andy", "dave"], "target": "brett", "terrain": "town", "state": "stunned",
                         "path": "one-hex"}
            => {"holds-stunned": 2/3, "falls-back-ready": 1/6, "falls-back-stunned": 1/6};

    df_res_07_the_stun_part_is_void_for_sam:
        "ranged-attack" {"shooters": ["dave"], "target": "sam", "state": "stunned"}
            => {"holds-stunned": 2/3, "falls-back-ready": 1/3};

    df_ldr_06_a_stunned_leader_keeps_his_own_roll:
        "ranged-attack" {"shooters": ["dave"], "target": "frank", "state": "stunned"}
            => {"holds-stunned": 7/9, "falls-back-ready": 1/6, "falls-back-stunned": 1/18},
        "ranged-attack" {"shooters": ["dave"], "target": "frank", "state": "stunned", "retreat-policy": "try"}
            => {"holds-stunned": 8/9, "falls-back-ready": 1/18, "falls-back-stunned": 1/18},
        "ranged-attack" {"shooters": ["dave"], "target": "frank", "retreat-policy": "accept"}
            => {"holds-ready": 1/2, "holds-stunned": 1/6, "falls-back-ready": 1/6, "falls-back-stunned": 1/6},
        "retreat-check" {"unit": "andy"} => {"stands": 2/3, "retreats-2": 1/3},
        "retreat-check" {"unit": "andy", "attempt": false} => {"retreats-2": 1/1},
        "retreat-check" {"unit": "brett", "leaders": ["frank@3", "lcv-1@2"], "terrain": "town"} => {"retreats-1": 1/1},
        "retreat-check" {"unit": "lcv-1"} => {"stands": 1/1};

    df_spl_08_the_bystander_s_own_hex_counts:
        "splash-hit" {"victim": "brett", "terrain": "town"} => {"holds-ready": 1/1},
        "splash-hit" {"victim": "brett", "terrain": "town", "rules": {"splash-terrain": "no"}}
            => {"holds-ready": 2/3, "holds-stunned": 1/6, "falls-back-ready": 1/6},
        "splash-hit" {"victim": "brett", "terrain": "hill"} => {"holds-ready": 5/6, "holds-stunned": 1/6};

    df_spl_01_each_frag_is_a_burst_of_its_own:
        // the second burst may bring a Stunned bystander round, but elsewhere
        "splash-hit" {"victim": "brett", "bursts": 2}
            => {"holds-ready": 4/9, "holds-stunned": 9/36, "falls-back-ready": 10/36, "falls-back-stunned": 1/36},
        "area-attack" {"shooters": ["ernie:frag-thrown", "oscar:frag-launched"], "target": "george",
                       "bystanders": ["foe:rifleman", "own:nick"]}
            => {"none": 4/9, "foe": 5/9};

    df_spl_04_a_flame_splashes_one_bystander:
        "area-attack" {"shooters": ["zack", "zack"], "target": "mcv-1", "bystanders": ["foe:brett", "own:brett"],
                       "flame-splash": 1}
            => {"none": 4/9, "own": 5/9},
        "area-attack" {"shooters": ["zack"], "target": "mcv-1", "bystanders": ["own:frank"]}
            => {"none": 7/9, "own": 2/9};

    df_rec_05_leaders_help_from_the_next_phase_on_or_at_once:
        "stun-recovery" {"unit": "larry", "leaders": ["kyle@1:stunned"]} => {"recovered": 1/6, "still-stunned": 5/6},
        "stun-recovery" {"unit": "larry", "leaders": ["kyle@1:stunned"], "rules": {"recovery-order": "leaders-first"}}
            => {"recovered": 2/9, "still-stunned": 7/9},
        "stun-recovery" {"unit": "larry", "leaders": ["kyle@1:stunned", "vic@1:stunned", "frank@3"],
                         "rules": {"recovery-order": "leaders-first"}}
            => {"recovered": 7/27, "still-stunned": 20/27};

    df_ldr_04_the_best_leader_counts:
        "stun-recovery" {"unit": "andy", "leaders": ["vic@1", "frank@2", "paul@4"]}
            => {"recovered": 1/2, "still-stunned": 1/2};

    df_ldr_09_what_a_vehicle_lends:
        "stun-recovery" {"unit": "brett", "leaders": ["lcv-1@1"]} => {"recovered": 1/6, "still-stunned": 5/6},
        "stun-recovery" {"unit": "brett", "leaders": ["lcv-1@1"], "rules": {"vehicle-lead-number": "4"}}
            => {"recovered": 1/2, "still-stunned": 1/2},
        "stun-recovery" {"unit": "lcv-1", "rules": {"vehicle-lead-number": 4}} => {"recovered": 1/6, "still-stunned": 5/6};

    df_rec_04_medics:
        "stun-recovery" {"unit": "mcv-1", "medic": "adjacent"} => {"recovered": 1/1},
        "stun-recovery" {"unit": "mcv-1", "medic": "adjacent", "rules": {"medic-vehicles": "no"}}
            => {"recovered": 1/6, "still-stunned": 5/6},
        "stun-recovery" {"unit": "brett", "medic": "adjacent-stunned"} => {"recovered": 1/6, "still-stunned": 5/6},
        "stun-recovery" {"unit": "brett", "medic": "adjacent-stunned", "rules": {"stunned-medic": "yes"}}
            => {"recovered": 1/1};

    df_ovw_09_a_mover_who_is_not_stopped_meets_the_second_watcher:
        "overwatch-fire" {"target": "brett"} => {"moves-on": 1/1},
        "overwatch-fire" {"first": ["andy"], "second": ["andy"], "target": "brett", "terrain-first": "town",
                          "terrain-second": "hill"}
            => {"moves-on": 5/6, "stopped-stunned": 1/6},
        "overwatch-fire" {"first": ["dave"], "second": ["dave"], "target": "andy"}
            => {"moves-on": 121/324, "stopped-stunned": 145/324, "driven-back-ready": 29/324,
                "driven-back-stunned": 29/324} ;

    df_veh_11_riders_are_stunned_with_their_vehicle:
        "carrier-attack" {"shooters": ["tom", "tom"], "riders": ["sam", "andy"], "rules": {"sam-ride-stun": "no"}}
            => {"no-effect": 1/6, "stunned-riders-1": 1/3, "ooc-riders-1": 1/2},
        "carrier-attack" {"shooters": ["dave"]} => {"no-effect": 5/6, "stunned-riders-0": 1/6};

    df_sol_20_rockets_run_out:
        "sustained-fire" {"shooters": ["tom"], "target": "mcv-1", "turns": 4}
            => {"ready": 4973/8748, "stunned": 3775/8748},
        "duel" {"a": "tom", "b": "mcv-1", "turns": 1, "a-terrain": "town"}
            => {"undecided": 7/9, "a-driven-off": 2/9};
}

#[test]
fn shots_are_checked_in_the_order_of_the_rulebook() {
    let verdict = |inputs: Value| {
        let odds = resolve(&Dogfaces, "shot-check", &inputs).exact.unwrap();
        let sure: Vec<String> = odds.into_iter().filter(|(_, p)| *p > 0.0).map(|(label, _)| label).collect();
        assert_eq!(sure.len(), 1);
        sure[0].clone()
    };
    let cases = [
        (
            json!({"shooter": "tom", "to": [5, 0], "rockets-left": 0, "target": "lcv-1", "target-aboard": true,
            "shooter-aboard": true, "shooter-stunned": true}),
            "shooter-stunned",
        ),
        (
            json!({"shooter": "tom", "to": [5, 0], "rockets-left": 0, "target-aboard": true, "shooter-aboard": true}),
            "shooter-aboard",
        ),
        (json!({"shooter": "tom", "to": [5, 0], "rockets-left": 0, "target-aboard": true}), "target-aboard"),
        (json!({"shooter": "tom", "to": [1, 0], "rockets-left": 0}), "no-ammo"),
        (json!({"shooter": "tom:laser-pistol", "to": [2, 0], "rockets-left": 0}), "allowed"),
        (json!({"shooter": "andy", "to": [5, 0], "target": "mcv-1"}), "cannot-harm"),
        (json!({"shooter": "zack", "to": [2, 0], "target": "mcv-1"}), "allowed"),
        (json!({"shooter": "jack", "to": [0, -1]}), "too-close"),
        (json!({"shooter": "andy", "to": [0, 0]}), "too-close"),
        (json!({"shooter": "jack", "to": [-4, 0], "forest": [[-1, 0]]}), "too-far"),
        // Only the hexes in between and the target's count, and only beyond two hexes.
        (json!({"shooter": "dave", "to": [3, 0], "forest": [[0, 0]]}), "allowed"),
        (json!({"shooter": "dave", "to": [3, 0], "forest": [[3, 0]]}), "forest-limit"),
        (json!({"shooter": "dave", "to": [2, 0], "forest": [[1, 0], [2, 0]]}), "allowed"),
        (
            json!({"shooter": "dave", "to": [3, 0], "forest": [[3, 0]], "rules": {"forest-limit": "through-only"}}),
            "allowed",
        ),
        (
            json!({"shooter": "dave", "to": [3, 0], "forest": [[1, 0]], "rules": {"forest-limit": "through-only"}}),
            "forest-limit",
        ),
        (
            json!({"shooter": "dave", "to": [3, 0], "forest": [[1, 0]], "rules": {"forest-limit": "into-only"}}),
            "allowed",
        ),
        (
            json!({"shooter": "dave", "to": [3, 0], "forest": [[3, 0]], "rules": {"forest-limit": "into-only"}}),
            "forest-limit",
        ),
        // (2, 2) runs through (1, 1) and along four edges.
        (json!({"shooter": "dave", "to": [2, 2], "forest": [[2, 1]]}), "forest-limit"),
        (json!({"shooter": "dave", "to": [2, 2], "forest": [[2, 1]], "rules": {"edge-line": "both"}}), "allowed"),
        (
            json!({"shooter": "dave", "to": [2, 2], "forest": [[2, 1], [0, 1]], "rules": {"edge-line": "both"}}),
            "allowed",
        ),
        (
            json!({"shooter": "dave", "to": [2, 2], "forest": [[2, 1], [1, 2]], "rules": {"edge-line": "both"}}),
            "forest-limit",
        ),
        (json!({"shooter": "dave", "to": [2, 2], "forest": [[1, 1]], "rules": {"edge-line": "both"}}), "forest-limit"),
        // (3, 1) crosses (1, 1) but not (0, 1), which it leaves at a corner; mirrored to the west.
        (json!({"shooter": "dave", "to": [3, 1], "forest": [[1, 1]]}), "forest-limit"),
        (json!({"shooter": "dave", "to": [3, 1], "forest": [[0, 1], [3, 0]]}), "allowed"),
        (json!({"shooter": "dave", "to": [-3, -1], "forest": [[-2, 0]]}), "forest-limit"),
    ];
    for (inputs, expected) in cases {
        assert_eq!(verdict(inputs.clone()), expected, "{inputs}");
    }
}

#[test]
fn numeric_results_have_their_distributions() {
    let close = |resolution: &str, inputs: &Value, name: &str, ways: u32, expected: &[(i64, u32)]| {
        assert_distribution(&number(&Dogfaces, resolution, inputs, name), ways, expected);
    };
    let suit = json!({"shooters": ["andy", "brett", "inigo"], "target": "nick"});
    close("ranged-attack", &suit, "strength", 27, &[(0, 1), (1, 6), (2, 12), (3, 8)]);
    let town = json!({"shooters": ["dave", "andy"], "target": "brett", "terrain": "town"});
    close("ranged-attack", &town, "hexes-lost", 6, &[(0, 4), (1, 2)]);
    close("splash-hit", &json!({"victim": "brett", "bursts": 2}), "hexes-lost", 36, &[(0, 25), (2, 10), (4, 1)]);
    let frag = json!({"shooters": ["ernie:frag-thrown"], "target": "brett", "bystanders": ["foe:chuck", "own:harry"]});
    close("area-attack", &frag, "foes-affected", 9, &[(0, 4), (1, 4), (2, 1)]);
    close("area-attack", &frag, "own-affected", 3, &[(0, 2), (1, 1)]);
    let phases = json!({"unit": "andy", "phases": 3});
    close("stun-recovery", &phases, "turns", 9, &[(1, 3), (2, 2), (3, 4)]);
    let two = json!({"attacks": [{"shooters": ["tom"], "target": "brett"}, {"shooters": ["dave"], "target": "mark"}]});
    close("volley", &two, "ooc", 6, &[(0, 5), (1, 1)]);
    close("volley", &two, "stopped", 18, &[(0, 6), (1, 9), (2, 3)]);
    let duel = json!({"a": "rifleman", "b": "rifleman", "turns": 2});
    close("duel", &duel, "turns", 36, &[(1, 10), (2, 26)]);
}

#[test]
fn attacks_of_a_volley_use_its_rules_unless_they_have_their_own() {
    let attack = json!({"shooters": ["rifleman"], "target": "lcv-1"});
    let own = json!({"shooters": ["rifleman"], "target": "lcv-1", "rules": {}});
    let inputs = json!({"attacks": [attack, own], "count": "stopped", "rules": {"strength-floor": 1}});
    compare(&Dogfaces, "volley", &inputs, &[("count-0".to_owned(), 5.0 / 6.0), ("count-1".to_owned(), 1.0 / 6.0)]);
}

#[test]
fn more_watchers_than_the_limit_or_than_the_switch_allows_are_refused() {
    let three = json!({"first": ["andy", "dave"], "second": ["yago"], "target": "brett"});
    assert_eq!(refuse(&Dogfaces, "overwatch-fire", &three)[0].rule.as_deref(), Some("overwatch-limit"));
    let mut four = three.clone();
    four["rules"] = json!({"overwatch-limit": 3});
    resolve(&Dogfaces, "overwatch-fire", &four);
}

#[test]
fn shots_that_cannot_harm_are_refused() {
    for (resolution, inputs) in [
        ("ranged-attack", json!({"shooters": ["dave", "chuck"], "target": "mcv-1"})),
        ("area-attack", json!({"shooters": ["zack", "wally"], "target": "mcv-1"})),
        ("overwatch-fire", json!({"second": ["harry"], "target": "mcv-1"})),
        ("sustained-fire", json!({"shooters": ["tom:laser-pistol"], "target": "mcv-1"})),
        ("duel", json!({"a": "mcv-1", "b": "inigo"})),
        ("duel", json!({"a": "dave", "b": "mcv-1", "a-support": ["andy"]})),
        ("volley", json!({"attacks": [{"shooters": ["andy"], "target": "mcv-1"}]})),
    ] {
        let diagnostics = refuse(&Dogfaces, resolution, &inputs);
        assert_eq!(diagnostics[0].rule.as_deref(), Some("cannot-harm"), "{resolution} {inputs}");
    }
}

#[test]
fn wrong_inputs_are_named_with_what_would_be_right() {
    let questions = [
        ("ranged-atack", json!({}), "unknown resolution `ranged-atack`", Some("ranged-attack")),
        ("table-roll", json!({}), "table-roll lacks `damage`", None),
        ("table-roll", json!({"damage": "3"}), "expected a whole number", None),
        ("table-roll", json!({"damage": -1}), "expected a whole number", None),
        ("table-roll", json!({"damage": 3, "rollmod": 1}), "unknown key `rollmod` in table-roll", Some("roll-mod")),
        ("table-roll", json!({"damage": 3, "lower-of-two": 1}), "expected true or false, found 1", None),
        ("ranged-attack", json!({"shooters": [], "target": "andy"}), "at least one shooter is needed", None),
        ("ranged-attack", json!({"shooters": "dave", "target": "andy"}), "expected a list", None),
        ("ranged-attack", json!({"shooters": ["davee"], "target": "andy"}), "unknown unit `davee`", Some("dave")),
        (
            "ranged-attack",
            json!({"shooters": ["ernie:frag"], "target": "andy"}),
            "unknown fire mode of `ernie` `frag`",
            Some("frag-thrown"),
        ),
        ("ranged-attack", json!({"shooters": ["dave"], "target": null}), "ranged-attack lacks `target`", None),
        (
            "ranged-attack",
            json!({"shooters": ["dave"], "target": "andy", "terrain": "water-river"}),
            "unknown terrain `water-river`",
            None,
        ),
        (
            "ranged-attack",
            json!({"shooters": ["dave"], "target": "andy", "path": "clera"}),
            "unknown path `clera`",
            Some("clear"),
        ),
        (
            "ranged-attack",
            json!({"shooters": ["dave"], "target": "andy", "rules": {"hill-mixd": "all"}}),
            "unknown rule `hill-mixd`",
            Some("hill-mixed"),
        ),
        (
            "ranged-attack",
            json!({"shooters": ["dave"], "target": "andy", "rules": {"hill-mixed": "al"}}),
            "rule `hill-mixed` does not take `al`",
            Some("all"),
        ),
        (
            "area-attack",
            json!({"shooters": ["zack"], "target": "andy", "bystanders": ["foe:andy"], "flame-splash": 1}),
            "expected 0",
            None,
        ),
        (
            "area-attack",
            json!({"shooters": ["zack"], "target": "andy", "bystanders": ["andy"]}),
            "`andy` is not a bystander of either side",
            None,
        ),
        ("splash-hit", json!({"victim": "andy", "bursts": 0}), "expected a whole number from 1", None),
        ("retreat-check", json!({"unit": "andy", "leaders": ["paul"]}), "`paul` is no leader at a distance", None),
        ("retreat-check", json!({"unit": "andy", "leaders": ["brett@1"]}), "unknown leader `brett`", None),
        ("stun-recovery", json!({"unit": "andy", "leaders": ["paul@1:ready"]}), "`paul@1:ready` is no leader", None),
        ("volley", json!({"attacks": []}), "a volley has 1 to 100 attacks, not 0", None),
        ("carrier-attack", json!({"shooters": ["dave"], "carrier": "mcv-1"}), "`mcv-1` carries nobody", None),
        ("carrier-attack", json!({"shooters": ["dave"], "riders": ["lcv-2"]}), "`lcv-2` is a vehicle", None),
        (
            "carrier-attack",
            json!({"shooters": ["dave"], "riders": ["sam", "tom", "vic"]}),
            "3 riders are more than 2",
            None,
        ),
        (
            "sustained-fire",
            json!({"shooters": ["dave"], "target": "andy", "leader": "brett"}),
            "unknown leader `brett`",
            None,
        ),
        ("shot-check", json!({"shooter": "dave", "to": [1]}), "expected [q, r], found 1 numbers", None),
    ];
    refused_with(&Dogfaces, &questions);
    let deep =
        json!({"attacks": [{"shooters": ["andy"], "target": "brett"}, {"shooters": ["andy"], "target": "bret"}]});
    assert_eq!(refuse(&Dogfaces, "volley", &deep)[0].source, "input `attacks[1].target`");
}

#[test]
fn a_codex_of_the_users_own_is_used_and_its_diagnostics_are_told() {
    let mut source = Dogfaces.codex();
    source.text =
        source.text.replace("[weapons.slrg]", "[weapons.slrg] # heavier").replacen("damage = 2", "damage = 5", 1);
    let inputs = json!({"shooters": ["dave"], "target": "rifleman"});
    let odds = resolve_by(&Dogfaces, source, "ranged-attack", &inputs).exact.unwrap();
    assert!((odds[4].1 - 0.5).abs() < 1e-12, "{odds:?}");
}

/// The chance of what is wanted by best play, and by each simple policy.
fn played(resolution: &str, mut inputs: Value, wanted: &[&str]) -> (f64, Vec<f64>) {
    let chance = |odds: Vec<(String, f64)>| -> f64 {
        odds.iter().filter(|(label, _)| wanted.contains(&label.as_str())).map(|(_, p)| p).sum()
    };
    let mut ask = |policy: &str| {
        inputs["retreat-policy"] = policy.into();
        let wanted = wanted.iter().map(|label| (*label).to_owned()).collect();
        Dogfaces.resolve(&Query { wanted, ..Query::exact(resolution, &inputs) }).unwrap()
    };
    let policies = ["smart", "try", "accept"].map(|policy| chance(ask(policy).exact.unwrap()));
    (chance(ask("smart").best_play.unwrap()), policies.to_vec())
}

#[test]
fn one_decision_comes_to_the_best_policy_for_whatever_is_wanted() {
    // Between them the policies do all that makes sense: a Stunned unit runs from a plain retreat, and comes round, or not.
    let labels = ["holds-ready", "holds-stunned", "falls-back-ready", "falls-back-stunned", "ooc"];
    let inputs =
        json!({"shooters": ["dave", "ernie"], "target": "george", "state": "stunned", "leader-in-range": true});
    let mut differ = 0;
    for wanted in 1..32_u8 {
        let wanted: Vec<&str> = (0..5).filter(|at| wanted >> at & 1 == 1).map(|at| labels[at]).collect();
        let (best, policies) = played("ranged-attack", inputs.clone(), &wanted);
        let [low, high] = [f64::min, f64::max].map(|of| policies.iter().copied().reduce(of).unwrap());
        assert!((best - high).abs() < 1e-12, "{wanted:?}: {policies:?} against {best}");
        differ += u8::from(high - low > 1e-9);
    }
    assert!(differ >= 20, "{differ} of 31 wishes depend on the policy");
}

#[test]
fn in_a_duel_both_decide_for_the_best() {
    // Only the one in seat b has a choice: he runs rather than be killed, and stands rather than be driven off.
    let inputs = json!({"a": "dave", "b": "rifleman", "b-leader": "andy", "turns": 4});
    for (wanted, policy) in [(["a-kills"].as_slice(), 2), (["a-driven-off", "b-kills", "undecided"].as_slice(), 2)] {
        let (best, policies) = played("duel", inputs.clone(), wanted);
        assert!(policies.iter().all(|policy| *policy >= best - 1e-12), "{wanted:?}: {policies:?} against {best}");
        assert!((policies[policy] - best).abs() < 1e-12, "{wanted:?}: {policies:?} against {best}");
    }
    let (best, policies) = played("duel", inputs, &["a-kills", "b-driven-off"]);
    assert!((policies[1] - best).abs() < 1e-12 && policies[2] > best + 0.01, "{policies:?} against {best}");
}
