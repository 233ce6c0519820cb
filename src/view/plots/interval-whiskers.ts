/** 95 % intervals as thin lines with a cap at each end. */
import type { ThemedContext } from '../draw/themed-context.ts';
import type { Segment } from './free-places.ts';

const WHISKER_LINE_PX = 1.25;
/** Half the length of a cap, px. */
const CAP_REACH_PX = 3;

/** @param whiskers level or upright lines */
export function drawWhiskers({ context, theme }: ThemedContext, whiskers: readonly Segment[]): void {
  context.strokeStyle = theme.muted;
  context.lineWidth = WHISKER_LINE_PX;
  context.beginPath();
  for (const { from, to } of whiskers) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    const [capX, capY] = from.x === to.x ? [CAP_REACH_PX, 0] : [0, CAP_REACH_PX];
    for (const { x, y } of [from, to]) {
      context.moveTo(x - capX, y - capY);
      context.lineTo(x + capX, y + capY);
    }
  }
  context.stroke();
}
