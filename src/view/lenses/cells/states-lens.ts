/**
 * The lens of VBS: the cells of each VC under weighted round robin, its share of the upper threshold, and the verdict
 * on its next frame. A large lens also has the diagram of the states, with a token for every VC.
 */

import { VC_STRIDE, VcColumn } from '../../../engine/contract/policy-tables.ts';
import { wrapWords } from '../../../shared/fit-text.ts';
import { required } from '../../../shared/required.ts';
import { tableRows } from '../../../shared/tables.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawLine, drawText } from '../../draw/pen.ts';
import { drawFittingText, drawPolygon, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { drawVcToken, VC_TOKEN_HALF_PX, vcGlyph } from '../../draw/vc-token.ts';
import { CanvasLens } from '../canvas-lens.ts';
import { DrawingContinuity } from '../continuity.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import type { LensModel } from '../lens-model.ts';
import { drawVcRows } from './vc-rows.ts';

const TITLE_HEIGHT_PX = 18;
/** Least size of a lens with the diagram, px. */
const DIAGRAM_LENS_PX = { width: 640, height: 220 };
const STATE_GAP_PX = 24;
/** Height of the condition below the diagram, px. */
const KEY_HEIGHT_PX = 14;
/** Line height of small text, px. */
const LINE_HEIGHT_PX = 12;
/** Number of drawings in which a transition is marked. */
const TRANSITION_DRAWINGS = 8;

interface Vc {
  readonly index: number;
  readonly state: number;
}

const VC_STATES = [
  { state: 1, name: 'within its share' },
  { state: 2, name: 'above its share' },
  { state: 3, name: 'H reached, tagged accepted' },
  { state: 4, name: 'tagged accepted below M' },
] as const;

interface Transition {
  readonly from: number;
  readonly to: number;
  /** The number of cells that counts: virtual ones of the VC, or all. */
  readonly cells: 'virtual' | 'all';
  readonly bound: string;
}

const CELL_SYMBOLS = { virtual: 'X̃', all: 'X' } as const;
const CELL_MEANINGS = { virtual: 'X̃: virtual cells of the VC', all: 'X: all cells' } as const;

/** The state diagram: figure 3 of Hu & Jan, in both readings. */
function stateTransitions(isLiteral: boolean): readonly Transition[] {
  return [
    { from: 1, to: 2, cells: 'virtual', bound: '≥ Z·TH' },
    { from: 2, to: 1, cells: 'virtual', bound: '< Z·TH' },
    { from: 1, to: 3, cells: 'all', bound: '≥ H' },
    { from: 3, to: 4, cells: 'virtual', bound: isLiteral ? '< Z·TH' : '≥ Z·TH' },
    { from: 4, to: 2, cells: 'virtual', bound: '> TH' },
    { from: 4, to: 1, cells: 'all', bound: isLiteral ? '≥ M' : '< M' },
  ];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the VCs of VBS, and in a large lens the diagram of its states. */
export class StatesLens extends CanvasLens {
  private states: readonly number[] = [];
  private readonly continuity = new DrawingContinuity();
  /** The last transition, by its ends. */
  private lastTransition = '';
  /** Remaining drawings in which a transition is marked, by its ends. */
  private readonly highlightedTransitions = new Map<string, number>();

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const vcs = tableRows(model.frame.vcs, VC_STRIDE).map((entry, index) => ({ index, state: entry(VcColumn.state) }));
    this.updateTransitions(model, vcs);
    const hasDiagram = width >= DIAGRAM_LENS_PX.width && height >= DIAGRAM_LENS_PX.height;
    const splitX = hasDiagram ? Math.round(width * 0.5) : 0;
    if (hasDiagram) this.drawDiagram(drawing, vcs, splitX - STATE_GAP_PX);
    drawVcRows(drawing, splitX);
  }

  private updateTransitions(model: LensModel, vcs: readonly Vc[]): void {
    if (this.continuity.advance(model) === 'new') {
      this.states = [];
      this.lastTransition = '';
      this.highlightedTransitions.clear();
    }
    for (const [key, remainingDrawings] of this.highlightedTransitions) {
      if (remainingDrawings <= 1) this.highlightedTransitions.delete(key);
      else this.highlightedTransitions.set(key, remainingDrawings - 1);
    }
    for (const { index, state } of vcs) {
      const previousState = this.states[index];
      if (previousState === undefined || previousState === state) continue;
      this.lastTransition = `${previousState}-${state}`;
      this.highlightedTransitions.set(this.lastTransition, TRANSITION_DRAWINGS);
    }
    this.states = vcs.map(({ state }) => state);
  }

  private drawDiagram(drawing: LensDrawing, vcs: readonly Vc[], width: number): void {
    const { context, height, theme, model } = drawing;
    drawText(drawing, 'State of each VC', 0, 9);
    const boxWidth = Math.min(150, (width - 60) / 2);
    const boxHeight = Math.min(72, (height - TITLE_HEIGHT_PX - 24 - KEY_HEIGHT_PX) / 2);
    const [right, low] = [width - boxWidth, height - boxHeight - 4 - KEY_HEIGHT_PX];
    const boxes: readonly Box[] = [
      { left: 0, top: TITLE_HEIGHT_PX + 4, width: boxWidth, height: boxHeight },
      { left: right, top: TITLE_HEIGHT_PX + 4, width: boxWidth, height: boxHeight },
      { left: 0, top: low, width: boxWidth, height: boxHeight },
      { left: right, top: low, width: boxWidth, height: boxHeight },
    ];
    const transitions = stateTransitions(model.values.machine === 'literal');
    const last = transitions.find(({ from, to }) => this.lastTransition === `${from}-${to}`);
    if (last !== undefined) drawCondition(drawing, last, width + STATE_GAP_PX - 4);
    for (const transition of transitions) this.drawArrow(drawing, boxes, transition);
    for (const { state, name } of VC_STATES) {
      const box = required(boxes[state - 1]);
      const vcsInState = vcs.filter((vc) => vc.state === state);
      context.fillStyle = theme.raised;
      context.strokeStyle = vcsInState.length > 0 ? theme.text : theme.grid;
      context.lineWidth = state === 2 || state === 4 ? 2 : 1;
      context.beginPath();
      context.roundRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1, 6);
      context.fill();
      context.stroke();
      drawText(drawing, String(state), box.left + 7, box.top + 11);
      const heightPx = box.height - (vcsInState.length > 0 ? 2 * VC_TOKEN_HALF_PX + 6 : 6);
      drawWords(drawing, name, box.left + 18, box.top + 11, box.width - 22, heightPx);
      const step = Math.min(
        2 * VC_TOKEN_HALF_PX + 3,
        (box.width - 2 * VC_TOKEN_HALF_PX - 12) / Math.max(1, vcsInState.length - 1),
      );
      for (const [indexInState, { index }] of vcsInState.entries())
        drawVcToken(
          drawing,
          vcGlyph(model.description, index, theme),
          box.left + 13 + indexInState * step,
          box.top + box.height - 14,
          String(index + 1),
        );
    }
  }

  private drawArrow(drawing: ThemedContext, boxes: readonly Box[], { from, to }: Transition): void {
    const [fromBox, toBox] = [required(boxes[from - 1]), required(boxes[to - 1])];
    const isLit = this.highlightedTransitions.has(`${from}-${to}`);
    const isLevel = fromBox.top === toBox.top;
    const isUpright = fromBox.left === toBox.left;
    const forwards = toBox.left > fromBox.left;
    // Two transitions between the same states are drawn side by side.
    const labelShift = (isLevel || isUpright) && !(from === 1 && to === 3) ? 7 : 0;
    const start = isLevel
      ? {
          x: forwards ? fromBox.left + fromBox.width : fromBox.left,
          y: fromBox.top + fromBox.height / 2 + (forwards ? -labelShift : labelShift),
        }
      : {
          x: fromBox.left + fromBox.width / 2,
          y: toBox.top > fromBox.top ? fromBox.top + fromBox.height : fromBox.top,
        };
    const end = isLevel
      ? { x: forwards ? toBox.left : toBox.left + toBox.width, y: start.y }
      : { x: toBox.left + toBox.width / 2, y: toBox.top > fromBox.top ? toBox.top : toBox.top + toBox.height };
    if (!isLevel && !isUpright) {
      start.x = fromBox.left;
      start.y = fromBox.top + 4;
      end.x = toBox.left + toBox.width;
      end.y = toBox.top + toBox.height - 4;
    }
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    const ink = isLit ? 'text' : 'muted';
    drawLine(drawing, [start.x, start.y, end.x, end.y], { ink, widthPx: isLit ? 2.5 : 1 });
    const head = [2.6, -2.6].flatMap((turn) => [
      end.x + 7 * Math.cos(angle + turn),
      end.y + 7 * Math.sin(angle + turn),
    ]);
    drawPolygon(drawing, [end.x, end.y, ...head], { ink });
  }
}

