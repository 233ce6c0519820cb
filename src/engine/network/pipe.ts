/**
 * A path of fixed delay. Packets leave it in the order in which they entered, so only the first one needs a pending
 * event. A packet may overtake another, because it is shorter or its access link is free. Then it gets its own event.
 */
import { type Clock, type EventHandler, EventPriority } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';

/** Packets that it has room for at first: a power of two. It doubles whenever it is full. */
const INITIAL_CAPACITY = 64;

/** A path of fixed delay; a subclass says what receives its packets. */
export abstract class Pipe implements EventHandler {
  private readonly clock: Clock;
  private readonly handlerId: number;
  /** For each packet, two numbers: the time at which it leaves, and the sequence number of this event. */
  private keys = new Float64Array(2 * INITIAL_CAPACITY);
  private packets = new Int32Array(INITIAL_CAPACITY);
  private head = 0;
  private count = 0;
  private lastNs = DOUBLE_ZERO;
  private enteringNs = DOUBLE_ZERO;

  constructor(clock: Clock) {
    this.clock = clock;
    this.handlerId = clock.registerPath(this);
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
    if (this.count === this.packets.length) this.grow();
    const { packets, keys } = this;
    const slot = (this.head + this.count) & (packets.length - 1);
    keys[2 * slot] = timeNs;
    keys[2 * slot + 1] = this.clock.queue.nextSequence();
    packets[slot] = packet;
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
    this.head = (this.head + 1) & (this.packets.length - 1);
    if (--this.count > 0) this.awaitHead();
    this.deliver(packet);
  }

  private awaitHead(): void {
    const { head, keys } = this;
    const { queue } = this.clock;
    queue.dueNs = keys[2 * head];
    queue.dueSequence = keys[2 * head + 1];
    queue.postReserved(EventPriority.arrival, this.handlerId, -1);
  }

  private grow(): void {
    const { head, keys, packets } = this;
    const size = packets.length;
    this.keys = new Float64Array(4 * size);
    this.keys.set(keys.subarray(2 * head));
    this.keys.set(keys.subarray(0, 2 * head), 2 * (size - head));
    this.packets = new Int32Array(2 * size);
    this.packets.set(packets.subarray(head));
    this.packets.set(packets.subarray(0, head), size - head);
    this.head = 0;
  }
}
