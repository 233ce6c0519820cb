/** The plots show quantities over time, with all lanes in one plot and one cursor. Or a table shows the figures. */
import { memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { besideStore } from '../../app/line/beside.ts';
import { type AnyPlot, allPlots, isMomentPlot, isPlotInFiles } from '../../plots/all-plots.ts';
import { delayLossPlot } from '../../plots/delay-loss.ts';
import { titleBesideUp } from '../../plots/over-time/up-plots.ts';
import { titleWithUnit } from '../../plots/plot-texts.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { pageZoom, windowBox } from '../../view/draw/zoom.ts';
import { Term } from '../help/card.tsx';
import { Button } from '../parts/button.tsx';
import { printAsSheet } from '../saving/print.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SaveSource } from '../saving/saving.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useMenu } from '../shell/effects.ts';
import { keepNoticesOnTop } from '../shell/notices-on-top.ts';
import { lazyPart } from '../shell/part.tsx';
import { besideSeriesOfPlot } from './beside-lines.ts';
import { PlotOfKind } from './plot-figure.tsx';
import { plotStore } from './plot-state.ts';
import { plotTable } from './plot-table.ts';
import { PlotsHead } from './plots-head.tsx';
import { choosePlot, plottedDifference, shownPlotIds } from './shown-plots.ts';
import './plots.css';

const SenderPlots = lazyPart('The plots of a sender', () => import('./sender-plots.tsx'), 'SenderPlots');
const BesideStrip = lazyPart(
  'The measurement beside the run',
  () => import('../line/beside-strip.tsx'),
  'BesideStrip',
  (content) => <div className="plots-beside">{content}</div>,
);
const CompareTable = lazyPart('The table', () => import('./compare-table.tsx'), 'CompareTable');

export function PlotsPanel() {
  const showsTable = useStore(plotStore, (state) => state.showsTable);
  const showsSender = useStore(plotStore, (state) => state.sender !== undefined);
  const { page, animation } = usePageContext();
  const hasBeside = useStore(
    besideStore,
    ({ series, removedSeries }) => series.length > 0 || removedSeries !== undefined,
  );
  // A printed page contains the plots, so it is made after they are loaded.
  useEffect(() => printAsSheet(animation), [animation]);
  useEffect(() => besideStore.subscribe(() => page.redraw()), [page]);
  // No dialog opens before the plots are loaded.
  useEffect(keepNoticesOnTop, []);
  return (
    <section className={hasBeside ? 'plots-area plots-measured' : 'plots-area'} aria-label="Plots">
      <PlotsHead />
      {hasBeside && <BesideStrip />}
      {showsTable && <CompareTable />}
      {!showsTable && showsSender && <SenderPlots />}
      {!showsTable && !showsSender && <PlotFigures />}
    </section>
  );
}

/** Of two plots, the number of the one with a dot for each lane: it needs less width than the other. */
function dotsPanel(plotIds: readonly string[]): number | undefined {
  const panel = plotIds.indexOf(delayLossPlot.id);
  return plotIds.length === 2 && panel >= 0 ? panel + 1 : undefined;
}

function PlotFigures() {
  const chosenIds = useStore(plotStore, (state) => state.plotIds);
  const plotIds = usePage(useShallow((state) => shownPlotIds(state.lanes, { plotIds: chosenIds })));
  // Until the first run is known, its plots are not known. Other plots would move the page.
  const isKnown = usePage((state) => state.lanes[0]?.description !== undefined);
  const wasKnown = useRef(false);
  wasKnown.current ||= isKnown;
  if (!wasKnown.current) return <div className="plots" />;
  return (
    <div className="plots" data-panels={plotIds.length} data-dots={dotsPanel(plotIds)}>
      {plotIds.map((plotId, panel) => (
        <PlotFigure
          // biome-ignore lint/suspicious/noArrayIndexKey: a panel is identified by its position
          key={panel}
          panel={panel}
          kind={allPlots.find(({ id }) => id === plotId) ?? required(allPlots[0])}
        />
      ))}
    </div>
  );
}

