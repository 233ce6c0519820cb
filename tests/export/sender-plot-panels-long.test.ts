/** The plots of one sender in the files of a run: against the sender's own table, which `--flow-csv` writes apart. */
import { csvParse } from 'd3-dsv';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { sim } from '../cli/harness.ts';

const LINE = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--duration', '8', '--warmup', '1'];
const FILES = { run: '--run-json', notebook: '--notebook', vega: '--vega-lite', svg: '--svg' };

const { status, err, binary } = sim([
  ...LINE,
  ...['--sender', 'ltrf.0'],
  ...Object.entries(FILES).flatMap(([name, option]) => [option, name]),
]);
const text = (name: keyof typeof FILES) => Buffer.concat(binary.get(name) ?? []).toString();

const { files } = sim([...LINE, '--flow', 'ltrf.0', '--flow-csv', 'f']);
const table = csvParse((files.get('f') ?? []).join('\n'));

interface Sender {
  readonly lane: string;
  readonly class: string;
  readonly flow: number;
  readonly columns: readonly string[];
  readonly states: readonly (readonly (number | string | null)[])[];
  readonly packets: readonly (readonly [number, string, number, number])[];
}

test('the whole run has the states and the packets that the table of the sender has', () => {
  expect([status, err]).toEqual([0, '']);
  const { senders } = JSON.parse(text('run')) as { senders: readonly Sender[] };
  expect(senders.map(({ lane, class: name, flow }) => [lane, name, flow])).toEqual([
    ['A', 'ltrf', 0],
    ['B', 'ltrf', 0],
  ]);
  for (const [index, { columns, states, packets }] of senders.entries()) {
    const own = table.filter(({ policy }) => policy === ['droptail', 'red'][index]);
    const byTime = new Map(own.map((row) => [Number(row.time_s), row]));
    expect(states.length).toBeGreaterThan(100);
    for (const state of states) {
      const row = byTime.get(state[0] as number);
      for (const [index, name] of columns.slice(1, -1).entries()) {
        const value = Number(row?.[name] || 'none');
        // Twelve digits are in the file; a threshold or a rate without limit is no number there.
        expect(state[index + 1]).toBe(Number.isFinite(value) ? Number(value.toPrecision(12)) : null);
      }
      expect(state.at(-1)).toBe(row?.state);
    }
    // Each event of the table is a packet of the record; a drop while the sender does nothing has no row in the table.
    const count = (event: string) =>
      own.reduce((sum, { events = '' }) => {
        const [, times = ''] = new RegExp(`(?:^|, )${event}(?: (\\d+))?(?:,|$)`).exec(events) ?? [undefined, '0'];
        return sum + (times === '' ? 1 : Number(times));
      }, 0);
    for (const event of ['sent', 'retransmitted', 'acked', 'duplicate', 'timeout'])
      expect([event, packets.filter(([, of]) => of === event).length]).toEqual([event, count(event)]);
    expect(packets.filter(([, of]) => of === 'dropped').length).toBeGreaterThan(0);
  }
});

test('Vega-Lite draws a line for each quantity and lane, and a mark for each packet', async () => {
  const run = JSON.parse(text('run')) as { senders: readonly Sender[]; plots: { lines: unknown[] }[] };
  const svg = await new View(parse(compile(JSON.parse(text('vega')) as TopLevelSpec).spec), {
    renderer: 'none',
  }).toSVG();
  for (const title of ['Window of the sender', 'Round trip of the sender', 'Time sequence of the sender'])
    expect(svg).toContain(title);
  // No sender of this scenario is paced.
  expect(svg).not.toContain('Pacing rate of the sender');
  const lines = run.plots.reduce((sum, plot) => sum + plot.lines.length, 0);
  // RED's curve is one more.
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(lines + 2 + 2 * (3 + 4) + 1);
});

