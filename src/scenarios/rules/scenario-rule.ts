/** A rule between values, and what it finds. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import type { ResolvedScenario, Scenario } from '../../engine/scenario/scenario.ts';
import type { ParameterProblem, ParameterValue } from '../../params/schema.ts';

/** A run at one moment. */
export interface RuleInput {
  readonly scenario: Scenario;
  readonly resolvedScenario: ResolvedScenario;
  /** Largest number of flows of each source until now: a lane keeps the memory of removed flows. */
  readonly maxFlows: ReadonlyMap<string, number>;
}

/** The state of one lane's policy. */
export interface LaneRuleInput extends RuleInput {
  readonly definition: PolicyDefinition;
  readonly values: Readonly<Record<string, ParameterValue>>;
  /** Those of them that the lane sets. */
  readonly laneValues: Readonly<Record<string, ParameterValue>>;
}

export interface BrokenRule {
  /** The conflicting values, at least one, each with its allowed values beside the others. */
  readonly problems: readonly ParameterProblem[];
  /**
   * Paths, or beginnings of paths, of the values that it depends on, if these are fewer than the values that its rule
   * reads.
   */
  readonly dependsOn?: readonly string[];
  /** The allowed values for any other value, if the first part is a sum of many values. */
  readonly allowedOtherValues?: string;
  /** Its source. */
  readonly source?: string;
}

export interface ScenarioRule<S> {
  /** Paths, or beginnings of paths. No other value can break the rule. */
  readonly looksAt: readonly string[];
  /** A change during the run cannot break it. */
  readonly concernsStart?: true;
  readonly findBroken: (situation: S) => readonly BrokenRule[];
}
