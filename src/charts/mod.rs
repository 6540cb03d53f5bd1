//! charts.
