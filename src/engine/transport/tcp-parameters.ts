/** Parameters of TCP sources. The values of the standards are the defaults. The values of ns-2 can be chosen. */
import { booleanParameter, choiceParameter } from '../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import { type DefaultContext, numberValue, type ParameterSchema, type ValuesOf } from '../../params/schema.ts';
import { greenShareParameter } from '../packets/colour.ts';
import { flowParameters } from '../packets/flow-parameters.ts';
import { congestionOptions, controlSources, pacingControls } from './congestion/loaded-controls.ts';

/**
 * The parameters of a congestion control stand behind `congestion` (`addControlParameters` in
 * sources/source-schemas.ts).
 */
export const tcpParameters = {
  flows: {
    ...flowParameters.flows,
    help: 'Number of connections. Connections added during the run start at once. Removed connections send no new data.',
  },
  accessDelayMs: {
    ...flowParameters.accessDelayMs,
    help: 'One-way delay between the senders and the first router: one value for all, or a list that the flows take in turn.',
  },
  startSeconds: {
    ...flowParameters.startSeconds,
    help: 'Start time of the flows: one time for all, or a list that the flows take in turn.',
  },
  stopSeconds: {
    ...flowParameters.stopSeconds,
    help: 'From this time on the flows send no new data: one time for all, or a list that the flows take in turn.',
  },
  startWithinSeconds: {
    ...flowParameters.startWithinSeconds,
    help: 'Random extra start delay of each flow, uniform from 0 to this value.',
  },
  congestion: {
    kind: 'choice',
    label: 'Congestion control',
    options: congestionOptions,
    default: congestionOptions[0].value,
    live: false,
    help: 'The rules by which the window grows, and by which a loss or a mark reduces it. ns-2’s senders have their own rules.',
    get source() {
      return controlSources();
    },
  },
  variant: choiceParameter('Loss recovery', {
    options: { sack: 'SACK', rack: 'RACK', newreno: 'NewReno', reno: 'Reno', tahoe: 'Tahoe' },
    default: {
      rule: 'RACK with BBR, otherwise SACK',
      // BBR keeps its rate through losses, so retransmissions are lost too. SACK finds those by the timer only.
      compute: ({ values: { congestion } }: DefaultContext) =>
        congestion === 'bbr1' || congestion === 'bbr3' ? 'rack' : 'sack',
    },
    live: false,
    help: 'SACK: selective acknowledgements. RACK: these, and losses are found by time. The others have only cumulative acknowledgements: NewReno repairs all losses of a window, Reno one, and Tahoe begins again at a window of one.',
    source: 'RFC 6675; RFC 8985; RFC 6582; RFC 5681; Jacobson 1988',
  }),
  pacing: {
    kind: 'boolean',
    label: 'Pacing',
    default: false,
    live: false,
    get help() {
      return `Spaces the packets evenly. The pacing rate is 2 windows per round trip in slow start, and 1.2 windows later. Congestion controls that compute their own rate${pacingControls.words} are always paced.`;
    },
    source: 'Linux, tcp_update_pacing_rate',
  },
  pacingBurst: integerParameter('Paced train', 'packets', [1, 64, 1], {
    default: 1,
    live: false,
    help: 'With pacing, so many segments leave at once, if the window allows them. The pause after them keeps the pacing rate.',
    source: 'Linux, tcp_tso_autosize',
  }),
  conformance: choiceParameter('TCP as in', {
    options: { rfc: 'the RFCs', ns2: 'ns-2' },
    default: 'rfc',
    live: false,
    help: 'Exactly as in the RFCs, or as in ns-2.35 with its known deviations (MODEL.md lists them).',
  }),
  growthPer: choiceParameter('Window grows per', {
    options: { ack: 'ACK', segment: 'acknowledged segment' },
    default: 'ack',
    live: false,
    help: 'With delayed ACKs, an ACK acknowledges two segments. Per ACK, the window then grows half as fast.',
    source: 'RFC 5681 equations 2 and 3; RFC 3465; Linux, tcp_slow_start',
  }),
  windowUnit: choiceParameter('Window counts', {
    options: { fraction: 'fractions of segments', segment: 'whole segments' },
    default: 'fraction',
    live: false,
    help: 'Whole segments: the window grows by one when as many segments were acknowledged as it has, and a cut rounds it down. For Reno; other congestion controls do not use it.',
    source: 'RFC 5681 section 3.1; Linux, tcp_cong_avoid_ai',
  }),
  timestamps: booleanParameter('Timestamps', {
    default: false,
    live: false,
    help: 'Each segment carries a time, and each ACK returns one. So the sender measures a round trip at every ACK for new data, also after a retransmission. The option takes 12 bytes of the header.',
    source: 'RFC 7323; RFC 8985 section 6.2; RFC 4015',
  }),
  duplicateAcks: choiceParameter('Duplicate ACKs of a loss', {
    options: { three: 'three', adaptive: 'more after reordering' },
    default: 'three',
    live: false,
    help: 'More after reordering: when a timestamp shows that a segment came late and was not lost, the cut of the window is undone, and from then on a loss takes more duplicate ACKs. For NewReno with timestamps.',
    source: 'RFC 5681 section 3.2; Linux, tcp_check_reno_reordering',
  }),
  segmentBytes: integerParameter('Segment', 'bytes', [1, 65_000, 10], {
    default: 1000,
    live: false,
    help: 'Payload of a segment. All segments are full.',
  }),
  headerBytes: integerParameter('Header', 'bytes', [20, 120, 4], {
    default: {
      rule: '52 with timestamps, otherwise 40',
      compute: ({ values: { timestamps } }: DefaultContext) => (timestamps === true ? 52 : 40),
    },
    live: false,
    help: 'TCP and IP header of data segments and ACKs, with the 12 bytes of timestamps. An ACK has 8 more bytes for each SACK block.',
  }),
  windowPackets: integerParameter('Receiver window', 'packets', [1, 1_000_000, 1], {
    default: 10_000,
    live: false,
    help: 'Largest number of outstanding segments.',
  }),
  initialWindow: integerParameter('Initial window', 'packets', [1, 100, 1], {
    default: 4,
    live: false,
    help: 'Congestion window after the handshake.',
    source: 'RFC 5681 section 3.1: 4 segments of 1\u202f000 bytes',
  }),
  initialRtoMs: numberParameter('First timeout', 'ms', [10, 60_000, 100], {
    symbol: 'RTO_0',
    default: 1000,
    live: false,
    help: 'Retransmission timeout before the first measured round trip.',
    source: 'RFC 6298 section 2.1',
  }),
  minRtoMs: numberParameter('Shortest timeout', 'ms', [1, 60_000, 10], {
    symbol: 'RTO_min',
    default: 1000,
    live: false,
    help: 'The retransmission timeout is never shorter than this time.',
    source: 'RFC 6298 section 2.4',
  }),
  maxRtoMs: numberParameter('Longest timeout', 'ms', [1000, 600_000, 1000], {
    default: 60_000,
    live: false,
    help: 'The retransmission timeout with backoff is never longer than this time.',
    source: 'RFC 6298 section 2.5',
  }),
  clockGranularityMs: numberParameter('Clock granularity', 'ms', [0.001, 1000, 1], {
    symbol: 'G',
    default: 1,
    live: false,
    help: 'Resolution of the clock that measures round trips.',
    source: 'RFC 6298 section 2',
  }),
  limitedTransmit: booleanParameter('Limited transmit', {
    default: true,
    live: false,
    help: 'Send a new segment on each of the first two duplicate ACKs.',
    source: 'RFC 3042',
  }),
  prr: booleanParameter('Proportional rate reduction', {
    default: false,
    live: false,
    help: 'In recovery with SACK or NewReno, the sender sends evenly while the window shrinks. Without this option, it pauses, then sends at full speed.',
    source: 'RFC 6937; RFC 9937',
  }),
  frto: booleanParameter('F-RTO', {
    default: false,
    live: false,
    help: 'After a timeout, two new segments leave before anything else is sent again. If ACKs then come for what was sent once, the timeout was needless, and its cut is undone. For NewReno; RACK always does so.',
    source: 'RFC 5682 section 2.1',
  }),
  partialAckTimer: choiceParameter('Timer at partial ACKs', {
    options: { first: 'the first one restarts it', every: 'each one restarts it' },
    default: 'first',
    live: false,
    help: 'NewReno repairs one loss in a round trip. With many losses, the timer ends the recovery if only the first partial ACK restarts it (impatient). If each one does, recovery goes on (slow but steady).',
    source: 'RFC 6582 section 4; Linux',
  }),
  idleRestart: booleanParameter('Restart after idle', {
    default: true,
    live: false,
    help: 'Return to slow start after an idle time longer than the timeout.',
    source: 'RFC 5681 section 4.1',
  }),
  delayedAck: booleanParameter('Delayed ACKs', {
    default: false,
    live: false,
    help: 'Acknowledge every second segment, or a single one after the delay below.',
    source: 'RFC 5681 section 4.2',
  }),
  delayedAckMs: numberParameter('ACK delay', 'ms', [1, 500, 10], {
    default: 100,
    live: false,
    help: 'Longest time that an ACK waits for a second segment.',
  }),
  sackCompressionMs: numberParameter('SACK compression', 'ms', [0, 100, 0.1], {
    default: 0,
    live: false,
    help: 'Behind a gap, one ACK reports the segments of this time. Linux: 1 ms.',
    source: 'Linux, net/ipv4/tcp_input.c',
  }),
  ecn: booleanParameter('ECN', {
    default: true,
    live: false,
    help: 'Asks routers to mark packets instead of dropping them. It matters only with policies that mark.',
    source: 'RFC 3168',
  }),
  rfc8511: booleanParameter('Smaller cut after a mark', {
    default: false,
    live: false,
    help: 'A mark takes Reno to 0.8 of the segments in flight and not to half of the window, and CUBIC to 0.85 and not to 0.7. A loss cuts as before. Other congestion controls do not use it.',
    source: 'RFC 8511',
  }),
  ...greenShareParameter,
} as const satisfies ParameterSchema;

