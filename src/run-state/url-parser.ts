/** Reads the fields of a link (grammar: run-url.ts) into a run. It treats all input as hostile. */

import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { resolveScenario, runParameters } from '../engine/scenario/scenario.ts';
import { checkValue } from '../params/check-value.ts';
import { ID_PATTERN, PROGRAM_POLICY } from '../params/id.ts';
import { type ParsedPath, parsePath, UP_BUFFER } from '../params/path.ts';
import type { Parameter, ParameterProblem, ParameterValue } from '../params/schema.ts';
import { ALLOWED_SEEDS, parseSeed } from '../params/seed.ts';
import { registerProgram } from '../policies/loaded-policies.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { parseScenarioFile } from '../scenarios/files/file.ts';
import { findPreset } from '../scenarios/index.ts';
import { OPENING_PRESET } from '../scenarios/loaded-presets.ts';
import { nearestPaths, policyParameter, startParameter, variantNames, variantValues } from '../scenarios/paths.ts';
import { policyFits } from '../scenarios/rules/policy-fit.ts';
import { withLanes } from './lane-order.ts';
import { runOfLanes } from './lanes-of-runs.ts';
import {
  type Embedding,
  embeddingModes,
  type LaneProgram,
  type LaneState,
  MAX_EDITS,
  MAX_LANES,
  type RunEdit,
  type RunState,
} from './run-state.ts';
import { runOfPreset, runOfScenario, runParameter, scenarioOfRun } from './run-values.ts';
import {
  addEarlierKernel,
  earlierDefaults,
  earlierLaneValues,
  earlierOpeningPolicy,
  earlierValues,
  formatUrlVersions,
  parseUrlVersion,
  URL_VERSION,
  withEarlierKernel,
} from './url-versions.ts';
import { type UrlView, type ViewField, viewNames, viewSyntax } from './url-view.ts';
import { checkedRun, withSettings } from './validity.ts';
import { withStartValue } from './with-value.ts';

/** Largest number of fields that are read; a run has far fewer paths. */
const MAX_FIELDS = 1_000;
const MAX_PROBLEMS = 50;
/** A paper, and a number or a figure of it. */
const SOURCE_PATTERN = /^[\w-]{1,40}:[^\p{Cc}\p{Cf}]{1,120}$/u;
const MAX_SECONDS = runParameters.durationSeconds.max;

/** The content of a link. */
export interface UrlContent {
  readonly state: RunState;
  readonly embedding: Embedding;
  /** The number of a paper that it was opened from, `PAPER:NUMBER`; not yet checked. */
  readonly from?: string | undefined;
  /** The stop of the preset's story, from 1, or 0 for its introduction; not yet checked. */
  readonly story?: number | undefined;
  readonly view?: UrlView | undefined;
  /** The text of its program, if it is not yet read. Then `state` is the run of its scenario without the program. */
  readonly program?: string;
  /** Each refused field. */
  readonly problems: readonly ParameterProblem[];
}

export interface UrlParserOptions {
  /** The program of the link, after it was read. */
  readonly givenProgram?: LaneProgram | undefined;
  /** Why the text is not that of the link, if it could not be read. */
  readonly hashProblem?: ParameterProblem | undefined;
  /** The link is that of one lane of a link with several runs. */
  readonly isOfLane?: boolean;
}

/** Reads the fields of a link. Never throws. A refused field keeps its default and is named. */
export function parseFields(text: string, options: UrlParserOptions = {}): UrlContent {
  return new UrlParser(options).parse(text);
}

class UrlParser {
  private readonly problems: ParameterProblem[] = [];
  /** The program of the link, after it was read. Then it is registered as policy `own`. */
  private readonly givenProgram: LaneProgram | undefined;
  private version = URL_VERSION;
  private readonly fields = new Map<string, string>();
  private readonly isOfLane: boolean;

  constructor({ givenProgram, hashProblem, isOfLane = false }: UrlParserOptions) {
    this.givenProgram = givenProgram;
    this.isOfLane = isOfLane;
    if (hashProblem !== undefined) this.refuse(hashProblem.path, hashProblem.given, hashProblem.allowed);
  }

