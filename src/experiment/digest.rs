//! Short names of long texts.

use serde::Serialize;

use crate::outcomes::Cell;

/// Hexadecimal digits of a digest: 64 bits, far beyond chance and short enough to compare by eye.
pub(super) const DIGITS: usize = 16;

/// Digest of anything that always serializes in the same way.
pub fn of(value: &impl Serialize) -> String {
    of_bytes(&serde_json::to_vec(value).expect("plain data serializes"))
}

/// Digest of a text.
pub fn of_bytes(text: &[u8]) -> String {
    blake3::hash(text).to_hex()[..DIGITS].to_owned()
}

/// Digest of the results of the experiment with this hash.
pub fn of_cells(hash: &str, cells: &[Cell]) -> String {
    of(&(hash, cells))
}
