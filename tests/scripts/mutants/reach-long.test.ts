import ts from 'typescript';
import { expect, test } from 'vitest';
import { withMarks } from '../../../scripts/mutants/reach.mjs';

const text = `
const base = 1;
class Box {
  size = base + 2;
}
const twice = (value) => value * 2;
function run(value) {
  if (value > 5) value += 3;
  else if (value > 4) value += 4;
  switch (value) {
    case 1:
      return twice(value);
  }
  return new Box().size;
}
`;

/** A mutant of each line. */
const mutants = text.split('\n').flatMap((lineText, index) => {
  const original = /(?<=(?:if|switch) \()value|twice(?=\(value)|[+*]|base(?= =)/.exec(lineText)?.[0];
  if (original === undefined) return [];
  return [{ id: index + 1, line: index + 1, column: lineText.indexOf(original) + 1, original, mutated: '', lineText }];
});

/** The lines whose mutants are reached when the file is loaded, and then by a call. */
function reachedLines(value: number): readonly (readonly number[])[] {
  const run = new Function('globalThis', `${ts.transpile(withMarks(text, mutants))}; return run;`);
  const reach: { reachedMutants: Set<number> } = { reachedMutants: new Set() };
  const call = run(reach);
  const loaded = [...reach.reachedMutants];
  reach.reachedMutants = new Set();
  call(value);
  return [loaded, [...reach.reachedMutants].sort((a, b) => a - b)];
}

test('a mutant is reached when its statement, its function or its field is done', () => {
  expect(mutants.map(({ id }) => id)).toEqual([2, 4, 6, 8, 9, 10, 12]);
  const [loaded, ofOne] = reachedLines(1);
  expect(loaded).toContain(2);
  expect(loaded).not.toContain(4);
  expect(ofOne).toEqual([6, 8, 9, 10, 12]);
  expect(reachedLines(9)[1]).toEqual([4, 8, 10]);
  expect(reachedLines(5)[1]).toEqual([4, 8, 9, 10]);
});

test('marks change no value', () => {
  const call = (marked: string) => new Function(`${ts.transpile(marked)}; return [1, 5, 6].map(run);`)();
  expect(call(withMarks(text, mutants))).toEqual(call(text));
});
