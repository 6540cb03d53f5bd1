//! Tables drawn for every pair of games: maps of several characters, all symmetrical, in the extent that fits the lists.
//!
//! A script that knows one map well plays one approach on it, and a score is a fact about that map. So a cell that names
//! no battlefield draws a new map for every pair: the interval of its score covers the ground too.

use super::battlefield::{Battlefield, Ground, built_in};
use super::codex::Codex;
use super::random_map::Recipe;
use crate::dice::{Address, Dice, SeededDice};
use crate::game::{Diagnostics, RandomMaps};
use crate::tabletop::hex::Grid;

/// Pairs of objectives on a map that is drawn.
const OBJECTIVES: usize = 2;

/// What a kind of ground has: the share of the map under each terrain, and whether there is a river and a road.
#[derive(Debug)]
pub struct Character {
    /// Its name.
    pub name: &'static str,
    base: &'static str,
    shares: &'static [(&'static str, f64)],
    river: bool,
    road: bool,
}

/// The characters that maps are drawn of, each as likely as any other.
pub const CHARACTERS: [Character; 6] = [
    Character {
        name: "farmland",
        base: "grassland",
        shares: &[("hill", 0.1), ("forest", 0.12), ("town", 0.05)],
        river: false,
        road: true,
    },
    Character {
        name: "river",
        base: "grassland",
        shares: &[("swamp", 0.03), ("hill", 0.08), ("forest", 0.12), ("town", 0.03)],
        river: true,
        road: true,
    },
    Character {
        name: "desert",
        base: "desert-beach",
        shares: &[("swamp", 0.06), ("hill", 0.12), ("forest", 0.03)],
        river: false,
        road: false,
    },
    Character {
        name: "highland",
        base: "grassland",
        shares: &[("swamp", 0.03), ("hill", 0.2), ("forest", 0.1)],
        river: false,
        road: false,
    },
    Character {
        name: "woods",
        base: "grassland",
        shares: &[("swamp", 0.02), ("hill", 0.06), ("forest", 0.22)],
        river: false,
        road: false,
    },
    Character {
        name: "town",
        base: "grassland",
        shares: &[("hill", 0.03), ("forest", 0.06), ("town", 0.14)],
        river: false,
        road: true,
    },
];

impl Character {
    /// The recipe for maps of this extent. What the codex does not have is left out.
    fn recipe(&self, grid: Grid, codex: &Codex) -> Recipe {
        let terrain = |name: &str| codex.terrain(name);
        let clump = |(name, share): &(&str, f64)| Some((terrain(name)?, *share));
        Recipe {
            grid,
            base: terrain(self.base).unwrap_or(0),
            clumps: self.shares.iter().filter_map(clump).collect(),
            river: terrain("water-river").zip(terrain("bridge")).filter(|_| self.river),
            road: terrain("road").filter(|_| self.road),
            objectives: Vec::new(),
            drawn_objectives: OBJECTIVES,
        }
    }
}

/// How the tables of a cell are drawn.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Each as likely as any other.
    recipes: Vec<Recipe>,
    maps: RandomMaps,
}

impl Draw {
    /// By one recipe.
    #[must_use]
    pub fn by(recipe: Recipe, maps: RandomMaps) -> Self {
        Self { recipes: vec![recipe], maps }
    }

    /// By all characters, in the extent of a built-in map.
    ///
    /// # Errors
    /// When the codex does not have the terrain of that map.
    pub fn like(name: &str, codex: &Codex) -> Result<Self, Diagnostics> {
        let source = built_in(name).expect("the usual battlefields are built in");
        let grid = match Battlefield::read(&source, codex)?.ground {
            Ground::Drawn(map) => map.grid,
            Ground::Random { recipe, .. } => recipe.grid,
        };
        let recipes = CHARACTERS.iter().map(|character| character.recipe(grid, codex)).collect();
        Ok(Self { recipes, maps: RandomMaps::EVERY_PAIR })
    }