  parse(text: string): UrlContent {
    const { problems, givenProgram } = this;
    this.splitFields(text);
    // Fields of an unknown version could mean something else.
    if (!this.acceptVersion(this.takeField('v'))) this.fields.clear();
    const program = this.takeField('own');
    // A link without a program does not change the page's program. The code that opens the run decides about this
    // program.
    if (program !== undefined && givenProgram === undefined)
      return { state: this.parseBase(), embedding: 'whole', program, problems };
    if (givenProgram !== undefined) registerProgram(givenProgram.definition);
    const content = this.parseRun();
    return givenProgram === undefined ? content : { ...content, state: { ...content.state, program: givenProgram } };
  }

  /** Reports a refused field. */
  private refuse(path: string, given: string, allowed: string): void {
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push({ path: shortenText(path), given: shortenText(given), allowed });
    else if (this.problems.length === MAX_PROBLEMS)
      this.problems.push({ path: 'link', given: `more than ${MAX_PROBLEMS} fields`, allowed: 'known fields' });
  }

  /** Reads the version of the link. If it is unknown, the version is refused, and the link must not be read. */
  private acceptVersion(text: string | undefined): boolean {
    const version = parseUrlVersion(text);
    if (version === undefined) this.refuse('v', text ?? '', formatUrlVersions(text ?? ''));
    this.version = version ?? URL_VERSION;
    return version !== undefined;
  }

  private parseRun(): UrlContent {
    const embedding = this.parseEmbedding();
    const content = { embedding, from: this.parseSource(), story: this.parseStop(), problems: this.problems };
    const base = this.parseBase();
    const besideRun = this.parseBeside();
    if (besideRun !== undefined)
      return { ...content, state: besideRun, embedding: embedding === 'whole' ? 'locked' : embedding };
    let run: RunState = { ...base, seed: this.parseSeed() };
    const [lanes, edits] = [this.takeField('lanes'), this.takeField('edits')];
    if (lanes !== undefined) run = { ...run, lanes: this.parseLanes(run, lanes) };
    const defaultLanes = base.lanes;
    const requestedView = new Map(
      viewNames.flatMap((name): [ViewField, string][] => {
        const text = this.takeField(name);
        return text === undefined ? [] : [[name, text]];
      }),
    );
    const settings = this.parseSettings(run);
    const start = this.withoutContradictions(
      {
        ...settings,
        startValues: { ...settings.startValues, ...earlierDefaults(this.version, scenarioOfRun(settings).sources) },
      },
      defaultLanes,
    );
    const view = this.parseView(requestedView, start);
    // The allowed edits depend on the values at the start.
    const state =
      edits === undefined
        ? start
        : this.withoutContradictions({ ...start, edits: this.parseEdits(edits, start) }, defaultLanes);
    return { ...content, state, view };
  }

  /**
   * The run without contradictory settings. A lane whose policy does not fit the scenario is left out.
   * @param defaultLanes the lanes if no lane is left
   */
  private withoutContradictions(run: RunState, defaultLanes: readonly LaneState[]): RunState {
    const { keptSettings, rejectedSettings, brokenRules } = checkedRun(run);
    const laneViolation = brokenRules.find(({ lane }) => lane !== undefined);
    if (laneViolation?.lane !== undefined) {
      const [{ path, given, allowed }] = laneViolation.problems as [ParameterProblem];
      const policy = run.lanes[laneViolation.lane]?.policy ?? '';
      this.refuse('lanes', policy, `policies that fit the scenario: ${path}, ${given}, must be ${allowed}`);
      const runWithoutLane = withLanes(
        run,
        [...run.lanes.keys()].filter((lane) => lane !== laneViolation.lane),
      );
      return this.withoutContradictions(
        runWithoutLane.lanes.length > 0 ? runWithoutLane : { ...runWithoutLane, lanes: defaultLanes },
        defaultLanes,
      );
    }
    for (const { problem } of rejectedSettings) this.refuse(problem.path, problem.given, problem.allowed);
    return rejectedSettings.length === 0 ? run : withSettings(run, keptSettings);
  }

