/** Tables 1 to 4 of the ABE draft as data, what it says of them as predicates, and the cells measured again. */
import type { Scenario, Values } from '../../src/engine/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { setPath } from '../../src/scenarios/paths.ts';
import { openRun } from '../../src/studies/simulate.ts';
import tables from '../golden/fixtures/abe-tables.json' with { type: 'json' };
import ns2Flat from '../golden/fixtures/ns2-abe-flat.json' with { type: 'json' };

/** Mean and half-width of the 90 % interval. */
export type Interval = readonly [mean: number, half: number];

export interface Cell {
  readonly greenKbps: number;
  readonly blueFlows: number;
  /** ms; null in the flat column. */
  readonly bound: number | null;
}

export interface PublishedCell extends Cell {
  readonly lossPercent: Interval;
  readonly blueKbps: Interval;
  /** Why a figure cannot be compared. */
  readonly suspect?: string;
}

/** Cells of the tables; the bound of the flat column is null. */
export const published = tables as unknown as readonly PublishedCell[];

/** How the draft may be read where it leaves things open. */
export interface Reading {
  readonly id: string;
  readonly name: string;
  readonly dupRefusedGreen: 'keep' | 'drop';
  readonly acks: 'everyPacket' | 'everySecond';
}

export const readings: readonly Reading[] = [
  { id: 'printed', name: 'as printed: green without duplicate is kept', dupRefusedGreen: 'keep', acks: 'everyPacket' },
  { id: 'mended', name: 'mended: green without duplicate is dropped', dupRefusedGreen: 'drop', acks: 'everyPacket' },
  {
    id: 'delayed',
    name: 'as printed, every second packet acknowledged',
    dupRefusedGreen: 'keep',
    acks: 'everySecond',
  },
];

export interface MeasuredCell {
  readonly cell: PublishedCell;
  readonly lossPercent: Interval;
  readonly blueKbps: Interval;
  readonly greenDelayMs: Interval;
}

/** t(0.95) of nine degrees of freedom. */
const T_95_OF_9 = 1.833;
const SEEDS = 10;

function interval(samples: readonly number[]): Interval {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  return [mean, T_95_OF_9 * Math.sqrt(squares / (samples.length - 1) / samples.length)];
}

function scenarioOf({ greenKbps, blueFlows }: Cell, { acks }: Reading): Scenario {
  const set = setPath(findPreset(`abe-${greenKbps}k-blue${blueFlows}`) as Scenario, 'acks', acks);
  if (!('scenario' in set)) throw new Error(`no variant acks = ${acks}`);
  return set.scenario;
}

/** Ten seeds, as the draft's intervals suggest. */
export function measureCell(cell: PublishedCell, reading: Reading): MeasuredCell {
  const scenario = scenarioOf(cell, reading);
  const { bound } = cell;
  const policy = bound === null ? 'flat-be' : 'abe-dsd';
  const policyValues: Values = bound === null ? {} : { greenBoundMs: bound, dupRefusedGreen: reading.dupRefusedGreen };
  const summaries = Array.from({ length: SEEDS }, (_, index) => {
    const simulation = openRun({ scenario, policy, policyValues, seed: index + 1 });
    simulation.advance(simulation.endNs);
    return simulation.summary().classes;
  });
  const figure = (classIndex: number, read: (item: NonNullable<(typeof summaries)[number][number]>) => number) =>
    interval(summaries.map((classes) => read(classes[classIndex] as NonNullable<(typeof classes)[number]>)));
  return {
    cell,
    lossPercent: figure(1, ({ dropRate }) => 100 * dropRate),
    blueKbps: figure(0, ({ throughputBps }) => throughputBps / 1e3),
    greenDelayMs: figure(1, ({ meanDelayMs }) => meanDelayMs),
  };
}

export function lossAgrees({ cell, lossPercent }: MeasuredCell): boolean {
  const [theirs, half] = cell.lossPercent;
  const ratio = lossPercent[0] / theirs;
  const factor = ratio <= tolerances.abeLossFactor.value && ratio >= 1 / tolerances.abeLossFactor.value;
  return factor || Math.abs(lossPercent[0] - theirs) <= half + lossPercent[1];
}

