/**
 * Scenario files: JSON, written by hand or by `sim show`. A field that cannot be read is named and gets its default. A
 * text that is not a scenario gives none. A file is not trusted: its length, depth, counts and keys are checked first.
 */

import type { SourceKind } from '../../engine/packets/source-kind.ts';
import {
  accessParameters,
  bufferParameters,
  linkParameters,
  type OpeningLane,
  runParameters,
  type Scenario,
  type SourceSpec,
  usesCells,
} from '../../engine/scenario/scenario.ts';
import { UP_BUFFER_UNITS, type UpLink, upLinkParameters } from '../../engine/scenario/up-link.ts';
import { sourceSchemas } from '../../engine/sources/source-schemas.ts';
import { type Arrivals, ClassArrivals } from '../../engine/time-lists/arrivals.ts';
import {
  ArrivalsBuilder,
  formatArrivalsCsv,
  formatMore,
  parseArrivalsCsv,
} from '../../engine/time-lists/arrivals-csv.ts';
import { parseRates } from '../../engine/time-lists/rates-text.ts';
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { checkValue } from '../../params/check-value.ts';
import { ALLOWED_IDS, ID_PATTERN, SAME_POLICY } from '../../params/id.ts';
import { lanePath, UP_BUFFER, UP_PATH } from '../../params/path.ts';
import type { ParameterProblem, ParameterSchema, ParameterValue, ParameterValues } from '../../params/schema.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import { MAX_PROGRAM_CHARACTERS } from '../../program/program-limits.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { required } from '../../shared/required.ts';
import { policyFits } from '../rules/policy-fit.ts';
import { MAX_ARRIVALS, MAX_ARRIVALS_CHARACTERS, MAX_SOURCES } from '../rules/scenario-limits.ts';
import { draftWithSettings, type Setting, validateSettings } from '../rules/validate.ts';
import { ARRIVALS_LIMITS } from './arrivals-scenario.ts';
import { nestingProblem, parseJsonFile, repeatedKeyProblems } from './json-file.ts';

/** Longest file, characters; most of it can be a list of arrivals and a list of rates. */
export const MAX_FILE_CHARACTERS = 262_144 + 2 * MAX_ARRIVALS_CHARACTERS;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
export const MAX_FILE_BYTES = 3 * MAX_FILE_CHARACTERS;
export const MAX_TEXT_CHARACTERS = 400;
export const MAX_LABEL_CHARACTERS = 60;
/** A scenario is four levels deep. */
const MAX_JSON_DEPTH = 8;
const MAX_PROBLEMS = 50;
/** A page has at most four lanes. */
export const MAX_FILE_LANES = 4;
const KNOWN_FIELDS = [
  'id',
  'title',
  'summary',
  'citation',
  'link',
  'access',
  'buffer',
  'run',
  'sources',
  'arrivals',
  'rates',
  'policies',
  'lanes',
  'program',
  'measured',
];
/** Name of a parameter of a program; its choices are short words. */
export const VALUE_ID_PATTERN = /^[a-z][A-Za-z0-9]{0,29}$/;
export const MAX_CHOICE_CHARACTERS = 30;

/** A student's program in a file. It runs only after the user agrees. */
export interface FileProgram {
  readonly source: string;
  /** Values of its parameters; not yet checked. */
  readonly values: ParameterValues;
}

/** A scenario file that was read. Without a scenario there is a problem. */
export interface ParsedScenario {
  readonly scenario?: Scenario;
  readonly program?: FileProgram;
  /** Measured series beside the run; not yet checked. */
  readonly measured?: unknown;
  readonly problems: readonly ParameterProblem[];
}

