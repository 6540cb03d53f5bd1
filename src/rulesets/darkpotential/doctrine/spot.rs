//! What a place is worth to a figure: what it deals from there, what it takes, and how far it has come.

use arrayvec::ArrayVec;

use super::super::combat::distance_penalty;
use super::super::field::Stand;
use super::super::field::sight::Shutter;
use super::super::state::{Battle, FigureId, MOST_FIGURES, Stance, members, place_of, side_of};
use super::ScriptedPlayer;
use super::foes::{Foe, Foes, Piece};
use super::looks::{Mutual, mutual};
use super::odds::chance;
use super::outlook::{Against, Outlook, PROSPECT, ROUNDING};
use crate::tabletop::plane::{Spot, greater, lesser};

/// Chance that an enemy who does not see a place now will see it when it has moved: near, and farther off.
const COMES_INTO_VIEW: [(f64, f64); 3] = [(14.0, 0.45), (24.0, 0.25), (f64::INFINITY, 0.12)];

/// How much less an enemy is a danger to one for every other one that it could attack as well.
const CROWD: f64 = 0.5;

/// Share of its worth that a model in stealth loses with its cover, whoever shoots then.
const UNCOVERED: f64 = 0.1;

/// What can be done from a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// What the best attack from there is worth in this activation.
    pub deal: f64,
    /// Whom it goes at, among the foes.
    pub foe: Option<usize>,
    /// What may be lost there.
    pub take: f64,
    /// All in all.
    pub worth: f64,
    /// Something has not been looked at.
    pub is_guess: bool,
}

/// A place as a figure stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing {
    there: Stand,
    at: Spot,
    /// What free attacks may cost on the way there.
    leaving: f64,
    /// What it is worth to be led there, or to lead.
    led: f64,
    /// How near it is to where the figure wants to come, in worth.
    close: f64,
}

impl Footing {
    /// Who stands there.
    pub(super) fn there(&self) -> &Stand {
        &self.there
    }

    /// What the place itself is worth: how near it is, and who is led there.
    pub(super) fn gain(&self) -> f64 {
        self.led + self.close
    }
}

/// What a figure at a place and an enemy may do to each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bout {
    /// What the best attack on it is worth in this activation, and what weapons could do next turn that stand, or hold a lane.
    deal: f64,
    standing: f64,
    lane: f64,
    /// What the enemy may do in its next turn hand to hand, and by shots or by looking for bases, if nobody is in contact; and what
    /// its shot in reaction may cost.
    fists: f64,
    pub shots: f64,
    watch: f64,
    /// The chances that the enemy finds a base there: as its activation begins, and if it looks for it with its action.
    noticed: f64,
    found: f64,
    /// They are in contact.
    contact: bool,
    /// What the shots of friends would have been worth that contact bars.
    barred: f64,
    /// It has not been looked at what they see of each other.
    pub is_guess: bool,
}

impl Bout {
    /// What the enemy's shots may cost, where that is a guess.
    pub(super) fn guessed_shots(&self) -> Option<f64> {
        self.is_guess.then_some(self.shots)
    }
}

/// What may be lost at a place, enemy by enemy.
struct Losses {
    /// What the figure is worth.
    own: f64,
    /// Chance that it lives.
    safe: f64,
}

impl Losses {
    fn new(piece: &Piece<'_>) -> Self {
        Self { own: piece.worth.max(1e-9), safe: 1.0 }
    }

    /// Adds what an enemy may do, and says whether that is anything. The figure may attack it before, and is in contact with nobody
    /// by a chance of `bare`.
    #[inline]
    fn add(&mut self, bout: &Bout, against: &Against, aimed_at: bool, bare: f64) -> bool {
        let danger = greater(bout.fists, bout.shots * bare);
        if danger == 0.0 && bout.watch == 0.0 {
            return false;
        }
        let removed = if aimed_at { lesser(bout.deal / against.worth, 1.0) } else { 0.0 };
        let left = (1.0 - 0.5 * removed) * against.left;
        let share = (danger * left * against.crowd + bout.watch) / self.own;
        self.safe *= 1.0 - lesser(share, 0.95);
        true
    }

    /// What is lost of the figure's worth on average.
    fn taken(&self, piece: &Piece<'_>) -> f64 {
        piece.worth * (1.0 - self.safe)
    }
}

