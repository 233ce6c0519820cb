/** SFQ, DRR and fq in tc. Source: iproute2, tc/q_sfq.c, q_drr.c and q_fq.c; Linux, net/sched. */
import { powInt } from '../../engine/numbers/exact-math.ts';
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import { burstLog, weightLog } from '../../policies/packets/mechanisms/linux/linux-red-table.ts';
import { ceThresholdWord } from './tc-codel.ts';
import { redBurst } from './tc-red.ts';
import { DEFAULT_MEAN_BYTES, DEFAULT_PROBABILITY, leastProbabilityOf, refusesProbability } from './tc-red-choke.ts';
import { createTableDiscipline } from './tc-table.ts';
import { formatTcRate } from './tc-units.ts';
import {
  flagWords,
  MTU_BYTES,
  noteIgnored,
  numberOf,
  numberWords,
  type TcDiscipline,
  TcLineError,
  type TcWords,
  valuesOfWord,
} from './tc-words.ts';

/** The limit and the largest depth, which the kernel takes if the line has none, packets. */
const SFQ_PACKETS = 127;

const SFQ_RED_WORDS = ['redflowlimit', 'min', 'max', 'avpkt', 'burst', 'probability', 'ewma', 'ecn', 'harddrop'];

/**
 * RED of each queue of SFQ. As tc computes it: a third and a quarter of `redflowlimit`, and the weight from a burst.
 */
function readSfqRed(words: TcWords, isPrinted: boolean): Record<string, ParameterValue> {
  if (!SFQ_RED_WORDS.some((word) => words.has(word))) return {};
  const limit = numberOf(words, 'redflowlimit', 0);
  if (limit === 0 && !isPrinted)
    throw new TcLineError('redflowlimit is missing; allowed: a number of bytes, such as redflowlimit 100000');
  const max = numberOf(words, 'max', 0) || Math.floor(limit / 4);
  const min = numberOf(words, 'min', 0) || Math.floor(max / 3);
  if (!isPrinted && max > limit)
    throw new TcLineError(`max: ${max} is not allowed; allowed: at most redflowlimit, ${limit}`);
  if (min >= max) throw new TcLineError(`min: ${min} is not allowed; allowed: less than max, ${max}`);
  const probability = numberOf(words, 'probability', DEFAULT_PROBABILITY);
  const leastProbability = leastProbabilityOf(max - min);
  if (!isPrinted && probability <= leastProbability)
    throw new TcLineError(`probability: ${probability} is not allowed; allowed: more than ${leastProbability}`);
  const log = sfqLogOf(words, min, max);
  if (heldBits(max) + log > MAX_HELD_BITS)
    throw new TcLineError(`burst: an averaging weight of 1/${powInt(2, log)} is too small for a max of ${max} bytes`);
  return {
    redMinBytes: min,
    redMaxBytes: max,
    redMaxProbability: probability,
    redQueueWeight: 1 / powInt(2, log),
    ecn: words.has('ecn'),
    harddrop: words.has('harddrop'),
  };
}

/** The kernel holds an average and a threshold in 32 bits, with the binary places of the weight. */
const MAX_HELD_BITS = 31;
const heldBits = (bytes: number) => 32 - Math.clz32(bytes);

/** The averaging weight is 2^-n: this is n. */
function sfqLogOf(words: TcWords, min: number, max: number): number {
  const printedScale = words.get('ewma');
  if (typeof printedScale === 'number') return printedScale;
  const meanBytes = numberOf(words, 'avpkt', DEFAULT_MEAN_BYTES);
  const burst = numberOf(words, 'burst', 0) || Math.floor((2 * min + max) / (3 * meanBytes));
  const log = burstLog(burst, min / meanBytes);
  if (log !== undefined) return log;
  const leastPackets = Math.ceil(min / meanBytes);
  throw new TcLineError(
    `burst: ${burst} is not allowed; allowed: at least min in packets, ${leastPackets}, and not far more`,
  );
}

/** The words of RED in SFQ; undefined if tc refuses it. */
function sfqRedWords(values: ParameterValues, notes: string[]): readonly string[] | undefined {
  const { redMinBytes, redMaxBytes, redMaxProbability, redQueueWeight, ecn, harddrop } = values;
  const [min, max] = [Number(redMinBytes), Number(redMaxBytes)];
  if (!(min > 0)) return [];
  const log = weightLog(Number(redQueueWeight));
  const burst = redBurst(min / DEFAULT_MEAN_BYTES, log);
  if (burst === undefined || heldBits(max) + log > MAX_HELD_BITS) {
    notes.push(`tc has no burst for an averaging weight of 1/${powInt(2, log)} with a min of ${min} bytes`);
    return undefined;
  }
  if (refusesProbability({ maxProbability: redMaxProbability as ParameterValue }, max - min, notes)) return undefined;
  const limits = `redflowlimit ${max} min ${min} max ${max}`;
  const average = `avpkt ${DEFAULT_MEAN_BYTES} burst ${burst} probability ${redMaxProbability}`;
  return [...`${limits} ${average}`.split(' '), ...flagWords({ ecn, harddrop })];
}

