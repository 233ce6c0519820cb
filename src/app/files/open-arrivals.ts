/** Makes a scenario from a file of arrivals: CSV or a capture, maybe gzipped. Loaded when such a file is opened. */
import { type CapturedArrivals, CaptureError, CaptureReader, isCapture } from '../../capture/capture-reader.ts';
import {
  ALLOWED_FILES,
  foreignFormat,
  isArrivals,
  isGzip,
  isMeantAsJson,
  KIND_BYTES,
} from '../../capture/file-kind.ts';
import type { ReadDirection } from '../../capture/options.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { type ParsedArrivals, parseArrivalsCsv } from '../../engine/time-lists/arrivals-csv.ts';
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../../scenarios/files/arrivals-scenario.ts';

/** Largest number of bytes that are read of a capture, until the limit of packets is reached. */
const MAX_CAPTURE_BYTES = 256 * 2 ** 20;
/** Largest number of bytes that are read of a CSV file. */
const MAX_CSV_BYTES = 16 * 2 ** 20;
const BYTES_PER_MIB = 2 ** 20;
/** The first bytes distinguish a capture from a list. */
const MAGIC_BYTES = 4;
const NOT_UTF8 = 'its text is not UTF-8, and it is no capture; allowed: CSV in UTF-8, pcap or pcapng';

export interface OpenedArrivals {
  readonly scenario: Scenario;
  /** Omissions and changes, as sentences. */
  readonly notes: readonly string[];
  /** The direction that was read, if the file is a capture with both directions. */
  readonly readDirection: ReadDirection | undefined;
}

/**
 * Reads no more of the file than it needs.
 * @param direction of the packets of a capture that are read
 * @throws Error that names the line or packet, the value and the allowed values
 */
export async function openArrivals(file: File, direction?: ReadDirection): Promise<OpenedArrivals> {
  const { arrivals, notes, readDirection } = await readAsArrivals(file, direction);
  return { scenario: scenarioOfArrivals(file.name, arrivals), notes, readDirection };
}

/** Whether an error describes a problem of a list. */
export const isArrivalsProblem = (error: unknown): error is Error =>
  error instanceof TimeListError || error instanceof CaptureError;

type ReadArrivals = ParsedArrivals & { readonly readDirection?: ReadDirection | undefined };

async function readAsArrivals(file: File, direction: ReadDirection | undefined): Promise<ReadArrivals> {
  const chunks = (await fileContent(file)).getReader();
  try {
    const beginning = await readFirstBytes(chunks);
    return isCapture(beginning)
      ? await readCapturedArrivals(beginning, chunks, direction)
      : await readListedArrivals(beginning, chunks);
  } finally {
    void chunks.cancel().catch(() => undefined);
  }
}

/** The first chunks, until there are the four bytes that identify a capture. */
async function readFirstBytes(chunks: Chunks): Promise<Uint8Array> {
  let gatheredBytes = new Uint8Array(0);
  while (gatheredBytes.length < MAGIC_BYTES) {
    const { value } = await chunks.read();
    if (value === undefined) break;
    const extendedBytes = new Uint8Array(gatheredBytes.length + value.length);
    extendedBytes.set(gatheredBytes);
    extendedBytes.set(value, gatheredBytes.length);
    gatheredBytes = extendedBytes;
  }
  return gatheredBytes;
}

/**
 * Whether a file has arrivals, by its first bytes. A gzipped file can have nothing else.
 * @throws CaptureError that names a format that is not read
 */
export async function holdsArrivals(file: File): Promise<boolean> {
  const beginning = new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer());
  const format = foreignFormat(beginning);
  if (format !== undefined) throw new CaptureError(format);
  return isGzip(beginning) || isArrivals(beginning);
}

/**
 * @throws CaptureError that says which files the page opens, if a file without arrivals is no JSON either, such as a
 *   program or a picture
 */
export async function checkMeantAsJson(file: File): Promise<void> {
  const beginning = new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer());
  if (isMeantAsJson(file.name, beginning)) return;
  throw new CaptureError(
    `this is no file that the page opens; allowed: ${ALLOWED_FILES}, a list of rates, a measurement, a lesson or a hand-in. “Write a policy” in the menu of a lane takes the text of a program`,
  );
}

async function fileContent(file: File): Promise<ReadableStream<Uint8Array>> {
  return isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()))
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream();
}

type Chunks = ReadableStreamDefaultReader<Uint8Array>;

async function readCapturedArrivals(
  beginning: Uint8Array,
  chunks: Chunks,
  direction: ReadDirection | undefined,
): Promise<CapturedArrivals> {
  const reader = new CaptureReader(ARRIVALS_LIMITS, direction);
  let bytes = 0;
  for (let chunk: Uint8Array | undefined = beginning; chunk !== undefined; chunk = (await chunks.read()).value) {
    reader.push(chunk);
    bytes += chunk.length;
    if (reader.isFull) break;
    if (bytes < MAX_CAPTURE_BYTES) continue;
    const { notes, ...captured } = reader.finish();
    return {
      ...captured,
      notes: [`Only the first ${MAX_CAPTURE_BYTES / BYTES_PER_MIB} MiB of the file are read.`, ...notes],
    };
  }
  return reader.finish();
}

async function readListedArrivals(beginning: Uint8Array, chunks: Chunks): Promise<ParsedArrivals> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (let chunk: Uint8Array | undefined = beginning; chunk !== undefined; chunk = (await chunks.read()).value) {
    text += decodeChunk(decoder, chunk);
    bytes += chunk.length;
    if (bytes < MAX_CSV_BYTES) continue;
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
    const { arrivals, notes } = parseArrivalsCsv(completeLines, ARRIVALS_LIMITS);
    const cutNote = `Only the first ${MAX_CSV_BYTES / BYTES_PER_MIB} MiB of the file are read.`;
    return { arrivals, notes: notes.length > 0 ? notes : [cutNote] };
  }
  // A text that ends within a character is refused.
  return parseArrivalsCsv(text + decodeChunk(decoder), ARRIVALS_LIMITS);
}

/**
 * Without a chunk: the end of the text.
 * @throws CaptureError
 */
function decodeChunk(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new CaptureError(NOT_UTF8);
  }
}
