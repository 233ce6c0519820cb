/**
 * Seeded random numbers in named streams, the same bits in every JavaScript engine.
 *
 * A stream is a function of (seed, name) alone: it does not depend on other streams, on their order, or on the numbers
 * drawn from them. So a policy that draws numbers never changes the arrivals, and two lanes with one seed see the same
 * traffic.
 *
 * Generator: xoshiro128** 1.1 by D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number
 * Generators", ACM TOMS 47(4), 2021; reference code https://prng.di.unimi.it/xoshiro128starstar.c
 * (public domain). Period 2^128 - 1.
 *
 * Seeding: the four words of state are MurmurHash3_x86_32 (A. Appleby, public domain) of the seed
 * and the name under four different hash seeds.
 */
import { lnInPlace, pow } from './exact-math.ts';

const TWO_32 = 4_294_967_296;
/** 2^-53: the step of `uniform`. */
const UNIFORM_STEP = 1 / 9_007_199_254_740_992;
/** Hash seeds of the four state words: the first 128 bits of the fraction of pi. */
const STATE_WORD_SEEDS = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const;

/** MurmurHash3_x86_32 over whole 32-bit blocks, as an int32. */
function murmur3(blocks: Uint32Array, hashSeed: number): number {
  let hash = hashSeed | 0;
  for (let i = 0; i < blocks.length; i++) {
    let k = Math.imul(blocks[i], 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    hash ^= k;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= blocks.length * 4;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Both halves of the seed, then the name, one UTF-16 unit to a block. */
function hashBlocks(seed: number, name: string): Uint32Array {
  const blocks = new Uint32Array(2 + name.length);
  blocks[0] = seed % TWO_32;
  blocks[1] = Math.floor(seed / TWO_32);
  for (let i = 0; i < name.length; i++) blocks[2 + i] = name.charCodeAt(i);
  return blocks;
}

/** One table for all streams: a drawn number is read before the next is drawn. */
const drawnNumbers = new Float64Array(2);

/** One stream: the numbers of a seed and a name. Its state is part of a checkpoint. */
export class RandomStream {
  /** The number that `drawUniform`, `drawExponential` or `drawWord32` drew; `drawWord64` also uses the second slot. */
  readonly drawn = drawnNumbers;
  private readonly state: Int32Array;

  /**
   * @param seed integer, 0 to 2^53 - 1; every bit counts.
   * @param name the use of the stream, for example 'arrivals/3'.
   * @throws RangeError when the seed is not such an integer.
   * @throws RangeError if the seed is not a whole number from 0 to 2^53 - 1
   */
  constructor(seed: number, name: string) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`seed must be an integer from 0 to 2^53 - 1, got ${seed}`);
    }
    const blocks = hashBlocks(seed, name);
    this.state = Int32Array.from(STATE_WORD_SEEDS, (lane) => murmur3(blocks, lane));
    // xoshiro never leaves this state, so it is avoided.
    if (this.state.every((word) => word === 0)) this.state[0] = 1;
    // Of an object whose fields cannot change, a checkpoint saves only what they hold. A subclass has more fields.
    if (new.target === RandomStream) Object.freeze(this);
  }

  /** Uniform integer, 0 to 2^32 - 1. */
  nextUint32(): number {
    const s = this.state;
    const s1 = s[1];
    const s2 = s[2] ^ s[0];
    const s3 = s[3] ^ s1;
    const scrambledBits = Math.imul(s1, 5);
    s[1] = s1 ^ s2;
    s[0] = s[0] ^ s3;
    s[2] = s2 ^ (s1 << 9);
    s[3] = (s3 << 11) | (s3 >>> 21);
    return Math.imul((scrambledBits << 7) | (scrambledBits >>> 25), 9) >>> 0;
  }

  /** Uniform in [0, 1): a multiple of 2^-53, from two draws. */
  uniform(): number {
    this.drawUniform();
    return this.drawn[0];
  }

  /**
   * As `uniform`, but it writes the number into `drawn[0]`: a double that is passed by value may cost an allocation.
   */
  drawUniform(): void {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    this.drawn[0] = (high * 67_108_864 + low) * UNIFORM_STEP;
  }

  /**
   * As `drawUniform`, for a decision on a packet that will be sent now, not on an arrival. A replay may have a number
   * for it.
   */
  drawUniformFor(_packet: number): void {
    this.drawUniform();
  }

  /**
   * A word of 32 random bits, into `drawn[0]`: for a policy that follows a kernel's arithmetic bit by bit. A replay may
   * have a word for it.
   */
  drawWord32(): void {
    this.drawn[0] = this.nextUint32();
  }

  /** A word of 64 random bits: the upper half into `drawn[0]`, the lower one into `drawn[1]`. */
  drawWord64(): void {
    this.drawn[0] = this.nextUint32();
    this.drawn[1] = this.nextUint32();
  }

  /** Uniform in [low, high); `low` itself when both are equal. */
  uniformIn(low: number, high: number): number {
    const x = low + (high - low) * this.uniform();
    // Rounding can reach the upper end.
    return x < high ? x : low;
  }

  /**
   * Exponential variate with the given mean (any unit, >= 0), by inversion: -mean ln(1 - U). Since
   * 1 - U is at least 2^-53, it never exceeds 36.74 means. It can be 0, with probability 2^-53.
   */
  exponential(mean: number): number {
    this.drawExponential();
    return mean * this.drawn[0];
  }

  /** As `exponential` with a mean of 1, but it writes the number into `drawn[0]`. */
  drawExponential(): void {
    const { drawn } = this;
    this.drawUniform();
    drawn[0] = 1 - drawn[0];
    lnInPlace(drawn);
    drawn[0] = 0 - drawn[0];
  }

  /**
   * Pareto variate with the given mean (any unit, >= 0) and shape (above 1), by inversion. It is never below
   * mean (shape - 1) / shape, and above x with a probability that falls as x^-shape. Up to a shape of 2 its variance is
   * infinite. Since 1 - U is at least 2^-53, it is finite.
   */
  pareto(mean: number, shape: number): number {
    return ((mean * (shape - 1)) / shape) * pow(1 - this.uniform(), -1 / shape);
  }

  /**
   * Uniform integer from 0 to n - 1, for an integer n from 1 to 2^32, without bias. Draws below
   * 2^32 mod n are refused, so each remainder is equally frequent among the rest. This is the method
   * of OpenBSD's arc4random_uniform.
   *
   * @throws RangeError when n is out of range.
   */
  integer(n: number): number {
    if (!(n >= 1 && n <= TWO_32 && Number.isInteger(n))) {
      throw new RangeError(`integer(n) needs an integer n from 1 to 2^32, got ${n}`);
    }
    let draw = this.nextUint32();
    // 2^32 mod n is below n: most draws are accepted before it is computed.
    if (draw < n) {
      const refusedDrawCount = (TWO_32 - n) % n;
      while (draw < refusedDrawCount) draw = this.nextUint32();
    }
    return draw % n;
  }
}
