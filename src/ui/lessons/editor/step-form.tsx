/** A step of a lesson as a form. Its fields are those of the lesson's schema. Each error is shown at its field. */
import { useContext, useState } from 'react';
import { isFields, type JsonFields } from '../../../shared/nesting.ts';
import { required } from '../../../shared/required.ts';
import { typedNumber } from '../../../shared/typed-number.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/fields.tsx';
import { fieldTextAt, optionName } from './field-texts.ts';
import {
  CheckboxesField,
  CheckboxField,
  FieldGroup,
  type FieldProps,
  FormContext,
  LabelledControl,
  LinesField,
  SelectField,
  TextField,
  TypedField,
  useControl,
} from './form-controls.tsx';
import {
  type Alternative,
  blankFieldValue,
  type FormField,
  formField,
  linesOfRecord,
  parseNumber,
  recordOfLines,
  unwrapOptional,
} from './form-fields.ts';

const isScalar = ({ kind }: FormField) => kind === 'text' || kind === 'value';

/** Shown last and folded, because a first lesson does not need it. */
const LAST_FIELDS: readonly string[] = ['view', 'teacher', 'facts'];

interface FormFieldsProps extends FieldProps {
  /** Fields that are shown elsewhere. */
  readonly hiddenPaths?: readonly string[];
}

export function FormFields({ schema, name, path, value, onChange, hiddenPaths = [] }: FormFieldsProps) {
  const field = formField(schema);
  if (field.kind !== 'fields') return null;
  const fields: JsonFields = isFields(value) ? value : {};
  const set = (key: string, next: unknown) => {
    const { [key]: _, ...others } = fields;
    // Existing fields keep their place; new ones come last.
    if (next === undefined) onChange(others);
    else onChange({ ...fields, [key]: next });
  };
  const names = Object.keys(field.entries).filter((key) => !hiddenPaths.includes(key));
  const orderedFields = [
    ...names.filter((key) => !LAST_FIELDS.includes(key)),
    ...LAST_FIELDS.filter((key) => names.includes(key)),
  ];
  return orderedFields.map((key) => (
    <Field
      key={key}
      schema={required(field.entries[key])}
      name={key}
      parent={name}
      path={path === '' ? key : `${path}.${key}`}
      value={fields[key]}
      onChange={(next) => set(key, next)}
    />
  ));
}

function Field(props: FieldProps) {
  const { schema, name, path } = props;
  const { isOptional } = unwrapOptional(schema);
  const field = formField(schema);
  const { problems } = useContext(FormContext);
  // A field that distinguishes alternatives is shown as a choice.
  if (field.kind === 'choice' && field.options.length === 1) return null;
  const folds = isOptional && (field.kind === 'fields' || field.kind === 'list' || name === 'teacher');
  const control = <FieldControl {...props} field={field} />;
  if (!folds && name !== 'view') return control;
  const hasProblem = problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
  return (
    <FoldedFields label={fieldTextAt(name, props.parent).label} open={hasProblem || !isOptional}>
      {control}
    </FoldedFields>
  );
}

interface FoldedFieldsProps {
  readonly label: string;
  /** Whether it is open and cannot be folded now. */
  readonly open: boolean;
  readonly children: React.ReactNode;
}

export function FoldedFields({ label, open, children }: FoldedFieldsProps) {
  const [isOpenByUser, setIsOpenByUser] = useState(false);
  return (
    <details open={open || isOpenByUser} onToggle={({ currentTarget }) => setIsOpenByUser(currentTarget.open)}>
      <summary>{label}</summary>
      <div className="editor-part stack">{children}</div>
    </details>
  );
}

