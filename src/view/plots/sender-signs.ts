/** The signs of a sender's events, and their legend. */
import type { SenderEvent } from '../../engine/frame/sender-columns.ts';
import { FONT, SMALL_FONT } from '../draw/palette.ts';
import { type Drawing, MARGIN } from './sender-model.ts';

type Sign = (context: CanvasRenderingContext2D, x: number, y: number) => void;

export function tick(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 0.5, y - 4, 1, 8);
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 4, y);
  context.lineTo(x, y + 4);
  context.lineTo(x - 4, y);
  context.closePath();
  context.stroke();
}

function cross(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 4, y - 4);
  context.lineTo(x + 4, y + 4);
  context.moveTo(x - 4, y + 4);
  context.lineTo(x + 4, y - 4);
  context.stroke();
}

function square(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.strokeRect(x - 3.5, y - 3.5, 7, 7);
}

function letterT(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.textAlign = 'center';
  context.fillText('T', x, y);
}

function dash(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 5, y - 0.5, 10, 1.5);
}

function bar(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 1, y - 5, 2, 10);
}

function dot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 1.5, y - 3, 3, 6);
}

interface Mark {
  readonly words: string;
  readonly sign: Sign;
}

/** The drawing of each event, and its name in the legend. */
export const MARKS: Readonly<Record<SenderEvent, Mark>> = {
  sent: { words: 'sent', sign: dot },
  acked: { words: 'acknowledged', sign: dash },
  sacked: { words: 'SACK block', sign: bar },
  duplicate: { words: 'duplicate ACK', sign: tick },
  retransmitted: { words: 'sent again', sign: square },
  dropped: { words: 'dropped', sign: cross },
  marked: { words: 'marked', sign: diamond },
  echoed: { words: 'ECN echo', sign: diamond },
  timeout: { words: 'timeout', sign: letterT },
};

/** Smallest distance of two signs of one kind, px. Nearer signs are left out. */
export const APART_PX = { line: 2, sign: 9 };

/** Draws the legend of the shown signs below the axis, as far as it fits. */
export function drawLegend(
  { context, ink, model }: Drawing,
  shown: readonly SenderEvent[],
  width: number,
  height: number,
): void {
  const y = height - 6;
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  let x = MARGIN.left;
  const title = shown.length > 2 ? 'time (s)' : 'simulated time (s)';
  context.fillText(title, x, y);
  x += context.measureText(title).width + 12;
  for (const event of shown) {
    const { words, sign } = MARKS[event];
    const wide = context.measureText(words).width + 22;
    if (x + wide > width) break;
    context.fillStyle = event === 'sent' ? model.colour : event === 'sacked' ? ink.muted : ink.text;
    context.strokeStyle = event === 'retransmitted' ? model.colour : ink.text;
    context.lineWidth = 1.4;
    sign(context, x + 5, y);
    context.fillStyle = ink.muted;
    context.textAlign = 'left';
    context.fillText(words, x + 14, y);
    x += wide;
  }
  context.font = FONT;
}
