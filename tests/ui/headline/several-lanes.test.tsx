/** Several lanes compared in words. */
import { expect, test } from 'vitest';
import type { LaneDifference } from '../../../src/quantities/findings/finding.ts';
import { lossQuantity } from '../../../src/quantities/findings/lane-quantities.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { SeveralLanes } from '../../../src/ui/headline/several-lanes.tsx';
import { HASH, opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

function textOf(lanes: readonly { readonly value: number; readonly isClear: boolean }[]): string {
  const comparedLanes = lanes.map(({ value, isClear }, index) => {
    const difference: LaneDifference = { quantity: lossQuantity, reference: 0.0182, value, isClear };
    return { lane: index + 1, differences: [difference] };
  });
  const run = { ...runOfPreset('opening'), lanes: Array(4).fill({ policy: 'droptail', values: {} }) };
  return render(
    <SeveralLanes run={run} comparedLanes={comparedLanes} isLetterOnly={true} />,
    opened(`${HASH}&lanes=droptail,droptail,droptail,droptail`),
  ).text;
}

test('values that are written alike get one verdict', () => {
  const alike = [
    { value: 0.0521, isClear: true },
    { value: 0.0522, isClear: false },
    { value: 0.0521, isClear: true },
  ];
  expect(textOf(alike)).toMatch(/no clear difference: *loss/);
  expect(textOf(alike)).not.toContain('more loss');
  const one = [{ value: 0.0931, isClear: true }, ...alike.slice(1)];
  expect(textOf(one)).toMatch(/more loss .*0\.093\d* %.* in *B.*no clear difference in *C *and *D/);
});

test('a range keeps two ends where one rounded figure would hide a difference', () => {
  const clear = (value: number) => ({ value, isClear: true });
  expect(textOf([clear(15.6), clear(16.4)])).toContain('15.6–16.4 %');
  expect(textOf([clear(15.6), clear(21.4)])).toContain('16–21 %');
  expect(textOf([clear(15.6), clear(15.7)])).toContain('16 %');
  expect(textOf([clear(15.6), clear(15.6)])).toMatch(/[^–]15\.6 %/);
});
