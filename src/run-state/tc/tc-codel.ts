/** CoDel and FQ-CoDel in tc. Source: iproute2, tc/q_codel.c and q_fq_codel.c; Linux, net/sched. */
import { createTableDiscipline, type TcTableWord } from './tc-table.ts';
import { formatTcTime } from './tc-units.ts';
import { CODEL_TICK_NS, MS_PER_US, numberWords, usOf, valuesOfWord } from './tc-words.ts';

/** The largest time, which stands for "no threshold". */
const NO_THRESHOLD_US = 0xffff_ffff;

export const ceThresholdWord = {
  unit: 'time',
  sets: 'ceThresholdMs',
  none: NO_THRESHOLD_US,
  write: ({ ceThresholdMs: ms }) =>
    Number(ms) < NO_THRESHOLD_US * MS_PER_US - 1 ? ['ce_threshold', formatTcTime(usOf(ms))] : [],
} satisfies TcTableWord;

const codelWords = {
  target: { unit: 'time', sets: 'targetMs', tickNs: CODEL_TICK_NS },
  interval: { unit: 'time', sets: 'intervalMs', tickNs: CODEL_TICK_NS },
  ce_threshold: { ...ceThresholdWord, tickNs: CODEL_TICK_NS },
} satisfies Record<string, TcTableWord>;

export const tcCodel = createTableDiscipline({
  kind: 'codel',
  policy: 'codel',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'interval'],
  words: { limit: { unit: 'packets', valueWithout: 1000 }, ...codelWords, ecn: { sets: 'ecn' }, noecn: {} },
  printedWords: 'limit target ce_threshold interval ecn',
});

export const tcFqCodel = createTableDiscipline({
  kind: 'fq_codel',
  policy: 'fq-codel',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'flows', 'quantum', 'target', 'interval', 'drop_batch'],
  words: {
    limit: { unit: 'packets', valueWithout: 10_240 },
    flows: { unit: 'packets', sets: 'queues' },
    quantum: { unit: 'bytes', sets: 'quantumBytes' },
    ...codelWords,
    ce_threshold_selector: { unit: 'text', missing: 'a threshold for some packets only' },
    memory_limit: {
      unit: 'bytes',
      note: 'memory_limit: each packet counts 2304 bytes, as one of up to 1664 bytes',
      write: ({ memoryLimitBytes }) => numberWords({ memory_limit: memoryLimitBytes }),
    },
    ecn: { sets: 'ecn', opposite: 'noecn' },
    noecn: {},
    drop_batch: { unit: 'packets', sets: 'dropBatch' },
  },
  // tc prints `ecn`, but not `noecn`.
  more: (words, { isPrinted }) => ({
    ecn: words.has('ecn') || !(isPrinted || words.has('noecn')),
    ...valuesOfWord(words, 'memory_limit', 'memoryLimitBytes'),
    hash: 'number',
  }),
  printedWords: 'limit flows quantum target ce_threshold interval memory_limit ecn drop_batch',
});
