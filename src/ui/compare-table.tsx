/** The figures so far, a column a lane, each with its course over time. */
import type { Lane } from '../app/lane.ts';
import { policyOf } from '../app/run-script.ts';
import { ClassColumn, type Frame } from '../engine/frame.ts';
import { figure, LANE_LETTERS } from '../view/palette.ts';
import { usePage, useTools } from './context.tsx';
import { laneFairness, measuredSeconds, ofClass, total } from './lane-figures.ts';
import { type Course, courses } from './plot-kinds.ts';
import { SaveMenu } from './save-menu.tsx';
import type { SavedTable } from './saving.ts';
import { coursesOf, Sparkline } from './sparkline.tsx';

interface Row {
  readonly name: string;
  readonly unit: string;
  value(frame: Frame, lane: Lane): number;
  readonly course?: Course;
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
      course: courses.busy(),
    },
    {
      name: 'payload share of the link',
      unit: '0 to 1',
      value: (frame) => (total(frame, ClassColumn.countedBytes) * 8) / frame.measuredCapacityBits,
      course: courses.throughput(),
    },
    {
      name: 'mean delay',
      unit: 'ms',
      value: (frame) => total(frame, ClassColumn.delaySumNs) / total(frame, ClassColumn.startedPackets) / 1e6,
      course: courses.delay(),
    },
    {
      name: 'loss',
      unit: '%',
      value: (frame) => (100 * total(frame, ClassColumn.droppedPackets)) / total(frame, ClassColumn.arrivedPackets),
      course: courses.drops(),
    },
    {
      name: 'marked',
      unit: '%',
      value: (frame) => (100 * total(frame, ClassColumn.markedPackets)) / total(frame, ClassColumn.arrivedPackets),
      course: courses.marks(),
    },
    ...classes.map(
      (item, index): Row => ({
        name: `throughput, ${item.label}`,
        unit: 'Mb/s',
        value: (frame) => (ofClass(frame, index, ClassColumn.countedBytes) * 8) / measuredSeconds(frame) / 1e6,
        course: courses.throughput(index),
      }),
    ),
    ...classes.map(
      (item, index): Row => ({
        name: `mean delay, ${item.label}`,
        unit: 'ms',
        value: (frame) =>
          ofClass(frame, index, ClassColumn.delaySumNs) / ofClass(frame, index, ClassColumn.startedPackets) / 1e6,
        course: courses.delay(index),
      }),
    ),
    ...classes.map(
      (item, index): Row => ({
        name: `loss, ${item.label}`,
        unit: '%',
        value: (frame) =>
          (100 * ofClass(frame, index, ClassColumn.droppedPackets)) / ofClass(frame, index, ClassColumn.arrivedPackets),
        course: courses.drops(index),
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
  const table = (): SavedTable => ({
    head: ['figure', 'unit', ...run.lanes.map((lane, index) => `${LANE_LETTERS[index]} ${policyOf(lane).name}`)],
    rows: rows.map(({ name, unit, value }) => [
      ...[name, unit],
      ...lanes.map((lane) => (lane.frame === undefined ? undefined : value(lane.frame, lane))),
    ]),
  });
  return (
    <div className="compare">
      <table>
        <caption>
          Since the warm-up, at {(page.session.timeNs / 1e9).toFixed(2)} s. Curves: the run so far, all lanes of a row
          on one scale. <SaveMenu what="Figures" table={table} />
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
            <TableRow key={row.name} row={row} lanes={lanes} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, lanes }: { readonly row: Row; readonly lanes: readonly Lane[] }) {
  const { course } = row;
  const drawn = course === undefined ? undefined : coursesOf(course, lanes);
  return (
    <tr>
      <th scope="row">
        {row.name} <span className="unit">{row.unit}</span>
        {drawn !== undefined && (
          <small className="spark-scale">
            curve: 0 to {figure(drawn.highest)} {course?.unit}
          </small>
        )}
      </th>
      {lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <Cell key={index} row={row} lane={lane} reference={index > 0 ? lanes[0] : undefined}>
          {drawn !== undefined && <Sparkline points={drawn.lines[index] ?? []} highest={drawn.highest} />}
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
  readonly row: Row;
  readonly lane: Lane;
  readonly reference: Lane | undefined;
  readonly children: React.ReactNode;
}) {
  const figureOf = (of: Lane | undefined) => (of?.frame === undefined ? Number.NaN : row.value(of.frame, of));
  const value = figureOf(lane);
  const difference = value - figureOf(reference);
  return (
    <td>
      {children}
      <b>{figure(value)}</b>
      <small>{Number.isNaN(difference) ? '' : `${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))}`}</small>
    </td>
  );
}
