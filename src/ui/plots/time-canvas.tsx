/** A canvas over simulated time: a click goes there, a pointer moves the common cursor, Ctrl and the wheel zoom. */
import { useRef } from 'react';
import { placeOn } from '../../view/draw/canvas.ts';
import { useTools } from '../shell/context.tsx';
import { panned, plotStore, shownSpan, zoomed } from './plot-state.ts';

/** What has drawn the axis. */
export interface TimeAxis {
  readonly axisPixels: number;
  timeAt(place: number, span: readonly [number, number]): number | undefined;
}

interface Props {
  readonly label: string;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  readonly view: React.RefObject<TimeAxis | undefined>;
}

/** A pointer that moves less than this has clicked, px. */
const CLICK_PX = 5;

export function TimeCanvas({ label, canvas, view }: Props) {
  const { page } = useTools();
  const pressed = useRef<{ x: number; from: number; to: number; secondsPerPixel: number } | undefined>(undefined);
  const present = () => shownSpan(plotStore.getState().span, page.session.timeNs / 1e9, page.session.endNs / 1e9);
  const end = () => page.session.endNs / 1e9;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        const [from, to] = present();
        const { x } = placeOn(event.currentTarget, event);
        const secondsPerPixel = (to - from) / (view.current?.axisPixels ?? Number.POSITIVE_INFINITY);
        pressed.current = { x, from, to, secondsPerPixel };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { x } = placeOn(event.currentTarget, event);
        const start = pressed.current;
        if (start !== undefined && Math.abs(x - start.x) > CLICK_PX && typeof plotStore.getState().span === 'object') {
          const seconds = (start.x - x) * start.secondsPerPixel;
          plotStore.setState({ span: panned(start.from, start.to, seconds, end()), cursor: undefined });
        } else plotStore.setState({ cursor: view.current?.timeAt(x, present()) });
      }}
      onPointerUp={(event) => {
        const start = pressed.current;
        pressed.current = undefined;
        const { x } = placeOn(event.currentTarget, event);
        const at = view.current?.timeAt(x, present());
        if (start !== undefined && Math.abs(x - start.x) <= CLICK_PX && at !== undefined) page.seek(at * 1e9);
      }}
      onPointerLeave={() => {
        pressed.current = undefined;
        plotStore.setState({ cursor: undefined });
      }}
      onWheel={(event) => {
        const at = view.current?.timeAt(placeOn(event.currentTarget, event).x, present());
        if (at === undefined || !(event.ctrlKey || event.altKey)) return;
        const [from, to] = present();
        plotStore.setState({ span: zoomed(from, to, at, event.deltaY > 0 ? 1.25 : 0.8, end()) });
      }}
      onDoubleClick={() => plotStore.setState({ span: 'whole' })}
    />
  );
}
