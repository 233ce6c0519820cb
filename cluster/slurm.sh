#!/bin/bash
# Slurm: one array task for each shard, then the merge. From the project's folder, which all nodes see:
#
#     npm run --silent sim -- plan papers > manifest.json
#     cluster/slurm.sh manifest.json results [options of sbatch]
#
# It prints the number of the job that merges; results/report.json is the merged report. After a failure, run the same line
# again: existing results are not made again.
set -euo pipefail
manifest=$1 results=$2
shift 2
shards=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).shards' "$manifest")
mkdir -p "$results"
# Bundled once, before many nodes ask for it at the same time.
node scripts/sim.mjs list > /dev/null

array=$(sbatch --parsable --job-name=shard --array="1-$shards" --cpus-per-task=1 --mem-per-cpu=2G --requeue \
  --output="$results/shard-%a.log" --open-mode=append "$@" \
  --wrap="exec node scripts/sim.mjs shard '$manifest' \"\$SLURM_ARRAY_TASK_ID/$shards\" --out '$results'")
# After all shards have ended, also if some have failed. Then the merge names the missing results.
sbatch --parsable --job-name=merge --dependency="afterany:${array%%;*}" --cpus-per-task=1 --mem-per-cpu=2G \
  --output="$results/merge.log" "$@" \
  --wrap="node scripts/sim.mjs merge '$results' --json > '$results/report.json.tmp' && mv '$results/report.json.tmp' '$results/report.json'"
