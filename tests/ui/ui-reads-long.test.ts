/**
 * A component renders its properties and the immutable state of a store, which it gets from a hook. Only handlers,
 * effects and drawings read the mutable objects of the page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../src/ui');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true));

/** The callbacks of these functions are called while their component is rendered. */
const CALLED_AT_ONCE =
  /^(usePage|useStore|useShallow|useMemo|useState|memo|map|flatMap|filter|find|findIndex|some|every|reduce|from|sort|toSorted)$/;
const COMPONENT_OR_HOOK = /^([A-Z]|use[A-Z])/;

/** Whether a node is the code of a component or of a hook itself, not that of a handler or an effect in it. */
function isRendering(node: ts.Node): boolean {
  const owner = ts.findAncestor(node.parent, ts.isFunctionLike);
  if (owner === undefined) return false;
  const { parent } = owner;
  if (ts.isJsxExpression(parent)) {
    const attribute = ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText() : 'children';
    return /^(children|render)/.test(attribute) && isRendering(owner);
  }
  if (ts.isCallExpression(parent)) {
    const callee = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name : parent.expression;
    if (callee.getText() === 'memo') return true;
    return CALLED_AT_ONCE.test(callee.getText()) && isRendering(owner);
  }
  const name = owner.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return name !== undefined && COMPONENT_OR_HOOK.test(name.getText());
}

/**
 * Whether an expression reads a mutable object: the session, the own fields of the page, of a lesson and of a
 * measurement, a store without its hook.
 */
function readsMutableObject(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node)) return false;
  const owner = node.expression.getText();
  return (
    /(^|[.)])session$/.test(owner) ||
    node.name.text === 'getState' ||
    (/(^|[.)])(page|openLesson)$/.test(owner) &&
      ['session', 'state', 'step', 'runs', 'assessments'].includes(node.name.text)) ||
    (/(^|[.)])paperRun$/.test(owner) && node.name.text !== 'store')
  );
}

function readsWhileRendering(file: ts.SourceFile): string[] {
  const reads: string[] = [];
  const visit = (node: ts.Node): void => {
    if (readsMutableObject(node) && isRendering(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      reads.push(`${file.fileName}:${line + 1} ${node.getText()}`);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return reads;
}

test('no component reads a mutable object of the page while it is rendered', () => {
  expect(files.flatMap(readsWhileRendering)).toEqual([]);
});

test('only the animation loop moves the clock', () => {
  const movers = files.filter((file) => /\bpage\.tick\b/.test(file.text)).map(({ fileName }) => fileName);
  expect(movers).toEqual(['shell/drawing/animation-loop.ts']);
});

test('the parts of a lane read its own snapshot, so that new figures of another lane do not render them', () => {
  const readers = files.filter((file) => /\buseLanes\b/.test(file.text)).map(({ fileName }) => fileName);
  expect(readers).toContain('headline/finding-line.tsx');
  expect(readers.filter((file) => file.startsWith('lane/'))).toEqual([]);
});

test('a read is found in a component, a hook and a selector, and allowed in handlers and effects', () => {
  const source = (text: string) => ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true);
  const bad = [
    'function Panel() { return <b>{page.session.timeNs}</b>; }',
    'function Panel() { const { timeNs } = page.session; }',
    'const Panel = memo(() => <b>{store.getState().x}</b>);',
    'function useTime() { return usePage(() => session.timeNs); }',
    'function useTime() { return usePage(useShallow(() => [session.timeNs])); }',
    'function Panel() { return lanes.map((lane) => <b>{page.state.timeNs}</b>); }',
    'function Panel() { return <b>{openLesson.assessments.stateOfStep(0)}</b>; }',
    'function Panel() { const { tasks } = paperRun.plan(papers); }',
    'function Panel() { return <Card renderCard={() => <b>{page.state.timeNs}</b>} />; }',
  ];
  for (const text of bad) expect(readsWhileRendering(source(text)), text).not.toEqual([]);
  const good = [
    'function Panel() { return <b onClick={() => page.session.seek(1)} />; }',
    'function Panel() { useEffect(() => page.session.pause()); }',
    'function Panel() { const draw = () => view.draw(page.session.lanes); }',
    'function Panel() { return useStore(paperRun.store); }',
    'function Panel() { return <b onClick={() => paperRun.start(papers)}>{openLesson.runsIn(state).seed}</b>; }',
    'function formatNow(page) { return page.session.timeNs; }',
  ];
  for (const text of good) expect(readsWhileRendering(source(text)), text).toEqual([]);
});
