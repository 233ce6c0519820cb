/** A lane in words. */
import { useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { laneFigures } from '../../quantities/figures/lane-figures.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { useLane, usePage } from '../shell/context.tsx';
import { countedSpan } from './counted-span.ts';

/** For cells, the first of the policy's signals has the number. */
function formatWaiting({ description }: LaneSnapshot, { signals, waitingPackets }: Frame): string {
  return description?.bufferUnit === 'cells' ? `${signals[0]} cells` : `${waitingPackets} packets`;
}

/** For users who cannot see the drawings: read aloud when the run pauses, and on request. */
export function SpokenSummary({ index, name }: { readonly index: number; readonly name: string }) {
  const lane = useLane(index);
  const run = usePage((state) => state.run);
  const isPlaying = usePage((state) => state.isPlaying);
  const summaries = usePage((state) => state.summaryRequestCount);
  const [request, setRequest] = useState({ summaries: 0, text: '' });
  const formatSummary = () => {
    const frame = lane?.frame;
    const figures = laneFigures(frame);
    if (lane === undefined || frame === undefined || figures === undefined) return '';
    const { isWarmingUp, fromSeconds, changeText } = countedSpan(lane, run, index);
    const span = isWarmingUp
      ? `still warming up; figures restart at ${fromSeconds} seconds`
      : `since ${fromSeconds} seconds${changeText}`;
    return (
      `Lane ${laneLetter(index)}, ${name}, at ${(frame.timeNs / 1e9).toFixed(3)} seconds: ${formatWaiting(lane, frame)} wait, ` +
      `link busy ${formatNumber(figures.linkBusyShare * 100)} percent, mean delay ${formatNumber(figures.delayMs)} milliseconds, loss ${formatNumber(figures.dropRate * 100)} percent, ${span}.`
    );
  };
  if (request.summaries !== summaries) setRequest({ summaries, text: formatSummary() });
  return (
    <p className="visually-hidden" aria-live="polite">
      {isPlaying ? request.text : formatSummary()}
    </p>
  );
}
