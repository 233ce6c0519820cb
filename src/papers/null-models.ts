/** Null models that several papers use: guesses made without the simulation. */
import type { NullModel } from './paper.ts';

/** The same value in every cell: the median of the printed table. */
export function medianModel(printed: readonly number[], unit = ''): NullModel {
  const sorted = [...printed].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]] as [number, number];
  const value = (low + high) / 2;
  return {
    description: `${Number(value.toPrecision(4))}${unit} in every cell`,
    rationale: 'the median of the printed values, as if the varied parameters did not matter',
    predict: () => value,
  };
}

/** The cell's own value. */
export const ownNullValue: NullModel['predict'] = ({ nullValue = Number.NaN }) => nullValue;
