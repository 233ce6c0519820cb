/** The prepared measurements of the lessons: they are there, and their fit is the truth of the runs that made them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseLesson } from '../../src/lessons/format/parse-lesson.ts';
import { fitFiles } from '../../src/measurements/fit/fit-files.ts';
import { readMeasurements } from '../../src/measurements/read-measurements.ts';
import { lessonsFolder, ownLessons } from './own-lessons.ts';

const fitOf = (paths: readonly string[]) =>
  fitFiles(
    paths.flatMap((path) =>
      readMeasurements(readFileSync(join(lessonsFolder, '..', path))).map((measurement) => ({
        name: path,
        measurement,
      })),
    ),
  ).fit;
const lineOf = (line: number) =>
  fitOf(['ping.txt', 'iperf3.json'].map((end) => `lessons/measurements/line-${line}-${end}`));

test('each step with measurements has files that are read and fitted', () => {
  const stepPaths = ownLessons.flatMap(([name, text]) =>
    (parseLesson(text).lesson?.steps ?? []).flatMap((step) =>
      step.kind === 'broken' || step.view?.measurements === undefined ? [] : [[name, step.view.measurements] as const],
    ),
  );
  expect(stepPaths.length).toBeGreaterThan(3);
  for (const [name, paths] of stepPaths) expect(fitOf(paths).baseRttMs, name).toBeDefined();
});

// The truth is in scripts/lesson-measurements.mjs. The limits are those that docs/MEASUREMENTS.md gives for the
// intervals.
test('line 1 is 16 Mb/s with 24 ms and a drop-tail buffer of 120 packets', () => {
  const { baseRttMs, down } = lineOf(1);
  expect(Math.abs((baseRttMs?.value ?? 0) - 24)).toBeLessThan(0.2);
  expect(down.rateMbps?.low).toBeLessThan(16);
  expect(down.rateMbps?.high).toBeGreaterThan(16);
  expect(down.queue.class).toBe('drop-tail');
  expect(down.bufferPackets?.low).toBeLessThan(120);
  expect(down.bufferPackets?.high).toBeGreaterThan(120);
});

test('line 2 has 50 Mb/s and flow queues, and line 3 pauses: the data do not tell their queues', () => {
  for (const [line, mbps] of [
    [2, 50],
    [3, 16],
  ] as const) {
    const { down } = lineOf(line);
    expect(down.queue.class).toBe('the data do not tell');
    expect(down.rateMbps?.low).toBeLessThanOrEqual(mbps);
    expect(down.bufferPackets).toBeUndefined();
  }
});
