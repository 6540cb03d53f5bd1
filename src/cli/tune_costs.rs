//! `evenodds tune costs`: from a codex to a price list that holds.

mod found;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::analysis::Interval;
use crate::analysis::price_list::{Price, PriceList, gain};
use crate::analysis::price_search::{Measured, PriceSearch, Terms, spread, usual_grid};
use crate::cli::costs::CostQuestion;
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::output::FormatArg;
use crate::cli::{complain, files, publish};
use crate::experiment::{Drawn, Plan, PricePlace, Run, RunFolder, Shard, Spec, reprice};
use crate::game::{Diagnostic, Purchase, Ruleset, Source};
use crate::outcomes::Meetings;
use clap::Args;
use found::Found;

/// Confidence of intervals.
const CONFIDENCE: f64 = 0.95;

/// What folders of rounds are called, before their number.
const ROUND: &str = "round-";

/// The folder of the last round.
const LAST: &str = "last";

/// The most by which a step changes a price.
const MOST_RATIO: f64 = 2.0;

/// Search for prices that hold: fair costs, a step towards them, new lists at the new prices, until nothing is shown wrong
///
/// Every round draws lists at the prices of the round, plays them, and works out what everything should cost; prices go a share of the
/// way there. When no price is shown to be wrong any more when all are tested together, they are rounded to the steps that the game has,
/// and a last round on fresh lists says what rounding has lost and how far lists are apart before and after. Scripts weigh
/// units by the old codex throughout, so that a new price changes no play.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds tune costs dogma --output my-codex.toml
  evenodds tune costs dogfaces --keep rifleman --tie lcv-1,lcv-2 --limit mcv-1=200..500 --out reports/prices
  evenodds tune costs dogma --round 0.5 --pairs 4000 --rounds 12 --output fine.toml
  evenodds patch titan walker-wall --after my-codex.toml --rule over-points=told
Lists that cost too much at the new prices are refused: the last command plays them all the same.")]
pub struct TuneCostsArgs {
    #[command(flatten)]
    question: CostQuestion,
    /// Rounds at most, before the last one
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// Share of the way to the fair price that a round goes
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = share)]
    step: f64,
    /// Steps that prices are rounded to; those of the codex when left out
    #[arg(long, value_name = "P", value_parser = above_zero)]
    round: Option<f64>,
    /// Leave this price as it is; may be repeated
    #[arg(long, value_name = "UNIT")]
    keep: Vec<String>,
    /// Keep these prices equal; may be repeated
    #[arg(long, value_name = "UNIT,UNIT")]
    tie: Vec<String>,
    /// Keep a price within limits; may be repeated
    #[arg(long, value_name = "UNIT=LOW..HIGH")]
    limit: Vec<String>,
    /// Write a codex with the new prices, for --codex of other commands
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep every round in a folder of its own below this one, and go on from there after a break
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace what the folder of --out holds of another search, and the file of --output
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    format: FormatArg,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().map_err(|_| "not a number".to_owned())?;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err("allowed: over 0, up to 1".to_owned()) }
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().map_err(|_| "not a number".to_owned())?;
    if number > 0.0 && number <= 1e6 { Ok(number) } else { Err("allowed: over 0, up to 1000000".to_owned()) }
}

/// Whether an interval is more than a number, as it is where one purchase alone makes up all lists: it is what costs are measured by.
fn has_width(interval: &Interval) -> bool {
    interval.half_width() > 1e-9 * interval.high.abs()
}

/// A round that was played.
struct Round {
    run: Run,
    list: PriceList,
}

impl Round {
    fn of(run: Run) -> Result<Self, Failure> {
        let drawn = run.manifest.drawn.as_ref().ok_or_else(|| Failure::Work("no lists were drawn".to_owned()))?;
        let meetings: Vec<&Meetings> = run.cells.iter().map(|cell| &cell.tally.meetings).collect();
        let present: Vec<f64> = drawn.purchases.iter().map(|purchase| purchase.cost).collect();
        let list = PriceList::of(&meetings, &present, drawn.lists.budget, CONFIDENCE)
            .map_err(|error| Failure::Work(format!("no costs can be found: {error}")))?;
        Ok(Self { run, list })
    }

    fn drawn(&self) -> &Drawn {
        self.run.manifest.drawn.as_ref().expect("its lists were drawn")
    }

