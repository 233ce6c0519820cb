/**
 * The plots of a sender: one TCP flow of one lane over time. It is recorded in the lane's worker while this is open.
 */
import { useEffect } from 'react';
import { SenderRecord } from '../../app/lanes/sender-record.ts';
import { senderRoundTripPlot, senderWindowPlot } from '../../plots/sender/all-sender-plots.ts';
import { usePageContext } from '../shell/context.tsx';
import { SenderFigure } from './sender-figure.tsx';
import { useShownSender } from './shown-sender.ts';
import './sender-plots.css';

/** The window, and the round trip that rises with it. Two plots, so that they are large; the others can be chosen. */
const OPENING_PLOTS = [senderWindowPlot, senderRoundTripPlot];

/** Records a flow of a lane. */
function useRecord(lane: number | undefined, flow: number | undefined): void {
  const { page, animation } = usePageContext();
  useEffect(() => {
    const recordedLane = page.session.lanes[lane ?? -1];
    if (recordedLane === undefined || flow === undefined) return;
    recordedLane.record(new SenderRecord(flow, () => animation.redraw()));
    return () => recordedLane.record(undefined);
  }, [page, animation, lane, flow]);
}

export function SenderPlots() {
  const { lane, otherLane, shownLane, classFlows, flow } = useShownSender();
  useRecord(shownLane === undefined ? undefined : lane, flow);
  useRecord(otherLane, flow);
  if (classFlows === undefined && shownLane?.frame === undefined) return <div className="plots" aria-busy="true" />;
  if (classFlows === undefined || flow === undefined)
    return <p className="muted sender-none">No class of this scenario uses TCP or QUIC.</p>;
  return (
    <div className="plots" data-panels={OPENING_PLOTS.length}>
      {OPENING_PLOTS.map((plot, panel) => (
        <SenderFigure
          key={plot.id}
          openingPlot={plot}
          panel={panel}
          lane={lane}
          otherLane={otherLane}
          classIndex={classFlows.classIndex}
          flow={flow}
        />
      ))}
    </div>
  );
}
