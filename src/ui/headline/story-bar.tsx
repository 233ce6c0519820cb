/**
 * A stop of the story in place of the finding: its sentence, and buttons for the other stops. Stop 0 is the
 * introduction, with a picture. Escape leaves the story.
 */

import { useEffect, useRef, useState } from 'react';
import type { Page } from '../../app/page/page.ts';
import { namesOfLanes } from '../../run-state/lane-names.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { runOfPreset } from '../../run-state/run-values.ts';
import { storiesByPreset, storyOfPreset } from '../../scenarios/stories/stories.ts';
import {
  countsSpan,
  eventOfStop,
  lanesOfStory,
  type Story,
  type StoryIntroduction,
  type StoryStop,
} from '../../scenarios/stories/story.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatSeconds, formatShortSeconds } from '../../shared/seconds-text.ts';
import { PathFigure } from '../lessons/panel/path-figure.tsx';
import { Button } from '../parts/button.tsx';
import { eventSearchKind } from '../playback/timeline-moments.ts';
import { plotStore, showPlots } from '../plots/plot-state.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useKeys } from '../shell/input/use-keys.ts';
import { usePageAttribute } from '../shell/layout/page-attribute.ts';
import { classStartSeconds } from './class-times.ts';
import './story-bar.css';

/** @param number of the stop, from 1; 0 is the introduction */
export function StoryBar({ stop: number }: { readonly stop: number }) {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const next = useRef<HTMLButtonElement>(null);
  const story = run.custom === undefined ? storyOfPreset(run.preset) : undefined;
  const stop = number === 0 ? story?.introduction : story?.stops[number - 1];
  const { sentence, strongPart, placeText, onBack, onNext } = usePlace(number, story);

  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  useSpeedOfStop(stop?.view.speed);
  const otherLanes = useRunOfStop(story, stop);
  const plot = stop?.view.plot;
  useEffect(() => showPlotOfStop(plot), [plot]);
  usePageAttribute('data-focus', stop && String(stop.view.focus));
  useKeys(
    {
      Escape: () => page.views.showStop(undefined),
      PageDown: onNext,
      PageUp: onBack,
    },
    'outsideText',
  );

  if (story === undefined || stop === undefined) return null;
  return (
    <div className={joinClassNames('story-bar cluster', strongPart && 'story-start')}>
      {strongPart && <PathFigure strongPart={strongPart} />}
      <p role="status">
        {otherLanes !== undefined && `This story has its own lanes: ${otherLanes}. `}
        {sentence} {'facts' in stop && <FiguresSpan stop={stop} />}
      </p>
      <div className="cluster">
        {onNext === undefined && <NextSteps story={story} />}
        <span className="muted">{placeText}</span>
        <Button title="The stop before (PageUp)" disabled={onBack === undefined} onClick={onBack}>
          Back
        </Button>
        <Button
          ref={next}
          className={strongPart && 'primary'}
          title={onNext && 'The next stop (PageDown)'}
          onClick={onNext ?? (() => page.views.showStop(undefined))}
        >
          {onNext ? 'Next' : 'End'}
        </Button>
        <Button
          className="quiet"
          aria-label="Leave the story"
          title="Leave the story (Esc)"
          onClick={() => page.views.showStop(undefined)}
        >
          ×
        </Button>
      </div>
    </div>
  );
}

/** The span of the figures of a sentence. The pictures beside it show the moment of the stop. */
function FiguresSpan({ stop: { view, facts } }: { readonly stop: StoryStop }) {
  const description = usePage(({ lanes }) => lanes[0]?.description);
  const run = usePage((state) => state.run);
  const spanFacts = facts.filter(countsSpan);
  if (description === undefined || spanFacts.length === 0) return null;
  const { warmupNs, classes } = description;
  const atNs = 1e9 * view.seconds;
  const starts = classStartSeconds(run);
  // A round trip counts only the time in which its class sends.
  const startsOfFacts = spanFacts.map((fact) => {
    const label = 'figure' in fact && fact.figure === 'roundTripMs' ? fact.classLabel : undefined;
    return starts[classes.findIndex((item) => item.label === label)] ?? 0;
  });
  const fromNs = Math.max(atNs > warmupNs ? warmupNs : 0, 1e9 * Math.min(...startsOfFacts));
  return (
    <small className="muted">
      Figures from {formatSeconds(fromNs)} to {formatShortSeconds(atNs)}.
    </small>
  );
}

