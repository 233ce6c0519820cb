/** Frames in the order of a place in the buffer, as a ring. */
import { NEVER_SLOT, NO_SLOT } from './edge-switch.ts';

export class FrameRing {
  count = 0;
  private head = 0;
  private index = new Float64Array(64);
  private packet = new Int32Array(64);

  get firstIndex(): number {
    return this.count === 0 ? NEVER_SLOT : this.index[this.head];
  }

  get lastIndex(): number {
    const { length } = this.index;
    return this.count === 0 ? NO_SLOT : this.index[(this.head + this.count - 1) & (length - 1)];
  }

  push(index: number, packet: number): void {
    if (this.count === this.index.length) this.grow();
    const slot = (this.head + this.count++) & (this.index.length - 1);
    this.index[slot] = index;
    this.packet[slot] = packet;
  }

  shift(): number {
    const packet = this.packet[this.head];
    this.head = (this.head + 1) & (this.index.length - 1);
    this.count--;
    return packet;
  }

  /** Writes the packets, first one first. */
  list(into: Int32Array): number {
    const rows = Math.min(this.count, into.length);
    for (let row = 0; row < rows; row++) into[row] = this.packet[(this.head + row) & (this.index.length - 1)];
    return rows;
  }

  private grow(): void {
    const size = this.index.length;
    const index = new Float64Array(2 * size);
    const packet = new Int32Array(2 * size);
    for (let place = 0; place < size; place++) {
      const slot = (this.head + place) & (size - 1);
      index[place] = this.index[slot];
      packet[place] = this.packet[slot];
    }
    this.index = index;
    this.packet = packet;
    this.head = 0;
  }
}
