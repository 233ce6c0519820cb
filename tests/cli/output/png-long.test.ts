/** The picture of a run as pixels, against the same picture as SVG: a reader of PNG of its own looks at the pixels. */
import { inflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { loadPng, loadRasterizer, renderPng } from '../../../src/cli/output/png.ts';
import { formatSvgPanels } from '../../../src/export/svg-panels.ts';
import { sim, spawned } from '../harness.ts';

const LINE = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--duration', '8', '--warmup', '1'];
const CHOSEN = [...LINE, '--sender', 'ltrf.0', '--plots', 'queue,sender-window'];

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Lightness of a pixel, 0 to 255; the picture has no hues. */
  readonly at: (x: number, y: number) => number;
  /** The texts in it, by their keywords. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Source: PNG (third edition), sections 5, 9.2 (filters) and 11.3.3.4 (iTXt). */
function pixelsOf(png: Buffer): Pixels {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  // Eight bits, red, green, blue and alpha, no interlace.
  expect([...png.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0]);
  const data: Buffer[] = [];
  const texts = new Map<string, string>();
  for (let index = 8; index < png.length; index += 12 + png.readUInt32BE(index)) {
    const type = png.toString('latin1', index + 4, index + 8);
    const content = png.subarray(index + 8, index + 8 + png.readUInt32BE(index));
    if (type === 'IDAT') data.push(content);
    if (type !== 'iTXt') continue;
    const [keyword = '', text = ''] = content.toString().split('\0\0\0\0\0');
    texts.set(keyword, text);
  }
  const packed = inflateSync(Buffer.concat(data));
  const stride = 4 * width;
  const rows = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = packed[row * (stride + 1)];
    for (let index = 0; index < stride; index++) {
      const left = index < 4 ? 0 : (rows[row * stride + index - 4] ?? 0);
      const above = row === 0 ? 0 : (rows[(row - 1) * stride + index] ?? 0);
      const corner = index < 4 || row === 0 ? 0 : (rows[(row - 1) * stride + index - 4] ?? 0);
      const guess = left + above - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? above : corner;
      const added = [0, left, above, (left + above) >> 1, paeth][filter ?? 0] ?? 0;
      rows[row * stride + index] = (packed[row * (stride + 1) + 1 + index] ?? 0) + added;
    }
  }
  return { width, height, at: (x, y) => rows[y * stride + 4 * x] ?? 0, texts };
}

/** Number of dark pixels of a part of the picture. */
function ink({ at }: Pixels, [left, top, right, bottom]: readonly [number, number, number, number]): number {
  let dark = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (at(x, y) < 140) dark++;
  return dark;
}

/** Lightness of the darkest pixel at a place and around it: a place of the SVG may be between pixels. */
const darkest = ({ at }: Pixels, x: number, y: number) =>
  Math.min(...[-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => at(x + right, y + down))));

let picture: ReturnType<typeof drawn>;
let pixels: Pixels;
beforeAll(async () => {
  await loadPng();
  picture = drawn(CHOSEN);
  pixels = pixelsOf(picture.png);
});

function drawn(line: readonly string[]) {
  const { status, err, binary } = sim([...line, '--svg', 's', '--png', 'p']);
  expect([status, err]).toEqual([0, '']);
  const bytes = (name: string) => Buffer.concat(binary.get(name) ?? []);
  return { svg: bytes('s').toString(), png: bytes('p') };
}

