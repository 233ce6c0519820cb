/**
 * A scenario: the network, its buffer, its sources and the duration of the run. Data only; see MODEL.md for the
 * topology. Each value that can be set has a path (`link.rateBps`, `sources.ltrf.flows`) and a declaration in a schema.
 */
import { choiceParameter } from '../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import { type ParsedPath, parsePath, type ScenarioGroup, UP_BUFFER } from '../../params/path.ts';
import type {
  DefaultContext,
  GivenValues,
  Parameter,
  ParameterSchema,
  ParameterValue,
  ParameterValues,
  ValuesOf,
} from '../../params/schema.ts';
import { ownEntry, resolveValues } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import type { SourceKind } from '../packets/source-kind.ts';
import { sourceSchemas } from '../sources/source-schemas.ts';
import type { ResolvedUpLink, UpLink, UpLinkPart } from './up-link.ts';

export { PACKET_SENDERS, SOURCES_WITH_SENDERS } from '../sources/source-schemas.ts';

/**
 * Sources of one class: `flows` of them, equal except for their random phases. The parameters are fields beside `kind`.
 */
export type SourceSpec = { readonly kind: SourceKind; readonly label: string } & ParameterValues;

/** The unit of the limit of a buffer. */
export type BufferUnit = keyof typeof bufferParameters;

/** A lane with which a scenario opens. */
export interface OpeningLane {
  /** Policy id. */
  readonly policy: string;
  /** Values that differ from the scenario's values for this policy. */
  readonly values: ParameterValues;
}

/** A scenario as presets and files have it, with its defaults left out. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** Description in one or two sentences. */
  readonly summary: string;
  /** Source of the scenario. */
  readonly citation: string;
  /** Values that differ from the defaults; the same in the groups below. */
  readonly link: GivenValues<typeof linkParameters>;
  /** The direction up, with a queue of its own. Without it, ACKs return over a link without a policy. */
  readonly up?: UpLink;
  readonly access: GivenValues<typeof accessParameters>;
  /** Exactly one of `packets`, `bytes`, `cells` and `bytesPerFlow`. */
  readonly buffer: GivenValues<typeof bufferParameters>;
  readonly run: GivenValues<typeof runParameters>;
  readonly sources: Readonly<Record<string, SourceSpec>>;
  /**
   * The packets of the sources of kind `arrivals`: CSV with a header `t_ns,flow,bytes,ect`; the class of a packet is
   * the id of its source.
   */
  readonly arrivals?: string;
  /**
   * The rate of the link over time, if `link.rates` is `file`: mahimahi's format, or CSV with a header `t_ms,rate_bps`.
   */
  readonly rates?: string;
  /** The policies that fit this scenario, by id, each with the values that differ from its defaults. */
  readonly policies: Readonly<Record<string, ParameterValues>>;
  /** The lanes that it opens with, one to four; without them, its first two policies. */
  readonly lanes?: readonly OpeningLane[];
  /** Named readings of an ambiguous source: choice -> option -> values by path. The first option is the default. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, ParameterValues>>>>;
}

/** Links whose rate varies: drawn by hand, or from the scenario's own list. */
const rates = [
  { value: 'constant', label: 'constant' },
  { value: 'lte', label: 'LTE, drawn by hand' },
  { value: 'wifi', label: 'Wi-Fi, drawn by hand' },
  { value: 'satellite', label: 'satellite handover, drawn by hand' },
  { value: 'file', label: 'from a file' },
] as const;

export const linkParameters = {
  rateBps: numberParameter('Rate', 'bit/s', [1e3, 1e11, 1e5], {
    symbol: 'C',
    scale: 'log',
    default: 10e6,
    primary: true,
    help: 'Rate of the bottleneck link, in both directions.',
  }),
  delayMs: numberParameter('Propagation', 'ms', [0, 10_000, 1], {
    symbol: 'T_p',
    default: 20,
    primary: true,
    help: 'Propagation delay of the bottleneck link, one way. A change applies to packets that are sent later.',
  }),
  rates: {
    kind: 'choice',
    label: 'Rate over time',
    options: rates,
    default: 'constant',
    live: false,
    help: 'A rate that varies applies only to the direction of the data. The constant C is the rate of the other direction, and policies compute with C.',
  },
  lossRate: numberParameter('Loss on the wire', '', [0, 0.5, 0.001], {
    default: 0,
    help: 'Share of the packets lost at random after the queue. The policy does not cause these losses.',
  }),
  lossModel: choiceParameter('Loss model', {
    options: { independent: 'independent', bursts: 'in bursts' },
    default: 'independent',
    help: 'Independent: each packet is lost with the same probability. In bursts: the link has a good and a bad state, and losses come together. The share of lost packets is the same.',
    source: 'Gilbert 1960; Elliott 1963',
  }),
  lossBurstPackets: numberParameter('Mean burst of losses', 'packets', [1, 1000, 1], {
    default: 5,
    help: 'For losses in bursts: mean number of packets for which the bad state lasts. With 1/(1 - loss) packets the losses are independent.',
  }),
  badLossRate: numberParameter('Loss in the bad state', '', [0.01, 1, 0.01], {
    default: 1,
    help: 'For losses in bursts: share of the packets lost in the bad state. With 1, each burst loses all its packets.',
  }),
  goodLossRate: numberParameter('Loss in the good state', '', [0, 0.5, 0.001], {
    default: 0,
    help: 'For losses in bursts: share of the packets lost in the good state.',
  }),
  reorderedShare: numberParameter('Reordered packets', '', [0, 1, 0.001], {
    default: 0,
    help: 'Share of the packets that get an extra delay after the queue, at random. Later packets overtake them.',
  }),
  reorderDelayMs: numberParameter('Delay of reordered packets', 'ms', [0.001, 1_000, 0.1], {
    default: 5,
    help: 'Extra delay of a reordered packet. The packets that leave the queue in this time overtake it.',
  }),
  ackLossRate: numberParameter('Loss of ACKs', '', [0, 0.5, 0.001], {
    default: 0,
    help: 'Share of the ACKs, and of other replies, lost at random on the way back.',
  }),
} as const satisfies ParameterSchema;

