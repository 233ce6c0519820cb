/** Scenarios of today's internet: a home router, a video call, a sudden load, and others. */

import type { OpeningLane, Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';

/**
 * A host of today without ECN. Its TCP is that of deployed stacks, such as Linux: losses found by time (RFC 8985),
 * growth per acknowledged segment (RFC 3465).
 */
const todaysHost = {
  variant: 'rack',
  growthPer: 'segment',
  accessDelayMs: 5,
  segmentBytes: 1448,
  headerBytes: 52,
  initialWindow: 10,
  minRtoMs: 200,
  ecn: false,
} as const;

/** A long download without pacing. */
export const download: SourceSpec = {
  ...todaysHost,
  kind: 'tcp',
  label: 'download',
  flows: 1,
  windowPackets: 10_000,
  congestion: 'cubic',
};

/** Pages of 58 kB from a server of today. */
export const webPages: SourceSpec = {
  ...todaysHost,
  kind: 'shortTcp',
  label: 'web pages',
  flows: 2,
  transferPackets: 40,
  thinkSeconds: 2,
};

/** A player that chooses the bitrate by its throughput. */
export const videoPlayer = {
  ...todaysHost,
  kind: 'player',
  label: 'video',
  flows: 1,
  rule: 'throughput',
  segmentSeconds: 4,
  bufferSeconds: 40,
  congestion: 'cubic',
} satisfies SourceSpec;

/** As in Linux, with the defaults of the kernel: CoDel and PIE drop, and FQ-CoDel marks. */
export const codelOfLinux: ParameterValues = { variant: 'linux', ecn: false };
const fqCodelValues: ParameterValues = { variant: 'linux' };
const pieValues: ParameterValues = { variant: 'linux', ecn: false };

/**
 * RED as in Linux, with thresholds in packets of 1,500 bytes. The kernel has no defaults. tc computes the averaging
 * weight from a burst, by default (2 min_th + max_th) / 3, and needs the rate of the link.
 */
const linuxRed = (burstPackets: number, bandwidthBps: number): ParameterValues => ({
  variant: 'linux',
  burstPackets,
  bandwidthBps,
  meanPacketBytes: 1500,
});

export const ping: SourceSpec = { kind: 'ping', label: 'ping', flows: 1, intervalMs: 100, accessDelayMs: 5 };

/** A voice call, G.711: 160 bytes every 20 ms, with headers of RTP, UDP and IPv4. */
export const voiceCall = {
  kind: 'cbr',
  label: 'voice',
  flows: 1,
  rateBps: 64e3,
  packetBytes: 160,
  headerBytes: 40,
  accessDelayMs: 5,
} satisfies SourceSpec;

export const homeLink: Scenario = {
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
  policies: { droptail: {}, 'fq-codel': fqCodelValues, codel: codelOfLinux, pie: pieValues },
};

const greedyAndSparse: Scenario = {
  ...homeLink,
  id: 'greedy-and-sparse',
  title: 'One greedy flow beside sparse ones',
  summary:
    'A download, two voice calls, web pages and a ping share 10 Mb/s. Only the download fills the queue, but in one queue all of them wait.',
  sources: {
    download,
    voice: { ...voiceCall, flows: 2, startSeconds: [0, 0.01] },
    web: webPages,
    ping,
  },
};

const webFetches: Scenario = {
  ...homeLink,
  id: 'web-fetches',
  title: 'Web pages beside a download',
  summary:
    'A host fetches 58 kB every half second beside a download on 10 Mb/s. How long does a fetch take, and how much longer do the slowest ones take?',
  citation: 'Our own example, after Nichols & Jacobson 2012',
  run: { durationSeconds: 60, warmupSeconds: 5 },
  sources: {
    download,
    web: {
      ...webPages,
      kind: 'shortTcp',
      label: 'web fetches',
      flows: 1,
      thinkSeconds: 0.5,
      spacing: 'fixedPeriod',
      thinkDistribution: 'constant',
    },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelValues, codel: codelOfLinux, pie: pieValues },
};

/**
 * FQ-CoDel and CoDel follow the RFCs here: the story needs a queue that is judged by itself. In Linux the packets of
 * all queues count, so the backlog of the downloads lets CoDel also drop from the short queue of the video, which then
 * gets 1.27 Mb/s over 180 s, not 1.80 (DropTail: 1.22).
 */
const videoBesideDownload: Scenario = {
  ...homeLink,
  id: 'video-beside-download',
  title: 'A video beside downloads',
  summary:
    'A video (round trip 100 ms) and two downloads (30 ms) share 6 Mb/s. Which bitrate does the video get in one queue, and in a queue of its own?',
  citation: 'Our own example, after Huang et al. 2014',
  link: { rateBps: 6e6, delayMs: 8 },
  run: { durationSeconds: 180, warmupSeconds: 20, sampleMs: 500 },
  sources: {
    video: { ...videoPlayer, accessDelayMs: 40 },
    download: { ...download, kind: 'tcp', label: 'downloads', flows: 2 },
  },
  policies: { droptail: {}, 'fq-codel': {}, codel: {} },
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
    load: { ...download, kind: 'tcp', label: 'sudden load', flows: 8, startSeconds: 10 },
    ping,
  },
};

