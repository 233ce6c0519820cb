/** The link of a run follows a file of rates: on the command line, in scenario files and in links. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { parseScenarioFile } from '../../../src/scenarios/files/file.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { sim } from '../harness.ts';

/** 1,000-byte packets each ms on 8 Mb/s of opportunities that come in sixes every 9 ms: a link of 8 Mb/s. */
const SIXES = `${'9\n'.repeat(6)}`;
const ARRIVALS = `t_ns,flow,bytes,ect\n${Array.from({ length: 900 }, (_, ms) => `${ms * 1e6},0,1000,0`).join('\n')}\n`;

test('run --rates: nine packets leave together every 9 ms, so they wait 9, 8, ... 1 ms', () => {
  const { out, err, status } = sim(['run', 'a.csv', '--rates', 'sixes.down', '--policy', 'droptail', '--json'], {
    'a.csv': ARRIVALS,
    'sixes.down': SIXES,
  });
  expect(err).toBe('sixes.down: The link follows the file: 8 Mb/s on average in 0.009 s. Then it repeats.');
  expect(status).toBe(0);
  const [lane] = JSON.parse(out).lanes;
  expect(lane).toMatchObject({ arrived: 900, departed: 900, dropped: 0 });
  expect(lane.meanDelayMs).toBeCloseTo(5, 9);
});

test('a list that is not allowed is named before the run, with its line and the allowed values', () => {
  const refusalOf = (text: string) => {
    const { err, out, status } = sim(['run', 'home-bufferbloat', '--rates', 'r.csv'], { 'r.csv': text });
    expect([out, status]).toEqual(['', 2]);
    return err;
  };
  expect(refusalOf('1\n-3\n')).toBe(
    '--rates r.csv, line 2, column t_ms: -3 is not allowed; allowed: a whole number of ms from 0 to 3600000',
  );
  expect(refusalOf('t_ms,rate_bps\n0,5e6\n100,0\n60100,5e6\n')).toContain('the link would send nothing for a minute');
  expect(refusalOf('{}')).toContain('line 1, header: {} is not allowed');
  const missing = sim(['run', 'home-bufferbloat', '--rates', 'none.csv']);
  expect([missing.status, missing.err]).toEqual([2, expect.stringContaining('--rates none.csv')]);
});

test('a rate over time that the scenario has no list for, or that cells cannot have, is refused', () => {
  const set = (preset: string, rates: string) => sim(['run', preset, '--set', `link.rates=${rates}`]);
  expect(set('home-bufferbloat', 'file')).toMatchObject({
    status: 2,
    err: expect.stringContaining('this scenario has no list of rates'),
  });
  expect(set('goyal-r1', 'lte')).toMatchObject({
    status: 2,
    err: expect.stringContaining('constant, where sources are vcs'),
  });
});

test('show --rates gives a scenario file that runs alike, and a link carries it', () => {
  const files = { 'a.csv': ARRIVALS, 'sixes.down': SIXES };
  const shown = sim(['show', 'a.csv', '--rates', 'sixes.down'], files).out;
  const { scenario, problems } = parseScenarioFile(shown);
  expect(problems).toEqual([]);
  expect(scenario).toMatchObject({ link: { rates: 'file' }, rates: SIXES });
  const digest = (...line: string[]) =>
    JSON.parse(sim(['run', ...line, '--json'], { ...files, 'a.json': shown }).out).digest;
  expect(digest('a.json')).toBe(digest('a.csv', '--rates', 'sixes.down'));
  const run = {
    preset: 'x',
    custom: scenario as Scenario,
    startValues: {},
    lanes: [{ policy: 'red', values: {} }],
    seed: 1,
    edits: [],
  };
  const read = decodeRun(encodeRun(run));
  expect(read.problems).toEqual([]);
  expect(read.state.custom).toMatchObject({ link: { rates: 'file' }, rates: SIXES });
});

test('a scenario file: a list that is not allowed is named, and the link stays constant', () => {
  const file = { ...findPreset('home-bufferbloat'), link: { rateBps: 10e6, rates: 'file' }, rates: '5\n4\n' };
  const { scenario, problems } = parseScenarioFile(JSON.stringify(file));
  expect(problems).toEqual([
    { path: 'rates, line 2, column t_ms', given: '4', allowed: 'at least 5, the time of the line before it' },
    { path: 'link.rates', given: 'file', allowed: expect.stringContaining('another rate over time') },
  ]);
  expect(scenario?.link).toEqual({ rateBps: 10e6 });
});

test('tables have the rate of the link', () => {
  const { binary } = sim(
    ['run', 'a.csv', '--rates', 'r.csv', '--policy', 'droptail', '--set', 'run.sampleMs=100', '--series-csv', 's.csv'],
    { 'a.csv': ARRIVALS, 'r.csv': 't_ms,rate_bps\n0,12e6\n100,4e6\n200,repeat\n' },
  );
  const [head = '', ...rows] = Buffer.concat(binary.get('s.csv') ?? [])
    .toString()
    .split('\n');
  const at = head.split(',').indexOf('link_rate_bps');
  expect(rows.slice(0, 4).map((row) => Number(row.split(',')[at]))).toEqual([12e6, 4e6, 12e6, 4e6]);
});
