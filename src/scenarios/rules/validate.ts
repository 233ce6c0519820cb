/**
 * The one validator, for the page, links, files and the command line. A scenario without settings is valid (a preset),
 * so that a setting is the cause of every broken rule. The validator removes as few settings as possible, the last one
 * first. It checks again after each, because a removal may break another rule. It names each removed setting.
 */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { type ResolvedScenario, resolveScenario, type Scenario, withValue } from '../../engine/scenario/scenario.ts';
import { EMPTY_UP_LINK, withUpValue } from '../../engine/scenario/up-link.ts';
import { lastKey, parsePath, pathBeginsWith, UP_BUFFER } from '../../params/path.ts';
import type { ParameterProblem, ParameterValue, ParameterValues } from '../../params/schema.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import { resolvedUpPolicy } from '../../policies/up-policy.ts';
import type { Mutable } from '../../shared/mutable.ts';
import { required } from '../../shared/required.ts';
import { laneRules, scenarioRules } from './rules.ts';
import type { BrokenRule, RuleInput, ScenarioRule } from './scenario-rule.ts';

/** A policy with the values that differ from the scenario's. */
export interface LanePolicy {
  readonly definition: PolicyDefinition;
  readonly values: ParameterValues;
}

/** The base of a run. */
export interface RunDraft {
  readonly scenario: Scenario;
  readonly lanes: readonly LanePolicy[];
}

/** A value that was set. It has been checked by its own declaration. */
export interface Setting {
  /** Its name at the place where it was set; problems use this name. */
  readonly name: string;
  /** `link.rateBps`, `sources.ltrf.flows`, `red.minThreshold`. */
  readonly path: string;
  readonly value: ParameterValue;
  /** Its lane; undefined for all lanes. */
  readonly lane?: number;
  /** Simulated time from which it is valid, ns; undefined for the start. */
  readonly timeNs?: number;
}

/** A broken rule and its place. */
export interface RuleViolation extends BrokenRule {
  /** Paths, or beginnings of paths, of possible causes. */
  readonly dependsOn: readonly string[];
  /** The lane whose policy breaks it, or the only lane with this change; undefined for all lanes. */
  readonly lane?: number;
  /** Identifies the violation: equal for the same rule, value and lane. */
  readonly key: string;
}

/** A setting that is not allowed, and the reason. */
export interface RejectedSetting<S extends Setting> {
  readonly setting: S;
  readonly problem: ParameterProblem;
}

/** A setting without an effect. */
export interface SettingWarning {
  /** As in `Setting`. */
  readonly name: string;
  readonly given: string;
  readonly why: string;
}

/** The allowed settings, and the problems of the others. */
export interface ValidationResult<S extends Setting> {
  /** The valid settings, in the given order; then edits, in order of time. */
  readonly keptSettings: readonly S[];
  /** The others, each with its allowed values. */
  readonly rejectedSettings: readonly RejectedSetting<S>[];
  /** Rules that are broken without any setting. */
  readonly brokenRules: readonly RuleViolation[];
  /** Valid settings that change nothing: of a policy of the direction up that no lane runs there. */
  readonly warnings: readonly SettingWarning[];
  /** All problems: one for each removed setting, then one for each rule that is broken without any setting. */
  readonly problems: readonly ParameterProblem[];
}

/**
 * Finds settings that are valid together. Never throws.
 * @param validUntilNs before this time edits are known to be valid, and so is the start if it is above 0
 */
export function validateSettings<S extends Setting>(
  base: RunDraft,
  settings: readonly S[],
  validUntilNs = 0,
): ValidationResult<S> {
  const start = withoutViolations(
    settings.filter(({ timeNs }) => timeNs === undefined),
    (startSettings) => (validUntilNs > 0 ? [] : violationsAtStart(draftWithSettings(base, startSettings))),
    base,
  );
  const laterSettings = settings.filter(({ timeNs }) => timeNs !== undefined);
  const keptSettings = [...start.keptSettings];
  const rejectedSettings = [...start.rejectedSettings];
  if (laterSettings.length > 0) {
    const timeline = new Timeline(draftWithSettings(base, start.keptSettings));
    for (const instant of groupByInstant(laterSettings)) {
      const isKnownValid = (instant[0]?.timeNs ?? 0) < validUntilNs;
      const moment = withoutViolations(instant, (edits) => (isKnownValid ? [] : timeline.violationsWith(edits)), base);
      timeline.apply(moment.keptSettings);
      keptSettings.push(...moment.keptSettings);
      rejectedSettings.push(...moment.rejectedSettings);
    }
  }
  const { brokenRules } = start;
  return {
    keptSettings,
    rejectedSettings,
    brokenRules,
    warnings: idleUpSettings(base, keptSettings),
    problems: [...rejectedSettings.map(({ problem }) => problem), ...brokenRules.map(problemOfDefaults)],
  };
}

