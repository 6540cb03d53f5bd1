#!/usr/bin/env bash
# Plays the parts of an experiment with GNU parallel, on this machine or over ssh, and puts them together.
#
#   cluster/parallel.sh EXPERIMENT.toml PARTS FOLDER [options of GNU parallel, such as --sshlogin a,b]
#
# With other machines the folder has to be on a file system that all of them share, and the command in their path. What was
# killed goes on where it was when the same line is given again.
set -euo pipefail
if [ $# -lt 3 ]; then
  sed -n '2,4p' "$0" >&2
  exit 2
fi
experiment=$1 parts=$2 folder=$3
shift 3
evenodds=${EVENODDS:-evenodds}

mkdir -p "$folder"
seq "$parts" | parallel --quote --max-args 0 --halt soon,fail=1 --jobs "${JOBS:-100%}" --workdir . "$@" \
  "$evenodds" --threads 1 run "$experiment" --shard "auto/$parts" --out "$folder/parts"
"$evenodds" merge "$folder/parts" --out "$folder/run"
