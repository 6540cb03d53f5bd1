#!/usr/bin/env bash
# Plays an experiment in four parts with GNU parallel, kills one of them, goes on, and compares the digest with that of one run.
#
#   tests/cluster/parallel.sh target/release/evenodds
set -euo pipefail
evenodds=$(realpath "${1:?the evenodds command}")
tree=$(realpath "$(dirname "$0")/../..")
if ! command -v parallel > /dev/null && ! (apt-get update -q && apt-get install -y -q --no-install-recommends parallel); then
  echo "GNU parallel is not installed here and cannot be: nothing was tried"
  exit 0
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
cat > lines.toml << 'END'
ruleset = "dogma"
name = "lines"
armies = ["combined-arms", "armour-fist"]
[stop]
pairs = 64
END
digest() { grep -o 'Digest [0-9a-f]*' "$1" | tail -1; }
"$evenodds" run lines.toml --out whole > whole.txt
# A part that was broken off half-way, as a lost machine leaves it.
timeout --signal=KILL 1 "$evenodds" --threads 1 run lines.toml --shard 0/4 --out parts/parts > /dev/null 2>&1 || true
EVENODDS=$evenodds JOBS=2 "$tree/cluster/parallel.sh" lines.toml 4 "$place/parts" > parts.txt
if [ "$(digest whole.txt)" != "$(digest parts.txt)" ]; then
  echo "one run: $(digest whole.txt); four parts: $(digest parts.txt)" >&2
  exit 1
fi
echo "one run and four parts of GNU parallel: $(digest whole.txt)"
