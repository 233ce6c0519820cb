/** The panel of a question about a packet, and the list of verdicts. */
import { beforeAll, expect, test } from 'vitest';
import { Inspector } from '../../../src/ui/why/inspector.tsx';
import { VerdictList } from '../../../src/ui/why/verdict-list.tsx';
import { settle } from '../../app/fake-worker.ts';
import { HASH, opened, seek } from '../../app/opened-page.ts';
import { stubBrowser } from '../../view/fake-canvas.ts';
import { render } from '../rendered.tsx';

beforeAll(stubBrowser);

const LANES = `${HASH}&lanes=droptail,red`;

function played() {
  const page = opened(LANES);
  seek(page, 4);
  return page;
}

test('without a question the reader learns how to ask one', () => {
  const screen = render(<Inspector onClose={() => {}} />, played());
  expect(screen.get('complementary', 'Why').text).toContain('Choose a packet of the list');
  expect(screen.names('button')).toEqual(['Close “Why?”']);
});

test('until the answer the panel says what it does; then it has the history and the rule', async () => {
  const page = played();
  const answered = page.questions.askNewest();
  expect(render(<Inspector onClose={() => {}} />, page).text).toContain('Running again to the arrival of this packet');
  settle();
  await answered;
  const screen = render(<Inspector onClose={() => {}} />, page);
  expect(screen.get('region', 'History of a packet').text).toMatch(
    /lane [AB], .* flow \d+, segment \d+ · [\d,]+ bytes/,
  );
  expect(screen.text).toMatch(/arrived at the queue [\d.]+ s/);
  expect(screen.names('button')).toContain('Go to its arrival');
});

test('the list has the newest refused packets of every lane, each with its reason; a line is a button', () => {
  const page = played();
  const screen = render(<VerdictList />, page);
  const lines = screen.get('region', 'Verdicts');
  expect(lines.text).toContain('Verdicts, newest first');
  const [newest, next] = screen.names('button').map((name) => Number.parseFloat(name));
  expect(newest).toBeGreaterThanOrEqual(Number(next));
  expect(screen.names('button').every((name) => /^[\d.]+ s lane [AB] .+/.test(name))).toBe(true);
  expect(screen.get('combobox', 'Verdicts listed').value).toBe('dropped or marked');
  expect(screen.get('combobox', 'Lane of the list').value).toBe('every lane');
});

test('where nothing was refused yet, the list says so', () => {
  const page = opened(LANES);
  expect(render(<VerdictList />, page).text).toMatch(/No .*dropped or marked/i);
});

test('a packet that the link lost or reordered behind the queue says so, and that no policy did it', async () => {
  const page = opened(`${LANES}&link.lossRate=0.5&link.reorderedShare=1`);
  seek(page, 4);
  const verdicts = page.session.lanes[0]?.verdicts.newestVerdicts(['accept'], 12, () => true) ?? [];
  seek(page, 5);
  const texts: string[] = [];
  for (const { serial, arrivedNs } of verdicts) {
    const answered = page.questions.ask(0, serial, arrivedNs);
    settle();
    await answered;
    texts.push(render(<Inspector onClose={() => {}} />, page).get('region', 'History of a packet').text);
  }
  expect(texts.some((text) => text.includes('The policy did not cause this loss.'))).toBe(true);
  expect(texts.some((text) => text.includes('reordered on the wire'))).toBe(true);
  expect(texts.every((text) => /(lost|reordered) on the wire/.test(text))).toBe(true);
});
