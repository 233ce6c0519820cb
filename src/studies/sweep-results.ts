/** The results of a sweep: the quantities of its runs, their means over the replications, and the knee of a curve. */

import { durationMs } from '../engine/figures/run-figures.ts';
import type { DurationKind } from '../engine/frame/frame.ts';
import { dataPacketBytes } from '../engine/scenario/largest-packet.ts';
import { resolveScenario, type Scenario, usesCells } from '../engine/scenario/scenario.ts';
import { durationKindOfSource } from '../engine/sources/source-schemas.ts';
import type { ParameterValues } from '../params/schema.ts';
import { type DurationStatistic, durationLabel } from '../quantities/figures/duration-figures.ts';
import { comparedSenders } from '../quantities/figures/lane-figures.ts';
import { type QueueFigureId, queueFigures } from '../quantities/figures/queue-figures.ts';
import { type ReplicatedFigure, RunningStatistics } from '../shared/statistics.ts';
import type { Sweep } from './sweep.ts';
import type { RunFigures, RunStatistic, RunTaskResult, SweepPlace } from './tasks.ts';

/** A quantity of a run. */
export interface SweepQuantity {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** Natural end of the axis, in `unit`. */
  readonly maxY?: number;
  readonly statistic: RunStatistic;
}

/** The quantities that the runs of a scenario have, in the order of the menu. */
export function sweepQuantities(scenario: Scenario): SweepQuantity[] {
  const { sources } = scenario;
  const isOfCells = usesCells(scenario);
  const megabits = (figures: RunFigures) => figures.classes.reduce((sum, item) => sum + item.throughputBps, 0) / 1e6;
  const ofQueue = (id: QueueFigureId, statistic: RunStatistic): SweepQuantity => {
    const { label, unit } = queueFigures[id];
    return { id, label, unit, statistic };
  };
  const fairnessAmong = (others: string, id: string, statistic: RunStatistic): SweepQuantity => ({
    id,
    label: `Fairness among ${others}`,
    unit: 'Jain’s index',
    maxY: 1,
    statistic,
  });
  return [
    ofQueue('throughput', megabits),
    ofQueue('delay', ({ meanDelayMs }) => meanDelayMs),
    { id: 'p95', label: '95th percentile of the delay', unit: 'ms', statistic: ({ p95DelayMs }) => p95DelayMs },
    { ...ofQueue('loss', ({ dropRate }) => 100 * dropRate), ...(isOfCells && { label: 'Refused' }) },
    { ...ofQueue('busy', ({ busy }) => 100 * busy), maxY: 100 },
    { ...ofQueue('utilisation', ({ utilisation }) => utilisation), maxY: 1 },
    fairnessAmong(comparedSenders(isOfCells), 'fairness', ({ fairnessIndex = Number.NaN }) => fairnessIndex),
    fairnessAmong('flows', 'flowFairness', ({ flowFairnessIndex = Number.NaN }) => flowFairnessIndex),
    ...Object.entries(sources).map(([id, { label }], index) => ({
      id: `throughput ${id}`,
      label: `Throughput, ${label}`,
      unit: 'Mb/s',
      statistic: ({ classes }: RunFigures) => (classes[index]?.throughputBps ?? Number.NaN) / 1e6,
    })),
    ...Object.values(sources).flatMap((source, index) =>
      durationQuantities(durationKindOfSource(source.kind, source), source.label, index),
    ),
  ];
}

/** For a class that times its transfers or round trips. */
function durationQuantities(kind: DurationKind | undefined, label: string, index: number): SweepQuantity[] {
  if (kind === undefined) return [];
  const quantity = (id: string, statistic: DurationStatistic): SweepQuantity => ({
    id: `${id} ${index}`,
    label: `${durationLabel(kind, statistic)}, ${label}`,
    unit: 'ms',
    statistic: ({ classes }) => durationMs(classes[index]?.[kind], statistic),
  });
  return [quantity(kind, 'meanMs'), quantity(`p95 ${kind}`, 'p95Ms')];
}

/** The figures of one lane at one point, over all replications. */
export interface SweepPoint extends SweepPlace {
  /** By the id of a quantity. */
  readonly figures: Readonly<Record<string, ReplicatedFigure>>;
}
/** The results of one point and lane. */
interface GatheredPoint {
  readonly place: SweepPlace;
  /** By quantity, over the replications before `next`. */
  readonly statistics: readonly RunningStatistics[];
  /** The replication whose figures are added next, from 0. */
  nextReplication: number;
  /** Figures of later replications, by quantity. They are added after the earlier ones. */
  readonly earlyFigures: Map<number, readonly number[]>;
}
/**
 * The results so far: means over the replications. They do not depend on the order of the results, to the last bit.
 * Only results that came too early are stored.
 */