test('the SVG is well-formed, and has all plots with their units, the seed and the link', async () => {
  const svg = text('svg');
  const isWell = async (contents: string) =>
    (await validateXML({ xml: { fileName: 'plots.svg', contents }, normalization: 'format' })).valid;
  expect([await isWell(svg), await isWell(svg.replace('</title>', ''))]).toEqual([true, false]);
  const run = JSON.parse(text('run'));
  for (const { title, unit } of [...run.plots, ...run.snapshots]) expect(svg).toContain(`>${title} (${unit})<`);
  for (const title of ['Window of the sender ltrf.0 (segments)', 'Time sequence of the sender ltrf.0 (segment number)'])
    expect(svg).toContain(`>${title}<`);
  expect(svg).toContain('Seed 1.');
  expect(svg).toContain('#v=5&amp;p=opening');
  // A line for each lane and row, with the letter at its end. Plots of one moment have their own elements.
  const lines = run.plots.reduce((sum: number, plot: { lines: unknown[] }) => sum + plot.lines.length, 0);
  // The timeout of the sender under RED is far above its round trips: an arrow says so, and there is no line. RED's
  // curve is one more.
  const strokes = /<path d="[^"]+" fill="none" stroke="(#111" stroke-width="1\.6|#777" stroke-width="1)"/g;
  // Each lane has its stroke beside its name too.
  expect(svg.match(strokes)?.length).toBe(lines + 2 * (3 + 4) - 1 + 1 + 2);
  expect(svg.match(/>RTO ↑</g)).toHaveLength(1);
  // Nothing is drawn where there is no number.
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test('the notebook draws the sender, and a notebook without one does not', () => {
  const sourceOf = (name: string) => JSON.parse(name).cells.map(({ source }: { source: string[] }) => source.join(''));
  const cells: string[] = sourceOf(text('notebook'));
  expect(cells).toContain(
    `draw_sender('Window of the sender', 'segments', [["cwnd","cwnd_segments"],["in flight","in_flight_segments"],["ssthresh","ssthresh_segments"]], 1);`,
  );
  const { binary: plain } = sim([...LINE, '--notebook', 'n']);
  const without: string[] = sourceOf(Buffer.concat(plain.get('n') ?? []).toString());
  expect(without.join('')).not.toContain('draw_sender');
});

test('each table that the notebook reads is one that it defines', () => {
  const { cells } = JSON.parse(text('notebook')) as { cells: { cell_type: string; id: string; source: string[] }[] };
  const code = cells
    .filter(({ cell_type: type, id }) => type === 'code' && id !== 'data')
    .map(({ source }) => source.join(''))
    .join('\n');
  const read = new Set([...code.matchAll(/(?<![\w.'"])([a-z_]+)\[/g)].map(([, name]) => name as string));
  // By an assignment, a loop, or as a parameter.
  const isDefined = (name: string) =>
    new RegExp(
      `^ *(\\w+, )*${name}(, \\w+)* = |\\bfor (\\(?\\w+, )*${name}\\b|def \\w+\\([^)]*\\b${name}\\b`,
      'm',
    ).test(code);
  expect(read.size).toBeGreaterThan(10);
  expect([...read].filter((name) => !isDefined(name))).toEqual([]);
});

test('options without a file, or without a sender, are refused', () => {
  const refused = (...line: string[]) => {
    const { status: code, err: said } = sim([...LINE, ...line]);
    expect(code).toBe(2);
    return said;
  };
  expect(refused('--sender', 'ltrf.0')).toContain(
    '--sender: not allowed without --run-json, --notebook, --vega-lite, --svg, --png',
  );
  expect(refused('--sender', 'ltrf.99', '--svg', 's')).toContain(
    '--sender: ltrf.99 is not allowed; allowed: ltrf.0 to ltrf.9',
  );
  expect(refused('--plots', 'sender-window', '--svg', 's')).toContain(
    'sender-window is not allowed without --sender CLASS.N',
  );
  expect(refused('--plots', 'wave', '--svg', 's')).toContain('--plots: wave is not allowed; allowed: goodput');
});
