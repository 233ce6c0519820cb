/** The parts of an SVG plot beside its lines: the rate of a link that varies, and the bands of the colours. */
import { expect, test } from 'vitest';
import { nearReferences } from '../../src/export/plot-data.ts';
import { formatSvgPanels } from '../../src/export/svg-panels.ts';
import { sim } from '../cli/harness.ts';

const about = { title: 'One', seed: 1, program: 'test', link: undefined } as unknown as Parameters<
  typeof formatSvgPanels
>[2];

test('a box is as wide as its time, and as high as its share of the panel', () => {
  const svg = formatSvgPanels(
    [
      {
        title: 'Round trip',
        key: '',
        panels: [
          {
            name: '',
            height: 100,
            x: { from: 0, to: 10, text: '' },
            y: { from: 0, to: 1 },
            marks: (x, y) => [
              { kind: 'rect', box: { left: x(0), right: x(5), bottom: y(0), top: y(0.5) }, fill: 'muted', tag: 'box' },
            ],
          },
        ],
      },
    ],
    { A: 'DropTail' },
    about,
  );
  // The axis of 10 s is from 64 to 664 px.
  const [, top = '', right = '', bottom = ''] =
    /<path d="M64,([\d.]+)H([\d.]+)V([\d.]+)H64Z" fill="#555"\/>/.exec(svg) ?? [];
  expect(Number(right)).toBe(364);
  expect(Number(bottom) - Number(top)).toBeCloseTo(50, 6);
});

test.each([
  // The axis of 10 s is from 64 to 664 px. The name stands at the start of its line, but within the axes.
  [undefined, 64, (left: number) => left === 68],
  [5, 364, (left: number) => left === 368],
  // An edit after the last sample window.
  [10.03, 656, (left: number) => left > 600 && left < 660],
])('the line of a reference from %s s on begins at %s px, with its name', (fromSeconds, startPx, isPlace) => {
  const references = [{ symbol: 'min', value: 0.5, ...(fromSeconds === undefined ? {} : { fromSeconds }) }];
  const panel = { name: '', height: 100, x: { from: 0, to: 10, text: '' }, y: { from: 0, to: 1 }, references };
  const svg = formatSvgPanels([{ title: 'Queue', key: '', panels: [panel] }], { A: 'RED' }, about);
  const lines = [...svg.matchAll(/d="M([\d.]+),[\d.]+ ?L664,[\d.]+"[^>]*stroke-dasharray/g)];
  expect(lines.map(([, start]) => Number(start))).toEqual([startPx]);
  const [, nameLeft] = /<text x="([\d.]+)"[^>]*>min</.exec(svg) ?? [];
  expect(Number(nameLeft)).toSatisfy(isPlace);
});

test('a reference that several lanes have is once in a picture, from the time on at which all have it', () => {
  const references = [undefined, 2, 1].map((fromSeconds, lane) => ({
    lane: 'ABC'[lane]!,
    symbol: 'min',
    value: 12,
    ...(fromSeconds === undefined ? {} : { fromSeconds }),
  }));
  expect(nearReferences(references, 20)).toEqual([references[1]]);
  expect(nearReferences([...references, { lane: 'A', symbol: 'max', value: 33 }], 20)).toEqual([references[1]]);
});

