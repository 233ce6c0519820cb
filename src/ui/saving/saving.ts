/** Plots, tables and drawings as files: CSV, SVG, PNG, Vega-Lite. Loaded when something is saved. */

import { downloadFile } from '../../app/files/download.ts';
import { createAboutRun } from '../../app/files/export-run.ts';
import type { Page } from '../../app/page/page.ts';
import { type CsvCell, formatCsv } from '../../export/csv.ts';
import { formatDigits } from '../../export/file-numbers.ts';
import { addPngTexts } from '../../export/png-text.ts';
import { formatVegaLite } from '../../export/vega-lite.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun, scenarioTexts } from '../../run-state/run-values.ts';
import { paintAsSvg } from '../../scene/paint-svg.ts';
import { shortenToFit, wrapWords } from '../../shared/fit-text.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { escapeMarkup, withoutForbiddenXml } from '../../shared/markup.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { drawWithContext } from '../../view/draw/canvas.ts';
import { drawingTheme } from '../../view/draw/drawing-theme.ts';
import type { SceneView } from '../../view/draw/scene-view.ts';
import { SvgRecorder } from '../../view/draw/svg-recorder.ts';

/** A head with the name and unit of each column, then rows. */
export interface SavedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/** A canvas that can be drawn again. */
interface CanvasSource {
  readonly canvas: HTMLCanvasElement;
  readonly draw: () => void;
}

/** A scene, and the function that brings it up to date. */
interface SceneSource {
  readonly view: Pick<SceneView, 'scene'>;
  readonly draw: () => void;
}

/** The source of a picture: a drawing of the page, or a table that is drawn. */
export type SaveSource = CanvasSource | SceneSource | { readonly svg: SVGSVGElement } | { readonly table: SavedTable };

/** Origin of a file, written in it and in its name. */
export interface RunOrigin {
  /** Beginning of the file name. */
  readonly name: string;
  /** The run, in words. */
  readonly text: string;
  /** URL that opens the run. */
  readonly url: string;
}

export function runOrigin(run: RunState, seconds: number, url: string): RunOrigin {
  const scenario = scenarioOfRun(run);
  const name = [run.preset || scenario.id, `seed-${run.seed}`].join('-');
  const lanes = run.lanes.map((_, index) => letteredLaneName(run, index));
  const text = `${scenarioTexts(run).title}. ${lanes.join(', ')}. Seed ${run.seed}, at ${Number(seconds.toFixed(3))} s of simulated time.`;
  return { name, url, text };
}

/** A part of a file's name. */
export const toFileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * UTF-8. The first line names the columns, so that spreadsheets and programs read it in the same way; the last column
 * has the link to the run in its first row.
 */
export function formatTable({ head, rows }: SavedTable, url: string): string {
  const lines = rows.map((row, index) => [...row, index === 0 ? url : '']);
  return `${formatCsv([[...head, 'link'], ...lines], formatDigits)}\n`;
}

export function saveCsv(title: string, table: SavedTable, { name, url }: RunOrigin): void {
  downloadFile(`${name}-${toFileName(title)}.csv`, 'text/csv;charset=utf-8', formatTable(table, url));
}

/** @param plot id of a plot of the run on the page; one over time up to `seconds` */
export function saveVegaLite(title: string, page: Page, plot: string, seconds: number, { name, url }: RunOrigin): void {
  const { run } = page.state;
  const lanes = page.session.lanes.map(({ description, frame, series }, index) => ({
    description,
    frame,
    series,
    lane: laneLetter(index),
  }));
  const spec = formatVegaLite(lanes, createAboutRun(run, url), [plot], seconds);
  downloadFile(`${name}-${toFileName(title)}.vl.json`, 'application/json', spec);
}

export function saveSvg(title: string, source: SaveSource, origin: RunOrigin): void {
  downloadFile(
    `${origin.name}-${toFileName(title)}.svg`,
    'image/svg+xml',
    `${composePicture(title, source, origin).text}\n`,
  );
}

/** Pixels of a PNG per pixel of the picture. */
const PIXEL_RATIO = 2;

/** @throws Error if the picture is too large for a PNG; DOMException if the browser cannot draw it */
export async function savePng(title: string, source: SaveSource, origin: RunOrigin): Promise<void> {
  const { text, width, height } = composePicture(title, source, origin);
  const picture = await loadImage(text);
  const canvas = document.createElement('canvas');
  canvas.width = PIXEL_RATIO * width;
  canvas.height = PIXEL_RATIO * height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error('this browser cannot make a PNG of this size');
  const texts = { Title: title, Description: origin.text, URL: origin.url };
  const bytes = addPngTexts(new Uint8Array(await blob.arrayBuffer()), texts);
  downloadFile(`${origin.name}-${toFileName(title)}.png`, 'image/png', new Blob([bytes]));
}

/**
 * Draws the picture from a URL that is revoked afterwards. If the URL is the text of the picture, Chromium keeps its
 * elements.
 */
async function loadImage(svg: string): Promise<HTMLImageElement> {
  const picture = new Image();
  const blobUrl = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    picture.src = blobUrl;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(blobUrl);
  }
}

interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Space for the title above, and for a line of text about the run below, px. */
const HEAD_HEIGHT_PX = 26;
const LINE_HEIGHT_PX = 15;
/** Least width of a picture, so that there is room for its title. */
const MIN_WIDTH_PX = 320;
const FONT_FAMILY = 'system-ui, sans-serif';
/** The rules of the style sheet for drawings, as attributes, because files have no style sheet. */
const INLINE_STYLES: readonly (readonly [selector: string, look: Readonly<Record<string, string>>])[] = [
  ['.muted', { fill: '#555' }],
  ['.grid', { stroke: '#ddd' }],
  ['.over', { stroke: '#fff', 'stroke-width': '4', 'paint-order': 'stroke' }],
];

