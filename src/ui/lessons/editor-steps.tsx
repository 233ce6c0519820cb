/** The steps of a lesson in the editor: each has a form, and the JSON of the form. */
import { useMemo, useRef, useState } from 'react';
import { allKinds } from '../../export/plot-kinds.ts';
import { type StepKind, stepKinds, stepSchemas } from '../../lessons/lesson.ts';
import { openedRun } from '../../lessons/lesson-runs.ts';
import type { ParameterProblem } from '../../params/schema.ts';
import { scenarioOf } from '../../run-state/selectors.ts';
import { useTools } from '../shell/context.tsx';
import { type DraftStep, fieldsOf, newStep, ofKind, spliced, templateOf, type WrittenLesson } from './editor-draft.ts';
import { Problems } from './editor-problems.tsx';
import { runOfPage } from './editor-runs.tsx';
import type { FormAround, Offered } from './form-controls.tsx';
import { hasField } from './form-fields.ts';
import { nameOfOption } from './form-words.ts';
import { StepForm } from './step-form.tsx';
import type { EditorProps } from './stored-draft.ts';

const plots: readonly Offered[] = allKinds.map(({ id, title }) => ({ id, label: title }));

export function Steps({ draft, written, onChange }: EditorProps & { readonly written: WrittenLesson }) {
  const { page } = useTools();
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { runs, steps } = draft;
  const offered = useMemo(() => offeredBy(runs), [runs]);
  const show = (step: DraftStep, isOpen: boolean) => {
    const others = [...open].filter((key) => key !== step.key);
    setOpen(new Set(isOpen ? [...others, step.key] : others));
  };
  const insert = (at: number, step: DraftStep, newRuns = runs) => {
    onChange({ runs: newRuns, steps: spliced(steps, at, 0, step) });
    show(step, true);
    requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>('input, textarea')?.focus());
  };
  const add = (kind: StepKind) => {
    // Without this, a step without a run would be the first error.
    const newRuns = runs.length === 0 ? [runOfPage(page, runs)] : runs;
    insert(steps.length, newStep(templateOf(kind, newRuns[0]?.id ?? '')), newRuns);
  };
  const move = (at: number, by: -1 | 1) => {
    const step = steps[at] as DraftStep;
    onChange({ steps: spliced(spliced(steps, at, 1), at + by, 0, step) });
    // A browser removes the focus from a moved element.
    requestAnimationFrame(() => {
      const buttons = list.current?.children[at + by]?.querySelectorAll<HTMLButtonElement>('.move');
      const [up, down] = buttons ?? [];
      const [same, other] = by < 0 ? [up, down] : [down, up];
      (same?.disabled ? other : same)?.focus();
    });
  };
  const remove = (at: number) => {
    const step = steps[at] as DraftStep;
    onChange(
      { steps: spliced(steps, at, 1) },
      { text: `Step ${at + 1} was deleted.`, undo: (now) => ({ steps: spliced(now.steps, at, 0, step) }) },
    );
  };
  return (
    <fieldset className="fields">
      <legend>Steps</legend>
      {steps.length === 0 && <p className="muted">There is no step yet. A lesson needs at least one.</p>}
      <ol ref={list} className="steps">
        {steps.map((step, at) => {
          const number = at + 1;
          const prefix = `steps.${number}`;
          const problems = written.problems
            .filter(({ path }) => path === prefix || path.startsWith(`${prefix}.`))
            .map((problem) => ({ ...problem, path: problem.path.slice(prefix.length + 1) }));
          const isOpen = open.has(step.key);
          const name = `step ${number}`;
          return (
            <li key={step.key}>
              <StepHead
                {...{ step, number, isOpen, isBroken: problems.length > 0 || written.notJson.has(at) }}
                onOpen={(next) => show(step, next)}
              />
              <p className="buttons">
                <button
                  type="button"
                  className="move"
                  aria-label={`Move ${name} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="move"
                  aria-label={`Move ${name} down`}
                  disabled={number === steps.length}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  aria-label={`Duplicate ${name}`}
                  onClick={() => insert(number, newStep(step.text))}
                >
                  Duplicate
                </button>
                <button type="button" aria-label={`Delete ${name}`} onClick={() => remove(at)}>
                  Delete
                </button>
              </p>
              {isOpen && (
                <StepFields
                  {...{ step, number, problems, notJson: written.notJson.get(at) }}
                  around={{ runs: offered.runs, classes: offered.classes, plots }}
                  onText={(text) => onChange({ steps: spliced(steps, at, 1, { ...step, text }) })}
                />
              )}
            </li>
          );
        })}
      </ol>
      <p className="buttons">
        <span>Add a step:</span>
        {stepKinds.map((kind) => (
          <button key={kind} type="button" title={nameOfOption(kind, 'kind')} onClick={() => add(kind)}>
            {kind}
          </button>
        ))}
      </p>
    </fieldset>
  );
}

/** The lesson's runs and classes that the form offers. */
function offeredBy(runs: EditorProps['draft']['runs']): Pick<FormAround, 'runs' | 'classes'> {
  const classes = new Map<string, Offered>();
  for (const run of runs)
    for (const [id, { label = id }] of Object.entries(scenarioOf(openedRun(run, undefined).run).sources))
      classes.set(id, { id, label });
  return {
    runs: runs.map(({ id, title }) => ({ id, label: title === '' ? id : `${title} (${id})` })),
    classes: [...classes.values()],
  };
}

interface Head {
  readonly step: DraftStep;
  /** From 1. */
  readonly number: number;
  readonly isOpen: boolean;
  readonly isBroken: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function StepHead({ step, number, isOpen, isBroken, onOpen }: Head) {
  const { title = '', kind = '' } = fieldsOf(step.text) ?? {};
  return (
    <button
      type="button"
      className="step-head"
      aria-expanded={isOpen}
      aria-label={`Step ${number}: ${title}, ${kind}`}
      onClick={() => onOpen(!isOpen)}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      <b>
        {number}. {String(title)}
      </b>
      <span className="muted">{String(kind)}</span>
      {isBroken && <span className="found">⚠ not complete</span>}
    </button>
  );
}

function StepFields({
  step,
  number,
  problems,
  notJson,
  around,
  onText,
}: {
  readonly step: DraftStep;
  readonly number: number;
  readonly problems: readonly ParameterProblem[];
  readonly notJson: string | undefined;
  readonly around: Omit<FormAround, 'problems'>;
  readonly onText: (text: string) => void;
}) {
  const fields = fieldsOf(step.text);
  const kind = stepKinds.find((one) => one === fields?.kind);
  const schema = kind === undefined ? undefined : stepSchemas[kind];
  const write = (next: unknown) => onText(JSON.stringify(next, null, 2));
  // Problems without a field in the form are shown beside the JSON.
  const elsewhere = problems.filter(
    ({ path }) => schema === undefined || path === '' || !hasField(schema, fields, path.split('.')),
  );
  const isUnclear = notJson !== undefined || elsewhere.length > 0;
  return (
    <fieldset className="fields step-form" aria-label={`Step ${number}`}>
      {fields !== undefined && (
        <div className="field">
          <label htmlFor={`kind-${step.key}`}>Kind of step</label>
          <select
            id={`kind-${step.key}`}
            value={kind ?? ''}
            onChange={({ target }) => write(ofKind(target.value as StepKind, fields, around.runs[0]?.id ?? ''))}
          >
            {kind === undefined && <option value="">choose one</option>}
            {stepKinds.map((one) => (
              <option key={one} value={one}>
                {nameOfOption(one, 'kind')}
              </option>
            ))}
          </select>
        </div>
      )}
      {schema !== undefined && fields !== undefined && (
        <StepForm {...around} problems={problems} schema={schema} value={fields} onChange={write} hidden={['kind']} />
      )}
      <Json isUnclear={isUnclear}>
        <textarea
          aria-label={`JSON of step ${number}`}
          aria-invalid={isUnclear}
          spellCheck={false}
          rows={Math.min(16, Math.max(4, step.text.split('\n').length))}
          value={step.text}
          onChange={({ target }) => onText(target.value)}
        />
        {notJson === undefined ? (
          <Problems problems={elsewhere} />
        ) : (
          <p className="notice" role="status">
            This is not JSON yet: {notJson}.
          </p>
        )}
      </Json>
    </fieldset>
  );
}

function Json({ isUnclear, children }: { readonly isUnclear: boolean; readonly children: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open || isUnclear} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>JSON of this step</summary>
      <div className="fields">{children}</div>
    </details>
  );
}
