/** The drawing of mutants, and their places in a file that has changed since. */
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { candidatesOf, drawMutants, withMutant } from '../../../scripts/mutants/candidates.mjs';

const host = ts.createCompilerHost({});

/** All mutants of a text, each as the changed text. */
function mutantsOf(text: string): string[] {
  const source = ts.createSourceFile('one.ts', text, ts.ScriptTarget.ES2022, true);
  const program = ts.createProgram(
    ['one.ts'],
    { noLib: true },
    { ...host, getSourceFile: (name) => (name === 'one.ts' ? source : undefined) },
  );
  const candidates = candidatesOf(program.getSourceFile('one.ts'), 'one.ts', program.getTypeChecker());
  return candidates.map((candidate) => withMutant(text, candidate) as string);
}

describe('candidates', () => {
  test.each([
    ['const a = 2 + 0;', ['const a = 3 + 0;', 'const a = 2 - 0;', 'const a = 2 + 1;']],
    ['const b = 1 / 1_000;', ['const b = 0 / 1_000;', 'const b = 1 * 1_000;', 'const b = 1 / 1001;']],
    ["const c = 'x' + 'y';", []],
    ['const d = (e: number) => e < e;', ['const d = (e: number) => e <= e;']],
    ['const f = Math.min(g, h);', ['const f = Math.max(g, h);']],
    ['i(j);', [';']],
    ['if (k === l) m++;', ['if (k !== l) m++;', 'if (k === l) ;', 'if (k === l) m--;']],
    ['if (n && o) { }', ['if (!(n && o)) { }', 'if (n || o) { }']],
    ['const p = q ? true : r;', ['const p = !(q) ? true : r;', 'const p = q ? false : r;']],
    ['function s(t: number) { return t; }', ['function s(t: number) { return (t) + 1; }']],
    ['function u(v: boolean) { return v; }', ['function u(v: boolean) { return !(v); }']],
  ])('%s', (text, mutants) => {
    expect(mutantsOf(text).sort()).toEqual([...mutants].sort());
  });

  test.each([
    'throw new RangeError(String(1 + 2));',
    'type Two = 2;',
    'for (;; w++) { }',
    "const x = { kind: 'integer', label: 'X', min: 1, max: 9, step: 2 };",
  ])('none in %s', (text) => {
    expect(mutantsOf(text)).toEqual([]);
  });

  test('only the default of a declared parameter', () => {
    const text = (value: number) => `const x = { kind: 'integer', label: 'X', min: 1, default: ${value}, max: 9 };`;
    expect(mutantsOf(text(5))).toEqual([text(6)]);
  });
});

describe('a draw', () => {
  const sizes = { a: 1, b: 30, c: 300 };
  const candidates = Object.entries(sizes).flatMap(([file, size]) =>
    Array.from({ length: size }, (_, index) => ({ file, line: index })),
  );

  test('is the same for the same seed, and another for another', () => {
    expect(drawMutants(candidates, 40, 1)).toEqual(drawMutants(candidates, 40, 1));
    expect(drawMutants(candidates, 40, 2)).not.toEqual(drawMutants(candidates, 40, 1));
  });

  test('has each file, no candidate twice, and more of a file with more', () => {
    const drawn = drawMutants(candidates, 40, 1);
    expect(new Set(drawn).size).toBe(40);
    const countOf = (name: string) => drawn.filter(({ file }) => file === name).length;
    expect(countOf('a')).toBe(1);
    // 37 are drawn of 329 others, 299 of them in c: 33.6 on average, with a deviation of 1.7.
    expect(countOf('c')).toBeGreaterThan(28);
    expect(countOf('b')).toBeGreaterThan(0);
  });

  test('of more contains the draw of fewer', () => {
    const few = drawMutants(candidates, 20, 7);
    expect(drawMutants(candidates, 40, 7)).toEqual(expect.arrayContaining(few));
  });
});

describe('the place of a mutant', () => {
  const mutant = { line: 2, column: 12, original: '+', mutated: '-', lineText: '  return a + b;' };

  test('is found again after lines were added, and after the line was indented', () => {
    expect(withMutant('f() {\n  return a + b;\n}', mutant)).toBe('f() {\n  return a - b;\n}');
    expect(withMutant('// new\n// lines\nf() {\n    return a + b;\n}', mutant)).toContain('    return a - b;');
  });

  test('of two equal lines, it is in the nearer one', () => {
    const text = 'f() {\n  return a + b;\n}\ng() {\n  return a + b;\n}';
    expect(withMutant(text, mutant)).toBe('f() {\n  return a - b;\n}\ng() {\n  return a + b;\n}');
    expect(withMutant(text, { ...mutant, line: 4 })).toBe('f() {\n  return a + b;\n}\ng() {\n  return a - b;\n}');
  });

  test('is lost if the line has changed', () => {
    expect(withMutant('f() {\n  return b + a;\n}', mutant)).toBeUndefined();
  });
});
