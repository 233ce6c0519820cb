/** The vertical axis of a plot that is not over time, with a light grid. */
import { axisLeft } from 'd3-axis';
import { type Selection, select } from 'd3-selection';
import { fitOver, type Surface } from '../draw/canvas.ts';
import type { LinearScale } from '../draw/scale.ts';

export class UpAxis {
  private readonly svg: SVGSVGElement;
  private readonly axis: Selection<SVGGElement, unknown, null, undefined>;

  constructor(svg: SVGSVGElement) {
    this.svg = svg;
    const axes = select(svg);
    axes.selectAll(':scope > g').remove();
    this.axis = axes.append('g').attr('class', 'axis y');
  }

  /** @param margin space beside the plot, px */
  draw(y: LinearScale, surface: Surface, margin: { readonly left: number; readonly right: number }): void {
    fitOver(surface, this.svg);
    this.axis.attr('transform', `translate(${margin.left},0)`).call(
      axisLeft(y)
        .ticks(4)
        .tickSize(margin.left + margin.right - surface.width)
        .tickSizeOuter(0),
    );
  }
}
