/** The words at one tooth of the window of a sender: what a loss does to it. */

import { senderPhaseId } from '../../../engine/contract/sender-phases.ts';
import { SenderColumn } from '../../../engine/frame/sender-columns.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import { type SenderDrawing, type SenderModel, senderRowsInSpan } from './sender-model.ts';

/** Middle of the words above the window before the loss, px, and the least space that they need there. */
const TEXT_ABOVE_PX = 10;
const MIN_SPACE_ABOVE_PX = 16;
/** The arrow of the words is this far right of the drop, px. Its head has this size. */
const ARROW_BESIDE_PX = 5;
const ARROW_HEAD_PX = 4;
/** A ratio of the windows after and before a loss in this range is written as "halved". */
const HALVED_RATIOS = { min: 0.45, max: 0.55 };

interface WindowReduction {
  readonly seconds: number;
  readonly oldWindow: number;
  readonly newWindow: number;
}

/** Names the reduction nearest to the middle of the shown time whose words have room. */
export function drawWindowReduction(drawing: SenderDrawing): void {
  const { context, theme, model, x, y } = drawing;
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'left';
  const middleSeconds = (model.fromSeconds + model.toSeconds) / 2;
  const distance = ({ seconds }: WindowReduction) => Math.abs(seconds - middleSeconds);
  for (const { seconds, oldWindow, newWindow } of windowReductions(model).sort((a, b) => distance(a) - distance(b))) {
    const ratio = newWindow / oldWindow;
    const isHalved = ratio >= HALVED_RATIOS.min && ratio <= HALVED_RATIOS.max;
    const text = `loss → window ${isHalved ? 'halved' : `× ${ratio.toFixed(2)}`}`;
    const hasRoom = x(seconds) + context.measureText(text).width < x.end && y(oldWindow) - y.end > MIN_SPACE_ABOVE_PX;
    if (!hasRoom) continue;
    context.fillStyle = theme.text;
    drawTextOnGround(drawing, text, x(seconds), y(oldWindow) - TEXT_ABOVE_PX);
    drawArrowDown(drawing, x(seconds) + ARROW_BESIDE_PX, y(oldWindow) - 2, y(newWindow) - 2);
    break;
  }
  context.font = DRAWING_FONT;
}

function drawArrowDown({ context, theme }: SenderDrawing, x: number, top: number, bottom: number): void {
  context.strokeStyle = theme.text;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.moveTo(x - ARROW_HEAD_PX / 2, bottom - ARROW_HEAD_PX);
  context.lineTo(x, bottom);
  context.lineTo(x + ARROW_HEAD_PX / 2, bottom - ARROW_HEAD_PX);
  context.stroke();
}

/** The complete recoveries from loss in the shown time that begin in congestion avoidance and reduce the window. */
function windowReductions(model: SenderModel): WindowReduction[] {
  const { states } = model;
  const [first, end] = senderRowsInSpan(states, model);
  const phaseOf = (row: number) => senderPhaseId(states.at(row, SenderColumn.phase));
  const windowOf = (row: number) => states.at(row, SenderColumn.congestionWindow);
  const reductions: WindowReduction[] = [];
  for (let row = first + 1; row < end; row++) {
    if (phaseOf(row) !== 'recovery' || phaseOf(row - 1) !== 'avoidance') continue;
    let recoveryEnd = row;
    while (recoveryEnd < end && phaseOf(recoveryEnd) === 'recovery') recoveryEnd++;
    const [oldWindow, newWindow] = [windowOf(row - 1), windowOf(recoveryEnd)];
    const seconds = states.at(row, SenderColumn.timeNs) / 1e9;
    if (recoveryEnd < end && phaseOf(recoveryEnd) === 'avoidance' && newWindow < oldWindow)
      reductions.push({ seconds, oldWindow, newWindow });
    row = recoveryEnd;
  }
  return reductions;
}
