/** The state of an open lesson, as its parts on the page show it. */
import { EMPTY_PROGRESS, type LessonProgress } from '../../lessons/answers/stored-answers.ts';
import type { HandInFormat } from './hand-in-file.ts';
import type { MeasurementState } from './step-measurements.ts';

/** All that the page shows of an open lesson. */
export interface OpenLessonState extends LessonProgress, MeasurementState {
  /** The student whose seed the runs have; empty if the student left it out, undefined before the question. */
  readonly student: string | undefined;
  /** Whether the shown answers are stored without a name. */
  readonly isNameless: boolean;
  /** The reason why the browser stores nothing; undefined if it stores answers. */
  readonly storeError: string | undefined;
  /**
   * Undefined without a course system. `error`: the reason why its stored answers could not be read; undefined if they
   * were read.
   */
  readonly course: { readonly error: string | undefined } | undefined;
  /** Steps whose right answer was requested. */
  readonly revealedSteps: readonly number[];
  /** Steps whose measurement was requested, with or without an answer. */
  readonly requestedSteps: readonly number[];
  /** Steps whose answers come from runs that got another seed when the student gave a name. */
  readonly reopenedSteps: readonly number[];
  /** *Measure* steps whose run has been played to the time of their figure. */
  readonly playedSteps: readonly number[];
  /** The proof of the answer to the shown step; undefined before the answer, or without a run. */
  readonly proof: ProofState | undefined;
  readonly handIn: HandInState;
}

/** The run plays to the time that shows the answer, or is there. The reason is shown afterwards. */
export interface ProofState {
  readonly step: number;
  readonly phase: 'playing' | 'shown';
}

/** Whether the assessment of a step waits until its proof has been played. */
export const waitsForProof = ({ proof }: Pick<OpenLessonState, 'proof'>, step: number): boolean =>
  proof?.step === step && proof.phase === 'playing';

/** Progress of a hand-in. */
export type HandInState =
  | { readonly kind: 'none' }
  /** The student is asked for a name first. */
  | { readonly kind: 'name'; readonly format: HandInFormat }
  | { readonly kind: 'making'; readonly progress: number }
  | { readonly kind: 'saved'; readonly file: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether the shown answers belong to a student with a name. */
export function hasOwner({ isNameless, answers }: OpenLessonState): boolean {
  return !isNameless && Object.keys(answers).length > 0;
}

/** The state without answers. */
export const stateWithoutAnswers = {
  ...EMPTY_PROGRESS,
  seconds: {},
  revealedSteps: [],
  requestedSteps: [],
  playedSteps: [],
  proof: undefined,
  handIn: { kind: 'none' },
} as const;

/** The state before the lesson is opened. */
export const unopenedLesson: OpenLessonState = {
  ...stateWithoutAnswers,
  student: undefined,
  isNameless: true,
  storeError: undefined,
  course: undefined,
  reopenedSteps: [],
  measuredRuns: new Map(),
  failures: new Map(),
  progress: undefined,
};
