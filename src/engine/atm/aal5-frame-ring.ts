/** AAL5 frames in the order of a position in the buffer, as a ring. */
import { NEVER_SLOT, NO_SLOT } from './edge-switch.ts';

export class Aal5FrameRing {
  count = 0;
  private head = 0;
  private positions = new Float64Array(64);
  private packets = new Int32Array(64);

  get firstPosition(): number {
    return this.count === 0 ? NEVER_SLOT : this.positions[this.head];
  }

  get lastPosition(): number {
    const { length } = this.positions;
    return this.count === 0 ? NO_SLOT : this.positions[(this.head + this.count - 1) & (length - 1)];
  }

  push(position: number, packet: number): void {
    if (this.count === this.positions.length) this.grow();
    const slot = (this.head + this.count++) & (this.positions.length - 1);
    this.positions[slot] = position;
    this.packets[slot] = packet;
  }

  shift(): number {
    const packet = this.packets[this.head];
    this.head = (this.head + 1) & (this.positions.length - 1);
    this.count--;
    return packet;
  }

  /** Writes the packets, first one first. */
  list(into: Int32Array): number {
    const rows = Math.min(this.count, into.length);
    for (let row = 0; row < rows; row++) into[row] = this.packets[(this.head + row) & (this.positions.length - 1)];
    return rows;
  }

  private grow(): void {
    const size = this.positions.length;
    const positions = new Float64Array(2 * size);
    const packets = new Int32Array(2 * size);
    for (let frame = 0; frame < size; frame++) {
      const slot = (this.head + frame) & (size - 1);
      positions[frame] = this.positions[slot];
      packets[frame] = this.packets[slot];
    }
    this.positions = positions;
    this.packets = packets;
    this.head = 0;
  }
}
