//! Every situation of the folder.

use crate::game::contract::situations::every_situation_holds;
use crate::rulesets::darkpotential::DarkPotential;

#[test]
fn every_situation_of_the_folder_holds() {
    every_situation_holds(&DarkPotential);
}