/// All enemies in turn.
pub(super) type Bouts = ArrayVec<Bout, MOST_FIGURES>;

/// An enemy as it threatens a place.
#[derive(Clone, Copy, Debug)]
struct Threat<'f, 's> {
    foe: &'f Foe<'s>,
    /// Its place among the foes.
    number: usize,
    distance: f64,
    /// What it and the place see of each other.
    look: Option<Mutual>,
    /// That has not been looked at.
    is_guess: bool,
}

/// How it is found out what a place and the enemy see of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It is where the figure stands.
    Here,
    /// It is one of the lattice.
    Cell(usize),
    /// The same by what has been looked at before, and for the best in everything else: no place is better than that.
    Guess(usize),
    /// It is another one.
    There,
}

/// How a figure comes to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It stays where it is.
    Stays,
    /// By its Move: it may still act.
    Moves,
    /// By its action: it acts no more.
    Acts,
}

impl ScriptedPlayer {
    /// What a place is worth to a figure.
    pub(super) fn prospect(&mut self, outlook: &Outlook<'_, '_>, at: Spot, seen: Seen) -> Prospect {
        let footing = self.footing(outlook, at, seen);
        let mut bouts = Bouts::new();
        (0..outlook.foes.len()).for_each(|number| bouts.push(self.bout(outlook, &footing, number, seen)));
        self.weigh(outlook, &footing, &bouts)
    }

    /// What a place is to a figure, whoever sees it there.
    pub(super) fn footing(&self, outlook: &Outlook<'_, '_>, at: Spot, seen: Seen) -> Footing {
        let (battle, piece) = (outlook.battle, outlook.piece);
        let (there, cell) = match seen {
            Seen::Here => (piece.stand, self.ground.cell(at.point)),
            Seen::Cell(cell) | Seen::Guess(cell) => {
                (Stand { radius: piece.stand.radius, ..self.ground.stand(cell) }, cell)
            }
            Seen::There => (battle.setup.field.stand(at, piece.stand.radius), self.ground.cell(at.point)),
        };
        let way = self.ground.way_from(&self.to_enemy, cell);
        Footing {
            there,
            at,
            leaving: outlook.leaving(&there),
            led: outlook.led(&there, way),
            close: outlook.closeness(way),
        }
    }

    /// What a place of the lattice is worth to a figure by a guess, unless that is certain to be less than `least`; what is known of
    /// it against each enemy is added to `bouts`. `beyond` is what no place is worth beside what it is worth by itself: as soon as
    /// what may be lost there outweighs that, the other enemies matter no more.
    pub(super) fn guess(
        &mut self,
        outlook: &Outlook<'_, '_>,
        footing: &Footing,
        cell: usize,
        (beyond, least): (f64, f64),
        bouts: &mut Vec<Bout>,
    ) -> Option<Prospect> {
        let most = beyond + footing.gain();
        if most <= least {
            return None;
        }
        let (piece, first) = (outlook.piece, bouts.len());
        let weight = outlook.care * piece.guard;
        // Who is in contact cannot be shot at, and what may be lost is less than the sum.
        let is_summed = !piece.base && weight >= 0.0 && outlook.is_clear(&footing.there);
        let mut losses = Losses::new(piece);
        let mut is_guess = false;
        for (number, against) in outlook.lists.against.iter().enumerate() {
            if against.is_far {
                bouts.push(Bout::default());
                continue;
            }
            let bout = self.bout(outlook, footing, number, Seen::Guess(cell));
            is_guess |= bout.is_guess;
            bouts.push(bout);
            // Of a place that is guessed at anybody may be the one who is removed; of others no more are.
            if is_summed
                && losses.add(&bout, against, bout.deal > 0.0, 1.0)
                && most - weight * (losses.taken(piece) + footing.leaving) + ROUNDING <= least
            {
                return None;
            }
        }
        let take = (is_summed && is_guess).then(|| losses.taken(piece) + footing.leaving);
        Some(self.weigh_by(outlook, footing, &bouts[first..], take))
    }

