/** Opens a text of tc as a lane: a line, or one queue of a file. */
import { loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import type { TcChoice, TcChoiceError } from '../../run-state/tc/tc-line.ts';

/** Bytes of a file that tell whether it is one of tc. */
const CHECKED_BYTES = 65_536;
/** A longer file is not read. The reader names the limit of characters. */
const MAX_TC_BYTES = 2 ** 20;

const COMMAND = /^\s*(?:[#$]\s*)?(?:sudo\s+)?(?:\S*\/)?tc\s+(?:-\S+\s+)*(?:q|qdisc)\s+(?:a|add|r|replace|c|change)\s/m;
const PRINTED_LINE = /^qdisc \S+ [\da-f]*: /m;
const PRINTED_JSON = /^\s*\[\s*\{\s*"kind"\s*:\s*"/;
/** Counters, which `tc -s` adds: then the file is a measurement. */
const STATISTICS = /^ Sent \d+ bytes|"packets"\s*:/m;

/** The question of a text with several queues. Its class is loaded with the reader. */
const hasChoices = (error: unknown): error is TcChoiceError =>
  error instanceof Error && 'choices' in error && (error as TcChoiceError).choices.length > 0;

export const loadTc = () => loadPart(() => import('../../run-state/tc/tc-run.ts'));

/** Whether a file has commands of tc, or what `tc qdisc show` prints without statistics. */
export async function holdsTcSettings(file: File): Promise<boolean> {
  const beginning = await file.slice(0, CHECKED_BYTES).text();
  const isTc = [COMMAND, PRINTED_LINE, PRINTED_JSON].some((pattern) => pattern.test(beginning));
  return isTc && !STATISTICS.test(beginning);
}

/**
 * Opens the queue of a file, or asks for one of several.
 * @throws Error if the file is too long, or has no queue that can be opened
 */
export async function openTcFile(page: Page, file: File, isLatest: () => boolean): Promise<void> {
  if (file.size > MAX_TC_BYTES)
    throw new Error(`${file.size} bytes are not allowed in a file of tc; allowed: at most ${MAX_TC_BYTES}`);
  const [text] = await Promise.all([file.text(), page.loadEditorAndCatalog()]);
  if (!isLatest()) return;
  const result = await openTcText(page, text);
  if (typeof result === 'object') page.views.show({ openedTc: { fileName: file.name, text, choices: result } });
}

/**
 * @param place of one of several queues
 * @returns the queues to choose from, or whether a lane has been opened
 * @throws Error that names the word, its value and what is allowed
 */
export async function openTcText(page: Page, text: string, place?: string): Promise<readonly TcChoice[] | boolean> {
  const { withTcLane } = await loadTc();
  try {
    const { run, notes } = withTcLane(page.state.run, place === undefined ? text : `${place}: ${text}`);
    return page.edit((editor) => editor.run.openTcLane(run, notes)) !== false;
  } catch (error) {
    if (hasChoices(error)) return error.choices;
    throw error;
  }
}
