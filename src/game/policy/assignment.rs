//! The assignment problem: units to tasks at the least sum of costs (Kuhn 1955; shortest augmenting paths by Jonker and
//! Volgenant 1987).

/// Gives each of `units` units one task, no task to two units, so that the sum of `cost(unit, task)` is least; the task of
/// each unit is left in `tasks`. A task that several units may take stands several times. Costs are finite; one that is
/// far greater than all others means "only where nothing else is left".
///
/// `N` is the most tasks there may be; it takes `units² × tasks` steps and no memory beside.
///
/// # Panics
/// When there are more units than tasks, or more than `N` tasks.
///
/// ```
/// use evenodds::game::policy::assign;
///
/// // Two scouts and three hills, by hours.
/// let hours = [[1.0, 2.0, 9.0], [1.0, 7.0, 9.0]];
/// let mut hills = [0; 2];
/// assign::<8>(2, 3, |scout, hill| hours[scout][hill], &mut hills);
/// assert_eq!(hills, [1, 0], "the first leaves the near hill to the one who is far from the others");
/// ```
pub fn assign<const N: usize>(units: usize, count: usize, cost: impl Fn(usize, usize) -> f64, tasks: &mut [usize]) {
    assert!(units <= count && count <= N && units <= tasks.len(), "{units} units, {count} tasks, room for {N}");
    // Dual prices; the unit of each task.
    let (mut unit_price, mut task_price) = ([0.0; N], [0.0; N]);
    let mut holder = [None::<usize>; N];
    for unit in 0..units {
        // The shortest way from `unit` to a task that nobody has, by reduced costs.
        let (mut distance, mut before, mut done) = ([f64::INFINITY; N], [None::<usize>; N], [false; N]);
        let (mut at, mut from, mut length) = (unit, None, 0.0);
        let end = loop {
            let mut nearest = (f64::INFINITY, 0);
            for task in (0..count).filter(|task| !done[*task]) {
                let way = length + cost(at, task) - unit_price[at] - task_price[task];
                if way < distance[task] {
                    (distance[task], before[task]) = (way, from);
                }
                if distance[task] < nearest.0 {
                    nearest = (distance[task], task);
                }
            }
            let (way, task) = nearest;
            (done[task], length, from) = (true, way, Some(task));
            match holder[task] {
                Some(other) => at = other,
                None => break task,
            }
        };
        unit_price[unit] += length;
        for task in (0..count).filter(|task| done[*task] && *task != end) {
            let left = length - distance[task];
            task_price[task] -= left;
            unit_price[holder[task].expect("a task on the way has a holder")] += left;
        }
        let mut task = end;
        while let Some(earlier) = before[task] {
            holder[task] = holder[earlier];
            task = earlier;
        }
        holder[task] = Some(unit);
    }
    for (task, holder) in holder.iter().enumerate() {
        if let Some(unit) = holder {
            tasks[*unit] = task;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least sum by trying every way.
    fn least(costs: &[Vec<f64>], unit: usize, taken: u32) -> f64 {
        if unit == costs.len() {
            return 0.0;
        }
        let free = (0..costs[unit].len()).filter(|task| taken & 1 << task == 0);
        free.map(|task| costs[unit][task] + least(costs, unit + 1, taken | 1 << task)).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn no_other_assignment_costs_less(
            costs in (1..6_usize, 0..3_usize).prop_flat_map(|(units, spare)| {
                proptest::collection::vec(proptest::collection::vec(0.0..10.0_f64, units + spare), units)
            }),
        ) {
            let count = costs[0].len();
            let mut tasks = [usize::MAX; 8];
            assign::<8>(costs.len(), count, |unit, task| costs[unit][task], &mut tasks);
            let found = &tasks[..costs.len()];
            let mut seen: Vec<usize> = found.to_vec();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), costs.len(), "no task twice");
            let sum: f64 = found.iter().zip(&costs).map(|(task, costs)| costs[*task]).sum();
            prop_assert!((sum - least(&costs, 0, 0)).abs() < 1e-9);
        }
    }

    #[test]
    fn equal_costs_go_by_number() {
        let mut tasks = [0; 3];
        assign::<4>(3, 3, |_, _| 1.0, &mut tasks);
        assert_eq!(tasks, [0, 1, 2]);
    }
}
