/**
 * COBALT in the queues of CAKE's tins: each tin has its own target and interval, and a crowd of bulk flows is spared.
 */
import type { PolicyHost, Reason } from '../../../../engine/contract/policy.ts';
import { CobaltLaw, type CobaltValues, INTERVAL_NS_SLOT, TARGET_NS_SLOT } from '../cobalt-law.ts';
import type { Fifos } from '../fifos.ts';
import type { TinRate } from './cake-rates.ts';

/**
 * A packet may wait as long as the tin needs for this number of the largest packets, and for so many of each bulk flow.
 */
const [FREE_PACKETS, FREE_PACKETS_OF_FLOW] = [4, 2] as const;

/** Blue's steps in CAKE; its target and interval come from the tin. */
const values: CobaltValues = {
  targetMs: 5,
  intervalMs: 100,
  ecn: true,
  blueIncrease: 1 / 256,
  blueDecrease: 1 / 4096,
  mtuBytes: 0,
  blueThresholdMs: Number.POSITIVE_INFINITY,
  variant: 'linux',
};

/** COBALT with the parameters of the tin whose queue is served. */
export class CakeLaw extends CobaltLaw {
  private readonly spared = new Float64Array(1);
  private rate: TinRate | undefined = undefined;
  private bulkFlows = 0;

  constructor(host: PolicyHost, fifos: Fifos, reasons: readonly Reason[]) {
    super(host, fifos, reasons, values);
  }

  /**
   * The next decisions are about queues of this tin.
   * @param bulkFlows its bulk flows whose packets may add to the wait; the kernel counts them only with `ingress`
   */
  enterTin(rate: TinRate, bulkFlows: number): void {
    if (rate === this.rate && bulkFlows === this.bulkFlows) return;
    this.rate = rate;
    this.bulkFlows = bulkFlows;
    this.times[TARGET_NS_SLOT] = rate.targetNs;
    this.times[INTERVAL_NS_SLOT] = rate.intervalNs;
    this.spared[0] = rate.mtuNs * Math.max(FREE_PACKETS, FREE_PACKETS_OF_FLOW * bulkFlows);
  }

  protected override sparedNs(): number {
    return this.spared[0];
  }

  /** The law of an empty queue has nothing left to forget. */
  isAtRest(queue: number): boolean {
    return this.count[queue] === 0 && this.blueProbabilityOf(queue) === 0 && this.host.nowNs >= this.dropNextNs[queue];
  }
}
