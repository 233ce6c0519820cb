/**
 * The key moments of all lanes as signs on the timeline, in order and in words. Near moments share a sign.
 */

import { createStore } from 'zustand/vanilla';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import type { EventSearchKind, KeyMoment, KeyMomentKind } from '../../runs/answers/moment-kinds.ts';
import type { NonEmptyList } from '../../shared/non-empty-list.ts';

export type TimelineMomentKind = KeyMomentKind | 'warmupEnd';

export interface TimelineMoment {
  readonly kind: TimelineMomentKind;
  /** Undefined if it belongs to all lanes. */
  readonly lane: number | undefined;
  readonly timeNs: number;
  readonly text: string;
  /** Its kind in a few words, in a run with two queues with the direction of its queue. */
  readonly label: string;
  /** Symbol of the threshold that is reached. */
  readonly symbol?: string | undefined;
  /** The queue at which it happened, if it is that of the direction up. */
  readonly direction?: 'up' | undefined;
}

/** The moment to which a click on its label in a plot leads. */
export const requestedMoment = createStore<{ readonly moment: TimelineMoment | undefined }>(() => ({
  moment: undefined,
}));

const MOMENT_LABELS: Readonly<Record<TimelineMomentKind, string>> = {
  drop: 'first drop',
  full: 'first full',
  mark: 'first mark',
  threshold: 'threshold reached',
  slowStart: 'slow start over',
  state: 'new state',
  warmupEnd: 'warm-up ends',
};

/**
 * The kinds from the most important to the least important. If labels have little room, only the first kinds are shown.
 */
const KINDS_BY_IMPORTANCE: readonly TimelineMomentKind[] = [
  'full',
  'drop',
  'mark',
  'threshold',
  'state',
  'slowStart',
  'warmupEnd',
];

/** Moments that belong to no single queue of two: the senders of both directions, or VCs. */
const OF_BOTH_QUEUES: readonly TimelineMomentKind[] = ['slowStart', 'state', 'warmupEnd'];

/** The moments for labels, the most important first. */
export function sortByImportance(moments: readonly TimelineMoment[]): TimelineMoment[] {
  const rank = ({ kind }: TimelineMoment) => KINDS_BY_IMPORTANCE.indexOf(kind);
  return [...moments].sort((a, b) => rank(a) - rank(b) || a.timeNs - b.timeNs);
}

/** The moments of all lanes, in order of time. A first drop because the buffer is full is one moment. */
export function timelineMoments(lanes: readonly Pick<LaneSnapshot, 'description' | 'moments'>[]): TimelineMoment[] {
  const allMoments = lanes.flatMap(({ description, moments }, lane) => {
    if (description === undefined) return [];
    const isFirstFull = (drop: KeyMoment) =>
      moments.some(
        ({ kind, timeNs, direction }) => kind === 'full' && timeNs === drop.timeNs && direction === drop.direction,
      );
    return moments
      .filter((moment) => moment.kind !== 'drop' || !isFirstFull(moment))
      .map((moment): TimelineMoment => {
        const queue = (moment.direction === 'up' && description.up) || description;
        const isFirst = moments.some(
          ({ kind, timeNs, direction }) =>
            kind === 'drop' && timeNs === moment.timeNs && direction === moment.direction,
        );
        const symbol = moment.kind === 'threshold' ? queue.hints.thresholds[moment.causeIndex]?.symbol : undefined;
        const hasQueue = description.up !== undefined && !OF_BOTH_QUEUES.includes(moment.kind);
        const { direction = 'down' } = moment;
        const label = `${MOMENT_LABELS[moment.kind]}${hasQueue ? ` ${direction}` : ''}`;
        const prefix = hasQueue ? `${direction}: ` : '';
        return { ...moment, lane, symbol, label, text: `${prefix}${formatMoment(moment, queue, isFirst)}` };
      });
  });
  const warmupNs = lanes[0]?.description?.warmupNs ?? 0;
  const warmupEnd = { kind: 'warmupEnd', label: MOMENT_LABELS.warmupEnd, text: 'the warm-up ends' } as const;
  if (warmupNs > 0) allMoments.push({ ...warmupEnd, lane: undefined, timeNs: warmupNs });
  return allMoments.sort((a, b) => a.timeNs - b.timeNs || (a.lane ?? -1) - (b.lane ?? -1));
}

