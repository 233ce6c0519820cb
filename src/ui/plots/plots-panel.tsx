/** The plots show quantities over time, with all lanes in one plot and one cursor. Or a table shows the figures. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Lane } from '../../app/lanes/lane.ts';
import { allKinds, isSnapshot, type PlotKind, plotKinds } from '../../export/plot-kinds.ts';
import { laneLetter } from '../../params/lane-letters.ts';
import { existing } from '../../params/lists.ts';
import { figure } from '../../view/draw/number-text.ts';
import { lineValueAt } from '../../view/plots/plot-model.ts';
import { Term } from '../help/card.tsx';
import { printAsSheet } from '../saving/print.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SavedDrawing } from '../saving/saving.ts';
import { useLanes, usePage, useTools } from '../shell/context.tsx';
import { keepNoticesOnTop } from '../shell/notices-on-top.ts';
import { loadedPart } from '../shell/part.tsx';
import { Drawing } from './plot-figure.tsx';
import { LAST_SECONDS, shownSpan, zoomed } from './plot-span.ts';
import { plotDifference, plotSender, plotStore, pointAt, showLenses, showSpan, showTable } from './plot-state.ts';
import { allLines, plotTable, rugColumns } from './plot-table.ts';
import { changePlots, kindsShown, MOST_PLOTS, plotInPanel } from './shown-kinds.ts';
import './plots.css';

const SenderPlots = loadedPart('The plots of a sender', async () => (await import('./sender-plots.tsx')).SenderPlots);
const SenderChoices = loadedPart(
  'The choice of a sender',
  async () => (await import('./sender-plots.tsx')).SenderChoices,
);
const CompareTable = loadedPart('The table', async () => (await import('./compare-table.tsx')).CompareTable);

export function PlotsPanel() {
  const table = useStore(plotStore, (state) => state.table);
  const sender = useStore(plotStore, (state) => state.sender !== undefined);
  const { painter } = useTools();
  // A printed page contains the plots, so it is made after they are loaded.
  useEffect(() => printAsSheet(painter), [painter]);
  // No dialog opens before the plots are loaded.
  useEffect(keepNoticesOnTop, []);
  const lanes = useLanes();
  const chosen = useStore(plotStore, (state) => state.kinds);
  const kinds = kindsShown(lanes, { kinds: chosen });
  return (
    <section className="plots-area" aria-label="Plots">
      <PlotsHead />
      {table && <CompareTable />}
      {!table && sender && <SenderPlots />}
      {!table && !sender && (
        <div className="plots" data-panels={kinds.length}>
          {kinds.map((kind, panel) => (
            <PlotFigure
              // biome-ignore lint/suspicious/noArrayIndexKey: a panel is identified by its position
              key={panel}
              panel={panel}
              kind={allKinds.find(({ id }) => id === kind) ?? existing(plotKinds[0])}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** The settings of all plots: the span of time, the difference of two lanes, the cursor by keyboard. */
