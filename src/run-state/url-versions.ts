/**
 * Versions of the link of a run. A link is a difference from a preset. When values of presets or defaults change, or a
 * value of a policy gets another meaning, links get a new version. A link of an earlier version keeps what it had.
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { formatPath } from '../params/path.ts';
import type { ParameterValue, ParameterValues } from '../params/schema.ts';

/** The version of new links, and of a link that names none. */
export const URL_VERSION = 5;

const KERNEL_5 = '5.x';

type PathValues = Readonly<Record<string, ParameterValue>>;

/** In links of version 1, these sources had TCP as in RFC 6675, with windows that grow per ACK. By preset. */
const sourcesOfVersion1: Readonly<Record<string, readonly string[]>> = {
  'home-bufferbloat': ['download'],
  'greedy-and-sparse': ['download', 'web'],
  'web-fetches': ['download', 'web'],
  'video-beside-download': ['video', 'download'],
  'sudden-load': ['before', 'load'],
  'flows-come-and-go': ['always', 'middle', 'peak'],
  'home-hosts': ['many', 'one'],
  'buffer-sizing': ['tcp'],
  'cubic-reno-short': ['cubic', 'reno'],
  'cubic-reno-long': ['cubic', 'reno'],
  'bbr-cubic-shallow': ['bbr', 'cubic'],
  'bbr-cubic-deep': ['bbr', 'cubic'],
  'rtt-unfairness': ['near', 'far'],
  'l4s-beside-classic': ['prague', 'reno'],
  'mobile-link': ['download'],
  'satellite-handover': ['cubic', 'bbr'],
};
const valuesOfVersion1: ParameterValues = { variant: 'sack', growthPer: 'ack' };

/** Values by path that the presets had in links of each earlier version and have no longer, by preset. */
export const earlierValues: Readonly<Record<number, Readonly<Record<string, PathValues>>>> = {
  1: Object.fromEntries(
    Object.entries(sourcesOfVersion1).map(([preset, sources]) => [preset, valuesOfSources(sources, valuesOfVersion1)]),
  ),
  2: {},
  3: {},
  4: {},
};

/** Up to version 3, these policies of these presets were as published, not as in Linux. By preset. */
const MAX_VERSION_AS_PUBLISHED = 3;
const publishedPolicies: Readonly<Record<string, readonly string[]>> = {
  'home-bufferbloat': ['fq-codel', 'codel', 'pie'],
  'greedy-and-sparse': ['fq-codel', 'codel', 'pie'],
  'web-fetches': ['fq-codel', 'codel', 'pie'],
  'sudden-load': ['fq-codel', 'codel', 'pie'],
  'flows-come-and-go': ['red', 'pie'],
  'home-hosts': ['fq-codel'],
  'cubic-reno-short': ['codel'],
  'cubic-reno-long': ['codel'],
  'bbr-cubic-shallow': ['fq-codel'],
  'bbr-cubic-deep': ['fq-codel'],
  'bbr3-cubic': ['fq-codel'],
  'bbr3-bbr1': ['fq-codel'],
  'rtt-unfairness': ['red', 'fq-codel'],
  'l4s-beside-classic': ['dualpi2', 'pie'],
  'mobile-link': ['codel', 'fq-codel', 'pie'],
  'satellite-handover': ['fq-codel'],
  'lossy-long-path': ['fq-codel'],
  'reordering-path': ['fq-codel'],
  'shallow-buffer': ['fq-codel'],
};
const publishedValues: Readonly<Record<string, ParameterValues>> = {
  codel: { variant: 'rfc', ecn: true },
  'fq-codel': { variant: 'rfc' },
  pie: { variant: 'rfc', ecn: true },
  dualpi2: { variant: 'rfc' },
  red: { variant: 'published', burstPackets: 0, bandwidthBps: 10e6, meanPacketBytes: 1000 },
};

/**
 * Values that a lane of a preset had in links of `version`, and that differ from the present ones. Lanes of CHOKe and
 * RED-ECN take the values that a preset has for RED.
 */
