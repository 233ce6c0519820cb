/** Parameters of QUIC sources. The values of the standards are the defaults. */
import { booleanParameter } from '../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { type TcpValues, tcpParameters } from '../tcp-parameters.ts';

const { flows, accessDelayMs, startSeconds, stopSeconds, startWithinSeconds, congestion, ecn, rfc8511, greenShare } =
  tcpParameters;

export const quicParameters = {
  flows,
  accessDelayMs,
  startSeconds,
  stopSeconds,
  startWithinSeconds,
  transferPackets: integerParameter('Transfer', 'packets', [0, 1_000_000, 1], {
    default: 0,
    live: false,
    help: 'Number of packets of data that the application supplies at once on the connection. 0: it always has data.',
  }),
  pauseSeconds: numberParameter('Pause', 's', [0.001, 3_600, 0.1], {
    default: 1,
    live: false,
    help: 'Time from the end of a transfer to the start of the next one.',
  }),
  congestion: {
    ...congestion,
    help: 'The rules by which the window grows, and by which a loss or a mark reduces it.',
    get source() {
      return congestion.source;
    },
  },
  pacing: booleanParameter('Pacing', {
    default: true,
    live: false,
    help: 'Spaces the packets evenly: at 1.25 windows per round trip, or at the rate of a congestion control that computes one. Without pacing, packets leave as soon as the window allows it, no more than an initial window at once.',
    source: 'RFC 9002 section 7.7',
  }),
  pacingBurst: { ...tcpParameters.pacingBurst, source: 'RFC 9002 section 7.7' },
  segmentBytes: {
    ...tcpParameters.segmentBytes,
    label: 'Data of a packet',
    default: 1165,
    help: 'Bytes of the stream in a packet. All packets are full. With the header of 63 bytes, 1\u202f165 make a datagram of 1\u202f200 bytes, the least that each path must carry.',
    source: 'RFC 9000 section 14',
  },
  headerBytes: {
    ...tcpParameters.headerBytes,
    min: 36,
    default: 63,
    help: 'IPv4 20, UDP 8, short header 11 (connection ID 8, packet number 2), tag of the encryption 16, and 8 for the head of the frame. An ACK has 4 more bytes for each gap, and 6 more with ECN.',
    source: 'RFC 9000 sections 17.3.1, 19.8; RFC 9001 section 5.3',
  },
  windowPackets: {
    ...tcpParameters.windowPackets,
    label: 'Flow control',
    help: 'Largest amount of data beyond the first that has not arrived.',
    source: 'RFC 9000 section 4',
  },
  initialWindow: {
    ...tcpParameters.initialWindow,
    default: 10,
    source: 'RFC 9002 section 7.2: 10 packets',
  },
  ackPackets: integerParameter('ACK for every', 'packets', [1, 100, 1], {
    default: 2,
    live: false,
    help: 'Number of packets for which the receiver sends an ACK. Packets out of order and marked packets get one at once.',
    source: 'RFC 9000 section 13.2.2',
  }),
  maxAckDelayMs: numberParameter('ACK delay', 'ms', [1, 500, 5], {
    default: 25,
    live: false,
    help: 'Longest time for which the receiver delays an ACK.',
    source: 'RFC 9000 section 18.2',
  }),
  ecn: { ...ecn, source: 'RFC 9000 section 13.4' },
  rfc8511,
  greenShare,
} as const satisfies ParameterSchema;

/** The values of a source of kind `quic` that TCP does not have. */
export type QuicValues = ValuesOf<typeof quicParameters>;

/** The values of a QUIC connection as those of its ends. */
export type QuicSettings = TcpValues & QuicValues;

/**
 * TCP's rules that QUIC replaces by its own are fixed here: nothing reads them but controls that ask for selective
 * ACKs.
 */
export function quicSettings(values: QuicValues): QuicSettings {
  return {
    ...values,
    variant: 'rack',
    conformance: 'rfc',
    growthPer: 'segment',
    limitedTransmit: false,
    prr: false,
    idleRestart: false,
    timestamps: false,
    duplicateAcks: tcpParameters.duplicateAcks.default,
    frto: false,
    windowUnit: tcpParameters.windowUnit.default,
    partialAckTimer: tcpParameters.partialAckTimer.default,
    delayedAck: true,
    delayedAckMs: values.maxAckDelayMs,
    sackCompressionMs: tcpParameters.sackCompressionMs.default,
    initialRtoMs: tcpParameters.initialRtoMs.default,
    minRtoMs: tcpParameters.minRtoMs.default,
    maxRtoMs: tcpParameters.maxRtoMs.default,
    clockGranularityMs: tcpParameters.clockGranularityMs.default,
  };
}
