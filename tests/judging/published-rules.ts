/**
 * The rule of each policy as its source prints it, over the numbers that an explanation shows: written from the papers,
 * not from the policies. A number that a card does not show is NaN: then every comparison with it is false.
 */
import type { ParameterValue } from '../../src/params/schema.ts';

export type Numbers = Readonly<Record<string, number>>;
export type Values = Readonly<Record<string, ParameterValue>>;

export interface Judged {
  readonly verdict: 'accept' | 'mark' | 'drop';
  /** Probability that the packet is dropped or marked, if chance decides. */
  readonly probability?: number;
}

/** Facts besides the numbers. */
export interface Circumstances {
  readonly values: Values;
  /** The sender understands marks; the frame is tagged; the packet is green. */
  readonly ect: boolean;
  readonly tagged: boolean;
  readonly green: boolean;
  /** RED has found more than one waiting packet with its average above min_th, without a break. */
  readonly above: boolean;
  readonly policy: string;
  /** Id of the reason that was given: only where earlier packets, which no card shows, decide. */
  readonly reason: string;
}

export type Rule = (n: Numbers, about: Circumstances) => Judged;

const accept: Judged = { verdict: 'accept' };
const drop: Judged = { verdict: 'drop' };

function byDraw(u: number, probability: number, acted: 'drop' | 'mark' = 'drop'): Judged {
  return { verdict: u < probability ? acted : 'accept', probability };
}

/** A buffer accepts packets that fit. */
const room: Rule = (n) =>
  (n.heldPackets as number) + 1 > (n.limitPackets as number) ||
  (n.heldBytes as number) + (n.bytes as number) > (n.limitBytes as number)
    ? drop
    : accept;

/** Floyd & Jacobson 1993, figure 2 and section 4; Floyd 2000 for gentle. */
function floydBase(average: number, values: Values): number {
  const [low, high, most] = [values.minThreshold, values.maxThreshold, values.maxProbability] as number[];
  if (average < (high as number))
    return ((most as number) * (average - (low as number))) / ((high as number) - (low as number));
  if (values.gentle !== true) return 1;
  return Math.min(1, (most as number) + ((1 - (most as number)) * (average - (high as number))) / (high as number));
}

/** ns-2.35, queue/red.cc: modify_p. */
function ns2Probability(n: Numbers, base: number, values: Values): number {
  const inBytes = values.measure === 'bytes';
  const mean = values.meanPacketBytes as number;
  const count1 = inBytes ? Math.floor((n.countBytes as number) / mean) : (n.count as number);
  let p = base;
  if (values.wait === true) {
    if (count1 * p < 1) p = 0;
    else if (count1 * p < 2) p /= 2 - count1 * p;
    else p = 1;
  } else if (count1 * p < 1) p /= 1 - count1 * p;
  else p = 1;
  if (inBytes && p < 1) p = (p * (n.bytes as number)) / mean;
  return p > 1 ? 1 : p;
}

function floydProbability(n: Numbers, base: number, values: Values): number {
  const size = values.measure === 'bytes' ? (n.bytes as number) / (values.meanPacketBytes as number) : 1;
  const pb = Math.min(1, base * size);
  return (n.count as number) * pb >= 1 ? 1 : Math.min(1, pb / (1 - (n.count as number) * pb));
}

/**
 * Linux 7.2: red_action and red_mark_probability of include/net/red.h, marks as in sch_red.c; the edges of sch_choke.c
 * differ.
 */
const linuxRed: Rule = (n, { values, ect, policy }) => {
  const average = n.average as number;
  const [min, max] = [values.minThreshold, values.maxThreshold] as [number, number];
  const isChoke = policy === 'choke';
  if (isChoke ? average <= min : average < min) return accept;
  const marks: Judged = ect ? { verdict: 'mark' } : values.nodrop === true ? accept : drop;
  const acted = values.ecn === true ? marks : drop;
  if (isChoke ? average > max : average >= max) return values.harddrop === true ? drop : acted;
  // No number is shown for the packet that only draws R.
  return (n.count as number) * (n.excess as number) >= (n.distance as number) ? acted : accept;
};

