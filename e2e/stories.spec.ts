/** Typical uses of the page in a class, from beginning to end. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { runOfPreset, scenarioOfRun } from '../src/run-state/run-values.ts';
import { openRun } from '../src/runs/open-run.ts';
import {
  atFullSpeed,
  changeFromNow,
  digests,
  digestsAtEnd,
  heldSeconds,
  link,
  openAt,
  pauseAt,
  runsTo,
  scrubTo,
  shownSeconds,
  test,
} from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const SHORT = 'v=1&p=opening&run.durationSeconds=6&run.warmupSeconds=1';

/** Digest of a lane of the opening run at a time, simulated without seeks. */
function digestOf(policy: string, seconds: number, edits: Parameters<typeof openRun>[0]['edits'] = []): string {
  const startValues = { 'run.durationSeconds': 6, 'run.warmupSeconds': 1 };
  const run = openRun({ scenario: scenarioOfRun({ ...runOfPreset('opening'), startValues }), policy, seed: 1, edits });
  run.advance(Math.round(seconds * 1e9));
  return run.digest();
}

test('a teacher compares two policies and shares the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`./#${SHORT}`);
  await page.getByRole('combobox', { name: 'Policy of lane B' }).selectOption('red-ecn');
  const shown = await digestsAtEnd(page);
  expect(shown).toEqual([digestOf('droptail', 6), digestOf('red-ecn', 6)]);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const student = await context.newPage();
  await student.goto(address);
  expect(await digestsAtEnd(student)).toEqual(shown);
});

