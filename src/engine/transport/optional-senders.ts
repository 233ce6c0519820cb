/** Senders that many runs do not need. all-optional-parts.ts registers them here when it is loaded. */
import type { CongestionControlDefinition } from './congestion/control.ts';
import type { SenderOptions, TcpSender } from './tcp-sender.ts';

type SenderFactory = (
  endpoint: SenderOptions,
  control: CongestionControlDefinition,
  uniform: () => number,
) => TcpSender;

export interface OptionalSenders {
  /** @param phase of the sender's clock, 0 to 1 tick */
  readonly ns2: (endpoint: SenderOptions, phase: number) => TcpSender;
  /** By `variant`. */
  readonly rack: SenderFactory;
  readonly reno: SenderFactory;
  readonly tahoe: SenderFactory;
  /** `newreno` with `prr`, `frto` or `duplicateAcks: adaptive`. */
  readonly countingNewReno: SenderFactory;
}

let loadedSenders: OptionalSenders | undefined;

/** all-optional-parts.ts calls it when it is loaded. */
export function registerOptionalSenders(senders: OptionalSenders): void {
  loadedSenders = senders;
}

/** @throws Error if they are not loaded: the caller must load them */
export function optionalSenders(): OptionalSenders {
  if (loadedSenders === undefined) throw new Error('the rest of the senders is not loaded');
  return loadedSenders;
}