const red: Rule = (n, about) => {
  const { values, ect, above } = about;
  if ((n.waiting as number) + 1 > (n.limitPackets as number)) return drop;
  if ((n.waitingBytes as number) + (n.bytes as number) > (n.limitBytes as number)) return drop;
  if (values.variant === 'linux') return linuxRed(n, about);
  const average = n.average as number;
  if (average < (values.minThreshold as number)) return accept;
  const ns2 = values.reading === 'ns2';
  if (ns2 && ((n.waiting as number) <= 1 || !above)) return accept;
  const base = floydBase(average, values);
  // Zhu et al. 2015, figure 5: nothing is spread.
  const readings = { ns2: ns2Probability, floyd93: floydProbability, switch: () => base };
  const p = readings[values.reading as keyof typeof readings](n, base, values);
  const marks = ect && base < (typeof values.markLimit === 'number' ? values.markLimit : 0);
  return byDraw(n.draw as number, p, marks ? 'mark' : 'drop');
};

/** Pan, Prabhakar & Psounis 2000, figure 1. */
const choke: Rule = (n, about) => {
  const min = about.values.minThreshold as number;
  const average = n.average as number;
  if (about.reason === 'drawn' || (about.values.variant === 'linux' ? average > min : average >= min)) {
    // Linux: after three draws of holes the oldest packet is compared, and no draw is shown.
    if (about.values.variant === 'linux' && Number.isNaN(n.candidateDraw) && n.candidateFlow === n.flow) return drop;
    const place = 1 + Math.floor((n.candidateDraw as number) * (n.waiting as number));
    if (place === n.place && n.candidateFlow === n.flow) return drop;
  }
  return red(n, { ...about, above: about.reason !== 'first-above' });
};

/** Mankin 1990: a full buffer drops a waiting packet, and takes the arriving one. */
const randomDrop: Rule = (n, about) => {
  if (about.reason === 'drawn')
    return n.place === 1 + Math.floor((n.draw as number) * (n.waiting as number)) ? drop : accept;
  if (about.reason === 'makes-room') return room(n, about).verdict === 'drop' ? accept : drop;
  const alone = { heldPackets: n.sendingPackets as number, heldBytes: n.sendingBytes as number };
  return room(about.reason === 'full' ? { ...n, ...alone } : n, about);
};

/** RFC 2697, section 3: a packet conforms if Tc(t) - B >= 0; then it must fit below the buffer. */
const policer: Rule = (n, about) => ((n.tokens as number) - (n.bytes as number) >= 0 ? room(n, about) : drop);

const flat: Rule = (n, about) => {
  const taken = room(n, about);
  if (taken.verdict === 'drop' || about.values.management !== 'red') return taken;
  return red({ ...n, limitPackets: Number.NaN, limitBytes: Number.NaN }, about);
};

/**
 * Bhattacharjee & McKinnon, section 2.3: packets that a lost frame has made useless are refused; other packets are
 * accepted if they fit.
 */
const buffers: Rule = (n, about) => {
  if (/^(needs-|rest-)/.test(about.reason))
    return { verdict: (n.lostFrame as number) >= 0 && (n.lostFlow as number) >= 0 ? 'drop' : 'accept' };
  return room(n, about);
};

/** The draft, section 5: r + L_g + L_b <= d + p, all in ms. */
const abe: Rule = (n, about) => {
  const { values, green, reason } = about;
  if (reason === 'late') return (n.wait as number) > (values.greenBoundMs as number) ? drop : accept;
  const dropped = flat(n, about);
  if (dropped.verdict === 'drop') return drop;
  if (!green) return accept;
  const takes = (bytes: number) => (8 * bytes) / (n.rate as number);
  const ahead = (n.greenBytes as number) + (n.blueBytes as number);
  const late =
    (n.residual as number) + takes(ahead + (n.bytes as number)) >
    (values.greenBoundMs as number) + takes(n.bytes as number);
  return late && values.greenDrop === 'early' ? drop : accept;
};