    /// What was measured of every purchase; nothing of one whose interval has no width: it can cost nothing but what it
    /// does.
    fn measured(&self) -> Vec<Option<Measured>> {
        let of = |price: &Price| {
            let worth = price.worth?;
            Some(Measured {
                fair: worth.fair?,
                interval: worth.interval.filter(has_width)?,
                per_list: price.per_list,
                shown_wrong: price.is_shown_wrong(),
            })
        };
        self.list.prices.iter().map(of).collect()
    }

    /// Points of win rate in an even game that a tenth of a list's points gains in each purchase, against a tenth of the mean
    /// list, with the interval that goes with that of the fair cost; none where that is not known.
    fn gains(&self) -> Vec<Option<(f64, Option<Interval>)>> {
        let prices = &self.list.prices;
        let tenth = |price: &Price| Some((price.worth?.points_per_tenth?, price.per_list * price.present));
        let (sum, weight) = prices
            .iter()
            .filter_map(tenth)
            .fold((0.0, 0.0), |(sum, weight), (points, share)| (sum + points * share, weight + share));
        let mean = sum / weight;
        let of = |price: &Price| {
            let (points, _) = tenth(price)?;
            if price.worth.and_then(|worth| worth.interval).is_some_and(|interval| !has_width(&interval)) {
                return None;
            }
            // What a tenth buys is worth as many times the mean list's tenth as the fair cost is of the present one.
            let at = |fair: f64| gain(mean * (fair / price.present - 1.0));
            let interval = price.worth.and_then(|worth| worth.interval);
            let within = interval.map(|fair| Interval { low: at(fair.low), high: at(fair.high) });
            Some((gain(points - mean), within.filter(|_| mean > 0.0)))
        };
        prices.iter().map(of).collect()
    }

    /// How far lists that met are apart, in points of win rate; none where no worth is known.
    fn spread(&self) -> Option<f64> {
        self.list.prices.iter().find_map(|price| price.worth)?;
        let points: Vec<f64> =
            self.list.prices.iter().map(|price| price.worth.map_or(0.0, |worth| worth.points)).collect();
        spread(self.run.cells.iter().flat_map(|cell| cell.tally.meetings.iter()).map(|row| row.counts), &points)
    }
}

