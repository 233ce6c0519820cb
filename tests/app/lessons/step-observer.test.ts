/** When the figure of a *measure* step can be read. */
import { expect, test } from 'vitest';
import type { OpenLessonState } from '../../../src/app/lessons/open-lesson-state.ts';
import { observePage, observeReading } from '../../../src/app/lessons/step-observer.ts';
import type { LessonStep } from '../../../src/lessons/format/lesson.ts';
import { decodeRun } from '../../../src/run-state/run-url.ts';
import { HASH, opened, S, seek } from '../opened-page.ts';

const step = {
  kind: 'measure',
  title: 'Measure',
  reading: { run: 'one', figure: 'delayMs', atSeconds: 2 },
} as unknown as LessonStep;

/** A lesson at this step, whose run the page has. */
function lessonOn(page: ReturnType<typeof opened>) {
  const played: number[] = [];
  const run = page.state.run;
  type Host = Parameters<typeof observeReading>[1];
  const host = {
    state: { step: 0, answers: {}, drafts: {}, playedSteps: [] } as unknown as OpenLessonState,
    step,
    runsIn: () => ({ withId: () => run }),
    markPlayed: (index: number) => void played.push(index),
    answer: () => {},
    setDraft: () => {},
    proofs: { onTime: () => {}, onRun: () => {} },
  } as unknown as Host;
  return { host, played };
}

test('a run that was played in an earlier step to the time of the figure was played', () => {
  const page = opened();
  seek(page, 3);
  const { host, played } = lessonOn(page);
  observeReading(page, host);
  expect(played).toEqual([0]);
});

test('the time before a seek does not count, nor does a shorter time', () => {
  const page = opened();
  seek(page, 3);
  const { host, played } = lessonOn(page);
  page.session.seek(0);
  observeReading(page, host);
  seek(page, 1.9);
  observeReading(page, host);
  expect(played).toEqual([]);
});

test('a run with other settings does not count', () => {
  const page = opened();
  const { host, played } = lessonOn(page);
  const end = observePage(page, host);
  page.runs.openUrl(decodeRun(`${HASH}&seed=7`));
  seek(page, 3);
  end();
  expect(page.session.commandedNs).toBe(3 * S);
  expect(played).toEqual([]);
});
