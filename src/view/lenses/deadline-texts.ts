/** The words about the lens of ABE that are read at the pointer and by screen readers. */

import { CHOICE_STRIDE, ChoiceColumn, choiceOperand } from '../../engine/contract/policy-tables.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { numberAt } from '../../shared/tables.ts';
import { earlierBluePackets, firstGreenPacket } from './deadline-queues.ts';
import type { LensModel } from './lens-model.ts';

/** The reason why the last packet was sent, and the waiting blue packets that came before the first green one. */
export function formatDeadlines(model: LensModel): string {
  return [formatChoice(model), formatEarlierBlue(model)].filter((text) => text !== '').join(' ');
}

function formatChoice({ frame, description }: LensModel): string {
  const { choices } = frame;
  if (choices.length === 0) return '';
  const offset = choices.length - CHOICE_STRIDE;
  const operand = (name: string) => choiceOperand(choices, offset, description.choiceOperands, name);
  const isGreen = (numberAt(choices, offset + ChoiceColumn.flags) & PacketFlag.green) !== 0;
  const label = description.choices[numberAt(choices, offset + ChoiceColumn.choice)]?.label ?? '';
  const dueMs = operand('blueDeadline');
  const choiceText = `Last sent: ${isGreen ? 'green' : 'blue'} (${label})`;
  return Number.isNaN(dueMs)
    ? `${choiceText}.`
    : `${choiceText}; blue could wait ${formatNumber(dueMs)} ms, green takes ${formatNumber(operand('greenTime'))} ms.`;
}

function formatEarlierBlue({ frame }: LensModel): string {
  const firstGreen = firstGreenPacket(frame);
  const count = firstGreen === undefined ? 0 : earlierBluePackets(frame, firstGreen);
  return count === 0
    ? ''
    : `The first green packet came after ${count} waiting blue ${count === 1 ? 'packet' : 'packets'}.`;
}