export function earlierLaneValues(version: number, preset: string, definition: PolicyDefinition): ParameterValues {
  const { id, parametersOf: named = id, parameters } = definition;
  const wasPublished = version <= MAX_VERSION_AS_PUBLISHED && publishedPolicies[preset]?.includes(named);
  const values = Object.entries((wasPublished && publishedValues[named]) || {});
  return Object.fromEntries(values.filter(([parameter]) => Object.hasOwn(parameters, parameter)));
}

/** Up to version 4, the opening of this preset had the older policy in place of CAKE. */
const MAX_VERSION_OF_CAKE_PARTS = 4;

/** The policy that a lane of a preset's opening had in links of `version`. */
export function earlierOpeningPolicy(version: number, preset: string, policy: string): string {
  const hadParts = version <= MAX_VERSION_OF_CAKE_PARTS && preset === 'home-hosts' && policy === 'cake';
  return hadParts ? 'cake-parts' : policy;
}

/**
 * Defaults by path that the sources of a link of `version` had and have no longer: BBR had the loss recovery of all
 * others.
 */
export function earlierDefaults(version: number, sources: Scenario['sources']): PathValues {
  // QUIC has one loss recovery.
  const changedFields = Object.entries(sources).flatMap(([id, { kind, congestion, variant }]) =>
    version < 3 && kind !== 'quic' && congestion === 'bbr1' && variant === undefined ? id : [],
  );
  return valuesOfSources(changedFields, { variant: 'sack' });
}

/** Up to version 2, these policies as in Linux were those of kernels 5.x. */
const MAX_VERSION_OF_KERNEL_5 = 2;
const policiesWithKernel: readonly string[] = ['codel', 'fq-codel'];

/**
 * Names the kernel in the fields of a link of an earlier version.
 * @param fields path and text; the result is added
 * @param policies of the lanes
 */
export function addEarlierKernel(version: number, fields: Map<string, string>, policies: readonly string[]): void {
  if (version > MAX_VERSION_OF_KERNEL_5) return;
  for (const [path, text] of fields) {
    const [, owner = '', lane] = /^((?:lanes\.(\d+))|[\w-]+)\.variant$/.exec(path) ?? [];
    const policy = lane === undefined ? owner : policies[Number(lane)];
    const kernelPath = `${owner}.kernel`;
    if (text === 'linux' && policiesWithKernel.includes(policy ?? '') && !fields.has(kernelPath))
      fields.set(kernelPath, KERNEL_5);
  }
}

/** The scenario of a link of an earlier version, with its kernel. */
export function withEarlierKernel(version: number, scenario: Scenario): Scenario {
  if (version > MAX_VERSION_OF_KERNEL_5) return scenario;
  const entries = Object.entries(scenario.policies).map(([policy, values]) => {
    const isEarlier = policiesWithKernel.includes(policy) && values.variant === 'linux' && values.kernel === undefined;
    return [policy, isEarlier ? { ...values, kernel: KERNEL_5 } : values];
  });
  return { ...scenario, policies: Object.fromEntries(entries) };
}

function valuesOfSources(sources: readonly string[], values: ParameterValues): PathValues {
  return Object.fromEntries(
    sources.flatMap((owner) =>
      Object.entries(values).map(([id, value]) => [
        formatPath({ lane: undefined, group: 'sources', owner, id }),
        value,
      ]),
    ),
  );
}

/** The version that a link names; undefined if this page does not know it. */
export function parseUrlVersion(text: string | undefined): number | undefined {
  if (text === undefined) return URL_VERSION;
  return text === String(URL_VERSION) || Object.hasOwn(earlierValues, text) ? Number(text) : undefined;
}

/** The versions that can be read, in words for an error. */
export function formatUrlVersions(text: string): string {
  const versions = `${Object.keys(earlierValues).join(', ')} or ${URL_VERSION}`;
  return Number(text) > URL_VERSION ? `${versions}; the link is newer than this page, so it was not read` : versions;
}