/** Reads a scenario file. Never throws. It removes invisible characters from texts. */
export function parseScenarioFile(text: string): ParsedScenario {
  const refuseFile = (given: string, allowed: string) => ({ problems: [{ path: 'file', given, allowed }] });
  const { data, problem } = parseJsonFile(text, MAX_FILE_CHARACTERS);
  if (problem !== undefined) return { problems: [problem] };
  if (!isFields(data)) return refuseFile(Array.isArray(data) ? 'a list' : String(data).slice(0, 60), 'an object');
  const commandResult = commandOfResult(data);
  if (commandResult !== undefined)
    return refuseFile('the result of a run (--json)', `a scenario; run it again: ${commandResult}`);
  const tooDeep = nestingProblem(data, MAX_JSON_DEPTH);
  return tooDeep === undefined ? new ScenarioParser(data, repeatedKeyProblems(text)).parse() : { problems: [tooDeep] };
}

/** The command behind the result that `run --json` prints; undefined for anything else. */
function commandOfResult({ scenario, seed, lanes, digest }: JsonFields): string | undefined {
  if (typeof scenario !== 'string' || typeof digest !== 'string' || !Array.isArray(lanes)) return undefined;
  const policies = lanes.map((lane) => (isFields(lane) ? `--policy ${String(lane.policy)}` : '')).join(' ');
  return `sim run ${scenario}${typeof seed === 'number' ? ` --seed ${seed}` : ''} ${policies}`;
}

/** A scenario as the content of a file, ready to edit. */
export function scenarioToFile(scenario: Scenario, program?: FileProgram): Record<string, unknown> {
  const { variants: _, up, ...rest } = scenario;
  const file = up === undefined ? rest : { ...rest, link: { ...rest.link, up: upLinkToFile(up) } };
  return program === undefined ? file : { ...file, program };
}

/** The direction up as `link.up` of a file: the keys are those of its paths. */
function upLinkToFile({ link, buffer, policies }: UpLink): Record<string, ParameterValue | ParameterValues> {
  return { ...link, ...(Object.keys(buffer).length === 0 ? {} : { [UP_BUFFER]: buffer }), ...policies };
}

class ScenarioParser {
  private readonly data: JsonFields;
  private readonly problems: ParameterProblem[] = [];
  /** Flows of the list of arrivals, by class. */
  private readonly listedFlows = new Map<string, number>();

  constructor(data: JsonFields, repeatedKeys: readonly ParameterProblem[]) {
    this.data = data;
    for (const { path, given, allowed } of repeatedKeys) this.refuse(path, given, allowed);
  }

  parse(): ParsedScenario {
    const { problems } = this;
    for (const [key, value] of Object.entries(this.data))
      if (key === '$schema' && typeof value !== 'string') this.refuse(key, value, 'the address of a schema');
      else if (!KNOWN_FIELDS.includes(key) && key !== '$schema') this.refuse(key, value, KNOWN_FIELDS.join(', '));
    const arrivals = this.parseArrivals();
    const rates = this.parseRates();
    const sources = this.keepListed(this.parseSources(), arrivals);
    if (Object.keys(sources).length === 0) {
      this.refuse('sources', this.data.sources, 'an object with at least one source');
      return { problems };
    }
    const { up: upData, ...linkData } = this.parseFields('link');
    const scenario: Scenario = {
      id: this.parseId(),
      title: this.parseText('title', 'Your own scenario'),
      summary: this.parseText('summary', ''),
      citation: this.parseText('citation', ''),
      link: this.parseValues('link', linkData, linkParameters),
      ...(upData === undefined ? {} : this.parseUpLink(upData)),
      access: this.parseGroup('access', accessParameters),
      buffer: this.parseBuffer(),
      run: this.parseGroup('run', runParameters),
      sources,
      policies: this.parsePolicies(),
      ...this.parseLanes(),
      ...(arrivals === undefined ? {} : { arrivals: arrivals.text }),
      ...presentFields({ rates }),
    };
    const program = this.parseProgram();
    const consistentScenario = this.withoutContradictions(scenario);
    if (consistentScenario === undefined) return { problems };
    const fittingScenario =
      arrivals === undefined ? consistentScenario : withoutUnlistedClasses(consistentScenario, arrivals.list);
    const { measured } = this.data;
    return {
      scenario: fittingScenario,
      problems,
      ...presentFields({ program, measured }),
    };
  }

