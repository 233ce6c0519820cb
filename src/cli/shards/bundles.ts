/**
 * Divides tasks into bundles, with one file of results for each bundle, and assigns bundles to shards. The result
 * depends only on the order of the tasks.
 */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { required } from '../../shared/required.ts';
import type { Task } from '../../studies/tasks.ts';
import type { CommandWork } from '../command-work.ts';
import { taskSeconds } from '../task-seconds.ts';
import { hashTexts } from './build-id.ts';

/**
 * Length of a bundle, seconds of work. A killed shard loses at most this work for each of its threads, unless one task
 * takes longer. Longer bundles lose more, and shorter ones make more files.
 */
const BUNDLE_SECONDS = 20;

/** Smallest number of bundles, unless there are fewer tasks, so that a small work is also divided evenly. */
const MIN_BUNDLES = 256;

/** Largest number of runs in one file: a reader holds them in memory. */
const MAX_BUNDLE_TASKS = 1_000;

export interface Bundle {
  /** Hash of the program and of the tasks: two bundles with one name have the same results. */
  readonly name: string;
  /** Index of the part of the work. */
  readonly group: number;
  readonly tasks: readonly Task[];
  /** Estimated time on one processor, s. */
  readonly seconds: number;
}

/**
 * All bundles of a work, in the order of its tasks.
 * @param build identity of the program
 */
export function workBundles({ groups }: CommandWork, build: string): Bundle[] {
  const texts = new TaskTexts();
  const bundles: Bundle[] = [];
  const totalSeconds = groups.reduce(
    (sum, taskGroup) => taskGroup.tasks.reduce((total, task) => total + taskSeconds(taskGroup.weightOf(task)), sum),
    0,
  );
  const maxSeconds = Math.min(BUNDLE_SECONDS, totalSeconds / MIN_BUNDLES);
  for (const [group, taskGroup] of groups.entries()) {
    let tasks: Task[] = [];
    let seconds = 0;
    const close = () => {
      if (tasks.length === 0) return;
      bundles.push({
        name: hashTexts([build, ...tasks.map((task) => texts.serialiseTask(task))]),
        group,
        tasks,
        seconds,
      });
      tasks = [];
      seconds = 0;
    };
    for (const task of taskGroup.tasks) {
      const weight = taskSeconds(taskGroup.weightOf(task));
      if (seconds + weight > maxSeconds || tasks.length === MAX_BUNDLE_TASKS) close();
      tasks.push(task);
      seconds += weight;
    }
    close();
  }
  return bundles;
}

/** A task as text. Many runs share a long scenario or program, so each of these texts is hashed once. */
class TaskTexts {
  private readonly hashes = new Map<Scenario | string, string>();

  serialiseTask(task: Task): string {
    if (task.kind !== 'run') return JSON.stringify(task);
    const { scenario, program, ...rest } = task;
    const sharedHashes = [scenario, program]
      .filter((candidate) => candidate !== undefined)
      .map((text) => this.hash(text));
    return [JSON.stringify(rest), ...sharedHashes].join(' ');
  }

  private hash(content: Scenario | string): string {
    const hash = this.hashes.get(content) ?? hashTexts([JSON.stringify(content)]);
    this.hashes.set(content, hash);
    return hash;
  }
}

/**
 * Bundles of the shards 1 to `count`. The longest bundle comes first, and each bundle goes to the shard with the least
 * work so far.
 */
export function balancedShards(bundles: readonly Bundle[], count: number): Bundle[][] {
  const shards = Array.from({ length: count }, (): Bundle[] => []);
  const bundleWeights = new Float64Array(count);
  for (const bundle of [...bundles].sort((a, b) => b.seconds - a.seconds)) {
    let lightestBundle = 0;
    for (let shard = 1; shard < count; shard++)
      if (required(bundleWeights[shard]) < required(bundleWeights[lightestBundle])) lightestBundle = shard;
    required(shards[lightestBundle]).push(bundle);
    bundleWeights[lightestBundle] = required(bundleWeights[lightestBundle]) + bundle.seconds;
  }
  return shards;
}
