/** Declarations of choices and switches: their label, and then what else is told of them. */
import type { BooleanParameter, ChoiceParameter, DerivedDefault } from './schema.ts';

interface ChoiceWords<Value extends string> extends Omit<ChoiceParameter, 'kind' | 'label' | 'options' | 'default'> {
  /** The label of each value, in the order of the list. */
  readonly options: Readonly<Record<Value, string>>;
  readonly default: NoInfer<Value> | DerivedDefault<string>;
}

type Declared<Value extends string, Told> = Omit<Told, 'options'> &
  Pick<ChoiceParameter<Value>, 'kind' | 'label' | 'options'>;

/** Declares a choice. Its ids and their labels are in the order of the menu. */
/* @__NO_SIDE_EFFECTS__ */
export const choiceParameter = <Value extends string, const Told extends ChoiceWords<Value>>(
  name: string,
  { options, ...words }: Told & ChoiceWords<Value>,
): Declared<Value, Told> => {
  const labelledValues = Object.entries<string>(options).map(([value, label]) => ({ value: value as Value, label }));
  return { kind: 'choice', label: name, options: labelledValues, ...words };
};

/** Declares a switch. */
/* @__NO_SIDE_EFFECTS__ */
export const booleanParameter = <const Told extends Omit<BooleanParameter, 'kind' | 'label'>>(
  label: string,
  words: Told,
): Told & Pick<BooleanParameter, 'kind' | 'label'> => ({ kind: 'boolean', label, ...words });