/**
 * RFC 8289, section 5.5, for a packet at the head; marks in place of drops as in Linux. Linux and ns-3 have target and
 * interval in units of 1,024 ns, and wait for the interval to be over; ns-3 takes a queue of one MTU for long enough.
 */
const codel: Rule = (n, about) => {
  if (about.reason === 'fits' || about.reason === 'full') return room({ heldPackets: Number.NaN, ...n }, about);
  if (about.reason === 'late-mark')
    return about.ect && (n.sojourn as number) > (n.ceThreshold as number) ? { verdict: 'mark' } : accept;
  const { targetMs, intervalMs, mtuBytes, ecn } = about.values as Record<string, number>;
  const { variant } = about.values;
  const isRfc = variant === 'rfc';
  const behind = (n.leftBytes as number) - (mtuBytes as number);
  const long =
    (n.sojourn as number) >= ((isRfc ? targetMs : n.target) as number) &&
    (variant === 'ns3' ? behind >= 0 : behind > 0);
  const over = isRfc ? (n.above as number) >= (intervalMs as number) : (n.above as number) > (n.interval as number);
  const due = Number.isNaN(n.count as number) || (n.late as number) >= 0;
  return long && over && due ? (about.ect && ecn ? { verdict: 'mark' } : drop) : accept;
};

/** RFC 8033, section 4.2, from the numbers of the last update; the two limits of steps as in Linux and section 5.5. */
function pieProbability(n: Numbers, values: Values): number | undefined {
  const [before, delay, old] = [n.probabilityBefore, n.delay, n.delayBefore] as [number, number, number];
  if (Number.isNaN(before) || !((n.divisor as number) > 0)) return undefined;
  const seconds = (ms: number) => ms / 1000;
  let p =
    (values.alpha as number) * seconds(delay - (values.targetMs as number)) +
    (values.beta as number) * seconds(delay - old);
  const edges = [
    [1e-6, 2048],
    [1e-5, 512],
    [1e-4, 128],
    [1e-3, 32],
    [1e-2, 8],
    [0.1, 2],
  ] as const;
  // A shown number may be rounded over the edge of its range: there the shown divisor decides.
  const isNearEdge = edges.some(([edge]) => Math.abs(before / edge - 1) < 0.01);
  p /= isNearEdge ? (n.divisor as number) : (edges.find(([edge]) => before < edge)?.[1] ?? 1);
  if (values.variant !== 'rfc' && before >= 0.1 && p > 0.02) p = 0.02;
  if (values.variant === 'linux' && delay > 250) p += 0.02;
  const sum = before + p;
  // Linux: only overflow of 64 bits stops p, and nothing decays while bytes wait. No card says what waited at the
  // update.
  if (values.variant === 'linux') return delay === 0 && old === 0 ? undefined : Math.max(0, sum);
  return Math.min(1, Math.max(0, delay === 0 && old === 0 ? sum * 0.98 : sum));
}

/** RFC 8033, appendix A with sections 5.1 and 5.4; sch_pie; PieQueueDisc of ns-3. */
const pie: Rule = (n, about) => {
  const { values, ect } = about;
  if (about.reason === 'full') return room({ heldPackets: Number.NaN, ...n }, about);
  if ((n.burstLeft as number) > 0) return accept;
  const linux = values.variant === 'linux';
  const p = n.probability as number;
  const delay = (linux ? n.delayNow : n.delay) as number;
  if (delay < (values.targetMs as number) / 2 && p < 0.2) return accept;
  const bytes = n.waitingBytes as number;
  const inPackets = values.variant === 'ns3' && !Number.isNaN(n.waiting) && Number.isNaN(n.scaledProbability);
  if (
    linux
      ? bytes < 2 * (n.deviceMtuBytes as number)
      : inPackets
        ? (n.waiting as number) <= 2
        : bytes <= 2 * (values.meanPacketBytes as number)
  )
    return accept;
  const probability = pieProbability(n, values);
  const found = probability === undefined ? {} : { probability };
  const limit = values.markLimit as number;
  const marks = ect && values.ecn === true && (linux ? p <= limit : p < limit);
  const acted = { verdict: marks ? 'mark' : 'drop', ...found } as const;
  if (linux || values.derandomise === true) {
    if ((n.sum as number) < 0.85) return { ...accept, ...found };
    if ((n.sum as number) >= 8.5) return acted;
  }
  const scaled = Number.isNaN(n.scaledProbability) ? p : (n.scaledProbability as number);
  const chosen = values.variant === 'ns3' ? (n.draw as number) <= scaled : (n.draw as number) < scaled;
  return chosen ? acted : { ...accept, ...found };
};

