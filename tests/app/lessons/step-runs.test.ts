/** The runs of a lesson in one state. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unopenedLesson } from '../../../src/app/lessons/open-lesson-state.ts';
import { StepRuns } from '../../../src/app/lessons/step-runs.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';

const runsOf = (id: string) =>
  new StepRuns(parseLesson(readFileSync(`public/lessons/${id}.json`, 'utf8')).lesson!, unopenedLesson);

test('only a run whose link has a policy in each direction has two queues', () => {
  const upload = runsOf('upload-spoils-download');
  expect(['both', 'alone', 'fq'].map((run) => upload.hasTwoQueues(run))).toEqual([true, true, true]);
  expect(upload.hasTwoQueues()).toBe(false);
  expect(runsOf('why-a-queue-fills').hasTwoQueues('one')).toBe(false);
});
