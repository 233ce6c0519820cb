/**
 * The shared part of pfifo and bfifo: tail drop with a limit of their own, and the bypass.
 * Source: Linux 7.2, net/sched/sch_fifo.c.
 */
import type { Policy, PolicyHost, Reason } from '../../../../engine/contract/policy.ts';
import { indexOfItem } from '../../../mechanisms/reasons.ts';
import { TailDropQueue, tailDropReasons } from '../tail-drop-queue.ts';
import { type BypassSlot, bypassedReason, withBypass } from './bypass.ts';

export const fifoReasons: readonly Reason[] = [...tailDropReasons, bypassedReason];

const BYPASSED_REASON = indexOfItem(fifoReasons, 'bypassed');

/** The packet in the slot of the bypass counts for the limit. */
export abstract class LinuxFifo<V> extends TailDropQueue<V> {
  private readonly slot: BypassSlot | undefined;

  constructor(host: PolicyHost, slot?: BypassSlot) {
    super(host);
    this.slot = slot;
  }

  protected override get countedPackets(): number {
    return this.queue.packetCount + (this.slot?.packetCount ?? 0);
  }

  protected override get countedBytes(): number {
    return this.queue.byteCount + (this.slot?.byteCount ?? 0);
  }
}

/** The discipline, with the bypass if it is on. */
export function createFifo<V>(
  host: PolicyHost,
  hasBypass: boolean,
  open: (host: PolicyHost, slot?: BypassSlot) => LinuxFifo<V>,
): Policy<V> {
  return hasBypass ? withBypass(host, BYPASSED_REASON, open) : open(host);
}
