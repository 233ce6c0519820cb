/** `merge`: reads the results of all shards, and prints the same report as one machine. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '../../shared/required.ts';
import { formatTask, type Task } from '../../studies/tasks.ts';
import { printReport } from '../command-work.ts';
import { outputFormat, parseArguments } from '../input/arguments.ts';
import { readBeginning } from '../input/regular-file.ts';
import { type CommandIo, InputError } from '../io.ts';
import { type Bundle, balancedShards } from './bundles.ts';
import { type PlannedWork, readManifest } from './manifest.ts';
import { isResultName, readResults, resultFile, resultOrigin } from './result-file.ts';
import { MANIFEST_COPY } from './shard-command.ts';

/** Largest number of files or shards that a message names. */
const MAX_LISTED_NAMES = 5;
/** Longest first line of a file of results, bytes. */
const MAX_FIRST_LINE_BYTES = 1 << 13;

/**
 * Runs `merge`.
 * @throws InputError for arguments that are not allowed, results of other builds, or missing results
 */
export function mergeCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, [], ['--json', '--csv', '--partial'], 1);
  const [folder] = parsedArguments.positionals;
  if (folder === undefined) throw new InputError('merge: give the folder with the results of the shards');
  const format = outputFormat(parsedArguments);
  const plan = readManifest(join(folder, MANIFEST_COPY), io);
  const { manifest, work, bundles } = plan;
  if (!work.reportFormats.includes(format))
    throw new InputError(`--${format}: not allowed for a paper; allowed: --json`);
  refuseOtherBuilds(folder, plan, io);
  const groupDurations = work.groups.map(() => ({ wallSeconds: 0, jobs: 1 }));
  const missingBundles: Bundle[] = [];
  let date = '';
  for (const bundle of bundles) {
    const bundleState = readResults(folder, bundle, manifest.build);
    if (bundleState.state === 'otherBuild')
      throw otherBuilds([`${resultFile(folder, bundle)} (build ${bundleState.build})`], plan);
    if (bundleState.state === 'torn')
      io.err(`${resultFile(folder, bundle)}: ${bundleState.reason}; it counts as missing`);
    if (bundleState.state !== 'whole') {
      missingBundles.push(bundle);
      continue;
    }
    for (const [index, task] of bundle.tasks.entries()) work.addResult(required(bundleState.results[index]), task);
    required(groupDurations[bundle.group]).wallSeconds += bundleState.origin.wallSeconds;
    if (bundleState.origin.date > date) date = bundleState.origin.date;
  }
  if (missingBundles.length > 0) {
    const missingText = formatMissing(folder, plan, missingBundles);
    if (!parsedArguments.flags.has('--partial')) throw new InputError(missingText);
    io.err(missingText);
    for (const bundle of missingBundles) for (const task of bundle.tasks) work.addFailure(task, 'there is no result');
  }
  printReport(io, work, { format, groupDurations, date: (date || io.date()).slice(0, 'YYYY-MM-DD'.length) });
}

const formatNames = (names: readonly string[]) =>
  names.length <= MAX_LISTED_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_LISTED_NAMES).join(', ')} and ${names.length - MAX_LISTED_NAMES} more`;

/**
 * Files of results that do not belong to this manifest. Files of another program are refused, and the others are named.
 */
function refuseOtherBuilds(folder: string, plan: PlannedWork, io: CommandIo): void {
  const expectedFiles = new Set(plan.bundles.map((bundle) => resultFile('', bundle)));
  const strayFiles: string[] = [];
  const otherBuildFiles: string[] = [];
  for (const name of readdirSync(folder)) {
    if (!isResultName(name) || expectedFiles.has(name)) continue;
    const build = resultOrigin(firstLine(join(folder, name)))?.build;
    if (build === undefined || build === plan.manifest.build) strayFiles.push(name);
    else otherBuildFiles.push(`${name} (build ${build})`);
  }
  if (otherBuildFiles.length > 0) throw otherBuilds(otherBuildFiles, plan);
  if (strayFiles.length > 0) io.err(`left out, because they belong to another manifest: ${formatNames(strayFiles)}`);
}

function otherBuilds(files: readonly string[], { manifest }: PlannedWork): InputError {
  return new InputError(
    `merge: results of several builds are not merged: ${formatNames(files)}; allowed: build ${manifest.build} alone. Remove the other files from the folder`,
  );
}

/** The beginning of a file; empty if it is not a file. */
function firstLine(path: string): string {
  try {
    return readBeginning(path, MAX_FIRST_LINE_BYTES).toString();
  } catch {
    return '';
  }
}

function formatMissing(folder: string, { manifest, bundles }: PlannedWork, missingBundles: readonly Bundle[]): string {
  const tasks = missingBundles.flatMap((bundle) => bundle.tasks);
  const { shards } = manifest;
  const missingBundleSet = new Set(missingBundles);
  const shardNames = balancedShards(bundles, shards).flatMap((shard, index) =>
    shard.some((bundle) => missingBundleSet.has(bundle)) ? [`${index + 1}/${shards}`] : [],
  );
  const first = tasks.slice(0, MAX_LISTED_NAMES).map((task: Task) => formatTask(task));
  const moreText = tasks.length > first.length ? ` and ${tasks.length - first.length} more` : '';
  return [
    `merge: ${folder} lacks ${missingBundles.length} of ${bundles.length} bundles, ${tasks.length} of ${manifest.tasks} tasks: ${first.join('; ')}${moreText}`,
    `they belong to shards ${formatNames(shardNames)}; run these again: sim -- shard ${join(folder, MANIFEST_COPY)} ${shardNames[0]} --out ${folder}`,
  ].join('\n');
}
