/** The input of a sweep: its form, the sweep that it describes, and the refused field. */

import { useMemo, useState } from 'react';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { ParameterProblem } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import {
  DEFAULT_LOAD_AXIS,
  type Sweep,
  type SweepVariable,
  sweepProblem,
  sweepVariables,
} from '../../studies/sweep.ts';
import { type AxisForm, axisFromForm, canRun, defaultAxisForm, fieldNumber, type PresentRun } from './sweep-fields.tsx';

interface SweepFormState {
  /** Id of the scenario of the filled form. */
  readonly scenario: string;
  readonly axes: readonly [AxisForm, AxisForm?];
  readonly replications: string;
  readonly seconds: string;
  readonly warmup: string;
}

/** The last input, for the next time the dialog is opened. */
let keptForm: SweepFormState | undefined;

/** Number of points of the first and the second value, if the user does not change it. */
export const DEFAULT_POINT_COUNTS = { one: String(DEFAULT_LOAD_AXIS.pointCount), two: '6' } as const;

export function useSweepForm(presentRun: PresentRun) {
  const { scenario, lanes } = presentRun;
  const items = useMemo(() => sweepVariables(scenario, lanes), [scenario, lanes]);
  const [form, setForm] = useState<SweepFormState>(() =>
    keptForm?.scenario === scenario.id &&
    keptForm.axes.every(
      (axis) => axis === undefined || items.some(({ path, label }) => path === axis.path && label === axis.label),
    )
      ? keptForm
      : {
          scenario: scenario.id,
          axes: [defaultAxisForm(required(items[0]), DEFAULT_POINT_COUNTS.one, presentRun)],
          replications: '5',
          seconds: String(resolveScenario(scenario).run.durationSeconds),
          warmup: String(resolveScenario(scenario).run.warmupSeconds),
        },
  );
  const [refused, setRefused] = useState<ParameterProblem>();
  const change = (changedFields: Partial<SweepFormState>) => {
    keptForm = { ...form, ...changedFields };
    setForm(keptForm);
    setRefused(undefined);
  };
  /** Adds a second value: the first one that can run with the first value, if there is one. */
  const addAxis = () => {
    const [first] = form.axes;
    const axisOf = (item: SweepVariable) => defaultAxisForm(item, DEFAULT_POINT_COUNTS.two, presentRun);
    const item = canRun(presentRun, [first])
      ? items.find((candidate) => canRun(presentRun, [first, axisOf(candidate)]))
      : undefined;
    change({ axes: [first, axisOf(item ?? required(items.find(({ path }) => path !== first.path)))] });
  };
  const sweep: Sweep = {
    ...presentRun,
    axes: form.axes.flatMap((axis) => (axis === undefined ? [] : [axisFromForm(axis)])),
    replications: fieldNumber(form.replications),
    seconds: fieldNumber(form.seconds),
    warmupSeconds: fieldNumber(form.warmup),
  };
  /** @returns whether the sweep can run; otherwise the refused field is shown */
  const check = (): boolean => {
    const problem = sweepProblem(sweep);
    setRefused(problem);
    return problem === undefined;
  };
  return { form, change, refused, sweepVariables: items, sweep, check, addAxis };
}
