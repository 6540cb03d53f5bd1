//! Notation of choices: how situations write them and traces tell them.

use serde_json::{Map, Value, json};

use super::choices::{Choice, Use};
use super::events::clockwise;
use super::field::lanes::Lane;
use super::fire_lines::{Fire, Mode};
use super::orders_step::Order;
use super::setup_step::SetUpChoice;
use super::setup_step::purchase::{NOTHING, Purchase};
use super::sortie_step::Aim;
use super::state::{Battle, MOST_LOADS, TeamId, members};
use super::support::SupportItem;
use crate::game::notation::{KeysNotation, Notation, notation};
use crate::game::situation::{ChoiceReader, Position};
use crate::game::trace::{inches, point};
use crate::game::{Diagnostic, Node};
use crate::tabletop::plane::Point;

/// Longest coordinate, inches.
const FARTHEST: f64 = 1000.0;

/// Orders, by key.
const ORDERS: [&str; 5] = ["activate", "place-overwatch", "rally", "form-team", "transfer"];

notation! {
    Battle<'_> as Choice;
    (SetUp(SetUpChoice::Roll)) { "starting-rolls": true }
    (SetUp(SetUpChoice::Buy(purchase))) { "buy": purchase(keys PURCHASE) }
    (SetUp(SetUpChoice::Work { at, degrees })) { "work": at(POINT), degrees(HALF_TURN, "angle", 0) }
    (SetUp(SetUpChoice::Markers(count))) { "markers": count(NUMBER) }
    (SetUp(SetUpChoice::Marker(at))) { "marker": at(POINT) }
    (SetUp(SetUpChoice::Move { marker, to })) { "move-marker": marker(NUMBER), to(POINT, "to") }
    (SetUp(SetUpChoice::Infiltrate { team, at })) { "infiltrate": team(TEAM), at(POINT, "at") }
    (SetUp(SetUpChoice::Point(at))) { "place-point": at(POINT) }
    (Withdraw) { "withdraw": true }
    (Reroll(die)) { "reroll": die(NUMBER) }
    (Steady) { "steady": true }
    (LosePoint(number)) { "lose-point": number(NUMBER) }
    (EndTurn) { "end-turn": true }
    (Ambush { team, at }) { "ambush": team(TEAM), at(POINT, "at") }
    (Relocate(team)) { "relocate": team(TEAM) }
    (Interrupt { squad, fires }) { "interrupt": squad(SQUAD), fires(FLAG, "fires", false) }
    (Spend { face, on }) { "spend": face(FACE), on(keys USE) }
    (Activate(team)) { "activate": team(TEAM) }
    (Place { team, point, at, heading }) {
        "place": team(TEAM), point(NUMBER, "point", 0), at(POINT, "at"), heading(HEADING, "heading", 0)
    }
    (Board { team, transport }) { "board": team(TEAM), transport(TEAM, "into") }
    (Disembark { at }) { "disembark": at(POINT) }
    (Arrive { team, at }) { "arrive": team(TEAM), at(POINT, "at") }
    (Attach { officer, team }) { "attach": officer(TEAM), team(TEAM, "to") }
    (Mode(mode)) { "mode": mode(MODE) }
    (Move { to, heading }) { "move": to(POINT), heading(HEADING, "heading", 0) }
    (Fire { fire, covering }) { "fire": fire(keys FIRE), covering(FLAG, "covering", false) }
    (Overwatch) { "overwatch": true }
    (React { by, fire }) { "react": by(TEAM), fire(keys FIRE_AT) }
    (Charge(target)) { "charge": target(TEAM) }
    (ReactToCharge { fire, overwatch }) {
        "answer-charge": fire(keys FIRE), overwatch(FLAG, "from-overwatch", false)
    }
    (Melee(team)) { "melee": team(TEAM) }
    (Blows { team, target, grenades }) {
        "strike": target(TEAM), team(TEAM, "by"), grenades(FLAG, "grenades", false)
    }
    (BreakOff) { "break-off": true }
    (Consolidate { to, heading }) { "consolidate": to(POINT), heading(HEADING, "heading", 0) }
    (Sortie(aim)) { "sortie": aim(AIM) }
    (Vector(lane)) { "vector": lane(LANE) }
    (Intercept(team)) { "intercept": team(TEAM) }
    (AntiAir { by, fire, inches }) { "anti-air": by(TEAM), fire(keys FIRE_AT), inches(INCHES, "along") }
    (Jink) { "jink": true }
    (Dogfight) { "dogfight": true }
    (Strafe { fire, inches }) { "strafe": fire(keys FIRE), inches(INCHES, "along") }
    (Leave) { "leave": true }
    (Order(order)) { "order": order(keys ORDER) }
    (Pass) { "pass": true }
}

