/** Findings against frames and series written by hand. */
import { describe, expect, test } from 'vitest';
import {
  CLASS_STRIDE,
  ClassColumn,
  type Frame,
  type RunDescription,
  SERIES_FIXED,
  SeriesClassColumn,
  SeriesColumn,
} from '../../../src/engine/frame/frame.ts';
import { differences, exceedsNoise, type FoundLane, quantitiesOf } from '../../../src/ui/headline/finding.ts';

const description = {
  classes: [{ id: 'tcp', label: 'TCP', kind: 'tcp', colour: undefined }],
  bufferUnit: 'packets',
  warmupNs: 1e9,
  sampleNs: 1e8,
} as unknown as RunDescription;

interface Windows {
  readonly delayMs: (row: number) => number;
  readonly busy: (row: number) => number;
  readonly drops: (row: number) => number;
}

/** A lane at `seconds`: 10 windows per second, figures since 1 s as given. */
function lane(seconds: number, windows: Windows, figures: { delayMs: number; busy: number; loss: number }): FoundLane {
  const classes = new Float64Array(CLASS_STRIDE);
  classes[ClassColumn.arrivedPackets] = 1_000;
  classes[ClassColumn.droppedPackets] = 1_000 * figures.loss;
  classes[ClassColumn.startedPackets] = 900;
  classes[ClassColumn.delaySumNs] = 900 * figures.delayMs * 1e6;
  const spanNs = (seconds - 1) * 1e9;
  const measured = { classes, spanNs, busyNs: figures.busy * spanNs, capacityBits: 1, usedBits: 1 };
  const at = (row: number, column: number) => {
    if (column === SeriesColumn.meanDelayNs) return windows.delayMs(row) * 1e6;
    if (column === SeriesColumn.busy) return windows.busy(row);
    return column === SERIES_FIXED + SeriesClassColumn.drops ? windows.drops(row) : 0;
  };
  const frame = { timeNs: seconds * 1e9, measured, vcs: new Float64Array(0) } as unknown as Frame;
  return { description, frame, series: { rows: seconds * 10, at } };
}

/** Plus and minus one in turn, in pairs, so that neighbours are not alike on average. */
const swing = (row: number) => (Math.floor(row / 2) % 2 === 0 ? 1 : -1);

const quiet: Windows = { delayMs: () => 70, busy: () => 1, drops: (row) => 3 + swing(row) };
const reference = lane(11, quiet, { delayMs: 70, busy: 1, loss: 0.0125 });

describe('a finding', () => {
  test('the figures are those since the warm-up, and what differs in every window is clear', () => {
    const windows: Windows = { delayMs: (row) => 15 + swing(row), busy: () => 0.98, drops: (row) => 3 - swing(row) };
    const found = differences(reference, lane(11, windows, { delayMs: 15.4, busy: 0.98, loss: 0.0125 }));
    expect(found?.map(({ quantity }) => quantity.name)).toEqual(['delay', 'loss', 'link busy']);
    const [delay, loss, busy] = found ?? [];
    expect(delay).toMatchObject({ clear: true });
    expect((delay?.value ?? 0) / (delay?.reference ?? 0)).toBeCloseTo(0.22, 10);
    expect(busy).toMatchObject({ reference: 100, value: 98, clear: true });
    // The same number of drops in total, at other times.
    expect(loss?.clear).toBe(false);
  });

  test('there is none before every part of the run has a window', () => {
    const other = lane(2.9, quiet, { delayMs: 15, busy: 1, loss: 0 });
    expect(differences(lane(2.9, quiet, { delayMs: 70, busy: 1, loss: 0 }), other)).toBeUndefined();
    const later = lane(3, quiet, { delayMs: 15, busy: 1, loss: 0 });
    expect(differences(lane(3, quiet, { delayMs: 70, busy: 1, loss: 0 }), later)).toBeDefined();
  });

  test('windows of the warm-up, and those beyond the time that is shown, do not count', () => {
    const strange = (row: number) => (row < 10 || row >= 110 ? 1e6 : 70);
    const other = lane(11, { ...quiet, delayMs: strange }, { delayMs: 70, busy: 1, loss: 0.0125 });
    const known = { ...other, series: { ...other.series, rows: 500 } };
    expect(differences(reference, known)?.[0]?.clear).toBe(false);
  });

  test('with colours it compares green’s delay and blue’s throughput, with cells the fairness', () => {
    const classes = [
      { id: 'b', label: 'blue', kind: 'tcp', colour: 'blue' },
      { id: 'g', label: 'green', kind: 'cbr', colour: 'green' },
    ] as const;
    const names = (of: RunDescription) => quantitiesOf([{ ...reference, description: of }]).map(({ name }) => name);
    expect(names({ ...description, classes })).toEqual(['blue throughput', 'green delay', 'loss']);
    expect(names({ ...description, bufferUnit: 'cells' })).toEqual(['fairness', 'loss', 'link busy']);
  });

  test('a lane that marks is compared in marks too, so that fewer drops do not look free', () => {
    const marking = lane(11, quiet, { delayMs: 70, busy: 1, loss: 0.005 });
    marking.frame.measured.classes[ClassColumn.markedPackets] = 20;
    const found = differences(reference, marking);
    expect(found?.map(({ quantity }) => quantity.name)).toEqual(['delay', 'loss', 'marked', 'link busy']);
    expect(found?.[2]).toMatchObject({ reference: 0, value: 2 });
  });

  test('pings are compared in their round trip; before the first reply there is none', () => {
    const classes = [{ id: 'p', label: 'ping', kind: 'ping', colour: undefined, timed: 'roundTrip' }] as const;
    const pinging = (count: number): FoundLane => ({
      ...reference,
      description: { ...description, classes },
      frame: { ...reference.frame, durations: [{ meanMs: 31, sdMs: 0, p95Ms: 31, count }] },
    });
    const [roundTrip] = quantitiesOf([pinging(3)]);
    expect(roundTrip?.name).toBe('ping round trip');
    expect(roundTrip?.value(pinging(3))).toBe(31);
    expect(roundTrip?.value(pinging(0))).toBeNaN();
  });
});

describe('noise', () => {
  const twenty = (of: (at: number) => number) => Array.from({ length: 20 }, (_, at) => of(at));

  test('Student’s interval by hand: mean 1, deviation s; t(0.975, 19) = 2.093', () => {
    // Of +d and -d in turn around 1: s^2 = 20 d^2 / 19, so that the half-width is 2.093 d / sqrt(19) = 0.480 d.
    const around = (d: number) => twenty((at) => 1 + (at % 2 === 0 ? d : -d));
    expect(exceedsNoise(around(2.05))).toBe(true);
    expect(exceedsNoise(around(2.1))).toBe(false);
  });

  test('a slow oscillation is not a clear difference, although its parts differ as little as before', () => {
    // Ten parts above and ten below: neighbours are alike, r = 18/20 = 0.85 after the ends; the interval is wider by 3.5.
    const slow = (d: number) => twenty((at) => 1 + (at < 10 ? d : -d));
    expect(exceedsNoise(slow(1.5))).toBe(false);
    expect(exceedsNoise(slow(0.3))).toBe(true);
  });

  test('with few parts no difference is claimed', () => {
    expect(exceedsNoise([1, 1, 1])).toBe(false);
  });
});
