/** The runs of a lesson in one state. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unopenedLesson } from '../../../src/app/lessons/open-lesson-state.ts';
import { StepRuns } from '../../../src/app/lessons/step-runs.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import { namesOfLanes } from '../../../src/run-state/lane-names.ts';

const runsOf = (id: string) =>
  new StepRuns(parseLesson(readFileSync(`public/lessons/${id}.json`, 'utf8')).lesson!, unopenedLesson);

test('only a run whose link has a policy in each direction has two queues', () => {
  const upload = runsOf('upload-spoils-download');
  expect(['both', 'alone', 'fq'].map((run) => upload.hasTwoQueues(run))).toEqual([true, true, true]);
  expect(upload.hasTwoQueues()).toBe(false);
  expect(runsOf('why-a-queue-fills').hasTwoQueues('one')).toBe(false);
});

test('figures of a run with two lanes name the lane, those of several runs its policy, since the page gives it another letter', () => {
  const compared = runsOf('is-it-true');
  expect(compared.laneNames(['z1'])).toEqual(['lane A', 'lane B']);
  expect(compared.laneNames(['z1', 'z2'])).toEqual(['DropTail', 'RED']);
  expect(runsOf('why-a-queue-fills').laneNames(['one', 'one'])).toEqual([]);
  // They stand beside each other under these titles, in legends too.
  const run = compared.proofRun(1)!;
  expect(namesOfLanes(run)).toEqual(['Seed 1, DropTail', 'Seed 1, RED', 'Seed 2, DropTail', 'Seed 2, RED']);
});
