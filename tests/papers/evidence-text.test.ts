/** The evidence of claims as it is read. */
import { expect, test } from 'vitest';
import { evidenceValues, statement } from '../../src/papers/claim-judgement.ts';
import { formatEvidence, formatStatement, statementCount } from '../../src/papers/evidence-text.ts';

test('policies have their names', () => {
  expect(formatStatement([{ policy: 'shb' }, ' minus ', { policy: 'pfb-ad' }, ', ', { policy: 'abd-weq' }])).toBe(
    'SHB minus PFB/AD, ABD/WEQ',
  );
});

test('digits are in groups in each value of a list, and fractions are not', () => {
  expect(formatStatement([evidenceValues([576, 2496, 12_000], 0, { unit: 'bytes' })])).toBe(
    '576, 2\u202f496, 12\u202f000 bytes',
  );
  expect(formatStatement(statement`${1.544} and ${1000}`)).toBe('1.544 and 1\u202f000');
  expect(formatStatement(['R² ', evidenceValues([0.9955, 0.011], 4)])).toBe('R² 0.9955, 0.0110');
});

test('a minus is a minus, and a difference has its sign', () => {
  expect(formatStatement([evidenceValues([1.5, -0.34], 2)])).toBe('1.50, −0.34');
  expect(formatStatement([evidenceValues([0.031], 3, { ci95: 0.0132, isSigned: true, unit: 'ms' })])).toBe(
    '+0.031 ± 0.013 ms',
  );
});

test('a range has its ends, and a value that is not finite is none, also from JSON', () => {
  expect(formatStatement([evidenceValues([0.2, -0.3, 78.24], 1, { isRange: true, unit: 'kbit/s' })])).toBe(
    '−0.3 to 78.2 kbit/s',
  );
  const values = JSON.parse(JSON.stringify(evidenceValues([Number.POSITIVE_INFINITY, undefined], 1, { unit: 'kB' })));
  expect(formatStatement([values])).toBe('none');
  expect(formatStatement([evidenceValues([Number.NaN, 2], 0, { unit: 'kB' })])).toBe('none, 2 kB');
});

test('the unit of a mark stays with its number', () => {
  expect(formatStatement([evidenceValues([23], 0, { unit: 'kB' })], '\u00a0')).toBe('23\u00a0kB');
});

test('parts have their names and judgements', () => {
  const evidence = [
    { name: 'one', verdict: 'holds', evidence: [['a'], ['b']] },
    { name: 'other', verdict: 'fails', evidence: [['c']] },
  ] as const;
  expect(formatEvidence(evidence)).toBe('one: holds (a; b); other: fails (c)');
  expect(statementCount(evidence)).toBe(3);
  expect(formatEvidence([['a'], ['b']])).toBe('a; b');
});