/** The place in a story: its sentence, and the ways to the places before and after it. */
function usePlace(number: number, story: Story | undefined) {
  const { views } = usePageContext().page;
  const [partIndex, setPartIndex] = useState(0);
  const parts = story?.introduction?.parts ?? [];
  const stopCount = story?.stops.length ?? 0;
  if (number === 0)
    return {
      sentence: parts[partIndex]?.sentence,
      strongPart: parts[partIndex]?.part,
      placeText: `Start, ${partIndex + 1} of ${parts.length}`,
      onBack: partIndex > 0 ? () => setPartIndex(partIndex - 1) : undefined,
      onNext: partIndex + 1 < parts.length ? () => setPartIndex(partIndex + 1) : () => views.showStop(1),
    };
  return {
    sentence: story?.stops[number - 1]?.sentence,
    strongPart: undefined,
    placeText: `Story, ${number} of ${stopCount}`,
    onBack: number > 1 || parts.length > 0 ? () => views.showStop(number - 1) : undefined,
    onNext: number < stopCount ? () => views.showStop(number + 1) : undefined,
  };
}

/**
 * After the story the run has its earlier speed again, unless the user has chosen another one than that of the stop.
 */
function useSpeedOfStop(stopSpeed: number | undefined): void {
  const { page } = usePageContext();
  const { session } = page;
  const shownSpeed = useRef(stopSpeed);
  useEffect(() => {
    // A run that does not belong to the story ends it a moment later.
    if (stopSpeed !== undefined) shownSpeed.current = stopSpeed;
  }, [stopSpeed]);
  useEffect(() => {
    const earlierSpeed = session.speed;
    return () => {
      // A step of a lesson has a speed of its own.
      const isInLesson = page.state.lessonHash !== undefined;
      if (session.speed === shownSpeed.current && !isInLesson) session.setSpeed(earlierSpeed);
    };
  }, [page, session]);
}

/**
 * Shows the plot of a stop in the second place.
 * @returns a function that shows the earlier plots again, unless the user has chosen others
 */
export function showPlotOfStop(plot: string | undefined): () => void {
  if (plot === undefined) return () => {};
  const { plotIds: earlierIds } = plotStore.getState();
  const plotIds = { ...earlierIds, packets: [earlierIds.packets?.[0], plot] };
  showPlots({ plotIds });
  return () => {
    if (plotStore.getState().plotIds === plotIds) showPlots({ plotIds: earlierIds });
  };
}

/**
 * Opens the run of the story, and goes to its stop. Any other run does not belong to the story, and ends it.
 * @returns the names of the lanes at the stop where the story replaced other ones
 */
function useRunOfStop(story: Story | undefined, stop: StoryStop | StoryIntroduction | undefined): string | undefined {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const storyRun = useRef<RunState>(undefined);
  const [replacement, setReplacement] = useState<{ readonly stop: typeof stop; readonly names: string }>();
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
      const earlierNames = formatLanes(page.state.run);
      storyRun.current = runOfStory(page, story);
      if (storyRun.current === undefined) throw new Error('The run of this story could not be opened.');
      const names = formatLanes(page.state.run);
      if (names !== earlierNames) setReplacement({ stop, names });
      endWait = goToStop(page, 'facts' in stop ? stop : { ...stop, facts: [] });
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
  return replacement?.stop === stop ? replacement?.names : undefined;
}

/** "A DropTail; B CAKE": a name can contain a comma. */
const formatLanes = (run: RunState): string =>
  namesOfLanes(run)
    .map((name, lane) => `${laneLetter(lane)} ${name}`)
    .join('; ');

/** At the end of a story: a lesson that continues it, and the next story of the list. */
function NextSteps({ story }: { readonly story: Story }) {
  const { page } = usePageContext();
  const families = usePage((state) => state.families);
  const nextStory = storiesByPreset[storiesByPreset.indexOf(story) + 1];
  const nextPreset = families.flatMap(({ presets }) => presets).find(({ id }) => id === nextStory?.preset);
  const openNext = async (id: string) => {
    page.views.showStop(undefined);
    await page.runs.choosePreset(id);
    page.views.showStop(1);
  };
  return (
    <>
      {story.lesson !== undefined && (
        <a className="button" href={`#lesson=${story.lesson}`}>
          A lesson on this
        </a>
      )}
      {nextPreset !== undefined && (
        <Button onClick={() => void openNext(nextPreset.id)}>Next story: {nextPreset.title}</Button>
      )}
    </>
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
export function goToStop(page: Page, { view, facts }: Pick<StoryStop, 'view' | 'facts'>): () => void {
  const { session, store, questions } = page;
  session.pause();
  session.setSpeed(view.speed);
  session.seek(view.seconds * 1e9);
  const event = eventOfStop({ view, facts });
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
