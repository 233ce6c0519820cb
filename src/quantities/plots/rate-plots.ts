/** The plots of goodput, throughput and the link. */

import { counterTotal, linkBusyShare } from '../../engine/figures/run-figures.ts';
import { ClassColumn, SeriesClassColumn, SeriesColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { sendsData } from '../figures/goodput-shares.ts';
import { shownVideoGoal } from '../figures/shown-video-goals.ts';
import { capacityReferences, equalShareReferences } from './equal-shares.ts';
import { columnValue, lineOfKey, meanOfFrame } from './lane-lines.ts';
import type { LaneLine, LaneReference, PlotKind } from './plot-kind.ts';
import { RATE_SPAN_HELP, ratesByClass, totalRateLine } from './rate-lines.ts';

/** The goodput of video at which a scenario reaches its goal: a share of the arriving bytes. */
function goodputGoals({ description, frame }: LaneData): LaneReference[] {
  const goal = description === undefined ? undefined : shownVideoGoal(description.scenario);
  if (description === undefined || frame === undefined || goal === undefined) return [];
  const { measured } = frame;
  return description.classes.flatMap(({ kind }, classIndex) =>
    kind === 'video'
      ? {
          symbol: `${100 * goal} %`,
          value: (goal * counterTotal(measured, ClassColumn.offeredBytes, classIndex) * 8e3) / measured.spanNs,
          classIndex,
        }
      : [],
  );
}

/** The rates of the classes that send data through this queue. With two queues, the answers of the others have no payload. */
const ratesOfSenders = (lane: LaneData, column: number): LaneLine[] =>
  ratesByClass(lane, column).filter((_, index) => sendsData(lane.description?.classes[index]?.crossing));

const VIDEO_SPAN_HELP =
  'Video is counted over half a second, because all packets of a frame are counted together, when the frame can be shown.';

/** The references of `equalShareReferences` in words. */
const EQUAL_SHARES_HELP =
  'The dotted line is the rate C of the link. If classes of long TCP flows compete, other dotted lines show the part of C that each class would get if all flows had the same rate.';

export const ratePlots: readonly PlotKind[] = [
  {
    id: 'goodput',
    title: 'Goodput by class',
    unit: 'Mb/s',
    help: `New payload that reached the receiver, by class. ${RATE_SPAN_HELP} ${EQUAL_SHARES_HELP} If the scenario has a goal for video, a dotted line shows it: the goal, times the rate at which video arrives. ${VIDEO_SPAN_HELP}`,
    term: 'goodput',
    isOfOneQueue: true,
    lines: (lane) => ratesOfSenders(lane, SeriesClassColumn.goodputBps),
    references: (lane) => [...equalShareReferences(lane), ...goodputGoals(lane)],
  },
  {
    id: 'total',
    title: 'Goodput, all classes',
    unit: 'Mb/s',
    help: `New payload that reached the receiver. ${RATE_SPAN_HELP} ${VIDEO_SPAN_HELP}`,
    term: 'goodput',
    lines: (lane) => [totalRateLine(lane, SeriesClassColumn.goodputBps)],
    references: capacityReferences,
  },
  {
    id: 'throughput',
    title: 'Throughput by class',
    unit: 'Mb/s',
    help: `Payload that the link sent, by class, with retransmissions. ${RATE_SPAN_HELP} ${EQUAL_SHARES_HELP}`,
    term: 'throughput',
    isOfOneQueue: true,
    lines: (lane) => ratesOfSenders(lane, SeriesClassColumn.throughputBps),
    references: equalShareReferences,
  },
  {
    id: 'busy',
    title: 'Link busy',
    unit: '%',
    help: 'Share of each sample window during which the link transmits. If its rate varies: the bits that it sends, divided by the bits that it could send. All bytes count, headers included.',
    term: 'busy',
    maxValue: 100,
    isOfOneQueue: true,
    lines: (lane) => [
      {
        ...lineOfKey('link', columnValue(lane, SeriesColumn.busy, 100)),
        ...meanOfFrame(lane, (span) => 100 * linkBusyShare(span)),
      },
    ],
  },
  {
    id: 'rate',
    title: 'Rate of the link',
    unit: 'Mb/s',
    help: 'Bits that the link can send in each sample window, per second. A link with a constant rate has a flat line.',
    lines: (lane) => [lineOfKey('link', columnValue(lane, SeriesColumn.rateBps, 1e-6))],
  },
];