  /** `name=value` fields; some mails change `&` to `&amp;`. */
  private splitFields(text: string): void {
    const fields = text.split('&', MAX_FIELDS + 1);
    if (fields.length > MAX_FIELDS) this.refuse('link', 'more fields', `at most ${MAX_FIELDS}`);
    for (const item of fields.slice(0, MAX_FIELDS)) {
      const field = item.replace(/^amp;/, '');
      const equalsIndex = field.indexOf('=');
      const name = field.slice(0, Math.max(0, equalsIndex));
      if (field === '') continue;
      if (name === '') this.refuse('link', field, 'name=value');
      else if (this.fields.has(name))
        this.refuse(name, field.slice(equalsIndex + 1), 'one value; the first one is used');
      else this.fields.set(name, unescapeName(field.slice(equalsIndex + 1)));
    }
  }

  private takeField(name: string): string | undefined {
    const value = this.fields.get(name);
    this.fields.delete(name);
    return value;
  }

  private parseBase(): RunState {
    const preset = this.takeField('p');
    const text = this.takeField('scenario');
    if (text !== undefined) {
      const { scenario, problems } = parseScenarioFile(text);
      for (const problem of problems) this.refuse(`scenario.${problem.path}`, problem.given, problem.allowed);
      if (scenario !== undefined) return this.baseRun(withEarlierKernel(this.version, scenario), preset);
    }
    if (preset !== undefined && findPreset(preset) === undefined) this.refuse('p', preset, 'the id of a preset');
    const run = runOfPreset(preset ?? OPENING_PRESET);
    return {
      ...run,
      startValues: earlierValues[this.version]?.[run.preset] ?? {},
      lanes: run.lanes.map((lane) => {
        const policy = earlierOpeningPolicy(this.version, run.preset, lane.policy);
        return { policy, values: { ...this.laneOf(run, policy).values, ...lane.values } };
      }),
    };
  }

  /** A lane with the values that it has in links of this version. */
  private laneOf({ preset, custom }: RunState, policy: string): LaneState {
    const definition = custom === undefined ? findPolicy(policy) : undefined;
    return { policy, values: definition === undefined ? {} : earlierLaneValues(this.version, preset, definition) };
  }

  private baseRun(custom: Scenario, preset: string | undefined): RunState {
    if (preset !== undefined && !ID_PATTERN.test(preset)) this.refuse('p', preset, 'an id');
    const presetId = preset !== undefined && ID_PATTERN.test(preset) ? preset : custom.id;
    return { ...runOfScenario(custom), preset: presetId };
  }

  /** Lanes of several runs: `[[TITLE, LANE, LINK], ...]`. */
  private parseBeside(): RunState | undefined {
    const text = this.takeField('beside');
    if (text === undefined) return undefined;
    const lanes = parseLaneLinks(text);
    if (lanes === undefined || this.isOfLane) {
      this.refuse('beside', text, `JSON: one to ${MAX_LANES} lists of a title, a lane from 0 and a link`);
      return undefined;
    }
    const sources = lanes.flatMap(([title, lane, link]) => {
      const { state, program, problems } = parseFields(link, { isOfLane: true });
      for (const { path, given, allowed } of problems) this.refuse(`beside ${path}`, given, allowed);
      if (program !== undefined) this.refuse('beside', 'a program', 'no program');
      if (state.lanes[lane] === undefined) this.refuse('beside', `lane ${lane}`, `0 to ${state.lanes.length - 1}`);
      return state.lanes[lane] === undefined ? [] : [{ run: state, lane, title: shortenText(title) }];
    });
    if (sources.length === 0) return undefined;
    return runOfLanes(sources);
  }

  private parseEmbedding(): Embedding {
    const text = this.takeField('embed');
    const mode = embeddingModes.find((embedding) => embedding === text);
    if (text !== undefined && mode === undefined) this.refuse('embed', text, embeddingModes.join(', '));
    return mode ?? 'whole';
  }

  private parseSource(): string | undefined {
    const text = this.takeField('from');
    if (text === undefined || SOURCE_PATTERN.test(text)) return text;
    this.refuse('from', text, 'PAPER:NUMBER');
    return undefined;
  }

  private parseStop(): number | undefined {
    const text = this.takeField('story');
    if (text === undefined || /^\d$/.test(text)) return text === undefined ? undefined : Number(text);
    this.refuse('story', text, 'a stop of the story, from 0 to 9');
    return undefined;
  }

