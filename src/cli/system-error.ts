/** Errors of files and devices in plain words: without the name of a system call. */

import { errorMessage } from '../shared/error-message.ts';

const TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'access is not permitted',
  EPERM: 'access is not permitted',
  EROFS: 'the disk can only be read',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be too large',
  EIO: 'the disk or device failed',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EEXIST: 'it exists already',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  EPIPE: 'its reader has stopped',
  ENXIO: 'nothing reads or answers at its other end',
};

/** The code of an error of the system, such as ENOENT; undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The reason of an error. An error of the system that is not in the list keeps its own words, but not the call and its
 * path.
 */
export function systemErrorText(error: unknown): string {
  const code = systemErrorCode(error);
  const knownText = code === undefined ? undefined : TEXTS[code];
  return knownText ?? errorMessage(error).replace(/^E[A-Z0-9]+: ([^,]+), .*$/s, '$1');
}
