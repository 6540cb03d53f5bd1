//! Space: hex grids and straight lines across them.

pub mod drawing;
pub mod hex;
pub mod hexset;
