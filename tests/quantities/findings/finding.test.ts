/** Findings against frames and series written by hand. */

import { describe, expect, test } from 'vitest';
import { VC_STRIDE, VcColumn } from '../../../src/engine/contract/policy-tables.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  type RunDescription,
  SERIES_FIXED_COLUMN_COUNT,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
} from '../../../src/engine/frame/frame.ts';
import type { StartedLaneData } from '../../../src/engine/frame/lane-data.ts';
import { comparableQuantities } from '../../../src/quantities/findings/comparable-quantities.ts';
import {
  differencesWithDelayAndLoss,
  exceedsNoise,
  figureHalfWidth,
  hasClearRatio,
  laneDifferences,
  vcGuarantees,
} from '../../../src/quantities/findings/finding.ts';
import { delayQuantity, lossQuantity } from '../../../src/quantities/findings/lane-quantities.ts';

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
function lane(
  seconds: number,
  windows: Windows,
  figures: { delayMs: number; busy: number; loss: number },
): StartedLaneData {
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
    return column === SERIES_FIXED_COLUMN_COUNT + SeriesClassColumn.drops ? windows.drops(row) : 0;
  };
  const none = new Float64Array(0);
  const frame = {
    timeNs: seconds * 1e9,
    measured,
    vcs: none,
    flows: none,
    policyValues: {},
    lastEditNs: {},
  } as unknown as Frame;
  return { description, frame, series: { rowCount: seconds * 10, at } };
}

/** Plus and minus one in turn, in pairs, so that neighbours are not alike on average. */
const swing = (row: number) => (Math.floor(row / 2) % 2 === 0 ? 1 : -1);

const quiet: Windows = { delayMs: () => 70, busy: () => 1, drops: (row) => 3 + swing(row) };
const reference = lane(11, quiet, { delayMs: 70, busy: 1, loss: 0.0125 });

