/** The result of the last change, in one line that screen readers read out. */
import type { ValueChange } from '../../app/page/editor-change.ts';
import type { LastChange } from '../../app/page/page-state.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';
import { usePage } from '../shell/context.tsx';
import { formatSetting } from '../shell/value-text.ts';
import './last-change.css';

export function LastChangeNote() {
  const run = usePage((state) => state.run);
  const change = usePage((state) => state.lastChange);
  const text = change === undefined ? '' : formatLastChange(run, change);
  const hasStopped = change?.kind === 'changed' && change.limit !== undefined;
  return (
    <p className={hasStopped ? 'last-change trouble' : 'last-change'} role="status" title={text}>
      {text}
    </p>
  );
}

function formatValueChange(
  run: RunState,
  { path, value, fromNs, timeBeforeRestartNs, removedEditCount, limit, adjustedValues }: ValueChange,
): string[] {
  const name = formatSetting(run, path, value);
  const sentences =
    fromNs !== undefined
      ? [`${name}, from ${formatShortSeconds(fromNs)}.`]
      : [timeBeforeRestartNs > 0 ? `Restarted with ${name}.` : `${name}, from the start.`];
  if (limit !== undefined) {
    const distanceText = limit.gap > 0 ? `at least ${limit.gap}` : 'at or';
    sentences.push(
      `It must stay ${distanceText} ${limit.side} ${formatSetting(run, limit.otherPath, limit.otherValue)}.`,
    );
  }
  for (const other of adjustedValues)
    sentences.push(`This also changed ${formatSetting(run, other.path, other.value)}.`);
  if (removedEditCount === 1) sentences.push('Its later change was removed.');
  if (removedEditCount > 1) sentences.push(`Its ${removedEditCount} later changes were removed.`);
  return sentences;
}

function formatLastChange(run: RunState, change: LastChange): string {
  switch (change.kind) {
    case 'changed':
      return formatValueChange(run, change).join(' ');
    case 'moved':
      return `${formatSetting(run, change.edit.path, change.edit.value)}, now from ${formatShortSeconds(change.edit.timeNs)}.`;
    case 'removed':
      return `Removed: ${formatSetting(run, change.edit.path, change.edit.value)} at ${formatShortSeconds(change.edit.timeNs)}.`;
    case 'undone':
      return `Undone: ${change.label}.`;
    case 'redone':
      return `Redone: ${change.label}.`;
    case 'counted':
      return `Figures are now counted from ${formatShortSeconds(change.fromNs)}.`;
    case 'begun':
      return change.seed === undefined
        ? 'Restarted with the preset’s own values.'
        : `Restarted with seed ${change.seed}.`;
  }
}