export const accessParameters = {
  rateBps: numberParameter('Access rate', 'bit/s', [1e3, 1e12, 1e6], {
    scale: 'log',
    default: {
      rule: '10 times the faster direction of the bottleneck',
      compute: (context: DefaultContext) => 10 * context.rateBps,
    },
    live: false,
    help: 'Rate of the link between each host and its router. Each flow has its own links, so no packet is lost there.',
  }),
  receiverDelayMs: numberParameter('Receiver-side delay', 'ms', [0, 10_000, 1], {
    default: 2,
    live: false,
    help: 'One-way delay between the second router and the receivers.',
  }),
} as const satisfies ParameterSchema;

export const bufferParameters = {
  packets: integerParameter('Buffer', 'packets', [1, 1e6, 1], {
    default: 100,
    primary: true,
    help: 'Capacity of the bottleneck buffer, counted in packets of any size.',
  }),
  bytes: integerParameter('Buffer', 'bytes', [64, 1e9, 100], {
    default: 100_000,
    primary: true,
    help: 'Capacity of the bottleneck buffer, counted in bytes.',
  }),
  cells: integerParameter('Buffer', 'cells', [24, 1e6, 100], {
    default: 6_000,
    primary: true,
    help: 'Capacity of the backbone switch, in cells of 53 bytes.',
  }),
  bytesPerFlow: integerParameter('Buffer for each flow', 'bytes', [1, 1e8, 100], {
    symbol: 'b',
    default: 1_500,
    primary: true,
    help: 'Buffer capacity for each sending flow, in bytes. The whole buffer grows with the number of flows.',
  }),
} as const satisfies ParameterSchema;

export const runParameters = {
  durationSeconds: numberParameter('Duration', 's', [0.001, 3_600, 1], {
    default: 60,
    live: false,
    help: 'Simulated duration of the run.',
  }),
  warmupSeconds: numberParameter('Warm-up', 's', [0, 3_599, 1], {
    default: 0,
    live: false,
    help: 'The figures leave out everything before this time.',
  }),
  sampleMs: numberParameter('Sample window', 'ms', [1, 10_000, 1], {
    default: 100,
    live: false,
    help: 'Length of one sample window of the plotted series.',
  }),
  accounting: choiceParameter('Throughput counts', {
    options: { payload: 'payload bytes', wire: 'bytes on the wire' },
    default: 'payload',
    live: false,
    help: 'Throughput and utilisation count only the payload (as ns-2 users do), or the headers too.',
  }),
} as const satisfies ParameterSchema;

const scenarioSchemas: Readonly<Record<ScenarioGroup, ParameterSchema>> = {
  link: linkParameters,
  access: accessParameters,
  buffer: bufferParameters,
  run: runParameters,
};

/** A source with all its values. */
export interface ResolvedSource {
  readonly id: string;
  readonly kind: SourceKind;
  readonly label: string;
  /** Those of the schema of its kind; each kind has `flows`. */
  readonly values: Record<string, ParameterValue> & { readonly flows: number };
}

/** A scenario with every default filled in. */
export interface ResolvedScenario {
  readonly id: string;
  readonly link: ValuesOf<typeof linkParameters>;
  /** The direction up; undefined if it has no queue. */
  readonly up: ResolvedUpLink | undefined;
  readonly access: ValuesOf<typeof accessParameters>;
  /** The limit is in the unit. */
  readonly buffer: { readonly unit: BufferUnit; readonly limit: number };
  readonly run: ValuesOf<typeof runParameters>;
  readonly sources: readonly ResolvedSource[];
  /** As in `Scenario`. */
  readonly arrivals: string | undefined;
  readonly rates: string | undefined;
}

