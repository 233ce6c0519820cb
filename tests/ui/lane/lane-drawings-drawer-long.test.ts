/** The drawings of a lane while another run is opened. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Page } from '../../../src/app/page/page.ts';
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

/** The drawer of lane A, whose lens is loaded, and a function that draws one display frame. */
async function drawnLane() {
  page = opened(`${HASH}&lanes=red`);
  seek(page, 2);
  const drawers: DrawFunction[] = [];
  const add = (draw: DrawFunction) => {
    drawers.push(draw);
    return () => {};
  };
  const redraw = vi.fn();
  const [queue, lens] = [fakeCanvas(600, 200), fakeCanvas(600, 200)];
  drawer = new LaneDrawer({
    page,
    animation: { addSmooth: add, addSlow: add, redraw } as unknown as AnimationLoop,
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
  await vi.waitFor(() => {
    for (const kinds of draw()) expect(kinds.length).toBeGreaterThan(3);
  }, 20_000);
  return draw;
}

test('the picture of a run goes when another run is opened, and that of the other comes with its first frame', async () => {
  const draw = await drawnLane();
  page.runs.change('choose another run', { ...page.state.run, seed: 7 });
  for (const kinds of draw()) expect(kinds).toEqual(['setTransform', 'clearRect']);
  settle();
  for (const kinds of draw()) expect(kinds.length).toBeGreaterThan(3);
});

test('a dragged value that restarts the run keeps the picture until there is a new one', async () => {
  const draw = await drawnLane();
  page.setAppliesFrom('start');
  editorOf(page).grab();
  editorOf(page).dragValue('lanes.0.minThreshold', 20);
  await vi.waitFor(() => expect(page.session.lanes[0]?.frame).toBeUndefined());
  expect(draw()).toEqual([[], []]);
  editorOf(page).release();
});
