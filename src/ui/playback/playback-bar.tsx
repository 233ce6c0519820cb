/** Play, pause, step, speed, undo. */

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { formatSpeed, SPEEDS, stepNs } from '../../app/lanes/speeds.ts';
import { type EventSearchKind, eventSearchKinds } from '../../runs/answers/moment-kinds.ts';
import { LANE_LETTERS, laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { formatSeconds, formatShortSeconds } from '../../shared/seconds-text.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { panelParts } from '../shell/load-panels.ts';
import { lazyPart } from '../shell/part.tsx';
import './playback-bar.css';

const KIND_NAMES: Readonly<Record<EventSearchKind, string>> = {
  packet: 'packet',
  service: 'transmission',
  drop: 'drop',
  mark: 'mark',
  crossing: 'threshold crossing',
};

/** The goal of a step besides the next time: the next event of a kind in a lane. */
interface StepTarget {
  readonly lane: number;
  readonly kind: EventSearchKind;
}

const TIME_ENTRY = 'time';
const targetEntry = ({ lane, kind }: StepTarget) => `${lane}/${kind}`;

/** @param hasTimelineFirst the timeline has its own line, over the buttons */
export function PlaybackBar({ hasTimelineFirst = false }: { readonly hasTimelineFirst?: boolean }) {
  const { page } = usePageContext();
  const isPlaying = usePage((state) => state.isPlaying);
  const hasEnded = usePage((state) => state.hasEnded);
  const speed = usePage((state) => state.speed);
  const laneCount = usePage((state) => state.run.lanes.length);
  const undo = usePage((state) => state.undoLabel);
  const redo = usePage((state) => state.redoLabel);
  const [entry, setEntry] = useState(TIME_ENTRY);
  const targets = LANE_LETTERS.slice(0, laneCount).map((_, lane) => eventSearchKinds.map((kind) => ({ lane, kind })));
  const step = (isForward: boolean) => {
    const target = targets.flat().find((event) => targetEntry(event) === entry);
    if (target === undefined) page.session.step((isForward ? 1 : -1) * stepNs(speed));
    else void page.questions.stepTo(target.lane, target.kind, isForward);
  };
  return (
    <section className="playback row" aria-label="Time">
      {hasTimelineFirst && <Timeline />}
      <IconButton
        path="M1 3h2v10H1zM9 3v10L3 8zM15 3v10L9 8z"
        aria-label="Back to the start"
        title="Back to the start (Home)"
        onClick={() => page.session.restart()}
      />
      <IconButton
        path="M13 3L6 8l7 5zM3 3h2v10H3z"
        aria-label="One step back"
        title="One step back (left arrow)"
        onClick={() => step(false)}
      />
      <IconButton
        path={isPlaying ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4 3l9 5-9 5z'}
        className="playback-play primary icon-button screen-only"
        aria-label={isPlaying ? 'Pause' : hasEnded ? 'Play again' : 'Play'}
        title="Space"
        onClick={() => page.session.toggle()}
      />
      <IconButton
        path="M3 3l7 5-7 5zM11 3h2v10h-2z"
        aria-label="One step forward"
        title="One step forward (right arrow)"
        disabled={hasEnded}
        onClick={() => step(true)}
      />
      <StepChoice targets={targets} entry={entry} onChoose={setEntry} />
      <label className="playback-speed fine muted screen-only">
        <span>{formatSpeed(speed)}</span>
        <input
          type="range"
          aria-label="Speed"
          aria-valuetext={formatSpeed(speed)}
          min={0}
          max={SPEEDS.length - 1}
          step={1}
          value={SPEEDS.indexOf(speed)}
          onChange={(event) => page.session.setSpeed(required(SPEEDS[Number(event.target.value)]))}
        />
      </label>
      {!hasTimelineFirst && <Timeline />}
      <IconButton
        className="playback-change icon-button screen-only"
        path="M6 3L2 7l4 4V8h4a2.5 2.5 0 0 1 0 5H7v2h3a4.5 4.5 0 0 0 0-9H6z"
        aria-label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
        title={undo === undefined ? 'Nothing to undo' : `Undo: ${undo} (Ctrl+Z)`}
        disabled={undo === undefined}
        onClick={() => page.runs.undo()}
      />
      <IconButton
        className="playback-change icon-button screen-only"
        path="M10 3l4 4-4 4V8H6a2.5 2.5 0 0 0 0 5h3v2H6a4.5 4.5 0 0 1 0-9h4z"
        aria-label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
        title={redo === undefined ? 'Nothing to redo' : `Redo: ${redo} (Ctrl+Shift+Z)`}
        disabled={redo === undefined}
        onClick={() => page.runs.redo()}
      />
    </section>
  );
}

interface StepChoiceProps {
  /** By lane. */
  readonly targets: readonly (readonly StepTarget[])[];
  readonly entry: string;
  readonly onChoose: (entry: string) => void;
}

function StepChoice({ targets, entry, onChoose }: StepChoiceProps) {
  return (
    <label className="playback-step fine muted screen-only">
      <span>step by</span>
      <select className="quiet" value={entry} onChange={(event) => onChoose(event.target.value)}>
        <option value={TIME_ENTRY}>time</option>
        {targets.map((events, lane) => {
          const letter = laneLetter(lane);
          return (
            <optgroup key={letter} label={`lane ${letter}`}>
              {events.map((event) => (
                <option key={event.kind} value={targetEntry(event)}>
                  {KIND_NAMES[event.kind]} in {letter}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
    </label>
  );
}

function IconButton({ path, ...button }: ComponentProps<'button'> & { readonly path: string }) {
  return (
    <Button className="icon-button screen-only" {...button}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} fill="currentColor" />
      </svg>
    </Button>
  );
}

const EditMarkers = lazyPart('The markers of changes', () => import('./edit-markers.tsx'), 'EditMarkers');
const KeyMomentList = lazyPart('The key moments', panelParts, 'KeyMomentList');
const LastChangeNote = lazyPart('The line of the last change', panelParts, 'LastChangeNote');

/** Steps of the slider over the whole run. */
const SLIDER_STEPS = 2_000;

/**
 * The timeline shows the time of the run. The user drags it to any time, also backwards. Changes during the run are
 * markers on it.
 */
function Timeline() {
  const { page, animation } = usePageContext();
  const hasEdits = usePage((state) => state.run.edits.length > 0);
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const progressNs = usePage((state) => state.progressNs);
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  const wasPlaying = useRef(false);
  const isDragging = useRef(false);
  useEffect(() => {
    let shownStep: string | undefined;
    return animation.addText(() => {
      const { timeNs: now, speed } = page.session;
      const step = String(endNs > 0 ? Math.round((now / endNs) * SLIDER_STEPS) : 0);
      if (slider.current !== null && shownStep !== step) {
        shownStep = step;
        slider.current.style.setProperty('--part', String(Number(step) / SLIDER_STEPS));
      }
      if (slider.current !== null && !isDragging.current && slider.current.value !== step) slider.current.value = step;
      // The text node stays, because a new one costs a match of styles.
      if (clock.current?.firstChild != null)
        clock.current.firstChild.nodeValue = (now / 1e9).toFixed(speed < 0.05 ? 5 : 2);
    });
  }, [endNs, page, animation]);
  const grab = () => {
    isDragging.current = true;
    wasPlaying.current = page.session.isPlaying;
    page.session.pause();
  };
  const release = () => {
    if (!isDragging.current) return;
    isDragging.current = false;
    if (wasPlaying.current) page.session.play();
  };
  return (
    <div className="timeline row">
      <div className="timeline-bar screen-only">
        <input
          ref={slider}
          type="range"
          className="filled"
          aria-label="Simulated time"
          aria-valuetext={`${formatSeconds(timeNs)} of ${formatSeconds(endNs)}`}
          min={0}
          max={SLIDER_STEPS}
          step={1}
          defaultValue={0}
          onPointerDown={grab}
          onPointerUp={release}
          onPointerCancel={release}
          onChange={(event) => page.session.seek((Number(event.target.value) / SLIDER_STEPS) * endNs)}
        />
        {hasEdits && <EditMarkers />}
        <KeyMomentList />
        <LastChangeNote />
      </div>
      <p className="timeline-clock">
        <output ref={clock}>0.00</output> s of {Number((endNs / 1e9).toPrecision(6))} s
        {progressNs !== undefined && (
          <span className="timeline-progress row" role="status">
            {' '}
            computing, at {formatShortSeconds(progressNs)}{' '}
            <Button onClick={() => page.session.seek(page.session.timeNs)}>Stop</Button>
          </span>
        )}
      </p>
    </div>
  );
}
