/**
 * The packets that a flat best-effort buffer accepts: all that fit, or only those that RED also accepts. The packet in
 * transmission counts as held, as in dummynet and DropTail.
 * Source: draft-hurley-alternative-best-effort-01, section 5; Rizzo, "Dummynet", 1997, for the test that ignores sizes.
 */
import type { Operands, Quantities } from '../../../engine/contract/explanation.ts';
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { choiceParameter } from '../../../params/choice-parameter.ts';
import { type Constraint, type ParameterSchema, type ValuesOf, withoutPrimary } from '../../../params/schema.ts';
import {
  type QueueContent,
  RandomEarlyDetection,
  redAccepts,
  redConstraints,
  redParameters,
} from '../../mechanisms/random-early-detection.ts';
import { redQuantities } from '../../mechanisms/red-steps.ts';
import { bufferOperands, bufferQuantities, bufferStep } from './buffer-steps.ts';

export const flatParameters = {
  byteLimitTest: choiceParameter('Byte limit', {
    options: { fits: 'the packet must fit', sizeBlind: 'the buffer must not exceed the limit' },
    default: 'fits',
    help: 'First rule: the packet must fit below the limit in bytes. Second rule: any packet is accepted while the buffer does not exceed the limit. The second rule is fairer to large packets.',
    source: 'dummynet, ip_dummynet.c',
  }),
  management: choiceParameter('Flat queue', {
    options: { dropTail: 'DropTail', red: 'RED' },
    default: 'dropTail',
    live: false,
    help: 'Drop rule of a flat router (one queue for both colours): DropTail, or RED with the values below.',
    source: 'draft-hurley-alternative-best-effort-01, section 5',
  }),
  ...withoutPrimary(redParameters),
} as const satisfies ParameterSchema;

export const flatConstraints: readonly Constraint[] = redConstraints;

export type FlatValues = ValuesOf<typeof flatParameters>;

/** The decision about a packet. */
export const FlatDecision = { fits: 0, full: 1, early: 2 } as const;

export const flatQuantities: Quantities = { ...redQuantities, ...bufferQuantities };

/** The data that explain a decision. */
export interface FlatBasis {
  readonly operands: Operands;
  readonly steps: readonly string[];
}

/** The acceptance test of one flat buffer. */
export class FlatRule {
  private values: FlatValues;
  /** RED's decision on the last packet. */
  private redReason = 0;
  private readonly host: PolicyHost;
  private readonly redLaw: RandomEarlyDetection | undefined;

  /** @param queue the waiting packets, without the packet in transmission */
  constructor(host: PolicyHost, queue: QueueContent, values: FlatValues) {
    this.host = host;
    this.values = values;
    if (values.management === 'red') this.redLaw = new RandomEarlyDetection(host, queue, values);
  }

  configure(values: FlatValues): void {
    this.values = values;
    if (this.redLaw !== undefined) this.redLaw.values = values;
  }

  /**
   * @param heldPackets with the packet in transmission
   * @param heldBytes with the packet in transmission
   * @returns one of `FlatDecision`
   */
  decide(packet: number, heldPackets: number, heldBytes: number): number {
    const { limitPackets, limitBytes, packets } = this.host;
    const grownBytes = this.values.byteLimitTest === 'fits' ? heldBytes + packets.bytes[packet] : heldBytes;
    const isFull = heldPackets + 1 > limitPackets || grownBytes > limitBytes;
    if (this.redLaw !== undefined) {
      this.redReason = this.redLaw.decide(packet, isFull);
      if (!redAccepts(this.redReason) && !isFull) return FlatDecision.early;
    }
    return isFull ? FlatDecision.full : FlatDecision.fits;
  }

  /**
   * Explains the decision on the last packet.
   * @param heldPackets at the time of the decision
   * @param heldBytes at the time of the decision
   */
  explainDecision(packet: number, decision: number, heldPackets: number, heldBytes: number): FlatBasis {
    const { host, redLaw, redReason } = this;
    const operands = bufferOperands(host, heldPackets, heldBytes, host.packets.bytes[packet]);
    const isSizeBlind = this.values.byteLimitTest === 'sizeBlind';
    const fits = bufferStep(host, { isFull: decision === FlatDecision.full, isSizeBlind });
    if (redLaw === undefined) return { operands, steps: [fits] };
    const redSteps = decision === FlatDecision.full ? [] : redLaw.steps(packet, redReason);
    return { operands: { ...redLaw.operands(packet), ...operands }, steps: [fits, ...redSteps] };
  }

  /** No packet has waited or been sent since `sinceNs`. */
  onQueueEmptied(sinceNs: number): void {
    this.redLaw?.onQueueEmptied(sinceNs);
  }
}
