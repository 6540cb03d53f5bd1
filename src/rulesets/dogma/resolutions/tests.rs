//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::{Value, json};

use crate::game::Ruleset;
use crate::game::contract::resolutions::{
    WorkedExamples, assert_distribution, by_hand, number, refused_with, resolution_contract, resolve_by,
};
use crate::rulesets::dogma::Dogma;

resolution_contract! {
    Dogma;
    worked_examples_are_exact: WorkedExamples { number: 47, each: 1, every_label: true };
    odds_agree_with_a_calculation_of_another_kind: 240;
}

by_hand! {
    Dogma;
    dg_rng_11_supports_add_up_to_the_cap:
        "ranged-attack" {"attacker": "mbt", "defender": "mbt", "supports": 2}
            => {"destroyed": 12/36, "shaken": 21/36, "no-effect": 3/36},
        "ranged-attack" {"attacker": "mbt", "defender": "mbt", "supports": 6}
            => {"destroyed": 12/36, "shaken": 21/36, "no-effect": 3/36},
        "ranged-attack" {"attacker": "mbt", "defender": "mbt", "supports": 3,
                         "rules": {"support-bonus": 3, "support-cap": 2}}
            => {"destroyed": 6/36, "shaken": 20/36, "no-effect": 10/36},
        // Of three with two shaken, at least one supports, and two fill the cap: 1/4 +1, 3/4 +2.
        "ranged-attack" {"attacker": "mbt", "defender": "elites", "supports": 3, "supporters-shaken": 2}
            => {"destroyed": 111/144, "no-effect": 33/144};

    dg_rng_05_destroy_ratio_and_margin_are_knobs:
        // 3 against 3: twice the ratio of 1.5 is 4 against 6, 5 against 7 and so on.
        "ranged-attack" {"attacker-modifier": 0, "defender-modifier": 0, "rules": {"destroy-ratio": 1.5}}
            => {"destroyed": 12/36, "shaken": 3/36, "no-effect": 21/36},
        "ranged-attack" {"attacker": "mbt", "defender": "elites", "rules": {"optimal-margin": 2}}
            => {"destroyed": 6/36, "shaken": 4/36, "no-effect": 26/36},
        "building-attack" {"attacker": "mbt", "class": 1, "rules": {"optimal-margin": 2}}
            => {"destroyed": 6/36, "stands": 30/36};

    dg_rng_09_optimal_may_be_told:
        "ranged-attack" {"attacker": "mbt", "defender": "elites", "optimal": "no"}
            => {"shaken": 10/36, "no-effect": 26/36},
        "ranged-attack" {"attacker": "mbt", "defender": "mbt", "optimal": "yes", "cover": true}
            => {"destroyed": 15/36, "no-effect": 21/36},
        "ranged-attack" {"attacker-modifier": 3, "attacker-type": "armour", "defender": "elites"}
            => {"destroyed": 10/36, "no-effect": 26/36},
        "ranged-attack" {"attacker-modifier": 3, "defender": "elites"}
            => {"shaken": 10/36, "no-effect": 26/36},
        "ranged-attack" {"attacker": "mbt", "defender": "elites", "cover": true,
                         "rules": {"cover-cancels-optimal": false}}
            => {"destroyed": 10/36, "no-effect": 26/36};

    dg_mor_01_nobody_passes_on_seven:
        "ranged-attack" {"attacker": "mbt", "defender": "mbt", "attacker-shaken": true, "rules": {"shaken-target": 7}}
            => {"no-attack": 1/1},
        "shaken-check" {"members": 3, "rules": {"shaken-target": 1}} => {"able-3": 1/1},
        "shaken-check" {} => {"able-0": 1/2, "able-1": 1/2};

    dg_dog_01_artillery_has_optimal_target_on_all:
        "ranged-attack" {"attacker": "artillery", "defender": "spaag"} => {"destroyed": 15/36, "no-effect": 21/36},
        "ranged-attack" {"attacker": "artillery", "defender": "spaag", "rules": {"artillery-modifier": 3}}
            => {"destroyed": 21/36, "no-effect": 15/36},
        "volley" {"attacks": [{"attacker": "artillery", "defender": "mbt", "cover": true}]}
            => {"d1-s0": 1/36, "d0-s1": 9/36, "d0-s0": 26/36};

    dg_clo_04_flankers_support_and_give_optimal_target:
        "close-attack" {"attacker": "mbt", "defender": "mbt", "contact": "side"}
            => {"destroyed": 15/36, "recoils": 21/36},
        "close-attack" {"attacker": "mbt", "defender": "mbt", "contact": "side",
                        "rules": {"flank-gives-optimal": false}}
            => {"destroyed": 2/36, "recoils": 34/36},
        "close-attack" {"attacker": "mbt", "defender": "mbt", "flank-supports": 2}
            => {"destroyed": 33/36, "recoils": 3/36},
        // Opposite an attacker in the rear stands the front: no flanker.
        "close-attack" {"attacker": "mbt", "defender": "mbt", "contact": "rear", "opposite": true, "optimal": "no"}
            => {"destroyed": 2/36, "destroyed-on-recoil": 34/36},
        "close-attack" {"attacker": "mbt", "defender": "mbt", "contact": "side", "opposite": true, "optimal": "no"}
            => {"destroyed": 6/36, "destroyed-on-recoil": 30/36},
        "close-attack" {"attacker": "mbt", "defender": "jump-infantry", "opposite": true}
            => {"destroyed": 26/36, "recoils": 10/36},
        "close-attack" {"attacker": "mbt", "defender": "elites"} => {"recoils": 1/1};

    r_56_air_support_attacks_when_it_is_allowed:
        "close-attack" {"attacker": "gunship", "defender": "mbt", "rules": {"air-close": "allowed"}}
            => {"destroyed": 2/36, "recoils": 34/36};

    r_45_recoil_may_need_a_higher_total:
        "close-attack" {"attacker": "mbt", "defender": "mbt", "behind": [{"kind": "enemy"}],
                        "rules": {"recoil-when": "attacker-higher"}}
            => {"destroyed": 2/36, "destroyed-on-recoil": 13/36, "holds": 21/36},
        "melee-exchange" {"a": "mbt", "b": "mbt", "blocked-b": true, "b-replies": false,
                          "rules": {"recoil-when": "attacker-higher"}}
            => {"b-destroyed": 15/36, "both-standing": 21/36};

    dg_rec_03_what_stands_behind:
        "close-attack" {"attacker": "mbt", "defender": "elites", "behind": [{"kind": "deep-water", "gap": 1}]}
            => {"recoils": 1/1},
        "close-attack" {"attacker": "mbt", "defender": "elites", "behind": [{"kind": "building", "gap": 0.9}]}
            => {"destroyed-on-recoil": 1/1},
        "close-attack" {"attacker": "mbt", "defender": "elites",
                        "behind": [{"kind": "impassable", "gap": 0.5, "depth": 0.2}], "rules": {"recoil-inches": 0.5}}
            => {"recoils": 1/1},
        "close-attack" {"attacker": "mbt", "defender": "elites", "behind": [{"kind": "friend-air"}, {"kind": "enemy"}]}
            => {"recoils": 1/1},
        "close-attack" {"attacker": "mbt", "defender": "elites", "behind": [{"kind": "table-edge", "gap": 0.5}]}
            => {"destroyed-on-recoil": 1/1},
        "close-attack" {"attacker": "mbt", "defender": "elites", "behind": [{"kind": "table-edge", "gap": 0.5}],
                        "rules": {"recoil-off-table": "stops"}}
            => {"recoils": 1/1},
        // A flyer comes down beyond 2 inches of rock, but not where the edge leaves no room.
        "close-attack" {"attacker": "mbt", "defender": "jump-infantry", "optimal": "no",
                        "behind": [{"kind": "impassable"}, {"kind": "table-edge", "gap": 1.5}]}
            => {"destroyed": 2/36, "destroyed-on-recoil": 34/36};

    dg_cmd_02_penalties_and_floors:
        "initiative" {"commander-destroyed": true, "rules": {"commander-lost-penalty": 3, "ip-min": 2}}
            => {"ip-2": 4/6, "ip-2-call": 1/6, "ip-3-call": 1/6},
        "initiative" {"rules": {"ip-min": 2}}
            => {"ip-1": 1/6, "ip-2": 1/6, "ip-3": 1/6, "ip-4": 1/6, "ip-5-call": 1/6, "ip-6-call": 1/6},
        "reserve-arrival" {"turns": 1, "rules": {"air-call-min": 7}} => {"not-arrived": 1/1};

    dg_rng_03_who_has_no_range_does_not_shoot_in_an_exchange:
        "ranged-exchange" {"a": "jump-infantry", "b": "mbt", "cover-a": true}
            => {"a-destroyed": 2/36, "both-standing": 34/36};

    dg_apc_09_passengers_without_a_place_are_lost:
        "apc-strike" {"attacker": "elites", "supports": 2, "passengers": ["elites", "rpg-team"], "places": 0,
                      "follow-ups": [{"attacker": "mbt"}]}
            => {"apc-shaken": 1/4, "apc-lost-2": 3/4},
        "apc-strike" {"attacker": "mbt", "cover": true, "passengers": ["elites"], "passengers-cover": true,
                      "follow-ups": [{"attacker": "mbt", "supports": 1}]}
            => {"apc-unhurt": 10/36, "apc-shaken": 14/36, "apc-lost-0": 34/108, "apc-lost-1": 2/108};

    dg_set_02_a_tie_may_stand:
        "roll-off" {"reroll-ties": false} => {"first-high": 15/36, "second-high": 15/36, "tie": 6/36},
        "table-edge" {"points": 25} => {"opponent-picks": 1/2, "aggressor-picks": 1/2};
}

