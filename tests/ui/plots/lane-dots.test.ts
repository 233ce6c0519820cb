/** The dots of the lanes have the delay and the loss of their heads; in the warm-up there are none. */
import { expect, test } from 'vitest';
import { countedFrame } from '../../../src/quantities/figures/counted-frame.ts';
import { laneFigures } from '../../../src/quantities/figures/lane-figures.ts';
import { laneDots } from '../../../src/ui/plots/lane-dots.ts';
import { opened, seek } from '../../app/opened-page.ts';

test.each([0.9, 1])('there is none at %s s, with a warm-up of 1 s', (seconds) => {
  const page = opened();
  seek(page, seconds);
  expect(laneDots(page.state.lanes)).toEqual([]);
});

test.each([1.1, 2])('at %s s, with a warm-up of 1 s', (seconds) => {
  const page = opened();
  seek(page, seconds);
  const { lanes } = page.state;
  const dots = laneDots(lanes);
  expect(dots).toHaveLength(2);
  for (const [index, { delayMs, lossPercent }] of dots.entries()) {
    const lane = lanes[index];
    const figures = lane && laneFigures(countedFrame(lane));
    expect(delayMs).toBeGreaterThan(0);
    expect(delayMs).toBe(figures?.delayMs);
    expect(lossPercent).toBe(100 * (figures?.dropRate ?? Number.NaN));
  }
});
