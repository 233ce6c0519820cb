/** The drawing of one plot of the lanes. */
import { useEffect, useRef } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import {
  DELAY_LOSS_KIND,
  DURATIONS_KIND,
  equalFlowShare,
  FLOWS_KIND,
  HOSTS_KIND,
  type PlotKind,
  VCS_KIND,
} from '../../export/plot-kinds.ts';
import { formatTick } from '../../view/draw/number-text.ts';
import { inkOfTheme } from '../../view/draw/palette.ts';
import { DelayLossView } from '../../view/plots/delay-loss-view.ts';
import { DurationsView, durationLines } from '../../view/plots/durations-view.ts';
import { FlowView, flowColumns } from '../../view/plots/flow-view.ts';
import type { PlotBands } from '../../view/plots/plot-model.ts';
import { PlotView } from '../../view/plots/plot-view.ts';
import { RateBarsView } from '../../view/plots/rate-bars-view.ts';
import {
  MOMENT_LABELS,
  markedMoments,
  requestedMoment,
  sortByImportance,
  type TimelineMoment,
} from '../playback/marked-moments.ts';
import type { SaveSource } from '../saving/saving.ts';
import { useTools } from '../shell/context.tsx';
import { useLatest } from '../shell/effects.ts';
import { laneDots } from './lane-dots.ts';
import { colourGlyph, plotBackdrop, plotRows, plotRug } from './plot-rows.ts';
import { axisStartSeconds, formatMeanTime, meanTime } from './plot-span.ts';
import { plotStore } from './plot-state.ts';
import { hostBars, hostShare, vcBars } from './rate-bars.ts';
import { plottedRange, plottedSpan } from './shown-plots.ts';
import { TimePlotCanvas } from './time-canvas.tsx';

/** The drawing function of a plot, for saving it. */
type DrawingRef = React.RefObject<SaveSource | undefined>;

interface PlotProps {
  readonly kind: PlotKind;
  /** It is the first plot. Only this one shows key moments, drops and marks, so that the others have more room. */
  readonly isFirst: boolean;
  readonly drawing: DrawingRef;
}

export function PlotOfKind({ kind, isFirst, drawing }: PlotProps) {
  if (kind === FLOWS_KIND) return <FlowPlot drawing={drawing} />;
  if (kind === HOSTS_KIND) return <HostPlot drawing={drawing} />;
  if (kind === VCS_KIND) return <VcPlot drawing={drawing} />;
  if (kind === DURATIONS_KIND) return <DurationsPlot drawing={drawing} />;
  if (kind === DELAY_LOSS_KIND) return <DelayLossPlot drawing={drawing} />;
  return <PlotOverTime key={kind.id} kind={kind} isFirst={isFirst} drawing={drawing} />;
}

function DurationsPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { lanes, classes } = useLanesNow();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Share of transfers and round trips that took at most this time, since the warm-up, by lane and class"
      View={DurationsView}
      draw={(view) => {
        const quantiles = lanes().map(({ frame }) => frame?.durationQuantilesNs ?? []);
        view.draw(durationLines(quantiles, classes(), inkOfTheme().isDark));
      }}
    />
  );
}

function DelayLossPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { lanes } = useLanesNow();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Mean queueing delay and loss since the warm-up, a dot for each lane"
      View={DelayLossView}
      draw={(view) => view.draw(laneDots(lanes()))}
    />
  );
}

function FlowPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { lanes, classes } = useLanesNow();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Goodput of each flow since the warm-up, by lane and class"
      View={FlowView}
      draw={(view) => {
        const flows = lanes().map(({ frame }) => frame?.flows ?? new Float64Array());
        const [first] = lanes();
        view.draw(flowColumns(flows, classes(), inkOfTheme().isDark), first && equalFlowShare(first));
      }}
    />
  );
}

function HostPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { lanes } = useLanesNow();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Goodput of each host since the warm-up, by lane, with the equal share of a host"
      View={RateBarsView}
      draw={(view) => view.draw(hostBars(lanes()), hostShare(lanes()))}
    />
  );
}

function VcPlot({ drawing }: { readonly drawing: DrawingRef }) {
  const { lanes } = useLanesNow();
  return (
    <SnapshotPlot
      drawing={drawing}
      label="Throughput of each VC since the warm-up, by lane, with its minimum and its fair share"
      View={RateBarsView}
      draw={(view) => view.draw(vcBars(lanes()))}
    />
  );
}

