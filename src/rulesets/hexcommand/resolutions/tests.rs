//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::json;

use crate::game::Ruleset;
use crate::game::contract::resolutions::{
    WorkedExamples, by_hand, refuse, refused_with, resolution_contract, resolve, resolve_by,
};
use crate::rulesets::hexcommand::HexCommand;

resolution_contract! {
    HexCommand;
    worked_examples_are_exact: WorkedExamples { number: 66, each: 1, every_label: false };
    odds_agree_with_a_calculation_of_another_kind: 420;
}

by_hand! {
    HexCommand;
    hx_fir_10_every_cell_of_the_range_table:
        "fire" {"grade": "untrained", "range": 1} => {"hit": 1 / 1},
        "fire" {"grade": "untrained", "range": 2} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"grade": "untrained", "range": 3} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"grade": "untrained", "range": 4} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"grade": "untrained", "range": 5} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"grade": "untrained", "range": 6} => {"no-shot": 1 / 1},
        "fire" {"weapon": "smoothbore-musket", "grade": "untrained", "range": 5} => {"no-shot": 1 / 1},
        "fire" {"weapon": "old-musket", "grade": "untrained", "range": 1} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"weapon": "old-musket", "grade": "untrained", "range": 4} => {"no-shot": 1 / 1},
        "fire" {"weapon": "other-gun", "range": 4} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"weapon": "other-gun", "range": 7} => {"no-shot": 1 / 1},
        "fire" {"weapon": "rifled-gun", "range": 10} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"weapon": "smoothbore-gun", "range": 2} => {"hit": 1 / 1},
        "fire" {"weapon": "smoothbore-gun", "range": 9} => {"no-shot": 1 / 1},
        "fire" {"weapon": "none"} => {"no-shot": 1 / 1};
    hx_fir_11_the_cap_counts_before_or_after_penalties:
        "fire" {"range": 4, "commander": 2, "flank": true, "cover": 1} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"range": 4, "commander": 2, "flank": true, "cover": 1, "cap-scope": "net"} =>
            {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"range": 4, "commander": 2, "flank": true, "bonus-cap": 0} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"range": 2, "firer-hits": 3, "firer-fatigued": true} => {"no-shot": 1 / 1};
    hx_fir_12_readings_of_the_reach:
        "fire" {"range": 5, "grade": "untrained", "a-extension": "bonus-only"} => {"no-shot": 1 / 1},
        "fire" {"range": 5, "a-extension": "bonus-only"} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"range": 5, "commander": 1, "a-extension": "bonus-only"} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"range": 5, "a-extension": "none"} => {"no-shot": 1 / 1},
        "fire" {"weapon": "rifled-gun", "range": 9, "a-extension": "none"} => {"no-shot": 1 / 1};
    hx_fir_13_carbines_and_repeaters:
        "fire" {"weapon": "carbine", "range": 4} => {"no-shot": 1 / 1},
        "fire" {"weapon": "repeater", "range": 3} => {"hit": 1 / 1},
        "fire" {"weapon": "pistol", "range": 2} => {"no-shot": 1 / 1};
    hx_fir_14_the_bonus_of_the_trained:
        "fire" {"trained-bonus": "veteran-only"} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"trained-bonus": "none", "grade": "veteran"} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"weapon": "rifled-gun", "range": 6} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"weapon": "rifled-gun", "range": 6, "trained-arms": "all"} => {"hit": 1 / 2, "miss": 1 / 2};
    hx_fir_15_what_never_hits_automatically:
        "fire" {"weapon": "old-musket", "range": 1, "commander": 2} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"weapon": "rifled-gun", "range": 1, "commander": 2} => {"hit": 1 / 2, "miss": 1 / 2};
    hx_fir_16_rifled_guns_at_close_range:
        "fire" {"weapon": "rifled-gun", "range": 2, "cover": 1} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {"weapon": "rifled-gun", "range": 2, "cover": 1, "rifled-close": "floor-only"} =>
            {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"weapon": "rifled-gun", "range": 3, "cover": 1, "rifled-close": "floor-only"} =>
            {"hit": 1 / 3, "miss": 2 / 3};
    hx_fir_18_penalties_add_up:
        "fire" {"range": 1, "firer-hits": 1, "partial-view": true} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"range": 1, "off-arc": true, "grade": "untrained"} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"range": 2, "off-arc": true} => {"no-shot": 1 / 1},
        "fire" {"weapon": "smoothbore-gun", "range": 2, "artillery-moved": true} => {"hit": 1 / 2, "miss": 1 / 2},
        "fire" {"range": 1, "grade": "untrained", "artillery-moved": true} => {"hit": 1 / 1},
        "fire" {"weapon": "smoothbore-gun", "range": 2, "turned": true} => {"hit": 1 / 1},
        "fire" {"weapon": "smoothbore-gun", "range": 2, "turned": true, "era": "pike-and-shot"} =>
            {"hit": 1 / 2, "miss": 1 / 2};
    hx_ter_11_height_helps_the_firer_under_its_switch:
        "fire" {"range": 4, "grade": "untrained", "firer-higher": true} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"range": 4, "grade": "untrained", "firer-higher": true, "higher-bonus": true} =>
            {"hit": 1 / 3, "miss": 2 / 3};
    hx_fir_21_heavy_guns_hit_twice:
        "fire" {"weapon": "heavy-smoothbore-gun", "range": 1, "target-hits": 1} => {"routs": 1 / 1},
        "fire" {"weapon": "heavy-smoothbore-gun", "range": 1, "target-hits": 1, "rout-at": 4} => {"hit": 1 / 1},
        "fire" {"weapon": "heavy-smoothbore-gun", "range": 1, "rules": {"fire.heavy-hits": 3}} => {"routs": 1 / 1},
        "fire" {"range": 1, "target-routed": true} => {"destroyed": 1 / 1};
    hx_art_14_heavy_guns_reach_farther:
        "fire" {"weapon": "heavy-rifled-gun", "range": 12} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"weapon": "heavy-rifled-gun", "range": 13} => {"no-shot": 1 / 1},
        "fire" {"weapon": "heavy-rifled-gun", "range": 12, "a-extension": "bonus-only"} => {"no-shot": 1 / 1},
        "fire" {"weapon": "heavy-rifled-gun", "range": 10, "a-extension": "none"} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"weapon": "heavy-rifled-gun", "range": 11, "a-extension": "none"} => {"no-shot": 1 / 1},
        "fire" {"weapon": "siege-mortar", "range": 10, "a-extension": "bonus-only"} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"weapon": "heavy-smoothbore-gun", "range": 9, "heavy-extra-range": 0} => {"no-shot": 1 / 1};
    hx_art_04_works_take_direct_shots:
        "fire" {"weapon": "smoothbore-gun", "range": 2, "fortified": true, "structure-test": "code"} =>
            {"structure-hit": 1 / 3, "hit": 2 / 3},
        "fire" {"range": 1, "fortified": true} => {"hit": 1 / 1},
        "fire" {"weapon": "howitzer", "range": 2, "fortified": true, "cover": 2} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {
            "weapon": "howitzer", "range": 2, "fortified": true, "cover": 2,
            "rules": {"artillery.howitzer-ignores-cover": "on"}
        } => {"hit": 1 / 1},
        "fire" {"weapon": "howitzer", "range": 2, "cover": 2} => {"hit": 1 / 3, "miss": 2 / 3},
        "fire" {
            "weapon": "howitzer", "range": 2, "cover": 2, "rules": {"artillery.howitzer-ignores-cover": "on"}
        } => {"hit": 1 / 3, "miss": 2 / 3};
    hx_art_07_mortars_spare_neighbours:
        "fire" {"weapon": "mortar", "range": 1} => {"no-shot": 1 / 1},
        "fire" {"weapon": "mortar", "range": 2} => {"hit": 1 / 2, "miss": 1 / 2};
    hx_cmd_07_automatic_hits_roll_for_the_commander:
        "fire" {"range": 1, "target-commander": true} => {"hit": 5 / 6, "commander-killed": 1 / 6},
        "fire" {"range": 1, "target-commander": true, "auto-kill": "none"} => {"hit": 1 / 1},
        "fire" {"range": 4, "target-commander": true, "auto-kill": "none"} =>
            {"hit": 1 / 6, "miss": 4 / 6, "commander-killed": 1 / 6};
    hx_skm_02_skirmishers_give_te:
        "fire" {"range": 1, "skirmish-fire": true, "target-hits": 2} => {"te-hit": 1 / 1},
        "fire" {"range": 1, "skirmish-fire": true, "target-routed": true} => {"te-hit": 1 / 1},
        "fire" {"range": 1, "skirmish-fire": true, "target-commander": true} =>
            {"te-hit": 5 / 6, "commander-killed": 1 / 6};
    hx_era_01_rifles_are_smoothbores:
        "fire" {"range": 5, "era": "pike-and-shot"} => {"no-shot": 1 / 1},
        "fire" {"weapon": "rifled-gun", "range": 2, "era": "pike-and-shot"} => {"hit": 1 / 1},
        "fire" {"weapon": "rifled-gun", "range": 9, "era": "pike-and-shot"} => {"no-shot": 1 / 1};
    hx_die_02_a_six_need_not_pass_color:
        "fire" {"die": "d6-exclusive", "target-commander": true, "range": 3} =>
            {"hit": 1 / 2, "miss": 1 / 3, "commander-killed": 1 / 6},
        "fire" {"target-commander": true, "range": 3} => {"hit": 1 / 3, "miss": 1 / 2, "commander-killed": 1 / 6};
    a_volley_stops_at_a_rout:
        "volley" {"shots": [{"range": 1}, {"range": 1}, {"range": 1}, {"range": 1}]} => {"routed": 1 / 1},
        "volley" {"shots": []} => {"h0": 1 / 1},
        "volley" {"shots": [], "target-routed": true, "target-hits": 3} => {"still-routed": 1 / 1},
        "volley" {"shots": [{"range": 1, "skirmish-fire": true}]} => {"h0": 1 / 1},
        "volley" {"shots": [{"range": 1}, {"range": 1}], "target-routed": true, "target-commander": true} =>
            {"destroyed": 5 / 6, "destroyed-ck": 1 / 6};
    hx_fir_02_what_tells_at_once:
        "fire-exchange" {"range": 1, "second": {"hits": 2}} =>
            {"first-hit-second-routed": 1 / 2, "first-ok-second-routed": 1 / 2},
        "fire-exchange" {"range": 1, "second": {"hits": 2}, "casualties": "cp-deferred"} =>
            {"first-ok-second-routed": 1 / 1},
        "fire-exchange" {"range": 1, "first": {"weapon": "smoothbore-gun"}, "second": {"hits": 2}} =>
            {"first-ok-second-routed": 1 / 1},
        "fire-exchange" {"range": 3, "first": {"weapon": "smoothbore-gun"}, "second": {"hits": 2, "weapon": "none"}} =>
            {"first-ok-second-routed": 1 / 2, "first-ok-second-ok": 1 / 2};
    hx_fir_17_a_flanked_side_still_answers:
        "fire-exchange" {"range": 3, "first": {"grade": "untrained"}, "second": {"grade": "untrained", "flanked": true}} =>
            {
                "first-ok-second-ok": 2 / 6, "first-ok-second-hit": 2 / 6, "first-hit-second-ok": 1 / 6,
                "first-hit-second-hit": 1 / 6
            };
    hx_mel_08_cover_wears_down:
        "melee-round" {"defender": {"cover": 1}, "round": 2} =>
            {"a1t0-d1t0": 1 / 4, "a0t1-d0t1": 1 / 4, "a1t0-d0t1": 1 / 4, "a0t1-d1t0": 1 / 4},
        "melee-round" {"defender": {"cover": 1}, "round": 2, "cover-degrades": false} =>
            {"a1t1-d1t0": 1 / 4, "a0t1-d0t0": 1 / 4, "a1t0-d0t0": 1 / 4, "a0t0-d1t0": 1 / 4};
    hx_mel_15_the_stronger_presses:
        "melee-round" {"attacker": {"support": true}, "melee-points": true} =>
            {"a1t0-d1t2": 1 / 4, "a0t0-d0t2": 1 / 4, "a1t0-d0t1": 1 / 4, "a0t0-d1t1": 1 / 4},
        "melee-round" {"melee-points": true} =>
            {"a1t0-d1t0": 1 / 4, "a0t1-d0t1": 1 / 4, "a1t0-d0t1": 1 / 4, "a0t1-d1t0": 1 / 4};
    hx_cmd_08_commanders_fall_in_melee_unless_switched_off:
        "melee-round" {"defender": {"commander": 0}, "melee-kill": false, "attacker": {"value": 2}} =>
            {"a1t0-d1t1": 1 / 4, "a0t0-d0t1": 1 / 4, "a1t0-d0t0": 1 / 4, "a0t0-d1t0": 1 / 4};
    hx_mel_05_both_may_be_flanked:
        "melee-round" {"attacker-flanked": true, "defender-flanked": true} =>
            {"a2t0-d2t0": 1 / 4, "a0t2-d0t2": 1 / 4, "a2t0-d0t2": 1 / 4, "a0t2-d2t0": 1 / 4};
    r_51_disorder_before_the_limit:
        "melee-round" {"defender": {"te": 1}, "disorder-at": 1} =>
            {"a1t0-d1t1": 1 / 4, "a0t0-d0t1": 1 / 4, "a1t0-d0t0": 1 / 4, "a0t0-d1t0": 1 / 4};
    a_melee_of_one_round_may_stay_open:
        "melee-to-rout" {"max-rounds": 1} => {"undecided": 1 / 1},
        "melee-to-rout" {"max-rounds": 1, "attacker": {"hits": 2}} => {"defender-wins": 1 / 2, "undecided": 1 / 2};
    hx_mel_11_casualties_of_others_may_be_dropped:
        "melee-multi" {"single": {"value": 4}, "primary": {}, "secondaries": [{"te": 3, "hits": 2}],
            "secondary-damage": "hits-dropped"} => {"enemy-routs": 1 / 2, "held": 1 / 2},
        "melee-multi" {"primary": {"hits": 2}, "secondaries": []} => {"enemy-routs": 1 / 2, "held": 1 / 2};
    r_07_one_commander_takes_one_red_h:
        "melee-multi" {"single": {"hits": 2, "value": 9, "commander": 0}, "primary": {"hits": 2}} => {
            // Safe when neither enemy is red, or when one is and shows Red H.
            "held": 10 / 48, "enemy-routs": 10 / 48, "single-routs": 14 / 48, "both-rout": 14 / 48
        };
    hx_art_09_canister:
        "artillery-contact" {"frontal": false} => {"captured-unhurt": 1 / 1},
        "artillery-contact" {"fired": true, "canister": "if-not-fired"} => {"captured-unhurt": 1 / 1},
        "artillery-contact" {"canister": "never"} => {"captured-unhurt": 1 / 1},
        "artillery-contact" {"weapon": "mortar"} => {"captured-unhurt": 1 / 1},
        "artillery-contact" {"weapon": "rifled-gun", "era": "pike-and-shot"} => {"captured-hit": 1 / 1},
        "artillery-contact" {"weapon": "heavy-smoothbore-gun", "attacker-hits": 1} => {"repulsed": 1 / 1},
        "artillery-contact" {"attacker-commander": true} =>
            {"captured-hit": 5 / 6, "captured-commander-killed": 1 / 6},
        "artillery-contact" {"attacker-commander": true, "auto-kill": "none"} => {"captured-hit": 1 / 1},
        "artillery-contact" {"weapon": "other-gun", "attacker-commander": true, "auto-kill": "none"} =>
            {"captured-unhurt": 1 / 2, "captured-hit": 1 / 3, "captured-commander-killed": 1 / 6};
    hx_ral_02_commanders_rally:
        "rally" {"hits": 4, "te": 2, "commander": true, "mode": "all"} => {"h0-t0-steady": 1 / 1},
        "rally" {"hits": 4, "commander": true, "escalation": "escalating", "turns-attached": 3} =>
            {"h1-t0-steady": 1 / 1},
        "rally" {"hits": 3, "te": 2, "routed": true, "commander": true, "rally-te": true} => {"h2-t1-steady": 1 / 1},
        "rally" {"hits": 3, "te": 2, "routed": true, "routed-this-turn": true, "commander": true} =>
            {"h3-t2-routed": 1 / 1};
    hx_ral_06_self_rally:
        "rally" {"hits": 2, "te": 2, "self-rally": true} => {"h1-t1-steady": 1 / 1},
        "rally" {"hits": 2, "te": 2, "self-rally": true, "moved": true} => {"h1-t2-steady": 1 / 1},
        "rally" {"hits": 4, "te": 2, "self-rally": true, "routed": true} => {"h3-t2-steady": 1 / 1},
        "rally" {"hits": 4, "te": 3, "self-rally": true, "routed": true, "rally-te": true} => {"h3-t3-steady": 1 / 1};
    hx_cvs_03_checks:
        "cvs-check" {"value": 10} => {"fail": 1 / 1},
        "order-change" {"changes-left": 0} => {"not-allowed": 1 / 1},
        "order-change" {"tactical": 10, "consequences": "none"} => {"unchanged": 1 / 1};
    hx_cvs_14_replacements:
        "replacement-commander" {"lost": 0} => {"not-allowed": 1 / 1},
        "replacement-commander" {"lost": 1, "attempts": 1, "best-tactical": 10} => {"none": 1 / 1};
    hx_arm_05_groups_follow_year_and_side:
        "commander-draw" {"trait": "group", "method": "spread", "year": 1861, "side": "confederate"} =>
            {"veteran": 1 / 10, "trained": 3 / 10, "untrained": 6 / 10},
        "commander-draw" {"trait": "group", "method": "spread", "year": 1865} =>
            {"veteran": 2 / 5, "trained": 2 / 5, "untrained": 1 / 5},
        "commander-draw" {"trait": "group"} => {"veteran": 1 / 3, "trained": 1 / 3, "untrained": 1 / 3},
        "commander-draw" {"trait": "group", "method": "spread", "group": "trained"} => {"trained": 1 / 1};
    hx_int_01_losses_are_exact:
        "army-status" {"start": 10, "removed": 3} => {"check": 1 / 1},
        "army-status" {"start": 60, "removed": 17} => {"steady": 1 / 1},
        "army-status" {"start": 60, "removed": 12, "commanders-lost": 1} => {"check": 1 / 1},
        "army-status" {"commanders-start": 0} => {"steady": 1 / 1},
        "army-status" {"supreme-lost": true} => {"check": 1 / 1},
        "army-status" {"start": 12, "removed": 1, "routed": 1, "commanders-lost": 1, "rules":
            {"integrity.commander-weight": 20}} => {"check": 1 / 1};
    hx_int_04_one_roll_for_all:
        "integrity-check" {"units": 0} => {"failed-0": 1 / 1},
        "integrity-check" {"units": 0, "scope": "force"} => {"failed-0": 1 / 1};
    hx_spt_03_ranges_of_spotting:
        "spotting" {"range": 9} => {"out-of-range": 1 / 1},
        "spotting" {"range": 12, "from-hill": true} => {"revealed": 1 / 6, "unseen": 5 / 6},
        "spotting" {"range": 13, "from-hill": true} => {"out-of-range": 1 / 1},
        "spotting" {"range": 5, "concealed": true} => {"revealed": 1 / 6, "unseen": 5 / 6};
    hx_rei_02_entry:
        "reinforcement-entry" {"locations": 2} => {"location-1": 1 / 2, "location-2": 1 / 2};
    units_stand_for_their_numbers:
        "fire" {"unit": "untrained-infantry:smoothbore-musket", "range": 4} => {"hit": 1 / 6, "miss": 5 / 6},
        "fire" {"unit": "untrained-infantry:smoothbore-musket", "weapon": "rifle-musket", "range": 5} =>
            {"hit": 1 / 6, "miss": 5 / 6},
        "melee-round" {"attacker": {"unit": "veteran-cavalry:none"}} =>
            {"a0t0-d0t1": 1 / 4, "a0t0-d1t0": 1 / 4, "a1t0-d0t0": 1 / 4, "a1t0-d1t1": 1 / 4};
}

