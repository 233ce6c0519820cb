/** One plot of the lanes: its drawing, and its figures as a table. */
import { useCallback, useEffect, useRef } from 'react';
import type { Lane } from '../../app/lane.ts';
import type { Page } from '../../app/page.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../../engine/frame.ts';
import { DURATIONS_KIND, FLOWS_KIND, type PlotKind, VCS_KIND } from '../../export/plot-kinds.ts';
import { classMark, inkOfTheme, LANE_LETTERS, tickText } from '../../view/draw/palette.ts';
import { DurationsView, durationLines } from '../../view/plots/durations-view.ts';
import { FlowView, flowColumns } from '../../view/plots/flow-view.ts';
import type { PlotLine } from '../../view/plots/plot-model.ts';
import { PlotView } from '../../view/plots/plot-view.ts';
import { VcView } from '../../view/plots/vc-view.ts';
import { vcRates } from '../lane/lane-figures.ts';
import type { SavedDrawing, SavedTable } from '../saving/saving.ts';
import { useTools } from '../shell/context.tsx';
import { plotRows } from './plot-rows.ts';
import { plotStore, shownSpan } from './plot-state.ts';
import { TimePlotCanvas } from './time-canvas.tsx';

/** All lines of a plot, the upper ends of their bands too. */
export function allLines(
  kind: PlotKind,
  lanes: readonly Lane[],
): Pick<PlotLine, 'label' | 'rows' | 'time' | 'value'>[] {
  const { difference } = plotStore.getState();
  return plotRows(kind, lanes, difference, { from: 0, until: 0 }, inkOfTheme()).flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const { upper } = line;
      return upper === undefined ? [line] : [line, { ...line, label: upperLabel(line.label), value: upper }];
    }),
  );
}

/** "A mean" has "A p95" over it, "A short TCP" has "A short TCP p95". */
function upperLabel(label: string): string {
  return `${label.replace(/ mean$/, '')} p95`;
}

/** The drawing function of a plot, for saving it. */
type DrawingRef = React.RefObject<SavedDrawing | undefined>;

export function Drawing({ kind, drawing }: { readonly kind: PlotKind; readonly drawing: DrawingRef }) {
  if (kind === FLOWS_KIND) return <FlowPlot drawing={drawing} />;
  if (kind === VCS_KIND) return <VcPlot drawing={drawing} />;
  if (kind === DURATIONS_KIND) return <DurationsPlot drawing={drawing} />;
  return <Plot kind={kind} drawing={drawing} />;
}

/** The figures of a plot: over time, all that is known up to now; else as they stand. */
export function tableOf(kind: PlotKind, { session }: Page): SavedTable {
  const { lanes, timeNs } = session;
  if (kind === FLOWS_KIND) return flowTable(lanes);
  if (kind === VCS_KIND) return vcTable(lanes);
  if (kind === DURATIONS_KIND) return durationsTable(lanes);
  const lines = allLines(kind, lanes);
  const rows = new Map<number, (number | undefined)[]>();
  for (const [at, line] of lines.entries())
    for (let row = 0; row < line.rows && line.time(row) <= timeNs / 1e9 + 1e-9; row++) {
      const cells = rows.get(line.time(row)) ?? lines.map(() => undefined);
      cells[at] = line.value(row);
      rows.set(line.time(row), cells);
    }
  return {
    head: ['end of the sample window (s)', ...lines.map(({ label }) => `${label} (${kind.unit})`)],
    rows: [...rows].sort(([one], [other]) => one - other).map(([seconds, cells]) => [seconds, ...cells]),
  };
}

function flowTable(lanes: readonly Lane[]): SavedTable {
  const rows = lanes.flatMap(({ frame, description }, lane) =>
    Array.from({ length: (frame?.flows.length ?? 0) / FLOW_RATE_STRIDE }, (_, flow) => {
      const cell = (column: number) => frame?.flows[flow * FLOW_RATE_STRIDE + column] ?? Number.NaN;
      const name = description?.classes[cell(FlowRateColumn.classIndex)]?.label;
      return [LANE_LETTERS[lane], name, flow, cell(FlowRateColumn.goodputBps) / 1e6];
    }),
  );
  return { head: ['lane', 'class', 'flow', `goodput (${FLOWS_KIND.unit})`], rows };
}

function vcTable(lanes: readonly Lane[]): SavedTable {
  const rows = lanes.flatMap(({ frame, description }, lane) =>
    (frame === undefined ? [] : vcRates(frame)).map(({ throughputBps, minimumBps, shareBps }, vc) => [
      ...[LANE_LETTERS[lane], description?.classes[vc]?.label],
      ...[throughputBps / 1e6, minimumBps / 1e6, shareBps / 1e6],
    ]),
  );
  const { unit } = VCS_KIND;
  return { head: ['lane', 'VC', `throughput (${unit})`, `minimum (${unit})`, `fair share (${unit})`], rows };
}

