//! What support points buy (CW-ARM-03, CW-ARM-04, CW-ARM-07, R-103, R-104).
//!
//! Each side buys piece by piece, and neither is to look at what the other one has bought.

use super::{SetUpChoice, SetUpStage};
use crate::game::{Catalogue, Side};
use crate::rulesets::chainsword::choices::{Decision, Refusal};
use crate::rulesets::chainsword::codex::{Rank, UnitOption};
use crate::rulesets::chainsword::profiles::Trait;
use crate::rulesets::chainsword::rules::{DeepStrike, Struck};
use crate::rulesets::chainsword::state::{Battle, MOST_SQUADS, MOST_TEAMS, NOBODY, TeamId, bit, members, side_of};
use crate::rulesets::chainsword::support::{SupportClass, SupportItem};
use crate::rulesets::chainsword::turn::Flow;

/// Most flyers of a side, those of its list counted in.
const MOST_FLYERS: usize = 2;

/// Something that support points buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// A work, or a preliminary barrage.
    Item(SupportItem),
    /// An adjutant of an officer.
    Adjutant(TeamId),
    /// A medic of a Team.
    Medic(TeamId),
    /// A unit.
    Unit {
        /// Its type.
        profile: u8,
        /// Its option, by index in the codex; [`NOTHING`] for none.
        option: u8,
        /// It comes from reserve, by Deep Strike or by a table edge (CW-DEP-09).
        reserve: bool,
    },
    /// A transport of a Squad.
    Transport {
        /// The Squad.
        squad: u8,
        /// Its type.
        profile: u8,
    },
}

/// Stands for "no option".
pub const NOTHING: u8 = u8::MAX;

const TOO_DEAR: Refusal = Refusal::new("CW-ARM-03", "support-over: the support points that are left do not pay for it");
const BANNED: Refusal = Refusal::new("CW-ARM-04", "support-banned: the scenario does not allow this class to the side");
const ENOUGH: Refusal = Refusal::new("R-104", "the side may have no more of it");
const NO_ROOM: Refusal = Refusal::new("R-104", "the side has no room for it");