  private refuse(path: string, given: unknown, allowed: string): void {
    const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? 'nothing');
    this.addProblem({ path: shortenText(path), given: shortenText(text), allowed });
  }

  private addProblem(problem: ParameterProblem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    else if (this.problems.length === MAX_PROBLEMS)
      this.problems.push({
        path: 'file',
        given: `more than ${MAX_PROBLEMS} fields`,
        allowed: 'fields as `schema` says',
      });
  }

  private parseId(): string {
    const { id } = this.data;
    if (typeof id === 'string' && ID_PATTERN.test(id)) return id;
    if (id !== undefined) this.refuse('id', id, ALLOWED_IDS);
    return 'custom';
  }

  private parseText(key: string, fallback: string): string {
    const text = this.data[key];
    if (text === undefined) return fallback;
    if (typeof text === 'string' && codePointCount(text) <= MAX_TEXT_CHARACTERS) return removeInvisible(text);
    this.refuse(key, text, `at most ${MAX_TEXT_CHARACTERS} characters`);
    return fallback;
  }

  private parseGroup(name: string, schema: ParameterSchema): ParameterValues {
    return this.parseValues(name, this.parseFields(name), schema);
  }

  private parseFields(name: string): JsonFields {
    const data = this.data[name];
    if (isFields(data)) return data;
    if (data !== undefined) this.refuse(name, data, 'an object');
    return {};
  }

  private parseValues(prefix: string, data: JsonFields, schema: ParameterSchema): Record<string, ParameterValue> {
    const values: Record<string, ParameterValue> = {};
    for (const [key, raw] of Object.entries(data)) {
      const parameter = Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (parameter === undefined) {
        this.refuse(`${prefix}.${key}`, raw, Object.keys(schema).join(', ') || 'no parameters');
        continue;
      }
      const checkedValue = checkValue(`${prefix}.${key}`, parameter, raw);
      if (checkedValue.ok) values[key] = checkedValue.value;
      else this.addProblem(checkedValue.problem);
    }
    return values;
  }

  private parseBuffer(): ParameterValues {
    return this.keepOneUnit('buffer', this.parseGroup('buffer', bufferParameters), Object.keys(bufferParameters));
  }

  private keepOneUnit(path: string, values: ParameterValues, units: readonly string[]): ParameterValues {
    if (Object.keys(values).length <= 1) return values;
    this.refuse(path, values, `one of ${units.join(', ')}`);
    return Object.fromEntries(Object.entries(values).slice(0, 1));
  }

  /** The direction up. An empty object is enough for it. */
  private parseUpLink(data: unknown): { readonly up: UpLink } | undefined {
    if (!isFields(data)) {
      this.refuse(UP_PATH, data, 'an object');
      return undefined;
    }
    const linkData: Record<string, unknown> = {};
    let buffer: ParameterValues = {};
    const policies: Record<string, ParameterValues> = {};
    for (const [key, item] of Object.entries(data)) {
      const path = `${UP_PATH}.${key}`;
      const parameters = findPolicy(key)?.parameters;
      if (key !== UP_BUFFER && parameters === undefined) linkData[key] = item;
      else if (!isFields(item)) this.refuse(path, item, 'an object');
      else if (parameters !== undefined) policies[key] = this.parseValues(path, item, parameters);
      else {
        const { packets, bytes } = bufferParameters;
        buffer = this.keepOneUnit(path, this.parseValues(path, item, { packets, bytes }), UP_BUFFER_UNITS);
      }
    }
    const link = this.parseValues(UP_PATH, linkData, upLinkParameters);
    return { up: { link: { policy: SAME_POLICY, ...link }, buffer, policies } };
  }

  private parseSources(): Record<string, SourceSpec> {
    const sources: Record<string, SourceSpec> = {};
    const data = this.data.sources;
    for (const [id, item] of Object.entries(isFields(data) ? data : {})) {
      const isFull = Object.keys(sources).length === MAX_SOURCES;
      if (!ID_PATTERN.test(id)) this.refuse(`sources.${id}`, id, `an id of ${ALLOWED_IDS}`);
      else if (isFull) this.refuse(`sources.${id}`, id, `at most ${MAX_SOURCES} sources`);
      else {
        const source = this.parseSource(id, item);
        if (source !== undefined) sources[id] = source;
      }
    }
    return this.keepOneKind(sources);
  }

  /** Cells and packets do not share a port: if there are vcs, the other sources are left out. */
  private keepOneKind(sources: Record<string, SourceSpec>): Record<string, SourceSpec> {
    if (!usesCells({ sources })) return sources;
    return Object.fromEntries(
      Object.entries(sources).filter(([id, { kind }]) => {
        if (kind !== 'vc') this.refuse(`sources.${id}.kind`, kind, 'vc, because another source is a vc');
        return kind === 'vc';
      }),
    );
  }

  /** A text that contains a list; undefined if there is none. */
  private parseListText(name: 'arrivals' | 'rates'): string | undefined {
    const text = this.data[name];
    if (text === undefined || (typeof text === 'string' && text.length <= MAX_ARRIVALS_CHARACTERS)) return text;
    const givenText = typeof text === 'string' ? `${text.length} characters` : text;
    this.refuse(name, givenText, `a text of at most ${MAX_ARRIVALS_CHARACTERS} characters`);
    return undefined;
  }

  private refuseLine(name: 'arrivals' | 'rates', error: unknown): undefined {
    if (!(error instanceof TimeListError)) throw error;
    this.refuse(`${name}, line ${error.line}, column ${error.column}`, error.given, error.allowed);
  }

  /** The rate of the link over time, as its text. */
  private parseRates(): string | undefined {
    const text = this.parseListText('rates');
    if (text === undefined) return undefined;
    try {
      parseRates(text);
      return text;
    } catch (error) {
      return this.refuseLine('rates', error);
    }
  }

  /** The list of arrivals, with its text. */
  private parseArrivals(): { readonly text: string; readonly list: Arrivals } | undefined {
    const text = this.parseListText('arrivals');
    if (text === undefined) return undefined;
    try {
      const { arrivals: list, notes } = parseArrivalsCsv(text, ARRIVALS_LIMITS);
      if (notes.length === 0) return { text, list };
      // The text is written again without the columns that are not read.
      if (!notes.includes(formatMore(list.count))) return { text: formatArrivalsCsv(list), list };
      this.refuse('arrivals', `more than ${MAX_ARRIVALS} packets`, `at most ${MAX_ARRIVALS}; the first ones are used`);
      return { text: formatArrivalsCsv(list), list };
    } catch (error) {
      return this.refuseLine('arrivals', error);
    }
  }

  /** The sources with the numbers of flows from the list of arrivals. Sources that are not in the list are left out. */
  private keepListed(sources: Record<string, SourceSpec>, arrivals: { readonly list: Arrivals } | undefined) {
    const classes = arrivals?.list.classes ?? [];
    const listedSources = Object.entries(sources).flatMap(([id, source]): [string, SourceSpec][] => {
      if (source.kind !== 'arrivals') return [[id, source]];
      const index = classes.indexOf(id);
      if (arrivals !== undefined && index >= 0) {
        const { flowCount } = new ClassArrivals(arrivals.list, index);
        this.listedFlows.set(id, flowCount);
        return [[id, { ...source, flows: Math.min(flowCount, (source.flows as number | undefined) ?? flowCount) }]];
      }
      const allowed =
        arrivals === undefined ? 'another kind, because the scenario has no `arrivals`' : classes.join(', ');
      if (arrivals === undefined) this.refuse(`sources.${id}.kind`, 'arrivals', allowed);
      else this.refuse(`sources.${id}`, id, `a class of \`arrivals\`: ${allowed}`);
      return [];
    });
    for (const id of classes)
      if (sources[id]?.kind !== 'arrivals')
        this.refuse('arrivals', `class ${id}`, 'classes with a source of this name and of kind arrivals');
    return Object.fromEntries(listedSources);
  }

  private parseSource(id: string, data: unknown): SourceSpec | undefined {
    const path = `sources.${id}`;
    if (!isFields(data)) {
      this.refuse(path, data, 'an object with a kind');
      return undefined;
    }
    const { kind, label, ...rest } = data;
    if (typeof kind !== 'string' || !Object.hasOwn(sourceSchemas, kind)) {
      this.refuse(`${path}.kind`, kind, Object.keys(sourceSchemas).join(', '));
      return undefined;
    }
    const hasLabel = typeof label === 'string' && codePointCount(label) <= MAX_LABEL_CHARACTERS;
    if (!hasLabel && label !== undefined)
      this.refuse(`${path}.label`, label, `at most ${MAX_LABEL_CHARACTERS} characters`);
    const values = this.parseValues(path, rest, sourceSchemas[kind as SourceKind]);
    return { kind: kind as SourceKind, label: hasLabel ? removeInvisible(label) : id, ...values };
  }

  /** The fields of an object; none of other data. Other fields are refused. */
  private knownFields(path: string, data: unknown, names: readonly string[]): JsonFields {
    const fields = isFields(data) ? data : {};
    for (const [key, raw] of Object.entries(fields))
      if (!names.includes(key)) this.refuse(`${path}.${key}`, raw, names.join(', '));
    return fields;
  }

  private parseProgram(): FileProgram | undefined {
    const { program: data } = this.data;
    if (data === undefined) return undefined;
    const { source, values = {} } = this.knownFields('program', data, ['source', 'values']);
    if (typeof source !== 'string' || codePointCount(source) > MAX_PROGRAM_CHARACTERS) {
      this.refuse('program.source', source, `a program of at most ${MAX_PROGRAM_CHARACTERS} characters`);
      return undefined;
    }
    if (!isFields(values)) this.refuse('program.values', values, 'an object');
    const usedValues: Record<string, ParameterValue> = {};
    for (const [key, raw] of Object.entries(isFields(values) ? values : {})) {
      const isValue =
        typeof raw === 'number' ||
        typeof raw === 'boolean' ||
        (typeof raw === 'string' && codePointCount(raw) <= MAX_CHOICE_CHARACTERS);
      if (VALUE_ID_PATTERN.test(key) && isValue) usedValues[key] = raw;
      else this.refuse(`program.values.${key}`, raw, 'a number, true, false or a short word');
    }
    return { source, values: usedValues };
  }

  private parsePolicies(): Record<string, ParameterValues> {
    const policies: Record<string, ParameterValues> = {};
    for (const [id, data] of Object.entries(this.parseFields('policies'))) {
      const definition = findPolicy(id);
      if (definition === undefined) this.refuse(`policies.${id}`, data, policyIds.join(', '));
      else if (!isFields(data)) this.refuse(`policies.${id}`, data, 'an object');
      else policies[id] = this.parseValues(`policies.${id}`, data, definition.parameters);
    }
    return policies;
  }

  /** Lanes with values of their own. Several of them can have one policy. */
  private parseLanes(): Pick<Scenario, 'lanes'> {
    const { lanes: data } = this.data;
    if (data === undefined) return {};
    if (!Array.isArray(data) || data.length === 0 || data.length > MAX_FILE_LANES) {
      this.refuse('lanes', data, `a list of one to ${MAX_FILE_LANES} lanes, each with policy and values`);
      return {};
    }
    const lanes = data.flatMap((item: unknown, index): OpeningLane[] => {
      const path = `lanes.${index}`;
      const { policy, values = {} } = this.knownFields(path, item, ['policy', 'values']);
      const definition = typeof policy === 'string' ? findPolicy(policy) : undefined;
      if (definition === undefined) this.refuse(`${path}.policy`, policy, policyIds.join(', '));
      else if (!isFields(values)) this.refuse(`${path}.values`, values, 'an object');
      else
        return [{ policy: definition.id, values: this.parseValues(`${path}.values`, values, definition.parameters) }];
      return [];
    });
    return lanes.length === 0 ? {} : { lanes };
  }

  /** The values without contradictory ones. A source or a policy that conflicts with the rest is left out. */
  private withoutContradictions(parsedScenario: Scenario): Scenario | undefined {
    const scenario = this.keepFitting(parsedScenario);
    const { up: _, ...scenarioDown } = scenario;
    const withoutOptionalFields: Scenario = {
      ...scenarioDown,
      link: {},
      access: {},
      buffer: {},
      run: {},
      sources: mapRecord(scenario.sources, ({ kind, label }, id) => {
        // The number of flows comes from the list, also if the file's number is refused.
        const flows = this.listedFlows.get(id);
        return { kind, label, ...presentFields({ flows }) } as SourceSpec;
      }),
      policies: mapRecord(scenario.policies, () => ({})),
    };
    const { lanes: ownLanes = [] } = scenario;
    const ids = [...Object.keys(scenario.policies), ...ownLanes.map(({ policy }) => policy)];
    const firstOwnLane = ids.length - ownLanes.length;
    const lanes = ids.map((id) => ({ definition: required(findPolicy(id)), values: {} }));
    const { keptSettings, rejectedSettings, brokenRules } = validateSettings(
      { scenario: withoutOptionalFields, lanes },
      [...fileSettings(scenario), ...laneSettings(ownLanes, firstOwnLane)],
    );
    const [broken] = brokenRules;
    if (broken === undefined) {
      for (const { problem } of rejectedSettings) this.addProblem(problem);
      if (rejectedSettings.length === 0) return scenario;
      const draft = draftWithSettings({ scenario: withoutOptionalFields, lanes }, keptSettings);
      const keptLanes = draft.lanes
        .slice(firstOwnLane)
        .map(({ definition: { id }, values }) => ({ policy: id, values }));
      return keptLanes.length === 0 ? draft.scenario : { ...draft.scenario, lanes: keptLanes };
    }
    const [{ path, given, allowed }] = broken.problems as [ParameterProblem];
    const allowedText = `values that fit together: ${path} is ${given}, and must be ${allowed}`;
    const ownLane = (broken.lane ?? -1) - firstOwnLane;
    if (ownLane >= 0) {
      this.refuse(`lanes.${ownLane}`, ownLanes[ownLane]?.policy, allowedText);
      const { lanes: _, ...rest } = scenario;
      const keptLanes = ownLanes.filter((_, index) => index !== ownLane);
      return this.withoutContradictions(keptLanes.length === 0 ? rest : { ...rest, lanes: keptLanes });
    }
    const group = broken.source !== undefined ? 'sources' : 'policies';
    const id = broken.source ?? ids[broken.lane ?? -1];
    const keptEntries = Object.fromEntries(Object.entries(scenario[group]).filter(([other]) => other !== id));
    this.refuse(`${group}.${id}`, id, allowedText);
    return Object.keys(keptEntries).length > 0
      ? this.withoutContradictions({ ...scenario, [group]: keptEntries })
      : undefined;
  }

  /** With the policies that manage the scenario's traffic. */
  private keepFitting(scenario: Scenario): Scenario {
    const fits = (path: string, id: string) => {
      if (policyFits(scenario, required(findPolicy(id)))) return true;
      this.refuse(path, id, `policies for ${usesCells(scenario) ? 'cells' : 'packets'}`);
      return false;
    };
    const { lanes: allLanes = [], ...rest } = scenario;
    const policies = Object.entries(rest.policies).filter(([id]) => fits(`policies.${id}`, id));
    const lanes = allLanes.filter(({ policy }, index) => fits(`lanes.${index}.policy`, policy));
    // Without policies, those of the lanes.
    const ownPolicies = policies.length > 0 ? policies : lanes.map(({ policy }) => [policy, {}] as const);
    const defaultPolicies: Scenario['policies'] = usesCells(scenario) ? { dfba: {} } : { droptail: {} };
    return {
      ...rest,
      policies: ownPolicies.length > 0 ? Object.fromEntries(ownPolicies) : defaultPolicies,
      ...(lanes.length === 0 ? {} : { lanes }),
    };
  }
}