#[test]
fn numeric_results_have_their_distributions() {
    let close = |resolution: &str, inputs: &Value, name: &str, ways: u32, expected: &[(i64, u32)]| {
        assert_distribution(&number(&Dogma, resolution, inputs, name), ways, expected);
    };
    let group = json!({"targets": ["mbt", "elites"], "covers": [false, true]});
    close("artillery-barrage", &group, "shaken", 36, &[(0, 30), (1, 6)]);
    close("artillery-barrage", &group, "destroyed", 36, &[(0, 26), (1, 10)]);
    close("shaken-check", &json!({"members": 1}), "able", 2, &[(0, 1), (1, 1)]);
    // 15 of 36 attacks destroy, and what still stands after the last has lasted so long at least.
    let attack = |exchanges: u32| {
        json!({"a": "mbt", "b": "mbt", "blocked-b": true, "b-replies": false, "exchanges": exchanges,
               "rules": {"recoil-when": "attacker-higher"}})
    };
    close("melee-exchange", &attack(3), "last-exchange", 1728, &[(1, 720), (2, 420), (3, 588)]);
    let to_the_end = number(&Dogma, "melee-exchange", &attack(1000), "last-exchange");
    let mean: f64 = to_the_end.iter().map(|(exchange, p)| *exchange as f64 * p).sum();
    assert!((mean - 36.0 / 15.0).abs() < 1e-9, "{mean}");
    close("initiative", &json!({}), "ip", 6, &[1, 2, 3, 4, 5, 6].map(|points| (points, 1)));
}