describe('a finding', () => {
  test('two classes with one label have two quantities', () => {
    const tcp = (id: string) => ({ id, label: 'TCP', kind: 'tcp' as const, colour: undefined });
    const blue = (id: string) => ({ ...tcp(id), colour: 'blue' });
    const twins = { ...description, classes: [blue('first'), blue('second')] };
    const quantities = comparableQuantities([{ ...reference, description: twins as unknown as RunDescription }]);
    expect(quantities.filter(({ name }) => name === 'TCP goodput')).toHaveLength(2);
    expect(new Set(quantities.map(({ id }) => id)).size).toBe(quantities.length);
  });

  test('the figures are those since the warm-up, and a difference in every window is clear', () => {
    const windows: Windows = { delayMs: (row) => 15 + swing(row), busy: () => 0.98, drops: (row) => 3 - swing(row) };
    const found = laneDifferences(reference, lane(11, windows, { delayMs: 15.4, busy: 0.98, loss: 0.0125 }));
    expect(found?.map(({ quantity }) => quantity.name)).toEqual(['delay', 'loss', 'link busy']);
    const [delay, loss, busy] = found ?? [];
    expect(delay).toMatchObject({ isClear: true });
    expect((delay?.value ?? 0) / (delay?.reference ?? 0)).toBeCloseTo(0.22, 10);
    expect(busy).toMatchObject({ reference: 100, value: 98, isClear: true });
    // The same number of drops in total, at other times.
    expect(loss?.isClear).toBe(false);
  });

  test('a loss whose traffic changes is judged by its ratio, unless a part of the run has no drops', () => {
    const lossAgainst = (calmDrops: number) => {
      const dropsOf = (factor: number) => (row: number) => factor * (row < 60 ? calmDrops : 1_000);
      const [few, many] = [1, 1.6].map((factor) =>
        lane(11, { ...quiet, drops: dropsOf(factor) }, { delayMs: 70, busy: 1, loss: 0.05 * factor }),
      ) as [StartedLaneData, StartedLaneData];
      return laneDifferences(few, many).find(({ quantity }) => quantity.id === 'loss')?.isClear;
    };
    expect(lossAgainst(10)).toBe(true);
    expect(lossAgainst(0)).toBe(false);
  });

  test('none is clear before every part of the run has a window', () => {
    const short: Windows = { ...quiet, delayMs: (row) => 15 + swing(row) };
    const delayAt = (seconds: number) =>
      laneDifferences(
        lane(seconds, quiet, { delayMs: 70, busy: 1, loss: 0 }),
        lane(seconds, short, { delayMs: 15, busy: 1, loss: 0 }),
      )[0];
    expect(delayAt(2.9)).toMatchObject({ reference: 70, value: 15, isClear: undefined });
    expect(delayAt(3)).toMatchObject({ reference: 70, value: 15, isClear: true });
  });

  test('windows of the warm-up, and those beyond the time that is shown, do not count', () => {
    const strange = (row: number) => (row < 10 || row >= 110 ? 1e6 : 70);
    const other = lane(11, { ...quiet, delayMs: strange }, { delayMs: 70, busy: 1, loss: 0.0125 });
    const known = { ...other, series: { ...other.series, rowCount: 500 } };
    expect(laneDifferences(reference, known)?.[0]?.isClear).toBe(false);
  });

  test('during the warm-up the windows since the start count', () => {
    const windows: Windows = { ...quiet, delayMs: (row) => 15 + swing(row) };
    const long = { ...description, warmupNs: 20e9 };
    const early = (given: Windows) => ({ ...lane(2, given, { delayMs: 70, busy: 1, loss: 0 }), description: long });
    expect(laneDifferences(early(quiet), early(windows))?.[0]?.isClear).toBe(true);
    const early19 = { ...lane(1.9, windows, { delayMs: 15, busy: 1, loss: 0 }), description: long };
    expect(laneDifferences({ ...early19, series: early(quiet).series }, early19)[0]?.isClear).toBeUndefined();
  });

  test('two classes of long TCP are compared by the share of one, and by their delays if a policy serves them apart', () => {
    const tcp = (label: string) => ({ id: label, label, kind: 'tcp' as const, colour: undefined });
    const names = (...labels: string[]) =>
      comparableQuantities([{ ...reference, description: { ...description, classes: labels.map(tcp) } }]).map(
        ({ name }) => name,
      );
    expect(names('Prague', 'Reno')).toEqual(['share of Reno', 'delay']);
    expect(names('all')).toEqual(['delay', 'loss', 'link busy']);
    const apart = { ...reference, description: { ...description, classes: [tcp('Prague'), tcp('Reno')] } };
    const classes = new Float64Array(2 * CLASS_STRIDE);
    for (const [index, delayMs] of [0.2, 16].entries()) {
      classes[index * CLASS_STRIDE + ClassColumn.startedPackets] = 1;
      classes[index * CLASS_STRIDE + ClassColumn.delaySumNs] = delayMs * 1e6;
    }
    const measured = { ...reference.frame.measured, classes };
    const found = comparableQuantities([{ ...apart, frame: { ...reference.frame, measured } }]);
    expect(found.map(({ name }) => name)).toEqual(['share of Reno', 'Prague delay', 'Reno delay']);
  });

  test('the share of one class is that of the goodput of both, beside its share of their flows', () => {
    const tcp = (label: string) => ({ id: label, label, kind: 'tcp' as const, colour: undefined });
    const classes = new Float64Array(2 * CLASS_STRIDE);
    classes[ClassColumn.usefulBytes] = 900;
    classes[CLASS_STRIDE + ClassColumn.usefulBytes] = 100;
    // Three flows of the first class and one of the second.
    const flows = new Float64Array(4 * FLOW_RATE_STRIDE);
    flows[3 * FLOW_RATE_STRIDE + FlowRateColumn.classIndex] = 1;
    const four = {
      ...reference,
      description: { ...description, classes: [tcp('many'), tcp('one')] as RunDescription['classes'] },
      frame: { ...reference.frame, flows },
    };
    const [share] = comparableQuantities([four]);
    expect(share).toMatchObject({
      name: 'share of one',
      unit: '%',
      yardstick: { name: 'with equal flows', value: 25 },
    });
    // A lane that shares between hosts first gives each class a half.
    const yardstickBeside = (isolation: string) =>
      comparableQuantities([four, { ...four, frame: { ...four.frame, policyValues: { isolation } } }])[0]?.yardstick;
    for (const isolation of ['hosts', 'triple-isolate', 'dual-dsthost'])
      expect(yardstickBeside(isolation)).toEqual({ name: 'equal per host', value: 50 });
    for (const isolation of ['flows', 'flowblind']) expect(yardstickBeside(isolation)).toEqual(share?.yardstick);
    const measured = { ...reference.frame.measured, classes };
    expect(share?.value({ ...reference, frame: { ...reference.frame, measured } })).toBeCloseTo(10, 10);
  });

  test('a few packets at given times are compared as they are, colour by colour', () => {
    // Appendix B of the draft: the delays of blue and green, and the dropped packets of both colours.
    const followed = (delaysMs: readonly number[], drops: number): StartedLaneData => {
      const classes = new Float64Array(3 * CLASS_STRIDE);
      for (const [index, delayMs] of delaysMs.entries()) {
        classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = 4;
        classes[index * CLASS_STRIDE + ClassColumn.startedPackets] = 1;
        classes[index * CLASS_STRIDE + ClassColumn.delaySumNs] = delayMs * 1e6;
      }
      classes[ClassColumn.droppedPackets] = drops;
      const measured = { ...reference.frame.measured, classes };
      const colours = [
        ['blue', 'blue'],
        ['green', 'green'],
        ['filler', 'blue'],
      ].map(([label, colour]) => ({ id: label, label, kind: 'cbr' as const, colour }));
      return {
        ...reference,
        description: { ...description, classes: colours as RunDescription['classes'] },
        frame: { ...reference.frame, rateBps: 12e3, measured } as Frame,
      };
    };
    const [flat, own] = [followed([4250, 4250, 0], 1), followed([4250, 2000, 0], 2)];
    expect(
      laneDifferences(flat, own).map(({ quantity: { name }, isClear, reference: one, value }) => [
        ...[name, one, value],
        isClear,
      ]),
    ).toEqual([
      ['green delay', 4250, 2000, true],
      ['blue delay', 4250, 4250, false],
      ['drops', 1, 2, true],
    ]);
    const fast = { ...flat, frame: { ...flat.frame, rateBps: 1e6 } };
    expect(comparableQuantities([fast]).map(({ name }) => name)).toEqual(['blue goodput', 'green delay', 'loss']);
  });

  test('the changes of a bitrate count from its value before a stall, and since the warm-up', () => {
    const classes = [{ id: 'v', label: 'video', kind: 'player', colour: undefined }] as const;
    // The warm-up ends after ten windows. One change is in it, and two are after it.
    const bitrates = [0, 0, 235, 235, 375, 375, 375, 375, 375, 375, 375, 375, 0, 375, 560, 0, 235, 235];
    const playing: StartedLaneData = {
      ...reference,
      description: { ...description, classes },
      series: {
        rowCount: bitrates.length,
        at: (row, column) =>
          column === seriesClassColumn(0, SeriesClassColumn.bitrateKbps) ? (bitrates[row] ?? Number.NaN) : 0,
      },
    };
    const changes = comparableQuantities([playing]).find(({ name }) => name === 'bitrate changes');
    expect(changes?.value(playing)).toBe(2);
  });

  test('of three classes with delays of their own, the one that differs most between the lanes', () => {
    const classes = ['many', 'one', 'voice'].map((label) => ({
      id: label,
      label,
      kind: label === 'voice' ? ('cbr' as const) : ('tcp' as const),
      colour: undefined,
    }));
    const withDelays = (delaysMs: readonly number[]) => {
      const counted = new Float64Array(3 * CLASS_STRIDE);
      for (const [index, delayMs] of delaysMs.entries()) {
        counted[index * CLASS_STRIDE + ClassColumn.startedPackets] = 1;
        counted[index * CLASS_STRIDE + ClassColumn.delaySumNs] = delayMs * 1e6;
      }
      const measured = { ...reference.frame.measured, classes: counted };
      return {
        ...reference,
        description: { ...description, classes },
        frame: { ...reference.frame, measured },
      };
    };
    const found = comparableQuantities([withDelays([107, 107, 108]), withDelays([13.6, 13, 0.24])]);
    expect(found.map(({ name }) => name)).toEqual(['share of one', 'voice delay']);
  });

  test('with colours it compares green’s delay and blue’s goodput, with cells the fairness', () => {
    const classes = [
      { id: 'b', label: 'blue', kind: 'tcp', colour: 'blue' },
      { id: 'g', label: 'green', kind: 'cbr', colour: 'green' },
    ] as const;
    const names = (of: RunDescription) =>
      comparableQuantities([{ ...reference, description: of }]).map(({ name }) => name);
    expect(names({ ...description, classes })).toEqual(['blue goodput', 'green delay', 'loss']);
    expect(names({ ...description, bufferUnit: 'cells' })).toEqual(['fairness among VCs']);
  });

  test('a lane that marks is compared in marks too, so that fewer drops do not look free', () => {
    const marking = lane(11, quiet, { delayMs: 70, busy: 1, loss: 0.005 });
    marking.frame.measured.classes[ClassColumn.markedPackets] = 20;
    const found = laneDifferences(reference, marking);
    expect(found?.map(({ quantity }) => quantity.name)).toEqual(['delay', 'loss', 'link busy', 'marked']);
    expect(found?.[3]).toMatchObject({ reference: 0, value: 2 });
  });

  test('pings are compared in their round trip; before the first reply there is none', () => {
    const classes = [{ id: 'p', label: 'ping', kind: 'ping', colour: undefined, timed: 'roundTrip' }] as const;
    const pinging = (count: number): StartedLaneData => ({
      ...reference,
      description: { ...description, classes },
      frame: { ...reference.frame, durations: [{ meanMs: 31, sdMs: 0, p95Ms: 31, p99Ms: 31, count }] },
    });
    const [roundTrip] = comparableQuantities([pinging(3)]);
    expect(roundTrip?.name).toBe('ping round trip');
    expect(roundTrip?.value(pinging(3))).toBe(31);
    expect(roundTrip?.value(pinging(0))).toBeNaN();
  });

  test('of a voice call is named beside the round trip of the ping, where the plots ask about the classes', () => {
    const classes = [
      { id: 'p', label: 'ping', kind: 'ping', colour: undefined, timed: 'roundTrip' },
      { id: 'v', label: 'voice', kind: 'cbr', colour: undefined },
    ] as const;
    const names = (scenario: string) =>
      comparableQuantities([{ ...reference, description: { ...description, scenario, classes } }]).map(
        ({ name }) => name,
      );
    expect(names('greedy-and-sparse')).toEqual(['ping round trip', 'voice delay', 'link busy']);
    expect(names('home-bufferbloat')).toEqual(['ping round trip', 'loss', 'link busy']);
  });
});

