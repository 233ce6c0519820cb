/**
 * On/off: constant bit rate for some time, then silence. Periods are constant, exponential or Pareto. Flows send in
 * step, or each at its own phase.
 */
import type { ParameterValue } from '../../params/schema.ts';
import type { RandomStream } from '../numbers/random.ts';
import { type DatagramFlow, RatedTraffic } from './datagram-traffic.ts';
import type { OnOffValues } from './on-off-parameters.ts';

/** Longest period, ns: longer than any run. So it is only a bound of the numbers, and no run depends on it. */
const MAX_PERIOD_NS = 1e15;

/** All flows of one on/off class. */
export class OnOffTraffic extends RatedTraffic<OnOffValues> {
  /** End of the present on period of each flow, ns; in silence, end of the next one. */
  private readonly onUntilNs: number[] = [];

  override get meanRateBps(): number {
    const { onSeconds, offSeconds } = this.values;
    return (super.meanRateBps * onSeconds) / (onSeconds + offSeconds);
  }

  override configure(values: Readonly<Record<string, ParameterValue>>): void {
    const { onSeconds, offSeconds } = this.values;
    super.configure(values);
    const onFactor = this.values.onSeconds / onSeconds;
    const offFactor = this.values.offSeconds / offSeconds;
    if (onFactor === 1 && offFactor === 1) return;
    for (const member of this.members) if (member.isRunning) this.changePeriods(member, onFactor, offFactor);
  }

  protected override planFirst(member: DatagramFlow): void {
    const { startNs, index, random } = member;
    const onNs = this.values.onSeconds * 1e9;
    const offNs = this.values.offSeconds * 1e9;
    if (this.values.synchronised) {
      this.onUntilNs[index] = startNs + this.periodNs(member, onNs);
      member.pendingNs = startNs;
      return;
    }
    const intoCycleNs = random.uniform() * (onNs + offNs);
    const phaseNs = Math.floor(random.uniform() * this.intervalNs);
    if (phaseNs < onNs - intoCycleNs) {
      this.onUntilNs[index] = startNs + Math.round(onNs - intoCycleNs);
      member.pendingNs = startNs + phaseNs;
    } else this.restart(member, startNs + Math.round(onNs + offNs - intoCycleNs));
  }

  protected override planNext(member: DatagramFlow): void {
    const dueNs = member.sinceNs + Math.round(member.count * this.intervalNs);
    member.pendingNs = Math.max(this.host.clock.nowNs + 1, dueNs);
    this.passSilence(member);
  }

  protected override passSilence(member: DatagramFlow): void {
    const untilNs = this.onUntilNs[member.index];
    if (member.pendingNs >= untilNs)
      this.restart(member, untilNs + this.periodNs(member, this.values.offSeconds * 1e9));
  }

  /** Starts the next on period with a packet at `restartNs`. */
  private restart(member: DatagramFlow, restartNs: number): void {
    this.onUntilNs[member.index] = restartNs + this.periodNs(member, this.values.onSeconds * 1e9);
    member.startNs = restartNs;
    member.sinceNs = restartNs;
    member.pendingNs = restartNs;
    member.count = 0;
  }

  /** Stretches the rest of the present period, so that a change has an effect at once. */
  private changePeriods(member: DatagramFlow, onFactor: number, offFactor: number): void {
    const { nowNs } = this.host.clock;
    const { index, startNs } = member;
    const onLeftNs = this.onUntilNs[index] - Math.max(nowNs, startNs);
    if (startNs > nowNs) {
      const silentFromNs = Math.max(nowNs, Math.round(this.itemOf(this.values.startSeconds, index) * 1e9));
      member.startNs = silentFromNs + Math.min(MAX_PERIOD_NS, Math.round((startNs - silentFromNs) * offFactor));
      member.pendingNs += member.startNs - startNs;
      member.sinceNs = member.pendingNs;
    }
    this.onUntilNs[index] = Math.max(nowNs, member.startNs) + limitPeriodNs(onLeftNs * onFactor);
    this.passSilence(member);
    this.awaitPending(member);
  }

  private periodNs(member: DatagramFlow, meanNs: number): number {
    return limitPeriodNs(this.drawPeriodNs(member.random, meanNs));
  }

  private drawPeriodNs(random: RandomStream, meanNs: number): number {
    const { periods, paretoShape } = this.values;
    if (periods === 'constant') return meanNs;
    return periods === 'exponential' ? random.exponential(meanNs) : random.pareto(meanNs, paretoShape);
  }
}

function limitPeriodNs(periodNs: number): number {
  return Math.min(MAX_PERIOD_NS, Math.max(1, Math.round(periodNs)));
}
