#!/usr/bin/env bash
# Builds the package as for development, beside the command and from the same compiled crates, and plays its tests.
# EVENODDS names the command to hold it against.
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-../target}"
mkdir -p "$target"
target="$(cd "$target" && pwd)"
python3 -m venv "$target/python"
export PATH="$target/python/bin:$PATH"
pip install --quiet 'maturin>=1.9,<2' 'polars>=1'
CARGO_TARGET_DIR="$target" pip install --quiet --no-build-isolation \
  --config-settings=build-args='--profile dev --locked' .
# From there, or the package beside them would be found, which has no extension built.
cd tests
python -W error::SyntaxWarning -m unittest
