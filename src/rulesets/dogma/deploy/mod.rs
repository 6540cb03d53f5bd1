//! Set-up, step by step (DG-SET-03): terrain, roll-offs, scenario, edges, markers and nominations, deployment, Artillery.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`features`] | placing terrain |
//! | [`nominations`] | flag bearers and markers |
//! | [`places`] | where Elements may be deployed |
//! | [`artillery`] | whom Artillery hits |

mod artillery;
mod features;
mod nominations;
mod places;

use super::choices::{Choice, Refusal};
use super::codex::Scenario;
use super::events;
use super::ledger::rule;
use super::rules::{Aggressor, EdgePolicy, TerrainPolicy};
use super::setup::{self, RollOff, TableEdge};
use super::state::{Battle, Decision, ElementId, Formation, bit, members, side_of};
use crate::dice::{Dice, Purpose, Seat};
use crate::game::{Game, LogEntry, Observer, Side, StreamKey};

/// A step of set-up, in their order (DG-SET-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Nothing has been done.
    #[default]
    Begin,
    /// Who places the first feature.
    TerrainRollOff,
    /// Features are placed.
    Features,
    /// Who is the aggressor.
    AggressorRollOff,
    /// The aggressor rolls the scenario.
    ScenarioRoll,
    /// On a table that is not square: who picks a long edge.
    EdgeRollOff,
    /// Somebody picks an edge.
    EdgePick,
    /// On the square table: the opponent rolls for his edge.
    EdgeRoll,
    /// Who places the first control marker.
    MarkerRollOff,
    /// Markers, or flag bearers, of the first player.
    FirstNomination,
    /// And of the second.
    SecondNomination,
    /// The aggressor deploys.
    AggressorDeploys,
    /// The opponent deploys.
    OpponentDeploys,
    /// The aggressor writes his Groups down, where the rules ask for it.
    AggressorDeclares,
    /// And the opponent.
    OpponentDeclares,
    /// The aggressor's Artillery.
    AggressorArtillery,
    /// The opponent's Artillery.
    OpponentArtillery,
    /// The first turn begins.
    Done,
}

/// How far set-up has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preparations {
    step: Step,
    /// Features placed or forfeited.
    pub features: u8,
    /// Who won the last roll-off; places, picks or nominates first.
    winner: Option<Side>,
    /// The edge that was picked.
    edge: Option<TableEdge>,
    /// Those whom Artillery is still to hit.
    shells: Formation,
    /// What happened so far: told once everybody stands, for a trace begins with the positions. Empty unless somebody
    /// listens.
    log: Vec<LogEntry>,
    /// Whether it is told at once instead.
    aloud: bool,
}

impl Preparations {
    /// Whether what happens is told at once, and not once everybody stands.
    pub(super) fn is_aloud(&self) -> bool {
        self.aloud
    }
}

impl TableEdge {
    /// The one across the table.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The one on the left of somebody who stands at this one and looks at the table.
    #[must_use]
    pub const fn left(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// What lies so, seen from this one (DG-SET-04).
    #[must_use]
    const fn seen(self, edge: setup::Edge) -> Self {
        match edge {
            setup::Edge::Chosen => self,
            setup::Edge::Left => self.left(),
            setup::Edge::Right => self.left().opposite(),
            setup::Edge::Opposite => self.opposite(),
        }
    }
}

impl Battle<'_> {
    /// Called by [`Battle::restart`] once both forces are enlisted: asks the first question of set-up, or throws the first
    /// dice.
    pub(super) fn begin_setup(&mut self) {
        self.preparations = Preparations::default();
        self.next_step();
    }

    /// Begins set-up from its first step, telling it at once: for positions set up by hand, as are the following.
    pub(super) fn resume_setup(&mut self) {
        self.preparations = Preparations { aloud: true, ..Preparations::default() };
        self.next_step();
    }