impl Battle<'_> {
    /// A Team, by its identifier.
    const TEAM: Notation<Self, TeamId> =
        Notation { read: |battle, node| battle.read_unit(node), write: |battle, team| battle.name(*team).into() };

    /// A Squad of the side that decides, by one of its Teams; written by the first of them.
    const SQUAD: Notation<Self, u8> = Notation {
        read: |battle, node| battle.read_unit(node).map(|team| battle.team(team).squad),
        write: |battle, squad| {
            let teams = battle.force(battle.decider).squad_states[usize::from(*squad)].teams;
            members(battle.decider, teams).next().map(|team| battle.name(team)).into()
        },
    };

    const NUMBER: Notation<Self, u8> = Notation { read: |_, node| node.whole(0..=255), write: |_, it| (*it).into() };

    const FLAG: Notation<Self, bool> = Notation { read: |_, node| node.flag(), write: |_, it| (*it).into() };

    const FACE: Notation<Self, u8> = Notation { read: |_, node| node.whole(1..=4), write: |_, face| (*face).into() };

    const POINT: Notation<Self, Point> = Notation { read: |_, node| read_point(node), write: |_, at| point(*at) };

    /// Whole degrees, clockwise from north.
    const HEADING: Notation<Self, u16> =
        Notation { read: |_, node| node.whole(0..=359).map(clockwise), write: |_, heading| clockwise(*heading).into() };

    /// Whole degrees, counter-clockwise from +x, of what looks alike when it is turned by half.
    const HALF_TURN: Notation<Self, u16> =
        Notation { read: |_, node| node.whole(0..=179), write: |_, it| (*it).into() };

    const MODE: Notation<Self, Mode> =
        Notation { read: |_, node| node.one_of("mode", &Mode::CHOICES), write: |_, mode| mode.key().into() };

    const AIM: Notation<Self, Aim> =
        Notation { read: |_, node| node.one_of("aim", &Aim::CHOICES), write: |_, aim| aim.key().into() };

    /// Inches along a vector.
    const INCHES: Notation<Self, f64> =
        Notation { read: |_, node| node.number(0.0..=FARTHEST), write: |_, it| inches(*it).into() };

    /// Where a vector begins, where it turns, if it does, and where it ends.
    const LANE: Notation<Self, Lane> = Notation {
        read: |_, node| match node.list()? {
            [entry, exit] => Ok(Lane { entry: read_point(entry)?, turn: None, exit: read_point(exit)? }),
            [entry, turn, exit] => {
                Ok(Lane { entry: read_point(entry)?, turn: Some(read_point(turn)?), exit: read_point(exit)? })
            }
            _ => Err(node.locate(Diagnostic::new("a vector has two points, or three where it turns"))),
        },
        write: |_, lane| [Some(lane.entry), lane.turn, Some(lane.exit)].into_iter().flatten().map(point).collect(),
    };

    /// `team`, or `squad`.
    const USE: KeysNotation<Self, Use> = KeysNotation {
        read: |battle, _, reader| {
            if reader.table.node("squad").is_some() {
                return reader.table.required("squad", |node| (Self::SQUAD.read)(battle, node)).map(Use::Squad);
            }
            reader.table.required("team", |node| battle.read_unit(node)).map(Use::Team)
        },
        write: |battle, _, on, map| {
            match on {
                Use::Team(team) => map.insert("team".to_owned(), battle.name(*team).into()),
                Use::Squad(squad) => map.insert("squad".to_owned(), (Self::SQUAD.write)(battle, squad)),
            };
        },
    };

    /// The target under the choice's own key, and with what it is fired at.
    const FIRE: KeysNotation<Self, Fire> = KeysNotation {
        read: |battle, key, reader| {
            let target = reader.table.optional(key, |node| battle.read_unit(node));
            read_fire(target, reader)
        },
        write: |battle, key, fire, map| {
            map.insert(key.to_owned(), battle.name(fire.target).into());
            write_fire(fire, map);
        },
    };

    /// The same with the target under `at`.
    const FIRE_AT: KeysNotation<Self, Fire> = KeysNotation {
        read: |battle, _, reader| {
            let target = reader.table.required("at", |node| battle.read_unit(node));
            read_fire(target, reader)
        },
        write: |battle, _, fire, map| {
            map.insert("at".to_owned(), battle.name(fire.target).into());
            write_fire(fire, map);
        },
    };

    /// The order, and whom it is for.
    const ORDER: KeysNotation<Self, Order> = KeysNotation {
        read: |battle, key, reader| {
            let order = reader.table.optional(key, |node| node.index_in("order", &ORDERS))?;
            let mut team = |key| reader.table.required(key, |node| battle.read_unit(node));
            match order {
                0 => team("team").map(Order::Activate),
                1 => team("team").map(Order::Overwatch),
                2 => team("team").map(Order::Rally),
                3 => {
                    let counts = reader.table.required("counts", |node| {
                        let list = node.list()?;
                        let mut counts = [0; MOST_LOADS];
                        if list.len() > MOST_LOADS {
                            return Err(node.locate(Diagnostic::new(format!("a Team has at most {MOST_LOADS} lines"))));
                        }
                        for (count, node) in counts.iter_mut().zip(list) {
                            *count = node.whole(0..=99)?;
                        }
                        Ok(counts)
                    });
                    let at = reader.table.required("at", read_point);
                    Some(Order::FormTeam { counts: counts?, at: at? })
                }
                _ => {
                    let (from, to) = (team("from"), team("to"));
                    let slot = reader.table.or("line", 0, |node| node.whole(0..=MOST_LOADS as i64 - 1));
                    Some(Order::Transfer { from: from?, to: to?, slot })
                }
            }
        },
        write: |battle, key, order, map| {
            let (which, fields) = match order {
                Order::Activate(team) => (0, vec![("team", battle.name(*team).into())]),
                Order::Overwatch(team) => (1, vec![("team", battle.name(*team).into())]),
                Order::Rally(team) => (2, vec![("team", battle.name(*team).into())]),
                Order::FormTeam { counts, at } => (3, vec![("counts", json!(counts)), ("at", point(*at))]),
                Order::Transfer { from, to, slot } => {
                    let [from, to] = [from, to].map(|team| battle.name(*team).into());
                    (4, vec![("from", from), ("to", to), ("line", (*slot).into())])
                }
            };
            map.insert(key.to_owned(), ORDERS[which].into());
            map.extend(fields.into_iter().map(|(key, value): (&str, Value)| (key.to_owned(), value)));
        },
    };

    /// What is bought: an item, with the Team that it is `for`; or a unit, with its `option`, in `reserve`; or, with the Squad
    /// that it is `for`, a transport.
    const PURCHASE: KeysNotation<Self, Purchase> = KeysNotation {
        read: |battle, key, reader| {
            let codex = &battle.setup.codex;
            let units = battle.setup.profiles.iter().map(|profile| profile.name.as_str());
            let names: Vec<&str> = SupportItem::KEYS.into_iter().chain(units).collect();
            let bought = reader.table.optional(key, |node| node.index_in("purchase", &names));
            let reserve = reader.table.or("reserve", false, Node::flag);
            let unit = bought.and_then(|at| at.checked_sub(SupportItem::ALL.len()));
            let options: Vec<(&str, u8)> = (0_u8..)
                .zip(&codex.options)
                .filter(|(_, option)| Some(option.unit) == unit)
                .map(|(at, option)| (option.name.as_str(), at))
                .collect();
            let option = reader.table.or("option", NOTHING, |node| node.one_of("option", &options));
            let of = reader.table.node("for").is_some();
            let mut team = || reader.table.required("for", |node| battle.read_unit(node));
            match bought? {
                item if item == SupportItem::Adjutant as usize => team().map(Purchase::Adjutant),
                item if item == SupportItem::Medic as usize => team().map(Purchase::Medic),
                item if item < SupportItem::ALL.len() => Some(Purchase::Item(SupportItem::ALL[item])),
                unit => {
                    let profile = (unit - SupportItem::ALL.len()) as u8;
                    if of {
                        let squad = team().map(|team| battle.team(team).squad);
                        return squad.map(|squad| Purchase::Transport { squad, profile });
                    }
                    Some(Purchase::Unit { profile, option, reserve })
                }
            }
        },
        write: |battle, key, purchase, map| {
            let unit = |profile: u8| battle.setup.profiles[usize::from(profile)].name.as_str();
            let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
            match *purchase {
                Purchase::Item(item) => put(key, item.key().into()),
                Purchase::Adjutant(officer) => {
                    put("for", battle.name(officer).into());
                    put(key, SupportItem::Adjutant.key().into())
                }
                Purchase::Medic(team) => {
                    put("for", battle.name(team).into());
                    put(key, SupportItem::Medic.key().into())
                }
                Purchase::Unit { profile, option, reserve } => {
                    let option = battle.setup.codex.options.get(usize::from(option));
                    put("option", option.map(|option| option.name.as_str()).into());
                    put("reserve", reserve.into());
                    put(key, unit(profile).into())
                }
                Purchase::Transport { squad, profile } => {
                    put("for", (Self::SQUAD.write)(battle, &squad));
                    put(key, unit(profile).into())
                }
            };
        },
    };
}

