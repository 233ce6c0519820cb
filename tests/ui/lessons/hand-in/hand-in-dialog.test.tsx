/** A hand-in opened on the page is shown with its answers; its texts are never markup. */
import { beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../src/app/page/page.ts';
import { HAND_IN_VERSION, type HandIn } from '../../../../src/lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../../../src/lessons/hand-in/hand-in-page.ts';
import { required } from '../../../../src/shared/required.ts';
import { openFile } from '../../../../src/ui/controls/open-file.ts';
import { HandInDialog } from '../../../../src/ui/lessons/hand-in/hand-in-dialog.tsx';
import { openHash } from '../../../../src/ui/shell/address/run-urls.ts';
import { FakeWorker } from '../../../app/fake-worker.ts';
import { render } from '../../rendered.tsx';

const MARKUP = '<img src=x onerror=alert(1)>';
const RUN_LINK = '#v=1&p=single-tcp';
const options = [
  { text: 'The **sender**', right: true, says: 'Yes.' },
  { text: MARKUP, says: 'No.' },
];

function runWith(link: string, title = MARKUP) {
  return { title, link, digest: MARKUP, queues: [{ seconds: [0, 1], values: [0, 2] }], intervals: [] };
}

const handIn: HandIn = {
  bufferscopeHandIn: HAND_IN_VERSION,
  build: '0.0.1',
  student: 'Chidi <b>Okafor</b>',
  seed: 7,
  lesson: {
    bufferscopeLesson: 1,
    id: 'one',
    title: `A lesson ${MARKUP}`,
    summary: 'For the test.',
    minutes: 5,
    runs: { one: { title: 'One flow', link: RUN_LINK } },
    steps: [
      { kind: 'predict', title: 'Choose', question: 'What fills the queue?', ask: { type: 'choice', options } },
      {
        kind: 'predict',
        title: 'Order',
        question: 'In order?',
        ask: { type: 'order', items: ['first', 'second'], says: 'So.' },
      },
      {
        kind: 'measure',
        title: 'Measure',
        question: 'How long?',
        hint: 'Look.',
        reading: { run: 'one', figure: 'delayMs' },
        tolerance: { percent: 10 },
      },
      { kind: 'explain', title: 'Explain', question: 'Why?', model: 'Because.' },
      { kind: 'explain', title: 'Nothing', question: 'And?', model: 'So.' },
    ],
  },
  steps: [
    {
      number: 1,
      kind: 'predict',
      title: 'Choose',
      answer: { kind: 'choice', option: 1 },
      judged: { right: false, says: 'No.', compared: [] },
      runs: [],
    },
    { number: 2, kind: 'predict', title: 'Order', answer: { kind: 'order', items: [1, 0] }, runs: [] },
    {
      number: 3,
      kind: 'measure',
      title: 'Measure',
      answer: { kind: 'number', value: 40 },
      judged: { right: true, says: '', compared: [] },
      runs: [runWith(RUN_LINK, 'One flow'), runWith('javascript:alert(1)'), runWith('#lz=abc')],
    },
    { number: 4, kind: 'explain', title: MARKUP, answer: { kind: 'text', text: `Because ${MARKUP}` }, runs: [] },
    { number: 5, kind: 'explain', title: 'Nothing', runs: [] },
  ],
};

let page: Page;

beforeEach(() => {
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  page = new Page(FakeWorker.make);
});

const open = (content: string, name: string) => openFile(page, new File([content], name));
const show = (shown = handIn) =>
  render(<HandInDialog opened={{ fileName: 'chidi.html', handIn: shown }} onClose={() => undefined} />, page);

const HAND_INS: [name: string, content: string][] = [
  ['chidi.html', formatHandInPage(handIn, 'https://example.org/')],
  ['chidi.txt', `\uFEFF\n${formatHandInPage(handIn, 'https://example.org/')}`],
  ['chidi.json', JSON.stringify(handIn)],
  ['written.json', JSON.stringify(Object.fromEntries(Object.entries(handIn).reverse()), undefined, 2)],
];

test.each(HAND_INS)('%s is known as a hand-in and opened', async (name, content) => {
  const { run } = page.state;
  await open(content, name);
  expect(page.state.notices).toEqual([]);
  expect(page.state.openedHandIn).toEqual({ fileName: name, handIn: JSON.parse(JSON.stringify(handIn)) });
  expect(page.state.run).toBe(run);
  // A link that is opened later covers it.
  await openHash(page, RUN_LINK);
  expect(page.state.openedHandIn).toBeUndefined();
});

const whole = required(HAND_INS[0])[1];
const BROKEN: [name: string, content: string, message: RegExp][] = [
  ['other.html', '<!DOCTYPE html><title>News</title>', /other\.html.*no hand-in.*allowed/],
  ['other.htm', '<html><p>icmp_seq=1', /other\.htm.*no hand-in/],
  ['cut.html', whole.slice(0, -300), /cut\.html.*only a part of one/],
  ['cut.json', JSON.stringify(handIn).slice(0, -9), /cut\.json.*damaged/],
  ['newer.json', JSON.stringify({ ...handIn, bufferscopeHandIn: 9 }), /newer\.json.*bufferscopeHandIn.*9/],
  ['torn.json', JSON.stringify({ ...handIn, steps: [{ number: 0 }] }), /torn\.json.*steps\.0/],
  ['long.html', whole + ' '.repeat(2_000_000), /long\.html.*20\d+ bytes.*at most 2000000/],
];

test.each(BROKEN)('%s is refused by name, and nothing is opened', async (name, content, message) => {
  await open(content, name);
  expect(page.state.openedHandIn).toBeUndefined();
  expect(page.state.notices.join()).toMatch(message);
});

test('a lesson and a scenario that speak of hand-ins are none', async () => {
  await open(JSON.stringify({ ...handIn.lesson, summary: 'Your "bufferscopeHandIn": 1' }), 'lesson.json');
  expect(page.state.openedHandIn).toBeUndefined();
  expect(location.hash).toMatch(/^#lz=/);
});

test('name, lesson, questions and answers can be read, and who judged them', () => {
  const { get, text, all } = show();
  expect(get('dialog', /Chidi <b>Okafor<\/b>$/).name).toBe(`A lesson ${MARKUP}: Chidi <b>Okafor</b>`);
  expect(text).toContain('4 of 5 steps done; 1 of 2 judged answers right.');
  expect(text).toMatch(/Nothing was checked here.*sim -- grade chidi\.html/);
  const step = (number: number) => get('region', `Step ${number}`).text;
  expect(step(1)).toContain('What fills the queue?');
  expect(step(1)).toMatch(/<img src=x onerror=alert\(1\)>.*✗ not right/);
  expect(step(2)).toMatch(/1\. second.*2\. first/);
  expect(step(2)).not.toContain('right');
  expect(step(3)).toMatch(/40 ms.*✓ right/);
  expect(step(4)).toContain(`Because ${MARKUP}`);
  expect(step(5)).toContain('Not done.');
  // No element came from the file: neither links that are not of a run, nor pictures.
  expect(all('link').map(({ name }) => name)).toEqual(['One flow']);
});

test('a hand-in whose lesson cannot be read still has its answers', () => {
  const { get, text } = show({ ...handIn, lesson: {} });
  expect(text).toContain('The lesson in the file cannot be read');
  expect(get('region', 'Step 1').text).toContain('option 2');
  expect(get('region', 'Step 3').text).toContain('40');
});

test('half a character in a name of a run does not end the view', () => {
  const { get } = show({
    ...handIn,
    steps: [{ number: 1, kind: 'run', title: 'Run', runs: [runWith(RUN_LINK, 'a\ud800\0')] }],
  });
  expect(get('region', 'Step 1').text).toContain('digest');
});
