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
  [''],
  ['[1, 2, 3]'],
])('%j is no measurement', (text) => {
  expect(measurementKind(bytesOf(text))).toBeUndefined();
  expect(() => readMeasurements(bytesOf(text))).toThrow(/^not a measurement; allowed: files of ping/);
});

test('JSON that is not whole and not cut names its line', () => {
  const text = '{"version": {"irtt": "0.9.1"},\n "round_trips": [\n  {"seqno" 0}\n ]}';
  expect(() => readMeasurements(bytesOf(text))).toThrow(/^line 3: not JSON/);
});