function FieldControl({ field, ...props }: FieldProps & { readonly field: FormField }) {
  const { schema, name, path, value, onChange } = props;
  const { runs, classes, plots } = useContext(FormContext);
  const { isOptional, defaultValue } = unwrapOptional(schema);
  const write = (next: unknown) => onChange(isOptional && next === '' ? undefined : next);
  switch (field.kind) {
    case 'text':
      if (name === 'class')
        return <SelectField {...props} offeredOptions={classes} defaultText="all together" onChange={write} />;
      if (name === 'plots') return <SelectField {...props} offeredOptions={plots} onChange={write} />;
      return <TextField {...props} maxCharacters={field.max} onChange={write} />;
    case 'run':
      return (
        <SelectField
          {...props}
          offeredOptions={runs}
          defaultText={isOptional ? 'the one before' : undefined}
          onChange={write}
        />
      );
    case 'choice': {
      const offeredOptions = field.options.map((id) => ({ id, label: optionName(id, name) }));
      return <SelectField {...props} value={value ?? defaultValue} offeredOptions={offeredOptions} onChange={write} />;
    }
    case 'number':
      return (
        <TypedField
          {...props}
          defaultValue={defaultValue}
          parse={(text) => (text.trim() === '' ? undefined : (typedNumber(text) ?? text))}
        />
      );
    case 'value':
      return <TypedField {...props} parse={parseNumber} />;
    case 'checkbox':
      return (
        <CheckboxField
          {...props}
          onChange={(isTicked) => onChange(isTicked === true || !isOptional ? isTicked : undefined)}
        />
      );
    case 'checkboxes':
      return <CheckboxesField {...props} options={field.options} />;
    case 'record':
      return <LinesField {...props} shownLines={linesOfRecord(value)} parse={recordOfLines} />;
    case 'list': {
      const itemField = formField(field.item);
      if (!isScalar(itemField) || name === 'plots') return <ListField {...props} field={field} />;
      const parse = (lines: readonly string[]) =>
        lines.length === 0 && isOptional
          ? undefined
          : lines.map((line) => (itemField.kind === 'value' ? parseNumber(line) : line));
      return <LinesField {...props} shownLines={Array.isArray(value) ? value.map(String) : []} parse={parse} />;
    }
    case 'fields':
      return (
        <FieldGroup {...props}>
          <FormFields
            schema={unwrapOptional(schema).schema}
            name={name}
            path={path}
            value={value}
            parent={props.parent}
            onChange={(next) =>
              onChange(isOptional && isFields(next) && Object.keys(next).length === 0 ? undefined : next)
            }
          />
        </FieldGroup>
      );
    case 'alternatives':
      return <AlternativesField {...props} alternatives={field.alternatives} />;
  }
}

function ListField({ field, ...props }: FieldProps & { readonly field: Extract<FormField, { kind: 'list' }> }) {
  const { name, parent, path, value, onChange } = props;
  const { runs } = useContext(FormContext);
  const { isOptional } = unwrapOptional(props.schema);
  const { label } = fieldTextAt(name, parent);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const write = (next: readonly unknown[]) => onChange(next.length === 0 && isOptional ? undefined : next);
  return (
    <FieldGroup {...props}>
      {items.map((item, itemIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
        <fieldset key={itemIndex} className="editor-item stack" aria-label={`${label}, ${itemIndex + 1}`}>
          <ListItem
            schema={field.item}
            name={name}
            parent={parent}
            path={`${path}.${itemIndex}`}
            value={item}
            onChange={(next) => write(items.map((other, index) => (index === itemIndex ? next : other)))}
          />
          <Button
            aria-label={`Remove ${itemIndex + 1} of ${label}`}
            disabled={items.length <= field.min && !isOptional}
            onClick={() => write(items.filter((_, index) => index !== itemIndex))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <p className="cluster">
        <Button
          disabled={items.length >= field.max}
          onClick={() => write([...items, blankFieldValue(field.item, runs[0]?.id ?? '') ?? ''])}
        >
          Add
        </Button>
      </p>
    </FieldGroup>
  );
}

/** An entry of a list, or an alternative: its fields are in the frame around it. */
function ListItem(props: FieldProps) {
  const field = formField(props.schema);
  if (field.kind === 'fields') return <FormFields {...props} />;
  return <FieldControl {...props} field={field} />;
}

function AlternativesField({ alternatives, ...props }: FieldProps & { readonly alternatives: readonly Alternative[] }) {
  const { name, parent, path, value, onChange } = props;
  const { runs } = useContext(FormContext);
  const { defaultValue } = unwrapOptional(props.schema);
  const control = useControl({ name, parent, path });
  const chosenAlternative = alternatives.find(({ fits }) => fits(value ?? defaultValue)) ?? alternatives[0];
  const choose = (id: string) => {
    const next = alternatives.find((alternative) => alternative.id === id);
    if (next === undefined) return;
    const blankValue = next.schema === undefined ? next.id : blankFieldValue(next.schema, runs[0]?.id ?? '');
    // Common fields are kept, such as the message after the answer.
    const sharedFields =
      isFields(blankValue) && isFields(value) && 'says' in blankValue && 'says' in value ? { says: value.says } : {};
    onChange(isFields(blankValue) ? { ...blankValue, ...sharedFields } : (blankValue ?? 0));
  };
  const alternativeSchema = chosenAlternative?.schema;
  const hasFields = alternativeSchema !== undefined && formField(alternativeSchema).kind === 'fields';
  return (
    <>
      <LabelledControl field={control}>
        <Select
          {...control.aria}
          value={chosenAlternative?.id}
          options={alternatives.map(({ id }) => [id, optionName(id, name)])}
          onChoose={choose}
        />
      </LabelledControl>
      {alternativeSchema !== undefined && (
        <ListItem
          schema={alternativeSchema}
          name={hasFields ? name : (chosenAlternative?.id ?? '')}
          parent={hasFields ? parent : name}
          path={path}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}
