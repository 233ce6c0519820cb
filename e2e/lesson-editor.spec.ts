/**
 * The lesson editor as teachers use it: with its form only, without JSON; correcting, moving, deleting and restoring
 * parts.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

const panel = (page: Page) => page.locator('.lesson');
const editorOf = (page: Page) => page.getByRole('region', { name: 'Lesson editor' });
const stepOf = (page: Page, number: number) =>
  editorOf(page).getByRole('group', { name: `Step ${number}`, exact: true });
const heading = (page: Page, name: string) => expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name);
const next = (page: Page) => panel(page).getByRole('button', { name: 'Next' }).click();
const answer = (page: Page) => panel(page).getByRole('button', { name: 'This is my answer' }).click();
const verdict = (page: Page): Locator => panel(page).locator('.feedback');

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
    [],
  );
}

/**
 * Adds the times of a person's actions, s: a key of a slow typist, pointing with a click, moving a hand between mouse
 * and keys, and a decision. Source: Card, Moran & Newell, "The keystroke-level model for user performance time with
 * interactive systems", Communications of the ACM 23(7), 1980.
 */
class Teacher {
  seconds = 0;

  async click(place: Locator): Promise<void> {
    this.seconds += 1.35 + 1.1 + 0.2;
    await place.click();
  }

  async type(place: Locator, text: string): Promise<void> {
    // To the field, and back to the mouse.
    this.seconds += 1.35 + 1.1 + 0.2 + 2 * 0.4 + 0.5 * text.length;
    await place.fill(text);
  }

  async pick(place: Locator, label: string): Promise<void> {
    this.seconds += 1.35 + 2 * (1.1 + 0.2);
    await place.selectOption({ label });
  }
}

