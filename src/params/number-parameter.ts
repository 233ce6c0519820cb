/** Declarations of numbers: their label, unit and range, and then what else is told of them. */
import type { NumberParameter } from './schema.ts';

type Range = readonly [min: number, max: number, step: number];
type Words = Omit<NumberParameter, 'kind' | 'label' | 'unit' | 'min' | 'max' | 'step'>;
type Declared<Kind extends NumberParameter['kind'], Told extends Words> = Told &
  Omit<NumberParameter, keyof Words> & { readonly kind: Kind };

/** Declares a number with its unit, smallest value, largest value and step. */
/* @__NO_SIDE_EFFECTS__ */
export const numberParameter = <const Told extends Words>(
  label: string,
  unit: string,
  [min, max, step]: Range,
  words: Told,
): Declared<'number', Told> => ({ kind: 'number', label, unit, min, max, step, ...words });

/** Declares a whole number with its unit, smallest value, largest value and step. */
/* @__NO_SIDE_EFFECTS__ */
export const integerParameter = <const Told extends Words>(
  label: string,
  unit: string,
  [min, max, step]: Range,
  words: Told,
): Declared<'integer', Told> => ({ kind: 'integer', label, unit, min, max, step, ...words });
