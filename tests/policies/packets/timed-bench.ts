/**
 * A policy alone with a moving clock: its wake-ups come at the requested times, after the other events of that instant.
 */
import { NO_PACKET, type PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { type Answer, type BenchOptions, PolicyBench } from './policy-bench.ts';

const MS = 1e6;

export class TimedBench {
  readonly bench: PolicyBench;
  private readonly clock: { nowNs: number };

  constructor(definition: PacketPolicyDefinition, values: Record<string, ParameterValue>, options: BenchOptions = {}) {
    this.bench = new PolicyBench(definition, values, options);
    this.clock = this.bench.host as { nowNs: number };
  }

  /** Goes on to a time not before now. */
  at(ms: number): this {
    const { bench, clock } = this;
    while (bench.wakeNs < ms * MS) {
      clock.nowNs = bench.wakeNs;
      bench.policy.wake?.();
    }
    clock.nowNs = ms * MS;
    return this;
  }

  offer(bytes = 1000, flags = 0): Answer {
    const { packets } = this.bench;
    const packet = packets.allocate();
    packets.flags[packet] = flags;
    packets.arrivedNs[packet] = this.clock.nowNs;
    return this.bench.offerPacket(packet, bytes);
  }

  fill(packets: number, bytes = 1000, flags = 0): this {
    for (let index = 0; index < packets; index++) this.offer(bytes, flags);
    return this;
  }

  take(): this {
    this.bench.take();
    return this;
  }

  /** Takes the next packet out. @returns its flags, as it is sent; undefined where there is none */
  takeFlags(): number | undefined {
    const packet = this.bench.policy.dequeue();
    if (packet === NO_PACKET) return undefined;
    const flags = this.bench.packets.flags[packet];
    this.bench.packets.free(packet);
    return flags;
  }

  signal(index: number): number {
    const signals = new Float64Array(8);
    this.bench.policy.signals(signals);
    return signals[index] as number;
  }
}
