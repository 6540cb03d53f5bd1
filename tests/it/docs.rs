//! What the pages for readers say of the tree is true.

use std::fs;
use std::path::Path;

use evenodds::rulesets;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Texts between backticks on a page, blocks of code left aside.
fn quoted(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn paths_that_pages_name_are_there() {
    for page in ["docs/ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let rooms = ["src/", "tests/", "docs/", "armies/", "experiments/", "reports/"];
        let paths = quoted(&read(page));
        let paths = paths.iter().filter(|text| rooms.iter().any(|room| text.starts_with(room)));
        for path in paths
            .filter(|path| !path.contains([' ', '*']) && !path.chars().any(char::is_uppercase) || path.ends_with(".md"))
        {
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{page} names {path}");
        }
    }
}

#[test]
fn the_readme_counts_resolutions_and_situations_as_they_are() {
    let readme = read("README.md");
    for ruleset in rulesets::all() {
        let row = format!("| {} (`{}`) | {} |", ruleset.title(), ruleset.slug(), ruleset.resolutions().len());
        assert!(readme.contains(&row), "README.md lacks `{row}`");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/situations");
    let count: usize =
        fs::read_dir(folder).unwrap().map(|game| fs::read_dir(game.unwrap().path()).unwrap().count()).sum();
    let said = format!("{count} of them");
    assert!(readme.contains(&said), "README.md does not say `{said}`");
}

/// The experiments that a page links to, with the line that does.
fn linked(page: &str) -> Vec<(String, String)> {
    let links = |line: &str| {
        let paths = line.split("(../experiments/").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
        paths.map(|path| (path, line.to_owned())).collect::<Vec<_>>()
    };
    read(page).lines().flat_map(links).collect()
}

#[test]
fn pages_of_questions_link_to_the_experiments_of_their_games() {
    for game in ["hexcommand", "darkpotential", "chainsword"] {
        let page = format!("docs/{game}-questions.md");
        let linked = linked(&page);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        linked.iter().for_each(|(name, _)| assert!(folder.join(name).exists(), "{page} links to {name}"));
        for file in fs::read_dir(&folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let general = ["-first-look.toml", "-fair-costs.toml"].iter().any(|end| name.ends_with(end));
            let known = linked.iter().any(|(link, _)| *link == name);
            assert!(known || general || !name.starts_with(&format!("{game}-")), "{page} lacks {name}");
        }
    }
}

#[test]
fn questions_of_chainsword_stand_in_their_experiments_with_what_is_varied() {
    for (name, line) in linked("docs/chainsword-questions.md") {
        let file: toml::Table = read(&format!("experiments/{name}")).parse().unwrap();
        let question = file["question"].as_str().unwrap();
        assert!(line.contains(question), "the line of {name} is not `{question}`");
        let varied = file.get("vary").and_then(|vary| vary.as_table()).into_iter().flat_map(toml::Table::keys);
        for key in varied.filter_map(|key| key.strip_prefix("rules.")) {
            assert!(line.contains(&format!("`{key}`")), "the line of {name} does not name `{key}`");
        }
    }
}

/// A number as the README writes it.
fn in_words(number: usize) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"][number]
}

#[test]
fn the_readme_counts_scenarios_and_doctrines_as_they_are() {
    let readme = read("README.md");
    for ruleset in rulesets::all() {
        let row = format!("| {} (`{}`) |", ruleset.title(), ruleset.slug());
        let row = readme.lines().find(|line| line.starts_with(&row)).unwrap();
        if ruleset.scenarios().is_empty() {
            assert!(row.ends_with("| not yet |"), "{row}");
            continue;
        }
        // Neither chance nor looking ahead is a doctrine with weights of its own.
        let doctrines = ruleset.doctrines(&ruleset.doctrine_book()).unwrap();
        let doctrines = doctrines.iter().filter(|doctrine| !["random", "ahead"].contains(&doctrine.name.as_str()));
        // To roll for one is none.
        let scenarios = ruleset.scenarios().into_iter().filter(|scenario| scenario.name != "roll");
        let counts = [(scenarios.count(), "scenarios"), (doctrines.count(), "doctrines")];
        for said in counts.map(|(count, what)| format!("{} {what}", in_words(count))) {
            assert!(row.contains(&said), "README.md does not say `{said}` of {}", ruleset.slug());
        }
    }
}
