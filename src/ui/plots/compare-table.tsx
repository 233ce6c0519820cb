/** The present figures as a table with a column for each lane. Each figure has a small curve over time. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import {
  counterTotal,
  dropRate,
  linkBusyShare,
  linkLossRate,
  markRate,
  meanDelayMs,
  payloadUtilisation,
  throughputBps,
  usefulPacketShare,
} from '../../engine/figures/run-figures.ts';
import {
  ClassColumn,
  type DurationKind,
  type Durations,
  type Frame,
  type MeasuredSpan,
} from '../../engine/frame/frame.ts';
import { completionPlot } from '../../plots/over-time/completion.ts';
import { roundTripPlot } from '../../plots/over-time/round-trip.ts';
import { curveOfPlot, type RunCurve, runCurves } from '../../plots/run-curves.ts';
import { laneFairness } from '../../quantities/figures/lane-figures.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SavedTable } from '../saving/saving.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { Sparkline, sparklineLines } from './sparkline.tsx';
import type { TableRowModel } from './table-row-model.ts';
import { upFigureRows } from './up-figure-rows.ts';
import './compare-table.css';

/**
 * The own signals of policies: a state at the shown time, or a mean since the start of the run. The names say which,
 * because the other rows do not count the warm-up.
 */
function signalRows(lanes: readonly LaneSnapshot[]): TableRowModel[] {
  const signals = lanes.flatMap((lane) => lane.description?.hints.signals ?? []).filter(({ axis }) => axis === 'own');
  const distinctSignals = signals.filter(({ id }, index) => signals.findIndex((other) => other.id === id) === index);
  return distinctSignals.map(({ id, label, unit, isSinceStart }) => ({
    id: `signal ${id}`,
    name: `${label}, ${isSinceStart ? 'since the start' : 'now'}`,
    unit,
    value: ({ signals: values }, { description }) =>
      values[description?.hints.signals.findIndex((signal) => signal.id === id) ?? -1] ?? Number.NaN,
  }));
}

const WIRE_ROWS = [
  ['lost on the wire since the start', 'packets', ClassColumn.lostPackets],
  ['reordered on the wire since the start', 'packets', ClassColumn.reorderedPackets],
  ['lost ACKs since the start', 'ACKs', ClassColumn.lostAcks],
] as const;

const losesOnLink = (lanes: readonly LaneSnapshot[]): boolean =>
  lanes.some(({ frame }) => frame !== undefined && counterTotal(frame, ClassColumn.lostPackets) > 0);

/** The figure of the policy's drops: where the link loses too, it says who drops. */
const lossName = (lanes: readonly LaneSnapshot[]): string => (losesOnLink(lanes) ? 'router drops' : 'loss');

/** The counts of a link that loses or reorders, over the whole run; none if nothing happened there. */
function wireRows(lanes: readonly LaneSnapshot[]): TableRowModel[] {
  return WIRE_ROWS.flatMap(([name, unit, column]): TableRowModel[] => {
    const value = ({ classes }: Pick<Frame, 'classes'>) => counterTotal({ classes }, column);
    return lanes.some(({ frame }) => frame !== undefined && value(frame) > 0) ? [{ id: name, name, unit, value }] : [];
  });
}

/** A figure of each class; its curve is that class's line of a plot. */
function byClass(
  lane: LaneSnapshot | undefined,
  name: string,
  unit: string,
  figure: ClassFigureOfSpan,
  curve: (index: number) => RunCurve,
): TableRowModel[] {
  return (lane?.description?.classes ?? []).map(
    (item, index): TableRowModel => ({
      id: `${name} ${index}`,
      name: `${name}, ${item.label}`,
      unit,
      value: ({ measured }) => figure(measured, index),
      curve: curve(index),
    }),
  );
}

const TIMED = {
  completion: { name: 'completion time', completed: 'completed transfers', unit: 'transfers', plot: completionPlot },
  roundTrip: { name: 'round trip', completed: 'answered pings', unit: 'pings', plot: roundTripPlot },
} as const satisfies Record<DurationKind, unknown>;

