/** Answers of students and their assessments. Data: stored in the browser, handed in, and graded again. */
import type { MeasuredCurve } from '../measurement/measured-run.ts';

/** The answer to one step. */
export type LessonAnswer =
  /** Index of an option, in the file's order. */
  | { readonly kind: 'choice'; readonly option: number }
  /** Indexes of the items, in the order that was chosen. */
  | { readonly kind: 'order'; readonly items: readonly number[] }
  /** In the unit of the question. */
  | { readonly kind: 'number'; readonly value: number }
  /** Points of a sketch, in order of time. */
  | { readonly kind: 'sketch'; readonly sketch: MeasuredCurve }
  | { readonly kind: 'text'; readonly text: string }
  /** The run was played as far as it was asked for, or the step was read. */
  | { readonly kind: 'seen' }
  /** The student's own settings of a challenge: the link of the run. */
  | { readonly kind: 'settings'; readonly link: string }
  /** The program of a challenge that asks for one. */
  | { readonly kind: 'program'; readonly source: string };

/** A measured or computed number that is compared with the answer. */
export interface ComparedNumber {
  /** An answer and the right one, the mean distance of a sketch from its run, or a figure with bounds. */
  readonly kind: 'answer' | 'distance' | 'goal';
  readonly label: string;
  readonly unit: string;
  /** Both in the unit. */
  readonly answeredValue: number | undefined;
  readonly expectedValue: number;
  /** Bounds of a goal, in the unit, which the figure must stay within. */
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  /** Allowed error of the answer, in the unit; undefined if bounds decide. */
  readonly within: number | undefined;
  readonly isMet: boolean;
}

/** An answer with its assessment. */
export interface JudgedAnswer {
  /** Undefined for texts and for steps without a question. */
  readonly isRight: boolean | undefined;
  /** The message to the student. */
  readonly says: string;
  readonly comparedNumbers: readonly ComparedNumber[];
  /** The sketched curve in the run. */
  readonly curve?: MeasuredCurve;
}
