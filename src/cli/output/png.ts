/** Draws a picture (SVG) as pixels, for `--png`. The WASM module and the fonts are read only for this option. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { OutputError } from '../io.ts';

/** Pixels for each px of the picture, as in the PNG of the page. */
const PIXEL_RATIO = 2;

const FONT_NAME = 'DejaVu Sans';

/** The files for drawing a PNG: the name in `png/` beside the command of the package, and the source package. */
const RENDERER_FILE = { name: 'resvg.wasm', from: '@resvg/resvg-wasm/index_bg.wasm' };
const FONT_FILES = [
  { name: 'DejaVuSans.ttf', from: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' },
  { name: 'DejaVuSans-Bold.ttf', from: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
];

function readPackagedFile({ name, from }: { readonly name: string; readonly from: string }): Uint8Array {
  const packedPath = fileURLToPath(new URL(`png/${name}`, import.meta.url));
  return readFileSync(existsSync(packedPath) ? packedPath : createRequire(import.meta.url).resolve(from));
}

/** @returns the bytes of a PNG */
type Rasterizer = (svg: string) => Uint8Array;

/** The renderer can be started once in a process, also if this module is loaded twice. */
const STARTED = Symbol.for('bufferscope.png-renderer');
const inProcess = globalThis as { [STARTED]?: Promise<void> };

/** @param fonts files in TrueType; without any, there is no text */
export async function loadRasterizer(fonts: readonly Uint8Array[]): Promise<Rasterizer> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  inProcess[STARTED] ??= initWasm(Uint8Array.from(readPackagedFile(RENDERER_FILE)));
  await inProcess[STARTED];
  const font = { fontBuffers: [...fonts], sansSerifFamily: FONT_NAME, defaultFontFamily: FONT_NAME };
  return (svg) => {
    const picture = new Resvg(svg, { fitTo: { mode: 'zoom', value: PIXEL_RATIO }, font });
    const image = picture.render();
    const png = image.asPng();
    image.free();
    picture.free();
    return png;
  };
}

let rasterizer: Rasterizer | undefined;

/** Loads the files that `renderPng` needs. */
export async function loadPng(): Promise<void> {
  rasterizer ??= await loadRasterizer(FONT_FILES.map(readPackagedFile));
}

/**
 * @param svg a picture
 * @returns the bytes of a PNG with two pixels for each px; call `loadPng` before
 * @throws Error before `loadPng`; OutputError if the picture is too large to be drawn
 */
export function renderPng(svg: string): Uint8Array {
  if (rasterizer === undefined) throw new Error('loadPng was not called');
  try {
    return rasterizer(svg);
  } catch (error) {
    throw new OutputError(`--png: the picture could not be drawn; choose fewer plots with --plots: ${error}`);
  }
}
