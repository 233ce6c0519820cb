#!/bin/bash
# GNU parallel: all shards on this machine, or with its own options (--sshloginfile nodes --workdir .) on several that see
# this folder. From the project's folder:
#
#     npm run --silent sim -- plan papers > manifest.json
#     cluster/parallel.sh manifest.json results [options of parallel] > report.json
#
# After a failure, run the same line again: existing results are not made again.
set -euo pipefail
manifest=$1 results=$2
shift 2
shards=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).shards' "$manifest")
node scripts/sim.mjs list > /dev/null

parallel --will-cite --retries 3 "$@" node scripts/sim.mjs shard "$manifest" "{}/$shards" --out "$results" ::: $(seq "$shards") >&2
node scripts/sim.mjs merge "$results" --json
