/**
 * The estimator of QUIC's round trip alone: it gets the samples of a list, and answers after each. As in the published
 * program (s2n-quic-core 0.91.0), the timers follow from whole microseconds, and persistent congestion from whole
 * milliseconds.
 */
import { persistentCongestionNs, probePeriodNs, QuicRttEstimator } from '../../engine/transport/quic-rtt-estimator.ts';
import { CsvColumns } from './csv-columns.ts';

const US = 1e3;
const MS = 1e6;
const MAX_ACK_DELAY_NS = 25 * MS;
/** Backoff after three probes. */
const BACK_OFF_FACTOR = 8;

export const RTT_COLUMNS = [
  'latest_us',
  'min_us',
  'smoothed_us',
  'variance_us',
  'pto_us',
  'pto_backoff_8_us',
  'loss_delay_us',
  'persistent_congestion_us',
] as const;

/**
 * @param csv with the columns sample_us and ack_delay_us
 * @returns a row for each sample, in the order of `RTT_COLUMNS`
 * @throws TimeListError that names line, column, value and allowed values
 */
export function followRtt(csv: string): number[][] {
  const columns = new CsvColumns(csv, ['sample_us', 'ack_delay_us']);
  const estimator = new QuicRttEstimator(MAX_ACK_DELAY_NS);
  const rows: number[][] = [];
  while (columns.next()) {
    estimator.sample(columns.number('sample_us') * US, columns.number('ack_delay_us') * US);
    const { latestNs, minNs, smoothedNs, varianceNs } = estimator;
    const smoothedUs = wholeUnits(smoothedNs, US);
    const fourVariances = 4 * wholeUnits(varianceNs, US);
    const probeNs = probePeriodNs(smoothedUs, fourVariances, MAX_ACK_DELAY_NS);
    const congestionNs = persistentCongestionNs(
      wholeUnits(smoothedUs, MS),
      wholeUnits(fourVariances, MS),
      MAX_ACK_DELAY_NS,
    );
    const times = [latestNs, minNs, smoothedNs, varianceNs, probeNs, BACK_OFF_FACTOR * probeNs];
    rows.push([...times, estimator.lossDelayNs(), congestionNs].map((ns) => Math.floor(ns / US)));
  }
  return rows;
}

function wholeUnits(ns: number, unitNs: number): number {
  return Math.floor(ns / unitNs) * unitNs;
}
