/**
 * The link of a run: a readable, versioned difference from a preset, e.g.
 * `v=5&p=opening&seed=7&link.rateBps=2e7&lanes=droptail,red&lanes.1.minThreshold=20&edits=1.5:lanes.1.minThreshold:10`.
 *
 *   v=5                                  version of the presets' values and of this grammar (url-versions.ts)
 *   p=PRESET                             base of the difference; `scenario=JSON` is a user's own scenario
 *   embed=bare|locked                    for frames in other pages: without controls, or with controls that do nothing
 *   seed=N                               1 if it is left out
 *   PATH=VALUE                           a value of the scenario, by its path
 *   lanes=POLICY,POLICY,...              one to four
 *   lanes.N.PARAMETER=VALUE              a value of the policy of lane N, from 0
 *   edits=SECONDS:PATH:VALUE;...         live edits at their simulated times, exact to the nanosecond
 *   story=N                              the stop of the preset's story, from 1; 0 is its introduction
 *   at=SECONDS                           the run opens here, and does not play
 *   plots=ID,ID,ID                       the plots, at most three
 *   span=last|whole|SECONDS,SECONDS      the time that they show
 *   under=DRAWING,...                    by lane, what is under the queue: lens, regions, overTime or groups
 *   below=lenses|plots                   on a page without room for both
 *   controls=PATH,...                    with embed=locked: the only controls, which can be changed
 *   own=SOURCE the program of the lanes with the policy `own`; it runs only if the user agrees
 *   beside=JSON                          lanes of several runs: for each its title, its lane and the link of its run
 *   from=PAPER:NUMBER                    the printed number (or figure) of a paper that the run was opened from
 *   z=CODE&v=5                           all of this, compressed: when it is long or holds a scenario
 *
 * Only letters, digits and `= & . , : ; - _` occur in it, with `%` before each other character of a scenario. It ends
 * in a letter or digit, so mails and chats leave it whole. Each number has the shortest form that gives exactly the
 * same number again.
 */

import { resolveScenario } from '../engine/scenario/scenario.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import { lanePath } from '../params/path.ts';
import type { ParameterProblem, ParameterValue } from '../params/schema.ts';
import { scenarioToFile } from '../scenarios/files/file.ts';
import { LongUrlError, MAX_INFLATED_CHARACTERS, MAX_URL_HASH_CHARACTERS } from './long-url.ts';
import type { Embedding, LaneProgram, OpeningState, RunEdit, RunState } from './run-state.ts';
import { scenarioOfRun } from './run-values.ts';
import { compressText, decompressText } from './text-compression.ts';
import { parseFields, type UrlContent, type UrlParserOptions } from './url-parser.ts';
import { formatUrlVersions, parseUrlVersion, URL_VERSION } from './url-versions.ts';
import { type UrlView, viewFields } from './url-view.ts';

export { LongUrlError };

/** A link with more characters than this is compressed. */
const MAX_READABLE_CHARACTERS = 1_800;

/** Somebody else's program. */
export interface OfferedProgram {
  readonly source: string;
  /** The run of the link with this program, after the program was read. */
  readonly open: (program: LaneProgram) => DecodedRun;
  /** Place at which the run is opened, if it was stored for a reload. */
  readonly opening?: OpeningState;
}

/** The content of a link besides its run. */
export interface UrlOptions {
  readonly embedding?: Embedding;
  /** The number of a paper that the run was opened from. */
  readonly from?: string | undefined;
  readonly story?: number | undefined;
  readonly view?: UrlView | undefined;
}

/** The content of a link that was read. */
export interface DecodedRun extends Omit<UrlContent, 'program'> {
  /** The link has a program that has not been run. */
  readonly program?: OfferedProgram;
}

/**
 * The hash of a link, without '#'.
 * @throws LongUrlError if it would be too long to be read
 */
export function encodeRun(run: RunState, options: UrlOptions = {}): string {
  // A text of this length would be refused anyway, so it is not made.
  const { arrivals = '', rates = '' } = run.custom ?? {};
  if (arrivals.length + rates.length > MAX_INFLATED_CHARACTERS) throw new LongUrlError();
  const text = formatFields(run, options);
  if (text.length > MAX_INFLATED_CHARACTERS) throw new LongUrlError();
  const isLong = text.length > MAX_READABLE_CHARACTERS || run.custom !== undefined || hasProgram(run);
  const hash = isLong ? `z=${compressText(text)}&v=${URL_VERSION}` : text;
  if (hash.length >= MAX_URL_HASH_CHARACTERS) throw new LongUrlError();
  return hash;
}

/**
 * The fields of a run's link, of any length.
 * @param source of its program
 */
