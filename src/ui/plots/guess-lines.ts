/** The answer of a student in the plots over time: a sketched curve, a predicted number, or the bound of a goal. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import type { PlotLine, PlotRow } from '../../view/plots/plot-model.ts';
import { type MeanTime, withLines } from './plot-rows.ts';

/** A line over the run. */
export interface GuessLine {
  /** Id of the plot that shows its quantity. */
  readonly plot: string;
  /** Id of the class of its row; undefined for all rows. */
  readonly class: string | undefined;
  /** Its name, for tables and screen readers. */
  readonly label: string;
  /** The word at its end. */
  readonly symbol: 'you' | 'goal';
  /** One point, for a number, or several. */
  readonly seconds: readonly number[];
  readonly values: readonly number[];
}

/** Thick long dashes: no line of a lane has them. */
const DASH = [10, 6];
const WIDTH_PX = 3;
/** Points of the line of a number, so that a part of it can lie in the past. */
const NUMBER_POINTS = 100;

/**
 * @param range the shown time, s
 * @param time over which the means of the plot count
 */
export function withGuessLines(
  kind: PlotOverTime,
  rows: readonly PlotRow[],
  guesses: readonly GuessLine[],
  range: readonly [fromSeconds: number, toSeconds: number],
  { colour, lane, time }: { readonly colour: string; readonly lane: LaneData | undefined; readonly time: MeanTime },
): readonly PlotRow[] {
  const shownGuesses = guesses.filter(({ plot }) => plot === kind.id);
  if (shownGuesses.length === 0) return rows;
  return withLines(rows, (lines, row) => [
    ...lines,
    ...shownGuesses.filter((guess) => isOfRow(guess, row, lane)).map((guess) => plotLine(guess, range, time, colour)),
  ]);
}

function isOfRow(guess: GuessLine, { name, classIndex }: PlotRow, lane: LaneData | undefined): boolean {
  if (guess.class === undefined) return true;
  // The row of all classes has no name.
  return classIndex === undefined ? name === '' : lane?.description?.classes[classIndex]?.id === guess.class;
}

function plotLine(guess: GuessLine, [from, to]: readonly [number, number], time: MeanTime, colour: string): PlotLine {
  const { label, symbol, seconds, values } = guess;
  const isNumber = values.length === 1;
  const rowCount = isNumber ? NUMBER_POINTS : values.length;
  return {
    label,
    lane: undefined,
    symbol,
    colour,
    dash: DASH,
    width: WIDTH_PX,
    rowCount,
    mean: isNumber ? (values[0] as number) : curveMean(guess, time),
    timeSeconds: (row) => (isNumber ? from + ((to - from) * row) / (NUMBER_POINTS - 1) : (seconds[row] as number)),
    value: (row) => (isNumber ? (values[0] as number) : (values[row] as number)),
  };
}

/** The mean over time of a curve of straight lines between its points; NaN if it has no part in this time. */
function curveMean(
  { seconds, values }: Pick<GuessLine, 'seconds' | 'values'>,
  { fromSeconds, untilSeconds }: MeanTime,
): number {
  let area = 0;
  let length = 0;
  for (let end = 1; end < seconds.length; end++) {
    const [t0, t1] = [seconds[end - 1] as number, seconds[end] as number];
    const [v0, v1] = [values[end - 1] as number, values[end] as number];
    const [from, until] = [Math.max(t0, fromSeconds), Math.min(t1, untilSeconds)];
    if (until <= from) continue;
    // The mean of a straight line is its value in the middle.
    area += (until - from) * (v0 + ((v1 - v0) * ((from + until) / 2 - t0)) / (t1 - t0));
    length += until - from;
  }
  return area / length;
}
