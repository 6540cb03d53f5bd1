//! Plain lawful play on the table: whoever has a shot fires it, the others go forward.

use super::Script;
use crate::dice::SeededDice;
use crate::game::any_choice_without;
use crate::rulesets::chainsword::activation::Activation;
use crate::rulesets::chainsword::choices::{Choice, Decision};
use crate::rulesets::chainsword::field::rounded;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::state::{Battle, TeamId, members, side_of};
use crate::tabletop::plane::Point;

/// Shares of the whole way that are tried.
const SHARES: [f64; 3] = [1.0, 0.6, 0.3];

impl Script {
    /// What Teams do on the table, and how they come onto it from reserve.
    pub(super) fn on_the_table(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        match battle.decision {
            Decision::Activate => self.mode(battle),
            Decision::Act => self.act(battle, chance),
            Decision::Attach => self.attach(battle),
            Decision::AmbushFire => self.ambush_fire(battle),
            Decision::ChargeFire => self.charge_fire(battle),
            Decision::Reaction => self.reaction(battle),
            Decision::Melee => self.melee(battle),
            Decision::Blows => self.blows(battle),
            Decision::BreakOff => self.break_off(battle),
            Decision::Consolidate => self.consolidate(battle, chance),
            Decision::Overwatch => self.watch(battle),
            Decision::Arrive => self.arrive(battle, chance),
            Decision::Mishap => self.mishap(battle, chance),
            _ => None,
        }
    }

    /// The nearest enemy of a Team.
    fn nearest_enemy(&self, battle: &Battle<'_>, team: TeamId) -> Option<(TeamId, f64)> {
        let enemy = side_of(team).other();
        let at = battle.team(team).at;
        let inches = |foe: TeamId| (foe, battle.team(foe).at.distance(at));
        members(enemy, battle.standing_teams(enemy)).map(inches).min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// How the Team moves: it stands where it has a shot, else it goes forward.
    fn mode(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let Activation { team, .. } = battle.activation?;
        let mut shoots = false;
        if battle.check_mode(team, Mode::Stand).is_ok() {
            battle.visit_fire(team, Mode::Stand, &mut |choice| shoots |= matches!(choice, Choice::Fire { .. }));
        }
        let wanted = if shoots { Mode::Stand } else { Mode::Standard };
        let order = [wanted, Mode::Cruising, Mode::Stand].map(Choice::Mode);
        order.into_iter().find(|choice| self.allows(battle, *choice))
    }

    /// What the Team does: it fires, moves towards the nearest enemy, or does nothing more.
    fn act(&mut self, battle: &Battle<'_>, _: &mut SeededDice) -> Option<Choice> {
        let Activation { team, mode, fired, moved } = battle.activation?;
        let mode = mode?;
        if battle.is_aboard(team) || mode == Mode::Charge {
            return None;
        }
        if !moved
            && mode != Mode::Stand
            && let Some(to) = self.way_forward(battle, team, mode)
        {
            return Some(Choice::Move { to, heading: battle.team(team).heading });
        }
        let mut shot = None;
        if !fired {
            battle.visit_fire(team, mode, &mut |choice| {
                if shot.is_none() && matches!(choice, Choice::Fire { covering: false, .. }) {
                    shot = Some(choice);
                }
            });
        }
        shot.or(Some(Choice::Pass))
    }

    /// A place on the way to the nearest enemy.
    fn way_forward(&self, battle: &Battle<'_>, team: TeamId, mode: Mode) -> Option<Point> {
        let (foe, inches) = self.nearest_enemy(battle, team)?;
        let (from, to) = (battle.team(team).at, battle.team(foe).at);
        let heading = battle.team(team).heading;
        let whole = battle.reach(team, mode) / inches.max(1.0);
        let place = |share: f64| rounded(from + (to - from) * (share * whole).min(1.0));
        SHARES.into_iter().map(place).find(|to| self.allows(battle, Choice::Move { to: *to, heading }))
    }

    /// Whether an officer joins a Team, or a Team gets into a transport: whoever may join joins.
    fn attach(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut joins = None;
        battle.visit_joins(&mut |choice| {
            if joins.is_none() && matches!(choice, Choice::Attach { .. }) {
                joins = Some(choice);
            }
        });
        joins.or(Some(Choice::Pass))
    }

    /// At whom a Team fires from ambush.
    fn ambush_fire(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut shot = None;
        battle.visit_ambush_fire(&mut |choice| {
            if choice != Choice::Pass && shot.is_none() {
                shot = Some(choice);
            }
        });
        shot.or(Some(Choice::Pass))
    }

    /// What a Team fires before it charges.
    fn charge_fire(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut shot = None;
        battle.visit_charge_fire(&mut |choice| {
            if choice != Choice::Pass && shot.is_none() {
                shot = Some(choice);
            }
        });
        shot.or(Some(Choice::Pass))
    }

    /// What the charged Team fires.
    fn reaction(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut shot = None;
        battle.visit_reactions(&mut |choice| {
            if choice != Choice::Pass && shot.is_none() {
                shot = Some(choice);
            }
        });
        shot.or(Some(Choice::Pass))
    }

    /// Which melee is fought next.
    fn melee(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut first = None;
        battle.visit_next_melees(&mut |choice| first = first.or(Some(choice)));
        first
    }

    /// Whom a Team strikes at.
    fn blows(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.asked_for_blows()?;
        let mut first = None;
        battle.visit_blows(team, &mut |choice| first = first.or(Some(choice)));
        first
    }

    /// Whether a Team breaks off from enemies that it cannot hurt.
    fn break_off(&mut self, _: &Battle<'_>) -> Option<Choice> {
        Some(Choice::BreakOff)
    }

    /// Where a Team goes that has won its melee.
    fn consolidate(&mut self, _: &Battle<'_>, _: &mut SeededDice) -> Option<Choice> {
        Some(Choice::Pass)
    }

    /// A shot from Overwatch, or none: the first one that there is.
    fn watch(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let mut shot = None;
        battle.visit_watch(&mut |choice| {
            if choice != Choice::Pass && shot.is_none() {
                shot = Some(choice);
            }
        });
        shot.or(Some(Choice::Pass))
    }

    /// Where a Team arrives.
    fn arrive(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        Some(any_choice_without(battle, self.without, chance))
    }

    /// Where the enemy's Team is set down.
    fn mishap(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        Some(any_choice_without(battle, self.without, chance))
    }
}
