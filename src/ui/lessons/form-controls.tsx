/** The controls of a lesson's form. Each has its label, its help and its error. */
import { createContext, useContext, useId, useState } from 'react';
import type { ParameterProblem } from '../../params/schema.ts';
import type { Schema } from './form-fields.ts';
import { nameOfOption, wordsOf } from './form-words.ts';

/** The part of the lesson that the fields of a form use. */
export interface FormAround {
  readonly runs: readonly Offered[];
  readonly classes: readonly Offered[];
  readonly plots: readonly Offered[];
  /** Problems of this step; each path begins in the step. */
  readonly problems: readonly ParameterProblem[];
}
export interface Offered {
  readonly id: string;
  readonly label: string;
}

export const Around = createContext<FormAround>({ runs: [], classes: [], plots: [], problems: [] });

export interface Place {
  readonly schema: Schema;
  readonly name: string;
  /** Name of the field around it. */
  readonly around: string;
  readonly path: string;
  readonly value: unknown;
  /** @param next the new value; undefined to leave it out */
  readonly onChange: (next: unknown) => void;
}

/** The label and help of a place, and its errors. */
export function useControl({ name, around, path }: Pick<Place, 'name' | 'around' | 'path'>) {
  const id = useId();
  const problems = useContext(Around).problems.filter((problem) => problem.path === path);
  const { label, help } = wordsOf(name, around);
  const wrong = problems.length === 0 ? undefined : problems.map(({ allowed }) => allowed).join('; ');
  const aria = {
    ...{ id, 'aria-describedby': help === undefined && wrong === undefined ? undefined : `${id}-told` },
    'aria-invalid': wrong !== undefined,
  };
  const told =
    help === undefined && wrong === undefined ? null : (
      <small id={`${id}-told`}>
        {help}
        {wrong !== undefined && <span className="found"> Allowed: {wrong}.</span>}
      </small>
    );
  return { label, aria, told };
}

export function Labelled({
  of: { label, aria, told },
  children,
}: {
  readonly of: ReturnType<typeof useControl>;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={aria.id}>{label}</label>
      {children}
      {told}
    </div>
  );
}

export function Text({ most, value, onChange, ...place }: Place & { readonly most: number }) {
  const control = useControl(place);
  const shared = { ...control.aria, maxLength: most, value: value === undefined ? '' : String(value) };
  return (
    <Labelled of={control}>
      {most > 200 ? (
        <textarea {...shared} rows={2} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input type="text" {...shared} onChange={({ target }) => onChange(target.value)} />
      )}
    </Labelled>
  );
}

/** A number. The typed text is kept until it is a number. */
export function Typed({
  value,
  onChange,
  read,
  usual,
  ...place
}: Place & { readonly read: (text: string) => unknown; readonly usual?: unknown }) {
  const control = useControl(place);
  const [typed, setTyped] = useState('');
  return (
    <Labelled of={control}>
      <input
        type="text"
        {...control.aria}
        placeholder={usual === undefined ? undefined : String(usual)}
        value={read(typed) === value ? typed : value === undefined ? '' : String(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(read(target.value));
        }}
      />
    </Labelled>
  );
}

/** Several values, one per line. The typed text is kept while it has the same value. */
export function Lines({
  value,
  onChange,
  shown,
  read,
  ...place
}: Place & { readonly shown: readonly string[]; readonly read: (lines: readonly string[]) => unknown }) {
  const control = useControl(place);
  const [typed, setTyped] = useState('');
  const readText = (text: string) => read(text.split('\n').filter((line) => line.trim() !== ''));
  const stands = JSON.stringify(readText(typed)) === JSON.stringify(value);
  return (
    <Labelled of={control}>
      <textarea
        {...control.aria}
        placeholder="One per line"
        rows={3}
        value={stands ? typed : shown.join('\n')}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readText(target.value));
        }}
      />
    </Labelled>
  );
}

export function Pick({
  value,
  onChange,
  offered,
  otherwise,
  ...place
}: Place & { readonly offered: readonly Offered[]; readonly otherwise?: string | undefined }) {
  const control = useControl(place);
  const chosen = value === undefined ? '' : String(value);
  return (
    <Labelled of={control}>
      <select {...control.aria} value={chosen} onChange={({ target }) => onChange(target.value)}>
        {otherwise !== undefined && <option value="">{otherwise}</option>}
        {chosen !== '' && offered.every(({ id }) => id !== chosen) && <option value={chosen}>{chosen}</option>}
        {chosen === '' && otherwise === undefined && <option value="">choose one</option>}
        {offered.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Tick({ value, onChange, ...place }: Place) {
  const { label, aria, told } = useControl(place);
  return (
    <>
      <label className="tick">
        <input type="checkbox" {...aria} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
      {told}
    </>
  );
}

export function Ticks({ options, ...place }: Place & { readonly options: readonly string[] }) {
  const { name, value, onChange } = place;
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Group {...place}>
      <div className="ticks">
        {options.map((option) => (
          <label key={option} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => {
                const next = target.checked ? [...chosen, option] : chosen.filter((other) => other !== option);
                onChange(next.length === 0 ? undefined : next);
              }}
            />
            {nameOfOption(option, name)}
          </label>
        ))}
      </div>
    </Group>
  );
}

export function Group({
  children,
  ...place
}: Pick<Place, 'name' | 'around' | 'path'> & { readonly children: React.ReactNode }) {
  const { label, aria, told } = useControl(place);
  return (
    <fieldset className="group" aria-describedby={aria['aria-describedby']}>
      <legend>{label}</legend>
      {told}
      {children}
    </fieldset>
  );
}
