/** A rule between values, what it finds, and the checks that several rules share. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import type { ResolvedScenario, ResolvedSource, Scenario } from '../../engine/scenario/scenario.ts';
import {
  type Constraint,
  keepsGap,
  numberValue,
  type ParameterProblem,
  type ParameterValue,
} from '../../params/schema.ts';

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
  /** The values that the lane sets. */
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

export const NOTHING_BROKEN: readonly BrokenRule[] = [];

/** A rule of the run, from the problems of its values. */
export function brokenIf<S>(
  check: (situation: S) => readonly ParameterProblem[],
): (situation: S) => readonly BrokenRule[] {
  return (situation) => {
    const problems = check(situation);
    return problems.length === 0 ? NOTHING_BROKEN : [{ problems }];
  };
}

/** A rule of each source, from the problems of its values. No other source can break it. */
export function brokenBySource(
  check: (source: ResolvedSource, path: (name: string) => string) => readonly ParameterProblem[],
): (situation: RuleInput) => readonly BrokenRule[] {
  return ({ resolvedScenario: { sources } }) =>
    sources.flatMap((source) => {
      const prefix = `sources.${source.id}`;
      const problems = check(source, (name) => `${prefix}.${name}`);
      return problems.length === 0 ? NOTHING_BROKEN : [{ problems, dependsOn: [prefix], source: source.id }];
    });
}

/** A problem with the value at a path, and what is allowed there. */
export const problemAt = (path: string, given: ParameterValue | undefined, allowed: string): ParameterProblem => ({
  path,
  given: String(given),
  allowed,
});

/** Two values in the wrong order, or too near to each other. */
export function checkOrder(
  constraints: readonly Constraint[],
  values: Readonly<Record<string, ParameterValue>>,
  prefix: string,
): readonly BrokenRule[] {
  return constraints.flatMap(({ lower, upper, gap }) => {
    const [low, high] = [numberValue(values, lower), numberValue(values, upper)];
    if (keepsGap(low, high, gap)) return NOTHING_BROKEN;
    const problems = [
      problemAt(`${prefix}.${lower}`, low, `at most ${formatRuleBound(`${prefix}.${upper}`, high, -gap)}`),
      problemAt(`${prefix}.${upper}`, high, `at least ${formatRuleBound(`${prefix}.${lower}`, low, gap)}`),
    ];
    return [{ problems }];
  });
}

/** The nearest allowed value to another parameter, and its rule. It is without the rounding of the sum. */
function formatRuleBound(path: string, value: number, difference: number): string {
  if (difference === 0) return `${path}, which is ${value}`;
  const bound = Number((value + difference).toPrecision(15));
  return `${bound} (${path} ${difference < 0 ? '-' : '+'} ${Math.abs(difference)}, and ${path} is ${value})`;
}
