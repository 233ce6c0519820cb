/** Hand-ins of a lesson whose runs have changed are judged by the version that the student had. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import { ClassJudge } from '../../../src/lessons/class/class-judge.ts';
import { memberRemarks } from '../../../src/lessons/class/class-member.ts';
import { readHandIn } from '../../../src/lessons/class/read-hand-in.ts';
import type { Lesson, LessonStep } from '../../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import { createHandIn } from '../../../src/lessons/hand-in/hand-in.ts';
import { earlierLessons, lessonFileName } from '../../../src/lessons/hand-in/lesson-version.ts';
import { type MeasureTask, measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import { decodeLessonRun, problemsOfRuns } from '../../../src/lessons/runs/lesson-runs.ts';
import { measureLesson } from '../../../src/lessons/runs/measure-lesson.ts';
import { encodeRun } from '../../../src/run-state/run-url.ts';
import { loadPresets } from '../../../src/scenarios/load-presets.ts';
import { earlierLessonNames, lessonsFolder } from '../own-lessons.ts';

const textOf = (name: string) => readFileSync(join(lessonsFolder, `${name}.json`), 'utf8');

beforeAll(loadPresets);

test('the docs of lessons name every earlier version', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/LESSONS.md'), 'utf8');
  expect(earlierLessonNames.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
});

/** The right answer to a step that asks for a number, or for settings; undefined for another step. */
function rightAnswer(step: LessonStep, lesson: Lesson): LessonAnswer | undefined {
  if (step.kind === 'measure') {
    const right = measureLesson(lesson, undefined, measureRuns);
    return { kind: 'number', value: right.figureOfRun(step.reading.run, step.reading) };
  }
  if (step.kind === 'predict') {
    const known = step.ask.type === 'number' ? step.ask.answer : undefined;
    return typeof known === 'number' ? { kind: 'number', value: known } : undefined;
  }
  if (step.kind !== 'challenge' || step.program !== undefined) return undefined;
  const { run } = decodeLessonRun(lesson.runs[step.view.run] as Lesson['runs'][string], 1);
  const url = new URLSearchParams(encodeRun(run));
  for (const [path, value] of Object.entries(step.solution)) url.set(path, String(value));
  return { kind: 'settings', link: decodeURIComponent(url.toString()) };
}

describe.each(earlierLessonNames)('%s', (name) => {
  const text = textOf(name);
  const lesson = parseLesson(text).lesson as Lesson;

  test('is readable, known by its runs, and another version than the lesson of the list', () => {
    expect([...parseLesson(text).problems, ...problemsOfRuns(lesson)]).toEqual([]);
    expect(lessonFileName(JSON.parse(text))).toBe(name);
    expect(Object.keys(earlierLessons)).toContain(lesson.id);
    expect(lessonFileName(JSON.parse(textOf(lesson.id)))).toBe(lesson.id);
    expect(lessonFileName({ id: 'toString', runs: {} })).toBe('toString');
  });

  test('judges a hand-in that was made with it, apart from those of the present version', async () => {
    const measure = async (task: MeasureTask) => measureRuns(task);
    const rightAnswers = lesson.steps.map((step) => rightAnswer(step, lesson));
    // A step that is judged by a run says most.
    const placeOf = (kinds: readonly string[]) =>
      rightAnswers.findIndex(
        (answer, index) => answer !== undefined && kinds.includes(lesson.steps[index]?.kind ?? ''),
      );
    const place = [placeOf(['measure']), placeOf(['challenge']), placeOf(['predict'])].find((found) => found >= 0);
    const answer = place === undefined ? undefined : rightAnswers[place];
    if (place === undefined || answer === undefined) throw new Error('no step has a known answer');
    const handedIn = async (file: string) => {
      const answers = new Map([[place, answer]]);
      const data = JSON.parse(file);
      return JSON.stringify(
        await createHandIn({ lesson: parseLesson(file).lesson as Lesson, file: data, student: '', answers, measure }),
      );
    };
    const judge = new ClassJudge();
    const names = [text, textOf(lesson.id)].map(async (file, index) =>
      judge.add(readHandIn(`${index}`, await handedIn(file), 0)),
    );
    for (const [index, found] of (await Promise.all(names)).entries()) {
      expect(found).toBe([name, lesson.id][index]);
      judge.setLesson(found, textOf(found));
    }
    const { members, tasks } = judge.takeReady();
    const titles = new Set(members.map(({ lessonTitle }) => lessonTitle));
    expect([...titles]).toEqual([`${lesson.title} (earlier version)`, lesson.title]);
    // A member without a run to measure is judged at once, and given again as it is then.
    const outcomes = tasks.flatMap(({ key }) => judge.setOutcome(key, measureRuns(judge.task(key) as MeasureTask)));
    const earlier = [...members, ...outcomes].findLast((member) => member.lesson === name);
    expect(earlier?.steps[place]?.isRight).toBe(true);
    expect(memberRemarks(earlier!)).toEqual([]);
  });
});

test('CUBIC and BBR as it was before its run of BBR alone is judged by the earlier version', () => {
  const { alone, ...runs } = JSON.parse(textOf('cubic-and-bbr-1')).runs;
  expect(alone).toBeDefined();
  expect(lessonFileName({ id: 'cubic-and-bbr', runs })).toBe('cubic-and-bbr-1');
});
