/** A class writes policies: an editor, mistakes that are told, links that ask first. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { encodeRun } from '../src/app/url.ts';
import { definitionOf, readDeclaration } from '../src/own/declaration.ts';
import { templates } from '../src/own/templates.ts';

const laneB = (page: Page) => page.locator('[data-lane="1"]');
const text = (page: Page) => page.getByRole('textbox', { name: 'Program' });

async function openEditor(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByRole('button', { name: 'More about lane B' }).click();
  await page.getByRole('button', { name: 'Write a policy of lane B' }).click();
  await expect(text(page)).toBeVisible();
}

async function runText(page: Page, source: string): Promise<void> {
  await text(page).fill(source);
  await page.getByRole('button', { name: 'Run it' }).click();
}

/** The link of a run with a program in its second lane. */
function linkOf(source: string): string {
  const definition = definitionOf(readDeclaration('{}', source), () => {
    throw new Error('not here');
  });
  const lanes = [
    { policy: 'droptail', values: {} },
    { policy: 'own', values: {} },
  ];
  return `./#${encodeRun({ preset: 'opening', changes: {}, lanes, seed: 1, edits: [], own: { source, definition } })}`;
}

test('a student breaks a program, is told why, mends it, and shares it', async ({ page, context }) => {
  await openEditor(page);
  await page.getByLabel('Template').selectOption('random-drop');
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByRole('status').getByText('My RandomDrop runs in lane B.')).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  await runText(page, 'function enqueue(packet {\n}');
  await expect(page.getByText(/Line 1: SyntaxError/)).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  await runText(
    page,
    'const queue = [];\nfunction enqueue(p) { queue.push(p); }\nfunction dequeue() { return quue.shift(); }',
  );
  await expect(
    laneB(page).getByText(/line 3, in dequeue\(\) at .* s: ReferenceError: 'quue' is not defined/),
  ).toBeVisible();
  await runText(page, templates[0]?.source ?? '');
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  await expect(laneB(page).locator('.failure')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close the program' }).click();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: /Share link/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#z=');
});

test('Tab leaves the text, and axe finds nothing', async ({ page }) => {
  await openEditor(page);
  await text(page).focus();
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  const { violations } = await new AxeBuilder({ page }).include('.program').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
});

test('a link with hostile code does nothing before it is run, and reaches nothing after', async ({ page }) => {
  const source = `const found = ['fetch', 'XMLHttpRequest', 'self', 'postMessage', 'indexedDB', 'importScripts', 'Date'].filter(
  (name) => name in globalThis);
if (found.length > 0) throw new Error(found.join());
const queue = [];
function enqueue(packet) { for (;;) {} }
function dequeue() { return queue.shift(); }`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(linkOf(source));
  const dialog = page.getByRole('dialog', { name: 'This run has a program in it' });
  await expect(dialog.getByText('function enqueue(packet) { for (;;) {} }')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.offered').analyze();
  expect(violations).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  await expect(laneB(page)).toHaveAccessibleName('Lane B: RED');
  await dialog.getByRole('button', { name: 'Run it', exact: true }).click();
  await expect(laneB(page).getByText(/line 5, in enqueue\(\) at .*a loop does not end/)).toBeVisible();
  await expect(page.locator('[data-lane="0"] .failure')).toHaveCount(0);
  expect(asked.every((url) => url.startsWith(new URL(page.url()).origin))).toBe(true);
});
