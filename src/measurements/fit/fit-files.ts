/** Files of a link, fitted: what the fit and the scenario need of them besides their series. */
import { fitLink } from './fit-link.ts';
import type { LoadedRoundTrips } from './four-numbers.ts';
import type { GivenDirection, LinkDirection, LinkFit, NamedMeasurement } from './link-fit.ts';
import { probeSeriesOf } from './probe-waits.ts';
import { isLogOfOneInterface } from './router-queues.ts';

/** The fit of the files of a link, and what they say besides. */
export interface FittedFiles {
  readonly fit: LinkFit;
  readonly loadedRoundTrips: LoadedRoundTrips;
  /** Flows of the largest TCP load of each direction; at least one. */
  readonly flows: Readonly<Record<LinkDirection, number>>;
}

/** The fit of files, with what they say besides: the flows of a speed test, and the longest round trips. */
export function fitFiles(files: readonly NamedMeasurement[]): FittedFiles {
  const fit = fitLink(files);
  const speedTest = files.find(({ measurement }) => measurement.speedTest !== undefined)?.measurement.speedTest;
  const longestRoundTrips: LoadedRoundTrips['longestByDirection'] = {
    down: longestOf(files, fit, 'down'),
    up: longestOf(files, fit, 'up'),
  };
  const flowsOf = (linkDirection: LinkDirection) =>
    Math.max(
      1,
      ...files.flatMap(({ measurement: { transfers } }) =>
        transfers
          .filter(({ direction, protocol }) => direction === linkDirection && protocol === 'TCP')
          .map((load) => load.flows),
      ),
    );
  return {
    fit,
    loadedRoundTrips: { ...speedTest, longestByDirection: longestRoundTrips },
    flows: { down: flowsOf('down'), up: flowsOf('up') },
  };
}

/**
 * The longest round trip of the probes beside a load that only the user knows. If a file has the load, the fit has
 * better evidence.
 */
function longestOf(files: readonly NamedMeasurement[], fit: LinkFit, direction: LinkDirection) {
  if (fit[direction].rateMbps !== undefined) return undefined;
  const roundTrips = probeSeriesOf(files)
    .filter((probe) => probe.givenDirection === direction)
    .map(({ name, series }) => ({ name, ms: series.samples.reduce((a, b) => Math.max(a, b), 0) }));
  return roundTrips.reduce<(typeof roundTrips)[number] | undefined>(
    (longest, probe) => (longest === undefined || probe.ms > longest.ms ? probe : longest),
    undefined,
  );
}

/**
 * The questions to the user about a file: the direction of a transfer or of an interface, or the load beside a probe.
 */
export type DirectionQuestion = 'direction' | 'interface' | 'load';

/** The question that this file leaves open; undefined if it has none. */
export function directionQuestionOf(file: NamedMeasurement): DirectionQuestion | undefined {
  if (probeSeriesOf([file]).length > 0) return 'load';
  if (isLogOfOneInterface(file.measurement)) return 'interface';
  return file.measurement.transfers.some(({ direction }) => direction === 'not told') ? 'direction' : undefined;
}

/** The answers that each question allows. */
export const ALLOWED_DIRECTIONS: Readonly<Record<DirectionQuestion, readonly GivenDirection[]>> = {
  direction: ['down', 'up'],
  interface: ['down', 'up'],
  load: ['down', 'up', 'both', 'idle'],
};