#[test]
fn numbers_tell_what_labels_do_not() {
    for (resolution, inputs, means) in [
        ("fire", json!({"weapon": "heavy-smoothbore-gun", "range": 1}), vec![2.0]),
        ("volley", json!({"shots": [{"range": 1}, {}], "target-hits": 1, "rout-at": 4}), vec![2.5]),
        ("melee-round", json!({"attacker": {"value": 2}, "defender-flanked": true}), vec![0.5, 0.0, 1.0, 1.0]),
        ("melee-to-rout", json!({"attacker": {"hits": 2}, "max-rounds": 2}), vec![1.5]),
        ("commander-draw", json!({"trait": "group", "group": "veteran"}), vec![2.0]),
        ("integrity-check", json!({"units": 60}), vec![30.0]),
        ("rally", json!({"hits": 2, "te": 1, "moved": true}), vec![2.0, 1.0]),
    ] {
        let numbers = resolve(&HexCommand, resolution, &inputs).numbers;
        assert_eq!(numbers.len(), means.len(), "{resolution}");
        for (number, mean) in numbers.iter().zip(means) {
            let found: f64 = number.odds.iter().map(|(value, p)| *value as f64 * p).sum();
            assert!((found - mean).abs() < 1e-12, "{resolution} {}: {found}", number.name);
        }
    }
}

