import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Lesson, ValidStep } from '../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../src/lessons/format/parse-lesson.ts';
import { factProblem } from '../../src/lessons/runs/facts.ts';
import { measureLesson } from '../../src/lessons/runs/measure-lesson.ts';
import { studentSeed } from '../../src/lessons/runs/student-seed.ts';
import { ownLessons } from './own-lessons.ts';

const N = 100;
test.each(ownLessons)(
  '%s',
  (file, text) => {
    const whole = parseLesson(text as string).lesson as Lesson;
    const counts = new Map<string, string[]>();
    for (let i = 0; i < N; i++) {
      const theirs = measureLesson(whole, studentSeed(`student ${i}`));
      for (const [index, each] of whole.steps.entries())
        for (const fact of (each as ValidStep).facts)
          if ('of' in fact && whole.runs[fact.of.run]?.seed === 'student') {
            const p = factProblem(fact, whole, studentSeed(`student ${i}`), theirs.figureOfRun);
            if (p !== undefined) {
              const k = `${file} step ${index + 1} ${fact.says}`;
              counts.set(k, [...(counts.get(k) ?? []), p]);
            }
          }
    }
    for (const [k, v] of counts)
      appendFileSync('/tmp/w/audit.txt', `${k}: ${v.length}/${N}: ${v.slice(0, 2).join(' // ')}\n`);
    appendFileSync('/tmp/w/audit.txt', `done ${file}\n`);
  },
  3_600_000,
);