test('a link opens the shared view: its time, its plots, and the lenses under the queues', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const held = await openAt(page, `./#${SHORT}`, 2);
  await page.getByRole('combobox', { name: /^Plot 2/ }).selectOption('Probability');
  await page.getByRole('button', { name: 'whole run' }).click();
  const overTime = (of: Page, lane: string) =>
    of.getByRole('region', { name: lane }).getByRole('button', { name: 'over time' });
  await overTime(page, 'Lane B').click();
  await page.getByRole('button', { name: 'Share link' }).click();
  await page.getByRole('button', { name: 'Copy this view' }).click();
  await expect(page.getByText('View copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const student = await context.newPage();
  await student.goto(address);
  await poll(() => shownSeconds(student)).toBe(held);
  await expect(student.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(student.getByRole('combobox', { name: /^Plot 2/ })).toHaveValue('probability');
  await expect(student.getByRole('button', { name: 'whole run' })).toHaveAttribute('aria-pressed', 'true');
  await expect(overTime(student, 'Lane B')).toHaveAttribute('aria-pressed', 'true');
  await expect(overTime(student, 'Lane A')).toHaveAttribute('aria-pressed', 'false');
  // The address keeps the view, and a notice names an unknown plot.
  await student.reload();
  await poll(() => shownSeconds(student)).toBe(held);
  await expect(student.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await student.goto(address.replace(/plots=[^&]*/, 'plots=wave,delay'));
  await expect(student.getByText(/plots: wave is unknown; allowed: goodput/)).toBeVisible();
  await expect(student.getByRole('combobox', { name: /^Plot 1/ })).toHaveValue('delay');
});

test('a course shows one control of a locked page, and lenses on a small screen', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto(`./#${SHORT}&at=1&embed=locked&below=lenses&controls=lanes.1.maxThreshold,lanes.1.wave`);
  await expect(page.getByText('controls: lanes.1.wave is no value of this run.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'lenses' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Controls', exact: true }).click();
  const fields = page.getByRole('complementary', { name: 'Controls' }).getByRole('textbox');
  await expect(fields).toHaveCount(1);
  await fields.fill('90');
  await fields.press('Enter');
  await expect(fields).toHaveValue('90');
  await expect(page.getByRole('combobox', { name: 'Policy of lane B' })).toBeDisabled();
  // The address of the changed run still has the view, so it survives a reload.
  expect(await link(page, 'lanes.1.maxThreshold=90')).toContain(
    '&at=1&below=lenses&controls=lanes.1.maxThreshold,lanes.1.wave&',
  );
  await page.reload();
  await poll(() => shownSeconds(page)).toBe(1);
  await expect(page.getByRole('button', { name: 'lenses' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Controls', exact: true }).click();
  await expect(fields).toHaveValue('90');
  await expect(fields).toBeEnabled();
  // Without a lock all can be changed anyway.
  await page.goto('about:blank');
  await page.goto(`./#${SHORT}&controls=lanes.1.maxThreshold`);
  await expect(page.getByText(/controls: this link shows all controls/)).toBeVisible();
});

test('a student moves a threshold, sees the effect, takes it back and does it again', async ({ page }) => {
  const held = await openAt(page, `./#${SHORT}`, 1);
  await changeFromNow(page);
  const upper = page.getByRole('region', { name: 'B · RED' }).getByRole('textbox', { name: /^Upper threshold/ });
  await upper.fill('90');
  await upper.press('Enter');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const changed = await digestsAtEnd(page);
  const edit = { timeNs: Math.round(held * 1e9), path: 'policy.maxThreshold', value: 90 };
  expect(changed[0]).toBe(digestOf('droptail', 6));
  expect(changed[1]).not.toBe(digestOf('red', 6));

  await page.getByRole('button', { name: /^Undo: set upper threshold/ }).click();
  await poll(() => digests(page)).toEqual([digestOf('droptail', 6), digestOf('red', 6)]);
  await expect(upper).toHaveValue('36');
  await page.keyboard.press('Control+Shift+Z');
  await poll(() => digests(page)).toEqual(changed);
  await expect(upper).toHaveValue('90');
  expect(Math.abs(edit.timeNs / 1e9 - held)).toBeLessThan(1e-9);
});

test('scrubbing shows each time as a straight run would', async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 0.3);
  for (const part of [0.9, 0.25, 1, 0, 0.5]) {
    const seconds = await scrubTo(page, part);
    expect(seconds).toBeCloseTo(6 * part, 2);
    await poll(() => digests(page)).toEqual([digestOf('droptail', seconds), digestOf('red', seconds)]);
  }
});

test('what if I had not: both futures as lanes', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}&edits=2:link.rateBps:5e6`, 0.2);
  await scrubTo(page, 1);
  const marker = page.getByRole('button', { name: /^Change at 2 s: Rate 5 Mb/ });
  await marker.focus();
  await marker.press('Enter');
  await page.getByRole('button', { name: 'Compare without it' }).click();
  await expect(page.getByRole('region', { name: /^Lane D/ })).toBeVisible();
  const slower = [{ timeNs: 2e9, path: 'link.rateBps', value: 5e6 }];
  await poll(() => digests(page)).toEqual([
    digestOf('droptail', 6, slower),
    digestOf('red', 6, slower),
    digestOf('droptail', 6),
    digestOf('red', 6),
  ]);
  const address = await link(page, 'lanes.1.link.rateBps');
  await page.goto('about:blank');
  await page.goto(`./${address}`);
  await expect(page.getByRole('region', { name: /^Lane D/ })).toBeVisible();
  expect((await digestsAtEnd(page))[3]).toBe(digestOf('red', 6));
});

test('a change is moved to another time and removed', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}&edits=2:link.rateBps:5e6`, 0.2);
  await scrubTo(page, 1);
  const marker = page.getByRole('button', { name: /^Change at/ });
  const box = (await marker.boundingBox())!;
  const bar = (await page.getByRole('slider', { name: 'Simulated time' }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + bar.width / 6, box.y + 6, { steps: 4 });
  await page.mouse.up();
  const editSeconds = async () => Number(/edits=([\d.]+):/.exec(await link(page, 'edits='))?.[1]);
  await poll(editSeconds).toBeCloseTo(3, 1);
  const moved = await editSeconds();
  const slower = [{ timeNs: Math.round(moved * 1e9), path: 'link.rateBps', value: 5e6 }];
  await poll(() => digests(page)).toEqual([digestOf('droptail', 6, slower), digestOf('red', 6, slower)]);
  await marker.focus();
  await marker.press('Delete');
  await poll(() => digests(page)).toEqual([digestOf('droptail', 6), digestOf('red', 6)]);
});

test('why was this dropped', async ({ page }) => {
  await openAt(page, './', 3);
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('complementary', { name: 'Why' });
  await why.getByRole('combobox', { name: 'Lane of the list' }).selectOption('1');
  await why.getByRole('combobox', { name: 'Verdicts listed' }).selectOption('drop');
  const line = why.getByRole('listitem').getByRole('button').first();
  const when = Number((await line.textContent())?.slice(0, 6));
  await line.click();
  const history = why.getByRole('region', { name: 'History of a packet' });
  await expect(history.getByText(/The average queue [\d.]+ .*(dropped early|dropped)\./)).toBeVisible();
  await expect(history.locator('.katex').first()).toBeVisible();
  await history.getByRole('button', { name: 'Go to its arrival' }).click();
  await poll(() => shownSeconds(page)).toBeCloseTo(when, 1);
  await why.getByRole('button', { name: /^Close/ }).click();
  await expect(why).toBeHidden();
});

test('“Why?” of a run that opens in its middle explains the newest drop, and lists those of all lanes; a key chooses one', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#v=1&p=opening&lanes=droptail,red&at=14');
  await poll(() => shownSeconds(page)).toBe(14);
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('complementary', { name: 'Why' });
  const lines = why.getByRole('listitem').getByRole('button');
  await expect(lines.first()).toHaveText(/^1[34]\.\d{4} slane [AB].*(early drop|buffer full)$/);
  await expect(why.getByRole('button', { name: /lane A .*buffer full/ }).first()).toBeVisible();
  await expect(lines.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(why.getByRole('region', { name: 'History of a packet' })).toContainText('arrived at the queue');
  await why.getByRole('combobox', { name: 'Class listed' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(why.getByRole('region', { name: 'History of a packet' })).toContainText('arrived at the queue');
  await page.goto('./#v=1&p=opening&lanes=droptail&at=0.1');
  await expect(why).toContainText('So far no packet was dropped or marked. Play the run further');
});

/** Centres of the rings around packets in the last drawings of a lane's queue, px; [] without rings for some time. */
async function ringsOf(page: Page, lane: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const drawn: string[] = [];
    const canvas = document.querySelector(`[aria-label^="Queue of lane ${name}"]`);
    const { prototype } = CanvasRenderingContext2D;
    const { arc } = prototype;
    prototype.arc = function (x, y, radius, ...rest) {
      // A ring has the radius of no packet: src/view/queue/queue-view.ts.
      if (radius === 9 && (this.canvas === canvas || canvas?.contains(this.canvas)))
        drawn.push(`${Math.round(x)},${Math.round(y)}`);
      arc.call(this, x, y, radius, ...rest);
    };
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    prototype.arc = arc;
    return [...new Set(drawn)];
  }, lane);
}

for (const { what, run, lane, kind } of [
  { what: 'dropped on arrival', run: SHORT, lane: 'B', kind: 'drop' },
  { what: 'accepted, and it waits', run: SHORT, lane: 'A', kind: 'all' },
  { what: 'dropped when its turn came', run: `${SHORT}&lanes=codel`, lane: 'A', kind: 'drop' },
])
  test(`“Go to its arrival” rings the packet, and its history is in sight: ${what}`, { tag: '@long' }, async ({
    page,
  }) => {
    await openAt(page, `./#${run}`, 4);
    await page.getByRole('button', { name: 'Why?' }).click();
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.getByRole('combobox', { name: 'Lane of the list' }).selectOption({ label: `lane ${lane}` });
    await why.getByRole('combobox', { name: 'Verdicts listed' }).selectOption(kind);
    const lines = why.getByRole('listitem').getByRole('button');
    const history = why.getByRole('region', { name: 'History of a packet' });
    // The history of the first packet pushes the list down, so that the oldest line stands far below the place of the
    // history.
    await lines.first().click();
    await expect(history.getByText('arrived at the queue')).toBeVisible();
    await lines.last().scrollIntoViewIfNeeded();
    expect(await why.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);
    await lines.last().click();
    await expect(lines.last()).toHaveAttribute('aria-pressed', 'true');
    await expect(history.getByText('arrived at the queue')).toBeVisible();
    await expect(history.getByRole('heading')).toBeInViewport({ ratio: 1 });
    const arrived = history.locator('dt', { hasText: 'arrived at the queue' }).locator('+ dd');
    const arrivedSeconds = Number.parseFloat((await arrived.textContent()) ?? '');
    await history.getByRole('button', { name: 'Go to its arrival' }).click();
    await poll(async () => Math.abs((await shownSeconds(page)) - arrivedSeconds)).toBeLessThan(0.01);
    await expect(history.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await poll(async () => (await ringsOf(page, lane)).length).toBe(1);
    // Only the packet of the question has a ring.
    await why.getByRole('button', { name: /^Close/ }).click();
    await poll(() => ringsOf(page, lane)).toEqual([]);
  });

test('steps go to the next drop and back to the last', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 0.1);
  await scrubTo(page, 0.5);
  await page.getByRole('combobox', { name: 'step by' }).selectOption('1/drop');
  await page.getByRole('button', { name: 'One step forward' }).click();
  await runsTo(page, 3);
  const first = await heldSeconds(page);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await poll(() => shownSeconds(page)).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'One step back' }).click();
  await poll(() => shownSeconds(page)).toBe(first);
  await page.getByRole('combobox', { name: 'step by' }).selectOption('0/mark');
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(page.getByText('Lane A has no mark after this time.')).toBeVisible();
});

