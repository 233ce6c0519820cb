/** The figures of the classes of each lane: delay, round trip, goodput, loss, shares of the goodput, and the packets of videos. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { counterTotal, dropRate, meanDelayMs } from '../../engine/figures/run-figures.ts';
import { ClassColumn, type Frame, LONG_SENDERS } from '../../engine/frame/frame.ts';
import { classGoodputMbps } from '../../quantities/figures/class-rates.ts';
import { goodputShares, isEqualByHost } from '../../quantities/figures/goodput-shares.ts';
import { propagationMs } from '../../quantities/figures/propagation.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { classGlyph, drawingTheme } from '../../view/draw/palette.ts';
import type { ClassDots, ClassDotsPanel } from '../../view/plots/class-dots-view.ts';
import type { LaneShares } from '../../view/plots/shares-view.ts';
import { formatCountedTime } from './plot-span.ts';
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
  return [{ figureName: 'mean queueing delay', unitText: '(ms)', timeText: formatCountedTime(lanes), classes }];
}

export function classRoundTripPanels(lanes: readonly LaneSnapshot[]): ClassDotsPanel[] {
  const classes = classDots(lanes, ({ measured }, index) => meanDelayMs(measured, index)).map((dots, index) => {
    const startValues = lanes.map((lane) => propagationMs(lane, index));
    return {
      ...dots,
      startValues,
      values: dots.values.map((value, lane) => value + (startValues[lane] ?? Number.NaN)),
    };
  });
  return [
    {
      figureName: 'round trip',
      unitText: '(ms) · pale: propagation',
      timeText: formatCountedTime(lanes),
      note: formatRatio(classes),
      reason: roundTripReason(lanes),
      classes,
    },
  ];
}

/** Why the ratio matters, if two classes are senders of TCP: flows share a queue, or send in turns. */
function roundTripReason(lanes: readonly LaneSnapshot[]): string | undefined {
  const kinds = lanes[0]?.description?.classes.map(({ kind }) => kind) ?? [];
  if (kinds.length !== 2 || !kinds.every((kind) => LONG_SENDERS.includes(kind) || kind === 'player')) return undefined;
  const lettersOf = (hasTurns: boolean) =>
    lanes
      .flatMap(({ description }, lane) =>
        description !== undefined && (description.hints.rows?.by === 'flow') === hasTurns ? [laneLetter(lane)] : [],
      )
      .join(', ');
  const [shared, taking] = [lettersOf(false), lettersOf(true)];
  if (taking === '') return 'In a shared queue, a longer round trip lowers the rate.';
  if (shared === '') return 'The flows take turns, whatever their round trips are.';
  return `In ${shared}, a longer round trip lowers the rate. In ${taking}, turns decide.`;
}

/** "video : downloads = 1.50 : 1 in A, 2.80 : 1 in B", of two classes. */
function formatRatio(classes: readonly ClassDots[]): string | undefined {
  const [first, second] = classes;
  if (first === undefined || second === undefined || classes.length > 2) return undefined;
  const ratios = first.values.flatMap((value, lane) => {
    const ratio = value / (second.values[lane] ?? Number.NaN);
    return Number.isFinite(ratio) ? [`${formatNumber(ratio)} : 1 in ${laneLetter(lane)}`] : [];
  });
  return ratios.length === 0 ? undefined : `${first.label} : ${second.label} = ${ratios.join(', ')}`;
}

/** The rates of sources are without headers, so a sentence says why a goodput that counts them can exceed these rates. */
export function classGoodputLossPanels(lanes: readonly LaneSnapshot[], run: RunState): ClassDotsPanel[] {
  const headersReason =
    scenarioOfRun(run).run.accounting === 'wire'
      ? 'Goodput can exceed the rate of a source: it counts headers.'
      : undefined;
  const paradox = lossParadox(lanes);
  const reason = paradox === undefined ? headersReason : undefined;
  const loss = classDots(lanes, ({ measured }, index) => 100 * dropRate(measured, index));
  const timeText = formatCountedTime(lanes);
  return [
    { figureName: 'goodput', unitText: '(Mb/s)', timeText, reason, classes: classDots(lanes, classGoodputMbps) },
    { figureName: 'loss', unitText: '(%)', timeText, ...paradox, classes: loss },
  ];
}

