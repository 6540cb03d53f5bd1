//! Combinations of what an experiment varies.

/// All ways to take one of each, the last varying fastest; one empty way when there is nothing to take.
pub(super) fn crossed<'a, T: Clone + 'a>(choices: impl Iterator<Item = &'a [T]>) -> Vec<Vec<T>> {
    choices.fold(vec![Vec::new()], |ways, choice| {
        let longer = |way: &Vec<T>, one: &T| way.iter().cloned().chain([one.clone()]).collect();
        ways.iter().flat_map(|way| choice.iter().map(move |one| longer(way, one))).collect()
    })
}

/// Without repetitions, in order.
pub(super) fn distinct<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}
