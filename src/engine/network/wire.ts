/**
 * The bottleneck link behind its port: it may lose packets, alone or in bursts, and give some an extra delay, so that
 * later ones overtake them. On the way back it may lose replies. Each decision belongs to a number: the n-th packet, or
 * reply, that the link gets while the parameter is above 0. So it is the same in all lanes, whatever their policies.
 */
import type { Clock } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { RandomStream } from '../numbers/random.ts';
import { LossChain, type LossValues } from './loss-chain.ts';
import { Pipe } from './pipe.ts';

const NS_PER_MS = 1e6;

/** The parameters of the wire: `linkParameters` of the scenario. */
export interface WireValues extends LossValues {
  /** Share of the packets with the extra delay, 0 to 1, and this delay, ms. */
  readonly reorderedShare: number;
  readonly reorderDelayMs: number;
  /** Share of lost replies, 0 to 1. */
  readonly ackLossRate: number;
}

export interface WireOptions {
  readonly clock: Clock;
  readonly stream: (name: string) => RandomStream;
  readonly values: WireValues;
  /** A packet has passed, without or after an extra delay. */
  readonly onPassed: (packet: number) => void;
  readonly onLost: (packet: number) => void;
  /** A packet gets the extra delay. */
  readonly onReordered: (packet: number) => void;
}

class Detour extends Pipe {
  private readonly onPassed: (packet: number) => void;

  constructor(clock: Clock, onPassed: (packet: number) => void) {
    super(clock);
    this.onPassed = onPassed;
  }

  protected override deliver(packet: number): void {
    this.onPassed(packet);
  }
}

/** The losses and extra delays of one link, drawn from streams of their own. */
export class Wire {
  /** Every packet passes at once. */
  isPerfect = true;
  /** Some replies can be lost. */
  losesReplies = false;
  /** Now or earlier, a packet or a reply could be lost or reordered. */
  wasImperfect = false;
  private values: WireValues;
  /** Extra delay of a reordered packet now, ns. */
  reorderDelayNs = DOUBLE_ZERO;
  private readonly losses: LossChain;
  private readonly reorderRandom: RandomStream;
  private readonly replyRandom: RandomStream;
  /** With two queues: of the replies of uploads, which go down. */
  private readonly downReplyRandom: RandomStream;
  private readonly clock: Clock;
  /** The packets with the extra delay. Others do not wait behind them. */
  private readonly detour: Detour;
  private readonly onPassed: (packet: number) => void;
  private readonly onLost: (packet: number) => void;
  private readonly onReordered: (packet: number) => void;

  constructor({ clock, stream, values, onPassed, onLost, onReordered }: WireOptions) {
    this.clock = clock;
    this.values = values;
    this.losses = new LossChain(stream('wire'), stream('wire/losses'), values);
    this.reorderRandom = stream('wire/reordering');
    this.replyRandom = stream('wire/replies');
    this.downReplyRandom = stream('wire/replies/down');
    this.detour = new Detour(clock, onPassed);
    this.onPassed = onPassed;
    this.onLost = onLost;
    this.onReordered = onReordered;
    this.configure({});
  }

  /** Sets new values. They apply to packets that leave the port later. */
  configure(changedValues: Partial<WireValues>): void {
    this.values = { ...this.values, ...changedValues };
    const { reorderedShare, reorderDelayMs, ackLossRate } = this.values;
    this.losses.configure(this.values);
    this.reorderDelayNs = Math.round(reorderDelayMs * NS_PER_MS);
    this.isPerfect = !this.losses.isLossy && reorderedShare === 0;
    this.losesReplies = ackLossRate > 0;
    this.wasImperfect ||= this.losesReplies || !this.isPerfect;
  }

  /** The port has sent a packet. A lost packet too has a draw for its delay, so that draws belong to numbers. */
  carry(packet: number): void {
    const { reorderedShare } = this.values;
    const isReordered = reorderedShare > 0 && this.reorderRandom.uniform() < reorderedShare;
    if (this.losses.isLossy && this.losses.losesNext()) this.onLost(packet);
    else if (isReordered) {
      this.onReordered(packet);
      this.detour.push(this.clock.nowNs + this.reorderDelayNs, packet);
    } else this.onPassed(packet);
  }

  /** Whether the next reply of its direction is lost. Call it once for each reply, while `losesReplies`. */
  losesReply(goesDown = false): boolean {
    return (goesDown ? this.downReplyRandom : this.replyRandom).uniform() < this.values.ackLossRate;
  }
}
