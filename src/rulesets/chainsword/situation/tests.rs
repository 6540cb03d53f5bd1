//! Every situation of the folder.

use crate::game::contract::situations::{every_situation_holds, no_situation_panics};
use crate::rulesets::chainsword::Chainsword;

#[test]
fn every_situation_of_the_folder_holds() {
    every_situation_holds(&Chainsword);
}

#[test]
fn no_situation_makes_the_game_panic() {
    no_situation_panics(&Chainsword);
}
