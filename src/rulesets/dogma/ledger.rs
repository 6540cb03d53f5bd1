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
    ARM_01 "DG-ARM-01" silent "a Force keeps within the points limit, its Dogma included";
    ARM_02 "DG-ARM-02" silent "half the Force value comes from cheap Elements";
    ARM_03 "DG-ARM-03" silent "any unit in any number";
    ARM_04 "DG-ARM-04" silent "each Force names one Commander";
    ARM_05 "DG-ARM-05" silent "one Dogma may be bought, and outlives the Commander";
    ARM_06 "DG-ARM-06" silent "Force value counts Elements alone";
    ARM_07 "DG-ARM-07" silent "Fast Attack is Assault, AP is FP";

    // Setup
    SET_01 "DG-SET-01" silent "points decide table and deployment edges";
    SET_02 "DG-SET-02" silent "roll-offs are thrown again on ties";
    SET_03 "DG-SET-03" silent "order of setting up";
    SET_04 "DG-SET-04" silent "square table: the chosen edge on 4, 5 and 6";
    SET_05 "DG-SET-05" silent "other tables: the winner of a roll-off picks a long edge";
    SET_06 "DG-SET-06" silent "Deployment Zones are strips six inches deep";
    SET_07 "DG-SET-07" silent "the aggressor deploys first, the opponent sees it";
    SET_08 "DG-SET-08" silent "Air Support begins in reserve";
    SET_09 "DG-SET-09" silent "where and how bases may be deployed";
    SET_10 "DG-SET-10" silent "passengers may start aboard";
    SET_11 "DG-SET-11" silent "the aggressor takes the first turn";

    // Terrain
    TER_01 "DG-TER-01" silent "players place features in turn";
    TER_02 "DG-TER-02" silent "least and greatest size of a feature";
    TER_03 "DG-TER-03" counted "cover takes Optimal Target from ranged attacks";
    TER_04 "DG-TER-04" counted "cover does nothing for Air Support and Super Heavies";
    TER_05 "DG-TER-05" silent "cover does nothing in close combat";
    TER_06 "DG-TER-06" silent "impassable ground stops ground Elements";
    TER_07 "DG-TER-07" silent "flyers cross what is impassable but do not end there";
    TER_08 "DG-TER-08" silent "impassable ground and buildings block sight";
    TER_09 "DG-TER-09" silent "buildings are impassable";
    TER_10 "DG-TER-10" silent "which Types may attack buildings";
    TER_11 "DG-TER-11" counted "a building defends by its class and is always an Optimal Target";
    TER_12 "DG-TER-12" counted "a destroyed building turns into cover";
    TER_13 "DG-TER-13" silent "hills are open to all and block sight beyond them";
    TER_14 "DG-TER-14" silent "shots from or at a hill pass over things";
    TER_15 "DG-TER-15" silent "deep water stops movement, not sight";
    TER_16 "DG-TER-16" silent "terrain changes neither speed nor modifiers";
    TER_17 "DG-TER-17" silent "a base is where its centre is";

    // Turn
    TRN_01 "DG-TRN-01" silent "players take turns, a round is one of each";
    TRN_02 "DG-TRN-02" silent "phases of a turn";
    TRN_03 "DG-TRN-03" silent "one action after the other within a phase";
    TRN_04 "DG-TRN-04" silent "shaken markers come off at the end of the own turn";
    TRN_05 "DG-TRN-05" silent "marks of the turn are wiped at its start";
    TRN_06 "DG-TRN-06" silent "only the active player attacks";

    // Command
    CMD_01 "DG-CMD-01" silent "the initiative die gives Initiative Points";
    CMD_02 "DG-CMD-02" silent "a lost Commander costs a point each turn";
    CMD_03 "DG-CMD-03" silent "a tactical move costs a point";
    CMD_04 "DG-CMD-04" silent "a Group move costs a point";
    CMD_05 "DG-CMD-05" silent "unspent points are lost";
    CMD_06 "DG-CMD-06" silent "what costs no points";
    CMD_07 "DG-CMD-07" silent "one move each turn";
    CMD_08 "DG-CMD-08" silent "the Commander's place does not matter";

    // Movement of single Elements
    MOV_01 "DG-MOV-01" counted "a move is straight, forwards or backwards";
    MOV_02 "DG-MOV-02" silent "one free change of facing on the way";
    MOV_03 "DG-MOV-03" counted "a change of facing alone is a move";
    MOV_04 "DG-MOV-04" silent "bases do not pass through bases";
    MOV_05 "DG-MOV-05" silent "bases do not end on bases";
    MOV_06 "DG-MOV-06" silent "bases do not pass over what is impassable";
    MOV_07 "DG-MOV-07" silent "nobody leaves the table of his own will";
    MOV_08 "DG-MOV-08" silent "Move or Fire forbids shots after a move";
    MOV_09 "DG-MOV-09" silent "turning alone does not forbid shots";
    MOV_10 "DG-MOV-10" silent "others move and fire";
    MOV_11 "DG-MOV-11" silent "no zones of control";
    MOV_12 "DG-MOV-12" silent "engaged Elements do not move";

    // Groups
    GRP_01 "DG-GRP-01" silent "what makes a Group";
    GRP_02 "DG-GRP-02" silent "Groups may mix Types";
    GRP_03 "DG-GRP-03" silent "Groups are those of the start of the phase";
    GRP_04 "DG-GRP-04" silent "any connected part may move";
    GRP_05 "DG-GRP-05" counted "free turn to a friend's facing";
    GRP_06 "DG-GRP-06" counted "a Group moves at its slowest member's speed";
    GRP_07 "DG-GRP-07" counted "who cannot follow is left behind";
    GRP_08 "DG-GRP-08" silent "forwards with wheels, or straight backwards";
    GRP_09 "DG-GRP-09" silent "a wheel costs the way of the outer corner";
    GRP_10 "DG-GRP-10" silent "a Group may turn on the spot by quarter turns";
    GRP_11 "DG-GRP-11" counted "contact is made in formation";
    GRP_12 "DG-GRP-12" silent "members may pass where members stood";

    // Contact
    CON_01 "DG-CON-01" silent "full contact is edge on edge";
    CON_02 "DG-CON-02" counted "contact with a front closes the door";
    CON_03 "DG-CON-03" counted "a lone enemy turns to face";
    CON_04 "DG-CON-04" counted "Groups and engaged Elements are flanked";
    CON_05 "DG-CON-05" silent "no room to align means partial contact";
    CON_06 "DG-CON-06" counted "touching a front forbids shots";
    CON_07 "DG-CON-07" silent "which edge is contacted";
    CON_08 "DG-CON-08" silent "from partial contact: slide, break off or stay";
    CON_09 "DG-CON-09" silent "a Group may follow a slide";
    CON_10 "DG-CON-10" silent "how to break off";
    CON_11 "DG-CON-11" counted "moving into Air Support pushes it away";

    // APCs
    APC_01 "DG-APC-01" silent "who may ride";
    APC_02 "DG-APC-02" silent "two passengers";
    APC_03 "DG-APC-03" counted "getting aboard";
    APC_04 "DG-APC-04" silent "who boarded this turn is not carried this turn";
    APC_05 "DG-APC-05" counted "getting off";
    APC_06 "DG-APC-06" silent "where passengers are put";
    APC_07 "DG-APC-07" silent "who got off does not move";
    APC_08 "DG-APC-08" silent "passengers do nothing and go along";
    APC_09 "DG-APC-09" counted "passengers of a lost APC get off or die";
    APC_10 "DG-APC-10" silent "those thrown out may be shot at";
    APC_11 "DG-APC-11" silent "starting aboard";
    APC_12 "DG-APC-12" silent "loaded APCs in Groups";

    // Air Support and reserves
    AIR_01 "DG-AIR-01" counted "a 5 or 6 lets reserves come";
    AIR_02 "DG-AIR-02" silent "where reserves enter";
    AIR_03 "DG-AIR-03" silent "reserves attack when they arrive";
    AIR_04 "DG-AIR-04" silent "afterwards they move as others do";
    AIR_05 "DG-AIR-05" silent "Air Support flies over things";
    AIR_06 "DG-AIR-06" silent "nobody attacks Air Support in close combat";
    AIR_07 "DG-AIR-07" counted "Air Support evades contact";
    AIR_08 "DG-AIR-08" silent "Air Support stays out of close combat";
    AIR_09 "DG-AIR-09" silent "Elements do not hide or shield Air Support";
    AIR_10 "DG-AIR-10" silent "cover does nothing for Air Support";
    AIR_11 "DG-AIR-11" silent "reserves are out of reach and count in Force value";

    // Line of sight and range
    LOS_01 "DG-LOS-01" silent "sight is a clear line from front edge to base";
    LOS_02 "DG-LOS-02" silent "the line leaves forwards";
    LOS_03 "DG-LOS-03" silent "grazing lines are blocked";
    LOS_04 "DG-LOS-04" silent "what blocks sight";
    LOS_05 "DG-LOS-05" silent "the own feature does not block";
    LOS_06 "DG-LOS-06" silent "hills and aircraft see over things";
    LOS_07 "DG-LOS-07" silent "range is measured from front edge to base";
    LOS_08 "DG-LOS-08" silent "every shot needs sight";

    // Ranged attacks
    RNG_01 "DG-RNG-01" counted "each Element makes one ranged attack";
    RNG_02 "DG-RNG-02" silent "no shots by or at engaged Elements";
    RNG_03 "DG-RNG-03" silent "some units have no range";
    RNG_04 "DG-RNG-04" silent "die and modifier against die and modifier";
    RNG_05 "DG-RNG-05" silent "double destroys";
    RNG_06 "DG-RNG-06" silent "ties and less do nothing";
    RNG_07 "DG-RNG-07" counted "more, but not double, shakes";
    RNG_08 "DG-RNG-08" silent "an Optimal Target is destroyed by any higher total";
    RNG_09 "DG-RNG-09" silent "Optimal Targets at range";
    RNG_10 "DG-RNG-10" silent "one attack on a target each turn";
    RNG_11 "DG-RNG-11" counted "supporters of the same Type add to the total";
    RNG_12 "DG-RNG-12" silent "one attack or one support each turn";
    RNG_13 "DG-RNG-13" silent "only the attacker's modifier and Type count";
    RNG_14 "DG-RNG-14" silent "attacks are optional";

    // Shaken
    MOR_01 "DG-MOR-01" silent "shaken Elements check before they move or fire";
    MOR_02 "DG-MOR-02" silent "one check a turn serves for all";
    MOR_03 "DG-MOR-03" silent "a failed check costs no points";
    MOR_04 "DG-MOR-04" silent "members of a Group check each for itself";
    MOR_05 "DG-MOR-05" silent "what shaken Elements may do without a check";
    MOR_06 "DG-MOR-06" silent "markers do not add up";
    MOR_07 "DG-MOR-07" silent "close attacks and buildings make no markers";
    MOR_08 "DG-MOR-08" silent "Artillery's markers work in the first turn";

    // Close attacks
    CLO_01 "DG-CLO-01" counted "full contact allows a close attack";
    CLO_02 "DG-CLO-02" silent "any edge of the attacker will do";
    CLO_03 "DG-CLO-03" silent "Optimal Targets in close combat";
    CLO_04 "DG-CLO-04" counted "who flanks";
    CLO_05 "DG-CLO-05" counted "who supports in close combat";
    CLO_06 "DG-CLO-06" silent "an attacker is not his own supporter";
    CLO_07 "DG-CLO-07" silent "what destroys in close combat";
    CLO_08 "DG-CLO-08" counted "who is not destroyed recoils";
    CLO_09 "DG-CLO-09" silent "only the target recoils";
    CLO_10 "DG-CLO-10" silent "the attacker stays";
    CLO_11 "DG-CLO-11" silent "shaken Elements fight";
    CLO_12 "DG-CLO-12" silent "supporters are used up";
    CLO_13 "DG-CLO-13" counted "close attacks on buildings";

    // Recoil
    REC_01 "DG-REC-01" silent "direction and length of a recoil";
    REC_02 "DG-REC-02" silent "recoil into an enemy destroys";
    REC_03 "DG-REC-03" silent "recoil into deadly ground destroys";
    REC_04 "DG-REC-04" counted "friends are pushed";
    REC_05 "DG-REC-05" silent "a friend who cannot give way dooms the target";
    REC_06 "DG-REC-06" silent "recoil over the table edge destroys";
    REC_07 "DG-REC-07" silent "flyers recoil over everything";
    REC_08 "DG-REC-08" silent "touching is not overlapping";
    REC_09 "DG-REC-09" silent "what becomes of pushed friends";
    REC_10 "DG-REC-10" counted "recoil counts as the attacker's kill";

    // Dogmas
    DOG_01 "DG-DOG-01" counted "Artillery attacks every Element of a Group";
    DOG_02 "DG-DOG-02" counted "cover against Artillery";
    DOG_03 "DG-DOG-03" silent "whom Artillery may name";
    DOG_04 "DG-DOG-04" counted "Special Forces wait off table";
    DOG_05 "DG-DOG-05" silent "Tank Commander gives a free wheel";
    DOG_06 "DG-DOG-06" silent "Scout deploys forward";
    DOG_07 "DG-DOG-07" silent "Scouts keep from contact at first";

    // Scenarios
    SCN_01 "DG-SCN-01" counted "exterminate: destroy half the enemy's value";
    SCN_02 "DG-SCN-02" counted "regicide: destroy the Commander";
    SCN_03 "DG-SCN-03" counted "invasion: bring a third off the enemy edge";
    SCN_04 "DG-SCN-04" counted "invasion: how the opponent wins";
    SCN_05 "DG-SCN-05" counted "king of the hill: hold the centre";
    SCN_06 "DG-SCN-06" counted "capture the flag: a dropped flag is picked up";
    SCN_07 "DG-SCN-07" counted "capture the flag: friends recover the flag";
    SCN_08 "DG-SCN-08" counted "capture the flag: a close attack takes the flag";
    SCN_09 "DG-SCN-09" silent "control: where markers go";
    SCN_10 "DG-SCN-10" counted "control: hold two markers";

    // Victory
    VIC_01 "DG-VIC-01" silent "when victory is tested";
    VIC_02 "DG-VIC-02" counted "a side without Elements loses";
    VIC_03 "DG-VIC-03" counted "the game stops after so many rounds";

    // Optional rules
    OPT_01 "DG-OPT-01" silent "every knob can be varied";
    OPT_02 "DG-OPT-02" silent "scenario, terrain, edge and first player can be fixed";

    // Named but without effect
    NUL_01 "DG-NUL-01" silent "scale and looks of models";
    NUL_02 "DG-NUL-02" silent "descriptions of weapons";
    NUL_03 "DG-NUL-03" silent "what markers stand for";
    NUL_04 "DG-NUL-04" silent "what close attacks stand for";
    NUL_05 "DG-NUL-05" silent "references and lost pictures";
    NUL_06 "DG-NUL-06" silent "licence and origin";
    NUL_07 "DG-NUL-07" silent "length of a game";
    NUL_08 "DG-NUL-08" silent "house rules";
    NUL_09 "DG-NUL-09" silent "who throws a building's die";
    NUL_10 "DG-NUL-10" silent "markers beside ruins";

    // Geometry checks
    GEO_01 "DG-GEO-01" silent "a friend right between blocks sight";
    GEO_02 "DG-GEO-02" silent "a friend a little aside does not";
    GEO_03 "DG-GEO-03" silent "an aslant target in range";
    GEO_04 "DG-GEO-04" silent "a target beside the front line is unseen";
    GEO_05 "DG-GEO-05" silent "a target just ahead of the front line is seen";
    GEO_06 "DG-GEO-06" silent "the last hundredth of range";
    GEO_07 "DG-GEO-07" silent "a hill between blocks, a hill under one end lifts";
    GEO_08 "DG-GEO-08" silent "aircraft are seen over bases, not over rock";
    GEO_09 "DG-GEO-09" silent "no sight through a seam";
    GEO_10 "DG-GEO-10" silent "a wheel too long for the Group";
    GEO_11 "DG-GEO-11" silent "a wheel that Tank Commander makes legal";
    GEO_12 "DG-GEO-12" silent "recoils go away from each attacker";
    GEO_13 "DG-GEO-13" silent "no recoil through a base in the rear";
    GEO_14 "DG-GEO-14" silent "no recoil past an overlapping base";
    GEO_15 "DG-GEO-15" silent "a base aside does not matter";
    GEO_16 "DG-GEO-16" silent "corner contact and breaking off";
    GEO_17 "DG-GEO-17" silent "where reserves may enter";
    GEO_18 "DG-GEO-18" silent "wholly within four inches";
    GEO_19 "DG-GEO-19" silent "hopping over an enemy";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::ledger_page;

    #[test]
    fn subsystems_are_complete() {
        let sizes = [
            ("ARM", 7),
            ("SET", 11),
            ("TER", 17),
            ("TRN", 6),
            ("CMD", 8),
            ("MOV", 12),
            ("GRP", 12),
            ("CON", 11),
            ("APC", 12),
            ("AIR", 11),
            ("LOS", 8),
            ("RNG", 14),
            ("MOR", 8),
            ("CLO", 13),
            ("REC", 10),
            ("DOG", 7),
            ("SCN", 10),
            ("VIC", 3),
            ("OPT", 2),
            ("NUL", 10),
            ("GEO", 19),
        ];
        let expected =
            sizes.iter().flat_map(|(subsystem, size)| (1..=*size).map(move |n| format!("DG-{subsystem}-{n:02}")));
        assert_eq!(LEDGER.iter().map(|atom| atom.id.to_owned()).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn the_page_holds_every_rule_and_what_it_names_exists() {
        ledger_page::check("dogma", LEDGER, include_str!("LEDGER.md"));
    }
}
