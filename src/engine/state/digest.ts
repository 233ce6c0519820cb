/** The kinds of verdicts, as numbers. */
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
export const DigestKind = { accept: 0, mark: 1, drop: 2 } as const;
/** A later mark differs from every first verdict by the highest bit. No segment number reaches this bit. */
export const LaterDigestKind = { mark: 0x8000_0001 | 0, drop: 3 } as const;

/**
 * The digest of a run: a 64-bit hash over every verdict (time, flow, segment, kind). It is equal for equal runs on
 * every machine; it is not cryptographic. Mixing as in MurmurHash3's finaliser, in two independent halves.
 */
export class Digest {
  private readonly clock: { readonly nowNs: number };
  private highWord = 0x243f6a88;
  private lowWord = 0x85a308d3;
  /** Time of the verdict that is added. It is a field, so that the number is not boxed between functions. */
  private timeNs = DOUBLE_ZERO;

  /** @param clock gives the time of each verdict */
  constructor(clock: { readonly nowNs: number }) {
    this.clock = clock;
  }

  /**
   * Adds a verdict of the present time.
   * @param kind one of `DigestKind` or `LaterDigestKind`
   */
  add(flow: number, sequence: number, kind: number): void {
    this.timeNs = this.clock.nowNs;
    this.mix(flow, sequence, kind);
  }

  /** Adds an event at another time than now. */
  addAt(timeNs: number, flow: number, sequence: number, kind: number): void {
    this.timeNs = timeNs;
    this.mix(flow, sequence, kind);
  }

  private mix(flow: number, sequence: number, kind: number): void {
    const { timeNs } = this;
    const timeLow = timeNs >>> 0;
    const timeHigh = (timeNs / 4294967296) | 0;
    const flowBits = Math.imul(flow, 0x9e3779b1) ^ timeHigh;
    const verdictBits = Math.imul(sequence, 4) + kind;
    let high = Math.imul(this.highWord ^ timeLow, 0x85ebca6b);
    high = Math.imul(high ^ (high >>> 13) ^ flowBits, 0xc2b2ae35);
    this.highWord = Math.imul(high ^ (high >>> 16) ^ verdictBits, 0x27d4eb2f);
    let low = Math.imul(this.lowWord ^ verdictBits, 0x165667b1);
    low = Math.imul(low ^ (low >>> 15) ^ timeLow, 0x85ebca77);
    this.lowWord = Math.imul(low ^ (low >>> 13) ^ flowBits, 0x9e3779b1);
  }

  /** Sixteen hexadecimal digits. */
  hex(): string {
    return word(this.highWord) + word(this.lowWord);
  }
}

function word(value: number): string {
  const mixedWord = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return ((mixedWord ^ (mixedWord >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
