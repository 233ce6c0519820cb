/** Combines two probes of one run. */
import type { Probe } from './simulation.ts';

/** Calls both probes for every event, the first one first. Either may be missing. */
export function combineProbes(one: Probe | undefined, other: Probe): Probe {
  if (one === undefined) return other;
  return {
    onArrival: (packet) => {
      one.onArrival?.(packet);
      other.onArrival?.(packet);
    },
    onVerdict: (packet, reason, kind) => {
      one.onVerdict?.(packet, reason, kind);
      other.onVerdict?.(packet, reason, kind);
    },
    onLaterVerdict: (packet, reason, kind) => {
      one.onLaterVerdict?.(packet, reason, kind);
      other.onLaterVerdict?.(packet, reason, kind);
    },
    onServiceStart: (packet) => {
      one.onServiceStart?.(packet);
      other.onServiceStart?.(packet);
    },
    onDeparture: (packet) => {
      one.onDeparture?.(packet);
      other.onDeparture?.(packet);
    },
    onSent: (packet) => {
      one.onSent?.(packet);
      other.onSent?.(packet);
    },
    onAcked: (packet) => {
      one.onAcked?.(packet);
      other.onAcked?.(packet);
    },
    onReply: (packet, passesNs) => {
      one.onReply?.(packet, passesNs);
      other.onReply?.(packet, passesNs);
    },
  };
}