    /// What a figure at a place and an enemy may do to each other.
    #[inline(always)]
    pub(super) fn bout(&mut self, outlook: &Outlook<'_, '_>, footing: &Footing, number: usize, seen: Seen) -> Bout {
        let (piece, foe) = (outlook.piece, &outlook.foes[number]);
        let (field, there) = (&outlook.battle.setup.field, &footing.there);
        let mut is_guess = false;
        let look = match seen {
            _ if !outlook.lists.against[number].has_eyes => None,
            Seen::Cell(cell) => self.looks.at(field, (cell, there), (foe.figure, &foe.stand)),
            Seen::Guess(cell) => self.looks.remembered(cell, (foe.figure, &foe.stand)).unwrap_or_else(|| {
                is_guess = true;
                Some(Mutual { of_place: outlook.worst, of_figure: 0 })
            }),
            Seen::Here => self.looks.face(field, (piece.figure, there, piece.cell), (foe.figure, &foe.stand)),
            Seen::There => mutual(field, there, &foe.stand, &mut Shutter::default()),
        };
        self.bout_of(outlook, footing, number, (look, is_guess))
    }

    /// The same, where they see so much of each other, or are taken to do so.
    #[inline(always)]
    fn bout_of(
        &self,
        outlook: &Outlook<'_, '_>,
        footing: &Footing,
        number: usize,
        (look, is_guess): (Option<Mutual>, bool),
    ) -> Bout {
        let Outlook { battle, foes, piece, arrival, .. } = *outlook;
        let (foe, against) = (&foes[number], &outlook.lists.against[number]);
        let Footing { there, at, .. } = footing;
        let distance = battle.setup.field.distance(there, &against.stand);
        if against.is_idle {
            return Bout { fists: knock(outlook, against, distance), ..Bout::default() };
        }
        let contact = !against.base && distance <= battle.setup.rules.contact_tolerance;
        let mut bout = Bout { contact, is_guess, ..Bout::default() };
        // What it does to them.
        if let Some(look) = look.filter(|_| against.is_open && !contact) {
            let cover = look.of_figure + if look.of_figure > 0 { foe.target.dug_in } else { 0 };
            for aim in &against.aims {
                let worth = aim.worth_at(distance, -cover) * against.left;
                if aim.stands {
                    bout.standing = greater(bout.standing, worth);
                } else {
                    bout.lane = greater(bout.lane, worth);
                }
                if aim.fires {
                    bout.deal = greater(bout.deal, worth);
                }
            }
        }
        if let Some([coming, touching]) = against.blows
            && (contact || (there.foot - against.stand.foot).abs() < 1.0 && distance <= outlook.charge)
        {
            bout.deal = greater(bout.deal, if contact { touching } else { coming });
        }
        if contact && arrival == Arrival::Moves && !battle.touches(piece.stand, foe.stand) {
            let stays = 1.0 - (bout.deal / against.worth).min(1.0);
            bout.barred = stays * self.barred_shots(battle, foes, piece, number);
        }
        // What they do to it until its next turn.
        let threat = Threat { foe, number, distance, look, is_guess };
        (bout.fists, bout.shots) = danger(outlook, against, &threat);
        if piece.base {
            (bout.noticed, bout.found) = finds(battle, &threat);
        }
        if against.watches {
            bout.watch = self.watch(battle, piece, &threat, *at);
        }
        bout
    }

    /// All in all what a place is worth to a figure.
    pub(super) fn weigh(&self, outlook: &Outlook<'_, '_>, footing: &Footing, bouts: &[Bout]) -> Prospect {
        self.weigh_by(outlook, footing, bouts, None)
    }

    /// The same, where it may be known already what may be lost there.
    fn weigh_by(&self, outlook: &Outlook<'_, '_>, footing: &Footing, bouts: &[Bout], take: Option<f64>) -> Prospect {
        let Outlook { battle, foes, piece, .. } = *outlook;
        let (mut deal, mut foe, mut standing, mut lane) = (0.0, None, 0.0_f64, 0.0_f64);
        let mut barred = 0.0;
        let mut is_guess = false;
        for (number, bout) in bouts.iter().enumerate() {
            (standing, lane) = (greater(standing, bout.standing), greater(lane, bout.lane));
            is_guess |= bout.is_guess;
            barred += bout.barred;
            if bout.deal > deal {
                (deal, foe) = (bout.deal, Some(number));
            }
        }
        let take = take.unwrap_or_else(|| {
            if piece.base {
                return self.uncovered(battle, foes, piece, bouts);
            }
            let bare = bare(outlook, bouts, (deal, foe));
            let mut losses = Losses::new(piece);
            for (number, (bout, against)) in bouts.iter().zip(&outlook.lists.against).enumerate() {
                // Whom it has removed does nothing, and that may be anybody while it is not known who is seen.
                let aimed_at = foe == Some(number) || is_guess && bout.deal > 0.0;
                losses.add(bout, against, aimed_at, bare);
            }
            losses.taken(piece) + footing.leaving
        });
        let worth = deal - barred + PROSPECT * standing - outlook.care * take * piece.guard
            + outlook.lane * lane
            + footing.led
            + footing.close;
        Prospect { deal, foe, take, worth, is_guess }
    }

