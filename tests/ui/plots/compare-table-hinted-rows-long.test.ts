/** The rows of the table of figures that lessons name in their hints. */
import { expect, test } from 'vitest';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import { required } from '../../../src/shared/required.ts';
import { compareRows } from '../../../src/ui/plots/compare-table.tsx';
import { closeLanes, opened, seek } from '../../app/opened-page.ts';
import { ownLessons } from '../../lessons/own-lessons.ts';

/** Lesson, its run of the question, and the row that the hint names. */
const hintedRows = ownLessons.flatMap(([file, text]) => {
  const lesson = required(parseLesson(text).lesson);
  return lesson.steps.flatMap((step) => {
    const row = step.kind === 'measure' ? /row “([^”]+)”/.exec(step.hint ?? '')?.[1] : undefined;
    if (step.kind !== 'measure' || row === undefined) return [];
    return [[file, row, required(lesson.runs[step.reading.run]).link] as const];
  });
});

test('several lessons name a row', () => expect(hintedRows.length).toBeGreaterThanOrEqual(8));

test.each(hintedRows)('%s: the table has the row “%s”', (_file, row, link) => {
  const page = opened(link.replace('#', ''));
  seek(page, 1);
  const names = compareRows(page.state.lanes).map(({ name }) => name);
  closeLanes(page);
  expect(names).toContain(row);
});
