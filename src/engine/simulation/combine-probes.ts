/** Combines two probes of one run. */
import type { PortObserver } from '../network/port.ts';
import type { Probe } from './probe.ts';

/** Calls both probes for every event, the first one first. Either may be missing. */
export function combineProbes(a: Probe | undefined, b: Probe): Probe {
  if (a === undefined) return b;
  return {
    ...combinePortObservers(a, b),
    up: combinePortObservers(a.up ?? {}, b.up ?? {}),
    onSent: (packet) => {
      a.onSent?.(packet);
      b.onSent?.(packet);
    },
    onAcked: (packet) => {
      a.onAcked?.(packet);
      b.onAcked?.(packet);
    },
    onReply: (packet, passesNs) => {
      a.onReply?.(packet, passesNs);
      b.onReply?.(packet, passesNs);
    },
    onWireEvent: (packet, event) => {
      a.onWireEvent?.(packet, event);
      b.onWireEvent?.(packet, event);
    },
  };
}

function combinePortObservers(a: Partial<PortObserver>, b: Partial<PortObserver>): Partial<PortObserver> {
  return {
    onArrival: (packet) => {
      a.onArrival?.(packet);
      b.onArrival?.(packet);
    },
    onVerdict: (packet, reason, kind) => {
      a.onVerdict?.(packet, reason, kind);
      b.onVerdict?.(packet, reason, kind);
    },
    onLaterVerdict: (packet, reason, kind) => {
      a.onLaterVerdict?.(packet, reason, kind);
      b.onLaterVerdict?.(packet, reason, kind);
    },
    onServiceStart: (packet) => {
      a.onServiceStart?.(packet);
      b.onServiceStart?.(packet);
    },
    onDeparture: (packet) => {
      a.onDeparture?.(packet);
      b.onDeparture?.(packet);
    },
  };
}
