/** Drags a threshold on a canvas, for both the queue and the lens. */

import { pointerPosition } from './canvas.ts';

export interface ThresholdGrip {
  /** Parameter id of the policy, or `buffer`. */
  readonly parameter: string;
  /** Horizontal place of its line on the canvas, px. */
  readonly position: number;
}

/** Largest distance of a pointer from a line, px. So a target is twice as wide. */
const MAX_GRIP_DISTANCE_PX = 12;

/** The drag of a threshold on one canvas, by pointer. */
export class ThresholdDrag {
  /** The parameter under drag. */
  draggedId: string | undefined;
  /** Called during a drag with the value under the pointer. */
  onThreshold: ((parameter: string, value: number) => void) | undefined;
  private readonly canvas: HTMLCanvasElement;
  private readonly gripsAt: (y: number) => readonly ThresholdGrip[];
  private readonly valueAt: (parameter: string, position: number) => number;
  private readonly placeOf: typeof pointerPosition;

  /**
   * @param grips the grips at a height of the canvas
   * @param valueAt the value of a parameter at a horizontal place, px
   * @param placeOf the place of a pointer in the drawing, px
   */
  constructor(
    canvas: HTMLCanvasElement,
    grips: (y: number) => readonly ThresholdGrip[],
    valueAt: (parameter: string, position: number) => number,
    placeOf = pointerPosition,
  ) {
    this.canvas = canvas;
    this.gripsAt = grips;
    this.valueAt = valueAt;
    this.placeOf = placeOf;
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    canvas.addEventListener('pointerup', () => this.release());
    canvas.addEventListener('pointercancel', () => this.release());
  }

  /** The grip under a pointer. */
  gripAt(event: { readonly clientX: number; readonly clientY: number }): ThresholdGrip | undefined {
    const { x, y } = this.placeOf(this.canvas, event);
    return nearestGrip(this.gripsAt(y), x);
  }

  private grab(event: PointerEvent): void {
    this.draggedId = this.gripAt(event)?.parameter;
    if (this.draggedId === undefined) return;
    this.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private drag(event: PointerEvent): void {
    if (this.draggedId === undefined) return;
    this.onThreshold?.(this.draggedId, Math.max(0, this.valueAt(this.draggedId, this.placeOf(this.canvas, event).x)));
  }

  private release(): void {
    this.draggedId = undefined;
  }
}

/** The grip nearest to a place, within reach. */
export function nearestGrip(grips: readonly ThresholdGrip[], position: number): ThresholdGrip | undefined {
  let closestGrip: ThresholdGrip | undefined;
  let smallestDistance = MAX_GRIP_DISTANCE_PX;
  for (const grip of grips) {
    const distance = Math.abs(grip.position - position);
    if (distance >= smallestDistance) continue;
    smallestDistance = distance;
    closestGrip = grip;
  }
  return closestGrip;
}