function PlotsHead() {
  const { span, difference, table, lenses, sender, kinds } = useStore(plotStore);
  const lanes = usePage((state) => state.run.lanes.length);
  const shown = useLanes();
  const panels = kindsShown(shown, { kinds }).length;
  const pairs = Array.from({ length: lanes }, (_, one) => one).flatMap((one) =>
    Array.from({ length: lanes }, (_, other) => [one, other] as const).filter(([a, b]) => a < b),
  );
  const isPair = difference !== undefined && Math.max(...difference) < lanes;
  const view = isPair ? difference.join() : '';
  const lanesShown = [
    <option key="all" value="">
      {lanes === 1 ? 'plots' : 'all lanes'}
    </option>,
    ...pairs.map(([one, other]) => (
      <option key={`${one},${other}`} value={`${one},${other}`}>
        {laneLetter(one)} − {laneLetter(other)}
      </option>
    )),
  ];
  useEffect(() => {
    if (difference !== undefined && !isPair) plotDifference(undefined);
  }, [difference, isPair]);
  return (
    <header className="plots-head">
      <fieldset className="choices plots-or-lenses" aria-label="Below the queues">
        <Choice on={!lenses} onChoose={() => showLenses(false)}>
          plots
        </Choice>
        <Choice on={lenses} onChoose={() => showLenses(true)}>
          lenses
        </Choice>
      </fieldset>
      <fieldset className={typeof span === 'object' ? 'choices zoomed' : 'choices'} aria-label="Time shown">
        <Choice on={span === 'last'} onChoose={() => showSpan('last')}>
          <span className="long">last </span>
          {LAST_SECONDS} s
        </Choice>
        <Choice on={span === 'whole'} onChoose={() => showSpan('whole')}>
          whole<span className="long"> run</span>
        </Choice>
        {typeof span === 'object' && (
          <Choice on onChoose={() => showSpan('last')}>
            {spanWords(span.from, span.to)}
          </Choice>
        )}
      </fieldset>
      <PlotCursor />
      {sender !== undefined && !table && <SenderChoices />}
      <span className="spacer" />
      {pairs.length > 0 && !table && sender === undefined && (
        <label className="wide">
          <span className="visually-hidden">Lanes shown</span>
          <select aria-label="Lanes shown" value={view} onChange={({ target }) => plotDifference(pairOf(target.value))}>
            {lanesShown}
          </select>
        </label>
      )}
      {!table && sender === undefined && (
        <button type="button" className="choice number-of-plots" onClick={() => changePlots(shown)}>
          {panels < MOST_PLOTS ? '+ plot' : '− plot'}
        </button>
      )}
      <Choice
        wide
        on={sender !== undefined && !table}
        onChoose={() => plotSender(sender === undefined ? FIRST_SENDER : table ? sender : undefined)}
      >
        sender
      </Choice>
      <Choice wide on={table} onChoose={() => showTable(!table)}>
        table
      </Choice>
      {/* On a phone, one list takes the place of these controls. */}
      <select
        className="narrow"
        aria-label="Shown below the queues"
        value={table ? 'table' : sender === undefined ? view : 'sender'}
        onChange={({ target: { value } }) => {
          if (value === 'table') showTable(true);
          else plotSender(value === 'sender' ? (sender ?? FIRST_SENDER) : undefined);
          if (value !== 'table' && value !== 'sender') plotDifference(pairOf(value));
        }}
      >
        {lanesShown}
        <option value="sender">sender</option>
        <option value="table">table</option>
      </select>
    </header>
  );
}

const FIRST_SENDER = { lane: 0, flow: 0 };

/** The two lanes of an entry of the list; undefined for all lanes. */
function pairOf(value: string): readonly [number, number] | undefined {
  const [one, other] = value.split(',').map(Number);
  return one === undefined || other === undefined ? undefined : [one, other];
}

function spanWords(from: number, to: number): string {
  const digits = to - from < 0.1 ? 4 : 2;
  return `${from.toFixed(digits)} to ${to.toFixed(digits)} s ×`;
}

function Choice({
  on,
  wide = false,
  onChoose,
  children,
}: {
  readonly on: boolean;
  /** Not shown on a phone. */
  readonly wide?: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <button type="button" className={wide ? 'choice wide' : 'choice'} aria-pressed={on} onClick={onChoose}>
      {children}
    </button>
  );
}

