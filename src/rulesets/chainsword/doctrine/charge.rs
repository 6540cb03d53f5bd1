//! Charges: whether one pays, what is fired before it, what answers it.

use arrayvec::ArrayVec;

use super::odds::{Aim, reaches, toll};
use super::plan::{Deed, Mind, Plan};
use super::punch::{Posture, visit_fires};
use super::survey::Piece;
use super::tactician::Tactician;
use super::threat::{Exposure, Spot};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::{Fire, FireKind, Mode, Sighting};
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, NOBODY, TeamId, side_of};

/// Charges that are looked at in earnest.
const LOOKED_AT: usize = 3;

/// The chance to win below which nobody charges with an officer, and officers do not alone.
const WITH_OFFICER: f64 = 0.75;

/// Share of what is risked after a charge that counts where it succeeds: locked in melee one is no target.
const ENGAGED: f64 = 0.3;

/// Volleys that a reaction chooses among.
const MOST_VOLLEYS: usize = 24;

impl Tactician {
    /// The best charge of a Team, if any may pay.
    pub(super) fn think_of_charges(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, idle: f64) -> Option<Plan> {
        let before = me.charges?;
        if battle.check_charger(me.team).is_err() {
            return None;
        }
        let land = battle.land();
        let mut list: ArrayVec<(f64, usize), MOST_TEAMS> = ArrayVec::new();
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number];
            let gap = foe.stand.gap(&me.stand);
            if gap > before + 12.0 || self.ground.look(&land, me.cell, foe.cell).is_none() {
                continue;
            }
            let worth = self.charge_worth(battle, me, mind, number, gap, false);
            if worth > idle {
                list.push((worth, number));
            }
        }
        list.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut best: Option<Plan> = None;
        for (bound, number) in list.into_iter().take(LOOKED_AT) {
            if best.as_ref().is_some_and(|best| bound - idle <= best.gain) {
                break;
            }
            let target = self.survey.foes[number].team;
            let Ok(way) = battle.check_charge(me.team, target) else { continue };
            let worth = self.charge_worth(battle, me, mind, number, way.cost(), way.difficult);
            if worth - idle > best.as_ref().map_or(0.0, |best| best.gain) {
                best = Some(Plan {
                    team: me.team,
                    mode: Mode::Charge,
                    places: ArrayVec::new(),
                    deed: Deed::Charge(target),
                    gain: worth - idle,
                    harm: worth - idle,
                });
            }
        }
        best
    }

    /// What a charge over a way of so many inches is worth, risk afterwards counted in.
    fn charge_worth(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        number: usize,
        inches: f64,
        difficult: bool,
    ) -> f64 {
        let foe = self.survey.foes[number];
        let before = me.charges.unwrap_or(0.0);
        let Self { punches, survey, values, .. } = self;
        let bout = punches.bout(battle, survey, values, me.team, foe.team);
        let with_officer = mind.officer || battle.team(me.team).officer != NOBODY;
        if with_officer && bout.wins < WITH_OFFICER && !foe.flees {
            return f64::NEG_INFINITY;
        }
        let (mut harm, mut cost) = (bout.harm, bout.cost);
        if foe.flees {
            // Whoever is caught in flight is destroyed without a blow.
            (harm, cost) = (values.whole(battle, foe.team), 0.0);
        }
        let reacts = !foe.pinned && !foe.flees && !foe.locked && !battle.profile(foe.team).drives();
        let reaction = if foe.watches {
            let cover = me.cover(0);
            punches.volley(battle, survey, values, foe.team, me, Posture::Still, inches, cover, Facing::Front)
        } else if reacts {
            let cover = me.cover(0);
            punches.volley(battle, survey, values, foe.team, me, Posture::Snap, inches, cover, Facing::Front)
        } else {
            0.0
        };
        // Whoever is shot at loses men who would have struck, and a point of Shock.
        let left = (1.0 - reaction / mind.whole.max(1e-9)).clamp(0.0, 1.0);
        let shaken = if reaction > 0.0 { 0.5 } else { 0.0 };
        let comes = reaches(inches - before + shaken, difficult);
        let ahead = me.at + (foe.at - me.at) * (before / foe.at.distance(me.at).max(before).max(1e-9));
        let short = Spot { at: ahead, cell: self.ground.cell(ahead) };
        let risk = self.risk(battle, me, &short, Exposure { tactical: false, moves: true });
        let fallen_short = mind.dread(risk);
        let clash = mind.harm * (1.0 + mind.close) * left * harm - mind.risk * cost;
        // Who charges a vehicle is not locked, and stands in the open before it.
        let open = if battle.profile(foe.team).drives() { 1.0 } else { bout.wins * ENGAGED };
        comes * clash - (1.0 - comes) * fallen_short - comes * open * fallen_short - mind.risk * reaction
    }
}