/**
 * RFC 8290, section 4.1: a packet that is too large alone is refused; if all packets together are too much, the longest
 * queue loses.
 */
const flowQueues: Rule = (n, about) => {
  if (about.reason === 'full') return (n.bytes as number) > (n.limitBytes as number) ? drop : room(n, about);
  const isOver =
    (n.waiting as number) > (n.limitPackets as number) || (n.waitingBytes as number) > (n.limitBytes as number);
  return isOver && (n.queueBytes as number) > 0 ? drop : accept;
};

/** sch_cake: cobalt_should_drop. */
const cobalt: Rule = (n, about) => {
  const { values } = about;
  if (about.reason === 'fits' || about.reason === 'full') return room({ heldPackets: Number.NaN, ...n }, about);
  // Linux 7.2: the packet at the head makes room for the one that arrived.
  if (about.reason === 'replaces' || about.reason === 'oldest') {
    const isFull = room({ heldPackets: Number.NaN, ...n }, about).verdict === 'drop' && values.variant === 'linux';
    return isFull === (about.reason === 'oldest') ? drop : accept;
  }
  if (about.reason === 'blue') return { ...byDraw(n.draw as number, n.probability as number) };
  const waited = n.sojourn as number;
  const above =
    waited > (values.targetMs as number) && (values.variant === 'ns3' || waited > (n.fourPackets as number));
  if (!above || (n.count as number) < 1 || (n.late as number) < 0) return accept;
  return about.ect && values.ecn === true ? { verdict: 'mark' } : drop;
};

const fqCobalt: Rule = (n, about) =>
  /^(fits|full|overload)$/.test(about.reason) ? flowQueues(n, about) : cobalt(n, about);

/** The share of a queue is shown in whole bytes; its step has the exact quotient. */
function ofHostShare({ grant, load }: Numbers, quantumBytes: number): Judged {
  const isShare = Math.abs((grant as number) - quantumBytes / (load as number)) <= 0.5;
  return isShare && (load as number) >= 1 ? accept : drop;
}

/**
 * sch_cake: cake_enqueue and cake_drop; a queue may send its quantum, divided by the bulk flows of its host, in a turn.
 */
const cakeParts: Rule = (n, about) => {
  if (about.reason !== 'fits') return fqCobalt(n, about);
  return ofHostShare(n, about.values.quantumBytes as number);
};

/** sch_cake 7.2: cake_enqueue, cake_drop, cake_ack_filter and cobalt_should_drop. It always marks. */
const cake: Rule = (n, about) => {
  if (about.reason === 'overload') return (n.memory as number) > (about.values.memoryBytes as number) ? drop : accept;
  if (about.reason === 'needless-ack') return (n.ackSegment as number) <= (n.laterSegment as number) ? drop : accept;
  if (about.reason === 'modem-full') return drop;
  if (about.reason !== 'fits') return cobalt(n, { ...about, values: { ...about.values, ecn: true } });
  return ofHostShare(n, n.quantum as number);
};

/** McKenney 1990, buffer stealing: a full buffer loses the packet that would be last in its longest queue. */
const queueRing: Rule = (n, about) => {
  if (room({ heldPackets: Number.NaN, ...n }, about).verdict === 'accept') return accept;
  const isOwn = (n.ownBytes as number) >= (n.mostBytes as number) || (n.bytes as number) > (n.limitBytes as number);
  return isOwn === (about.reason === 'full') ? drop : accept;
};

