/** The result of the last change, in one or two sentences. */
import type { ValueChange } from '../../app/page/editor.ts';
import type { LastChange } from '../../app/page/page-state.ts';
import type { ParameterValue } from '../../params/schema.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { runParameter } from '../../run-state/selectors.ts';
import { describeEdit, shortSeconds, valueText } from '../shell/words.ts';

/** The name of a value, and the value with all digits that can be typed. */
function named(run: RunState, path: string, value: ParameterValue): string {
  const parameter = runParameter(run, path);
  const unit = parameter !== undefined && 'unit' in parameter ? parameter.unit : '';
  const text =
    typeof value === 'number' && unit !== 'bit/s'
      ? `${Number(value.toPrecision(6))} ${unit}`.trim()
      : valueText(value, parameter);
  return `${describeEdit(run, path)} = ${text}`;
}

function changeWords(
  run: RunState,
  { path, value, fromNs, leftNs, removedEdits, stop, givenWay }: ValueChange,
): string[] {
  const name = named(run, path, value);
  const sentences =
    fromNs !== undefined
      ? [`${name}, from ${shortSeconds(fromNs)}.`]
      : [leftNs > 0 ? `Restarted with ${name}.` : `${name}, from the start.`];
  if (stop !== undefined) sentences.push(`It must stay ${stop.side} ${named(run, stop.other, stop.otherValue)}.`);
  for (const other of givenWay) sentences.push(`This also changed ${named(run, other.path, other.value)}.`);
  if (removedEdits === 1) sentences.push('Its later change was removed.');
  if (removedEdits > 1) sentences.push(`Its ${removedEdits} later changes were removed.`);
  return sentences;
}

export function lastChangeWords(run: RunState, change: LastChange): string {
  switch (change.kind) {
    case 'changed':
      return changeWords(run, change).join(' ');
    case 'moved':
      return `${named(run, change.edit.path, change.edit.value)}, now from ${shortSeconds(change.edit.timeNs)}.`;
    case 'removed':
      return `Removed: ${named(run, change.edit.path, change.edit.value)} at ${shortSeconds(change.edit.timeNs)}.`;
    case 'undone':
      return `Undone: ${change.label}.`;
    case 'redone':
      return `Redone: ${change.label}.`;
    case 'counted':
      return `Figures are now counted from ${shortSeconds(change.fromNs)}.`;
    case 'begun':
      return change.seed === undefined
        ? 'Restarted with the preset’s own values.'
        : `Restarted with seed ${change.seed}.`;
  }
}
