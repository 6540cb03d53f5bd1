//! Every rule of the game under its identifier.

use crate::game::RuleAtom;

/// Declares the rules in order; none is counted: that is done by whole games.
macro_rules! ledger {
    ($($id:literal $about:literal;)+) => {
        /// Every rule, in order.
        pub const LEDGER: &[RuleAtom] = &[$(RuleAtom { id: $id, about: $about, counted: false }),+];
    };
}

ledger! {
    "HX-DIE-01" "the special cube passes color, code and cnc on 3, 2 and 1 faces";
    "HX-DIE-02" "numbered dice may replace the cube";
    "HX-DIE-03" "red has a tag of its own on numbered dice";
    "HX-DIE-04" "Red H is the red face with the symbol";
    "HX-DIE-05" "command rolls use ten sides, other tables six";
    "HX-ARM-01" "a unit is one piece";
    "HX-ARM-02" "every unit has type, grade, weapon, threshold and tags";
    "HX-ARM-03" "sizes of brigades, divisions and corps";
    "HX-ARM-04" "batteries belong to a brigade or an artillery battalion";
    "HX-ARM-05" "grades may be drawn by year and side";
    "HX-ARM-06" "rare units rout on the fourth hit";
    "HX-ARM-07" "commanders have a level and a value; one is supreme";
    "HX-ARM-08" "commanders of an ethnic group lead that group alone";
    "HX-ARM-09" "the defender is outnumbered by a third";
    "HX-ARM-10" "the defender has no more cavalry than the attacker";
    "HX-ARM-11" "the defender has a fake marker or a hidden unit";
    "HX-ARM-13" "units are ordered, fatigued or routed, and nothing else";
    "HX-ARM-12" "what a piece stands for";
    "HX-SET-01" "optional rules and command values are chosen before play";
    "HX-SET-02" "kinds of scenarios";
    "HX-SET-03" "event cards";
    "HX-SET-04" "order of the groups under activation";
    "HX-SET-05" "units that start on the table";
    "HX-SET-06" "reinforcements are written down before play";
    "HX-SET-07" "each division marks a route of retreat";
    "HX-SET-08" "leaving far from the route of retreat counts more";
    "HX-SET-09" "consecutive-fire markers";
    "HX-SET-10" "names, flags and markers";
    "HX-SET-11" "set-up comes before initiative";
    "HX-TER-01" "a grid of hexes faced by their flats";
    "HX-TER-02" "obstacles tire those who cross them in mid-move";
    "HX-TER-03" "from forest to forest costs nothing more";
    "HX-TER-04" "entering a forest ends the move";
    "HX-TER-05" "mounted troops keep out of forest";
    "HX-TER-06" "roads cancel the cost of terrain";
    "HX-TER-07" "buildings tire but do not stop";
    "HX-TER-08" "creeks have no effect";
    "HX-TER-09" "a column on a road in terrain is flanked";
    "HX-TER-10" "what a building hex is";
    "HX-TER-11" "height is cover against lower enemies";
    "HX-TER-12" "forts are double cover";
    "HX-TER-13" "rivers are crossed at bridges, fords and pontoons";
    "HX-TER-14" "one unit to a hex";
    "HX-TRN-01" "the winner of initiative is phasing first";
    "HX-TRN-02" "order of the steps of a half";
    "HX-TRN-03" "initiative is rolled each turn";
    "HX-TRN-04" "groups move in turn under activation";
    "HX-TRN-05" "all fire together after activation";
    "HX-TRN-06" "one side fires before the other";
    "HX-TRN-07" "each group is a half of its own";
    "HX-TRN-08" "one shot a turn under activation";
    "HX-TRN-09" "batteries fire and move out of turn";
    "HX-TRN-10" "end of a turn";
    "HX-TRN-11" "a game has at most 12 turns";
    "HX-TRN-12" "reaction";
    "HX-CVS-01" "plain initiative compares the dice";
    "HX-CVS-02" "margin initiative compares dice less values";
    "HX-CVS-03" "a check passes above the value";
    "HX-CVS-04" "random commanders";
    "HX-CVS-05" "brigades carry orders";
    "HX-CVS-06" "orders are changed by a Tactical check";
    "HX-CVS-07" "the number of changes is limited";
    "HX-CVS-08" "a failed change has consequences";
    "HX-CVS-09" "how long the third consequence lasts";
    "HX-CVS-10" "the opponent chooses on a 9";
    "HX-CVS-11" "where units stop that fall back on a consequence";
    "HX-CVS-12" "hits and TE of consequences go on at once";
    "HX-CVS-13" "a commander with the unit spares the check";
    "HX-CVS-14" "lost commanders may be replaced";
    "HX-CVS-15" "commanders lead their own troops alone";
    "HX-CVS-16" "couriers delay orders";
    "HX-CVS-17" "morale has no mechanism";
    "HX-CMD-01" "commanders are placed anew in each half";
    "HX-CMD-02" "one commander to a unit, for the turn";
    "HX-CMD-03" "placement is before movement";
    "HX-CMD-04" "none for a unit that routed in this turn";
    "HX-CMD-05" "a commander adds his value to fire and melee";
    "HX-CMD-06" "Red H kills him in place of the hit";
    "HX-CMD-07" "an automatic hit rolls for him alone";
    "HX-CMD-08" "Red H kills him in melee, and TE stays";
    "HX-CMD-09" "he is captured when his unit routs";
    "HX-CMD-10" "commanders as pieces";
    "HX-CMD-11" "sphere of influence";
    "HX-CMD-12" "the sphere spares TE of obstacles";
    "HX-CMD-13" "he may die with any unit of his sphere";
    "HX-CMD-14" "values are hidden from scripts";
    "HX-CMD-15" "the death of a supreme figure sends units back";
    "HX-MOV-01" "allowances";
    "HX-MOV-02" "oblique moves";
    "HX-MOV-03" "one change of facing a turn";
    "HX-MOV-04" "no moves backward";
    "HX-MOV-05" "no moves out of melee";
    "HX-MOV-06" "no moves through enemies, few through friends";
    "HX-MOV-07" "guns are pushed one hex";
    "HX-MOV-08" "limbering tires";
    "HX-MOV-09" "where artillery may go";
    "HX-MOV-10" "heavy guns do not move and fire";
    "HX-MOV-11" "nobody leaves the board of his own will";
    "HX-MOV-12" "the full form of fatigue";
    "HX-MOV-13" "mounting and dismounting";
    "HX-ZOC-01" "three front hexes";
    "HX-ZOC-02" "what takes the zone away";
    "HX-ZOC-03" "entering a zone ends the move";
    "HX-ZOC-04" "entering a zone binds to melee";
    "HX-ZOC-05" "types that cannot fight keep out of zones";
    "HX-ZOC-06" "other melees are by choice";
    "HX-ZOC-07" "the obligation is judged when the move ends";
    "HX-ZOC-08" "no melee is forced when all are declared";
    "HX-LOS-01" "the front arc is a wedge of 120 degrees";
    "HX-LOS-02" "sight runs from centre to centre";
    "HX-LOS-03" "lines along hexsides";
    "HX-LOS-04" "partial view is one penalty in all";
    "HX-LOS-05" "heights on the level";
    "HX-LOS-06" "heights across levels";
    "HX-LOS-07" "the dead zone";
    "HX-LOS-08" "the foot of a hill";
    "HX-LOS-09" "lower forest seen from a hill";
    "HX-LOS-10" "overhead fire of artillery";
    "HX-LOS-11" "other readings of overhead fire";
    "HX-LOS-12" "indirect fire";
    "HX-LOS-13" "no fire into a melee";
    "HX-FIR-01" "the non-phasing side fires first";
    "HX-FIR-02" "simultaneous casualties wait, but for close artillery";
    "HX-FIR-03" "other timings of casualties";
    "HX-FIR-04" "other orders of fire";
    "HX-FIR-05" "one shot in each fire step";
    "HX-FIR-06" "arc, range and sight";
    "HX-FIR-07" "point-blank shots out of the arc";
    "HX-FIR-08" "the nearest band first";
    "HX-FIR-09" "two of one arm at one target";
    "HX-FIR-10" "rung by range and class";
    "HX-FIR-11" "bonuses and penalties move the rung";
    "HX-FIR-12" "the reach of class A";
    "HX-FIR-13" "carbines and repeaters";
    "HX-FIR-14" "the bonus of the trained";
    "HX-FIR-15" "what never hits automatically";
    "HX-FIR-16" "rifled guns at close range";
    "HX-FIR-17" "the bonus for flank and rear";
    "HX-FIR-18" "the penalties";
    "HX-FIR-19" "cover of hexsides";
    "HX-FIR-20" "consecutive fire";
    "HX-FIR-21" "hits, double ones, and hits on the routed";
    "HX-FIR-22" "the hit that routs";
    "HX-FIR-23" "cavalry fires mounted";
    "HX-FIR-24" "who does not fire";
    "HX-ART-01" "classes and bands of guns";
    "HX-ART-02" "a battery that moved fires with a penalty";
    "HX-ART-03" "artillery fires in the enemy half and moves in its own";
    "HX-ART-04" "the works may take the shot";
    "HX-ART-05" "indirect guns spare the works";
    "HX-ART-06" "works may be given hits";
    "HX-ART-07" "mortars have a shortest range";
    "HX-ART-08" "a battery routs with its guns";
    "HX-ART-09" "canister";
    "HX-ART-10" "guns are captured by whoever is steady";
    "HX-ART-11" "the crew";
    "HX-ART-12" "captured guns fire one to six times";
    "HX-ART-13" "limbered batteries are captured";
    "HX-ART-14" "heavy guns reach farther and hit twice";
    "HX-MEL-01" "who may fight whom";
    "HX-MEL-02" "no melee uphill out of breath";
    "HX-MEL-03" "melee values";
    "HX-MEL-04" "the melee chart";
    "HX-MEL-05" "results in flank or rear are doubled";
    "HX-MEL-06" "no turning under attack in flank or rear";
    "HX-MEL-07" "a friend past the melee plane";
    "HX-MEL-08" "cover wears down by the round";
    "HX-MEL-09" "who has the cover of a hexside";
    "HX-MEL-10" "results of a round are applied together";
    "HX-MEL-11" "several enemies on one unit";
    "HX-MEL-12" "others pin the winner";
    "HX-MEL-13" "TE past the limit become hits";
    "HX-MEL-14" "a melee goes on until a rout";
    "HX-MEL-15" "the stronger presses";
    "HX-MEL-16" "the winner advances";
    "HX-MEL-17" "an advance into new contact";
    "HX-MEL-18" "withdrawal";
    "HX-MEL-19" "contact forced by a result";
    "HX-MEL-20" "routed enemies in contact";
    "HX-MEL-21" "combined melee and fire";
    "HX-ROU-01" "how far a rout goes";
    "HX-ROU-02" "which way a rout goes";
    "HX-ROU-03" "routs through friends";
    "HX-ROU-04" "routs into enemies";
    "HX-ROU-05" "a routed unit that is hit is gone";
    "HX-ROU-06" "leaving the board";
    "HX-ROU-07" "state of a routed unit";
    "HX-ROU-08" "order of several routs";
    "HX-RAL-01" "rally ends the half";
    "HX-RAL-02" "a commander removes a hit and all TE";
    "HX-RAL-03" "a commander removes everything";
    "HX-RAL-04" "a commander who stays removes more";
    "HX-RAL-05" "a TE for the rallied";
    "HX-RAL-06" "self-rally";
    "HX-RAL-07" "when there is no rally";
    "HX-RAL-08" "rest removes a TE";
    "HX-RAL-09" "forced movement is no rest";
    "HX-INT-01" "what counts as loss";
    "HX-INT-02" "when a force checks";
    "HX-INT-03" "each steady unit rolls";
    "HX-INT-04" "one roll for all";
    "HX-INT-05" "reinforcements are a force of their own";
    "HX-INT-06" "rallies help";
    "HX-INT-07" "the supreme commander";
    "HX-SPT-01" "hidden units";
    "HX-SPT-02" "sight for hiding";
    "HX-SPT-03" "the spotting roll";
    "HX-SPT-04" "what is revealed without a roll";
    "HX-SPT-05" "how markers move";
    "HX-SPT-06" "who keeps the truth";
    "HX-REI-01" "when and where arrivals enter";
    "HX-REI-02" "random entry";
    "HX-REI-03" "enemies on the entry hexes";
    "HX-REI-04" "other hexes of the zone";
    "HX-REI-05" "who cannot enter waits";
    "HX-SKM-01" "skirmishers never fight hand to hand";
    "HX-SKM-02" "skirmish fire gives TE alone";
    "HX-SKM-03" "skirmishers may be ignored as targets";
    "HX-SKM-04" "skirmish fire into a melee";
    "HX-SKM-05" "light infantry passes through friends";
    "HX-SKM-06" "the tribal check";
    "HX-CON-01" "what is built in how many turns";
    "HX-CON-02" "interruption";
    "HX-CON-03" "finished works";
    "HX-SUP-01" "ammunition";
    "HX-SUP-02" "wagons";
    "HX-MNT-01" "mounted infantry in the saddle";
    "HX-MNT-02" "mounted infantry on foot";
    "HX-ERA-01" "class A counts as B";
    "HX-ERA-02" "guns of pike-and-shot";
    "HX-ERA-03" "one shot a turn before the Civil War";
    "HX-VIC-01" "the break point";
    "HX-VIC-02" "broken for too long";
    "HX-VIC-03" "nobody steady";
    "HX-VIC-04" "objectives";
    "HX-VIC-05" "final points";
    "HX-NIL-01" "notes on other things";
    "HX-NIL-02" "ships";
    "HX-NIL-03" "printed advice";
    "HX-NIL-04" "spheres and advance";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_there_once() {
        let mut ids: Vec<&str> = LEDGER.iter().map(|atom| atom.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((ids.len(), LEDGER.len()), (240, 240));
    }

    /// The words of a column that stand in backquotes.
    fn named(column: &str) -> Vec<&str> {
        column.split('`').skip(1).step_by(2).collect()
    }

    /// What is wrong with the name of a function, a test, or a key of the codex; tests bear their attribute, unless a
    /// macro gives it to them.
    fn missing(name: &str) -> Option<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| std::fs::read_to_string(root.join(path)).map_err(|_| format!("no file {path}"));
        let found = match name.split_once("::")? {
            ("codex.toml", key) => read("armies/hexcommand/codex.toml").map(|text| {
                let codex: toml::Table = text.parse().unwrap();
                let (table, key) = key.split_once('.').unwrap();
                codex.get(table).and_then(|table| table.get(key)).is_some()
            }),
            (file, name) => read(&format!("src/rulesets/hexcommand/{file}")).map(|text| {
                let opens = |line: &str| {
                    ["(", "<"].iter().any(|end| line.contains(&format!("fn {name}{end}"))) || line == format!("{name}:")
                };
                text.lines().map(str::trim).any(opens)
            }),
        };
        match found {
            Ok(true) => None,
            Ok(false) => Some(format!("{name} does not exist")),
            Err(error) => Some(error),
        }
    }

    #[test]
    fn the_page_maps_every_rule_to_code_and_test() {
        let page = include_str!("LEDGER.md");
        let rows: Vec<Vec<&str>> = page
            .lines()
            .filter(|line| line.starts_with("| HX-"))
            .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
            .collect();
        assert_eq!(rows.len(), LEDGER.len());
        let mut complaints = Vec::new();
        for (row, atom) in rows.iter().zip(LEDGER) {
            let &[id, about, code, shown] = &row[..] else { panic!("{row:?}") };
            assert_eq!((id, about), (atom.id, atom.about));
            if shown == "Whole games." || shown.starts_with("No effect: ") {
                assert!(code.is_empty(), "{id}");
            } else if named(code).is_empty() || named(shown).is_empty() {
                complaints.push(format!("{id} lacks code or test"));
            }
            let names = named(code).into_iter().chain(named(shown).into_iter().filter(|name| name.contains("::")));
            complaints.extend(names.filter_map(missing));
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
