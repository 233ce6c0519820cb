/** The controller of PIE makes its updates late: when a packet comes or leaves, or at a wake-up. */
import { expect, test } from 'vitest';
import type { PolicyHost } from '../../../../src/engine/contract/policy.ts';
import { RandomStream } from '../../../../src/engine/numbers/random.ts';
import { PacketPool } from '../../../../src/engine/packets/packet.ts';
import { resolveValues } from '../../../../src/params/schema.ts';
import { LinuxPieControl } from '../../../../src/policies/packets/mechanisms/linux/linux-pie-control.ts';
import { PieControl } from '../../../../src/policies/packets/mechanisms/pie-control.ts';
import { type PieValues, pieParameters } from '../../../../src/policies/packets/mechanisms/pie-parameters.ts';

test.each(['rfc', 'linux', 'ns3'])(
  '%s: updates made late are those made in time, also after long silence',
  (variant) => {
    const packets = new PacketPool();
    const host = {
      nowNs: 0,
      packets,
      random: new RandomStream(1, 'pie'),
      explaining: false,
      limitPackets: 100,
      limitBytes: Number.POSITIVE_INFINITY,
    };
    const line = { packetCount: 0, byteCount: 0 };
    const values = resolveValues(pieParameters, { variant }, { rateBps: 1e7, delayMs: 1, bufferPackets: 100 });
    const control = () =>
      variant === 'linux'
        ? new LinuxPieControl(host as unknown as PolicyHost, line, values as PieValues)
        : new PieControl(host as unknown as PolicyHost, line, values as PieValues, 0);
    const [inTime, late] = [control(), control()];
    const random = new RandomStream(2, 'packets');
    const packet = packets.allocate();
    packets.bytes[packet] = 1000;
    const [one, other] = [new Float64Array(5), new Float64Array(5)];
    for (let event = 0; event < 2_000; event++) {
      const gapNs = random.integer(20) === 0 ? 3e9 * random.uniform() : 20e6 * random.uniform();
      const atNs = host.nowNs + Math.round(gapNs);
      for (; inTime.nextUpdateNs < atNs; inTime.advance()) host.nowNs = inTime.nextUpdateNs;
      host.nowNs = atNs;
      inTime.advance();
      late.advance();
      inTime.signals(one);
      late.signals(other);
      expect(other).toEqual(one);
      expect(late.nextUpdateNs).toBe(inTime.nextUpdateNs);
      // A packet leaves that has waited up to 100 ms, or that leaves the queue empty.
      const isLast = random.integer(2) === 0;
      line.packetCount = isLast ? 0 : 40;
      line.byteCount = 1000 * line.packetCount;
      packets.arrivedNs[packet] = host.nowNs - Math.round(100e6 * random.uniform());
      for (const each of [inTime, late]) {
        each.judge(packet);
        each.onSent(packet);
      }
    }
  },
);
