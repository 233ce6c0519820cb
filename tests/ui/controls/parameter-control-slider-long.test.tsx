/** The slider and the field of a number. */
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { NumberParameter } from '../../../src/params/schema.ts';
import { ParameterControl } from '../../../src/ui/controls/parameter-control.tsx';
import { editorOf, opened } from '../../app/opened-page.ts';
import { focus, mount, pressKey, type, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

afterEach(unmountAll);

const rate: NumberParameter = {
  kind: 'number',
  label: 'Rate',
  help: '',
  unit: 'bit/s',
  min: 1e5,
  max: 1e9,
  step: 1e5,
  scale: 'log',
  default: 1e7,
};
const path = 'link.rateBps';

function control(value: number, parameter: NumberParameter = rate) {
  const page = opened();
  page.setAppliesFrom('start');
  const { get } = mount(<ParameterControl path={path} parameter={parameter} value={value} restarts={false} />, page);
  const slider = get('input[type=range]') as HTMLInputElement;
  const field = get('input[type=text]') as HTMLInputElement;
  return {
    slider,
    field,
    rateBps: () => page.state.run.startValues[path],
    endChange: () => act(() => editorOf(page).endChange()),
  };
}

test.each(['log', 'linear'] as const)('a value outside of the range of a %s slider stands at its end', (scale) => {
  const { slider } = control(2e9, { ...rate, scale });
  expect(slider.value).toBe(slider.max);
  expect(control(1e4, { ...rate, scale }).slider.value).toBe('0');
  expect(control(-5, { ...rate, scale: 'linear' }).slider.value).toBe('0');
});

test('the slider sets the value that it shows, and the field shows it in its unit', () => {
  const { slider, field, rateBps, endChange } = control(5e6);
  expect(field.value).toBe('5');
  type(slider, '150');
  expect(field.value).toBe('22.4');
  endChange();
  expect(rateBps()).toBe(2.24e7);
});

test('a typed value is set by Enter, and forgotten by Escape', () => {
  const { field, rateBps } = control(5e6);
  focus(field);
  type(field, '8');
  pressKey(field, 'Escape');
  expect([field.value, rateBps()]).toEqual(['5', undefined]);
  type(field, '8');
  pressKey(field, 'Enter');
  expect(rateBps()).toBe(8e6);
  type(field, '9');
  act(() => field.blur());
  expect(rateBps()).toBe(9e6);
});
