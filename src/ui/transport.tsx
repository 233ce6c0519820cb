/** Play, pause, step, speed, and where the run stands. */
import { useEffect, useRef } from 'react';
import { runParameter } from '../app/run-script.ts';
import { FULL_SPEED } from '../app/session.ts';
import { usePage, useTools } from './context.tsx';

/** Simulated seconds a second of wall time, slowest first. */
export const SPEEDS = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, FULL_SPEED] as const;

/** How far a step goes: a tenth of a second at full speed, ever less in slow motion; at least 0.1 ms. */
export function stepNs(speed: number): number {
  return Math.max(1e5, Math.min(1e8, speed * 1e8));
}

function speedText(speed: number): string {
  if (speed === FULL_SPEED) return 'as fast as it goes';
  if (speed === 1) return 'real time';
  if (speed > 1) return `${speed} × real time`;
  return speed < 0.01
    ? `${Number((speed * 1e3).toPrecision(3))} ms a second`
    : `1 : ${Math.round(1 / speed)} slow motion`;
}

export function Transport() {
  const { page } = useTools();
  const playing = usePage((state) => state.playing);
  const ended = usePage((state) => state.ended);
  const speed = usePage((state) => state.speed);
  return (
    <section className="transport" aria-label="Time">
      <button
        type="button"
        aria-label="Back to the start"
        title="Back to the start (Home)"
        onClick={() => page.restart()}
      >
        <Icon path="M3 3h2v10H3zM13 3v10L6 8z" />
      </button>
      <button
        type="button"
        className="play"
        aria-label={playing ? 'Pause' : ended ? 'Play again' : 'Play'}
        title="Space"
        onClick={() => page.togglePlay()}
      >
        <Icon path={playing ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4 3l9 5-9 5z'} />
      </button>
      <button
        type="button"
        aria-label="One step on"
        title="One step on (right arrow)"
        disabled={ended}
        onClick={() => page.session.step(stepNs(speed))}
      >
        <Icon path="M3 3l7 5-7 5zM11 3h2v10h-2z" />
      </button>
      <label className="speed">
        <span>{speedText(speed)}</span>
        <input
          type="range"
          aria-label="Speed"
          aria-valuetext={speedText(speed)}
          min={0}
          max={SPEEDS.length - 1}
          step={1}
          value={SPEEDS.indexOf(speed as (typeof SPEEDS)[number])}
          onChange={(event) => page.setSpeed(SPEEDS[Number(event.target.value)] as number)}
        />
      </label>
      <TimeBar />
    </section>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function TimeBar() {
  const { page, painter } = useTools();
  const run = usePage((state) => state.run);
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const fill = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  useEffect(
    () =>
      painter.add(() => {
        const { timeNs: now, speed } = page.session;
        if (fill.current !== null) fill.current.style.transform = `scaleX(${endNs > 0 ? now / endNs : 0})`;
        if (clock.current !== null) clock.current.textContent = (now / 1e9).toFixed(speed < 0.05 ? 5 : 2);
      }),
    [endNs, page, painter],
  );
  const seconds = endNs / 1e9;
  return (
    <>
      <div
        className="timebar"
        role="progressbar"
        aria-label="Simulated time"
        aria-valuemin={0}
        aria-valuemax={seconds}
        aria-valuenow={Number((timeNs / 1e9).toFixed(1))}
      >
        <div className="fill" ref={fill} />
        {run.edits.map((edit) => (
          <span
            key={`${edit.timeNs}/${edit.path}`}
            className="marker"
            style={{ left: `${(100 * edit.timeNs) / endNs}%` }}
            title={`${(edit.timeNs / 1e9).toFixed(2)} s: ${runParameter(run, edit.path)?.label ?? edit.path} ${edit.value}`}
          />
        ))}
      </div>
      <p className="clock">
        <output ref={clock}>0.00</output> s of {Number(seconds.toPrecision(6))} s
      </p>
    </>
  );
}
