/** Which files that are opened on the page are measurements. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { presetFamilies } from '../../../src/scenarios/index.ts';
import { holdsMeasurement } from '../../../src/ui/controls/open-measurements.ts';
import { excerpt } from '../../measurements/measured.ts';

const fileOf = (content: string | Uint8Array) => new File([content as string], 'a file');

test.each(['pfifo-ping-down.txt', 'pfifo-tcp-down.json', 'irtt.json', 'rrul.flent', 'ss.log', 'tc-cake.log'])(
  '%s is one, also gzipped',
  async (name) => {
    const bytes = excerpt(name);
    expect(await holdsMeasurement(fileOf(bytes))).toBe(true);
    expect(await holdsMeasurement(fileOf(gzipSync(bytes)))).toBe(true);
  },
);

test('scenarios, lists and lessons are none', async () => {
  for (const preset of presetFamilies.flatMap(({ presets }) => presets))
    for (const indent of [undefined, 2])
      expect(await holdsMeasurement(fileOf(JSON.stringify(scenarioToFile(preset), null, indent))), preset.id).toBe(
        false,
      );
  const folder = join(import.meta.dirname, '../../../public/lessons');
  const lessons = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(lessons.length).toBeGreaterThan(5);
  for (const text of [
    'time_s,bytes\n0,1500\n0.25,64\n',
    'time_s,rate_bps\n0,1e6\n1,2e6\n',
    '1\n2\n3\n',
    '[{"kind":"pfifo","handle":"0:","dev":"eth0","root":true,"options":{"limit":30}}]',
    '',
    ...lessons.map((name) => readFileSync(join(folder, name), 'utf8')),
  ])
    expect(await holdsMeasurement(fileOf(text)), text.slice(0, 20)).toBe(false);
});
