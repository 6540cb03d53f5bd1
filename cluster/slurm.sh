#!/usr/bin/env bash
# Plays an experiment as an array of tasks on a Slurm cluster, and puts the parts together when all are done.
#
#   cluster/slurm.sh EXPERIMENT.toml PARTS FOLDER [further options of `evenodds run`]
#
# The folder has to be on a file system that all nodes share. A task that was killed goes on where it was when Slurm starts
# it again; the merge waits until every task has ended well. Options of sbatch, such as a partition or a time limit, are
# taken from the environment (SBATCH_PARTITION, SBATCH_TIMELIMIT, ...).
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
play=(srun "$evenodds" --threads "$cores" run "$experiment" --shard "auto/$parts" --out "$folder/parts" "$@")
merge=("$evenodds" merge "$folder/parts" --out "$folder/run")

array=$(sbatch --parsable --job-name=evenodds --array="0-$((parts - 1))" --cpus-per-task="$cores" --requeue \
  --output="$folder/part-%a.log" --open-mode=append --wrap="$(printf '%q ' "${play[@]}")")
last=$(sbatch --parsable --job-name=evenodds-merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
  --output="$folder/merge.log" --wrap="$(printf '%q ' "${merge[@]}")")
echo "array $array of $parts parts, then merge $last into $folder/run"