describe('the price of a finding', () => {
  /** A lane of two VCs with the given throughputs, Mb/s, and one delay. */
  function cells(
    mbps: readonly number[],
    delayMs: number,
    windowMbps = (vc: number, _row: number) => mbps[vc] ?? 0,
  ): StartedLaneData {
    const windows: Windows = { ...quiet, delayMs: () => delayMs };
    const given = lane(11, windows, { delayMs, busy: 1, loss: 0.0125 });
    const classes = new Float64Array(2 * CLASS_STRIDE);
    const vcs = new Float64Array(2 * VC_STRIDE);
    for (const [index, rate] of mbps.entries()) {
      classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = 1_000;
      classes[index * CLASS_STRIDE + ClassColumn.countedBytes] = (rate * 1e6 * 10) / 8;
      classes[index * CLASS_STRIDE + ClassColumn.startedPackets] = 900;
      classes[index * CLASS_STRIDE + ClassColumn.delaySumNs] = 900 * delayMs * 1e6;
      vcs[index * VC_STRIDE + VcColumn.minimumBps] = 10e6;
      vcs[index * VC_STRIDE + VcColumn.guaranteedBps] = 12e6;
    }
    const at = (row: number, column: number) => {
      const index = mbps.findIndex((_, at) => column === seriesClassColumn(at, SeriesClassColumn.throughputBps));
      return index < 0 ? given.series.at(row, column) : windowMbps(index, row) * 1e6;
    };
    const classesOfVcs = mbps.map((_, index) => ({ ...description.classes[0]!, label: `VC ${index + 1}` }));
    return {
      description: { ...description, classes: classesOfVcs, bufferUnit: 'cells' },
      frame: { ...given.frame, measured: { ...given.frame.measured, classes }, vcs },
      series: { ...given.series, at },
    };
  }

  test('the fairness of a part is that over longer time, not that of its bursts', () => {
    const steady = cells([40, 0], 3);
    // Each VC has the whole link in turn: the index of each window is 1/2, as with one VC alone, but over two windows
    // it is 1.
    const inTurn = cells([20, 20], 3, (vc, row) => (row % 2 === vc ? 40 : 0));
    const difference = (from: StartedLaneData, to: StartedLaneData) => laneDifferences(from, to)[0];
    expect(difference(steady, inTurn)).toMatchObject({ reference: 0.5, value: 1, isClear: true });
    // In two seconds of ten, one VC has the whole link: how often this happens is uncertain.
    const burst = cells([22, 18], 3, (vc, row) => (row >= 30 && row < 50 ? 40 * (1 - vc) : 20));
    expect(difference(cells([20, 20], 3), burst)?.isClear).toBe(false);
  });

  test('a fairer lane with longer delays has the delay as its price, and a lane with shorter delays has none', () => {
    const [unfair, fair] = [cells([30, 10], 3), cells([20, 20], 12)];
    const names = (from: StartedLaneData, to: StartedLaneData) =>
      differencesWithDelayAndLoss(from, [to])[0]?.map(({ quantity: { name }, isWorseBeside }) => [
        name,
        isWorseBeside === true,
      ]);
    expect(names(unfair, fair)).toEqual([
      ['fairness among VCs', false],
      ['delay', true],
    ]);
    expect(differencesWithDelayAndLoss(unfair, [fair])[0]?.[1]).toMatchObject({
      reference: 3,
      value: 12,
      isClear: true,
    });
    expect(names(fair, unfair)).toEqual([['fairness among VCs', false]]);
    // Without a clear difference, a delay that differs by a large factor comes first. It is no price.
    expect(names(fair, cells([20, 20], 30))).toEqual([
      ['delay', false],
      ['fairness among VCs', false],
    ]);
    expect(names(fair, cells([20, 20], 17))).toEqual([['fairness among VCs', false]]);
  });

  test('a difference of the busy time below 2 points is not named, unless the scenario asks about it', () => {
    const busyOf = (scenario: string) =>
      comparableQuantities([{ ...reference, description: { ...description, scenario } }]).find(
        ({ id }) => id === 'busy',
      )?.minNamedDifference;
    expect(busyOf('opening')).toBe(2);
    expect(busyOf('buffer-sizing')).toBe(0);
  });
});

