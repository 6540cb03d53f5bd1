//! How a Team moves, what it does, whom it joins: its plan carried out, its shots chosen as things stand when they are fired.

use super::moves::Wanted;
use super::plan::{Deed, Mind, Plan};
use super::punch::Posture;
use super::survey::Piece;
use super::tactician::{Brief, Tactician};
use super::threat::{Exposure, Spot};
use crate::rulesets::chainsword::activation::Activation;
use crate::rulesets::chainsword::charge_step::heading_towards;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::field::rounded;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::state::{Battle, NOBODY, TeamId, side_of};
use crate::tabletop::plane::Point;

/// Share of what can be done from a place in the next own Phase that counts now.
const NEXT_PHASE: f64 = 0.5;

/// Inches of way from which a Team rather rides.
const RIDES: f64 = 12.0;

impl Tactician {
    /// How the Team moves: as its plan says.
    pub(super) fn mode(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let Activation { team, .. } = battle.activation?;
        let plan = self.think(battle, brief, team, Wanted::Places);
        let wanted = plan.as_ref().map_or(Mode::Stand, |plan| plan.mode);
        self.plan = plan;
        [wanted, Mode::Stand].map(Choice::Mode).into_iter().find(|choice| self.allows(battle, *choice))
    }

    /// What the Team does.
    pub(super) fn act(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let Activation { team, mode, fired, moved } = battle.activation?;
        let mode = mode?;
        let plan = self.plan.take().filter(|plan| plan.team == team && plan.mode == mode);
        let choice = self.carry_on(battle, brief, team, mode, fired, moved, plan.as_ref());
        self.plan = plan;
        choice
    }

    /// The next step of a plan.
    #[expect(clippy::too_many_arguments, reason = "an activation in its parts, and its plan")]
    fn carry_on(
        &mut self,
        battle: &Battle<'_>,
        brief: &Brief<'_>,
        team: TeamId,
        mode: Mode,
        fired: bool,
        moved: bool,
        plan: Option<&Plan>,
    ) -> Option<Choice> {
        let deed = plan.map_or(Deed::FireThen, |plan| plan.deed);
        let places = plan.map_or(&[][..], |plan| &plan.places);
        if battle.is_aboard(team) {
            let off = places.iter().map(|at| Choice::Disembark { at: *at });
            return off.into_iter().find(|choice| self.allows(battle, *choice)).or_else(|| self.get_off(battle));
        }
        if mode == Mode::Charge {
            if let Deed::Charge(target) = deed
                && self.allows(battle, Choice::Charge(target))
            {
                return Some(Choice::Charge(target));
            }
            return None;
        }
        self.look(battle, side_of(team));
        if deed == Deed::FireFirst
            && !fired
            && let Some(shot) = self.shot(battle, brief, team, mode, deed)
        {
            return Some(shot);
        }
        if !moved && mode != Mode::Stand {
            for at in places {
                let to = rounded(*at);
                let headings = self.headings(battle, team, to);
                let ways = headings.into_iter().map(|heading| Choice::Move { to, heading });
                if let Some(choice) = ways.into_iter().find(|choice| self.allows(battle, *choice)) {
                    return Some(choice);
                }
            }
            if let Some(choice) = self.shorter_way(battle, team, places) {
                return Some(choice);
            }
        }
        if !fired && let Some(shot) = self.shot(battle, brief, team, mode, deed) {
            return Some(shot);
        }
        Some(Choice::Pass)
    }

    /// A place nearer on the way to the first place that was planned, which has turned out not to be lawful.
    fn shorter_way(&self, battle: &Battle<'_>, team: TeamId, places: &[Point]) -> Option<Choice> {
        let (from, to, heading) = (battle.team(team).at, *places.first()?, battle.team(team).heading);
        let part = |share: f64| Choice::Move { to: rounded(from + (to - from) * share), heading };
        [0.75, 0.5, 0.25].map(part).into_iter().find(|choice| self.allows(battle, *choice))
    }

    /// The best fire action of a Team as things stand, if any is worth it.
    fn shot(&mut self, battle: &Battle<'_>, brief: &Brief<'_>, team: TeamId, mode: Mode, deed: Deed) -> Option<Choice> {
        let mind = self.mind(battle, brief, team);
        let choice = self.fire_action(battle, team, mode, &mind, brief.weights, deed == Deed::Watch)?;
        self.allows(battle, choice).then_some(choice)
    }

    /// Whether an officer joins a Team, or a Team gets into a transport.
    pub(super) fn attach(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let mover = battle.joining;
        if mover == NOBODY {
            return Some(Choice::Pass);
        }
        self.look(battle, side_of(mover));
        let goal = self.goal(battle, brief.tasks.of(mover), mover);
        let hull = battle.profile(mover).drives();
        let far = self.ground.way(battle.team(mover).at, goal, hull) > RIDES;
        let (mut boards, mut joins) = (None, None);
        battle.visit_joins(&mut |choice| match choice {
            Choice::Board { .. } => boards = boards.or(Some(choice)),
            Choice::Attach { officer, team } => {
                let gain = self.gain_of_joining(battle, officer, team);
                if gain > joins.map_or(0.0, |(most, _)| most) {
                    joins = Some((gain, choice));
                }
            }
            _ => {}
        });
        let boards = boards.filter(|_| far && !self.has_shot(battle, mover));
        Some(boards.or(joins.map(|(_, choice)| choice)).unwrap_or(Choice::Pass))
    }
}

impl Tactician {
    /// Headings that a Team may end a move with, the best first: its front to the nearest enemy, along its way, as it is.
    fn headings(&self, battle: &Battle<'_>, team: TeamId, to: Point) -> [u16; 3] {
        let state = battle.team(team);
        let foes = self.survey.foes.iter().filter(|foe| !foe.flees);
        let nearest = foes.min_by(|one, other| one.at.distance(to).total_cmp(&other.at.distance(to)));
        let front = nearest.and_then(|foe| heading_towards(to, foe.at)).unwrap_or(state.heading);
        let along = heading_towards(state.at, to).unwrap_or(state.heading);
        if battle.profile(team).is_vehicle() { [front, along, state.heading] } else { [state.heading; 3] }
    }

    /// What a place is worth to a Team that can do nothing more in this Phase.
    pub(super) fn place_worth(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, at: Point) -> f64 {
        let spot = Spot { at, cell: self.ground.cell(at) };
        let lane = self.deal(battle, me, &spot, Posture::Still);
        let risk = self.risk(battle, me, &spot, Exposure { tactical: false, moves: false });
        let [from, to] = [me.at, at].map(|at| self.ground.way(at, mind.goal, mind.hull));
        let way = mind.ground(from, to) - mind.absence(at);
        NEXT_PHASE * mind.deal(&lane) + way + self.duty(battle, me, mind, at) - mind.dread(risk)
    }

    /// Whether a Team has an enemy in range and sight.
    fn has_shot(&mut self, battle: &Battle<'_>, team: TeamId) -> bool {
        let Some(me) = self.survey.own(team).copied() else { return false };
        let spot = Spot { at: me.at, cell: me.cell };
        self.deal(battle, &me, &spot, Posture::Still).harm > 0.0
    }
}
