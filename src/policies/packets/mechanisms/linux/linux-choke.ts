/**
 * CHOKe as the Linux kernel has it (7.2, net/sched/sch_choke.c). An arriving packet is compared only if the average is
 * above min_th. The packet to compare with is drawn among the places of the queue. At a hole it is drawn again, at most
 * three times in all; then it is the oldest packet. A match does not change RED's count.
 */
import { NO_PACKET, type PolicyHost } from '../../../../engine/contract/policy.ts';
import { indexById } from '../../../mechanisms/reasons.ts';
import { formatRandomDrawStep } from '../random-draw.ts';
import { chokeReasons } from './choke-reasons.ts';
import type { LinuxRedValues } from './linux-red-parameters.ts';
import { LINUX_RED_REASON, LinuxRedQueueBase } from './linux-red-queue.ts';
import { QueueWithHoles } from './queue-with-holes.ts';

const REASON = indexById(chokeReasons);

const MAX_DRAWS = 3;

/** Slots of a comparison. */
const DRAW_SLOT = 0;
const PLACE_SLOT = 1;
const FLOW_SLOT = 2;
const PLACES_SLOT = 3;

/** A policy with one queue under CHOKe as in Linux. */
export class LinuxChoke extends LinuxRedQueueBase<QueueWithHoles> {
  /**
   * For the last comparison: the draw (NaN if all draws hit holes), the place from 0 (-1 without a comparison), the
   * flow at this place, and the number of places.
   */
  private readonly lastComparison = new Float64Array(4);

  constructor(host: PolicyHost, values: LinuxRedValues) {
    super(host, new QueueWithHoles(host.packets), values, false);
  }

  enqueue(packet: number): number {
    const { host, redLaw, queue, lastComparison } = this;
    redLaw.estimate();
    lastComparison[PLACE_SLOT] = -1;
    if (!redLaw.isBelow && queue.packetCount > 0) {
      this.drawPlace();
      if (lastComparison[FLOW_SLOT] === host.packets.flow[packet]) {
        if (host.explaining) this.explain(packet, [...this.comparison(), 'candidateFlow = flow']);
        host.drop(queue.remove(lastComparison[PLACE_SLOT]), REASON.drawn);
        return REASON.matches;
      }
    }
    return this.judgeAndPush(packet);
  }

  private drawPlace(): void {
    const { host, queue, lastComparison } = this;
    const { random, packets } = host;
    const { placeCount } = queue;
    lastComparison[PLACES_SLOT] = placeCount;
    let candidate = NO_PACKET;
    for (let draws = 0; draws < MAX_DRAWS && candidate === NO_PACKET; draws++) {
      random.drawWord32();
      lastComparison[DRAW_SLOT] = random.drawn[0] / 2 ** 32;
      lastComparison[PLACE_SLOT] = Math.floor(lastComparison[DRAW_SLOT] * placeCount);
      candidate = queue.at(lastComparison[PLACE_SLOT]);
    }
    if (candidate === NO_PACKET) {
      lastComparison[DRAW_SLOT] = Number.NaN;
      lastComparison[PLACE_SLOT] = 0;
      candidate = queue.at(0);
    }
    lastComparison[FLOW_SLOT] = packets.flow[candidate];
  }

  protected override stepsOf(packet: number, reason: number): readonly string[] {
    const { host, lastComparison } = this;
    const steps = super.stepsOf(packet, reason);
    if (lastComparison[PLACE_SLOT] < 0 || reason === LINUX_RED_REASON.full) return steps;
    const sign = lastComparison[FLOW_SLOT] < host.packets.flow[packet] ? '<' : '>';
    return [...this.comparison(), `candidateFlow ${sign} flow`, ...steps];
  }

  /** The steps up to the drawn packet. */
  private comparison(): string[] {
    const wasDrawn = !Number.isNaN(this.lastComparison[DRAW_SLOT]);
    return ['average > minThreshold', ...(wasDrawn ? [formatRandomDrawStep('candidateDraw')] : [])];
  }

  protected override explain(packet: number, steps: readonly string[]): void {
    const { host, redLaw, lastComparison } = this;
    const { limitPackets, limitBytes } = host;
    const operands = { ...redLaw.operands(packet), limitPackets, limitBytes };
    if (lastComparison[PLACE_SLOT] >= 0)
      Object.assign(operands, {
        // A draw is among the places, also those of holes.
        waiting: lastComparison[PLACES_SLOT],
        candidateDraw: lastComparison[DRAW_SLOT],
        place: lastComparison[PLACE_SLOT] + 1,
        candidateFlow: lastComparison[FLOW_SLOT],
        flow: host.packets.flow[packet],
      });
    host.explanation.tell(operands, steps);
  }
}
