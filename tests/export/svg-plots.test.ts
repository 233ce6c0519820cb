/** The parts of an SVG plot behind its lines: the rate of a link that varies, and the bands of the colours. */
import { expect, test } from 'vitest';
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
            lanes: ['A'],
            lines: [],
            references: [],
            glyphs: [],
            areas: [{ look: 'linkRate', boxes: [[0, 5, 0, 0.5]] }],
          },
        ],
      },
    ],
    { A: 'DropTail' },
    about,
  );
  // The axis of 10 s is from 64 to 664 px.
  const [, bottom = '', top = '', right = ''] =
    /<path class="linkRate" d="M64 ([\d.]+)V([\d.]+)H([\d.]+)V[\d.]+Z"\/>/.exec(svg) ?? [];
  expect(Number(right)).toBe(364);
  expect(Number(bottom) - Number(top)).toBeCloseTo(50, 6);
});

test('the rate of a link that varies is behind the round trips, and a constant one is not', () => {
  const svgOf = (...line: string[]) => {
    const { binary } = sim(['run', ...line, '--svg', 's']);
    return Buffer.concat(binary.get('s') ?? []).toString();
  };
  const mobile = svgOf('mobile-link', '--policy', 'codel', '--duration', '8', '--plots', 'round-trip');
  expect(mobile.match(/class="linkRate"/g)).toHaveLength(1);
  expect(mobile).toContain('Grey area: rate of the link, 11 to 24 Mb/s.');
  const home = svgOf('home-bufferbloat', '--policy', 'codel', '--duration', '8', '--plots', 'round-trip');
  expect(home).not.toContain('class="linkRate"');
  const voice = svgOf('abe-voice', '--policy', 'abe-dsd', '--duration', '20', '--plots', 'colours');
  // Three sources, each with high and low bands; no line stands for them.
  expect(voice.match(/class="(high|low)"/g)).toHaveLength(6);
  expect(voice).toContain('High: green. Low: blue. No band: silent.');
  expect(voice).not.toContain('class="line" d=');
});
