//! A report in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::bbcode::{Bbcode, Dialect};
use super::markdown::Markdown;
use super::model::Report;
use super::{discord, html, markup};
use crate::experiment::{Companions, Run};
use crate::game::visible;

/// Characters that a post on Reddit may have.
const MOST_IN_MARKDOWN: usize = 40_000;

/// Characters that a post on a phpBB forum may have where nobody has set another limit.
const MOST_IN_BBCODE: usize = 60_000;

/// The files of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The page.
    pub html: PathBuf,
    /// The Markdown document.
    pub markdown: PathBuf,
    /// The BBCode document.
    pub bbcode: PathBuf,
    /// Every chart, as SVG and PNG.
    pub charts: Vec<PathBuf>,
}

/// Writes the report of a run and its companions into a folder that holds no other: `report.html`, `report.md`,
/// `report.bbcode`, `charts/`, and in `discord/` the short of it in messages. `named` is what the report calls the folder that
/// it will be in.
///
/// # Errors
/// When the folder cannot be made or written; the error names the file.
pub fn write(run: &Run, companions: &Companions, named: &Path, folder: &Path, dialect: Dialect) -> io::Result<Written> {
    let report = Report::of(run, &visible(&named.display().to_string())).with_companions(run, companions);
    for place in ["charts", "discord"].map(|name| folder.join(name)) {
        fs::create_dir_all(&place).map_err(|e| at(&place, &e))?;
    }
    let mut charts = Vec::new();
    for figure in report.sections.iter().chain(&report.appendix).flat_map(|section| &section.figures) {
        let [svg, png] = ["svg", "png"].map(|ending| folder.join(format!("charts/{}.{ending}", figure.stem)));
        put(&svg, &figure.picture.to_svg()?)?;
        figure.picture.write_png(&png).map_err(|e| at(&png, &e))?;
        charts.extend([svg, png]);
    }
    let [html, markdown, bbcode] = ["html", "md", "bbcode"].map(|ending| folder.join(format!("report.{ending}")));
    put(&html, &html::render(&report)?)?;
    put(&markdown, &markup::post(&Markdown, &report, MOST_IN_MARKDOWN))?;
    put(&bbcode, &markup::post(&Bbcode { dialect }, &report, MOST_IN_BBCODE))?;
    for (text, n) in discord::messages(&report).iter().zip(1..) {
        put(&folder.join(format!("discord/message-{n}.md")), text)?;
    }
    Ok(Written { html, markdown, bbcode, charts })
}

