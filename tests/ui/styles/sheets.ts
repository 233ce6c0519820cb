/** The style sheets of the page, parsed once for all tests of styles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Root, type Rule } from 'postcss';

export const UI = join(import.meta.dirname, '../../../src/ui');

/** The paths below src/ui whose names end so. */
export const pathsOf = (end: RegExp): readonly string[] =>
  readdirSync(UI, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => end.test(path))
    .sort();

export const folderOf = (path: string): string => path.split('/')[0] as string;

/** A rule of a sheet that has declarations. */
export interface StyleRule {
  /** The layer around the rule; empty without one. */
  readonly layer: string;
  /** The queries around the rule, such as `@media (max-width: 900px)`, from the outer to the inner one. */
  readonly queries: readonly string[];
  /** The selectors of the rule, one by one. A nested selector is whole. */
  readonly selectors: readonly string[];
  /** The declarations of the rule itself, such as `gap: 0`. */
  readonly declarations: readonly string[];
}

export interface Sheet {
  readonly path: string;
  readonly root: Root;
  readonly rules: readonly StyleRule[];
}

const isAtRule = (node: { readonly type: string }): node is AtRule => node.type === 'atrule';
const isRule = (node: { readonly type: string }): node is Rule => node.type === 'rule';

/** The at-rules and rules around a node, from the inner to the outer one. */
function around(node: ChildNode): readonly (AtRule | Rule)[] {
  const parent = node.parent as Container | undefined;
  if (parent === undefined || !(isAtRule(parent) || isRule(parent))) return [];
  return [parent, ...around(parent)];
}

/** The selectors of a rule; a nested one stands after the selector around it, or has it in the place of `&`. */
function wholeSelectors(rule: Rule): readonly string[] {
  const outer = around(rule).find(isRule);
  const own = rule.selectors.map((selector) => selector.replace(/\s+/g, ' '));
  if (outer === undefined) return own;
  return wholeSelectors(outer).flatMap((other) =>
    own.map((selector) => (selector.includes('&') ? selector.replaceAll('&', other) : `${other} ${selector}`)),
  );
}

function styleRule(rule: Rule): StyleRule {
  const atRules = around(rule).filter(isAtRule);
  return {
    layer: atRules.find(({ name }) => name === 'layer')?.params ?? '',
    queries: atRules.filter(({ name }) => name !== 'layer').map(({ name, params }) => `@${name} ${params}`),
    selectors: wholeSelectors(rule),
    declarations: rule.nodes.flatMap((node) => (node.type === 'decl' ? `${node.prop}: ${node.value}` : [])),
  };
}

function parsed(path: string): Sheet {
  const root = postcss.parse(readFileSync(join(UI, path), 'utf8'), { from: path });
  const rules: StyleRule[] = [];
  root.walkRules((rule) => {
    const isFrame = around(rule).some((outer) => isAtRule(outer) && outer.name === 'keyframes');
    if (!isFrame && rule.some(({ type }) => type === 'decl')) rules.push(styleRule(rule));
  });
  return { path, root, rules };
}

export const sheets: readonly Sheet[] = pathsOf(/\.css$/).map(parsed);

/** The sheet with the tokens, and all others. */
export const tokens = sheets.find(({ path }) => path === 'styles/tokens.css') as Sheet;
export const components = sheets.filter((sheet) => sheet !== tokens);

/** The declarations of some properties in some sheets. */
export function declarations(property: RegExp, among: readonly Sheet[] = sheets): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const { root } of among) root.walkDecls(property, (declaration) => void found.push(declaration));
  return found;
}

/** The at-rules with a name in all sheets. */
export function atRules(name: RegExp): readonly AtRule[] {
  const found: AtRule[] = [];
  for (const { root } of sheets) root.walkAtRules(name, (atRule) => void found.push(atRule));
  return found;
}

/** Each value that occurs, once, in order. */
export const each = (values: Iterable<string>): readonly string[] => [...new Set(values)].sort();