/**
 * Says why all packets together lose less in one of two lanes where each class loses more: more of them are of the class
 * that loses least.
 */
function lossParadox(lanes: readonly LaneSnapshot[]): Pick<ClassDotsPanel, 'note' | 'reason'> | undefined {
  const spans = lanes.flatMap(({ frame }) => (frame === undefined ? [] : [frame.measured]));
  const [first, second] = spans;
  if (lanes.length !== 2 || first === undefined || second === undefined) return undefined;
  const classes = lanes[0]?.description?.classes ?? [];
  const losses = classes.map((_, index) => [dropRate(first, index), dropRate(second, index)] as const);
  // From the lane where each class loses less to the lane where it loses more.
  const isRising = losses.every(([before, after]) => after > before);
  if (classes.length < 2 || !(isRising || losses.every(([before, after]) => after < before))) return undefined;
  const totals = [dropRate(first), dropRate(second)] as const;
  if (isRising ? totals[1] >= totals[0] : totals[1] <= totals[0]) return undefined;
  const leastIndexIn = (lane: 0 | 1) =>
    losses.findIndex((loss) => loss[lane] === Math.min(...losses.map((laneLosses) => laneLosses[lane])));
  const leastIndex = leastIndexIn(0);
  const shares = spans.map((span) => {
    const { arrivedPackets } = ClassColumn;
    return (100 * counterTotal(span, arrivedPackets, leastIndex)) / counterTotal(span, arrivedPackets);
  });
  const [before = 0, after = 0] = shares;
  if (leastIndex !== leastIndexIn(1) || (isRising ? after <= before : after >= before)) return undefined;
  return {
    note: `Each class loses more in ${laneLetter(isRising ? 1 : 0)}, all together less.`,
    reason: `Of all packets, ${shares.map(formatNumber).join(' → ')} % are ${classes[leastIndex]?.label}, which loses least.`,
  };
}

export function laneShares(lanes: readonly LaneSnapshot[]): LaneShares[] {
  const { isDark } = drawingTheme();
  const isByHost = isEqualByHost(lanes);
  return lanes.map((lane, index) => {
    const classes = lane.description?.classes ?? [];
    const shares = goodputShares(lane, isByHost).filter(({ percent }) => Number.isFinite(percent));
    return {
      lane: index,
      name: lane.description?.laneName ?? '',
      parts: shares.map((share) => ({ ...share, glyph: classGlyph(classes, share.index, isDark) })),
    };
  });
}

/** The bar of a lane: the packets of videos that are shown, hollow those sent in vain, those that are dropped, and grey the rest. */
export function videoPacketParts(lanes: readonly LaneSnapshot[]): LaneShares[] {
  const { isDark, text, muted, surface, grid } = drawingTheme();
  return lanes.map((lane, index) => {
    const classes = lane.description?.classes ?? [];
    const shares = videoPacketShares(lane);
    const videoGlyph = classGlyph(
      classes,
      classes.findIndex(({ kind }) => kind === 'video'),
      isDark,
    );
    const hollowGlyph = { ...videoGlyph, colour: surface, edge: muted, textColour: text };
    const restGlyph = { ...videoGlyph, colour: grid, edge: muted };
    const darkGlyph = { ...videoGlyph, colour: text, edge: text, textColour: surface };
    return {
      lane: index,
      name: lane.description?.laneName ?? '',
      parts:
        shares === undefined
          ? []
          : [
              { label: 'shown', glyph: videoGlyph, percent: shares.shownPercent },
              { label: 'sent in vain', glyph: hollowGlyph, percent: shares.uselessPercent },
              { label: 'dropped', glyph: darkGlyph, percent: shares.droppedPercent },
              ...(shares.restPercent > 0 ? [{ label: '', glyph: restGlyph, percent: shares.restPercent }] : []),
            ],
    };
  });
}

/** The meanings of the parts of the bars that their names do not say. */
export function videoPacketMeaning(lanes: readonly LaneSnapshot[]): string {
  const hasRest = lanes.some((lane) => (videoPacketShares(lane)?.restPercent ?? 0) > 0);
  return `sent in vain: its frame cannot be shown${hasRest ? ' · grey: on the way' : ''}`;
}

export const equalShareMeaning = (lanes: readonly LaneSnapshot[]) =>
  isEqualByHost(lanes) ? 'equal per host' : 'equal per flow';
