/**
 * A pen that writes SVG, so that the drawing of a view can be saved as a sharp picture.
 *
 * This is own code. The existing libraries set style attributes, which the Content-Security-Policy of the page forbids.
 * They do not support the largest width of a text.
 */

import { escapeMarkup } from '../../shared/markup.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import type { DrawingContext } from './drawing-context.ts';

/** Width of a text in a font, px. */
export type TextWidth = (text: string, font: string) => number;

/** The state that `save` stores. Transforms are texts of SVG, and a clip is the id of its path. */
interface DrawingState
  extends Pick<DrawingContext, 'lineWidth' | 'lineJoin' | 'globalAlpha' | 'font' | 'textAlign' | 'textBaseline'>,
    Pick<DrawingContext, 'imageSmoothingEnabled'> {
  fillStyle: string;
  strokeStyle: string;
  dash: readonly number[];
  transform: string;
  clips: readonly string[];
}

const INITIAL_STATE: DrawingState = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter',
  globalAlpha: 1,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  imageSmoothingEnabled: true,
  dash: [],
  transform: '',
  clips: [],
};

const STATE_KEYS = keysOfRecord(INITIAL_STATE);

/** A coordinate, rounded to 0.01 px. */
const formatPx = (value: number) => String(Math.round(value * 100) / 100);

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
/** Distance from the place of a text to its base line, as a share of the font size. */
const BASELINES: Readonly<Record<string, number>> = { middle: 0.35, top: 0.8, hanging: 0.8, bottom: -0.2 };

/** One drawing. Draw into it as into the context of a canvas, then read `markup`. */
export class SvgRecorder implements DrawingState, DrawingContext {
  fillStyle = INITIAL_STATE.fillStyle;
  strokeStyle = INITIAL_STATE.strokeStyle;
  lineWidth = INITIAL_STATE.lineWidth;
  lineJoin = INITIAL_STATE.lineJoin;
  globalAlpha = INITIAL_STATE.globalAlpha;
  font = INITIAL_STATE.font;
  textAlign = INITIAL_STATE.textAlign;
  textBaseline = INITIAL_STATE.textBaseline;
  imageSmoothingEnabled = INITIAL_STATE.imageSmoothingEnabled;
  dash = INITIAL_STATE.dash;
  transform = INITIAL_STATE.transform;
  clips = INITIAL_STATE.clips;
  private readonly stack: Partial<DrawingState>[] = [];
  private readonly elements: string[] = [];
  private path = '';
  private clipCount = 0;
  private readonly textWidth: TextWidth;
  private readonly name: string;

  /** @param name prefix of the ids of clips; it must be unique among the drawings of a file */
  constructor(textWidth: TextWidth, name = 'clip') {
    this.textWidth = textWidth;
    this.name = name;
  }

  /** The drawing as the content of an SVG element. */
  get markup(): string {
    return this.elements.join('');
  }

  save(): void {
    this.stack.push(Object.fromEntries(STATE_KEYS.map((name) => [name, this[name]])));
  }

  restore(): void {
    Object.assign(this, this.stack.pop());
  }

  translate(x: number, y: number): void {
    this.transform += `translate(${formatPx(x)},${formatPx(y)})`;
  }

  scale(x: number, y: number): void {
    this.transform += `scale(${x},${y})`;
  }

  rotate(radians: number): void {
    this.transform += `rotate(${formatPx((radians * 180) / Math.PI)})`;
  }

  setLineDash(dash: readonly number[]): void {
    this.dash = [...dash];
  }

  beginPath(): void {
    this.path = '';
  }

