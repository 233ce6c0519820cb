/** Reads a program in a worker: its declarations, and its definition for the page. */

import type { JudgedRule } from '../../judging/rules/contract-rules.ts';
import { ProgramError } from '../../program/program-error.ts';
import { definitionOfVersions, splitVersions } from '../../program/program-versions.ts';
import type {
  AnalyseProgramAnswer,
  AnalyseProgramRequest,
  JudgeProgramAnswer,
  ProgramAnalysis,
} from '../../protocol/program-messages.ts';
import type { LaneProgram } from '../../run-state/run-state.ts';
import { NotLoadedError } from '../loading/loading.ts';

/** A program that cannot be read: the reason, and its line from 1. */
export interface ProgramProblem {
  readonly message: string;
  readonly line: number | undefined;
}

/** @throws NotLoadedError if the interpreter cannot be loaded */
export async function analyseInWorker(source: string): Promise<LaneProgram | { readonly problem: ProgramProblem }> {
  const analysis = await requestAnalysis(source);
  if ('loadError' in analysis) throw new NotLoadedError(analysis.loadError);
  if ('problem' in analysis) return analysis;
  try {
    const definition = definitionOfVersions(analysis.declarations, splitVersions(source), () => {
      throw new Error('a program runs in the worker of its lane');
    });
    return { source, definition };
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return { problem: { message: error.message, line: error.line } };
  }
}

async function requestAnalysis(source: string): Promise<ProgramAnalysis> {
  const worker = new Worker(new URL('../../../workers/lane.worker.ts', import.meta.url), { type: 'module' });
  const request: AnalyseProgramRequest = { type: 'analyseProgram', source };
  // The first message of a lane's worker says that it is ready.
  const answer = await askWorker<AnalyseProgramAnswer | { readonly type: 'ready' }>(
    worker,
    request,
    ({ type }) => type === 'programAnalysed',
  );
  if ('loadError' in answer) return answer;
  return 'result' in answer ? answer.result : { loadError: 'its worker gave no answer' };
}

/**
 * Tests a program by the rules of the contract in a worker.
 * @param onProgress called with the finished share of the tests, 0 to 1
 * @param cancel ends the work
 * @throws NotLoadedError if the worker or the interpreter cannot be loaded; an error if the tests themselves stop or
 * are cancelled
 */
export async function judgeInWorker(
  source: string,
  onProgress: (progress: number) => void,
  cancel: AbortSignal,
): Promise<readonly JudgedRule[] | { readonly problem: ProgramProblem }> {
  const worker = new Worker(new URL('../../../workers/judge.worker.ts', import.meta.url), { type: 'module' });
  const cancellation = new Promise<never>((_, reject) => {
    cancel.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
  });
  const pendingAnswer = askWorker<JudgeProgramAnswer>(worker, source, (news) => {
    if ('progress' in news) onProgress(news.progress);
    return !('progress' in news);
  });
  const answer = await Promise.race([pendingAnswer, cancellation]).finally(() => worker.terminate());
  if ('loadError' in answer) throw new NotLoadedError(answer.loadError);
  if ('stopError' in answer) throw new Error(answer.stopError);
  if ('progress' in answer) throw new Error('the tests have not ended');
  return 'judgedRules' in answer ? answer.judgedRules : answer;
}

/** @param isLast whether an answer is the last one */
function askWorker<T>(
  worker: Worker,
  request: unknown,
  isLast: (answer: T) => boolean,
): Promise<T | { loadError: string }> {
  return new Promise<T | { loadError: string }>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<T>) => {
      if (isLast(data)) resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      resolve({ loadError: event.message || 'its worker could not be loaded' });
    };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

/** The problem of a program, with its line. */
export const formatProblem = ({ message, line }: ProgramProblem): string =>
  `${line === undefined ? '' : `Line ${line}: `}${message}`;