/** One PIE three times, with three clocks. Lanes B and C differ from A, and from each other by their ticks. */
const asInLinux = (kernelHz: string): OpeningLane => ({ policy: 'pie', values: { variant: 'linux', kernelHz } });
const threePies: Scenario = {
  ...suddenLoad,
  id: 'three-pies',
  title: 'Three PIEs',
  summary:
    'Eight downloads begin at 10 s. PIE as in RFC 8033 (A), and as in Linux with 100 (B) and 1000 (C) ticks per second. Which one drops more, and why?',
  citation: 'Our own example; RFC 8033, and Linux 7.2, sch_pie',
  run: { durationSeconds: 30, warmupSeconds: 10, sampleMs: 50 },
  policies: { pie: { variant: 'rfc', updateMs: 15, ecn: false } },
  lanes: [{ policy: 'pie', values: {} }, asInLinux('100'), asInLinux('1000')],
};

/** Several downloads with Reno that begin within a second. */
const renoGroup = {
  ...download,
  kind: 'tcp',
  congestion: 'newreno',
  flows: 2,
  startWithinSeconds: 1,
} as const satisfies SourceSpec;

/** Ten downloads all the time, twenty more from 30 to 120 s, another twenty from 60 to 90 s. */
const flowsComeAndGo: Scenario = {
  ...homeLink,
  id: 'flows-come-and-go',
  title: 'Ten downloads, thirty, fifty',
  summary:
    'Every 30 s the number of downloads changes: 10, 30, 50, 30, 10. With which policy does the delay follow this number: RED or PIE?',
  citation: 'Our own example, after Pan et al. 2013',
  link: { rateBps: 10e6, delayMs: 40 },
  buffer: { packets: 133 },
  run: { durationSeconds: 150, warmupSeconds: 5, sampleMs: 200 },
  sources: {
    always: { ...renoGroup, label: 'first group', flows: 10 },
    middle: { ...renoGroup, label: 'second group', flows: 20, startSeconds: 30, stopSeconds: 120 },
    peak: { ...renoGroup, label: 'third group', flows: 20, startSeconds: 60, stopSeconds: 90 },
  },
  policies: { red: { ...linuxRed(53, 10e6), minThreshold: 27, maxThreshold: 106 }, pie: pieValues, droptail: {} },
};

