/** Errors of files and devices in plain words: without the name of a system call. */

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

/**
 * The reason of an error. An error of the system that is not in the list keeps its own words, but not the call and its
 * path.
 */
export function systemErrorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const knownText = code === undefined ? undefined : TEXTS[code];
  return knownText ?? message.replace(/^E[A-Z0-9]+: ([^,]+), .*$/s, '$1');
}
