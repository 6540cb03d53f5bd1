//! Every rule of the game under its identifier, and the indices under which games count them.

use crate::game::ledger;
#[cfg(test)]
use crate::game::ledger_contract;

ledger! {
    // Army building
    "DF-ARM-01" "two sides, one player each";
    "DF-ARM-02" "both sides field the same teams";
    "DF-ARM-03" "foot teams come in alphabetical order";
    "DF-ARM-04" "vehicles may join a game of any size";
    "DF-ARM-05" "teams are taken whole";
    "DF-ARM-06" "each named unit once per side";
    "DF-ARM-07" "squads and platoon add nothing beyond leader ranges";
    "DF-ARM-08" "number of teams sets map and cap";
    "DF-ARM-09" "free lists name any units";
    "DF-ARM-10" "the rifleman is the yardstick";

    // Set-up
    "DF-SET-01" "sides start on opposite edges";
    "DF-SET-02" "the edge row is filled first";
    "DF-SET-03" "owners choose who stands where";
    "DF-SET-04" "closed hexes are skipped at set-up";
    "DF-SET-05" "soldiers may start riding";
    "DF-SET-06" "the second player sets up second";
    "DF-SET-07" "all start ready, off Overwatch, fully loaded";

    // Soldiers
    "DF-SOL-00" "what is not stated is the base soldier's";
    "DF-SOL-01" "Andy recovers on 5 and leads at 1";
    "DF-SOL-02" "Brett has a longer move";
    "DF-SOL-03" SOL_03 "Chuck adds 1 to the die";
    "DF-SOL-04" "Dave fires a rail gun";
    "DF-SOL-05" "Ernie throws a frag instead of his rifle";
    "DF-SOL-06" "Frank recovers on 4 and leads at 2";
    "DF-SOL-07" "George wears a suit";
    "DF-SOL-08" SOL_08 "Harry's second shot";
    "DF-SOL-09" "Inigo's laser reaches 4";
    "DF-SOL-10" "Jack fires grenades only";
    "DF-SOL-11" "Kyle recovers on 5 and leads at 1";
    "DF-SOL-12" "Larry flies";
    "DF-SOL-13" "Mark drops retreats";
    "DF-SOL-14" "Nick wears a suit";
    "DF-SOL-15" "Oscar has a rifle and a launcher";
    "DF-SOL-16" "Paul recovers on 4 and leads at 3";
    "DF-SOL-17" SOL_17 "Rocky takes 1 off the die of aimed attacks";
    "DF-SOL-18" "Sam drops stuns";
    "DF-SOL-19" "Tom fires rocket or pistol";
    "DF-SOL-20" "Tom has three rockets";
    "DF-SOL-21" "Uriah treats his neighbours";
    "DF-SOL-22" "Vic recovers on 5 and leads at 1";
    "DF-SOL-23" "Wally fires two pistols";
    "DF-SOL-24" SOL_24 "Xavier's attackers take the lower of two dice";
    "DF-SOL-25" "Yago fires a rail gun";
    "DF-SOL-26" "Zack's flames and their splash";
    "DF-SOL-27" "LCV 1: fast, rail gun, carries two";
    "DF-SOL-28" "LCV 2: fast, rail gun, carries two";
    "DF-SOL-29" "MCV 1: two weapons, harmed by armour-piercing ones only";

    // Leadership
    "DF-LDR-01" LDR_01 "a retreat ignored near a leader";
    "DF-LDR-02" "the owner may accept a retreat";
    "DF-LDR-03" "recovery with a leader's number";
    "DF-LDR-04" "of several leaders only the best counts";
    "DF-LDR-05" "a leader under a better leader";
    "DF-LDR-06" "a Stunned leader helps himself alone";
    "DF-LDR-07" "leader range ignores terrain and enemies";
    "DF-LDR-08" "leader range is read at the roll";
    "DF-LDR-09" "vehicles lead, with recovery number 6";
    "DF-LDR-10" "a fallen leader is not replaced";

    // Terrain
    "DF-TER-01" "grassland: plain";
    "DF-TER-02" "desert or beach: plain";
    "DF-TER-03" "swamp: slow, closed to vehicles";
    "DF-TER-04" TER_04 "forest: cover, slow for vehicles";
    "DF-TER-05" TER_05 "hill: cover from below, slow";
    "DF-TER-06" "water: closed";
    "DF-TER-07" "an occupied bridge is shut";
    "DF-TER-08" "half cost from road to road";
    "DF-TER-09" "town: cover and short retreats";
    "DF-TER-10" "only the hex shot into counts";
    "DF-TER-11" "any map may be used";
    "DF-TER-12" "too little move left buys no hex";

    // Turn
    "DF-TRN-01" "first player moves";
    "DF-TRN-02" "first player attacks";
    "DF-TRN-03" "second player moves and attacks";
    "DF-TRN-04" "both sides recover";
    "DF-TRN-05" "victory is checked";
    "DF-TRN-06" "first and second player stay the same";

    // Movement
    "DF-MOV-01" "a ready unit spends its move hex by hex";
    "DF-MOV-02" "no facing";
    "DF-MOV-03" "friends are passed, not stacked on";
    "DF-MOV-04" "no entering an enemy's hex";
    "DF-MOV-05" "Stunned units do not move";
    "DF-MOV-06" "moves are counted in halves";
    "DF-MOV-07" "nobody leaves the map, scenarios apart";
    "DF-MOV-08" MOV_08 "jet flight: straight, over anything";
    "DF-MOV-09" "a flight cut short by a zone";
    "DF-MOV-10" "retreats are not movement";

    // Zones of control and stacking
    "DF-ZOC-01" ZOC_01 "entering a hex next to an enemy stops the unit";
    "DF-ZOC-02" "leaving an enemy's zone at the start of a move";
    "DF-ZOC-03" "zones stop vehicles and flights as well";
    "DF-ZOC-04" "terrain that cancels zones";
    "DF-ZOC-05" "Stunned enemies still stop movers";
    "DF-ZOC-06" "riders have no zone";
    "DF-STK-01" "one unit per hex";
    "DF-STK-02" "riders share their vehicle's hex";

    // Overwatch
    "DF-OVW-01" OVW_01 "units placed on Overwatch, two at most";
    "DF-OVW-02" "placing needs a ready leader in range";
    "DF-OVW-03" "placing after a move";
    "DF-OVW-04" OVW_04 "what takes the marker off";
    "DF-OVW-05" OVW_05 "fire at a mover who enters range";
    "DF-OVW-06" "one Overwatch attack per enemy phase";
    "DF-OVW-07" "watchers combine on a trigger";
    "DF-OVW-08" "Overwatch fire is an attack like any other";
    "DF-OVW-09" "a mover stopped by Overwatch fire";
    "DF-OVW-10" OVW_10 "a mover put back where he may stop";
    "DF-OVW-11" "Overwatch fire costs the next attack";
    "DF-OVW-12" "an unspent watcher fires and stays on watch";
    "DF-OVW-13" "riders do not watch, vehicles do";
    "DF-OVW-14" "nobody watches at the start";

    // Range and line of sight
    "DF-LOS-01" "range is hex distance, within the weapon's limits";
    "DF-LOS-02" "nothing blocks sight";
    "DF-LOS-03" "forest on the way limits the range";
    "DF-LOS-04" "the target's forest limits the range";
    "DF-LOS-05" "a line along a border passes both hexes";
    "DF-LOS-06" "all weapons obey the same limits";
    "DF-LOS-07" "splash needs no line";
    "DF-LOS-08" "heights of hills";

    // Attacks
    "DF-ATK-01" "any ready unit may attack, none must";
    "DF-ATK-02" "the attacker chooses targets and order";
    "DF-ATK-03" ATK_03 "one attack per target and phase";
    "DF-ATK-04" "weapons hit automatically";
    "DF-ATK-05" "no aiming what cannot harm";
    "DF-ATK-06" "strength is the sum of the points";
    "DF-ATK-07" ATK_07 "strength less 1 against vehicles";
    "DF-ATK-08" ATK_08 "strength less 1 into a town";
    "DF-ATK-09" ATK_09 "strength 0: no roll";
    "DF-ATK-10" "strength beyond the last column";
    "DF-ATK-11" "one die per attack";
    "DF-ATK-12" "modifiers add up, then the die is clamped";
    "DF-ATK-13" "the combat table";
    "DF-ATK-14" ATK_14 "what the victim ignores is struck out";
    "DF-ATK-15" "the leadership roll follows";
    "DF-ATK-16" "then retreat and stun, then splash";
    "DF-ATK-17" "one firing per turn, some of it split";
    "DF-ATK-18" "no aiming at friends, riders, empty hexes";
    "DF-ATK-19" "Stunned units and riders do not attack";
    "DF-ATK-20" "rockets are spent when fired";
    "DF-ATK-21" "splash and a direct attack on one unit";

    // Armour
    "DF-SUI-01" "suits keep frags off";
    "DF-SUI-02" "suits keep flame splash off";
    "DF-SUI-03" SUI_03 "suits absorb laser shots";
    "DF-SUI-04" "suits absorb a direct flame";
    "DF-SUI-05" "armour-piercing weapons go through suits";
    "DF-SUI-06" "all absorbed: no roll";
    "DF-SUI-07" "Chuck helps even if his shot is absorbed";
    "DF-SUI-08" "flames do nothing to vehicles";

    // Splash
    "DF-SPL-01" SPL_01 "frags splash all neighbours of the target";
    "DF-SPL-02" "splash stands alone";
    "DF-SPL-03" "every burst is an attack of its own";
    "DF-SPL-04" SPL_04 "flames splash one chosen hex";
    "DF-SPL-05" "aimed fire first, then splash";
    "DF-SPL-06" "bystanders are listed at the declaration";
    "DF-SPL-07" "order of bursts and hexes";
    "DF-SPL-08" "the bystander's terrain counts";
    "DF-SPL-09" "vehicles shrug splash off";
    "DF-SPL-10" "who counts in splash and who does not";
    "DF-SPL-11" "retreats run from the burst";
    "DF-SPL-12" "riders are not splashed";

    // Results
    "DF-RES-01" RES_01 "Stunned";
    "DF-RES-02" "what Stunned units cannot do";
    "DF-RES-03" "stunning the Stunned";
    "DF-RES-04" RES_04 "driven back, and round again if Stunned";
    "DF-RES-05" "an ignored retreat brings nobody round";
    "DF-RES-06" RES_06 "driven back Stunned";
    "DF-RES-07" "Sam driven back ready";
    "DF-RES-08" RES_08 "out of combat";
    "DF-RES-09" "towns shorten retreats";
    "DF-RES-10" "a unit driven back acts on in its next phases";

    // Retreat
    "DF-RTR-01" RTR_01 "two hexes, one from a town";
    "DF-RTR-02" "away from the nearest attacker";
    "DF-RTR-03" "every step goes farther away";
    "DF-RTR-04" "steps cost nothing but obey closed terrain";
    "DF-RTR-05" "friends are passed on a retreat";
    "DF-RTR-06" "sideways steps when nothing else is open";
    "DF-RTR-07" "zones do not stop retreats";
    "DF-RTR-08" "the map edge stops retreats";
    "DF-RTR-09" RTR_09 "a blocked retreat stuns";
    "DF-RTR-10" "a blocked retreat brings nobody round";
    "DF-RTR-11" "the owner chooses the end hex";
    "DF-RTR-12" "a retreat ends Overwatch and draws none";

    // Stun recovery
    "DF-REC-01" REC_01 "recovery on a 6";
    "DF-REC-02" "leaders recover with their own number";
    "DF-REC-03" REC_03 "recovery near a leader";
    "DF-REC-04" REC_04 "the medic spares the roll";
    "DF-REC-05" "benefits are read before all rolls";
    "DF-REC-06" "recovery in the turn of the Stun";
    "DF-REC-07" "the recovered are fully ready";

    // Vehicles and riders
    "DF-VEH-01" "vehicles are units like others";
    "DF-VEH-02" "vehicles ignore retreats";
    "DF-VEH-03" "vehicles lead their neighbours";
    "DF-VEH-04" "attacks on vehicles lose 1 strength";
    "DF-VEH-05" "forest is slow and swamp closed to vehicles";
    "DF-VEH-06" "who carries whom";
    "DF-VEH-07" VEH_07 "boarding";
    "DF-VEH-08" VEH_08 "riding from the next turn on";
    "DF-VEH-09" VEH_09 "getting off, before or after the ride";
    "DF-VEH-10" "riders do not fire";
    "DF-VEH-11" VEH_11 "riders share their vehicle's Stun";
    "DF-VEH-12" VEH_12 "riders of a lost vehicle are placed";
    "DF-VEH-13" "riders are no targets";
    "DF-VEH-14" "riders lead and treat from the vehicle";
    "DF-VEH-15" "riders recover aboard";

    // Victory and scenarios
    "DF-VIC-01" VIC_01 "the last side with a living unit wins";
    "DF-VIC-02" VIC_02 "both wiped out: a draw";
    "DF-VIC-03" VIC_03 "surrender";
    "DF-VIC-04" VIC_04 "the turn cap";
    "DF-VIC-05" VIC_05 "stalemate";
    "DF-SCN-01" "last man standing";
    "DF-SCN-02" SCN_02 "seize and hold: points for hexes";
    "DF-SCN-03" SCN_03 "breakthrough: leaving by the far edge";
    "DF-SCN-04" SCN_04 "decapitation: the last foot leader lost";
    "DF-SCN-05" "last stand: holding out to the cap";

    // Text without effect on play
    "DF-NOE-01" "copyright, dates, links";
    "DF-NOE-02" "counters and markers are state";
    "DF-NOE-03" "nicknames and sketches";
    "DF-NOE-04" "lost maps and scenarios, replaced by ours";
    "DF-NOE-05" "counters have no facing";
}

#[cfg(test)]
ledger_contract! {
    "dogfaces", "DF":
    ARM 1..=10, SET 1..=7, SOL 0..=29, LDR 1..=10, TER 1..=12, TRN 1..=6, MOV 1..=10, ZOC 1..=6, STK 1..=2,
    OVW 1..=14, LOS 1..=8, ATK 1..=21, SUI 1..=8, SPL 1..=12, RES 1..=10, RTR 1..=12, REC 1..=7, VEH 1..=15,
    VIC 1..=5, SCN 1..=5, NOE 1..=5,
}