/**
 * The list of arrivals without the packets of classes that have no source. These classes were reported, and a saved
 * file does not have them.
 */
function withoutUnlistedClasses(scenario: Scenario, list: Arrivals): Scenario {
  const isKept = list.classes.map((id) => scenario.sources[id]?.kind === 'arrivals');
  if (isKept.every(Boolean)) return scenario;
  const { arrivals: _, ...rest } = scenario;
  const builder = new ArrivalsBuilder();
  const classes = list.classes.filter((_, index) => isKept[index]);
  for (let row = 0; row < list.count; row++) {
    const id = list.classes[list.classIndex[row]];
    if (!classes.includes(id)) continue;
    const [timeNs, flow, bytes, ect] = [list.timeNs, list.flow, list.bytes, list.ect].map((column) => column[row]);
    builder.add(timeNs, flow, bytes, ect, classes.indexOf(id), list.green?.[row] === 1);
  }
  return builder.count === 0 ? rest : { ...rest, arrivals: formatArrivalsCsv(builder.build(classes)) };
}

/** Length as JSON Schema counts it: in code points. */
function codePointCount(text: string): number {
  return [...text].length;
}

function mapRecord<T>(record: Readonly<Record<string, T>>, map: (item: T, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, map(item, key)]));
}

/**
 * The values of lanes.
 * @param first number of the first of these lanes among all that are checked
 */