const PlotFigure = memo(({ panel, kind }: { readonly panel: number; readonly kind: AnyPlot }) => {
  const { page } = usePageContext();
  const choose = (id: string) => choosePlot(page.session.lanes, panel, id);
  const saveSource = useRef<SaveSource>(undefined);
  const difference = useStore(plotStore, (state) => state.difference);
  const laneCount = usePage((state) => state.run.lanes.length);
  const isTwoWay = usePage(({ lanes }) => lanes[0]?.up !== undefined);
  const hasDelayLoss = usePage(({ lanes }) => delayLossPlot.isAvailable({ lanes }));
  const isOffered = (plot: AnyPlot) =>
    plot.id === kind.id ||
    (isMomentPlot(plot) ? plot !== delayLossPlot || hasDelayLoss : plot.direction === undefined || isTwoWay);
  const pair = plottedDifference(laneCount, { difference })
    ?.map((lane) => laneLetter(lane))
    .join(' − ');
  return (
    <figure className="plot-frame">
      <figcaption className="plot-title row">
        {pair !== undefined && !isMomentPlot(kind) && <b className="plot-difference">{pair}</b>}
        <select
          className="plot-choice note quiet"
          aria-label={`Plot ${panel + 1}`}
          value={kind.id}
          onChange={({ target }) => choose(target.value)}
        >
          {allPlots.filter(isOffered).map((plot) => (
            <option key={plot.id} value={plot.id}>
              {isTwoWay ? titleBesideUp(plot) : plot.title}
            </option>
          ))}
        </select>
        <span className="unit">{kind.unit}</span>
        <PlotMeaning kind={kind} isDifference={pair !== undefined} />
        <SaveMenu
          title={`${pair === undefined ? '' : `${pair}, `}${titleWithUnit(kind)}`}
          createTable={() => plotTable(kind, page)}
          getSaveSource={() => saveSource.current}
          plot={isPlotInFiles(kind) && (pair === undefined || isMomentPlot(kind)) ? kind.id : undefined}
        />
      </figcaption>
      <PlotOfKind kind={kind} isFirst={panel === 0} saveSource={saveSource} />
    </figure>
  );
});

/** Least distance of a card from the sides of the window, px. */
const CARD_MARGIN_PX = 8;

/** Keeps all of a card in sight. It ends at its button and grows upwards, so a long text scrolls. */
function keepInSight(card: HTMLElement | null): void {
  const main = card?.closest('main');
  if (!card || !main) return;
  const { left, top, width, height } = windowBox(card);
  const shownLeft = Math.max(CARD_MARGIN_PX, Math.min(left, innerWidth - CARD_MARGIN_PX - width));
  card.style.translate = `${(shownLeft - left) / pageZoom()}px`;
  card.style.maxBlockSize = `${(top + height - Math.max(0, windowBox(main).top)) / pageZoom()}px`;
}

/** The meaning of the number and its measurement, one click away. */
function PlotMeaning({ kind, isDifference }: { readonly kind: AnyPlot; readonly isDifference: boolean }) {
  const { isOpen, toggle, containerProps } = useMenu();
  const measuredSeries = besideSeriesOfPlot(useStore(besideStore).series, kind.id);
  return (
    <span className="plot-help anchor screen-only" {...containerProps}>
      <Button
        className="quiet"
        aria-label={`What ${kind.title.toLowerCase()} means`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        i
      </Button>
      {isOpen && (
        <span ref={keepInSight} className="plot-help-card floating stack" role="note">
          <b>{titleWithUnit(kind)}</b>
          <span>{kind.help}</span>
          {!isMomentPlot(kind) && (
            <span>
              The number beside a line is its mean since the warm-up, like the numbers at the top of the lane. The
              warm-up has a grey ground. If you choose a span, the number is the mean of this span. Where windows are
              dense, the curve is their mean, and the band has their values from p5 to p95.
              {isDifference && ' Here the number is the difference of the two means.'}
            </span>
          )}
          {measuredSeries.map(({ name, countedBy }) => (
            <span key={name}>
              Grey: {name}, counted by {countedBy}.
            </span>
          ))}
          {kind.term !== undefined && (
            <span>
              More: <Term id={kind.term}>{kind.term.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</Term>
            </span>
          )}
        </span>
      )}
    </span>
  );
}
