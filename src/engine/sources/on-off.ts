/** On/off: constant bit rate for a while, then silence; periods constant or exponential, in step or each at its own phase. */
import type { ParameterSchema, ParameterValue, ValuesOf } from '../../params/schema.ts';
import { type DatagramFlow, DatagramTraffic, datagramParameters } from './datagram-traffic.ts';
import { inTurn } from './traffic.ts';

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
  /** End of the present (or, in silence, of the next) on period of each flow, ns. */
  private readonly onUntilNs: number[] = [];

  override configure(values: Readonly<Record<string, ParameterValue>>): void {
    const { onSeconds, offSeconds } = this.values;
    super.configure(values);
    const on = this.values.onSeconds / onSeconds;
    const off = this.values.offSeconds / offSeconds;
    if (on === 1 && off === 1) return;
    for (const member of this.members) if (member.running) this.changePeriods(member, on, off);
  }

  protected override firstNs(member: DatagramFlow, beginNs: number): number {
    const onNs = this.values.onSeconds * 1e9;
    const offNs = this.values.offSeconds * 1e9;
    if (this.values.synchronised) {
      this.onUntilNs[member.index] = beginNs + this.periodNs(member, onNs);
      return beginNs;
    }
    const intoCycleNs = member.random.uniform() * (onNs + offNs);
    const phaseNs = Math.floor(member.random.uniform() * this.intervalNs());
    if (phaseNs < onNs - intoCycleNs) {
      this.onUntilNs[member.index] = beginNs + Math.round(onNs - intoCycleNs);
      return beginNs + phaseNs;
    }
    return this.restartAt(member, beginNs + Math.round(onNs + offNs - intoCycleNs));
  }

  protected override nextNs(member: DatagramFlow, nowNs: number): number {
    return this.whenOn(member, Math.max(nowNs + 1, member.sinceNs + Math.round(member.count * this.intervalNs())));
  }

  protected override whenOn(member: DatagramFlow, timeNs: number): number {
    const untilNs = this.onUntilNs[member.index] as number;
    if (timeNs < untilNs) return timeNs;
    return this.restartAt(member, untilNs + this.periodNs(member, this.values.offSeconds * 1e9));
  }

  /** Lets the next on period begin, with a packet, at `restartNs`. */
  private restartAt(member: DatagramFlow, restartNs: number): number {
    this.onUntilNs[member.index] = restartNs + this.periodNs(member, this.values.onSeconds * 1e9);
    member.beginNs = restartNs;
    member.sinceNs = restartNs;
    member.count = 0;
    return restartNs;
  }

  /** Stretches what is left of the present period, so that a change is felt at once. */
  private changePeriods(member: DatagramFlow, on: number, off: number): void {
    const { nowNs } = this.host.clock;
    const { index, beginNs, pendingNs } = member;
    const onLeftNs = (this.onUntilNs[index] as number) - Math.max(nowNs, beginNs);
    let timeNs = pendingNs;
    if (beginNs > nowNs) {
      const silentFromNs = Math.max(nowNs, Math.round(inTurn(this.values.startSeconds, index) * 1e9));
      member.beginNs = silentFromNs + Math.round((beginNs - silentFromNs) * off);
      timeNs += member.beginNs - beginNs;
      member.sinceNs = timeNs;
    }
    this.onUntilNs[index] = Math.max(nowNs, member.beginNs) + Math.max(1, Math.round(onLeftNs * on));
    this.move(member, this.whenOn(member, timeNs));
  }

  private periodNs(member: DatagramFlow, meanNs: number): number {
    return Math.max(1, Math.round(this.values.periods === 'constant' ? meanNs : member.random.exponential(meanNs)));
  }
}
