/** Texts for values and changes on the page. They are loaded with the parts that show them. */

import { isUnnamedUp, parsePath } from '../../params/path.ts';
import type { Parameter, ParameterValue } from '../../params/schema.ts';
import { displayUnit } from '../../params/schema.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { runParameter, scenarioOfRun } from '../../run-state/run-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount } from '../../shared/number-text.ts';

/** A value with its unit. */
export function formatParameterValue(value: ParameterValue, parameter: Parameter | undefined): string {
  if (Array.isArray(value)) return value.join(', ');
  const unit = parameter !== undefined && 'unit' in parameter ? parameter.unit : '';
  if (typeof value !== 'number') return String(value);
  const { unit: shownUnit, factor } = displayUnit(unit);
  return `${formatAmount(value / factor)} ${shownUnit}`.trim();
}

/** The name of a changed value: "B lower threshold", "long TCP flows". */
export function formatEdit(run: RunState, path: string): string {
  const { lane, group, owner = '' } = parsePath(path) ?? {};
  const label = runParameter(run, path)?.label ?? path;
  const prefixes = [
    ...(lane === undefined ? [] : [laneLetter(lane)]),
    ...(isUnnamedUp(path) ? ['Up:'] : []),
    ...(group === 'sources' ? [scenarioOfRun(run).sources[owner]?.label ?? owner] : []),
  ];
  // Within a sentence "Lower threshold" begins with a small letter, "P frame" does not.
  const lowerCaseLabel = label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return prefixes.length === 0 ? label : [...prefixes, lowerCaseLabel].join(' ');
}

/**
 * The name of a value, and the value with all digits that can be typed.
 * @param run undefined if it could not be read: the path stands for the name
 */
export function formatSetting(run: RunState | undefined, path: string, value: ParameterValue): string {
  if (run === undefined) return `${path} = ${value}`;
  const parameter = runParameter(run, path);
  const unit = parameter !== undefined && 'unit' in parameter ? parameter.unit : '';
  const text =
    typeof value === 'number' && unit !== 'bit/s'
      ? `${Number(value.toPrecision(6))} ${unit}`.trim()
      : formatParameterValue(value, parameter);
  return `${formatEdit(run, path)} = ${text}`;
}
