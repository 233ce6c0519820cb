/** The figures of a queue, down or up: each with its name, its unit and its value. */
import {
  dropRate,
  linkBusyShare,
  linkLossRate,
  markRate,
  meanDelayMs,
  payloadUtilisation,
  throughputBps,
  usefulPacketShare,
} from '../../engine/figures/run-figures.ts';
import type { MeasuredSpan } from '../../engine/frame/frame.ts';

/**
 * NaN without data.
 * @param index of the class; undefined for all, and ignored by figures of the link
 */
type FigureOfSpan = (span: MeasuredSpan, index?: number) => number;

interface QueueFigure {
  readonly label: string;
  readonly unit: string;
  readonly value: FigureOfSpan;
}

const percentOf =
  (share: FigureOfSpan): FigureOfSpan =>
  (span, index) =>
    100 * share(span, index);

export const queueFigures = {
  busy: { label: 'Link busy', unit: '%', value: percentOf(linkBusyShare) },
  utilisation: { label: 'Throughput share of the link', unit: '0 to 1', value: payloadUtilisation },
  delay: { label: 'Mean queueing delay', unit: 'ms', value: meanDelayMs },
  loss: { label: 'Loss', unit: '%', value: percentOf(dropRate) },
  linkLoss: { label: 'Link loses', unit: '%', value: percentOf(linkLossRate) },
  marked: { label: 'Marked', unit: '%', value: percentOf(markRate) },
  throughput: { label: 'Throughput', unit: 'Mb/s', value: (span, index) => throughputBps(span, index) / 1e6 },
  useful: { label: 'Useful to the receiver', unit: '%', value: percentOf(usefulPacketShare) },
} satisfies Record<string, QueueFigure>;
/** A figure of a queue. */
export type QueueFigureId = keyof typeof queueFigures;
