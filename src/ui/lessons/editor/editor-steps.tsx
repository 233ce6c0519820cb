/** The steps of a lesson in the editor, as a list. */

import { useMemo, useRef, useState } from 'react';
import { type StepKind, stepKinds, stepSchemas } from '../../../lessons/format/lesson.ts';
import { decodeLessonRun } from '../../../lessons/runs/lesson-runs.ts';
import type { ParameterProblem } from '../../../params/schema.ts';
import { allPlots } from '../../../plots/all-plots.ts';
import { scenarioOfRun } from '../../../run-state/run-values.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/fields.tsx';
import { Notice } from '../../parts/texts.tsx';
import { usePageContext } from '../../shell/context.tsx';
import {
  createDraftStep,
  type DraftStep,
  parseStepFields,
  stepTemplate,
  stepWithKind,
  type WrittenLesson,
  withSplice,
} from './editor-draft.ts';
import { EditorProblems, runOfPage } from './editor-runs.tsx';
import { optionName } from './field-texts.ts';
import { FormContext, type FormContextValue, type OfferedOption } from './form-controls.tsx';
import { hasField } from './form-fields.ts';
import { FoldedFields, FormFields } from './step-form.tsx';
import type { EditorProps } from './stored-draft.ts';

const plots: readonly OfferedOption[] = allPlots.map(({ id, title }) => ({ id, label: title }));

interface EditorStepsProps extends EditorProps {
  readonly writtenLesson: WrittenLesson;
}

export function EditorSteps({ draft, writtenLesson, onChange }: EditorStepsProps) {
  const { page } = usePageContext();
  const list = useRef<HTMLOListElement>(null);
  const [openSteps, setOpenSteps] = useState<ReadonlySet<number>>(new Set());
  const { runs, steps } = draft;
  const offeredItems = useMemo(() => offeredBy(runs), [runs]);
  const show = (step: DraftStep, isOpen: boolean) => {
    const others = [...openSteps].filter((key) => key !== step.key);
    setOpenSteps(new Set(isOpen ? [...others, step.key] : others));
  };
  const insert = (index: number, step: DraftStep, newRuns = runs) => {
    onChange({ runs: newRuns, steps: withSplice(steps, index, 0, step) });
    show(step, true);
    requestAnimationFrame(() => list.current?.children[index]?.querySelector<HTMLElement>('input, textarea')?.focus());
  };
  const add = (kind: StepKind) => {
    // Without this, a step without a run would be the first error.
    const newRuns = runs.length === 0 ? [runOfPage(page, runs)] : runs;
    insert(steps.length, createDraftStep(stepTemplate(kind, newRuns[0]?.id ?? '')), newRuns);
  };
  const move = (index: number, shift: -1 | 1) => {
    const step = required(steps[index]);
    onChange({ steps: withSplice(withSplice(steps, index, 1), index + shift, 0, step) });
    // A browser removes the focus from a moved element.
    requestAnimationFrame(() => focusMoveButton(list.current?.children[index + shift], shift));
  };
  const remove = (index: number) => {
    const step = required(steps[index]);
    onChange(
      { steps: withSplice(steps, index, 1) },
      { text: `Step ${index + 1} was deleted.`, onUndo: (now) => ({ steps: withSplice(now.steps, index, 0, step) }) },
    );
  };
  return (
    <fieldset className="editor-part stack">
      <legend className="editor-title">Steps</legend>
      {steps.length === 0 && <p className="muted">There is no step yet. A lesson needs at least one.</p>}
      <ol ref={list} className="stack">
        {steps.map((step, stepIndex) => {
          const number = stepIndex + 1;
          const problems = problemsOfStep(writtenLesson, number);
          const isOpen = openSteps.has(step.key);
          return (
            <li key={step.key} className="box stack">
              <StepHead
                step={step}
                number={number}
                isOpen={isOpen}
                isBroken={problems.length > 0 || writtenLesson.notJson.has(stepIndex)}
                onOpen={(opens) => show(step, opens)}
              />
              <StepButtons
                number={number}
                isLast={number === steps.length}
                onMove={(shift) => move(stepIndex, shift)}
                onDuplicate={() => insert(number, createDraftStep(step.text))}
                onRemove={() => remove(stepIndex)}
              />
              {isOpen && (
                <StepFields
                  step={step}
                  number={number}
                  problems={problems}
                  notJson={writtenLesson.notJson.get(stepIndex)}
                  context={offeredItems}
                  onChange={(text) => onChange({ steps: withSplice(steps, stepIndex, 1, { ...step, text }) })}
                />
              )}
            </li>
          );
        })}
      </ol>
      <AddStep onAdd={add} />
    </fieldset>
  );
}

function AddStep({ onAdd }: { readonly onAdd: (kind: StepKind) => void }) {
  return (
    <p className="cluster">
      <span>Add a step:</span>
      {stepKinds.map((kind) => (
        <Button key={kind} title={optionName(kind, 'kind')} onClick={() => onAdd(kind)}>
          {kind}
        </Button>
      ))}
    </p>
  );
}

/**
 * The problems of a step, with their paths in it.
 * @param number from 1
 */
