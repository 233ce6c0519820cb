/**
 * A policy alone with a moving clock: its wake-ups come at the requested times, after the other events of that instant.
 */
import { NO_PACKET, type PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { type Answer, type HarnessOptions, PolicyHarness } from './policy-harness.ts';

const MS = 1e6;

export class TimedHarness {
  readonly harness: PolicyHarness;
  private readonly clock: { nowNs: number };

  constructor(
    definition: PacketPolicyDefinition,
    values: Record<string, ParameterValue>,
    options: HarnessOptions = {},
  ) {
    this.harness = new PolicyHarness(definition, values, options);
    this.clock = this.harness.host as { nowNs: number };
  }

  /** Goes on to a time not before now. */
  at(ms: number): this {
    const { harness, clock } = this;
    while (harness.wakeNs < ms * MS) {
      clock.nowNs = harness.wakeNs;
      harness.policy.wake?.();
    }
    clock.nowNs = ms * MS;
    return this;
  }

  offer(bytes = 1000, flags = 0): Answer {
    const { packets } = this.harness;
    const packet = packets.allocate();
    packets.flags[packet] = flags;
    packets.arrivedNs[packet] = this.clock.nowNs;
    return this.harness.offerPacket(packet, bytes);
  }

  fill(packets: number, bytes = 1000, flags = 0): this {
    for (let index = 0; index < packets; index++) this.offer(bytes, flags);
    return this;
  }

  take(): this {
    this.harness.take();
    return this;
  }

  /**
   * Takes the next packet out.
   * @returns its flags, as it is sent; undefined where there is none
   */
  takeFlags(): number | undefined {
    const packet = this.harness.policy.dequeue();
    if (packet === NO_PACKET) return undefined;
    const flags = this.harness.packets.flags[packet];
    this.harness.packets.free(packet);
    return flags;
  }

  signal(index: number): number {
    const signals = new Float64Array(8);
    this.harness.policy.signals(signals);
    return signals[index] as number;
  }
}
