/**
 * A stop of the story in place of the finding: its sentence, and buttons for the other stops. Escape leaves the story.
 */
import { useEffect, useRef } from 'react';
import type { Page } from '../../app/page/page.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { runOfPreset } from '../../run-state/run-values.ts';
import { storyOfPreset } from '../../scenarios/stories/stories.ts';
import { type EventFact, lanesOfStory, type Story, type StoryStop } from '../../scenarios/stories/story.ts';
import { eventSearchKind } from '../playback/timeline-moments.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useKeys } from '../shell/input/use-keys.ts';
import { usePageAttribute } from '../shell/layout/page-attribute.ts';
import './story-bar.css';

/** @param number of the stop, from 1 */
export function StoryBar({ stop: number }: { readonly stop: number }) {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const next = useRef<HTMLButtonElement>(null);
  /** The run of the story, after it is open. Any other run does not belong to the story. */
  const storyRun = useRef<RunState>(undefined);
  const story = storyOfPreset(run.preset);
  const stop = run.custom === undefined ? story?.stops[number - 1] : undefined;

  useEffect(() => next.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    if (storyRun.current !== undefined && storyRun.current !== run) page.views.showStop(undefined);
  }, [run, page]);

  useEffect(() => {
    let hasLeft = false;
    let endWait = () => {};
    const open = async () => {
      if (story === undefined || stop === undefined) throw new Error('This story has no such stop.');
      await page.loadEditorAndCatalog();
      if (hasLeft) return;
      storyRun.current = runOfStory(page, story);
      if (storyRun.current === undefined) throw new Error('The run of this story could not be opened.');
      endWait = goToStop(page, stop);
    };
    open().catch((error: Error) => {
      if (hasLeft) return;
      page.views.showStop(undefined);
      page.notices.show(error.message);
    });
    return () => {
      hasLeft = true;
      endWait();
    };
  }, [page, story, stop]);

  usePageAttribute('data-focus', stop && String(stop.focus));

  const hasNext = number < (story?.stops.length ?? 0);
  useKeys(
    {
      Escape: () => page.views.showStop(undefined),
      PageDown: hasNext ? () => page.views.showStop(number + 1) : undefined,
      PageUp: number > 1 ? () => page.views.showStop(number - 1) : undefined,
    },
    'outsideText',
  );

  if (story === undefined || stop === undefined) return null;
  const isLast = number === story.stops.length;
  return (
    <div className="story-bar cluster">
      <p role="status">{stop.sentence}</p>
      <div className="cluster">
        <span className="muted">
          Story, {number} of {story.stops.length}
        </span>
        <button
          type="button"
          title="The stop before (PageUp)"
          disabled={number === 1}
          onClick={() => page.views.showStop(number - 1)}
        >
          Back
        </button>
        <button
          ref={next}
          type="button"
          title={isLast ? undefined : 'The next stop (PageDown)'}
          onClick={() => page.views.showStop(isLast ? undefined : number + 1)}
        >
          {isLast ? 'End' : 'Next'}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label="Leave the story"
          title="Leave the story (Esc)"
          onClick={() => page.views.showStop(undefined)}
        >
          ×
        </button>
      </div>
    </div>
  );
}

/** Opens the run of a story, unless it is on the page already; returns the run on the page. */
function runOfStory(page: Page, story: Story): RunState | undefined {
  const storyRun: RunState = { ...runOfPreset(story.preset), lanes: lanesOfStory(story) };
  const isSameRun = JSON.stringify(page.state.run) === JSON.stringify(storyRun);
  return isSameRun || page.runs.change('open a story', storyRun) ? page.state.run : undefined;
}

/**
 * Pauses at a stop: exactly at its event, as soon as the time of the event is known.
 * @returns a function that ends the wait for the event; it also ends when the user plays the run or moves it
 */
export function goToStop(page: Page, { seconds, speed, facts }: StoryStop): () => void {
  const { session, store, questions } = page;
  session.pause();
  session.setSpeed(speed);
  session.seek(seconds * 1e9);
  const event = facts.find((fact): fact is EventFact => 'event' in fact && fact.seconds === seconds);
  if (event === undefined) return () => {};
  const atNs = session.commandedNs;
  const watchTime = () => {
    const moment = session.lanes[event.lane]?.moments.find(({ kind }) => kind === event.event);
    const hasMoved = session.isPlaying || session.commandedNs !== atNs;
    if (moment === undefined && !hasMoved) return;
    endWait();
    if (moment !== undefined && !hasMoved) questions.pauseAt(event.lane, eventSearchKind(moment.kind), moment.timeNs);
  };
  const endWait = store.subscribe(watchTime);
  watchTime();
  return endWait;
}
