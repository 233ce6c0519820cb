/**
 * The files of a run against independent descriptions of their formats, and against the figures of the run, which are
 * counted separately.
 */

import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { csvParse } from 'd3-dsv';
import { unzlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { chosen } from '../amount.ts';
import { sim, spawned } from '../cli/harness.ts';

const FILES = { series: '--series-json', flows: '--flows-csv', run: '--run-json', notebook: '--notebook' };
const LINE = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--duration', '8', '--warmup', '1'];

function written(line: readonly string[]) {
  const names = Object.entries(FILES).flatMap(([name, option]) => [option, name]);
  const { status, out, err, binary } = sim([...line, '--json', ...names]);
  expect([status, err]).toEqual([0, '']);
  const text = (name: keyof typeof FILES) => Buffer.concat(binary.get(name) ?? []).toString();
  return { report: JSON.parse(out), text };
}

const { report, text } = written(LINE);
const run = JSON.parse(text('run'));

test('the whole run has the figures and digests that are printed, the series, and a link', () => {
  expect(run).toMatchObject({
    format: 'bufferscope-run',
    version: 1,
    scenario: 'opening',
    seed: 1,
    simulatedSeconds: 8,
  });
  expect(run.digest).toBe(report.digest);
  for (const [index, lane] of report.lanes.entries()) {
    const { policy, name, params, digest, ...figures } = lane;
    expect(run.lanes[index]).toMatchObject({ policy, name, params, digest, figures });
  }
  const series = JSON.parse(text('series'));
  expect(run.columns).toEqual(series.columns);
  expect(run.lanes.map(({ rows }: { rows: unknown }) => rows)).toEqual(
    series.lanes.map(({ rows }: { rows: unknown }) => rows),
  );
  // Its own scenario runs to the same verdicts.
  const again = sim(['run', 's.json', '--policy', 'droptail', '--policy', 'red', '--json'], {
    's.json': JSON.stringify(run.scenarioFile),
  });
  expect(JSON.parse(again.out).digest).toBe(report.digest);
  const { out } = sim(['url', run.link]);
  expect(JSON.parse(out)).toMatchObject({ seed: 1, lanes: [{ policy: 'droptail' }, { policy: 'red' }] });
});

test('the plots have the means that the figures have', () => {
  const busy = run.plots.find(({ id }: { id: string }) => id === 'busy');
  for (const [index, lane] of report.lanes.entries()) {
    const values: number[] = busy.lines[index].values.slice(10);
    expect(values).toHaveLength(70);
    expect(values.reduce((sum, value) => sum + value, 0) / 70).toBeCloseTo(100 * lane.busy, 9);
  }
  const goodput = run.plots.find(({ id }: { id: string }) => id === 'goodput');
  expect(goodput).toMatchObject({ unit: 'Mb/s', title: 'Goodput by class' });
  expect(goodput.references).toContainEqual({ lane: 'A', symbol: 'C', value: 10 });
});

test('the flows have a row for each window, lane and sender, with the retransmissions that the trace has', () => {
  const rows = csvParse(text('flows'));
  expect(rows.columns).toEqual([
    ...['time_s', 'lane', 'policy', 'seed', 'class', 'flow', 'flows', 'cwnd_segments', 'ssthresh_segments'],
    ...['in_flight_segments', 'pacing_bps', 'rtt_ms', 'srtt_ms', 'min_rtt_ms', 'rto_ms', 'retransmissions', 'timeouts'],
  ]);
  // Ten long and twenty short flows, 80 windows, two lanes; the constant rate has no sender.
  expect(rows).toHaveLength(30 * 80 * 2);
  expect(new Set(rows.map((row) => row.class))).toEqual(new Set(['ltrf', 'stf']));
  // A capture before the queue shows a segment that was sent again as one with a number that was there before.
  const line = ['run', 'opening', '--policy', 'droptail', '--duration', '8', '--trace', 't'];
  const trace = (sim(line).files.get('t') ?? []).map((entry) => JSON.parse(entry));
  const long = trace.filter((one) => one.class === 'ltrf' && one.policy === 'droptail');
  const seen = new Set<string>();
  let again = 0;
  for (const { flow, sequence } of long) {
    if (seen.has(`${flow} ${sequence}`)) again++;
    seen.add(`${flow} ${sequence}`);
  }
  const counted = rows
    .filter((row) => row.lane === 'A' && row.class === 'ltrf')
    .reduce((sum, row) => sum + Number(row.retransmissions), 0);
  expect(again).toBeGreaterThan(20);
  // Segments of the last milliseconds have not reached the queue.
  expect(counted).toBeGreaterThanOrEqual(again);
  expect(counted - again).toBeLessThanOrEqual(2);
});

test('chosen flows, and the totals of each class', () => {
  const flows = (choice: string) => {
    const { status, err, binary } = sim([...LINE, '--flows-csv', 'f', '--flows', choice]);
    return { status, err, rows: csvParse(Buffer.concat(binary.get('f') ?? []).toString()) };
  };
  const all = csvParse(text('flows'));
  const chosen = flows('ltrf.3,stf.0').rows;
  expect([...chosen]).toEqual(
    all.filter((row) => (row.class === 'ltrf' && row.flow === '3') || (row.class === 'stf' && row.flow === '0')),
  );
  const totals = flows('totals').rows;
  expect(totals).toHaveLength(2 * 80 * 2);
  const [total] = totals.filter((row) => row.time_s === '5' && row.lane === 'B' && row.class === 'ltrf');
  const own = all.filter((row) => row.time_s === '5' && row.lane === 'B' && row.class === 'ltrf');
  expect([total?.flow, total?.flows]).toEqual(['', '10']);
  const sum = (column: string) => own.reduce((added, row) => added + Number(row[column]), 0);
  expect(Number(total?.cwnd_segments)).toBeCloseTo(sum('cwnd_segments'), 8);
  expect(Number(total?.srtt_ms)).toBeCloseTo(sum('srtt_ms') / 10, 8);
  expect(flows('cbr.0')).toMatchObject({
    status: 2,
    err: expect.stringMatching(/--flows: cbr.0 is not allowed; allowed: all, totals, or flows of ltrf.0 to ltrf.9/),
  });
});

test('single plots, by their ids', () => {
  const { binary } = sim([...LINE, '--vega-lite', 'v', '--plots', 'delay']);
  const spec = JSON.parse(Buffer.concat(binary.get('v') ?? []).toString());
  expect(spec.title.text).toBe('Queueing delay (ms)');
  expect(sim([...LINE, '--vega-lite', 'v', '--plots', 'delays']).err).toMatch(
    /--plots: delays is not allowed; allowed: goodput, total/,
  );
  expect(sim([...LINE, '--plots', 'delay']).err).toBe('--plots: not allowed without --vega-lite, --svg, --png');
});

test('the notebook keeps the format, and holds the run', () => {
  const notebook = JSON.parse(text('notebook'));
  // Its draft of JSON Schema is an older one than Ajv's; it uses nothing that has changed since.
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(new URL('./nbformat.v4.5.schema.json', import.meta.url), 'utf8'),
  );
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([isValid(notebook), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...notebook, cells: [{ cell_type: 'code' }] })).toBe(false);
  const ids = notebook.cells.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const data = notebook.cells.find(({ id }: { id: string }) => id === 'data').source.join('');
  const held = unzlibSync(Buffer.from(data.split("'''")[1], 'base64'));
  expect(JSON.parse(Buffer.from(held).toString())).toEqual(run);
  const drawn = ids.filter((id: string) => id.startsWith('plot-'));
  const plots = [...run.plots, ...run.snapshots].map(({ id }: { id: string }) => `plot-${id}`);
  expect(drawn).toEqual([...plots, 'plot-drop-curve']);
});

test('one run only', () => {
  expect(sim([...LINE, '--replications', '2', '--notebook', 'n']).err).toMatch(
    /--notebook: not allowed with --replications 2/,
  );
});

test('a path that cannot be written is named before the run', () => {
  // An hour of simulated time.
  const hour = ['run', 'opening', '--policy', 'droptail', '--duration', '3600'];
  const options = ['--run-json', '--notebook', '--vega-lite', '--series-csv', '--flows-csv', '--durations-csv'];
  for (const option of chosen(options, (each) => each === '--run-json' || each === '--series-csv')) {
    const { status, err } = spawned([...hour, option, '/no/such/folder/file']);
    expect([option, status]).toEqual([option, 2]);
    expect(err).toContain(`${option}: /no/such/folder/file`);
  }
});