test('lanes are copied, moved and taken away with their own changes', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}&edits=1:lanes.1.maxThreshold:90`, 0.1);
  await scrubTo(page, 1);
  const [plain, changed] = await digests(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-lane="1"]')?.focus());
  await laneAction(page, 'B', 'Duplicate lane B');
  await poll(() => digests(page)).toEqual([plain, changed, changed]);
  await laneAction(page, 'A', 'Move lane A right');
  await poll(() => digests(page)).toEqual([changed, plain, changed]);
  await laneAction(page, 'A', 'Remove lane A');
  await poll(() => digests(page)).toEqual([plain, changed]);
  await page.keyboard.press('Control+Z');
  await poll(() => digests(page)).toEqual([changed, plain, changed]);
});

async function laneAction(page: Page, letter: string, name: string): Promise<void> {
  const action = page.getByRole('button', { name });
  if (!(await action.isVisible())) await page.getByRole('button', { name: `More about lane ${letter}` }).click();
  await action.click();
}

test('a locked page shows everything and changes nothing', async ({ page }) => {
  await openAt(page, `./#${SHORT}&embed=locked`, 0.5);
  await expect(page.getByRole('textbox', { name: /^Flows/ }).first()).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeDisabled();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  expect(await digestsAtEnd(page)).toEqual([digestOf('droptail', 6), digestOf('red', 6)]);
  await page.keyboard.press('Control+Z');
  await expect(page.getByRole('link', { name: 'Open in Bufferscope' })).toBeVisible();
});