describe('the guarantees of VCs', () => {
  /** A lane at 11 s: VCs with a minimum of 10 Mb/s, throughput in each window and in total as given, Mb/s. */
  function withVcs(...vcs: readonly { readonly mean: number; readonly swing: number }[]): StartedLaneData {
    const classes = new Float64Array(vcs.length * CLASS_STRIDE);
    const rows = new Float64Array(vcs.length * VC_STRIDE);
    for (const [index, { mean }] of vcs.entries()) {
      classes[index * CLASS_STRIDE + ClassColumn.countedBytes] = (mean * 1e6 * 10) / 8;
      rows[index * VC_STRIDE + VcColumn.minimumBps] = 10e6;
    }
    return {
      ...reference,
      description: {
        ...description,
        classes: vcs.map((_, index) => ({ ...description.classes[0]!, label: `VC ${index + 1}` })),
      },
      frame: { ...reference.frame, measured: { ...reference.frame.measured, classes }, vcs: rows },
      series: {
        rowCount: 110,
        at: (row, column) => {
          const index = vcs.findIndex((_, at) => column === seriesClassColumn(at, SeriesClassColumn.throughputBps));
          return ((vcs[index]?.mean ?? Number.NaN) + swing(row) * (vcs[index]?.swing ?? 0)) * 1e6;
        },
      },
    };
  }

  test('only a VC that is clearly below its minimum is named', () => {
    const above = { mean: 12, swing: 1 };
    const named = (mean: number, swing: number) => vcGuarantees(withVcs(above, { mean, swing }));
    expect(named(10, 1)).toEqual({ keepsAll: true, missedVcs: [], unclearVcs: [] });
    expect(named(8, 1)).toEqual({ keepsAll: false, missedVcs: ['VC 2'], unclearVcs: [] });
    expect(named(9.99, 1)).toEqual({ keepsAll: false, missedVcs: [], unclearVcs: [] });
    // 2 % below the minimum, within the noise.
    expect(named(9.8, 10)).toEqual({ keepsAll: false, missedVcs: [], unclearVcs: ['VC 2'] });
  });

  test('without VCs there are none', () => {
    expect(vcGuarantees(reference)).toBeUndefined();
  });
});