/** The lanes of a drawing, and the classes of their traffic. */
function useLanesNow() {
  const { session } = useTools().page;
  return { lanes: () => session.lanes, classes: () => session.lanes[0]?.description?.classes ?? [] };
}

/** A plot of the present state, not over time. */
function SnapshotPlot<Plot>({
  label,
  drawing,
  View,
  draw,
}: {
  readonly label: string;
  readonly drawing: DrawingRef;
  readonly View: new (canvas: HTMLCanvasElement) => Plot;
  readonly draw: (view: Plot) => void;
}) {
  const { painter } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latestDraw = useLatest(draw);
  useEffect(() => {
    if (canvas.current === null) return;
    const view = new View(canvas.current);
    const drawNow = () => latestDraw.current(view);
    drawing.current = { canvas: canvas.current, draw: drawNow };
    return painter.addSlow(drawNow);
  }, [View, painter, drawing, latestDraw]);
  return (
    <div className="plot">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/** The bands of a kind in the colours of its packets. */
function plotBands({ bands }: PlotKind): PlotBands | undefined {
  if (bands === undefined) return undefined;
  const { isDark } = inkOfTheme();
  const [high, low, none] = bands;
  const [green, blue] = [colourGlyph('green', isDark), colourGlyph('blue', isDark)];
  return { high: { name: high, colour: green.edge }, low: { name: low, colour: blue.edge }, none };
}

/** The meaning of a point of a line, in a few words. */
function formatNote(kind: PlotKind, lane: LaneSnapshot | undefined): string {
  const [line] = lane === undefined ? [] : kind.lines(lane);
  if (lane?.description === undefined || line === undefined) return '';
  if (line.upper !== undefined) return 'band: to the 95th percentile';
  return line.windows === undefined ? '' : `over ${formatTick((line.windows * lane.description.sampleNs) / 1e9)} s`;
}

function PlotOverTime({ kind, isFirst, drawing: saved }: PlotProps) {
  const { session } = useTools().page;
  const moments = useRef<readonly TimelineMoment[]>([]);
  const draw = (view: PlotView) => {
    const { lanes, timeNs } = session;
    const { cursorSeconds: cursor, difference } = plotStore.getState();
    const span = plottedSpan(lanes);
    const [fromSeconds, toSeconds] = plottedRange(session);
    moments.current = isFirst ? sortByImportance(markedMoments(lanes)) : [];
    const { warmupNs = 0, sampleNs = 0, bufferUnit } = lanes[0]?.description ?? {};
    const counted = meanTime(span, timeNs / 1e9, warmupNs / 1e9);
    const rows = plotRows(kind, lanes, difference, counted, inkOfTheme());
    view.draw({
      rows,
      hasOneScale: bufferUnit === 'cells' || rows.some(({ isStrip }) => isStrip),
      settledSeconds: axisStartSeconds(span, timeNs / 1e9, warmupNs / 1e9, sampleNs / 1e9),
      fromSeconds,
      toSeconds,
      nowSeconds: timeNs / 1e9,
      cursorSeconds: cursor,
      isSigned: kind.isSigned === true || difference !== undefined,
      maxValue: difference === undefined ? kind.maxValue : undefined,
      isFilled: difference !== undefined,
      note: formatNote(kind, lanes[0]),
      gapMeaning: kind.gapMeaning,
      bands: difference === undefined ? plotBands(kind) : undefined,
      meaning: formatMeanTime(counted, kind.bands?.[0]),
      rug: isFirst && difference === undefined ? plotRug(kind, lanes, counted) : undefined,
      backdrop: difference === undefined ? plotBackdrop(kind, lanes) : undefined,
      moments: moments.current.map(({ kind: event, lane, timeNs: atNs, symbol }) => ({
        seconds: atNs / 1e9,
        lane,
        symbol,
        label: symbol === undefined ? MOMENT_LABELS[event] : 'reaches',
      })),
    });
  };
  const rug = isFirst && kind.hasRug === true ? '. At the top, the drops and marks of each lane' : '';
  return (
    <TimePlotCanvas
      label={`${kind.title} (${kind.unit}) over simulated time${rug}`}
      View={PlotView}
      draw={draw}
      onMoment={(index) => requestedMoment.setState({ moment: moments.current[index] })}
      saveSource={saved}
    />
  );
}
