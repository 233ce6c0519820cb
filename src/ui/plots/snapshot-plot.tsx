/** The drawing of a plot that is not over time. */
import { useEffect, useRef } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { beside } from '../../app/line/beside.ts';
import type { ClassDescription } from '../../engine/frame/frame.ts';
import { equalFlowRate } from '../../quantities/plots/equal-shares.ts';
import type { PlotKind } from '../../quantities/plots/plot-kind.ts';
import {
  BUFFER_CURVE_KIND,
  CLASS_DELAYS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  DELAY_LOSS_KIND,
  DURATIONS_KIND,
  FLOWS_KIND,
  HOSTS_KIND,
  SHARES_KIND,
  VCS_KIND,
  VIDEO_PACKETS_KIND,
} from '../../quantities/plots/snapshot-kinds.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { drawingTheme } from '../../view/draw/palette.ts';
import { BufferCurveView } from '../../view/plots/buffer-curve/buffer-curve-view.ts';
import { ClassDotsView } from '../../view/plots/class-dots-view.ts';
import { DelayLossView } from '../../view/plots/delay-loss-view.ts';
import { DurationsView, durationLines } from '../../view/plots/durations-view.ts';
import { FlowView, flowColumns } from '../../view/plots/flow-view.ts';
import { RateBarsView } from '../../view/plots/rate-bars-view.ts';
import { SharesView } from '../../view/plots/shares-view.ts';
import type { SaveSource } from '../saving/saving.ts';
import { usePageContext } from '../shell/context.tsx';
import { measuredDurationLines } from './beside-lines.ts';
import {
  classDelayPanels,
  classGoodputLossPanels,
  classRoundTripPanels,
  equalShareMeaning,
  laneShares,
  videoPacketMeaning,
  videoPacketParts,
} from './class-figures.ts';
import { laneDots } from './lane-dots.ts';
import { formatCountedTime } from './plot-span.ts';
import { countedByHosts, countedByVcs, equalHostMeaning, hostBars, vcBars } from './rate-bars.ts';
import { differsFromCurves, runBufferCurves } from './run-buffer-curves.ts';

/** The source of the picture of a plot, for saving it. */
export type SaveSourceRef = React.RefObject<SaveSource | undefined>;

type Lanes = readonly LaneSnapshot[];

interface SnapshotDrawing {
  /** For screen readers. */
  readonly label: string;
  /** @returns the function that draws on the canvas */
  open(canvas: HTMLCanvasElement): (lanes: Lanes, run: RunState) => void;
}

function drawingOf<View>(
  label: string,
  view: new (canvas: HTMLCanvasElement) => View,
  draw: (view: View, lanes: Lanes, run: RunState) => void,
): SnapshotDrawing {
  return {
    label,
    open: (canvas) => {
      const openedView = new view(canvas);
      return (lanes, run) => draw(openedView, lanes, run);
    },
  };
}

const classesOf = ([first]: Lanes): readonly ClassDescription[] => first?.description?.classes ?? [];

const SNAPSHOT_DRAWINGS: ReadonlyMap<PlotKind, SnapshotDrawing> = new Map([
  [
    DURATIONS_KIND,
    drawingOf(
      'Share of transfers and round trips that took at most this time, since the warm-up, by lane and class',
      DurationsView,
      (view, lanes) => {
        const quantiles = lanes.map(({ frame }) => frame?.durationQuantilesNs ?? []);
        view.draw([
          ...measuredDurationLines(lanes[0], beside.getState(), drawingTheme()),
          ...durationLines(quantiles, classesOf(lanes), drawingTheme().isDark),
        ]);
      },
    ),
  ],
  [
    DELAY_LOSS_KIND,
    drawingOf('Mean queueing delay and loss since the warm-up, a dot for each lane', DelayLossView, (view, lanes) =>
      view.draw(laneDots(lanes)),
    ),
  ],
  [
    FLOWS_KIND,
    drawingOf('Goodput of each flow since the warm-up, by lane and class', FlowView, (view, lanes) => {
      const flows = lanes.map(({ frame }) => frame?.flows ?? new Float64Array());
      const [first] = lanes;
      view.draw(flowColumns(flows, classesOf(lanes), drawingTheme().isDark), first && equalFlowRate(first));
    }),
  ],
  [
    HOSTS_KIND,
    drawingOf(
      'Goodput of each host since the warm-up, by lane, with the equal share of a host',
      RateBarsView,
      (view, lanes) => view.draw(hostBars(lanes), equalHostMeaning(lanes), countedByHosts(lanes)),
    ),
  ],
  [
    VCS_KIND,
    drawingOf(
      'Throughput of each VC since the warm-up, by lane, with its minimum and its fair share',
      RateBarsView,
      (view, lanes, run) => view.draw(vcBars(lanes), undefined, countedByVcs(lanes, run)),
    ),
  ],
  [
    SHARES_KIND,
    drawingOf('Share of the goodput of each class since the warm-up, by lane', SharesView, (view, lanes) =>
      view.draw(laneShares(lanes), equalShareMeaning(lanes), `goodput ${formatCountedTime(lanes)}`),
    ),
  ],
  [
    VIDEO_PACKETS_KIND,
    drawingOf(
      'Packets of videos since the warm-up, by lane: shown, sent in vain, or dropped',
      SharesView,
      (view, lanes) => view.draw(videoPacketParts(lanes), videoPacketMeaning(lanes), formatCountedTime(lanes)),
    ),
  ],
  [
    CLASS_DELAYS_KIND,
    drawingOf('Mean queueing delay of each class since the warm-up, by lane', ClassDotsView, (view, lanes) =>
      view.draw(classDelayPanels(lanes)),
    ),
  ],
  [
    CLASS_ROUND_TRIPS_KIND,
    drawingOf('Mean round trip of each class since the warm-up, by lane', ClassDotsView, (view, lanes) =>
      view.draw(classRoundTripPanels(lanes)),
    ),
  ],
  [
    CLASS_GOODPUT_LOSS_KIND,
    drawingOf('Goodput and loss of each class since the warm-up, by lane', ClassDotsView, (view, lanes, run) =>
      view.draw(classGoodputLossPanels(lanes, run)),
    ),
  ],
  [
    BUFFER_CURVE_KIND,
    drawingOf(
      'Main figure against the size of the buffer, a measured curve and the present run for each lane',
      BufferCurveView,
      (view, lanes, run) => view.draw(runBufferCurves(lanes, run), differsFromCurves(run)),
    ),
  ],
]);

/** A plot of the present state; nothing for a plot over time. */
export function SnapshotPlot({ kind, saveSource }: { readonly kind: PlotKind; readonly saveSource: SaveSourceRef }) {
  const { page, animation } = usePageContext();
  const canvas = useRef<HTMLCanvasElement>(null);
  const snapshot = SNAPSHOT_DRAWINGS.get(kind);
  useEffect(() => {
    if (canvas.current === null || snapshot === undefined) return;
    const draw = snapshot.open(canvas.current);
    const drawNow = () => draw(page.session.lanes, page.state.run);
    saveSource.current = { canvas: canvas.current, draw: drawNow };
    return animation.addSlow(drawNow);
  }, [snapshot, animation, saveSource, page]);
  return (
    <div className="plot">
      <canvas ref={canvas} role="img" aria-label={snapshot?.label} />
    </div>
  );
}
