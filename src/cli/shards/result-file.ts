/**
 * The file of a bundle's results: lines of JSON. The first line has the origin. Each task has one line with its result,
 * in order. The last line is a hash of all lines before it. The file is written under another name and then renamed, so
 * a file with its final name is complete. The hash detects cuts and changes by a file system or a copy.
 */
import { join } from 'node:path';
import { errorMessage } from '../../shared/error-message.ts';
import { required } from '../../shared/required.ts';
import type { Task, TaskResult } from '../../studies/tasks.ts';
import { readRegular } from '../input/regular-file.ts';
import { writeWholeFile } from '../output/unfinished-file.ts';
import { systemErrorCode } from '../system-error.ts';
import { hashTexts } from './build-id.ts';
import type { Bundle } from './bundles.ts';
import { fromLossless, toLossless } from './lossless-json.ts';

/** The origin of results: the first line of their file. */
export interface ResultOrigin {
  readonly bufferscope: 'results';
  readonly version: string;
  readonly build: string;
  readonly bundle: string;
  readonly tasks: number;
  readonly node: string;
  readonly platform: string;
  readonly host: string;
  readonly command: string;
  /** End of the last task, ISO 8601. */
  readonly date: string;
  /** Sum of the times of all its tasks, s. */
  readonly wallSeconds: number;
}

const FILE_ENDING = '.jsonl';
/** Longest file of results: the limit of a JavaScript text. */
const MAX_RESULT_FILE_BYTES = 1 << 29;

/** The path of a bundle's file in a folder. */
export const resultFile = (folder: string, { name }: Pick<Bundle, 'name'>) => join(folder, name + FILE_ENDING);

/** Whether a file has the name of a complete file of results. */
export const isResultName = (name: string) => name.endsWith(FILE_ENDING);

/** @throws OutputError if the file cannot be written; then no part of it remains */
export function writeResults(
  folder: string,
  bundle: Bundle,
  origin: ResultOrigin,
  results: readonly TaskResult[],
): void {
  const lines = [origin, ...results].map(toLossless);
  writeWholeFile(resultFile(folder, bundle), `${[...lines, toLossless({ end: hashTexts(lines) })].join('\n')}\n`);
}

/** The content of a file of results. */
export type BundleState =
  | { readonly state: 'whole'; readonly origin: ResultOrigin; readonly results: readonly TaskResult[] }
  | { readonly state: 'missing' }
  /** The file was written by another build of the program. */
  | { readonly state: 'otherBuild'; readonly build: string }
  /** The file is cut off or changed, or is not one of this bundle. */
  | { readonly state: 'torn'; readonly reason: string };

/** @param build of this program */
export function readResults(folder: string, bundle: Bundle, build: string): BundleState {
  let text: string;
  try {
    text = readRegular(resultFile(folder, bundle), MAX_RESULT_FILE_BYTES).toString();
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? { state: 'missing' } : { state: 'torn', reason: errorMessage(error) };
  }
  const origin = resultOrigin(text);
  if (origin === undefined) return { state: 'torn', reason: 'it is not a file of results' };
  if (origin.build !== build) return { state: 'otherBuild', build: origin.build };
  const lines = text.split('\n');
  // No text follows the last newline.
  const last = lines.length - 2;
  if (lines.at(-1) !== '' || lines[last] !== toLossless({ end: hashTexts(lines.slice(0, last)) }))
    return { state: 'torn', reason: 'its end is missing, or it was changed' };
  const results = lines.slice(1, last).map((line) => fromLossless(line) as TaskResult);
  const isResultOfBundle =
    origin.bundle === bundle.name &&
    results.length === bundle.tasks.length &&
    results.every((result, index) => isResultOf(result, required(bundle.tasks[index])));
  return isResultOfBundle
    ? { state: 'whole', origin, results }
    : { state: 'torn', reason: 'it belongs to another bundle' };
}

/** The first line of a file of results; undefined if the text has none. */
export function resultOrigin(text: string): ResultOrigin | undefined {
  try {
    const origin = fromLossless(text.slice(0, text.indexOf('\n'))) as ResultOrigin | null;
    return origin?.bufferscope === 'results' && typeof origin.build === 'string' ? origin : undefined;
  } catch {
    return undefined;
  }
}

function isResultOf(result: TaskResult, task: Task): boolean {
  if (task.kind === 'search') return result.kind === 'search' && result.experiment === task.experiment;
  return result.kind === 'run' && result.key === task.key && result.seed === task.seed;
}