impl Battle<'_> {
    pub(super) fn run_purchase(&mut self) -> Flow {
        let side = self.set_up.turn;
        let mut any = false;
        self.visit_purchases_of(side, &mut |_| any = true);
        if any {
            return self.ask(Decision::Purchase, side);
        }
        self.end_purchases();
        Flow::Go
    }

    /// A side buys no more: what is left is lost (CW-ARM-03).
    pub(super) fn end_purchases(&mut self) {
        self.set_up.budget[self.set_up.turn.index()] = 0.0;
        match self.set_up.turn {
            Side::A => self.set_up.turn = Side::B,
            Side::B => (self.set_up.stage, self.set_up.turn) = (SetUpStage::Works, Side::A),
        }
    }

    /// What a purchase costs in support points.
    #[must_use]
    pub fn support_cost(&self, purchase: Purchase) -> f64 {
        let codex = &self.setup.codex;
        let item = |item: SupportItem| f64::from(codex.support_costs[item as usize]);
        match purchase {
            Purchase::Item(bought) => item(bought),
            Purchase::Adjutant(_) => item(SupportItem::Adjutant),
            Purchase::Medic(_) => item(SupportItem::Medic),
            Purchase::Unit { profile, option, .. } => {
                codex.cost(profile.into()) + codex.options.get(usize::from(option)).map_or(0.0, |option| option.cost)
            }
            Purchase::Transport { profile, .. } => codex.cost(profile.into()),
        }
    }

    pub(super) fn check_purchase(&self, purchase: Purchase) -> Result<(), Refusal> {
        self.check_purchase_of(self.set_up.turn, purchase)
    }

    fn check_purchase_of(&self, side: Side, purchase: Purchase) -> Result<(), Refusal> {
        let (force, scenario) = (self.force(side), self.setup.scenario);
        let exists = |unit: u8| usize::from(unit) < self.setup.profiles.len();
        let own = |team: TeamId| {
            let taken = side_of(team) == side && force.all().contains(team);
            if taken { Ok(()) } else { Err(Refusal::new("CW-ARM-07", "the side has no such Team")) }
        };
        match purchase {
            Purchase::Item(SupportItem::Adjutant | SupportItem::Medic) => {
                return Err(Refusal::new("CW-ARM-07", "that goes to an officer or to a Team"));
            }
            Purchase::Item(item) => {
                if item.class().banned(scenario, side) {
                    return Err(BANNED);
                }
                if item == SupportItem::PreliminaryBarrage && force.barrage {
                    return Err(ENOUGH);
                }
            }
            Purchase::Adjutant(officer) => {
                own(officer)?;
                if !self.is_officer(officer) {
                    return Err(Refusal::new("CW-ARM-07", "only officers have adjutants"));
                }
                if force.adjutants.contains(officer) {
                    return Err(ENOUGH);
                }
            }
            Purchase::Medic(team) => {
                own(team)?;
                if self.is_officer(team) || self.profile(team).is_vehicle() {
                    return Err(Refusal::new("CW-ARM-07", "only Teams of rank and file have medics"));
                }
                if force.medics.contains(team) {
                    return Err(ENOUGH);
                }
            }
            Purchase::Unit { profile, option, reserve } => {
                if !exists(profile) {
                    return Err(Refusal::new("CW-ARM-03", "there is no such unit"));
                }
                self.check_unit(side, profile, option, reserve)?;
            }
            Purchase::Transport { squad, profile } => {
                if !exists(profile) || squad >= force.squads {
                    return Err(Refusal::new("CW-ARM-03", "there is no such Squad, or no such unit"));
                }
                self.check_transport(side, squad, profile)?;
            }
        }
        let class = match purchase {
            Purchase::Item(item) => item.class(),
            Purchase::Adjutant(_) | Purchase::Medic(_) => SupportClass::Specialist,
            Purchase::Unit { .. } | Purchase::Transport { .. } => SupportClass::Reinforcement,
        };
        if class.banned(scenario, side) {
            return Err(BANNED);
        }
        let pays = self.support_cost(purchase) <= self.set_up.budget[side.index()];
        if pays { Ok(()) } else { Err(TOO_DEAR) }
    }

    fn check_unit(&self, side: Side, profile: u8, option: u8, reserve: bool) -> Result<(), Refusal> {
        let unit = &self.setup.profiles[usize::from(profile)];
        if unit.rank == Some(Rank::Warlord) {
            return Err(Refusal::new("R-65", "support-warlord: support brings no warlord"));
        }
        if unit.role == "transport" {
            return Err(Refusal::new("R-104", "a transport belongs to a Squad"));
        }
        if unit.is(Trait::Flyer) && unit.is(Trait::Creature) && self.setup.rules.flying_beasts == Struck::Off {
            return Err(Refusal::new("R-52", "optional-off: flying creatures are not fielded"));
        }
        let own = self.setup.codex.options.get(usize::from(option));
        if option != NOTHING && own.is_none_or(|own| own.unit != usize::from(profile)) {
            return Err(Refusal::new("CW-ARM-02", "bad-option: the unit has no such option"));
        }
        if reserve && self.way_from_reserve(profile).is_none() {
            return Err(Refusal::new("CW-DEP-09", "bad-reserve: the unit cannot come from reserve"));
        }
        self.check_flyers(side, profile)?;
        self.check_room(side, profile)
    }

    /// How a unit comes from reserve, if it can; flyers always do.
    fn way_from_reserve(&self, profile: u8) -> Option<Trait> {
        let unit = &self.setup.profiles[usize::from(profile)];
        let strikes = unit.is(Trait::DeepStrike) && self.setup.rules.deep_strike == DeepStrike::Base;
        if strikes { Some(Trait::DeepStrike) } else { unit.is(Trait::Outflank).then_some(Trait::Outflank) }
    }

    fn check_flyers(&self, side: Side, profile: u8) -> Result<(), Refusal> {
        let flyers = members(side, self.force(side).all()).filter(|team| self.is_flyer(*team)).count();
        let flies = self.setup.profiles[usize::from(profile)].is(Trait::Flyer);
        if flies && flyers >= MOST_FLYERS { Err(ENOUGH) } else { Ok(()) }
    }

    fn check_room(&self, side: Side, profile: u8) -> Result<(), Refusal> {
        let (codex, force) = (&self.setup.codex, self.force(side));
        let teams = codex.fielded(profile.into(), &[]).len();
        let room = usize::from(force.teams) + teams <= MOST_TEAMS && usize::from(force.squads) < MOST_SQUADS;
        if room { Ok(()) } else { Err(NO_ROOM) }
    }

    fn check_transport(&self, side: Side, squad: u8, profile: u8) -> Result<(), Refusal> {
        let codex = &self.setup.codex;
        let squad = &self.force(side).squad_states[usize::from(squad)];
        let capacity = codex.unit_type(profile.into()).capacity();
        if capacity == 0 {
            return Err(Refusal::new("CW-BAS-30", "transport-owner: it carries nobody"));
        }
        if squad.transport != NOBODY {
            return Err(Refusal::new("R-104", "the Squad has a transport"));
        }
        let rides = |team: TeamId| codex.unit_type(self.team(team).profile.into()).is("rides");
        if !squad.teams.members(side).next().is_some_and(rides) {
            return Err(Refusal::new("R-101", "transport-owner: the Squad does not ride"));
        }
        let models: u8 = squad.teams.members(side).map(|team| self.team(team).models).sum();
        if models > capacity {
            return Err(Refusal::new("CW-BAS-30", "over-capacity: it has no room for the Squad"));
        }
        self.check_flyers(side, profile)?;
        self.check_room(side, profile)
    }

    /// Buys something lawful.
    pub(super) fn buy(&mut self, purchase: Purchase) {
        let side = self.set_up.turn;
        self.set_up.budget[side.index()] -= self.support_cost(purchase);
        match purchase {
            Purchase::Item(SupportItem::PreliminaryBarrage) => self.force_mut(side).barrage = true,
            Purchase::Item(item) => self.set_up.works[side.index()][item as usize] += 1,
            Purchase::Adjutant(officer) => self.force_mut(side).adjutants |= bit(officer),
            Purchase::Medic(team) => self.force_mut(side).medics |= bit(team),
            Purchase::Unit { profile, option, reserve } => {
                let flies = self.setup.profiles[usize::from(profile)].is(Trait::Flyer);
                let options: &[u8] = if option == NOTHING { &[] } else { &[option] };
                self.enlist_with(side, profile, options, reserve || flies);
            }
            Purchase::Transport { squad, profile } => {
                let flies = self.setup.profiles[usize::from(profile)].is(Trait::Flyer);
                if let Some(transport) = self.enlist_with(side, profile, &[], flies) {
                    self.name_transport(side, squad, transport);
                }
            }
        }
    }

    pub(super) fn visit_purchases(&self, visit: &mut impl FnMut(SetUpChoice)) {
        self.visit_purchases_of(self.set_up.turn, &mut |purchase| visit(SetUpChoice::Buy(purchase)));
    }

    fn visit_purchases_of(&self, side: Side, visit: &mut impl FnMut(Purchase)) {
        let mut offer = |purchase: Purchase| {
            if self.check_purchase_of(side, purchase).is_ok() {
                visit(purchase);
            }
        };
        let (codex, force) = (&self.setup.codex, self.force(side));
        SupportItem::ALL.into_iter().for_each(|item| offer(Purchase::Item(item)));
        for team in members(side, force.all()) {
            offer(Purchase::Adjutant(team));
            offer(Purchase::Medic(team));
        }
        for profile in 0..self.setup.profiles.len() as u8 {
            let of_unit = |option: &UnitOption| option.unit == usize::from(profile);
            let options = (0..codex.options.len()).filter(|at| of_unit(&codex.options[*at])).map(|at| at as u8);
            for option in std::iter::once(NOTHING).chain(options) {
                offer(Purchase::Unit { profile, option, reserve: false });
                offer(Purchase::Unit { profile, option, reserve: true });
            }
            (0..force.squads).for_each(|squad| offer(Purchase::Transport { squad, profile }));
        }
    }
}
