/** Contrast between each drawn element and its background, in every theme, from the colours in the style sheet. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { amount, figure, shorter, signed, tickText } from '../../../src/view/draw/number-text.ts';
import { allMarks, classMark, packetMarks } from '../../../src/view/draw/palette.ts';

const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8');

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
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
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
    for (const { edge } of allMarks(dark))
      for (const ground of grounds) expect(contrast(edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  test('words upon a mark stand out from it by 4.5 to 1', () => {
    for (const { colour, words } of allMarks(dark)) expect(contrast(words, colour), colour).toBeGreaterThanOrEqual(4.5);
  });

  test('text stands out from its ground by 4.5 to 1', () => {
    for (const ink of [colours.text, colours.muted] as string[])
      for (const ground of grounds) expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
});

describe('each class has a hue', () => {
  const item = (kind: string, colour?: 'green' | 'blue' | 'both') => ({ id: kind, label: kind, kind, colour });

  test('blue is blue, green is green, a second class of a colour is hollow, and one with both is split', () => {
    const classes = [item('tcp', 'blue'), item('cbr', 'green'), item('given', 'blue'), item('adaptive', 'both')];
    const [blue, green, filler, voice] = classes.map((_, index) => classMark(classes, index));
    expect([blue?.colour, green?.colour]).toEqual(['#0072B2', '#009E73']);
    expect(filler).toMatchObject({ colour: 'transparent', edge: '#0072B2' });
    expect(voice).toMatchObject({ colour: '#0072B2', other: '#009E73' });
  });

  test('the packets of a voice that chooses are blue or green', () => {
    const [blue, green] = packetMarks([item('adaptive', 'both')], false);
    expect([blue?.colour, green?.colour]).toEqual(['#0072B2', '#009E73']);
  });

  test('a ping differs from a download, also for people who do not distinguish red and green', () => {
    const classes = [item('tcp'), item('ping')];
    for (const dark of [false, true]) {
      const [download, ping] = classes.map((_, index) => classMark(classes, index, dark).edge) as [string, string];
      const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      const [red, , blue] = parts(ping).map((part, at) => part - (parts(download)[at] as number));
      // Without red and green, the difference of the blue part remains.
      expect(red).toBeGreaterThan(100);
      expect(blue).toBeLessThan(-100);
    }
  });

  test('the VCs of one scenario differ', () => {
    const classes = Array.from({ length: 5 }, () => item('vc'));
    for (const dark of [false, true])
      expect(new Set(classes.map((_, index) => classMark(classes, index, dark).edge)).size).toBe(5);
  });
});

describe('figures', () => {
  test('have three significant digits, even where rounding adds one', () => {
    expect([1, 0.9996, 0.9994, 9.996, 99.96, 0].map(figure)).toEqual(['1.00', '1.00', '0.999', '10.0', '100', '0']);
  });

  test('have a minus sign, and thin spaces between thousands', () => {
    expect([figure(-3.2), figure(-20_000), amount(20_000), tickText(-40), tickText(20_000)]).toEqual([
      '−3.20',
      '−20\u202f000',
      '20\u202f000',
      '−40',
      '20\u202f000',
    ]);
    expect([tickText(0.05), tickText(0.1 + 0.2)]).toEqual(['0.05', '0.3']);
  });

  test('of a difference always have a sign', () => {
    expect([0.124, -0.06, 0].map((value) => signed(value, 3))).toEqual(['+0.124', '−0.060', '0']);
  });

  test('are rounded, not cut, where there is little room', () => {
    expect([3, 2, 1, 0].map((places) => shorter(-0.0567, places))).toEqual(['−0.057', '−0.06', '−0.1', '0']);
    expect([shorter(42.86, 0), shorter(1234.5, 2), signed(0.55, 1)]).toEqual(['43', '1\u202f235', '+0.6']);
  });
});
