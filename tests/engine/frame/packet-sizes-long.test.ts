/** The size of the data packets of every preset, before and after its first packets. */
import { expect, test } from 'vitest';
import { DEPARTURE_STRIDE, DepartureColumn } from '../../../src/engine/frame/frame.ts';
import { haveOneSize } from '../../../src/engine/frame/one-size.ts';
import { meanPacketBytes } from '../../../src/engine/frame/packet-sizes.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';
import { openingLanes } from '../../../src/scenarios/loaded-presets.ts';
import { queueAxis } from '../../../src/view/queue/queue-model.ts';

test.each(presetIds)('%s: the size before the first packet is that of the packets that leave', (id) => {
  const scenario = findPreset(id)!;
  const run = openRun({ scenario, policy: openingLanes(scenario)[0]!.policy, seed: 1 });
  const { classes } = run.description;
  const sizes = classes.flatMap(({ packetBytes }) => packetBytes ?? []);
  const meanAtStart = meanPacketBytes(classes, run.frame().classes);
  expect(meanAtStart).toBeGreaterThanOrEqual(Math.min(...sizes));
  expect(meanAtStart).toBeLessThanOrEqual(Math.max(...sizes));
  const largestBytes = classes.map(() => 0);
  for (const seconds of [0.05, 0.5]) {
    run.advance(Math.min(run.endNs, seconds * 1e9));
    const frame = run.frame();
    for (let row = 0; row < frame.departures.length; row += DEPARTURE_STRIDE) {
      const index = frame.departures[row + DepartureColumn.classIndex]!;
      largestBytes[index] = Math.max(largestBytes[index]!, frame.departures[row + DepartureColumn.bytes]!);
    }
    if (haveOneSize(classes)) expect(meanPacketBytes(classes, frame.classes)).toBe(meanAtStart);
    // A queue without packets has the same scale of time as one with data packets of that size.
    const { packetLength } = queueAxis({
      frame: { ...frame, waitingPackets: 0 },
      description: run.description,
      values: {},
    });
    if (run.description.bufferUnit === 'bytes') expect(packetLength).toBe(meanPacketBytes(classes, frame.classes));
  }
  for (const [index, { kind, packetBytes, hasVaryingSizes }] of classes.entries())
    if ((hasVaryingSizes !== true || kind === 'vc') && largestBytes[index]! > 0)
      expect(largestBytes[index]).toBe(packetBytes);
});
