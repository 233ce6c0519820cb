/** Key moments as the timeline marks them. */
import { expect, test } from 'vitest';
import type { RunDescription } from '../../../src/engine/frame/frame.ts';
import type { KeyMoment } from '../../../src/runs/moment-kinds.ts';
import { groupMoments, neighbourMoment, timelineMoments } from '../../../src/ui/playback/timeline-moments.ts';

const description = {
  warmupNs: 2e9,
  bufferUnit: 'packets',
  reasons: [
    { id: 'full', label: 'buffer full', verdict: 'drop' },
    { id: 'early', label: 'early drop', verdict: 'drop' },
  ],
  hints: {
    thresholds: [{ parameter: 'maxThreshold', symbol: 'max_th', style: 'middle' }],
    signals: [{ id: 'average', label: 'average queue', unit: 'packets', axis: 'queue' }],
  },
} as unknown as RunDescription;

const lane = (...moments: KeyMoment[]) => ({ description, moments });
const a = lane({ kind: 'drop', timeNs: 1e9, detail: 0 }, { kind: 'full', timeNs: 1e9, detail: 0 });
const b = lane(
  { kind: 'drop', timeNs: 5e8, detail: 1 },
  { kind: 'full', timeNs: 3e9, detail: 0 },
  { kind: 'threshold', timeNs: 8e8, detail: 0 },
);

test('all lanes in order of time, a first drop from a full buffer once, and the end of the warm-up', () => {
  expect(timelineMoments([a, b]).map(({ lane: of, timeNs, text }) => [of, timeNs, text])).toEqual([
    [1, 5e8, 'first drop: early drop'],
    [1, 8e8, 'average queue reaches max_th'],
    [0, 1e9, 'first drop: buffer full'],
    [undefined, 2e9, 'the warm-up ends'],
    [1, 3e9, 'buffer full for the first time'],
  ]);
});

test('moments too close to distinguish share one mark', () => {
  const groups = groupMoments(timelineMoments([a, b]), 6e8);
  expect(groups.map((group) => group.map(({ timeNs }) => timeNs))).toEqual([[5e8, 8e8, 1e9], [2e9], [3e9]]);
});

test('the next and the previous moment are found, even among moments at the same time', () => {
  const moments = timelineMoments([a, a]);
  expect(neighbourMoment(moments, undefined, 0, true)).toBe(moments[0]);
  expect(neighbourMoment(moments, moments[0], 1e9, true)).toBe(moments[1]);
  expect(neighbourMoment(moments, moments[1], 1e9, true)?.kind).toBe('warmupEnd');
  expect(neighbourMoment(moments, undefined, 1.5e9, false)).toBe(moments[1]);
  expect(neighbourMoment(moments, moments[0], 1e9, false)).toBeUndefined();
});
