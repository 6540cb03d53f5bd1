//! Space.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`hex`] | grids of hexes, and the straight lines across them |
//! | [`hexset`] | sets of hexes as bitmaps |
//! | [`drawing`] | maps written as rows of letters |
//! | [`plane`] | continuous tables: bases, contact, movement, sight |

pub mod drawing;
pub mod hex;
pub mod hexset;
pub mod plane;
