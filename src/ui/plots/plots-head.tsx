/** The settings of all plots: the span of time, the lanes, the number of plots, the sender and the table. */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { plotsOverTime } from '../../plots/all-plots.ts';
import { titleBesideUp } from '../../plots/over-time/up-plots.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { lineValueAt } from '../../view/plots/plot-model.ts';
import { Button, ToggleButton } from '../parts/button.tsx';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { PLOT_SPAN_SECONDS, zoomSpan } from './plot-span.ts';
import {
  moveCursor,
  type PlotState,
  plotDifference,
  plotStore,
  setSender,
  showLenses,
  showSpan,
  showTable,
} from './plot-state.ts';
import { allLines, rugColumns } from './plot-table.ts';
import {
  changePlotCount,
  MAX_PLOTS,
  plottedDifference,
  plottedRange,
  plottedSpan,
  shownPlotIds,
} from './shown-plots.ts';
import './plots-head.css';

export function PlotsHead() {
  const { showsTable, sender } = useTableAndSender();
  const lanes = useShownLanes();
  const arePlots = !showsTable && sender === undefined;
  return (
    <header className="plots-head cluster screen-only">
      <PlotsOrLenses />
      <SpanChoice />
      <PlotCursor />
      {sender !== undefined && !showsTable && <SenderChoices />}
      <span className="spacer" />
      {arePlots && <LaneSelect {...lanes} />}
      {arePlots && <PlotCountButtons />}
      <ToggleButton
        className="plots-head-wide"
        isOn={sender !== undefined && !showsTable}
        onClick={() => setSender(sender === undefined ? FIRST_SENDER : showsTable ? sender : undefined)}
      >
        sender
      </ToggleButton>
      <ToggleButton className="plots-head-wide" isOn={showsTable} onClick={() => showTable(!showsTable)}>
        table
      </ToggleButton>
      <PhoneSelect {...lanes} />
    </header>
  );
}

/** Only these two fields, because the cursor moves with the pointer. */
function useTableAndSender(): Pick<PlotState, 'showsTable' | 'sender'> {
  return useStore(
    plotStore,
    useShallow(({ showsTable, sender }) => ({ showsTable, sender })),
  );
}

/** The choice between all lanes and the difference of two of them. */
interface LaneSelectProps {
  readonly pairs: readonly (readonly [number, number])[];
  /** The chosen entry. */
  readonly chosenEntry: string;
  readonly allLanesText: string;
}

function useShownLanes(): LaneSelectProps {
  const difference = useStore(plotStore, (state) => state.difference);
  const laneCount = usePage((state) => state.run.lanes.length);
  const indices = [...Array(laneCount).keys()];
  const pairs = indices.flatMap((lane) => indices.slice(lane + 1).map((other) => [lane, other] as const));
  const chosenEntry = plottedDifference(laneCount, { difference })?.join() ?? '';
  return { pairs, chosenEntry, allLanesText: laneCount === 1 ? 'plots' : 'all lanes' };
}

function LaneSelect(props: LaneSelectProps) {
  if (props.pairs.length === 0) return null;
  return (
    <label className="plots-head-wide">
      <span className="visually-hidden">Lanes shown</span>
      <select
        className="quiet"
        aria-label="Lanes shown"
        value={props.chosenEntry}
        onChange={({ target }) => plotDifference(parsePair(target.value))}
      >
        <LaneOptions {...props} />
      </select>
    </label>
  );
}

function LaneOptions({ pairs, allLanesText }: LaneSelectProps) {
  return (
    <>
      <option value="">{allLanesText}</option>
      {pairs.map(([a, b]) => (
        <option key={`${a},${b}`} value={`${a},${b}`}>
          {laneLetter(a)} − {laneLetter(b)}
        </option>
      ))}
    </>
  );
}

/** On a phone, one list takes the place of the lanes, the sender and the table. */
function PhoneSelect(props: LaneSelectProps) {
  const { showsTable, sender } = useTableAndSender();
  return (
    <select
      className="plots-head-list quiet"
      aria-label="Shown below the queues"
      value={showsTable ? 'table' : sender === undefined ? props.chosenEntry : 'sender'}
      onChange={({ target: { value } }) => {
        if (value === 'table') showTable(true);
        else setSender(value === 'sender' ? (sender ?? FIRST_SENDER) : undefined);
        if (value !== 'table' && value !== 'sender') plotDifference(parsePair(value));
      }}
    >
      <LaneOptions {...props} />
      <option value="sender">sender</option>
      <option value="table">table</option>
    </select>
  );
}

function PlotsOrLenses() {
  const showsLenses = useStore(plotStore, (state) => state.showsLenses);
  return (
    <fieldset className="row choices plots-head-lenses" aria-label="Below the queues">
      <ToggleButton isOn={!showsLenses} onClick={() => showLenses(false)}>
        plots
      </ToggleButton>
      <ToggleButton isOn={showsLenses} onClick={() => showLenses(true)}>
        lenses
      </ToggleButton>
    </fieldset>
  );
}