/** The context in which the defaults of a scenario and of its policies are derived. */
export function defaultContext(scenario: Scenario): Omit<DefaultContext, 'values'> {
  const { rateBps = linkParameters.rateBps.default, delayMs = linkParameters.delayMs.default } = scenario.link;
  const unit = bufferUnit(scenario);
  const limit = scenario.buffer[unit] ?? bufferParameters[unit].default;
  const totalFlowCount = Object.values(scenario.sources).reduce((sum, source) => sum + flowCount(source), 0);
  const bufferPackets =
    unit === 'packets' || unit === 'cells' ? limit : (unit === 'bytes' ? limit : limit * totalFlowCount) / 1000;
  return { rateBps, delayMs, bufferPackets };
}

function flowCount(source: SourceSpec): number {
  return (source.flows ?? sourceSchemas[source.kind].flows.default) as number;
}

/** The declaration of a path of this scenario, without policies; undefined if there is none. */
export function scenarioParameter(scenario: Scenario, path: string): Parameter | undefined {
  const parsedPath = parsePath(path);
  return parsedPath === undefined || parsedPath.lane !== undefined ? undefined : parameterAtPath(scenario, parsedPath);
}

/** The parameter of a parsed path. The lane of the path is ignored. */
export function parameterAtPath(scenario: Scenario, { group, owner, id }: ParsedPath): Parameter | undefined {
  if (group === 'policy') return undefined;
  if (group === 'sources') {
    const source = ownEntry(scenario.sources, owner);
    return source && ownEntry(sourceSchemas[source.kind], id);
  }
  if (group === 'up') return upParameter(scenario, owner, id);
  if (group === 'buffer' && id !== bufferUnit(scenario)) return undefined;
  return ownEntry(scenarioSchemas[group], id);
}

let loadedUpLinks: UpLinkPart | undefined;

/** Called by declared-parts.ts when it is loaded. */
export function declareUpLinks(part: UpLinkPart): void {
  loadedUpLinks = part;
}

/** @throws Error if the parts that only some scenarios need are not loaded */
function upLinks(): UpLinkPart {
  if (loadedUpLinks === undefined) throw new Error('the rest of the engine is not loaded');
  return loadedUpLinks;
}

/** A value of the direction up, without its policy; undefined in a scenario with one queue. */
function upParameter(scenario: Scenario, owner: string, id: string): Parameter | undefined {
  const { up } = scenario;
  if (up === undefined) return undefined;
  if (owner === '') return ownEntry<Parameter>(upLinks().parameters, id);
  const isBuffer = owner === UP_BUFFER && id === upLinks().bufferUnit(up, bufferUnit(scenario));
  return isBuffer ? ownEntry(bufferParameters, id) : undefined;
}

/** The unit in which the scenario counts its buffer; without a limit, that of its sources. */
export function bufferUnit(scenario: Scenario): BufferUnit {
  const units = Object.keys(bufferParameters) as BufferUnit[];
  return units.find((unit) => Object.hasOwn(scenario.buffer, unit)) ?? (usesCells(scenario) ? 'cells' : 'packets');
}

/** Whether its sources send cells, which only some policies manage. */
export function usesCells({ sources }: Pick<Scenario, 'sources'>): boolean {
  return Object.values(sources).some(({ kind }) => kind === 'vc');
}

/** Fills in every default. The scenario's own values must be checked before. */
export function resolveScenario(scenario: Scenario): ResolvedScenario {
  const context = defaultContext(scenario);
  const unit = bufferUnit(scenario);
  const buffer = { unit, limit: scenario.buffer[unit] ?? bufferParameters[unit].default };
  const up = scenario.up && upLinks().resolve(scenario.up, { context, buffer });
  const fasterBps = Math.max(context.rateBps, up?.link.rateBps ?? 0);
  return {
    id: scenario.id,
    link: resolveValues(linkParameters, scenario.link, context),
    up,
    access: resolveValues(accessParameters, scenario.access, { ...context, rateBps: fasterBps }),
    buffer,
    run: resolveValues(runParameters, scenario.run, context),
    sources: Object.entries(scenario.sources).map(([id, source]) => ({
      id,
      kind: source.kind,
      label: source.label,
      values: resolveValues(sourceSchemas[source.kind], source, context) as ResolvedSource['values'],
    })),
    arrivals: scenario.arrivals,
    rates: scenario.rates,
  };
}

/** A copy of the scenario with one value set. The path and the value must be checked before. A buffer has one unit. */
export function withValue(scenario: Scenario, path: string, value: ParameterValue): Scenario {
  const { group, owner, id } = required(parsePath(path));
  if (group === 'sources') {
    const source = { ...scenario.sources[owner], [id]: value } as SourceSpec;
    return { ...scenario, sources: { ...scenario.sources, [owner]: source } };
  }
  if (group === 'policy') return scenario;
  if (group === 'up') return { ...scenario, up: upLinks().withValue(scenario.up ?? upLinks().empty, owner, id, value) };
  const values = group === 'buffer' ? {} : scenario[group];
  return { ...scenario, [group]: { ...values, [id]: value } };
}
