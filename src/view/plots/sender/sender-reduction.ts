/** The words at one tooth of the window of a sender: what a loss does to it. */

import { senderPhaseId } from '../../../engine/contract/sender-phases.ts';
import { SenderColumn } from '../../../engine/frame/sender-columns.ts';
import { NUMBER_PRIORITY, textMark } from '../../../scene/axis-marks.ts';
import { SMALL_TEXT_FONT } from '../../../scene/text-ruler.ts';
import { pageRuler } from '../../draw/paint-texts.ts';
import { drawLine, NEXT_LINE } from '../../draw/pen.ts';
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
  const { model, x, y, texts } = drawing;
  const middleSeconds = (model.fromSeconds + model.toSeconds) / 2;
  const distance = ({ seconds }: WindowReduction) => Math.abs(seconds - middleSeconds);
  for (const { seconds, oldWindow, newWindow } of windowReductions(model).sort((a, b) => distance(a) - distance(b))) {
    const ratio = newWindow / oldWindow;
    const isHalved = ratio >= HALVED_RATIOS.min && ratio <= HALVED_RATIOS.max;
    const text = `loss → window ${isHalved ? 'halved' : `× ${ratio.toFixed(2)}`}`;
    const textEnd = x(seconds) + pageRuler()(text, SMALL_TEXT_FONT);
    if (textEnd >= x.end || y(oldWindow) - y.end <= MIN_SPACE_ABOVE_PX) continue;
    const look = { font: SMALL_TEXT_FONT, hasGround: true, priority: NUMBER_PRIORITY };
    texts.push(textMark('reduction', text, [x(seconds), y(oldWindow) - TEXT_ABOVE_PX, 'left'], look));
    drawArrowDown(drawing, x(seconds) + ARROW_BESIDE_PX, y(oldWindow) - 2, y(newWindow) - 2);
    return;
  }
}

function drawArrowDown(drawing: SenderDrawing, x: number, top: number, bottom: number): void {
  const [left, right, headTop] = [x - ARROW_HEAD_PX / 2, x + ARROW_HEAD_PX / 2, bottom - ARROW_HEAD_PX];
  drawLine(drawing, [x, top, x, bottom, ...NEXT_LINE, left, headTop, x, bottom, right, headTop]);
}

/**
 * The complete recoveries from loss in the shown time, up to the present, that begin in congestion avoidance and reduce
 * the window.
 */
function windowReductions(model: SenderModel): WindowReduction[] {
  const { states } = model;
  const [first, end] = senderRowsInSpan(states, model);
  const phaseOf = (row: number) => senderPhaseId(states.at(row, SenderColumn.phase));
  const windowOf = (row: number) => states.at(row, SenderColumn.congestionWindow);
  const reductions: WindowReduction[] = [];
  for (let row = first + 1; row < end; row++) {
    const seconds = states.at(row, SenderColumn.timeNs) / 1e9;
    if (seconds > model.nowSeconds) break;
    if (phaseOf(row) !== 'recovery' || phaseOf(row - 1) !== 'avoidance') continue;
    let recoveryEnd = row;
    while (recoveryEnd < end && phaseOf(recoveryEnd) === 'recovery') recoveryEnd++;
    const [oldWindow, newWindow] = [windowOf(row - 1), windowOf(recoveryEnd)];
    if (recoveryEnd < end && phaseOf(recoveryEnd) === 'avoidance' && newWindow < oldWindow)
      reductions.push({ seconds, oldWindow, newWindow });
    row = recoveryEnd;
  }
  return reductions;
}
