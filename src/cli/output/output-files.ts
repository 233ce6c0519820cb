/**
 * The files that a command reads and writes. An output never is an input, and never another output. All outputs take
 * their places together, when the command has succeeded. Devices and pipes are written directly.
 */
import { type BigIntStats, closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { type CommandIo, InputError, OutputError } from '../io.ts';
import { systemErrorCode, systemErrorText } from '../system-error.ts';
import {
  checkWritable,
  descriptorOfPath,
  type FilePlace,
  findPlace,
  UnfinishedFile,
  writeAll,
} from './unfinished-file.ts';

/** Lines are written in blocks of this many characters. */
const BLOCK_CHARACTERS = 1 << 16;

/** An output, for messages. */
interface NamedOutput {
  /** The option that names it. */
  readonly option: string;
  readonly path: string;
}

/** Streams that the caller may have redirected into a file. */
const STANDARD_STREAMS = ['standard output', 'standard error'];

/** The inputs and outputs of one command, and its unfinished files. */
export class OutputFiles {
  /** By identity; a path as it was given. */
  private readonly inputs = new Map<string, string>();
  private readonly outputs = new Map<string, NamedOutput>();
  /** The standard streams that are files, by identity. */
  private readonly streams = new Map<string, string>();
  /** Open pipes and devices that still have a reader, except standard output. */
  private readonly readOutputs = new Set<NamedOutput>();
  private readonly unfinishedFiles: (NamedOutput & { readonly file: UnfinishedFile })[] = [];

  constructor() {
    for (const [index, name] of STANDARD_STREAMS.entries()) {
      const stats = statsOrNothing(() => fstatSync(index + 1, { bigint: true }));
      if (stats?.isFile()) this.streams.set(identityOf(stats), name);
    }
  }

  /** Whether an output needs the rest of the command, also without a reader of standard output. */
  get isNeeded(): boolean {
    return this.hasUnfinished || this.readOutputs.size > 0;
  }

  /** Whether files wait for the end of the command. */
  get hasUnfinished(): boolean {
    return this.unfinishedFiles.length > 0;
  }

  /**
   * Remembers a file that the command reads.
   * @throws Error if the command writes it
   */
  addInput(path: string): void {
    const stats = statsOrNothing(() => statSync(path, { bigint: true }));
    if (!stats?.isFile()) return;
    const identity = identityOf(stats);
    const writer = this.outputs.get(identity)?.option ?? this.streams.get(identity);
    if (writer !== undefined) throw new Error(`${writer} writes this file; allowed: a file that is not an output`);
    this.inputs.set(identity, path);
  }

  /** @throws InputError if it is not allowed or cannot be opened; its functions throw OutputError */
  readonly openBytes: CommandIo['openBytes'] = (path, option) => {
    const output = { option, path };
    try {
      const place = findPlace(path);
      const descriptor = descriptorOfPath(place.path);
      const stats = descriptor === undefined ? place.stats : fstatSync(descriptor, { bigint: true });
      if (descriptor !== undefined && stats?.isFile()) {
        this.addOutput(identityOf(stats), output, false);
        // Another opening of the same file would begin at its start, and overwrite the standard output.
        return directOutput(descriptor, output, () => {});
      }
      if (stats === undefined || stats.isFile() || stats.isDirectory()) return this.openUnfinished(place, output);
      if (!stats.isCharacterDevice()) this.addOutput(identityOf(stats), output, false);
      const file = openSync(path, 'w');
      const { readOutputs } = this;
      const standardOutput = statsOrNothing(() => fstatSync(1, { bigint: true }));
      if (standardOutput === undefined || identityOf(standardOutput) !== identityOf(stats)) readOutputs.add(output);
      const leave = () => readOutputs.delete(output);
      const close = () => {
        leave();
        closeSync(file);
      };
      return directOutput(file, output, close, leave);
    } catch (error) {
      throw error instanceof InputError ? error : new InputError(formatWriteError(output, error));
    }
  };

  /** Opens a file as `openBytes` does, for lines. */
  readonly openLines: CommandIo['openLines'] = (path, option) => {
    const file = this.openBytes(path, option);
    let block = '';
    const flush = () => {
      file.write(Buffer.from(block));
      block = '';
    };
    return {
      write(line) {
        block += `${line}\n`;
        if (block.length > BLOCK_CHARACTERS) flush();
      },
      close() {
        try {
          flush();
        } finally {
          file.close();
        }
      },
    };
  };

  /**
   * The command has succeeded: all files take their places. A finished file that cannot take its place, and those after
   * it, stay under their other names.
   * @throws OutputError that names the kept files; then as many earlier files as possible stay
   */
  publish(): void {
    const files = this.unfinishedFiles.splice(0);
    for (const output of files)
      try {
        // All are on the disk before the first one takes its place.
        output.file.finish();
      } catch (error) {
        for (const { file } of files) file.discard();
        throw new OutputError(formatWriteError(output, error));
      }
    for (const [index, output] of files.entries())
      try {
        output.file.publish();
      } catch (error) {
        const keptLines = files.slice(index).map(({ option, file }) => `${option}: the output is in ${file.keep()}`);
        throw new OutputError([formatWriteError(output, error), ...keptLines].join('\n'));
      }
  }

  /** The command has failed: all earlier files stay. */
  discard(): void {
    for (const { file } of this.unfinishedFiles.splice(0)) file.discard();
  }

  private openUnfinished(place: FilePlace, output: NamedOutput): ReturnType<CommandIo['openBytes']> {
    checkWritable(place);
    this.addOutput(place.stats === undefined ? foldedName(place.path) : identityOf(place.stats), output, true);
    const file = new UnfinishedFile(place);
    this.unfinishedFiles.push({ ...output, file });
    return {
      write: (bytes) => {
        try {
          file.write(bytes);
        } catch (error) {
          throw new OutputError(formatWriteError(output, error));
        }
      },
      // It takes its place later, with the other files.
      close: () => {},
    };
  }

  /**
   * @param isReplaced the output takes the place of an earlier file
   * @throws InputError
   */
  private addOutput(identity: string, output: NamedOutput, isReplaced: boolean): void {
    const { option, path } = output;
    const input = this.inputs.get(identity);
    const other = this.outputs.get(identity);
    const stream = isReplaced ? this.streams.get(identity) : undefined;
    const refuse = (user: string, otherPath: string): never => {
      const alias = otherPath === path ? '' : ` (${otherPath})`;
      throw new InputError(
        `${option}: ${path} is not allowed, because ${user} this file${alias}; allowed: another file`,
      );
    };
    if (input !== undefined) refuse('the command reads', input);
    if (other !== undefined) refuse(`${other.option} writes`, other.path);
    if (stream !== undefined) refuse(`${stream} writes`, path);
    this.outputs.set(identity, output);
  }
}

/** Writes at once. The reader may stop early; the command continues without it. */
function directOutput(
  file: number,
  output: NamedOutput,
  close: () => void,
  onLeave?: () => void,
): ReturnType<CommandIo['openBytes']> {
  let isWanted = true;
  return {
    write(bytes) {
      try {
        if (isWanted) writeAll(file, bytes);
      } catch (error) {
        isWanted = false;
        onLeave?.();
        if (systemErrorCode(error) !== 'EPIPE') throw new OutputError(formatWriteError(output, error));
      }
    },
    close,
  };
}

const formatWriteError = ({ option, path }: NamedOutput, error: unknown) =>
  `${option}: ${path} could not be written: ${systemErrorText(error)}`;

/** Two paths with this identity are the same file. */
const identityOf = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`;

/** Systems other than Linux take two names for one if they differ only in capitals or in the form of an accent. */
const foldedName = (path: string) => (process.platform === 'linux' ? path : path.normalize('NFC').toLowerCase());

function statsOrNothing(read: () => BigIntStats): BigIntStats | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
