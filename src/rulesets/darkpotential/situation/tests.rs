//! Every situation of the folder.

use crate::game::Ruleset;
use crate::game::situation::testing::files;
use crate::rulesets::darkpotential::DarkPotential;

#[test]
fn every_situation_of_the_folder_holds() {
    let mut failed = Vec::new();
    for file in files("darkpotential") {
        match DarkPotential.situation(&file) {
            Err(diagnostics) => failed.push(format!("{}: {diagnostics:#?}", file.name)),
            Ok(transcript) => {
                assert!(transcript.expects, "{} expects nothing", file.name);
                if let Some(diagnostic) = transcript.diagnostic {
                    failed.push(format!("{}: {diagnostic:?}\n{}", file.name, transcript.lines.join("\n")));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
