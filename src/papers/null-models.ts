/** Null models that several papers use: guesses made without the simulation. */
import { required } from '../shared/required.ts';
import type { NullModel } from './paper.ts';

/** One value in every cell: the median of the printed table. */
export function medianModel(printedValues: readonly number[], unit = ''): NullModel {
  const sortedValues = [...printedValues].sort((a, b) => a - b);
  const middle = (sortedValues.length - 1) / 2;
  const value = (required(sortedValues[Math.floor(middle)]) + required(sortedValues[Math.ceil(middle)])) / 2;
  return {
    description: `${Number(value.toPrecision(4))}${unit} in every cell`,
    rationale: 'the median of the printed values, as if the varied parameters did not matter',
    predict: () => value,
  };
}

/** The cell's own value. */
export const ownNullValue: NullModel['predict'] = ({ nullValue = Number.NaN }) => nullValue;
