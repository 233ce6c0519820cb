/**
 * Paths: the names of the values that can be set, as links, edits, files and the command line write them. Only this
 * module parses a path.
 *
 *   link.ID, access.ID, run.ID, buffer.UNIT   a value of the scenario
 *   link.up.ID, link.up.buffer.UNIT           a value of the other direction of the link
 *   link.up.POLICY.ID                         a value of the policy of the other direction
 *   sources.CLASS.ID                          a value of one class of sources
 *   policy.ID                                 a value of the policy of the lane that gets it
 *   POLICY.ID, policies.POLICY.ID             a value of the policy with this id
 *   lanes.N.ID                                a value of the policy of lane N, from 0
 *   lanes.N.PATH                              a value of the scenario, or of a class of sources, for lane N only
 */

export const scenarioGroups = ['link', 'access', 'buffer', 'run'] as const;
/** The first word of the path of a scenario's value. */
export type ScenarioGroup = (typeof scenarioGroups)[number];

/** A path in its parts. */
export interface ParsedPath {
  /** Its lane; undefined for all lanes. */
  readonly lane: number | undefined;
  readonly group: ScenarioGroup | 'up' | 'sources' | 'policy';
  /**
   * Id of the class of sources or of the policy; empty for a group of the scenario, and for a lane's own policy. In
   * group `up`: `buffer`, or the id of a policy; empty for a value of the link.
   */
  readonly owner: string;
  readonly id: string;
}

/** The beginning of the paths of group `up`. */
export const UP_PATH = 'link.up';

/** The owner of the buffer in group `up`. */
export const UP_BUFFER = 'buffer';

const LANE_PATH = /^lanes\.(0|[1-9]\d*)\.(.+)$/;

/** The value that a path names; undefined if it is not a path. It does not check whether such a value is declared. */
export function parsePath(text: string): ParsedPath | undefined {
  const [, lane, rest] = LANE_PATH.exec(text) ?? [];
  if (lane === undefined || rest === undefined) return text.startsWith('lanes.') ? undefined : parseWithoutLane(text);
  if (!rest.includes('.')) return { lane: Number(lane), group: 'policy', owner: '', id: rest };
  const pathWithoutLane = parseWithoutLane(rest);
  return pathWithoutLane === undefined || pathWithoutLane.group === 'policy'
    ? undefined
    : { ...pathWithoutLane, lane: Number(lane) };
}

function parseWithoutLane(text: string): ParsedPath | undefined {
  if (text.startsWith(`${UP_PATH}.`)) return parseUpPath(text.slice(UP_PATH.length + 1));
  const [first = '', second = '', third, ...beyond] = text.split('.');
  if (second === '' || beyond.length > 0) return undefined;
  const lane = undefined;
  if (first === 'sources' || first === 'policies') {
    const group = first === 'sources' ? first : 'policy';
    return third === undefined ? undefined : { lane, group, owner: second, id: third };
  }
  if (third !== undefined) return undefined;
  const group = scenarioGroups.find((name) => name === first);
  if (group !== undefined) return { lane, group, owner: '', id: second };
  return { lane, group: 'policy', owner: first === 'policy' ? '' : first, id: second };
}

function parseUpPath(rest: string): ParsedPath | undefined {
  const [first = '', second, ...beyond] = rest.split('.');
  if (first === '' || second === '' || beyond.length > 0) return undefined;
  const at = { lane: undefined, group: 'up' } as const;
  return second === undefined ? { ...at, owner: '', id: first } : { ...at, owner: first, id: second };
}

/** Whether a path names a value of the direction up whose label does not say so: of its buffer, or of its policy. */
export function isUnnamedUp(path: string): boolean {
  const { group, owner } = parsePath(path) ?? {};
  return group === 'up' && owner !== '';
}

/** The text of a path: what `parsePath` reads. */
export function formatPath({ lane, group, owner, id }: ParsedPath): string {
  if (lane !== undefined && group === 'policy') return lanePath(lane, id);
  const prefix = lane === undefined ? '' : `lanes.${lane}.`;
  if (group === 'sources') return `${prefix}sources.${owner}.${id}`;
  if (group === 'up') return `${prefix}${UP_PATH}.${owner === '' ? '' : `${owner}.`}${id}`;
  return `${prefix}${owner === '' ? group : owner}.${id}`;
}

/** The path of a value of the policy of one lane. */
export const lanePath = (lane: number, id: string): string => `lanes.${lane}.${id}`;

/** Of a value of the direction up: of its buffer, or of a policy there. */
export const upPath = (owner: string, id: string): string => formatPath({ lane: undefined, group: 'up', owner, id });

/**
 * Whether a path is one of these, or begins with all words of one of them: `sources.ltrf.flows` begins with `sources`.
 */
export function pathBeginsWith(path: string, beginnings: readonly string[]): boolean {
  return beginnings.some((prefix) => path === prefix || path.startsWith(`${prefix}.`));
}

/** Its last word: the id of the value. */
export function lastKey(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
