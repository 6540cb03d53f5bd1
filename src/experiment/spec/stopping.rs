//! Reading of `[stop]`.

use super::{MOST_PAIRS, USUAL_CAP};
use crate::analysis::sprt::{EloModel, Hypotheses};
use crate::experiment::Stop;
use crate::game::{Diagnostic, Diagnostics, Node, TableReader};

pub(super) fn read_stop(node: &Node, faults: &mut Diagnostics) -> Option<Stop> {
    let mut form = TableReader::open("[stop]", node, faults)?;
    let given = RULES.into_iter().filter(|rule| form.node(rule).is_some()).collect::<Vec<_>>();
    let has_cap = form.node("cap").is_some();
    let pairs = form.optional("pairs", |node| node.whole(1..=MOST_PAIRS));
    let half_width = form.optional("precision", |node| node.number(0.000_1..=0.25));
    let margin = form.optional("decide", |node| node.number(0.001..=0.25));
    let claim = form.node("claim").and_then(|node| read_claim(node, form.faults()));
    let hypotheses = form.node("sprt").and_then(|node| read_hypotheses(node, form.faults()));
    let cap = form.or("cap", USUAL_CAP, |node| node.whole(1..=MOST_PAIRS));
    let wrong = match given[..] {
        [] => Some("[stop] says none of `pairs`, `precision`, `decide`, `claim`, `sprt`".to_owned()),
        [one, other, ..] => Some(format!("`{one}` and `{other}` exclude each other")),
        ["pairs"] if has_cap => Some("`cap` does not go with `pairs`".to_owned()),
        _ => None,
    };
    if let Some(wrong) = wrong {
        form.faults().push(node.fault(Diagnostic::new(wrong).allowing([
            "pairs = 5000",
            "precision = 0.005, cap = 100000",
            "decide = 0.02, cap = 100000",
            "claim = { low = 0.45, high = 0.55 }, cap = 100000",
            "sprt = { elo0 = 0, elo1 = 10 }, cap = 100000",
        ])));
    }
    form.close();
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
fn read_claim(node: &Node, faults: &mut Diagnostics) -> Option<[f64; 3]> {
    let mut form = TableReader::open("claim", node, faults)?;
    let low = form.required("low", |node| node.number(0.0..=1.0));
    let high = form.required("high", |node| node.number(0.0..=1.0));
    let alpha = form.or("alpha", 0.05, |node| node.number(0.000_001..=0.5));
    if low >= high {
        form.faults().push(node.fault(Diagnostic::new("`low` must be below `high`")));
    }
    form.close();
    Some([low?, high?, alpha])
}

fn read_hypotheses(node: &Node, faults: &mut Diagnostics) -> Option<Hypotheses> {
    let mut form = TableReader::open("sprt", node, faults)?;
    let usual = Hypotheses::default();
    let elo = |node: &Node| node.number(-MOST_ELO..=MOST_ELO);
    let chance = |node: &Node| node.number(0.000_001..=0.4);
    let hypotheses = Hypotheses {
        elo0: form.or("elo0", usual.elo0, elo),
        elo1: form.or("elo1", usual.elo1, elo),
        alpha: form.or("alpha", usual.alpha, chance),
        beta: form.or("beta", usual.beta, chance),
        model: form.or("model", usual.model, |node| {
            node.one_of("model", &[("logistic", EloModel::Logistic), ("normalized", EloModel::Normalized)])
        }),
    };
    if hypotheses.elo0 >= hypotheses.elo1 {
        form.faults().push(node.fault(Diagnostic::new("`elo0` must be below `elo1`")));
    }
    form.close();
    Some(hypotheses)
}
