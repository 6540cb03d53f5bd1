//! The enemy as a side sees it when it thinks of a move: whom it can attack, and what attacks it.

use arrayvec::ArrayVec;

use super::super::codex::{Weapon, WeaponKind};
use super::super::combat::{Attack, Target};
use super::super::field::Stand;
use super::super::state::{Battle, FigureId, MOST_FIGURES, members, side_of};
use super::ScriptedPlayer;
use super::odds::Blow;

/// Most ranged weapons of a model that are thought of.
pub(super) const MOST_GUNS: usize = 4;

/// Weapons of the enemy of which it is known at once what they cost a figure.
const MOST_KNOWN: usize = 8;

/// A hit roll that cannot fail.
pub(super) const CERTAIN: i32 = 99;

/// Ranged weapons of a model, and how it fights.
#[derive(Clone, Debug, Default)]
pub(super) struct Arms<'s> {
    /// Ranged skill, where it has any weapon for it.
    pub skill: i32,
    pub guns: ArrayVec<(u8, &'s Weapon), MOST_GUNS>,
    /// Close Combat skill and weapon.
    pub fist: Option<(i32, &'s Weapon)>,
}

impl<'s> Arms<'s> {
    /// Of a model, or of the model that a base belongs to.
    pub(super) fn of(battle: &Battle<'s>, figure: FigureId) -> Self {
        let model = battle.figure(figure).model;
        let profile = battle.profile(model);
        let mut arms = Self { skill: profile.ranged.unwrap_or_default(), ..Self::default() };
        if profile.ranged.is_some() {
            let guns = battle.weapons(model).filter(|(_, weapon)| weapon.kind == WeaponKind::Ranged);
            arms.guns.extend(guns.take(MOST_GUNS));
        }
        let close = battle.best_close_weapon(model);
        arms.fist = close.and_then(|weapon| Some((profile.close_combat?, battle.weapon(weapon))));
        arms
    }
}

/// An enemy figure.
#[derive(Clone, Debug)]
pub(super) struct Foe<'s> {
    pub figure: FigureId,
    /// Itself, or the model whose base it is.
    pub model: FigureId,
    pub stand: Stand,
    /// It is a stealth base.
    pub base: bool,
    /// Chance that there is somebody under it.
    pub share: f64,
    pub target: Target,
    pub arms: Arms<'s>,
    pub movement: f64,
    /// One of this side is in contact with it.
    pub engaged: bool,
    /// It will be bound by suppression in its next activation.
    pub bound: bool,
    /// What a shot in reaction may cost who moves in its sight: it watches.
    pub watches: bool,
}

impl Foe<'_> {
    /// Whether all that it may do is to come and strike, and nothing may be done to it but to look for who is there.
    fn is_mere_base(&self) -> bool {
        self.base && !self.watches
    }
}

/// The enemy figures on the board.
pub(super) type Foes<'s> = ArrayVec<Foe<'s>, MOST_FIGURES>;

/// Finds all enemies of a side: put down where they stay, for they are many.
pub(super) fn foes<'s>(battle: &Battle<'s>, side: crate::game::Side, all: &mut Foes<'s>) {
    let enemy = side.other();
    let of = |figure: FigureId, last: Option<&Foe<'s>>| {
        let model = battle.figure(figure).model;
        let base = model != figure;
        let count = if base { f64::from(battle.bases_of(model).len().max(1)) } else { 1.0 };
        let force = battle.force(enemy);
        Foe {
            figure,
            model,
            stand: battle.stand(figure),
            base,
            share: 1.0 / count,
            // A Commander's range is measured to a hidden model, and where that is nobody knows.
            target: if base { Target::of(battle.profile(model)) } else { battle.target_of(model) },
            // The bases of a model come one after the other.
            arms: match last.filter(|last| last.model == model) {
                Some(last) => last.arms.clone(),
                None => Arms::of(battle, figure),
            },
            movement: battle.profile(model).movement,
            engaged: !base && battle.engaged(figure),
            bound: force.suppressed.contains(model) || force.suppressed_later.contains(model),
            watches: matches!(
                battle.figure(figure).stance,
                super::super::state::Stance::Overwatch { .. } | super::super::state::Stance::Suppressing { .. }
            ),
        }
    };
    for figure in members(enemy, battle.force(enemy).present) {
        let foe = of(figure, all.last());
        all.push(foe);
    }
}