export function blueAgrees({ cell, blueKbps }: MeasuredCell): boolean {
  return Math.abs(blueKbps[0] / cell.blueKbps[0] - 1) <= tolerances.abeBlue.value;
}

/** ns-2's flat column for the same way to acknowledge; undefined where it has none. */
export function ns2Of(
  { cell }: MeasuredCell,
  { acks }: Reading,
): { lossPercent: Interval; blueKbps: Interval } | undefined {
  const preset = `abe-${cell.greenKbps}k-blue${cell.blueFlows}`;
  const found = cell.bound === null ? ns2Flat[acks].find((row) => row.preset === preset) : undefined;
  return found as { lossPercent: Interval; blueKbps: Interval } | undefined;
}

export interface Verdict {
  readonly verdict: 'holds' | 'fails' | 'not distinguishable';
  readonly evidence: string;
}

export interface Claim {
  readonly id: string;
  readonly text: string;
  readonly judge: (table: Table) => Verdict;
}

/** Where a figure is looked up. */
export class Table {
  private readonly cells: readonly MeasuredCell[];

  constructor(cells: readonly MeasuredCell[]) {
    this.cells = cells;
  }

  at(greenKbps: number, blueFlows: number, bound: number | null): MeasuredCell {
    const found = this.cells.find(
      ({ cell }) => cell.greenKbps === greenKbps && cell.blueFlows === blueFlows && cell.bound === bound,
    );
    if (found === undefined) throw new Error(`no cell ${greenKbps}k, ${blueFlows}, ${bound}`);
    return found;
  }

  loss(greenKbps: number, blueFlows: number, bound: number | null): Interval {
    return this.at(greenKbps, blueFlows, bound).lossPercent;
  }

  blue(greenKbps: number, blueFlows: number, bound: number | null): Interval {
    return this.at(greenKbps, blueFlows, bound).blueKbps;
  }

  /** Blue and what is left of green's nominal rate, kbit/s. */
  total(greenKbps: number, blueFlows: number, bound: number | null): number {
    return (
      this.blue(greenKbps, blueFlows, bound)[0] + greenKbps * (1 - this.loss(greenKbps, blueFlows, bound)[0] / 100)
    );
  }
}

const rowsOf = [
  [100, 4],
  [100, 8],
  [100, 16],
  [200, 16],
  [500, 16],
] as const;

/** Whether each interval lies above the next; overlapping ones cannot be told apart. */
function falling(series: readonly (readonly Interval[])[], digits: number): Verdict {
  let verdict: Verdict['verdict'] = 'holds';
  for (const intervals of series)
    for (let index = 1; index < intervals.length; index++) {
      const [[before, beforeHalf], [after, afterHalf]] = [
        intervals[index - 1] as Interval,
        intervals[index] as Interval,
      ];
      if (before - after > beforeHalf + afterHalf) continue;
      if (after - before > beforeHalf + afterHalf) verdict = 'fails';
      else if (verdict === 'holds') verdict = 'not distinguishable';
    }
  return { verdict, evidence: series.map((row) => row.map(([mean]) => mean.toFixed(digits)).join(' > ')).join('; ') };
}

const yes = (ok: boolean, evidence: string): Verdict => ({ verdict: ok ? 'holds' : 'fails', evidence });
const list = (values: readonly number[], digits: number) => values.map((value) => value.toFixed(digits)).join(', ');

