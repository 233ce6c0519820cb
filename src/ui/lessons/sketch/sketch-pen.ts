/** The pen of a sketch: pointer, finger and keys move it and draw. */
import { useRef, useState } from 'react';
import { addSketchStroke, SKETCH_POINTS, type SketchDraft } from '../../../lessons/answers/sketch-draft.ts';
import type { SketchQuestion } from './sketch-axes.ts';

/** A point of the time axis, from 0 to SKETCH_POINTS - 1, and the value of the curve there. */
export type PenPosition = readonly [point: number, value: number];

/** Share of the axis by which a key moves the pen; Page Up and Page Down move it by more. */
const KEY_STEP_SHARE = 1 / 50;
const PAGE_STEP_SHARE = 1 / 10;

/** The nearest position on the axes of a sketch. */
export function clampToAxes(ask: SketchQuestion, index: number, value: number): PenPosition {
  return [Math.min(SKETCH_POINTS - 1, Math.max(0, index)), Math.min(ask.top, Math.max(0, value))];
}

/**
 * @param draft the curve so far; undefined if nothing can be drawn
 * @param positionOf the position of a pointer on the axes
 */
export function usePen(
  ask: SketchQuestion,
  draft: SketchDraft | undefined,
  onDraft: ((draft: SketchDraft) => void) | undefined,
  positionOf: (event: React.PointerEvent) => PenPosition,
) {
  const [position, setPosition] = useState<PenPosition>([0, 0]);
  /** The last position of the pointer while it is down. */
  const last = useRef<PenPosition>(undefined);
  if (draft === undefined) return { position, pointer: {}, onKeyDown: () => {} };

  const drawTo = (to: PenPosition, from = to) => {
    onDraft?.(addSketchStroke(draft, ask, from, to));
    setPosition(to);
  };
  const liftPen = () => {
    last.current = undefined;
  };
  const pointer = {
    onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = positionOf(event);
      drawTo(last.current);
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (last.current === undefined) return;
      const to = positionOf(event);
      drawTo(to, last.current);
      last.current = to;
    },
    onPointerUp: liftPen,
    onPointerCancel: liftPen,
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const horizontalStep = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const verticalStep = {
      ArrowUp: KEY_STEP_SHARE,
      ArrowDown: -KEY_STEP_SHARE,
      PageUp: PAGE_STEP_SHARE,
      PageDown: -PAGE_STEP_SHARE,
    }[event.key];
    if (horizontalStep === undefined && verticalStep === undefined) return;
    event.preventDefault();
    const [index, value] = position;
    const to = clampToAxes(ask, index + (horizontalStep ?? 0), value + (verticalStep ?? 0) * ask.top);
    // A step sideways draws a line from the last position.
    drawTo(to, horizontalStep === undefined ? to : position);
  };
  return { position, pointer, onKeyDown };
}
