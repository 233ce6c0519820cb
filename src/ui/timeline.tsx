/** Where the run stands: dragged to any time, backwards too; changes made in mid-run are markers on it. */
import { useEffect, useRef, useState } from 'react';
import { runParameter } from '../app/run-script.ts';
import type { RunEdit, RunState } from '../app/run-state.ts';
import { usePage, useTools } from './context.tsx';
import { LastChange } from './last-change.tsx';
import { describeEdit, seconds, valueText } from './words.ts';

/** Steps of the slider over the whole run. */
const STEPS = 2_000;
/** A marker that is pressed and moved less than this is clicked, not dragged, px. */
const CLICK_PX = 4;

export function Timeline() {
  const { page, painter } = useTools();
  const run = usePage((state) => state.run);
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const progressNs = usePage((state) => state.progressNs);
  const [chosen, setChosen] = useState<number>();
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  const wasPlaying = useRef(false);
  const dragging = useRef(false);
  useEffect(
    () =>
      painter.addSmooth(() => {
        const { timeNs: now, speed } = page.session;
        const part = endNs > 0 ? now / endNs : 0;
        if (slider.current !== null) {
          slider.current.style.setProperty('--part', String(part));
          if (!dragging.current) slider.current.value = String(part * STEPS);
        }
        if (clock.current !== null) clock.current.textContent = (now / 1e9).toFixed(speed < 0.05 ? 5 : 2);
      }),
    [endNs, page, painter],
  );
  const grab = () => {
    dragging.current = true;
    wasPlaying.current = page.session.playing;
    page.session.pause();
  };
  const release = () => {
    if (!dragging.current) return;
    dragging.current = false;
    if (wasPlaying.current) page.session.play();
  };
  return (
    <div className="timeline">
      <div className="timebar">
        <input
          ref={slider}
          type="range"
          aria-label="Simulated time"
          aria-valuetext={`${seconds(timeNs)} of ${seconds(endNs)}`}
          min={0}
          max={STEPS}
          step={1}
          defaultValue={0}
          onPointerDown={grab}
          onPointerUp={release}
          onPointerCancel={release}
          onChange={(event) => page.seek((Number(event.target.value) / STEPS) * endNs)}
        />
        {run.edits.map((edit, index) => (
          <Marker
            // biome-ignore lint/suspicious/noArrayIndexKey: a change is its place in the order of time
            key={index}
            edit={edit}
            run={run}
            endNs={endNs}
            chosen={chosen === index}
            onChoose={() => setChosen(chosen === index ? undefined : index)}
            onMove={(timeNs) => page.moveEdit(index, timeNs)}
            onRemove={() => page.removeEdit(index)}
          />
        ))}
        {chosen !== undefined && run.edits[chosen] !== undefined && (
          <MarkerCard run={run} index={chosen} endNs={endNs} onClose={() => setChosen(undefined)} />
        )}
        <LastChange />
      </div>
      <p className="clock">
        <output ref={clock}>0.00</output> s of {Number((endNs / 1e9).toPrecision(6))} s
        {progressNs !== undefined && (
          <span className="progress" role="status">
            {' '}
            computing, at {seconds(progressNs)}{' '}
            <button type="button" onClick={() => page.seek(page.session.timeNs)}>
              Stop
            </button>
          </span>
        )}
      </p>
    </div>
  );
}

interface MarkerProps {
  readonly edit: RunEdit;
  readonly run: RunState;
  readonly endNs: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onMove: (timeNs: number) => void;
  readonly onRemove: () => void;
}

function Marker({ edit, run, endNs, chosen, onChoose, onMove, onRemove }: MarkerProps) {
  const [draggedNs, setDraggedNs] = useState<number>();
  const from = useRef(0);
  const timeNs = draggedNs ?? edit.timeNs;
  const name = `${seconds(timeNs)}: ${describeEdit(run, edit.path)} ${valueText(edit.value, runParameter(run, edit.path))}`;
  return (
    <button
      type="button"
      className="marker"
      aria-label={`Change at ${name}`}
      aria-expanded={chosen}
      title={`${name}. Drag it to another time; click for more.`}
      style={{ left: `${(100 * timeNs) / endNs}%` }}
      onPointerDown={(event) => {
        from.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const movedPx = event.clientX - from.current;
        const bar = event.currentTarget.parentElement as HTMLElement;
        if (draggedNs === undefined && Math.abs(movedPx) < CLICK_PX) return;
        const wanted = edit.timeNs + (movedPx / bar.clientWidth) * endNs;
        setDraggedNs(Math.min(endNs, Math.max(0, wanted)));
      }}
      onPointerUp={() => {
        if (draggedNs !== undefined) onMove(draggedNs);
        else onChoose();
        setDraggedNs(undefined);
      }}
      onKeyDown={(event) => {
        const step = endNs / (event.shiftKey ? 20 : 200);
        if (event.key === 'ArrowLeft') onMove(edit.timeNs - step);
        else if (event.key === 'ArrowRight') onMove(edit.timeNs + step);
        else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
        else if (event.key === 'Enter' || event.key === ' ') onChoose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function MarkerCard({
  run,
  index,
  endNs,
  onClose,
}: {
  readonly run: RunState;
  readonly index: number;
  readonly endNs: number;
  readonly onClose: () => void;
}) {
  const { page } = useTools();
  const edit = run.edits[index] as RunEdit;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const then = (action: () => void) => () => {
    onClose();
    action();
  };
  const close = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section
      className="marker-card"
      aria-label={`Change at ${seconds(edit.timeNs)}`}
      style={{ '--part': edit.timeNs / endNs } as React.CSSProperties}
      onKeyDown={close}
    >
      <p>
        <b>{seconds(edit.timeNs)}</b> {describeEdit(run, edit.path)}{' '}
        {valueText(edit.value, runParameter(run, edit.path))}
      </p>
      <button ref={first} type="button" onClick={then(() => page.seek(edit.timeNs))}>
        Go there
      </button>
      <button
        type="button"
        title="Adds lanes that go on without this change, beside those that have it"
        onClick={then(() => page.branchWithout(index))}
      >
        What if not?
      </button>
      <button type="button" onClick={then(() => page.removeEdit(index))}>
        Remove
      </button>
      <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </section>
  );
}
