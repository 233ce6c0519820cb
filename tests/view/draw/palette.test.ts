/** Contrast between each drawn element and its background, in every theme, from the colours in the style sheet. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../src/engine/packets/source-kind.ts';
import { internetPresets } from '../../../src/scenarios/presets/todays-internet.ts';
import {
  formatAmount,
  formatDecimals,
  formatNumber,
  formatSigned,
  formatTick,
} from '../../../src/shared/number-text.ts';
import {
  allGlyphs,
  type ClassGlyph,
  classGlyph,
  glyphAtQueue,
  laneShade,
  packetGlyphs,
} from '../../../src/view/draw/palette.ts';

const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8');

/** Linear red, green and blue, 0 to 1. */
const linear = (colour: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

const times = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index]!, 0));

/** Normal vision, and complete colour blindness of three kinds (Machado, Oliveira & Fernandes 2009, severity 1). */
const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** Lightness and the two colour axes of a linear colour (Ottosson 2020, Oklab). */
function oklab(rgb: readonly number[]): number[] {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((part) => Math.min(1, Math.max(0, part))),
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  );
}

/** Distance of two colours in Oklab for one vision. Black and white have distance 1. */
function distance(one: string, other: string, vision: keyof typeof VISIONS): number {
  const [a, b] = [one, other].map((colour) => oklab(times(VISIONS[vision], linear(colour)))) as [number[], number[]];
  return Math.hypot(...a.map((part, index) => part - b[index]!));
}

