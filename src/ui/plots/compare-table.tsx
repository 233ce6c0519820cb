/** The present figures as a table with a column for each lane. Each figure has a small curve over time. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { counterTotal, durationMs, usefulPacketShare } from '../../engine/figures/run-figures.ts';
import { ClassColumn, type Frame } from '../../engine/frame/frame.ts';
import { completionPlot } from '../../plots/over-time/completion.ts';
import { roundTripPlot } from '../../plots/over-time/round-trip.ts';
import { curveOfPlot, type RunCurve } from '../../plots/run-curves.ts';
import { type DurationStatistic, durationLabel } from '../../quantities/figures/duration-figures.ts';
import { comparedSenders, laneFairness } from '../../quantities/figures/lane-figures.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SavedTable } from '../saving/saving.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { inRow, queueRows } from './queue-rows.ts';
import { Sparkline, sparklineLines } from './sparkline.tsx';
import type { TableRowModel } from './table-row-model.ts';
import { callRows, roundTripRows } from './two-way-rows.ts';
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

/** The counts of a link that loses or reorders, over the whole run; none if nothing happened there. */
function wireRows(lanes: readonly LaneSnapshot[]): TableRowModel[] {
  return WIRE_ROWS.flatMap(([name, unit, column]): TableRowModel[] => {
    const value = ({ classes }: Pick<Frame, 'classes'>) => counterTotal({ classes }, column);
    return lanes.some(({ frame }) => frame !== undefined && value(frame) > 0) ? [{ id: name, name, unit, value }] : [];
  });
}

/** Durations of transfers or round trips, for each class that times them. */
function durationRows(lane: LaneSnapshot | undefined): TableRowModel[] {
  return (lane?.description?.classes ?? []).flatMap(({ timed, label }, index): TableRowModel[] => {
    if (timed === undefined) return [];
    const plot = timed === 'completion' ? completionPlot : roundTripPlot;
    const row = (statistic: DurationStatistic, curve?: RunCurve): TableRowModel => ({
      id: `${statistic} ${index}`,
      name: `${inRow(durationLabel(timed, statistic))}, ${label}`,
      unit: 'ms',
      value: ({ durations }) => durationMs(durations[index], statistic),
      curve,
    });
    const [completed, unit] =
      timed === 'completion' ? ['completed transfers', 'transfers'] : ['answered pings', 'pings'];
    return [
      row('meanMs', curveOfPlot(plot, index)),
      row('sdMs'),
      row(
        'p95Ms',
        curveOfPlot(plot, index, undefined, ({ upperValue }) => upperValue),
      ),
      {
        id: `completed ${index}`,
        name: `${completed}, ${label}`,
        unit,
        value: ({ durations }) => durations[index]?.count ?? 0,
      },
    ];
  });
}

/** The rows of video players, over the whole run. */
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

export function compareRows(lanes: readonly LaneSnapshot[]): TableRowModel[] {
  const [first] = lanes;
  const videos = (first?.description?.classes ?? []).flatMap(({ kind, label }, index): TableRowModel[] => {
    const value = ({ measured }: Frame) => 100 * usefulPacketShare(measured, index);
    const name = `in frames that can be shown, ${label}`;
    return kind === 'video' ? [{ id: `shown ${index}`, name, unit: '% of packets', value }] : [];
  });
  return [
    ...queueRows(lanes, first?.up === undefined ? undefined : 'down'),
    ...wireRows(lanes),
    ...videos,
    ...durationRows(first),
    ...playbackRows(first),
    {
      id: 'fairness',
      name: `fairness among ${comparedSenders(first?.description?.bufferUnit === 'cells')}`,
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
    ...(first?.up === undefined ? [] : [...queueRows(lanes, 'up'), ...roundTripRows(first), ...callRows(first)]),
  ];
}

/** The span that the figures count. At the very end of the warm-up, it has no length. */
export function formatCountedSpan({ description }: Pick<LaneSnapshot, 'description'>, timeNs: number): string {
  const warmupNs = description?.warmupNs ?? 0;
  const nowText = (timeNs / 1e9).toFixed(2);
  if (timeNs === warmupNs && warmupNs > 0)
    return `The warm-up ends here, and the figures begin: no values yet. They count from ${warmupNs / 1e9} s on.`;
  return timeNs < warmupNs
    ? `Warming up: from 0 s to ${nowText} s. The figures restart at ${warmupNs / 1e9} s.`
    : `From ${warmupNs / 1e9} s to ${nowText} s.`;
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
          {formatCountedSpan(first, timeNs)}{' '}
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
