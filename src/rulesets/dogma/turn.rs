//! The course of a game (DG-TRN): from set-up through the phases of every turn to the verdict.

use super::choices::{Choice, Refusal};
use super::codex::Scenario;
use super::command;
use super::deploy::Preparations;
use super::events;
use super::movement::LastMove;
use super::rules::{AttacksPerTarget, ForceValueBase, ShakenChecks, SupportExhausts};
use super::scenarios::{Ending, Progress};
use super::state::{
    Battle, Command, Decision, Element, ElementId, Force, Lineup, MOST_ELEMENTS, NOBODY, Neighbours, Phase, Setup,
    UnitSet, bit, element_id, members, place_of, side_of,
};
use super::strike::Sights;
use super::tactics;
use crate::dice::{Dice, Purpose, Seat, SeededDice};
use crate::game::{Game, LogEntry, Observer, PlanStage, Points, Side, StreamKey, Tactic, Tactics, Verdict, share};
use crate::tabletop::plane::{Base, Edge, Facing, Point};

impl<'s> Battle<'s> {
    /// A game about to be set up.
    #[must_use]
    pub fn new(setup: &'s Setup, lineup: &Lineup<'_>) -> Self {
        let mut battle = Self::empty(setup);
        battle.restart(lineup);
        battle
    }

    /// A table with nobody on it.
    #[must_use]
    pub fn empty(setup: &'s Setup) -> Self {
        let nobody = Element {
            kind: 0,
            base: Base::square(Point::new(0.0, 0.0), Facing::NORTH, setup.side),
            carrier: NOBODY,
            contact: Neighbours::NONE,
        };
        Self {
            setup,
            elements: [nobody; 2 * MOST_ELEMENTS],
            forces: [Force::NONE; 2],
            terrain: setup.terrain.clone().unwrap_or_default(),
            scenario: setup.scenario.unwrap_or(Scenario::Exterminate),
            round: 0,
            aggressor: Side::A,
            active: Side::A,
            phase: Phase::Setup,
            decision: Decision::Roll,
            decider: Side::A,
            command: Command::default(),
            last_move: LastMove::default(),
            links: [[NOBODY; 4]; MOST_ELEMENTS],
            declared: [NOBODY; 2 * MOST_ELEMENTS],
            preparations: Preparations::default(),
            progress: Progress::default(),
            wreck: None,
            stormed: 0,
            sights: Sights::default(),
            verdict: None,
        }
    }

    /// Begins another game on the same table, keeping the memory.
    pub fn restart(&mut self, lineup: &Lineup<'_>) {
        self.terrain.clone_from(self.setup.terrain.as_ref().unwrap_or(&Default::default()));
        self.scenario = self.setup.scenario.unwrap_or(Scenario::Exterminate);
        (self.round, self.aggressor, self.active) = (0, Side::A, Side::A);
        (self.phase, self.decision, self.decider) = (Phase::Setup, Decision::Roll, Side::A);
        (self.command, self.last_move) = (Command::default(), LastMove::default());
        (self.preparations, self.progress) = (Preparations::default(), Progress::default());
        (self.wreck, self.stormed, self.verdict) = (None, 0, None);
        self.declared.fill(NOBODY);
        self.sights.forget();
        for side in Side::BOTH {
            let kinds = lineup.units[side.index()];
            let commander = element_id(side, usize::from(lineup.commanders[side.index()]));
            let (dogmas, plan) = (lineup.dogmas[side.index()], lineup.plans[side.index()]);
            let (reserve_planned, mounts_planned) = (plan.reserve.is_some(), plan.aboard.is_some());
            self.forces[side.index()] =
                Force { size: kinds.len() as u8, commander, dogmas, reserve_planned, mounts_planned, ..Force::NONE };
            for (place, &kind) in kinds.iter().enumerate() {
                self.enlist(element_id(side, place), kind);
            }
            for &(rider, carrier) in plan.aboard.iter().flatten() {
                let rider = element_id(side, usize::from(rider));
                self.elements[usize::from(rider)].carrier = element_id(side, usize::from(carrier));
            }
            // DG-SET-08
            let planned =
                plan.reserve.iter().flatten().map(|place| element_id(side, usize::from(*place))).collect::<UnitSet>();
            let force = self.force_mut(side);
            force.reserve = force.air | planned;
            force.undeployed &= !force.reserve;
            //
            if self.setup.rules.force_value_base == ForceValueBase::ElementsAndDogma {
                let price = (self.setup.rules.dogma_cost * 1000.0).round() as Points * dogmas.iter().count() as Points;
                let force = self.force_mut(side);
                force.value += price;
                force.ground_value += price;
            }
        }
        self.begin_setup();
    }