/** red_action of Linux in a queue of SFQ. */
const redOfSfq: Rule = ({ averageBytes, count, excess, distance }, { values, reason }) => {
  const isAbove = (averageBytes as number) >= (values.redMaxBytes as number);
  const isBetween = !isAbove && (averageBytes as number) >= (values.redMinBytes as number);
  if (!isAbove && !(isBetween && (count as number) * (excess as number) >= (distance as number))) return accept;
  if (!reason.startsWith('red-marked')) return drop;
  return values.ecn && !(isAbove && values.harddrop) ? { verdict: 'mark' } : drop;
};

/** sch_sfq and sch_drr of Linux; McKenney, and Shreedhar & Varghese. */
const sfq: Rule = (n, about) => {
  const { queues, depth, limit } = about.values as Record<string, number>;
  if (about.values.variant !== 'linux') return queueRing(n, about);
  if (about.reason === 'hashed') return accept;
  if (about.reason === 'no-queue') return (n.active as number) >= (queues as number) ? drop : accept;
  if (about.reason.startsWith('red')) return redOfSfq(n, about);
  if (about.reason.startsWith('deep')) return (n.ownPackets as number) >= (depth as number) ? drop : accept;
  return (n.held as number) > (limit as number) && (n.mostPackets as number) >= 1 ? drop : accept;
};

const drr: Rule = (n, about) => {
  if (about.values.variant !== 'linux') return queueRing(n, about);
  return (n.ownPackets as number) + 1 > (about.values.classLimit as number) ? drop : accept;
};

/** sch_fq: fq_fastpath_check, fq_enqueue and fq_dequeue. */
const fq: Rule = (n, { values, reason, ect }) => {
  if (reason === 'fast') return (n.fastPackets as number) < 8 ? accept : drop;
  if (reason === 'late-mark')
    return ect && (n.late as number) > (values.ceThresholdMs as number) ? { verdict: 'mark' } : accept;
  if (reason === 'limit') return (n.heldPackets as number) >= (values.limit as number) ? drop : accept;
  return (n.ownPackets as number) >= (values.flowLimit as number) ? drop : accept;
};

const fqCodel: Rule = (n, about) =>
  /^(fits|full|overload)$/.test(about.reason) ? flowQueues(n, about) : codel(n, about);

/** sch_dualpi2: dualpi2_classic_marking, dualpi2_scalable_marking and do_step_aqm. */
const linuxDualPi2: Rule = (n, { values, ect, reason }) => {
  const [base, k] = [n.base as number, values.couplingFactor as number];
  const marked: Judged = { verdict: 'mark' };
  if (reason === 'step-mark') {
    const packets = values.stepPackets as number;
    const above = packets > 0 ? (n.left as number) > packets : (n.sojourn as number) > (values.stepMs as number);
    return above ? marked : accept;
  }
  if (reason === 'overload-mark') return k * base > 1 ? marked : accept;
  if (reason === 'coupled-draw') return (n.draw as number) <= k * base ? marked : accept;
  if ((n.draw as number) > base || (n.secondDraw as number) > base) return accept;
  return ect && k * base <= 1 ? marked : drop;
};