  /**
   * The parts of the view that the run can show.
   * @param requestedView texts of the fields
   */
  private parseView(requestedView: ReadonlyMap<ViewField, string>, run: RunState): UrlView | undefined {
    const { durationSeconds } = resolveScenario(scenarioOfRun(run)).run;
    let view: UrlView = {};
    for (const [field, text] of requestedView) {
      const { formatAllowed, parse } = viewSyntax[field];
      const fields = parse(text, durationSeconds);
      if (fields === undefined) this.refuse(field, text, formatAllowed(durationSeconds));
      else view = { ...view, ...fields };
    }
    return Object.keys(view).length === 0 ? undefined : view;
  }

  private parseSeed(): number {
    const text = this.takeField('seed');
    if (text === undefined) return 1;
    const seed = parseSeed(text);
    if (seed === undefined) this.refuse('seed', text, ALLOWED_SEEDS);
    return seed ?? 1;
  }

  private parseLanes(run: RunState, text: string): readonly LaneState[] {
    const scenario = scenarioOfRun(run);
    const lanes: LaneState[] = [];
    const knownPolicies = this.givenProgram !== undefined ? [...policyIds, PROGRAM_POLICY] : policyIds;
    const fittingPolicies = knownPolicies.filter((id) => isFitting(scenario, findPolicy(id)));
    // One more than allowed, so that the message names the rest.
    for (const policy of text.split(',', MAX_LANES + 1)) {
      if (lanes.length === MAX_LANES) this.refuse('lanes', text, `at most ${MAX_LANES} policies`);
      else if (!fittingPolicies.includes(policy)) this.refuse('lanes', policy, fittingPolicies.join(', '));
      else lanes.push(this.laneOf(run, policy));
    }
    return lanes.length > 0 ? lanes : run.lanes;
  }

  /**
   * The remaining fields: values of the scenario, of single lanes, of policies; variants first; single values replace
   * their values.
   */
  private parseSettings(base: RunState): RunState {
    const scenario = scenarioOfRun(base);
    let run = base;
    const policies = base.lanes.map(({ policy }) => policy);
    addEarlierKernel(this.version, this.fields, policies);
    for (const variant of variantNames(scenario)) {
      const option = this.takeField(variant);
      const values = option === undefined ? undefined : variantValues(scenario, variant, option);
      if (values !== undefined) run = { ...run, startValues: { ...run.startValues, ...values } };
      else if (option !== undefined)
        this.refuse(variant, option, Object.keys(scenario.variants?.[variant] ?? {}).join(', '));
    }
    // A policy's own value replaces a value that it copies from another policy. A lane's own value replaces both.
    const rank = (path: string) =>
      parsePath(path)?.lane !== undefined ? 2 : policyParameter(path)?.definition.parametersOf === undefined ? 0 : 1;
    const rankedFields = [...this.fields].sort(([a], [b]) => rank(a) - rank(b));
    for (const [path, text] of rankedFields) run = this.parseSetting(run, scenario, path, text);
    return run;
  }

  private parseSetting(run: RunState, scenario: Scenario, path: string, text: string): RunState {
    const parsedPath = parsePath(path);
    const isOfLane = parsedPath?.lane !== undefined && parsedPath.group === 'policy';
    const parameter = isOfLane ? runParameter(run, path) : startParameter(scenario, path);
    if (parameter === undefined) return this.parsePolicySetting(run, scenario, path, text);
    const value = this.parseValue(path, parameter, text);
    if (value === undefined) return run;
    if (isOfLane) return withStartValue(run, path, value);
    const hasUnitTwice = Object.keys(run.startValues).some(
      (other) => isBuffer(parsePath(other)) && isBuffer(parsedPath) && parsePath(other)?.group === parsedPath?.group,
    );
    if (!hasUnitTwice) return { ...run, startValues: { ...run.startValues, [path]: value } };
    const isUp = parsedPath?.group === 'up';
    this.refuse(
      path,
      text,
      isUp
        ? 'one of link.up.buffer.packets and link.up.buffer.bytes'
        : 'one of buffer.packets, buffer.bytes, buffer.cells and buffer.bytesPerFlow',
    );
    return run;
  }