    fn enlist(&mut self, element: ElementId, kind: u8) {
        let it = &mut self.elements[usize::from(element)];
        (it.kind, it.carrier, it.contact) = (kind, NOBODY, Neighbours::NONE);
        let profile = self.profile(element);
        let force = self.force_mut(side_of(element));
        force.undeployed |= bit(element);
        force.value += profile.cost; // DG-ARM-06
        if profile.flyer {
            force.flyers |= bit(element);
        }
        if profile.carries {
            force.apcs |= bit(element);
        }
        if profile.air() {
            force.air |= bit(element);
        } else {
            force.ground_value += profile.cost;
        }
    }

    /// Set-up is over: the aggressor takes the first turn (DG-SET-11).
    pub(super) fn begin_battle<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.tell_phase_ended(observer);
        self.round = 1;
        observer.event(|| events::turn(self));
        self.begin_turn(self.aggressor, observer);
    }

    /// Begins the turn of `side`, whose initiative die is due.
    fn begin_turn<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        self.active = side;
        (self.phase, self.decision, self.decider) = (Phase::Initiative, Decision::Roll, side);
        self.last_move = LastMove::default();
        // DG-TRN-05
        let force = self.force_mut(side);
        (force.passed, force.failed) = Default::default();
        (force.moved, force.displaced, force.fronted) = Default::default();
        (force.got_off, force.laden, force.used) = Default::default();
        force.aboard_since = force.aboard;
        let enemy = self.force_mut(side.other());
        (enemy.attacked, enemy.got_off) = Default::default();
        self.stormed = 0;
        observer.event(|| events::phase(self));
    }

    /// Throws the initiative die and begins the Movement phase (DG-CMD-01).
    fn roll_initiative<C: Observer<LogEntry>>(&mut self, dice: &mut impl Dice, observer: &mut C) {
        let side = self.active;
        let lost = self.commander_lost(side);
        let rolled = command::initiative(&self.setup.rules, self.setup.codex.numbers.ip_die, lost, dice);
        self.command =
            Command { points: rolled.points, left: rolled.points, may_call: rolled.may_call, ..Command::default() };
        observer.event(|| events::initiative(self, lost, &dice.thrown()));
        self.tell_phase_ended(observer);
        (self.phase, self.decision) = (Phase::Movement, Decision::Move);
        self.note_contacts();
        observer.event(|| events::phase(self));
    }

    /// What the active side's Elements touch as the Movement phase begins (DG-GRP-03, DG-CON-08).
    pub(super) fn note_contacts(&mut self) {
        let side = self.active;
        let mut partial = UnitSet::EMPTY;
        self.links = [[NOBODY; 4]; MOST_ELEMENTS];
        for element in self.on_the_table(side) {
            self.links[place_of(element)] = Edge::ALL.map(|edge| self.fellow(element, edge));
            if !self.element(element).contact.foes.is_empty() && !self.is_engaged(element) {
                partial |= bit(element);
            }
        }
        self.force_mut(side).partial = partial;
    }

    /// Ends the Movement phase: points that are left are lost (DG-CMD-05).
    fn end_movement<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.command.left = 0;
        self.last_move = LastMove::default();
        if self.setup.rules.shaken_checks == ShakenChecks::Two {
            let force = self.force_mut(self.active);
            (force.passed, force.failed) = Default::default();
        }
        self.tell_phase_ended(observer);
        (self.phase, self.decision) = (Phase::Ranged, Decision::Shoot);
        observer.event(|| events::phase(self));
    }

    /// Ends the Ranged phase.
    fn end_ranged<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        if self.setup.rules.support_exhausts != SupportExhausts::Turn {
            self.force_mut(self.active).used = UnitSet::EMPTY;
        }
        if self.setup.rules.attacks_per_target == AttacksPerTarget::Phase {
            self.force_mut(self.active.other()).attacked = UnitSet::EMPTY;
            self.stormed = 0;
        }
        self.tell_phase_ended(observer);
        (self.phase, self.decision) = (Phase::Close, Decision::Fight);
        observer.event(|| events::phase(self));
    }

    /// Ends the Close phase, and the turn unless Groups are to be written down before.
    fn end_close<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        if self.groups_are_declared() {
            self.forget_declarations(self.active);
        }
        self.go_on_declaring(observer);
    }

    /// Asks for one more Group as long as one can be written down, and ends the turn then.
    fn go_on_declaring<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        match self.declaration_of(self.active) {
            Some((decision, decider)) => (self.decision, self.decider) = (decision, decider),
            None => self.end_turn(observer),
        }
    }

    /// Ends the turn, and begins the next one unless the game is over.
    fn end_turn<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let side = self.active;
        // DG-TRN-04
        let recovered = self.force(side).shaken & self.force(side).present();
        self.force_mut(side).shaken = UnitSet::EMPTY;
        for element in members(side, recovered) {
            observer.event(|| events::status(self, element, "recovered"));
        }
        self.after_turn(side, observer);
        if self.verdict.is_some() {
            return;
        }
        self.tell_phase_ended(observer);
        if side != self.aggressor {
            observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
            self.round += 1;
            observer.event(|| events::turn(self));
        }
        self.begin_turn(side.other(), observer);
    }

    /// Ends the game: called wherever a condition of victory is met (DG-VIC-01).
    pub(super) fn end_game<C: Observer<LogEntry>>(&mut self, winner: Option<Side>, ending: Ending, observer: &mut C) {
        if self.verdict.is_some() {
            return;
        }
        self.verdict = Some(Verdict { winner, ending: ending as u8 });
        self.tell_phase_ended(observer);
        (self.phase, self.decision) = (Phase::Over, Decision::Nothing);
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        observer.event(|| events::verdict(self));
    }

    /// The present phase is over.
    fn tell_phase_ended<C: Observer<LogEntry>>(&self, observer: &mut C) {
        let of = (self.phase != Phase::Setup).then_some(self.active);
        observer
            .phase_ended(self.phase as u8, of, None, || Side::BOTH.map(|side| self.value_alive(side) as f64 / 1000.0));
    }

    /// Value of a side's Elements at the start, thousandths of a point.
    #[must_use]
    pub fn fielded(&self, side: Side) -> Points {
        (0..usize::from(self.force(side).size)).map(|place| self.profile(element_id(side, place)).cost).sum()
    }

    /// Value of a side that is not destroyed, thousandths of a point.
    #[must_use]
    pub fn value_alive(&self, side: Side) -> Points {
        let force = self.force(side);
        self.worth(side, force.present() | force.exited)
    }

    /// Throws a shaken check (DG-MOR-01, DG-MOR-03).
    pub(super) fn throw_check<C: Observer<LogEntry>>(
        &mut self,
        element: ElementId,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        let passed = super::combat::pass_check(&self.setup.rules, 1, dice) > 0;
        let force = self.force_mut(side_of(element));
        if passed {
            force.passed |= bit(element);
        } else {
            force.failed |= bit(element);
        }
        observer.event(|| events::check(self, element, passed, &dice.thrown()));
    }

    /// Whether an Element may throw a shaken check now: shaken, and not checked yet (DG-MOR-02).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_check(&self, element: ElementId) -> Result<(), Refusal> {
        let force = self.force(self.active);
        if !(force.table & force.shaken).contains(element) {
            return Err(Refusal::new("DG-MOR-01", "it is not shaken"));
        }
        if (force.passed | force.failed).contains(element) {
            return Err(Refusal::new("DG-MOR-02", "it has checked this turn"));
        }
        Ok(())
    }

    /// Refuses Elements that are not the decider's.
    pub(super) fn check_own(&self, element: ElementId) -> Result<(), Refusal> {
        let listed = element != NOBODY && place_of(element) < usize::from(self.force(side_of(element)).size);
        if listed && side_of(element) == self.decider {
            Ok(())
        } else {
            Err(Refusal::new("DG-TRN-06", "the Element is not of the side that decides"))
        }
    }
}

