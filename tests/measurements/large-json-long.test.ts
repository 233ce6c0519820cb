/** Long lists of JSON, parsed in pieces. */
import { expect, test } from 'vitest';
import { jsonListOf, parseLargeJson } from '../../src/measurements/large-json.ts';
import { measured, seriesOf } from './measured.ts';

const COUNT = 100_000;
const samples = Array.from({ length: COUNT }, (_, index) => ({
  seq: index,
  t: 1_772_442_057 + index / 100,
  val: 30 + (index % 1_003),
}));
const data = {
  metadata: {
    NAME: 'tcp_"download\\',
    T0: '2026-03-02T09:00:57.157740Z',
    SERIES_META: { 'Ping, [x]': { UNITS: 'ms' } },
  },
  raw_values: { 'Ping, [x]': samples, 'Ping (ms) ICMP': samples.slice(0, 3) },
  results: {},
  version: 4,
  x_values: [],
};
const text = JSON.stringify(data);

test('a long list is read in pieces, and has the same values as with JSON.parse', () => {
  expect(text.length).toBeGreaterThan(4_000_000);
  const { values, notes } = parseLargeJson(text);
  const { raw_values: raw, metadata } = values[0] as typeof data;
  expect(metadata).toEqual(data.metadata);
  expect([Array.isArray(raw['Ping, [x]']), Array.isArray(raw['Ping (ms) ICMP'])]).toEqual([false, true]);
  const list = jsonListOf(raw['Ping, [x]']);
  expect(list?.length).toBe(COUNT);
  expect([...(list ?? [])]).toEqual(samples);
  expect(notes).toEqual([]);
});

test('a reader gets each sample of it', () => {
  const flent = measured(text);
  expect(seriesOf(flent, 'Ping, [x], raw').samples).toEqual(Float64Array.from(samples, ({ val }) => val));
  expect(flent.values.raw).toMatchObject({ 'Ping, [x]': { samples: COUNT, missingBelowIt: 0 } });
});

test('nan in a piece is missing, and a piece that is not JSON names its line', () => {
  const withNan = text.replace('"seq":70000,"t":1772442757,"val":823', '"seq":70000,"t":1772442757,"val":NaN');
  expect(withNan).not.toBe(text);
  const flent = measured(withNan);
  expect(flent.notes.join()).toContain('1 numbers are nan or inf');
  expect(seriesOf(flent, 'Ping, [x], raw')).toMatchObject({ missingCount: 1 });
  expect(() => measured(text.replace('{"seq":70000,', '\n\n{"seq" 70000,'))).toThrow(/^line 3: not JSON/);
});

test('a large file that was cut off is read up to the cut', () => {
  const flent = measured(text.slice(0, text.length - 300_000));
  expect(flent.notes[0]).toMatch(/cut off in line 1, at raw_values\.Ping, \[x\]\[\d+\]/);
  expect(seriesOf(flent, 'Ping, [x], raw').samples.length).toBeGreaterThan(80_000);
});