#[test]
fn wrong_inputs_are_named_with_what_would_be_right() {
    let questions = [
        ("ranged-atack", json!({}), "unknown resolution `ranged-atack`", Some("ranged-attack")),
        ("ranged-attack", json!({"defender": "mbt"}), "`attacker` or `attacker-modifier` is needed", None),
        (
            "ranged-attack",
            json!({"attacker-type": "armour", "defender": "mbt"}),
            "`attacker` or `attacker-modifier` is needed",
            None,
        ),
        (
            "ranged-attack",
            json!({"attacker": "mbt", "attacker-modifier": 3, "defender": "mbt"}),
            "a side is given by `attacker` or by numbers",
            None,
        ),
        ("ranged-attack", json!({"attacker": "mbtt", "defender": "mbt"}), "unknown unit `mbtt`", Some("mbt")),
        ("ranged-attack", json!({"attacker": "mbt", "defender": "artillery"}), "unknown unit `artillery`", None),
        ("ranged-attack", json!({"attacker": "jump-infantry", "defender": "mbt"}), "`jump-infantry` makes no", None),
        (
            "ranged-attack",
            json!({"attacker": "artillery", "defender": "mbt", "supports": 1}),
            "artillery has no supporters",
            None,
        ),
        (
            "ranged-attack",
            json!({"attacker": "mbt", "defender": "mbt", "supports": 1, "supporters-shaken": 2}),
            "expected a whole number from 0 to 1",
            None,
        ),
        ("ranged-attack", json!({"attacker": "mbt", "defender": "mbt", "suports": 1}), "unknown key", Some("supports")),
        (
            "ranged-attack",
            json!({"attacker-modifier": 31, "defender": "mbt"}),
            "expected a whole number from 0 to 30",
            None,
        ),
        (
            "ranged-attack",
            json!({"attacker-modifier": 3, "attacker-type": "armor", "defender": "mbt"}),
            "unknown type `armor`",
            Some("armour"),
        ),
        (
            "ranged-attack",
            json!({"attacker": "mbt", "defender": "mbt", "rules": {"shaken-targets": 3}}),
            "unknown rule `shaken-targets`",
            Some("shaken-target"),
        ),
        ("close-attack", json!({"attacker": "gunship", "defender": "mbt"}), "`gunship` is Air Support", None),
        (
            "close-attack",
            json!({"attacker": "mbt", "defender": "gunship", "rules": {"air-close": "allowed"}}),
            "`gunship` is Air Support",
            None,
        ),
        (
            "close-attack",
            json!({"attacker": "mbt", "defender-modifier": 3, "defender-type": "air-support"}),
            "`defender-type` is Air Support",
            None,
        ),
        ("close-attack", json!({"attacker": "artillery", "defender": "mbt"}), "unknown unit `artillery`", None),
        (
            "close-attack",
            json!({"attacker": "mbt", "defender": "mbt", "contact": "side", "flank-supports": 2}),
            "expected a whole number from 0 to 1",
            None,
        ),
        (
            "close-attack",
            json!({"attacker": "mbt", "defender": "mbt", "behind": [{"kind": "friend", "depth": 1}]}),
            "terrain alone has a depth",
            None,
        ),
        (
            "close-attack",
            json!({"attacker": "mbt", "defender": "mbt", "behind": [{"gap": 1}]}),
            "thing behind 0 lacks `kind`",
            None,
        ),
        ("building-attack", json!({"attacker": "elites", "class": 1}), "the Type `infantry` may not attack", None),
        ("building-attack", json!({"attacker": "mbt", "class": 5}), "expected a whole number from 1 to 4", None),
        ("artillery-barrage", json!({"targets": ["mbt"]}), "expected 2 to 4 entries, found 1", None),
        ("artillery-barrage", json!({"targets": ["mbt", "gunship"]}), "`gunship` is never deployed", None),
        (
            "artillery-barrage",
            json!({"targets": ["mbt", "mbt"], "covers": [true]}),
            "expected 2 entries, found 1",
            None,
        ),
        ("volley", json!({"attacks": []}), "expected 1 to 6 entries, found 0", None),
        (
            "volley",
            json!({"attacks": [{"attacker": "mbt", "defender": "mbt", "rules": {}}]}),
            "unknown key `rules` in attack 0",
            None,
        ),
        ("shaken-check", json!({"members": 5}), "expected a whole number from 1 to 4", None),
        ("reserve-arrival", json!({}), "reserve-arrival lacks `turns`", None),
        ("melee-exchange", json!({"a": "gunship", "b": "mbt"}), "`gunship` is Air Support", None),
        ("apc-strike", json!({"attacker": "jump-infantry"}), "`jump-infantry` makes no ranged attacks", None),
        ("apc-strike", json!({"attacker": "mbt", "passengers": ["mbt"]}), "`mbt` may not ride", None),
        (
            "apc-strike",
            json!({"attacker": "mbt", "passengers": ["elites", "elites", "elites"]}),
            "expected 0 to 2 entries, found 3",
            None,
        ),
        (
            "advance-under-fire",
            json!({"attacker": "artillery", "defender": "mbt", "moves-needed": 1, "turns": 1}),
            "unknown unit `artillery`",
            None,
        ),
        ("table-edge", json!({"points": 0}), "expected a whole number from 1", None),
        ("scenario-roll", json!({"scenario": "control"}), "unknown key `scenario`", None),
    ];
    assert!(refused_with(&Dogma, &questions).iter().all(|found| found.len() == 1));
}

#[test]
fn a_codex_of_the_users_own_is_used() {
    let mut source = Dogma.codex();
    source.text = source.text.replace("combat-modifier = 4", "combat-modifier = 9");
    let inputs = json!({"attacker": "gunwalker", "defender": "spaag"});
    let odds = resolve_by(&Dogma, source, "ranged-attack", &inputs).exact.unwrap();
    // 9 and a die is at least twice 2 and a die: 24 throws in 36.
    assert!((odds[0].1 - 24.0 / 36.0).abs() < 1e-12, "{odds:?}");
}
