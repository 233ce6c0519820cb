/** The bars of the plots of VCs and of hosts. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn, type RunDescription } from '../../engine/frame/frame.ts';
import { classGoodputMbps } from '../../quantities/figures/class-rates.ts';
import { vcRates } from '../../quantities/figures/vc-rates.ts';
import { equalHostGoodputMbps } from '../../quantities/plots/equal-shares.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { classGlyph, drawingTheme } from '../../view/draw/palette.ts';
import type { RateBar } from '../../view/plots/rate-bar.ts';
import type { LaneBars } from '../../view/plots/rate-bars-view.ts';
import { formatCountedTime } from './plot-span.ts';

type Rates = Omit<RateBar, 'label' | 'glyph'>;

/** @param ratesOf the rates of the class of this index */
function laneBars(
  lanes: readonly LaneSnapshot[],
  ratesOf: (lane: LaneSnapshot, index: number) => Rates | undefined,
): LaneBars[] {
  const { isDark } = drawingTheme();
  return lanes.map((lane, index) => {
    const classes: RunDescription['classes'] = lane.description?.classes ?? [];
    const bars = classes.flatMap(({ label }, classIndex) => {
      const rates = ratesOf(lane, classIndex);
      return rates === undefined ? [] : { label, glyph: classGlyph(classes, classIndex, isDark), ...rates };
    });
    return { lane: index, name: lane.description?.laneName ?? '', bars };
  });
}

export function vcBars(lanes: readonly LaneSnapshot[]): LaneBars[] {
  return laneBars(lanes, ({ frame }, index) => {
    const rate = frame === undefined ? undefined : vcRates(frame)[index];
    return (
      rate && {
        rateMbps: rate.throughputBps / 1e6,
        guaranteedMbps: rate.guaranteedBps / 1e6,
        fairShareMbps: rate.shareBps / 1e6,
      }
    );
  });
}

/** What the rates of VCs count, the longest words first: the sum of the VCs is the rate of the link only if cells count. */
export function countedByVcs(lanes: readonly LaneSnapshot[], run: RunState): readonly string[] {
  const words =
    scenarioOfRun(run).run.accounting === 'wire'
      ? ['Mb/s of cells', 'of cells']
      : [
          'bars: TCP payload · minimum: with headers',
          'payload · minimum: with headers',
          'minimum includes headers',
          'TCP payload',
        ];
  const timeText = formatCountedTime(lanes);
  // The shortest words say less, so the time gives way to longer ones.
  return [...words.slice(0, -1).map((text) => `${text} · ${timeText}`), ...words];
}

/** The time of the rates of hosts. */
export const countedByHosts = (lanes: readonly LaneSnapshot[]): readonly string[] => [
  `mean ${formatCountedTime(lanes)}`,
];

/** A class stands for a host. Its flows divide its bar. */
export function hostBars(lanes: readonly LaneSnapshot[]): LaneBars[] {
  const changedHost = mostChangedHost(lanes);
  const bars = laneBars(lanes, (lane, index) => {
    const { frame } = lane;
    if (frame === undefined) return undefined;
    const flows: number[] = [];
    for (let offset = 0; offset < frame.flows.length; offset += FLOW_RATE_STRIDE)
      if (frame.flows[offset + FlowRateColumn.classIndex] === index)
        flows.push(numberAt(frame.flows, offset + FlowRateColumn.goodputBps) / 1e6);
    const bar = { rateMbps: classGoodputMbps(frame, index), flowMbps: flows };
    return lane === changedHost?.lane && index === changedHost.index ? { ...bar, ratio: changedHost.ratio } : bar;
  });
  return bars.map((laneBar, index) => ({ ...laneBar, comparedMbps: equalHostGoodputMbps(required(lanes[index])) }));
}

/** A class gets this many times its rate in lane A, or more. */
const MIN_SHOWN_RATIO = 1.5;

/** The class of a later lane whose goodput is the largest multiple of that in lane A. */
function mostChangedHost([first, ...others]: readonly LaneSnapshot[]) {
  const ratios = others.flatMap((lane) =>
    (lane.description?.classes ?? []).map((_, index) => ({ lane, index, ratio: goodputRatio(lane, first, index) })),
  );
  return ratios
    .filter(({ ratio }) => ratio >= MIN_SHOWN_RATIO && Number.isFinite(ratio))
    .sort((a, b) => b.ratio - a.ratio)[0];
}

function goodputRatio({ frame }: LaneSnapshot, first: LaneSnapshot | undefined, index: number): number {
  if (frame === undefined || first?.frame === undefined) return Number.NaN;
  return classGoodputMbps(frame, index) / classGoodputMbps(first.frame, index);
}

/** The meaning of the line of the equal share, if hosts compete. */
export function equalHostMeaning(lanes: readonly LaneSnapshot[]): string | undefined {
  const isShown = lanes.some((lane) => equalHostGoodputMbps(lane) !== undefined);
  return isShown ? 'equal per host: mean goodput of hosts with downloads' : undefined;
}
