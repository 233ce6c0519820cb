/** The fields of a sweep: its value, the range, and the number of points. */

import type { ParameterProblem } from '../../params/schema.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { typedNumber } from '../../shared/typed-number.ts';
import {
  DEFAULT_LOAD_AXIS,
  LOAD_PATH,
  type Sweep,
  type SweepAxis,
  type SweepVariable,
  sweepProblem,
} from '../../studies/sweep.ts';
import { LabelledInput, Tick } from '../parts/fields.tsx';

/** The texts in the fields of an axis. */
export interface AxisForm {
  readonly path: string;
  /** Includes the lane, because the same path in another lane is another value. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly pointCount: string;
  readonly isLogarithmic: boolean;
}

/** The run that is repeated, without the swept values. */
export type PresentRun = Pick<Sweep, 'scenario' | 'lanes' | 'seed'>;

/** Ranges around the present value, the widest first. */
const RANGE_FACTORS = [
  [0.25, 2],
  [0.5, 1.5],
  [0.8, 1.2],
  [0.9, 1.1],
  [1, 1.02],
  [0.5, 1],
  [0.98, 1],
] as const;

/** For the load, its default range. For other values, the widest valid range around the present value. */
export function defaultAxisForm(item: SweepVariable, pointCount: string, sweep: PresentRun): AxisForm {
  const { path, label, min, max, isInteger, isLogarithmic, presentValue } = item;
  const limitToBounds = (value: number) => Math.min(max, Math.max(min, isInteger ? Math.round(value) : value));
  const formatField = (value: number) => String(isInteger ? value : Number(value.toPrecision(3)));
  const axisFormOfRange = (from: number, to: number) => ({
    path,
    label,
    from: formatField(from),
    to: formatField(to),
    pointCount,
    isLogarithmic,
  });
  if (path === LOAD_PATH) return axisFormOfRange(DEFAULT_LOAD_AXIS.from, DEFAULT_LOAD_AXIS.to);
  if (!(presentValue > 0)) return axisFormOfRange(min, Math.min(max, min + 1));
  const forms = RANGE_FACTORS.map(([low, high]) => {
    const from = limitToBounds(presentValue * low);
    return axisFormOfRange(from, Math.max(limitToBounds(presentValue * high), isInteger ? from + 1 : from));
  });
  return forms.find((candidate) => canRun(sweep, [candidate])) ?? required(forms[0]);
}

export function canRun(sweep: PresentRun, axes: readonly AxisForm[]): boolean {
  return (
    sweepProblem({ ...sweep, axes: axes.map(axisFromForm), replications: 1, seconds: 1, warmupSeconds: 0 }) ===
    undefined
  );
}

/** NaN for a text that is not a number, as everywhere on the page. */
export const fieldNumber = (text: string) => typedNumber(text) ?? Number.NaN;

export function axisFromForm({ path, from, to, pointCount, isLogarithmic }: AxisForm): SweepAxis {
  return {
    path,
    from: fieldNumber(from),
    to: fieldNumber(to),
    pointCount: fieldNumber(pointCount),
    isLogarithmic,
  };
}

interface AxisFieldsProps {
  readonly name: string;
  readonly axis: AxisForm;
  readonly sweepVariables: readonly SweepVariable[];
  readonly disabled: boolean;
  readonly problem: ParameterProblem | undefined;
  readonly onChoose: (item: SweepVariable) => AxisForm;
  readonly onChange: (axis: AxisForm) => void;
}

export function AxisFields({ name, axis, sweepVariables, disabled, problem, onChoose, onChange }: AxisFieldsProps) {
  const item = sweepVariables.find(({ path }) => path === axis.path);
  const option = ({ path, label }: SweepVariable) => (
    <option key={path} value={path}>
      {label}
    </option>
  );
  const field = (key: 'from' | 'to' | 'pointCount', label: string = key) => (
    <SweepField
      label={label}
      text={axis[key]}
      problem={problem}
      parameter={item?.label}
      onChange={(text) => onChange({ ...axis, [key]: text })}
    />
  );
  return (
    <fieldset className="sweep-fields cluster" disabled={disabled}>
      <label className="field">
        {name}{' '}
        <select
          className="sweep-axis"
          value={axis.path}
          onChange={({ target }) =>
            onChange(onChoose(required(sweepVariables.find(({ path }) => path === target.value))))
          }
        >
          {sweepVariables.filter(({ isPrimary }) => isPrimary).map(option)}
          <optgroup label="more">{sweepVariables.filter(({ isPrimary }) => !isPrimary).map(option)}</optgroup>
        </select>
      </label>
      {field('from')}
      {field('to')}
      <span className="muted row">
        {item?.unit}
        {axis.path !== LOAD_PATH && item?.hasDifferentValues === false && ` (now ${formatAmount(item.presentValue)})`}
      </span>
      {field('pointCount', 'points')}
      <Tick checked={axis.isLogarithmic} onTick={(isLogarithmic) => onChange({ ...axis, isLogarithmic })}>
        logarithmic
      </Tick>
    </fieldset>
  );
}

interface SweepFieldProps {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean;
  readonly problem: ParameterProblem | undefined;
  /** The swept parameter, by its name in an error message. */
  readonly parameter?: string | undefined;
  readonly onChange: (text: string) => void;
}

export function SweepField({ label, text, disabled = false, problem, parameter, onChange }: SweepFieldProps) {
  const isInvalid = problem?.path === (parameter === undefined ? label : `${parameter}, ${label}`);
  return (
    <LabelledInput
      label={label}
      className="sweep-field"
      inputMode="decimal"
      size={7}
      value={text}
      disabled={disabled}
      aria-invalid={isInvalid}
      onText={onChange}
    />
  );
}
