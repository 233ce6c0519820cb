import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { withoutForbiddenXml } from '../../../src/shared/markup.ts';
import { formatTable, toFileName } from '../../../src/ui/saving/saving.ts';

test('a table reads back as it was: names with units, numbers, the link in the first row', () => {
  const text = formatTable(
    {
      head: ['time (s)', 'A "long" TCP, all (Mb/s)'],
      rows: [
        [0.1, 1.5999999999999999],
        [0.2, undefined],
        [0.3, Number.NaN],
      ],
    },
    'https://example.org/#v=1&p=opening&lanes=droptail,red',
  );
  expect([...csvParse(text)]).toEqual([
    {
      'time (s)': '0.1',
      'A "long" TCP, all (Mb/s)': '1.6',
      link: 'https://example.org/#v=1&p=opening&lanes=droptail,red',
    },
    { 'time (s)': '0.2', 'A "long" TCP, all (Mb/s)': '', link: '' },
    { 'time (s)': '0.3', 'A "long" TCP, all (Mb/s)': '', link: '' },
  ]);
  expect(text.endsWith('\n')).toBe(true);
});

test('a text that a spreadsheet would run as a formula stays a text; a negative number stays a number', () => {
  const [row] = csvParse(
    formatTable({ head: ['class', '=1+1'], rows: [['=HYPERLINK("https://example.org")', -2]] }, ''),
  );
  expect(row).toMatchObject({ class: '\'=HYPERLINK("https://example.org")', "'=1+1": '-2' });
});

test('names of files have letters, digits and hyphens', () => {
  expect(toFileName('Goodput by class (Mb/s)')).toBe('goodput-by-class-mb-s');
});

test.each([
  ['a\u0007b', 'a\ufffdb'],
  ['\u0000\u001b\ufffe\uffff', '\ufffd\ufffd\ufffd\ufffd'],
  ['\ud800a\udc00', '\ufffda\ufffd'],
  ['\udc00\ud800', '\ufffd\ufffd'],
  ['<a b="c">\t\n\r é 日本 😀\ufffd</a>', '<a b="c">\t\n\r é 日本 😀\ufffd</a>'],
])('a picture has only characters that XML allows: %j', (given, kept) => {
  expect(withoutForbiddenXml(given)).toBe(kept);
  // A PNG is made of it through an address.
  expect(() => encodeURIComponent(withoutForbiddenXml(given))).not.toThrow();
});