/** @param isFirstDrop the first drop is at the same time */
function formatMoment(
  { kind, causeIndex }: KeyMoment,
  { reasons, hints, bufferUnit }: RunDescription,
  isFirstDrop: boolean,
): string {
  if (kind === 'drop') return `first drop: ${reasons[causeIndex]?.label}`;
  if (kind === 'full') return isFirstDrop ? 'first drop: buffer full' : 'buffer full for the first time';
  if (kind === 'mark') return `first mark: ${reasons[causeIndex]?.label}`;
  if (kind === 'slowStart') return 'the last long flow leaves slow start';
  if (kind === 'state') return `a VC enters state ${causeIndex} for the first time`;
  const { symbol, axis = 'queue' } = hints.thresholds[causeIndex] ?? { symbol: '' };
  const signalAxis = axis === 'queue' && bufferUnit === 'cells' ? 'cells' : axis;
  const signal = hints.signals.find((candidate) => candidate.axis === signalAxis);
  return `${signal?.label ?? 'queue'} reaches ${symbol}`;
}

/** The place at which the run pauses: the packet of a drop or mark, otherwise only the time. */
export function eventSearchKind(kind: TimelineMomentKind): EventSearchKind {
  if (kind === 'drop' || kind === 'full') return 'drop';
  return kind === 'mark' ? 'mark' : 'crossing';
}

/** Number of events of a group. The end of the warm-up is not an event of a lane. */
export const countEvents = (group: NonEmptyList<TimelineMoment>) =>
  group.filter(({ kind }) => kind !== 'warmupEnd').length;

/** The moment at whose time the sign of a group is: its first event. */
export const signMoment = (group: NonEmptyList<TimelineMoment>): TimelineMoment =>
  group.find(({ kind }) => kind !== 'warmupEnd') ?? group[0];

/** The words beside the sign of a group. The end of the warm-up does not count beside others. */
export function formatGroup(group: NonEmptyList<TimelineMoment>): string {
  const count = countEvents(group);
  return count > 1 ? `${count} key moments` : signMoment(group).label;
}

/** The last group with a number. While a part of the run is unknown, more moments may follow. */
export function lastCountedGroup(
  groups: readonly NonEmptyList<TimelineMoment>[],
): NonEmptyList<TimelineMoment> | undefined {
  return groups.filter((group) => countEvents(group) > 1).at(-1);
}

/**
 * The words beside the last number while a part of the run is unknown. They begin as the words of a known run, so
 * nothing moves when the run is known.
 * @param fits whether there is room for the words
 */
export function formatCountSoFar(group: NonEmptyList<TimelineMoment>, fits: (text: string) => boolean): string {
  const longText = `${formatGroup(group)} so far`;
  return fits(longText) ? longText : `${countEvents(group)} so far`;
}

/**
 * Moments in groups, so that each group has room for its words: after its sign, or before it at the end of the run.
 * @param labelNs the width of these words on the timeline
 */
export function groupMoments(
  moments: readonly TimelineMoment[],
  endNs: number,
  labelNs: (text: string) => number,
): readonly NonEmptyList<TimelineMoment>[] {
  const groups: [TimelineMoment, ...TimelineMoment[]][] = [];
  const freeNs = (group: NonEmptyList<TimelineMoment>) => signMoment(group).timeNs + labelNs(formatGroup(group));
  for (const moment of moments) {
    const last = groups.at(-1);
    if (last !== undefined && moment.timeNs < freeNs(last)) last.push(moment);
    else groups.push([moment]);
  }
  const last = groups.at(-1);
  const lastButOne = groups.at(-2);
  if (last === undefined || lastButOne === undefined || freeNs(last) <= endNs) return groups;
  if (2 * signMoment(last).timeNs - freeNs(last) < freeNs(lastButOne)) lastButOne.push(...(groups.pop() ?? []));
  return groups;
}

/** The moment after (before) the present one; if the run is at no moment, after (before) the present time. */
export function neighbourMoment(
  moments: readonly TimelineMoment[],
  currentMoment: TimelineMoment | undefined,
  timeNs: number,
  isForward: boolean,
): TimelineMoment | undefined {
  const index = currentMoment === undefined ? -1 : moments.findIndex((moment) => isSameMoment(moment, currentMoment));
  if (index >= 0) return moments[index + (isForward ? 1 : -1)];
  return isForward
    ? moments.find((moment) => moment.timeNs > timeNs)
    : moments.filter((moment) => moment.timeNs < timeNs).at(-1);
}

export function isSameMoment(a: TimelineMoment, b: TimelineMoment | undefined): boolean {
  return a.timeNs === b?.timeNs && a.lane === b.lane && a.text === b.text;
}
