/**
 * A component as a user reads it: its texts, and its controls by role and name. It is rendered once, without a
 * browser, so effects do not run and nothing can be pressed.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Page } from '../../src/app/page/page.ts';
import { required } from '../../src/shared/required.ts';
import { plotStore } from '../../src/ui/plots/plot-state.ts';
import { PageContext } from '../../src/ui/shell/context.tsx';
import type { AnimationLoop } from '../../src/ui/shell/drawing/animation-loop.ts';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
  readonly parent: Element | undefined;
}

/** A control or a part of the page with its name. */
export interface Named {
  readonly role: string;
  readonly name: string;
  readonly disabled: boolean;
  /** Pressed, checked, current or expanded. */
  readonly on: boolean;
  readonly value: string;
  /** What can be read in it. */
  readonly text: string;
}

export interface Screen {
  /** The texts that can be read, without those hidden from screen readers. */
  readonly text: string;
  all(role: string): readonly Named[];
  names(role: string): readonly string[];
  /** The only element with this role and name. */
  get(role: string, name: string | RegExp): Named;
}

export function render(node: ReactNode, page: Page): Screen {
  // On a server, stores give their first state.
  for (const store of [page.store, plotStore]) Object.assign(store, { getInitialState: store.getState });
  const animation = { touch: () => {}, ask: () => {}, addSlow: () => () => {}, addSmooth: () => () => {} };
  const tools = { page, animation: animation as unknown as AnimationLoop };
  const root = parse(renderToStaticMarkup(<PageContext value={tools}>{node}</PageContext>));
  const named = everyElement(root).flatMap((element) => {
    const role = roleOf(element);
    return role === undefined || isHidden(element) ? [] : [describeElement(root, element, role)];
  });
  const all = (role: string) => named.filter((one) => one.role === role);
  return {
    text: textOf(root),
    all,
    names: (role) => all(role).map(({ name }) => name),
    get: (role, name) => {
      const found = all(role).filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
      if (found.length !== 1)
        throw new Error(
          `${found.length} of role ${role} with the name ${name}; there are: ${all(role)
            .map((one) => one.name)
            .join(' | ')}`,
        );
      return required(found[0]);
    },
  };
}

const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  select: 'combobox',
  option: 'option',
  textarea: 'textbox',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  table: 'table',
  th: 'header',
  li: 'listitem',
  dialog: 'dialog',
  aside: 'complementary',
  output: 'status',
};
const INPUTS: Readonly<Record<string, string>> = { checkbox: 'checkbox', range: 'slider', search: 'searchbox' };

function roleOf({ tag, attributes }: Element): string | undefined {
  if (attributes.role !== undefined) return attributes.role;
  if (tag === 'input') return INPUTS[attributes.type ?? 'text'] ?? 'textbox';
  if (tag === 'a') return attributes.href === undefined ? undefined : 'link';
  if (tag === 'section') return attributes['aria-label'] === undefined ? undefined : 'region';
  return ROLES[tag];
}

function describeElement(root: Element, element: Element, role: string): Named {
  const { attributes } = element;
  const on = ['aria-pressed', 'aria-current', 'aria-expanded', 'checked'].some(
    (name) => attributes[name] !== undefined && attributes[name] !== 'false',
  );
  return {
    role,
    name: nameOf(root, element),
    disabled: attributes.disabled !== undefined || isInDisabled(element),
    on,
    value: shownValue(element),
    text: textOf(element),
  };
}

function nameOf(root: Element, element: Element): string {
  const { attributes, tag } = element;
  if (attributes['aria-label'] !== undefined) return attributes['aria-label'];
  const labelledBy = attributes['aria-labelledby'];
  const isField = ['input', 'select', 'textarea'].includes(tag);
  const label = everyElement(root).find((other) => {
    if (labelledBy !== undefined) return other.attributes.id === labelledBy;
    return (
      isField &&
      other.tag === 'label' &&
      (other.attributes.for === attributes.id || everyElement(other).includes(element))
    );
  });
  if (label !== undefined) return textOf(label, element);
  return isField ? '' : textOf(element);
}

function shownValue(element: Element): string {
  const chosen = everyElement(element).find(({ tag, attributes }) => tag === 'option' && 'selected' in attributes);
  return element.attributes['aria-valuetext'] ?? element.attributes.value ?? (chosen ? textOf(chosen) : '');
}

const isInDisabled = (element: Element): boolean =>
  element.parent !== undefined &&
  ((element.parent.tag === 'fieldset' && 'disabled' in element.parent.attributes) || isInDisabled(element.parent));

const isHidden = (element: Element): boolean =>
  element.attributes['aria-hidden'] === 'true' || (element.parent !== undefined && isHidden(element.parent));

function everyElement(element: Element): Element[] {
  return [element, ...element.children.flatMap((child) => (typeof child === 'string' ? [] : everyElement(child)))];
}

/** @param without left out, with its content */
function textOf(element: Element, without?: Element): string {
  const parts = element.children.map((child) => {
    if (typeof child === 'string') return child;
    return child === without || child.attributes['aria-hidden'] === 'true' ? '' : ` ${textOf(child, without)} `;
  });
  return parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])/g, '')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Reads what React writes: every element is closed, and every attribute is quoted. */
function parse(markup: string): Element {
  const root: Element = { tag: 'root', attributes: {}, children: [], parent: undefined };
  let open = root;
  for (const [, text, end, tag, attributes, closed] of markup.matchAll(
    /([^<]+)|<\/(\w+)>|<([\w-]+)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/g,
  )) {
    if (text !== undefined) open.children.push(decode(text));
    else if (end !== undefined) open = required(open.parent);
    else {
      const pairs = [...(attributes ?? '').matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
      const element: Element = {
        tag: required(tag),
        attributes: Object.fromEntries(pairs.map(([, name, value]) => [name, decode(value ?? '')])),
        children: [],
        parent: open,
      };
      open.children.push(element);
      if (closed === '') open = element;
    }
  }
  return root;
}