    /// What a base stands to lose at a place in the enemy's turn: somebody finds it, and then they shoot. As their activations begin
    /// all who see a base check it for nothing; whoever looks with an action looks at one of many.
    fn uncovered(&self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>, bouts: &[Bout]) -> f64 {
        let (mut unnoticed, mut seekers, mut lives) = (1.0, 0.0, 1.0);
        for (bout, foe) in bouts.iter().zip(foes) {
            let left = 1.0 - self.claims[place_of(foe.figure)];
            unnoticed *= 1.0 - left * bout.noticed;
            seekers += left * bout.found;
            lives *= 1.0 - left * (bout.shots / piece.worth.max(1e-9)).min(0.95);
        }
        let bases = f64::from(battle.force(side_of(piece.figure)).bases().len().max(1));
        let hidden = unnoticed * (1.0 - (seekers / bases).min(1.0));
        piece.worth * (1.0 - hidden) * (1.0 - lives + UNCOVERED)
    }

    /// What a shot in reaction may cost who comes to a place.
    fn watch(&self, battle: &Battle<'_>, piece: &Piece<'_>, threat: &Threat<'_, '_>, at: Spot) -> f64 {
        let Threat { foe, number, distance, look, is_guess } = *threat;
        let (weapon, in_reach, modifier) = match battle.figure(foe.figure).stance {
            Stance::Overwatch { weapon, .. } => (weapon, look.is_some() && battle.in_arc(foe.figure, at.point), 0),
            Stance::Suppressing { weapon } => {
                let side = side_of(foe.figure);
                let touches = battle.force(side).templates.iter().any(|template| {
                    template.participants.contains(foe.figure)
                        && [at, piece.stand.spot]
                            .iter()
                            .any(|spot| battle.template_touches(template, piece.figure, *spot))
                });
                (weapon, touches, battle.setup.rules.suppress_modifier)
            }
            _ => return 0.0,
        };
        if !in_reach || piece.base || is_guess {
            return 0.0;
        }
        let cover = if modifier == 0 { look.map_or(0, |look| look.of_place) } else { 0 };
        let guns = foe.arms.guns.iter().enumerate();
        let declared = guns.filter(|(_, (gun, _))| *gun == weapon);
        declared.fold(0.0, |most: f64, (at, (_, gun))| {
            let hit = foe.arms.skill - piece.target.defense - distance_penalty(gun.range, distance) + gun.accuracy
                - cover
                + modifier;
            most.max(chance(hit) * piece.takes[number][at])
        })
    }

    /// The place of the lattice on which somebody stands, if all that is known of it holds for him: where bases are not all of one
    /// size, that is not so.
    pub(super) fn place_on_lattice(&self, stand: &Stand) -> Option<usize> {
        if self.one_size { self.ground.cell_of(stand) } else { None }
    }

    /// How many of this side each enemy could attack, as what is left of its danger to one of them.
    pub(super) fn count_crowds(&mut self, battle: &Battle<'_>, foes: &Foes<'_>) {
        let (side, field) = (battle.active, &battle.setup.field);
        let shown = members(side, battle.force(side).shown());
        let with_place = |own| {
            let stand = battle.stand(own);
            (own, stand, self.place_on_lattice(&stand))
        };
        let own: ArrayVec<(FigureId, Stand, Option<usize>), MOST_FIGURES> = shown.map(with_place).collect();
        for foe in foes {
            let sees = |(own, stand, cell): &&(FigureId, Stand, Option<usize>)| {
                self.looks.face(field, (*own, stand, *cell), (foe.figure, &foe.stand)).is_some()
            };
            let seen = own.iter().filter(sees);
            self.crowds[place_of(foe.figure)] = 1.0 / (1.0 + CROWD * (seen.count() as f64 - 1.0).max(0.0));
        }
    }
}