/** Durations of transfers or round trips, for each class that times them. */
function durationRows(lane: LaneSnapshot | undefined): TableRowModel[] {
  return (lane?.description?.classes ?? []).flatMap(({ timed, label }, index): TableRowModel[] => {
    if (timed === undefined) return [];
    const texts = TIMED[timed];
    const count = ({ durations }: Frame) => durations[index]?.count ?? 0;
    const row = (statistic: string, figure: (durations: Durations) => number): TableRowModel => ({
      id: `${statistic} ${index}`,
      name: `${statistic} ${texts.name}, ${label}`,
      unit: 'ms',
      value: (frame) => (count(frame) === 0 ? Number.NaN : figure(required(frame.durations[index]))),
    });
    return [
      { ...row('mean', ({ meanMs }) => meanMs), curve: curveOfPlot(texts.plot, index) },
      row('standard deviation of', ({ sdMs }) => sdMs),
      {
        ...row('95th percentile of', ({ p95Ms }) => p95Ms),
        curve: curveOfPlot(texts.plot, index, undefined, ({ upperValue }) => upperValue),
      },
      { id: `completed ${index}`, name: `${texts.completed}, ${label}`, unit: texts.unit, value: count },
    ];
  });
}

/** For video players, over the whole run. */
function playbackRows(lane: LaneSnapshot | undefined): TableRowModel[] {
  const row = (label: string, index: number, [name, unit, id]: (typeof PLAYBACK_ROWS)[number]): TableRowModel => ({
    id: `${id} ${index}`,
    name: `${name}, ${label}`,
    unit,
    value: ({ playback }) => playback[index]?.[id] ?? Number.NaN,
  });
  return (lane?.description?.classes ?? []).flatMap(({ kind, label }, index) =>
    kind === 'player' ? PLAYBACK_ROWS.map((rowSpec) => row(label, index, rowSpec)) : [],
  );
}

const PLAYBACK_ROWS = [
  ['mean bitrate since the start', 'kbit/s', 'meanBitrateKbps'],
  ['stalls since the start', '', 'stalls'],
  ['stalled since the start', 's', 'stallSeconds'],
  ['switches since the start', '', 'switches'],
  ['start-up', 's', 'startupSeconds'],
] as const;

type ClassFigureOfSpan = (span: MeasuredSpan, index: number) => number;

/** The same share in percent. */
const toPercent =
  (share: (span: MeasuredSpan, index?: number) => number) =>
  (span: MeasuredSpan, index?: number): number =>
    100 * share(span, index);

const toMegabits: ClassFigureOfSpan = (span, index) => throughputBps(span, index) / 1e6;

export function compareRows(lanes: readonly LaneSnapshot[]): TableRowModel[] {
  const [first] = lanes;
  const wholeRow = (
    name: string,
    unit: string,
    figure: (span: MeasuredSpan) => number,
    curve: RunCurve,
  ): TableRowModel => ({
    id: name,
    name,
    unit,
    value: ({ measured }) => figure(measured),
    curve,
  });
  const videos = (first?.description?.classes ?? []).flatMap((item, index): TableRowModel[] => {
    const value = ({ measured }: Frame) => 100 * usefulPacketShare(measured, index);
    const name = `in frames that can be shown, ${item.label}`;
    return item.kind === 'video' ? [{ id: `shown ${index}`, name, unit: '% of packets', value }] : [];
  });
  // With two queues, each row of one of them names it, as those of the queue up do.
  const down = first?.up === undefined ? '' : ' down';
  const loss = `${lossName(lanes)}${down}`;
  const linkLoss = `link loses${down}`;
  return [
    wholeRow(`link${down} busy`, '% of the time', toPercent(linkBusyShare), runCurves.busy()),
    wholeRow(`payload share of the link${down}`, '0 to 1', payloadUtilisation, runCurves.throughput()),
    wholeRow(`mean delay${down}`, 'ms', meanDelayMs, runCurves.delay()),
    wholeRow(loss, '%', toPercent(dropRate), runCurves.drops()),
    ...(losesOnLink(lanes) ? [wholeRow(linkLoss, '%', toPercent(linkLossRate), runCurves.linkLosses())] : []),
    wholeRow(`marked${down}`, '%', toPercent(markRate), runCurves.marks()),
    ...byClass(first, `throughput${down}`, 'Mb/s', toMegabits, runCurves.throughput),
    ...byClass(first, `mean delay${down}`, 'ms', meanDelayMs, runCurves.delay),
    ...byClass(first, loss, '%', toPercent(dropRate), runCurves.drops),
    ...(losesOnLink(lanes) ? byClass(first, linkLoss, '%', toPercent(linkLossRate), runCurves.linkLosses) : []),
    ...wireRows(lanes),
    ...videos,
    ...durationRows(first),
    ...playbackRows(first),
    {
      id: 'fairness',
      name: 'fairness among classes',
      unit: 'Jain’s index, of at least two',
      value: (frame, { description }) => laneFairness(frame, description),
    },
    {
      id: 'flowFairness',
      name: 'fairness among flows',
      unit: 'Jain’s index, of at least two',
      value: ({ flowFairness }) => flowFairness,
    },
    ...signalRows(lanes),
    ...upFigureRows(first),
  ];
}

