import { expect, test } from 'vitest';
import { formatEmptyVerdictList } from '../../../src/ui/why/verdict-list.tsx';

test('an empty list says which verdicts are missing, and what to do', () => {
  expect(formatEmptyVerdictList({ kind: 'dropped or marked', lane: undefined, classLabel: undefined })).toBe(
    'So far no packet was dropped or marked. Play the run further, or choose “all” to ask about accepted packets.',
  );
  expect(formatEmptyVerdictList({ kind: 'marked', lane: 'B', classLabel: 'voice' })).toMatch(
    /^Among the newest packets in lane B, no voice packet was marked\./,
  );
  expect(formatEmptyVerdictList({ kind: undefined, lane: 'A', classLabel: undefined })).toMatch(
    /^No packet has arrived in lane A since the last jump\./,
  );
});
