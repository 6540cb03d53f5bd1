//! `--shard`: a part of a run by its number, or by the task that a scheduler has started.

use std::str::FromStr;

use crate::experiment::Shard;
use crate::game::Diagnostic;

/// Which part of a run to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardArg {
    /// This one.
    Written(Shard),
    /// That of the scheduler's task, of so many; of as many as the array of tasks has when no number is given.
    OfTask(Option<u32>),
}

/// A scheduler that starts many tasks, and tells each its number in its environment.
struct Scheduler {
    name: &'static str,
    /// Variable with the number of the task.
    task: &'static str,
    /// How its tasks are counted: the number of the first one.
    first: u32,
    /// Variables with the number of tasks and with the least of their numbers, where it tells them.
    array: Option<[&'static str; 2]>,
}

/// Those that are known. What starts tasks within a task of another one stands before it.
const SCHEDULERS: [Scheduler; 4] = [
    Scheduler { name: "GNU parallel", task: "PARALLEL_SEQ", first: 1, array: None },
    Scheduler { name: "HyperQueue", task: "HQ_TASK_ID", first: 0, array: None },
    Scheduler {
        name: "Slurm",
        task: "SLURM_ARRAY_TASK_ID",
        first: 0,
        array: Some(["SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"]),
    },
    Scheduler { name: "Kubernetes", task: "JOB_COMPLETION_INDEX", first: 0, array: None },
];

impl ShardArg {
    /// The part to play, by the environment of this process.
    ///
    /// # Errors
    /// When a task is asked for and there is none, or it does not say which of how many parts is its own.
    pub fn shard(self) -> Result<Shard, Diagnostic> {
        self.shard_by(|name| std::env::var(name).ok())
    }

    fn shard_by(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Diagnostic> {
        let of = match self {
            Self::Written(shard) => return Ok(shard),
            Self::OfTask(of) => of,
        };
        let found = SCHEDULERS.iter().find_map(|scheduler| Some((scheduler, variable(scheduler.task)?)));
        let Some((scheduler, task)) = found else {
            let message = "`--shard auto` is for tasks of a scheduler, and this process is none";
            let names = SCHEDULERS.map(|known| format!("{} with {}", known.name, known.task));
            return Err(Diagnostic::new(message).allowing(names).allowing(["--shard I/N"]));
        };
        let Scheduler { name, first, .. } = scheduler;
        let complain = |message: String| Diagnostic::new(format!("{name}: {message}"));
        let number = |variable: &str, text: &str| {
            text.parse::<u32>().map_err(|_| complain(format!("{variable} is `{text}`, which is not a whole number")))
        };
        let of = match (of, scheduler.array) {
            (Some(of), _) => of,
            (None, Some([count, least])) => {
                let read = |name: &str| variable(name).map_or(Ok(0), |text| number(name, &text));
                let (count, least) = (read(count)?, read(least)?);
                if least != 0 {
                    let message =
                        format!("the first task of this array is {least}, not 0, so that it may be a part of one");
                    return Err(complain(message).allowing(["--shard auto/N for N parts"]));
                }
                count
            }
            (None, None) => {
                let message = "it does not tell how many tasks there are".to_owned();
                return Err(complain(message).allowing(["--shard auto/N for N parts"]));
            }
        };
        let task = number(scheduler.task, &task)?;
        let index = task.checked_sub(*first).filter(|index| *index < of);
        let shard = index.map(|index| Shard { index, of });
        shard.ok_or_else(|| {
            let last = i64::from(of) - 1 + i64::from(*first);
            complain(format!("there is no part for task {task}: those of {of} parts are {first} to {last}"))
        })
    }
}

impl FromStr for ShardArg {
    type Err = String;

    /// Reads `i/n`, `auto`, or `auto/n`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::OfTask(None));
        }
        let Some(of) = text.strip_prefix("auto/") else { return text.parse().map(Self::Written) };
        match of.parse() {
            Ok(of) if of > 0 => Ok(Self::OfTask(Some(of))),
            _ => Err(format!("`{of}` is no number of parts: write `auto/8`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of a task with these variables.
    fn part(written: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
        let arg: ShardArg = written.parse()?;
        arg.shard_by(variable).map(|shard| shard.to_string()).map_err(|diagnostic| diagnostic.message)
    }

    #[test]
    fn a_task_plays_the_part_of_its_number() {
        let array = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "8"), ("SLURM_ARRAY_TASK_MIN", "0")];
        assert_eq!(part("auto", &array), Ok("3/8".to_owned()));
        assert_eq!(part("auto/16", &array), Ok("3/16".to_owned()));
        assert_eq!(part("auto/4", &[("JOB_COMPLETION_INDEX", "0")]), Ok("0/4".to_owned()));
        assert_eq!(part("auto/4", &[("HQ_TASK_ID", "3")]), Ok("3/4".to_owned()));
        assert_eq!(part("auto/4", &[("PARALLEL_SEQ", "4")]), Ok("3/4".to_owned()), "counted from 1");
        assert_eq!(part("1/2", &array), Ok("1/2".to_owned()));
        let nested = [&array[..], &[("PARALLEL_SEQ", "1")]].concat();
        assert_eq!(part("auto/4", &nested), Ok("0/4".to_owned()), "the task within the task");
    }

    #[test]
    fn what_no_task_can_tell_is_refused() {
        let refused = |written: &str, variables: &[(&str, &str)], why: &str| {
            let said = part(written, variables).expect_err(written);
            assert!(said.contains(why), "{said}");
        };
        refused("auto", &[], "this process is none");
        refused("auto", &[("JOB_COMPLETION_INDEX", "0")], "how many tasks");
        refused("auto/4", &[("JOB_COMPLETION_INDEX", "4")], "those of 4 parts are 0 to 3");
        refused("auto/4", &[("PARALLEL_SEQ", "0")], "those of 4 parts are 1 to 4");
        refused("auto/4", &[("HQ_TASK_ID", "x")], "HQ_TASK_ID is `x`");
        let again = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "1"), ("SLURM_ARRAY_TASK_MIN", "3")];
        refused("auto", &again, "the first task of this array is 3");
        for wrong in ["auto/0", "auto/", "auto/x", "autos", "4/4"] {
            assert!(wrong.parse::<ShardArg>().is_err(), "{wrong}");
        }
    }
}
