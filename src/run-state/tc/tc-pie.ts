/** PIE and FQ-PIE in tc. Source: iproute2, tc/q_pie.c and q_fq_pie.c; Linux, net/sched. */
import { createTableDiscipline, type TcTableWord } from './tc-table.ts';
import { PIE_TICK_NS } from './tc-words.ts';

/** tc and the kernel have alpha and beta in sixteenths. */
const PIE_GAIN = { unit: 'number', factor: 1 / 16, most: 32 } as const;

const pieWords = {
  target: { unit: 'time', sets: 'targetMs', tickNs: PIE_TICK_NS },
  tupdate: { unit: 'time', sets: 'updateMs' },
  alpha: { ...PIE_GAIN, sets: 'alpha' },
  beta: { ...PIE_GAIN, sets: 'beta' },
  ecn: { sets: 'ecn' },
  noecn: {},
  bytemode: { sets: 'byteMode' },
  nobytemode: {},
  dq_rate_estimator: { sets: 'delayFrom', choices: ['departures', 'sojourn'] },
  no_dq_rate_estimator: {},
} satisfies Record<string, TcTableWord>;

export const tcPie = createTableDiscipline({
  kind: 'pie',
  policy: 'pie',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'tupdate', 'alpha', 'beta'],
  words: { limit: { unit: 'packets', valueWithout: 1000 }, ...pieWords },
  printedWords: 'limit target tupdate alpha beta ecn bytemode dq_rate_estimator',
});

export const tcFqPie = createTableDiscipline({
  kind: 'fq_pie',
  policy: 'fq-pie',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'tupdate', 'alpha', 'beta', 'flows', 'quantum', 'memory_limit', 'ecn_prob'],
  words: {
    limit: { unit: 'packets', valueWithout: 10_240 },
    ...pieWords,
    flows: { unit: 'packets', sets: 'queues' },
    quantum: { unit: 'bytes', sets: 'quantumBytes' },
    memory_limit: {
      unit: 'bytes',
      note: 'memory_limit is not counted: fq_pie drops no packet because of it',
    },
    ecn_prob: { unit: 'percent', sets: 'markLimit', most: 99 },
  },
  more: () => ({ hash: 'number' }),
  printedWords: 'limit flows target tupdate alpha beta quantum ecn_prob ecn bytemode dq_rate_estimator',
});