export const tcSfq: TcDiscipline = {
  kind: 'sfq',
  policy: 'sfq',
  zeroIsDefault: ['quantum', 'depth', 'flows', 'divisor'],
  words: {
    limit: 'packets',
    quantum: 'bytes',
    depth: 'packets',
    headdrop: undefined,
    flows: 'text',
    divisor: 'number',
    perturb: 'text',
    redflowlimit: 'bytes',
    min: 'bytes',
    max: 'bytes',
    avpkt: 'bytes',
    burst: 'number',
    probability: 'number',
    ewma: 'number',
    ecn: undefined,
    harddrop: undefined,
  },
  read(words, { isPrinted }) {
    const red = readSfqRed(words, isPrinted);
    // Some versions print flows and divisor as one word.
    const [flowsText, divisorText] = String(words.get('flows') ?? '128').split('/');
    const divisor = numberOf(words, 'divisor', Number(divisorText ?? 1024));
    const depth = Math.min(numberOf(words, 'depth', SFQ_PACKETS), SFQ_PACKETS);
    const flows = Math.min(Number(flowsText), divisor);
    if (!Number.isInteger(flows) || flows < 1)
      throw new TcLineError(`flows: ${words.get('flows')} is not allowed; allowed: a whole number from 1`);
    // The kernel bounds a given limit by what the queues can hold, and the queues by the limit. It prints the result.
    const isBounded = words.has('limit') && !isPrinted;
    const limit = Math.min(numberOf(words, 'limit', SFQ_PACKETS), isBounded ? depth * flows : Number.POSITIVE_INFINITY);
    if (limit < 2) throw new TcLineError(`limit: ${limit} is not allowed; allowed: from 2`);
    return {
      values: {
        variant: 'linux',
        limit,
        quantumBytes: numberOf(words, 'quantum', MTU_BYTES),
        depth,
        headdrop: words.has('headdrop'),
        queues: isBounded ? Math.min(flows, limit) : flows,
        divisor,
        hash: 'number',
        ...red,
      },
      notes: noteIgnored(words, {
        perturb: 'is ignored: the hash stays the same',
        redflowlimit: 'limits nothing in Linux: tc computes defaults of min and max from it',
      }),
    };
  },
  write(values, _, notes) {
    const { limit, quantumBytes, depth, headdrop, queues, divisor } = values;
    const red = sfqRedWords(values, notes);
    if (red === undefined) return undefined;
    // With a limit in the line, the kernel lowers the number of queues.
    const isLowered = Number(queues) > Number(limit);
    const isDefault = isLowered && limit === SFQ_PACKETS;
    if (isLowered && !isDefault) notes.push(`with a limit of ${limit}, Linux has at most ${limit} queues`);
    return [
      ...numberWords({ limit: isDefault ? undefined : limit, quantum: quantumBytes, depth }),
      ...flagWords({ headdrop }),
      ...numberWords({ flows: queues, divisor }),
      ...red,
    ];
  },
};

export const tcDrr: TcDiscipline = {
  kind: 'drr',
  policy: 'drr',
  words: { quantum: 'bytes' },
  read: (words) => ({
    values: { variant: 'linux', hash: 'number', ...valuesOfWord(words, 'quantum', 'quantumBytes') },
    notes: ['each flow has a class of its own with a pfifo, of 100 packets if no line says another limit'],
  }),
  // A class has a number from 1, in hexadecimal; the filter hashes flows as others do.
  commands: ({ queues, quantumBytes, classLimit }, device) => [
    `tc qdisc replace dev ${device} root handle 1: drr`,
    `for class in $(seq 1 ${queues}); do`,
    `  id=1:$(printf %x $class)`,
    `  tc class replace dev ${device} parent 1: classid $id drr quantum ${quantumBytes}`,
    `  tc qdisc replace dev ${device} parent $id pfifo limit ${classLimit}`,
    'done',
    `tc filter replace dev ${device} parent 1: protocol all prio 1 handle 1 flow hash keys src,dst,proto,proto-src,proto-dst divisor ${queues} baseclass 1:1`,
  ],
  write(_values, _limit, notes) {
    notes.push('its line alone is not enough: tc makes a class and a queue for each number of the hash, and a filter');
    return [];
  },
};

const FLOW_QUEUES = 'is ignored: each flow has a queue of its own';

export const tcFq = createTableDiscipline({
  kind: 'fq',
  policy: 'fq',
  zeroIsDefault: ['buckets'],
  hasVariants: false,
  words: {
    limit: { unit: 'packets', sets: 'limit', valueWithout: 10_000 },
    flow_limit: { unit: 'packets', sets: 'flowLimit', valueWithout: 100 },
    buckets: { unit: 'number', note: `buckets ${FLOW_QUEUES}` },
    orphan_mask: { unit: 'number', note: `orphan_mask ${FLOW_QUEUES}` },
    quantum: { unit: 'byteCount', sets: 'quantumBytes', valueWithout: 2 * MTU_BYTES },
    initial_quantum: { unit: 'byteCount', sets: 'initialQuantumBytes', valueWithout: 10 * MTU_BYTES },
    maxrate: {
      unit: 'rate',
      sets: 'maxRateBps',
      write: ({ maxRateBps }) => (Number(maxRateBps) > 0 ? ['maxrate', formatTcRate(Number(maxRateBps))] : []),
    },
    low_rate_threshold: { unit: 'rate', sets: 'lowRateBps' },
    refill_delay: { unit: 'time', sets: 'refillDelayMs' },
    ce_threshold: ceThresholdWord,
    timer_slack: { unit: 'nanoseconds', sets: 'timerSlackUs' },
    horizon: { unit: 'time', note: 'horizon is ignored: packets here have no departure times of their own' },
    offload_horizon: { unit: 'time', only: 0 },
    horizon_drop: {},
    horizon_cap: {},
    pacing: { sets: 'pacing', valueWithout: true, opposite: 'nopacing' },
    nopacing: {},
    bands: { unit: 'text', note: 'bands and their weights are ignored: all packets have the same priority' },
    priomap: { unit: 'text' },
    weights: { unit: 'text' },
    defrate: { unit: 'rate', note: 'defrate is ignored, as in the kernel' },
  },
  printedWords:
    'limit flow_limit quantum initial_quantum maxrate low_rate_threshold refill_delay ce_threshold timer_slack pacing',
});
