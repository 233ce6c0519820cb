/** The field's terms, as the page explains them: definition, equation, source. */
export interface Term {
  readonly name: string;
  readonly text: string;
  /** TeX. */
  readonly equation?: string;
  readonly source?: string;
}

const FLOYD = 'Floyd & Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993';

export const terms = {
  busy: {
    name: 'Link busy',
    text: 'Share of the time in which the link transmits, since the warm-up. A full link is busy 100 % of the time.',
    equation: String.raw`\frac{\text{time in transmission}}{t}`,
  },
  utilisation: {
    name: 'Payload share of the link',
    text: 'Payload that the link sent, over what it could have sent in the same time, since the warm-up. Papers call it utilisation. Headers do not count: a full link with packets of 1,000 bytes and 40 bytes of headers has 0.96.',
    equation: String.raw`U = \frac{\sum \text{payload sent}}{C \, t}`,
  },
  throughput: {
    name: 'Throughput',
    text: 'Payload that the link sent in a second, also what was sent twice.',
  },
  goodput: {
    name: 'Goodput',
    text: 'Payload that reached its receiver and was new there, in a second. What arrives twice, or is lost behind the queue, is throughput but not goodput. Of video only frames count that can be shown: complete, with all that they need.',
  },
  delay: {
    name: 'Queueing delay',
    text: 'Time from a packet’s arrival at the queue to the start of its transmission; in a lane’s heading, the mean since the warm-up. Propagation and transmission come on top.',
    equation: String.raw`d \approx \frac{q}{C}`,
  },
  completion: {
    name: 'Completion time',
    text: 'How long a short transfer takes: from the moment the application starts it until its last segment is acknowledged. The table counts the transfers that began after the warm-up and are complete.',
  },
  p95: {
    name: '95th percentile',
    text: 'Of 100 packets, 95 wait at most this long. Where the mean hides bad moments, the tail shows them.',
  },
  loss: {
    name: 'Loss',
    text: 'Packets that the policy dropped, of those that arrived at the queue, since the warm-up.',
    equation: String.raw`\frac{\text{dropped}}{\text{arrived}}`,
  },
  mark: {
    name: 'Mark',
    text: 'Instead of being dropped, a packet of a sender that understands it is marked “congestion experienced”. The receiver echoes the mark, and the sender halves its window without having lost anything.',
    source: 'RFC 3168',
  },
  gfr: {
    name: 'Guaranteed Frame Rate',
    text: 'A service of ATM: each VC is promised a minimum cell rate (MCR) for whole frames, and a fair part of what is left. Frames above the minimum may be tagged at the edge (CLP = 1). A policy has to keep the promise with one FIFO buffer for all.',
    source: 'ATM Forum, Traffic Management 4.1',
  },
  bdp: {
    name: 'Bandwidth-delay product (BWDP)',
    text: 'What is under way when one sender keeps the link just full: rate times round trip. A buffer of this size lets one TCP flow halve its window without leaving the link idle; many flows need less.',
    equation: String.raw`\mathit{BWDP} = C \cdot RTT`,
  },
  droptail: {
    name: 'DropTail',
    text: 'One queue; what does not fit is dropped. Buffers fill up and stay full, and many flows lose at the same moment.',
    equation: 'X + 1 > B',
  },
  red: {
    name: 'Random Early Detection',
    text: 'Drops early and at random, with a probability that grows with the average queue: none below min_th, up to max_p at max_th. Flows are told of congestion one by one, before the buffer is full.',
    equation: String.raw`p_b = max_p \, \frac{avg - min_{th}}{max_{th} - min_{th}}`,
    source: FLOYD,
  },
  average: {
    name: 'Average queue',
    text: 'RED looks at a moving average, so that it forgives bursts. A small weight makes it slow.',
    equation: String.raw`avg \leftarrow (1 - w_q) \, avg + w_q \, q`,
    source: `${FLOYD}, section 4`,
  },
  gentle: {
    name: 'Gentle RED',
    text: 'Above max_th the probability goes on growing, to 1 at twice max_th, instead of jumping to 1.',
    equation: String.raw`p_b = max_p + (1 - max_p) \, \frac{avg - max_{th}}{max_{th}}`,
    source: 'Floyd, Recommendation on using the gentle variant of RED, 2000',
  },
  ecn: {
    name: 'Explicit Congestion Notification',
    text: 'Two bits in the IP header: a sender says that it understands marks (ECT), a router marks instead of dropping (CE).',
    source: 'RFC 3168',
  },
  abe: {
    name: 'Green and blue (ABE)',
    text: 'Alternative Best Effort: each packet is green or blue. Green ones wait at most d in a router or are dropped; blue ones leave no later than from a router that knows no colours. Who needs little delay pays with losses, and nobody who does not choose is hurt.',
    source: 'draft-hurley-alternative-best-effort-01',
  },
  duplicates: {
    name: 'Duplicate scheduling with deadlines',
    text: 'A virtual queue gets a duplicate of every packet and serves them as a flat router would. When the duplicate of a blue packet begins, the packet itself has to: that is its deadline. Green goes before blue while the blue head can wait for it.',
    equation: String.raw`t \le t_b - p_g`,
    source: 'draft-hurley-alternative-best-effort-01, section 5',
  },
  bias: {
    name: 'Green bias',
    text: 'When both colours can wait, green goes first with this probability. Less than 1 makes green slower without hurting blue: a throttle on what green gains by its short delay.',
    source: 'draft-hurley-alternative-best-effort-01, section 5.1',
  },
  fairness: {
    name: 'Jain’s fairness index',
    text: '1 when all get the same, 1/n when one of n gets everything.',
    equation: String.raw`J = \frac{(\sum x_i)^2}{n \sum x_i^2}`,
    source: 'Jain, Chiu & Hawe, 1984',
  },
  digest: {
    name: 'Digest',
    text: 'A fingerprint of every verdict on every packet so far. The same link gives the same digest at the same time, in any browser and on the command line.',
  },
  warmup: {
    name: 'Warm-up',
    text: 'Time at the beginning that the figures leave out, because the run has not settled. While it lasts, a lane’s figures are grey and count from the start. When it ends, they begin anew: “since 2 s” says from when on they count.',
  },
  seed: {
    name: 'Seed',
    text: 'Where the random numbers begin. The same seed gives the same traffic in every lane and on every machine; another seed is another day.',
  },
} as const satisfies Record<string, Term>;

export type TermId = keyof typeof terms;

/** Terms that say more about a parameter, by the end of its path. */
export const parameterTerms: Readonly<Record<string, TermId>> = {
  minThreshold: 'red',
  maxThreshold: 'red',
  maxProbability: 'red',
  queueWeight: 'average',
  gentle: 'gentle',
  packets: 'bdp',
  bytes: 'bdp',
  ecn: 'ecn',
  greenBoundMs: 'duplicates',
  greenBias: 'bias',
  greenShare: 'abe',
  warmupSeconds: 'warmup',
};