test('a teacher who knows no JSON writes a lesson of four steps by the form, and students can take it', async ({
  page,
}) => {
  const teacher = new Teacher();
  await page.goto('./#v=1&p=single-tcp&lanes=droptail');
  await page.evaluate(() => location.assign('#lesson-editor'));
  const editor = editorOf(page);
  await teacher.click(editor.getByRole('button', { name: 'Start from the present run' }));
  await expect(editor.getByRole('textbox', { name: 'Link' })).toHaveValue(/^#v=5&p=single-tcp&lanes=droptail/);
  await teacher.type(editor.getByRole('textbox', { name: 'Title', exact: true }).first(), 'Where packets wait');
  await teacher.type(editor.getByLabel('Summary, one sentence'), 'One flow, one link, one queue.');

  await teacher.click(editor.getByRole('button', { name: /^Step 1:/ }));
  const read = stepOf(page, 1);
  await teacher.type(read.getByRole('textbox', { name: 'Title' }), 'One link');
  await teacher.type(
    read.getByRole('textbox', { name: 'Text' }),
    'One sender uses one slow link. Packets that cannot leave at once wait in a **queue**.\n\nThe buffer has room for 20 packets.',
  );

  await teacher.click(editor.getByRole('button', { name: 'predict', exact: true }));
  const predict = stepOf(page, 2);
  await teacher.type(predict.getByRole('textbox', { name: 'Title' }), 'Guess');
  await teacher.type(predict.getByRole('textbox', { name: 'Question' }), 'What does the queue do?');
  const options = [
    ['It stays empty.', 'The sender is faster than the link.'],
    ['It fills, and falls after each loss.', 'The window grows until a packet is lost.'],
    ['It is always full.', 'After a loss the sender halves its window.'],
  ] as const;
  await teacher.click(
    predict.getByRole('group', { name: 'Options', exact: true }).getByRole('button', { name: 'Add' }),
  );
  for (const [index, [text, says]] of options.entries()) {
    const option = predict.getByRole('group', { name: `Options, ${index + 1}` });
    await teacher.type(option.getByRole('textbox', { name: 'Text of the option' }), text);
    await teacher.type(option.getByRole('textbox', { name: 'Shown to a student' }), says);
  }
  const right = (at: number) => predict.getByRole('group', { name: `Options, ${at}` }).getByRole('checkbox');
  await teacher.click(right(1));
  await expect(predict.getByText('Allowed: right and wrong ones.')).toBeVisible();
  await teacher.click(right(2));

  await teacher.click(editor.getByRole('button', { name: 'measure', exact: true }));
  const measure = stepOf(page, 3);
  await teacher.type(measure.getByRole('textbox', { name: 'Title' }), 'Read the loss');
  await teacher.type(measure.getByRole('textbox', { name: 'Question' }), 'How many percent of the packets are lost?');
  await teacher.pick(measure.getByRole('combobox', { name: 'Figure' }), 'Loss, %');
  await teacher.type(measure.getByRole('textbox', { name: 'Allowed error, %' }), '20');
  await teacher.type(
    measure.getByRole('textbox', { name: 'Hint' }),
    'Play the run to its end, and read the head of the lane.',
  );

  await teacher.click(editor.getByRole('button', { name: 'explain', exact: true }));
  const explain = stepOf(page, 4);
  await teacher.type(explain.getByRole('textbox', { name: 'Title' }), 'In your words');
  await teacher.type(
    explain.getByRole('textbox', { name: 'Question' }),
    'Why does the queue fill again after each loss?',
  );
  await teacher.type(
    explain.getByRole('textbox', { name: 'A good answer' }),
    'The window grows by one packet per round trip, and what the link cannot carry waits.',
  );
  await teacher.click(editor.getByRole('button', { name: /^Use \d+$/ }));
  await expect(editor.locator('.editor-error')).toHaveCount(0);
  await axe(page);
  // Without the time to think of the words.
  console.log(`a lesson of four steps: ${teacher.seconds.toFixed(0)} s by the keystroke-level model`);
  expect(teacher.seconds).toBeLessThan(10 * 60);

  await editor.getByRole('button', { name: 'Try it' }).click();
  await heading(page, 'One link');
  await next(page);
  await panel(page).getByRole('radio', { name: 'It fills' }).check();
  await answer(page);
  await expect(verdict(page)).toContainText('The window grows until a packet is lost.');
  await next(page);
  await panel(page).getByRole('textbox').fill('50');
  await page.getByRole('slider', { name: 'Simulated time' }).press('End');
  await answer(page);
  await expect(verdict(page)).toContainText('This is not right', { timeout: patient(60_000) });
  await next(page);
  await heading(page, 'In your words');
  await panel(page).getByRole('textbox').fill('Because.');
  await answer(page);
  await expect(panel(page).getByText('The window grows by one packet')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the editor' }).click();
  const saved = page.waitForEvent('download');
  await editor.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('my-lesson.json');
});

test('an error is shown at its field, in the form and in the JSON; steps can be moved, copied, deleted and restored', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#lessons');
  await page.getByRole('link', { name: 'write a lesson of your own' }).click();
  const editor = editorOf(page);
  for (const kind of ['read', 'predict', 'measure', 'explain'])
    await editor.getByRole('button', { name: kind, exact: true }).click();
  // The first step added a run.
  await expect(editor.getByRole('textbox', { name: 'Link' })).toHaveValue(/^#v=5&p=opening/);
  const percent = stepOf(page, 3).getByRole('textbox', { name: 'Allowed error, %' });
  await percent.fill('200');
  await expect(percent).toHaveAttribute('aria-invalid', 'true');
  await expect(percent).toHaveAccessibleDescription('Allowed: at most 100.');
  await percent.fill('five');
  await expect(percent).toHaveAccessibleDescription('Allowed: a number.');
  await expect(percent).toHaveValue('five');
  await percent.fill('4,5');
  await expect(percent).toHaveAttribute('aria-invalid', 'false');
  // The JSON changes with the form, and the form with the JSON.
  await stepOf(page, 3).getByText('JSON of this step').click();
  const json = editor.getByRole('textbox', { name: 'JSON of step 3' });
  await expect(json).toHaveValue(/"percent": 4\.5/);
  const text = await json.inputValue();
  await json.fill(text.replace('"percent": 4.5', '"percent": "much", "colour": 1'));
  await expect(percent).toHaveValue('much');
  await expect(stepOf(page, 3).getByText('tolerance.colour: colour is not allowed; allowed: no field')).toBeVisible();
  await json.fill(text.slice(0, -2));
  await expect(editor.getByText('This is not JSON yet')).toBeVisible();
  await page.reload();
  await editor.getByRole('button', { name: /^Step 3:/ }).click();
  await expect(json).toHaveValue(text.slice(0, -2));
  await json.fill(text);
  await expect(percent).toHaveValue('4.5');
  await axe(page);

  const heads = editor.getByRole('button', { name: /^Step \d:/ });
  const kinds = async () =>
    (await heads.evaluateAll((all) => all.map((head) => head.getAttribute('aria-label')?.split(', ').at(-1)))).join(
      ' ',
    );
  await editor.getByRole('button', { name: 'Move step 4 up' }).press('Enter');
  await expect(editor.getByRole('button', { name: 'Move step 3 up' })).toBeFocused();
  expect(await kinds()).toBe('read predict explain measure');
  await editor.getByRole('button', { name: 'Move step 3 down' }).press('Enter');
  await expect(editor.getByRole('button', { name: 'Move step 4 up' })).toBeFocused();
  expect(await kinds()).toBe('read predict measure explain');
  await editor.getByRole('button', { name: 'Duplicate step 1' }).click();
  expect(await kinds()).toBe('read read predict measure explain');
  await editor.getByRole('button', { name: 'Delete step 3' }).click();
  expect(await kinds()).toBe('read read measure explain');
  // After other typing, the step can still be restored.
  await editor.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Mine');
  await editor.getByRole('button', { name: 'Undo' }).click();
  expect(await kinds()).toBe('read read predict measure explain');
  await expect(editor.getByRole('textbox', { name: 'Title', exact: true }).first()).toHaveValue('Mine');
  await editor.getByRole('button', { name: 'New', exact: true }).click();
  await expect(heads).toHaveCount(0);
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(heads).toHaveCount(5);
  await editor.getByRole('button', { name: 'Delete this run' }).click();
  await expect(editor.getByText('not complete').first()).toBeVisible();
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.getByText('not complete')).toHaveCount(0);
});

test('every kind of answer is written by the form; a lesson is printed with answers and without, and shared', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#lesson-editor');
  const editor = editorOf(page);
  await editor.getByRole('button', { name: 'predict', exact: true }).click();
  const step = stepOf(page, 1);
  const asked = step.getByRole('combobox', { name: 'Students answer with' });
  for (const [label, shownLabel] of [
    ['put items into order', 'Shown after the answer'],
    ['a number', 'Unit'],
    ['sketch a curve', 'Top of the axis, in the curve’s unit'],
  ] as const) {
    await asked.selectOption({ label });
    await expect(step.getByRole('textbox', { name: shownLabel, exact: true })).toBeVisible();
    await axe(page);
  }
  await asked.selectOption({ label: 'a number' });
  await step.getByRole('textbox', { name: 'Unit', exact: true }).fill('packets');
  await step.getByRole('combobox', { name: 'Right answer' }).selectOption({ label: 'a figure of a run' });
  await step.getByRole('combobox', { name: 'Figure' }).selectOption({ label: 'Mean queue, packets' });
  await step.getByRole('textbox', { name: 'Allowed error, %' }).fill('10');
  await step.getByRole('textbox', { name: 'Shown after the answer' }).fill('It never empties.');
  await expect(editor.locator('.editor-error')).toHaveCount(0);
  for (const kind of ['challenge', 'compare', 'run', 'read', 'measure', 'explain', 'predict']) {
    await step.getByRole('combobox', { name: 'Kind of step' }).selectOption(kind);
    await expect(editor.locator('.editor-error')).toHaveCount(0);
  }
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
    window.print = () => {
      document.title = document.querySelector('.lesson-print')?.textContent ?? '';
    };
  });
  await editor.getByRole('button', { name: 'Print with answers' }).click();
  await expect.poll(() => page.title(), { timeout: patient(60_000) }).toMatch(/✓ The right answer/);
  await editor.getByRole('button', { name: 'Print without answers' }).click();
  await expect.poll(() => page.title()).toMatch(/☐ The right answer/);
  expect(await page.title()).not.toContain('Why it is right');
  await editor.getByRole('button', { name: 'Share as a link' }).click();
  const link = /http\S+/.exec((await editor.getByRole('status').first().textContent()) ?? '')?.[0] as string;
  await page.goto(link);
  await heading(page, 'Predict');
});