/** The first rule that a run breaks; undefined if it is valid. */
export function scenarioProblem(scenario: Scenario, lanes: readonly LanePolicy[] = []): ParameterProblem | undefined {
  const [first] = violationsAtStart({ scenario, lanes });
  return first && problemOfDefaults(first);
}

/**
 * The settings of a policy up that no lane runs in the direction up. They may be meant for a lane that is added later.
 */
function idleUpSettings(base: RunDraft, settings: readonly Setting[]): readonly SettingWarning[] {
  const upSettings = settings.filter(({ path }) => isOfUpPolicy(path));
  if (upSettings.length === 0 || base.lanes.length === 0) return [];
  const { scenario, lanes } = draftWithSettings(base, settings);
  const runningIds = lanes.map(
    ({ definition, values }) => resolvedUpPolicy(scenario, definition, values)?.definition.id,
  );
  return upSettings.flatMap(({ name, path, value }) => {
    const { owner } = required(parsePath(path));
    if (runningIds.includes(owner)) return [];
    return [{ name, given: String(value), why: `no lane runs ${owner} up` }];
  });
}

function isOfUpPolicy(path: string): boolean {
  const { group, owner } = required(parsePath(path));
  return group === 'up' && owner !== '' && owner !== UP_BUFFER;
}

/** The draft with settings of its start. */
export function draftWithSettings(base: RunDraft, settings: readonly Setting[]): RunDraft {
  if (settings.length === 0) return base;
  const { scenario } = base;
  const changedScenario: Mutable<Scenario> & { policies: Record<string, ParameterValues> } = {
    ...scenario,
    sources: copies(scenario.sources),
    policies: copies(scenario.policies),
    link: { ...scenario.link },
    access: { ...scenario.access },
    run: { ...scenario.run },
  };
  const lanes = base.lanes.map(({ definition, values }) => ({ definition, values: { ...values } }));
  for (const { path, lane, value } of settings) {
    const { group, owner, id } = required(parsePath(path));
    if (lane !== undefined) setValue(lanes[lane]?.values, id, value);
    else if (group === 'buffer') changedScenario.buffer = { [id]: value };
    else if (group === 'up') changedScenario.up = withUpValue(changedScenario.up ?? EMPTY_UP_LINK, owner, id, value);
    else if (group === 'sources') setValue(changedScenario.sources[owner], id, value);
    else if (group === 'policy') {
      changedScenario.policies[owner] ??= {};
      setValue(changedScenario.policies[owner], id, value);
    } else setValue(changedScenario[group], id, value);
  }
  return { scenario: changedScenario, lanes };
}

/** The scenario with settings of its start. */
export function withScenarioSettings(scenario: Scenario, settings: readonly Setting[]): Scenario {
  return draftWithSettings({ scenario, lanes: [] }, settings).scenario;
}

function copies<T extends object>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, { ...item }]));
}

function setValue(values: object | undefined, key: string, value: ParameterValue): void {
  if (values !== undefined) (values as Record<string, ParameterValue>)[key] = value;
}

function maxFlowsBySource({ sources }: ResolvedScenario): Map<string, number> {
  return new Map(sources.map(({ id, values }) => [id, values.flows]));
}

function violationsAtStart({ scenario, lanes }: RunDraft): RuleViolation[] {
  const resolvedScenario = resolveScenario(scenario);
  const situation: RuleInput = { scenario, resolvedScenario, maxFlows: maxFlowsBySource(resolvedScenario) };
  const brokenRules = findBroken(scenarioRules, situation);
  for (const [lane, { definition, values: laneValues }] of lanes.entries()) {
    const values = resolvedPolicyValues(scenario, definition, laneValues);
    const input = { ...situation, definition, values, laneValues };
    brokenRules.push(...findBroken(laneRules, input, lane, pathBeginnings(definition)));
  }
  return brokenRules;
}

/** Beginnings of the paths of a policy's own values. */
const pathBeginnings = ({ id, parametersOf = id }: PolicyDefinition) => [id, parametersOf];

