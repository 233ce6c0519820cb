/**
 * A path of fixed delay. Packets leave it in the order in which they entered, so only the first one needs a pending
 * event. A short packet may overtake a long one. Then it gets its own event.
 */
import { type Clock, type EventHandler, EventPriority } from '../events/clock.ts';

export abstract class Pipe implements EventHandler {
  private readonly clock: Clock;
  private readonly handlerId: number;
  private times = new Float64Array(64);
  private sequences = new Float64Array(64);
  private packets = new Int32Array(64);
  private head = 0;
  private count = 0;
  private lastNs = 0;
  private enteringNs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.handlerId = clock.register(this);
  }

  /** A packet leaves the path. A method, because a call of a function in a field is not compiled into its caller. */
  protected abstract deliver(packet: number): void;

  /** Sends `packet` out at `timeNs`. The method is short, so that it is inlined and the time is not boxed. */
  push(timeNs: number, packet: number): void {
    this.enteringNs = timeNs;
    this.enter(packet);
  }

  private enter(packet: number): void {
    const timeNs = this.enteringNs;
    if (this.count > 0 && timeNs < this.lastNs) {
      const { queue } = this.clock;
      queue.dueNs = timeNs;
      queue.post(EventPriority.arrival, this.handlerId, packet);
      return;
    }
    if (this.count === this.times.length) this.grow();
    const mask = this.times.length - 1;
    const slot = (this.head + this.count) & mask;
    this.times[slot] = timeNs;
    this.sequences[slot] = this.clock.queue.nextSequence();
    this.packets[slot] = packet;
    this.lastNs = timeNs;
    if (this.count++ === 0) this.awaitHead();
  }

  /** @param argument a packet that overtook, or -1 for the first packet */
  onEvent(argument: number): void {
    if (argument >= 0) {
      this.deliver(argument);
      return;
    }
    const packet = this.packets[this.head];
    this.head = (this.head + 1) & (this.times.length - 1);
    if (--this.count > 0) this.awaitHead();
    this.deliver(packet);
  }

  private awaitHead(): void {
    const { head } = this;
    const { queue } = this.clock;
    queue.dueNs = this.times[head];
    queue.dueSequence = this.sequences[head];
    queue.postReserved(EventPriority.arrival, this.handlerId, -1);
  }

  private grow(): void {
    const size = this.times.length;
    const times = new Float64Array(size * 2);
    const sequences = new Float64Array(size * 2);
    const packets = new Int32Array(size * 2);
    for (let index = 0; index < size; index++) {
      const slot = (this.head + index) & (size - 1);
      times[index] = this.times[slot];
      sequences[index] = this.sequences[slot];
      packets[index] = this.packets[slot];
    }
    this.times = times;
    this.sequences = sequences;
    this.packets = packets;
    this.head = 0;
  }
}
