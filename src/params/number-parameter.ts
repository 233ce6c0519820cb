/** Declarations of numbers: their unit and range, and then what is told of them. */
import type { NumberParameter } from './schema.ts';

type Range = readonly [min: number, max: number, step: number];
type Words = Omit<NumberParameter, 'kind' | 'unit' | 'min' | 'max' | 'step'>;
type Declared<Kind extends NumberParameter['kind'], Told extends Words> = Told &
  Pick<NumberParameter, 'unit' | 'min' | 'max' | 'step'> & { readonly kind: Kind };

/* @__NO_SIDE_EFFECTS__ */
export const numberParameter = <const Told extends Words>(
  unit: string,
  range: Range,
  words: Told,
): Declared<'number', Told> => declare('number', unit, range, words);

/* @__NO_SIDE_EFFECTS__ */
export const integerParameter = <const Told extends Words>(
  unit: string,
  range: Range,
  words: Told,
): Declared<'integer', Told> => declare('integer', unit, range, words);

/** The label comes first in lists of parameters. */
function declare<Kind extends NumberParameter['kind'], Told extends Words>(
  kind: Kind,
  unit: string,
  [min, max, step]: Range,
  words: Told,
): Declared<Kind, Told> {
  const { label, symbol, ...others } = words;
  const name = symbol === undefined ? { label } : { label, symbol };
  return { kind, ...name, unit, min, max, step, ...others } as unknown as Declared<Kind, Told>;
}