function problemsOfStep({ problems }: WrittenLesson, number: number): readonly ParameterProblem[] {
  const prefix = `steps.${number}`;
  return problems
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}.`))
    .map((problem) => ({ ...problem, path: problem.path.slice(prefix.length + 1) }));
}

/** Focuses the button that moves a step further, or the other one at the end of the list. */
function focusMoveButton(item: Element | undefined, shift: -1 | 1): void {
  const [up, down] = item?.querySelectorAll<HTMLButtonElement>('.move') ?? [];
  const [same, other] = shift < 0 ? [up, down] : [down, up];
  (same?.disabled ? other : same)?.focus();
}

/** The lesson's runs and classes, and all plots, that the form offers. */
function offeredBy(runs: EditorProps['draft']['runs']): Omit<FormContextValue, 'problems'> {
  const classes = new Map<string, OfferedOption>();
  for (const run of runs)
    for (const [id, { label = id }] of Object.entries(scenarioOfRun(decodeLessonRun(run, undefined).run).sources))
      classes.set(id, { id, label });
  return {
    runs: runs.map(({ id, title }) => ({ id, label: title === '' ? id : `${title} (${id})` })),
    classes: [...classes.values()],
    plots,
  };
}

interface HeadProps {
  readonly step: DraftStep;
  /** From 1. */
  readonly number: number;
  readonly isOpen: boolean;
  readonly isBroken: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function StepHead({ step, number, isOpen, isBroken, onOpen }: HeadProps) {
  const { title = '', kind = '' } = parseStepFields(step.text) ?? {};
  return (
    <Button
      className="editor-step-head cluster"
      aria-expanded={isOpen}
      aria-label={`Step ${number}: ${title}, ${kind}`}
      onClick={() => onOpen(!isOpen)}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      <b>
        {number}. {String(title)}
      </b>
      <span className="muted">{String(kind)}</span>
      {isBroken && <span className="editor-error">⚠ not complete</span>}
    </Button>
  );
}

interface ButtonsProps {
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly onMove: (shift: -1 | 1) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

function StepButtons({ number, isLast, onMove, onDuplicate, onRemove }: ButtonsProps) {
  const name = `step ${number}`;
  return (
    <p className="cluster">
      <Button className="move" aria-label={`Move ${name} up`} disabled={number === 1} onClick={() => onMove(-1)}>
        ↑
      </Button>
      <Button className="move" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        ↓
      </Button>
      <Button aria-label={`Duplicate ${name}`} onClick={onDuplicate}>
        Duplicate
      </Button>
      <Button aria-label={`Delete ${name}`} onClick={onRemove}>
        Delete
      </Button>
    </p>
  );
}

interface StepFieldsProps {
  readonly step: DraftStep;
  readonly number: number;
  readonly problems: readonly ParameterProblem[];
  readonly notJson: string | undefined;
  readonly context: Omit<FormContextValue, 'problems'>;
  readonly onChange: (text: string) => void;
}

/** A step of a lesson in the editor: its form, and the JSON of the form. */
function StepFields({ step, number, problems, notJson, context, onChange }: StepFieldsProps) {
  const fields = parseStepFields(step.text);
  const kind = stepKinds.find((candidate) => candidate === fields?.kind);
  const schema = kind === undefined ? undefined : stepSchemas[kind];
  const write = (next: unknown) => onChange(JSON.stringify(next, null, 2));
  // Problems without a field in the form are shown beside the JSON.
  const otherProblems = problems.filter(
    ({ path }) => schema === undefined || path === '' || !hasField(schema, fields, path.split('.')),
  );
  const formContext = { ...context, problems };
  const isUnclear = notJson !== undefined || otherProblems.length > 0;
  return (
    <fieldset className="editor-part editor-step stack" aria-label={`Step ${number}`}>
      {fields !== undefined && (
        <div className="field">
          <label htmlFor={`kind-${step.key}`}>Kind of step</label>
          <Select
            id={`kind-${step.key}`}
            value={kind ?? ''}
            options={[
              ...(kind === undefined ? [['', 'choose one'] as const] : []),
              ...stepKinds.map((stepKind) => [stepKind, optionName(stepKind, 'kind')] as const),
            ]}
            onChoose={(value) => {
              const chosenKind = stepKinds.find((candidate) => candidate === value);
              if (chosenKind !== undefined) write(stepWithKind(chosenKind, fields, context.runs[0]?.id ?? ''));
            }}
          />
        </div>
      )}
      {schema !== undefined && fields !== undefined && (
        <FormContext value={formContext}>
          <FormFields
            schema={schema}
            value={fields}
            onChange={write}
            hiddenPaths={['kind']}
            name=""
            parent=""
            path=""
          />
        </FormContext>
      )}
      <FoldedFields label="JSON of this step" open={isUnclear}>
        <textarea
          className="editor-json"
          aria-label={`JSON of step ${number}`}
          aria-invalid={isUnclear}
          spellCheck={false}
          rows={Math.min(16, Math.max(4, step.text.split('\n').length))}
          value={step.text}
          onChange={({ target }) => onChange(target.value)}
        />
        {notJson === undefined ? (
          <EditorProblems problems={otherProblems} />
        ) : (
          <Notice>This is not JSON yet: {notJson}.</Notice>
        )}
      </FoldedFields>
    </fieldset>
  );
}