/** RFC 9332, figures 3, 5, 7 and 8; figure 7 after the scheduler has chosen the queue. */
const dualPi2: Rule = (n, about) => {
  const { values, ect, reason } = about;
  // The memory is shown only if it alone has no room.
  if (!Number.isNaN(n.memory)) return (n.memory as number) > (values.memoryLimitBytes as number) ? drop : accept;
  if (/^(ect0-)?to-|^full/.test(reason)) return room(n, about);
  if (values.variant === 'linux') return linuxDualPi2(n, about);
  const k = values.couplingFactor as number;
  const [before, delay, old] = [n.baseBefore, n.delay, n.delayBefore] as [number, number, number];
  const change =
    (values.alpha as number) * (delay - (values.targetMs as number)) + (values.beta as number) * (delay - old);
  const base = Number.isNaN(before) ? (n.base as number) : Math.min(1, Math.max(0, before + change / 1000));
  if (Math.abs(base - (n.base as number)) > 0.001) return accept;
  const recurs = (likelihood: number) => (n.sumBefore as number) + likelihood > 1;
  const marked: Judged = { verdict: 'mark' };
  if (reason.startsWith('classic')) {
    if (!recurs(base ** 2)) return accept;
    return ect && base ** 2 < Math.min(1, 1 / k ** 2) ? marked : drop;
  }
  if (k * base >= 1) return recurs(base ** 2) ? drop : recurs(base ** 2 + 1) ? marked : accept;
  const [step, ramp, t] = [values.stepMs, values.rampMs, n.sojourn] as [number, number, number];
  const [minTh, maxTh] = [Math.max(0, step - ramp / 2), step + ramp / 2];
  const long = t >= maxTh ? 1 : t > minTh ? (t - minTh) / (maxTh - minTh) : 0;
  const native = (n.left as number) > 1 ? long : 0;
  return recurs(Math.max(native, k * base)) ? marked : accept;
};

const fcfs: Rule = (n, about) => {
  if (room(n, about).verdict === 'drop') return drop;
  const waitMs = (n.residual as number) + (8 * (n.waitingBytes as number)) / (n.rate as number);
  return about.green && waitMs > (about.values.greenBoundMs as number) ? drop : accept;
};

/** For cells: a cell that finds the buffer full is lost under every policy. */
const fullFirst =
  (rule: Rule): Rule =>
  (n, about) =>
    about.reason === 'overflow' ? ((n.held as number) >= (n.limit as number) ? drop : accept) : rule(n, about);

/** Goyal et al., ATM Forum 98-0405. */
const dfba: Rule = (n, { values, tagged }) => {
  const [X, L, H] = [n.held, values.lowThreshold, values.highThreshold] as [number, number, number];
  if (X <= L) return accept;
  if (X >= H || tagged) return drop;
  const part = (n.minimumRate as number) / (n.sumOfRates as number);
  const Xi = n.ofVc as number;
  if (Xi * (n.sumOfRates as number) <= X * (n.minimumRate as number)) return accept;
  const Zi =
    values.scale === 'unguaranteed'
      ? 1 - part
      : values.scale === 'unguaranteedSquared'
        ? (1 - part) ** 2
        : Number(values.scale);
  const alpha = values.alpha as number;
  const P = Zi * (alpha * ((Xi - X * part) / (X * (1 - part))) + (1 - alpha) * ((X - L) / (H - L)));
  return byDraw(n.draw as number, P);
};

/** Hu & Jan, section 3: equations 2 to 4 and the table of section 3.2, the state as the policy keeps it. */
const vbs: Rule = (n, { values, tagged }) => {
  const H = values.highThreshold as number;
  const X = n.held as number;
  if (X >= H) return drop;
  const L = Math.min(H, ((n.limit as number) * (n.service as number)) / (n.peak as number));
  if (X < L || !tagged) return accept;
  if (n.state === 2) return drop;
  const M = Math.min(H, ((n.limit as number) * (n.service as number)) / (n.arrivals as number));
  return n.state === 4 && X >= M ? drop : accept;
};

const epd: Rule = (n, { values }) => ((n.held as number) > (values.threshold as number) ? drop : accept);

const doubleEpd: Rule = (n, { values, tagged }) => {
  const X = n.held as number;
  return X > (values.highThreshold as number) || (tagged && X > (values.lowThreshold as number)) ? drop : accept;
};

/** X_i N_a / X against Z (selective drop), or against Z (1 + (K - X) / (X - R)) (Heinanen & Kilkki). */
const equalShare =
  (allowed: (n: Numbers, values: Values) => number): Rule =>
  (n, { values }) => {
    const X = n.held as number;
    if (X <= (values.threshold as number)) return accept;
    return ((n.ofVc as number) * (n.activeVcs as number)) / X > allowed(n, values) ? drop : accept;
  };
