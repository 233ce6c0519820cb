/** A file of arrivals as a scenario: its packets at one queue, without senders that react. */

import { runParameters, type Scenario, type SourceSpec } from '../../engine/scenario/scenario.ts';
import { arrivalsParameters } from '../../engine/sources/arrivals-parameters.ts';
import { type Arrivals, ClassArrivals } from '../../engine/time-lists/arrivals.ts';
import { type ArrivalsLimits, DEFAULT_CLASS_ID, formatArrivalsCsv } from '../../engine/time-lists/arrivals-csv.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import { formatCount } from '../../shared/number-text.ts';
import { MAX_ARRIVALS, MAX_SOURCES } from '../rules/scenario-limits.ts';
import { ARRIVALS_NAME } from './arrivals-name.ts';

/** The limits of a scenario's list. */
export const ARRIVALS_LIMITS: Required<ArrivalsLimits> = {
  maxPackets: MAX_ARRIVALS,
  timeNs: runParameters.durationSeconds.max * 1e9,
  maxFlows: arrivalsParameters.flows.max,
  maxClasses: MAX_SOURCES,
};

/** Rate of the link, bit/s, as in `replay` without options. */
const DEFAULT_RATE_BPS = 10e6;
const DEFAULT_BUFFER_PACKETS = 100;
const MIN_SAMPLE_COUNT = 100;

/** @param name of the file */
export function scenarioOfArrivals(name: string, arrivals: Arrivals): Scenario {
  const fileName = removeInvisible(name.replace(/^.*[\\/]/, ''));
  const id = fileName
    .replace(ARRIVALS_NAME, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const { timeNs, bytes, count } = arrivals;
  const lastSeconds = timeNs[count - 1] / 1e9;
  // Long enough for the queue to drain.
  const drainSeconds =
    (DEFAULT_BUFFER_PACKETS * 8 * bytes.reduce((max, size) => Math.max(max, size), 0)) / DEFAULT_RATE_BPS;
  const wantedSeconds = Math.ceil((lastSeconds + drainSeconds) * 10 + 1) / 10;
  const durationSeconds = Math.min(runParameters.durationSeconds.max, wantedSeconds);
  const sampleMs = Math.min(
    runParameters.sampleMs.default,
    Math.max(1, Math.round((durationSeconds * 1e3) / MIN_SAMPLE_COUNT)),
  );
  return {
    id: id.slice(0, 64) || 'arrivals',
    title: fileName.slice(0, 100),
    summary: formatSummary(arrivals),
    citation: '',
    link: { rateBps: DEFAULT_RATE_BPS, delayMs: 0 },
    access: { receiverDelayMs: 0 },
    buffer: { packets: DEFAULT_BUFFER_PACKETS },
    run: { durationSeconds, sampleMs },
    sources: arrivalSources(arrivals),
    policies: arrivalPolicies(arrivals),
    arrivals: formatArrivalsCsv(arrivals),
  };
}

/** One source for each class, in the order of their lowest flow numbers. */
function arrivalSources(arrivals: Arrivals): Record<string, SourceSpec> {
  const lowestBytes = arrivals.classes.map(() => Number.POSITIVE_INFINITY);
  for (let row = 0; row < arrivals.count; row++) {
    const classOfRow = arrivals.classIndex[row];
    lowestBytes[classOfRow] = Math.min(lowestBytes[classOfRow], arrivals.flow[row]);
  }
  const order = arrivals.classes.map((_, index) => index);
  order.sort((a, b) => lowestBytes[a] - lowestBytes[b]);
  return Object.fromEntries(
    order.map((index) => {
      const id = arrivals.classes[index];
      const { flowCount } = new ClassArrivals(arrivals, index);
      return [
        id,
        { kind: 'arrivals', label: id === DEFAULT_CLASS_ID ? 'Arrivals' : id.slice(0, 60), flows: flowCount },
      ];
    }),
  );
}

function arrivalPolicies({ green }: Arrivals): Record<string, ParameterValues> {
  return green === undefined ? { droptail: {}, red: {}, codel: {} } : { 'flat-be': {}, 'abe-dsd': {} };
}

function formatSummary({ count, timeNs, bytes, flow, classIndex }: Arrivals): string {
  const flowCount = new Set(Array.from(flow, (number, row) => `${classIndex[row]}/${number}`)).size;
  const seconds = (timeNs[count - 1] - timeNs[0]) / 1e9;
  const bits = bytes.reduce((sum, size) => sum + 8 * size, 0);
  const rate = seconds > 0 ? `, ${Number((bits / seconds / 1e6).toPrecision(3))} Mb/s on average` : '';
  return `${formatCount(count, 'packet')} of ${formatCount(flowCount, 'flow')} in ${Number(seconds.toPrecision(4))} s${rate}. They arrive at the times of the file. Drops and delays do not change these times.`;
}
