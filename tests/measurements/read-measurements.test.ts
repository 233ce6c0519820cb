/** The choice of a reader by the content of a file, and files that are none of them. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { measurementKind, readMeasurements } from '../../src/measurements/read-measurements.ts';
import { scenarioToFile } from '../../src/scenarios/files/file.ts';
import { findPreset, presetIds } from '../../src/scenarios/index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('no preset is taken for a measurement', () => {
  expect(presetIds.length).toBeGreaterThan(50);
  const kinds = presetIds.map((id) =>
    measurementKind(bytesOf(JSON.stringify(scenarioToFile(findPreset(id) as Scenario), null, 2))),
  );
  expect(kinds.filter((kind) => kind !== undefined)).toEqual([]);
});

test.each([
  ['t_ns,flow,bytes,ect\n0,0,1500,0\n'],
  ['# A list\nof words: time=3 apples\n'],
  ['{"a": 1}'],
  ['[1, 2, 3]'],
])('%j is no measurement', (text) => {
  expect(measurementKind(bytesOf(text))).toBeUndefined();
  expect(() => readMeasurements(bytesOf(text))).toThrow(/^not a measurement; allowed: files of ping/);
});

test.each([[''], ['\uFEFF \n\n']])('%j is empty', (text) => {
  expect(() => readMeasurements(bytesOf(text))).toThrow(/^the file is empty$/);
});

test('JSON that is not whole and not cut names its line', () => {
  const text = '{"version": {"irtt": "0.9.1"},\n "round_trips": [\n  {"seqno" 0}\n ]}';
  expect(() => readMeasurements(bytesOf(text))).toThrow(/^line 3: not JSON/);
});

test('lines of text between JSON are named in one note', () => {
  const record = '{"resp": {"host": "a", "seq": SEQ, "size": 64, "rtt": 30.1}}';
  const text = [0, 1, 2].map((seq) => `${record.replace('SEQ', `${seq}`)}\nICMP Host Unreachable\n`).join('');
  const [ping] = readMeasurements(bytesOf(text));
  expect(ping?.notes[0]).toBe('Not JSON, and left out: lines 2, 4, 6.');
  expect(ping?.values).toMatchObject({ received: 3 });
});

// With patterns that take a power of the length of a line, each of these would take from seconds to hours.
test.each([
  ['JSON', JSON.stringify({ id: 'x', points: Array.from({ length: 8_000 }, (_, index) => 1_000 * index + 0.5) })],
  ['objects', JSON.stringify(Array.from({ length: 2_500 }, (_, index) => ({ t: index, rate: index + 1e6 })))],
  ['digits', Array.from({ length: 11_000 }, (_, index) => index + 10_000).join(',')],
  ['blanks', `x\n${' '.repeat(64_000)}y`],
  ['empty lines', `x${'\n'.repeat(64_000)}y`],
])('no reader looks into a long line of %s', (_, text) => {
  expect(measurementKind(bytesOf(text))).toBeUndefined();
});