export class SweepResults {
  private readonly quantities: readonly SweepQuantity[];
  private readonly firstSeed: number;
  private readonly byPlace = new Map<string, GatheredPoint>();

  constructor({ scenario, seed }: Pick<Sweep, 'scenario' | 'seed'>) {
    this.quantities = sweepQuantities(scenario);
    this.firstSeed = seed;
  }

  /** Adds a result to all points that have it. */
  add({ places = [], seed, figures }: RunTaskResult): void {
    const values = this.quantities.map(({ statistic }) => statistic(figures));
    for (const place of places) this.addToPoint(place, seed, values);
  }

  private addToPoint(place: SweepPlace, seed: number, values: readonly number[]): void {
    const key = JSON.stringify([place.at, place.lane]);
    const gatheredPoint = this.byPlace.get(key) ?? {
      place,
      statistics: this.quantities.map(() => new RunningStatistics()),
      nextReplication: 0,
      earlyFigures: new Map(),
    };
    this.byPlace.set(key, gatheredPoint);
    gatheredPoint.earlyFigures.set(Math.abs(seed - this.firstSeed), values);
    for (
      let nextValues = gatheredPoint.earlyFigures.get(gatheredPoint.nextReplication);
      nextValues !== undefined;
      nextValues = gatheredPoint.earlyFigures.get(gatheredPoint.nextReplication)
    ) {
      addFinite(gatheredPoint.statistics, nextValues);
      gatheredPoint.earlyFigures.delete(gatheredPoint.nextReplication);
      gatheredPoint.nextReplication++;
    }
  }

  /** In ascending order of their coordinates. */
  points(): SweepPoint[] {
    const points = [...this.byPlace.values()].map((gatheredPoint): SweepPoint => {
      const statistics = withEarlyFigures(gatheredPoint);
      const finiteFigures = this.quantities
        .map(({ id }, index) => [id, statistics[index].result()] as const)
        .filter(([, { n }]) => n > 0);
      const { at, lane } = gatheredPoint.place;
      return { at, lane, figures: Object.fromEntries(finiteFigures) };
    });
    return points.sort((a, b) => {
      const axisIndex = a.at.findIndex((value, index) => value !== b.at[index]);
      return axisIndex < 0 ? a.lane - b.lane : a.at[axisIndex] - b.at[axisIndex];
    });
  }
}
function addFinite(statistics: readonly RunningStatistics[], values: readonly number[]): void {
  for (const [index, value] of values.entries()) if (Number.isFinite(value)) statistics[index]?.add(value);
}
/** Over all received replications; an earlier one may be missing. */
function withEarlyFigures({ statistics, earlyFigures }: GatheredPoint): readonly RunningStatistics[] {
  if (earlyFigures.size === 0) return statistics;
  const combinedStatistics = statistics.map((moment) => moment.copy());
  for (const [, values] of [...earlyFigures].sort(([a], [b]) => a - b)) addFinite(combinedStatistics, values);
  return combinedStatistics;
}
/** Delay of a packet of the first source from end to end without queueing, ms. */
export function emptyDelayMs(scenario: Scenario): number {
  const { link, access, sources } = resolveScenario(scenario);
  const values: ParameterValues = sources[0]?.values ?? {};
  const { accessDelayMs = 0 } = values;
  const accessMs = Array.isArray(accessDelayMs) ? Number(accessDelayMs[0]) : Number(accessDelayMs);
  return accessMs + link.delayMs + access.receiverDelayMs + (8e3 * dataPacketBytes(values)) / link.rateBps;
}
/**
 * The knee: the point with the most power, throughput over the delay from end to end.
 * Source: Kleinrock, "Power and deterministic rules of thumb for probabilistic problems in computer communications",
 * 1979.
 */
export function kneeOfLane(points: readonly SweepPoint[], lane: number, emptyMs: number): number | undefined {
  let bestIndex: number | undefined;
  let max = 0;
  for (const { at, lane: pointLane, figures } of points) {
    const power = (figures.throughput?.mean ?? 0) / ((figures.delay?.mean ?? Number.NaN) + emptyMs);
    if (pointLane !== lane || !(power > max)) continue;
    max = power;
    bestIndex = at[0];
  }
  return bestIndex;
}