    /// Begins set-up with the nominations, everything before them being done.
    pub(super) fn resume_nominations<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.resume_after(Step::EdgeRoll, observer);
    }

    /// Begins set-up with the deployment of `side`, everything before it being done.
    pub(super) fn resume_deployment<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let before = if side == self.aggressor { Step::SecondNomination } else { Step::AggressorDeploys };
        self.resume_after(before, observer);
    }

    /// Begins set-up with Artillery, everybody being deployed.
    pub(super) fn resume_artillery<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.resume_after(Step::OpponentDeploys, observer);
    }

    /// Begins set-up with what comes after `step`.
    fn resume_after<C: Observer<LogEntry>>(&mut self, step: Step, observer: &mut C) {
        self.preparations = Preparations { step, aloud: true, ..Preparations::default() };
        observer.event(|| events::battle(self, &mut []));
        self.next_step();
        if self.is_prepared() {
            self.begin_battle(observer);
        }
    }

    /// Whether set-up is over.
    fn is_prepared(&self) -> bool {
        self.preparations.step == Step::Done
    }

    /// Goes on to the next step that there is something to do in, and says who does it.
    fn next_step(&mut self) {
        use Step::{
            AggressorArtillery, AggressorDeclares, AggressorDeploys, AggressorRollOff, Begin, Done, EdgePick, EdgeRoll,
            EdgeRollOff, Features, FirstNomination, MarkerRollOff, OpponentArtillery, OpponentDeclares,
            OpponentDeploys, ScenarioRoll, SecondNomination, TerrainRollOff,
        };
        loop {
            self.preparations.step = match self.preparations.step {
                Begin => TerrainRollOff,
                TerrainRollOff => Features,
                Features => AggressorRollOff,
                AggressorRollOff => ScenarioRoll,
                ScenarioRoll => EdgeRollOff,
                EdgeRollOff => EdgePick,
                EdgePick => EdgeRoll,
                EdgeRoll => MarkerRollOff,
                MarkerRollOff => FirstNomination,
                FirstNomination => SecondNomination,
                SecondNomination => AggressorDeploys,
                AggressorDeploys => OpponentDeploys,
                OpponentDeploys => AggressorDeclares,
                AggressorDeclares => OpponentDeclares,
                OpponentDeclares => AggressorArtillery,
                AggressorArtillery => OpponentArtillery,
                OpponentArtillery | Done => Done,
            };
            if self.ask() {
                return;
            }
        }
    }

    /// Asks what the present step asks for; false when there is nothing to do in it.
    fn ask(&mut self) -> bool {
        let (opponent, winner) = (self.aggressor.other(), self.preparations.winner);
        let rules = &self.setup.rules;
        let (square, rolled) = (self.setup.size.square(), rules.edge_policy == EdgePolicy::Roll);
        let placed = matches!(rules.terrain_policy, TerrainPolicy::Scripted | TerrainPolicy::Random);
        let asked = match self.preparations.step {
            Step::Begin | Step::Done => return self.is_prepared(),
            Step::TerrainRollOff => (placed && self.setup.size.features > 0).then_some((Decision::Roll, Side::A)),
            Step::Features if !placed || self.preparations.features >= self.setup.size.features => None,
            Step::Features if rules.terrain_policy == TerrainPolicy::Random => Some((Decision::Roll, Side::A)),
            // DG-TER-01
            Step::Features => {
                let first = winner.unwrap_or(Side::A);
                let placer = if self.preparations.features.is_multiple_of(2) { first } else { first.other() };
                Some((Decision::Feature, placer))
            }
            Step::AggressorRollOff => match rules.aggressor {
                Aggressor::Roll => Some((Decision::Roll, Side::A)),
                Aggressor::First | Aggressor::Second => {
                    // Who won the roll-off for terrain has no say in what comes.
                    self.preparations.winner = None;
                    self.aggressor = if rules.aggressor == Aggressor::First { Side::A } else { Side::B };
                    None
                }
            },
            Step::ScenarioRoll => self.setup.scenario.is_none().then_some((Decision::Roll, self.aggressor)),
            Step::EdgeRollOff => (rolled && !square).then_some((Decision::Roll, self.aggressor)),
            // DG-SET-04, DG-SET-05
            Step::EdgePick => {
                let picker = if square { opponent } else { winner.unwrap_or(self.aggressor) };
                rolled.then_some((Decision::Edge, picker))
            }
            Step::EdgeRoll => (rolled && square).then_some((Decision::Roll, opponent)),
            Step::MarkerRollOff => {
                self.place_centre();
                (self.scenario == Scenario::Control).then_some((Decision::Roll, self.aggressor))
            }
            Step::FirstNomination | Step::SecondNomination => {
                let first = self.preparations.step == Step::FirstNomination;
                self.nomination(if first { winner.unwrap_or(opponent) } else { winner.unwrap_or(opponent).other() })
            }
            Step::AggressorDeploys => self.deployment_of(self.aggressor),
            Step::OpponentDeploys => self.deployment_of(opponent),
            Step::AggressorDeclares => self.declaration_of(self.aggressor),
            Step::OpponentDeclares => self.declaration_of(opponent),
            Step::AggressorArtillery => self.artillery_of(self.aggressor),
            Step::OpponentArtillery => self.artillery_of(opponent),
        };
        let Some((decision, decider)) = asked else { return false };
        (self.decision, self.decider) = (decision, decider);
        true
    }

    /// What `side` nominates: a marker in Control, a bearer in Capture the Flag.
    fn nomination(&self, side: Side) -> Option<(Decision, Side)> {
        match self.scenario {
            Scenario::Control => Some((Decision::Marker, side)),
            Scenario::CaptureTheFlag => Some((Decision::Bearer, side)),
            _ => None,
        }
    }

    /// The next Element that `side` deploys.
    fn deployment_of(&self, side: Side) -> Option<(Decision, Side)> {
        (!self.force(side).undeployed.is_empty()).then_some((Decision::Deploy, side))
    }

    /// Shows choices while the phase is [`super::state::Phase::Setup`].
    pub(super) fn visit_setup(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Roll => visit(Choice::Roll),
            Decision::Feature => self.visit_features(visit),
            Decision::Edge => {
                let open = |edge: &TableEdge| self.check_edge(*edge).is_ok();
                TableEdge::ALL.into_iter().filter(open).for_each(|edge| visit(Choice::Edge(edge)));
            }
            Decision::Bearer => self.visit_bearers(visit),
            Decision::Marker => self.visit_markers(visit),
            Decision::Deploy => self.visit_deployment(visit),
            Decision::Declare => self.visit_declarations(visit),
            Decision::Barrage => self.visit_barrages(visit),
            _ => {}
        }
    }

    /// Whether `choice` is legal while the phase is [`super::state::Phase::Setup`].
    pub(super) fn check_setup(&self, choice: Choice) -> Result<(), Refusal> {
        match (self.decision, choice) {
            (Decision::Roll, Choice::Roll) => Ok(()),
            (Decision::Feature, Choice::Feature { kind, at, across }) => self.check_feature(kind, at, across),
            (Decision::Feature, Choice::NoFeature) => Ok(()),
            (Decision::Edge, Choice::Edge(edge)) => self.check_edge(edge),
            (Decision::Bearer, Choice::Bearer { element }) => self.check_bearer(element),
            (Decision::Marker, Choice::Marker { at }) => self.check_marker(at),
            (Decision::Deploy, Choice::Deploy { element, pose }) => {
                self.check_undeployed(element)?;
                self.check_place(element, pose)
            }
            (Decision::Deploy, Choice::Mount { element, apc }) => {
                self.check_undeployed(element)?;
                self.check_mount(element, apc)
            }
            (Decision::Deploy, Choice::Reserve { element }) => {
                self.check_undeployed(element)?;
                self.check_reserve(element)
            }
            (Decision::Declare, Choice::Declare { group }) => {
                group.iter().try_for_each(|one| self.check_own(one))?;
                self.check_declaration(&group)
            }
            (Decision::Declare, Choice::EndDeclaration) => Ok(()),
            (Decision::Barrage, Choice::Barrage { group }) => self.check_barrage(&group),
            _ => Err(Refusal::new("DG-SET-03", "that is not to be decided now")),
        }
    }

    /// DG-SET-05
    fn check_edge(&self, edge: TableEdge) -> Result<(), Refusal> {
        let long = matches!(edge, TableEdge::South | TableEdge::North);
        if self.setup.size.square() || long {
            Ok(())
        } else {
            Err(Refusal::new("DG-SET-05", "Forces deploy along the long edges"))
        }
    }

    /// Carries out a legal choice while the phase is [`super::state::Phase::Setup`]; calls [`Battle::begin_battle`] when
    /// set-up is over.
    pub(super) fn apply_setup<C: Observer<LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        if choice != Choice::Roll {
            self.report(observer, |battle| events::choice(battle, choice));
        }
        match choice {
            Choice::Roll => self.roll_setup(dice, observer),
            Choice::Feature { kind, at, across } => self.place_feature(kind, at, across),
            Choice::NoFeature => self.preparations.features += 1,
            Choice::Edge(edge) => self.preparations.edge = Some(edge),
            Choice::Bearer { element } => self.progress.bearers[self.decider.index()] = Some(element),
            Choice::Marker { at } => self.progress.markers[self.decider.index()] = Some(at),
            Choice::Deploy { element, pose } => {
                self.deploy(element, pose);
                self.report_riders(element, observer);
            }
            Choice::Mount { element, apc } => self.mount(element, apc),
            Choice::Reserve { element } => {
                observer.rule_fired(rule::DOG_04);
                let force = self.force_mut(side_of(element));
                force.undeployed &= !bit(element);
                force.reserve |= bit(element);
            }
            Choice::Declare { group } => self.declare(&group),
            Choice::EndDeclaration => self.end_declaration(),
            Choice::Barrage { group } => {
                self.preparations.shells = group;
                self.decision = Decision::Roll;
                self.shell_on(dice, observer);
            }
            _ => {}
        }
        self.proceed(observer);
    }

    /// Goes on once the present step is done.
    fn proceed<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        if self.wreck.is_some() || self.verdict.is_some() {
            return;
        }
        let artillery = |step| matches!(step, Step::AggressorArtillery | Step::OpponentArtillery);
        let step = self.preparations.step;
        let again = match step {
            Step::Features | Step::AggressorDeploys | Step::OpponentDeploys => {
                self.turn_away_the_stranded(observer);
                self.ask()
            }
            Step::AggressorDeclares | Step::OpponentDeclares => self.ask(),
            step => artillery(step) && !self.preparations.shells.is_empty(),
        };
        if !again {
            if step == Step::EdgePick && !self.setup.size.square() {
                self.settle_edges();
            }
            self.next_step();
        }
        let next = self.preparations.step;
        if step <= Step::OpponentDeploys && next > Step::OpponentDeploys {
            self.lay_open(observer);
        }
        for (side, deploys) in
            [(self.aggressor, Step::AggressorDeploys), (self.aggressor.other(), Step::OpponentDeploys)]
        {
            if step <= deploys && next > deploys {
                self.report_reserves(side, observer);
            }
        }
        if self.is_prepared() {
            self.begin_battle(observer);
        }
    }

    /// Everybody stands: the trace begins, with what led here behind it.
    fn lay_open<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let mut log = std::mem::take(&mut self.preparations.log);
        if !self.preparations.aloud {
            observer.event(|| events::battle(self, &mut log));
        }
        for told in log {
            observer.event(|| told);
        }
    }

    /// Tells who starts aboard an APC that has been deployed, as its list plans.
    fn report_riders<C: Observer<LogEntry>>(&mut self, apc: ElementId, observer: &mut C) {
        if C::OBSERVES {
            let riders = self.riders(apc).collect();
            for rider in members(side_of(apc), riders) {
                self.report(observer, |battle| events::starts_aboard(battle, rider, apc));
            }
        }
    }

    /// Tells who of a side that has deployed stays in reserve without a choice: Air Support, and those whose list plans it.
    fn report_reserves<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        if C::OBSERVES {
            for element in members(side, self.force(side).reserve) {
                self.report(observer, |battle| events::status(battle, element, "reserve"));
            }
        }
    }

    /// Tells of something that happens during set-up, or keeps it until everybody stands.
    fn report<C: Observer<LogEntry>>(&mut self, observer: &mut C, event: impl FnOnce(&Self) -> LogEntry) {
        if !C::OBSERVES {
            return;
        }
        let told = event(self);
        if self.preparations.aloud || self.preparations.step > Step::OpponentDeploys {
            observer.event(|| told);
        } else {
            self.preparations.log.push(told);
        }
    }

    /// Throws the dice of the present step.
    fn roll_setup<C: Observer<LogEntry>>(&mut self, dice: &mut impl Dice, observer: &mut C) {
        match self.preparations.step {
            Step::TerrainRollOff => self.roll_off("terrain", Side::A, dice, observer),
            Step::Features => {
                self.draw_features(dice);
                // What chance put where stands on the table; it is no die of the next roll-off.
                drop(dice.thrown());
            }
            Step::AggressorRollOff => {
                self.roll_off("aggressor", Side::A, dice, observer);
                self.aggressor = self.preparations.winner.take().unwrap_or(Side::A);
            }
            Step::ScenarioRoll => {
                self.scenario = setup::scenario(&self.setup.codex, dice);
                let thrown = dice.thrown();
                self.report(observer, |battle| events::scenario(battle, &thrown));
            }
            Step::EdgeRollOff => self.roll_off("edge", self.aggressor, dice, observer),
            Step::EdgeRoll => {
                let chosen = self.preparations.edge.unwrap_or(TableEdge::North);
                let edge = chosen.seen(setup::edge(dice));
                self.preparations.edge = Some(edge);
                let thrown = dice.thrown();
                self.report(observer, |battle| events::edges(battle, edge, &thrown));
                self.settle_edges();
            }
            Step::MarkerRollOff => self.roll_off("marker", self.aggressor, dice, observer),
            _ => self.shell_on(dice, observer),
        }
    }

    /// A roll-off, thrown until somebody wins (DG-SET-02); `first` throws the first die.
    fn roll_off<C: Observer<LogEntry>>(
        &mut self,
        what: &'static str,
        first: Side,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        let winner = loop {
            match setup::roll_off(dice) {
                RollOff::First => break first,
                RollOff::Second => break first.other(),
                RollOff::Tie => {}
            }
        };
        self.preparations.winner = Some(winner);
        let thrown = dice.thrown();
        self.report(observer, |_| events::rolled_off(what, first, winner, &thrown));
    }

    /// Turns the table so that the aggressor's edge is the southern one. The edge that was picked or rolled is the
    /// opponent's on the square table, that of the winner of the roll-off on others.
    fn settle_edges(&mut self) {
        let opponent = self.aggressor.other();
        let owner = if self.setup.size.square() { opponent } else { self.preparations.winner.unwrap_or(opponent) };
        let edge = self.preparations.edge.take().unwrap_or(TableEdge::North);
        let own = if owner == self.aggressor { edge } else { edge.opposite() };
        self.terrain.turn_south(own, &self.table());
        self.preparations.winner = None;
    }

    /// The stream of the dice that the present step of set-up throws: that of the environment, but for Artillery.
    pub(super) fn setup_stream(&self) -> StreamKey {
        let (purpose, k) = match self.preparations.step {
            // The cell seats the lists by this roll-off.
            Step::AggressorRollOff => (Purpose::Initiative, 0),
            Step::AggressorArtillery | Step::OpponentArtillery => {
                let gunner = if self.preparations.step == Step::AggressorArtillery {
                    self.aggressor
                } else {
                    self.aggressor.other()
                };
                return StreamKey { seat: self.seat(gunner), purpose: Purpose::Shooting, k: 0 };
            }
            step => (Purpose::Setup, step as u16),
        };
        StreamKey { seat: Seat::Environment, purpose, k }
    }

    /// The Elements of a side that are still to be deployed, the first of each kind.
    pub(in crate::rulesets::dogma) fn to_deploy(&self, side: Side) -> impl Iterator<Item = ElementId> + '_ {
        let mut last = None;
        members(side, self.force(side).undeployed).filter(move |element| {
            let planned = self.force(side).mounts_planned && self.element(*element).carrier != super::state::NOBODY;
            let kind = self.element(*element).kind;
            let first = last != Some(kind);
            if !planned {
                last = Some(kind);
            }
            first && !planned
        })
    }
}