export const claims: readonly Claim[] = [
  {
    id: 'C3.1a',
    text: 'green loses more with ABE than flat, at every bound',
    judge: (table) =>
      falling(
        rowsOf.flatMap(([green, blue]) =>
          [10, 20, 50].map((bound) => [table.loss(green, blue, bound), table.loss(green, blue, null)]),
        ),
        2,
      ),
  },
  {
    id: 'C3.1b',
    text: 'green loses the more the shorter its bound (10, 20, 50 ms)',
    judge: (table) =>
      falling(
        rowsOf.map(([green, blue]) => [10, 20, 50].map((bound) => table.loss(green, blue, bound))),
        2,
      ),
  },
  {
    id: 'C3.2',
    text: 'in a flat router green waits around 400 ms, with d = 10 ms around 6 ms (100 kbit/s; within a factor of 1.5)',
    judge: (table) => {
      const means = (bound: number | null) => [4, 8, 16].map((blue) => table.at(100, blue, bound).greenDelayMs[0]);
      const near = (values: readonly number[], aim: number) =>
        values.every((value) => value / aim <= 1.5 && aim / value <= 1.5);
      const [flat, short] = [means(null), means(10)];
      return yes(near(flat, 400) && near(short, 6), `flat ${list(flat, 0)} ms; d = 10 ms ${list(short, 1)} ms`);
    },
  },
  {
    id: 'C3.3',
    text: 'blue gets at least as much with ABE as flat',
    judge: (table) => {
      const gains = rowsOf.flatMap(([green, blue]) =>
        [10, 20, 50].map((bound) => {
          const [own, flat] = [table.blue(green, blue, bound), table.blue(green, blue, null)];
          return { gain: own[0] - flat[0], error: own[1] + flat[1] };
        }),
      );
      const evidence = `gain ${Math.min(...gains.map(({ gain }) => gain)).toFixed(1)} to ${Math.max(...gains.map(({ gain }) => gain)).toFixed(1)} kbit/s`;
      if (gains.some(({ gain, error }) => gain < -error)) return { verdict: 'fails', evidence };
      return { verdict: gains.some(({ gain }) => gain < 0) ? 'not distinguishable' : 'holds', evidence };
    },
  },
  {
    id: 'C3.4',
    text: 'a threshold: from 20 to 10 ms the loss leaps (at 100 kbit/s by 3 to 6 times; here at least twice), from 50 to 20 ms it hardly grows (by less than a quarter)',
    judge: (table) => {
      const ratio = (short: number, long: number) =>
        [4, 8, 16].map((blue) => table.loss(100, blue, short)[0] / table.loss(100, blue, long)[0]);
      const [leaps, steps] = [ratio(10, 20), ratio(20, 50)];
      return yes(
        leaps.every((leap) => leap >= 2) && steps.every((step) => step <= 1.25),
        `10 to 20 ms ${list(leaps, 1)}; 20 to 50 ms ${list(steps, 2)} times`,
      );
    },
  },
  {
    id: 'C3.5a',
    text: 'green loses more among more blue connections (4, 8, 16)',
    judge: (table) =>
      falling(
        [10, 20, 50, null].map((bound) => [16, 8, 4].map((blue) => table.loss(100, blue, bound))),
        2,
      ),
  },
  {
    id: 'C3.5b',
    text: 'green loses more the more of it there is (100, 200, 500 kbit/s)',
    judge: (table) =>
      falling(
        [10, 20, 50, null].map((bound) => [500, 200, 100].map((green) => table.loss(green, 16, bound))),
        2,
      ),
  },
  {
    id: 'C3.6',
    text: 'blue gets less the more green there is',
    judge: (table) =>
      falling(
        [10, 20, 50, null].map((bound) => [100, 200, 500].map((green) => table.blue(green, 16, bound))),
        0,
      ),
  },
  {
    id: 'C3.7',
    text: 'the loss varies much between runs at d = 10 ms and with few connections (interval at least three times that at 20 ms, 4 blue)',
    judge: (table) => {
      const [short, long] = [table.loss(100, 4, 10)[1], table.loss(100, 4, 20)[1]];
      return yes(short >= 3 * long, `half-widths ${short.toFixed(2)} and ${long.toFixed(2)} %`);
    },
  },
  {
    id: 'C3.8',
    text: 'with much green and a short bound capacity is lost: 500 kbit/s, d = 10 ms, delivers less in all than flat',
    judge: (table) => {
      const [own, flat] = [table.total(500, 16, 10), table.total(500, 16, null)];
      return yes(own < flat, `${own.toFixed(0)} and ${flat.toFixed(0)} kbit/s`);
    },
  },
];
