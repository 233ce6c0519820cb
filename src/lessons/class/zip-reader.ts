/**
 * Reads the files of a ZIP archive one after the other, while its bytes arrive. The archive may be hostile: the number
 * of entries, their sizes and their sum are limited, and nothing larger than one entry is in memory. The limits are
 * checked against the unpacked bytes, not only against the sizes that the archive states.
 */
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { errorMessage } from '../../shared/error-message.ts';
import { joinedBytes } from '../../shared/joined-bytes.ts';

const zipLimits = {
  entries: 5_000,
  /** All entries together, unpacked, bytes. */
  bytes: 1_000_000_000,
  /** Unpacked bytes for each packed byte. Text of hand-ins has about 8. */
  ratio: 200,
} as const;

/** Entries are unpacked in steps of this many packed bytes, so that one step has at most 1,032 times as many. */
const STEP_BYTES = 4_096;

export interface ZipEvents {
  /** An entry with at most `maxEntryBytes`. */
  onEntry(name: string, bytes: Uint8Array): void;
  onRefused(name: string, reason: string): void;
}

/** Reads one archive, from chunks of its bytes. */
export class ZipReader {
  private readonly unzip = new Unzip((file) => this.beginEntry(file));
  private readonly maxEntryBytes: number;
  private readonly events: ZipEvents;
  private entryCount = 0;
  private byteCount = 0;
  /** The entry that is being unpacked. */
  private openName: string | undefined;

  constructor(maxEntryBytes: number, events: ZipEvents) {
    this.maxEntryBytes = maxEntryBytes;
    this.events = events;
    this.unzip.register(UnzipInflate);
  }

  /** @throws Error if the archive is damaged or has too many entries or bytes: later entries are not read */
  push(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; start += STEP_BYTES)
      this.unzip.push(chunk.subarray(start, start + STEP_BYTES));
  }

  /**
   * The archive has no more bytes.
   * @throws Error if it is no archive, or is empty
   */
  end(): void {
    if (this.entryCount === 0) throw new Error('it is not a ZIP archive, or it is empty');
    if (this.openName !== undefined) this.events.onRefused(this.openName, 'the archive is cut off in it');
    this.openName = undefined;
  }

  private beginEntry(file: UnzipFile): void {
    const { name, size, originalSize } = file;
    if (++this.entryCount > zipLimits.entries) throw new Error(`it has more than ${zipLimits.entries} entries`);
    if (isNoise(name)) return;
    if (originalSize !== undefined && originalSize > this.maxEntryBytes) {
      this.refuseLarge(name);
      return;
    }
    if (size !== undefined && originalSize !== undefined && originalSize > zipLimits.ratio * Math.max(1, size)) {
      this.events.onRefused(name, `it unpacks to more than ${zipLimits.ratio} times its size`);
      return;
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let entryBytes = 0;
    let isRefused = false;
    this.openName = name;
    file.ondata = (error, data, isFinal) => {
      const length = data?.length ?? 0;
      entryBytes += length;
      this.byteCount += length;
      if (this.byteCount > zipLimits.bytes) throw new Error(`it unpacks to more than ${zipLimits.bytes} bytes`);
      if (isRefused) return;
      if (isFinal || error !== null) this.openName = undefined;
      if (error !== null) {
        isRefused = true;
        return this.events.onRefused(name, `it could not be unpacked: ${error.message}`);
      }
      if (entryBytes > this.maxEntryBytes) {
        isRefused = true;
        this.openName = undefined;
        chunks.length = 0;
        return this.refuseLarge(name);
      }
      chunks.push(data as Uint8Array<ArrayBuffer>);
      if (isFinal) this.events.onEntry(name, joinedBytes(chunks, entryBytes));
    };
    try {
      file.start();
    } catch (error) {
      isRefused = true;
      this.openName = undefined;
      this.events.onRefused(name, `it could not be unpacked: ${errorMessage(error)}`);
    }
  }

  private refuseLarge(name: string): void {
    this.events.onRefused(name, `it is larger than ${this.maxEntryBytes} bytes`);
  }
}

/** Folders, and files that systems add by themselves. */
export const isNoise = (name: string): boolean => /\/$|(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/.test(name);
