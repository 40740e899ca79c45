#!/usr/bin/env bash
# Runs shards of long work under GNU parallel and under HyperQueue, kills some with signal 9, runs them
# again, and compares what is merged with one run.
#
# Usage: tests/shard_runners.sh PATH/TO/masque
#
# Needs GNU parallel (Debian: parallel) or python3 with the package hyperqueue; what is missing is
# skipped, and without both it ends with 77.
set -euo pipefail

masque=$(realpath "$1")
shards=6
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

selfplay=("$masque" --seed 900 lab selfplay --games 36 --nodes 150)
match=("$masque" --seed 9 personality fingerprint lion --games 24 --nodes 100)
# Two decisions of 18 pairs.
decisions=2
tuning=("$masque" --seed 3 tune search --trials 36 --batch 18 --nodes 100 --only futility_ply_cp,reverse_futility_cp)

"${selfplay[@]}" --out whole.games >/dev/null
"${match[@]}" --keep whole >/dev/null
"${tuning[@]}" --journal whole.journal --out whole.toml >/dev/null

# One shard of all the work, as a runner starts it: arguments are its directory and its number. Every
# other one is killed when it is started for the first time.
cat >shard.sh <<SHARD
#!/usr/bin/env bash
set -euo pipefail
cd "$place/\$1"
work() {
    if [ ! -e "games-\$1" ]; then
        ${selfplay[*]@Q} --shard \$1/$shards --out \$1.games
        ${match[*]@Q} --shard \$1/$shards --keep keep
        touch "games-\$1"
    fi
    ${tuning[*]@Q} --shard \$1/$shards --journal run.journal
}
if ((\$2 % 2)) && mkdir "started-\$2" 2>/dev/null; then
    (work \$2) & sleep 0.2
    pkill -KILL -P \$! || true
    wait
    exit 1
fi
work \$2
SHARD
chmod +x shard.sh

# Adds what the runner has made for a decision to the journal in a directory.
decide() {
    (
        cd "$1"
        "$masque" lab verify run.*-of-$shards.journal >/dev/null
        "$masque" lab merge -o run.journal run.*-of-$shards.journal >/dev/null
        rm run.*-of-$shards.journal
    )
}

# Merges what the runner has made in a directory and compares it with one run.
compare() {
    (
        cd "$1"
        "$masque" lab verify ./*.games keep >/dev/null
        "$masque" lab merge -o merged ./*.games >/dev/null
        "$masque" lab merge -o merged-games keep >/dev/null
        cmp merged ../whole.games
        "${tuning[@]}" --journal run.journal --out run.toml >/dev/null
        cmp run.journal ../whole.journal
        cmp run.toml ../whole.toml
        for file in merged-games/*; do
            cmp "$file" "../whole/$(basename "$file")"
        done
    )
    echo "$1: $shards shards, half of them killed once, are what one run makes"
}

run_parallel() {
    mkdir parallel
    for _ in $(seq $decisions); do
        parallel --will-cite -j 2 --retries 2 ./shard.sh parallel ::: $(seq $shards) >/dev/null 2>&1
        decide parallel
    done
    compare parallel
}

run_hyperqueue() {
    mkdir hyperqueue
    for _ in $(seq $decisions); do
        submit
        decide hyperqueue
    done
    compare hyperqueue
}

submit() {
    python3 - "$place" $shards >/dev/null 2>&1 <<'PYTHON'
import sys
import tempfile

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

place, shards = sys.argv[1], int(sys.argv[2])
with LocalCluster(tempfile.mkdtemp(dir=place), WorkerConfig(cores=1)) as cluster:
    cluster.start_worker(WorkerConfig(cores=1))
    client = cluster.client()
    # What was killed is submitted again.
    for _ in range(2):
        job = Job(max_fails=shards)
        for number in range(1, shards + 1):
            job.program([f"{place}/shard.sh", "hyperqueue", str(number)])
        client.wait_for_jobs([client.submit(job)], raise_on_error=False)
PYTHON
}

ran=
if command -v parallel >/dev/null; then
    run_parallel
    ran=1
else
    echo "skipped: GNU parallel is not here"
fi
if python3 -c 'import hyperqueue' 2>/dev/null; then
    run_hyperqueue
    ran=1
else
    echo "skipped: python3 with the hyperqueue package is not here"
fi
[ -n "$ran" ] || exit 77
