/** Scenarios of QUIC: beside TCP, a sender with a defect, and packets in trains. */

import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';

/** A long download over QUIC. A packet has 1500 bytes, as one of TCP beside it. */
const quicDownload = {
  kind: 'quic',
  label: 'QUIC',
  flows: 1,
  accessDelayMs: 8,
  congestion: 'cubic',
  segmentBytes: 1437,
  headerBytes: 63,
  windowPackets: 10_000,
  ecn: false,
} satisfies SourceSpec;

/** 20 Mb/s for 40 ms are 67 packets. */
const path: Scenario = {
  id: '',
  title: '',
  summary: '',
  citation: '',
  link: { rateBps: 20e6, delayMs: 10 },
  access: { rateBps: 1e9, receiverDelayMs: 2 },
  buffer: { packets: 67 },
  run: { durationSeconds: 60, warmupSeconds: 10, sampleMs: 200 },
  sources: {},
  policies: { droptail: {}, 'fq-codel': { variant: 'linux' } },
};

const quicBesideTcp: Scenario = {
  ...path,
  id: 'http3-beside-tcp',
  title: 'QUIC beside TCP',
  summary:
    'A download over QUIC, as of HTTP/3, and one over TCP share 20 Mb/s. Both have CUBIC, pacing and an ACK for every second packet. Who gets more?',
  citation: 'Our own example, after RFC 9002',
  sources: {
    quic: quicDownload,
    tcp: {
      kind: 'tcp',
      label: 'TCP',
      flows: 1,
      accessDelayMs: 8,
      congestion: 'cubic',
      variant: 'rack',
      growthPer: 'segment',
      pacing: true,
      delayedAck: true,
      delayedAckMs: 25,
      segmentBytes: 1448,
      headerBytes: 52,
      initialWindow: 10,
      windowPackets: 10_000,
      minRtoMs: 200,
      ecn: false,
    },
  },
};

const oddSender: Scenario = {
  ...path,
  id: 'odd-sender',
  title: 'One of two senders has a defect',
  summary:
    'Two QUIC senders have BBRv1 on the same path. One of them has a defect that a published program had. Which one, and what does it do wrong?',
  citation: 'Our own example, after quinn-proto 0.11.19, whose pacer does not use the rate of BBR',
  buffer: { packets: 34 },
  sources: {
    one: { ...quicDownload, label: 'one', congestion: 'bbr1' },
    two: { ...quicDownload, label: 'other', congestion: 'bbr1', pacing: false },
  },
};

const pacedTrains: Scenario = {
  ...path,
  id: 'paced-trains',
  title: 'Packets one by one, or in trains',
  summary:
    'Two QUIC senders are paced at the same rate. One sends each packet alone, the other ten at once. The buffer has room for 8. Who gets more?',
  citation: 'Our own example, after RFC 9002, section 7.7',
  buffer: { packets: 8 },
  sources: {
    alone: { ...quicDownload, label: 'one by one' },
    trains: { ...quicDownload, label: 'trains of ten', pacingBurst: 10 },
  },
};

export const quicPresets: readonly Scenario[] = [quicBesideTcp, oddSender, pacedTrains];
