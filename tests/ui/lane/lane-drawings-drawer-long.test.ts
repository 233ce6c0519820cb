/** The drawings of a lane: while another run is opened, and their moments. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Page } from '../../../src/app/page/page.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { LaneDrawer } from '../../../src/ui/lane/lane-drawings.tsx';
import type { AnimationLoop, DisplayFrame } from '../../../src/ui/shell/drawing/animation-loop.ts';
import { settle } from '../../app/fake-worker.ts';
import { closeLanes, editorOf, HASH, opened, seek } from '../../app/opened-page.ts';
import { fakeCanvas, stubBrowser } from '../../view/fake-canvas.ts';

beforeAll(stubBrowser);

type DrawFunction = (displayFrame: DisplayFrame) => void;

let page: Page;
let drawer: LaneDrawer;
afterEach(() => {
  drawer.end();
  closeLanes(page);
});

/** Until the queue and its lens, which is loaded, have a picture. */
const isDrawn = (draw: () => readonly string[][]) =>
  vi.waitFor(() => {
    for (const kinds of draw()) expect(kinds.length).toBeGreaterThan(3);
  }, 20_000);

/** The drawer of lane A, whose lens is loaded, and a function that draws one display frame. */
async function drawnLane() {
  page = opened(`${HASH}&lanes=red`);
  seek(page, 2);
  const drawers: DrawFunction[] = [];
  const add = (draw: DrawFunction) => {
    drawers.push(draw);
    return () => {};
  };
  const smoothDrawers: DrawFunction[] = [];
  const addSmooth = (draw: DrawFunction) => {
    smoothDrawers.push(draw);
    return add(draw);
  };
  const redraw = vi.fn();
  const [queue, lens] = [fakeCanvas(600, 200), fakeCanvas(600, 200)];
  drawer = new LaneDrawer({
    page,
    animation: { addSmooth, addSlow: add, redraw } as unknown as AnimationLoop,
    lane: 0,
    queue: queue.canvas,
    lens: lens.canvas,
    getChoice: () => ({ show: 'lens', focus: undefined }),
    onLensError: () => {},
  });
  await vi.waitFor(() => expect(redraw).toHaveBeenCalled(), 20_000);
  let wallMs = 0;
  const draw = () => {
    wallMs += 100;
    for (const { strokes } of [queue, lens]) strokes.length = 0;
    for (const drawFrame of drawers) drawFrame({ wallMs, isStill: false });
    return [queue, lens].map(({ strokes }) => [...new Set(strokes.map(({ what }) => what))]);
  };
  await isDrawn(draw);
  /** The words of the queue and of the lens after a frame that draws only what is smooth. */
  const smoothTexts = () => {
    wallMs += 16;
    for (const { strokes } of [queue, lens]) strokes.length = 0;
    for (const drawFrame of smoothDrawers) drawFrame({ wallMs, isStill: false });
    return { queue: queue.texts().join(), lens: lens.texts().join() };
  };
  return Object.assign(draw, { smoothTexts });
}

test('in each drawing, the lens of RED says how many packets wait, and its queue and its lens say the same average', async () => {
  const { smoothTexts } = await drawnLane();
  // The words of the queue are loaded with its first picture.
  await vi.waitFor(() => expect(smoothTexts().queue).toContain('average'), 20_000);
  const waiting = () => page.session.lanes[0]?.frame?.waitingPackets;
  const averageIn = (words: string) => /average ([\d.]+)/.exec(words)?.[1];
  const before = { waiting: waiting(), average: averageIn(smoothTexts().lens) };
  seek(page, 2.4);
  settle();
  expect(waiting()).not.toBe(before.waiting);
  const texts = smoothTexts();
  expect(texts.lens).toContain(`now ${waiting()}`);
  expect(averageIn(texts.lens)).not.toBe(before.average);
  expect(averageIn(texts.queue)).toBe(averageIn(texts.lens));
});

test('the picture of a run goes when another scenario or policy is opened, and the other comes with its first frame', async () => {
  const draw = await drawnLane();
  const red = page.state.run;
  for (const run of [runOfPreset('cbr-overload'), red, { ...red, lanes: [{ policy: 'codel', values: {} }] }]) {
    page.runs.change('choose another run', run);
    for (const kinds of draw()) expect(kinds).toEqual(['setTransform', 'clearRect']);
    settle();
    await isDrawn(draw);
  }
});

test('a changed value or seed that restarts the run keeps the picture until there is a new one, also after undo', async () => {
  const draw = await drawnLane();
  const { run } = page.state;
  const restarts = [
    () => page.runs.change('change the seed', { ...run, seed: 7 }),
    () => page.runs.change('change the link', { ...run, startValues: { ...run.startValues, 'link.rateBps': 5e6 } }),
    () => page.runs.undo(),
  ];
  for (const restart of restarts) {
    restart();
    expect(page.session.lanes[0]?.frame).toBeUndefined();
    expect(draw()).toEqual([[], []]);
    settle();
    for (const kinds of draw()) expect(kinds.length).toBeGreaterThan(3);
  }
});

test('a dragged value that restarts the run keeps the picture until there is a new one', async () => {
  const draw = await drawnLane();
  page.setAppliesFrom('start');
  editorOf(page).grab();
  editorOf(page).dragValue('lanes.0.minThreshold', 20);
  await vi.waitFor(() => expect(page.session.lanes[0]?.frame).toBeUndefined());
  expect(draw()).toEqual([[], []]);
  editorOf(page).release();
  expect(draw()).toEqual([[], []]);
});
