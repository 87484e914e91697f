//! Expansions, as they are read by people.