const homeHosts: Scenario = {
  ...homeLink,
  id: 'home-hosts',
  title: 'Eight downloads beside one',
  summary:
    'One host has eight downloads, another has one, and a third has a voice call. Does the second host get a ninth of the 20 Mb/s, or half?',
  citation: 'Our own example, after Høiland-Jørgensen, Täht & Morton 2018, section III',
  link: { rateBps: 20e6, delayMs: 2 },
  buffer: { packets: 200 },
  run: { durationSeconds: 30, warmupSeconds: 5 },
  sources: {
    many: { ...download, kind: 'tcp', label: 'busy host', flows: 8, accessDelayMs: 2, startWithinSeconds: 1 },
    one: { ...download, kind: 'tcp', label: 'quiet host', accessDelayMs: 2, startWithinSeconds: 1 },
    voice: { ...voiceCall, codePoint: 'EF' },
  },
  // `cake-parts` for links of before.
  policies: { 'fq-codel': fqCodelValues, cake: {}, droptail: {}, 'cake-parts': { tinOfClass: [0, 0, 3] } },
};

const busyEvening: Scenario = {
  ...homeHosts,
  id: 'busy-evening',
  title: 'Twenty downloads and one call',
  summary:
    'One host has twenty downloads, another one loads a film, and a third has a call. Is the call clear? What does the film get of the 20 Mb/s?',
  sources: {
    many: { ...download, kind: 'tcp', label: 'downloads', flows: 20, accessDelayMs: 2, startWithinSeconds: 1 },
    film: { ...download, kind: 'tcp', label: 'film', accessDelayMs: 2, startWithinSeconds: 1 },
    call: { ...voiceCall, label: 'call' },
  },
  policies: { droptail: {}, cake: {} },
};

/** CUBIC and Reno on the same path; `accessDelayMs` sets the round trip of both. */
function cubicBesideReno(id: string, accessDelayMs: number, roundTripMs: number, ends: string): Scenario {
  const flows: SourceSpec = { ...download, kind: 'tcp', label: '', flows: 2, accessDelayMs, startWithinSeconds: 1 };
  return {
    ...homeLink,
    id,
    title: `CUBIC beside Reno, round trip ${roundTripMs} ms`,
    summary: `Two CUBIC flows and two Reno flows share 20 Mb/s (round trip ${roundTripMs} ms). ${ends}`,
    citation: 'Our own example, after RFC 9438, sections 4.3 and 5',
    link: { rateBps: 20e6, delayMs: 4 },
    buffer: { packets: 100 },
    run: { durationSeconds: 120, warmupSeconds: 20, sampleMs: 200 },
    sources: {
      cubic: { ...flows, label: 'CUBIC' },
      reno: { ...flows, label: 'Reno', congestion: 'newreno' },
    },
    policies: { droptail: {}, codel: codelOfLinux },
  };
}

const bufferSizing: Scenario = {
  ...homeLink,
  id: 'buffer-sizing',
  title: 'How big must a buffer be?',
  summary:
    '16 Reno flows share 50 Mb/s. With access links, a round trip is about 60 ms, or 250 packets. The buffer holds 250 ÷ √16 ≈ 62. Is the link still busy?',
  citation: 'Our own example, after Appenzeller, Keslassy & McKeown 2004',
  link: { rateBps: 50e6, delayMs: 10 },
  // 50 Mb/s for 60 ms are 250 packets of 1,500 bytes; divided by 4.
  buffer: { packets: 62 },
  run: { durationSeconds: 60, warmupSeconds: 20, sampleMs: 200 },
  sources: {
    tcp: {
      ...renoGroup,
      label: 'TCP',
      flows: 16,
      accessDelayMs: [8, 28, 18, 13, 23],
      startWithinSeconds: 5,
    },
  },
  policies: { droptail: {} },
};