/** The colours of a block of the style sheet: `light-dark(light, dark)`, or one colour for both. */
function coloursOf(selector: string, dark: boolean): Readonly<Record<string, string>> {
  const at = tokens.indexOf(`${selector} {`);
  if (at < 0) throw new Error(`no ${selector}`);
  const block = tokens.slice(at, tokens.indexOf('}', at));
  return Object.fromEntries(
    [...block.matchAll(/--(\w+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
      ([, name, inLight, inDark, inBoth]) => [name, inBoth ?? (dark ? inDark : inLight)],
    ),
  );
}

const themes = [
  { name: 'light', colours: coloursOf(':root', false), dark: false },
  { name: 'dark', colours: coloursOf(':root', true), dark: true },
  { name: 'projector', colours: coloursOf(':root[data-theme="projector"]', false), dark: false },
];

test('each theme has all colours', () => {
  for (const { name, colours } of themes) expect(Object.keys(colours), name).toHaveLength(7);
});

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const full = (colour: string) => (colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour);
  const [low, high] = [luminance(full(one)), luminance(full(other))].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('the measure of contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 9);
  // The example that WebAIM gives for text that just fails.
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(themes)('in the $name theme', ({ colours, dark }) => {
  const grounds = [colours.surface, colours.raised] as string[];

  test('the style sheet has all colours of the drawings', () => {
    expect(Object.keys(colours)).toEqual(expect.arrayContaining(['text', 'muted', 'grid', 'surface', 'raised']));
  });

  test('marks and lines stand out from their ground by 3 to 1', () => {
    for (const { edge } of allGlyphs(dark))
      for (const ground of grounds) expect(contrast(edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  test('lines of a class in two lanes differ in lightness, and stand out from their ground', () => {
    for (const { edge } of allGlyphs(dark)) {
      const [first, second] = [0, 1].map((lane) => laneShade(edge, lane, dark)) as [string, string];
      expect(first).toBe(edge);
      // Pale hues have little room to the white of a dark theme.
      expect(contrast(first, second), edge).toBeGreaterThan(dark ? 1.1 : 1.5);
      for (const ground of grounds) expect(contrast(second, ground)).toBeGreaterThan(contrast(first, ground));
    }
    // 0x72 = 114, and 0xb2 = 178, by hand: 45 % of the way to black or to white.
    expect(laneShade('#0072B2', 1, false)).toBe('#003f62');
    expect(laneShade('#0072B2', 1, true)).toBe('#73b1d5');
  });

  test('words upon a mark stand out from it by 4.5 to 1', () => {
    for (const { colour, textColour } of allGlyphs(dark))
      expect(contrast(textColour, colour), colour).toBeGreaterThanOrEqual(4.5);
  });

  test('text stands out from its ground by 4.5 to 1', () => {
    for (const ink of [colours.text, colours.muted] as string[])
      for (const ground of grounds) expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
});

describe('each class has a hue', () => {
  const item = (kind: SourceKind, colour?: 'green' | 'blue' | 'both') => ({ id: kind, label: kind, kind, colour });

  test('blue is blue, green is green, a second class of a colour is hollow, and one with both is split', () => {
    const classes = [item('tcp', 'blue'), item('cbr', 'green'), item('arrivals', 'blue'), item('adaptive', 'both')];
    const [blue, green, filler, voice] = classes.map((_, index) => classGlyph(classes, index));
    expect([blue?.colour, green?.colour]).toEqual(['#0072B2', '#009E73']);
    expect(filler).toMatchObject({ colour: 'transparent', edge: '#0072B2' });
    expect(voice).toMatchObject({ colour: '#0072B2', secondColour: '#009E73' });
  });

  test('the packets of a voice that chooses are blue or green', () => {
    const [blue, green] = packetGlyphs([item('adaptive', 'both')], false);
    expect([blue?.colour, green?.colour]).toEqual(['#0072B2', '#009E73']);
  });

  test.each(
    internetPresets
      .filter(({ sources }) => Object.values(sources).some(({ kind }) => kind === 'ping'))
      .map((preset) => [preset.id, preset] as const),
  )('pings stand apart from the other classes of %s, also without some cones', (_, { sources }) => {
    const classes = Object.values(sources).map(({ kind }) => item(kind));
    const at = classes.findIndex(({ kind }) => kind === 'ping');
    for (const dark of [false, true]) {
      const [ping, ...others] = [at, ...classes.keys()]
        .filter((index, place) => place === 0 || index !== at)
        .map((index) => classGlyph(classes, index, dark)) as [ClassGlyph, ...ClassGlyph[]];
      for (const vision of Object.keys(VISIONS) as (keyof typeof VISIONS)[])
        for (const { colour, edge } of others)
          for (const [one, other] of [
            [ping.colour, colour],
            [ping.edge, edge],
          ] as const)
            expect(distance(one, other, vision), `${one}, ${other}, ${vision}`).toBeGreaterThan(0.13);
    }
  });

  test('the VCs of one scenario differ', () => {
    const classes = Array.from({ length: 5 }, () => item('vc'));
    for (const dark of [false, true])
      expect(new Set(classes.map((_, index) => classGlyph(classes, index, dark).edge)).size).toBe(5);
  });
});

describe('figures', () => {
  test('have three significant digits, even where rounding adds one', () => {
    expect([1, 0.9996, 0.9994, 9.996, 99.96, 0].map(formatNumber)).toEqual([
      '1.00',
      '1.00',
      '0.999',
      '10.0',
      '100',
      '0',
    ]);
  });

  test('have a minus sign, and thin spaces between thousands', () => {
    expect([
      formatNumber(-3.2),
      formatNumber(-20_000),
      formatAmount(20_000),
      formatTick(-40),
      formatTick(20_000),
    ]).toEqual(['−3.20', '−20\u202f000', '20\u202f000', '−40', '20\u202f000']);
    expect([formatTick(0.05), formatTick(0.1 + 0.2)]).toEqual(['0.05', '0.3']);
  });

  test('of a difference always have a sign', () => {
    expect([0.124, -0.06, 0].map((value) => formatSigned(value, 3))).toEqual(['+0.124', '−0.060', '0']);
  });

  test('are rounded, not cut, where there is little room', () => {
    expect([3, 2, 1, 0].map((places) => formatDecimals(-0.0567, places))).toEqual(['−0.057', '−0.06', '−0.1', '0']);
    expect([formatDecimals(42.86, 0), formatDecimals(1234.5, 2), formatSigned(0.55, 1)]).toEqual([
      '43',
      '1\u202f235',
      '+0.6',
    ]);
  });
});

test('a class of which only ACKs cross a queue has the hollow glyph of these packets there, in key and rows', () => {
  const classes = (['data', 'answers', 'both'] as const).map((crossing) => ({
    kind: 'tcp',
    crossing,
  })) as unknown as Parameters<typeof glyphAtQueue>[0];
  expect(glyphAtQueue(classes, 1, false)).toEqual(packetGlyphs(classes, false)[7]);
  expect(glyphAtQueue(classes, 1, false).colour).toBe('transparent');
  for (const index of [0, 2]) expect(glyphAtQueue(classes, index, false)).toEqual(classGlyph(classes, index, false));
});
