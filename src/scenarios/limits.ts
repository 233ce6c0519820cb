/** What single values cannot show: how much a scenario may ask for with all of them together. */
import { CELL_BYTES, cellsOf } from '../engine/atm/aal5.ts';
import type { PolicyDefinition } from '../engine/policy.ts';
import { bufferUnit, inCells, resolveScenario, type Scenario, type Values } from '../engine/scenario.ts';
import { sourceConstraints } from '../engine/sources/schemas.ts';
import { type Constraint, keepsGap, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { resolvedPolicyValues } from '../policies/values.ts';

/** Flows of all sources together: a lane keeps about 5 kB for each. */
export const MAX_FLOWS = 20_000;
/** Sample windows of a run: a lane keeps some hundred bytes for each, in its worker and on the page. */
export const MAX_WINDOWS = 250_000;

export const FLOWS_ALLOWED = `at most ${MAX_FLOWS} flows in all sources together`;

/** Flows of each source by its id. */
export function flowsBySource(scenario: Scenario): Map<string, number> {
  return new Map(resolveScenario(scenario).sources.map(({ id, values }) => [id, values.flows as number]));
}

export function windowsProblem(scenario: Scenario): ParameterProblem | undefined {
  const { durationSeconds, sampleMs } = resolveScenario(scenario).run;
  if ((durationSeconds * 1_000) / sampleMs <= MAX_WINDOWS) return undefined;
  const least = (durationSeconds * 1_000) / MAX_WINDOWS;
  return {
    path: 'run.sampleMs',
    given: String(sampleMs),
    allowed: `at least ${least} ms in a run of ${durationSeconds} s`,
  };
}

const CELL_BITS = 8 * CELL_BYTES;

export interface BrokenSource {
  /** Whose values are to blame; undefined where it is the buffer. */
  readonly source: string | undefined;
  /** The values that do not go together. */
  readonly values: readonly string[];
  readonly problem: ParameterProblem;
}

/** What the values of a source may not break together. */
export function constraintsOfSource(scenario: Scenario, id: string): readonly Constraint[] {
  const kind = scenario.sources[id]?.kind;
  return (kind && sourceConstraints[kind]) ?? [];
}

/** The first source whose values break a rule together (a mean outside its bounds); undefined when all is well. */
export function brokenSource(scenario: Scenario): BrokenSource | undefined {
  for (const { id, values } of resolveScenario(scenario).sources)
    for (const { lower, upper, gap } of constraintsOfSource(scenario, id)) {
      if (keepsGap(values[lower] as number, values[upper] as number, gap)) continue;
      const allowed = `at most sources.${id}.${upper}, which is ${values[upper]}`;
      const problem = { path: `sources.${id}.${lower}`, given: String(values[lower]), allowed };
      return { source: id, values: [lower, upper], problem };
    }
  return undefined;
}

/** What no run can be made of, beside a broken source: nobody sends, or what is sent never fits the buffer. */
export function impossible(scenario: Scenario): BrokenSource | undefined {
  return (
    wrongUnit(scenario) ??
    overbooked(scenario) ??
    brokenSource(scenario) ??
    silent(scenario) ??
    neverFits(scenario) ??
    tooSmall(scenario)
  );
}

/** Cells are buffered in cells, packets are not. */
function wrongUnit(scenario: Scenario): BrokenSource | undefined {
  const unit = bufferUnit(scenario);
  if ((unit === 'cells') === inCells(scenario)) return undefined;
  const allowed =
    unit === 'cells' ? 'a buffer in packets or bytes, where no source is a vc' : 'buffer.cells, where sources are vcs';
  const problem = { path: `buffer.${unit}`, given: String(scenario.buffer[unit]), allowed };
  return { source: undefined, values: [], problem };
}

/** More guaranteed than the link sends, or a burst that is shorter than two frames. */
function overbooked(scenario: Scenario): BrokenSource | undefined {
  const { sources, link } = resolveScenario(scenario);
  let left = link.rateBps / CELL_BITS;
  for (const { id, kind, values } of sources) {
    if (kind !== 'vc') continue;
    const { minimumCellRate, maximumBurstCells, segmentBytes, headerBytes } = values as Record<string, number>;
    const broken = (value: string, given: number | undefined, allowed: string): BrokenSource => ({
      source: id,
      values: [value],
      problem: { path: `sources.${id}.${value}`, given: String(given), allowed },
    });
    if ((minimumCellRate as number) > left)
      return broken(
        'minimumCellRate',
        minimumCellRate,
        `at most ${Math.floor(left)} cells/s, what the others leave of the link`,
      );
    left -= minimumCellRate as number;
    const burst = 2 * cellsOf((segmentBytes as number) + (headerBytes as number));
    if ((maximumBurstCells as number) < burst)
      return broken('maximumBurstCells', maximumBurstCells, `at least two frames, ${burst} cells`);
  }
  return undefined;
}

function silent(scenario: Scenario): BrokenSource | undefined {
  const flows = flowsBySource(scenario);
  const [first] = flows.keys();
  if (first === undefined || [...flows.values()].some((count) => count > 0)) return undefined;
  const problem = { path: `sources.${first}.flows`, given: '0', allowed: 'at least one flow in all sources together' };
  return { source: first, values: ['flows'], problem };
}

/** The largest packet that any source with flows sends, on the wire; of video the largest that frames are cut into. */
function largestPacket(scenario: Scenario): { readonly source: string; readonly bytes: number } {
  const sizes = resolveScenario(scenario).sources.flatMap(({ id, values }) => {
    const { segmentBytes, packetBytes, headerBytes } = values as Record<string, number | undefined>;
    return values.flows === 0 ? [] : [{ source: id, bytes: (segmentBytes ?? packetBytes ?? 0) + (headerBytes ?? 0) }];
  });
  return sizes.reduce((most, other) => (other.bytes > most.bytes ? other : most), { source: '', bytes: 0 });
}

/** What this policy's values do that is seldom meant; undefined when all is well. */
export function cautionOf(scenario: Scenario, definition: PolicyDefinition, values: Values): string | undefined {
  const { rateBps } = resolveScenario(scenario).link;
  return definition.caution?.(values, { rateBps, largestPacketBytes: largestPacket(scenario).bytes });
}

/** The thresholds of a policy for cells that may not exceed the buffer. */
export function boundByBuffer(definition: PolicyDefinition): readonly string[] {
  if (definition.cells === undefined) return [];
  const bound = ['lowThreshold', 'highThreshold', 'threshold'];
  return bound.filter((id) => Object.hasOwn(definition.parameters, id));
}

/** What a policy's values break together (min_th < max_th); undefined when all is well. */
export function brokenConstraint(
  scenario: Scenario,
  definition: PolicyDefinition,
  lane: Readonly<Record<string, ParameterValue>>,
): ParameterProblem | undefined {
  const values = resolvedPolicyValues(scenario, definition, lane);
  const { buffer } = resolveScenario(scenario);
  for (const id of boundByBuffer(definition))
    if ((values[id] as number) > buffer.limit)
      return {
        path: `${definition.id}.${id}`,
        given: String(values[id]),
        allowed: `at most the buffer, ${buffer.limit} cells`,
      };
  for (const { lower, upper, gap } of definition.constraints) {
    if (keepsGap(values[lower] as number, values[upper] as number, gap)) continue;
    return {
      path: `${definition.id}.${lower}`,
      given: String(values[lower]),
      allowed: `less than ${definition.id}.${upper}, which is ${values[upper]}`,
    };
  }
  return undefined;
}

/** A buffer in bytes that the largest packet never fits. Frames of video are cut into smaller ones at their end. */
function tooSmall(scenario: Scenario): BrokenSource | undefined {
  const { buffer, sources } = resolveScenario(scenario);
  if (buffer.unit !== 'bytes') return undefined;
  const { source, bytes } = largestPacket(scenario);
  if (bytes <= buffer.limit || sources.some(({ id, kind }) => id === source && kind === 'video')) return undefined;
  const allowed = `at least ${bytes} bytes, the largest packet of sources.${source}`;
  return { source: undefined, values: [], problem: { path: 'buffer.bytes', given: String(buffer.limit), allowed } };
}

/** A whole buffer in bytes that holds no packet of a video, or, where frames come at once, none of its I frames. */
function neverFits(scenario: Scenario): BrokenSource | undefined {
  const { buffer, sources } = resolveScenario(scenario);
  if (buffer.unit === 'packets') return undefined;
  const flows = [...flowsBySource(scenario).values()].reduce((sum, count) => sum + count, 0);
  const bytes = buffer.unit === 'bytes' ? buffer.limit : buffer.limit * flows;
  for (const { id, kind, values } of sources) {
    if (kind !== 'video' || values.flows === 0) continue;
    const name = values.pacing === 'burst' ? 'intraMinBytes' : 'packetBytes';
    const least =
      values.pacing === 'burst'
        ? values.intraMinBytes
        : Math.min(values.packetBytes as number, values.intraMinBytes as number);
    if ((least as number) <= bytes) continue;
    const problem = {
      path: `sources.${id}.${name}`,
      given: String(least),
      allowed: `at most the buffer, ${bytes} bytes`,
    };
    return { source: id, values: [name, 'pacing'], problem };
  }
  return undefined;
}
