/**
 * The link of a run: a readable, versioned difference from a preset, e.g.
 * `v=1&p=opening&seed=7&link.rateBps=20000000&lanes=droptail,red(minThreshold:20)&edits=1.5:lanes.1.minThreshold:10`.
 * Times of edits are simulated seconds, exact to the nanosecond. A long one, or one with a scenario of its own, is
 * compressed into `z=`. Everything read is taken as hostile: lengths are capped before anything is decoded.
 */
import { strFromU8, strToU8, Unzlib, zlibSync } from 'fflate';
import { checkValue, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { parseScenarioFile, scenarioToFile } from '../scenarios/file.ts';
import { findPreset, OPENING } from '../scenarios/index.ts';
import { runOfPreset, runParameter } from './run-script.ts';
import { type LaneState, MAX_EDITS, MAX_LANES, type RunEdit, type RunState } from './run-state.ts';

export const LINK_VERSION = 1;
const MAX_HASH = 65_536;
const MAX_INFLATED = 1_048_576;
const LONG = 1_800;
const MAX_PROBLEMS = 50;
/** Simulated time beyond which no edit lies, s: the longest run. */
const MAX_SECONDS = 3_600;

export interface DecodedRun {
  readonly state: RunState;
  /** Each field that was not taken. */
  readonly problems: readonly ParameterProblem[];
}

/** The hash of a link, without '#'. */
export function encodeRun(run: RunState): string {
  const fields = [`v=${LINK_VERSION}`, `p=${escaped(run.preset)}`];
  if (run.seed !== 1) fields.push(`seed=${run.seed}`);
  for (const [path, value] of Object.entries(run.changes)) fields.push(`${path}=${valueText(value)}`);
  fields.push(`lanes=${run.lanes.map(laneText).join(',')}`);
  if (run.edits.length > 0) fields.push(`edits=${run.edits.map(editText).join(';')}`);
  if (run.custom !== undefined) fields.push(`scenario=${escaped(JSON.stringify(scenarioToFile(run.custom)))}`);
  const text = fields.join('&');
  return text.length > LONG || run.custom !== undefined
    ? `z=${base64url(zlibSync(strToU8(text), { level: 9 }))}`
    : text;
}

/** Reads a hash. Never throws; what cannot be taken falls back field by field and is named. */
export function decodeRun(hash: string): DecodedRun {
  const problems: ParameterProblem[] = [];
  const refuse = (path: string, given: string, allowed: string) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ path, given: given.length > 60 ? `${given.slice(0, 57)}...` : given, allowed });
  };
  const plain = readable(hash.replace(/^#/, ''), refuse);
  const fields = new Map<string, string>();
  for (const field of plain.split('&')) {
    const at = field.indexOf('=');
    if (at > 0) fields.set(field.slice(0, at), unescaped(field.slice(at + 1)));
    else if (field !== '') refuse('link', field, 'name=value');
  }
  return { state: new Reader(fields, refuse).run(), problems };
}

type Refuse = (path: string, given: string, allowed: string) => void;

class Reader {
  private readonly fields: Map<string, string>;
  private readonly refuse: Refuse;

  constructor(fields: Map<string, string>, refuse: Refuse) {
    this.fields = fields;
    this.refuse = refuse;
  }

  run(): RunState {
    const version = this.take('v');
    if (version !== undefined && version !== String(LINK_VERSION))
      this.refuse('v', version, `${LINK_VERSION} (the rest is read as far as it is known)`);
    let run = this.base();
    run = { ...run, seed: this.seed() };
    const lanes = this.take('lanes');
    const edits = this.take('edits');
    run = { ...run, changes: this.changes(run) };
    if (lanes !== undefined) run = { ...run, lanes: this.lanes(lanes, run.lanes) };
    return edits === undefined ? run : { ...run, edits: this.edits(edits, run) };
  }

  private take(name: string): string | undefined {
    const value = this.fields.get(name);
    this.fields.delete(name);
    return value;
  }

  private base(): RunState {
    const preset = this.take('p') ?? OPENING;
    const text = this.take('scenario');
    if (text !== undefined) {
      const { scenario, problems } = parseScenarioFile(text);
      for (const problem of problems) this.refuse(`scenario.${problem.path}`, problem.given, problem.allowed);
      if (scenario !== undefined) {
        const lanes = Object.keys(scenario.policies)
          .slice(0, 2)
          .map((policy) => ({ policy, values: {} }));
        return { ...runOfPreset(OPENING), preset: scenario.id, custom: scenario, lanes };
      }
    }
    if (findPreset(preset) === undefined) this.refuse('p', preset, 'the id of a preset');
    return runOfPreset(preset);
  }

  private seed(): number {
    const text = this.take('seed');
    if (text === undefined) return 1;
    const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(seed)) return seed;
    this.refuse('seed', text, 'a whole number from 0 to 9007199254740991');
    return 1;
  }

  /** What is left over: values of the scenario, by path. */
  private changes(run: RunState): Record<string, ParameterValue> {
    const changes: Record<string, ParameterValue> = {};
    for (const [path, text] of this.fields) {
      const value = path.startsWith('lanes.') ? this.unknown(path, text) : this.value(run, path, text);
      if (value !== undefined) changes[path] = value;
    }
    return changes;
  }

  private unknown(path: string, text: string): undefined {
    this.refuse(path, text, 'a parameter of this scenario');
  }

  private value(run: RunState, path: string, text: string): ParameterValue | undefined {
    const parameter = runParameter(run, path);
    if (parameter === undefined) return this.unknown(path, text);
    const checked = checkValue(path, parameter, text);
    if (checked.ok) return checked.value;
    this.refuse(path, checked.problem.given, checked.problem.allowed);
    return undefined;
  }

  /** `droptail,red(minThreshold:20;gentle:false)` */
  private lanes(text: string, fallback: readonly LaneState[]): readonly LaneState[] {
    const lanes: LaneState[] = [];
    for (const item of text.split(/,(?![^(]*\))/)) {
      const parts = /^([\w-]+)(?:\((.*)\))?$/.exec(item);
      const policy = parts?.[1] ?? item;
      if (findPolicy(policy) === undefined) this.refuse('lanes', item, policyIds.join(', '));
      else if (lanes.length === MAX_LANES) this.refuse('lanes', item, `at most ${MAX_LANES} lanes`);
      else lanes.push({ policy, values: this.laneValues(policy, parts?.[2] ?? '') });
    }
    return lanes.length > 0 ? lanes : fallback;
  }

  private laneValues(policy: string, text: string): Record<string, ParameterValue> {
    const values: Record<string, ParameterValue> = {};
    const schema = findPolicy(policy)?.parameters ?? {};
    for (const item of text.split(';').filter((part) => part !== '')) {
      const at = item.indexOf(':');
      const id = item.slice(0, Math.max(0, at));
      const parameter = Object.hasOwn(schema, id) ? schema[id] : undefined;
      if (parameter === undefined) {
        this.refuse(`lanes.${policy}`, item, `${Object.keys(schema).join(', ') || 'no parameters'}`);
        continue;
      }
      const checked = checkValue(`${policy}.${id}`, parameter, item.slice(at + 1));
      if (checked.ok) values[id] = checked.value;
      else this.refuse(checked.problem.path, checked.problem.given, checked.problem.allowed);
    }
    return values;
  }

  /** `1.5:lanes.1.minThreshold:10;2:link.rateBps:5000000` */
  private edits(text: string, run: RunState): readonly RunEdit[] {
    const edits: RunEdit[] = [];
    for (const item of text.split(';').filter((part) => part !== '')) {
      if (edits.length === MAX_EDITS) {
        this.refuse('edits', item, `at most ${MAX_EDITS}`);
        break;
      }
      const parts = /^(\d{1,4}(?:\.\d{1,9})?):([\w.-]+):(.*)$/.exec(item);
      const timeNs = parts === null ? Number.NaN : nanoseconds(parts[1] as string);
      if (parts === null || timeNs > MAX_SECONDS * 1e9) {
        this.refuse('edits', item, 'seconds:path:value');
        continue;
      }
      const value = this.value(run, parts[2] as string, parts[3] as string);
      if (value !== undefined) edits.push({ timeNs, path: parts[2] as string, value });
    }
    return edits.sort((one, other) => one.timeNs - other.timeNs);
  }
}