test.each([
  ['eight lines that end at the lower edge of a row', 8, () => 0],
  ['eight lines that end at both edges and between', 8, (line: number) => [1, 1, 1, 0.5, 0.5, 0, 0, 0][line]!],
  ['more lines than have names in a usual row', 14, () => 0],
])('the names of %s are within it, in the order of the lines', (_, count, endOf) => {
  const nameOf = (line: number) => `line ${line + 1}`;
  const svg = formatSvgPanels(
    [
      {
        title: 'Queue',
        key: '',
        panels: ['first', 'second'].map((row) => ({
          name: row,
          height: 150,
          x: { from: 0, to: 10, text: '' },
          y: { from: 0, to: 1 },
          marks: (x, y) => [
            { kind: 'rect', box: { left: x(0), right: x(5), bottom: y(0), top: y(1) }, fill: 'muted', tag: 'box' },
          ],
          lines: Array.from({ length: count }, (__, line) => ({
            name: nameOf(line),
            dash: [],
            isSecond: false,
            times: [0, 10],
            values: [0.3, endOf(line)],
          })),
        })),
      },
    ],
    { A: 'DropTail' },
    about,
  );
  const boxes = [...svg.matchAll(/<path d="M64,([\d.]+)H364V([\d.]+)H64Z" fill="#555"\/>/g)];
  const names = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(line \d+)</g)];
  expect(names.map(([, , , name]) => name)).toEqual(
    Array.from({ length: 2 * count }, (__, index) => nameOf(index % count)),
  );
  for (const [row, [, top, bottom]] of boxes.entries()) {
    // Letters of 11 px are at most 9 px above their base line, and 2.5 px below it.
    const ys = names.slice(count * row, count * row + count).map(([, , y]) => Number(y));
    expect(ys[0]).toBeGreaterThanOrEqual(Number(top) + 9);
    expect(ys.at(-1)).toBeLessThanOrEqual(Number(bottom) - 2.5);
    for (const [line, y] of ys.slice(1).entries()) expect(y - ys[line]!).toBeGreaterThanOrEqual(12);
  }
  expect(boxes).toHaveLength(2);
  expect(new Set(names.map(([, x]) => x)).size).toBe(1);
});

test('the rate of a link that varies has a strip over the round trips, and a constant one has none', () => {
  const svgOf = (...line: string[]) => {
    const { binary } = sim(['run', ...line, '--svg', 's']);
    return Buffer.concat(binary.get('s') ?? []).toString();
  };
  const mobile = svgOf('mobile-link', '--policy', 'codel', '--duration', '8', '--plots', 'round-trip');
  // The strip is a row of its own with its unit, over the row of the pings. Its axis begins at 0 and has the highest
  // rate, 24 Mb/s.
  const yOf = (words: string) => Number(new RegExp(`y="([\\d.]+)"[^>]*>${words}<`).exec(mobile)?.[1]);
  const [title, strip, pings] = ['Round trip of pings \\(ms\\)', 'rate of the link \\(Mb/s\\)', 'ping'].map(
    yOf,
  ) as number[];
  expect(title).toBeLessThan(strip!);
  expect(strip).toBeLessThan(pings!);
  const [base, top] = [yOf('0'), yOf('20')];
  expect(base).toBeLessThan(pings!);
  // Its numbers have room for each other.
  const stripYs = [...mobile.matchAll(/y="([\d.]+)"[^>]* text-anchor="end"[^>]*>[\d.]+</g)]
    .map(([, y]) => Number(y))
    .filter((y) => y > strip! && y < pings!)
    .sort((a, b) => a - b);
  expect(stripYs.length).toBeGreaterThan(1);
  for (const [index, y] of stripYs.slice(1).entries()) expect(y - stripYs[index]!).toBeGreaterThan(11);
  // The steps are level or upright. The highest is at 24 Mb/s.
  const path = /d="M([^"]+)" fill="none" stroke="#777"/.exec(mobile)?.[1] ?? '';
  const points = path.split('L').map((point) => point.split(',').map(Number) as [number, number]);
  for (const [index, [x, y]] of points.slice(1).entries())
    expect(x === points[index]![0] || y === points[index]![1]).toBe(true);
  const highestMbps = (20 * (base! - 4 - Math.min(...points.map(([, y]) => y)))) / (base! - top!);
  expect(highestMbps).toBeCloseTo(24, 0);
  const home = svgOf('home-bufferbloat', '--policy', 'codel', '--duration', '8', '--plots', 'round-trip');
  expect(home).not.toContain('rate of the link');
  const voice = svgOf('abe-voice', '--policy', 'abe-dsd', '--duration', '20', '--plots', 'colours');
  // Three sources, each with high and low bands; no line stands for them.
  expect(voice.match(/<path d="[^"]*" fill="(#555|#bbb)"/g)).toHaveLength(6);
  expect(voice).toContain('High: green. Low: blue. No band: silent.');
  expect(voice.match(/stroke="#111"/g)).toHaveLength(1);
});
