/**
 * The quantities in which the lanes of a run are compared, chosen by the traffic of the run: for the finding of the
 * page, and for the cards of the scenarios. Their figures count since the warm-up, or since the start if it is not
 * over.
 */

import { counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn } from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { hasColourChoices } from '../figures/colour-histories.ts';
import { competingClasses, equalSharePercent, isEqualByHost } from '../figures/goodput-shares.ts';
import { shownVideoGoal } from '../figures/shown-video-goals.ts';
import { playerShareReferences } from '../plots/equal-shares.ts';
import { openingPlotIds } from '../plots/opening-plots.ts';
import {
  classDelayQuantity,
  classGoodputQuantity,
  completionQuantities,
  goodputShareQuantity,
  greenDelayQuantity,
  greenShareQuantity,
  greenTimeQuantity,
  roundTripQuantity,
  roundTripRatioQuantity,
  shownVideoQuantity,
} from './class-quantities.ts';
import type { FindingQuantity } from './finding-quantity.ts';
import {
  delayQuantity,
  dropsQuantity,
  linkBusyQuantity,
  lossQuantity,
  markRateQuantity,
  vcFairnessQuantity,
} from './lane-quantities.ts';
import { bitrateChangesQuantity, playerBitrateQuantity, playerBufferQuantity } from './player-quantities.ts';

/** The packets of a run are followed one by one if fewer than this arrive on a link that is slower than this. */
const MAX_FOLLOWED_PACKETS = 50;
const MAX_FOLLOWED_BPS = 1e5;

/** If the ratio of two classes' delays exceeds this, the classes wait in two queues. */
const MIN_QUEUE_DELAY_RATIO = 2;

/**
 * The compared quantities, chosen by the traffic of the lanes; marks only if one of them marks.
 * @param isByHost whether the equal share is one for each host: one of all lanes of the run shares by hosts
 */
export function comparableQuantities(
  lanes: readonly [StartedLaneData, ...StartedLaneData[]],
  isByHost = isEqualByHost(lanes),
): readonly FindingQuantity[] {
  const hasMarks = lanes.some((lane) => markRateQuantity.value(lane) > 0);
  const quantities = quantitiesOfTraffic(lanes, isByHost);
  const withMarkRate = hasMarks && quantities.includes(lossQuantity) ? [...quantities, markRateQuantity] : quantities;
  return namedByDirection(lanes[0], withMarkRate);
}

/** Terms of the quantities of one queue. */
const QUEUE_TERMS: readonly FindingQuantity['term'][] = ['delay', 'loss', 'mark', 'busy'];

/** With two queues, the quantities of one of them name it, as the rows of the table do. All are of the queue down. */
export function namedByDirection(
  { description }: StartedLaneData,
  quantities: readonly FindingQuantity[],
): readonly FindingQuantity[] {
  if (description.up === undefined) return quantities;
  return quantities.map((quantity) =>
    QUEUE_TERMS.includes(quantity.term) ? { ...quantity, name: `${quantity.name} down` } : quantity,
  );
}

/** The delay and the loss, unless they are compared already. Refused frames of cells are not their loss. */
export function delayAndLossBeside(
  { description }: StartedLaneData,
  comparedQuantities: readonly FindingQuantity[],
): readonly FindingQuantity[] {
  const hasTerm = (...terms: readonly FindingQuantity['term'][]) =>
    comparedQuantities.some(({ term }) => terms.includes(term));
  return [
    ...(hasTerm('delay', 'roundTrip') ? [] : [delayQuantity]),
    ...(hasTerm('loss') || description.bufferUnit === 'cells' ? [] : [lossQuantity]),
  ];
}

/**
 * The delays of classes, if a lane serves its classes apart; otherwise one delay. Of more than two classes, it is the
 * class whose delay differs most between the lanes.
 */
function delayQuantities(lanes: readonly [StartedLaneData, ...StartedLaneData[]]): readonly FindingQuantity[] {
  const byClass = lanes[0].description.classes.map(({ label }, index) => classDelayQuantity(label, index));
  const areApart = lanes.some(
    (lane) => largestRatio(byClass.map((quantity) => quantity.value(lane))) > MIN_QUEUE_DELAY_RATIO,
  );
  if (!areApart) return [delayQuantity];
  const ratios = byClass.map((quantity) => largestRatio(lanes.map((lane) => quantity.value(lane))));
  const max = ratios.indexOf(Math.max(...ratios.filter(Number.isFinite)));
  return byClass.filter((_, index) => byClass.length < 3 || index === max);
}

