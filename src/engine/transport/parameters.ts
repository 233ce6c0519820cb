/** Parameters of TCP sources: the standards' values are the defaults, ns-2's are a choice. */
import type { DefaultContext, ParameterSchema, ValuesOf } from '../../params/schema.ts';

export const tcpParameters = {
  flows: { kind: 'integer', label: 'Flows', unit: '', min: 0, max: 10_000, step: 1, default: 1, primary: true, help: 'Number of connections. Added ones start at once; removed ones send nothing new.' },
  accessDelayMs: { kind: 'numberList', label: 'Access delay', unit: 'ms', min: 0, max: 10_000, step: 1, default: 2, live: false, help: 'One-way delay between the senders and the first router: one for all, or a list that the flows take in turn.' },
  startSeconds: { kind: 'numberList', label: 'Start', unit: 's', min: 0, max: 3_600, step: 0.1, default: 0, live: false, help: 'When the flows begin: one time for all, or a list that they take in turn.' },
  startWithinSeconds: { kind: 'number', label: 'Start spread', unit: 's', min: 0, max: 3_600, step: 0.1, default: 0, live: false, help: 'Each flow begins later by a time drawn uniformly from 0 to this.' },
  variant: { kind: 'choice', label: 'Loss recovery', options: [{ value: 'sack', label: 'SACK' }, { value: 'newreno', label: 'NewReno' }], default: 'sack', live: false, help: 'Selective acknowledgements, or cumulative ones only.', source: 'RFC 6675; RFC 6582' },
  conformance: { kind: 'choice', label: 'TCP as in', options: [{ value: 'rfc', label: 'the RFCs' }, { value: 'ns2', label: 'ns-2' }], default: 'rfc', live: false, help: 'The standards to the letter, or ns-2.35 with its known departures (MODEL.md lists them).' },
  segmentBytes: { kind: 'integer', label: 'Segment', unit: 'bytes', min: 1, max: 65_000, step: 10, default: 1000, live: false, help: 'Payload of a full segment; all segments are full.' },
  headerBytes: { kind: 'integer', label: 'Header', unit: 'bytes', min: 20, max: 120, step: 4, default: 40, live: false, help: 'TCP and IP header, on data and on ACKs; an ACK adds 8 bytes a SACK block.' },
  windowPackets: { kind: 'integer', label: 'Receiver window', unit: 'packets', min: 1, max: 1_000_000, step: 1, default: 10_000, live: false, help: 'Most segments that may be outstanding.' },
  initialWindow: { kind: 'integer', label: 'Initial window', unit: 'packets', min: 1, max: 100, step: 1, default: 4, live: false, help: 'Congestion window after the handshake.', source: 'RFC 5681 section 3.1: 4 segments of 1,000 bytes' },
  initialRtoMs: { kind: 'number', label: 'First timeout', symbol: 'RTO_0', unit: 'ms', min: 10, max: 60_000, step: 100, default: 1000, live: false, help: 'Retransmission timeout before the first round trip was measured.', source: 'RFC 6298 section 2.1' },
  minRtoMs: { kind: 'number', label: 'Shortest timeout', symbol: 'RTO_min', unit: 'ms', min: 1, max: 60_000, step: 10, default: 1000, live: false, help: 'The retransmission timeout is never shorter.', source: 'RFC 6298 section 2.4' },
  maxRtoMs: { kind: 'number', label: 'Longest timeout', unit: 'ms', min: 1000, max: 600_000, step: 1000, default: 60_000, live: false, help: 'The backed-off timeout is never longer.', source: 'RFC 6298 section 2.5' },
  clockGranularityMs: { kind: 'number', label: 'Clock granularity', symbol: 'G', unit: 'ms', min: 0.001, max: 1000, step: 1, default: 1, live: false, help: 'Resolution of the clock that measures round trips.', source: 'RFC 6298 section 2' },
  limitedTransmit: { kind: 'boolean', label: 'Limited transmit', default: true, live: false, help: 'A new segment on each of the first two duplicate ACKs.', source: 'RFC 3042' },
  idleRestart: { kind: 'boolean', label: 'Restart after idle', default: true, live: false, help: 'Slow start again after nothing was sent for longer than the timeout.', source: 'RFC 5681 section 4.1' },
  delayedAck: { kind: 'boolean', label: 'Delayed ACKs', default: false, live: false, help: 'Acknowledge every second segment, or after the delay below.', source: 'RFC 5681 section 4.2' },
  delayedAckMs: { kind: 'number', label: 'ACK delay', unit: 'ms', min: 1, max: 500, step: 10, default: 100, live: false, help: 'How long an ACK may wait for a second segment.' },
  ecn: { kind: 'boolean', label: 'ECN', default: true, live: false, help: 'Ask routers to mark instead of drop; only policies that mark make a difference.', source: 'RFC 3168' },
} as const satisfies ParameterSchema;

const { flows, startWithinSeconds, ...connection } = tcpParameters;

export const shortTcpParameters = {
  flows,
  transferPackets: { kind: 'integer', label: 'Transfer', unit: 'packets', min: 1, max: 1_000_000, step: 1, default: 10, primary: true, help: 'Segments of one transfer.' },
  thinkSeconds: { kind: 'number', label: 'Think time', unit: 's', min: 0.001, max: 3_600, step: 0.1, default: 10, primary: true, help: 'Mean time from the end of a transfer (or from its start, with fixed period) to the next.' },
  spacing: { kind: 'choice', label: 'Next transfer', options: [{ value: 'afterCompletion', label: 'after completion' }, { value: 'fixedPeriod', label: 'after a period' }, { value: 'atTimes', label: 'at given times' }], default: 'afterCompletion', live: false, help: 'Whether the next transfer waits for the last one to end.' },
  thinkDistribution: { kind: 'choice', label: 'Think time is', options: [{ value: 'exponential', label: 'exponential' }, { value: 'constant', label: 'constant' }], default: 'exponential', live: false, help: 'How think times are distributed.' },
  transferTimesSeconds: { kind: 'numberList', label: 'Transfer times', unit: 's', min: 0, max: 3_600, step: 0.1, default: 0, live: false, help: 'When transfers begin, with spacing "at given times".' },
  persistent: { kind: 'boolean', label: 'One connection', default: false, live: false, help: 'All transfers of a flow on one connection, which keeps what it learnt; otherwise each opens a new one.' },
  ...connection,
  startWithinSeconds: { ...startWithinSeconds, default: { rule: 'the think time', of: (context: DefaultContext) => context.values.thinkSeconds as number } },
} as const satisfies ParameterSchema;

export type TcpValues = ValuesOf<typeof tcpParameters>;
export type ShortTcpValues = ValuesOf<typeof shortTcpParameters>;
