/**
 * The timeline shows the time of the run. The user drags it to any time, also backwards. Changes during the run are
 * markers on it.
 */
import { useEffect, useRef } from 'react';
import { formatShortSeconds } from '../../shared/short-seconds.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { formatSeconds } from '../shell/time-text.ts';
import './timeline.css';

const EditMarkers = lazyPart('The markers of changes', async () => (await import('./edit-markers.tsx')).EditMarkers);
const KeyMoments = lazyPart('The key moments', async () => (await import('./key-moments.tsx')).KeyMomentList);
const LastChange = lazyPart(
  'The line of the last change',
  async () => (await import('../controls/last-change.tsx')).LastChangeNote,
);

/** Steps of the slider over the whole run. */
const SLIDER_STEPS = 2_000;

export function Timeline() {
  const { page, animation } = usePageContext();
  const hasEdits = usePage((state) => state.run.edits.length > 0);
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const progressNs = usePage((state) => state.progressNs);
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  const wasPlaying = useRef(false);
  const dragging = useRef(false);
  useEffect(
    () =>
      animation.addText(() => {
        const { timeNs: now, speed } = page.session;
        const position = endNs > 0 ? now / endNs : 0;
        if (slider.current !== null) {
          slider.current.style.setProperty('--part', String(position));
          if (!dragging.current) slider.current.value = String(position * SLIDER_STEPS);
        }
        // The text node stays, because a new one costs a match of styles.
        if (clock.current?.firstChild != null)
          clock.current.firstChild.nodeValue = (now / 1e9).toFixed(speed < 0.05 ? 5 : 2);
      }),
    [endNs, page, animation],
  );
  const grab = () => {
    dragging.current = true;
    wasPlaying.current = page.session.isPlaying;
    page.session.pause();
  };
  const release = () => {
    if (!dragging.current) return;
    dragging.current = false;
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
        <KeyMoments />
        <LastChange />
      </div>
      <p className="timeline-clock">
        <output ref={clock}>0.00</output> s of {Number((endNs / 1e9).toPrecision(6))} s
        {progressNs !== undefined && (
          <span className="timeline-progress floating row" role="status">
            {' '}
            computing, at {formatShortSeconds(progressNs)}{' '}
            <Button onClick={() => page.session.seek(page.session.timeNs)}>Stop</Button>
          </span>
        )}
      </p>
    </div>
  );
}
