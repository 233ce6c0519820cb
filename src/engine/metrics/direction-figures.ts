/** The figures of a class in one of two directions: its ACKs there, and its quality as a call. */
import { type CallPath, callQuality } from '../figures/call-quality.ts';
import { dropRate } from '../figures/run-figures.ts';
import type { MeasuredSpan } from '../frame/frame.ts';
import { ACK_STRIDE, AckColumn } from './direction-recorder.ts';
import type { Recorder } from './recorder.ts';
import type { AckSummary, ClassSummary, SummaryBaseline } from './summary.ts';

const quotient = (amount: number, divisor: number): number => (divisor === 0 ? 0 : amount / divisor);

/** The acknowledgements of one class in this direction since the warm-up; rates and delays without data are 0. */
export function ackSummary(
  recorder: Recorder,
  baseline: SummaryBaseline,
  { spanNs }: MeasuredSpan,
  index: number,
): AckSummary {
  const change = (column: number) => {
    const slot = index * ACK_STRIDE + column;
    return (recorder.ackCounts()?.[slot] ?? 0) - (baseline.acks?.[slot] ?? 0);
  };
  const arrivedPackets = change(AckColumn.arrivedPackets);
  const droppedPackets = change(AckColumn.droppedPackets);
  return {
    arrived: arrivedPackets,
    dropped: droppedPackets,
    dropRate: quotient(droppedPackets, arrivedPackets),
    meanDelayMs: quotient(change(AckColumn.delaySumNs), change(AckColumn.startedPackets)) / 1e6,
    wireBps: quotient(change(AckColumn.departedBytes) * 8e9, spanNs),
  };
}

/** The quality of a class as a call; empty for other classes, and for a call without a packet that was sent. */
export function callSummary(
  recorder: Recorder,
  span: MeasuredSpan,
  callPath: CallPath | undefined,
  index: number,
): Pick<ClassSummary, 'call'> {
  const delays = recorder.classDelays[index];
  if (callPath === undefined || delays === undefined || delays.count === 0) return {};
  const lostShare = dropRate(span, index);
  return { call: callQuality(callPath, lostShare, (share) => delays.quantileNs(share) / 1e6) };
}