export function formatFields(
  run: RunState,
  { embedding = 'whole', from, story, view }: UrlOptions = {},
  source = run.program?.source,
): string {
  const shownSources = run.lanes.flatMap(({ source: shown }) => shown ?? []);
  const fields = [`v=${URL_VERSION}`, `p=${escapeField(run.preset)}`];
  // Lanes of several runs have no values in common that could be changed.
  const shownEmbedding = shownSources.length > 0 && embedding === 'whole' ? 'locked' : embedding;
  if (shownEmbedding !== 'whole') fields.push(`embed=${shownEmbedding}`);
  if (from !== undefined) fields.push(`from=${escapeField(from)}`);
  if (story !== undefined) fields.push(`story=${story}`);
  if (view !== undefined) fields.push(...viewFields(view, resolveScenario(scenarioOfRun(run)).run.durationSeconds));
  if (shownSources.length > 0) {
    const lanes = shownSources.map(({ title, lane, run: ownRun }) => [title, lane, formatFields(ownRun)]);
    fields.push(`beside=${escapeField(JSON.stringify(lanes))}`);
    return fields.join('&');
  }
  if (run.seed !== 1) fields.push(`seed=${run.seed}`);
  for (const [path, value] of Object.entries(run.startValues)) fields.push(`${path}=${formatUrlValue(value)}`);
  fields.push(`lanes=${run.lanes.map((lane) => lane.policy).join(',')}`);
  for (const [index, lane] of run.lanes.entries())
    for (const [id, value] of Object.entries(lane.values))
      fields.push(`${lanePath(index, id)}=${formatUrlValue(value)}`);
  if (run.edits.length > 0) fields.push(`edits=${run.edits.map(formatUrlEdit).join(';')}`);
  if (hasProgram(run)) fields.push(`own=${escapeField(source ?? '')}`);
  if (run.custom !== undefined) fields.push(`scenario=${escapeField(JSON.stringify(scenarioToFile(run.custom)))}`);
  return fields.join('&');
}

/** Whether a lane runs a program: only then the link of the run contains the program. */
export const hasProgram = ({ lanes }: RunState) => lanes.some(({ policy }) => policy === PROGRAM_POLICY);

/** Reads a hash, with or without '#'. Never throws. A refused field keeps its default and is named. */
export function decodeRun(hash: string): DecodedRun {
  const text = plainFields(hash);
  return typeof text === 'string' ? parseUrlFields(text) : decodedRun('', { hashProblem: text });
}

/** Reads fields as `formatFields` writes them. */
export const parseUrlFields = (text: string): DecodedRun => decodedRun(text);

function decodedRun(text: string, options?: UrlParserOptions): DecodedRun {
  const { program, ...run } = parseFields(text, options);
  if (program === undefined) return run;
  // The program runs only after the user agrees. Until then its scenario is shown without it.
  return { ...run, program: { source: program, open: (givenProgram) => decodedRun(text, { givenProgram }) } };
}

/** The fields of a hash, without the changes of mails and chats, and without compression; or why there are none. */
function plainFields(hash: string): string | ParameterProblem {
  if (hash.length > MAX_URL_HASH_CHARACTERS)
    return { path: 'link', given: `${hash.length} characters`, allowed: `at most ${MAX_URL_HASH_CHARACTERS}` };
  // Mails break long lines; some chats encode everything.
  let text = hash.replace(/^\s*#/, '').replace(/\s+/g, '');
  if (!text.includes('=') && /%3d/i.test(text)) text = unescapeField(text);
  const [code] = text.split('&', 1) as [string];
  if (!code.startsWith('z=')) return text;
  const [, version] = /&(?:amp;)?v=([^&]*)/.exec(text) ?? [];
  // A later version can have another compression.
  if (parseUrlVersion(version) === undefined)
    return { path: 'v', given: version ?? '', allowed: formatUrlVersions(version ?? '') };
  try {
    return decompressText(code.slice(2));
  } catch {
    return { path: 'z', given: code.slice(2), allowed: 'a complete link of this page' };
  }
}

function formatUrlValue(value: ParameterValue): string {
  if (typeof value === 'object') return value.map(formatUrlNumber).join(',');
  return typeof value === 'number' ? formatUrlNumber(value) : escapeField(String(value));
}

/** The shortest text for the same number: 2e7, not 20000000. */
function formatUrlNumber(value: number): string {
  const plainText = String(value);
  const power = value.toExponential();
  return (power.length < plainText.length - 1 ? power : plainText).replace('+', '');
}

function formatUrlEdit(edit: RunEdit): string {
  return `${formatExactSeconds(edit.timeNs)}:${edit.path}:${formatUrlValue(edit.value)}`;
}

/** Whole nanoseconds as seconds, without rounding. */
function formatExactSeconds(timeNs: number): string {
  const fraction = String(timeNs % 1e9)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${Math.floor(timeNs / 1e9)}${fraction === '' ? '' : `.${fraction}`}`;
}

const escapeField = encodeURIComponent;

function unescapeField(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