/** The largest value divided by the smallest. */
function largestRatio(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

/**
 * The delay of the first class of each colour, and the drops, of a run whose packets are followed one by one. The delay
 * that differs most is the first.
 */
function exactQuantities(
  lanes: readonly [StartedLaneData, ...StartedLaneData[]],
): readonly FindingQuantity[] | undefined {
  const { classes } = lanes[0].description;
  const isFollowed = ({ frame: { rateBps, measured } }: StartedLaneData) =>
    rateBps < MAX_FOLLOWED_BPS && counterTotal(measured, ClassColumn.arrivedPackets) < MAX_FOLLOWED_PACKETS;
  if (!lanes.every(isFollowed)) return undefined;
  const colouredClasses = classes.flatMap(({ label, colour }, index) =>
    colour !== undefined && classes.findIndex((other) => other.colour === colour) === index
      ? [{ ...classDelayQuantity(label, index), isExact: true }]
      : [],
  );
  const ratioBetweenLanes = ({ value }: FindingQuantity) => {
    const ratio = largestRatio(lanes.map(value));
    return Number.isFinite(ratio) ? ratio : 0;
  };
  colouredClasses.sort((a, b) => ratioBetweenLanes(b) - ratioBetweenLanes(a));
  return colouredClasses.length === 0 ? undefined : [...colouredClasses, dropsQuantity];
}

function quantitiesOfTraffic(
  lanes: readonly [StartedLaneData, ...StartedLaneData[]],
  isByHost: boolean,
): readonly FindingQuantity[] {
  const { classes, bufferUnit, scenario } = lanes[0].description;
  if (bufferUnit === 'cells') return [vcFairnessQuantity];
  const quantities = exactQuantities(lanes);
  if (quantities !== undefined) return quantities;
  const classQuantities = classes.flatMap(({ kind, label, colour, timed }, index) => {
    if (kind === 'video') return shownVideoQuantity(label, index, shownVideoGoal(scenario));
    if (kind === 'player')
      return [
        playerBitrateQuantity(label, index, playerShareReferences(lanes[0])[0]?.value),
        bitrateChangesQuantity(index),
        playerBufferQuantity(label, index),
      ];
    if (timed === 'roundTrip') return roundTripQuantity(label, index);
    if (colour === 'green') return classDelayQuantity(label, index);
    return colour === 'blue' ? classGoodputQuantity(label, index) : [];
  });
  const shares = classes.flatMap(({ colour, label }, index) =>
    colour === 'both'
      ? [hasColourChoices(lanes[0].frame, index) ? greenTimeQuantity(index) : greenShareQuantity(label, index)]
      : [],
  );
  if (shares.length > 0) return [greenDelayQuantity, ...shares, ...classQuantities].slice(0, 3);
  const competitors = competingClasses(lanes[0]);
  const [first, second] = competitors;
  if (first !== undefined && second !== undefined && competitors.length === 2 && classQuantities.length === 0) {
    const value = equalSharePercent(second, competitors, isByHost);
    const yardstick = { name: isByHost ? 'equal per host' : 'with equal flows', value };
    return [goodputShareQuantity(second, competitors, yardstick), ...delayQuantities(lanes)];
  }
  // With two queues the round trip contains both, and the download shows whether its ACKs wait.
  if (lanes[0].description.up !== undefined) {
    const roundTrips = classes.flatMap(({ label, timed }, index) =>
      timed === 'roundTrip' ? [roundTripQuantity(label, index)] : [],
    );
    const download = classes.findIndex(({ id }) => id === 'download');
    if (roundTrips.length > 0)
      return [
        ...roundTrips.slice(0, 2),
        ...(download < 0 ? [] : [classGoodputQuantity(classes[download]?.label ?? '', download)]),
      ];
  }
  const asksAbout = (plotId: string) => openingPlotIds(lanes[0].description, lanes.length).includes(plotId);
  if (classes.some(({ kind }) => kind === 'player')) {
    const [video, other] = classes;
    const hasCause = asksAbout('class-round-trips') && classes.length === 2;
    const causes = hasCause && video && other ? [roundTripRatioQuantity(video.label, other.label)] : [];
    const [bitrate, ...others] = classQuantities.slice(0, 3);
    return bitrate === undefined ? causes : [bitrate, ...causes, ...others];
  }
  // A short round trip has its price: an idle link.
  if (classQuantities.length === 1 && classes.some(({ timed }) => timed === 'roundTrip')) {
    // A voice call waits as the ping does. Two delays need no ratio.
    const voice = asksAbout('class-delays') ? classes.findIndex(({ kind }) => kind === 'cbr') : -1;
    const delays = classQuantities.map((quantity) => ({ ...quantity, isRatio: false }));
    return voice < 0
      ? [...classQuantities, lossQuantity, linkBusyQuantity]
      : [...delays, classDelayQuantity(classes[voice]?.label ?? '', voice), linkBusyQuantity];
  }
  if (classQuantities.length > 0) return [...classQuantities.slice(0, 2), lossQuantity];
  const transfers = classes.findIndex(({ timed }) => timed === 'completion');
  if (transfers >= 0 && asksAbout('completion'))
    return [...completionQuantities(classes[transfers]?.label ?? '', transfers), lossQuantity, linkBusyQuantity];
  return asksAbout('busy')
    ? [{ ...linkBusyQuantity, minNamedDifference: 0 }, delayQuantity, lossQuantity]
    : [delayQuantity, lossQuantity, linkBusyQuantity];
}