/** BBR and CUBIC on the same path; the buffer in bandwidth-delay products. 20 Mb/s for 40 ms are 67 packets. */
function bbrBesideCubic(id: string, products: number, ends: string): Scenario {
  const flows: SourceSpec = { ...download, kind: 'tcp', label: '', flows: 1, accessDelayMs: 8 };
  const times = products < 1 ? 'half a bandwidth-delay product' : `${products} bandwidth-delay products`;
  return {
    ...homeLink,
    id,
    title: `BBR beside CUBIC, ${products < 1 ? 'shallow' : 'deep'} buffer`,
    summary: `A BBR flow and a CUBIC flow share 20 Mb/s and a buffer of ${times}. ${ends}`,
    citation: 'Our own example, after Hock, Bless & Zitterbart 2017',
    link: { rateBps: 20e6, delayMs: 10 },
    buffer: { packets: Math.round(67 * products) },
    run: { durationSeconds: 60, warmupSeconds: 10, sampleMs: 200 },
    sources: {
      bbr: { ...flows, label: 'BBR', congestion: 'bbr1' },
      cubic: { ...flows, label: 'CUBIC' },
    },
    policies: { droptail: {}, 'fq-codel': fqCodelValues },
  };
}

/** BBRv3 and another sender on the same path, and a buffer of one bandwidth-delay product. */
function bbr3Beside(id: string, congestion: 'cubic' | 'bbr1', label: string, question: string): Scenario {
  const basePreset = bbrBesideCubic(id, 1, '');
  const { cubic } = basePreset.sources as Readonly<Record<string, SourceSpec>>;
  return {
    ...basePreset,
    title: `BBRv3 beside ${label}`,
    summary: `A BBRv3 flow and a ${label} flow share 20 Mb/s and a buffer of one bandwidth-delay product. ${question}`,
    citation: 'Our own example, after draft-ietf-ccwg-bbr-06',
    sources: {
      bbr3: { ...cubic, label: 'BBRv3', congestion: 'bbr3' } as SourceSpec,
      [congestion]: { ...cubic, label, congestion } as SourceSpec,
    },
  };
}

const rttUnfairness: Scenario = {
  ...homeLink,
  id: 'rtt-unfairness',
  title: 'Short and long round trips',
  summary:
    'Two Reno flows with a round trip of 20 ms and two with 80 ms share 20 Mb/s. Who gets more? What do RED and a queue for each flow (FQ-CoDel) change?',
  citation: 'Our own example, after Lakshman & Madhow 1997',
  link: { rateBps: 20e6, delayMs: 4 },
  buffer: { packets: 60 },
  run: { durationSeconds: 120, warmupSeconds: 20, sampleMs: 200 },
  sources: {
    near: { ...renoGroup, label: 'short path', accessDelayMs: 4 },
    far: { ...renoGroup, label: 'long path', accessDelayMs: 34 },
  },
  policies: { droptail: {}, red: linuxRed(16, 20e6), 'fq-codel': fqCodelValues },
};

const l4s: Scenario = {
  ...homeLink,
  id: 'l4s-beside-classic',
  title: 'L4S beside classic traffic',
  summary:
    'Two Prague (L4S) and two Reno (classic) flows share 40 Mb/s. Do they get equal shares, and how long does each wait?',
  citation: 'Our own example, after RFC 9332, appendix C',
  link: { rateBps: 40e6, delayMs: 3 },
  buffer: { packets: 500 },
  run: { durationSeconds: 40, warmupSeconds: 10, sampleMs: 200 },
  sources: {
    prague: { ...download, kind: 'tcp', label: 'Prague', congestion: 'prague', ecn: true, flows: 2 },
    reno: { ...download, kind: 'tcp', label: 'Reno', congestion: 'newreno', ecn: true, flows: 2 },
  },
  policies: { dualpi2: { variant: 'linux' }, pie: { ...pieValues, ecn: true } },
};

const mobileLink: Scenario = {
  ...homeLink,
  id: 'mobile-link',
  title: 'A download over a mobile link',
  summary:
    'A download and a ping share a link whose rate rises to 24 and falls to 1.5 Mb/s. How long does the ping wait when the rate falls?',
  citation: 'Our own example with rates drawn by hand, after Winstein, Sivaraman & Balakrishnan 2013',
  link: { rateBps: 10e6, delayMs: 15, rates: 'lte' },
  buffer: { bytes: 250_000 },
  run: { durationSeconds: 60, warmupSeconds: 5 },
  policies: { droptail: {}, codel: codelOfLinux, 'fq-codel': fqCodelValues, pie: pieValues },
};

