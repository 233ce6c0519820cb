/** Key moments as the timeline marks them. */
import { expect, test } from 'vitest';
import type { RunDescription } from '../../../src/engine/frame/frame.ts';
import type { KeyMoment } from '../../../src/runs/answers/moment-kinds.ts';
import {
  formatCountSoFar,
  formatGroup,
  groupMoments,
  lastCountedGroup,
  neighbourMoment,
  signMoment,
  timelineMoments,
} from '../../../src/ui/playback/timeline-moments.ts';

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
const a = lane({ kind: 'drop', timeNs: 1e9, causeIndex: 0 }, { kind: 'full', timeNs: 1e9, causeIndex: 0 });
const b = lane(
  { kind: 'drop', timeNs: 5e8, causeIndex: 1 },
  { kind: 'full', timeNs: 3e9, causeIndex: 0 },
  { kind: 'threshold', timeNs: 8e8, causeIndex: 0 },
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

const groupedTimes = (endNs: number, labelNs: (text: string) => number) =>
  groupMoments(timelineMoments([a, b]), endNs, labelNs).map((group) => group.map(({ timeNs }) => timeNs));

test('moments without room for their words between them share a sign', () => {
  expect(groupedTimes(1e10, () => 6e8)).toEqual([[5e8, 8e8, 1e9], [2e9], [3e9]]);
  // "first drop" needs 1e9 from 5e8 on, "3 key moments" 1.3e9, and "warm-up ends" 1.2e9 from 2e9 on.
  expect(groupedTimes(1e10, (text) => text.length * 1e8)).toEqual([
    [5e8, 8e8, 1e9],
    [2e9, 3e9],
  ]);
});

test('a sign counts the events of lanes, not the end of the warm-up beside them', () => {
  const words = (labelNs: number) => groupMoments(timelineMoments([a, b]), 1e10, () => labelNs).map(formatGroup);
  expect(words(1e10)).toEqual(['4 key moments']);
  expect(words(6e8)).toEqual(['3 key moments', 'warm-up ends', 'first full']);
  // The end of the warm-up and a full buffer share the last sign. It is at the time of the full buffer, as its words
  // say.
  expect(words(1.2e9)).toEqual(['3 key moments', 'first full']);
  const last = groupMoments(timelineMoments([a, b]), 1e10, () => 1.2e9).at(-1)!;
  expect(last.map(({ timeNs }) => timeNs)).toEqual([2e9, 3e9]);
  expect(signMoment(last).timeNs).toBe(3e9);
});

test('with two queues, a moment says which one, unless it is of both', () => {
  const moments: KeyMoment[] = [
    { kind: 'full', timeNs: 1e9, causeIndex: 0 },
    { kind: 'full', timeNs: 2e9, causeIndex: 0, direction: 'up' },
    { kind: 'slowStart', timeNs: 3e9, causeIndex: 0 },
  ];
  const labelsOf = (isTwoWay: boolean) =>
    timelineMoments([
      { description: isTwoWay ? { ...description, warmupNs: 0, up: description } : description, moments },
    ])
      .filter(({ kind }) => kind !== 'warmupEnd')
      .map((moment) => formatGroup([moment]));
  expect(labelsOf(true)).toEqual(['first full down', 'first full up', 'slow start over']);
  expect(labelsOf(false).slice(0, 1)).toEqual(['first full']);
});

test('while a part of the run is unknown, the last number is one so far; its words begin as those of a known run', () => {
  const groups = groupMoments(timelineMoments([a, b]), 1e10, () => 6e8);
  const group = lastCountedGroup(groups)!;
  expect(group).toBe(groups[0]);
  expect(formatCountSoFar(group, () => true)).toBe('3 key moments so far');
  expect(formatCountSoFar(group, () => true).startsWith(formatGroup(group))).toBe(true);
  // The short words fit where those of a known run fit.
  expect(formatCountSoFar(group, () => false)).toBe('3 so far');
  expect(lastCountedGroup(groups.slice(1))).toBeUndefined();
});

test('the last sign has its words before it, or joins the sign before', () => {
  // The words of the last one would be from 2.6e9 on; those of the one before end at 2.4e9.
  expect(groupedTimes(3.2e9, () => 4e8)).toEqual([[5e8, 8e8], [1e9], [2e9], [3e9]]);
  // Here from 2.4e9 on, and those before end at 2.6e9.
  expect(groupedTimes(3.2e9, () => 6e8)).toEqual([
    [5e8, 8e8, 1e9],
    [2e9, 3e9],
  ]);
});

test('the next and the previous moment are found, even among moments at the same time', () => {
  const moments = timelineMoments([a, a]);
  expect(neighbourMoment(moments, undefined, 0, true)).toBe(moments[0]);
  expect(neighbourMoment(moments, moments[0], 1e9, true)).toBe(moments[1]);
  expect(neighbourMoment(moments, moments[1], 1e9, true)?.kind).toBe('warmupEnd');
  expect(neighbourMoment(moments, undefined, 1.5e9, false)).toBe(moments[1]);
  expect(neighbourMoment(moments, moments[0], 1e9, false)).toBeUndefined();
});
