/**
 * The plots of a sender: one TCP flow of one lane over time. It is recorded in the lane's worker while this is open.
 */
import { useEffect } from 'react';
import { SenderRecord } from '../../app/lanes/sender-record.ts';
import type { SenderPlotId } from '../../view/plots/sender/sender-model.ts';
import { usePageContext } from '../shell/context.tsx';
import { SenderFigure } from './sender-figure.tsx';
import { useShownSender } from './shown-sender.ts';
import './sender-plots.css';

/** The window, and the round trip that rises with it. Two plots, so that they are large; the others can be chosen. */
const OPENING_PLOTS: readonly SenderPlotId[] = ['window', 'roundTrip'];

/** Records a flow of a lane. */
function useRecord(laneIndex: number | undefined, flow: number | undefined): void {
  const { page, animation } = usePageContext();
  useEffect(() => {
    const lane = page.session.lanes[laneIndex ?? -1];
    if (lane === undefined || flow === undefined) return;
    lane.record(new SenderRecord(flow, () => animation.redraw()));
    return () => lane.record(undefined);
  }, [page, animation, laneIndex, flow]);
}

export function SenderPlots() {
  const { index, otherIndex, lane, classFlows, flow } = useShownSender();
  useRecord(lane === undefined ? undefined : index, flow);
  useRecord(otherIndex, flow);
  if (lane?.frame === undefined) return <div className="plots" aria-busy="true" />;
  if (classFlows === undefined || flow === undefined)
    return <p className="muted sender-none">No class of this scenario uses TCP.</p>;
  return (
    <div className="plots" data-panels={OPENING_PLOTS.length}>
      {OPENING_PLOTS.map((plot, panel) => (
        <SenderFigure
          key={plot}
          openingPlot={plot}
          panel={panel}
          laneIndex={index}
          otherLaneIndex={otherIndex}
          classIndex={classFlows.classIndex}
          flow={flow}
        />
      ))}
    </div>
  );
}
