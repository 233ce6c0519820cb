/** The rules of a component's sheet reach only the components of its folder, and every class has a component and a rule. */
import { expect, test } from 'vitest';
import { foldersOfClass, wordsOfTexts } from './classes.ts';
import { each, folderOf, sheets } from './sheets.ts';

/** Sheets whose rules are for the whole page. */
const GLOBAL = ['styles/global.css', 'styles/shared.css', 'styles/tokens.css', 'shell/app.css', 'saving/print.css'];
/** Classes that a folder offers to the components of others. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  controls: ['sidebar'],
  figures: ['study', 'study-controls', 'study-figure', 'study-figures', 'study-progress'],
  plots: ['choice', 'choices', 'plots-area'],
  program: ['program-text'],
  shell: ['notices'],
};

const classesOf = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);

/** The selector without what it excludes. */
const included = (selector: string): string => {
  const rest = selector.replace(/:not\([^()]*\)/g, '');
  return rest === selector ? rest : included(rest);
};

/** Whether one class of the selector is only in this folder, or is offered by it. */
const isScoped = (selector: string, folder: string): boolean =>
  /^:root\[data-(sheet|lesson-print)\]/.test(selector) ||
  classesOf(included(selector)).some((name) => {
    const others = [...(foldersOfClass.get(name) ?? [])].filter((other) => other !== folder);
    return others.length === 0 || OFFERED[folder]?.includes(name);
  });

test.each(sheets.filter(({ path }) => !GLOBAL.includes(path)))(
  '$path styles only its own folder',
  ({ path, rules }) => {
    const foreign = rules
      .flatMap(({ selectors }) => selectors)
      .filter((selector) => !isScoped(selector, folderOf(path)));
    expect(foreign).toEqual([]);
  },
);

test('each class that a folder offers is used by another one', () => {
  const unused = Object.entries(OFFERED).flatMap(([folder, names]) =>
    names.filter((name) => ![...(foldersOfClass.get(name) ?? [])].some((other) => other !== folder)),
  );
  expect(unused).toEqual([]);
});

const styled = each(sheets.flatMap(({ rules }) => rules).flatMap(({ selectors }) => selectors.flatMap(classesOf)));

test('every class of a sheet is in the code', () => {
  // KaTeX writes its own elements; paper-words.ts makes classes of two words; boot.js and index.html come before the page.
  const known = ['katex', 'katex-display', 'not-checkable', 'not-distinguishable', 'boot'];
  expect(styled.filter((name) => !wordsOfTexts.has(name) && !known.includes(name))).toEqual([]);
});

test('every class of a component is in a sheet, or code finds elements by it', () => {
  const found = ['move'];
  expect(each(foldersOfClass.keys()).filter((name) => !styled.includes(name))).toEqual(found);
});
