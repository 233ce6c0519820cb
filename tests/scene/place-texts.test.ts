/** The places of texts, against drawings made by hand. Letters are 6 px wide. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxesMeet, isInside } from '../../src/scene/boxes.ts';
import type { Mark, TextMark, TextPlace } from '../../src/scene/marks.ts';
import { placeTexts } from '../../src/scene/place-texts.ts';

const ruler = (text: string) => 6 * text.length;
const size = { width: 200, height: 100 };

const text = (key: string, wordings: readonly string[], places: readonly TextPlace[], more: Partial<TextMark> = {}) =>
  ({ kind: 'text', key, wordings, places, priority: 1, ...more }) satisfies TextMark;
const at = (x: number, y: number): TextPlace => ({ x, y, align: 'left' });

const wordsOf = (marks: readonly Mark[]) =>
  Object.fromEntries(
    placeTexts(marks, size, ruler).texts.map(({ mark, lines, box }) => [
      mark.key,
      [lines[0], box.left, (box.top + box.bottom) / 2],
    ]),
  );

test('a text goes to its next place if the first is taken, and is shortened only if no place has room', () => {
  const first = text('first', ['first'], [at(10, 20)]);
  expect(wordsOf([first, text('second', ['second'], [at(20, 20), at(20, 50)])]).second).toEqual(['second', 20, 50]);
  expect(wordsOf([first, text('second', ['a very long name', 'name'], [at(20, 20), at(150, 50)])]).second).toEqual([
    'name',
    150,
    50,
  ]);
});

test('a text of a smaller number keeps its place; one without room is left out', () => {
  const { texts, hiddenMarks } = placeTexts(
    [text('late', ['late'], [at(10, 20)], { priority: 2 }), text('early', ['early'], [at(10, 20)])],
    size,
    ruler,
  );
  expect([texts.map(({ mark }) => mark.key), hiddenMarks.map(({ key }) => key)]).toEqual([['early'], ['late']]);
});

test('a text covers no mark that it avoids; one of priority 1 does if it has no other place', () => {
  const line: Mark = {
    kind: 'line',
    points: [
      { x: 0, y: 40 },
      { x: 100, y: 0 },
    ],
    tag: 'line',
  };
  const places = [at(40, 20), at(120, 20)];
  expect(wordsOf([line, text('a', ['name'], places, { avoids: ['line'] })]).a).toEqual(['name', 120, 20]);
  expect(wordsOf([line, text('a', ['name'], places)]).a).toEqual(['name', 40, 20]);
  const onlyPlace = places.slice(0, 1);
  expect(wordsOf([line, text('a', ['name'], onlyPlace, { avoids: ['line'] })]).a).toEqual(['name', 40, 20]);
  expect(wordsOf([line, text('a', ['name'], onlyPlace, { avoids: ['line'], priority: 2 })]).a).toBeUndefined();
});

test('where every place is on a mark that it avoids, a text of priority 1 covers least of them, and keeps its place for a second', () => {
  const rect = (left: number, right: number): Mark => ({
    kind: 'rect',
    box: { left, right, top: 15, bottom: 25 },
    tag: 'curve',
  });
  const level: Mark = {
    kind: 'line',
    points: [
      { x: 100, y: 80 },
      { x: 110, y: 80 },
    ],
    tag: 'line',
  };
  // The first place is on 24 px of a box, the second one on 6 px, the third one on a line of 10 px.
  const name = text('a', ['name'], [at(10, 20), at(60, 20), at(95, 80)], { avoids: ['curve', 'line'] });
  const marks = [rect(0, 40), rect(70, 76), level, name];
  const first = placeTexts(marks, size, ruler);
  expect(first.texts[0]?.box.left).toBe(60);
  // The mark at the second place is now wider.
  const changed = [rect(0, 40), rect(62, 80), level, name];
  const second = placeTexts(changed, size, ruler, first, 500);
  expect(second.texts[0]?.box.left).toBe(60);
  expect(placeTexts(changed, size, ruler, second, 1_000).texts[0]?.box.left).toBe(95);
});

test('a text that slides stays inside its bounds, and one that can be cut ends with an ellipsis', () => {
  expect(wordsOf([text('a', ['0123456789'], [{ x: 190, y: 20, align: 'centre', slides: true }])]).a).toEqual([
    '0123456789',
    140,
    20,
  ]);
  const bounds = { left: 10, right: 40 };
  expect(wordsOf([text('a', ['0123456789'], [at(10, 20)], { bounds, canBeCut: true })]).a).toEqual(['0123…', 10, 20]);
});

test('a leader goes to a text that is not beside its point, and through no other text', () => {
  const point = { x: 20, y: 20 };
  const far = text(
    'far',
    ['far'],
    [at(100, 20), at(100, 80)].map((place) => ({ ...place, leaderFrom: point })),
  );
  const leaderOf = (marks: readonly Mark[]) =>
    placeTexts(marks, size, ruler).texts.find(({ mark }) => mark.key === 'far')?.leader?.to;
  expect(leaderOf([far])).toEqual({ x: 100, y: 20 });
  expect(leaderOf([text('between', ['x'], [at(60, 20)]), far])).toEqual({ x: 100, y: expect.closeTo(73.5, 9) });
  expect(leaderOf([text('far', ['far'], [{ ...at(28, 20), leaderFrom: point }])])).toBeUndefined();
});

test('a text keeps its place from frame to frame, until something takes it', () => {
  const wall = (x: number): Mark => ({
    kind: 'rect',
    box: { left: x, right: x + 30, top: 10, bottom: 30 },
    tag: 'wall',
  });
  const name = text('name', ['name'], [at(10, 20), at(60, 20), at(110, 20)], { avoids: ['wall'] });
  const first = placeTexts([wall(0), name], size, ruler);
  expect(first.texts[0]?.box.left).toBe(60);
  // Its better place is free again, but it stays, also after a second.
  const second = placeTexts([wall(160), name], size, ruler, first, 5_000);
  expect(second.texts[0]?.box.left).toBe(60);
  const third = placeTexts([wall(50), name], size, ruler, second, 5_001);
  expect(third.texts[0]?.box.left).toBe(10);
});

test('a shortened or hidden text waits a second before it is tried again', () => {
  const wall = (right: number): Mark => ({ kind: 'rect', box: { left: 40, right, top: 0, bottom: 100 }, tag: 'wall' });
  const wordings = ['a long name', 'name'];
  const name = text('name', wordings, [at(10, 20)], { avoids: ['wall'], priority: 2 });
  const hidden = text('hidden', ['hidden'], [at(60, 60)], { avoids: ['wall'], priority: 2 });
  const linesAt = (nowMs: number) => {
    const before = placeTexts([wall(150), name, hidden], size, ruler, undefined, 0);
    return placeTexts(
      [wall(41), text('name', wordings, name.places, { priority: 2 }), hidden],
      size,
      ruler,
      before,
      nowMs,
    ).texts.map(({ lines }) => lines[0]);
  };
  expect(linesAt(500)).toEqual(['name']);
  expect(linesAt(1_000)).toEqual(['a long name', 'hidden']);
});

test('no text covers another, whatever the texts are', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 100 }),
    align: fc.constantFrom('left', 'centre', 'right'),
    slides: fc.boolean(),
  });
  const anyText = fc.record({
    words: fc.string({ minLength: 1, maxLength: 12 }),
    places: fc.array(place, { minLength: 1, maxLength: 4 }),
    priority: fc.integer({ min: 1, max: 3 }),
    canBeCut: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 12 }), (list) => {
      const marks = list.map(({ words, places, ...more }, index) =>
        text(String(index), [words], places as TextPlace[], more),
      );
      const { texts, hiddenMarks } = placeTexts(marks, size, ruler);
      expect(texts.length + hiddenMarks.length).toBe(marks.length);
      for (const [index, { box }] of texts.entries()) {
        expect(isInside(box, { left: 0, top: 0, right: 200, bottom: 100 })).toBe(true);
        expect(texts.slice(index + 1).some((other) => boxesMeet(box, other.box))).toBe(false);
      }
    }),
    { seed: 1, numRuns: 30 },
  );
});
