/** On/off: constant bit rate for a while, then silence; periods constant or exponential, in step or each at its own phase. */
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { type DatagramFlow, DatagramTraffic, datagramParameters } from './datagram-traffic.ts';

export const onOffParameters = {
  ...datagramParameters,
  onSeconds: {
    kind: 'number',
    label: 'On',
    unit: 's',
    min: 0.001,
    max: 3_600,
    step: 0.1,
    default: 1,
    primary: true,
    help: 'How long a source sends (mean).',
  },
  offSeconds: {
    kind: 'number',
    label: 'Off',
    unit: 's',
    min: 0.001,
    max: 3_600,
    step: 0.1,
    default: 1,
    primary: true,
    help: 'How long it is silent (mean).',
  },
  synchronised: {
    kind: 'boolean',
    label: 'In step',
    default: false,
    live: false,
    help: 'All sources switch at the same times; otherwise each begins at a random point of its cycle.',
  },
  periods: {
    kind: 'choice',
    label: 'Periods',
    options: [
      { value: 'constant', label: 'constant' },
      { value: 'exponential', label: 'exponential' },
    ],
    default: 'constant',
    live: false,
    help: 'How the lengths of on and off periods are distributed.',
  },
} as const satisfies ParameterSchema;

export class OnOffTraffic extends DatagramTraffic<ValuesOf<typeof onOffParameters>> {
  /** End of the present on period of each flow, ns. */
  private readonly onUntilNs: number[] = [];

  protected override firstNs(member: DatagramFlow, beginNs: number): number {
    const onNs = this.values.onSeconds * 1e9;
    const offNs = this.values.offSeconds * 1e9;
    if (this.values.synchronised) {
      this.onUntilNs[member.index] = beginNs + this.periodNs(member, onNs);
      return beginNs;
    }
    const intoCycleNs = member.random.uniform() * (onNs + offNs);
    const phaseNs = Math.floor(member.random.uniform() * this.intervalNs());
    const silent = intoCycleNs >= onNs;
    const firstNs = beginNs + phaseNs + (silent ? Math.round(onNs + offNs - intoCycleNs) : 0);
    this.onUntilNs[member.index] = silent
      ? firstNs + this.periodNs(member, onNs)
      : beginNs + Math.round(onNs - intoCycleNs);
    return firstNs;
  }

  protected override mayEmit(member: DatagramFlow, nowNs: number): boolean {
    return nowNs < (this.onUntilNs[member.index] as number);
  }

  protected override nextNs(member: DatagramFlow, nowNs: number): number {
    const untilNs = this.onUntilNs[member.index] as number;
    if (nowNs < untilNs) {
      const nextNs = Math.max(nowNs + 1, member.sinceNs + Math.round(member.count * this.intervalNs()));
      if (nextNs < untilNs) return nextNs;
    }
    const restartNs = Math.max(nowNs, untilNs) + this.periodNs(member, this.values.offSeconds * 1e9);
    this.onUntilNs[member.index] = restartNs + this.periodNs(member, this.values.onSeconds * 1e9);
    member.sinceNs = restartNs;
    member.count = 0;
    return restartNs;
  }

  private periodNs(member: DatagramFlow, meanNs: number): number {
    return Math.max(1, Math.round(this.values.periods === 'constant' ? meanNs : member.random.exponential(meanNs)));
  }
}
