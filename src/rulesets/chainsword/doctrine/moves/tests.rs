use super::*;
use crate::game::Side;
use crate::game::doctrine_book::Policy;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::doctrine::tactician::Brief;
use crate::rulesets::chainsword::doctrine::tasks::Tasks;
use crate::rulesets::chainsword::doctrine_book::DoctrineBook;
use crate::rulesets::chainsword::scene::{enlist, setup_on, stand};
use crate::rulesets::chainsword::state::side_of;
use crate::rulesets::chainsword::terrain::Kind;

#[test]
fn a_race_comes_to_what_it_comes_to_in_full() {
    let pieces = [(Kind::Woods, 20.0, 20.0, 0.0), (Kind::Ruins, 40.0, 26.0, 30.0), (Kind::Wall, 30.0, 14.0, 0.0)];
    let setup = setup_on(Scenario::Patrol, &[], &pieces);
    let (mut by_race, mut alike) = (0, 0);
    for (doctrine, shift) in ["methodical", "blitz", "firebase", "ambusher"].into_iter().zip([0.0, 1.7, 3.1, 5.3]) {
        let Ok(Policy::Weighted(weights)) = DoctrineBook::built_in().script(doctrine) else { panic!("{doctrine}") };
        let mut battle = Battle::empty(&setup);
        let places = [("levy-rifles", 12.0), ("breachers", 26.0), ("mule", 38.0), ("autocannon-battery", 54.0)];
        for (side, y) in [(Side::A, 9.0 + shift), (Side::B, 36.0 - shift)] {
            for (unit, x) in places {
                let team = enlist(&mut battle, side, unit);
                stand(&mut battle, team, x + shift, y);
            }
            battle.forces[side.index()].level = 9;
        }
        let tasks = Tasks::default();
        let mut tactician = Tactician::default();
        for team in [0_u8, 64] {
            tactician.look(&battle, side_of(team));
            let brief = Brief { weights: &weights, tasks: &tasks };
            for me in tactician.survey.own.clone() {
                let mind = tactician.mind(&battle, &brief, me.team);
                let mut field = Runners { list: ArrayVec::new(), next: ArrayVec::new() };
                let Some(first) = tactician.line_up(&battle, &me, &mind, -20.0, &mut field) else { continue };
                let stakes = Stakes { first, idle: -20.0, watches: true, wanted: Wanted::Places };
                let raced = tactician.clone().race(&battle, &me, &mind, &mut field, &stakes);
                field.list.iter_mut().for_each(|runner| runner.known = Known::Bound);
                let wanted = tactician.race_in_full(&battle, &me, &mind, &mut field, &stakes);
                match raced {
                    Err(Alike) => alike += 1,
                    Ok(plan) => {
                        by_race += 1;
                        assert_eq!(format!("{plan:?}"), format!("{wanted:?}"), "{doctrine}: {me:?}");
                    }
                }
            }
        }
    }
    assert!(by_race > 10, "{by_race} by a race, {alike} alike");
}
