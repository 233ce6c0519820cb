import { expect, expectTypeOf, test } from 'vitest';
import { presentFields } from '../../src/shared/present-fields.ts';

test('fields that are undefined are left out, others stay in their order, also null, 0 and an empty text', () => {
  const given: string | undefined = [undefined, 'a'][0];
  const present = presentFields({ first: 0, given, nothing: null, text: '' });
  expectTypeOf(present.given).toEqualTypeOf<string | undefined>();
  expect(Object.keys(present)).toEqual(['first', 'nothing', 'text']);
});