  closePath(): void {
    this.path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.path += `M${formatPx(x)},${formatPx(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `${this.path === '' ? 'M' : 'L'}${formatPx(x)},${formatPx(y)}`;
  }

  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void {
    this.path += `Q${formatPx(controlX)},${formatPx(controlY)} ${formatPx(x)},${formatPx(y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${formatPx(x)},${formatPx(y)}h${formatPx(width)}v${formatPx(height)}h${formatPx(-width)}Z`;
  }

  roundRect(x: number, y: number, width: number, height: number, radius = 0): void {
    const r = Math.min(radius, Math.abs(width) / 2, Math.abs(height) / 2);
    const corner = (dx: number, dy: number) => `a${formatPx(r)},${formatPx(r)} 0 0 1 ${formatPx(dx)},${formatPx(dy)}`;
    this.path +=
      `M${formatPx(x + r)},${formatPx(y)}h${formatPx(width - 2 * r)}${corner(r, r)}v${formatPx(height - 2 * r)}${corner(-r, r)}` +
      `h${formatPx(2 * r - width)}${corner(-r, -r)}v${formatPx(2 * r - height)}${corner(r, -r)}Z`;
  }

  /** Draws clockwise by default. Angles are in radians from the positive x axis. */
  arc(x: number, y: number, radius: number, from: number, to: number, isAnticlockwise = false): void {
    const fullTurn = 2 * Math.PI;
    const pointAt = (angle: number) =>
      `${formatPx(x + radius * Math.cos(angle))},${formatPx(y + radius * Math.sin(angle))}`;
    const turnedAngle = isAnticlockwise ? from - to : to - from;
    const sweep = isAnticlockwise ? 0 : 1;
    this.path += `${this.path === '' || this.path.endsWith('Z') ? 'M' : 'L'}${pointAt(from)}`;
    const size = `A${formatPx(radius)},${formatPx(radius)} 0`;
    if (turnedAngle >= fullTurn - 1e-9) {
      this.path += `${size} 1 ${sweep} ${pointAt(from + Math.PI)}${size} 1 ${sweep} ${pointAt(from)}`;
      return;
    }
    const angle = ((turnedAngle % fullTurn) + fullTurn) % fullTurn;
    this.path += `${size} ${angle > Math.PI ? 1 : 0} ${sweep} ${pointAt(to)}`;
  }

  fill(): void {
    this.writeElement('path', `d="${this.path}" ${this.fillAttribute}`);
  }

  stroke(): void {
    this.writeElement('path', `d="${this.path}" fill="none" ${this.strokeAttribute}`);
  }

  clip(): void {
    const id = `${this.name}${++this.clipCount}`;
    const { transform } = this;
    this.elements.push(
      `<clipPath id="${id}"><path d="${this.path}"${transform === '' ? '' : ` transform="${transform}"`}/></clipPath>`,
    );
    this.clips = [...this.clips, id];
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.writeElement('path', `d="${rectangle(x, y, width, height)}" ${this.fillAttribute}`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.writeElement('path', `d="${rectangle(x, y, width, height)}" fill="none" ${this.strokeAttribute}`);
  }

  /** Does nothing: the writer of the file draws the background. */
  clearRect(): void {}

  /** Does nothing: an SVG picture has no device pixels. */
  setTransform(): void {
    this.transform = '';
  }

  measureText(text: string): { readonly width: number } {
    return { width: this.textWidth(text, this.font) };
  }

  fillText(text: string, x: number, y: number, maxWidth?: number): void {
    this.text(text, x, y, maxWidth, this.fillAttribute);
  }

  strokeText(text: string, x: number, y: number, maxWidth?: number): void {
    this.text(text, x, y, maxWidth, `fill="none" ${this.strokeAttribute}`);
  }

  drawImage(image: HTMLCanvasElement, x: number, y: number, width = image.width, height = image.height): void {
    const pixels = this.imageSmoothingEnabled ? '' : ' image-rendering="pixelated"';
    this.writeElement(
      'image',
      `x="${formatPx(x)}" y="${formatPx(y)}" width="${formatPx(width)}" height="${formatPx(height)}" preserveAspectRatio="none"${pixels} href="${image.toDataURL()}"`,
    );
  }

  private get fillAttribute(): string {
    return `fill="${escapeMarkup(this.fillStyle)}"`;
  }

  private get strokeAttribute(): string {
    const { strokeStyle, lineWidth, dash, lineJoin } = this;
    const dashAttribute = dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
    const joinAttribute = lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`;
    return `stroke="${escapeMarkup(strokeStyle)}" stroke-width="${formatPx(lineWidth)}"${dashAttribute}${joinAttribute}`;
  }

  private text(text: string, x: number, y: number, maxWidth: number | undefined, textAttributes: string): void {
    if (text === '' || !Number.isFinite(x) || !Number.isFinite(y)) return;
    const { font, textAlign, textBaseline } = this;
    const { size, family, weight, style } = fontAttributes(font);
    const baselineShift = size * (BASELINES[textBaseline] ?? 0);
    const anchor = ANCHORS[textAlign];
    const lengthAttributes =
      maxWidth !== undefined && this.textWidth(text, font) > maxWidth
        ? ` textLength="${formatPx(Math.max(0, maxWidth))}" lengthAdjust="spacingAndGlyphs"`
        : '';
    const attributes = [
      `x="${formatPx(x)}" y="${formatPx(y + baselineShift)}" font-size="${size}" font-family="${escapeMarkup(family)}"`,
      weight === '' ? '' : `font-weight="${weight}"`,
      style === '' ? '' : `font-style="${style}"`,
      anchor === undefined ? '' : `text-anchor="${anchor}"`,
      textAttributes,
    ].filter(Boolean);
    this.writeElement('text', `${attributes.join(' ')}${lengthAttributes}`, escapeMarkup(text));
  }

  private writeElement(element: string, attributes: string, content?: string): void {
    if (/NaN|Infinity/.test(attributes)) return;
    const { globalAlpha, transform, clips } = this;
    const opacityText = globalAlpha === 1 ? '' : ` opacity="${formatPx(globalAlpha)}"`;
    const transformAttribute = transform === '' ? '' : ` transform="${transform}"`;
    const body = content === undefined ? '/>' : `>${content}</${element}>`;
    const drawnElement = `<${element} ${attributes}${opacityText}${transformAttribute}${body}`;
    this.elements.push(
      clips.reduceRight((clippedElement, id) => `<g clip-path="url(#${id})">${clippedElement}</g>`, drawnElement),
    );
  }
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${formatPx(x)},${formatPx(y)}h${formatPx(width)}v${formatPx(height)}h${formatPx(-width)}Z`;
}

/** Splits a font such as "italic 600 12px system-ui, sans-serif" into its parts. */
function fontAttributes(font: string) {
  const match = /^(.*?)([\d.]+)px\s+(.*)$/.exec(font);
  const words = (match?.[1] ?? '').split(' ').filter(Boolean);
  const style = words.includes('italic') ? 'italic' : '';
  const weight = words.find((word) => word === 'bold' || /^\d{3}$/.test(word)) ?? '';
  return { size: Number(match?.[2] ?? 10), family: match?.[3] ?? 'sans-serif', weight, style };
}