fn put(place: &Path, text: &str) -> io::Result<()> {
    fs::write(place, text).map_err(|e| at(place, &e))
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn sample() -> Run {
        let table = [("x", "y", 400, 100), ("x", "z|<i>[b]", 0, 500), ("y", "z|<i>[b]", 260, 240)];
        run(table.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 10, losses))).to_vec())
    }

    #[test]
    fn every_document_has_question_answer_seed_digest_and_command() {
        let folder = tempfile::tempdir().unwrap();
        let run = sample();
        let place = folder.path().join("a/new/one");
        let written = write(&run, &Companions::default(), "named so".as_ref(), &place, Dialect::Code).unwrap();
        let answer = Report::of(&run, "x").answer;
        let tail = answer.rsplit("; ").next().unwrap().trim_end_matches('.');
        for path in [&written.html, &written.markdown, &written.bbcode] {
            let text = fs::read_to_string(path).unwrap().replace("&#x2f;", "/");
            let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for part in ["of line?", tail, "20261120", "0123456789abcdef", "experiments/first-look.toml"] {
                assert!(one_line.contains(part), "{part} is in {}", path.display());
            }
        }
        assert!(written.charts.iter().all(|chart| fs::metadata(chart).unwrap().len() > 500));
        let left: Vec<_> = fs::read_dir(&place).unwrap().collect();
        assert_eq!(left.len(), 5, "nothing but the report is left: {left:?}");
        assert!(fs::read_dir(place.join("discord")).unwrap().count() > 1);
    }

    #[test]
    fn the_page_is_self_contained_and_escaped() {
        let page = html::render(&Report::of(&sample(), "x")).unwrap();
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
        assert!(page.contains("Which list is &lt;out&gt; of line?"));
        assert!(!page.contains("<own>") && !page.contains("z|<i>"));
        let narrow = page.matches("class=\"chart narrow\"").count();
        assert_eq!((page.matches("<figure>").count(), page.matches("<svg").count()), (8, 8 + narrow));
        assert!(narrow >= 4, "{narrow}");
        assert!(page.contains("<details>"));
    }

    #[test]
    fn markdown_has_no_html_and_bbcode_no_long_line_of_code_and_no_broken_prose() {
        let report = Report::of(&sample(), "x");
        let markdown = markup::document(&Markdown, &report);
        assert!(markdown.lines().all(|line| !line.replace("\\<", "").contains('<')), "{markdown}");
        let bbcode = markup::document(&Bbcode { dialect: Dialect::Code }, &report);
        let parts: Vec<&str> = bbcode.split("[code]").collect();
        let (code, prose): (Vec<&str>, Vec<&str>) =
            parts[1..].iter().map(|part| part.split_once("[/code]").expect("every block is closed")).unzip();
        let mut lines = code.iter().flat_map(|code| code.lines());
        assert!(lines.all(|line| line.width() <= super::super::bbcode::WIDTH), "{bbcode}");
        // A line of prose is followed by an empty one, or by another of a list.
        let prose = prose.iter().chain(&parts[..1]).flat_map(|prose| prose.split("\n\n"));
        assert!(prose.flat_map(|part| part.trim().lines().skip(1)).all(|line| line.starts_with('[')), "{bbcode}");
        assert_eq!(bbcode.matches("[code]").count(), bbcode.matches("[/code]").count());
        let tags = markup::document(&Bbcode { dialect: Dialect::Tags }, &report);
        assert!(tags.contains("[table]") && tags.matches("[tr]").count() == tags.matches("[/tr]").count());
    }

    #[test]
    fn a_post_that_is_too_long_goes_without_detail_and_says_so() {
        let report = Report::of(&sample(), "x");
        let whole = markup::document(&Markdown, &report);
        let length = |text: &str| text.chars().count();
        assert_eq!(markup::post(&Markdown, &report, length(&whole)), whole);
        for most in [length(&whole) - 1, length(&whole) / 2] {
            let post = markup::post(&Markdown, &report, most);
            assert!(length(&post) <= most, "{} of {most}", length(&post));
            for part in ["are shown to be out of balance", "0123456789abcdef", "Left out so that a post can hold it"] {
                assert!(post.contains(part), "{part} is missing in\n{post}");
            }
            let missing = |name: &str| !post.contains(&format!("# {name}")) && post.contains(name);
            assert!(report.appendix.iter().any(|section| missing(&section.heading)), "what is missing is named");
        }
        let one_less = markup::post(&Markdown, &report, length(&whole) - 1);
        let kept = |heading: &str| one_less.contains(&format!("# {heading}"));
        assert_eq!(
            report.appendix.iter().filter(|section| !kept(&section.heading)).count(),
            1,
            "no more than it takes"
        );
        assert!(
            length(&markup::post(&Markdown, &report, 0)) < length(&whole) / 2,
            "it ends where nothing is left to take"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        fs::write(&file, "x").unwrap();
        let error = write(&sample(), &Companions::default(), &file, &file, Dialect::Code).unwrap_err();
        assert!(error.to_string().contains("taken"), "{error}");
        assert_eq!(fs::read(&file).unwrap(), b"x");
    }

    #[test]
    fn empty_and_broken_off_runs_have_reports_too() {
        for cells in [Vec::new(), vec![cell("x", "y", joint(0, 0, 0))], vec![cell("x", "x", joint(0, 3, 0))]] {
            let report = Report::of(&run(cells), "x");
            html::render(&report).unwrap();
            markup::document(&Markdown, &report);
            markup::document(&Bbcode { dialect: Dialect::Tags }, &report);
        }
    }
}
