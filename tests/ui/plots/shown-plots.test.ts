/** The stretches of time in which a run plays on. */
import { afterEach, expect, test } from 'vitest';
import type { Page } from '../../../src/app/page/page.ts';
import { playedStretch } from '../../../src/ui/plots/shown-plots.ts';
import { settle } from '../../app/fake-worker.ts';
import { closeLanes, HASH, opened, seek } from '../../app/opened-page.ts';

let page: Page;
afterEach(() => closeLanes(page));

const stretch = () => playedStretch(page.session);

test('a stretch ends when the run is paused, goes to another time, or another run is opened, with its first frame', () => {
  page = opened(`${HASH}&lanes=red`);
  seek(page, 1);
  expect(stretch()).toBeUndefined();
  let wallMs = 0;
  const playOn = () => {
    const { timeNs } = page.session;
    wallMs += 50;
    page.tick(wallMs);
    settle();
    expect(page.session.timeNs).toBeGreaterThan(timeNs);
    return stretch();
  };
  page.session.play();
  const stretches = [stretch()];
  expect(playOn()).toBe(stretches[0]);
  const jumps = [
    () => page.session.seek(3e9),
    () => page.session.seek(2e9),
    () => page.session.restart(),
    () => page.runs.change('change the seed', { ...page.state.run, seed: 7 }),
  ];
  for (const jump of jumps) {
    jump();
    // The drawn frame is still that of the time before.
    expect(stretch()).toBe(stretches.at(-1));
    settle();
    expect(stretches).not.toContain(stretch());
    stretches.push(stretch());
    expect(playOn()).toBe(stretches.at(-1));
  }
  expect(stretches).not.toContain(undefined);
  page.session.pause();
  expect(stretch()).toBeUndefined();
});
