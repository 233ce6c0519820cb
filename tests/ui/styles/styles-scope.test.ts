/**
 * The scope of style sheets. A class belongs to the sheet of one component. A selector of this sheet begins with a class
 * that has the name of the component, and has no class of another component. Only the sheets of the whole page style
 * all classes.
 */
import { expect, test } from 'vitest';
import { filesOfClass, wordsOfTexts } from './classes.ts';
import { each, folderOf, type Sheet, sheets } from './sheets.ts';

/** The sheets of the whole page: primitives, its layout, and paper. */
const isOfPage = ({ path }: Sheet): boolean =>
  path.startsWith('styles/') || ['shell/app.css', 'saving/print.css'].includes(path);
const ofComponents = sheets.filter((sheet) => !isOfPage(sheet));

/** Classes that the sheet of a component offers to the components around it, which place the component. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  'controls/last-change.css': ['last-change'],
  'controls/parameter-control.css': ['parameter', 'parameter-range', 'parameter-value'],
  'controls/sidebar.css': ['sidebar'],
  'lane/figures-line.css': ['figures', 'figures-busy'],
  'lane/policy-choice.css': ['policy-choice'],
  'papers/papers-view.css': ['paper', 'paper-judgement', 'papers'],
  'plots/plots-head.css': ['plots-head'],
  'plots/plots.css': ['plot', 'plots-area'],
  'program/program.css': ['in-step', 'program-text'],
  'saving/save-menu.css': ['save-forms', 'save-menu'],
  'shell/notices.css': ['notices'],
  'shell/part.css': ['part-failed'],
};

const classesOf = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);

/** The selector without its exclusions. */
const included = (selector: string): string => {
  const rest = selector.replace(/:not\([^()]*\)/g, '');
  return rest === selector ? rest : included(rest);
};

const selectorsOf = ({ rules }: Sheet): readonly string[] => rules.flatMap(({ selectors }) => selectors);

/** Classes that every sheet may name: the primitives, the classes of the page's state, and the elements of KaTeX. */
const shared = new Set([
  ...sheets.filter(({ path }) => path.startsWith('styles/')).flatMap((sheet) => selectorsOf(sheet).flatMap(classesOf)),
  ...['page', 'bare', 'scrolls', 'compact', 'narrow', 'phone', 'low', 'short', 'crowded', 'one-plot', 'with-lenses'],
  ...['with-sender', 'tall-lenses', 'three-columns'],
  ...['equation', 'displayed', 'katex', 'katex-display'],
]);

const componentClasses = (selector: string): readonly string[] =>
  classesOf(included(selector)).filter((name) => !shared.has(name));

/** Whether a class begins with the first word of the sheet's name, in the singular or the plural. */
const isNamedBy = (path: string, name: string): boolean => {
  const word =
    path
      .split('/')
      .at(-1)
      ?.match(/^[a-z]+?(?=s?[.-])/)?.[0] ?? '';
  return new RegExp(`^${word}s?(-|$)`).test(name);
};

/** By class, the sheets with a selector that begins with it or has it behind such a class. */
const sheetsOfClass = new Map<string, Set<string>>();
for (const { path, ...sheet } of ofComponents)
  for (const name of selectorsOf({ path, ...sheet }).flatMap(componentClasses)) {
    const owners = Object.keys(OFFERED).filter((owner) => OFFERED[owner]?.includes(name));
    for (const owner of owners.length === 0 ? [path] : owners)
      sheetsOfClass.set(name, (sheetsOfClass.get(name) ?? new Set()).add(owner));
  }

test.each(ofComponents)('$path styles its own component', (sheet) => {
  const foreign = selectorsOf(sheet).filter((selector) => {
    const [first] = componentClasses(selector);
    return (
      !/^(:root)?\[data-lesson-print\]( #root)?$/.test(selector) &&
      (first === undefined || !isNamedBy(sheet.path, first))
    );
  });
  expect(foreign).toEqual([]);
});

test('a class belongs to one sheet', () => {
  const several = [...sheetsOfClass].filter(([, paths]) => paths.size > 1);
  expect(several.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});

test('the class of a sheet is only on components of its folder, unless it is offered', () => {
  const elsewhere = [...sheetsOfClass].flatMap(([name, [path = '']]) =>
    [...(filesOfClass.get(name) ?? [])]
      .filter((file) => folderOf(file) !== folderOf(path) && !OFFERED[path]?.includes(name))
      .map((file) => `${name} of ${path}: ${file}`),
  );
  expect(elsewhere).toEqual([]);
});

test('each class that a sheet offers is used by another sheet or folder', () => {
  const unused = Object.entries(OFFERED).flatMap(([path, names]) =>
    names.filter(
      (name) =>
        !ofComponents.some((sheet) => sheet.path !== path && selectorsOf(sheet).flatMap(classesOf).includes(name)) &&
        ![...(filesOfClass.get(name) ?? [])].some((file) => folderOf(file) !== folderOf(path)),
    ),
  );
  expect(unused).toEqual([]);
});

const styled = each(sheets.flatMap((sheet) => selectorsOf(sheet).flatMap(classesOf)));

test('every class of a sheet is in the code', () => {
  // KaTeX writes its own elements; paper-texts.ts makes classes of two words; boot.js and index.html come before the page.
  const known = ['katex', 'katex-display', 'not-checkable', 'not-distinguishable', 'boot'];
  expect(styled.filter((name) => !wordsOfTexts.has(name) && !known.includes(name))).toEqual([]);
});

test('every class of a component is in a sheet, or code finds elements by it', () => {
  const found = ['move'];
  expect(each(filesOfClass.keys()).filter((name) => !styled.includes(name))).toEqual(found);
});

/**
 * Whether a selector finds an element of any depth by its name alone, such as `.plot h3`: also one of a component within.
 * The parts of a table are excepted, because no table contains another component with a table.
 */
const isByName = (selector: string): boolean =>
  included(selector)
    .replace(/ ([>+~]) /g, '$1')
    .replace(/, /g, ',')
    .split(' ')
    .slice(1)
    .some(
      (compound) =>
        /^(:is\()?(?!thead|tbody|th\b|td\b|caption)[a-z]/.test(compound) && componentClasses(compound).length === 0,
    );

/** The number of such selectors that are left. A new rule names a class or a child, so this number only falls. */
const BY_NAME = 6;

test('a component finds its elements by a class or as children', () => {
  const byName = ofComponents.flatMap((sheet) =>
    selectorsOf(sheet)
      .filter(isByName)
      .map((selector) => `${sheet.path}: ${selector}`),
  );
  expect(byName.length, byName.join('\n')).toBe(BY_NAME);
});

/** The elements that a selector names one within the other, without the parts of a table. */
const namedElements = (selector: string): readonly string[] =>
  included(selector)
    .split(/[ >+~]+/)
    .filter((compound) => /^(?!thead|tbody|tr\b|th\b|td\b|caption|dialog|main)[a-z]/.test(compound));

/** The number of selectors with a chain of names that are left. It only falls. */
const CHAINS = 9;

test('a selector has no chain of names of elements', () => {
  const chains = ofComponents.flatMap((sheet) =>
    selectorsOf(sheet)
      .filter((selector) => namedElements(selector).length > 1)
      .map((selector) => `${sheet.path}: ${selector}`),
  );
  expect(chains.length, chains.join('\n')).toBe(CHAINS);
});