const selective = equalShare((_, { scale }) => scale as number);
const fba = equalShare(
  ({ held, limit }, { scale, threshold }) =>
    (scale as number) * (1 + ((limit as number) - (held as number)) / ((held as number) - (threshold as number))),
);

const virtualQueueing: Rule = (n, { values }) => {
  const R = values.threshold as number;
  return (n.held as number) > R && (n.virtual as number) * (n.activeVcs as number) > R ? drop : accept;
};

/** Lin & Morris 1997, figure 3, for one flow's packet. */
const fred: Rule = (n, { values }) => {
  const avg = n.average as number;
  const qlen = n.ofVc as number;
  const avgcq = Math.max(1, avg / (n.holdingVcs as number));
  if (qlen >= (values.maxQueue as number)) return drop;
  if (avg >= (values.maxThreshold as number) && qlen > 2 * avgcq) return drop;
  if (qlen >= avgcq && (n.strikes as number) > 1) return drop;
  if (avg < (values.minThreshold as number)) return accept;
  if (avg >= (values.maxThreshold as number)) return drop;
  if (qlen < Math.max(values.minQueue as number, avgcq)) return accept;
  return byDraw(n.draw as number, floydProbability(n, floydBase(avg, values), {}));
};

/** Feng et al. 1997: RED twice. */
const ered: Rule = (n, { values, tagged }) => {
  const names = tagged
    ? (['minThreshold', 'maxThreshold', 'maxProbability'] as const)
    : (['minUntagged', 'maxUntagged', 'untaggedProbability'] as const);
  const [minThreshold, maxThreshold, maxProbability] = names.map((name) => values[name]) as number[];
  const avg = n.average as number;
  if (avg < (minThreshold as number)) return accept;
  if (avg >= (maxThreshold as number)) return drop;
  const base = floydBase(avg, { minThreshold, maxThreshold, maxProbability } as Values);
  return byDraw(n.draw as number, floydProbability(n, base, {}));
};

const takesAll: Rule = () => accept;

export const publishedRules: Readonly<Record<string, Rule>> = {
  codel,
  cobalt,
  'fq-cobalt': fqCobalt,
  cake,
  'cake-parts': cakeParts,
  'fq-pie': (n, about) =>
    about.reason === 'limit'
      ? room({ heldPackets: Number.NaN, ...n }, about)
      : /^(full|overload)$/.test(about.reason)
        ? flowQueues(n, about)
        : pie(n, about),
  drr,
  sfq,
  fq,
  'fq-codel': fqCodel,
  choke,
  pie,
  'random-drop': randomDrop,
  policer,
  dualpi2: dualPi2,
  droptail: room,
  pfifo: (n, about) => room({ heldPackets: Number.NaN, ...n }, about),
  // sch_tbf: bytes that wait for tokens.
  tbf: (n, { reason, values }) => {
    const isFull = (n.heldBytes as number) + (n.bytes as number) > (values.limitBytes as number);
    return reason === 'modem-full' || isFull ? drop : accept;
  },
  bfifo: (n, about) => room({ heldPackets: Number.NaN, ...n }, about),
  red,
  'red-ecn': red,
  shb: room,
  pfb: buffers,
  'pfb-weq': buffers,
  'pfb-ad': buffers,
  'pfb-ad-weq': buffers,
  abd: buffers,
  'abd-weq': buffers,
  'flat-be': flat,
  'abe-dsd': abe,
  'fcfs-threshold': fcfs,
  dfba: fullFirst(dfba),
  'double-epd': fullFirst(doubleEpd),
  epd: fullFirst(epd),
  'selective-drop': fullFirst(selective),
  fba: fullFirst(fba),
  fred: fullFirst(fred),
  'vq-depd': fullFirst(virtualQueueing),
  ered: fullFirst(ered),
  ppd: fullFirst(takesAll),
  'tail-cells': fullFirst(takesAll),
  vbs: fullFirst(vbs),
};