impl TuneCostsArgs {
    /// Searches.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        if let Some(path) = &self.output {
            // A search that goes on in its folder may have written this very file.
            files::prepare_new_file(path, self.fresh || self.out.is_some())?;
        }
        let (spec, ruleset) = self.question.spec()?;
        let first = execute::plan(&spec, ruleset)?;
        let codex = first.cells[0].setup.codex.clone();
        let purchases = ruleset.prepare(&first.cells[0].setup)?.purchases().to_vec();
        let places = places_of(&codex, &purchases)?;
        let mut search = self.search(&purchases, &places)?;
        let old = search.prices.clone();
        let grid = self.round.unwrap_or_else(|| usual_grid(&old));
        check_limits(&search, &purchases, grid)?;
        warn_of_kept(&search, &places, &codex)?;
        self.clear_rounds(&first)?;
        let mut rounds = vec![self.play(&first, ruleset, &format!("{ROUND}1"))?];
        let plan = |prices: &[f64], number: u64| -> Result<Plan, Failure> {
            let mut spec: Spec = spec.clone();
            spec.seed = spec.seed.wrapping_add(number) & (i64::MAX as u64);
            let changes = places.iter().zip(prices).filter_map(|(place, price)| Some(place.as_ref()?.change(*price)));
            let changes: Vec<_> = changes.map(|change| (change, None)).collect();
            spec.set.retain(|(known, _)| changes.iter().all(|(new, _)| new.key != known.key));
            spec.set.extend(changes);
            Ok(execute::plan(&spec, ruleset)?)
        };
        let settled = loop {
            let measured = rounds[rounds.len() - 1].measured();
            if search.is_settled(&measured) {
                break true;
            }
            search.step(&measured);
            if rounds.len() as u64 >= self.rounds {
                break false;
            }
            let number = rounds.len() as u64;
            complain(&format!("round {} of at most {}", number + 1, self.rounds));
            let plan = plan(&search.prices, number)?;
            rounds.push(self.play(&plan, ruleset, &format!("{ROUND}{}", number + 1))?);
        };
        let new = search.rounded(&old, grid);
        complain("the last round, at rounded prices on fresh lists");
        let last = self.play(&plan(&new, self.rounds + 1)?, ruleset, LAST)?;
        let text = reprice(
            &codex,
            ruleset,
            &places.iter().zip(&new).filter_map(|(place, price)| Some((place.clone()?, *price))).collect::<Vec<_>>(),
        );
        // The same codex once more would be taken for what was found.
        let output = self.output.as_deref().filter(|_| new != old);
        if let Some(path) = output {
            files::write_new(path, text.as_bytes(), self.fresh)?;
        }
        let found = Found {
            asked: self.output.as_deref(),
            old: &old,
            search: &search,
            new: &new,
            grid,
            settled,
            rounds: &rounds,
            last: &last,
            took: begun.elapsed(),
            alone: &places.iter().map(Option::is_some).collect::<Vec<_>>(),
        };
        found.tell(self.format.format)
    }

    /// Removes what another search has left in the folder of --out, if it is begun anew: rounds that this search may not come to would
    /// be taken for its own.
    fn clear_rounds(&self, first: &Plan) -> Result<(), Failure> {
        let Some(out) = self.out.as_ref().filter(|_| self.fresh) else { return Ok(()) };
        let rounds = fs::read_dir(out).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        for folder in rounds.filter(|path| is_round(path) && path.is_dir()) {
            // What is no run stays, and says so.
            let held = RunFolder::hold(&folder, &first.hash(), Shard::WHOLE, true)?;
            fs::remove_dir_all(held.path())
                .map_err(|error| Failure::Work(format!("cannot remove {}: {error}", folder.display())))?;
        }
        Ok(())
    }

    /// Plays a round, or reads it where it was played before.
    fn play(&self, plan: &Plan, ruleset: &'static dyn Ruleset, name: &str) -> Result<Round, Failure> {
        let folder = self.out.as_ref().map(|out| out.join(name));
        if let Some(folder) = folder.as_ref().filter(|folder| folder.join("manifest.json").is_file()) {
            let run = Run::load(folder)?;
            if run.manifest.hash == plan.hash() && run.is_complete() {
                return Round::of(run);
            }
        }
        let held = match &folder {
            Some(folder) => Some(RunFolder::hold(folder, &plan.hash(), Shard::WHOLE, self.fresh)?),
            None => None,
        };
        let keeping = Keeping { folder: held.as_ref().map(RunFolder::path), fresh: self.fresh, ..Keeping::default() };
        let run = execute::play(plan, ruleset, keeping)?;
        publish::close(&run, held.as_ref(), &[])?;
        publish::complete(&run, folder.as_deref())?;
        Round::of(run)
    }

    /// The search as it begins: prices as they are, and what each may do.
    fn search(&self, purchases: &[Purchase], places: &[Option<PricePlace>]) -> Result<PriceSearch, Failure> {
        let names: Vec<&str> = purchases.iter().map(|purchase| purchase.name.as_str()).collect();
        let find = |name: &str, flag: &str| {
            let place = names.iter().position(|known| *known == name.trim());
            place.ok_or_else(|| Diagnostic::unknown("unit", name.trim(), names.iter().copied()).within(flag))
        };
        let prices: Vec<f64> = purchases.iter().map(|purchase| purchase.cost).collect();
        let mut terms: Vec<Terms> = (0..prices.len())
            .map(|at| Terms { held: places[at].is_none(), least: f64::MIN_POSITIVE, most: 1e6, tied_to: at })
            .collect();
        for name in &self.keep {
            terms[find(name, "--keep")?].held = true;
        }
        for tied in &self.tie {
            let members = tied.split(',').map(|name| find(name, "--tie")).collect::<Result<Vec<_>, _>>()?;
            let differ = members.iter().any(|place| (prices[*place] - prices[members[0]]).abs() > 1e-9);
            if members.len() < 2 || differ {
                let fault = Diagnostic::new("units that are tied are two or more, and cost the same at present");
                return Err(fault.within(&format!("--tie {tied}")).into());
            }
            members.iter().for_each(|place| terms[*place].tied_to = members[0]);
        }
        for limit in &self.limit {
            let wrong = || {
                Diagnostic::new("these are no limits of a price")
                    .allowing(["UNIT=LOW..HIGH"])
                    .within(&format!("--limit {limit}"))
            };
            let (name, range) = limit.split_once('=').ok_or_else(wrong)?;
            let (low, high) = range.split_once("..").ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
            let (Some(low), Some(high)) = (number(low), number(high)) else { return Err(wrong().into()) };
            if low > high {
                let fault = Diagnostic::new("the lower limit comes first").allowing([format!("{name}={high}..{low}")]);
                return Err(fault.within(&format!("--limit {limit}")).into());
            }
            let place = find(name, "--limit")?;
            if self.keep.iter().any(|kept| kept.trim() == name.trim()) {
                let fault = Diagnostic::new(format!("the price of `{}` is kept, and has limits too", name.trim()));
                return Err(fault.allowing(["--keep", "--limit"]).within(&format!("--limit {limit}")).into());
            }
            (terms[place].least, terms[place].most) = (low, high);
        }
        // What is tied has the limits of all.
        for leader in 0..terms.len() {
            let group: Vec<usize> = (0..terms.len()).filter(|at| terms[*at].tied_to == leader).collect();
            let least = group.iter().map(|at| terms[*at].least).fold(0.0, f64::max);
            let most = group.iter().map(|at| terms[*at].most).fold(f64::INFINITY, f64::min);
            group.iter().for_each(|at| (terms[*at].least, terms[*at].most) = (least, most));
        }
        Ok(PriceSearch { prices, terms, damping: self.step, most_ratio: MOST_RATIO })
    }
}

