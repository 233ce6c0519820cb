/** The parts of the engine that many runs do not need. all-optional-parts.ts registers them here when it is loaded. */

import type { ParameterValue } from '../../params/schema.ts';
import type { CellOutputPort, CellPortOptions } from '../atm/cell-port.ts';
import type { TrafficView } from '../contract/policy.ts';
import type { Port, PortOptions } from '../network/port.ts';
import type { SourceKind } from '../packets/source-kind.ts';
import type { ResolvedScenario, Scenario } from '../scenario/scenario.ts';
import { type TrafficFactory, trafficModels } from '../sources/traffic-models.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import { congestionOptions } from '../transport/congestion/loaded-controls.ts';
import { LOADED_VARIANTS } from '../transport/create-sender.ts';
import type { readLabels } from './read-labels.ts';
import type { twoWayParts } from './two-way-parts.ts';
import type { VcGuarantees } from './vc-guarantees.ts';

export interface OptionalParts {
  /** The labels of packets, which no policy reads that is loaded first. */
  readonly labels: typeof readLabels;
  readonly models: Readonly<Record<Exclude<SourceKind, keyof typeof trafficModels>, TrafficFactory>>;
  readonly cellPort: (options: CellPortOptions) => CellOutputPort;
  readonly vcGuarantees: (...vcs: ConstructorParameters<typeof VcGuarantees>) => VcGuarantees;
  /** The packets of one class of a scenario's list of arrivals. The list must be checked before. */
  readonly arrivals: (csv: string | undefined, classId: string) => ClassArrivals;
  /** For a scenario with a queue in each direction. */
  readonly twoWay: typeof twoWayParts;
  /** A port whose rate varies, as the scenario says. The list of rates must be checked before. */
  readonly varyingPort: (scenario: Pick<ResolvedScenario, 'link' | 'rates'>, port: PortOptions) => Port;
}

let loadedParts: OptionalParts | undefined;

/** Called by all-optional-parts.ts when it is loaded. */
export function registerOptionalParts(parts: OptionalParts): void {
  loadedParts = parts;
}

/** Whether all parts that a run of this scenario needs are loaded. */
export function isEngineLoaded({ sources, buffer, link, up }: Scenario): boolean {
  if (loadedParts !== undefined) return true;
  return (
    // The policy of the direction up may be any.
    up === undefined &&
    buffer.cells === undefined &&
    (link.rates ?? 'constant') === 'constant' &&
    Object.values(sources).every(
      ({ kind, congestion, conformance, variant }) =>
        Object.hasOwn(trafficModels, kind) &&
        isDefault(congestion) &&
        conformance !== 'ns2' &&
        (variant === undefined || LOADED_VARIANTS.some((loaded) => loaded === variant)),
    )
  );
}

function isDefault(congestion: ParameterValue | undefined): boolean {
  return congestion === undefined || congestion === congestionOptions[0].value;
}

/** @throws Error if the model is not loaded: the caller must load it */
export function trafficModel(kind: SourceKind): TrafficFactory {
  const models: Partial<Record<SourceKind, TrafficFactory>> = { ...trafficModels, ...loadedParts?.models };
  return models[kind] ?? refuseMissingPart();
}

/** @throws Error if the part is not loaded */
export function cellPortFactory(): OptionalParts['cellPort'] {
  return loadedParts?.cellPort ?? refuseMissingPart();
}

/** @throws Error if the part is not loaded */
export function createVcGuarantees(...vcs: ConstructorParameters<typeof VcGuarantees>): VcGuarantees {
  return loadedParts?.vcGuarantees(...vcs) ?? refuseMissingPart();
}

/** The labels of packets; empty if the policies that read them are not loaded. */
export function packetLabels(...run: Parameters<typeof readLabels>): Pick<TrafficView, 'labels'> {
  return loadedParts === undefined ? {} : { labels: loadedParts.labels(...run) };
}

/** @throws Error if the part is not loaded */
export function partsOfTwoWay(): OptionalParts['twoWay'] {
  return loadedParts?.twoWay ?? refuseMissingPart();
}

/** @throws Error if the part is not loaded */
export function varyingPortFactory(): OptionalParts['varyingPort'] {
  return loadedParts?.varyingPort ?? refuseMissingPart();
}

/** @throws Error if the part is not loaded */
export function listedArrivals(csv: string | undefined, classId: string): ClassArrivals {
  return (loadedParts?.arrivals ?? refuseMissingPart())(csv, classId);
}

function refuseMissingPart(): never {
  throw new Error('the rest of the engine is not loaded');
}
