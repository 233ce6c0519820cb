/** Results of runs, stored in the browser. After a reload only the missing runs are simulated. */

import { clear, createStore, delMany, entries, set, type UseStore } from 'idb-keyval';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import type { RunFigures, TaskResult } from '../../studies/tasks.ts';

/** A store of results that outlives the page. Each method fails if the browser does not allow it. */
export interface ResultStore {
  /** The stored results, by the names of their tasks. */
  read(): Promise<ReadonlyMap<string, TaskResult>>;
  put(name: string, result: TaskResult): Promise<void>;
  deleteResults(): Promise<void>;
}

/** In IndexedDB. Results of another build and incomplete results are deleted. */
export class StoredResults implements ResultStore {
  private readonly prefix: string;
  private store: UseStore | undefined;

  /** @param build identifies the code that runs the tasks */
  constructor(build: string) {
    this.prefix = `${build} `;
  }

  async read(): Promise<ReadonlyMap<string, TaskResult>> {
    const storedEntries = await entries<string, unknown>(this.openStore());
    const results = new Map<string, TaskResult>();
    const unusableKeys: string[] = [];
    for (const [key, result] of storedEntries)
      if (key.startsWith(this.prefix) && isTaskResult(result)) results.set(key.slice(this.prefix.length), result);
      else unusableKeys.push(key);
    if (unusableKeys.length > 0) await delMany(unusableKeys, this.openStore());
    return results;
  }

  async put(name: string, result: TaskResult): Promise<void> {
    await set(this.prefix + name, result, this.openStore());
  }

  async deleteResults(): Promise<void> {
    await clear(this.openStore());
  }

  private openStore(): UseStore {
    this.store ??= createStore('bufferscope-papers', 'results');
    return this.store;
  }
}

const RUN_FIGURES: readonly (keyof RunFigures)[] = [
  'busy',
  'utilisation',
  'dropRate',
  'markRate',
  'meanDelayMs',
  'p95DelayMs',
  'p99DelayMs',
  'delayStdMs',
  'meanQueueBytes',
  'arrived',
  'departed',
  'dropped',
  'marked',
  'queued',
];
const REPLICATED_FIGURES = ['video', 'data', 'videoByReplication', 'delayMs', 'videoDelayMs'];

/** Whether a stored result has all fields that are read. Another version or other code may have written it. */
export function isTaskResult(result: unknown): result is TaskResult {
  if (!isFields(result) || !Number.isFinite(result.simulatedSeconds)) return false;
  if (result.kind === 'run')
    return (
      hasFields('string', result, ['key', 'digest']) &&
      hasFields('number', result, ['seed']) &&
      isFigures(result.figures)
    );
  return (
    result.kind === 'search' &&
    hasFields('string', result, ['experiment']) &&
    Number.isFinite(result.runs) &&
    isListOf(result.points, isPoint)
  );
}

function isFigures(figures: unknown): boolean {
  const isClass = (fields: JsonFields) =>
    hasFields('string', fields, ['class']) &&
    hasFields('number', fields, [
      'flows',
      'throughputBps',
      'goodput',
      'dropRate',
      'markRate',
      'meanDelayMs',
      'p95DelayMs',
    ]);
  return isFields(figures) && hasFields('number', figures, RUN_FIGURES) && isListOf(figures.classes, isClass);
}

function isPoint(point: JsonFields): boolean {
  return (
    hasFields('string', point, ['experiment', 'line', 'paradigm']) &&
    hasFields('number', point, ['x', 'videos', 'data']) &&
    (point.result === undefined || isLevel(point.result))
  );
}

function isLevel(level: unknown): boolean {
  if (!isFields(level) || !hasFields('number', level, ['bytesPerFlow', 'worstVideo', 'replications', 'replays']))
    return false;
  const { samples } = level;
  return (
    REPLICATED_FIGURES.every(
      (name) => isFields(level[name]) && hasFields('number', level[name], ['mean', 'ci95', 'n']),
    ) &&
    isFields(samples) &&
    ['video', 'data', 'delayMs', 'videoDelayMs'].every((name) => Array.isArray(samples[name]))
  );
}

const hasFields = (type: 'string' | 'number', fields: JsonFields, names: readonly string[]) =>
  names.every((name) => typeof fields[name] === type);

const isListOf = (list: unknown, isOne: (item: JsonFields) => boolean) =>
  Array.isArray(list) && list.every((item) => isFields(item) && isOne(item));
