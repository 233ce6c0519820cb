/**
 * The most important marked moments over a plot: a label over the plot, and a line from it down to the axis. Lanes that
 * share a label keep their own lines, each in the row of its lane if lanes have rows.
 */

import { NOTE_PRIORITY, NUMBER_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { TextMark, Wording } from '../../scene/marks.ts';
import { widthOfText } from '../../scene/place-texts.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { drawLine, middleOfPixel, NEXT_LINE } from '../draw/pen.ts';
import { type PlacedPlot, type PlacedRow, stripOfLane } from './plot-drawing.ts';
import { TEXT_OVER_ROWS_Y } from './plot-layout.ts';
import type { PlotMoment } from './plot-model.ts';
import { WARMUP_NAME_KEY } from './warmup-shade.ts';

/** Most labels of moments: of more labels, none stands out. */
export const MAX_MOMENT_LABELS = 3;
/** Space between a label and the line of the present time, and beside a label, px. */
const NOW_GAP_PX = 4;
const LABEL_ROOM_PX = 7;
/** The line of a label is so far from the ends of the label, px. */
const LINE_INSET_PX = 2;
/** The line of a lane begins so far below the middle of its label, px. */
const LINE_DISTANCE_PX = 6;
/** Parts of a label that are left of its line, the best first. */
const SHARES_BEFORE_LINE = [0, 0.25, 0.5, 0.75, 1];

/** A label, with the index of its first moment in the model. */
export interface MomentLabel {
  readonly index: number;
  readonly mark: TextMark;
  /** The lanes that have lines of their own: all with a row, and those that share the label. */
  readonly lanes: readonly LanePlace[];
}

/** The time of a lane's moment, px. */
interface LanePlace {
  readonly lane: number;
  readonly x: number;
}

/** The labels of the shown moments, the most important first. */
export function momentLabels(plot: PlacedPlot, rows: readonly PlacedRow[]): MomentLabel[] {
  const { model, x, left, right, bottom } = plot;
  const endSeconds = Math.min(model.nowSeconds, model.toSeconds);
  const shownMoments = model.moments
    .map((moment, index) => ({ moment, index, x: middleOfPixel(x(moment.seconds)) }))
    .filter(({ moment: { seconds } }) => seconds >= model.fromSeconds && seconds <= endSeconds);
  const labelWidth = ({ label, symbol }: LabelledMoment, laneCount: number) =>
    widthOfText({ letter: 'A'.repeat(laneCount) }, wordsOf(label, symbol), pageRuler());
  return sharedLabels(shownMoments, labelWidth).map(({ moment, index, x: lineX, lanes }) => {
    const { label, symbol, isWarmupEnd } = moment;
    const letter = lanes.length === 0 ? undefined : lanes.map(({ lane }) => laneLetter(lane)).join('');
    const haveOwnLines = lanes.length > 1 || lanes.some(({ lane }) => stripOfLane(rows, lane) !== undefined);
    const words = wordsOf(label, symbol);
    const widthPx = widthOfText({ letter }, words, pageRuler());
    const places = SHARES_BEFORE_LINE.map((share) => ({
      x: lineX - LINE_INSET_PX - share * (widthPx - 2 * LINE_INSET_PX),
      y: TEXT_OVER_ROWS_Y,
      align: 'left' as const,
      leaderFrom: haveOwnLines ? undefined : { x: lineX, y: bottom },
      isLeaderBehind: true,
    }));
    const mark = textMark(`moment ${index}`, '', places, {
      letter,
      wordings: [words],
      priority: isWarmupEnd === true ? NOTE_PRIORITY + 1 : NUMBER_PRIORITY,
      // The name of the ground of the warm-up says the same.
      insteadOf: isWarmupEnd === true ? WARMUP_NAME_KEY : undefined,
      bounds: { left: left - LINE_INSET_PX, right: Math.min(right, x(model.nowSeconds) - NOW_GAP_PX) },
      roomPx: LABEL_ROOM_PX,
    });
    return { index, mark, lanes: haveOwnLines ? lanes : [] };
  });
}

/** Draws the lines of lanes that have their own. */
export function drawLaneLines(
  plot: PlacedPlot,
  rows: readonly PlacedRow[],
  labels: readonly Pick<MomentLabel, 'lanes'>[],
): void {
  const points = labels.flatMap(({ lanes }) =>
    lanes.flatMap(({ lane, x }) => {
      const strip = stripOfLane(rows, lane);
      const [top, bottom] =
        strip === undefined ? [TEXT_OVER_ROWS_Y + LINE_DISTANCE_PX, plot.bottom] : [strip.y.end, strip.y.start];
      return [x, top, x, bottom, ...NEXT_LINE];
    }),
  );
  drawLine(plot, points, { ink: 'muted', dash: [2, 2] });
}

type LabelledMoment = Pick<PlotMoment, 'lane' | 'label' | 'symbol' | 'isWarmupEnd'>;

interface ShownMoment {
  readonly moment: LabelledMoment;
  readonly index: number;
  /** Place of its line, px. */
  readonly x: number;
}

const wordsOf = (label: string, symbol: string | undefined): Wording =>
  symbol === undefined ? label : [`${label} `, { symbol }];

/**
 * Moments of one kind share a label with the letters of their lanes, if two labels have no room beside each other: a
 * lane without its letter would seem to be without this moment.
 * @param labelWidth width of a label with the letters of some lanes, px
 */
export function sharedLabels(
  moments: readonly ShownMoment[],
  labelWidth: (moment: LabelledMoment, laneCount: number) => number,
): (ShownMoment & { readonly lanes: LanePlace[] })[] {
  const labels: (ShownMoment & { readonly lanes: LanePlace[] })[] = [];
  for (const shownMoment of moments) {
    const { lane, label, symbol } = shownMoment.moment;
    const sameLabel = labels.find(
      ({ moment, x, lanes }) =>
        moment.label === label &&
        moment.symbol === symbol &&
        Math.abs(x - shownMoment.x) <= labelWidth(moment, lanes.length) + 2 * LABEL_ROOM_PX,
    );
    const place = lane === undefined ? [] : [{ lane, x: shownMoment.x }];
    if (sameLabel === undefined || lane === undefined) labels.push({ ...shownMoment, lanes: place });
    else if (!sameLabel.lanes.some((other) => other.lane === lane)) sameLabel.lanes.push(...place);
  }
  for (const { lanes } of labels) lanes.sort((a, b) => a.x - b.x || a.lane - b.lane);
  return labels;
}
