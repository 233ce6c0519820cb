/** The plots that are not over time, as numbers. They count since the warm-up. */

import { meanDelayMs } from '../engine/figures/run-figures.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../engine/frame/frame.ts';
import type { NamedLaneData } from '../engine/frame/lane-data.ts';
import { classGoodputMbps } from '../quantities/figures/class-rates.ts';
import { goodputShares, isEqualByHost } from '../quantities/figures/goodput-shares.ts';
import { vcRates } from '../quantities/figures/vc-rates.ts';
import { equalHostGoodputMbps } from '../quantities/plots/equal-shares.ts';
import type { PlotKind } from '../quantities/plots/plot-kind.ts';
import {
  CLASS_DELAYS_KIND,
  DURATIONS_KIND,
  FLOWS_KIND,
  HOSTS_KIND,
  SHARES_KIND,
  VCS_KIND,
} from '../quantities/plots/snapshot-kinds.ts';
import { jsonNumber } from './file-numbers.ts';

/** A number of a lane in a snapshot, with its class. */
export interface SnapshotPlotRow {
  readonly lane: string;
  readonly class: string;
  /** The place along the plot: the flow, or the share (%). Bars have none. */
  readonly at?: number;
  /** In the unit of the plot; for durations, ms. */
  readonly value: number | null;
  /** For a VC: its guarantee. */
  readonly minimum?: number | null;
  /** For a VC, a host or a share: the fair one. */
  readonly fairShare?: number | null;
}

/** A plot of one moment. */
export interface Snapshot {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly rows: readonly SnapshotPlotRow[];
}

function flowRows({ lane, description, frame }: NamedLaneData): SnapshotPlotRow[] {
  const flows = frame?.flows ?? new Float64Array();
  return Array.from({ length: flows.length / FLOW_RATE_STRIDE }, (_, index) => {
    const cell = (column: number) => flows[index * FLOW_RATE_STRIDE + column];
    const name = description?.classes[cell(FlowRateColumn.classIndex)]?.label ?? '';
    return { lane, class: name, at: index, value: jsonNumber(cell(FlowRateColumn.goodputBps) / 1e6) };
  });
}

/** Empty where no hosts compete. */
function hostRows(shownLane: NamedLaneData): SnapshotPlotRow[] {
  const { lane, description, frame } = shownLane;
  const equalMbps = equalHostGoodputMbps(shownLane);
  if (description === undefined || frame === undefined || equalMbps === undefined) return [];
  return description.classes.map(({ label }, index) => ({
    lane,
    class: label,
    value: jsonNumber(classGoodputMbps(frame, index)),
    fairShare: jsonNumber(equalMbps),
  }));
}

function vcRows({ lane, description, frame }: NamedLaneData): SnapshotPlotRow[] {
  return (frame === undefined ? [] : vcRates(frame)).map((rate, vc) => ({
    lane,
    class: description?.classes[vc]?.label ?? '',
    value: jsonNumber(rate.throughputBps / 1e6),
    minimum: jsonNumber(rate.guaranteedBps / 1e6),
    fairShare: jsonNumber(rate.shareBps / 1e6),
  }));
}

function durationRows({ lane, description, frame }: NamedLaneData): SnapshotPlotRow[] {
  return (frame?.durationQuantilesNs ?? []).flatMap((quantiles, index) =>
    Array.from(quantiles ?? [], (ns, quantile) => ({
      lane,
      class: description?.classes[index]?.label ?? '',
      at: (100 * (quantile + 1)) / (quantiles?.length ?? 1),
      value: jsonNumber(ns / 1e6),
    })).filter(({ value }) => value !== null),
  );
}

/** Empty where no classes of long TCP flows compete. */
function shareRows(shownLane: NamedLaneData, lanes: readonly NamedLaneData[]): SnapshotPlotRow[] {
  return goodputShares(shownLane, isEqualByHost(lanes)).map(({ label, percent, equalPercent }) => ({
    lane: shownLane.lane,
    class: label,
    value: jsonNumber(percent),
    fairShare: jsonNumber(equalPercent),
  }));
}

function classDelayRows({ lane, description, frame }: NamedLaneData): SnapshotPlotRow[] {
  if (description === undefined || frame === undefined) return [];
  return description.classes.map(({ label }, index) => ({
    lane,
    class: label,
    value: jsonNumber(meanDelayMs(frame.measured, index)),
  }));
}

const SNAPSHOTS: readonly (readonly [
  PlotKind,
  (lane: NamedLaneData, lanes: readonly NamedLaneData[]) => SnapshotPlotRow[],
])[] = [
  [DURATIONS_KIND, durationRows],
  [FLOWS_KIND, flowRows],
  [HOSTS_KIND, hostRows],
  [VCS_KIND, vcRows],
  [SHARES_KIND, shareRows],
  [CLASS_DELAYS_KIND, classDelayRows],
];

/**
 * The snapshots with data.
 * @param ids the requested plots; default all
 */
export function snapshotsOfLanes(lanes: readonly NamedLaneData[], ids?: readonly string[]): Snapshot[] {
  return SNAPSHOTS.flatMap(([{ id, title, unit, help }, rowsOf]) => {
    const rows = ids === undefined || ids.includes(id) ? lanes.flatMap((lane) => rowsOf(lane, lanes)) : [];
    return rows.length === 0 ? [] : [{ id, title, unit, help, rows }];
  });
}
