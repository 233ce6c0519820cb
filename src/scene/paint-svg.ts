/** Paints a scene as elements of SVG 1.1. Each mark with a meaning has it as its title. */
import { line, symbol, symbolCircle } from 'd3-shape';
import { escapeMarkup } from '../shared/markup.ts';
import {
  type InkTheme,
  inkColour,
  type Mark,
  type SceneBox,
  type ScenePoint,
  type ShapeMark,
  type TextFont,
  type Wording,
} from './marks.ts';
import { LEADER_DASH, LETTER_GAP_PX, letterBoxPx, lineHeightPx, type PlacedText } from './place-texts.ts';
import type { Scene } from './scene.ts';
import { familyOf, lineParts, SMALL_BOLD_TEXT_FONT, TEXT_FONT } from './text-ruler.ts';

const formatPx = (value: number) => String(Number(value.toFixed(1)));

/** @param idPrefix of the ids of clips; unique among the scenes of a file */
export function paintAsSvg(scene: Scene, theme: InkTheme, idPrefix: string): string {
  const clips = { count: 0, idPrefix };
  return [...formatMarks(scene.marks, theme, clips), ...scene.texts.flatMap((text) => formatText(text, theme))].join(
    '',
  );
}

interface ClipIds {
  count: number;
  readonly idPrefix: string;
}

function formatMarks(marks: readonly Mark[], theme: InkTheme, clips: ClipIds): string[] {
  return marks.flatMap((mark) => {
    if (mark.kind === 'text') return [];
    if (mark.kind === 'group')
      return `<g>${formatTitle(mark.meaning)}${formatMarks(mark.marks, theme, clips).join('')}</g>`;
    if (mark.kind === 'clip') {
      const id = `${clips.idPrefix}${++clips.count}`;
      const innerMarkup = formatMarks(mark.marks, theme, clips).join('');
      return `<clipPath id="${id}"><path d="${formatBox(mark.box)}"/></clipPath><g clip-path="url(#${id})">${innerMarkup}</g>`;
    }
    const { fill, stroke, strokePx = 1, dash = [], opacity = 1, meaning } = mark;
    const attributes = [
      `d="${formatShape(mark)}"`,
      ...(mark.kind === 'symbol' ? [`transform="translate(${formatPx(mark.at.x)},${formatPx(mark.at.y)})"`] : []),
      `fill="${fill === undefined ? 'none' : inkColour(fill, theme)}"`,
      ...(stroke === undefined ? [] : [`stroke="${inkColour(stroke, theme)}" stroke-width="${formatPx(strokePx)}"`]),
      ...(dash.length === 0 ? [] : [`stroke-dasharray="${dash.join(' ')}"`]),
      ...(opacity === 1 ? [] : [`opacity="${opacity}"`]),
    ].join(' ');
    return meaning === undefined ? `<path ${attributes}/>` : `<path ${attributes}>${formatTitle(meaning)}</path>`;
  });
}

const formatTitle = (meaning: string) => `<title>${escapeMarkup(meaning)}</title>`;

const formatBox = ({ left, top, right, bottom }: SceneBox) =>
  `M${formatPx(left)},${formatPx(top)}H${formatPx(right)}V${formatPx(bottom)}H${formatPx(left)}Z`;

const linePath = line<ScenePoint>(
  ({ x }) => x,
  ({ y }) => y,
)
  .defined(({ x, y }) => Number.isFinite(x + y))
  .digits(1);

function formatShape(mark: ShapeMark): string {
  if (mark.kind === 'rect') return formatBox(mark.box);
  if (mark.kind === 'path') return mark.d;
  if (mark.kind === 'line') return linePath(mark.points) ?? '';
  return symbol(symbolCircle, Math.PI * mark.radiusPx ** 2).digits(2)() ?? '';
}

function formatText({ mark, lines, box, leader, align, ink }: PlacedText, theme: InkTheme): string[] {
  const { font = TEXT_FONT, letter, hasGround = false } = mark;
  const elements: string[] = [];
  if (leader !== undefined)
    elements.push(
      `<path d="M${formatPx(leader.from.x)},${formatPx(leader.from.y)}L${formatPx(leader.to.x)},${formatPx(leader.to.y)}" stroke="${theme.muted}"${leader.isBehind ? ` stroke-dasharray="${LEADER_DASH.join(' ')}"` : ''}/>`,
    );
  if (hasGround) elements.push(`<path d="${formatBox(box)}" fill="${theme.surface}"/>`);
  const middle = (box.top + box.bottom) / 2;
  let { left } = box;
  const side = letterBoxPx(mark);
  for (const character of letter ?? '') {
    const halfSide = side / 2;
    elements.push(
      `<rect x="${formatPx(left)}" y="${formatPx(middle - halfSide)}" width="${side}" height="${side}" rx="3" fill="${theme.text}"/>`,
      formatWords(character, left + halfSide, middle, 'middle', SMALL_BOLD_TEXT_FONT, theme.surface),
    );
    left += side + LETTER_GAP_PX;
  }
  const isCentred = align === 'centre' && letter === undefined;
  const isRight = align === 'right' && letter === undefined;
  const [x, anchor] = isCentred ? [(left + box.right) / 2, 'middle'] : isRight ? [box.right, 'end'] : [left, undefined];
  const heightPx = lineHeightPx(mark);
  for (const [index, line] of lines.entries())
    if (line !== '') {
      const y = middle + (index - (lines.length - 1) / 2) * heightPx;
      elements.push(formatWords(line, x, y, anchor, font, inkColour(ink, theme), theme));
    }
  return elements;
}

/** Distance of the base line from the middle of a text, as a part of the size of its font. */
const BASELINE_SHARE = 0.35;

function formatWords(
  words: Wording,
  x: number,
  middle: number,
  anchor: string | undefined,
  font: TextFont,
  colour: string,
  theme?: InkTheme,
): string {
  const { sizePx, isBold = false } = font;
  const look = `${isBold ? ' font-weight="bold"' : ''}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`;
  return `<text x="${formatPx(x)}" y="${formatPx(middle + BASELINE_SHARE * sizePx)}"${formatFont(font)}${look} fill="${colour}">${formatParts(words, font, theme)}</text>`;
}

const formatFont = (font: TextFont) =>
  ` font-size="${font.sizePx}" font-family="${escapeMarkup(familyOf(font))}"${font.isItalic === true ? ' font-style="italic"' : ''}`;

function formatParts(line: Wording, font: TextFont, theme: InkTheme | undefined): string {
  if (typeof line === 'string') return escapeMarkup(line);
  let downPx = 0;
  return lineParts(line, font)
    .map((part) => {
      const shift = part.downPx === downPx ? '' : ` dy="${part.downPx - downPx}"`;
      downPx = part.downPx;
      const fill = part.ink === undefined || theme === undefined ? '' : ` fill="${inkColour(part.ink, theme)}"`;
      return `<tspan${shift}${formatFont(part.font)}${fill}>${escapeMarkup(part.words)}</tspan>`;
    })
    .join('');
}