/// What a side thinks of one of its own figures: what hits would be worth that it makes and takes.
#[derive(Clone, Debug)]
pub(super) struct Piece<'s> {
    pub figure: FigureId,
    pub model: FigureId,
    pub stand: Stand,
    /// The place of the lattice on which it stands, if it does.
    pub cell: Option<usize>,
    pub base: bool,
    pub target: Target,
    pub arms: Arms<'s>,
    /// Inches of a Move and a charge.
    pub reach: f64,
    /// What it is worth, and how much dearer it is held.
    pub worth: f64,
    pub guard: f64,
    /// By foe and gun, what a hit on that foe is worth; nothing where one of both is a base.
    pub deals: ArrayVec<[f64; MOST_GUNS], MOST_FIGURES>,
    /// By foe, the same hand to hand.
    pub blows: ArrayVec<f64, MOST_FIGURES>,
    /// By foe and gun of it, what a hit costs this one.
    pub takes: ArrayVec<[f64; MOST_GUNS], MOST_FIGURES>,
    /// By foe, the same hand to hand.
    pub knocks: ArrayVec<f64, MOST_FIGURES>,
}

impl Piece<'_> {
    /// Whether it matters what it and an enemy see of each other: one of both could shoot, or find the other.
    #[inline]
    pub(super) fn has_eyes_for(&self, foe: &Foe<'_>) -> bool {
        !foe.base && (self.base || !self.arms.guns.is_empty() || !foe.arms.guns.is_empty())
    }
}

impl ScriptedPlayer {
    /// An own figure against the enemies there are.
    pub(super) fn piece<'s>(&self, battle: &Battle<'s>, figure: FigureId, foes: &Foes<'s>) -> Piece<'s> {
        let model = battle.figure(figure).model;
        let target = battle.target_of(model);
        let arms = Arms::of(battle, figure);
        let base = model != figure;
        let stand = battle.stand(figure);
        let rules = &battle.setup.rules;
        let deal = |weapon: &Weapon, foe: &Foe<'_>| self.worth_of_weapon(battle, weapon, foe.model, &foe.target);
        // Many enemies carry the same weapons.
        let mut known: ArrayVec<(&Weapon, f64), MOST_KNOWN> = ArrayVec::new();
        let mut take = |weapon: &'s Weapon| {
            if let Some((_, worth)) = known.iter().find(|(other, _)| std::ptr::eq(*other, weapon)) {
                return *worth;
            }
            let worth = self.worth_of_weapon(battle, weapon, model, &target);
            let _ = known.try_push((weapon, worth));
            worth
        };
        let mut piece = Piece {
            figure,
            model,
            stand,
            cell: self.place_on_lattice(&stand),
            base,
            target,
            reach: battle.profile(model).movement * (1.0 + rules.charge_factor),
            worth: self.worth(battle, model),
            guard: self.guard_of(battle, model),
            deals: ArrayVec::new(),
            blows: ArrayVec::new(),
            takes: ArrayVec::new(),
            knocks: ArrayVec::new(),
            arms,
        };
        for foe in foes {
            let (mut deals, mut takes, mut blow) = ([0.0; MOST_GUNS], [0.0; MOST_GUNS], 0.0);
            if !foe.is_mere_base() {
                blow = piece.arms.fist.map_or(0.0, |(_, weapon)| deal(weapon, foe));
                takes.iter_mut().zip(&foe.arms.guns).for_each(|(worth, (_, gun))| *worth = take(gun));
                if !base {
                    deals.iter_mut().zip(&piece.arms.guns).for_each(|(worth, (_, gun))| *worth = deal(gun, foe));
                }
            }
            piece.deals.push(deals);
            piece.blows.push(blow);
            piece.takes.push(takes);
            piece.knocks.push(foe.arms.fist.map_or(0.0, |(_, weapon)| take(weapon)));
        }
        piece
    }

    /// What a hit with a weapon on a model is worth.
    pub(super) fn worth_of_weapon(
        &self,
        battle: &Battle<'_>,
        weapon: &Weapon,
        victim: FigureId,
        target: &Target,
    ) -> f64 {
        let rules = &battle.setup.rules;
        let attack = Attack::close(rules, CERTAIN, weapon, target, false);
        let wounds = battle.figure(victim).wounds.into();
        self.worth_of(battle, victim, &Blow::of(&attack, wounds, rules.wounds_base))
    }

    /// How much dearer a model is held than its worth says.
    pub(super) fn guard_of(&self, battle: &Battle<'_>, model: FigureId) -> f64 {
        let (figure, profile, side) = (battle.figure(model), battle.profile(model), side_of(model));
        let unit = battle.unit(side, figure.unit);
        let last = battle.force(side).alive().len() == 1;
        let stands = battle.weapons(model).any(|(_, weapon)| weapon.move_or_shoot);
        let dear = profile.commander || (unit.squad && unit.leader == model) || stands || last;
        let mut guard = if dear { 0.5 + 0.5 * self.weights.guard } else { 1.0 };
        if profile.commander {
            guard *= 1.5 - self.weights.leader_risk.min(1.0);
        }
        guard * self.caution
    }
}
