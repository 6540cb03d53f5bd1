#!/usr/bin/env bash
# Sets up Slurm on this machine alone, plays an experiment as an array of eight tasks of which one is killed and started
# again, and compares the digest with that of one run. Debian's packages slurm-wlm and munge are installed where they are
# missing; it has to be root. Everything it starts listens on the loopback device and ends with it.
#
#   tests/cluster/slurm.sh target/release/evenodds
set -euo pipefail
evenodds=$(realpath "${1:?the evenodds command}")
tree=$(realpath "$(dirname "$0")/../..")
if ! command -v slurmctld slurmd munged > /dev/null; then
  apt-get update -q && apt-get install -y -q --no-install-recommends slurm-wlm munge
fi

place=$(mktemp -d)
finish() {
  for daemon in slurmd slurmctld munged; do
    [ -f "$place/$daemon.pid" ] && kill "$(cat "$place/$daemon.pid")" 2> /dev/null || true
  done
  rm -rf "$place"
}
trap finish EXIT

head -c 1024 /dev/urandom > "$place/munge.key"
chmod 400 "$place/munge.key"
# Programs of other users talk to the socket.
chmod 755 "$place"
munged --force --key-file="$place/munge.key" --socket="$place/munge.socket" --pid-file="$place/munged.pid" \
  --log-file="$place/munged.log" --seed-file="$place/munge.seed"

cores=$(nproc)
cat > "$place/slurm.conf" << END
ClusterName=loopback
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
CredType=cred/munge
# What is started again waits until its old credentials have run out.
AuthInfo=socket=$place/munge.socket,cred_expire=5
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
JobRequeue=1
SchedulerParameters=sched_interval=2,sched_min_interval=100000
MailProg=/bin/true
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$place/slurm.conf
mkdir "$place/state" "$place/spool"
slurmctld
slurmd
for _ in $(seq 60); do
  [ "$(sinfo --noheader --format=%t 2> /dev/null)" = idle ] && break
  sleep 1
done

cat > "$place/ladder.toml" << 'END'
ruleset = "dogma"
name = "ladder"
armies = ["combined-arms", "armour-fist", "titan"]
pairs = 1000
END
cd "$place"
digest() { grep -o 'Digest [0-9a-f]*' "$1" | tail -1; }
"$evenodds" run ladder.toml --out whole > whole.txt

submitted=$(EVENODDS=$evenodds CORES=1 "$tree/cluster/slurm.sh" ladder.toml 8 "$place/cluster")
echo "$submitted"
array=$(echo "$submitted" | cut -d' ' -f2)
for _ in $(seq 60); do
  [ -f cluster/parts/checkpoint-0-of-8.json ] && break
  sleep 0.5
done
scontrol requeue "${array}_0"
echo "task 0 killed, to be started again"
for _ in $(seq 600); do
  [ -z "$(squeue --noheader)" ] && break
  sleep 1
done
restarts=$(scontrol show job "${array}_0" 2> /dev/null | grep -o 'Restarts=[0-9]*' || true)
echo "${restarts:-Restarts unknown}"
if [ ! -f cluster/merge.log ] || [ "$(digest whole.txt)" != "$(digest cluster/merge.log)" ]; then
  echo "one run: $(digest whole.txt); array: $(digest cluster/merge.log 2> /dev/null)" >&2
  tail -n 20 cluster/*.log slurmctld.log slurmd.log >&2
  exit 1
fi
echo "one run and an array of eight tasks: $(digest whole.txt)"