    /// The recipe of a pair, and the dice by which its map is drawn: nothing but the seed and the number of the pair bears
    /// on it.
    #[must_use]
    pub fn of(&self, address: Address) -> (&Recipe, SeededDice) {
        let mut dice = self.maps.dice_of(address);
        let at = if self.recipes.len() > 1 { dice.pick(self.recipes.len() as u32) as usize } else { 0 };
        (&self.recipes[at], dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Armies, CellSetup, CodexFile, GameRecord, GameView, ResultSink, Ruleset, Source};
    use crate::rulesets::dogfaces::Dogfaces;
    use crate::rulesets::dogfaces::battlefield::Map;

    const NAMES: [&str; 6] = ["farmstead", "river-line", "dry-wash", "borough", "theatre", "long-valley"];

    fn draw(draw: &Draw, codex: &Codex, pair: u64) -> Map {
        let (recipe, mut dice) = draw.of(Address { seed: 5, cell: 0, pair });
        recipe.draw(codex, &mut dice).unwrap()
    }

    #[test]
    fn every_character_can_be_drawn_in_every_size() {
        let codex = Codex::built_in();
        for name in NAMES {
            let known = Draw::like(name, &codex).unwrap();
            for (character, recipe) in CHARACTERS.iter().zip(&known.recipes) {
                let alone = Draw::by(recipe.clone(), RandomMaps::EVERY_PAIR);
                // A river or a road may run over all of a kind.
                let kinds = |pair| draw(&alone, &codex, pair).terrain;
                for (kind, _) in character.shares {
                    let kind = codex.terrain(kind).unwrap();
                    assert!((0..12).filter(|pair| kinds(*pair).contains(&kind)).count() >= 6, "{}", character.name);
                }
                for pair in 0..12 {
                    let map = draw(&alone, &codex, pair);
                    let (grid, what) = (map.grid, format!("{} like {name}", character.name));
                    let kind = |hex| map.terrain[usize::from(hex)];
                    assert!(grid.hexes().all(|hex| kind(hex) == kind(grid.half_turn(hex))), "{what}");
                    let has = |kind: &str| map.terrain.contains(&codex.terrain(kind).unwrap());
                    assert_eq!((has("bridge"), has("road")), (character.river, character.road), "{what}");
                    let objectives = &map.objectives;
                    assert_eq!(objectives.len(), 2 * OBJECTIVES, "{what}");
                    for (at, hex) in objectives.iter().enumerate() {
                        assert!(
                            objectives.contains(&grid.half_turn(*hex)) && !objectives[..at].contains(hex),
                            "{what}"
                        );
                        let row = grid.row(*hex);
                        assert!((2..grid.height - 2).contains(&row), "{what}: row {row}");
                        assert!(codex.terrain[usize::from(kind(*hex))].cost_foot.is_some(), "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn pairs_draw_every_character_and_no_map_twice() {
        let codex = Codex::built_in();
        let known = Draw::like("river-line", &codex).unwrap();
        let maps: Vec<Map> = (0..120).map(|pair| draw(&known, &codex, pair)).collect();
        assert!(maps.iter().enumerate().all(|(at, map)| !maps[..at].contains(map)));
        let recipe = |pair| known.of(Address { seed: 5, cell: 0, pair }).0;
        for recipe_of_all in &known.recipes {
            let times = (0..120).filter(|pair| recipe(*pair) == recipe_of_all).count();
            // A sixth of 120, within four standard deviations of 4.1.
            assert!((4..=36).contains(&times), "{times}");
        }
    }

    fn cell(lists: [&str; 2], scenario: &str) -> CellSetup {
        let lists = lists.map(|name| Source::called(name, Dogfaces.armies()).unwrap());
        CellSetup::usual(&Dogfaces, Armies::Written(lists), ["massed-fire", "random"], scenario)
    }

    #[derive(Default)]
    struct Records(Vec<(u64, bool, GameRecord)>);

    impl ResultSink for Records {
        fn take(&mut self, view: &GameView<'_>) {
            self.0.push((view.pair, view.swapped, view.record));
        }
    }

    /// The table of a pair is the same whatever was played before, alone or among others, in any cell.
    #[test]
    fn a_table_is_a_function_of_seed_and_pair() {
        for scenario in ["last-man-standing", "breakthrough", "seize-and-hold"] {
            let simulator = Dogfaces.prepare(&cell(["mech-alpha", "rifle-10"], scenario)).unwrap();
            let (mut all, mut late) = (Records::default(), Records::default());
            simulator.play(9, 0, 0..8, &mut all);
            simulator.play(9, 0, 5..8, &mut late);
            assert_eq!(all.0[10..], late.0);
            for (pair, swapped, record) in all.0 {
                let told = simulator.narrate(Address { seed: 9, cell: 0, pair }, swapped);
                assert_eq!(told.record, record, "{scenario}, pair {pair}");
            }
            let table =
                |seed, cell, pair| simulator.narrate(Address { seed, cell, pair }, false).trace[0]["table"].clone();
            assert_eq!(table(9, 0, 3), table(9, 4, 3));
            assert_ne!(table(9, 0, 3), table(9, 0, 4));
            assert_ne!(table(9, 0, 3), table(8, 0, 3));
        }
    }
}
