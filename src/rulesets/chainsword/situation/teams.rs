//! The Teams that a situation begins with.

use crate::game::situation::UnitList;
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::chainsword::army::UnitType;
use crate::rulesets::chainsword::events::clockwise;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::notation::read_point;
use crate::rulesets::chainsword::position::{MARKS, Posted, Whereabouts};
use crate::rulesets::chainsword::state::{MOST_LOADS, MOST_SQUADS, MOST_TEAMS, Setup};

/// What an identifier looks like.
const IDENTIFIERS: [&str; 2] = ["side and unit, such as A:marshal", "a number for several Teams: B:levy-rifles-2"];

/// What the file says of a Team, with the nodes that name others.
struct Recruit<'n> {
    team: Posted,
    part: Option<u8>,
    with: Option<&'n Node>,
    aboard: Option<&'n Node>,
    locked: Option<&'n Node>,
    assails: Option<&'n Node>,
    transport: Option<&'n Node>,
}

/// Reads the Teams of both sides; none, with diagnostics, when something is wrong.
pub(super) fn read_teams(
    units: Option<&Node>,
    setup: &Setup,
    diagnostics: &mut Diagnostics,
) -> Option<[Vec<Posted>; 2]> {
    let kinds: Vec<&str> = setup.profiles.iter().map(|profile| profile.name.as_str()).collect();
    let found = UnitList::read(units, &kinds, IDENTIFIERS, diagnostics, |_, kind, table| read_team(setup, kind, table));
    found.check_names(&kinds, MOST_TEAMS, "Teams of one unit", diagnostics);
    let mut forces: [Vec<Posted>; 2] = Default::default();
    for side in Side::BOTH {
        let mut squads: Vec<(u8, Vec<u8>)> = Vec::new();
        for listed in &found.sides[side.index()] {
            let parts = setup.codex.fielded(listed.kind.into(), &listed.unit.team.options).len() as u8;
            // A Team goes on with the last Squad of its unit while that has no such Team.
            let last = squads.iter().rposition(|(kind, _)| *kind == listed.kind);
            let next = |have: &Vec<u8>| have.iter().max().map_or(0, |part| part + 1);
            let fits = |part: u8, have: &Vec<u8>| part < parts && !have.contains(&part);
            let part = |have: &Vec<u8>| listed.unit.part.unwrap_or_else(|| next(have));
            let squad = last.filter(|at| fits(part(&squads[*at].1), &squads[*at].1));
            let squad = squad.unwrap_or_else(|| {
                squads.push((listed.kind, Vec::new()));
                squads.len() - 1
            });
            let part = part(&squads[squad].1);
            squads[squad].1.push(part);
            if squad >= MOST_SQUADS {
                diagnostics.push(listed.id.locate(Diagnostic::new(format!("a side has at most {MOST_SQUADS} Squads"))));
                return None;
            }
            let mut team = Posted { part, squad: squad as u8, ..listed.unit.team.clone() };
            let mut own = |node: &Node| match found.find(node) {
                Ok((of, place)) if of == side => Some(place),
                Ok(_) => {
                    diagnostics.push(node.locate(Diagnostic::new("it is of the other side")));
                    None
                }
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    None
                }
            };
            if let Some(place) = listed.unit.with.and_then(&mut own) {
                team.place = Whereabouts::With(place);
            }
            if let Some(place) = listed.unit.aboard.and_then(&mut own) {
                team.place = Whereabouts::Aboard(place);
            }
            team.transport = listed.unit.transport.and_then(&mut own);
            let mut enemy = |node: &Node| match found.find(node) {
                Ok((of, place)) if of != side => Some(place),
                Ok(_) => {
                    diagnostics.push(node.locate(Diagnostic::new("it is of the same side")));
                    None
                }
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    None
                }
            };
            let locked = listed.unit.locked.and_then(|node| node.list().ok()).unwrap_or_default();
            team.locked = locked.iter().filter_map(&mut enemy).collect();
            team.assails = listed.unit.assails.and_then(&mut enemy);
            forces[side.index()].push(team);
        }
    }
    check_company(&forces, &found, setup, diagnostics);
    diagnostics.is_empty().then_some(forces)
}

