/** Makes ns-2's senders. all-optional-parts.ts registers their maker here when it is loaded. */
import type { SenderOptions, TcpSender } from './tcp-sender.ts';

/** @param phase of the sender's clock, 0 to 1 tick */
type MakeSender = (endpoint: SenderOptions, phase: number) => TcpSender;

let make: MakeSender | undefined;

/** all-optional-parts.ts calls it when it is loaded. */
export function registerNs2Senders(maker: MakeSender): void {
  make = maker;
}

/** @throws if they are not loaded: the caller must load them */
export const newNs2Sender: MakeSender = (endpoint, phase) => {
  if (make === undefined) throw new Error('the senders of ns-2 are not loaded');
  return make(endpoint, phase);
};