/// The chances that an enemy finds a base: by the check that it makes as its activation begins, of what it sees from where it
/// stands, and by its action when it has moved, if it comes into view and looks for that one.
fn finds(battle: &Battle<'_>, threat: &Threat<'_, '_>) -> (f64, f64) {
    let Threat { foe, distance, look, is_guess, .. } = *threat;
    if foe.base {
        return (0.0, 0.0);
    }
    let rules = &battle.setup.rules;
    let skill = battle.profile(foe.model).perception.unwrap_or_default();
    let odds = |distance: f64, bonus: i32, cover: i32| {
        chance(skill + bonus - 1 - distance_penalty(rules.perception_step, distance) - cover)
    };
    // Of a place of which it is not known who sees it the best is assumed.
    let noticed = look.filter(|_| !is_guess).map_or(0.0, |look| odds(distance, 0, look.of_place));
    if foe.engaged {
        return (noticed, 0.0);
    }
    let calm = if foe.bound { 0.0 } else { foe.movement };
    let looked_for = |cover: i32| odds((distance - calm).max(0.0), rules.active_bonus, cover);
    let view = || comes_into_view(distance) * looked_for(1);
    let found = match look {
        Some(look) if is_guess => looked_for(look.of_place).min(view()),
        Some(look) => looked_for(look.of_place),
        None => view(),
    };
    (noticed, found)
}

/// Chance that an enemy at a distance who does not see a place now will see it when it has moved.
fn comes_into_view(distance: f64) -> f64 {
    COMES_INTO_VIEW.iter().find(|(most, _)| distance <= *most).map_or(0.0, |(_, chance)| *chance)
}

/// What an enemy may do to a figure at a place in its next turn: hand to hand, and from afar.
fn danger(outlook: &Outlook<'_, '_>, against: &Against, threat: &Threat<'_, '_>) -> (f64, f64) {
    let Threat { foe, distance, look, is_guess, .. } = *threat;
    let mut shots = 0.0_f64;
    if !against.menaces.is_empty() {
        let (sees, cover) = look.map_or_else(|| (comes_into_view(distance), 1), |look| (1.0, look.of_place));
        let dug_in = |cover: i32| if cover > 0 { outlook.piece.target.dug_in } else { 0 };
        let calm = if foe.bound { 0.5 } else { 1.0 };
        for menace in &against.menaces {
            if menace.stands && (look.is_none() || is_guess) {
                continue;
            }
            let near = if menace.stands { distance } else { greater(distance - foe.movement, 0.0) };
            let open = menace.target - distance_penalty(menace.range, near);
            let mut may = sees * calm * chance(open - cover - dug_in(cover)) * menace.worth;
            if is_guess {
                may = lesser(may, comes_into_view(distance) * calm * chance(open - 1 - dug_in(1)) * menace.worth);
            }
            shots = greater(shots, may);
        }
    }
    (knock(outlook, against, distance), shots)
}

/// What an enemy at a distance may do to a figure hand to hand.
#[inline]
fn knock(outlook: &Outlook<'_, '_>, against: &Against, distance: f64) -> f64 {
    match against.knocks {
        Some([coming, touching]) if distance <= against.knock_reach => {
            if distance <= outlook.battle.setup.rules.contact_tolerance { touching } else { coming }
        }
        _ => 0.0,
    }
}

/// The chance that a figure at a place is in contact with nobody in the enemy's turn, so that it can be shot at: whom it attacks
/// there may be gone.
fn bare(outlook: &Outlook<'_, '_>, bouts: &[Bout], (deal, aim): (f64, Option<usize>)) -> f64 {
    let mut touching = bouts.iter().enumerate().filter(|(_, bout)| bout.contact);
    let removed = |number: usize| (deal / outlook.lists.against[number].worth).min(1.0);
    match (touching.next(), touching.next(), aim) {
        (Some((number, _)), None, Some(aim)) if number == aim => removed(aim),
        (Some(_), ..) => 0.0,
        (None, ..) => 1.0,
    }
}