function durationsTable(lanes: readonly Lane[]): SavedTable {
  const rows = lanes.flatMap(({ frame, description }, lane) =>
    (frame?.durationQuantilesNs ?? []).flatMap((quantiles, index) =>
      Array.from(quantiles ?? [], (ns, at) => [
        ...[LANE_LETTERS[lane], description?.classes[index]?.label],
        ...[(100 * (at + 1)) / (quantiles?.length ?? 1), ns / 1e6],
      ]),
    ),
  );
  return { head: ['lane', 'class', 'share (%)', 'duration (ms)'], rows };
}

function DurationsPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { page } = useTools();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Share of transfers and round trips that took at most so long, since the warm-up, by lane and class"
      makeDraw={(canvas, svg) => {
        const view = new DurationsView(canvas, svg);
        return () => {
          const { lanes } = page.session;
          const quantiles = lanes.map(({ frame }) => frame?.durationQuantilesNs ?? []);
          view.draw(durationLines(quantiles, lanes[0]?.description?.classes ?? [], inkOfTheme().dark));
        };
      }}
    />
  );
}

function FlowPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { page } = useTools();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Goodput of each flow since the warm-up, by lane and class"
      makeDraw={(canvas, svg) => {
        const view = new FlowView(canvas, svg);
        return () => {
          const { lanes } = page.session;
          const classes = lanes[0]?.description?.classes ?? [];
          const columns = flowColumns(
            lanes.map(({ frame }) => frame?.flows ?? new Float64Array()),
            classes,
            inkOfTheme().dark,
          );
          view.draw(columns);
        };
      }}
    />
  );
}

function VcPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { page } = useTools();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Throughput of each VC since the warm-up, by lane, with its minimum and its fair share"
      makeDraw={(canvas, svg) => {
        const view = new VcView(canvas, svg);
        return () => {
          const { lanes } = page.session;
          const classes = lanes[0]?.description?.classes ?? [];
          view.draw(
            classes.map(({ label }, vc) => ({
              label,
              mark: classMark(classes, vc, inkOfTheme().dark),
              lanes: lanes.flatMap(({ frame }, index) => {
                const rate = frame === undefined ? undefined : vcRates(frame)[vc];
                if (rate === undefined) return [];
                return [{ lane: index, ...rate }];
              }),
            })),
          );
        };
      }}
    />
  );
}

/** A plot of how things stand now, not over time. */
function SnapshotPlot({
  label,
  drawing,
  makeDraw,
}: {
  readonly label: string;
  readonly drawing: DrawingRef;
  readonly makeDraw: (canvas: HTMLCanvasElement, svg: SVGSVGElement) => () => void;
}) {
  const { painter } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const make = useRef(makeDraw);
  useEffect(() => {
    if (canvas.current === null || svg.current === null) return;
    const resized = new ResizeObserver(() => painter.touch());
    resized.observe(canvas.current);
    const draw = make.current(canvas.current, svg.current);
    drawing.current = { canvas: canvas.current, axes: svg.current, draw };
    const remove = painter.addSlow(draw);
    return () => {
      remove();
      resized.disconnect();
    };
  }, [painter, drawing]);
  return (
    <div className="plot">
      <svg ref={svg} aria-hidden="true" />
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/** The meaning of a point of a line, in a few words. */
function noteOf(kind: PlotKind, lane: Lane | undefined): string {
  const [line] = lane === undefined ? [] : kind.lines(lane);
  if (lane?.description === undefined || line === undefined) return '';
  if (line.upper !== undefined) return 'mean, band to p95';
  return line.windows === undefined ? '' : `over ${tickText((line.windows * lane.description.sampleNs) / 1e9)} s`;
}

function Plot({ kind, drawing: saved }: { readonly kind: PlotKind; readonly drawing: DrawingRef }) {
  const { page } = useTools();
  const make = useCallback(
    (canvas: HTMLCanvasElement, svg: SVGSVGElement) => {
      const plot = new PlotView(canvas, svg);
      const draw = () => {
        const { lanes, timeNs, endNs } = page.session;
        const { span, cursor, difference } = plotStore.getState();
        const [fromSeconds, toSeconds] = shownSpan(span, timeNs / 1e9, endNs / 1e9);
        const shown = { from: fromSeconds, until: Math.min(timeNs / 1e9, toSeconds) };
        plot.draw({
          rows: plotRows(kind, lanes, difference, shown, inkOfTheme()),
          oneScale: lanes[0]?.description?.bufferUnit === 'cells',
          fromSeconds,
          toSeconds,
          nowSeconds: timeNs / 1e9,
          cursorSeconds: cursor,
          signed: kind.signed === true || difference !== undefined,
          filled: difference !== undefined,
          note: noteOf(kind, lanes[0]),
        });
      };
      return { plot, draw };
    },
    [kind, page],
  );
  return <TimePlotCanvas label={`${kind.title} (${kind.unit}) over simulated time`} make={make} saved={saved} />;
}
