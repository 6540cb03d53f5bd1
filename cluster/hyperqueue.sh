#!/usr/bin/env bash
# Plays an experiment as an array of tasks on the workers of a HyperQueue server, and puts the parts together.
#
#   cluster/hyperqueue.sh EXPERIMENT.toml PARTS FOLDER [further options of `evenodds run`]
#
# The folder has to be on a file system that all workers share. HyperQueue starts a task again when its worker is lost; it
# goes on where it was.
set -euo pipefail
if [ $# -lt 3 ]; then
  sed -n '2,4p' "$0" >&2
  exit 2
fi
experiment=$1 parts=$2 folder=$3
shift 3
evenodds=${EVENODDS:-evenodds}
cores=${CORES:-1}

mkdir -p "$folder"
hq submit --wait --name evenodds --array "0-$((parts - 1))" --cpus "$cores" --crash-limit 10 \
  --stdout "$folder/part-%{TASK_ID}.log" --stderr "$folder/part-%{TASK_ID}.log" -- \
  "$evenodds" --threads "$cores" run "$experiment" --shard "auto/$parts" --out "$folder/parts" "$@"
"$evenodds" merge "$folder/parts" --out "$folder/run"
