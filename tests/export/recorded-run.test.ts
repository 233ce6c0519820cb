/**
 * Files of a run with two queues have the queue up: its series and its plots. Those of a run with one queue do not
 * change.
 */
import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { SeriesColumn } from '../../src/engine/frame/frame.ts';
import { plotData } from '../../src/export/plot-data.ts';
import { LaneRecorder } from '../../src/export/recorded-run.ts';
import { formatSeriesCsv } from '../../src/export/series-table.ts';
import { formatSvgPlots } from '../../src/export/svg-plots.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';

function recorded(preset: string) {
  const scenario = required(findPreset(preset));
  const run = { scenario, policyValues: {}, seed: 1, edits: [], allowsProbe: true };
  const simulation = openRunOfPolicy(droptail, run);
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(6e9);
  return { simulation, lanes: [recorder.record()] };
}

test('the series have the columns of the queue up behind those of the run, with the values of its summary', () => {
  const { simulation, lanes } = recorded('upload-spoils-download');
  const rows = csvParse(formatSeriesCsv(lanes, 1));
  const names = rows.columns.filter((name) => name.startsWith('up.'));
  expect(rows.columns.slice(-names.length)).toEqual(names);
  expect(names).toContain('up.delay_mean_ms.download');
  const last = required(rows.at(-1));
  const up = required(simulation.frame(0).up);
  const stride = simulation.seriesStride;
  const waiting = up.series[(rows.length - 1) * stride + SeriesColumn.waitingPackets];
  expect(Number(last['up.queue_packets'])).toBe(waiting);
  expect(Number(last['up.link_rate_bps'])).toBe(1e6);
  expect(Number(last.link_rate_bps)).toBe(16e6);
  // Data of the upload that left the queue up, of all windows: about 1 Mb/s with its headers.
  const bits = rows.reduce((sum, row) => sum + 0.2 * Number(row['up.throughput_bps.upload']), 0);
  expect(bits).toBeGreaterThan(4.5e6);
  expect(bits).toBeLessThan(6e6);
  expect(rows.every((row) => row['throughput_bps.upload'] === '0')).toBe(true);
});

test('the plots of the queue up are among those of files, under their own names', () => {
  const { lanes } = recorded('upload-spoils-download');
  const ids = plotData(lanes).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['queue', 'queue-up', 'delay-up', 'class-delay-up', 'busy-up']));
  const [down, up] = plotData(lanes, ['queue', 'queue-up']);
  expect([down?.id, up?.id]).toEqual(['queue', 'queue-up']);
  expect(up?.lines[0]?.values).not.toEqual(down?.lines[0]?.values);
  const about = { scenario: 'x', title: 'X', seed: 1, program: 'a test' };
  expect(formatSvgPlots(lanes, about, ['queue-up'])).toContain('Queue, up (packets)');
});

test('a run with one queue has no column and no plot of the direction up', () => {
  const { lanes } = recorded('home-bufferbloat');
  expect(formatSeriesCsv(lanes, 1).split('\n')[0]).not.toContain('up.');
  expect(plotData(lanes).filter(({ id }) => id.endsWith('-up'))).toEqual([]);
});
