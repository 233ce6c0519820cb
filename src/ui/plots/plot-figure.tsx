/** The drawing of one plot of the lanes. */
import { useCallback, useEffect, useRef } from 'react';
import type { Lane } from '../../app/lanes/lane.ts';
import { DELAY_LOSS_KIND, DURATIONS_KIND, FLOWS_KIND, type PlotKind, VCS_KIND } from '../../export/plot-kinds.ts';
import { vcRates } from '../../export/vc-rates.ts';
import { formatTick } from '../../view/draw/number-text.ts';
import { classMark, inkOfTheme } from '../../view/draw/palette.ts';
import { DelayLossView } from '../../view/plots/delay-loss-view.ts';
import { DurationsView, durationLines } from '../../view/plots/durations-view.ts';
import { FlowView, flowColumns } from '../../view/plots/flow-view.ts';
import { PlotView } from '../../view/plots/plot-view.ts';
import { VcView } from '../../view/plots/vc-view.ts';
import { LABELS, type MarkedMoment, markedMoments, momentAsked, mostTelling } from '../playback/marked-moments.ts';
import type { SavedDrawing } from '../saving/saving.ts';
import { useTools } from '../shell/context.tsx';
import { laneDots } from './lane-dots.ts';
import { plotRows, rugOf } from './plot-rows.ts';
import { meanTime, meanWords, settledSince, shownSpan } from './plot-span.ts';
import { plotStore } from './plot-state.ts';
import { TimePlotCanvas } from './time-canvas.tsx';

/** The drawing function of a plot, for saving it. */
type DrawingRef = React.RefObject<SavedDrawing | undefined>;

export function PlotOfKind({ kind, drawing }: { readonly kind: PlotKind; readonly drawing: DrawingRef }) {
  if (kind === FLOWS_KIND) return <FlowPlot drawing={drawing} />;
  if (kind === VCS_KIND) return <VcPlot drawing={drawing} />;
  if (kind === DURATIONS_KIND) return <DurationsPlot drawing={drawing} />;
  if (kind === DELAY_LOSS_KIND) return <DelayLossPlot drawing={drawing} />;
  return <Plot kind={kind} drawing={drawing} />;
}

function DurationsPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { page } = useTools();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Share of transfers and round trips that took at most this time, since the warm-up, by lane and class"
      makeDraw={(canvas) => {
        const view = new DurationsView(canvas);
        return () => {
          const { lanes } = page.session;
          const quantiles = lanes.map(({ frame }) => frame?.durationQuantilesNs ?? []);
          view.draw(durationLines(quantiles, lanes[0]?.description?.classes ?? [], inkOfTheme().dark));
        };
      }}
    />
  );
}

function DelayLossPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { page } = useTools();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Mean queueing delay and loss since the warm-up, a dot for each lane"
      makeDraw={(canvas) => {
        const view = new DelayLossView(canvas);
        return () => view.draw(laneDots(page.session.lanes));
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
      makeDraw={(canvas) => {
        const view = new FlowView(canvas);
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
      makeDraw={(canvas) => {
        const view = new VcView(canvas);
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

/** A plot of the present state, not over time. */
function SnapshotPlot({
  label,
  drawing,
  makeDraw,
}: {
  readonly label: string;
  readonly drawing: DrawingRef;
  readonly makeDraw: (canvas: HTMLCanvasElement) => () => void;
}) {
  const { painter } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const make = useRef(makeDraw);
  useEffect(() => {
    if (canvas.current === null) return;
    const resized = new ResizeObserver(() => painter.touch());
    resized.observe(canvas.current);
    const draw = make.current(canvas.current);
    drawing.current = { canvas: canvas.current, draw };
    const remove = painter.addSlow(draw);
    return () => {
      remove();
      resized.disconnect();
    };
  }, [painter, drawing]);
  return (
    <div className="plot">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/** The meaning of a point of a line, in a few words. */
function noteOf(kind: PlotKind, lane: Lane | undefined): string {
  const [line] = lane === undefined ? [] : kind.lines(lane);
  if (lane?.description === undefined || line === undefined) return '';
  if (line.upper !== undefined) return 'band to p95';
  return line.windows === undefined ? '' : `over ${formatTick((line.windows * lane.description.sampleNs) / 1e9)} s`;
}

function Plot({ kind, drawing: saved }: { readonly kind: PlotKind; readonly drawing: DrawingRef }) {
  const { page } = useTools();
  const make = useCallback(
    (canvas: HTMLCanvasElement) => {
      const plot = new PlotView(canvas);
      let moments: readonly MarkedMoment[] = [];
      const draw = () => {
        const { lanes, timeNs, endNs } = page.session;
        const { span, cursor, difference } = plotStore.getState();
        const [fromSeconds, toSeconds] = shownSpan(span, timeNs / 1e9, endNs / 1e9);
        moments = mostTelling(markedMoments(lanes));
        const { warmupNs = 0, sampleNs = 0, bufferUnit } = lanes[0]?.description ?? {};
        const counted = meanTime(span, timeNs / 1e9, warmupNs / 1e9);
        const rows = plotRows(kind, lanes, difference, counted, inkOfTheme());
        plot.draw({
          rows,
          oneScale: bufferUnit === 'cells' || rows.some(({ isStrip }) => isStrip),
          settledSeconds: settledSince(span, timeNs / 1e9, warmupNs / 1e9, sampleNs / 1e9),
          fromSeconds,
          toSeconds,
          nowSeconds: timeNs / 1e9,
          cursorSeconds: cursor,
          signed: kind.signed === true || difference !== undefined,
          filled: difference !== undefined,
          note: noteOf(kind, lanes[0]),
          meaning: meanWords(counted),
          rug: difference === undefined ? rugOf(kind, lanes, counted) : undefined,
          moments: moments.map(({ kind: event, lane, timeNs: atNs, symbol }) => ({
            ...{ seconds: atNs / 1e9, lane, symbol },
            label: symbol === undefined ? LABELS[event] : 'reaches',
          })),
        });
      };
      return { plot, draw, onMoment: (index: number) => momentAsked.setState({ moment: moments[index] }) };
    },
    [kind, page],
  );
  const rug = kind.hasRug === true ? '. At the top, the drops and marks of each lane' : '';
  return <TimePlotCanvas label={`${kind.title} (${kind.unit}) over simulated time${rug}`} make={make} saved={saved} />;
}
