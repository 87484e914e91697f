//! The order of names: one sort for all that has names, since each is as much code again.

/// The positions of the names in their order; of equal ones, the earlier first.
pub(crate) fn positions(names: &[&str]) -> Vec<usize> {
    let mut named: Vec<(&str, usize)> = names.iter().copied().zip(0..).collect();
    named.sort_unstable();
    named.into_iter().map(|(_, at)| at).collect()
}

/// Puts items in the order of their names; of equal ones, the earlier first.
pub(crate) fn sort<T>(items: &mut [T], name: impl Fn(&T) -> &str) {
    let names: Vec<&str> = items.iter().map(name).collect();
    let mut positions = positions(&names);
    for start in 0..items.len() {
        // Each takes the place of the one before, until the first one is wanted.
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut positions[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_name_stay_in_their_order() {
        let mut things = [("b", 1), ("a", 2), ("b", 3), ("", 4), ("a", 5), ("c", 6)];
        sort(&mut things, |(name, _)| name);
        assert_eq!(things, [("", 4), ("a", 2), ("a", 5), ("b", 1), ("b", 3), ("c", 6)]);
    }
}
