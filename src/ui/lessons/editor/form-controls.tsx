/** The controls of a lesson's form. Each has its label, its help and its error. */
import { createContext, useContext, useId, useState } from 'react';
import type { ParameterProblem } from '../../../params/schema.ts';
import { Select, TextInput, Tick } from '../../parts/fields.tsx';
import { fieldTextAt, optionName } from './field-texts.ts';
import type { Schema } from './form-fields.ts';

/** The part of the lesson that the fields of a form use. */
export interface FormContextValue {
  readonly runs: readonly OfferedOption[];
  readonly classes: readonly OfferedOption[];
  readonly plots: readonly OfferedOption[];
  /** Problems of this step; each path begins in the step. */
  readonly problems: readonly ParameterProblem[];
}
export interface OfferedOption {
  readonly id: string;
  readonly label: string;
}

export const FormContext = createContext<FormContextValue>({ runs: [], classes: [], plots: [], problems: [] });

export interface FieldProps {
  readonly schema: Schema;
  readonly name: string;
  /** Name of the field around this one; empty for the step itself. */
  readonly parent: string;
  readonly path: string;
  readonly value: unknown;
  /** @param next the new value; undefined to leave it out */
  readonly onChange: (next: unknown) => void;
}

/** The label and help of a field, and its errors. */
export function useControl({ name, parent, path }: Pick<FieldProps, 'name' | 'parent' | 'path'>) {
  const id = useId();
  const problems = useContext(FormContext).problems.filter((problem) => problem.path === path);
  const { label, help } = fieldTextAt(name, parent);
  const problemText = problems.length === 0 ? undefined : problems.map(({ allowed }) => allowed).join('; ');
  const ariaAttributes = {
    id,
    'aria-describedby': help === undefined && problemText === undefined ? undefined : `${id}-note`,
    'aria-invalid': problemText !== undefined,
  };
  const note =
    help === undefined && problemText === undefined ? null : (
      <small id={`${id}-note`}>
        {help}
        {problemText !== undefined && <span className="editor-error"> Allowed: {problemText}.</span>}
      </small>
    );
  return { label, aria: ariaAttributes, note };
}

interface LabelledControlProps {
  readonly field: ReturnType<typeof useControl>;
  readonly children: React.ReactNode;
}

export function LabelledControl({ field: { label, aria, note }, children }: LabelledControlProps) {
  return (
    <div className="field">
      <label htmlFor={aria.id}>{label}</label>
      {children}
      {note}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly maxCharacters: number;
}

export function TextField({ maxCharacters, value, onChange, ...props }: TextFieldProps) {
  const control = useControl(props);
  const sharedProps = { ...control.aria, maxLength: maxCharacters, value: value === undefined ? '' : String(value) };
  return (
    <LabelledControl field={control}>
      {maxCharacters > 200 ? (
        <textarea {...sharedProps} rows={2} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <TextInput {...sharedProps} onText={onChange} />
      )}
    </LabelledControl>
  );
}

interface TypedFieldProps extends FieldProps {
  readonly parse: (text: string) => unknown;
  readonly defaultValue?: unknown;
}

/** A number. The typed text is kept until it is a number. */
export function TypedField({ value, onChange, parse, defaultValue, ...props }: TypedFieldProps) {
  const control = useControl(props);
  const [typed, setTyped] = useState('');
  return (
    <LabelledControl field={control}>
      <TextInput
        {...control.aria}
        placeholder={defaultValue === undefined ? undefined : String(defaultValue)}
        value={parse(typed) === value ? typed : value === undefined ? '' : String(value)}
        onText={(text) => {
          setTyped(text);
          onChange(parse(text));
        }}
      />
    </LabelledControl>
  );
}

interface LinesFieldProps extends FieldProps {
  readonly shownLines: readonly string[];
  readonly parse: (lines: readonly string[]) => unknown;
}

/** Several values, one per line. The typed text is kept while it has the same value. */
export function LinesField({ value, onChange, shownLines, parse, ...props }: LinesFieldProps) {
  const control = useControl(props);
  const [typed, setTyped] = useState('');
  const parseText = (text: string) => parse(text.split('\n').filter((line) => line.trim() !== ''));
  const isUnchanged = JSON.stringify(parseText(typed)) === JSON.stringify(value);
  return (
    <LabelledControl field={control}>
      <textarea
        {...control.aria}
        placeholder="One per line"
        rows={3}
        value={isUnchanged ? typed : shownLines.join('\n')}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(parseText(target.value));
        }}
      />
    </LabelledControl>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly offeredOptions: readonly OfferedOption[];
  readonly defaultText?: string | undefined;
}

export function SelectField({ value, onChange, offeredOptions, defaultText, ...props }: SelectFieldProps) {
  const control = useControl(props);
  const chosenText = value === undefined ? '' : String(value);
  const options = offeredOptions.map(({ id, label }) => [id, label] as const);
  const isOffered = chosenText === '' ? defaultText !== undefined : options.some(([id]) => id === chosenText);
  if (!isOffered) options.unshift([chosenText, chosenText || 'choose one']);
  if (defaultText !== undefined) options.unshift(['', defaultText]);
  return (
    <LabelledControl field={control}>
      <Select {...control.aria} value={chosenText} options={options} onChoose={onChange} />
    </LabelledControl>
  );
}

export function CheckboxField({ value, onChange, ...props }: FieldProps) {
  const { label, aria, note } = useControl(props);
  return (
    <>
      <Tick {...aria} checked={value === true} onTick={onChange}>
        {label}
      </Tick>
      {note}
    </>
  );
}

export function CheckboxesField({ options, ...props }: FieldProps & { readonly options: readonly string[] }) {
  const { name, value, onChange } = props;
  const chosenOptions = Array.isArray(value) ? value.map(String) : [];
  return (
    <FieldGroup {...props}>
      <div className="editor-ticks cluster">
        {options.map((option) => (
          <Tick
            key={option}
            checked={chosenOptions.includes(option)}
            onTick={(isTicked) => {
              const next = isTicked ? [...chosenOptions, option] : chosenOptions.filter((other) => other !== option);
              onChange(next.length === 0 ? undefined : next);
            }}
          >
            {optionName(option, name)}
          </Tick>
        ))}
      </div>
    </FieldGroup>
  );
}

interface FieldGroupProps extends Pick<FieldProps, 'name' | 'parent' | 'path'> {
  readonly children: React.ReactNode;
}

export function FieldGroup({ children, ...props }: FieldGroupProps) {
  const { label, aria, note } = useControl(props);
  return (
    <fieldset className="box stack" aria-describedby={aria['aria-describedby']}>
      <legend className="editor-group-title">{label}</legend>
      {note}
      {children}
    </fieldset>
  );
}
