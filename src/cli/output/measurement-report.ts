/** Measurements as JSON for programs, and as text for people. */
import {
  formatQueueSettings,
  linesOfValues,
  type MeasuredQueue,
  type Measurement,
  NO_CLOCK,
} from '../../measurements/measurement.ts';
import { LOST_PROBES_UNIT, sampleStatistics } from '../../measurements/samples.ts';
import { roundMeasured } from '../../measurements/text-lines.ts';
import type { MeasuredFile } from '../input/measurement-files.ts';
import { alignColumns } from './report.ts';

/** The measurements of files as data of JSON. A time that a file lacks is null. */
export function measurementJson(files: readonly MeasuredFile[]): readonly Record<string, unknown>[] {
  return files.flatMap(({ path, measurements }) =>
    measurements.map(({ series, addresses, ...measurement }) => ({
      file: path,
      ...measurement,
      series: series.map(({ timesSeconds, samples, ...rest }) => ({
        ...rest,
        count: samples.length,
        ...roundedStatistics(samples),
        timesSeconds: Array.from(timesSeconds, (time) => (Number.isNaN(time) ? null : roundMeasured(time))),
        samples: Array.from(samples, roundMeasured),
      })),
      ...(addresses.length === 0 ? {} : { addresses }),
    })),
  );
}

const roundedStatistics = (samples: Float64Array) =>
  Object.fromEntries(
    Object.entries(sampleStatistics(samples) ?? {}).map(([name, value]) => [name, roundMeasured(value)]),
  );

/** The text of the measurements in all files, with an empty line between two. */
export function formatMeasurements(files: readonly MeasuredFile[]): string {
  return files
    .flatMap(({ path, measurements }) => measurements.map((item) => formatMeasurement(path, item)))
    .join('\n\n');
}

function formatMeasurement(path: string, measurement: Measurement): string {
  const { tool, clock, startUnixSeconds, series, error, notes, questions, values, queues, addresses } = measurement;
  const start = startUnixSeconds === undefined ? '' : `, from ${new Date(startUnixSeconds * 1_000).toISOString()}`;
  const groups = linesOfValues(values).map(([name, text]) => `  ${name === '' ? '' : `${name}: `}${text}`);
  const rows = series.map(({ name, unit, samples, countedBy }) => {
    const statistics = unit === LOST_PROBES_UNIT ? undefined : sampleStatistics(samples);
    const numbers = statistics === undefined ? ['', '', '', '', ''] : Object.values(statistics).map(formatReported);
    return [`  ${name}, ${unit}`, String(samples.length), ...numbers, countedBy];
  });
  return [
    `${path}: ${tool}`,
    ...(error === undefined ? [] : [`  no measurement: ${error}`]),
    `  clock: ${clock}${clock === NO_CLOCK ? '' : start}`,
    ...groups,
    ...queues.map((queue) => `  ${formatQueue(queue)}`),
    ...(rows.length === 0
      ? []
      : [alignColumns([['  series', 'samples', 'min', 'median', 'p95', 'max', 'mean', 'counted by'], ...rows])]),
    ...notes.map((note) => `  note: ${note}`),
    ...questions.map((question) => `  question: ${question}`),
    ...(addresses.length === 0 ? [] : [`  addresses: ${addresses.join(', ')}`]),
  ].join('\n');
}

function formatQueue(queue: MeasuredQueue): string {
  const { sentBytes, sentPackets, drops, totalBytes, totalPackets, totalDrops } = queue;
  const counts =
    sentBytes === undefined
      ? `since its start ${totalBytes} bytes, ${totalPackets} packets, ${totalDrops} drops`
      : `in the log ${sentBytes} bytes, ${sentPackets} packets, ${drops} drops`;
  return `queue ${formatQueueSettings(queue)}, ${counts}`;
}

/** A number of a report, with five digits. */
export const formatReported = (value: number): string => String(Number(value.toPrecision(5)));
