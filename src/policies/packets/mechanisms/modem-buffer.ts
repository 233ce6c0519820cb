/**
 * The buffer of a modem behind a shaper, on the same line: one queue that loses what does not fit. A shaper that is
 * faster than the line fills it. Without one, the line takes each packet from the shaper itself.
 */

import type { PolicyHost, Reason } from '../../../engine/contract/policy.ts';
import { integerParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema } from '../../../params/schema.ts';
import { dropReason } from '../../mechanisms/reasons.ts';
import { Fifo } from './fifo.ts';

export const modemParameter = {
  modemPackets: integerParameter('Buffer of the modem', 'packets', [0, 100_000, 50], {
    default: 0,
    live: false,
    primary: true,
    help: 'Packets that wait in the modem, between this queue and the line. It is one queue without any control. It fills when this queue sends faster than the line. 0: the line takes each packet from this queue itself.',
  }),
} as const satisfies ParameterSchema;

export const modemFullReason: Reason = dropReason('modem-full', 'buffer of the modem full', {
  template: 'The buffer of the modem behind the shaper was full: dropped.',
});

/** The buffer of one modem, limited in packets. */
export class ModemBuffer extends Fifo {
  private readonly host: PolicyHost;
  private readonly limitPackets: number;
  private readonly fullReason: number;

  constructor(host: PolicyHost, limitPackets: number, fullReason: number) {
    super(host.packets);
    this.host = host;
    this.limitPackets = limitPackets;
    this.fullReason = fullReason;
  }

  /** Takes a packet that was accepted before, or drops it. */
  take(packet: number): void {
    if (this.packetCount < this.limitPackets) this.push(packet);
    else this.host.drop(packet, this.fullReason);
  }
}
