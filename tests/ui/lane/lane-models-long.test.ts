/** What the drawings of a lane show, computed from the page without a canvas. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../src/app/page/page.ts';
import { laneLensModel } from '../../../src/ui/lane/lane-lens.ts';
import { laneQueueModel } from '../../../src/ui/lane/lane-models.ts';
import { FakeWorker, settle } from '../../app/fake-worker.ts';
import { closeLanes, editorOf, HASH, opened, seek } from '../../app/opened-page.ts';

const RED = `${HASH}&lanes=droptail,red`;
const PAINT = { wallMs: 100, isStill: false };
const LENS = { show: 'lens', focus: undefined } as const;

let page: Page;
afterEach(() => closeLanes(page));

const queueModel = (lane: number, lensShown = true, told = laneLensModel(page, lane, LENS)) =>
  laneQueueModel(page, lane, PAINT, lensShown, lensShown, told)!;

test('before the first frame, and in a lane that does not exist, there is nothing to draw', () => {
  page = opened(RED);
  FakeWorker.of(page.session.lanes[0]).stuck = true;
  page.session.restart();
  page.runs.change('begin again', { ...page.state.run, seed: 7 });
  expect(laneQueueModel(page, 0, PAINT, true, true, undefined)).toBeUndefined();
  expect(laneLensModel(page, 0, LENS)).toBeUndefined();
  expect(laneLensModel(page, 5, LENS)).toBeUndefined();
});

test('a lane is alone without another lane and without a lens', () => {
  page = opened(RED);
  seek(page, 2);
  expect(queueModel(0, false).isAlone).toBe(false);
  closeLanes(page);
  page = opened(`${HASH}&lanes=red`);
  seek(page, 2);
  expect([queueModel(0, false).isAlone, queueModel(0, true).isAlone]).toEqual([true, false]);
});

test('of three lanes, only the first names senders and receivers; of two lanes, both', () => {
  page = opened(RED);
  seek(page, 2);
  expect([0, 1].map((lane) => queueModel(lane).namesEnds)).toEqual([true, true]);
  closeLanes(page);
  page = opened(`${RED},codel`);
  seek(page, 2);
  expect([0, 1, 2].map((lane) => queueModel(lane).namesEnds)).toEqual([true, false, false]);
});

test('a lane repeats the legend of the first one only if its own run names the same classes', () => {
  page = opened(`${RED}&sources.stf.flows=0`);
  seek(page, 2);
  expect([0, 1].map((lane) => queueModel(lane).repeatsLegend)).toEqual([false, true]);
  const { run } = page.state;
  const [first, second] = run.lanes;
  const sending = { run: { ...run, startValues: {} }, lane: 1, title: 'other' };
  page.runs.change('put another run beside', { ...run, lanes: [first!, { ...second!, source: sending }] });
  settle();
  seek(page, 2);
  expect([0, 1].map((lane) => queueModel(lane).repeatsLegend)).toEqual([false, false]);
});

test('the queue shows its frame, and the state of the playback', () => {
  page = opened(RED);
  seek(page, 2);
  page.session.setSpeed(0.1);
  const { frame, ...model } = queueModel(1);
  expect(frame.timeNs).toBe(2e9);
  expect(model).toMatchObject({ wallMs: 100, isStill: false, speed: 0.1, isPlaying: false, hasAcks: true });
  expect(model.highlight).toBeUndefined();
});

test('words beside the queue show the time of the lens; after another run, that of the queue', () => {
  page = opened(RED);
  seek(page, 2);
  const told = laneLensModel(page, 1, LENS)!;
  seek(page, 3);
  expect(queueModel(1, true, told).shownSignals).toBe(told.frame.signals);
  // A lens that is not visible is drawn less often.
  const withoutLens = queueModel(1, false, told);
  expect(withoutLens.shownSignals).toBe(withoutLens.frame.signals);
  editorOf(page).run.setSeed('5');
  settle();
  const model = queueModel(1, true, told);
  expect(model.shownSignals).toBe(model.frame.signals);
});

test('thresholds are lines through queue and lens only where the lens is visible and has the same axis', async () => {
  page = opened(RED);
  seek(page, 2);
  // Loaded with the first picture.
  await import('../../../src/view/queue/later-drawings.ts');
  await vi.waitFor(() => expect(queueModel(1, true).sharesLensAxis).toBe(true));
  expect(queueModel(1, false).sharesLensAxis).toBe(false);
});

test('the packet of a question is highlighted in its lane, and known to its lens', async () => {
  page = opened(RED);
  seek(page, 2);
  const answered = page.questions.ask(1, 12, 0);
  settle();
  await answered;
  expect([0, 1].map((lane) => queueModel(lane).highlight)).toEqual([undefined, 12]);
  expect([0, 1].map((lane) => laneLensModel(page, lane, LENS)?.requestedPacket?.history !== undefined)).toEqual([
    false,
    true,
  ]);
});

test('a dragged value is shown before the run has followed, and stays in its constraints', () => {
  page = opened(RED);
  seek(page, 2);
  expect(queueModel(1).allowedRange('minThreshold')[1]).toBe(queueModel(1).values.maxThreshold);
  editorOf(page).grab();
  editorOf(page).dragThreshold(1, 'minThreshold', 3.4);
  expect(queueModel(1).values.minThreshold).toBe(editorOf(page).draggedValue?.value);
  expect(laneLensModel(page, 1, LENS)?.values.minThreshold).toBe(editorOf(page).draggedValue?.value);
  expect(laneLensModel(page, 0, LENS)?.values).not.toHaveProperty('minThreshold');
  editorOf(page).release();
});

test('a step of a drag counts also while the run starts again and has no frame', () => {
  page = opened(`${HASH}&lanes=droptail&link.up.rateBps=1e6&sources.stf.direction=up`);
  seek(page, 0);
  const editor = editorOf(page);
  editor.grab();
  editor.dragThreshold(0, 'buffer', 50, true);
  const { value } = editor.draggedValue!;
  Object.assign(page.session.lanes[0]!, { frame: undefined, description: undefined, up: undefined });
  editor.dragThreshold(0, 'buffer', 20, true);
  expect(value).toBe(50);
  expect(editor.draggedValue?.value).toBe(20);
  editor.release();
});

test('the rule of RED is a curve of its present values, and Drop Tail has none', () => {
  page = opened(RED);
  seek(page, 2);
  const { curve, values } = laneLensModel(page, 1, LENS)!;
  expect(curve?.(Number(values.minThreshold) - 1)).toBe(0);
  expect(curve?.(Number(values.maxThreshold) - 1e-9)).toBeCloseTo(Number(values.maxProbability), 5);
  expect(laneLensModel(page, 0, LENS)?.curve).toBeUndefined();
});

test('a lens knows all lanes, for one scale', () => {
  page = opened(RED);
  seek(page, 2);
  const lanes = laneLensModel(page, 0, LENS)!.lanes();
  expect(lanes.map(({ description }) => description.policy)).toEqual(['droptail', 'red']);
});

test('the regions are a choice for policies with a row for each VC', () => {
  page = opened('v=1&p=goyal-r4&lanes=dfba,epd');
  seek(page, 1);
  const lensOf = (show: 'lens' | 'regions') => laneLensModel(page, 0, { show, focus: undefined })?.lens;
  expect([lensOf('lens'), lensOf('regions')]).toEqual(['vcs', 'regions']);
  closeLanes(page);
  page = opened(RED);
  seek(page, 1);
  expect([lensOf('lens'), lensOf('regions')]).toEqual(['occupancy', 'occupancy']);
});

test('a chosen VC that does not exist is no choice', () => {
  page = opened(RED);
  seek(page, 1);
  expect(laneLensModel(page, 0, { show: 'lens', focus: 0 })?.focus).toBe(0);
  expect(laneLensModel(page, 0, { show: 'lens', focus: 9 })?.focus).toBeUndefined();
  expect(laneLensModel(page, 0, { show: 'overTime', focus: 0 })?.lens).toBe('overTime');
});
