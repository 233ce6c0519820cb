/** One plot of a sender, with the choice of the plot and the menu that saves it. */

import { useRef, useState } from 'react';
import { besideStore } from '../../app/line/beside.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { senderPlots } from '../../plots/sender/all-sender-plots.ts';
import { type SenderPlot, unitOfSender } from '../../plots/sender/sender-plot.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawingTheme } from '../../view/draw/drawing-theme.ts';
import { classGlyph } from '../../view/draw/palette.ts';
import type { SenderMeasuredLine } from '../../view/plots/sender/sender-model.ts';
import { SenderView } from '../../view/plots/sender/sender-view.ts';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SaveSource } from '../saving/saving.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { besideSeriesOfPlot } from './beside-lines.ts';
import { plotStore } from './plot-state.ts';
import { senderPlotTable } from './sender-plot-table.ts';
import { playedStretch, plottedRange } from './shown-plots.ts';
import { TimePlotCanvas } from './time-canvas.tsx';

interface SenderFigureProps {
  /** The plot that the panel opens with. */
  readonly openingPlot: SenderPlot;
  readonly panel: number;
  readonly lane: number;
  /** The lane that it is compared with. */
  readonly otherLane: number | undefined;
  readonly classIndex: number;
  readonly flow: number;
}

export function SenderFigure({ openingPlot, panel, lane, otherLane, classIndex, flow }: SenderFigureProps) {
  const { page } = usePageContext();
  const [plot, setPlot] = useState(openingPlot);
  const kind = usePage(({ lanes }) => lanes[lane]?.description?.classes[classIndex]?.kind);
  const { id, title } = plot;
  const unit = unitOfSender(plot, kind);
  const saveSource = useRef<SaveSource>(undefined);
  const referenceOf = ({ description, frame }: Partial<LaneData> = {}) =>
    description && frame && plot.reference?.(description, frame);
  const draw = (view: SenderView) => {
    const { lanes, timeNs } = page.session;
    const shownLane = lanes[lane];
    if (shownLane?.sender === undefined || shownLane.description === undefined) {
      view.clear();
      return;
    }
    const { cursorSeconds: cursor } = plotStore.getState();
    const [fromSeconds, toSeconds] = plottedRange(page.session);
    const comparedLanes = otherLane === undefined ? [] : [lane, otherLane].sort((a, b) => a - b);
    const comparedSenders = comparedLanes.flatMap((comparedLane) => {
      const { sender, description } = lanes[comparedLane] ?? {};
      if (sender === undefined || description === undefined) return [];
      const { states, events } = sender;
      const { laneName } = description;
      return { lane: comparedLane, laneName, states, events, reference: referenceOf(lanes[comparedLane]) };
    });
    view.draw({
      plot,
      states: shownLane.sender.states,
      events: shownLane.sender.events,
      reference: referenceOf(shownLane),
      measuredLines: measuredSenderLines(plot),
      comparedSenders: comparedSenders.length > 1 ? comparedSenders : [],
      colour: classGlyph(shownLane.description.classes, classIndex, drawingTheme().isDark).edge,
      fromSeconds,
      toSeconds,
      nowSeconds: timeNs / 1e9,
      stretch: playedStretch(page.session),
      cursorSeconds: cursor,
    });
  };
  return (
    <figure className="plot-frame">
      <figcaption className="plot-title row">
        <select
          className="plot-choice note quiet"
          aria-label={`Plot ${panel + 1} of the sender`}
          value={id}
          onChange={({ target }) => setPlot(required(senderPlots.find((other) => other.id === target.value)))}
        >
          {senderPlots.map((other) => (
            <option key={other.id} value={other.id}>
              {other.title}
            </option>
          ))}
        </select>
        <span className="unit">{unit}</span>
        <SaveMenu
          title={`Lane ${laneLetter(lane)}, flow ${flow}, ${title} (${unit})`}
          createTable={() => senderPlotTable(plot, page.session.lanes[lane]?.sender, kind)}
          getSaveSource={() => saveSource.current}
        />
      </figcaption>
      <TimePlotCanvas
        key={`${id}/${lane}/${classIndex}`}
        label={`${title} (${unit}) of flow ${flow} over simulated time`}
        View={SenderView}
        draw={draw}
        saveSource={saveSource}
      />
    </figure>
  );
}

/** The measured windows or round trips beside the run, in its time. */
function measuredSenderLines({ id }: SenderPlot): readonly SenderMeasuredLine[] {
  const { series, shiftSeconds } = besideStore.getState();
  return besideSeriesOfPlot(series, id).map(({ timesSeconds, samples }) => ({
    rowCount: samples.length,
    timeSeconds: (row) => numberAt(timesSeconds, row) - shiftSeconds,
    value: (row) => numberAt(samples, row),
  }));
}
