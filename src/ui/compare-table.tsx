/** The figures so far, a column a lane, each with its course over time. */
import type { Lane } from '../app/lane.ts';
import { policyOf } from '../app/run-script.ts';
import { ClassColumn, type Frame } from '../engine/frame.ts';
import { figure, LANE_LETTERS } from '../view/palette.ts';
import { usePage, useTools } from './context.tsx';
import { laneFairness, measuredSeconds, ofClass, total } from './lane-figures.ts';
import { plotKinds } from './plot-kinds.ts';

interface Row {
  readonly name: string;
  readonly unit: string;
  value(frame: Frame, lane: Lane): number;
  /** Plot and line that show its course. */
  readonly course?: readonly [kind: string, line: number];
}

/** What policies count of themselves: what they keep, and how much they do for a packet. */
function countsOf(lanes: readonly Lane[]): Row[] {
  const signals = lanes.flatMap((lane) => lane.description?.hints.signals ?? []).filter(({ axis }) => axis === 'own');
  const unlike = signals.filter(({ id }, at) => signals.findIndex((other) => other.id === id) === at);
  return unlike.map(({ id, label, unit }) => ({
    name: label,
    unit,
    value: ({ signals: values }, { description }) =>
      values[description?.hints.signals.findIndex((signal) => signal.id === id) ?? -1] ?? Number.NaN,
  }));
}

function rowsOf(lanes: readonly Lane[]): Row[] {
  const classes = lanes[0]?.description?.classes ?? [];
  return [
    {
      name: 'link busy',
      unit: '% of the time',
      value: (frame) => (100 * frame.measuredBusyNs) / frame.measuredNs,
      course: ['busy', 0],
    },
    {
      name: 'payload share of the link',
      unit: '0 to 1',
      value: (frame) => (total(frame, ClassColumn.countedBytes) * 8) / frame.measuredCapacityBits,
      course: ['total', 0],
    },
    {
      name: 'mean delay',
      unit: 'ms',
      value: (frame) => total(frame, ClassColumn.delaySumNs) / total(frame, ClassColumn.startedPackets) / 1e6,
      course: ['delay', 0],
    },
    {
      name: 'loss',
      unit: '%',
      value: (frame) => (100 * total(frame, ClassColumn.droppedPackets)) / total(frame, ClassColumn.arrivedPackets),
      course: ['drops', 0],
    },
    {
      name: 'marked',
      unit: '%',
      value: (frame) => (100 * total(frame, ClassColumn.markedPackets)) / total(frame, ClassColumn.arrivedPackets),
      course: ['marks', 0],
    },
    ...classes.map(
      (item, index): Row => ({
        name: `throughput, ${item.label}`,
        unit: 'Mb/s',
        value: (frame) => (ofClass(frame, index, ClassColumn.countedBytes) * 8) / measuredSeconds(frame) / 1e6,
        course: ['throughput', index],
      }),
    ),
    ...classes.map(
      (item, index): Row => ({
        name: `mean delay, ${item.label}`,
        unit: 'ms',
        value: (frame) =>
          ofClass(frame, index, ClassColumn.delaySumNs) / ofClass(frame, index, ClassColumn.startedPackets) / 1e6,
        course: ['class-delay', index],
      }),
    ),
    ...classes.map(
      (item, index): Row => ({
        name: `loss, ${item.label}`,
        unit: '%',
        value: (frame) =>
          (100 * ofClass(frame, index, ClassColumn.droppedPackets)) / ofClass(frame, index, ClassColumn.arrivedPackets),
        course: ['drops', index],
      }),
    ),
    ...classes.flatMap((item, index): Row[] => {
      if (item.kind !== 'video') return [];
      const { usefulPackets, arrivedPackets } = ClassColumn;
      const value = (frame: Frame) =>
        (100 * ofClass(frame, index, usefulPackets)) / ofClass(frame, index, arrivedPackets);
      return [{ name: `in frames that can be shown, ${item.label}`, unit: '% of packets', value }];
    }),
    { name: 'fairness among classes', unit: 'Jain’s index', value: laneFairness },
    ...countsOf(lanes),
  ];
}

export function CompareTable() {
  const { page } = useTools();
  const run = usePage((state) => state.run);
  usePage((state) => state.beat);
  const { lanes } = page.session;
  const first = lanes[0];
  if (first === undefined) return null;
  const rows = rowsOf(lanes);
  const csv = () => {
    const head = ['figure', 'unit', ...run.lanes.map((lane, index) => `${LANE_LETTERS[index]} ${policyOf(lane).name}`)];
    const lines = rows.map(({ name, unit, value }) => [
      JSON.stringify(name),
      JSON.stringify(unit),
      ...lanes.map((lane) => (lane.frame === undefined ? '' : value(lane.frame, lane))),
    ]);
    const text = [head.map((cell) => JSON.stringify(cell)), ...lines].map((cells) => cells.join(',')).join('\n');
    navigator.clipboard
      .writeText(text)
      .then(() => page.notify('The table was copied as comma-separated values.'))
      .catch(() => page.notify('The table could not be copied: this browser does not allow it here.'));
  };
  return (
    <div className="compare">
      <table>
        <caption>
          Since the warm-up, at {(page.session.timeNs / 1e9).toFixed(2)} s{' '}
          <button type="button" onClick={csv}>
            Copy as CSV
          </button>
        </caption>
        <thead>
          <tr>
            <th scope="col">figure</th>
            {run.lanes.map((lane, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
              <th key={index} scope="col">
                {LANE_LETTERS[index]} {policyOf(lane).name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {row.name} <span className="unit">{row.unit}</span>
              </th>
              {lanes.map((lane, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
                <Cell key={index} row={row} lane={lane} reference={index > 0 ? first : undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({
  row,
  lane,
  reference,
}: {
  readonly row: Row;
  readonly lane: Lane;
  readonly reference: Lane | undefined;
}) {
  const figureOf = (of: Lane | undefined) => (of?.frame === undefined ? Number.NaN : row.value(of.frame, of));
  const value = figureOf(lane);
  const difference = value - figureOf(reference);
  return (
    <td>
      {row.course !== undefined && <Sparkline lane={lane} course={row.course} />}
      <b>{figure(value)}</b>
      <small>{Number.isNaN(difference) ? '' : `${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))}`}</small>
    </td>
  );
}

const SPARK = { width: 64, height: 16, points: 32 };

/** The course of a figure, each point the mean of a thirty-second of the run so far. */
function Sparkline({
  lane,
  course: [kind, line],
}: {
  readonly lane: Lane;
  readonly course: readonly [string, number];
}) {
  const values = plotKinds.find(({ id }) => id === kind)?.lines(lane)[line];
  const rows = lane.history.rows;
  if (values === undefined || rows < 2) return null;
  const length = Math.min(SPARK.points, rows);
  const points = Array.from({ length }, (_, index) => {
    const from = Math.floor((index * rows) / length);
    const until = Math.floor(((index + 1) * rows) / length);
    let sum = 0;
    let count = 0;
    for (let row = from; row < until; row++) {
      const value = values.value(row);
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    return count === 0 ? 0 : sum / count;
  });
  const highest = Math.max(...points, 1e-12);
  const path = points.map((value, index) => {
    const x = (index / Math.max(1, points.length - 1)) * SPARK.width;
    return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(SPARK.height - 1 - (value / highest) * (SPARK.height - 2)).toFixed(1)}`;
  });
  return (
    <svg className="spark" width={SPARK.width} height={SPARK.height} aria-hidden="true">
      <path d={path.join('')} fill="none" stroke="currentColor" />
    </svg>
  );
}
