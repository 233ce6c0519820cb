/** A plot over simulated time: a click goes there, a pointer moves the common cursor, Ctrl and the wheel zoom. */
import { useEffect, useRef } from 'react';
import { pointerPosition } from '../../view/draw/canvas.ts';
import type { TimePlot } from '../../view/plots/time-plot.ts';
import type { SaveSource } from '../saving/saving.ts';
import { usePageContext } from '../shell/context.tsx';
import { useLatest } from '../shell/effects.ts';
import { panSpan, zoomSpan } from './plot-span.ts';
import { moveCursor, plotStore, showSpan } from './plot-state.ts';
import { plottedRange, plottedSpan } from './shown-plots.ts';

interface TimePlotCanvasProps<View> {
  readonly label: string;
  readonly View: new (canvas: HTMLCanvasElement) => View;
  /** Draws the present data. */
  readonly draw: (view: View) => void;
  /** Called for a click on the label of a marked moment, with its index. */
  readonly onMoment?: (index: number) => void;
  /** Its drawing function, for saving it. */
  readonly saveSource: React.RefObject<SaveSource | undefined>;
}

/**
 * The canvas of a plot over time. It is drawn after a change of the cursor, the span or its size, and at the slow
 * interval of the animation loop. Plots of other quantities need other keys, because a view keeps the extents of its
 * axes.
 */
export function TimePlotCanvas<View extends TimePlot>({
  label,
  View,
  draw,
  onMoment,
  saveSource,
}: TimePlotCanvasProps<View>) {
  const { animation } = usePageContext();
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<TimePlot>(undefined);
  const latestDraw = useLatest(draw);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const view = new View(element);
    const drawNow = () => latestDraw.current(view);
    plot.current = view;
    saveSource.current = { canvas: element, draw: drawNow };
    const remove = animation.addSlow(drawNow);
    const unsubscribe = plotStore.subscribe(() => animation.requestDraw(drawNow));
    return () => {
      remove();
      unsubscribe();
    };
  }, [View, animation, saveSource, latestDraw]);
  return (
    <div className="plot">
      <TimeCanvas label={label} canvas={canvas} plot={plot} onMoment={onMoment} />
    </div>
  );
}

interface CanvasProps {
  readonly label: string;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  readonly plot: React.RefObject<TimePlot | undefined>;
  readonly onMoment: ((index: number) => void) | undefined;
}

/** A pointer that moves less than this clicks, px. */
const MAX_CLICK_MOVE_PX = 5;

function TimeCanvas({ label, canvas, plot, onMoment }: CanvasProps) {
  const { page } = usePageContext();
  const pressedPoint = useRef<
    { x: number; from: number; to: number; secondsPerPixel: number; hasMoved: boolean } | undefined
  >(undefined);
  const spanNow = () => plottedRange(page.session);
  const end = () => page.session.endNs / 1e9;
  const zoom = useLatest((event: WheelEvent) => {
    if (canvas.current === null || !(event.ctrlKey || event.altKey)) return;
    // Otherwise the browser zooms the page too.
    event.preventDefault();
    const seconds = plot.current?.timeAt(pointerPosition(canvas.current, event).x, spanNow());
    if (seconds === undefined) return;
    const [from, to] = spanNow();
    showSpan(zoomSpan(from, to, seconds, event.deltaY > 0 ? 1.25 : 0.8, end()));
  });
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => zoom.current(event);
    // React's listeners of the wheel are passive.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [canvas, zoom]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        const [from, to] = spanNow();
        const { x } = pointerPosition(event.currentTarget, event);
        const secondsPerPixel = (to - from) / (plot.current?.axisPixels ?? Number.POSITIVE_INFINITY);
        pressedPoint.current = { x, from, to, secondsPerPixel, hasMoved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { x, y } = pointerPosition(event.currentTarget, event);
        event.currentTarget.style.cursor = plot.current?.momentAt(x, y) === undefined ? '' : 'pointer';
        const start = pressedPoint.current;
        if (start !== undefined) start.hasMoved ||= Math.abs(x - start.x) > MAX_CLICK_MOVE_PX;
        if (start?.hasMoved === true && typeof plottedSpan(page.session.lanes, plotStore.getState()) === 'object') {
          const seconds = (start.x - x) * start.secondsPerPixel;
          showSpan(panSpan(start.from, start.to, seconds, end()));
          moveCursor(undefined);
        } else moveCursor(plot.current?.timeAt(x, spanNow()));
      }}
      onPointerUp={(event) => {
        const start = pressedPoint.current;
        pressedPoint.current = undefined;
        const { x, y } = pointerPosition(event.currentTarget, event);
        if (start === undefined || start.hasMoved) return;
        const moment = plot.current?.momentAt(x, y);
        const seconds = plot.current?.timeAt(x, spanNow());
        if (moment !== undefined) onMoment?.(moment);
        else if (seconds !== undefined) page.session.seek(seconds * 1e9);
      }}
      onPointerLeave={() => {
        pressedPoint.current = undefined;
        moveCursor(undefined);
      }}
      onDoubleClick={() => showSpan('whole')}
    />
  );
}
