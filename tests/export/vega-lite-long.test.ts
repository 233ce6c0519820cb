/** The plots as Vega-Lite, against the official schema and the official compiler. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { validatedTest } from '../amount.ts';
import { sim } from '../cli/harness.ts';

const LINE = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--duration', '4', '--warmup', '1'];

/** The picture that the official compiler makes, without a warning. */
async function drawnBySpec(spec: unknown): Promise<string> {
  const warnings: string[] = [];
  const warn = (...words: unknown[]) => void warnings.push(words.join(' '));
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger };
  const { spec: compiled } = compile(spec as TopLevelSpec, { logger: logger as never });
  expect(warnings).toEqual([]);
  return new View(parse(compiled), { renderer: 'none' }).toSVG();
}

validatedTest('Vega-Lite: the official schema takes it, and the official compiler draws every line', async () => {
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
  const svg = await drawnBySpec(spec);
  for (const { title, unit } of run.plots) expect(svg.includes(`${title} (${unit})`)).toBe(true);
  expect(svg.includes(`${run.title}. Seed 1.`)).toBe(true);
  expect(svg.includes('#v=5&amp;p=opening')).toBe(true);
  const lines = run.plots.reduce((sum: number, plot: { lines: unknown[] }) => sum + plot.lines.length, 0);
  // Durations of short transfers: a line for each lane. RED's curve: one.
  expect(run.snapshots.map(({ id }: { id: string }) => id)).toEqual(['durations', 'flows', 'class-delays']);
  for (const { title, unit } of run.snapshots) expect(svg.includes(`${title} (${unit})`)).toBe(true);
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(lines + 3);
  const states = run.curves[0].states.length;
  expect(svg.match(/aria-roledescription="point"/g)?.length).toBe(run.snapshots[1].rows.length + states);
});

test('the VCs of a run: a bar, the minimum and the fair share of each, as in the table of figures', async () => {
  const line = ['run', 'goyal-r5', '--policy', 'dfba', '--duration', '2', '--warmup', '1'];
  const { status, binary } = sim([...line, '--vega-lite', 'v', '--plots', 'vcs', '--run-json', 'r']);
  expect(status).toBe(0);
  const read = (name: string) => JSON.parse(Buffer.concat(binary.get(name) ?? []).toString());
  const [spec, run] = [read('v'), read('r')];
  const [vcs] = run.snapshots.filter(({ id }: { id: string }) => id === 'vcs');
  const { classes } = run.lanes[0].figures;
  expect(vcs.rows.map(({ value }: { value: number }) => value)).toEqual(
    classes.map(({ throughputBps }: { throughputBps: number }) => expect.closeTo(throughputBps / 1e6, 6)),
  );
  expect(vcs.rows.map(({ class: name }: { class: string }) => name)).toEqual(['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5']);
  const svg = await new View(parse(compile(spec as TopLevelSpec).spec), { renderer: 'none' }).toSVG();
  expect(svg.match(/aria-roledescription="bar"/g)).toHaveLength(5);
  expect(svg.match(/aria-roledescription="tick"/g)).toHaveLength(10);
});

test('the hosts of a run: the goodput of all flows of each, beside half of the goodput of the two that compete', () => {
  const line = ['run', 'home-hosts', '--policy', 'fq-codel', '--duration', '4', '--warmup', '2'];
  const { status, binary } = sim([...line, '--vega-lite', 'v', '--plots', 'hosts,flows', '--run-json', 'r']);
  expect(status).toBe(0);
  const run = JSON.parse(Buffer.concat(binary.get('r') ?? []).toString());
  type Row = { class: string; value: number; fairShare: number };
  const rowsOf = (wanted: string): Row[] => run.snapshots.find(({ id }: { id: string }) => id === wanted).rows;
  const hosts = rowsOf('hosts');
  expect(hosts.map((row) => row.class)).toEqual(['busy host', 'quiet host', 'voice']);
  const [many, one] = hosts;
  const equalMbps = (many!.value + one!.value) / 2;
  expect(equalMbps).toBeLessThan(10);
  expect(hosts.map(({ fairShare }) => fairShare)).toEqual([0, 1, 2].map(() => expect.closeTo(equalMbps, 6)));
  for (const host of hosts) {
    const flows = rowsOf('flows').filter((row) => row.class === host.class);
    expect(host.value).toBeCloseTo(
      flows.reduce((sum, { value }) => sum + value, 0),
      6,
    );
  }
});

test('the rate of a link that varies is a line in a strip of its own, over the round trips with the same axis of time', async () => {
  const line = ['run', 'mobile-link', '--policy', 'codel', '--duration', '8', '--plots', 'round-trip'];
  const { status, binary } = sim([...line, '--vega-lite', 'v', '--run-json', 'r']);
  expect(status).toBe(0);
  const read = (name: string) => JSON.parse(Buffer.concat(binary.get(name) ?? []).toString());
  const [spec, run] = [read('v'), read('r')];
  const [strip, pings] = spec.vconcat;
  expect(strip.mark).toMatchObject({ type: 'line', interpolate: 'step-before' });
  expect(strip.encoding.y.title).toEqual(['rate of the link', '(Mb/s)']);
  expect(strip.encoding.y.scale.domain).toEqual([0, 24]);
  const { linkRate } = run.plots.find(({ id }: { id: string }) => id === 'round-trip');
  const rates = strip.data.values.slice(1).map(({ link_rate: rate }: { link_rate: number }) => rate);
  expect(rates).toEqual(linkRate.values.map((rate: number) => expect.closeTo(rate, 3)));
  expect(JSON.stringify(pings)).not.toContain('link_rate');
  const svg = await drawnBySpec(spec);
  expect(svg).toContain('rate of the link');
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(2);
});
