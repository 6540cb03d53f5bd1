//! Rally and the recovery from fatigue at the end of a half.

use super::rules::{Escalation, RallyMode, Rules};

/// A unit at the end of its half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Hits.
    pub hits: u8,
    /// TE.
    pub te: u8,
    /// Routed.
    pub routed: bool,
}

/// What decides about its recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// It routed in this turn.
    pub routed_this_turn: bool,
    /// A commander is with it.
    pub commander: bool,
    /// Turns running for which he has been.
    pub turns_attached: u8,
    /// Hits that his M removes beside (HX-CVS-17).
    pub morale: u8,
    /// It rallies by itself.
    pub self_rally: bool,
    /// It is in melee contact.
    pub in_melee: bool,
    /// It moved, turned or limbered in this half.
    pub moved: bool,
}

/// The unit after its recovery.
#[must_use]
pub fn recover(rules: &Rules, before: Unit, now: &Circumstances) -> Unit {
    // HX-RAL-07
    if now.in_melee {
        return before;
    }
    let mut unit = before;
    let may_rally = !now.routed_this_turn;
    let rallied = may_rally && (now.commander || now.self_rally);
    if may_rally && now.commander {
        let removed = match (rules.rally_mode, rules.rally_escalation) {
            // HX-RAL-03
            (RallyMode::All, _) => unit.hits,
            // HX-RAL-02
            (RallyMode::Incremental, Escalation::Flat) => 1,
            // HX-RAL-04
            (RallyMode::Incremental, Escalation::Escalating) => now.turns_attached,
        };
        unit.hits = unit.hits.saturating_sub(removed).saturating_sub(now.morale);
        unit.te = 0;
    } else {
        // HX-RAL-06
        unit.hits = unit.hits.saturating_sub(u8::from(rallied));
        // HX-RAL-08, HX-RAL-09
        unit.te = unit.te.saturating_sub(u8::from(!now.moved && !before.routed));
    }
    if rallied {
        // HX-RAL-05
        let shaken = before.routed && rules.rally_te_on_rally;
        unit.te = (unit.te + u8::from(shaken)).min(rules.fatigue_max.max(unit.te));
        unit.routed = false;
    }
    unit
}
