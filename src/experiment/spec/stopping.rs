//! Reading of `[stop]`.

use super::{MOST_PAIRS, USUAL_CAP};
use crate::analysis::sprt::{EloModel, Hypotheses};
use crate::experiment::{Quantity, Stop, Width};
use crate::game::{Diagnostic, Diagnostics, Node, TableReader};

pub(super) fn read_stop(node: &Node, diagnostics: &mut Diagnostics) -> Option<Stop> {
    let mut table = TableReader::open("[stop]", node, diagnostics)?;
    let given = RULES.into_iter().filter(|rule| table.node(rule).is_some()).collect::<Vec<_>>();
    let has_cap = table.node("cap").is_some();
    let pairs = table.optional("pairs", |node| node.whole(1..=MOST_PAIRS));
    let of = table.or("of", Quantity::Score, |node| node.one_of("quantity", &Quantity::CHOICES));
    let has_of = table.node("of").is_some();
    let half_width = table.optional("precision", |node| read_width(node, |width| width.of(of, LEAST_WIDTH)));
    let margin = table.optional("decide", |node| read_width(node, |width| width.share(LEAST_MARGIN)));
    let claim = table.node("claim").and_then(|node| read_claim(node, table.diagnostics()));
    let hypotheses = table.node("sprt").and_then(|node| read_hypotheses(node, table.diagnostics()));
    let cap = table.or("cap", USUAL_CAP, |node| node.whole(1..=MOST_PAIRS));
    let wrong = match given[..] {
        [] => Some("[stop] says none of `pairs`, `precision`, `decide`, `claim`, `sprt`".to_owned()),
        [one, other, ..] => Some(format!("`{one}` and `{other}` exclude each other")),
        ["pairs"] if has_cap => Some("`cap` does not go with `pairs`".to_owned()),
        [rule] if has_of && rule != "precision" => Some(format!("`of` does not go with `{rule}`")),
        _ => None,
    };
    if let Some(wrong) = wrong {
        table.diagnostics().push(node.locate(Diagnostic::new(wrong).allowing([
            "pairs = 5000",
            "precision = 0.005, cap = 100000",
            "precision = \"1 point\", of = \"draws\", cap = 100000",
            "decide = 0.02, cap = 100000",
            "claim = { low = 0.45, high = 0.55 }, cap = 100000",
            "sprt = { elo0 = 0, elo1 = 10 }, cap = 100000",
        ])));
    }
    table.close();
    pairs
        .map(Stop::Pairs)
        .or(half_width.map(|half_width| Stop::Precision { half_width, of, cap }))
        .or(margin.map(|margin| Stop::Decide { margin, cap }))
        .or(claim.map(|[low, high, alpha]| Stop::Claim { low, high, alpha, cap }))
        .or(hypotheses.map(|hypotheses| Stop::Sprt { hypotheses, cap }))
}

/// What [stop] may say, one of them.
const RULES: [&str; 5] = ["pairs", "precision", "decide", "claim", "sprt"];

/// The narrowest interval that may be asked for, as a share.
pub const LEAST_WIDTH: f64 = 0.000_1;

/// The smallest distance from even that may be asked about, as a share.
pub const LEAST_MARGIN: f64 = 0.001;

/// A width: a number, or a text with its unit.
fn read_width(node: &Node, read: impl FnOnce(Width) -> Result<f64, String>) -> Result<f64, Diagnostic> {
    let width = match node.text() {
        Ok(text) => text.parse::<Width>().map_err(|fault| node.locate(fault))?,
        Err(_) => Width::bare(node.number(0.0..=100.0)?),
    };
    read(width).map_err(|allowed| node.locate(Diagnostic::new(format!("this width cannot be asked for; {allowed}"))))
}

/// More Elo than this is no question of balance.
const MOST_ELO: f64 = 1000.0;

/// Lower limit, upper limit, error rate.
fn read_claim(node: &Node, diagnostics: &mut Diagnostics) -> Option<[f64; 3]> {
    let mut table = TableReader::open("claim", node, diagnostics)?;
    let low = table.required("low", |node| node.number(0.0..=1.0));
    let high = table.required("high", |node| node.number(0.0..=1.0));
    let alpha = table.or("alpha", 0.05, |node| node.number(0.000_001..=0.5));
    if low >= high {
        table.diagnostics().push(node.locate(Diagnostic::new("`low` must be below `high`")));
    }
    table.close();
    Some([low?, high?, alpha])
}

fn read_hypotheses(node: &Node, diagnostics: &mut Diagnostics) -> Option<Hypotheses> {
    let mut table = TableReader::open("sprt", node, diagnostics)?;
    let usual = Hypotheses::default();
    let elo = |node: &Node| node.number(-MOST_ELO..=MOST_ELO);
    let chance = |node: &Node| node.number(0.000_001..=0.4);
    let hypotheses = Hypotheses {
        elo0: table.or("elo0", usual.elo0, elo),
        elo1: table.or("elo1", usual.elo1, elo),
        alpha: table.or("alpha", usual.alpha, chance),
        beta: table.or("beta", usual.beta, chance),
        model: table.or("model", usual.model, |node| {
            node.one_of("model", &[("logistic", EloModel::Logistic), ("normalized", EloModel::Normalized)])
        }),
    };
    if hypotheses.elo0 >= hypotheses.elo1 {
        table.diagnostics().push(node.locate(Diagnostic::new("`elo0` must be below `elo1`")));
    }
    table.close();
    Some(hypotheses)
}
