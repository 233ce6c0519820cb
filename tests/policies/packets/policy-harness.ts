/** A single policy: the test offers packets, serves them and sets the clock. */

import { Explanation, type Operands } from '../../../src/engine/contract/explanation.ts';
import {
  NO_PACKET,
  type PacketPolicyDefinition,
  type Policy,
  type PolicyHost,
  type TrafficView,
} from '../../../src/engine/contract/policy.ts';
import { PacketFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { ReplaceableStream } from '../../replaceable-stream.ts';

export interface HarnessOptions {
  readonly limitPackets?: number;
  readonly limitBytes?: number;
  readonly rateBps?: number;
  readonly seed?: number;
  readonly traffic?: TrafficView;
  /** Every draw, instead of random ones. */
  readonly draw?: number;
}

export interface Answer {
  /** Id of the reason. */
  readonly reason: string;
  readonly verdict: string;
  /** Operands by name. */
  readonly operands: Readonly<Record<string, number>>;
  readonly packet: number;
}

export class PolicyHarness {
  readonly packets = new PacketPool();
  readonly policy: Policy;
  /** As the port, the test may change it. */
  readonly host: { -readonly [Part in keyof PolicyHost]: PolicyHost[Part] };
  private readonly definition: PacketPolicyDefinition;
  private values: Record<string, ParameterValue>;
  private serving = NO_PACKET;
  /** The calls of `host.mark` and `host.drop`, oldest first: id of the reason, its operands and steps. */
  readonly later: {
    readonly packet: number;
    readonly reason: string;
    readonly operands: Operands;
    readonly steps: readonly string[];
  }[] = [];
  /** Requested time of the next wake-up, ns. */
  wakeNs = Number.POSITIVE_INFINITY;

  constructor(definition: PacketPolicyDefinition, given: Record<string, ParameterValue>, options: HarnessOptions = {}) {
    this.definition = definition;
    const { draw } = options;
    const random = new ReplaceableStream(options.seed ?? 1, 'policy');
    if (draw !== undefined) {
      random.drawUniform = () => {
        random.drawn[0] = draw;
      };
      random.drawWord32 = () => {
        random.drawn[0] = Math.floor(draw * 2 ** 32);
      };
      random.drawWord64 = () => {
        random.drawn[0] = Math.floor(draw * 2 ** 32);
        random.drawn[1] = 0;
      };
    }
    this.host = {
      packets: this.packets,
      random,
      nowNs: 0,
      traffic: options.traffic ?? { classes: 1, flowsOf: () => 1, meanRateBpsOf: () => Number.NaN },
      rateBps: options.rateBps ?? 8e6,
      limitPackets: options.limitPackets ?? Number.POSITIVE_INFINITY,
      limitBytes: options.limitBytes ?? Number.POSITIVE_INFINITY,
      inServicePackets: 0,
      inServiceBytes: 0,
      inServiceEndNs: 0,
      explaining: true,
      explanation: new Explanation(),
      mark: (packet, reason) => {
        this.packets.flags[packet] = (this.packets.flags[packet] as number) | PacketFlag.ce;
        this.note(packet, reason);
      },
      drop: (packet, reason) => {
        this.note(packet, reason);
        this.packets.free(packet);
      },
      wakeAt: (timeNs) => {
        this.wakeNs = timeNs;
      },
    };
    const context = { rateBps: this.host.rateBps, delayMs: 10, bufferPackets: 100 };
    this.values = resolveValues(definition.parameters, given, context);
    this.policy = definition.create(this.host, this.values);
  }

  configure(values: Record<string, ParameterValue>): this {
    this.values = { ...this.values, ...values };
    this.policy.configure(this.values);
    return this;
  }

  /** Offers a packet of `bytes`; a refused one is freed. */
  offer(bytes = 1000, ect = false): Answer {
    const packet = this.packets.allocate();
    if (ect) this.packets.flags[packet] = PacketFlag.ect;
    return this.offerPacket(packet, bytes);
  }

  /** Offers a packet that the test has made. */
  offerPacket(packet: number, bytes: number): Answer {
    this.packets.bytes[packet] = bytes;
    const reason = this.definition.reasons[this.policy.enqueue(packet)];
    if (reason === undefined) throw new Error('an unknown reason');
    if (reason.verdict === 'drop') this.packets.free(packet);
    return { reason: reason.id, verdict: reason.verdict, operands: this.host.explanation.operands, packet };
  }

  private note(packet: number, index: number): void {
    const reason = this.definition.reasons[index]?.id ?? '';
    const { operands, steps } = this.host.explanation;
    this.later.push({ packet, reason, operands, steps });
  }

  /** Takes the next packet out and frees it, as if it were sent in no time. */
  take(): number {
    const packet = this.policy.dequeue();
    if (packet !== NO_PACKET) this.packets.free(packet);
    return packet;
  }

  /** Ends the present transmission and begins the next. */
  serve(): number {
    if (this.serving !== NO_PACKET) this.packets.free(this.serving);
    this.serving = this.policy.dequeue();
    const busy = this.serving !== NO_PACKET;
    this.host.inServicePackets = busy ? 1 : 0;
    this.host.inServiceBytes = busy ? (this.packets.bytes[this.serving] as number) : 0;
    return this.serving;
  }
}
