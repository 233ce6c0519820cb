/** Students write policies: the editor, messages about mistakes, and links that ask before a program runs. */
import { rmSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { definitionOfDeclaration, parseDeclaration } from '../src/program/declaration.ts';
import { programTemplates } from '../src/program/templates.ts';
import { encodeRun } from '../src/run-state/run-url.ts';
import { compressText } from '../src/run-state/text-compression.ts';
import { driven as test } from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';
import { askWorkers, buildWithProbe } from './worker-probe.ts';

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

/** The link that *Share link* puts on the clipboard. */
async function sharedLink(page: Page): Promise<string> {
  // Firefox needs no such permissions: there a page may read text that it has copied itself.
  if (page.context().browser()?.browserType().name() === 'chromium')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // All tests of a browser share one clipboard, which may contain the link of an earlier test.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: /Share link/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('#z=');
  return copied();
}

/** The link of a run with a program in its second lane. */
function linkOf(source: string): string {
  const definition = definitionOfDeclaration(parseDeclaration('{}', source), () => {
    throw new Error('not here');
  });
  const lanes = [
    { policy: 'droptail', values: {} },
    { policy: 'own', values: {} },
  ];
  return `./#${encodeRun({ preset: 'opening', startValues: {}, lanes, seed: 1, edits: [], program: { source, definition } })}`;
}

test('a student fills in RandomDrop, breaks it, reads why, fixes it, ranks it, and shares it', async ({
  page,
  context,
}) => {
  test.setTimeout(patient(180_000));
  const blank = programTemplates.find(({ id }) => id === 'blank')?.source ?? '';
  const whole = blank.replace(
    "drop(packet, 'full'); // replace this line",
    `const place = Math.floor(random() * queue.length);
  drop(queue.splice(place, 1)[0], 'drawn', { place });
  queue.push(packet);`,
  );
  expect(whole).not.toBe(blank);
  await openEditor(page);
  await page.getByLabel('Template').selectOption('blank');
  await expect(text(page)).toContainText('to be filled in');
  await runText(page, whole);
  await expect(page.getByRole('status').getByText('My RandomDrop runs in lane B.')).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  // A bracket is missing: the message names its line, and the lane continues with the last version.
  await runText(page, whole.replace('random() * queue.length)', 'random() * queue.length'));
  await expect(page.getByText(/Line (19|20): SyntaxError/)).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  // A wrong name: the program fails when the buffer is full for the first time.
  await runText(page, whole.replace('drop(queue.splice', 'drop(quue.splice'));
  await expect(
    laneB(page).getByText(/line 20, in enqueue\(\) at .* s: ReferenceError: 'quue' is not defined/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show the moment before' }).click();
  await expect(laneB(page).locator('.lane-failure')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  await expect(text(page)).toContainText('queue.splice');
  await runText(page, `${whole}// mended`);
  await expect(page.getByRole('status').getByText('My RandomDrop runs in lane B.')).toBeVisible();
  await expect(laneB(page).locator('.lane-failure')).toHaveCount(0);
  await page.getByLabel('Challenge').selectOption({ label: 'A home router' });
  await page.getByRole('button', { name: 'Rank it' }).click();
  await expect(page.getByText(/Your program has place [1-5] of 5\./)).toBeVisible({ timeout: patient(90_000) });
  await page.getByRole('button', { name: 'Close the program' }).click();
  const link = await sharedLink(page);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('// mended')).toBeVisible();
});

test('a version takes over from now, can be undone, and is part of a link', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openEditor(page);
  const fromNow = page.locator('.program').getByRole('radio', { name: 'from now' });
  await expect(fromNow).toBeDisabled();
  await runText(page, programTemplates[0]?.source ?? '');
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  // Until the new run has its first frame, the clock shows the run before.
  const seconds = async () => Number(await page.locator('.timeline-clock output').first().textContent());
  await expect.poll(seconds).toBeLessThan(1);
  await expect.poll(seconds).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await fromNow.check();
  await page.getByLabel('Template').selectOption('random-drop');
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(
    page.getByRole('status').getByText(/^My RandomDrop takes over in lane B at \d+\.\d{3} s\.$/),
  ).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My RandomDrop');
  await expect(laneB(page).locator('.lane-failure')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).include('.program').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  // A version that fails during its take-over stops the lane; the next version takes over before that.
  await runText(page, 'function enqueue(p) { throw new Error("no"); }\nfunction dequeue() {}');
  await expect(laneB(page).getByText(/line 1, in enqueue\(\) at .* s: no\./)).toBeVisible();
  await runText(page, `${programTemplates[0]?.source}\n// again`);
  await expect(laneB(page).locator('.lane-failure')).toHaveCount(0);
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  await page.getByRole('button', { name: 'Close the program' }).click();
  const link = await sharedLink(page);
  const other = await context.newPage();
  await other.goto(link);
  const dialog = other.getByRole('dialog', { name: 'This run contains a program' });
  await expect(dialog.getByRole('heading', { name: 'Version 2' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Run it', exact: true }).click();
  await expect(laneB(other)).toHaveAccessibleName('Lane B: My DropTail');
});

test('a lesson asks for a program: it is broken, fixed, measured, and the goal is met', { tag: '@long' }, async ({
  page,
}) => {
  const blank = programTemplates.find(({ id }) => id === 'blank')?.source ?? '';
  const short = `const queue = [];
function enqueue(packet) { if (queue.length < 3 && fits(packet)) queue.push(packet); else drop(packet); }
function dequeue() { return queue.shift(); }`;
  const lesson = {
    bufferscopeLesson: 1,
    id: 'own-queue',
    title: 'A queue of your own',
    summary: 'One step.',
    minutes: 1,
    runs: { one: { title: 'Two lanes', link: '#v=1&p=cbr-overload&lanes=droptail,red&run.durationSeconds=5' } },
    steps: [
      {
        kind: 'challenge',
        title: 'A short queue',
        text: 'Keep the delay low.',
        view: { run: 'one' },
        goals: [{ lane: 2, figure: 'delayMs', below: 20 }],
        solution: {},
        program: { lane: 2, template: blank, solution: short },
      },
    ],
  };
  let letEditorCome = () => {};
  const coming = new Promise<void>((resolve) => {
    letEditorCome = resolve;
  });
  await page.route('**/program-text-*.js', (route) => coming.then(() => route.continue()));
  await page.goto(`./#lz=${compressText(JSON.stringify(lesson))}&step=1`);
  const measure = page.getByRole('button', { name: 'Run and measure it' });
  // A click before the editor is loaded would do nothing.
  await expect(measure).toBeDisabled();
  letEditorCome();
  await expect(text(page)).toBeVisible();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: RED');
  await text(page).fill('function enqueue(packet {');
  await measure.click();
  await expect(page.getByText(/Line 1: SyntaxError/)).toBeVisible();
  await text(page).fill(programTemplates[0]?.source ?? '');
  await measure.click();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  await expect(page.getByText('✗ Not all goals are met yet.')).toBeVisible();
  await text(page).fill(short);
  await measure.click();
  await expect(page.getByText('✓ All goals are met.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^✓ 1\d(\.\d+)? ms$/ })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.ranking table').include('.program-text').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  // The text and the answer survive a reload; nothing runs without a request.
  await page.reload();
  await expect(text(page)).toContainText('queue.length < 3');
  await expect(laneB(page)).toHaveAccessibleName('Lane B: RED');
});

test('Tab leaves the text, a broken rule is named with its packet, and axe finds nothing', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(patient(120_000));
  await openEditor(page);
  await text(page).focus();
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  await text(page).fill(
    'const stack = [];\nfunction enqueue(p) { if (fits(p)) stack.push(p); else drop(p); }\nfunction dequeue() { return stack.pop(); }',
  );
  await page.getByRole('button', { name: 'Test the rules' }).click();
  // Seconds on an idle machine.
  await expect(page.getByText('The program breaks 2 rules.')).toBeVisible({ timeout: patient(60_000) });
  await expect(
    page.getByText(/But: sends packet \d+ before packet \d+, which came first .* \(packet \d+ \(/),
  ).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.program').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  // Here the keys of the page, such as Space for play, type text.
  await text(page).press('End');
  await text(page).pressSequentially(' // 1, 2. s? n p');
  await expect(text(page)).toContainText('// 1, 2. s? n p');
  await expect(page.getByText('The text has changed since these tests.')).toBeVisible();
  await page.getByRole('button', { name: 'Test the rules' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Test the rules' })).toBeVisible();
  // A text that has never run is restored after a reload.
  await page.getByRole('button', { name: 'Close the program' }).click();
  await page.reload();
  await openEditor(page);
  await expect(text(page)).toContainText('return stack.pop()');
});

test('a link with hostile code does nothing before it is run, and has access to nothing after', async ({ page }) => {
  // From any function of the language a program can reach only the globals of its box, and it leaves nothing for
  // another lane.
  const source = `const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'self', 'postMessage', 'indexedDB', 'caches', 'importScripts', 'document', 'localStorage', 'Date'];
const worlds = [globalThis, Function('return this')(), [].constructor.constructor('return this')(), (0, eval)('this')];
const found = worlds.flatMap((world) => names.filter((name) => name in world));
if (found.length > 0) throw new Error(found.join());
Array.prototype.push = () => 'caught'; Object.prototype.caught = 'caught'; globalThis.caught = 'caught';
const queue = [];
function enqueue(packet) { for (;;) {} }
function dequeue() { return queue.shift(); }`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const storage = () =>
    page.evaluate(() => JSON.stringify([Object.keys(localStorage), document.cookie, 'caught' in window]));
  const root = buildWithProbe(() => 'caught' in globalThis);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await page.goto(new URL(linkOf(source), await serve({ port, root })).href);
  const dialog = page.getByRole('dialog', { name: 'This run contains a program' });
  await expect(dialog.getByText('function enqueue(packet) { for (;;) {} }')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.offered').analyze();
  expect(violations).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  await expect(laneB(page)).toHaveAccessibleName('Lane B: RED');
  const stored = await storage();
  await dialog.getByRole('button', { name: 'Run it', exact: true }).click();
  await expect(laneB(page).getByText(/line 7, in enqueue\(\) at .*a loop does not end/)).toBeVisible();
  await expect(page.locator('[data-lane="0"] .lane-failure')).toHaveCount(0);
  expect(await storage()).toBe(stored);
  // The worker of the program has ended: the other lane's is asked.
  await poll(() => page.workers().length).toBe(1);
  expect(await askWorkers(page)).toEqual([false]);
  expect(asked.every((url) => url.startsWith(new URL(page.url()).origin))).toBe(true);
  rmSync(root, { recursive: true });
});

test('a student ranks a program beside built-in policies, and a reload does not ask again', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(patient(120_000));
  await openEditor(page);
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  await page.getByLabel('Challenge').selectOption({ label: 'A home router' });
  await page.getByRole('button', { name: 'Rank it' }).click();
  await expect(page.getByRole('progressbar', { name: 'Runs done' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Table of the ranking' }).getByRole('row');
  await expect(rows).toHaveCount(6, { timeout: patient(90_000) });
  await expect(page.getByText(/Your program has place [45] of 5\. It misses a goal\./)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.program').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  await expect.poll(() => page.url()).toContain('#z=');
  await page.reload();
  await expect(laneB(page)).toHaveAccessibleName('Lane B: My DropTail');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the lines that a program prints are below its editor, up to the shown time', { tag: '@long' }, async ({
  page,
}) => {
  await openEditor(page);
  await runText(
    page,
    `const queue = [];
     let count = 0;
     console.log('begin');
     function enqueue(packet) {
       if (++count < 4) console.log('arrival', count, { bytes: packet.bytes });
       if (count === 50) Date.now();
       if (fits(packet)) queue.push(packet); else drop(packet);
     }
     function dequeue() { return queue.shift(); }`,
  );
  const lines = page.getByRole('region', { name: 'Printed lines' });
  await expect(lines).toContainText(
    /0\.000000 s: begin\n.* s: arrival 1 \{"bytes":\d+\}\n.*arrival 2 .*\n.*arrival 3 /,
  );
  await expect(page.getByText(/The lane stopped: .*Date is not available in a program\. Use port\.now/)).toBeVisible();
});