impl Game for Battle<'_> {
    type Choice = Choice;
    type Event = LogEntry;
    type Refusal = Refusal;

    const TACTICS: &'static [Tactic] = tactics::TACTICS;

    fn tactics_of(&self, choice: Choice) -> Tactics {
        tactics::tactics_of(choice)
    }

    #[inline]
    fn to_choose(&self) -> Option<Side> {
        (self.decision != Decision::Nothing).then_some(self.decider)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        match (self.phase, self.decision) {
            (_, Decision::Bail) => self.visit_bails(visit),
            (Phase::Setup, _) => self.visit_setup(visit),
            (_, Decision::Roll) => visit(Choice::Roll),
            (_, Decision::Move) => self.visit_movement(visit),
            (_, Decision::Shoot) => self.visit_ranged(visit),
            (_, Decision::Fight) => self.visit_close(visit),
            (_, Decision::Declare) => self.visit_declarations(visit),
            _ => {}
        }
    }

    fn any_choice(&self, chance: &mut SeededDice) -> Choice {
        self.draw_choice(chance)
    }

    fn check(&self, choice: Choice) -> Result<(), Refusal> {
        if self.phase == Phase::Setup && self.decision != Decision::Bail {
            return self.check_setup(choice);
        }
        match (self.decision, choice) {
            (Decision::Roll, Choice::Roll)
            | (Decision::Move, Choice::EndMovement)
            | (Decision::Shoot, Choice::EndRanged)
            | (Decision::Fight, Choice::EndClose)
            | (Decision::Declare, Choice::EndDeclaration) => Ok(()),
            (Decision::Move | Decision::Shoot, Choice::Check { element }) => {
                self.check_own(element)?;
                self.check_check(element)
            }
            (Decision::Move, _) => self.check_movement(choice),
            (Decision::Shoot, Choice::Fire(attack)) => {
                self.check_own(attack.attacker)?;
                attack.supporters().try_for_each(|supporter| self.check_own(supporter))?;
                self.check_fire(&attack)
            }
            (Decision::Fight, Choice::Fight(attack)) => {
                self.check_own(attack.attacker)?;
                attack.supporters().try_for_each(|supporter| self.check_own(supporter))?;
                self.check_fight(&attack)
            }
            (Decision::Declare, Choice::Declare { group }) => {
                group.iter().try_for_each(|one| self.check_own(one))?;
                self.check_declaration(&group)
            }
            (Decision::Bail, Choice::Bail { element, pose }) => {
                self.check_own(element)?;
                self.check_bail(element, pose)
            }
            _ => Err(Refusal::new("DG-TRN-02", "that is not to be decided now")),
        }
    }

    fn stream(&self) -> StreamKey {
        let purpose = match (self.phase, self.decision) {
            (Phase::Setup, _) => return self.setup_stream(),
            (Phase::Initiative, _) => Purpose::Command,
            (Phase::Movement, _) => Purpose::Morale,
            (Phase::Close, _) => Purpose::Melee,
            _ => Purpose::Shooting,
        };
        StreamKey { seat: self.seat(self.active), purpose, k: self.round }
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice, observer: &mut impl Observer<LogEntry>) {
        if self.phase == Phase::Setup && self.decision != Decision::Bail {
            self.apply_setup(choice, dice, observer);
            return;
        }
        if choice != Choice::Roll {
            observer.event(|| events::choice(self, choice));
        }
        match choice {
            Choice::Roll => self.roll_initiative(dice, observer),
            Choice::Check { element } => self.throw_check(element, dice, observer),
            Choice::EndMovement => self.end_movement(observer),
            Choice::EndRanged => self.end_ranged(observer),
            Choice::EndClose => self.end_close(observer),
            Choice::Declare { group } => {
                self.declare(&group);
                self.go_on_declaring(observer);
            }
            Choice::EndDeclaration => {
                self.end_declaration();
                self.end_turn(observer);
            }
            Choice::Fire(attack) => self.fire(&attack, dice, observer),
            Choice::Fight(attack) => self.fight(&attack, dice, observer),
            Choice::Bail { element, pose } => self.bail(element, pose, observer),
            _ => self.apply_movement(choice, observer),
        }
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    #[inline]
    fn seat(&self, side: Side) -> Seat {
        if side == self.aggressor { Seat::First } else { Seat::Second }
    }

    #[inline]
    fn turn(&self) -> u16 {
        self.round
    }

    fn plan_stage(&self) -> Option<PlanStage> {
        let own = self.phase == Phase::Setup || self.decider == self.active;
        let step = if self.phase == Phase::Movement { u16::from(self.command.left) } else { 0 };
        own.then_some(PlanStage { turn: self.round, phase: self.phase as u16, step })
    }

    fn standing(&self, side: Side) -> f64 {
        let [own, other] = [side, side.other()].map(|side| {
            let force = self.force(side);
            let left = members(side, force.present() | force.exited);
            left.map(|element| self.profile(element).value).sum::<Points>() as f64
        });
        share(own, other)
    }
}
