//! Every rule of the game under its identifier.

use crate::game::ledger;
#[cfg(test)]
use crate::game::ledger_contract;

ledger! {
    // Terms and turn structure
    "CW-TRN-01" "five steps of a Phase, in order";
    "CW-TRN-02" "Phases alternate unless the dice say otherwise";
    "CW-TRN-03" "a Turn is a run of Phases of unknown length";
    "CW-TRN-04" TRN_04 "a Turn ends after the current Phase, once";
    "CW-TRN-05" TRN_05 "what a Turn end does, in order";
    "CW-TRN-06" "Shock lasts beyond the Turn";
    "CW-TRN-07" TRN_07 "regrouping and flight when a Phase starts";
    "CW-TRN-08" "teams, Squads and coherency";
    "CW-TRN-09" "words for orders, dice and morale";
    "CW-TRN-10" "one activation of a Team in a Phase";
    "CW-TRN-11" TRN_11 "the game stops at its last Phase";
    "CW-TRN-12" "who is active first";

    // Army building and support
    "CW-ARM-01" "a list is bought up to its size";
    "CW-ARM-02" "limits of a list";
    "CW-ARM-03" "support points are spent or lost";
    "CW-ARM-04" "support classes that a scenario bans";
    "CW-ARM-05" "where entrenchments and defences stand";
    "CW-ARM-06" ARM_06 "a barrage hinders deployment in Turn 1";
    "CW-ARM-07" ARM_07 "adjutants and medics";

    // Patrol Phase
    "CW-PAT-01" "Patrol Markers and where they start";
    "CW-PAT-02" "gaps between markers";
    "CW-PAT-03" "who moves markers first";
    "CW-PAT-04" "one marker moves, straight";
    "CW-PAT-05" "a marker keeps its link all the way";
    "CW-PAT-06" "locked and stacked markers link as well";
    "CW-PAT-07" "a marker stops at the gap that locks";
    "CW-PAT-08" "the marker and all near enemies are locked";
    "CW-PAT-09" "markers that start near enemies are locked";
    "CW-PAT-10" "markers move in turn until one side is locked";
    "CW-PAT-11" "passes and the limit of moves";
    "CW-PAT-12" "opening moves of the attacker";
    "CW-PAT-13" "three or four markers, by choice";
    "CW-PAT-14" "two groups that need no link between them";
    "CW-PAT-15" "infiltrators in the Patrol Phase";

    // Jump-off points
    "CW-JOP-01" "number and order of points";
    "CW-JOP-02" "distance from the nearest friendly marker";
    "CW-JOP-03" "nearer to friends than to enemies";
    "CW-JOP-04" "cover from the two nearest enemy markers";
    "CW-JOP-05" "on the table, in passable terrain";
    "CW-JOP-06" "one point for each marker";
    "CW-JOP-07" "steps when no point is legal";
    "CW-JOP-08" "markers go when points are placed";
    "CW-JOP-09" "extra points of some scenarios";
    "CW-JOP-10" JOP_10 "points that are denied and captured";
    "CW-JOP-11" "a side without points";

    // Deployment
    "CW-DEP-01" "units come on with the dice that activate them";
    "CW-DEP-02" DEP_02 "deployment near a point";
    "CW-DEP-03" "units that come together need a die each";
    "CW-DEP-04" DEP_04 "a transport shares its Squad's die";
    "CW-DEP-05" DEP_05 "scouts deploy farther out";
    "CW-DEP-06" DEP_06 "infiltrators deploy early or farther out";
    "CW-DEP-07" "gaps of early infiltrators";
    "CW-DEP-08" "deploying is not activating";
    "CW-DEP-09" DEP_09 "reserves and their roll";
    "CW-DEP-10" DEP_10 "deep strike, scatter and mishap";
    "CW-DEP-11" DEP_11 "flank marches and their edge";
    "CW-DEP-12" DEP_12 "who may be intercepted";
    "CW-DEP-13" "reserves may shoot when they arrive";
    "CW-DEP-14" DEP_14 "officers deploy with a Team";
    "CW-DEP-15" "where vehicles deploy";
    "CW-DEP-16" "Squads come on by Teams";

    // Command Dice
    "CW-CMD-01" "dice of a Phase by Force Morale";
    "CW-CMD-02" CMD_02 "a 1: one Team";
    "CW-CMD-03" CMD_03 "a 2: one Squad";
    "CW-CMD-04" CMD_04 "a 3: a junior leader or a commanded vehicle";
    "CW-CMD-05" CMD_05 "a 4: a senior leader";
    "CW-CMD-06" "a 5: a command point";
    "CW-CMD-07" CMD_07 "a lone 6 is any face";
    "CW-CMD-08" "several 6s are read together";
    "CW-CMD-09" CMD_09 "what two, three and four 6s do";
    "CW-CMD-10" "the other dice of such a throw count";
    "CW-CMD-11" "dice are used in any order, or not";
    "CW-CMD-12" CMD_12 "random events are resolved at once";
    "CW-CMD-13" "dice of ground vehicles";

    // Stratagems
    "CW-STR-01" STR_01 "cost of a stratagem";
    "CW-STR-02" STR_02 "a die thrown again";
    "CW-STR-03" STR_03 "a Squad that interrupts";
    "CW-STR-04" STR_04 "the Turn ended at will";
    "CW-STR-05" STR_05 "an ambush";
    "CW-STR-06" STR_06 "a Force Morale test skipped";
    "CW-STR-07" STR_07 "stratagems that are struck out";

    // Activation
    "CW-ACT-01" "a move and a fire action, in either order";
    "CW-ACT-02" "what pinned, broken and fleeing Teams may do";
    "CW-ACT-03" ACT_03 "activation ends Overwatch and Tactical states";
    "CW-ACT-04" "Teams locked in melee do nothing";

    // Movement
    "CW-MOV-01" "a standard move";
    "CW-MOV-02" MOV_02 "a charge";
    "CW-MOV-03" "a run";
    "CW-MOV-04" MOV_04 "a Tactical move and its cover";
    "CW-MOV-05" "Shock shortens moves";
    "CW-MOV-06" "distance from enemies";
    "CW-MOV-07" MOV_07 "difficult ground";
    "CW-MOV-08" MOV_08 "a charge that falls short";
    "CW-MOV-09" "movement of vehicles";
    "CW-MOV-10" MOV_10 "what a charger may fire";

    // Fire
    "CW-SHO-01" "a volley of all weapons at one Team";
    "CW-SHO-02" "the pool of dice and what Shock takes of it";
    "CW-SHO-03" SHO_03 "covering fire";
    "CW-SHO-04" "what covering fire changes";
    "CW-SHO-05" SHO_05 "who may go on Overwatch";
    "CW-SHO-06" SHO_06 "fire from Overwatch";
    "CW-SHO-07" "how Overwatch is lost";
    "CW-SHO-08" SHO_08 "fire at chargers; templates also where they are snapped, from Overwatch too (R-155)";
    "CW-SHO-09" "Teams in melee are no targets";
    "CW-SHO-10" "who falls first";
    "CW-SHO-11" "several weapons are one volley";

    // Shock and states
    "CW-SHK-01" SHK_01 "a volley that comes to a save gives Shock";
    "CW-SHK-02" "what counts as a save";
    "CW-SHK-03" "who takes Shock";
    "CW-SHK-04" "what a point of Shock does";
    "CW-SHK-05" SHK_05 "when a Team is pinned";
    "CW-SHK-06" SHK_06 "when a Team is broken";
    "CW-SHK-07" SHK_07 "how Teams recover";
    "CW-SHK-08" SHK_08 "pinning tests and going to ground";
    "CW-SHK-09" "Shock of officers and of split Teams";
    "CW-SHK-10" SHK_10 "morale test after losses to shooting";

    // Melee
    "CW-MEL-01" MEL_01 "a melee is fought once in each Phase";
    "CW-MEL-02" "the order of a round";
    "CW-MEL-03" MEL_03 "the bonus of a charge";
    "CW-MEL-04" MEL_04 "pinned Teams fight, broken ones are caught";
    "CW-MEL-05" MEL_05 "several Teams in one melee";
    "CW-MEL-06" MEL_06 "a charge locks both Teams";

    // Officers and orders
    "CW-OFF-01" "ranks of officers";
    "CW-OFF-02" OFF_02 "orders are used in the Phase or lost";
    "CW-OFF-03" "an order costs an order point";
    "CW-OFF-04" "range of orders";
    "CW-OFF-05" OFF_05 "the order to activate";
    "CW-OFF-06" OFF_06 "officers who move by themselves";
    "CW-OFF-07" OFF_07 "the order to go on Overwatch";
    "CW-OFF-08" OFF_08 "the order that splits a Team";
    "CW-OFF-09" OFF_09 "the order that moves a model";
    "CW-OFF-10" OFF_10 "the order that rallies";
    "CW-OFF-11" OFF_11 "officers who are attached";
    "CW-OFF-12" "one activation of an officer in a Phase";
    "CW-OFF-13" "dead officers shake Force Morale";

    // Force Morale
    "CW-FMO-01" "the starting level";
    "CW-FMO-02" "what low levels cost";
    "CW-FMO-03" FMO_03 "who removes a jump-off point";
    "CW-FMO-04" FMO_04 "events and their tests";
    "CW-FMO-05" "tests as events happen";
    "CW-FMO-06" FMO_06 "the level falls, and 0 is a rout";
    "CW-FMO-07" FMO_07 "withdrawal";
    "CW-FMO-08" "support units and the starting level";

    // Flyers
    "CW-FLY-01" FLY_01 "which dice activate flyers";
    "CW-FLY-02" FLY_02 "the roll for arrival";
    "CW-FLY-03" FLY_03 "the line of an attack run";
    "CW-FLY-04" FLY_04 "fire from the ground is declared first";
    "CW-FLY-05" FLY_05 "who may fire at a zooming flyer";
    "CW-FLY-06" "where on its line it is fired at";
    "CW-FLY-07" "skill against flyers";
    "CW-FLY-08" FLY_08 "jinking flyers";
    "CW-FLY-09" FLY_09 "fire from the ground comes first";
    "CW-FLY-10" FLY_10 "damage counts at once";
    "CW-FLY-11" FLY_11 "a flyer leaves and may return";
    "CW-FLY-12" "one Shock for each target of a run";
    "CW-FLY-13" FLY_13 "hovering flyers";
    "CW-FLY-14" FLY_14 "leaving from hover";
    "CW-FLY-15" FLY_15 "waiting to intercept";
    "CW-FLY-16" FLY_16 "what sets an interceptor off";
    "CW-FLY-17" FLY_17 "the raider's choice";
    "CW-FLY-18" FLY_18 "facings in a dogfight";
    "CW-FLY-19" "who may jink in a dogfight";
    "CW-FLY-20" FLY_20 "when waiting ends";
    "CW-FLY-21" FLY_21 "a turn on the run";
    "CW-FLY-22" "flyers hold nothing";

    // Terrain, sight, geometry
    "CW-GEO-01" "the table";
    "CW-GEO-02" "shapes of teams and vehicles";
    "CW-GEO-03" "sight and cover";
    "CW-GEO-04" "facings of vehicles";
    "CW-GEO-05" "how terrain is laid out";
    "CW-GEO-06" GEO_06 "what terrain does";

    // Scenarios
    "CW-SCN-01" "The Patrol: edges and markers";
    "CW-SCN-02" "The Patrol: support";
    "CW-SCN-03" "The Patrol: victory";
    "CW-SCN-04" "The Probe: markers and opening moves";
    "CW-SCN-05" "The Probe: support";
    "CW-SCN-06" SCN_06 "The Probe: victory";
    "CW-SCN-07" "Attack and Defend: markers";
    "CW-SCN-08" "Attack and Defend: support";
    "CW-SCN-09" "Attack and Defend: victory";
    "CW-SCN-10" "Delaying Action: the shaded area";
    "CW-SCN-11" "Delaying Action: points";
    "CW-SCN-12" "Delaying Action: support";
    "CW-SCN-13" "Delaying Action: victory";
    "CW-SCN-14" "The Flank Attack: markers";
    "CW-SCN-15" "The Flank Attack: points";
    "CW-SCN-16" "The Flank Attack: support";
    "CW-SCN-17" "The Flank Attack: victory";
    "CW-SCN-18" "Attack on an Objective: markers and points";
    "CW-SCN-19" "Attack on an Objective: support";
    "CW-SCN-20" "Attack on an Objective: victory";
    "CW-SCN-21" "a rout of the attacker";
    "CW-SCN-22" "a rout of the defender where a goal wins";

    // Base system
    "CW-BAS-01" "hits by ballistic skill";
    "CW-BAS-02" "the second roll of great skill";
    "CW-BAS-03" "twin-linked weapons";
    "CW-BAS-04" "snap shots";
    "CW-BAS-05" "the wound chart";
    "CW-BAS-06" "weapons that wound on a fixed die";
    "CW-BAS-07" "AP against armour";
    "CW-BAS-08" "one save, the best";
    "CW-BAS-09" "weapons that ignore cover";
    "CW-BAS-10" "instant death";
    "CW-BAS-11" "models with several wounds";
    "CW-BAS-12" "weapon types and ranges";
    "CW-BAS-13" "heavy weapons after moving";
    "CW-BAS-14" BAS_14 "blasts";
    "CW-BAS-15" "templates";
    "CW-BAS-16" "melee hits by weapon skill";
    "CW-BAS-17" "attacks of a model";
    "CW-BAS-18" BAS_18 "order of blows";
    "CW-BAS-19" BAS_19 "result, break test and sweep";
    "CW-BAS-20" "penetration and hull points";
    "CW-BAS-21" "the damage table";
    "CW-BAS-22" "fusion weapons";
    "CW-BAS-23" "cover and jink saves of vehicles";
    "CW-BAS-24" "vehicle fire by speed";
    "CW-BAS-25" BAS_25 "morale, regroup and pinning tests";
    "CW-BAS-26" BAS_26 "transports";
    "CW-BAS-27" BAS_27 "mishaps, edges and interceptor fire";
    "CW-BAS-28" BAS_28 "precision fire at officers";
    "CW-BAS-29" BAS_29 "fall back and regroup";
    "CW-BAS-30" BAS_30 "passengers";
    "CW-BAS-31" "skyfire at the ground";
    "CW-BAS-32" "minimum range and barrages";
}

#[cfg(test)]
ledger_contract! {
    "chainsword", "CW":
    TRN 1..=12, ARM 1..=7, PAT 1..=15, JOP 1..=11, DEP 1..=16, CMD 1..=13, STR 1..=7, ACT 1..=4, MOV 1..=10,
    SHO 1..=11, SHK 1..=10, MEL 1..=6, OFF 1..=13, FMO 1..=8, FLY 1..=22, GEO 1..=6, SCN 1..=22, BAS 1..=32,
}
