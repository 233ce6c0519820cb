/** The drawing of one plot of the lanes. */
import { useRef } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { besideStore } from '../../app/line/beside.ts';
import { type AnyPlot, isMomentPlot } from '../../plots/all-plots.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import { formatTick } from '../../shared/number-text.ts';
import { drawingTheme } from '../../view/draw/drawing-theme.ts';
import type { PlotBands } from '../../view/plots/plot-model.ts';
import { PlotView } from '../../view/plots/plot-view.ts';
import {
  requestedMoment,
  sortByImportance,
  type TimelineMoment,
  timelineMoments,
} from '../playback/timeline-moments.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { withBesideLines } from './beside-lines.ts';
import { bitrateSteps } from './bitrate-steps.ts';
import { withGuessLines } from './guess-lines.ts';
import { formatLineSymbols } from './line-symbols.ts';
import { MomentFigure, type SaveSourceRef } from './moment-figure.tsx';
import { formatMovingThresholds } from './moving-thresholds.ts';
import { plotAnnotation } from './plot-annotation.ts';
import { colourGlyph, plotLinkRate, plotRows, plotRug } from './plot-rows.ts';
import { axisStartSeconds, formatMeanTime, meanTime, rowsWithMeans } from './plot-span.ts';
import { plotStore } from './plot-state.ts';
import { playedStretch, plottedDifference, plottedRange, plottedSpan } from './shown-plots.ts';
import { TimePlotCanvas } from './time-canvas.tsx';

interface PlotProps {
  readonly kind: PlotOverTime;
  /** The first plot shows key moments, drops and marks. Without them, the others have more room. */
  readonly isFirst: boolean;
  readonly saveSource: SaveSourceRef;
}

export function PlotOfKind({ kind, isFirst, saveSource }: Omit<PlotProps, 'kind'> & { readonly kind: AnyPlot }) {
  if (isMomentPlot(kind)) return <MomentFigure key={kind.id} plot={kind} saveSource={saveSource} />;
  return <TimeFigure key={kind.id} kind={kind} isFirst={isFirst} saveSource={saveSource} />;
}

/** The bands of a kind with the glyphs of its packets. */
function plotBands({ bands }: PlotOverTime): PlotBands | undefined {
  if (bands === undefined) return undefined;
  const { isDark } = drawingTheme();
  const [high, low, none] = bands;
  const [green, blue] = [colourGlyph('green', isDark), colourGlyph('blue', isDark)];
  return { high: { name: high, glyph: green }, low: { name: low, glyph: blue }, none };
}

/** The meaning of a point of a line, in a few words. */
function formatNote(kind: PlotOverTime, lane: LaneSnapshot | undefined): string {
  const [line] = lane === undefined ? [] : kind.lines(lane);
  if (lane?.description === undefined || line === undefined) return '';
  if (line.upperValue !== undefined) return 'band: to p95';
  return line.sampleCount === undefined
    ? ''
    : `over ${formatTick((line.sampleCount * lane.description.sampleNs) / 1e9)} s`;
}

/** Whether a moment happened at the queue of a plot, or belongs to both. */
const isOfQueue = (kind: PlotOverTime, moment: TimelineMoment) =>
  moment.kind === 'warmupEnd' || moment.kind === 'slowStart' || moment.direction === kind.direction;

function TimeFigure({ kind, isFirst, saveSource }: PlotProps) {
  const { page } = usePageContext();
  const { session } = page;
  const moments = useRef<readonly TimelineMoment[]>([]);
  const draw = (view: PlotView) => {
    const { lanes, timeNs } = session;
    const plotState = plotStore.getState();
    const { cursorSeconds: cursor } = plotState;
    const difference = plottedDifference(lanes.length, plotState);
    const span = plottedSpan(lanes, plotState);
    const [fromSeconds, toSeconds] = plottedRange(session);
    moments.current =
      isFirst && kind.bands === undefined
        ? sortByImportance(timelineMoments(lanes).filter((moment) => isOfQueue(kind, moment)))
        : [];
    const { warmupNs = 0, sampleNs = 0, bufferUnit } = lanes[0]?.description ?? {};
    const { rows, time: meanSpan } = rowsWithMeans(meanTime(span, timeNs / 1e9, warmupNs / 1e9), (time) =>
      plotRows(kind, lanes, difference, time, drawingTheme()),
    );
    const steps = kind.hasBitrateSteps === true ? bitrateSteps(page.state.run) : undefined;
    const theme = drawingTheme();
    const guessLook = { colour: theme.text, lane: lanes[0], time: meanSpan };
    const withGuesses = () => withGuessLines(kind, rows, plotState.guesses, [fromSeconds, toSeconds], guessLook);
    view.draw({
      rows:
        difference === undefined
          ? withBesideLines(kind, withGuesses(), besideStore.getState(), meanSpan, theme, lanes[0])
          : rows,
      hasOneScale: bufferUnit === 'cells' || rows.some(({ isStrip }) => isStrip),
      settledSeconds: axisStartSeconds(span, timeNs / 1e9, warmupNs / 1e9, sampleNs / 1e9),
      fromSeconds,
      toSeconds,
      nowSeconds: timeNs / 1e9,
      stretch: playedStretch(session),
      warmupSeconds: meanSpan.basis === 'span' ? 0 : warmupNs / 1e9,
      cursorSeconds: cursor,
      isSigned: kind.isSigned === true || difference !== undefined,
      steps: difference === undefined ? steps?.stepsKbps : undefined,
      maxValue: difference === undefined ? kind.maxValue : undefined,
      isFilled: difference !== undefined,
      note: formatNote(kind, lanes[0]),
      gapMeaning: kind.gapMeaning,
      symbolNote: difference === undefined ? formatLineSymbols(kind, lanes) : '',
      thresholdNote: difference === undefined ? formatMovingThresholds(kind, lanes) : '',
      hasPlainLines: kind.hasPlainLines,
      bands: difference === undefined ? plotBands(kind) : undefined,
      meaning: formatMeanTime(meanSpan, kind.bands && `time in ${kind.bands[0]}`),
      rug: isFirst && difference === undefined ? plotRug(kind, lanes, meanSpan) : undefined,
      linkRate: difference === undefined ? plotLinkRate(kind, lanes) : undefined,
      annotation:
        isFirst && difference === undefined
          ? plotAnnotation(kind, rows, { ...meanSpan, warmupSeconds: warmupNs / 1e9 }, steps?.riseCause)
          : undefined,
      moments: moments.current.map(({ kind: event, lane, timeNs: atNs, symbol, label }) => ({
        seconds: atNs / 1e9,
        lane,
        symbol,
        label: symbol === undefined ? label : 'reaches',
        isWarmupEnd: event === 'warmupEnd',
      })),
    });
  };
  const hasLinkRate = usePage((state) => plotLinkRate(kind, state.lanes) !== undefined);
  const rug = isFirst && kind.hasRug === true && !hasLinkRate ? '. At the top, the drops and marks of each lane' : '';
  return (
    <TimePlotCanvas
      label={`${kind.title} (${kind.unit}) over simulated time${rug}`}
      View={PlotView}
      draw={draw}
      onMoment={(index) => requestedMoment.setState({ moment: moments.current[index] })}
      saveSource={saveSource}
    />
  );
}