test('a bare page runs without controls', { tag: '@long' }, async ({ page }) => {
  await page.goto(`./#${SHORT}&embed=bare`);
  await expect(page.getByRole('complementary', { name: 'Controls' })).toBeHidden();
  await atFullSpeed(page);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: patient(30_000) });
});

test('a waiting packet is clicked, and its history is shown; the same for a dropped packet', async ({ page }) => {
  await openAt(page, './', 3);
  const queue = page.getByRole('img', { name: /^Queue of lane A/ });
  const box = (await queue.boundingBox())!;
  await queue.click({ position: { x: box.width - 76 - 20, y: 60 } });
  const history = page.getByRole('region', { name: 'History of a packet' });
  await expect(history.getByText(/lane A, DropTail · flow \d+/)).toBeVisible();
  await expect(history.getByText('There was room in the buffer.')).toBeVisible();
  await expect(history.getByRole('row', { name: /buffer, packets 120$/ })).toBeVisible();
});

test('a threshold is dragged in the lens', async ({ page }) => {
  await openAt(page, './', 1);
  const lens = page.getByRole('img', { name: /^Internal state of RED in lane B/ });
  const box = (await lens.boundingBox())!;
  const upper = page.getByRole('region', { name: 'B · RED' }).getByRole('textbox', { name: /^Upper threshold/ });
  // The axis is the queue's.
  const x = (packets: number) => box.x + box.width - 76 - (packets / 120) * (box.width - 76 - 128);
  await page.mouse.move(x(36), box.y + 60);
  await page.mouse.down();
  await page.mouse.move(x(50), box.y + 60, { steps: 4 });
  await page.mouse.up();
  await poll(async () => Number(await upper.inputValue())).toBeCloseTo(50, -0.5);
});