/** The span that the figures count. */
function formatSpan({ description }: LaneSnapshot, timeNs: number): string {
  const warmupNs = description?.warmupNs ?? 0;
  const now = (timeNs / 1e9).toFixed(2);
  return timeNs < warmupNs
    ? `Warming up: from 0 s to ${now} s. The figures restart at ${warmupNs / 1e9} s.`
    : `From ${warmupNs / 1e9} s to ${now} s.`;
}

export function CompareTable() {
  const timeNs = usePage((state) => state.timeNs);
  const run = usePage((state) => state.run);
  const lanes = useLanes();
  const first = lanes[0];
  if (first === undefined) return null;
  const rows = compareRows(lanes);
  const table = (): SavedTable => ({
    head: ['figure', 'unit', ...run.lanes.map((_, index) => letteredLaneName(run, index))],
    rows: rows.map(({ name, unit, value }) => [
      name,
      unit,
      ...lanes.map((lane) => (lane.frame === undefined ? undefined : value(lane.frame, lane))),
    ]),
  });
  return (
    <div className="compare">
      <table className="ruled">
        <caption>
          {formatSpan(first, timeNs)}{' '}
          <span className="compare-curves">Curves show the run so far. All lanes of a row use the same scale. </span>
          <SaveMenu title="Figures" createTable={table} />
        </caption>
        <thead>
          <tr>
            <th scope="col">figure</th>
            {run.lanes.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
              <th key={index} scope="col">
                {letteredLaneName(run, index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} lanes={lanes} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, lanes }: { readonly row: TableRowModel; readonly lanes: readonly LaneSnapshot[] }) {
  const { curve } = row;
  const sparkline = curve === undefined ? undefined : sparklineLines(curve, lanes);
  return (
    <tr>
      <th scope="row">
        {row.name} <span className="unit">{row.unit}</span>
        {sparkline !== undefined && (
          <small className="compare-scale">
            curve{curve?.name !== undefined && ` of ${curve.name}`}: 0 to {formatNumber(sparkline.highestValue)}{' '}
            {curve?.unit}
          </small>
        )}
      </th>
      {lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
        <Cell key={index} row={row} lane={lane} reference={index > 0 ? lanes[0] : undefined}>
          {sparkline !== undefined && (
            <Sparkline points={sparkline.lines[index] ?? []} highestValue={sparkline.highestValue} />
          )}
        </Cell>
      ))}
    </tr>
  );
}

function Cell({
  row,
  lane,
  reference,
  children,
}: {
  readonly row: TableRowModel;
  readonly lane: LaneSnapshot;
  readonly reference: LaneSnapshot | undefined;
  readonly children: React.ReactNode;
}) {
  const rowValue = (snapshot: LaneSnapshot | undefined) =>
    snapshot?.frame === undefined ? Number.NaN : row.value(snapshot.frame, snapshot);
  const value = rowValue(lane);
  const difference = value - rowValue(reference);
  return (
    <td>
      {children}
      <b className="compare-figure">{formatNumber(value)}</b>
      <small className="compare-difference">
        {Number.isNaN(difference) ? '' : `${difference < 0 ? '−' : '+'}${formatNumber(Math.abs(difference))}`}
      </small>
    </td>
  );
}
