/** Scenarios of today's internet: what a home router, a video call and a sudden load see. */
import type { Scenario, SourceSpec } from '../engine/scenario.ts';

/** A long download as a host sends it that neither asks for ECN nor paces. */
const download: SourceSpec = {
  kind: 'tcp',
  label: 'download',
  flows: 1,
  accessDelayMs: 5,
  segmentBytes: 1448,
  headerBytes: 52,
  initialWindow: 10,
  windowPackets: 10_000,
  congestion: 'cubic',
  minRtoMs: 200,
  ecn: false,
};

const ping: SourceSpec = { kind: 'ping', label: 'ping', flows: 1, intervalMs: 100, accessDelayMs: 5 };

const homeLink: Scenario = {
  id: 'home-bufferbloat',
  title: 'A download fills the home router',
  summary:
    'A download and a ping share 10 Mb/s and a buffer of 100 kB. Watch the round trip of the ping: a full buffer adds 80 ms to it.',
  citation: 'Our own example, after Gettys & Nichols 2011',
  link: { rateBps: 10e6, delayMs: 8 },
  access: { rateBps: 1e9, receiverDelayMs: 2 },
  buffer: { bytes: 100_000 },
  run: { durationSeconds: 30, warmupSeconds: 5 },
  sources: { download, ping },
  policies: { droptail: {}, 'fq-codel': {}, codel: {}, pie: {} },
};

const greedyAndSparse: Scenario = {
  ...homeLink,
  id: 'greedy-and-sparse',
  title: 'One greedy flow beside sparse ones',
  summary:
    'A download, a voice call, web pages and a ping share 10 Mb/s. Only the download fills the queue, but in one queue all of them wait.',
  sources: {
    download,
    voice: {
      kind: 'cbr',
      label: 'voice',
      flows: 2,
      rateBps: 64e3,
      packetBytes: 160,
      headerBytes: 40,
      accessDelayMs: 5,
      startSeconds: [0, 0.01],
    },
    web: {
      kind: 'shortTcp',
      label: 'web pages',
      flows: 2,
      transferPackets: 40,
      thinkSeconds: 2,
      segmentBytes: 1448,
      headerBytes: 52,
      initialWindow: 10,
      minRtoMs: 200,
      accessDelayMs: 5,
      ecn: false,
    },
    ping,
  },
};

const suddenLoad: Scenario = {
  ...homeLink,
  id: 'sudden-load',
  title: 'A sudden load',
  summary:
    'Two downloads run alone for ten seconds. Then eight more begin together. How high does the queue rise, and how soon is it short again?',
  citation: 'Our own example, after Pan et al. 2013, section 5',
  run: { durationSeconds: 30, warmupSeconds: 2, sampleMs: 50 },
  buffer: { packets: 300 },
  sources: {
    before: { ...download, kind: 'tcp', label: 'first downloads', flows: 2 },
    load: {
      ...download,
      kind: 'tcp',
      label: 'sudden load',
      flows: 8,
      startSeconds: 10,
    },
    ping,
  },
};

/** CUBIC and Reno on the same path; `accessDelayMs` sets the round trip of both. */
function cubicBesideReno(id: string, accessDelayMs: number, roundTripMs: number, ends: string): Scenario {
  const flows: SourceSpec = { ...download, kind: 'tcp', label: '', flows: 2, accessDelayMs, startWithinSeconds: 1 };
  return {
    ...homeLink,
    id,
    title: `CUBIC beside Reno, ${roundTripMs} ms`,
    summary: `Two CUBIC flows and two Reno flows share 20 Mb/s over a round trip of ${roundTripMs} ms. ${ends}`,
    citation: 'Our own example, after RFC 9438, sections 4.3 and 5',
    link: { rateBps: 20e6, delayMs: 4 },
    buffer: { packets: 100 },
    run: { durationSeconds: 120, warmupSeconds: 20, sampleMs: 200 },
    sources: {
      cubic: { ...flows, label: 'CUBIC' },
      reno: { ...flows, label: 'Reno', congestion: 'newreno' },
    },
    policies: { droptail: {}, codel: {} },
  };
}

const bufferSizing: Scenario = {
  ...homeLink,
  id: 'buffer-sizing',
  title: 'How big must a buffer be?',
  summary:
    'Sixteen long Reno flows on 50 Mb/s with round trips of 40 to 80 ms, and a buffer of one bandwidth-delay product over the square root of 16. Is the link still busy?',
  citation: 'Our own example, after Appenzeller, Keslassy & McKeown 2004',
  link: { rateBps: 50e6, delayMs: 10 },
  // 50 Mb/s for 60 ms are 250 packets of 1,500 bytes; over 4.
  buffer: { packets: 62 },
  run: { durationSeconds: 60, warmupSeconds: 20, sampleMs: 200 },
  sources: {
    tcp: {
      ...download,
      kind: 'tcp',
      label: 'Reno',
      congestion: 'newreno',
      flows: 16,
      accessDelayMs: [8, 28, 18, 13, 23],
      startWithinSeconds: 5,
    },
  },
  policies: { droptail: {} },
};

export const todayPresets: readonly Scenario[] = [
  homeLink,
  greedyAndSparse,
  suddenLoad,
  bufferSizing,
  cubicBesideReno(
    'cubic-reno-short',
    2,
    16,
    'Who gets more behind a long queue (DropTail), and who behind a short one (CoDel)?',
  ),
  cubicBesideReno('cubic-reno-long', 44, 100, 'Reno needs long to win back what a loss took: how much does it get?'),
];
