/** Paints a scene on a canvas. */
import { line } from 'd3-shape';
import { type InkTheme, inkColour, type Mark, type ScenePoint, type ShapeMark } from '../../scene/marks.ts';
import type { Scene } from '../../scene/scene.ts';
import type { DrawingContext } from './drawing-context.ts';
import { paintTexts } from './paint-texts.ts';

/** Paints all marks in their order, then the texts. */
export function paintOnCanvas(context: DrawingContext, scene: Scene, theme: InkTheme): void {
  paintMarks(context, scene.marks, theme);
  paintTexts({ context }, scene.texts, theme);
}

/** Paints the marks in their order, without the texts. */
export function paintMarks(context: DrawingContext, marks: readonly Mark[], theme: InkTheme): void {
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

function paintShape(context: DrawingContext, mark: ShapeMark, theme: InkTheme): void {
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

function addToPath(context: DrawingContext, mark: ShapeMark): void {
  if (mark.kind === 'rect') {
    const { left, top, right, bottom } = mark.box;
    context.rect(left, top, right - left, bottom - top);
  } else if (mark.kind === 'line') pathOfLine.context(context as CanvasRenderingContext2D)(mark.points);
  else if (mark.kind === 'symbol') context.arc(mark.at.x, mark.at.y, mark.radiusPx, 0, 2 * Math.PI);
}
