/** Shared part of lenses whose thresholds can be dragged along their axis, as on the queue. */
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { ThresholdDrag, type ThresholdGrip } from '../draw/threshold-drag.ts';
import { CanvasLens } from './canvas-lens.ts';

/** A lens on one canvas, whose horizontal axis has thresholds that can be dragged. */
export abstract class ThresholdLens extends CanvasLens {
  readonly thresholds: ThresholdDrag;
  /** Those of the last drawing. */
  protected grips: ThresholdGrip[] = [];
  protected axis: LinearScale = linearScale(0, 1, 0, 1);

  /** @param topPx above this height, nothing can be gripped */
  constructor(canvas: HTMLCanvasElement, topPx = Number.NEGATIVE_INFINITY) {
    super(canvas);
    this.thresholds = new ThresholdDrag(
      canvas,
      (y) => (y < topPx ? [] : this.grips),
      (_, position) => this.axis.invert(position),
    );
  }

  hide(): void {
    this.grips = [];
  }
}
