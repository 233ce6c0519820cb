/** The figures of the classes of each lane: delay, goodput, loss, shares of the goodput, and the packets of videos. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { dropRate, meanDelayMs } from '../../engine/metrics/run-figures.ts';
import { classGoodputMbps } from '../../quantities/figures/class-rates.ts';
import { goodputShares, isEqualByHost } from '../../quantities/figures/goodput-shares.ts';
import { classGlyph, drawingTheme } from '../../view/draw/palette.ts';
import type { ClassDots, ClassDotsPanel } from '../../view/plots/class-dots-view.ts';
import type { LaneShares } from '../../view/plots/shares-view.ts';
import { videoPacketShares } from './video-packets.ts';

/** A figure of the counted time, by class and lane. */
function classDots(
  lanes: readonly LaneSnapshot[],
  figure: (frame: Frame, classIndex: number) => number,
): readonly ClassDots[] {
  const { isDark } = drawingTheme();
  const classes = lanes[0]?.description?.classes ?? [];
  return classes.map(({ label }, index) => ({
    label,
    glyph: classGlyph(classes, index, isDark),
    values: lanes.map(({ frame }) => (frame === undefined ? Number.NaN : figure(frame, index))),
  }));
}

export function classDelayPanels(lanes: readonly LaneSnapshot[]): ClassDotsPanel[] {
  const classes = classDots(lanes, ({ measured }, index) => meanDelayMs(measured, index));
  return [{ axisText: 'mean queueing delay (ms)', classes }];
}

export function classGoodputLossPanels(lanes: readonly LaneSnapshot[]): ClassDotsPanel[] {
  return [
    { axisText: 'goodput (Mb/s)', classes: classDots(lanes, classGoodputMbps) },
    { axisText: 'loss (%)', classes: classDots(lanes, ({ measured }, index) => 100 * dropRate(measured, index)) },
  ];
}

export function laneShares(lanes: readonly LaneSnapshot[]): LaneShares[] {
  const { isDark } = drawingTheme();
  const isByHost = isEqualByHost(lanes);
  return lanes.map((lane, index) => {
    const classes = lane.description?.classes ?? [];
    const shares = goodputShares(lane, isByHost).filter(({ percent }) => Number.isFinite(percent));
    return {
      lane: index,
      name: lane.description?.policyName ?? '',
      parts: shares.map((share) => ({ ...share, glyph: classGlyph(classes, share.index, isDark) })),
    };
  });
}

/** The bar of a lane: the packets of videos that are shown, hollow those sent in vain, and those that are dropped. */
export function videoPacketParts(lanes: readonly LaneSnapshot[]): LaneShares[] {
  const { isDark, text, muted, surface } = drawingTheme();
  return lanes.map((lane, index) => {
    const classes = lane.description?.classes ?? [];
    const shares = videoPacketShares(lane);
    const videoGlyph = classGlyph(
      classes,
      classes.findIndex(({ kind }) => kind === 'video'),
      isDark,
    );
    const hollowGlyph = { ...videoGlyph, colour: surface, edge: muted, textColour: text };
    const darkGlyph = { ...videoGlyph, colour: text, edge: text, textColour: surface };
    return {
      lane: index,
      name: lane.description?.policyName ?? '',
      parts:
        shares === undefined
          ? []
          : [
              { label: 'shown', glyph: videoGlyph, percent: shares.shownPercent },
              { label: 'sent in vain', glyph: hollowGlyph, percent: shares.uselessPercent },
              { label: 'dropped', glyph: darkGlyph, percent: shares.droppedPercent },
            ],
    };
  });
}

export const equalShareMeaning = (lanes: readonly LaneSnapshot[]) =>
  isEqualByHost(lanes) ? 'equal per host' : 'equal per flow';
