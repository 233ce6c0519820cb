/**
 * CHOKe is RED with an additional step. When the average queue is not below min_th, it first compares an arriving
 * packet with a packet drawn at random from the queue. If both are of one flow, both are dropped. A flow with many
 * packets in the queue is drawn most often. So the policy limits this flow without a state for each flow. Source: Pan,
 * Prabhakar & Psounis, "CHOKe, a stateless active queue management scheme for approximating fair bandwidth allocation",
 * INFOCOM 2000, figure 1. A packet that matches does not count for RED's spacing of drops, as in Linux (sch_choke).
 * Variant: Linux 7.2 (`mechanisms/linux/linux-choke.ts`).
 */
import { NO_PACKET, type PolicyHost } from '../../engine/contract/policy.ts';
import {
  baseProbability,
  RandomEarlyDetection,
  type RedValues,
  redAccepts,
  redConstraints,
  redFullStep,
  redIsFull,
  redParameters,
  redSignals,
  redThresholds,
} from '../mechanisms/random-early-detection.ts';
import { indexById } from '../mechanisms/reasons.ts';
import { redQuantities } from '../mechanisms/red-steps.ts';
import { IndexedQueue } from './mechanisms/indexed-queue.ts';
import { chokeReasons } from './mechanisms/linux/choke-reasons.ts';
import { LinuxChoke } from './mechanisms/linux/linux-choke.ts';
import { linuxRedParameters } from './mechanisms/linux/linux-red-parameters.ts';
import { linuxBaseProbability, linuxRedQuantities } from './mechanisms/linux/linux-red-reasons.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';
import { formatRandomDrawStep, randomDrawQuantities } from './mechanisms/random-draw.ts';
import { SingleQueueBase } from './mechanisms/single-queue.ts';

const REASON = indexById(chokeReasons);

/** Slots of a comparison. */
const DRAW_SLOT = 0;
const POSITION_SLOT = 1;
const FLOW_SLOT = 2;

class Choke extends SingleQueueBase<IndexedQueue, RedValues> {
  private readonly redLaw: RandomEarlyDetection;
  /** For the last comparison: the draw, the place from 0 (-1 without a draw), and the flow at this place. */
  private readonly lastComparison = new Float64Array(3);

  constructor(host: PolicyHost, values: RedValues) {
    super(host, new IndexedQueue(host.packets));
    this.redLaw = new RandomEarlyDetection(host, this.queue, values);
  }

  enqueue(packet: number): number {
    const { host, redLaw } = this;
    redLaw.estimate();
    if (this.matchesDrawnPacket(packet)) {
      this.dropDrawn(packet);
      return REASON.matches;
    }
    const reason = redLaw.judge(packet, redIsFull(host, this.queue, host.packets.bytes[packet]));
    if (host.explaining) this.explain(packet, reason);
    if (redAccepts(reason)) this.queue.push(packet);
    return reason;
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.redLaw.onQueueEmptied(this.host.nowNs);
    return packet;
  }

  override configure(values: RedValues): void {
    this.redLaw.values = values;
  }

  override signals(into: Float64Array): void {
    this.redLaw.signals(into);
  }

  /** Compares the packet with a waiting packet. */
  private matchesDrawnPacket(packet: number): boolean {
    const { host, queue, redLaw, lastComparison } = this;
    const waitingPackets = queue.packetCount;
    lastComparison[POSITION_SLOT] = -1;
    if (redLaw.isBelow || waitingPackets === 0) return false;
    const { flow } = host.packets;
    host.random.drawUniform();
    lastComparison[DRAW_SLOT] = host.random.drawn[0];
    lastComparison[POSITION_SLOT] = Math.floor(lastComparison[DRAW_SLOT] * waitingPackets);
    lastComparison[FLOW_SLOT] = flow[queue.at(lastComparison[POSITION_SLOT])];
    return lastComparison[FLOW_SLOT] === flow[packet];
  }

  private dropDrawn(packet: number): void {
    const { host, queue, lastComparison } = this;
    if (host.explaining) this.explainWith(packet, [...this.comparison(packet), 'candidateFlow = flow']);
    host.drop(queue.remove(lastComparison[POSITION_SLOT]), REASON.drawn);
  }

  private explain(packet: number, reason: number): void {
    const { host, redLaw, lastComparison } = this;
    const steps = redLaw.steps(packet, reason, redFullStep(host));
    if (lastComparison[POSITION_SLOT] < 0 || steps.length === 1) {
      this.explainWith(packet, steps);
      return;
    }
    const flowStep = `candidateFlow ${lastComparison[FLOW_SLOT] < host.packets.flow[packet] ? '<' : '>'} flow`;
    const [, ...laterRedSteps] = steps;
    this.explainWith(packet, [...this.comparison(packet), flowStep, ...laterRedSteps]);
  }

  /** The steps up to the drawn packet. */
  private comparison(packet: number): string[] {
    const [average = ''] = this.redLaw.steps(packet, 0);
    return [average, 'average >= minThreshold', formatRandomDrawStep('candidateDraw')];
  }

  private explainWith(packet: number, steps: readonly string[]): void {
    const { host, redLaw, lastComparison } = this;
    const { limitPackets, limitBytes } = host;
    const flow = host.packets.flow[packet];
    const drawOperands = {
      candidateDraw: lastComparison[DRAW_SLOT],
      place: lastComparison[POSITION_SLOT] + 1,
      candidateFlow: lastComparison[FLOW_SLOT],
      flow,
    };
    host.explanation.tell({ ...redLaw.operands(packet), limitPackets, limitBytes, ...drawOperands }, steps);
  }
}

export const choke = packetPolicy({
  id: 'choke',
  name: 'CHOKe',
  summary:
    'RED with one more rule: it draws a waiting packet at random. If this packet and the arriving packet belong to one flow, both are dropped.',
  source: 'Pan, Prabhakar & Psounis, INFOCOM 2000',
  parameters: { ...redParameters, ...linuxRedParameters },
  parametersOf: 'red',
  constraints: redConstraints,
  reasons: chokeReasons,
  quantities: {
    ...redQuantities,
    ...linuxRedQuantities,
    ...randomDrawQuantities,
    candidateDraw: { symbol: 'u_c', meaning: 'random number that draws the packet to compare with', unit: '' },
    candidateFlow: { symbol: 'f_c', meaning: 'flow of the packet that was drawn', unit: '' },
    flow: { symbol: 'f', meaning: 'flow of this packet', unit: '' },
  },
  hints: { lens: 'curve', thresholds: redThresholds, signals: redSignals },
  curve: (average, values) =>
    values.variant === 'linux' ? linuxBaseProbability(average, values) : baseProbability(average, values),
  create: (host, values) => (values.variant === 'linux' ? new LinuxChoke(host, values) : new Choke(host, values)),
});