/** @param additionalPaths values that the rules read in addition to those that they declare */
function findBroken<S>(
  rules: readonly ScenarioRule<S>[],
  situation: S,
  lane?: number,
  additionalPaths: readonly string[] = [],
): RuleViolation[] {
  const laneField = lane === undefined ? {} : { lane };
  return rules.flatMap((rule, number) =>
    rule.findBroken(situation).map((brokenRule) => ({
      dependsOn: [...rule.looksAt, ...additionalPaths],
      ...brokenRule,
      ...laneField,
      key: `${lane ?? 'all'} ${number} ${brokenRule.problems[0]?.path}`,
    })),
  );
}

/** The lanes of a run as its edits change them, from instant to instant. */
class Timeline {
  private lanes: readonly LaneAtTime[];

  constructor({ scenario, lanes }: RunDraft) {
    const maxFlows = maxFlowsBySource(resolveScenario(scenario));
    this.lanes = lanes.map(({ definition, values }) => ({
      scenario,
      maxFlows,
      definition,
      values: resolvedPolicyValues(scenario, definition, values),
      laneValues: values,
    }));
  }

  /**
   * The rules that the edits of one instant break. All edits of an instant take effect together, so only their final
   * state counts.
   */
  violationsWith(edits: readonly Setting[]): RuleViolation[] {
    const rules = scenarioRules.filter(
      ({ looksAt, concernsStart }) =>
        concernsStart === undefined && edits.some(({ path }) => pathBeginsWith(path, looksAt)),
    );
    const ownRules = laneRules.filter(({ concernsStart }) => concernsStart === undefined);
    const checkedScenarios = new Set<Scenario>();
    return this.lanesAfter(edits).flatMap((laneTime, lane) => {
      const earlierLane = this.lanes[lane];
      const concernsScenario =
        rules.length > 0 && laneTime.scenario !== earlierLane.scenario && !checkedScenarios.has(laneTime.scenario);
      const hasSamePolicies =
        laneTime.values === earlierLane.values && laneTime.scenario.up === earlierLane.scenario.up;
      if (!concernsScenario && hasSamePolicies) return [];
      checkedScenarios.add(laneTime.scenario);
      const situation = { ...laneTime, resolvedScenario: resolveScenario(laneTime.scenario) };
      return [
        ...(concernsScenario ? findBroken(rules, situation, lane) : []),
        ...(hasSamePolicies ? [] : findBroken(ownRules, situation, lane, pathBeginnings(laneTime.definition))),
      ];
    });
  }

  apply(edits: readonly Setting[]): void {
    this.lanes = this.lanesAfter(edits);
  }

  private lanesAfter(edits: readonly Setting[]): readonly LaneAtTime[] {
    const sharedScenarios = new Map<Scenario, Scenario>();
    return this.lanes.map((earlierLane, lane) => {
      let { scenario, values, laneValues } = earlierLane;
      let isForOneLane = false;
      for (const { path, value, lane: only } of edits) {
        if (only !== undefined && only !== lane) continue;
        const { group, owner, id } = required(parsePath(path));
        if (group === 'policy') {
          if (owner !== earlierLane.definition.id || only === undefined) continue;
          values = { ...values, [id]: value };
          laneValues = { ...laneValues, [id]: value };
        } else {
          scenario = withValue(scenario, path, value);
          isForOneLane ||= only !== undefined;
        }
      }
      if (scenario === earlierLane.scenario && values === earlierLane.values) return earlierLane;
      // Equal lanes with equal changes share one scenario, so its rules are checked once.
      if (scenario !== earlierLane.scenario && !isForOneLane) {
        scenario = sharedScenarios.get(earlierLane.scenario) ?? scenario;
        sharedScenarios.set(earlierLane.scenario, scenario);
      }
      if (edits.every(({ path }) => lastKey(path) !== 'flows')) return { ...earlierLane, scenario, values, laneValues };
      const maxFlows = new Map(earlierLane.maxFlows);
      for (const [id, flows] of maxFlowsBySource(resolveScenario(scenario)))
        maxFlows.set(id, Math.max(flows, maxFlows.get(id) ?? 0));
      return { ...earlierLane, scenario, values, laneValues, maxFlows };
    });
  }
}

interface LaneAtTime {
  readonly scenario: Scenario;
  readonly maxFlows: ReadonlyMap<string, number>;
  readonly definition: PolicyDefinition;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly laneValues: ParameterValues;
}

/** The edits of one time together, in order of time. */
function groupByInstant<S extends Setting>(edits: readonly S[]): S[][] {
  const instants = new Map<number, S[]>();
  for (const edit of edits) {
    const instantNs = required(edit.timeNs);
    instants.set(instantNs, [...(instants.get(instantNs) ?? []), edit]);
  }
  return [...instants].sort(([a], [b]) => a - b).map(([, instant]) => instant);
}

