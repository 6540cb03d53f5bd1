//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::json;

use crate::game::Ruleset;
use crate::game::contract::resolutions::{
    WorkedExamples, assert_distribution, by_hand, number, refuse, refused_with, resolution_contract, resolve,
    resolve_by,
};
use crate::rulesets::darkpotential::DarkPotential;

resolution_contract! {
    DarkPotential;
    worked_examples_are_exact: WorkedExamples { number: 80, each: 3, every_label: true };
    odds_agree_with_a_calculation_of_another_kind: 320;
}

by_hand! {
    DarkPotential;
    dp_sup_01_the_least_number_of_participants_is_a_rule:
        "suppressing-fire" {"participants": 2, "rules": {"suppress-min-models": 3}} => {"not-possible": 1/1},
        "suppressing-fire" {"participants": 1, "models": 0, "rules": {"suppress-min-models": 1}} => {"removed-0": 1/1};

    dp_sup_07_the_modifier_and_no_cover:
        // 11 - 2 - 0 - 3 = 6: 15/36 hit, 21/36 wound
        "suppressing-fire" {"participants": 2, "cover": "heavy", "rules": {"suppress-modifier": -3}}
            => {"removed-0": 981/1296, "removed-1": 315/1296};

    dp_uni_02_the_sniper_digs_in_only_where_there_is_cover:
        // 11 - 3 = 8 in the open, 5 in medium cover: 26/36 and 10/36; 8 to wound, 6 or less removes
        "volley" {"target": "generic-sniper", "wounds": 3, "shooters": [{}]} => {"removed-0": 906/1296, "removed-1": 390/1296},
        "volley" {"target": "generic-sniper", "wounds": 3, "shooters": [{"cover": "medium"}]}
            => {"removed-0": 1146/1296, "removed-1": 150/1296},
        "volley" {"target": "generic-sniper", "wounds": 3, "shooters": [{"cover": "medium", "hidden": "less-than-half"}]}
            => {"removed-0": 1071/1296, "removed-1": 225/1296};

    dp_wnd_02_the_base_of_wounds_is_a_rule:
        "wound-roll" {"strength": 10, "armor": 3, "wounds": 3, "rules": {"wounds-base": 2}}
            => {"wounds-0": 5/12, "wounds-2": 1/6, "wounds-3": 5/12},
        "wound-roll" {"strength": 4, "armor": 3} => {"wounds-0": 1/1},
        "wound-roll" {"strength": 15, "armor": 3} => {"wounds-1": 1/1};

    dp_ldr_05_no_roll_after_a_failure:
        "leadership-test" {"tests": 0} => {"steady": 1/1},
        "leadership-test" {"unit": "generic-leader", "commander-leadership": 6} => {"steady": 5/6, "suppressed": 1/6},
        "death-shock" {"witnesses": 0, "deaths": 3} => {"suppressed-0": 1/1},
        "death-shock" {"witnesses": 2, "deaths": 0} => {"suppressed-0": 1/1};

    dp_per_02_the_first_six_inches_count:
        "perception-check" {"distance": 0} => {"found": 15/36, "not-found": 21/36},
        "perception-check" {"distance": 6} => {"found": 15/36, "not-found": 21/36},
        "perception-check" {"distance": 6.1} => {"found": 10/36, "not-found": 26/36},
        "perception-check" {"distance": 6.1, "rules": {"perception-step": 7}} => {"found": 15/36, "not-found": 21/36},
        "perception-check" {"dug-in": 2} => {"found": 15/36, "not-found": 21/36},
        "perception-check" {"dug-in": 2, "cover": "light"} => {"found": 3/36, "not-found": 33/36},
        "perception-check" {"active": true, "rules": {"active-bonus": 1}} => {"found": 21/36, "not-found": 15/36};

    dp_stl_11_a_single_base_is_the_real_one:
        "stealth-sweep" {"observers": 1, "bases": 1} => {"model-found": 15/36, "nothing-found": 21/36},
        "stealth-sweep" {"observers": 0} => {"nothing-found": 1/1};

    dp_aoe_05_a_wide_base_or_hole_catches_the_centre_again:
        // always a miss: one die in each direction; the hole takes 1, the template 2 and 3 besides
        "aoe-placement" {"skill": 0, "aoe": 5, "rules": {"hole-radius": 1}}
            => {"centered": 1/6, "touched": 1/6, "clear": 4/6},
        "aoe-placement" {"skill": 0, "aoe": 3, "rules": {"aoe-measure": "radius"}} => {"touched": 3/6, "clear": 3/6},
        "aoe-placement" {"skill": 0, "aoe": 3, "aoe-measure": "diameter", "rules": {"aoe-measure": "radius"}}
            => {"touched": 1/6, "clear": 5/6};

    dp_aoe_03_directions_are_as_many_as_the_rule_says:
        // one direction, straight on, one inch to six: the bystander's base is hit by the centre at 3
        "aoe-attack" {"skill": 0, "strength": 15, "strength-blast": 0, "rules": {"deviation-directions": 1},
                      "bystanders": [{"x": 3, "y": 0}]}
            => {"removed-0": 5/6, "removed-1": 1/6};

    dp_aoe_10_friend_and_foe_alike_and_the_target_too:
        "aoe-attack" {"skill": 30, "strength": 15, "strength-blast": 15, "bystanders": [{"x": 1, "y": 1}, {"x": -2, "y": 0}]}
            => {"removed-2": 1/1};

    dp_mov_12_nobody_strikes_nobody_is_hurt:
        "leaving-combat" {"enemies": []} => {"escapes-steady": 1/1},
        "leaving-combat" {"enemies": [{"count": 0}]} => {"escapes-steady": 1/1};

    dp_mov_11_the_bonus_is_a_rule:
        "close-combat-attack" {"free-attack": true, "strength": 20, "rules": {"free-attack-bonus": -2}}
            => {"miss": 21/36, "removed": 15/36};

    dp_ldr_13_rules_and_keys_say_who_flees_and_the_key_counts:
        "combat-ready-exchange" {"reactor-wounds": 30, "mover": "generic-assassin", "rules": {"suppressed-in-combat": "stay"}}
            => {"mover-removed": 25/144, "both-standing": 119/144},
        "combat-ready-exchange" {"reactor-wounds": 30, "mover": "generic-assassin", "suppressed-in-combat": "stay",
                                 "rules": {"suppressed-in-combat": "flee"}}
            => {"mover-removed": 25/144, "both-standing": 119/144},
        "melee" {"rounds": 0} => {"both-standing": 1/1};

    dp_arm_05_who_cannot_shoot_never_fires:
        "shoot-out" {"a": "generic-assassin", "b": "generic-soldier-melee"} => {"both-standing": 1/1},
        "shoot-out" {"a": "generic-assassin", "a-weapon": "pistol", "b": "generic-assassin"} => {"both-standing": 1/1};

    dp_ovw_08_a_charge_without_watchers_goes_through:
        "overwatch-charge" {"shooters": []} => {"victim-removed": 1089/1296, "victim-standing": 207/1296};

    dp_cmd_10_limits_of_the_other_uses_are_rules:
        // the defender would force a new throw or shift, and may do neither
        "command-duel" {"target-number": 7, "defender-points": 3, "limit-force-reroll": 0,
                        "rules": {"limit-modify-opponent": 0}} => {"success": 21/36, "failure": 15/36},
        "command-duel" {"target-number": 7, "attacker-points": 3, "limit-modify-own": "unlimited",
                        "rules": {"limit-reroll-own": 0}} => {"success": 33/36, "failure": 3/36},
        "command-duel" {"target-number": 12, "attacker-points": 1, "policy": "nudge"} => {"success": 1/1},
        "command-duel" {"target-number": 1, "attacker-points": 3, "policy": "nudge"} => {"success": 1/36, "failure": 35/36};

    dp_trn_03_regeneration_by_rules:
        "command-regeneration" {"kind": "independent", "base": 0, "current": 0} => {"points-0": 1/1},
        "command-regeneration" {"kind": "independent", "base": 6, "current": 1, "rules": {"regen-divisor": 3}}
            => {"points-3": 1/1},
        "command-regeneration" {"kind": "squad", "base": 5, "current": 1, "members": 2, "rules": {"regen-min-squad-size": 3}}
            => {"points-1": 1/1};

    dp_mov_04_a_charge_pays_for_difficult_ground:
        "move-path" {"action": "charge", "segments": [{"kind": "difficult", "length": 1.5}]} => {"completes": 1/1},
        "move-path" {"action": "charge", "segments": [{"kind": "difficult", "length": 1.6}]} => {"stops-short": 1/1},
        "move-path" {"movement": 0.6, "segments": [{"kind": "clear", "length": 0.1}, {"kind": "clear", "length": 0.2},
                     {"kind": "clear", "length": 0.3}]} => {"completes": 1/1},
        "move-path" {"segments": [{"kind": "linear", "length": 0.5}, {"kind": "descend", "length": 4}]}
            => {"completes": 1/1},
        "move-path" {"segments": []} => {"completes": 1/1};
}

