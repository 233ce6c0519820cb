/** What all plots over simulated time have in common: a canvas, its axes above it, and which time lies where across it. */
import { type Selection, select } from 'd3-selection';
import { type LinearScale, linearScale } from '../draw/scale.ts';

export abstract class TimePlot {
  protected readonly canvas: HTMLCanvasElement;
  protected readonly axes: Selection<SVGSVGElement, unknown, null, undefined>;
  protected x: LinearScale = linearScale(0, 1, 0, 1);

  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    this.canvas = canvas;
    this.axes = select(svg);
    this.axes.selectAll(':scope > g').remove();
    this.axes.append('g').attr('class', 'axis x');
  }

  /** Simulated time under a place across the canvas while this span is shown, s; undefined outside of the axes. */
  timeAt(place: number, [from, to]: readonly [number, number]): number | undefined {
    const [start, end] = this.x.range() as [number, number];
    if (place < start - 4 || place > end + 4) return undefined;
    return linearScale(from, to, start, end).invert(Math.min(end, Math.max(start, place)));
  }

  /** Width of the axis as it was drawn last, px. */
  get axisPixels(): number {
    const [start, end] = this.x.range() as [number, number];
    return end - start;
  }
}
