//! What touches what.
