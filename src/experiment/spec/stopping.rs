//! Reading of `[stop]`.

use super::{MOST_PAIRS, USUAL_CAP};
use crate::analysis::sprt::{EloModel, Hypotheses};
use crate::experiment::Stop;
use crate::game::{Diagnostic, Diagnostics, Node, TableReader};

pub(super) fn read_stop(node: &Node, diagnostics: &mut Diagnostics) -> Option<Stop> {
    let mut table = TableReader::open("[stop]", node, diagnostics)?;
    let given = RULES.into_iter().filter(|rule| table.node(rule).is_some()).collect::<Vec<_>>();
    let has_cap = table.node("cap").is_some();
    let pairs = table.optional("pairs", |node| node.whole(1..=MOST_PAIRS));
    let half_width = table.optional("precision", |node| node.number(0.000_1..=0.25));
    let margin = table.optional("decide", |node| node.number(0.001..=0.25));
    let claim = table.node("claim").and_then(|node| read_claim(node, table.diagnostics()));
    let hypotheses = table.node("sprt").and_then(|node| read_hypotheses(node, table.diagnostics()));
    let cap = table.or("cap", USUAL_CAP, |node| node.whole(1..=MOST_PAIRS));
    let wrong = match given[..] {
        [] => Some("[stop] says none of `pairs`, `precision`, `decide`, `claim`, `sprt`".to_owned()),
        [one, other, ..] => Some(format!("`{one}` and `{other}` exclude each other")),
        ["pairs"] if has_cap => Some("`cap` does not go with `pairs`".to_owned()),
        _ => None,
    };
    if let Some(wrong) = wrong {
        table.diagnostics().push(node.locate(Diagnostic::new(wrong).allowing([
            "pairs = 5000",
            "precision = 0.005, cap = 100000",
            "decide = 0.02, cap = 100000",
            "claim = { low = 0.45, high = 0.55 }, cap = 100000",
            "sprt = { elo0 = 0, elo1 = 10 }, cap = 100000",
        ])));
    }
    table.close();
    pairs
        .map(Stop::Pairs)
        .or(half_width.map(|half_width| Stop::Precision { half_width, cap }))
        .or(margin.map(|margin| Stop::Decide { margin, cap }))
        .or(claim.map(|[low, high, alpha]| Stop::Claim { low, high, alpha, cap }))
        .or(hypotheses.map(|hypotheses| Stop::Sprt { hypotheses, cap }))
}

/// What [stop] may say, one of them.
const RULES: [&str; 5] = ["pairs", "precision", "decide", "claim", "sprt"];

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