const satelliteHandover: Scenario = {
  ...homeLink,
  id: 'satellite-handover',
  title: 'A satellite handover',
  summary:
    'Every 15 s the link sends nothing for 150 ms and then has another rate. How soon do a CUBIC flow and a BBR flow use the new rate?',
  citation: 'Our own example with rates drawn by hand',
  link: { rateBps: 20e6, delayMs: 15, rates: 'satellite' },
  buffer: { packets: 100 },
  run: { durationSeconds: 60, warmupSeconds: 5 },
  sources: {
    cubic: { ...download, kind: 'tcp', label: 'CUBIC' },
    bbr: { ...download, kind: 'tcp', label: 'BBR', congestion: 'bbr1' },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelValues },
};

/** A download of a host that finds losses by time. */
const rackDownload: SourceSpec = { ...download, kind: 'tcp', label: 'download', variant: 'rack' };

const lossyLongPath: Scenario = {
  ...homeLink,
  id: 'lossy-long-path',
  title: 'A long path that loses packets',
  summary:
    'The link itself loses 1 % of the packets (20 Mb/s, round trip 94 ms). How much do a BBR and a CUBIC flow get, and does a queue for each help?',
  citation: 'Our own example, after Cardwell et al. 2016',
  link: { rateBps: 20e6, delayMs: 40, lossRate: 0.01 },
  // 20 Mb/s for 94 ms are 157 packets of 1,500 bytes.
  buffer: { packets: 157 },
  run: { durationSeconds: 60, warmupSeconds: 5, sampleMs: 200 },
  sources: {
    bbr: { ...rackDownload, label: 'BBR', congestion: 'bbr1' },
    cubic: { ...rackDownload, label: 'CUBIC' },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelValues },
};

const reorderingPath: Scenario = {
  ...homeLink,
  id: 'reordering-path',
  title: 'A path that reorders packets',
  summary:
    'The link delays 2 % of the packets by 5 ms, so others overtake them. Two senders use RACK, two SACK. Which of them takes late packets for lost?',
  citation: 'Our own example, after RFC 8985, section 3',
  link: { rateBps: 20e6, delayMs: 15, reorderedShare: 0.02, reorderDelayMs: 5 },
  buffer: { packets: 100 },
  run: { durationSeconds: 60, warmupSeconds: 5, sampleMs: 200 },
  sources: {
    rack: { ...rackDownload, label: 'RACK', flows: 2, startWithinSeconds: 1 },
    sack: { ...rackDownload, label: 'SACK', flows: 2, startWithinSeconds: 1, variant: 'sack' },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelValues },
};

const shallowBuffer: Scenario = {
  ...homeLink,
  id: 'shallow-buffer',
  title: 'A buffer of eight packets',
  summary:
    'Two flows space their packets evenly (paced), two send in bursts. They share 20 Mb/s and a buffer of only 8 packets. Who gets more?',
  citation: 'Our own example, after Enachescu, Ganjali, Goel, McKeown & Roughgarden 2006',
  link: { rateBps: 20e6, delayMs: 10 },
  buffer: { packets: 8 },
  run: { durationSeconds: 60, warmupSeconds: 5, sampleMs: 200 },
  sources: {
    paced: { ...rackDownload, label: 'paced', flows: 2, startWithinSeconds: 1, pacing: true },
    unpaced: { ...rackDownload, label: 'unpaced', flows: 2, startWithinSeconds: 1 },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelValues },
};

const policedDownloads: Scenario = {
  ...homeLink,
  id: 'policed-downloads',
  title: 'A policer in place of a queue',
  summary:
    'A policer passes 9.5 of 10 Mb/s and drops the rest at once. How much sooner is the ping back than behind a full buffer, and how much more is lost?',
  citation: 'Our own example, after Flach et al. 2016',
  sources: {
    download: { ...rackDownload, label: 'downloads', flows: 2, startWithinSeconds: 1 },
    ping,
  },
  policies: { policer: { tokenRateBps: 9.5e6, burstBytes: 50_000 }, droptail: {} },
};

