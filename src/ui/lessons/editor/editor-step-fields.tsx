/** A step of a lesson in the editor: its form, and the JSON of the form. */
import { useState } from 'react';
import { stepKinds, stepSchemas } from '../../../lessons/format/lesson.ts';
import type { ParameterProblem } from '../../../params/schema.ts';
import { Select } from '../../parts/fields.tsx';
import { type DraftStep, parseStepFields, stepWithKind } from './editor-draft.ts';
import { EditorProblems } from './editor-problems.tsx';
import { optionName } from './field-texts.ts';
import type { FormContextValue } from './form-controls.tsx';
import { hasField } from './form-fields.ts';
import { StepForm } from './step-form.tsx';

export function StepFields({
  step,
  number,
  problems,
  notJson,
  context,
  onChange,
}: {
  readonly step: DraftStep;
  readonly number: number;
  readonly problems: readonly ParameterProblem[];
  readonly notJson: string | undefined;
  readonly context: Omit<FormContextValue, 'problems'>;
  readonly onChange: (text: string) => void;
}) {
  const fields = parseStepFields(step.text);
  const kind = stepKinds.find((candidate) => candidate === fields?.kind);
  const schema = kind === undefined ? undefined : stepSchemas[kind];
  const write = (next: unknown) => onChange(JSON.stringify(next, null, 2));
  // Problems without a field in the form are shown beside the JSON.
  const otherProblems = problems.filter(
    ({ path }) => schema === undefined || path === '' || !hasField(schema, fields, path.split('.')),
  );
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
            onChoose={(chosen) => {
              const chosenKind = stepKinds.find((candidate) => candidate === chosen);
              if (chosenKind !== undefined) write(stepWithKind(chosenKind, fields, context.runs[0]?.id ?? ''));
            }}
          />
        </div>
      )}
      {schema !== undefined && fields !== undefined && (
        <StepForm
          {...context}
          problems={problems}
          schema={schema}
          value={fields}
          onChange={write}
          hiddenPaths={['kind']}
        />
      )}
      <Json isUnclear={isUnclear}>
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
          <p className="notice" role="status">
            This is not JSON yet: {notJson}.
          </p>
        )}
      </Json>
    </fieldset>
  );
}

function Json({ isUnclear, children }: { readonly isUnclear: boolean; readonly children: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details open={isOpen || isUnclear} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>JSON of this step</summary>
      <div className="editor-part stack">{children}</div>
    </details>
  );
}
