/** The plots of a sender before the first frame, without TCP, and with it. */
import { afterEach, expect, test } from 'vitest';
import { SenderRecord } from '../../../src/app/lanes/sender-record.ts';
import {
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  type SenderEvent,
  senderEvents,
} from '../../../src/engine/frame/sender-columns.ts';
import { plotStore, setSender, showPlots } from '../../../src/ui/plots/plot-state.ts';
import { formatLosses, SenderChoices } from '../../../src/ui/plots/sender-choices.tsx';
import { SenderPlots } from '../../../src/ui/plots/sender-plots.tsx';
import { FakeWorker } from '../../app/fake-worker.ts';
import { HASH, opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const TWO = `${HASH}&lanes=droptail,red`;
const opening = plotStore.getState();
afterEach(() => showPlots(opening));

test('the first flow of the first lane is shown: its window and its round trip', () => {
  const page = opened(TWO);
  expect(render(<SenderPlots />, page).names('img')).toEqual([
    expect.stringContaining('Window (segments) of flow 0'),
    expect.stringContaining('Round trip (ms) of flow 0'),
  ]);
  const choices = render(<SenderChoices />, page);
  expect(choices.get('combobox', 'Lane of the sender').value).toBe('A');
  expect(choices.get('textbox', 'Flow of the sender').value).toBe('0');
});

test('another lane and flow can be chosen; a flow that does not exist is the first of its class', () => {
  const page = opened(TWO);
  setSender({ lane: 1, flow: 1 });
  const choices = render(<SenderChoices />, page);
  expect(choices.get('combobox', 'Lane of the sender').value).toBe('B');
  expect(choices.get('textbox', 'Flow of the sender').value).toBe('1');
  setSender({ lane: 1, flow: 999 });
  expect(render(<SenderChoices />, page).get('textbox', 'Flow of the sender').value).toBe('0');
});

test('the plots of two lanes are not those of one lane: its letter is beside its losses only', () => {
  expect(render(<SenderChoices />, opened(TWO)).text).not.toMatch(/lane/i);
  expect(render(<SenderChoices />, opened(`${HASH}&lanes=droptail,red,codel`)).text).toMatch(/^lane/);
});

test('without TCP there is a sentence, and nothing to choose', () => {
  const page = opened('v=1&p=cbr-overload&lanes=droptail');
  expect(render(<SenderPlots />, page).text).toBe('No class of this scenario uses TCP or QUIC.');
  expect(render(<SenderChoices />, page).text).toBe('');
});

test('before the first frame nothing is shown', () => {
  const page = opened(TWO);
  for (const lane of page.session.lanes) FakeWorker.of(lane).stuck = true;
  page.runs.change('begin again', { ...page.state.run, seed: 7 });
  const screen = render(<SenderPlots />, page);
  expect([screen.text, screen.names('img')]).toEqual(['', []]);
});

test('the losses are those up to the shown time, although the record reaches beyond it', () => {
  const record = new SenderRecord(0, () => {});
  const events = [
    [1, 'dropped'],
    [2, 'timeout'],
    [3, 'dropped'],
    [4, 'marked'],
  ] as const satisfies [number, SenderEvent][];
  const rows = events.flatMap(([second, event]) => [second * 1e9, senderEvents.indexOf(event), 0, 1, 0]);
  expect(rows).toHaveLength(events.length * SENDER_EVENT_STRIDE);
  record.add({
    flow: 0,
    untilNs: 5e9,
    states: { base: 0, from: 0, entries: new Float64Array(SENDER_STRIDE) },
    events: { base: 0, from: 0, entries: new Float64Array(rows) },
  });
  expect([0.5, 2, 3, 5].map((second) => formatLosses(record, second * 1e9))).toEqual([
    '0 drops, 0 timeouts',
    '1 drop, 1 timeout',
    '2 drops, 1 timeout',
    '2 drops, 1 mark, 1 timeout',
  ]);
});