/// Officers are with Teams on the table or aboard, one each; passengers ride in what carries them.
fn check_company(
    forces: &[Vec<Posted>; 2],
    found: &UnitList<'_, Recruit<'_>>,
    setup: &Setup,
    diagnostics: &mut Diagnostics,
) {
    for seat in found.seats() {
        let (side, place) = seat;
        let force = &forces[side.index()];
        let (Some(team), id) = (force.get(usize::from(place)), found.get(seat).id) else { return };
        let profile = &setup.profiles[usize::from(team.profile)];
        let others = |at: u8| {
            force.iter().enumerate().filter(move |(other, it)| {
                *other != usize::from(place) && matches!(it.place, Whereabouts::With(with) if with == at)
            })
        };
        let fault = match team.place {
            Whereabouts::With(_) if profile.rank.is_none() => Some("only officers are with others"),
            Whereabouts::With(at) if others(at).next().is_some() => Some("one officer is with a Team"),
            Whereabouts::With(at) => match force[usize::from(at)].place {
                Whereabouts::Table(_) | Whereabouts::Aboard(_)
                    if setup.profiles[usize::from(force[usize::from(at)].profile)].rank.is_none() =>
                {
                    None
                }
                _ => Some("he is with a Team on the table, or aboard"),
            },
            Whereabouts::Aboard(at) => {
                let carries = setup.profiles[usize::from(force[usize::from(at)].profile)].capacity > 0;
                (!carries).then_some("that carries nobody")
            }
            _ => None,
        };
        diagnostics.extend(fault.map(|fault| id.locate(Diagnostic::new(fault))));
        if team.assails.is_some_and(|at| usize::from(at) >= forces[side.other().index()].len())
            || team
                .transport
                .is_some_and(|at| setup.profiles[usize::from(force[usize::from(at)].profile)].capacity == 0)
        {
            diagnostics.push(id.locate(Diagnostic::new("that is no transport")));
        }
        let stands = |place: &Whereabouts| matches!(place, Whereabouts::Table(_));
        let enemies = &forces[side.other().index()];
        let fights = stands(&team.place) && team.locked.iter().all(|at| stands(&enemies[usize::from(*at)].place));
        if !team.locked.is_empty() && !fights {
            diagnostics.push(id.locate(Diagnostic::new("only Teams on the table are locked")));
        }
    }
}

/// Reads a Team.
fn read_team<'n>(setup: &Setup, kind: u8, table: &mut TableReader<'n, '_>) -> Option<Recruit<'n>> {
    let codex = &setup.codex;
    let profile = &setup.profiles[usize::from(kind)];
    let options = table.or("options", Vec::new(), |node| {
        let of_unit: Vec<(&str, u8)> = (0_u8..)
            .zip(&codex.options)
            .filter(|(_, option)| option.unit == usize::from(kind))
            .map(|(at, option)| (option.name.as_str(), at))
            .collect();
        node.list()?.iter().map(|node| node.one_of("option", &of_unit)).collect::<Result<Vec<u8>, _>>()
    });
    let part = table.optional("team", |node| match codex.unit_type(kind.into()) {
        UnitType::Fighter(unit) => {
            let names: Vec<&str> = unit.teams.iter().map(|team| team.name.as_str()).collect();
            Ok(node.index_in("team", &names)? as u8)
        }
        UnitType::Vehicle(_) => Err(node.locate(Diagnostic::new("a vehicle is one Team"))),
    });
    let at = table.optional("at", read_point);
    let states = [("waiting", Whereabouts::Waiting), ("reserve", Whereabouts::Reserve), ("gone", Whereabouts::Gone)];
    let state = table.optional("state", |node| node.one_of("state", &states));
    let lines = table.optional("lines", |node| {
        let list = node.list()?;
        let mut lines = [0; MOST_LOADS];
        if list.len() > MOST_LOADS {
            return Err(node.locate(Diagnostic::new(format!("a Team has at most {MOST_LOADS} lines of weapons"))));
        }
        for (count, node) in lines.iter_mut().zip(list) {
            *count = node.whole(0..=99)?;
        }
        Ok(lines)
    });
    let models = table.optional("models", |node| node.whole::<u8>(1..=50));
    let keys = MARKS.map(|(key, _)| key);
    // Where it is has a key of its own.
    let keys = &keys[..keys.len() - 2];
    let place = match (at, state) {
        (Some(at), _) => Whereabouts::Table(at),
        (None, Some(state)) => state,
        (None, None) => Whereabouts::Waiting,
    };
    let most_wounds = i64::from(profile.wounds.max(1)) - 1;
    let team = Posted {
        profile: kind,
        part: 0,
        squad: 0,
        place,
        heading: table.or("heading", 0, |node| node.whole(0..=359).map(clockwise)),
        models,
        lines,
        wounds: table.or("wounds", 0, |node| node.whole(0..=most_wounds)),
        hull: table.optional("hull", |node| node.whole(1..=i64::from(profile.hull_points.max(1)))),
        shock: table.or("shock", 0, |node| node.whole(0..=999)),
        mode: table.or("mode", Mode::Stand, |node| node.one_of("mode", &Mode::CHOICES)),
        phase_models: table.optional("phase-models", |node| node.whole(0..=50)),
        shot: table.or("shot", 0, |node| node.whole(0..=50)),
        locked: Vec::new(),
        assails: None,
        transport: None,
        marks: table.or("marks", Vec::new(), |node| {
            node.list()?.iter().map(|node| node.index_in("mark", keys)).collect::<Result<Vec<_>, _>>()
        }),
        options,
    };
    let [with, aboard, locked] = ["with", "aboard", "locked"].map(|key| table.node(key));
    let [assails, transport] = ["assails", "transport"].map(|key| table.node(key));
    if let (Some(models), Some(lines)) = (models, lines)
        && lines.iter().map(|count| u32::from(*count)).sum::<u32>() != u32::from(models)
        && !profile.is_vehicle()
    {
        table.diagnostics().push(Diagnostic::new("each model carries one weapon: `lines` add up to `models`"));
    }
    Some(Recruit { team, part, with, aboard, locked, assails, transport })
}
