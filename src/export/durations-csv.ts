/**
 * The distribution of the durations of short transfers and round trips: a row for each lane, class and share.
 * docs/TABLES.md describes it.
 */

import type { Frame, RunDescription } from '../engine/frame/frame.ts';
import { type CsvCell, formatCsv } from './csv.ts';
import { formatDigits } from './file-numbers.ts';
import type { TabledLaneData } from './series-table.ts';

interface LaneWithDurations extends Pick<TabledLaneData, 'lane' | 'policy'> {
  readonly description: Pick<RunDescription, 'classes'>;
  readonly frame: Pick<Frame, 'durationQuantilesNs'>;
}

const DURATIONS_HEADER = ['lane', 'policy', 'seed', 'class', 'what', 'share', 'ms'];

/** The table as CSV, with its header; durations in ms, shares from 0 to 1. Quantiles without durations have no row. */
export function formatDurationsCsv(lanes: readonly LaneWithDurations[], seed: number): string {
  const rows: CsvCell[][] = [DURATIONS_HEADER];
  for (const { lane, policy, description, frame } of lanes)
    for (const [index, { id, timed }] of description.classes.entries()) {
      const quantiles = frame.durationQuantilesNs[index] ?? new Float64Array();
      for (const [index, ns] of quantiles.entries())
        if (!Number.isNaN(ns))
          rows.push([
            lane,
            policy,
            seed,
            id,
            timed === 'roundTrip' ? 'round_trip' : 'completion',
            (index + 1) / quantiles.length,
            ns / 1e6,
          ]);
    }
  return `${formatCsv(rows, formatDigits)}\n`;
}