/// Whether a folder is called as those of the rounds are.
fn is_round(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name == LAST || name.strip_prefix(ROUND).is_some_and(|number| number.parse::<u64>().is_ok())
}

/// Where the prices stand in the codex, in the order of the purchases.
fn places_of(codex: &Source, purchases: &[Purchase]) -> Result<Vec<Option<PricePlace>>, Failure> {
    let places = purchases.iter().map(|purchase| PricePlace::find(codex, &purchase.name));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    if places.iter().all(Option::is_none) {
        let message = "no price of this game stands alone in its codex: prices are put together from several numbers";
        return Err(Diagnostic::new(message).within(&codex.name).into());
    }
    Ok(places)
}

/// Checks that every price that may move has a step of the grid within its limits.
///
/// # Errors
/// The first that has none.
fn check_limits(search: &PriceSearch, purchases: &[Purchase], grid: f64) -> Result<(), Failure> {
    for (at, (terms, purchase)) in search.terms.iter().zip(purchases).enumerate() {
        let [low, high] = terms.steps(grid);
        if terms.held || low <= high {
            continue;
        }
        let tied = terms.tied_to != at || search.terms.iter().filter(|other| other.tied_to == at).count() > 1;
        let of_all = if tied { ", which are those of all that it is tied to" } else { "" };
        let fault = Diagnostic::new(format!(
            "no price of `{}` in steps of {grid} lies within its limits{of_all}: from {} to {}",
            purchase.name, terms.least, terms.most
        ));
        return Err(fault.allowing(["wider limits", "finer steps: --round P"]).within("--limit").into());
    }
    Ok(())
}

/// Says before anything is played how many prices no round will move, where these are many.
///
/// # Errors
/// When it is all of them.
fn warn_of_kept(search: &PriceSearch, places: &[Option<PricePlace>], codex: &Source) -> Result<(), Failure> {
    let (all, kept) = (places.len(), search.terms.iter().filter(|terms| terms.held).count());
    let nowhere = places.iter().filter(|place| place.is_none()).count();
    let why = match nowhere {
        0 => String::new(),
        some => format!(": {some} of these do not stand alone in the codex, but are put together from several numbers"),
    };
    if kept == all {
        let fault = Diagnostic::new(format!("all {all} prices are kept, and nothing is left to search{why}"));
        return Err(fault.within(&codex.name).into());
    }
    if 2 * nowhere > all {
        complain(&format!("{kept} of {all} prices stay as they are{why}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::MeetingRow;

    #[test]
    fn what_alone_makes_up_all_lists_has_a_cost_without_width() {
        let mut all = Meetings::default();
        for pair in 0..40_u32 {
            let quarters = if pair % 4 == 0 { 1 } else { 3 };
            all.push(MeetingRow { pair, quarters, counts: [&[3], &[2]] });
        }
        let list = PriceList::of(&[&all], &[5.0], 12.5, CONFIDENCE).unwrap();
        let worth = list.prices[0].worth.unwrap();
        let interval = worth.interval.unwrap();
        assert!((worth.fair.unwrap() - 5.0).abs() < 1e-9 && !has_width(&interval), "{interval:?}");
        assert!(worth.points > 0.0 && worth.points_interval.low < worth.points);
    }
}
