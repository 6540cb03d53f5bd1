//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::json;

use crate::game::contract::resolutions::{WorkedExamples, by_hand, refused_with, resolution_contract};
use crate::rulesets::chainsword::Chainsword;

resolution_contract! {
    Chainsword;
    worked_examples_are_exact: WorkedExamples { number: 109, each: 3, every_label: false };
    odds_agree_with_a_calculation_of_another_kind: 411;
}

by_hand! {
    Chainsword;
    cw_fmo_02_rows_or_numbers_sort_the_table:
        "command-dice" {"force-morale": 1, "dice": 8} => {"no-six": 25/36, "wildcard": 10/36, "next-phase": 1/36},
        "command-dice" {"force-morale": 2, "fm-table": "by-row"}
            => {"no-six": 125/216, "wildcard": 75/216, "next-phase": 15/216, "turn-end": 1/216};

    cw_cmd_08_two_sixes_are_no_wildcard:
        "command-need" {"dice": 1, "ones": 1} => {"natural": 1/6, "with-wildcard": 1/6, "short": 4/6},
        "command-need" {"dice": 2, "ones": 1, "twos": 1} => {"natural": 2/36, "with-wildcard": 4/36, "short": 30/36},
        "command-need" {"dice": 0} => {"natural": 1/1};

    cw_str_01_enough_points_are_ready_at_once:
        "stratagem-clock" {"start-cp": 6} => {"ready": 1/1},
        "stratagem-clock" {"dice": 1, "phases": 1, "wildcard-as-cp": true} => {"cp-0": 4/6, "cp-1": 2/6};

    cw_off_10_orders_rally:
        "rally" {"dice": 1, "rank": "char", "shock": 20, "ld": 10, "other-orders": 2}
            => {"no-officer": 4/6, "broken": 2/6},
        "rally" {"dice": 1, "rank": "char", "shock": 20, "ld": 10, "other-orders": 2, "extra-orders": 1}
            => {"no-officer": 4/6, "pinned": 2/6};

    cw_fmo_01_vehicles_have_no_ld_and_the_mean_is_rounded:
        "force-morale-start" {"leadership": ["levy-rifles", "marshal", "rampart"], "formula": "unit-average"}
            => {"fm-9": 1/1},
        "force-morale-start" {"leadership": [7, 8, 8]} => {"fm-8": 1/3, "fm-9": 1/3, "fm-10": 1/3};

    cw_pat_03_equal_levels_are_rolled_off:
        "first-mover" {"leadership-a": [8], "leadership-b": [8], "formula": "unit-average"}
            => {"a-first": 1/2, "b-first": 1/2};

    cw_fmo_06_the_level_stops_at_0:
        "force-morale-test" {"force-morale": 1, "events": ["jop-captured", "warlord-killed"]} => {"fm-0": 1/1},
        "force-morale-test" {"force-morale": 3, "events": ["warlord-killed"], "steady": 1} => {"fm-3": 1/1};

    cw_scn_02_support_may_be_shared:
        "support-roll" {"scenario": "patrol", "patrol-support": "shared"}
            => {"att-50-def-50": 1/3, "att-100-def-100": 1/3, "att-150-def-150": 1/3},
        "support-roll" {"scenario": "probe"}
            => {"att-50-def-25": 1/6, "att-100-def-50": 1/6, "att-150-def-75": 1/6, "att-200-def-100": 1/6,
                "att-250-def-125": 1/6, "att-300-def-150": 1/6};

    cw_bas_25_double_1_passes_and_the_fearless_do_not_roll:
        "morale-test" {"ld": 12} => {"passes": 1/1},
        "morale-test" {"ld": 10, "under-quarter": true} => {"passes": 1/36, "fails": 35/36},
        "morale-test" {"unit": "sky-beast", "shock": 30} => {"passes": 1/1};

    cw_mov_05_shock_shortens_charges_but_not_below_0:
        "charge" {"move": 6, "distance": 0, "shock": 30} => {"reaches": 1/1},
        "charge" {"unit": "strider", "move": 4, "distance": 15.5} => {"reaches": 1/36, "fails": 35/36};

    cw_bas_04_what_cannot_snap_is_silent:
        "ranged-attack" {"weapon": "flame-projector", "snap": true} => {"miss": 1/1},
        "ranged-attack" {"weapon": "squad-repeater", "moved": true, "toughness": 4, "bs": 10}
            => {"miss": 5/6, "no-wound": 1/12, "unsaved": 1/12},
        "ranged-attack" {"weapon": "sidearm", "distance": 13} => {"miss": 1/1},
        "blast-shot" {"snap": true} => {"kills-0-shock-0": 1/1};

    // One to three hits, each of which wounds on 2 or more: (1/6 + 1/36 + 1/216) / 3 is left.
    cw_sho_08_templates_fire_from_overwatch_where_they_are_snapped:
        "assault" {"attacker": {"models": 1, "toughness": 4, "save": 0}, "move": 6, "defender": {"models": 1},
            "distance": 40, "reaction": "overwatch",
            "reaction-groups": [{"kind": "template", "strength": 8, "snap": true}]}
            => {"attacker-shot-down": 605/648, "charge-fails": 43/648},
        "assault" {"attacker": {"models": 1, "toughness": 4, "save": 0}, "move": 6, "defender": {"models": 1},
            "distance": 40, "reaction": "overwatch",
            "reaction-groups": [{"kind": "small-blast", "strength": 8, "snap": true}]}
            => {"charge-fails": 1/1};

    cw_bas_08_the_best_save_counts:
        "ranged-attack" {"auto-hit": true, "wound-on": 2, "ap": 3, "save": 3, "invulnerable": 5, "cover": 6}
            => {"no-wound": 1/6, "saved": 10/36, "unsaved": 20/36},
        "ranged-attack" {"auto-hit": true, "wound-on": 2, "ap": 2, "save": 3, "ignores-cover": true, "pinned": true}
            => {"no-wound": 1/6, "unsaved": 5/6},
        "ranged-attack" {"auto-hit": true, "wound-on": 2, "tactical": true, "pinned": true}
            => {"no-wound": 1/6, "saved": 10/36, "unsaved": 20/36};

    cw_bas_05_too_weak_shots_wound_nobody:
        "ranged-attack" {"auto-hit": true, "strength": 3, "toughness": 7} => {"no-wound": 1/1},
        "ranged-attack" {"auto-hit": true, "strength": 3, "toughness": 6} => {"no-wound": 5/6, "unsaved": 1/6};

    cw_bas_10_instant_death_removes_the_model:
        "volley" {"groups": [{"shots": 1, "bs": 2, "strength": 8}], "wounds": 3, "models": 2}
            => {"kills-0-shock-0": 13/18, "kills-1-shock-1": 5/18},
        "volley" {"groups": [{"shots": 1, "bs": 2, "strength": 8}], "wounds": 3, "models": 2, "toughness": 5}
            => {"kills-0-shock-0": 13/18, "kills-0-shock-1": 5/18};

    cw_sho_02_shock_takes_the_cheapest_dice_the_last_of_equal_ones_first:
        "volley" {"groups": [{"bs": 3}, {"bs": 4}], "shooter-shock": 1, "models": 1}
            => {"kills-0-shock-0": 2/3, "destroyed": 1/3},
        // Both are worth one wound in twelve; the first one's is saved more often.
        "volley" {"groups": [{"bs": 3}, {"bs": 1, "ap": 3}], "shooter-shock": 1, "models": 2, "save": 3}
            => {"kills-0-shock-0": 9/12, "kills-0-shock-1": 2/12, "kills-1-shock-1": 1/12},
        "volley" {"groups": [{"shots": 3}], "shooter-shock": 3, "shock-shooting": "flat", "models": 1}
            => {"kills-0-shock-0": 4/9, "destroyed": 5/9};

    cw_shk_02_an_armour_save_must_be_rolled:
        "volley" {"groups": [{"bs": 3}], "models": 2, "save": 4, "cover": 4, "shock-trigger": "armour-save"}
            => {"kills-0-shock-0": 3/4, "kills-0-shock-1": 1/8, "kills-1-shock-1": 1/8},
        "volley" {"groups": [{"bs": 3}], "models": 2, "save": 5, "cover": 4, "shock-trigger": "armour-save"}
            => {"kills-0-shock-0": 7/8, "kills-1-shock-0": 1/8};

    cw_bas_15_templates_hit_d3_times:
        "volley" {"groups": [{"kind": "template", "wound-on": 4}], "models": 1}
            => {"kills-0-shock-0": 7/24, "destroyed": 17/24};

    cw_bas_06_fixed_wounds_are_strength_3_against_vehicles:
        "vehicle-attack" {"weapon": "marksman-rifle", "auto-hit": true} => {"no-effect": 1/1},
        "vehicle-attack" {"strength": 9, "wound-on": 2, "auto-hit": true} => {"no-effect": 1/1};

    cw_bas_14_a_vehicle_is_hit_within_the_radius:
        "vehicle-attack" {"kind": "small-blast", "strength": 4, "indirect": true}
            => {"miss": 2/3, "no-effect": 5/18, "glance": 1/18},
        "vehicle-attack" {"kind": "large-blast", "strength": 4, "indirect": true}
            => {"miss": 35/54, "no-effect": 95/324, "glance": 19/324};

    cw_mel_02_the_fearless_hold:
        "melee-round" {"attacker": {"attacks": 0}, "defender": {"attacks": 0}, "charging": false} => {"drawn": 1/1},
        "melee-round" {"attacker": {"models": 1, "strength": 10, "initiative": 5},
                       "defender": {"models": 2, "attacks": 0, "ld": 1, "fearless": true}, "charging": false}
            => {"drawn": 7/12, "defender-holds": 5/12};

    cw_fly_07_fire_without_skyfire_snaps:
        "attack-run" {"flyer": {"groups": [{"strength": 1}]}, "arrival": 0, "aa": [{"strength": 10, "ap": 1, "bs": 10}],
                      "models": 1, "toughness": 10, "jink": true, "jink-save": 2}
            => {"shot-down": 1/72, "kills-0-shock-0": 71/72},
        "attack-run" {"flyer": {"groups": [{"strength": 1}]}, "aa": [{"strength": 10, "ap": 1, "bs": 3, "skyfire": true}],
                      "models": 1, "toughness": 10}
            => {"delayed": 1/2, "shot-down": 1/8, "kills-0-shock-0": 3/8};
}