describe('noise', () => {
  const twenty = (of: (at: number) => number) => Array.from({ length: 20 }, (_, index) => of(index));

  test('Student’s interval by hand: mean 1, deviation s; t(0.975, 19) = 2.093', () => {
    // Of +d and -d in turn around 1: s^2 = 20 d^2 / 19, so that the half-width is 2.093 d / sqrt(19) = 0.480 d.
    const around = (d: number) => twenty((at) => 1 + (at % 2 === 0 ? d : -d));
    expect(exceedsNoise(around(2.05))).toBe(true);
    expect(exceedsNoise(around(2.1))).toBe(false);
  });

  test('the interval of a figure: its half-width in the unit of the figure', () => {
    // Half-width of the means of 5 windows with swings of 1 around 3, in units of their mean; the figure is 1.25 %.
    const swings = { ...quiet, drops: (row: number) => 3 + (Math.floor(row / 5) % 2 === 0 ? 1 : -1) };
    const swinging = lane(11, swings, { delayMs: 70, busy: 1, loss: 0.0125 });
    expect(figureHalfWidth(swinging, lossQuantity)).toBeCloseTo((1.25 * 2.093) / Math.sqrt(19) / 3, 3);
    expect(figureHalfWidth(swinging, delayQuantity)).toBe(0);
    expect(figureHalfWidth(lane(2, swings, { delayMs: 70, busy: 1, loss: 0.0125 }), lossQuantity)).toBeNaN();
  });

  test('a slow oscillation is not a clear difference, although its parts differ as little as before', () => {
    // Ten parts above and ten below: neighbours are alike, r = 18/20 = 0.85 after the ends; the interval is wider by
    // 3.5.
    const slow = (d: number) => twenty((at) => 1 + (at < 10 ? d : -d));
    expect(exceedsNoise(slow(1.5))).toBe(false);
    expect(exceedsNoise(slow(0.3))).toBe(true);
  });

  test('a ratio is clear if the logarithm is, by hand, and only in the direction of the figures', () => {
    // Logarithms of 1/2 and 1/4 in turn: mean -1.04, s = 0.356, half-width 0.166 without correlation.
    const ratios = twenty((at) => Math.log(at % 2 === 0 ? 1 / 2 : 1 / 4));
    expect(hasClearRatio(ratios, -1)).toBe(true);
    expect(hasClearRatio(ratios, 1)).toBe(false);
    // 1/2 and 3 in turn: mean 0.203, half-width 2.093 * 0.919 / sqrt(20) = 0.430.
    expect(
      hasClearRatio(
        twenty((at) => Math.log(at % 2 === 0 ? 1 / 2 : 3)),
        1,
      ),
    ).toBe(false);
  });

  test('a round trip that is always a tenth is clearly shorter, although the link changes it in both lanes', () => {
    // The level grows by 1.3 in each part: the differences vary too much, and the ratios are all 1/10.
    const levels = twenty((at) => 1.3 ** at);
    expect(exceedsNoise(levels.map((level) => 0.1 * level - level))).toBe(false);
    expect(
      hasClearRatio(
        levels.map((level) => Math.log((0.1 * level) / level)),
        -1,
      ),
    ).toBe(true);
  });

  test('with few parts it is too early to say', () => {
    expect(exceedsNoise([1, 1, 1])).toBeUndefined();
  });
});
