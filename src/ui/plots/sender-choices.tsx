/** The choice of a sender and of its time, at the head of the plots. */

import { useEffect, useState } from 'react';
import type { SenderRecord } from '../../app/lanes/sender-record.ts';
import { SenderEventColumn, senderEvents } from '../../engine/frame/sender-columns.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatCount } from '../../shared/number-text.ts';
import { Button } from '../parts/button.tsx';
import { usePageContext } from '../shell/context.tsx';
import { zoomSpan } from './plot-span.ts';
import { plotStore, setSender, showSpan } from './plot-state.ts';
import { plottedRange } from './shown-plots.ts';
import { useShownSender } from './shown-sender.ts';
import './sender-plots.css';

/** Lane, class and flow, the zoom, and the losses. */
export function SenderChoices() {
  const { lanes, lane, otherLane, shownLane, choices, classFlows, flow } = useShownSender();
  if (shownLane === undefined || classFlows === undefined || flow === undefined) return null;
  const laneSelect = (
    <select
      className="sender-choice quiet"
      aria-label="Lane of the sender"
      value={lane}
      onChange={({ target }) => setSender({ lane: Number(target.value), flow })}
    >
      {lanes.map((_, shownIndex) => (
        <option key={laneLetter(shownIndex)} value={shownIndex}>
          {laneLetter(shownIndex)}
        </option>
      ))}
    </select>
  );
  return (
    <div className="sender-choices cluster">
      {otherLane === undefined && (
        <span className="row muted sender-lane">
          lane
          {laneSelect}
        </span>
      )}
      <select
        className="sender-choice quiet"
        aria-label="Class of the sender"
        value={classFlows.classIndex}
        onChange={({ target }) =>
          setSender({
            lane,
            flow: choices.find(({ classIndex }) => classIndex === Number(target.value))?.flows[0] ?? flow,
          })
        }
      >
        {choices.map(({ classIndex, label }) => (
          <option key={classIndex} value={classIndex}>
            {label}
          </option>
        ))}
      </select>
      <FlowField flow={flow} flows={classFlows.flows} onFlow={(chosenFlow) => setSender({ lane, flow: chosenFlow })} />
      <ZoomButtons />
      {/* The plots show both lanes of a comparison. Its letter is that of the words behind it, of segments and of tables. */}
      {otherLane === undefined ? (
        <RecordedNote lane={lane} isNamed />
      ) : (
        <span className="row sender-lane sender-losses">
          {laneSelect}
          <RecordedNote lane={lane} isNamed={false} />
        </span>
      )}
    </div>
  );
}

/** A typed number that is not a flow of the class is not changed. It is used when it is a flow. */
function FlowField({
  flow,
  flows,
  onFlow,
}: {
  readonly flow: number;
  readonly flows: readonly number[];
  readonly onFlow: (flow: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className="row">
      flow
      <input
        type="number"
        className="sender-flow"
        aria-label="Flow of the sender"
        min={flows[0]}
        max={flows.at(-1)}
        value={typed ?? flow}
        onChange={({ target }) => {
          setTyped(target.value);
          const typedFlow = Number(target.value);
          if (target.value !== '' && flows.includes(typedFlow)) onFlow(typedFlow);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}

/** Zooms around the cursor, or around the present time. */
function ZoomButtons() {
  const { page } = usePageContext();
  const zoom = (factor: number) => {
    const { timeNs, endNs } = page.session;
    const { cursorSeconds: cursor } = plotStore.getState();
    const [from, to] = plottedRange(page.session);
    const nowSeconds = timeNs / 1e9;
    // The future is empty, so without a cursor the present is at the right.
    const width = to - from;
    const [left, right] =
      nowSeconds > from && nowSeconds < to ? [nowSeconds - 0.95 * width, nowSeconds + 0.05 * width] : [from, to];
    showSpan(zoomSpan(left, right, cursor ?? Math.min(nowSeconds, right), factor, endNs / 1e9));
  };
  return (
    <span className="sender-zoom">
      <Button className="quiet" aria-label="Zoom in" title="Zoom in" onClick={() => zoom(0.5)}>
        +
      </Button>
      <Button className="quiet" aria-label="Zoom out" title="Zoom out" onClick={() => zoom(2)}>
        −
      </Button>
    </span>
  );
}

/** The losses of the flow so far; or the part that is not known yet, or deleted. */
function RecordedNote({ lane, isNamed }: { readonly lane: number; readonly isNamed: boolean }) {
  const { page, animation } = usePageContext();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      animation.addSlow(() =>
        setWords(
          formatRecorded(isNamed ? laneLetter(lane) : '', page.session.lanes[lane]?.sender, page.session.timeNs),
        ),
      ),
    [lane, isNamed, page, animation],
  );
  return <span className="sender-losses muted">{words}</span>;
}

/** @param letter of its lane; empty if it stands before the words */
function formatRecorded(letter: string, sender: SenderRecord | undefined, timeNs: number): string {
  if (sender === undefined) return '';
  if (sender.untilNs < timeNs - 0.5e9) return `recorded up to ${(sender.untilNs / 1e9).toFixed(1)} s`;
  if (sender.events.base === 0) return `${letter} so far: ${formatLosses(sender, timeNs)}`.trimStart();
  return `single packets from ${(sender.events.at(0, SenderEventColumn.timeNs) / 1e9).toFixed(1)} s on`;
}

/** "8 drops, 2 timeouts". The record can reach beyond the shown time. */
export function formatLosses({ events }: SenderRecord, timeNs: number): string {
  const counts = { dropped: 0, marked: 0, lost: 0, timeout: 0 };
  for (let row = 0; row < events.rowCount && events.at(row, SenderEventColumn.timeNs) <= timeNs; row++) {
    const event = senderEvents[events.at(row, SenderEventColumn.event)];
    if (event === 'dropped' || event === 'marked' || event === 'lost' || event === 'timeout') counts[event]++;
  }
  const marks = counts.marked > 0 ? [formatCount(counts.marked, 'mark')] : [];
  const losses = counts.lost > 0 ? [`${counts.lost} lost on link`] : [];
  return [formatCount(counts.dropped, 'drop'), ...losses, ...marks, formatCount(counts.timeout, 'timeout')].join(', ');
}