/** Why the choice of the span has no effect. Undefined if it has one. */
function useReasonOfNoSpan(): string | undefined {
  const { plotIds, showsTable, sender } = useStore(
    plotStore,
    useShallow(({ plotIds, showsTable, sender }) => ({ plotIds, showsTable, sender })),
  );
  const hasTimePlot = usePage((state) =>
    shownPlotIds(state.lanes, { plotIds }).some((id) => plotsOverTime.some((kind) => kind.id === id)),
  );
  if (showsTable) return 'The table names its own span.';
  return hasTimePlot || sender !== undefined ? undefined : 'No shown plot is over time.';
}

function SpanChoice() {
  const chosenSpan = useStore(plotStore, (state) => state.span);
  const reasonOfNoSpan = useReasonOfNoSpan();
  const isDisabled = reasonOfNoSpan !== undefined;
  const showsTable = useStore(plotStore, (state) => state.showsTable);
  const span = usePage((state) => plottedSpan(state.lanes, { span: chosenSpan }));
  return (
    <fieldset
      className={typeof span === 'object' ? 'row choices plots-head-zoomed' : 'row choices'}
      aria-label="Time shown"
      title={reasonOfNoSpan}
    >
      <ToggleButton isOn={!showsTable && span === 'last'} disabled={isDisabled} onClick={() => showSpan('last')}>
        <span className="plots-head-long">last </span>
        {PLOT_SPAN_SECONDS} s
      </ToggleButton>
      <ToggleButton isOn={!showsTable && span === 'whole'} disabled={isDisabled} onClick={() => showSpan('whole')}>
        whole<span className="plots-head-long"> run</span>
      </ToggleButton>
      {typeof span === 'object' && (
        <ToggleButton isOn={!showsTable} disabled={isDisabled} onClick={() => showSpan('last')}>
          {formatSpan(span.from, span.to)}
        </ToggleButton>
      )}
    </fieldset>
  );
}

function PlotCountButtons() {
  const { page } = usePageContext();
  const plotIds = useStore(plotStore, (state) => state.plotIds);
  const number = usePage((state) => shownPlotIds(state.lanes, { plotIds }).length);
  return (
    <Button className="choice plots-head-number" onClick={() => changePlotCount(page.session.lanes)}>
      {number < MAX_PLOTS ? '+ plot' : '− plot'}
    </Button>
  );
}

const SenderChoices = lazyPart('The choice of a sender', () => import('./sender-choices.tsx'), 'SenderChoices');

const FIRST_SENDER = { lane: 0, flow: 0 };

/** The two lanes of an entry of the list; undefined for all lanes. */
function parsePair(value: string): readonly [number, number] | undefined {
  const [first, second] = value.split(',').map(Number);
  return first === undefined || second === undefined ? undefined : [first, second];
}

function formatSpan(from: number, to: number): string {
  const digits = to - from < 0.1 ? 4 : 2;
  return `${from.toFixed(digits)} to ${to.toFixed(digits)} s ×`;
}

/** The cursor by keyboard: arrows move it, Enter goes to its time, Escape removes it; its values are read aloud. */
function PlotCursor() {
  const { page } = usePageContext();
  const cursor = useStore(plotStore, (state) => state.cursorSeconds);
  const shownPlots = useStore(
    plotStore,
    useShallow(({ plotIds, difference }) => ({ plotIds, difference })),
  );
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const lanes = useLanes();
  const stepSeconds = (lanes[0]?.description?.sampleNs ?? 1e8) / 1e9;
  const seconds = cursor ?? timeNs / 1e9;
  return (
    <input
      type="range"
      className="plots-head-cursor"
      aria-label="Cursor in the plots"
      aria-valuetext={cursor === undefined ? 'off' : formatReadout(lanes, shownPlots, cursor)}
      min={0}
      max={endNs / 1e9}
      step={stepSeconds}
      value={seconds}
      onChange={({ target }) => moveCursor(Number(target.value))}
      onBlur={() => moveCursor(undefined)}
      onKeyDown={(event) => {
        const [from, to] = plottedRange(page.session);
        if (event.key === 'Enter') page.session.seek(seconds * 1e9);
        else if (event.key === 'Escape') moveCursor(undefined);
        else if (event.key === '+') showSpan(zoomSpan(from, to, seconds, 0.5, endNs / 1e9));
        else if (event.key === '-') showSpan(zoomSpan(from, to, seconds, 2, endNs / 1e9));
      }}
    />
  );
}

/** The values at the cursor, in words. */
function formatReadout(
  lanes: readonly LaneSnapshot[],
  shownPlots: Pick<PlotState, 'plotIds' | 'difference'>,
  seconds: number,
): string {
  const difference = plottedDifference(lanes.length, shownPlots);
  const values = shownPlotIds(lanes, shownPlots).flatMap((id) => {
    const kind = plotsOverTime.find((candidate) => candidate.id === id);
    if (kind === undefined) return [];
    const formatLine = (line: ReturnType<typeof allLines>[number]) =>
      `${line.label} ${formatNumber(lineValueAt(line, seconds))}`;
    const lines = allLines(kind, lanes, difference).map(formatLine);
    const counts = rugColumns(kind, lanes, difference).map(formatLine);
    const title = lanes[0]?.up === undefined ? kind.title : titleBesideUp(kind);
    return [`${title} in ${kind.unit}: ${lines.join(', ')}`, ...(counts.length > 0 ? [counts.join(', ')] : [])];
  });
  return `${seconds.toFixed(2)} s. ${values.join('. ')}`;
}