#[test]
fn wrong_inputs_are_named_with_what_would_be_right() {
    let questions = [
        ("fires", json!({}), "unknown resolution `fires`", Some("fire")),
        ("fire", json!({"weapon": "rifle-muskett"}), "unknown weapon `rifle-muskett`", Some("rifle-musket")),
        ("fire", json!({"range": 0}), "expected a whole number from 1 to 14", None),
        ("fire", json!({"range": 15}), "expected a whole number from 1 to 14", None),
        ("fire", json!({"firer-hits": 4}), "expected a whole number from 0 to 3", None),
        ("fire", json!({"rout-at": 5}), "expected a whole number from 3 to 4", None),
        ("fire", json!({"commander": 3}), "expected a whole number from -1 to 2", None),
        ("fire", json!({"grade": "vetran"}), "unknown grade `vetran`", Some("veteran")),
        ("fire", json!({"flank": 1}), "expected true or false", None),
        ("fire", json!({"die": "d6"}), "rule `dice.mapping` does not take `d6`", None),
        ("fire", json!({"bonus-cap": 6}), "rule `fire.bonus-cap` does not take `6`", None),
        ("fire", json!({"rules": {"los.partial": 1}}), "unknown rule `los.partial`", Some("los.partial-cp")),
        (
            "fire",
            json!({"unit": "trained-infantry:carbin"}),
            "unknown unit `trained-infantry:carbin`",
            Some("trained-infantry:carbine"),
        ),
        ("volley", json!({"shots": {}}), "expected a list", None),
        ("volley", json!({"shots": [{"rnge": 1}]}), "unknown key `rnge` in an entry of `shots`", Some("range")),
        ("fire-exchange", json!({"first": {"te": 1}}), "unknown key `te` in `first`", None),
        ("melee-round", json!({"attacker": {"te": 4}}), "expected a whole number from 0 to 3", None),
        ("melee-round", json!({"attacker": {"te": 3}, "te-max": 2}), "expected a whole number from 0 to 2", None),
        ("melee-round", json!({"attacker": {"cover": 4}}), "expected a whole number from 0 to 3", None),
        ("melee-round", json!({"round": 0}), "expected a whole number from 1", None),
        (
            "melee-round",
            json!({"attacker": {"unit": "trained-battery:howitzer"}}),
            "`trained-battery:howitzer` does not fight hand to hand",
            None,
        ),
        ("melee-to-rout", json!({"max-rounds": 51}), "expected a whole number from 1 to 50", None),
        ("melee-multi", json!({"auto-te-target": "secondary-2"}), "unknown enemy `secondary-2`", Some("secondary-1")),
        ("artillery-contact", json!({"weapon": "carbine"}), "unknown gun `carbine`", None),
        ("reinforcement-entry", json!({"locations": 4}), "the faces of a die cannot be shared out among 4", None),
        ("commander-draw", json!({"year": 1866}), "expected a whole number from 1861 to 1865", None),
        ("captured-guns", json!({"weapon": "howitzer"}), "unknown key `weapon` in captured-guns", None),
    ];
    refused_with(&HexCommand, &questions);
    let deep = json!({"shots": [{}, {"grade": "green"}]});
    assert_eq!(refuse(&HexCommand, "volley", &deep)[0].source, "input `shots[1].grade`");
}

#[test]
fn a_codex_of_the_users_own_is_used() {
    let mut source = HexCommand.codex();
    source.text = source.text.replacen("needs = \"auto color code cnc\"", "needs = \"auto auto auto cnc\"", 1);
    let inputs = json!({"range": 3, "grade": "untrained"});
    let odds = resolve_by(&HexCommand, source, "fire", &inputs).exact.unwrap();
    assert!(odds.iter().any(|(label, p)| label == "hit" && *p == 1.0), "{odds:?}");
}
