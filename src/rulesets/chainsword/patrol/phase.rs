//! The Patrol Phase: markers move in turn until those of one side are locked (CW-PAT-03 to CW-PAT-12).

use arrayvec::ArrayVec;

use super::{MOST_MARKERS, PatrolMove, REACH, Stop, direction, gap, kept};
use crate::game::{Refusal, Side};
use crate::rulesets::chainsword::codex::Numbers;
use crate::rulesets::chainsword::rules::Rules;
use crate::tabletop::plane::Point;

/// Headings of the moves that are offered.
const HEADINGS: u16 = 24;

/// Shares of the longest move that are offered.
const SHARES: [f64; 3] = [1.0, 2.0 / 3.0, 1.0 / 3.0];

/// A Patrol Marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// Its centre.
    pub at: Point,
    /// It never moves again (CW-PAT-08).
    pub locked: bool,
    /// Its group: markers link with those of their own (CW-PAT-14).
    pub group: u8,
}

/// The markers of both sides, and whose move it is.
#[derive(Clone, Debug, PartialEq)]
pub struct PatrolPhase {
    /// Markers of both sides.
    pub markers: [ArrayVec<Marker, MOST_MARKERS>; 2],
    /// Who moves now.
    pub mover: Side,
    /// Who moves first once the opening moves are over (CW-PAT-03, R-78).
    pub first: Side,
    /// Opening moves that the attacker has left (CW-PAT-12).
    pub opening: u8,
    /// Moves so far, passes and opening moves counted in (CW-PAT-11, R-108).
    pub moves: u8,
    /// Passes in a row since the opening.
    pub passes: u8,
}

/// Who stands about a marker.
struct About {
    /// Others of its group.
    friends: ArrayVec<Point, MOST_MARKERS>,
    enemies: ArrayVec<Point, MOST_MARKERS>,
}

impl Default for PatrolPhase {
    fn default() -> Self {
        Self {
            markers: [ArrayVec::new(), ArrayVec::new()],
            mover: Side::A,
            first: Side::A,
            opening: 0,
            moves: 0,
            passes: 0,
        }
    }
}

impl PatrolPhase {
    /// Markers of a side.
    #[must_use]
    pub fn of(&self, side: Side) -> &[Marker] {
        &self.markers[side.index()]
    }

    /// The markers have been set up: those too near to enemies are locked (CW-PAT-09), and the first move is due.
    pub fn begin(&mut self, first: Side, opening: u8, rules: &Rules, numbers: &Numbers) {
        (self.first, self.opening) = (first, opening);
        self.mover = if opening > 0 { Side::A } else { first };
        for at in 0..self.markers[0].len() {
            self.lock_round(Side::A, at, rules, numbers);
        }
    }

    /// Locks a marker with all enemy markers that are near enough to it, if there are any (CW-PAT-08).
    fn lock_round(&mut self, side: Side, at: usize, rules: &Rules, numbers: &Numbers) {
        let place = self.markers[side.index()][at].at;
        let mut met = false;
        for enemy in &mut self.markers[side.other().index()] {
            let near = gap(numbers, rules.patrol_measure, place, enemy.at) <= rules.patrol_lock + REACH;
            enemy.locked |= near;
            met |= near;
        }
        self.markers[side.index()][at].locked |= met;
    }

    /// Whether the Patrol Phase is over (CW-PAT-10, CW-PAT-11).
    #[must_use]
    pub fn is_over(&self, rules: &Rules) -> bool {
        let all_locked = |side: Side| self.of(side).iter().all(|marker| marker.locked);
        self.passes >= 2 || self.moves >= rules.patrol_move_cap || Side::BOTH.into_iter().any(all_locked)
    }

    /// Where a marker of the side that moves stops on its way to a place.
    ///
    /// # Errors
    /// Why it cannot move so.
    pub fn check(&self, marker: u8, to: Point, rules: &Rules, numbers: &Numbers) -> Result<Stop, Refusal> {
        let Some(own) = self.of(self.mover).get(usize::from(marker)) else {
            return Err(Refusal::new("CW-PAT-04", "there is no such Patrol Marker"));
        };
        if own.locked {
            return Err(Refusal::new("CW-PAT-08", "it is locked"));
        }
        let about = self.about(marker);
        PatrolMove::by(rules, own.at, to, &about.friends, &about.enemies).stop(numbers)
    }

