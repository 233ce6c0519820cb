/** Two lanes compared in words: what is gained, and its price. */
import { expect, test } from 'vitest';
import type { FindingQuantity } from '../../../src/quantities/findings/finding-quantity.ts';
import {
  delayQuantity,
  linkBusyQuantity,
  lossQuantity,
  markRateQuantity,
} from '../../../src/quantities/findings/lane-quantities.ts';
import { TwoLanes } from '../../../src/ui/headline/lane-comparison.tsx';
import { HASH, opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

/** The sentence about clear differences, each with its figures in A and B: before the price, and the price. */
function partsOf(...figures: readonly (readonly [FindingQuantity, number, number])[]): readonly string[] {
  const differences = figures.map(([quantity, reference, value]) => ({ quantity, reference, value, isClear: true }));
  const page = opened(`${HASH}&lanes=droptail,red`);
  const { text } = render(
    <TwoLanes run={page.state.run} lane={1} differences={differences} isLetterOnly followsSentence={false} />,
    page,
  );
  return text.split('; price: ');
}

test('what is worse beside a gain is its price, and stands last; marks are no price', () => {
  const [gain, price, ...more] = partsOf(
    [delayQuantity, 70, 15],
    [lossQuantity, 1, 2],
    [linkBusyQuantity, 100, 90],
    [markRateQuantity, 98, 0],
  );
  expect(gain).toMatch(/delay 70.* 15.*marked 98.* 0/);
  expect(price).toMatch(/^more loss 1.* 2.*link busy 100.* 90/);
  expect(more).toEqual([]);
});

test('a lane that gains nothing, or is worse in the first figure, pays no price', () => {
  const worse = [
    [delayQuantity, 15, 70],
    [lossQuantity, 0, 5],
    [linkBusyQuantity, 48, 35],
  ] as const;
  expect(partsOf(...worse)).toHaveLength(1);
  expect(partsOf(...worse, [markRateQuantity, 98, 0])).toHaveLength(1);
  expect(partsOf([delayQuantity, 15, 70], [lossQuantity, 5, 0], [linkBusyQuantity, 48, 35])).toHaveLength(1);
});

test('a gain in more than one quantity has no price', () => {
  expect(partsOf([delayQuantity, 70, 15], [lossQuantity, 2, 1], [linkBusyQuantity, 90, 100])).toHaveLength(1);
});
