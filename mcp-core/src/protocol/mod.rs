//! Wire shapes, one file for each area of the specification.