/** A picture on white, as on paper, for every theme of the page. */
function composePicture(title: string, source: SaveSource, { text: about, url }: RunOrigin): Picture {
  return inPaperTheme(() => {
    ruler = undefined;
    const { markup, width: drawingWidth, height } = drawMarkup(source);
    const width = Math.max(MIN_WIDTH_PX, Math.ceil(drawingWidth));
    const roomPx = width - 2 * CELL_PADDING_PX;
    const widthOf = (words: string) => measureText(words, `11px ${FONT_FAMILY}`);
    const linesBelow = [...wrapWords(about, roomPx, widthOf), shortenToFit(url, roomPx, widthOf)];
    const pictureHeight = Math.ceil(HEAD_HEIGHT_PX + height + (linesBelow.length + 0.5) * LINE_HEIGHT_PX);
    const formatText = (text: string, y: number, attributes: string) =>
      `<text x="${CELL_PADDING_PX}" y="${y}" font-family="${FONT_FAMILY}" ${attributes}>${escapeMarkup(text)}</text>`;
    const text =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${pictureHeight}" viewBox="0 0 ${width} ${pictureHeight}">` +
      `<title>${escapeMarkup(title)}</title><desc>${escapeMarkup(`${about} ${url}`)}</desc>` +
      `<rect width="${width}" height="${pictureHeight}" fill="#fff"/>${formatText(title, 18, 'font-size="14" font-weight="600" fill="#111"')}` +
      `<g transform="translate(0,${HEAD_HEIGHT_PX})" color="#111" fill="#111" font-family="${FONT_FAMILY}" font-size="13">${markup}</g>` +
      `${linesBelow.map((line, index) => formatText(line, HEAD_HEIGHT_PX + height + (index + 0.8) * LINE_HEIGHT_PX, 'font-size="11" fill="#555"')).join('')}</svg>`;
    return { text: withoutForbiddenXml(text), width, height: pictureHeight };
  });
}

/** Uses the colours of the light theme. The page restores its own before anything is painted. */
function inPaperTheme<T>(drawPicture: () => T): T {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  try {
    return drawPicture();
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}

interface Markup {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

function drawMarkup(source: SaveSource): Markup {
  if ('svg' in source) return ownMarkup(source.svg);
  if ('view' in source) return sceneMarkup(source);
  return 'table' in source ? drawTableMarkup(source.table) : recordDrawing(source);
}

/** A new canvas for each picture, because Chromium keeps every text that such a canvas has measured. */
let ruler: CanvasRenderingContext2D | undefined;

function measureText(text: string, font: string): number {
  ruler ??= required(document.createElement('canvas').getContext('2d'));
  ruler.font = font;
  return ruler.measureText(text).width;
}

function sceneMarkup({ view, draw }: SceneSource): Markup {
  draw();
  const { scene } = view;
  if (scene === undefined) return { markup: '', width: 0, height: 0 };
  return { markup: paintAsSvg(scene, drawingTheme(), 'clip'), width: scene.width, height: scene.height };
}

function recordDrawing({ canvas, draw }: CanvasSource): Markup {
  const recorder = new SvgRecorder(measureText);
  const { width, height } = drawWithContext(canvas, recorder, draw);
  return { markup: recorder.markup, width, height };
}

/** Height of a row, and room beside a cell, px. */
const ROW_HEIGHT_PX = 22;
const CELL_PADDING_PX = 10;

/** Numbers to the right, under a rule. */
function drawTableMarkup({ head, rows }: SavedTable): Markup {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : (cell ?? ''))),
  );
  const recorder = new SvgRecorder(measureText);
  const font = (row: number) => `${row === 0 ? '600 ' : ''}13px ${FONT_FAMILY}`;
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line, row) => measureText(line[column] ?? '', font(row)) + 2 * CELL_PADDING_PX)),
  );
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] !== 'string'));
  recorder.fillStyle = '#111';
  recorder.textBaseline = 'middle';
  for (const [row, line] of lines.entries()) {
    let left = 0;
    recorder.font = font(row);
    for (const [column, width] of widths.entries()) {
      const alignsRight = isNumber[column] === true;
      recorder.textAlign = alignsRight ? 'right' : 'left';
      recorder.fillText(
        line[column] ?? '',
        alignsRight ? left + width - CELL_PADDING_PX : left + CELL_PADDING_PX,
        (row + 0.5) * ROW_HEIGHT_PX,
      );
      left += width;
    }
  }
  const width = widths.reduce((sum, columnWidth) => sum + columnWidth, 0);
  recorder.fillRect(CELL_PADDING_PX, ROW_HEIGHT_PX - 1, width - 2 * CELL_PADDING_PX, 1);
  return { markup: recorder.markup, width, height: lines.length * ROW_HEIGHT_PX + CELL_PADDING_PX };
}

/** The markup of a picture without links, because they point into the page. */
function ownMarkup(svg: SVGSVGElement): Markup {
  const { width, height } = svg.viewBox.baseVal;
  return { markup: innerMarkup(svg), width, height };
}

function innerMarkup(svg: SVGSVGElement): string {
  const copy = document.importNode(svg, true);
  for (const anchor of copy.querySelectorAll('a')) anchor.replaceWith(...anchor.childNodes);
  for (const [selector, look] of INLINE_STYLES)
    for (const element of copy.querySelectorAll(selector))
      for (const [name, value] of Object.entries(look)) element.setAttribute(name, value);
  const text = new XMLSerializer();
  return [...copy.childNodes].map((node) => text.serializeToString(node)).join('');
}
