import { expect, test } from 'vitest';
import { comparedFiles } from '../../../scripts/mutants/compare.mjs';

const results = (outcomes: readonly string[]) =>
  outcomes.map((outcome, id) => ({ id, file: id < 2 ? 'a' : 'b', outcome }));

test('a file keeps its share if it loses one mutant and gains another', () => {
  const before = results(['killed', 'survived', 'killed', 'timeout', 'killed']);
  const after = results(['survived', 'timeout', 'killed', 'survived', 'lost']);
  expect(comparedFiles(before, after)).toEqual([
    { file: 'a', mutantCount: 2, killedBefore: 1, killedAfter: 1, escaped: [before[0]] },
    { file: 'b', mutantCount: 2, killedBefore: 2, killedAfter: 1, escaped: [before[3]] },
  ]);
});

test('an unfinished result is refused', () => {
  expect(() => comparedFiles(results(['killed', 'killed']), results(['killed']))).toThrow('1 mutants have no later');
});
