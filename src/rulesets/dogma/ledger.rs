//! Every rule of the game under its identifier, and the indices under which games count them.

use crate::game::ledger;
#[cfg(test)]
use crate::game::ledger_contract;

ledger! {
    // Army building
    "DG-ARM-01" "a Force keeps within the points limit, its Dogma included";
    "DG-ARM-02" "half the Force value comes from cheap Elements";
    "DG-ARM-03" "any unit in any number";
    "DG-ARM-04" "each Force names one Commander";
    "DG-ARM-05" "one Dogma may be bought, and outlives the Commander";
    "DG-ARM-06" "Force value counts Elements alone";
    "DG-ARM-07" "Fast Attack is Assault, AP is FP";

    // Setup
    "DG-SET-01" "points decide table and deployment edges";
    "DG-SET-02" "roll-offs are thrown again on ties";
    "DG-SET-03" "order of setting up";
    "DG-SET-04" "square table: the chosen edge on 4, 5 and 6";
    "DG-SET-05" "other tables: the winner of a roll-off picks a long edge";
    "DG-SET-06" "Deployment Zones are strips six inches deep";
    "DG-SET-07" "the aggressor deploys first, the opponent sees it";
    "DG-SET-08" "Air Support begins in reserve";
    "DG-SET-09" "where and how bases may be deployed";
    "DG-SET-10" "passengers may start aboard";
    "DG-SET-11" "the aggressor takes the first turn";

    // Terrain
    "DG-TER-01" "players place features in turn";
    "DG-TER-02" "least and greatest size of a feature";
    "DG-TER-03" TER_03 "cover takes Optimal Target from ranged attacks";
    "DG-TER-04" TER_04 "cover does nothing for Air Support and Super Heavies";
    "DG-TER-05" "cover does nothing in close combat";
    "DG-TER-06" "impassable ground stops ground Elements";
    "DG-TER-07" "flyers cross what is impassable but do not end there";
    "DG-TER-08" "impassable ground and buildings block sight";
    "DG-TER-09" "buildings are impassable";
    "DG-TER-10" "which Types may attack buildings";
    "DG-TER-11" TER_11 "a building defends by its class and is always an Optimal Target";
    "DG-TER-12" TER_12 "a destroyed building turns into cover";
    "DG-TER-13" "hills are open to all and block sight beyond them";
    "DG-TER-14" "shots from or at a hill pass over things";
    "DG-TER-15" "deep water stops movement, not sight";
    "DG-TER-16" "terrain changes neither speed nor modifiers";
    "DG-TER-17" "a base is where its centre is";

    // Turn
    "DG-TRN-01" "players take turns, a round is one of each";
    "DG-TRN-02" "phases of a turn";
    "DG-TRN-03" "one action after the other within a phase";
    "DG-TRN-04" "shaken markers come off at the end of the own turn";
    "DG-TRN-05" "marks of the turn are wiped at its start";
    "DG-TRN-06" "only the active player attacks";

    // Command
    "DG-CMD-01" "the initiative die gives Initiative Points";
    "DG-CMD-02" "a lost Commander costs a point each turn";
    "DG-CMD-03" "a tactical move costs a point";
    "DG-CMD-04" "a Group move costs a point";
    "DG-CMD-05" "unspent points are lost";
    "DG-CMD-06" "what costs no points";
    "DG-CMD-07" "one move each turn";
    "DG-CMD-08" "the Commander's place does not matter";

    // Movement of single Elements
    "DG-MOV-01" MOV_01 "a move is straight, forwards or backwards";
    "DG-MOV-02" "one free change of facing on the way";
    "DG-MOV-03" MOV_03 "a change of facing alone is a move";
    "DG-MOV-04" "bases do not pass through bases";
    "DG-MOV-05" "bases do not end on bases";
    "DG-MOV-06" "bases do not pass over what is impassable";
    "DG-MOV-07" "nobody leaves the table of his own will";
    "DG-MOV-08" "Move or Fire forbids shots after a move";
    "DG-MOV-09" "turning alone does not forbid shots";
    "DG-MOV-10" "others move and fire";
    "DG-MOV-11" "no zones of control";
    "DG-MOV-12" "engaged Elements do not move";

    // Groups
    "DG-GRP-01" "what makes a Group";
    "DG-GRP-02" "Groups may mix Types";
    "DG-GRP-03" "Groups are those of the start of the phase";
    "DG-GRP-04" "any connected part may move";
    "DG-GRP-05" GRP_05 "free turn to a friend's facing";
    "DG-GRP-06" GRP_06 "a Group moves at its slowest member's speed";
    "DG-GRP-07" GRP_07 "who cannot follow is left behind";
    "DG-GRP-08" "forwards with wheels, or straight backwards";
    "DG-GRP-09" "a wheel costs the way of the outer corner";
    "DG-GRP-10" "a Group may turn on the spot by quarter turns";
    "DG-GRP-11" GRP_11 "contact is made in formation";
    "DG-GRP-12" "members may pass where members stood";

    // Contact
    "DG-CON-01" "full contact is edge on edge";
    "DG-CON-02" CON_02 "contact with a front closes the door";
    "DG-CON-03" CON_03 "a lone enemy turns to face";
    "DG-CON-04" CON_04 "Groups and engaged Elements are flanked";
    "DG-CON-05" "no room to align means partial contact";
    "DG-CON-06" CON_06 "touching a front forbids shots";
    "DG-CON-07" "which edge is contacted";
    "DG-CON-08" "from partial contact: slide, break off or stay";
    "DG-CON-09" "a Group may follow a slide";
    "DG-CON-10" "how to break off";
    "DG-CON-11" CON_11 "moving into Air Support pushes it away";

    // APCs
    "DG-APC-01" "who may ride";
    "DG-APC-02" "two passengers";
    "DG-APC-03" APC_03 "getting aboard";
    "DG-APC-04" "who boarded this turn is not carried this turn";
    "DG-APC-05" APC_05 "getting off";
    "DG-APC-06" "where passengers are put";
    "DG-APC-07" "who got off does not move";
    "DG-APC-08" "passengers do nothing and go along";
    "DG-APC-09" APC_09 "passengers of a lost APC get off or die";
    "DG-APC-10" "those thrown out may be shot at";
    "DG-APC-11" "starting aboard";
    "DG-APC-12" "loaded APCs in Groups";

    // Air Support and reserves
    "DG-AIR-01" AIR_01 "a 5 or 6 lets reserves come";
    "DG-AIR-02" "where reserves enter";
    "DG-AIR-03" "reserves attack when they arrive";
    "DG-AIR-04" "afterwards they move as others do";
    "DG-AIR-05" "Air Support flies over things";
    "DG-AIR-06" "nobody attacks Air Support in close combat";
    "DG-AIR-07" AIR_07 "Air Support evades contact";
    "DG-AIR-08" "Air Support stays out of close combat";
    "DG-AIR-09" "Elements do not hide or shield Air Support";
    "DG-AIR-10" "cover does nothing for Air Support";
    "DG-AIR-11" "reserves are out of reach and count in Force value";

    // Line of sight and range
    "DG-LOS-01" "sight is a clear line from front edge to base";
    "DG-LOS-02" "the line leaves forwards";
    "DG-LOS-03" "grazing lines are blocked";
    "DG-LOS-04" "what blocks sight";
    "DG-LOS-05" "the own feature does not block";
    "DG-LOS-06" "hills and aircraft see over things";
    "DG-LOS-07" "range is measured from front edge to base";
    "DG-LOS-08" "every shot needs sight";

    // Ranged attacks
    "DG-RNG-01" RNG_01 "each Element makes one ranged attack";
    "DG-RNG-02" "no shots by or at engaged Elements";
    "DG-RNG-03" "some units have no range";
    "DG-RNG-04" "die and modifier against die and modifier";
    "DG-RNG-05" "double destroys";
    "DG-RNG-06" "ties and less do nothing";
    "DG-RNG-07" RNG_07 "more, but not double, shakes";
    "DG-RNG-08" "an Optimal Target is destroyed by any higher total";
    "DG-RNG-09" "Optimal Targets at range";
    "DG-RNG-10" "one attack on a target each turn";
    "DG-RNG-11" RNG_11 "supporters of the same Type add to the total";
    "DG-RNG-12" "one attack or one support each turn";
    "DG-RNG-13" "only the attacker's modifier and Type count";
    "DG-RNG-14" "attacks are optional";

    // Shaken
    "DG-MOR-01" "shaken Elements check before they move or fire";
    "DG-MOR-02" "one check a turn serves for all";
    "DG-MOR-03" "a failed check costs no points";
    "DG-MOR-04" "members of a Group check each for itself";
    "DG-MOR-05" "what shaken Elements may do without a check";
    "DG-MOR-06" "markers do not add up";
    "DG-MOR-07" "close attacks and buildings make no markers";
    "DG-MOR-08" "Artillery's markers work in the first turn";

    // Close attacks
    "DG-CLO-01" CLO_01 "full contact allows a close attack";
    "DG-CLO-02" "any edge of the attacker will do";
    "DG-CLO-03" "Optimal Targets in close combat";
    "DG-CLO-04" CLO_04 "who flanks";
    "DG-CLO-05" CLO_05 "who supports in close combat";
    "DG-CLO-06" "an attacker is not his own supporter";
    "DG-CLO-07" "what destroys in close combat";
    "DG-CLO-08" CLO_08 "who is not destroyed recoils";
    "DG-CLO-09" "only the target recoils";
    "DG-CLO-10" "the attacker stays";
    "DG-CLO-11" "shaken Elements fight";
    "DG-CLO-12" "supporters are used up";
    "DG-CLO-13" CLO_13 "close attacks on buildings";

    // Recoil
    "DG-REC-01" "direction and length of a recoil";
    "DG-REC-02" "recoil into an enemy destroys";
    "DG-REC-03" "recoil into deadly ground destroys";
    "DG-REC-04" REC_04 "friends are pushed";
    "DG-REC-05" "a friend who cannot give way dooms the target";
    "DG-REC-06" "recoil over the table edge destroys";
    "DG-REC-07" "flyers recoil over everything";
    "DG-REC-08" "touching is not overlapping";
    "DG-REC-09" "what becomes of pushed friends";
    "DG-REC-10" REC_10 "recoil counts as the attacker's kill";

    // Dogmas
    "DG-DOG-01" DOG_01 "Artillery attacks every Element of a Group";
    "DG-DOG-02" DOG_02 "cover against Artillery";
    "DG-DOG-03" "whom Artillery may name";
    "DG-DOG-04" DOG_04 "Special Forces wait off table";
    "DG-DOG-05" "Tank Commander gives a free wheel";
    "DG-DOG-06" "Scout deploys forward";
    "DG-DOG-07" "Scouts keep from contact at first";

    // Scenarios
    "DG-SCN-01" SCN_01 "exterminate: destroy half the enemy's value";
    "DG-SCN-02" SCN_02 "regicide: destroy the Commander";
    "DG-SCN-03" SCN_03 "invasion: bring a third off the enemy edge";
    "DG-SCN-04" SCN_04 "invasion: how the opponent wins";
    "DG-SCN-05" SCN_05 "king of the hill: hold the centre";
    "DG-SCN-06" SCN_06 "capture the flag: a dropped flag is picked up";
    "DG-SCN-07" SCN_07 "capture the flag: friends recover the flag";
    "DG-SCN-08" SCN_08 "capture the flag: a close attack takes the flag";
    "DG-SCN-09" "control: where markers go";
    "DG-SCN-10" SCN_10 "control: hold two markers";

    // Victory
    "DG-VIC-01" "when victory is tested";
    "DG-VIC-02" VIC_02 "a side without Elements loses";
    "DG-VIC-03" VIC_03 "the game stops after so many rounds";

    // Optional rules
    "DG-OPT-01" "every knob can be varied";
    "DG-OPT-02" "scenario, terrain, edge and first player can be fixed";

    // Named but without effect
    "DG-NUL-01" "scale and looks of models";
    "DG-NUL-02" "descriptions of weapons";
    "DG-NUL-03" "what markers stand for";
    "DG-NUL-04" "what close attacks stand for";
    "DG-NUL-05" "references and lost pictures";
    "DG-NUL-06" "licence and origin";
    "DG-NUL-07" "length of a game";
    "DG-NUL-08" "house rules";
    "DG-NUL-09" "who throws a building's die";
    "DG-NUL-10" "markers beside ruins";

    // Geometry checks
    "DG-GEO-01" "a friend right between blocks sight";
    "DG-GEO-02" "a friend a little aside does not";
    "DG-GEO-03" "an aslant target in range";
    "DG-GEO-04" "a target beside the front line is unseen";
    "DG-GEO-05" "a target just ahead of the front line is seen";
    "DG-GEO-06" "the last hundredth of range";
    "DG-GEO-07" "a hill between blocks, a hill under one end lifts";
    "DG-GEO-08" "aircraft are seen over bases, not over rock";
    "DG-GEO-09" "no sight through a seam";
    "DG-GEO-10" "a wheel too long for the Group";
    "DG-GEO-11" "a wheel that Tank Commander makes legal";
    "DG-GEO-12" "recoils go away from each attacker";
    "DG-GEO-13" "no recoil through a base in the rear";
    "DG-GEO-14" "no recoil past an overlapping base";
    "DG-GEO-15" "a base aside does not matter";
    "DG-GEO-16" "corner contact and breaking off";
    "DG-GEO-17" "where reserves may enter";
    "DG-GEO-18" "wholly within four inches";
    "DG-GEO-19" "hopping over an enemy";
}

#[cfg(test)]
ledger_contract! {
    "dogma", "DG":
    ARM 1..=7, SET 1..=11, TER 1..=17, TRN 1..=6, CMD 1..=8, MOV 1..=12, GRP 1..=12, CON 1..=11, APC 1..=12,
    AIR 1..=11, LOS 1..=8, RNG 1..=14, MOR 1..=8, CLO 1..=13, REC 1..=10, DOG 1..=7, SCN 1..=10, VIC 1..=3,
    OPT 1..=2, NUL 1..=10, GEO 1..=19,
}
