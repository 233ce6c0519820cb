/** The smallest and largest values of the axes of a plot, from one drawing to the next. */
import { MAX_REFERENCE_RATIO } from '../../shared/axis-limits.ts';
import { firstRowFrom, type PlotModel, type PlotRow } from './plot-model.ts';

/** The highest value before the axis settled. */
export interface RowPeak {
  readonly seconds: number;
  readonly value: number;
}

interface Extent {
  readonly top: number;
  readonly bottom: number;
  readonly isSettled: boolean;
  readonly peak: RowPeak | undefined;
}

/** A row, and the smallest and largest value of its axis. */
export interface FittedRow {
  readonly row: PlotRow;
  readonly extent: Extent;
}

const EMPTY_EXTENT: Extent = { top: 0, bottom: 0, isSettled: false, peak: undefined };

/** The axis reaches beyond its values by this factor at least. */
const AXIS_HEADROOM = 1.02;

/** A peak before the axis settled is cut only if it exceeds the values since then by more than this factor. */
const MAX_SHOWN_PEAK_RATIO = 2;

/** Rows whose tops differ by less than this factor have one scale, so that their heights can be compared. */
const MAX_ALIKE_RATIO = 3;
/** They keep one scale up to this factor, so that the axes do not change all the time. */
const MAX_KEPT_RATIO = 4;

/** The extents of the rows of one plot, which keep their axes between drawings. */
export class PlotExtents {
  private areAlike = false;
  /** Also of rows that are no longer shown: they keep their axes. */
  private knownExtents: readonly Extent[] = [];

  /** Fits the axes to the values of the rows. With one scale, or if the values are alike, all axes are equal. */
  fit(model: PlotModel, rows: readonly PlotRow[]): readonly FittedRow[] {
    const fittedExtents = rows.map((row, index) => ({
      row,
      extent: fitExtent(this.knownExtents[index] ?? EMPTY_EXTENT, row, model),
    }));
    this.knownExtents = [...fittedExtents.map(({ extent }) => extent), ...this.knownExtents.slice(rows.length)];
    const tops = fittedExtents.map(({ extent }) => extent.top);
    this.areAlike = Math.max(...tops) < (this.areAlike ? MAX_KEPT_RATIO : MAX_ALIKE_RATIO) * Math.min(...tops);
    if (!model.hasOneScale && !this.areAlike) return fittedExtents;
    const comparedExtents = model.hasOneScale ? this.knownExtents : fittedExtents.map(({ extent }) => extent);
    const top = Math.max(...comparedExtents.map((extent) => extent.top));
    const bottom = Math.min(...comparedExtents.map((extent) => extent.bottom));
    if (model.hasOneScale) this.knownExtents = this.knownExtents.map((extent) => ({ ...extent, top, bottom }));
    return fittedExtents.map(({ row, extent }) => ({ row, extent: { ...extent, top, bottom } }));
  }
}

/**
 * Extends the axis at once when values grow, and reduces it only after a large change, so that it does not change all
 * the time.
 */
function fitExtent(last: Extent, row: PlotRow, model: PlotModel): Extent {
  const { highestValue, lowestValue, minShownValue, peak } = rowExtremes(row, model);
  const isSettled = model.settledSeconds !== undefined;
  let top = isSettled === last.isSettled ? last.top : 0;
  let { bottom } = last;
  if (highestValue > top || highestValue < top / 2) top = highestValue * AXIS_HEADROOM;
  if (lowestValue < bottom || lowestValue > bottom / 2) bottom = lowestValue * AXIS_HEADROOM;
  if (!model.isSigned) bottom = row.isStrip === true ? 0 : axisStart(minShownValue, last.bottom, model.maxValue);
  if (!(top > 0)) top = bottom < 0 ? -bottom / 4 : 1;
  top = Math.min(top, model.maxValue ?? Number.POSITIVE_INFINITY);
  return { top, bottom, isSettled, peak };
}

/**
 * Starts of an axis whose values are shares of a whole, as parts of the whole. Its numbers are regular from each start
 * to the whole.
 */
const SHARE_AXIS_STARTS = [0.9, 0.6];
/** Part of the whole by which all values must exceed a higher start than the last one. */
const SHARE_START_MARGIN = 0.05;

/**
 * Shares that are all large begin their axis at 60 or 90 %, so that their differences are seen. Other axes begin at 0.
 */
function axisStart(minShownValue: number, lastStart: number, maxValue: number | undefined): number {
  if (maxValue === undefined || !Number.isFinite(minShownValue)) return 0;
  const starts = SHARE_AXIS_STARTS.map((start) => start * maxValue);
  return starts.find((start) => minShownValue >= start + (start > lastStart ? SHARE_START_MARGIN * maxValue : 0)) ?? 0;
}

function rowExtremes(
  row: PlotRow,
  model: PlotModel,
): {
  readonly highestValue: number;
  /** Lowest value, at most 0. */
  readonly lowestValue: number;
  /** Least of all values and references that are shown. */
  readonly minShownValue: number;
  readonly peak: RowPeak | undefined;
} {
  const { fromSeconds, settledSeconds = fromSeconds } = model;
  let peak: RowPeak | undefined;
  let highestValue = 0;
  let lowestValue = 0;
  let minShownValue = Number.POSITIVE_INFINITY;
  for (const line of row.lines) {
    for (
      let index = firstRowFrom(line, model.fromSeconds);
      index < line.rowCount && line.timeSeconds(index) <= model.toSeconds;
      index++
    ) {
      const value = line.value(index);
      if (value < minShownValue) minShownValue = value;
      if (line.timeSeconds(index) <= settledSeconds) {
        if (value > (peak?.value ?? 0)) peak = { seconds: line.timeSeconds(index), value };
        continue;
      }
      const upperValue = line.upperValue?.(index) ?? value;
      if (upperValue > highestValue) highestValue = upperValue;
      if (value > highestValue) highestValue = value;
      if (value < lowestValue) lowestValue = value;
    }
  }
  if (peak !== undefined && peak.value <= MAX_SHOWN_PEAK_RATIO * highestValue)
    highestValue = Math.max(highestValue, peak.value);
  const nearReferences = row.references
    .filter(({ value, isAlwaysShown }) => isAlwaysShown || value < MAX_REFERENCE_RATIO * highestValue)
    .map(({ value }) => value);
  return {
    highestValue: Math.max(highestValue, ...nearReferences.map((value) => value / AXIS_HEADROOM)),
    lowestValue,
    minShownValue: Math.min(minShownValue, ...nearReferences),
    peak,
  };
}
