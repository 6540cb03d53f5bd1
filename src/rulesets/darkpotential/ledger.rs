//! Every rule of the game under its identifier.

use crate::game::ledger;
#[cfg(test)]
use crate::game::ledger_contract;

ledger! {
    // General and dice
    "DP-GEN-01" "lengths are inches on a plane without a grid";
    "DP-GEN-02" "distances run from base edge to base edge";
    "DP-GEN-03" "a height difference makes the distance slanted";
    "DP-GEN-04" "anything may be measured at any time";
    "DP-GEN-05" "all bases are 25 mm unless a unit says otherwise";
    "DP-GEN-06" "two dice equal to or under the target succeed";
    "DP-GEN-07" "the margin is what lies between total and target";
    "DP-GEN-08" "no total is special";
    "DP-GEN-09" "modifiers add up and the target is not clamped";
    "DP-GEN-10" "margins count only where a rule reads them";
    "DP-GEN-11" "a turn is one player's, a round is two turns";

    // Army building
    "DP-ARM-01" "any units make an army";
    "DP-ARM-02" "identical armies are an option";
    "DP-ARM-03" "the suggested force";
    "DP-ARM-04" "the larger force adds a squad without pistols";
    "DP-ARM-05" "a missing skill makes an action impossible";
    "DP-ARM-06" "a unit is a single model or a squad";
    "DP-ARM-07" "units, weapons and squads are data";
    "DP-ARM-08" "costs never touch play";

    // Setup
    "DP-SET-01" "the board is 48 by 48";
    "DP-SET-02" "so much terrain";
    "DP-SET-03" "few wide gaps between features";
    "DP-SET-04" "what each piece is stands before play";
    "DP-SET-05" SET_05 "a roll-off decides who goes first";
    "DP-SET-06" "the first player picks an edge and deploys within 12 inches";
    "DP-SET-07" "the second deploys opposite, knowing the first";
    "DP-SET-08" "squad leaders are named at deployment";
    "DP-SET-09" "stealth sets deploy as bases in coherency";
    "DP-SET-10" "pools begin full";

    // Terrain
    "DP-TER-01" "area terrain covers whoever stands inside";
    "DP-TER-02" "buildings are no area terrain";
    "DP-TER-03" "difficult ground costs double";
    "DP-TER-04" "linear obstacles are low and thin";
    "DP-TER-05" "terrain may have levels";
    "DP-TER-06" "a piece gives light, medium or heavy cover";

    // Turn and activation
    "DP-TRN-01" "a turn regenerates, then activates";
    "DP-TRN-02" "the active side regenerates";
    "DP-TRN-03" TRN_03 "half of the base comes back, at least one, never above it";
    "DP-TRN-04" "the last member of a squad regains nothing";
    "DP-TRN-05" "every unit activates once, in any order";
    "DP-TRN-06" "turns alternate without a fixed end";
    "DP-ACT-01" "reveals and re-entries come first";
    "DP-ACT-02" "then passive Perception";
    "DP-ACT-03" "then a Tactical Manoeuvre is bought";
    "DP-ACT-04" "then everybody moves";
    "DP-ACT-05" "then one action a model";
    "DP-ACT-06" "a squad activates whole, strays too";
    "DP-ACT-07" "a squad finishes a step before the next";
    "DP-ACT-08" "the owner orders members within a step";
    "DP-ACT-09" "members may take different actions";
    "DP-ACT-10" "the list of actions is closed";

    // Movement
    "DP-MOV-01" "a Move goes as far as Movement";
    "DP-MOV-02" "who stands still may fire Move or Shoot weapons";
    "DP-MOV-03" "contact may be made in any movement";
    "DP-MOV-04" "difficult ground binds charges too";
    "DP-MOV-05" "an inch up or down costs an inch";
    "DP-MOV-06" "the step onto the top costs an inch";
    "DP-MOV-07" "a climb is finished or not begun";
    "DP-MOV-08" "a second move is a movement of its own";
    "DP-MOV-09" "linear obstacles cost double their thickness";
    "DP-MOV-10" "leaving contact draws free attacks";
    "DP-MOV-11" "a free attack adds 2";
    "DP-MOV-12" "free attacks are attacks like others";
    "DP-MOV-13" "sliding along an enemy provokes nothing";
    "DP-MOV-14" "bases do not overlap, friends may be passed";
    "DP-MOV-15" "a second move follows the rules of the first";

    // Line of sight and cover
    "DP-LOS-01" "sight is true and mutual";
    "DP-LOS-02" "geometry settles doubtful cases";
    "DP-LOS-03" "models neither block nor cover";
    "DP-LOS-04" "woods obscure and do not block";
    "DP-LOS-05" "height sees over low pieces";
    "DP-LOS-06" "cover needs something hidden, or area terrain";
    "DP-LOS-07" "less than half hidden is one less, at least one";
    "DP-LOS-08" "terrain that the attacker touches gives no cover";
    "DP-LOS-09" "the best grade in the way counts";

    // Shooting
    "DP-SHT-01" "one ranged attack, weapon and enemy an action";
    "DP-SHT-02" "what adds up to the hit target";
    "DP-SHT-03" "weapons reach any distance";
    "DP-SHT-04" "each further step of range costs a point";
    "DP-SHT-05" "cover costs points";
    "DP-SHT-06" "any visible enemy may be chosen";
    "DP-SHT-07" "no shooting into combat";
    "DP-SHT-08" "no shooting while engaged";
    "DP-SHT-09" SHT_09 "a hit leads to a Strength roll";
    "DP-SHT-10" "each attack is finished before the next";
    "DP-SHT-11" "a ranged hit ends the target's stances";
    "DP-SHT-12" "inaccurate weapons take a point off";
    "DP-SHT-13" "suppressing weapons worsen Leadership";
    "DP-SHT-14" "Move or Shoot weapons need a model that stood still";

    // Area weapons
    "DP-AOE-01" "the normal hit roll at a visible target";
    "DP-AOE-02" AOE_02 "a hit centres the template on the target";
    "DP-AOE-03" AOE_03 "a miss deviates in one of six directions";
    "DP-AOE-04" "a die of deviation for each 8 inches begun";
    "DP-AOE-05" "full strength under the hole, less beside it";
    "DP-AOE-06" "touched is within template and base";
    "DP-AOE-07" "one level only";
    "DP-AOE-08" "no hit roll and no cover for bystanders";
    "DP-AOE-09" "all hits at once, deaths afterwards";
    "DP-AOE-10" "friends are hit too";
    "DP-AOE-11" "stealth bases under it vanish or are revealed";
    "DP-AOE-12" "Command Points work on every roll of it";
    "DP-AOE-13" "what lies off the board is lost";

    // Wounding
    "DP-WND-01" "Strength less Armor is the target number";
    "DP-WND-02" WND_02 "one wound and the margin";
    "DP-WND-03" "the hit margin counts for nothing";
    "DP-WND-04" WND_04 "no wounds left means removed";
    "DP-WND-05" "wounds never come back";
    "DP-WND-06" WND_06 "a hit without a wound is a hit";

    // Close combat and charge
    "DP-CLC-01" "one attack on an enemy in contact";
    "DP-CLC-02" "Close Combat less Defense, nothing else";
    "DP-CLC-03" "wounds as in shooting";
    "DP-CLC-04" "no strike back";
    "DP-CLC-05" "one enemy among several is chosen";
    "DP-CLC-06" "fighting across a linear obstacle";
    "DP-CLC-07" "contact binds nobody";
    "DP-CHG-01" "half of Movement and then an attack";
    "DP-CHG-02" "a charge without contact ends there";
    "DP-CHG-03" "a charge is movement";
    "DP-CHG-04" "a Move and a charge go one and a half times Movement";

    // Overwatch
    "DP-OVW-01" OVW_01 "an action and a point a model";
    "DP-OVW-02" "an arc of 45 degrees";
    "DP-OVW-03" "a mover in arc and sight may be shot at any point";
    "DP-OVW-04" "only movement triggers it";
    "DP-OVW-05" "a survivor moves on";
    "DP-OVW-06" "squad mates may think again";
    "DP-OVW-07" "one shot and it is over";
    "DP-OVW-08" "several watchers may fire";
    "DP-OVW-09" "a ranged hit ends it";
    "DP-OVW-10" "contact ends it";
    "DP-OVW-11" "a failed Leadership roll ends it";
    "DP-OVW-12" "it ends with the enemy turn";
    "DP-OVW-13" "only a weapon that could have been fired";
    "DP-OVW-14" "the weapon is declared";
    "DP-OVW-15" "a stealth base is looked at, not shot";

    // Combat Ready
    "DP-CBR-01" CBR_01 "an action and a point";
    "DP-CBR-02" "an arc of 90 degrees";
    "DP-CBR-03" "a charge at an enemy that comes near";
    "DP-CBR-04" "contact is near enough";
    "DP-CBR-05" "only that enemy";
    "DP-CBR-06" "one charge and it is over";
    "DP-CBR-07" "a ranged hit ends it";
    "DP-CBR-08" "a close-combat hit ends it";
    "DP-CBR-09" "a failed Leadership roll ends it";
    "DP-CBR-10" "it ends with the enemy turn";
    "DP-CBR-11" "the charge pays for terrain";

    // Suppressing Fire
    "DP-SUP-01" SUP_01 "two or more members together";
    "DP-SUP-02" "one point in all";
    "DP-SUP-03" "the template grows with the group";
    "DP-SUP-04" "all must see its centre";
    "DP-SUP-05" "templates overlap freely";
    "DP-SUP-06" "moving or acting in it draws an attack";
    "DP-SUP-07" "no cover and two points off";
    "DP-SUP-08" "the owner picks who fires";
    "DP-SUP-09" "one attack a model, turn and template";
    "DP-SUP-10" "participants drop out";
    "DP-SUP-11" "the template shrinks with them";
    "DP-SUP-12" "it ends with the enemy turn";
    "DP-SUP-13" "standing idle in it is safe";
    "DP-SUP-14" "the attack comes before the action";
    "DP-SUP-15" "a manoeuvre does not help";

    // Command Points
    "DP-CMD-01" "models and squads hold pools";
    "DP-CMD-02" "only the holder spends";
    "DP-CMD-03" "a Commander's points serve friends in range";
    "DP-CMD-04" "a squad's points serve members in range";
    "DP-CMD-05" "Command Range is Leadership in inches";
    "DP-CMD-06" "sources may be mixed";
    "DP-CMD-07" CMD_07 "own rolls may be thrown again";
    "DP-CMD-08" CMD_08 "own rolls may be shifted once";
    "DP-CMD-09" CMD_09 "an opposing roll may be forced again once";
    "DP-CMD-10" CMD_10 "an opposing roll may be shifted";
    "DP-CMD-11" "defender first, in turn, until both pass";
    "DP-CMD-12" "each test begins afresh";
    "DP-CMD-13" "a new throw wipes shifts";
    "DP-CMD-14" "every roll can be affected";
    "DP-CMD-15" "a shift moves the margin";
    "DP-CMD-16" "uses against a roll need a model it affects";
    "DP-CMD-17" "points last up to the base";
    "DP-CMD-18" "a dead model's points are gone";

    // Tactical Manoeuvre
    "DP-TAC-01" TAC_01 "a point before the unit moves";
    "DP-TAC-02" "it covers members in Command Range";
    "DP-TAC-03" "a single model covers itself";
    "DP-TAC-04" "a covered movement is not interrupted";
    "DP-TAC-05" "a watcher may fire at its end";
    "DP-TAC-06" "it lasts for the activation";
    "DP-TAC-07" "who is touched at the end does not fire";

    // Stealth
    "DP-STL-01" "the level is the number of false bases";
    "DP-STL-02" "open or as bases";
    "DP-STL-03" "which one is real is secret";
    "DP-STL-04" "bases move like the model";
    "DP-STL-05" "bases take no action but a second move";
    "DP-STL-06" "bases stay linked";
    "DP-STL-07" "coherency is checked when the activation ends";
    "DP-STL-08" "bases cannot be targeted";
    "DP-STL-09" STL_09 "the owner may reveal";
    "DP-STL-10" "no real base left means destroyed";
    "DP-STL-11" "found false bases go, a found real one ends it";
    "DP-STL-12" "a base under a template goes or is revealed";
    "DP-STL-13" STL_13 "going back into stealth";
    "DP-STL-14" "bases without room are left out";
    "DP-STL-15" "the real one is noted anew";
    "DP-STL-16" "then only a second move";
    "DP-STL-17" "no Perception checks in stealth";
    "DP-STL-18" "no Leadership rolls in stealth";
    "DP-STL-19" "Command Points work in stealth";
    "DP-STL-20" "bases and enemies keep apart";
    "DP-STL-21" "no way back when engaged or suppressed";
    "DP-STL-22" "bases are no models";
    "DP-STL-23" "all bases activate together";
    "DP-STL-24" "losing false bases is no death";

    // Perception
    "DP-PER-01" "Perception less distance and cover, more when active";
    "DP-PER-02" "a point for each 6 inches begun";
    "DP-PER-03" "cover as against shots";
    "DP-PER-04" "every model checks every base it sees";
    "DP-PER-05" "watchers check moving bases";
    "DP-PER-06" "an action checks one base";
    "DP-PER-07" "Command Points work on it";
    "DP-PER-08" "an engaged model checks too";

    // Leadership
    "DP-LDR-01" "single models test";
    "DP-LDR-02" "who is hit and lives tests";
    "DP-LDR-03" "who sees a friend die nearby tests";
    "DP-LDR-04" LDR_04 "equal to or under Leadership passes";
    "DP-LDR-05" "no more rolls after a failure";
    "DP-LDR-06" LDR_06 "failure suppresses and ends stances";
    "DP-LDR-07" "in the open it runs for cover";
    "DP-LDR-08" "in cover it gives up its movement";
    "DP-LDR-09" "a Commander's Leadership may be used";
    "DP-LDR-10" "what counts as in cover";
    "DP-LDR-11" "suppression lasts one activation";
    "DP-LDR-12" "it does not stack";
    "DP-LDR-13" "contact is no exemption";
    "DP-LDR-14" "any friend's death counts";

    // Squads
    "DP-SQD-01" SQD_01 "a squad has a leader";
    "DP-SQD-02" "a new leader follows at once";
    "DP-SQD-03" "points lie with the leader";
    "DP-SQD-04" "strays get nothing from the squad";
    "DP-SQD-05" "strays use a Commander's points";
    "DP-SQD-06" "no coherency";
    "DP-SQD-07" SQD_07 "a special weapon may be picked up";
    "DP-SQD-08" "the taker stands where the carrier stood";
    "DP-SQD-09" "only after all damage";
    "DP-SQD-10" "the taker keeps what it had, but no stance";
    "DP-SQD-11" "nobody has to";

    // Units
    "DP-UNI-01" "the Leader is a commander";
    "DP-UNI-02" "the Sniper digs in";
    "DP-UNI-03" "the rifle";
    "DP-UNI-04" "the Assassin";
    "DP-UNI-05" "the Rocket Launcher";
    "DP-UNI-06" "one weapon of several for an attack";

    // Victory and options
    "DP-VIC-01" VIC_01 "without models left a side loses";
    "DP-VIC-02" VIC_02 "both at once is a draw";
    "DP-VIC-03" VIC_03 "the cap is decided by attrition";
    "DP-OPT-01" "identical armies";
    "DP-OPT-02" "other boards";
    "DP-OPT-03" "centimetres";
    "DP-OPT-04" "other bases";
}

#[cfg(test)]
ledger_contract! {
    "darkpotential", "DP":
    GEN 1..=11, ARM 1..=8, SET 1..=10, TER 1..=6, TRN 1..=6, ACT 1..=10, MOV 1..=15, LOS 1..=9, SHT 1..=14,
    AOE 1..=13, WND 1..=6, CLC 1..=7, CHG 1..=4, OVW 1..=15, CBR 1..=11, SUP 1..=15, CMD 1..=18, TAC 1..=7,
    STL 1..=24, PER 1..=8, LDR 1..=14, SQD 1..=11, UNI 1..=6, VIC 1..=3, OPT 1..=4,
}