  /** `red.minThreshold=20`, as on a command line: for every lane that uses RED's values. */
  private parsePolicySetting(run: RunState, scenario: Scenario, path: string, text: string): RunState {
    const namedParameter = policyParameter(path);
    const usesParameter = ({ policy }: LaneState) => {
      const { id, parametersOf, parameters = {} } = findPolicy(policy) ?? {};
      const sharesValues = [id, parametersOf].includes(namedParameter?.definition.id);
      return sharesValues && namedParameter !== undefined && Object.hasOwn(parameters, namedParameter.id);
    };
    if (namedParameter === undefined || !run.lanes.some(usesParameter)) {
      // The search for the nearest names is slow, so it is made only for problems that are shown.
      const suggestions = this.problems.length < MAX_PROBLEMS ? nearestPaths(scenario, path).join(', ') : '';
      this.refuse(path, text, `a parameter of this run; the nearest are ${suggestions}`);
      return run;
    }
    const value = this.parseValue(path, namedParameter.parameter, text);
    if (value === undefined) return run;
    const set = (lane: LaneState) => ({ ...lane, values: { ...lane.values, [namedParameter.id]: value } });
    return { ...run, lanes: run.lanes.map((lane) => (usesParameter(lane) ? set(lane) : lane)) };
  }

  private parseValue(path: string, parameter: Parameter, text: string): ParameterValue | undefined {
    const checkedValue = checkValue(path, parameter, text);
    if (checkedValue.ok) return checkedValue.value;
    this.refuse(path, checkedValue.problem.given, checkedValue.problem.allowed);
    return undefined;
  }

  /** `1.5:lanes.1.minThreshold:10;2:link.rateBps:5e6` */
  private parseEdits(text: string, run: RunState): readonly RunEdit[] {
    const edits: RunEdit[] = [];
    const items = text.split(';', MAX_EDITS + 1);
    if (items.length > MAX_EDITS) this.refuse('edits', 'more edits', `at most ${MAX_EDITS}`);
    for (const item of items.slice(0, MAX_EDITS)) {
      const edit = this.parseEdit(item, run);
      if (edit !== undefined) edits.push(edit);
    }
    return edits.sort((a, b) => a.timeNs - b.timeNs);
  }

  private parseEdit(item: string, run: RunState): RunEdit | undefined {
    const [, seconds = '', path = '', text = ''] = EDIT_PATTERN.exec(item) ?? [];
    const timeNs = nanoseconds(seconds);
    if (seconds === '' || timeNs > MAX_SECONDS * 1e9) {
      this.refuse('edits', item, `SECONDS:PATH:VALUE, at most ${MAX_SECONDS} s`);
      return undefined;
    }
    const parameter = runParameter(run, path);
    if (parameter === undefined || parameter.live === false) {
      this.refuse(`edits ${path}`, item, 'a parameter that may change during the run');
      return undefined;
    }
    const value = this.parseValue(path, parameter, text);
    return value === undefined ? undefined : { timeNs, path, value };
  }
}

type LaneLink = readonly [title: string, lane: number, link: string];

function parseLaneLinks(text: string): readonly LaneLink[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isLaneLink = (item: unknown): item is LaneLink =>
    Array.isArray(item) && typeof item[0] === 'string' && Number.isInteger(item[1]) && typeof item[2] === 'string';
  return Array.isArray(data) && data.length > 0 && data.length <= MAX_LANES && data.every(isLaneLink)
    ? data
    : undefined;
}

/** An edit in a link: `SECONDS:PATH:VALUE`. */
const EDIT_PATTERN = /^(\d{1,4}(?:\.\d{1,9})?):([\w.-]{1,160}):([^:]+)$/;

/** The buffer of a direction. */
const isBuffer = (path: ParsedPath | undefined): boolean => path?.group === 'buffer' || path?.owner === UP_BUFFER;

function isFitting(scenario: Scenario, definition: PolicyDefinition | undefined): boolean {
  return definition !== undefined && policyFits(scenario, definition);
}

function nanoseconds(text: string): number {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return Number(whole) * 1e9 + Number(fraction.padEnd(9, '0'));
}

function unescapeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shortenText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
