/** The lines that a student's program prints with `console.log`. */

/** A printed line. A run that goes back prints its lines again, with the same numbers. */
export interface PrintedLine {
  /** Number of the line in its run, from 0. */
  readonly index: number;
  readonly timeNs: number;
  /** Undefined for a line after the first `MAX_PRINTED_LINES`, which is only counted. */
  readonly text: string | undefined;
}

/** Called for each line that a run of a program prints. */
export type PrintHandler = (line: PrintedLine) => void;