function laneSettings(lanes: readonly OpeningLane[], first: number): Setting[] {
  return lanes.flatMap(({ values }, index) =>
    Object.entries(values).map(([id, value]) => ({
      name: `lanes.${index}.values.${id}`,
      path: lanePath(first + index, id),
      lane: first + index,
      value,
    })),
  );
}

/**
 * The values that a file sets, group by group. A policy that also uses the values of another policy is set after it.
 */
function fileSettings({ link, up, access, buffer, run, sources, policies }: Scenario): Setting[] {
  const group = (path: string, values: ParameterValues, name = path) =>
    Object.entries(values).map(([key, value]) => ({ name: `${name}.${key}`, path: `${path}.${key}`, value }));
  const sourceRank = ([id]: readonly [string, ParameterValues]) => (findPolicy(id)?.parametersOf === undefined ? 0 : 1);
  return [
    ...Object.entries({ link, access, buffer, run }).flatMap(([path, values]) => group(path, values)),
    ...(up === undefined
      ? []
      : Object.entries({ '': up.link, [`.${UP_BUFFER}`]: up.buffer }).flatMap(([end, values]) =>
          group(UP_PATH + end, values),
        )),
    ...Object.entries(up?.policies ?? {}).flatMap(([id, values]) => group(`${UP_PATH}.${id}`, values)),
    ...Object.entries(sources).flatMap(([id, { kind: _, label: __, ...values }]) => group(`sources.${id}`, values)),
    ...Object.entries(policies)
      .sort((a, b) => sourceRank(a) - sourceRank(b))
      .flatMap(([id, values]) => group(id, values, `policies.${id}`)),
  ];
}

function shortenText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
