/** Lens, finding, plot and file weigh a VC as its policy does: by its guaranteed cells, whatever payload they carry. */
import { expect, test } from 'vitest';
import { jainIndex } from '../../../../src/engine/figures/fairness.ts';
import { withValue } from '../../../../src/engine/scenario/scenario.ts';
import { vcsPlot } from '../../../../src/plots/vcs.ts';
import { laneFairness } from '../../../../src/quantities/figures/lane-figures.ts';
import { vcRates } from '../../../../src/quantities/figures/vc-rates.ts';
import { vcFairnessQuantity } from '../../../../src/quantities/findings/lane-quantities.ts';
import { openRun } from '../../../../src/runs/open-run.ts';
import { findPreset } from '../../../../src/scenarios/index.ts';
import { vcCells, vcWeights } from '../../../../src/view/lenses/cells/vc-cells.ts';

/**
 * R1 under DFBA: guarantees 1 : 2 : 3 : 4 : 5. The segments of the first VC carry 40 bytes in two cells, the others
 * 1024 in 23.
 */
function runWithSmallSegments() {
  const preset = withValue(findPreset('goyal-r1')!, 'sources.vc1.segmentBytes', 40);
  const run = openRun({ scenario: withValue(preset, 'run.warmupSeconds', 0), policy: 'dfba', seed: 1 });
  run.advance(0.3e9);
  return { run, frame: run.frame(), description: run.description };
}

test('with segments of unequal size, the weights are those of the guaranteed cells, and the minimum is payload', () => {
  const { run, frame, description } = runWithSmallSegments();
  const parts = [1, 2, 3, 4, 5].map((rate) => rate / 15);
  for (const [vc, weight] of vcWeights(frame.vcs).entries()) expect(weight).toBeCloseTo(parts[vc]!, 12);
  const cells = vcCells({ frame, description, series: { rowCount: 0, at: () => Number.NaN }, values: {} } as never);
  const heldCells = cells.reduce((sum, vc) => sum + vc.cells, 0);
  expect(heldCells).toBeGreaterThan(1_000);
  for (const [vc, { share }] of cells.entries()) expect(share / heldCells).toBeCloseTo(parts[vc]!, 12);

  const rates = vcRates(frame);
  const totalBps = rates.reduce((sum, { throughputBps }) => sum + throughputBps, 0);
  for (const [vc, { shareBps }] of rates.entries()) expect(shareBps / totalBps).toBeCloseTo(parts[vc]!, 12);
  const { classes, fairnessIndex } = run.summary();
  for (const [vc, { minimumBps }] of rates.entries()) {
    const bytesOfCell = vc === 0 ? 40 / 2 : 1024 / 23;
    expect(minimumBps).toBeCloseTo((classes[vc]!.mcrBps! / 48) * bytesOfCell, 3);
  }
  const rows = vcsPlot.rows({ lanes: [{ lane: 0, frame, description }] } as never);
  expect(rows.map(({ minimum }) => Number(minimum) * 1e6)).toEqual(
    rates.map(({ minimumBps }) => expect.closeTo(minimumBps, 0)),
  );
  const byHand = jainIndex(rates.map(({ throughputBps }, vc) => throughputBps / parts[vc]!));
  const rowCount = Math.round(frame.timeNs / description.sampleNs);
  const stride = frame.series.length / rowCount;
  const series = { rowCount, at: (row: number, column: number) => frame.series[row * stride + column]! };
  const lane = { frame, description, series };
  expect(laneFairness(frame, description)).toBeCloseTo(byHand, 12);
  expect(vcFairnessQuantity.value(lane)).toBeCloseTo(byHand, 12);
  expect(vcFairnessQuantity.overSamples!(lane, [...Array(rowCount).keys()])).toBeCloseTo(byHand, 9);
  expect(fairnessIndex).toBeCloseTo(byHand, 12);
});
