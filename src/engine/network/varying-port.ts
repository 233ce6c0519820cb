/**
 * The output port of a link whose rate varies. A transmission takes the next bits that the link can send. It begins at
 * once if the link sends, and otherwise at the next instant at which the link sends. `rateBps` is the only rate that
 * policies get.
 */
import { NO_PACKET } from '../contract/policy.ts';
import { EventPriority } from '../events/clock.ts';
import type { LinkRates } from '../time-lists/link-rates.ts';
import { END_NS_SLOT, Port, type PortOptions, START_NS_SLOT, type VaryingLink } from './port.ts';

/** Argument of the event at which the link sends again. */
const REOPEN_EVENT = -2;

/**
 * Cells of `linkState`: the last known instant at which the link sent, ns; bits used up to now; bits before the present
 * transmission; bits of all finished transmissions.
 */
const OPEN_NS_SLOT = 0;
const TAKEN_BITS_SLOT = 1;
const START_BITS_SLOT = 2;
const SENT_BITS_SLOT = 3;

/** The present rate is a mean over this time before and after now, ns. */
const AVERAGING_NS = 50e6;
/** The least rate that a link may have, bit/s: drawings divide by it. */
const MIN_RATE_BPS = 1e3;

/** The port of a link whose rate follows a list. */
export class VaryingPort extends Port implements VaryingLink {
  override readonly varyingLink = this;
  private readonly rates: LinkRates;
  private readonly linkState = Float64Array.of(-1, 0, 0, 0);
  /** The event at which the link sends again is pending. */
  private waits = false;

  constructor(rates: LinkRates, options: PortOptions) {
    super(options);
    this.rates = rates;
  }

  capacityBits(): number {
    return this.rates.bitsUntil(this.nowNs);
  }

  usedBits(): number {
    const { linkState } = this;
    if (this.inService === NO_PACKET) return linkState[SENT_BITS_SLOT];
    return (
      linkState[SENT_BITS_SLOT] +
      Math.max(0, Math.min(linkState[TAKEN_BITS_SLOT], this.capacityBits()) - linkState[START_BITS_SLOT])
    );
  }

  presentBps(): number {
    return Math.max(MIN_RATE_BPS, this.meanBpsAround());
  }

  pauses(): boolean {
    return this.meanBpsAround() === 0;
  }

  private meanBpsAround(): number {
    const fromNs = Math.max(0, this.nowNs - AVERAGING_NS);
    const untilNs = this.nowNs + AVERAGING_NS;
    const bits = this.rates.bitsUntil(untilNs) - this.rates.bitsUntil(fromNs);
    return (bits * 1e9) / (untilNs - fromNs);
  }

  override onEvent(packet: number): void {
    const { linkState } = this;
    if (packet === REOPEN_EVENT) {
      this.waits = false;
      if (this.inService !== NO_PACKET) return;
      this.open();
      this.beginService();
      return;
    }
    if (packet >= 0) {
      linkState[SENT_BITS_SLOT] = linkState[SENT_BITS_SLOT] + linkState[TAKEN_BITS_SLOT] - linkState[START_BITS_SLOT];
      linkState[OPEN_NS_SLOT] = this.nowNs;
    }
    super.onEvent(packet);
  }

  protected override beginService(): void {
    const { linkState, nowNs } = this;
    if (linkState[OPEN_NS_SLOT] !== nowNs || !this.rates.sendsAt(nowNs, linkState[TAKEN_BITS_SLOT])) {
      const nextNs = this.rates.nextChangeNs(nowNs);
      if (nextNs > nowNs) {
        this.waitUntil(nextNs);
        return;
      }
      this.open();
    }
    super.beginService();
  }

  protected override serve(): void {
    const { linkState, nowNs } = this;
    const packet = this.attachedPolicy.dequeue();
    if (packet === NO_PACKET) {
      // The rest of an opportunity is lost.
      linkState[OPEN_NS_SLOT] = -1;
      return;
    }
    const bytes = this.packets.bytes[packet];
    linkState[START_BITS_SLOT] = linkState[TAKEN_BITS_SLOT];
    linkState[TAKEN_BITS_SLOT] = linkState[TAKEN_BITS_SLOT] + 8 * bytes;
    this.inService = packet;
    this.inServicePackets = 1;
    this.inServiceBytes = bytes;
    this.times[START_NS_SLOT] = nowNs;
    this.times[END_NS_SLOT] = Math.max(nowNs, Math.round(this.rates.timeOfBitsNs(linkState[TAKEN_BITS_SLOT])));
    this.observer.onServiceStart(packet);
    this.clock.schedule(this.times[END_NS_SLOT], EventPriority.departure, this.handlerId, packet);
  }

  private open(): void {
    const { linkState, nowNs } = this;
    linkState[OPEN_NS_SLOT] = nowNs;
    linkState[TAKEN_BITS_SLOT] = Math.max(linkState[TAKEN_BITS_SLOT], this.rates.bitsBefore(nowNs));
  }

  private waitUntil(timeNs: number): void {
    // Reports to the policy that the link is idle.
    if (this.attachedPolicy.waitingPackets() === 0) this.attachedPolicy.dequeue();
    else if (!this.waits) {
      this.waits = true;
      this.clock.schedule(timeNs, EventPriority.departure, this.handlerId, REOPEN_EVENT);
    }
  }
}
