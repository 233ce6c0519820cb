/** Creates ns-2's senders. all-optional-parts.ts registers their factory here when it is loaded. */
import type { SenderOptions, TcpSender } from './tcp-sender.ts';

/** @param phase of the sender's clock, 0 to 1 tick */
type SenderFactory = (endpoint: SenderOptions, phase: number) => TcpSender;

let factory: SenderFactory | undefined;

/** all-optional-parts.ts calls it when it is loaded. */
export function registerNs2Senders(senderFactory: SenderFactory): void {
  factory = senderFactory;
}

/** @throws if they are not loaded: the caller must load them */
export const createNs2Sender: SenderFactory = (endpoint, phase) => {
  if (factory === undefined) throw new Error('the senders of ns-2 are not loaded');
  return factory(endpoint, phase);
};