/** Writes the condition of the last transition, with the meaning of its symbols if there is space. */
function drawCondition(drawing: LensDrawing, { from, to, cells, bound }: Transition, maxWidth: number): void {
  const { context, height } = drawing;
  const text = `Last: ${from} → ${to}, ${CELL_SYMBOLS[cells]} ${bound}`;
  drawText(drawing, text, 0, height - 6);
  const left = textWidth(context, text) + 10;
  const meaning = CELL_MEANINGS[cells];
  const fits = left + textWidth(context, meaning, SMALL_DRAWING_FONT) <= maxWidth;
  if (fits) drawText(drawing, meaning, left, height - 6, SMALL_MUTED);
}

/** Draws text in lines of a width, as many lines as fit. */
function drawWords(drawing: ThemedContext, text: string, x: number, y: number, width: number, height: number): void {
  const lines = wrapWords(text, width, (words) => textWidth(drawing.context, words, SMALL_DRAWING_FONT));
  const maxLines = Math.max(1, Math.floor(height / LINE_HEIGHT_PX));
  for (const [index, line] of lines.slice(0, maxLines).entries()) {
    const words = index === maxLines - 1 ? lines.slice(index).join(' ') : line;
    drawFittingText(drawing, [words], x, y + index * LINE_HEIGHT_PX, width, SMALL_MUTED);
  }
}
