/**
 * The plots of a sender: one TCP flow of one lane over time. It is recorded in the lane's worker while this is open.
 */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Lane, LaneSnapshot } from '../../app/lanes/lane.ts';
import { SenderRecord } from '../../app/lanes/sender-record.ts';
import type { Page } from '../../app/page/page.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../../engine/frame/frame.ts';
import { SenderColumn, SenderEventColumn, senderEvents } from '../../engine/frame/sender-columns.ts';
import { senderPhaseAt } from '../../engine/frame/sender-phases.ts';
import { TCP_SOURCES } from '../../engine/scenario/scenario.ts';
import { fullWindowSegments } from '../../export/full-window.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { classGlyph, drawingTheme } from '../../view/draw/palette.ts';
import { senderSeries } from '../../view/plots/sender/sender-lines.ts';
import type { SenderPlotId } from '../../view/plots/sender/sender-model.ts';
import { SenderView } from '../../view/plots/sender/sender-view.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SavedTable, SaveSource } from '../saving/saving.ts';
import { useLanes, usePageContext } from '../shell/context.tsx';
import type { AnimationLoop } from '../shell/drawing/animation-loop.ts';
import { zoomSpan } from './plot-span.ts';
import { plotSender, plotStore, showSpan } from './plot-state.ts';
import { plottedRange } from './shown-plots.ts';
import './sender-plots.css';
import { TimePlotCanvas } from './time-canvas.tsx';

const SENDER_PLOTS: readonly { readonly id: SenderPlotId; readonly title: string; readonly unit: string }[] = [
  { id: 'window', title: 'Window', unit: 'segments' },
  { id: 'roundTrip', title: 'Round trip', unit: 'ms' },
  { id: 'sequence', title: 'Time sequence', unit: 'segment number' },
  { id: 'pacing', title: 'Pacing rate', unit: 'Mb/s' },
];

/** The window, and the round trip that rises with it. Two plots, so that they are large; the others can be chosen. */
const OPENING_PLOTS: readonly SenderPlotId[] = ['window', 'roundTrip'];

/** TCP classes of a lane, each with the numbers of its flows. */
interface ClassFlows {
  readonly classIndex: number;
  readonly label: string;
  readonly flows: readonly number[];
}

function classFlowsOf({ description, frame }: LaneSnapshot): ClassFlows[] {
  if (description === undefined || frame === undefined) return [];
  const flows = Array.from({ length: frame.flows.length / FLOW_RATE_STRIDE }, (_, flow) => flow);
  const classOf = (flow: number) => frame.flows[flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex];
  return description.classes.flatMap(({ kind, label }, classIndex) =>
    TCP_SOURCES.has(kind) ? { classIndex, label, flows: flows.filter((flow) => classOf(flow) === classIndex) } : [],
  );
}

/** The shown sender: the chosen one, or the first of its lane. */
function useSender() {
  const lanes = useLanes();
  const chosenSender = useStore(plotStore, (state) => state.sender);
  const index = Math.min(chosenSender?.lane ?? 0, lanes.length - 1);
  const lane = lanes[index];
  const choices = lane === undefined ? [] : classFlowsOf(lane);
  const classFlows = choices.find(({ flows }) => flows.includes(chosenSender?.flow ?? -1)) ?? choices[0];
  const flow = classFlows?.flows.find((candidate) => candidate === chosenSender?.flow) ?? classFlows?.flows[0];
  return { lanes, index, lane, choices, classFlows, flow };
}