/// The weapons of a volley at a target: the `lines` that fire, by number from 0, all when left out; those that fire their
/// `second` round; of a moving vehicle those that are `aimed`; whether precise hits go `at-officer`.
fn read_fire(target: Option<TeamId>, reader: &mut ChoiceReader<'_, '_, Battle<'_>>) -> Option<Fire> {
    let mut lines = |key, default| {
        reader.table.or(key, default, |node| {
            node.list()?.iter().try_fold(0, |set, node| Ok(set | 1_u8 << node.whole::<u8>(0..=MOST_LOADS as i64 - 1)?))
        })
    };
    let (slots, second, aimed) = (lines("lines", u8::MAX), lines("second", 0), lines("aimed", 0));
    let at_officer = reader.table.or("at-officer", false, Node::flag);
    target.map(|target| Fire { target, slots, second, aimed, at_officer })
}

/// The same, written down.
fn write_fire(fire: &Fire, map: &mut Map<String, Value>) {
    let lines = |set: u8| -> Vec<usize> { (0..MOST_LOADS).filter(|line| set >> line & 1 == 1).collect() };
    let all = fire.slots == u8::MAX;
    map.insert("lines".to_owned(), if all { Value::Null } else { json!(lines(fire.slots)) });
    map.insert("second".to_owned(), json!(lines(fire.second)));
    map.insert("aimed".to_owned(), json!(lines(fire.aimed)));
    map.insert("at-officer".to_owned(), fire.at_officer.into());
}

/// A point, as x and y.
pub(super) fn read_point(node: &Node) -> Result<Point, Diagnostic> {
    let coordinate = |node: &Node| node.number(-FARTHEST..=FARTHEST);
    match node.list()? {
        [x, y] => Ok(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => Err(node.locate(Diagnostic::new("a point is x and y").allowing(["[x, y]"]))),
    }
}