test('plots share a cursor, a span and a choice; the figures stand in a table', async ({ page }) => {
  const held = await openAt(page, './', 2.5);
  await page.getByRole('combobox', { name: 'Plot 2' }).selectOption('goodput');
  const cursor = page.getByRole('slider', { name: 'Cursor in the plots' });
  await cursor.focus();
  await cursor.press('ArrowLeft');
  await expect(cursor).toHaveAttribute(
    'aria-valuetext',
    /^\d+\.\d+ s\. Queueing delay in ms: A mean [\d.]+.*Goodput by class in Mb\/s: A long TCP [\d.]+/,
  );
  await cursor.press('Enter');
  await poll(() => shownSeconds(page)).toBeLessThan(held);
  await page.getByRole('button', { name: '+ plot' }).click();
  await expect(page.getByRole('img', { name: /^Queue \(packets\)/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Plot 3' }).selectOption('drops');
  await expect(page.getByRole('img', { name: /^Drops by class/ })).toBeVisible();
  await page.getByRole('button', { name: 'What drops by class means' }).click();
  await expect(page.getByRole('note')).toContainText('Packets that the policy dropped');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('note')).toBeHidden();
  // Ctrl and the wheel zoom the plots, and not the browser's page.
  const turn = (canvas: Element, ctrlKey: boolean) =>
    canvas.dispatchEvent(new WheelEvent('wheel', { ctrlKey, deltaY: -1, bubbles: true, cancelable: true }));
  const drops = page.getByRole('img', { name: /^Drops by class/ });
  expect(await drops.evaluate(turn, true)).toBe(false);
  expect(await drops.evaluate(turn, false)).toBe(true);
  await page.getByRole('combobox', { name: 'Lanes shown' }).selectOption('0,1');
  await expect(cursor).toHaveAttribute('aria-valuetext', 'off');
  await page.getByRole('button', { name: 'table' }).click();
  const delay = page.getByRole('row', { name: /^mean queueing delay ms/ });
  await expect(delay.getByRole('cell')).toHaveCount(2);
  await expect(delay.getByRole('cell').nth(1)).toContainText('−');
});

test('the projector theme enlarges everything, and thresholds and plots are still dragged', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openAt(page, './', 1);
  await page.getByRole('button', { name: 'Projector' }).click();
  await expect(page.getByRole('button', { name: 'Theme: projector. Change' })).toBeVisible();
  const queue = page.getByRole('img', { name: /^Queue of lane B/ });
  const box = (await queue.boundingBox())!;
  const scale = 1.3;
  const x = (packets: number) => box.x + box.width - scale * 76 - (packets / 120) * (box.width - scale * (76 + 128));
  await page.mouse.move(x(36), box.y + scale * 40);
  await page.mouse.down();
  await page.mouse.move(x(60), box.y + scale * 40, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Controls' }).click();
  const upper = page.getByRole('region', { name: 'B · RED' }).getByRole('textbox', { name: /^Upper threshold/ });
  await poll(async () => Number(await upper.inputValue())).toBeCloseTo(60, -0.6);
  await plotFollowsPointer(page);
  const { results, violations } = await axe(page);
  expect(results).toBeGreaterThan(0);
  expect(violations).toEqual([]);
});

/** A plot that is dragged keeps the same time under the pointer. */
async function plotFollowsPointer(page: Page): Promise<void> {
  const cursor = page.getByRole('slider', { name: 'Cursor in the plots' });
  const seconds = async () => Number.parseFloat((await cursor.getAttribute('aria-valuetext')) ?? '');
  const plot = page.getByRole('img', { name: /^Queueing delay .* over simulated time/ });
  const box = (await plot.boundingBox())!;
  const at = (part: number) => page.mouse.move(box.x + part * box.width, box.y + box.height / 2);
  await cursor.focus();
  for (let zoom = 0; zoom < 3; zoom++) await cursor.press('+');
  await at(0.7);
  await expect.poll(seconds).toBeGreaterThan(0);
  const before = await seconds();
  await page.mouse.down();
  await at(0.3);
  await page.mouse.up();
  await at(0.3 + 0.001);
  await expect.poll(seconds).toBeCloseTo(before, 1);
}

async function axe(page: Page) {
  const { passes, violations } = await new AxeBuilder({ page }).analyze();
  return { results: passes.length, violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) };
}

test('axe finds nothing while panels are open', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}&edits=1:link.rateBps:5e6`, 2);
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByRole('region', { name: 'Verdicts' }).getByRole('listitem').getByRole('button').first().click();
  await expect(page.locator('.katex').first()).toBeVisible();
  await page.getByRole('button', { name: 'More about lane A' }).click();
  expect((await axe(page)).violations).toEqual([]);
  await page.getByRole('button', { name: /^Close/ }).click();
  const marker = page.getByRole('button', { name: /^Change at 1 s/ });
  await marker.focus();
  await marker.press('Enter');
  await page.getByRole('button', { name: 'table' }).click();
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  const term = page.getByRole('button', { name: 'Digest' });
  await term.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toContainText('A fingerprint of all decisions');
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('where storage is forbidden the page runs, and its theme changes', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('storage is forbidden', 'SecurityError');
      },
    });
  });
  await page.goto('./');
  await runsTo(page, 0.3);
  await page.getByRole('button', { name: 'Theme: system. Change' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('on a phone a packet is chosen by touch, and time is scrubbed', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await openAt(page, `./#${SHORT}`, 1);
  const queue = page.getByRole('img', { name: /^Queue of lane A/ });
  const box = (await queue.boundingBox())!;
  await queue.tap({ position: { x: box.width - 73 - 20, y: 78 } });
  await expect(page.getByRole('region', { name: 'History of a packet' })).toContainText('DropTail');
  await page.getByRole('button', { name: /^Close/ }).click();
  await scrubTo(page, 0.5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('where the user forces colours, the drawings use them too, whatever the theme', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, forcedColors: 'active', colorScheme: 'dark' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('bufferscope.theme', 'light'));
  await openAt(page, './', 2);
  const [text, ofUser] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'CanvasText';
    return [getComputedStyle(document.documentElement).getPropertyValue('--text'), getComputedStyle(probe).color];
  });
  expect(text).toBe(ofUser);
  const brightest = () =>
    page.evaluate(() => {
      const queue = document.querySelector<HTMLCanvasElement>(
        '[aria-label^="Queue of lane A"] canvas, canvas[aria-label^="Queue of lane A"]',
      )!;
      // The first word in the drawing: "senders".
      const { data } = queue.getContext('2d')!.getImageData(0, 0, queue.width / 8, queue.height / 4);
      return Math.max(...data.filter((_, index) => index % 4 < 3));
    });
  // The words of the queue are loaded after its packets.
  await expect.poll(brightest).toBeGreaterThan(200);
  const [sign, ground] = await page.locator('.playback-play').evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    return [color, backgroundColor];
  });
  expect(sign).not.toBe(ground);
  await context.close();
});

