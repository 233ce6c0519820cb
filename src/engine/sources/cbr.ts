/** Constant bit rate: a packet every `packetBytes * 8 / rateBps` seconds. */
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { type DatagramFlow, DatagramTraffic, datagramParameters } from './datagram-traffic.ts';

export const cbrParameters = {
  ...datagramParameters,
  timing: {
    kind: 'choice',
    label: 'Timing',
    options: [
      { value: 'periodic', label: 'in step' },
      { value: 'randomPhase', label: 'random phase' },
      { value: 'jittered', label: 'jittered' },
    ],
    default: 'randomPhase',
    live: false,
    help: 'All sources in step from their start; each with a phase of its own; or each interval drawn from half to one and a half times the mean.',
  },
} as const satisfies ParameterSchema;

export class CbrTraffic extends DatagramTraffic<ValuesOf<typeof cbrParameters>> {
  protected override planFirst(member: DatagramFlow): void {
    const periodic = this.values.timing === 'periodic';
    member.pendingNs = member.beginNs + (periodic ? 0 : Math.floor(member.random.uniform() * this.intervalNs));
  }

  /** Counted from the start of the rhythm, so that the rounding to whole nanoseconds never adds up. */
  protected override planNext(member: DatagramFlow): void {
    const { nowNs } = this.host.clock;
    if (this.values.timing === 'jittered')
      member.pendingNs = nowNs + Math.max(1, Math.round(this.intervalNs * (0.5 + member.random.uniform())));
    else member.pendingNs = Math.max(nowNs + 1, member.sinceNs + Math.round(member.count * this.intervalNs));
  }
}
