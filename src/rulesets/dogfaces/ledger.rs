//! Every rule of the game under its identifier, and the indices under which games count them.

use crate::game::RuleAtom;

/// Declares the rules in order: constant, identifier, whether games count how often it makes a difference, a few words.
macro_rules! ledger {
    ($($name:ident $id:literal $counted:ident $about:literal;)+) => {
        /// Every rule, in order.
        pub const LEDGER: &[RuleAtom] =
            &[$(RuleAtom { id: $id, about: $about, counted: counted!($counted) }),+];

        /// Index of each rule in [`LEDGER`], for [`Observer::rule_fired`](crate::game::Observer::rule_fired).
        pub mod rule {
            /// The order itself.
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Order {
                $($name),+
            }

            $(
                #[doc = concat!("`", $id, "`: ", $about, ".")]
                pub const $name: u16 = Order::$name as u16;
            )+
        }
    };
}

macro_rules! counted {
    (counted) => {
        true
    };
    (silent) => {
        false
    };
}

ledger! {
    // Army building
    ARM_01 "DF-ARM-01" silent "two sides, one player each";
    ARM_02 "DF-ARM-02" silent "both sides field the same teams";
    ARM_03 "DF-ARM-03" silent "foot teams come in alphabetical order";
    ARM_04 "DF-ARM-04" silent "vehicles may join a game of any size";
    ARM_05 "DF-ARM-05" silent "teams are taken whole";
    ARM_06 "DF-ARM-06" silent "each named unit once per side";
    ARM_07 "DF-ARM-07" silent "squads and platoon add nothing beyond leader ranges";
    ARM_08 "DF-ARM-08" silent "number of teams sets map and cap";
    ARM_09 "DF-ARM-09" silent "free lists name any units";
    ARM_10 "DF-ARM-10" silent "the rifleman is the yardstick";

    // Set-up
    SET_01 "DF-SET-01" silent "sides start on opposite edges";
    SET_02 "DF-SET-02" silent "the edge row is filled first";
    SET_03 "DF-SET-03" silent "owners choose who stands where";
    SET_04 "DF-SET-04" silent "closed hexes are skipped at set-up";
    SET_05 "DF-SET-05" silent "soldiers may start riding";
    SET_06 "DF-SET-06" silent "the second player sets up second";
    SET_07 "DF-SET-07" silent "all start ready, off Overwatch, fully loaded";

    // Soldiers
    SOL_00 "DF-SOL-00" silent "what is not stated is the base soldier's";
    SOL_01 "DF-SOL-01" silent "Andy recovers on 5 and leads at 1";
    SOL_02 "DF-SOL-02" silent "Brett has a longer move";
    SOL_03 "DF-SOL-03" counted "Chuck adds 1 to the die";
    SOL_04 "DF-SOL-04" silent "Dave fires a rail gun";
    SOL_05 "DF-SOL-05" silent "Ernie throws a frag instead of his rifle";
    SOL_06 "DF-SOL-06" silent "Frank recovers on 4 and leads at 2";
    SOL_07 "DF-SOL-07" silent "George wears a suit";
    SOL_08 "DF-SOL-08" counted "Harry's second shot";
    SOL_09 "DF-SOL-09" silent "Inigo's laser reaches 4";
    SOL_10 "DF-SOL-10" silent "Jack fires grenades only";
    SOL_11 "DF-SOL-11" silent "Kyle recovers on 5 and leads at 1";
    SOL_12 "DF-SOL-12" silent "Larry flies";
    SOL_13 "DF-SOL-13" silent "Mark drops retreats";
    SOL_14 "DF-SOL-14" silent "Nick wears a suit";
    SOL_15 "DF-SOL-15" silent "Oscar has a rifle and a launcher";
    SOL_16 "DF-SOL-16" silent "Paul recovers on 4 and leads at 3";
    SOL_17 "DF-SOL-17" counted "Rocky takes 1 off the die of aimed attacks";
    SOL_18 "DF-SOL-18" silent "Sam drops stuns";
    SOL_19 "DF-SOL-19" silent "Tom fires rocket or pistol";
    SOL_20 "DF-SOL-20" silent "Tom has three rockets";
    SOL_21 "DF-SOL-21" silent "Uriah treats his neighbours";
    SOL_22 "DF-SOL-22" silent "Vic recovers on 5 and leads at 1";
    SOL_23 "DF-SOL-23" silent "Wally fires two pistols";
    SOL_24 "DF-SOL-24" counted "Xavier's attackers take the lower of two dice";
    SOL_25 "DF-SOL-25" silent "Yago fires a rail gun";
    SOL_26 "DF-SOL-26" silent "Zack's flames and their splash";
    SOL_27 "DF-SOL-27" silent "LCV 1: fast, rail gun, carries two";
    SOL_28 "DF-SOL-28" silent "LCV 2: fast, rail gun, carries two";
    SOL_29 "DF-SOL-29" silent "MCV 1: two weapons, harmed by armour-piercing ones only";

    // Leadership
    LDR_01 "DF-LDR-01" counted "a retreat ignored near a leader";
    LDR_02 "DF-LDR-02" silent "the owner may accept a retreat";
    LDR_03 "DF-LDR-03" silent "recovery with a leader's number";
    LDR_04 "DF-LDR-04" silent "of several leaders only the best counts";
    LDR_05 "DF-LDR-05" silent "a leader under a better leader";
    LDR_06 "DF-LDR-06" silent "a Stunned leader helps himself alone";
    LDR_07 "DF-LDR-07" silent "leader range ignores terrain and enemies";
    LDR_08 "DF-LDR-08" silent "leader range is read at the roll";
    LDR_09 "DF-LDR-09" silent "vehicles lead, with recovery number 6";
    LDR_10 "DF-LDR-10" silent "a fallen leader is not replaced";

    // Terrain
    TER_01 "DF-TER-01" silent "grassland: plain";
    TER_02 "DF-TER-02" silent "desert or beach: plain";
    TER_03 "DF-TER-03" silent "swamp: slow, closed to vehicles";
    TER_04 "DF-TER-04" counted "forest: cover, slow for vehicles";
    TER_05 "DF-TER-05" counted "hill: cover from below, slow";
    TER_06 "DF-TER-06" silent "water: closed";
    TER_07 "DF-TER-07" silent "an occupied bridge is shut";
    TER_08 "DF-TER-08" silent "half cost from road to road";
    TER_09 "DF-TER-09" silent "town: cover and short retreats";
    TER_10 "DF-TER-10" silent "only the hex shot into counts";
    TER_11 "DF-TER-11" silent "any map may be used";
    TER_12 "DF-TER-12" silent "too little move left buys no hex";

    // Turn
    TRN_01 "DF-TRN-01" silent "first player moves";
    TRN_02 "DF-TRN-02" silent "first player attacks";
    TRN_03 "DF-TRN-03" silent "second player moves and attacks";
    TRN_04 "DF-TRN-04" silent "both sides recover";
    TRN_05 "DF-TRN-05" silent "victory is checked";
    TRN_06 "DF-TRN-06" silent "first and second player stay the same";

    // Movement
    MOV_01 "DF-MOV-01" silent "a ready unit spends its move hex by hex";
    MOV_02 "DF-MOV-02" silent "no facing";
    MOV_03 "DF-MOV-03" silent "friends are passed, not stacked on";
    MOV_04 "DF-MOV-04" silent "no entering an enemy's hex";
    MOV_05 "DF-MOV-05" silent "Stunned units do not move";
    MOV_06 "DF-MOV-06" silent "moves are counted in halves";
    MOV_07 "DF-MOV-07" silent "nobody leaves the map, scenarios apart";
    MOV_08 "DF-MOV-08" counted "jet flight: straight, over anything";
    MOV_09 "DF-MOV-09" silent "a flight cut short by a zone";
    MOV_10 "DF-MOV-10" silent "retreats are not movement";

    // Zones of control and stacking
    ZOC_01 "DF-ZOC-01" counted "entering a hex next to an enemy stops the unit";
    ZOC_02 "DF-ZOC-02" silent "leaving an enemy's zone at the start of a move";
    ZOC_03 "DF-ZOC-03" silent "zones stop vehicles and flights as well";
    ZOC_04 "DF-ZOC-04" silent "terrain that cancels zones";
    ZOC_05 "DF-ZOC-05" silent "Stunned enemies still stop movers";
    ZOC_06 "DF-ZOC-06" silent "riders have no zone";
    STK_01 "DF-STK-01" silent "one unit per hex";
    STK_02 "DF-STK-02" silent "riders share their vehicle's hex";

    // Overwatch
    OVW_01 "DF-OVW-01" counted "units placed on Overwatch, two at most";
    OVW_02 "DF-OVW-02" silent "placing needs a ready leader in range";
    OVW_03 "DF-OVW-03" silent "placing after a move";
    OVW_04 "DF-OVW-04" counted "what takes the marker off";
    OVW_05 "DF-OVW-05" counted "fire at a mover who enters range";
    OVW_06 "DF-OVW-06" silent "one Overwatch attack per enemy phase";
    OVW_07 "DF-OVW-07" silent "watchers combine on a trigger";
    OVW_08 "DF-OVW-08" silent "Overwatch fire is an attack like any other";
    OVW_09 "DF-OVW-09" silent "a mover stopped by Overwatch fire";
    OVW_10 "DF-OVW-10" counted "a mover put back where he may stop";
    OVW_11 "DF-OVW-11" silent "Overwatch fire costs the next attack";
    OVW_12 "DF-OVW-12" silent "an unspent watcher fires and stays on watch";
    OVW_13 "DF-OVW-13" silent "riders do not watch, vehicles do";
    OVW_14 "DF-OVW-14" silent "nobody watches at the start";

    // Range and line of sight
    LOS_01 "DF-LOS-01" silent "range is hex distance, within the weapon's limits";
    LOS_02 "DF-LOS-02" silent "nothing blocks sight";
    LOS_03 "DF-LOS-03" silent "forest on the way limits the range";
    LOS_04 "DF-LOS-04" silent "the target's forest limits the range";
    LOS_05 "DF-LOS-05" silent "a line along a border passes both hexes";
    LOS_06 "DF-LOS-06" silent "all weapons obey the same limits";
    LOS_07 "DF-LOS-07" silent "splash needs no line";
    LOS_08 "DF-LOS-08" silent "heights of hills";

    // Attacks
    ATK_01 "DF-ATK-01" silent "any ready unit may attack, none must";
    ATK_02 "DF-ATK-02" silent "the attacker chooses targets and order";
    ATK_03 "DF-ATK-03" counted "one attack per target and phase";
    ATK_04 "DF-ATK-04" silent "weapons hit automatically";
    ATK_05 "DF-ATK-05" silent "no aiming what cannot harm";
    ATK_06 "DF-ATK-06" silent "strength is the sum of the points";
    ATK_07 "DF-ATK-07" counted "strength less 1 against vehicles";
    ATK_08 "DF-ATK-08" counted "strength less 1 into a town";
    ATK_09 "DF-ATK-09" counted "strength 0: no roll";
    ATK_10 "DF-ATK-10" silent "strength beyond the last column";
    ATK_11 "DF-ATK-11" silent "one die per attack";
    ATK_12 "DF-ATK-12" silent "modifiers add up, then the die is clamped";
    ATK_13 "DF-ATK-13" silent "the combat table";
    ATK_14 "DF-ATK-14" counted "what the victim ignores is struck out";
    ATK_15 "DF-ATK-15" silent "the leadership roll follows";
    ATK_16 "DF-ATK-16" silent "then retreat and stun, then splash";
    ATK_17 "DF-ATK-17" silent "one firing per turn, some of it split";
    ATK_18 "DF-ATK-18" silent "no aiming at friends, riders, empty hexes";
    ATK_19 "DF-ATK-19" silent "Stunned units and riders do not attack";
    ATK_20 "DF-ATK-20" silent "rockets are spent when fired";
    ATK_21 "DF-ATK-21" silent "splash and a direct attack on one unit";

    // Armour
    SUI_01 "DF-SUI-01" silent "suits keep frags off";
    SUI_02 "DF-SUI-02" silent "suits keep flame splash off";
    SUI_03 "DF-SUI-03" counted "suits absorb laser shots";
    SUI_04 "DF-SUI-04" silent "suits absorb a direct flame";
    SUI_05 "DF-SUI-05" silent "armour-piercing weapons go through suits";
    SUI_06 "DF-SUI-06" silent "all absorbed: no roll";
    SUI_07 "DF-SUI-07" silent "Chuck helps even if his shot is absorbed";
    SUI_08 "DF-SUI-08" silent "flames do nothing to vehicles";

    // Splash
    SPL_01 "DF-SPL-01" counted "frags splash all neighbours of the target";
    SPL_02 "DF-SPL-02" silent "splash stands alone";
    SPL_03 "DF-SPL-03" silent "every burst is an attack of its own";
    SPL_04 "DF-SPL-04" counted "flames splash one chosen hex";
    SPL_05 "DF-SPL-05" silent "aimed fire first, then splash";
    SPL_06 "DF-SPL-06" silent "bystanders are listed at the declaration";
    SPL_07 "DF-SPL-07" silent "order of bursts and hexes";
    SPL_08 "DF-SPL-08" silent "the bystander's terrain counts";
    SPL_09 "DF-SPL-09" silent "vehicles shrug splash off";
    SPL_10 "DF-SPL-10" silent "who counts in splash and who does not";
    SPL_11 "DF-SPL-11" silent "retreats run from the burst";
    SPL_12 "DF-SPL-12" silent "riders are not splashed";

    // Results
    RES_01 "DF-RES-01" counted "Stunned";
    RES_02 "DF-RES-02" silent "what Stunned units cannot do";
    RES_03 "DF-RES-03" silent "stunning the Stunned";
    RES_04 "DF-RES-04" counted "driven back, and round again if Stunned";
    RES_05 "DF-RES-05" silent "an ignored retreat brings nobody round";
    RES_06 "DF-RES-06" counted "driven back Stunned";
    RES_07 "DF-RES-07" silent "Sam driven back ready";
    RES_08 "DF-RES-08" counted "out of combat";
    RES_09 "DF-RES-09" silent "towns shorten retreats";
    RES_10 "DF-RES-10" silent "a unit driven back acts on in its next phases";

    // Retreat
    RTR_01 "DF-RTR-01" counted "two hexes, one from a town";
    RTR_02 "DF-RTR-02" silent "away from the nearest attacker";
    RTR_03 "DF-RTR-03" silent "every step goes farther away";
    RTR_04 "DF-RTR-04" silent "steps cost nothing but obey closed terrain";
    RTR_05 "DF-RTR-05" silent "friends are passed on a retreat";
    RTR_06 "DF-RTR-06" silent "sideways steps when nothing else is open";
    RTR_07 "DF-RTR-07" silent "zones do not stop retreats";
    RTR_08 "DF-RTR-08" silent "the map edge stops retreats";
    RTR_09 "DF-RTR-09" counted "a blocked retreat stuns";
    RTR_10 "DF-RTR-10" silent "a blocked retreat brings nobody round";
    RTR_11 "DF-RTR-11" silent "the owner chooses the end hex";
    RTR_12 "DF-RTR-12" silent "a retreat ends Overwatch and draws none";

    // Stun recovery
    REC_01 "DF-REC-01" counted "recovery on a 6";
    REC_02 "DF-REC-02" silent "leaders recover with their own number";
    REC_03 "DF-REC-03" counted "recovery near a leader";
    REC_04 "DF-REC-04" counted "the medic spares the roll";
    REC_05 "DF-REC-05" silent "benefits are read before all rolls";
    REC_06 "DF-REC-06" silent "recovery in the turn of the Stun";
    REC_07 "DF-REC-07" silent "the recovered are fully ready";

    // Vehicles and riders
    VEH_01 "DF-VEH-01" silent "vehicles are units like others";
    VEH_02 "DF-VEH-02" silent "vehicles ignore retreats";
    VEH_03 "DF-VEH-03" silent "vehicles lead their neighbours";
    VEH_04 "DF-VEH-04" silent "attacks on vehicles lose 1 strength";
    VEH_05 "DF-VEH-05" silent "forest is slow and swamp closed to vehicles";
    VEH_06 "DF-VEH-06" silent "who carries whom";
    VEH_07 "DF-VEH-07" counted "boarding";
    VEH_08 "DF-VEH-08" counted "riding from the next turn on";
    VEH_09 "DF-VEH-09" counted "getting off, before or after the ride";
    VEH_10 "DF-VEH-10" silent "riders do not fire";
    VEH_11 "DF-VEH-11" counted "riders share their vehicle's Stun";
    VEH_12 "DF-VEH-12" counted "riders of a lost vehicle are placed";
    VEH_13 "DF-VEH-13" silent "riders are no targets";
    VEH_14 "DF-VEH-14" silent "riders lead and treat from the vehicle";
    VEH_15 "DF-VEH-15" silent "riders recover aboard";

    // Victory and scenarios
    VIC_01 "DF-VIC-01" counted "the last side with a living unit wins";
    VIC_02 "DF-VIC-02" counted "both wiped out: a draw";
    VIC_03 "DF-VIC-03" counted "surrender";
    VIC_04 "DF-VIC-04" counted "the turn cap";
    VIC_05 "DF-VIC-05" counted "stalemate";
    SCN_01 "DF-SCN-01" silent "last man standing";
    SCN_02 "DF-SCN-02" counted "seize and hold: points for hexes";
    SCN_03 "DF-SCN-03" counted "breakthrough: leaving by the far edge";
    SCN_04 "DF-SCN-04" counted "decapitation: the last foot leader lost";
    SCN_05 "DF-SCN-05" silent "last stand: holding out to the cap";

    // Text without effect on play
    NOE_01 "DF-NOE-01" silent "copyright, dates, links";
    NOE_02 "DF-NOE-02" silent "counters and markers are state";
    NOE_03 "DF-NOE-03" silent "nicknames and sketches";
    NOE_04 "DF-NOE-04" silent "lost maps and scenarios, replaced by ours";
    NOE_05 "DF-NOE-05" silent "counters have no facing";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::ledger_page;

    #[test]
    fn rules_stand_at_their_indices_once_each() {
        assert_eq!(LEDGER.len(), 215);
        assert_eq!(LEDGER[usize::from(rule::ARM_01)].id, "DF-ARM-01");
        assert_eq!(LEDGER[usize::from(rule::ATK_07)].id, "DF-ATK-07");
        assert_eq!(LEDGER[usize::from(rule::NOE_05)].id, "DF-NOE-05");
        let mut ids: Vec<&str> = LEDGER.iter().map(|atom| atom.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), LEDGER.len());
    }

    #[test]
    fn subsystems_are_complete() {
        let sizes = [
            ("ARM", 10),
            ("SET", 7),
            ("SOL", 30),
            ("LDR", 10),
            ("TER", 12),
            ("TRN", 6),
            ("MOV", 10),
            ("ZOC", 6),
            ("STK", 2),
            ("OVW", 14),
            ("LOS", 8),
            ("ATK", 21),
            ("SUI", 8),
            ("SPL", 12),
            ("RES", 10),
            ("RTR", 12),
            ("REC", 7),
            ("VEH", 15),
            ("VIC", 5),
            ("SCN", 5),
            ("NOE", 5),
        ];
        for (subsystem, size) in sizes {
            let found: Vec<&str> = LEDGER.iter().map(|atom| atom.id).filter(|id| id[3..6] == *subsystem).collect();
            let first = usize::from(subsystem != "SOL");
            let expected: Vec<String> = (first..).take(size).map(|n| format!("DF-{subsystem}-{n:02}")).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_page_maps_every_rule_to_code_and_test() {
        let page = include_str!("LEDGER.md");
        ledger_page::check("dogfaces", LEDGER, page);
        assert!(!page.contains("Whole games."), "whole games are played");
    }
}
