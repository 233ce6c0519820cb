/** AAL5 frames in the order of a position in the buffer, as a ring. */
import { NO_POSITION } from './edge-switch.ts';

/** A queue of AAL5 frames with their positions, which grows as needed. */
export class Aal5FrameRing {
  count = 0;
  private head = 0;
  private positions = new Float64Array(64);
  private packets = new Int32Array(64);

  /** Infinity if the ring is empty. */
  get firstPosition(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : this.positions[this.head];
  }

  get lastPosition(): number {
    const { length } = this.positions;
    return this.count === 0 ? NO_POSITION : this.positions[(this.head + this.count - 1) & (length - 1)];
  }

  push(position: number, packet: number): void {
    if (this.count === this.positions.length) this.grow();
    const index = (this.head + this.count++) & (this.positions.length - 1);
    this.positions[index] = position;
    this.packets[index] = packet;
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
      const index = (this.head + frame) & (size - 1);
      positions[frame] = this.positions[index];
      packets[frame] = this.packets[index];
    }
    this.positions = positions;
    this.packets = packets;
    this.head = 0;
  }
}
