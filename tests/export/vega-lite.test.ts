/** The plots as Vega-Lite, against the official schema and the official compiler. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { sim } from '../cli/bench.ts';

const LINE = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--duration', '8', '--warmup', '1'];

test('Vega-Lite: the official schema takes it, and the official compiler draws every line', async () => {
  const { status, binary } = sim([...LINE, '--vega-lite', 'v', '--run-json', 'r']);
  expect(status).toBe(0);
  const read = (name: string) => JSON.parse(Buffer.concat(binary.get(name) ?? []).toString());
  const [spec, run] = [read('v'), read('r')];
  const resolve = createRequire(import.meta.url).resolve;
  const schema = JSON.parse(readFileSync(resolve('vega-lite/vega-lite-schema.json'), 'utf8'));
  expect(spec.$schema).toBe('https://vega.github.io/schema/vega-lite/v6.json');
  const isValid = new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
  expect([isValid(spec), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...spec, vconcat: [{ mark: 'lines' }] })).toBe(false);
  const warnings: string[] = [];
  const warn = (...words: unknown[]) => void warnings.push(words.join(' '));
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger };
  const { spec: compiled } = compile(spec as TopLevelSpec, { logger: logger as never });
  expect(warnings).toEqual([]);
  const svg = await new View(parse(compiled), { renderer: 'none' }).toSVG();
  for (const { title, unit } of run.plots) expect(svg.includes(`${title} (${unit})`)).toBe(true);
  expect(svg.includes(`${run.title}. Seed 1.`)).toBe(true);
  expect(svg.includes('#v=1&amp;p=opening')).toBe(true);
  const lines = run.plots.reduce((sum: number, plot: { lines: unknown[] }) => sum + plot.lines.length, 0);
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(lines);
});
