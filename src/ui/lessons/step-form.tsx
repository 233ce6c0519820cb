/** A step of a lesson as a form. Its fields are those of the lesson's schema; each error is shown at its field. */
import { useContext, useState } from 'react';
import { numberOf } from '../../lessons/number-typed.ts';
import {
  Around,
  type FormAround,
  Group,
  Labelled,
  Lines,
  Pick,
  type Place,
  Text,
  Tick,
  Ticks,
  Typed,
  useControl,
} from './form-controls.tsx';
import { bare, blankOf, type FormField, formField, type Schema, type Way } from './form-fields.ts';
import { nameOfOption, wordsOf } from './form-words.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = ({ kind }: FormField) => kind === 'text' || kind === 'value';

/** Shown last and folded, because a first lesson does not need it. */
const LAST: readonly string[] = ['view', 'teacher', 'facts'];

/** @param hidden fields that are shown elsewhere */
export function StepForm({
  schema,
  value,
  onChange,
  hidden,
  ...around
}: FormAround & {
  readonly schema: Schema;
  readonly value: Fields;
  readonly onChange: (next: unknown) => void;
  readonly hidden: readonly string[];
}) {
  return (
    <Around value={around}>
      <Entries {...{ schema, value, onChange, hidden }} name="" around="" path="" />
    </Around>
  );
}

function Entries({
  schema,
  name,
  path,
  value,
  onChange,
  hidden = [],
}: Place & { readonly hidden?: readonly string[] }) {
  const field = formField(schema);
  if (field.kind !== 'fields') return null;
  const fields: Fields = isFields(value) ? value : {};
  const set = (key: string, next: unknown) => {
    const { [key]: _, ...others } = fields;
    // Existing fields keep their place; new ones come last.
    if (next === undefined) onChange(others);
    else onChange({ ...fields, [key]: next });
  };
  const names = Object.keys(field.entries).filter((key) => !hidden.includes(key));
  const ordered = [...names.filter((key) => !LAST.includes(key)), ...LAST.filter((key) => names.includes(key))];
  return ordered.map((key) => (
    <Field
      key={key}
      schema={field.entries[key] as Schema}
      name={key}
      around={name}
      path={path === '' ? key : `${path}.${key}`}
      value={fields[key]}
      onChange={(next) => set(key, next)}
    />
  ));
}

function Field(place: Place) {
  const { schema, name, path, onChange } = place;
  const { isOptional } = bare(schema);
  const field = formField(schema);
  const { problems } = useContext(Around);
  // A field that distinguishes alternatives is shown as a choice.
  if (field.kind === 'choice' && field.options.length === 1) return null;
  const folds = isOptional && (field.kind === 'fields' || field.kind === 'list' || name === 'teacher');
  const inner = <Control {...place} onChange={onChange} field={field} />;
  if (!folds && name !== 'view') return inner;
  const within = problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
  return (
    <Folded label={wordsOf(name, place.around).label} open={within || !isOptional}>
      {inner}
    </Folded>
  );
}

function Folded({
  label,
  open,
  children,
}: {
  readonly label: string;
  readonly open: boolean;
  readonly children: React.ReactNode;
}) {
  const [own, setOwn] = useState(false);
  return (
    <details open={open || own} onToggle={({ currentTarget }) => setOwn(currentTarget.open)}>
      <summary>{label}</summary>
      <div className="fields">{children}</div>
    </details>
  );
}

