/** The waiting times of single packets, against the policy's own, and against times written by hand. */
import { expect, test } from 'vitest';
import { SeriesColumn, seriesSignalColumn, seriesStride } from '../../../src/engine/frame/frame.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { refusedAtHead, waitedPackets } from '../../../src/view/lenses/waited-packets.ts';

test('on a link whose rate varies, CoDel has seen the same waiting times', () => {
  const run = openRun({ scenario: findPreset('mobile-link')!, policy: 'codel', seed: 1, recordsPackets: true });
  run.advance(12.6e9);
  const frame = run.frame();
  const { classes, hints } = run.description;
  const packets = waitedPackets(frame.departures);
  expect(packets.length).toBeGreaterThan(100);
  // The signal of each sample is the waiting time of the last packet that left before it.
  const column = seriesSignalColumn(
    classes.length,
    hints.signals.findIndex(({ id }) => id === 'sojourn'),
  );
  const stride = seriesStride(classes.length, hints.signals.length);
  let comparedCount = 0;
  for (let row = 0; row < frame.series.length; row += stride) {
    const seconds = frame.series[row + SeriesColumn.timeNs]! / 1e9;
    const packet = packets.findLast((candidate) => candidate.seconds <= seconds);
    const hasLaterDrop = refusedAtHead(frame, run.description).some(
      (refused) => packet !== undefined && refused.seconds >= packet.seconds && refused.seconds <= seconds,
    );
    const sojournMs = frame.series[row + column] ?? 0;
    // CoDel sets it to 0 when it finds the queue empty.
    if (packet === undefined || packet === packets.at(-1) || hasLaterDrop || sojournMs === 0) continue;
    expect(packet.ms).toBeCloseTo(sojournMs, 1);
    comparedCount++;
  }
  expect(comparedCount).toBeGreaterThan(5);
});