    /// Who stands about a marker of the side that moves.
    fn about(&self, marker: u8) -> About {
        let own = self.of(self.mover);
        let others = own.iter().enumerate().filter(|(at, _)| *at != usize::from(marker));
        let group = own[usize::from(marker)].group;
        About {
            friends: others.filter(|(_, it)| it.group == group).map(|(_, it)| it.at).collect(),
            enemies: self.of(self.mover.other()).iter().map(|it| it.at).collect(),
        }
    }

    /// A marker of the side that moves goes to where it stops; nowhere is a pass.
    pub fn go(&mut self, marker: u8, stop: Stop, rules: &Rules, numbers: &Numbers) {
        let (side, at) = (self.mover, usize::from(marker));
        if stop.inches == 0.0 {
            return self.pass();
        }
        // Who is locked is read before the place is rounded.
        self.markers[side.index()][at].at = stop.at;
        self.lock_round(side, at, rules, numbers);
        self.markers[side.index()][at].at = kept(stop.at);
        self.passes = 0;
        self.count();
    }

    /// The side that moves leaves its markers where they are: it uses up an opening move.
    pub fn pass(&mut self) {
        if self.opening == 0 {
            self.passes += 1;
        }
        self.count();
    }

    fn count(&mut self) {
        self.moves += 1;
        self.mover = match self.opening {
            0 => self.mover.other(),
            1 => self.first,
            _ => self.mover,
        };
        self.opening = self.opening.saturating_sub(1);
    }

