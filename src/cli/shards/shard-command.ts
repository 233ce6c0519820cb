/** `shard`: does one shard of a manifest. It skips every bundle that already has results. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { required } from '../../shared/required.ts';
import { TaskPool, type TaskWorker } from '../../studies/task-pool.ts';
import { formatTask, type Task, type TaskResult } from '../../studies/tasks.ts';
import { version } from '../../version.ts';
import { parseArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';
import { createProgressPrinter } from '../output/progress-printer.ts';
import { writeWholeFile } from '../output/unfinished-file.ts';
import { systemErrorText } from '../system-error.ts';
import { jobsOption, startThreadWorker } from '../thread-pool.ts';
import { type Bundle, balancedShards } from './bundles.ts';
import { MAX_MANIFEST_BYTES, MAX_SHARDS, type PlannedWork, readManifest } from './manifest.ts';
import { readResults, resultFile, writeResults } from './result-file.ts';

/** The copy of the manifest beside the results, for the merge. */
export const MANIFEST_COPY = 'manifest.json';

/**
 * Runs `shard`.
 * @throws InputError for arguments or a manifest that are not allowed; Error if tasks failed
 */
export async function shardCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, ['--out', '--jobs'], [], 2);
  const [path, positionText] = parsedArguments.positionals;
  if (path === undefined) throw new InputError('shard: give a manifest and a shard, such as 3/16');
  const [shard, count] = parseShardPosition(positionText);
  const folder = parsedArguments.last('--out');
  if (folder === undefined) throw new InputError('--out: a value is missing; allowed: a folder for the results');
  const jobs = jobsOption(parsedArguments, 1);
  const plan = readManifest(path, io);
  openFolder(folder, plan, path, io);
  const bundles = required(balancedShards(plan.bundles, count)[shard - 1]);
  const unfinishedBundles = bundles.filter((bundle) => isUnfinished(folder, bundle, plan.manifest.build, io));
  const command = ['sim', 'shard', ...argv].join(' ');
  const startSeconds = io.seconds();
  const name = `shard ${shard}/${count}`;
  const failures = await new ShardRun({ folder, plan, bundles: unfinishedBundles, command, name, io }).run(jobs);
  const runs = (countedBundles: readonly Bundle[]) => countedBundles.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const seconds = (io.seconds() - startSeconds).toFixed(1);
  io.out(
    `shard ${shard}/${count}: ${bundles.length} bundles, ${runs(bundles)} tasks; ${bundles.length - unfinishedBundles.length} bundles existed already, ${unfinishedBundles.length} were computed in ${seconds} s`,
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** "3/16". */
function parseShardPosition(text: string | undefined): readonly [shard: number, count: number] {
  const [, shard = Number.NaN, count = Number.NaN] = (/^(\d+)\/(\d+)$/.exec(text ?? '') ?? []).map(Number);
  if (shard >= 1 && shard <= count && count <= MAX_SHARDS) return [shard, count];
  throw new InputError(
    `shard: ${text ?? 'nothing'} is not allowed; allowed: i/n, n from 1 to ${MAX_SHARDS} and i from 1 to n`,
  );
}

/**
 * Creates a folder and the folders above it. Node's own recursive call does not end in a file system that refuses new
 * folders, such as /proc.
 */
function createFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (!existsSync(dirname(folder))) createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another shard may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Opens the folder of the results. A folder belongs to one manifest. */
function openFolder(folder: string, { manifest }: PlannedWork, path: string, io: CommandIo): void {
  try {
    createFolder(resolve(folder));
  } catch (error) {
    throw new InputError(`--out: ${folder} could not be created: ${systemErrorText(error)}`);
  }
  const manifestCopy = join(folder, MANIFEST_COPY);
  if (!existsSync(manifestCopy)) {
    writeWholeFile(manifestCopy, `${JSON.stringify(manifest, null, 2)}\n`);
    return;
  }
  const storedHeader = readHeader(manifestCopy, io);
  if (storedHeader?.fingerprint !== manifest.fingerprint || storedHeader.build !== manifest.build)
    throw new InputError(
      `--out: ${folder} has results of another manifest (${manifestCopy}); allowed: a folder for ${path} alone, or a new one`,
    );
  io.err(`${folder}: continues with the existing results`);
}

function readHeader(
  path: string,
  io: CommandIo,
): { readonly build?: unknown; readonly fingerprint?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(io.readBytes(path, MAX_MANIFEST_BYTES))) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a bundle has no results yet. A message names an incomplete file, or a file of another program. */
function isUnfinished(folder: string, bundle: Bundle, build: string, io: CommandIo): boolean {
  const bundleState = readResults(folder, bundle, build);
  const file = resultFile(folder, bundle);
  if (bundleState.state === 'torn') io.err(`${file}: ${bundleState.reason}; its tasks run again`);
  if (bundleState.state === 'otherBuild')
    io.err(`${file}: it belongs to build ${bundleState.build}; its tasks run again`);
  return bundleState.state !== 'whole';
}

/** The results of a bundle. */
interface Progress {
  readonly bundle: Bundle;
  readonly results: Map<Task, TaskResult>;
  /** Sum of the times of its tasks, s. */
  wallSeconds: number;
}

interface ShardOptions {
  readonly folder: string;
  readonly plan: PlannedWork;
  /** The bundles without a file of results. */
  readonly bundles: readonly Bundle[];
  /** The command line, for the files of results. */
  readonly command: string;
  /** Name for the line of progress. */
  readonly name: string;
  readonly io: CommandIo;
}

/** Does the tasks of bundles one by one, and writes the file of a bundle after its last task. */
class ShardRun {
  private readonly folder: string;
  private readonly plan: PlannedWork;
  private readonly command: string;
  private readonly io: CommandIo;
  private readonly name: string;
  private readonly tasks: readonly Task[];
  private readonly byTask = new Map<Task, Progress>();
  private readonly taskProgress = new Map<Task, number>();
  private readonly failures: string[] = [];

  constructor({ folder, plan, bundles, command, name, io }: ShardOptions) {
    this.folder = folder;
    this.plan = plan;
    this.command = command;
    this.io = io;
    this.name = name;
    this.tasks = bundles.flatMap(({ tasks }) => tasks);
    for (const bundle of bundles) {
      const progress = { bundle, results: new Map(), wallSeconds: 0 };
      for (const task of bundle.tasks) this.byTask.set(task, progress);
    }
  }

  /**
   * @returns messages of failed tasks.
   * @throws OutputError if a file cannot be written; then the remaining tasks are not done
   */
  run(jobCount: number): Promise<readonly string[]> {
    const { io, tasks, failures } = this;
    return new Promise((resolve, reject) => {
      const pool: TaskPool = new TaskPool(
        tasks,
        {
          onProgress: createProgressPrinter(io, io.seconds(), this.name),
          onFailure: (task, message) => failures.push(`${formatTask(task)}: ${message}`),
          onDone: (result, task) => {
            try {
              this.finishTask(result, task);
            } catch (error) {
              pool.cancel();
              reject(error);
            }
          },
        },
        (task) => this.weightOf(task),
      );
      void pool.run(jobCount, () => this.timeWorker(startThreadWorker(io.programFile))).then(() => resolve(failures));
    });
  }

  private weightOf(task: Task): number {
    const { bundle } = required(this.byTask.get(task));
    return bundle.seconds / bundle.tasks.length;
  }

  /** Stores the time at which a worker begins a task. */
  private timeWorker(worker: TaskWorker): TaskWorker {
    const start = worker.start.bind(worker);
    worker.start = (task) => {
      this.taskProgress.set(task, this.io.seconds());
      start(task);
    };
    return worker;
  }

  private finishTask(result: TaskResult, bundleTask: Task): void {
    const { byTask, folder, plan, command, io } = this;
    const progress = required(byTask.get(bundleTask));
    const { bundle, results } = progress;
    results.set(bundleTask, result);
    progress.wallSeconds += io.seconds() - (this.taskProgress.get(bundleTask) ?? 0);
    this.taskProgress.delete(bundleTask);
    if (results.size < bundle.tasks.length) return;
    writeResults(
      folder,
      bundle,
      {
        bufferscope: 'results',
        version,
        build: plan.manifest.build,
        bundle: bundle.name,
        tasks: bundle.tasks.length,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        host: hostname(),
        command,
        date: new Date().toISOString(),
        wallSeconds: progress.wallSeconds,
      },
      bundle.tasks.map((task) => required(results.get(task))),
    );
    results.clear();
  }
}
