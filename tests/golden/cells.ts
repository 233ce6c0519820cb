/** Measures a cell of many flows over seeds, and compares it with the result of ns-2.35 for the same cell. */
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import moreCells from './fixtures/ns2-more-cells.json' with { type: 'json' };
import zhaoCells from './fixtures/ns2-zhao.json' with { type: 'json' };
import { meanAndError } from './statistics.ts';
import { withValues } from './traced-run.ts';

/** Mean over seeds, and standard deviation. */
export type Figure = readonly [mean: number, deviation: number];

export interface ClassFigures {
  /** Payload as a share of the link. */
  readonly share: Figure;
  readonly dropRate: Figure;
  readonly markRate: Figure;
}

export interface Figures {
  readonly seeds: number;
  readonly utilisation: Figure;
  readonly meanDelayMs: Figure;
  readonly delayStdMs: Figure;
  readonly classes: Readonly<Record<string, ClassFigures>>;
}

export interface ZhaoCell extends Figures {
  readonly preset: string;
  readonly policy: string;
  /** Timing of the constant-rate flows where it is not the preset's. */
  readonly timing?: string;
}

export interface OtherCell extends Figures {
  readonly name: string;
  readonly policy: string;
  readonly set: Readonly<Record<string, ParameterValue>>;
  readonly policyValues: Readonly<Record<string, ParameterValue>>;
  /** Classes that this cell does not have. */
  readonly without?: readonly string[];
}

export const ns2Zhao = zhaoCells as unknown as readonly ZhaoCell[];
export const ns2Others = moreCells as unknown as readonly OtherCell[];

export function measure(
  scenario: Scenario,
  policy: string,
  seeds: number,
  policyValues: Readonly<Record<string, ParameterValue>> = {},
): Figures {
  const summaries = Array.from({ length: seeds }, (_, index) => {
    const simulation = openRun({ scenario, policy, policyValues, seed: index + 1 });
    simulation.advance(simulation.endNs);
    return simulation.summary();
  });
  const figure = (read: (summary: (typeof summaries)[number]) => number): Figure => {
    const { mean, deviation } = meanAndError(summaries.map(read));
    return [mean, deviation];
  };
  const rateBps = scenario.link.rateBps as number;
  const classes = Object.keys(scenario.sources).map((id, index) => {
    const of = (summary: (typeof summaries)[number]) => summary.classes[index] as (typeof summary.classes)[number];
    const figures: ClassFigures = {
      share: figure((summary) => of(summary).throughputBps / rateBps),
      dropRate: figure((summary) => of(summary).dropRate),
      markRate: figure((summary) => of(summary).markRate),
    };
    return [id, figures] as const;
  });
  return {
    seeds,
    utilisation: figure((summary) => summary.utilisation),
    meanDelayMs: figure((summary) => summary.meanDelayMs),
    delayStdMs: figure((summary) => summary.delayStdMs),
    classes: Object.fromEntries(classes),
  };
}

export function zhaoScenario(cell: Pick<ZhaoCell, 'preset' | 'timing'>): Scenario {
  const preset = findPreset(cell.preset) as Scenario;
  return cell.timing === undefined ? preset : withValues(preset, { 'sources.ltnrf.timing': cell.timing });
}

/** 10 Mb/s, one bandwidth-delay product, 30 % short flows and 30 % constant rate: see fixtures/README.md. */
export function otherScenario(cell: OtherCell): Scenario {
  const base = withValues(findPreset('zhao-5mb-1bwdp-stf30') as Scenario, {
    'link.rateBps': 10e6,
    'buffer.packets': 150,
    'run.durationSeconds': 170,
    'sources.ltrf.flows': 16,
    'sources.stf.flows': 370,
    'sources.ltnrf.flows': 6,
    'sources.ltnrf.rateBps': 0.5e6,
  });
  const sources = Object.fromEntries(Object.entries(base.sources).filter(([id]) => !cell.without?.includes(id)));
  return withValues({ ...base, sources }, cell.set);
}

/** One figure of ours beside ns-2's, and whether it is close enough. */
export interface Comparison {
  readonly what: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ok: boolean;
}

/** The difference is within the tolerance for its kind, or is small enough to be chance. */
function close(ours: Figure, theirs: Figure, seeds: readonly [number, number], by: number): boolean {
  const error = Math.max(ours[1], theirs[1]) * Math.sqrt(1 / seeds[0] + 1 / seeds[1]);
  return Math.abs(ours[0] - theirs[0]) <= Math.max(by, tolerances.cellStandardErrors.value * error);
}

/** Compares all figures of a cell. `small`: the buffer is so small that the link idles now and then. */
export function compare(ours: Figures, theirs: Figures, policy: string, small: boolean): Comparison[] {
  const add = (what: string, mine: Figure, other: Figure, by: number): Comparison => ({
    what,
    ours: mine[0],
    theirs: other[0],
    ok: close(mine, other, [ours.seeds, theirs.seeds], by),
  });
  const idle = small ? tolerances.utilisationSmallBuffer : tolerances.utilisationSaturated;
  const share = policy === 'droptail' ? tolerances.tailShare.value : tolerances.aqmShare.value;
  const rows = [
    add('utilisation', ours.utilisation, theirs.utilisation, idle.value),
    add('mean delay, ms', ours.meanDelayMs, theirs.meanDelayMs, tolerances.delay.value * theirs.meanDelayMs[0]),
    add('delay deviation, ms', ours.delayStdMs, theirs.delayStdMs, tolerances.delayStd.value * theirs.delayStdMs[0]),
  ];
  for (const [id, figures] of Object.entries(theirs.classes)) {
    const mine = ours.classes[id] as ClassFigures;
    const few = policy === 'red-ecn' && id === 'ltnrf';
    const by = few ? tolerances.ecnUnresponsiveDropRate.value : tolerances.dropRate.value;
    const rate = (figure: Figure, relative: number) => Math.max(relative * figure[0], tolerances.rateFloor.value);
    rows.push(
      add(`${id} share`, mine.share, figures.share, share),
      add(`${id} drop rate`, mine.dropRate, figures.dropRate, rate(figures.dropRate, by)),
      add(`${id} mark rate`, mine.markRate, figures.markRate, rate(figures.markRate, tolerances.markRate.value)),
    );
  }
  return rows;
}

export function failures(rows: readonly Comparison[]): string[] {
  return rows.filter((row) => !row.ok).map(({ what, ours, theirs }) => `${what}: ${ours} against ${theirs}`);
}