/** Lane, class and flow, and the zoom. It is at the head of the plots. */
export function SenderChoices() {
  const { page } = usePageContext();
  const { lanes, index, lane, choices, classFlows, flow } = useSender();
  if (lane === undefined || classFlows === undefined || flow === undefined) return null;
  return (
    <div className="sender-choices cluster">
      <label className="row">
        lane
        <select
          className="sender-choice quiet"
          aria-label="Lane of the sender"
          value={index}
          onChange={({ target }) => plotSender({ lane: Number(target.value), flow })}
        >
          {lanes.map((_, lane) => (
            <option key={laneLetter(lane)} value={lane}>
              {laneLetter(lane)}
            </option>
          ))}
        </select>
      </label>
      <select
        className="sender-choice quiet"
        aria-label="Class of the sender"
        value={classFlows.classIndex}
        onChange={({ target }) =>
          plotSender({
            lane: index,
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
      <FlowField
        flow={flow}
        flows={classFlows.flows}
        onFlow={(chosenFlow) => plotSender({ lane: index, flow: chosenFlow })}
      />
      <ZoomButtons page={page} />
      <RecordedNote index={index} />
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

/** Lanes are compared if there are two. */
const COMPARED_LANES = 2;

/** Records a flow of a lane. */
function useRecord(lane: Lane | undefined, flow: number | undefined, animation: AnimationLoop): void {
  useEffect(() => {
    if (lane === undefined || flow === undefined) return;
    lane.record(new SenderRecord(flow, () => animation.touch()));
    return () => lane.record(undefined);
  }, [lane, flow, animation]);
}

export function SenderPlots() {
  const { page, animation } = usePageContext();
  const { index, lane, classFlows, flow } = useSender();
  const recordedLane = page.session.lanes[index];
  // Of two lanes, the other one is recorded too, for the comparison.
  const other = page.session.lanes.length === COMPARED_LANES ? page.session.lanes[1 - index] : undefined;
  useRecord(recordedLane, flow, animation);
  useRecord(other, flow, animation);
  if (recordedLane === undefined || lane?.frame === undefined) return <div />;
  if (classFlows === undefined) return <p className="muted sender-none">No class of this scenario uses TCP.</p>;
  return (
    <div className="plots" data-panels={OPENING_PLOTS.length}>
      {OPENING_PLOTS.map((plot, panel) => (
        <SenderFigure
          key={plot}
          openingPlot={plot}
          panel={panel}
          lane={recordedLane}
          laneIndex={index}
          otherLane={other}
          classIndex={classFlows.classIndex}
        />
      ))}
    </div>
  );
}

/** Zooms around the cursor, or around the present time. */
function ZoomButtons({ page }: { readonly page: Page }) {
  const zoom = (factor: number) => {
    const { timeNs, endNs } = page.session;
    const { cursorSeconds: cursor } = plotStore.getState();
    const [from, to] = plottedRange(page.session);
    const now = timeNs / 1e9;
    // The future is empty, so without a cursor the present is at the right.
    const width = to - from;
    const [left, right] = now > from && now < to ? [now - 0.95 * width, now + 0.05 * width] : [from, to];
    showSpan(zoomSpan(left, right, cursor ?? Math.min(now, right), factor, endNs / 1e9));
  };
  return (
    <span className="sender-zoom">
      <button type="button" className="quiet" aria-label="Zoom in" title="Zoom in" onClick={() => zoom(0.5)}>
        +
      </button>
      <button type="button" className="quiet" aria-label="Zoom out" title="Zoom out" onClick={() => zoom(2)}>
        −
      </button>
    </span>
  );
}

/** The losses of the flow so far; or the part that is not known yet, or deleted. */
function RecordedNote({ index }: { readonly index: number }) {
  const { page, animation } = usePageContext();
  const [words, setWords] = useState('');
  useEffect(
    () => animation.addSlow(() => setWords(formatRecorded(page.session.lanes[index], page.session.timeNs))),
    [index, page, animation],
  );
  return <span className="muted">{words}</span>;
}

function formatRecorded(lane: Lane | undefined, timeNs: number): string {
  const sender = lane?.sender;
  if (sender === undefined) return '';
  if (sender.untilNs < timeNs - 0.5e9) return `recorded up to ${(sender.untilNs / 1e9).toFixed(1)} s`;
  if (sender.events.base === 0) return formatLosses(sender);
  return `single packets from ${(sender.events.at(0, SenderEventColumn.timeNs) / 1e9).toFixed(1)} s on`;
}

/** "so far: 8 drops, 2 timeouts" */
function formatLosses({ events }: SenderRecord): string {
  const counts = { dropped: 0, marked: 0, timeout: 0 };
  for (let row = 0; row < events.rowCount; row++) {
    const event = senderEvents[events.at(row, SenderEventColumn.event)];
    if (event === 'dropped' || event === 'marked' || event === 'timeout') counts[event]++;
  }
  const formatCount = (count: number, singular: string) => `${count} ${count === 1 ? singular : `${singular}s`}`;
  const marks = counts.marked > 0 ? [formatCount(counts.marked, 'mark')] : [];
  return `so far: ${[formatCount(counts.dropped, 'drop'), ...marks, formatCount(counts.timeout, 'timeout')].join(', ')}`;
}

interface FigureProps {
  /** The plot that the panel opens with. */
  readonly openingPlot: SenderPlotId;
  readonly panel: number;
  readonly lane: Lane;
  readonly laneIndex: number;
  /** The lane that it is compared with. */
  readonly otherLane: Lane | undefined;
  readonly classIndex: number;
}

function SenderFigure({ openingPlot, panel, lane, laneIndex, otherLane, classIndex }: FigureProps) {
  const { page } = usePageContext();
  const [id, setId] = useState(openingPlot);
  const { title, unit } = required(SENDER_PLOTS.find((plot) => plot.id === id));
  const saveSource = useRef<SaveSource>(undefined);
  const draw = (view: SenderView) => {
    const { sender, description, frame } = lane;
    if (sender === undefined || description === undefined) return;
    const { timeNs } = page.session;
    const { cursorSeconds: cursor } = plotStore.getState();
    const [fromSeconds, toSeconds] = plottedRange(page.session);
    const fullWindow = id === 'window' && frame !== undefined ? fullWindowSegments(description, frame) : undefined;
    view.draw({
      plot: id,
      states: sender.states,
      events: sender.events,
      comparison: otherLane?.sender && {
        lane: laneIndex,
        otherLane: 1 - laneIndex,
        otherStates: otherLane.sender.states,
      },
      colour: classGlyph(description.classes, classIndex, drawingTheme().isDark).edge,
      fromSeconds,
      toSeconds,
      nowSeconds: timeNs / 1e9,
      cursorSeconds: cursor,
      reference: fullWindow === undefined ? undefined : { name: 'path + buffer', value: fullWindow },
    });
  };
  const flow = lane.sender?.flow ?? 0;
  return (
    <figure className="plot-frame">
      <figcaption className="plot-title row">
        <select
          className="plot-choice note quiet"
          aria-label={`Plot ${panel + 1} of the sender`}
          value={id}
          onChange={({ target }) => setId(required(SENDER_PLOTS.find((plot) => plot.id === target.value)).id)}
        >
          {SENDER_PLOTS.map((plot) => (
            <option key={plot.id} value={plot.id}>
              {plot.title}
            </option>
          ))}
        </select>
        <span className="unit">{unit}</span>
        <SaveMenu
          title={`Lane ${laneLetter(laneIndex)}, flow ${flow}, ${title} (${unit})`}
          createTable={() => senderTable(id, lane)}
          getSaveSource={() => saveSource.current}
        />
      </figcaption>
      <TimePlotCanvas
        key={`${id}/${laneIndex}/${classIndex}`}
        label={`${title} (${unit}) of flow ${flow} over simulated time`}
        View={SenderView}
        draw={draw}
        saveSource={saveSource}
      />
    </figure>
  );
}

/** The whole record: states with every quantity of the plot, or events. */
function senderTable(id: SenderPlotId, { sender }: Lane): SavedTable {
  const { states, events } = sender ?? { states: undefined, events: undefined };
  if (id === 'sequence')
    return {
      head: ['simulated time (s)', 'event', 'first segment', 'last segment'],
      rows: Array.from({ length: events?.rowCount ?? 0 }, (_, row) => {
        const entry = (column: number) => events?.at(row, column) ?? Number.NaN;
        const event = senderEvents[entry(SenderEventColumn.event)];
        return [
          entry(SenderEventColumn.timeNs) / 1e9,
          event,
          entry(SenderEventColumn.low),
          entry(SenderEventColumn.high) - 1,
        ];
      }),
    };
  const { unit } = required(SENDER_PLOTS.find((plot) => plot.id === id));
  return {
    head: ['simulated time (s)', ...senderSeries[id].map(({ name }) => `${name} (${unit})`), 'state'],
    rows: Array.from({ length: states?.rowCount ?? 0 }, (_, row) => {
      const entry = (column: number) => states?.at(row, column) ?? Number.NaN;
      return [
        entry(SenderColumn.timeNs) / 1e9,
        ...senderSeries[id].map((series) => entry(series.column) / series.unit),
        senderPhaseAt(entry(SenderColumn.phase))?.label,
      ];
    }),
  };
}