#[test]
fn wrong_inputs_are_named_with_what_would_be_right() {
    let questions = [
        ("voley", json!({}), "unknown resolution `voley`", Some("volley")),
        ("volley", json!({}), "a volley needs `groups` or `team`", None),
        ("volley", json!({"team": "levy-rifles.rifel"}), "unknown team `levy-rifles.rifel`", Some("levy-rifles.rifle")),
        ("volley", json!({"team": "hulks.hulk", "target": "hulk"}), "unknown unit `hulk`", Some("hulks")),
        ("volley", json!({"groups": [{"shot": 1}]}), "unknown key `shot` in a weapon line", Some("shots")),
        ("volley", json!({"groups": [], "cover": 1}), "expected 0, or a number from 2 to 6", None),
        (
            "volley",
            json!({"groups": [], "shock-trigger": "per-safe"}),
            "unknown value of `shock-trigger`",
            Some("per-save"),
        ),
        ("ranged-attack", json!({"weapon": "field-mortar"}), "blasts belong in `blast-shot`", None),
        ("ranged-attack", json!({"bs": 11}), "expected a whole number from 1 to 10", None),
        ("suppression", json!({"groups": []}), "suppression lacks `ld`", None),
        ("morale-test", json!({}), "morale-test lacks `ld`", None),
        ("charge", json!({"distance": 3}), "charge lacks `move`", None),
        ("charge", json!({"unit": "rampart", "distance": 3}), "`rampart` does not charge", None),
        (
            "precision-shot",
            json!({"officer": "hulks", "rank": "char", "target": "hulks"}),
            "`hulks` is no officer",
            None,
        ),
        (
            "precision-shot",
            json!({"officer": "marshal", "rank": "char", "target": "hulks", "weapon": "rail-lance"}),
            "unknown precision weapon `rail-lance`",
            None,
        ),
        ("vehicle-volley", json!({"groups": [], "vehicle": "gadfli"}), "unknown vehicle `gadfli`", Some("gadfly")),
        ("assault", json!({"attacker": {}, "defender": {}, "distance": 5}), "assault lacks `move`", None),
        ("attack-run", json!({"flyer": "mule"}), "`mule` does not fly", None),
        (
            "attack-run",
            json!({"flyer": "heron", "aa": [{"kind": "template"}]}),
            "blasts and templates cannot be fired at zooming flyers",
            None,
        ),
        ("squad-volley", json!({"volleys": []}), "a Squad fires 1 to 50 volleys, not 0", None),
        ("force-morale-start", json!({"leadership": []}), "at least one unit with an Ld is needed", None),
        ("facing", json!({"vehicle-at": [1], "shooter-at": [1, 2]}), "expected [x, y], found 1 numbers", None),
    ];
    refused_with(&Chainsword, &questions);
}