/** The settings without those that break rules. */
function withoutViolations<S extends Setting>(
  settings: readonly S[],
  findViolations: (keptSettings: readonly S[]) => readonly RuleViolation[],
  { lanes }: RunDraft,
): Omit<ValidationResult<S>, 'problems' | 'warnings'> {
  const rejectedProblems = new Map<S, ParameterProblem>();
  const unsolvedViolations: RuleViolation[] = [];
  const violationsWith = (keptSettings: readonly S[]) =>
    findViolations(keptSettings).filter(({ key }) => unsolvedViolations.every((violation) => violation.key !== key));
  let remainingSettings = settings;
  for (;;) {
    const violations = violationsWith(remainingSettings);
    const [first] = violations;
    if (first === undefined) break;
    const cause = smallestCause(remainingSettings, violations, violationsWith, lanes);
    if (cause.length === 0) unsolvedViolations.push(first);
    for (const setting of cause) rejectedProblems.set(setting, rejectionProblem(setting, first));
    remainingSettings = remainingSettings.filter((setting) => !cause.includes(setting));
  }
  // A setting that was removed first may be valid after others have been removed.
  for (let mustRepeat = true; mustRepeat; ) {
    mustRepeat = false;
    for (const setting of [...rejectedProblems.keys()]) {
      const candidates = settings.filter((other) => other === setting || !rejectedProblems.has(other));
      if (violationsWith(candidates).length > 0) continue;
      rejectedProblems.delete(setting);
      mustRepeat = true;
    }
  }
  return {
    keptSettings: settings.filter((setting) => !rejectedProblems.has(setting)),
    rejectedSettings: settings.flatMap((setting) => {
      const problem = rejectedProblems.get(setting);
      return problem === undefined ? [] : [{ setting, problem }];
    }),
    brokenRules: unsolvedViolations,
  };
}

/**
 * The smallest set of settings, the last ones first, whose removal repairs the first broken rule; empty if settings are
 * not the cause.
 */
function smallestCause<S extends Setting>(
  keptSettings: readonly S[],
  earlierViolations: readonly RuleViolation[],
  violationsWith: (keptSettings: readonly S[]) => readonly RuleViolation[],
  lanes: readonly LanePolicy[],
): readonly S[] {
  const violationsWithout = (settings: readonly S[]) =>
    violationsWith(keptSettings.filter((setting) => !settings.includes(setting)));
  const has = (violations: readonly RuleViolation[], key: string) =>
    violations.some((candidate) => candidate.key === key);
  const first = earlierViolations[0];
  for (const pool of [keptSettings.filter((setting) => dependsOnSetting(setting, first, lanes)), keptSettings]) {
    // The values that the rule names, then the values that they depend on; in both groups the last ones first.
    const isNamed = ({ path }: S) => first.problems.some((problem) => problem.path === path);
    const candidates = [...pool.filter(isNamed).reverse(), ...pool.filter((setting) => !isNamed(setting)).reverse()];
    let partialCause: S | undefined;
    for (const setting of candidates) {
      const remainingViolations = violationsWithout([setting]);
      if (has(remainingViolations, first.key)) continue;
      if (remainingViolations.every(({ key }) => has(earlierViolations, key))) return [setting];
      partialCause ??= setting;
    }
    if (partialCause !== undefined) return [partialCause];
    for (let count = 2; count <= candidates.length; count++) {
      const last = candidates.slice(0, count);
      if (!has(violationsWithout(last), first.key)) return last;
    }
  }
  return [];
}

function dependsOnSetting(
  { path, lane }: Setting,
  { dependsOn, lane: violatedLane }: RuleViolation,
  lanes: readonly LanePolicy[],
): boolean {
  if (lane !== undefined && violatedLane !== undefined && lane !== violatedLane && lanes.length > 0) return false;
  return pathBeginsWith(path, dependsOn);
}

/** The reason why a setting was removed, for its message. */
function rejectionProblem(
  { name, path, value }: Setting,
  { problems, allowedOtherValues }: RuleViolation,
): ParameterProblem {
  const [first] = problems as [ParameterProblem];
  const problem = problems.find((candidate) => candidate.path === path);
  const allowed =
    allowedOtherValues ??
    problem?.allowed ??
    `a value that fits ${first.path}, which is ${first.given} and must be ${first.allowed}`;
  return { path: name, given: formatGivenValue(value), allowed };
}

function problemOfDefaults({ problems }: RuleViolation): ParameterProblem {
  return problems[0];
}

function formatGivenValue(value: ParameterValue): string {
  const text = String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