function Control({ field, ...place }: Place & { readonly field: FormField }) {
  const { schema, name, path, value, onChange } = place;
  const { runs, classes, plots } = useContext(Around);
  const { isOptional, usual } = bare(schema);
  const write = (next: unknown) => onChange(isOptional && next === '' ? undefined : next);
  switch (field.kind) {
    case 'text':
      if (name === 'class')
        return <Pick {...place} offered={classes} otherwise="all together" onChange={(next) => write(next)} />;
      if (name === 'plots') return <Pick {...place} offered={plots} onChange={(next) => write(next)} />;
      return <Text {...place} most={field.most} onChange={write} />;
    case 'run':
      return <Pick {...place} offered={runs} otherwise={isOptional ? 'the one before' : undefined} onChange={write} />;
    case 'choice': {
      const offered = field.options.map((id) => ({ id, label: nameOfOption(id, name) }));
      return <Pick {...place} value={value ?? usual} offered={offered} onChange={write} />;
    }
    case 'number':
      return (
        <Typed {...place} usual={usual} read={(text) => (text.trim() === '' ? undefined : (numberOf(text) ?? text))} />
      );
    case 'value':
      return <Typed {...place} read={asValue} />;
    case 'tick':
      return <Tick {...place} onChange={(ticked) => onChange(ticked === true || !isOptional ? ticked : undefined)} />;
    case 'ticks':
      return <Ticks {...place} options={field.options} />;
    case 'record':
      return <Lines {...place} shown={recordLines(value)} read={recordOf} />;
    case 'list': {
      const inner = formField(field.item);
      if (!isScalar(inner) || name === 'plots') return <List {...place} field={field} />;
      const read = (lines: readonly string[]) =>
        lines.length === 0 && isOptional
          ? undefined
          : lines.map((line) => (inner.kind === 'value' ? asValue(line) : line));
      return <Lines {...place} shown={Array.isArray(value) ? value.map(String) : []} read={read} />;
    }
    case 'fields':
      return (
        <Group {...place}>
          <Entries
            {...{ schema: bare(schema).schema, name, path, value, around: place.around }}
            onChange={(next) =>
              onChange(isOptional && isFields(next) && Object.keys(next).length === 0 ? undefined : next)
            }
          />
        </Group>
      );
    case 'ways':
      return <Ways {...place} ways={field.ways} />;
  }
}

const asValue = (text: string): number | string => numberOf(text) ?? text;
const recordLines = (value: unknown) =>
  isFields(value) ? Object.entries(value).map(([key, entry]) => `${key} = ${String(entry)}`) : [];
const recordOf = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.includes('=') ? line.indexOf('=') : line.length;
      return [line.slice(0, at).trim(), asValue(line.slice(at + 1).trim())];
    }),
  );

function List({ field, ...place }: Place & { readonly field: Extract<FormField, { kind: 'list' }> }) {
  const { name, around, path, value, onChange } = place;
  const { runs } = useContext(Around);
  const { isOptional } = bare(place.schema);
  const { label } = wordsOf(name, around);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const write = (next: readonly unknown[]) => onChange(next.length === 0 && isOptional ? undefined : next);
  return (
    <Group {...place}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
        <fieldset key={at} className="item" aria-label={`${label}, ${at + 1}`}>
          <Item
            {...{ schema: field.item, name, around, path: `${path}.${at}`, value: item }}
            onChange={(next) => write(items.map((other, index) => (index === at ? next : other)))}
          />
          <button
            type="button"
            aria-label={`Remove ${at + 1} of ${label}`}
            disabled={items.length <= field.least && !isOptional}
            onClick={() => write(items.filter((_, index) => index !== at))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <p className="buttons">
        <button
          type="button"
          disabled={items.length >= field.most}
          onClick={() => write([...items, blankOf(field.item, runs[0]?.id ?? '') ?? ''])}
        >
          Add
        </button>
      </p>
    </Group>
  );
}

/** An entry of a list: its fields are in the frame of the list. */
function Item(place: Place) {
  const field = formField(place.schema);
  if (field.kind === 'fields') return <Entries {...place} />;
  return <Control {...place} field={field} />;
}

function Ways({ ways, ...place }: Place & { readonly ways: readonly Way[] }) {
  const { name, around, path, value, onChange } = place;
  const { runs } = useContext(Around);
  const { usual } = bare(place.schema);
  const control = useControl({ name, around, path });
  const chosen = ways.find(({ fits }) => fits(value ?? usual)) ?? ways[0];
  const choose = (id: string) => {
    const next = ways.find((way) => way.id === id);
    if (next === undefined) return;
    const blank = next.schema === undefined ? next.id : blankOf(next.schema, runs[0]?.id ?? '');
    // Common fields are kept, such as the message after the answer.
    const shared = isFields(blank) && isFields(value) && 'says' in blank && 'says' in value ? { says: value.says } : {};
    onChange(isFields(blank) ? { ...blank, ...shared } : (blank ?? 0));
  };
  const inner = chosen?.schema;
  return (
    <>
      <Labelled of={control}>
        <select {...control.aria} value={chosen?.id} onChange={({ target }) => choose(target.value)}>
          {ways.map(({ id }) => (
            <option key={id} value={id}>
              {nameOfOption(id, name)}
            </option>
          ))}
        </select>
      </Labelled>
      {inner !== undefined && formField(inner).kind === 'fields' ? (
        <Entries {...{ schema: inner, name, around, path, value, onChange }} />
      ) : (
        inner !== undefined && (
          <Item {...{ schema: inner, name: chosen?.id ?? '', around: name, path, value, onChange }} />
        )
      )}
    </>
  );
}
