/** The bytes of a file that is unpacked in chunks. */

import { joinedBytes } from '../shared/joined-bytes.ts';
import { MeasurementError } from './measurement.ts';

/** Largest file, unpacked, bytes. */
const MAX_MEASUREMENT_BYTES = 256 * 2 ** 20;
/** Progress is reported after each of these, bytes. */
const REPORTED_BYTES = 4 * 2 ** 20;
const BYTES_PER_MIB = 2 ** 20;

/** The reader of a stream. */
export interface ChunkReader {
  read(): Promise<{ readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The content of a file that may have been packed. */
export interface UnpackedBytes {
  readonly bytes: Uint8Array;
  /** The missing parts, as sentences. */
  readonly notes: readonly string[];
}

/**
 * All bytes of a gzipped file. Of one that was cut off, those up to the cut.
 * @param onProgress gets the number of bytes so far
 * @throws MeasurementError if there are too many, or none
 */
export async function unpackedBytes(
  reader: ChunkReader,
  onProgress: (bytes: number) => void = () => {},
): Promise<UnpackedBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let reportedBytes = 0;
  const notes: string[] = [];
  try {
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      chunks.push(value);
      length += value.length;
      checkMeasurementBytes(length);
      if (length - reportedBytes < REPORTED_BYTES) continue;
      reportedBytes = length;
      onProgress(length);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof MeasurementError) throw error;
    if (length === 0) throw new MeasurementError('the gzipped file is damaged: nothing of it could be unpacked');
    notes.push(`The gzipped file is cut off or damaged. It is read up to byte ${length} of its content.`);
  }
  return { bytes: joinedBytes(chunks, length), notes };
}

/** The first bytes of a file, at least `count` if it has as many. */
export async function firstBytes(reader: ChunkReader, count: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < count) {
      const { value } = await reader.read();
      if (value === undefined) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // The beginning of a damaged file can be whole.
  }
  void reader.cancel().catch(() => undefined);
  return joinedBytes(chunks, length);
}

/** @throws MeasurementError */
export function checkMeasurementBytes(bytes: number): void {
  if (bytes > MAX_MEASUREMENT_BYTES)
    throw new MeasurementError(
      `more than ${MAX_MEASUREMENT_BYTES / BYTES_PER_MIB} MiB are not allowed; allowed: at most that, unpacked`,
    );
}
