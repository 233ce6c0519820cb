/** A lane in words. */
import { useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { PageState } from '../../app/page/page-state.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { countedFrame } from '../../quantities/figures/counted-frame.ts';
import { type LaneFigures, laneFigures } from '../../quantities/figures/lane-figures.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { usePage } from '../shell/context.tsx';
import { countedSpan } from './counted-span.ts';

/** For cells, the first of the policy's signals has the number. */
function formatWaiting({ description }: LaneData, { signals, waitingPackets }: Frame): string {
  return description?.bufferUnit === 'cells' ? `${signals[0]} cells` : `${waitingPackets} packets`;
}

function formatLosses({ dropRate, linkLossRate }: LaneFigures): string {
  const drops = `${formatNumber(dropRate * 100)} percent`;
  return linkLossRate > 0
    ? `router drops ${drops}, link loses ${formatNumber(linkLossRate * 100)} percent`
    : `loss ${drops}`;
}

/** The lane at this moment, for users who cannot see the drawings. */
function formatSummary({ lanes, run }: PageState, lane: number, name: string): string {
  const snapshot = lanes[lane];
  const frame = snapshot?.frame;
  const figures = snapshot && laneFigures(countedFrame(snapshot));
  if (snapshot === undefined || frame === undefined || figures === undefined) return '';
  const { isWarmingUp, fromSeconds, changeText } = countedSpan(snapshot, run, lane);
  const span = isWarmingUp
    ? `still warming up; figures restart at ${fromSeconds} seconds`
    : `since ${fromSeconds} seconds${changeText}`;
  const down = snapshot.up === undefined ? '' : 'down ';
  return (
    `Lane ${laneLetter(lane)}, ${name}, at ${(frame.timeNs / 1e9).toFixed(3)} seconds: ` +
    `${down}${formatQueue(snapshot, frame, figures)}, ${formatUp(snapshot)}${span}.`
  );
}

const formatQueue = (queue: LaneData, frame: Frame, figures: LaneFigures) =>
  `${formatWaiting(queue, frame)} wait, link busy ${formatNumber(figures.linkBusyShare * 100)} percent, ` +
  `mean delay ${formatNumber(figures.delayMs)} milliseconds, ${formatLosses(figures)}`;

/** The queue up of a lane that has two. */
function formatUp({ up }: LaneSnapshot): string {
  const figures = up && laneFigures(countedFrame(up));
  if (up?.frame === undefined || figures === undefined) return '';
  return `up, ${up.description?.policyName}: ${formatQueue(up, up.frame, figures)}, `;
}

/** Read aloud when the run pauses, and on request. A run that plays keeps the text of the last request. */
export function SpokenSummary({ lane, name }: { readonly lane: number; readonly name: string }) {
  const requestCount = usePage((state) => state.summaryRequestCount);
  const [request, setRequest] = useState({ count: 0, text: '' });
  const text = usePage((state) =>
    state.isPlaying && state.summaryRequestCount === request.count ? request.text : formatSummary(state, lane, name),
  );
  if (request.count !== requestCount) setRequest({ count: requestCount, text });
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}