#[test]
fn numeric_results_have_their_distributions() {
    let margins = number(&DarkPotential, "skill-roll", &json!({"skill": 9}), "margin");
    assert_eq!((margins[0].0, margins[10].0), (-3, 7));
    assert!((margins[3].1 - 4.0 / 36.0).abs() < 1e-12, "a margin of 0");
    let inputs = json!({"skill": 20, "strength": 7, "target": "generic-leader", "wounds": 2});
    let lost = number(&DarkPotential, "ranged-attack", &inputs, "wounds-lost");
    assert_distribution(&lost, 36, &[(0, 30), (1, 3), (2, 3)]);
}

#[test]
fn the_longest_melee_closes() {
    let inputs = json!({"a": "generic-leader", "b": "generic-leader", "rounds": 1000});
    let answer = resolve(&DarkPotential, "melee", &inputs);
    let standing = answer.exact.unwrap().pop().unwrap().1;
    assert!(standing < 1e-12 && answer.open < 1e-12);
}

#[test]
fn wrong_inputs_are_named_with_what_would_be_right() {
    let questions = [
        ("ranged-atack", json!({}), "unknown resolution `ranged-atack`", Some("ranged-attack")),
        ("skill-roll", json!({}), "skill-roll lacks `skill`", None),
        ("skill-roll", json!({"skill": 7.5}), "expected a whole number", None),
        ("skill-roll", json!({"skill": 7, "modifer": 1}), "unknown key `modifer` in skill-roll", Some("modifier")),
        ("wound-roll", json!({"strength": 9, "armor": 3, "wounds": 0}), "expected a whole number from 1", None),
        (
            "ranged-attack",
            json!({"attacker": "generic-snipper"}),
            "unknown unit `generic-snipper`",
            Some("generic-sniper"),
        ),
        ("ranged-attack", json!({"weapon": "pistole"}), "unknown weapon `pistole`", Some("pistol")),
        ("ranged-attack", json!({"weapon": "club"}), "`club` is no ranged weapon", None),
        ("ranged-attack", json!({"attacker": "generic-soldier-rocket"}), "`rocket-launcher` is an area weapon", None),
        ("ranged-attack", json!({"weapon": "pistol", "aoe": 3}), "`pistol` is an area weapon", None),
        (
            "ranged-attack",
            json!({"attacker": "generic-soldier-melee"}),
            "`generic-soldier-melee` has no ranged weapon",
            None,
        ),
        (
            "ranged-attack",
            json!({"attacker": "generic-assassin", "weapon": "pistol"}),
            "`generic-assassin` has no skill for ranged attacks",
            None,
        ),
        ("ranged-attack", json!({"distance": -1}), "expected a number from 0 to 1000", None),
        ("ranged-attack", json!({"range": 0}), "expected a number from 0.01 to 1000", None),
        ("ranged-attack", json!({"cover": "hevy"}), "unknown cover `hevy`", Some("heavy")),
        ("ranged-attack", json!({"hidden": "half"}), "unknown hidden share `half`", None),
        ("ranged-attack", json!({"mode": "aim"}), "unknown mode `aim`", Some("aimed")),
        ("ranged-attack", json!({"dug-in": -1}), "expected a whole number from 0", None),
        ("ranged-attack", json!({"rules": {"cover-lite": 2}}), "unknown rule `cover-lite`", Some("cover-light")),
        ("ranged-attack", json!({"rules": {"cover-light": "two"}}), "rule `cover-light` does not take `two`", None),
        ("close-combat-attack", json!({"weapon": "pistol"}), "`pistol` is no close-combat weapon", None),
        ("close-combat-attack", json!({"free-attack": 1}), "expected true or false", None),
        ("volley", json!({"shooters": {}}), "expected a list", None),
        ("volley", json!({"shooters": [{"participants": 1}]}), "unknown key `participants` in `shooters[0]`", None),
        ("suppressing-fire", json!({"participants": 2, "mode": "aimed"}), "unknown mode `aimed`", None),
        ("aoe-placement", json!({"weapon": "pistol"}), "`pistol` is no area weapon", None),
        (
            "aoe-placement",
            json!({"aoe-measure": "radious"}),
            "rule `aoe-measure` does not take `radious`",
            Some("radius"),
        ),
        ("aoe-attack", json!({"weapon": "pistol", "aoe": 3}), "`pistol` has no Strength beside the centre", None),
        ("aoe-attack", json!({"bystanders": [{"x": 1}]}), "`bystanders[0]` lacks `y`", None),
        ("death-shock", json!({}), "death-shock lacks `witnesses`", None),
        ("stealth-sweep", json!({"bases": 0}), "expected a whole number from 1", None),
        ("shoot-out", json!({"a-cover": "none"}), "unknown cover `none`", None),
        ("shoot-out", json!({"a": "generic-soldier-rocket"}), "`rocket-launcher` is an area weapon", None),
        ("shoot-out", json!({"b-weapon": "rocket-launcher"}), "`rocket-launcher` is an area weapon", None),
        ("shoot-out", json!({"a-weapon": "none"}), "unknown weapon `none`", None),
        (
            "shoot-out",
            json!({"a": "generic-sniper", "a-fallback": "sniper-rifle"}),
            "`sniper-rifle` cannot be fired by a suppressed model",
            None,
        ),
        ("overwatch-charge", json!({"shooters": [], "phase": "moving"}), "unknown phase `moving`", None),
        (
            "command-duel",
            json!({"target-number": 7, "attacker-points": 4}),
            "expected a whole number from 0 to 3",
            None,
        ),
        (
            "command-duel",
            json!({"target-number": 7, "limit-modify-own": -1}),
            "rule `limit-modify-own` does not take `-1`",
            None,
        ),
        ("command-duel", json!({"target-number": 7, "policy": "optimum"}), "unknown policy `optimum`", Some("optimal")),
        ("command-regeneration", json!({"kind": "squad", "base": 1, "current": 2}), "2 points are more than", None),
        ("move-path", json!({"segments": [{"kind": "jump", "length": 1}]}), "unknown kind of segment `jump`", None),
    ];
    refused_with(&DarkPotential, &questions);
    let deep = json!({"shooters": [{}, {"attacker": "generic-leadr"}]});
    assert_eq!(refuse(&DarkPotential, "volley", &deep)[0].source, "input `shooters[1].attacker`");
}

#[test]
fn a_codex_of_the_users_own_is_used_and_its_diagnostics_are_told() {
    let mut source = DarkPotential.codex();
    source.text.push_str("\n[weapons.wand]\nkind = \"ranged\"\nrange = 4\nstrength = 20\n");
    let inputs = json!({"weapon": "wand", "distance": 9});
    let odds = resolve_by(&DarkPotential, source, "ranged-attack", &inputs).exact.unwrap();
    assert!((odds[5].1 - 21.0 / 36.0).abs() < 1e-12, "{odds:?}");
}