/**
 * Incast: every 25 ms all servers answer at once, over connections that stay open. All answers together take 12 ms at
 * 1 Gb/s. Windows of two segments, one for each server, fill the buffer of 100 packets. The servers find losses as
 * those of 2010 did (RFC 6675): the scenario is about their timeouts.
 */
function incastScenario(id: string, congestion: string, sender: string, ends: string): Scenario {
  return {
    ...homeLink,
    id,
    title: `Incast with ${sender}`,
    summary: `Every 25 ms, 50 servers send 29 kB each at once, through a buffer of 100 packets. ${ends}`,
    citation: 'Our own example, after Alizadeh et al. 2010, section 4.2.1',
    link: { rateBps: 1e9, delayMs: 0.02 },
    access: { rateBps: 1e9, receiverDelayMs: 0.01 },
    buffer: { packets: 100 },
    run: { durationSeconds: 4, warmupSeconds: 1, sampleMs: 5 },
    sources: {
      servers: {
        kind: 'shortTcp',
        label: 'answers',
        flows: 50,
        transferPackets: 20,
        thinkSeconds: 0.025,
        spacing: 'fixedPeriod',
        thinkDistribution: 'constant',
        startWithinSeconds: 0,
        persistent: true,
        segmentBytes: 1448,
        headerBytes: 52,
        initialWindow: 10,
        congestion,
        minRtoMs: 200,
        accessDelayMs: 0.01,
        ecn: congestion === 'dctcp',
      },
    },
    policies: congestion === 'dctcp' ? { 'red-ecn': stepAt(20), droptail: {} } : { droptail: {} },
  };
}

/**
 * RED as the step marking of DCTCP: it marks every packet that arrives when this number of packets wait (RFC 8257,
 * section 3.1).
 */
function stepAt(packets: number): ParameterValues {
  return {
    minThreshold: packets - 0.01,
    maxThreshold: packets,
    maxProbability: 1,
    queueWeight: 1,
    gentle: false,
    wait: false,
    reading: 'floyd93',
    markLimit: 2,
  };
}

export const internetPresets: readonly Scenario[] = [
  homeLink,
  greedyAndSparse,
  webFetches,
  videoBesideDownload,
  suddenLoad,
  threePies,
  flowsComeAndGo,
  homeHosts,
  busyEvening,
  bufferSizing,
  cubicBesideReno(
    'cubic-reno-short',
    2,
    16,
    'Who gets more in a long queue (DropTail), and who in a short one (CoDel)?',
  ),
  cubicBesideReno('cubic-reno-long', 44, 100, 'Reno needs a long time to recover from a loss: how much does it get?'),
  bbrBesideCubic('bbr-cubic-shallow', 0.5, 'BBR does not slow down after a loss. Who gets more?'),
  bbrBesideCubic('bbr-cubic-deep', 8, 'CUBIC fills it. Who gets more in the first minute?'),
  bbr3Beside('bbr3-cubic', 'cubic', 'CUBIC', 'BBRv3 lowers its bounds after losses. Does CUBIC get its half?'),
  bbr3Beside('bbr3-bbr1', 'bbr1', 'BBRv1', 'Only version 3 slows down after losses. Who gets more?'),
  rttUnfairness,
  l4s,
  mobileLink,
  satelliteHandover,
  lossyLongPath,
  reorderingPath,
  shallowBuffer,
  policedDownloads,
  incastScenario(
    'incast-dctcp',
    'dctcp',
    'DCTCP',
    'RED-ECN marks from 20 packets on. Where do the last answers come sooner?',
  ),
  incastScenario('incast-reno', 'newreno', 'Reno', 'How much longer do the slowest answers take than the others?'),
];