test('the theme is kept', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Theme: system. Change' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: light. Change' })).toBeVisible();
});

test('a spoken summary of each lane comes at a pause, and on request', async ({ page }) => {
  await page.goto('./');
  await runsTo(page, 1);
  const summary = page.getByText(/^Lane B, RED, at [\d.]+ seconds: \d+ packets wait, link busy [\d.]+ percent/);
  await expect(summary).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(summary).toHaveCount(1);
  const asked = await summary.textContent();
  await pauseAt(page, 1.5);
  await expect(summary).not.toHaveText(asked ?? '');
});

test('figures show from which time they count: grey during the warm-up, then from zero', async ({ page }) => {
  await page.goto('./');
  const figures = page.getByRole('region', { name: 'Lane B: RED' }).locator('.figures');
  await expect(figures).toContainText('warm-up to 2 s');
  await expect(figures).toHaveClass(/figures-early/);
  // The keys are loaded after the queues.
  await pauseAt(page, 1);
  await page.keyboard.press('s');
  await expect(page.getByText(/^Lane B, RED, at .* still warming up; figures restart at 2 seconds\.$/)).toHaveCount(1);
  await pauseAt(page, 2.2);
  await expect(figures).toContainText('since 2 s');
  await expect(figures).not.toHaveClass(/figures-early/);
  await page.getByRole('button', { name: 'table' }).click();
  await expect(page.locator('.compare caption')).toContainText(/^From 2 s to \d+\.\d\d s\./);
});