/** Undoes the compression, if there is any, within the caps. */
function readable(hash: string, refuse: Refuse): string {
  if (hash.length > MAX_HASH) {
    refuse('link', `${hash.length} characters`, `at most ${MAX_HASH}`);
    return '';
  }
  if (!hash.startsWith('z=')) return hash;
  try {
    return strFromU8(inflated(fromBase64url(hash.slice(2))));
  } catch {
    refuse('z', hash.slice(2, 40), 'a link made by this page');
    return '';
  }
}

/** Inflates piece by piece, so that a small input cannot grow without bound. */
function inflated(data: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let done = false;
  const stream = new Unzlib((chunk, final) => {
    size += chunk.length;
    if (size > MAX_INFLATED) throw new Error('too long');
    chunks.push(chunk);
    done = final;
  });
  for (let at = 0; at < data.length; at += 1024) stream.push(data.subarray(at, at + 1024), at + 1024 >= data.length);
  if (!done) throw new Error('cut off');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function valueText(value: ParameterValue): string {
  return escaped(Array.isArray(value) ? value.join(',') : String(value));
}

function laneText(lane: LaneState): string {
  const values = Object.entries(lane.values).map(([id, value]) => `${id}:${valueText(value)}`);
  return values.length === 0 ? lane.policy : `${lane.policy}(${values.join(';')})`;
}

function editText(edit: RunEdit): string {
  return `${seconds(edit.timeNs)}:${edit.path}:${valueText(edit.value)}`;
}

/** Whole nanoseconds as seconds, without rounding. */
function seconds(timeNs: number): string {
  const fraction = String(timeNs % 1e9)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${Math.floor(timeNs / 1e9)}${fraction === '' ? '' : `.${fraction}`}`;
}

function nanoseconds(text: string): number {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return Number(whole) * 1e9 + Number(fraction.padEnd(9, '0'));
}

/** Percent-encodes only what would be taken for the grammar, or would not survive a mail. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
}
