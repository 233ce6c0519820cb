/**
 * Weighted round robin over buffers, in bytes: each turn grants a buffer its quantum, and it sends while the packet at its
 * head is covered (deficit round robin, Shreedhar & Varghese 1995). In packets, quanta are counted in packets instead.
 * A buffer that is empty has no turn and saves nothing.
 */
import { extended } from '../../../engine/extended.ts';
import type { Fifo } from './fifo.ts';

const NONE = -1;

export class WeightedRoundRobin {
  /** Buffers that were looked at so far. */
  steps = 0;
  private readonly buffers: readonly Fifo[];
  private readonly countsPackets: boolean;
  private quantum = new Float64Array(16);
  private deficit = new Float64Array(16);
  /** The buffers that hold packets, in a ring: the one whose turn it is, and the one before it. */
  private following = new Int32Array(16);
  private last = NONE;
  /** The buffer whose turn it is has its quantum already. */
  private granted = false;

  /** @param buffers grows as buffers are added; the scheduler reads heads and emptiness only */
  constructor(buffers: readonly Fifo[], countsPackets: boolean) {
    this.buffers = buffers;
    this.countsPackets = countsPackets;
  }

  /** Sets what a buffer may send in one turn, bytes or packets, above 0. */
  setQuantum(buffer: number, quantum: number): void {
    this.reserve(buffer);
    this.quantum[buffer] = quantum;
  }

  /** A buffer that was empty holds a packet: its turn comes last. */
  activate(buffer: number): void {
    this.reserve(buffer);
    const { following } = this;
    if (this.last === NONE) following[buffer] = buffer;
    else {
      following[buffer] = following[this.last];
      following[this.last] = buffer;
    }
    this.last = buffer;
    this.deficit[buffer] = 0;
  }

  /** The buffer that sends the packet at its head next; -1 when all are empty. The caller takes the packet, then calls `sent`. */
  next(): number {
    if (this.last === NONE) return NONE;
    const { deficit, following } = this;
    for (;;) {
      const buffer = following[this.last];
      this.steps++;
      if (!this.granted) {
        deficit[buffer] = deficit[buffer] + this.quantum[buffer];
        this.granted = true;
      }
      if (this.cost(buffer) <= deficit[buffer]) return buffer;
      this.last = buffer;
      this.granted = false;
    }
  }

  /** What the packet at the head costs its buffer; called before it is taken. */
  charge(buffer: number): void {
    this.deficit[buffer] = this.deficit[buffer] - this.cost(buffer);
  }

  /** Called after the packet was taken: an empty buffer leaves the ring. */
  sent(buffer: number): void {
    if ((this.buffers[buffer] as Fifo).packetCount > 0) return;
    const { following } = this;
    if (following[buffer] === buffer) this.last = NONE;
    else following[this.last] = following[buffer];
    this.granted = false;
  }

  private cost(buffer: number): number {
    return this.countsPackets ? 1 : (this.buffers[buffer] as Fifo).headBytes;
  }

  private reserve(buffer: number): void {
    if (buffer < this.quantum.length) return;
    const size = 2 * buffer;
    this.quantum = extended(this.quantum, new Float64Array(size));
    this.deficit = extended(this.deficit, new Float64Array(size));
    this.following = extended(this.following, new Int32Array(size));
  }
}
