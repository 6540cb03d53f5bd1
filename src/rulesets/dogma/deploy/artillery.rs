//! Artillery: which Group is hit (DG-DOG-03), and its Elements one after the other.

use crate::dice::Dice;
use crate::game::{LogEntry, Observer, Side};
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::rules::ArtilleryGroup;
use crate::rulesets::dogma::state::{Battle, Decision, ElementId, Formation, bit, members, side_of};

impl Battle<'_> {
    /// The strike of `side`, if it has one and there is a Group to hit (DG-DOG-03).
    pub(super) fn artillery_of(&self, side: Side) -> Option<(Decision, Side)> {
        let enemy = side.other();
        let grouped = |one: ElementId| {
            if self.setup.rules.artillery_group == ArtilleryGroup::Declared {
                return self.declared_with(one) != bit(one);
            }
            let mates = members(enemy, self.block(one) & !bit(one));
            mates.into_iter().any(|mate| self.is_group(&Formation::single(one).with(mate)))
        };
        let hits = self.has_dogma(side, Dogma::Artillery) && self.on_the_table(enemy).any(grouped);
        hits.then_some((Decision::Barrage, side))
    }

    /// Hits one after the other of those who are left, until one of them is an APC whose passengers have to get off.
    pub(super) fn shell_on<C: Observer<LogEntry>>(&mut self, dice: &mut impl Dice, observer: &mut C) {
        while self.wreck.is_none() && self.verdict.is_none() && !self.preparations.shells.is_empty() {
            let target = self.preparations.shells.leader();
            self.preparations.shells = self.preparations.shells.iter().skip(1).fold(Formation::EMPTY, Formation::with);
            self.shell(target, dice, observer);
        }
    }

    /// Shows the Groups that Artillery may hit: each Element with those round it, and each pair.
    pub(super) fn visit_barrages(&self, visit: &mut impl FnMut(Choice)) {
        let enemy = self.decider.other();
        if self.setup.rules.artillery_group == ArtilleryGroup::Declared {
            for leader in self.on_the_table(enemy) {
                let set = self.declared_with(leader);
                let group = members(enemy, set).fold(Formation::EMPTY, Formation::with);
                if group.leader() == leader && self.is_group(&group) {
                    visit(Choice::Barrage { group });
                }
            }
            return;
        }
        for leader in self.on_the_table(enemy) {
            let block = self.block(leader) & !bit(leader);
            for mate in members(enemy, block) {
                let pair = Formation::single(leader).with(mate);
                if leader < mate && self.is_group(&pair) {
                    visit(Choice::Barrage { group: pair });
                }
            }
            let mut group = Formation::single(leader);
            for mate in members(enemy, block) {
                let more = group.with(mate);
                if self.is_group(&more) && more.len() > group.len() {
                    group = more;
                    if group.len() > 2 {
                        visit(Choice::Barrage { group });
                    }
                }
            }
        }
    }

    /// Whether Artillery may hit these (DG-DOG-03, R-63).
    pub(super) fn check_barrage(&self, group: &Formation) -> Result<(), Refusal> {
        if group.iter().any(|one| side_of(one) == self.decider || !self.on_table(one)) {
            return Err(Refusal::new("DG-DOG-03", "Artillery hits enemies on the table"));
        }
        if !self.is_group(group) {
            return Err(Refusal::new("DG-DOG-03", "they are no Group"));
        }
        //
        let declared = self.setup.rules.artillery_group == ArtilleryGroup::Declared;
        if declared && self.declared_with(group.leader()) != group.unit_set() {
            return Err(Refusal::new("DG-DOG-03", "they are not written down as one Group"));
        }
        Ok(())
    }
}
