/**
 * The data that a link reproduces: the arguments of a run, and the lanes that share them. Plain data, no view state.
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import type { ParameterValue, ParameterValues } from '../params/schema.ts';

/** The arguments of one lane. */
export interface LaneState {
  /** Policy id. */
  readonly policy: string;
  /** Values that differ from the scenario's values for this policy. */
  readonly values: ParameterValues;
  /** The lane of another run that is shown here. Then nothing of the run can be changed. */
  readonly source?: LaneSource;
}

/** A lane of a run, to be shown beside lanes of other runs. */
export interface LaneSource {
  readonly run: RunState;
  /** Its index in that run. */
  readonly lane: number;
  /** Name of the lane, in place of that of its policy. */
  readonly title: string;
}

/**
 * A live edit in the page's state. `path` is a scenario path, or `lanes.N.PARAMETER` for one lane's policy (N from 0).
 */
export interface RunEdit {
  readonly timeNs: number;
  readonly path: string;
  readonly value: ParameterValue;
}

/** A student's program. */
export interface LaneProgram {
  readonly source: string;
  /** The declarations of the program; the page never runs it. */
  readonly definition: PolicyDefinition;
}

/** The arguments of a run of all lanes: what links and files hold. */
export interface RunState {
  /** Preset id. */
  readonly preset: string;
  /** A scenario from a file, instead of the preset's. */
  readonly custom?: Scenario;
  /** Values that differ from the preset's, by scenario path. */
  readonly startValues: Readonly<Record<string, ParameterValue>>;
  /** For the lanes with the policy `own`; kept also if there are none. */
  readonly program?: LaneProgram | undefined;
  /** One to four. */
  readonly lanes: readonly LaneState[];
  readonly seed: number;
  /** In order of time. */
  readonly edits: readonly RunEdit[];
}

export const MAX_LANES = 4;
export const MAX_EDITS = 500;

/** The part of the page that a link shows: all, the run without controls, or all without the possibility of changes. */
export const embeddingModes = ['whole', 'bare', 'locked'] as const;
/** What an embedded page leaves out. */
export type Embedding = (typeof embeddingModes)[number];

/** The place at which a run is opened. By default this is its beginning, and the page plays if it played before. */
export interface OpeningState {
  readonly timeNs?: number;
  readonly playing?: boolean;
}
