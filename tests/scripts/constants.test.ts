/** Constants of the engine are written into the code that reads them, and nothing else of it changes. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withConstants } from '../../scripts/constants.mjs';
import { FLOW_STRIDE, FlowColumn } from '../../src/engine/metrics/flow-table.ts';
import { LaterDigestKind } from '../../src/engine/state/digest.ts';

const path = (name: string) => join(process.cwd(), 'src/engine/metrics', name);

test('numbers and members of tables, of this module and of others', () => {
  const code = [
    "import { FLOW_STRIDE as ROW, FlowColumn } from './flow-table.ts';",
    "import { LaterDigestKind } from '../state/digest.ts';",
    'const Flag = { low: 1, high: 0x8 | 2 } as const;',
    'const SIZE = 2 * ROW - 1;',
    'read(ROW, SIZE, Flag.low | Flag.high, FlowColumn.usefulBytes, LaterDigestKind.mark);',
  ];
  const last = withConstants(code.join('\n'), path('first.ts')).split('\n').at(-1);
  const { mark } = LaterDigestKind;
  expect(last).toBe(`read(${FLOW_STRIDE}, ${2 * FLOW_STRIDE - 1}, 1 | 10, ${FlowColumn.usefulBytes}, (${mark}));`);
});

test('texts, comments, types, keys and other values stay as they are', () => {
  const code = [
    'const Flag = { low: 1 } as const;',
    "const Name = { low: 'Flag.low' } as const;",
    'const LIST = [1, 2];',
    '/** Flag.low */',
    "const text = 'Flag.low' + Name.low + LIST[0] + row.Flag.low + Flag.other;",
    'type Low = (typeof Flag)[keyof typeof Flag];',
    'const { low } = Flag;',
  ];
  expect(withConstants(code.join('\n'), path('second.ts'))).toBe(code.join('\n'));
});

test('a name that is declared again, and words of a text with values, stay as they are', () => {
  const code = [
    'const SIZE = 2;',
    'const twice = (SIZE: number) => 2 * SIZE;',
    'const LOW = 1;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'const text = `LOW ${LOW}`;',
  ];
  const [, twice, , text] = withConstants(code.join('\n'), path('third.ts')).split('\n');
  expect(twice).toBe(code[1]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  expect(text).toBe('const text = `LOW ${1}`;');
});