/** The cursor by keyboard: arrows move it, Enter goes to its time, Escape removes it; its values are read aloud. */
function PlotCursor() {
  const { page } = useTools();
  const cursor = useStore(plotStore, (state) => state.cursor);
  const endNs = usePage((state) => state.endNs);
  const timeNs = usePage((state) => state.timeNs);
  const stepSeconds = (page.session.lanes[0]?.description?.sampleNs ?? 1e8) / 1e9;
  const at = cursor ?? timeNs / 1e9;
  return (
    <input
      type="range"
      className="plot-cursor"
      aria-label="Cursor in the plots"
      aria-valuetext={cursor === undefined ? 'off' : readout(page.session.lanes, cursor)}
      min={0}
      max={endNs / 1e9}
      step={stepSeconds}
      value={at}
      onChange={({ target }) => pointAt(Number(target.value))}
      onBlur={() => pointAt(undefined)}
      onKeyDown={(event) => {
        const [from, to] = shownSpan(plotStore.getState().span, timeNs / 1e9, endNs / 1e9);
        if (event.key === 'Enter') page.playback.seek(at * 1e9);
        else if (event.key === 'Escape') pointAt(undefined);
        else if (event.key === '+') showSpan(zoomed(from, to, at, 0.5, endNs / 1e9));
        else if (event.key === '-') showSpan(zoomed(from, to, at, 2, endNs / 1e9));
      }}
    />
  );
}

/** The values at the cursor, in words. */
function readout(lanes: readonly Lane[], seconds: number): string {
  const parts = kindsShown(lanes, plotStore.getState()).flatMap((id) => {
    const kind = plotKinds.find((one) => one.id === id);
    if (kind === undefined) return [];
    const lines = allLines(kind, lanes).map((line) => `${line.label} ${figure(lineValueAt(line, seconds))}`);
    const counts = rugColumns(kind, lanes).map((line) => `${line.label} ${figure(lineValueAt(line, seconds))}`);
    return [`${kind.title} in ${kind.unit}: ${lines.join(', ')}`, ...(counts.length > 0 ? [counts.join(', ')] : [])];
  });
  return `${seconds.toFixed(2)} s. ${parts.join('. ')}`;
}

function PlotFigure({ panel, kind }: { readonly panel: number; readonly kind: PlotKind }) {
  const { page } = useTools();
  const choose = (id: string) => plotInPanel(page.session.lanes, panel, id);
  const drawing = useRef<SavedDrawing>(undefined);
  const pair = useStore(plotStore, ({ difference }) => difference?.map((lane) => laneLetter(lane)).join(' − '));
  return (
    <figure>
      <figcaption>
        {pair !== undefined && !isSnapshot(kind) && <b className="difference">{pair}</b>}
        <select aria-label={`Plot ${panel + 1}`} value={kind.id} onChange={({ target }) => choose(target.value)}>
          {allKinds.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <span className="unit">{kind.unit}</span>
        <Meaning kind={kind} />
        <SaveMenu
          what={`${pair === undefined ? '' : `${pair}, `}${kind.title} (${kind.unit})`}
          table={() => plotTable(kind, page)}
          drawing={() => drawing.current}
          plot={pair === undefined || isSnapshot(kind) ? kind.id : undefined}
        />
      </figcaption>
      <Drawing kind={kind} drawing={drawing} />
    </figure>
  );
}

/** The meaning of the number and its measurement, one click away. */
function Meaning({ kind }: { readonly kind: PlotKind }) {
  const [open, setOpen] = useState(false);
  return (
    <span className="figure-help">
      <button
        type="button"
        className="quiet"
        aria-label={`What ${kind.title.toLowerCase()} means`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onBlur={(event) => !event.currentTarget.parentElement?.contains(event.relatedTarget) && setOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        i
      </button>
      {open && (
        <span className="figure-help-card" role="note">
          <b>
            {kind.title}, {kind.unit}
          </b>
          <span>{kind.help}</span>
          {!isSnapshot(kind) && (
            <span>
              The figure beside a line is its mean since the warm-up: the same time as in the head of the lane. In a
              span that you choose, it is the mean of this span.
            </span>
          )}
          {kind.term !== undefined && (
            <span>
              More: <Term id={kind.term}>{kind.term}</Term>
            </span>
          )}
        </span>
      )}
    </span>
  );
}
