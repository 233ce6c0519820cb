/** Tasks cut into bundles, whose results stand in one file each, and bundles dealt out to shards. A function of the order alone. */
import type { Scenario } from '../../engine/scenario.ts';
import type { Task } from '../../studies/tasks.ts';
import type { Part, Work } from '../work.ts';
import { hashOf } from './build.ts';

/**
 * What a shard that is killed loses at most for each of its threads, unless one task takes longer: seconds of work. Longer
 * bundles lose more; shorter ones make more files.
 */
const BUNDLE_SECONDS = 20;

/** Little work is cut into so many bundles, unless it has fewer tasks: it can be dealt out evenly too. */
const LEAST_BUNDLES = 256;

/** Runs in one file at most: what a reader holds at once. */
const MOST_TASKS = 1_000;

/**
 * How long a run takes on one processor of 2022: so much to set it up, and so much for each bit that its link can carry. The
 * five papers in full mode, 8,390 Gbit, take 53 minutes on two of them.
 */
const SECONDS_OF_SETUP = 0.002;
const SECONDS_PER_BIT = 0.76e-9;

export interface Bundle {
  /** Hash of the program and of the tasks: two bundles with one name have the same results. */
  readonly name: string;
  /** Index of the part of the work. */
  readonly part: number;
  readonly tasks: readonly Task[];
  /** Estimated, of one processor. */
  readonly seconds: number;
}

/** All bundles of a work, in the order of its tasks. @param build of the program that does it */
export function bundlesOf({ parts }: Work, build: string): Bundle[] {
  const texts = new TaskTexts();
  const bundles: Bundle[] = [];
  const all = parts.reduce((sum, own) => own.tasks.reduce((more, task) => more + estimated(task, own), sum), 0);
  const mostSeconds = Math.min(BUNDLE_SECONDS, all / LEAST_BUNDLES);
  for (const [part, own] of parts.entries()) {
    let tasks: Task[] = [];
    let seconds = 0;
    const close = () => {
      if (tasks.length === 0) return;
      bundles.push({ name: hashOf([build, ...tasks.map((task) => texts.of(task))]), part, tasks, seconds });
      tasks = [];
      seconds = 0;
    };
    for (const task of own.tasks) {
      const more = estimated(task, own);
      if (seconds + more > mostSeconds || tasks.length === MOST_TASKS) close();
      tasks.push(task);
      seconds += more;
    }
    close();
  }
  return bundles;
}

function estimated(task: Task, { weightOf }: Part): number {
  return SECONDS_OF_SETUP + SECONDS_PER_BIT * weightOf(task);
}

/** A task as text. Many runs share a scenario or a program, whose texts are long: they are hashed once. */
class TaskTexts {
  private readonly hashes = new Map<Scenario | string, string>();

  of(task: Task): string {
    if (task.kind !== 'run') return JSON.stringify(task);
    const { scenario, program, ...rest } = task;
    const shared = [scenario, program].filter((one) => one !== undefined).map((one) => this.hash(one));
    return [JSON.stringify(rest), ...shared].join(' ');
  }

  private hash(shared: Scenario | string): string {
    const known = this.hashes.get(shared) ?? hashOf([JSON.stringify(shared)]);
    this.hashes.set(shared, known);
    return known;
  }
}

/** Bundles of the shards 1 to `count`: each next bundle, the longest first, to the shard that has least to do so far. */
export function shardsOf(bundles: readonly Bundle[], count: number): Bundle[][] {
  const shards = Array.from({ length: count }, (): Bundle[] => []);
  const loads = new Float64Array(count);
  for (const bundle of [...bundles].sort((one, other) => other.seconds - one.seconds)) {
    let lightest = 0;
    for (let shard = 1; shard < count; shard++)
      if ((loads[shard] as number) < (loads[lightest] as number)) lightest = shard;
    (shards[lightest] as Bundle[]).push(bundle);
    loads[lightest] = (loads[lightest] as number) + bundle.seconds;
  }
  return shards;
}
