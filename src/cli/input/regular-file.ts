/** Reads files that another person may have made. It never waits for a pipe, and never reads a device without end. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { FileTooLongError } from '../io.ts';

/** First size of the read buffer, bytes. */
const FIRST_BUFFER_BYTES = 1 << 16;

/**
 * Reads a regular file of at most `limit` bytes, without waiting.
 * @throws Error for pipes, devices and folders; FileTooLongError
 */
export function readRegular(path: string, limit: number): Buffer {
  return readOpenFile(path, (file, { size }) => {
    if (size > limit) throw new FileTooLongError(limit);
    const bytes = readUpTo(file, limit + 1, size);
    if (bytes.length > limit) throw new FileTooLongError(limit);
    return bytes;
  });
}

/**
 * The first bytes of a regular file, at most `max` of them, without waiting.
 * @throws Error for pipes, devices and folders
 */
export function readBeginning(path: string, max: number): Buffer {
  return readOpenFile(path, (file) => readUpTo(file, max, max));
}

function readOpenFile(path: string, read: (file: number, stats: Stats) => Buffer): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const kind = fileKind(stats);
    if (kind !== undefined) throw new Error(`this is ${kind}; allowed: a file`);
    return read(file, stats);
  } finally {
    closeSync(file);
  }
}

/** @param expectedBytes size of the file; it may have grown since */
function readUpTo(file: number, max: number, expectedBytes: number): Buffer {
  let bytes = Buffer.alloc(Math.min(max, Math.max(expectedBytes, FIRST_BUFFER_BYTES) + 1));
  let size = 0;
  for (let readCount = 1; readCount > 0 && size < max; size += readCount) {
    if (size === bytes.length) bytes = Buffer.concat([bytes], Math.min(max, 2 * bytes.length));
    readCount = readSync(file, bytes, size, bytes.length - size, null);
  }
  return bytes.subarray(0, size);
}

/** The name of a file type that is not a regular file. */
function fileKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
