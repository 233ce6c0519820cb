/**
 * Draws every VC as a group of bars, one for each lane: its throughput, with its guaranteed minimum and its fair share.
 */

import { drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { BADGE_PX, drawBadge, drawFittingText } from '../draw/labels.ts';
import { fillPackets } from '../draw/packets.ts';
import { type ClassGlyph, FONT, inkOfTheme } from '../draw/palette.ts';
import type { Pen } from '../draw/pen.ts';
import { linearScale, roundUp } from '../draw/scale.ts';

export interface VcBars {
  readonly label: string;
  readonly glyph: ClassGlyph;
  /** bit/s. */
  readonly lanes: readonly {
    readonly lane: number;
    readonly throughputBps: number;
    readonly minimumBps: number;
    readonly shareBps: number;
  }[];
}

const MARGIN = { left: 44, top: 8, right: 8, bottom: 46 };

export class VcView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(vcs: readonly VcBars[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    const bottom = height - MARGIN.bottom;
    const rates = vcs.flatMap(({ lanes }) =>
      lanes.flatMap((lane) => [lane.throughputBps, lane.minimumBps, lane.shareBps]),
    );
    // An axis of 1 Mb/s, as long as there is no rate.
    const highest = (Math.max(0, ...rates.filter(Number.isFinite)) || 1e6) / 1e6;
    const y = linearScale(0, roundUp(highest, 4), bottom, MARGIN.top);
    const step = (width - MARGIN.left - MARGIN.right) / Math.max(1, vcs.length);
    context.font = FONT;
    context.textBaseline = 'middle';
    drawAxisBeside({ context, ink }, y, { left: MARGIN.left, right: width - MARGIN.right });
    context.textAlign = 'center';
    for (const [vc, { label, glyph, lanes }] of vcs.entries()) {
      const left = MARGIN.left + vc * step;
      const bar = Math.min(28, (step - 8) / Math.max(1, lanes.length));
      const from = left + (step - bar * lanes.length) / 2;
      for (const [laneIndex, { lane, throughputBps, minimumBps, shareBps }] of lanes.entries()) {
        const x = from + laneIndex * bar;
        const top = y(throughputBps / 1e6);
        if (Number.isFinite(top)) {
          context.beginPath();
          context.rect(x + 1.5, top, bar - 3, bottom - top);
          fillPackets(context, glyph);
        }
        context.strokeStyle = ink.text;
        context.lineWidth = 2.5;
        level(context, x, x + bar, y(minimumBps / 1e6));
        context.strokeStyle = ink.text;
        context.lineWidth = 1.5;
        context.setLineDash([4, 2]);
        if (Number.isFinite(shareBps)) level(context, x, x + bar, y(shareBps / 1e6));
        context.setLineDash([]);
        drawBadge({ context, ink }, lane, x + (bar - BADGE_PX) / 2, bottom + 9);
      }
      context.fillStyle = ink.text;
      context.textAlign = 'center';
      drawFittingText(context, label, left + step / 2, bottom + 24, step - 2);
    }
    context.fillStyle = ink.text;
    context.fillRect(MARGIN.left, height - 11, 14, 2.5);
    context.textAlign = 'left';
    context.fillText('minimum', MARGIN.left + 18, height - 9);
    const next = MARGIN.left + 30 + context.measureText('minimum').width;
    context.strokeStyle = ink.text;
    context.lineWidth = 1.5;
    context.setLineDash([4, 2]);
    level(context, next, next + 14, height - 10);
    context.setLineDash([]);
    context.fillText('fair share', next + 18, height - 9);
  }
}

function level(context: Pen, from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