    /// The moves that are offered: 24 headings by the whole of the longest move, two thirds and one third of it.
    pub fn moves<'p>(&'p self, rules: &'p Rules, numbers: &'p Numbers) -> impl Iterator<Item = (u8, Point)> + 'p {
        self.stops(rules, numbers).map(|(marker, to, _)| (marker, to))
    }

    /// The same with where each of them stops.
    pub fn stops<'p>(&'p self, rules: &'p Rules, numbers: &'p Numbers) -> impl Iterator<Item = (u8, Point, Stop)> + 'p {
        let own = self.of(self.mover);
        // Of markers that stand stacked one moves as well as the other.
        let free = move |at: &usize| !own[*at].locked && !own[..*at].contains(&own[*at]);
        let stops = move |at: usize| {
            let (own, about) = (own[at].at, self.about(at as u8));
            let ends = (0..HEADINGS).flat_map(move |heading| {
                let ahead = direction(f64::from(heading) * 360.0 / f64::from(HEADINGS));
                SHARES.map(|share| kept(own + ahead * (share * rules.patrol_move)))
            });
            ends.filter_map(move |to| {
                let stop = PatrolMove::by(rules, own, to, &about.friends, &about.enemies).stop(numbers).ok()?;
                (stop.inches > 0.0).then_some((at as u8, to, stop))
            })
        };
        (0..own.len()).filter(free).flat_map(stops)
    }

    /// Whether the side that moves has any move to offer.
    #[must_use]
    pub fn can_move(&self, rules: &Rules, numbers: &Numbers) -> bool {
        self.moves(rules, numbers).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::chainsword::codex::Codex;

    /// Markers of both sides, in groups of their own by their third number.
    fn phase(own: &[(f64, f64, u8)], enemies: &[(f64, f64, u8)]) -> PatrolPhase {
        let markers = |places: &[(f64, f64, u8)]| {
            places.iter().map(|(x, y, group)| Marker { at: Point::new(*x, *y), locked: false, group: *group }).collect()
        };
        PatrolPhase { markers: [markers(own), markers(enemies)], ..PatrolPhase::default() }
    }

    struct Table {
        rules: Rules,
        numbers: Numbers,
    }

    impl Table {
        fn new() -> Self {
            Self { rules: Rules::default(), numbers: Codex::built_in().numbers }
        }

        fn check(&self, phase: &PatrolPhase, marker: u8, x: f64, y: f64) -> Result<Stop, &'static str> {
            phase.check(marker, Point::new(x, y), &self.rules, &self.numbers).map_err(|refusal| refusal.rule)
        }

        fn go(&self, phase: &mut PatrolPhase, marker: u8, x: f64, y: f64) {
            let stop = self.check(phase, marker, x, y).unwrap();
            phase.go(marker, stop, &self.rules, &self.numbers);
        }

        fn begin(&self, phase: &mut PatrolPhase, first: Side, opening: u8) {
            phase.begin(first, opening, &self.rules, &self.numbers);
        }
    }

    fn locked(phase: &PatrolPhase, side: Side) -> Vec<bool> {
        phase.of(side).iter().map(|marker| marker.locked).collect()
    }

    #[test]
    fn cw_pat_04_a_marker_moves_twelve_inches_and_stays_on_the_table() {
        let table = Table::new();
        let phase = phase(&[(36.0, 0.0, 0); 3], &[(36.0, 48.0, 0)]);
        assert_eq!(table.check(&phase, 0, 36.0, 12.0).map(|stop| stop.inches), Ok(12.0));
        assert!(table.check(&phase, 0, 36.0, 12.01).is_ok(), "R-87 allows a hundredth more");
        assert_eq!(table.check(&phase, 0, 36.0, 12.02), Err("CW-PAT-04"));
        assert_eq!(table.check(&phase, 0, 36.0, -1.0), Err("CW-PAT-04"));
        assert_eq!(table.check(&phase, 3, 36.0, 1.0), Err("CW-PAT-04"));
    }

    #[test]
    fn cw_pat_05_the_link_holds_all_the_way_from_the_start() {
        let table = Table::new();
        // Out of reach of the one friend half-way, though within reach at both ends of it there is nobody else.
        let bow = phase(&[(10.0, 5.0, 0), (24.5, 5.0, 0)], &[]);
        assert!(table.check(&bow, 0, 14.0, 5.0).is_ok());
        assert_eq!(table.check(&bow, 0, 9.9, 5.0), Err("CW-PAT-05"));
        // without a friend it cannot come nearer either.
        let lone = phase(&[(10.0, 5.0, 0), (30.0, 5.0, 0)], &[]);
        assert_eq!(table.check(&lone, 0, 20.0, 5.0), Err("CW-PAT-05"));
        assert!(table.check(&phase(&[(10.0, 5.0, 0)], &[]), 0, 20.0, 5.0).is_ok(), "a single marker has no such duty");
        // Beyond the middle one friend leads on from the other; a gap between their discs breaks the link.
        let chain = || phase(&[(10.0, 10.0, 0), (8.0, 18.0, 0), (24.0, 18.0, 0)], &[]);
        assert!(table.check(&chain(), 0, 22.0, 10.0).is_ok());
        let mut switches = Rules::default();
        switches.set("patrol-link", "6").unwrap();
        let tight = Table { rules: switches, numbers: table.numbers };
        assert_eq!(tight.check(&chain(), 0, 22.0, 10.0), Err("CW-PAT-05"));
    }

    #[test]
    fn cw_pat_06_locked_and_stacked_friends_count_for_the_link() {
        let table = Table::new();
        let mut phase = phase(&[(10.0, 0.0, 0), (10.0, 0.0, 0), (20.0, 0.0, 0)], &[]);
        phase.markers[0][2].locked = true;
        assert!(table.check(&phase, 0, 12.0, 10.0).is_ok());
        // The way away from the stack goes along the locked one.
        assert!(table.check(&phase, 0, 22.0, 0.0).is_ok());
        assert_eq!(table.check(&phase, 2, 21.0, 0.0), Err("CW-PAT-08"));
    }

    #[test]
    fn cw_pat_07_and_08_the_first_point_of_lock_stops_and_locks_all_near() {
        let table = Table::new();
        let mut phase =
            phase(&[(30.0, 10.0, 0), (40.0, 10.0, 0)], &[(30.0, 31.0, 0), (25.5, 30.0, 0), (60.0, 40.0, 0)]);
        let stop = table.check(&phase, 0, 30.0, 22.0).unwrap();
        // The nearer enemy to the side is met first: at 14.5 from its centre.
        let met = 30.0 - libm::sqrt(14.5 * 14.5 - 4.5 * 4.5);
        assert!((stop.at.y - met).abs() < 1e-9, "{stop:?}");
        table.go(&mut phase, 0, 30.0, 22.0);
        assert_eq!((locked(&phase, Side::A), locked(&phase, Side::B)), (vec![true, false], vec![false, true, false]));
        assert_eq!(phase.of(Side::A)[0].at, kept(stop.at));
        // Both at once where both are met within a hundredth.
        let mut both = super::tests::phase(&[(30.0, 10.0, 0)], &[(26.0, 30.0, 0), (34.0, 30.0, 0)]);
        table.go(&mut both, 0, 30.0, 20.0);
        assert_eq!(locked(&both, Side::B), [true, true]);
        assert!(both.is_over(&table.rules));
    }

    #[test]
    fn cw_pat_09_markers_that_start_near_enemies_are_locked_at_once() {
        let table = Table::new();
        let mut phase = phase(&[(10.0, 0.0, 0), (30.0, 0.0, 0)], &[(10.0, 14.5, 0), (60.0, 40.0, 0)]);
        assert_eq!(table.check(&phase, 0, 10.0, 1.0), Err("CW-PAT-09"));
        table.begin(&mut phase, Side::B, 0);
        assert_eq!((locked(&phase, Side::A), locked(&phase, Side::B)), (vec![true, false], vec![true, false]));
        assert_eq!((phase.mover, phase.is_over(&table.rules)), (Side::B, false));
    }

    #[test]
    fn cw_pat_10_and_11_the_phase_ends_by_locks_passes_or_its_cap() {
        let mut table = Table::new();
        let far = || phase(&[(10.0, 0.0, 0); 3], &[(60.0, 48.0, 0); 3]);
        let mut passes = far();
        table.begin(&mut passes, Side::A, 0);
        passes.pass();
        table.go(&mut passes, 0, 60.0, 40.0);
        passes.pass();
        assert!(!passes.is_over(&table.rules), "a move lies between the passes");
        let stop = table.check(&passes, 0, 60.0, 40.0).unwrap();
        assert_eq!((passes.mover, stop.inches), (Side::B, 0.0));
        passes.go(0, stop, &table.rules, &table.numbers);
        assert!(passes.is_over(&table.rules), "a move of nothing is a pass");
        table.rules.set("patrol-move-cap", "3").unwrap();
        let mut capped = far();
        table.begin(&mut capped, Side::A, 2);
        for (x, over) in [(11.0, false), (12.0, false), (13.0, true)] {
            table.go(&mut capped, 0, x, 0.0);
            assert_eq!(capped.is_over(&table.rules), over, "opening moves count");
            capped.mover = Side::A;
        }
    }

    #[test]
    fn cw_pat_12_opening_moves_come_first_and_then_the_higher_force_morale() {
        let table = Table::new();
        let mut phase = phase(&[(10.0, 0.0, 0); 4], &[(60.0, 48.0, 0); 4]);
        table.begin(&mut phase, Side::B, 3);
        let mut movers = Vec::new();
        for _ in 0..5 {
            movers.push(phase.mover);
            phase.pass();
        }
        assert_eq!(movers, [Side::A, Side::A, Side::A, Side::B, Side::A]);
        // Passes of the opening are one side's alone.
        assert!(phase.is_over(&table.rules) && phase.moves == 5);
        // Opening moves that lock one side end the phase.
        let mut ended = super::tests::phase(&[(10.0, 10.0, 0); 2], &[(10.0, 30.0, 0)]);
        table.begin(&mut ended, Side::B, 3);
        table.go(&mut ended, 0, 10.0, 20.0);
        assert!(ended.is_over(&table.rules));
    }

    #[test]
    fn cw_pat_14_groups_link_within_themselves() {
        let table = Table::new();
        let phase = phase(&[(10.0, 0.0, 0), (12.0, 0.0, 0), (0.0, 10.0, 1), (0.0, 30.0, 1)], &[]);
        assert!(table.check(&phase, 0, 14.0, 4.0).is_ok());
        // A marker of the other group near by does not help.
        assert_eq!(table.check(&phase, 2, 3.0, 10.0), Err("CW-PAT-05"));
    }

    #[test]
    fn r_88_moves_are_offered_once_for_stacked_markers_and_all_are_legal() {
        let table = Table::new();
        let mut phase = phase(&[(36.0, 0.0, 0); 4], &[(36.0, 48.0, 0); 4]);
        table.begin(&mut phase, Side::A, 0);
        let offered: Vec<(u8, Point)> = phase.moves(&table.rules, &table.numbers).collect();
        // From the edge half the headings and the two along it, by three lengths.
        assert_eq!(offered.len(), 13 * 3);
        assert!(offered.iter().all(|(marker, to)| *marker == 0 && table.check(&phase, 0, to.x, to.y).is_ok()));
        assert!(offered.contains(&(0, Point::new(36.0, 12.0))) && phase.can_move(&table.rules, &table.numbers));
    }
}