impl Tactician {
    /// What a Team fires before it charges: what takes most from the target.
    pub(super) fn charge_fire(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let charge = battle.charge?;
        self.look(battle, side_of(charge.team));
        let fire = self.best_volley(battle, charge.team, charge.target, FireKind::BeforeCharge, Mode::Charge);
        let (fire, _) = fire?;
        Some(Choice::Fire { fire, covering: false })
    }

    /// What the charged Team fires: snap shots, or its Overwatch.
    pub(super) fn reaction(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let charge = battle.charge?;
        let by = charge.target;
        self.look(battle, side_of(by));
        let mut ways: ArrayVec<(Fire, bool), MOST_VOLLEYS> = ArrayVec::new();
        battle.visit_reactions(&mut |choice| {
            if let Choice::ReactToCharge { fire, overwatch } = choice {
                let _ = ways.try_push((fire, overwatch));
            }
        });
        let best = ways.into_iter().map(|(fire, overwatch)| {
            let (kind, mode) =
                if overwatch { (FireKind::Overwatch, battle.team(by).mode) } else { (FireKind::Reaction, Mode::Stand) };
            (self.worth_of(battle, by, &fire, kind, mode), Choice::ReactToCharge { fire, overwatch })
        });
        let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }
}

impl Tactician {
    /// What a volley from where both stand takes from its target.
    pub(super) fn worth_of(&self, battle: &Battle<'_>, by: TeamId, fire: &Fire, kind: FireKind, mode: Mode) -> f64 {
        let sighting = battle.sighting(by, fire.target);
        self.worth_at(battle, by, fire, kind, mode, sighting)
    }

    /// The same of a target that is seen like this.
    pub(super) fn worth_at(
        &self,
        battle: &Battle<'_>,
        by: TeamId,
        fire: &Fire,
        kind: FireKind,
        mode: Mode,
        sighting: Sighting,
    ) -> f64 {
        let facing = if battle.profile(fire.target).is_vehicle() {
            let (vehicle, from) = (battle.team(fire.target).at, battle.stand(by).at());
            Facing::seen(vehicle, battle.heading_of(fire.target), from)
        } else {
            Facing::Front
        };
        let cover = battle.cover_of(fire.target, sighting.cover);
        let aim = Aim { by, kind, mode, inches: sighting.inches, seen: sighting.seen, cover, facing };
        self.values.harm(battle, fire.target, &toll(battle, fire, &aim))
    }

    /// The lawful volley of a Team that takes most from a target, with what that is.
    pub(super) fn best_volley(
        &self,
        battle: &Battle<'_>,
        by: TeamId,
        target: TeamId,
        kind: FireKind,
        mode: Mode,
    ) -> Option<(Fire, f64)> {
        let sighting = battle.sighting(by, target);
        let mut best: Option<(Fire, f64)> = None;
        visit_fires(battle, by, target, mode, |fire| {
            let worth = self.worth_at(battle, by, fire, kind, mode, sighting);
            if best.is_none_or(|(_, most)| worth > most) && battle.check_volley(by, fire, kind, mode, &sighting).is_ok()
            {
                best = Some((*fire, worth));
            }
        });
        let (fire, worth) = best?;
        // Precise hits go to an officer where they may.
        let picks = Fire { at_officer: true, ..fire };
        if battle.team(target).officer != NOBODY && battle.check_volley(by, &picks, kind, mode, &sighting).is_ok() {
            return Some((picks, worth));
        }
        Some((fire, worth))
    }
}