const { flows, startWithinSeconds, stopSeconds: _, ...connection } = tcpParameters;

export const shortTcpParameters = {
  flows,
  transferPackets: integerParameter('Transfer', 'packets', [1, 1_000_000, 1], {
    default: 10,
    primary: true,
    help: 'Number of segments in one transfer.',
  }),
  thinkSeconds: numberParameter('Think time', 's', [0.001, 3_600, 0.1], {
    default: 10,
    primary: true,
    help: 'Mean time from the end of a transfer to the start of the next one. If transfers start after a period: the mean time from one start to the next.',
  }),
  spacing: choiceParameter('Next transfer', {
    options: { afterCompletion: 'after completion', fixedPeriod: 'after a period', atTimes: 'at given times' },
    default: 'afterCompletion',
    live: false,
    help: 'Start of the next transfer: after the previous one ends, after a fixed period, or at given times.',
  }),
  thinkDistribution: choiceParameter('Think time is', {
    options: { exponential: 'exponential', constant: 'constant' },
    default: 'exponential',
    live: false,
    help: 'Distribution of the think times.',
  }),
  transferTimesSeconds: {
    kind: 'numberList',
    label: 'Transfer times',
    unit: 's',
    min: 0,
    max: 3_600,
    step: 0.1,
    default: 0,
    live: false,
    help: 'Start times of the transfers, for the spacing "at given times".',
  },
  persistent: booleanParameter('One connection', {
    default: false,
    live: false,
    help: 'On: all transfers of a flow use one connection, which keeps its window and its timers. Off: each transfer opens a new one.',
  }),
  ...connection,
  startWithinSeconds: {
    ...startWithinSeconds,
    default: {
      rule: 'the think time',
      compute: (context: DefaultContext) => numberValue(context.values, 'thinkSeconds'),
    },
  },
} as const satisfies ParameterSchema;

/** Only long-lived flows have stop times. */
export type TcpValues = ValuesOf<Omit<typeof tcpParameters, 'stopSeconds'>> & Partial<ValuesOf<typeof tcpParameters>>;

/** A connection's values, and the size of its segments on the link below. */
export type TcpSettings = TcpValues & {
  /** Bytes on the wire of a segment with its headers, for a link that adds bytes of its own. */
  readonly wireBytes?: (bytes: number) => number;
};
/** The values of a source of kind `shortTcp`. */
export type ShortTcpValues = ValuesOf<typeof shortTcpParameters>;
