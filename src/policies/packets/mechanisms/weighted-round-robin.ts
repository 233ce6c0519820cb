/**
 * Weighted round robin over buffers, in bytes (deficit round robin, Shreedhar & Varghese 1995). In its turn a buffer
 * gets its quantum. It sends while its deficit covers the packet at its head. Quanta can be counted in packets instead
 * of bytes. An empty buffer has no turn and saves no deficit.
 */
import { copyIntoGrown } from '../../../engine/numbers/grown-array.ts';
import type { Fifo } from './fifo.ts';

const NO_TURN = -1;

/** The turns of a list of buffers that may grow. */
export class WeightedRoundRobin {
  /** Number of buffers checked so far. */
  checkedBufferCount = 0;
  private readonly buffers: readonly Fifo[];
  private readonly countsPackets: boolean;
  private quantum = new Float64Array(16);
  private credit = new Float64Array(16);
  /** The buffers that hold packets are in a ring: the buffer whose turn it is, and the buffer before it. */
  private nextBuffer = new Int32Array(16);
  private lastBuffer = NO_TURN;
  /** The buffer whose turn it is has already received its quantum. */
  private hasTurn = false;

  /** @param buffers the list may grow; the scheduler only reads the heads, and whether a buffer is empty */
  constructor(buffers: readonly Fifo[], countsPackets: boolean) {
    this.buffers = buffers;
    this.countsPackets = countsPackets;
  }

  /** Sets the quantum of a buffer, bytes or packets, above 0. */
  setQuantum(buffer: number, quantum: number): void {
    this.reserve(buffer);
    this.quantum[buffer] = quantum;
  }

  /** A buffer that was empty now holds a packet. It gets the last turn. */
  activate(buffer: number): void {
    this.reserve(buffer);
    const { nextBuffer } = this;
    if (this.lastBuffer === NO_TURN) nextBuffer[buffer] = buffer;
    else {
      nextBuffer[buffer] = nextBuffer[this.lastBuffer];
      nextBuffer[this.lastBuffer] = buffer;
    }
    this.lastBuffer = buffer;
    this.credit[buffer] = 0;
  }

  /**
   * The buffer that sends the packet at its head next; -1 when all are empty. The caller removes the packet, then calls
   * `sent`.
   */
  next(): number {
    if (this.lastBuffer === NO_TURN) return NO_TURN;
    const { credit, nextBuffer } = this;
    for (;;) {
      const buffer = nextBuffer[this.lastBuffer];
      this.checkedBufferCount++;
      if (!this.hasTurn) {
        credit[buffer] = credit[buffer] + this.quantum[buffer];
        this.hasTurn = true;
      }
      if (this.packetCost(buffer) <= credit[buffer]) return buffer;
      this.lastBuffer = buffer;
      this.hasTurn = false;
    }
  }

  /** Cost of the packet at the head for its buffer; called before the packet is removed. */
  charge(buffer: number): void {
    this.credit[buffer] = this.credit[buffer] - this.packetCost(buffer);
  }

  /** Called after the packet was removed: an empty buffer leaves the ring. */
  onSent(buffer: number): void {
    if (this.buffers[buffer].packetCount > 0) return;
    const { nextBuffer } = this;
    if (nextBuffer[buffer] === buffer) this.lastBuffer = NO_TURN;
    else nextBuffer[this.lastBuffer] = nextBuffer[buffer];
    this.hasTurn = false;
  }

  private packetCost(buffer: number): number {
    return this.countsPackets ? 1 : this.buffers[buffer].headBytes;
  }

  private reserve(buffer: number): void {
    if (buffer < this.quantum.length) return;
    const size = 2 * buffer;
    this.quantum = copyIntoGrown(this.quantum, new Float64Array(size));
    this.credit = copyIntoGrown(this.credit, new Float64Array(size));
    this.nextBuffer = copyIntoGrown(this.nextBuffer, new Int32Array(size));
  }
}