test('where the browser’s storage is refused, or never answers, the editor opens and says so', {
  tag: '@long',
}, async ({ page, context }) => {
  for (const refusal of ['throws', 'is silent']) {
    const other = await context.newPage();
    await other.addInitScript((how) => {
      IDBFactory.prototype.open = () => {
        if (how === 'throws') throw new DOMException('refused by a test', 'SecurityError');
        return { addEventListener() {} } as unknown as IDBOpenDBRequest;
      };
    }, refusal);
    await other.goto('./#lesson-editor');
    const why = refusal === 'throws' ? 'refused by a test' : 'its storage does not answer';
    const said = other.getByText(`This browser does not store your lesson (${why}). Save it as a file.`);
    await expect(said).toBeVisible();
    await editorOf(other).getByLabel('Summary, one sentence').fill('It can be written.');
    await expect(said).toBeVisible();
    await other.close();
  }
  await page.close();
});

test('the lock of a lesson does not stay: the editor opens unlocked in the same tab', async ({ page }) => {
  await page.goto('./#lesson=why-a-queue-fills');
  await expect(page.locator('.lesson article')).toBeVisible();
  await page.goto('about:blank');
  await page.goto('./#lesson-editor');
  await expect(editorOf(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Policy of lane A' })).toBeEnabled();
});
