/**
 * The rules in which the variants of a policy differ, and why. The page shows them beside the control `variant`, and
 * `npm run validate` writes them with the measured figures to docs/VARIANTS.md.
 */
import type { ParameterValues } from '../../../params/schema.ts';

export interface VariantRule {
  readonly rule: string;
  /** By value of the parameter `variant`. */
  readonly by: Readonly<Record<string, string>>;
  readonly why: string;
}

export interface PolicyVariants {
  readonly rules: readonly VariantRule[];
  /** Defaults of the kernel that differ from those of the policy here. */
  readonly kernelDefaults?: ParameterValues;
  /** Changes of the measured scenario, by path. */
  readonly changes?: ParameterValues;
}

/** Which scenarios take which variant. */
export const VARIANT_CHOICE_TEXT =
  'The scenarios of today’s internet take the variant of Linux, with the kernel’s defaults; “A video beside downloads” keeps the RFCs. All other scenarios take the first variant.';

/** The preset in which the variants are measured, with its values unless a policy has changes. */
export const MEASURED_PRESET = 'opening';
export const MEASURED_SEEDS = 5;

const NUMBERS_RULE: VariantRule = {
  rule: 'numbers',
  by: { published: 'real', linux: 'whole; the averaging weight is a power of two' },
  why: 'A kernel does not use floating point.',
};

const BUFFER_WHY =
  'A discipline of Linux has a limit of its own, because its queue is all that there is. A paper compares policies in one buffer.';

const codelRules: readonly VariantRule[] = [
  {
    rule: 'time is counted in',
    by: { rfc: 'ns', linux: '1\u202f024 ns, rounded down', ns3: '1\u202f024 ns, rounded down' },
    why: 'A shift of the clock by 10 bits is cheaper than a division. ns-3 follows Linux.',
  },
  {
    rule: 'interval / √count',
    by: { rfc: 'exact', linux: '16 bits, one step of Newton’s method', ns3: 'as Linux' },
    why: 'A kernel has no square roots. After a jump of the count the estimate is far off for some drops.',
  },
  {
    rule: 'too short for a drop',
    by: {
      rfc: 'at most one largest packet behind it in its queue',
      linux: 'at most one largest packet behind it in all queues',
      ns3: 'less than one largest packet behind it in its queue',
    },
    why: 'Linux counts the bytes of the whole discipline. With one queue both are the same; with many, Linux also drops from short queues.',
  },
  {
    rule: 'the next mark is due from',
    by: { rfc: 'the due time of this one', linux: 'the due time of this one', ns3: 'now' },
    why: 'The RFC has no marks, so each program decides.',
  },
  {
    rule: 'the link finds the queue empty',
    by: { rfc: 'the interval ends', linux: 'it ends in kernels 7.x, and goes on in 5.x', ns3: 'the interval ends' },
    why: 'Linux took over the rule of the RFC in kernel 7.x.',
  },
];

const pieRules: readonly VariantRule[] = [
  {
    rule: 'an update each',
    by: {
      rfc: 'update period',
      linux: 'update period in whole ticks, rounded up, and one tick more: 30 ms for 15 ms at 100 ticks per second',
      ns3: 'update period',
    },
    why: 'The kernel’s timers count ticks. With fewer updates per second the same steps of p come more slowly.',
  },
  {
    rule: 'the first update',
    by: { rfc: 'after one period', linux: 'after 0.5 s', ns3: 'at once' },
    why: 'Each program starts its timer in its own way.',
  },
  {
    rule: 'burst allowance',
    by: {
      rfc: 'decreases at updates',
      linux: 'decreases when packets leave',
      ns3: 'begins with the first tested packet, and again after 1.5 s without congestion',
    },
    why: 'Each program measures this time at another place.',
  },
  {
    rule: 'short queue, not dropped from',
    by: { rfc: 'at most 2 mean packets', linux: 'less than 2 MTU, with headers', ns3: 'at most 2 packets' },
    why: 'The kernel knows the MTU of its device, not the mean packet.',
  },
  {
    rule: 'drops are spaced (derandomised)',
    by: { rfc: 'by choice', linux: 'always', ns3: 'by choice' },
    why: 'The RFC has it as an option (section 5.4).',
  },
  {
    rule: 'largest step of p from 0.1 on',
    by: { rfc: 'any', linux: '0.02, and 0.02 more above 250 ms', ns3: '0.02' },
    why: 'The RFC has this bound as an option (section 5.5).',
  },
  {
    rule: 'largest p',
    by: { rfc: '1', linux: '256, where 64 bits end', ns3: '1' },
    why: 'The kernel has no bound. After an overload p first has to fall below 1, so Linux drops for longer.',
  },
  {
    rule: 'p of an empty queue falls by',
    by: { rfc: '2 % per update', linux: '1/64 per update', ns3: '2 % per update' },
    why: 'A division by 64 is a shift.',
  },
];

