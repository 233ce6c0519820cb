/**
 * A file that is written under another name beside its place, and renamed when it is whole. An earlier file stays until
 * then. Whatever ends the command before, the unfinished file is removed; only a killed process leaves it (`*.tmp`).
 */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { OutputError } from '../io.ts';
import { systemErrorText } from '../system-error.ts';

/** As in Linux: more symbolic links one after the other are a loop. */
const MAX_LINKS = 40;
/** The bits of a mode that a program can set. */
const MODE_BITS = 0o7777n;
const WRITE_BITS = 0o222n;
const STICKY_BIT = 0o1000;
/** Signals that a user or a system sends to end a command. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** The place of a file: after all symbolic links, also of a link to a missing file. */
export interface FilePlace {
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly stats: BigIntStats | undefined;
}

/**
 * The place that a path names.
 * @throws Error if a folder is missing or cannot be entered
 */
export function findPlace(givenPath: string): FilePlace {
  if (givenPath.endsWith('/') || givenPath.endsWith(sep)) throw new Error('this is a directory; allowed: a file');
  let path = givenPath;
  for (let linkCount = 0; linkCount <= MAX_LINKS; linkCount++) {
    path = join(realFolder(dirname(path)), basename(path));
    // A name of an open descriptor is no link: it has no place of its own.
    if (descriptorOfPath(path) !== undefined) return { path, stats: undefined };
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return { path, stats };
    const next = readlinkSync(path);
    path = isAbsolute(next) ? next : `${dirname(path)}${sep}${next}`;
  }
  throw new Error('too many symbolic links, one after the other');
}

function realFolder(folder: string): string {
  try {
    // The system's own function: `..` behind a link to a folder leads out of the folder that the link names.
    return realpathSync.native(folder);
  } catch (error) {
    throw new Error(`the folder ${folder} cannot be opened: ${systemErrorText(error)}`);
  }
}

/** The descriptor of this program that a path names, such as 1 for /dev/stdout; the path has no links in its folder. */
export function descriptorOfPath(path: string): number | undefined {
  const [, owner, number] = /^\/(?:dev|proc\/(\d+))\/fd\/(\d+)$/.exec(path) ?? [];
  return number === undefined || (owner !== undefined && Number(owner) !== process.pid) ? undefined : Number(number);
}

/**
 * Checks that a file can be written at a place, without a change.
 * @throws Error
 */
export function checkWritable({ path, stats }: FilePlace): void {
  if (stats?.isDirectory()) throw new Error('this is a directory; allowed: a file');
  // The root user may write every file. A file that nobody may write is protected from this user too.
  if (stats !== undefined && (stats.mode & WRITE_BITS) === 0n)
    throw new Error('this file is write-protected; allowed: another file, or a file that you may write');
  if (stats !== undefined) closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new Error(`the folder ${dirname(path)} cannot be written: ${systemErrorText(error)}`);
  }
  if (stats !== undefined) checkReplaceable(dirname(path), stats);
}

/** In a sticky folder, only the owners of the folder and of a file, and the root user, may replace the file. */
function checkReplaceable(folder: string, { uid }: BigIntStats): void {
  const user = process.geteuid?.() ?? 0;
  const { mode, uid: folderOwner } = statSync(folder);
  const isOwner = [0, folderOwner, Number(uid)].includes(user);
  if ((mode & STICKY_BIT) !== 0 && !isOwner)
    throw new Error(
      `the folder ${folder} is sticky, and the file belongs to another user; allowed: another file, or your own`,
    );
}

/** The files that are removed if the program ends early. */
const unfinishedPaths = new Set<string>();
let watchesEnd = false;

function removeUnfinished(): void {
  for (const path of unfinishedPaths) rmSync(path, { force: true });
  unfinishedPaths.clear();
}

/** The listeners stay: a signal that arrives during a write is handled after it, and never gets lost. */
function watchEnd(): void {
  if (watchesEnd) return;
  watchesEnd = true;
  process.on('exit', removeUnfinished);
  for (const signal of END_SIGNALS) process.on(signal, endBySignal);
}

/** Ends the program as the signal would have ended it. */
function endBySignal(signal: NodeJS.Signals): void {
  removeUnfinished();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Its methods throw the errors of the file system. */
export class UnfinishedFile {
  private readonly place: FilePlace;
  private readonly temporaryPath: string;
  private file: number | undefined;

  /** The file is created with its first byte, or when it is finished. */
  constructor(place: FilePlace) {
    this.place = place;
    // The name is short, because that of the file may have the greatest allowed length.
    this.temporaryPath = join(dirname(place.path), `bufferscope-${randomUUID()}.tmp`);
  }

  write(bytes: Uint8Array): void {
    writeAll(this.open(), bytes);
  }

  /** All bytes reach the disk. A full disk may cause an error only now. */
  finish(): void {
    const file = this.open();
    fsyncSync(file);
    this.file = undefined;
    closeSync(file);
  }

  /** The finished file takes its place. */
  publish(): void {
    renameSync(this.temporaryPath, this.place.path);
    unfinishedPaths.delete(this.temporaryPath);
  }

  /** The finished file stays under its other name, which is returned. */
  keep(): string {
    unfinishedPaths.delete(this.temporaryPath);
    return this.temporaryPath;
  }

  /** Leaves no trace; without effect on a published file. */
  discard(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    if (unfinishedPaths.delete(this.temporaryPath)) rmSync(this.temporaryPath, { force: true });
  }

  private open(): number {
    if (this.file !== undefined) return this.file;
    const { stats } = this.place;
    watchEnd();
    // Until it has the mode of the earlier file, nobody else may read it.
    const file = openSync(this.temporaryPath, 'wx', stats === undefined ? 0o666 : 0o600);
    this.file = file;
    unfinishedPaths.add(this.temporaryPath);
    if (stats !== undefined) keepOwnerAndMode(file, stats);
    return file;
  }
}

function keepOwnerAndMode(file: number, { uid, gid, mode }: BigIntStats): void {
  try {
    fchownSync(file, Number(uid), Number(gid));
  } catch {
    // Only the root user may give a file to another user.
  }
  fchmodSync(file, Number(mode & MODE_BITS));
}

/** Writes all bytes to an open file, in as many calls as needed. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
}

/**
 * Writes a file in one step: no reader sees a part of it. If two processes write it, the last one counts.
 * @throws OutputError if the file cannot be written; then no part of it remains
 */
export function writeWholeFile(path: string, text: string): void {
  let unfinishedFile: UnfinishedFile | undefined;
  try {
    const place = findPlace(path);
    checkWritable(place);
    unfinishedFile = new UnfinishedFile(place);
    unfinishedFile.write(Buffer.from(text));
    unfinishedFile.finish();
    unfinishedFile.publish();
  } catch (error) {
    unfinishedFile?.discard();
    throw new OutputError(`${path} could not be written: ${systemErrorText(error)}`);
  }
}
