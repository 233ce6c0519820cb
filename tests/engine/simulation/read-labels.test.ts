/** The hosts of a packet: an answer goes from the receiver of the data to their sender. */
import { expect, test } from 'vitest';
import { PacketPool } from '../../../src/engine/packets/packet.ts';
import { resolveScenario } from '../../../src/engine/scenario/scenario.ts';
import { readLabels } from '../../../src/engine/simulation/read-labels.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

test('in the direction of its answers, source and destination of a class change places', () => {
  const preset = findPreset('home-bufferbloat')!;
  const { download } = preset.sources;
  const hosts = { sourceHost: 1, destinationHost: 2 };
  const { sources } = resolveScenario({
    ...preset,
    sources: { down: { ...download!, ...hosts }, up: { ...download!, ...hosts, direction: 'up' } },
  });
  const packets = new PacketPool();
  const [ofDown, ofUp] = [0, 1].map((classIndex) => {
    const packet = packets.allocate();
    packets.classIndex[packet] = classIndex;
    return packet;
  }) as [number, number];
  const endsIn = (direction: 'down' | 'up', packet: number) => {
    const labels = readLabels(sources, [], packets, direction);
    return [labels.sourceHostOf(packet), labels.destinationHostOf(packet)];
  };
  expect([endsIn('down', ofDown), endsIn('up', ofUp)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect([endsIn('up', ofDown), endsIn('down', ofUp)]).toEqual([
    [2, 1],
    [2, 1],
  ]);
});
