/** Papers that are measured on the page: what is being done, how far it is, what has come of it. It outlives its view. */
import { createStore } from 'zustand/vanilla';
import type { Mode, Paper } from '../papers/paper.ts';
import { type Plan, planOf } from '../papers/plan.ts';
import { Results } from '../papers/results.ts';
import { TaskPool, type TaskWorker } from '../studies/pool.ts';
import type { Task, TaskResult } from '../studies/tasks.ts';
import type { Keeper } from './kept-results.ts';

export const modes = ['quick', 'full'] as const satisfies readonly Mode[];

export interface PaperRunState {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  /** What is being measured, or was last. */
  readonly mode: Mode;
  readonly papers: readonly Paper[];
  /** Part that is done, with what was there before, 0 to 1. */
  readonly done: number;
  /** Wall time that has passed, and that is still needed as far as can be told, s. */
  readonly elapsedSeconds: number;
  readonly leftSeconds: number | undefined;
  /** What there is so far. They grow; `count` tells when. */
  readonly results: Readonly<Record<Mode, Results>>;
  readonly count: number;
  /** Runs that failed, with their messages. */
  readonly failures: readonly string[];
  /** Whether results outlive the page. */
  readonly keeping: 'asked' | 'yes' | 'no';
}

/** From this part on the time that is left can be guessed. */
const KNOWN = 0.03;

const nothing = () => ({ quick: new Results(), full: new Results() });

export class PaperRun {
  readonly store = createStore<PaperRunState>(() => ({
    state: 'idle',
    mode: 'quick',
    papers: [],
    done: 0,
    elapsedSeconds: 0,
    leftSeconds: undefined,
    results: nothing(),
    count: 0,
    failures: [],
    keeping: 'asked',
  }));
  /** Resolves when what was kept has been read. */
  readonly ready: Promise<void>;
  private readonly papers: readonly Paper[];
  private readonly makeWorker: () => TaskWorker;
  private readonly keeper: Keeper;
  private readonly known = new Map<string, TaskResult>();
  private readonly names: Readonly<Record<Mode, ReadonlySet<string>>>;
  private pool: TaskPool | undefined;

  constructor(papers: readonly Paper[], makeWorker: () => TaskWorker, keeper: Keeper) {
    this.papers = papers;
    this.makeWorker = makeWorker;
    this.keeper = keeper;
    const namesOf = (mode: Mode) => new Set(planOf(papers, mode).tasks.map(nameOf));
    this.names = { quick: namesOf('quick'), full: namesOf('full') };
    this.ready = this.load();
  }

  /** What a measurement takes, and what of it has not been run yet. An experiment's id narrows it to that. */
  plan(papers: readonly Paper[], mode: Mode, experiment?: string): Plan & { readonly missing: readonly Task[] } {
    const whole = planOf(papers, mode);
    const tasks = whole.tasks.filter(
      (task) => experiment === undefined || (task.kind === 'search' && task.experiment === experiment),
    );
    return { ...whole, tasks, missing: tasks.filter((task) => !this.known.has(nameOf(task))) };
  }

  /** Runs what is missing, on all processors but one. Nothing happens while something runs already. */
  start(
    papers: readonly Paper[] = this.papers,
    mode: Mode = 'quick',
    experiment?: string,
    processors = navigator.hardwareConcurrency,
  ): void {
    if (this.store.getState().state === 'running') return;
    const began = performance.now();
    const { tasks, missing, weightOf } = this.plan(papers, mode, experiment);
    const weigh = (some: readonly Task[]) => some.reduce((sum, task) => sum + weightOf(task), 0);
    const before = tasks.length === 0 ? 1 : 1 - weigh(missing) / weigh(tasks);
    this.store.setState({
      ...{ state: 'running', mode, papers, done: before },
      ...{ elapsedSeconds: 0, leftSeconds: undefined, failures: [] },
    });
    const events = {
      progress: (part: number) => {
        const elapsedSeconds = (performance.now() - began) / 1_000;
        const leftSeconds = part < KNOWN ? undefined : (elapsedSeconds * (1 - part)) / part;
        this.store.setState({ done: before + (1 - before) * part, elapsedSeconds, leftSeconds });
      },
      done: (result: TaskResult, task: Task) => {
        this.take(nameOf(task), result);
        this.keeper.keep(nameOf(task), result).catch(() => this.store.setState({ keeping: 'no' }));
      },
      failed: (task: Task, message: string) =>
        this.store.setState(({ failures }) => ({ failures: [...failures, `${spokenName(task)}: ${message}`] })),
    };
    this.pool = new TaskPool(missing, events, weightOf);
    const workers = Math.max(1, processors - 1);
    void this.pool.run(workers, this.makeWorker).then(() => this.store.setState({ state: 'done' }));
  }

  /** What has been measured so far stays. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.store.setState({ state: 'cancelled' });
  }

  /** Throws away what was measured, here and in the browser's store. */
  async forget(): Promise<void> {
    this.cancel();
    this.known.clear();
    this.store.setState({ state: 'idle', done: 0, results: nothing(), count: 0, failures: [] });
    await this.keeper.forget().catch(() => this.store.setState({ keeping: 'no' }));
  }

  private async load(): Promise<void> {
    try {
      for (const [name, result] of await this.keeper.load()) this.take(name, result);
      this.store.setState({ keeping: 'yes' });
    } catch {
      this.store.setState({ keeping: 'no' });
    }
  }

  private take(name: string, result: TaskResult): void {
    if (this.known.has(name)) return;
    this.known.set(name, result);
    const { results } = this.store.getState();
    for (const mode of modes) if (this.names[mode].has(name)) results[mode].add(result);
    this.store.setState({ count: this.known.size });
  }
}

/** A result is a function of this and of the code that runs it. */
function nameOf(task: Task): string {
  return JSON.stringify(task);
}

function spokenName(task: Task): string {
  return task.kind === 'run' ? `${task.key}, seed ${task.seed}` : `${task.experiment}, place ${task.place}`;
}