test('has two pixels for each px of the SVG, its lines at their places, and the same bytes each time', () => {
  const { svg, png } = picture;
  const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  expect([pixels.width, pixels.height]).toEqual([2 * Number(width), 2 * Number(height)]);
  // The strokes of both lanes are #111, the marks beside them #777, the grid #ddd.
  const strokes = [
    ...svg.matchAll(/<path d="M([^"M]*)" fill="none" stroke="(#111|#777)" stroke-width="[\d.]+"([^>]*)/g),
  ];
  expect(new Set(strokes.map(([, , colour]) => colour))).toEqual(new Set(['#111', '#777']));
  for (const [, path = '', colour, dash = ''] of strokes) {
    const places = path.split('L').map((place) => place.split(',').map((px) => Math.round(2 * Number(px))));
    const hit = places.filter(([x = 0, y = 0]) => darkest(pixels, x, y) <= (colour === '#111' ? 0x80 : 0xc0)).length;
    // A line that is drawn later may cover it.
    expect(hit / places.length).toBeGreaterThan(dash === '' ? 0.95 : 0.3);
  }
  const grid = [...svg.matchAll(/<path d="M64,([\d.]+)L664,[\d.]+" fill="none" stroke="#ddd"/g)].map(([, y]) =>
    Number(y),
  );
  expect(grid.length).toBeGreaterThan(5);
  for (const y of grid)
    expect([0, 1].map((below) => pixels.at(2 * 70, Math.round(2 * y) - below)).every((light) => light < 0xf8)).toBe(
      true,
    );
  expect(drawn(CHOSEN).png.equals(png)).toBe(true);
});

test('has its words as drawn letters and as text entries of the file', async () => {
  const { svg } = picture;
  const bare = pixelsOf(Buffer.from((await loadRasterizer([]))(svg)));
  const words = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]+)</g)].map(([, x, y, look, text]) => ({
    x: 2 * Number(x),
    y: 2 * Number(y),
    look: look ?? '',
    text: text ?? '',
  }));
  expect(words.length).toBeGreaterThan(30);
  for (const { x, y, look, text } of words) {
    const shift = look.includes('"end"') ? -12 : look.includes('"middle"') ? -6 : 0;
    const box = [Math.round(x + shift), Math.round(y - 18), Math.round(x + shift + 14), Math.round(y + 4)] as const;
    expect([text, ink(pixels, box) > ink(bare, box)]).toEqual([text, true]);
  }
  expect([...pixels.texts.keys()]).toEqual(['Title', 'Description', 'URL']);
  expect(pixels.texts.get('Title')).toBe('Same traffic, different policies');
  expect(pixels.texts.get('Description')).toMatch(/^Seed 1\. Bufferscope \d/);
  expect(pixels.texts.get('URL')).toMatch(/^#v=5&p=opening/);
});

test('no word is cut off at the right, however long', () => {
  const long = (word: string, times: number) => Array(times).fill(word).join(' ');
  const x = { from: 0, to: 1, text: 's' };
  const line = { dash: [], isSecond: false, times: [0, 1], values: [0, 1] };
  const panel = { name: 'row', height: 60, x, y: { from: 0, to: 1 } };
  const figure = {
    title: 'Plot',
    key: long('wide mark,', 30),
    panels: [{ ...panel, lines: [{ ...line, name: 'A an average of the queue in packets' }] }],
  };
  const about = { scenario: 'x', title: long('Wide words', 20), seed: 1, program: 'P', link: `#${long('v', 200)}` };
  const names = { A: long('Name', 9), B: long('Name', 9), C: 'RED' };
  const svg = formatSvgPanels([figure], names, { ...about, link: about.link.replaceAll(' ', 'v') });
  const pixels = pixelsOf(Buffer.from(renderPng(svg)));
  expect(ink(pixels, [pixels.width - 4, 0, pixels.width, pixels.height])).toBe(0);
  // The whole text is there, in several lines.
  const said = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(said.filter((text) => text?.includes('Wide words')).length).toBeGreaterThan(2);
  expect(said.join(' ').match(/wide mark,/g)).toHaveLength(30);
});

test('is refused in the same cases as the SVG: several seeds, a path that cannot be written, plots without a file', () => {
  expect(sim([...LINE, '--png', 'p', '--replications', '2'])).toMatchObject({
    status: 2,
    err: '--png: not allowed with --replications 2; run the command once for each seed',
  });
  expect(sim([...LINE, '--png', 'p', '--plots', 'wave']).err).toMatch(/^--plots: wave is not allowed; allowed: /);
  expect(sim([...LINE, '--png']).err).toBe('--png: a value is missing');
  const { status, err, out } = spawned([...LINE, '--png', '/nowhere/p.png']);
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(/^--png: \/nowhere\/p\.png could not be written: .*no such file or folder/);
});
