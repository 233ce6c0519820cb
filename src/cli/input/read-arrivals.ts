/** Reads a file of arrivals: CSV, maybe gzipped, or a capture (pcap, pcapng). */
import { gunzipSync } from 'node:zlib';
import { CaptureError, CaptureReader, isCapture } from '../../capture/capture-reader.ts';
import { isArrivals, isGzip } from '../../capture/file-kind.ts';
import { READ_DIRECTIONS, type ReadDirection } from '../../capture/options.ts';
import type { Arrivals } from '../../engine/time-lists/arrivals.ts';
import { type ArrivalsLimits, parseArrivalsCsv } from '../../engine/time-lists/arrivals-csv.ts';
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { type CommandIo, FileTooLongError, InputError } from '../io.ts';
import { systemErrorCode } from '../system-error.ts';
import { choiceOption, type ParsedArguments } from './arguments.ts';
import { foreignFileMessage } from './foreign-file.ts';
import { readInput } from './read-input.ts';

/** Longest file, and longest text of a gzipped one, bytes: about ten million arrivals. */
const MAX_ARRIVALS_FILE_BYTES = 256 * 2 ** 20;

export interface ArrivalsFile {
  readonly arrivals: Arrivals;
  /** Omissions and changes of the reader, as sentences. */
  readonly notes: readonly string[];
}

/** The option that chooses the direction of a capture. */
export const DIRECTION_OPTION = '--direction';

/**
 * The direction that `--direction` chooses, or undefined.
 * @throws InputError
 */
export const requestedDirection = (parsedArguments: ParsedArguments): ReadDirection | undefined =>
  choiceOption(parsedArguments, DIRECTION_OPTION, READ_DIRECTIONS);

/**
 * @param direction of the packets that are read; only for a capture
 * @throws InputError that names file, line or packet, column, value and allowed values
 */
export function readArrivals(
  io: CommandIo,
  path: string,
  limits: ArrivalsLimits = {},
  direction?: ReadDirection,
): ArrivalsFile {
  const { maxPackets } = limits;
  const cutNote = (error: unknown) =>
    error instanceof FileTooLongError && maxPackets !== undefined
      ? `; a scenario can have ${maxPackets} packets; \`editcap -r IN OUT 1-${maxPackets}\` cuts a capture to this length`
      : '';
  const bytes = readInput('file', path, () => readBytes(io, path), cutNote);
  try {
    const message = isArrivals(bytes) ? undefined : foreignFileMessage(bytes);
    if (message !== undefined) throw new InputError(`${path}: ${message}`);
    if (isCapture(bytes)) return readCapturedArrivals(bytes, limits, direction);
    if (direction !== undefined)
      throw new InputError(`${DIRECTION_OPTION}: not allowed with ${path}; allowed: with a capture`);
    return readListedArrivals(bytes, path, limits);
  } catch (error) {
    if (error instanceof TimeListError || error instanceof CaptureError)
      throw new InputError(`${path}, ${error.message}`);
    throw error;
  }
}

/**
 * The text of a file, maybe gzipped.
 * @throws Error that names the problem
 */
export function readTextFile(io: CommandIo, path: string): string {
  return decodeUtf8(readBytes(io, path));
}

/**
 * The bytes of a file; a gzipped one is unpacked.
 * @throws Error that names the problem
 */
export function readBytes(io: CommandIo, path: string): Uint8Array {
  const bytes = io.readBytes(path, MAX_ARRIVALS_FILE_BYTES);
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_ARRIVALS_FILE_BYTES });
  } catch (error) {
    throw systemErrorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? new FileTooLongError(MAX_ARRIVALS_FILE_BYTES) : error;
  }
}

function readCapturedArrivals(
  bytes: Uint8Array,
  limits: ArrivalsLimits,
  direction: ReadDirection | undefined,
): ArrivalsFile {
  const reader = new CaptureReader(limits, direction);
  reader.push(bytes);
  const { arrivals, notes, readDirection } = reader.finish();
  if (readDirection === undefined || direction !== undefined) return { arrivals, notes };
  const choiceNote = `Direction ${readDirection} is read. ${DIRECTION_OPTION} ${READ_DIRECTIONS.join('|')} chooses the direction.`;
  return { arrivals, notes: [...notes, choiceNote] };
}

function readListedArrivals(bytes: Uint8Array, path: string, limits: ArrivalsLimits): ArrivalsFile {
  return parseArrivalsCsv(
    readInput('file', path, () => decodeUtf8(bytes)),
    limits,
  );
}
