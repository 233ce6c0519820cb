/** Results of runs, kept in the browser: after a reload only what is missing is run. */
import { clear, createStore, delMany, entries, set, type UseStore } from 'idb-keyval';
import type { TaskResult } from '../studies/tasks.ts';

/** Where results outlive the page. Each method fails where the browser does not allow it. */
export interface Keeper {
  /** What was kept, by the name of its task. */
  load(): Promise<ReadonlyMap<string, TaskResult>>;
  keep(name: string, result: TaskResult): Promise<void>;
  forget(): Promise<void>;
}

/** In IndexedDB. What another build has measured is not ours: it is thrown away. */
export class KeptResults implements Keeper {
  private readonly prefix: string;
  private store: UseStore | undefined;

  /** @param build names the code that runs the tasks */
  constructor(build: string) {
    this.prefix = `${build} `;
  }

  async load(): Promise<ReadonlyMap<string, TaskResult>> {
    const all = await entries<string, TaskResult>(this.opened());
    const own = all.filter(([key]) => key.startsWith(this.prefix));
    const strange = all.filter(([key]) => !key.startsWith(this.prefix)).map(([key]) => key);
    if (strange.length > 0) await delMany(strange, this.opened());
    return new Map(own.map(([key, result]) => [key.slice(this.prefix.length), result]));
  }

  async keep(name: string, result: TaskResult): Promise<void> {
    await set(this.prefix + name, result, this.opened());
  }

  async forget(): Promise<void> {
    await clear(this.opened());
  }

  private opened(): UseStore {
    this.store ??= createStore('bufferscope-papers', 'results');
    return this.store;
  }
}
