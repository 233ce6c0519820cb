/** Paints a scene on a canvas. */
import { line } from 'd3-shape';
import { type InkTheme, inkColour, type Mark, type ScenePoint, type ShapeMark } from '../../scene/marks.ts';
import { LETTER_BOX_PX, LETTER_GAP_PX, lineHeightPx, type PlacedText } from '../../scene/place-texts.ts';
import type { Scene } from '../../scene/scene.ts';
import { cssFont, TEXT_FONT } from '../../scene/text-ruler.ts';

type Canvas = CanvasRenderingContext2D;

/** Paints all marks in their order, then the texts. */
export function paintOnCanvas(context: Canvas, scene: Scene, theme: InkTheme): void {
  paintMarks(context, scene.marks, theme);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const text of scene.texts) paintText(context, text, theme);
}

function paintMarks(context: Canvas, marks: readonly Mark[], theme: InkTheme): void {
  for (const mark of marks) {
    if (mark.kind === 'text') continue;
    if (mark.kind === 'group') {
      paintMarks(context, mark.marks, theme);
      continue;
    }
    if (mark.kind === 'clip') {
      const { left, top, right, bottom } = mark.box;
      context.save();
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.clip();
      paintMarks(context, mark.marks, theme);
      context.restore();
      continue;
    }
    paintShape(context, mark, theme);
  }
}

function paintShape(context: Canvas, mark: ShapeMark, theme: InkTheme): void {
  const { fill, stroke, strokePx = 1, dash, opacity = 1 } = mark;
  const path = mark.kind === 'path' ? new Path2D(mark.d) : undefined;
  if (path === undefined) {
    context.beginPath();
    addToPath(context, mark);
  }
  context.globalAlpha = opacity;
  if (fill !== undefined) {
    context.fillStyle = inkColour(fill, theme);
    if (path === undefined) context.fill();
    else context.fill(path);
  }
  if (stroke !== undefined) {
    context.strokeStyle = inkColour(stroke, theme);
    context.lineWidth = strokePx;
    if (dash !== undefined) context.setLineDash([...dash]);
    if (path === undefined) context.stroke();
    else context.stroke(path);
    if (dash !== undefined) context.setLineDash([]);
  }
  context.globalAlpha = 1;
}

const pathOfLine = line<ScenePoint>(
  ({ x }) => x,
  ({ y }) => y,
).defined(({ x, y }) => Number.isFinite(x + y));

function addToPath(context: Canvas, mark: ShapeMark): void {
  if (mark.kind === 'rect') {
    const { left, top, right, bottom } = mark.box;
    context.rect(left, top, right - left, bottom - top);
  } else if (mark.kind === 'line') pathOfLine.context(context)(mark.points);
  else if (mark.kind === 'symbol') context.arc(mark.at.x, mark.at.y, mark.radiusPx, 0, 2 * Math.PI);
}

function paintText(context: Canvas, { mark, lines, box, leader, align, ink }: PlacedText, theme: InkTheme): void {
  const { font = TEXT_FONT, letter, hasGround = false } = mark;
  if (leader !== undefined) {
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(leader.from.x, leader.from.y);
    context.lineTo(leader.to.x, leader.to.y);
    context.stroke();
  }
  if (hasGround) {
    context.fillStyle = theme.surface;
    context.fillRect(box.left - 1, box.top, box.right - box.left + 2, box.bottom - box.top);
  }
  const middle = (box.top + box.bottom) / 2;
  let { left } = box;
  if (letter !== undefined) {
    context.fillStyle = theme.text;
    context.beginPath();
    context.roundRect(left, middle - LETTER_BOX_PX / 2, LETTER_BOX_PX, LETTER_BOX_PX, 3);
    context.fill();
    context.fillStyle = theme.surface;
    context.font = cssFont({ sizePx: 11, isBold: true });
    context.textAlign = 'center';
    context.fillText(letter, left + LETTER_BOX_PX / 2, middle + 0.5);
    left += LETTER_BOX_PX + LETTER_GAP_PX;
  }
  context.font = cssFont(font);
  context.fillStyle = inkColour(ink, theme);
  context.textAlign = lines.length === 1 || align === 'left' ? 'left' : align === 'right' ? 'right' : 'center';
  const x = context.textAlign === 'left' ? left : context.textAlign === 'right' ? box.right : (left + box.right) / 2;
  const heightPx = lineHeightPx(mark);
  for (const [index, line] of lines.entries())
    if (line !== '') context.fillText(line, x, middle + (index - (lines.length - 1) / 2) * heightPx);
}
