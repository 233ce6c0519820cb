/** Has a program read in a worker: what it declares, and the definition that the page needs of it. */
import { NotLoaded } from '../../app/loading.ts';
import type { OwnProgram } from '../../app/run-state.ts';
import { definitionOf } from '../../own/declaration.ts';
import type { ProgramRead } from '../../protocol/program.ts';

/** A program that cannot be read: why, and its line from 1. */
export interface ProgramProblem {
  readonly message: string;
  readonly line: number | undefined;
}

/** @throws NotLoaded where the interpreter does not come */
export async function readOwn(source: string): Promise<OwnProgram | { readonly problem: ProgramProblem }> {
  const read = await answerOf(source);
  if ('missing' in read) throw new NotLoaded(read.missing);
  if ('problem' in read) return read;
  const definition = definitionOf(read.declaration, () => {
    throw new Error('a program runs in the worker of its lane');
  });
  return { source, definition };
}

function answerOf(source: string): Promise<ProgramRead> {
  const worker = new Worker(new URL('../../../workers/own.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ProgramRead>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ProgramRead>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      resolve({ missing: event.message || 'its worker could not be loaded' });
    };
    worker.postMessage(source);
  }).finally(() => worker.terminate());
}
