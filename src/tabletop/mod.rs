//! Space.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`hex`] | hex boards: directions, facing, hexsides, straight lines, search |
//! | [`hexset`] | sets of hexes as bitmaps |
//! | [`drawing`] | maps written as rows of letters |
//! | [`plane`] | continuous tables: bases, contact, movement, sight |

pub mod drawing;
pub mod hex;
pub mod hexset;
pub mod plane;
