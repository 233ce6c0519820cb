/**
 * A plot of one moment as one record. The menu, the drawing, its picture, tables and files are made of it. It counts
 * since the warm-up.
 */
import type { LaneData } from '../engine/frame/lane-data.ts';
import type { Ink, Mark } from '../scene/marks.ts';
import type { SceneSize } from '../scene/scene.ts';
import type { TextRuler } from '../scene/text-ruler.ts';
import type { BufferCurves } from './buffer-curve/buffer-curves.ts';
import type { PlotTexts } from './plot-texts.ts';

/** The durations of a class in a lane, or of a measurement. */
export interface DurationLine {
  /** Undefined for a measurement. */
  readonly lane: number | undefined;
  readonly label: string;
  readonly ink: Ink;
  /** Durations that the shares 1/n, 2/n, ... 1 do not exceed, ms. */
  readonly quantilesMs: readonly number[];
}

/** The lanes in their order, and what a plot needs beside them. */
export interface MomentRun {
  readonly lanes: readonly LaneData[];
  /** Rates count headers; undefined if it is unknown. */
  readonly countsHeaders?: boolean | undefined;
  /** The stored curves of the scenario, with the present runs. */
  readonly curves?: BufferCurves | undefined;
  /** The run differs from that of the curves in more than the size of its buffer. */
  readonly differsFromCurves?: boolean;
  /** The distributions of a measurement beside the run. */
  readonly measuredDurations?: readonly DurationLine[];
}

type MomentCell = string | number | null | undefined;

/** A row of a table, by the keys of the columns. In files, values that are not numbers are null. */
export type MomentRow = Readonly<Record<string, MomentCell>>;

/** A plot of one moment of a run. */
export interface MomentPlot extends PlotTexts {
  /** For screen readers. */
  readonly label: string;
  /**
   * How other programs draw its rows: a bar or a dot for each, or a curve of them; undefined if only the page draws it.
   */
  readonly form?: 'bar' | 'dot' | 'curve';
  /** The titles of the columns in tables, with their units, by their keys in files. */
  columns(run: MomentRun): Readonly<Record<string, string>>;
  rows(run: MomentRun): readonly MomentRow[];
  /** Whether the run has values for it, also later. */
  isAvailable(run: MomentRun): boolean;
  marks(run: MomentRun, size: SceneSize, ruler: TextRuler): readonly Mark[];
}