const redRules: readonly VariantRule[] = [
  NUMBERS_RULE,
  {
    rule: 'above max_th',
    by: { published: 'p grows to 1 at twice max_th (gentle)', linux: 'every packet is dropped, or marked with ECN' },
    why: 'Gentle RED was proposed in 2000. The kernel keeps the step of 1993.',
  },
  {
    rule: 'between the thresholds',
    by: { published: 'a draw for each packet', linux: 'one draw for the distance to the next drop' },
    why: 'One random number per drop costs less than one per packet.',
  },
  {
    rule: 'idle time',
    by: {
      published: 'the average falls once for each packet that could have left',
      linux: 'a table of tc for packets at a stated rate; the average falls about 16 times more slowly',
    },
    why: 'The kernel does not know the rate of its device. tc writes the table in units of 64 ns, and the kernel reads it in µs.',
  },
  {
    rule: 'the average counts',
    by: { published: 'packets (or bytes)', linux: 'bytes in RED, packets in CHOKe' },
    why: 'The limit of RED in Linux is in bytes.',
  },
];

/** By id of the policy. */
export const variantRules: Readonly<Record<string, PolicyVariants>> = {
  codel: { rules: codelRules, kernelDefaults: { ecn: false } },
  'fq-codel': {
    rules: [
      ...codelRules,
      {
        rule: 'a full buffer drops at once',
        by: {
          rfc: 'one packet of the longest queue',
          linux: 'half of the longest queue, at most 64 packets; they count as drops of CoDel',
          ns3: 'the same, but CoDel does not count them',
        },
        why: 'A flood costs less if the search for the longest queue is rare.',
      },
      {
        rule: 'a new queue runs empty, and no old one is there',
        by: { rfc: 'it becomes an old one', linux: 'it leaves the lists', ns3: 'it becomes an old one' },
        why: 'In the kernel this saves a round through the lists.',
      },
    ],
  },
  pie: { rules: pieRules, kernelDefaults: { ecn: false } },
  'fq-pie': {
    rules: [
      ...pieRules,
      {
        rule: 'a full buffer drops',
        by: { rfc: 'from the longest queue', linux: 'the packet that arrives', ns3: 'from the longest queue' },
        why: 'Linux’s FQ-PIE has no rule for the longest queue.',
      },
    ],
    kernelDefaults: { ecn: false },
  },
  red: { rules: redRules },
  choke: {
    rules: [
      ...redRules,
      {
        rule: 'the packet to compare with',
        by: {
          published: 'one of those that wait',
          linux: 'one of the places of a table, which may be empty: then it draws again, at most three times',
        },
        why: 'A table with holes needs no search for the n-th packet.',
      },
    ],
  },
  dualpi2: {
    rules: [
      {
        rule: 'a packet is chosen by',
        by: {
          rfc: 'a sum of the probabilities, evenly spaced',
          linux: 'random draws: one for L4S, two for classic packets',
        },
        why: 'The RFC avoids random numbers. Two draws give the square of the probability without a multiplication.',
      },
      {
        rule: 'not chosen from',
        by: { rfc: 'an L4S queue of one packet', linux: 'both queues, while less than 2 MTU wait in them together' },
        why: 'Linux protects short queues as its PIE does.',
      },
      {
        rule: 'L4S threshold',
        by: { rfc: 'in time, at least two packets behind', linux: 'in time alone' },
        why: 'On a slow link a packet takes longer than 1 ms. Then Linux marks each L4S packet that waits for another one.',
      },
      {
        rule: 'classic share of the link',
        by: { rfc: '1/16', linux: '10 %' },
        why: 'The RFC leaves it to the implementation.',
      },
      {
        rule: 'limit',
        by: { rfc: 'the buffer of the scenario', linux: '10\u202f000 packets of its own' },
        why: BUFFER_WHY,
      },
    ],
    changes: { 'sources.ltrf.congestion': 'prague' },
  },
  sfq: {
    rules: [
      {
        rule: 'a turn is',
        by: { paper: 'one packet', linux: 'a quantum of bytes; a debt is carried to the next turn' },
        why: 'Turns in packets give more to flows with large packets.',
      },
      {
        rule: 'limit',
        by: { paper: 'the buffer of the scenario', linux: '127 packets in all queues, and 127 in each' },
        why: BUFFER_WHY,
      },
      {
        rule: 'a full buffer drops from the queue with',
        by: { paper: 'the most bytes', linux: 'the most packets' },
        why: 'Linux keeps a list of queues by length, so that it finds the longest one without a search.',
      },
    ],
  },
  drr: {
    rules: [
      {
        rule: 'limit',
        by: { paper: 'all queues share the buffer of the scenario', linux: 'each queue has 100 packets of its own' },
        why: 'In Linux each class of DRR has a discipline of its own, by default pfifo.',
      },
      {
        rule: 'a full buffer drops',
        by: { paper: 'from the longest queue', linux: 'the packet that arrives at a full queue' },
        why: 'The classes do not know each other.',
      },
    ],
  },
  cobalt: {
    rules: [
      {
        rule: 'the first congestion of a queue',
        by: { cake: 'is met after an interval', linux: 'is met at once', ns3: 'is met after an interval' },
        why: 'Linux 7.2 begins with 0 as 1 / √count, so its first drop is due now.',
      },
      {
        rule: 'Blue’s p grows when',
        by: {
          cake: 'a packet finds the buffer full',
          linux: 'a packet finds the buffer full',
          ns3: 'the buffer is full, or a packet waited more than 400 ms',
        },
        why: 'ns-3 has a second condition for deep buffers.',
      },
      {
        rule: 'a full buffer drops',
        by: { cake: 'the packet that arrives', linux: 'the oldest packet', ns3: 'the packet that arrives' },
        why: 'In CAKE the longest queue loses its oldest packet. With one queue this is the oldest of all.',
      },
    ],
  },
  'fq-cobalt': {
    rules: [
      {
        rule: 'Blue’s p grows when',
        by: {
          cake: 'a packet finds the buffer full',
          ns3: 'the buffer is full, or a packet waited more than 400 ms',
        },
        why: 'ns-3 has a second condition for deep buffers.',
      },
      {
        rule: 'no action up to',
        by: { cake: 'the time of four largest packets', ns3: 'the target alone' },
        why: 'CAKE knows the rate of its link.',
      },
    ],
  },
};

/** The scenario in which a policy is measured, in words. */
export function formatMeasuredScenario(policy: string): string {
  const { changes = {}, kernelDefaults } = variantRules[policy] ?? { rules: [] };
  const senders = 'sources.ltrf.congestion' in changes ? ' Here the long TCP flows use Prague (L4S).' : '';
  const defaults = kernelDefaults === undefined ? '' : ' The last column has the kernel’s defaults.';
  return `Scenario “Same traffic, different policies”: 10 Mb/s, a buffer of 120 packets, ten long TCP flows and twenty short ones with ECN, and traffic at a constant rate; 60 s, ${MEASURED_SEEDS} seeds.${senders}${defaults}`;
}
