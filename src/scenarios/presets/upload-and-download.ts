/** Upload and download through one home router: both directions of the line have a queue, and ACKs wait in it. */

import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';
import {
  codelOfLinux,
  download as downloadAlone,
  homeLink,
  ping,
  videoPlayer,
  voiceCall,
  webPages,
} from './todays-internet.ts';

const fqCodelOfLinux: ParameterValues = { variant: 'linux' };

/** A host of today: an ACK for every second segment, or after 40 ms. */
const todaysReceiver = { delayedAck: true, delayedAckMs: 40 } as const;
const todaysDownload = { ...downloadAlone, ...todaysReceiver, kind: 'tcp', label: 'download' } satisfies SourceSpec;
const upload = { ...todaysDownload, label: 'upload', direction: 'up' } satisfies SourceSpec;

/** A game: 60 small packets per second, each with an answer. The lag is the round trip. */
const game: SourceSpec = {
  kind: 'ping',
  label: 'game',
  flows: 1,
  intervalMs: 16.7,
  packetBytes: 108,
  accessDelayMs: 5,
};

const web = { ...webPages, ...todaysReceiver, kind: 'shortTcp', label: 'web pages', flows: 1 } satisfies SourceSpec;

/** CAKE shapes to 95 % of the rate of its direction, so that the queue is here and not in the modem. */
const cakeValues = (rateBps: number): ParameterValues => ({ bandwidthBps: 0.95 * rateBps });

/** Other values of the policy up, where the line is slower. */
function upOf(rateBps: number, bufferBytes: number) {
  return {
    link: { rateBps, policy: 'same' },
    buffer: { bytes: bufferBytes },
    policies: { cake: cakeValues(rateBps) },
  };
}

const uploadSpoilsDownload: Scenario = {
  ...homeLink,
  id: 'upload-spoils-download',
  title: 'An upload spoils a download',
  summary:
    'A line of 16 Mb/s down and 1 Mb/s up. The upload fills the buffer up, and the ACKs of the download wait in it. How fast is the download?',
  citation: 'Our own example, after Gettys & Nichols 2011',
  link: { rateBps: 16e6, delayMs: 8 },
  up: upOf(1e6, 60_000),
  buffer: { bytes: 200_000 },
  run: { durationSeconds: 60, warmupSeconds: 5, sampleMs: 200 },
  sources: { download: todaysDownload, upload, ping },
  policies: { droptail: {}, 'fq-codel': fqCodelOfLinux, cake: cakeValues(16e6) },
};

const familyEvening: Scenario = {
  ...uploadSpoilsDownload,
  id: 'family-evening',
  title: 'A family’s evening',
  summary:
    'A download, photos that go up, a call, a game and TV share 30 Mb/s down and 3 Mb/s up. Who suffers from the lag, and which queue is the cause?',
  citation: 'Our own example, after ITU-T G.107 and G.114',
  link: { rateBps: 30e6, delayMs: 8 },
  up: upOf(3e6, 150_000),
  buffer: { bytes: 300_000 },
  run: { durationSeconds: 60, warmupSeconds: 10, sampleMs: 200 },
  sources: {
    download: todaysDownload,
    upload: { ...upload, label: 'photos up' },
    call: { ...voiceCall, label: 'call', direction: 'both' },
    game,
    tv: { ...videoPlayer, ...todaysReceiver, label: 'TV' },
  },
  policies: { droptail: {}, 'fq-codel': fqCodelOfLinux, cake: cakeValues(30e6) },
};

const rrul: Scenario = {
  ...uploadSpoilsDownload,
  id: 'rrul',
  title: 'RRUL: four downloads, four uploads, and a ping',
  summary:
    'The test for bufferbloat: the line of 20 Mb/s down and 5 Mb/s up is full both ways. How long is the round trip of the ping under this load?',
  citation: 'The RRUL test (realtime response under load), Täht 2012, as in flent',
  link: { rateBps: 20e6, delayMs: 8 },
  up: upOf(5e6, 250_000),
  buffer: { bytes: 250_000 },
  sources: {
    download: { ...todaysDownload, label: 'downloads', flows: 4, startWithinSeconds: 0.1 },
    upload: { ...upload, label: 'uploads', flows: 4, startWithinSeconds: 0.1 },
    ping,
  },
  policies: { droptail: {}, 'fq-codel': fqCodelOfLinux, cake: cakeValues(20e6) },
};

/** The line of the exercise with 1.5 Mb/s and 20 ms of CS244 and CSC458, with a slower direction up. */
const homeBothWays: Scenario = {
  ...uploadSpoilsDownload,
  id: 'home-both-ways',
  title: 'A slow line at home',
  summary:
    'A download, photos, web pages and a ping share 1.5 Mb/s down and 0.5 Mb/s up. Which queue makes the pages slow?',
  link: { rateBps: 1.5e6, delayMs: 3 },
  up: { ...upOf(0.5e6, 0), buffer: { packets: 100 } },
  buffer: { packets: 100 },
  sources: { download: todaysDownload, upload: { ...upload, label: 'photos up' }, web, ping },
  policies: { droptail: {}, 'fq-codel': fqCodelOfLinux, codel: codelOfLinux, cake: cakeValues(1.5e6) },
};

/** An ACK of 52 bytes for each segment of 1,500: 1 Mb/s carry 2,404 ACKs per second, those of 28.8 Mb/s on the link. */
const fortyToOne: Scenario = {
  ...uploadSpoilsDownload,
  id: 'cable-40-to-1',
  title: 'A cable line, 40 to 1',
  summary:
    'A cable of 40 Mb/s down and 1 Mb/s up, with one download that sends an ACK for each segment. Do the ACKs alone slow it down?',
  citation: 'Our own example, after RFC 3449',
  link: { rateBps: 40e6, delayMs: 8 },
  up: { ...upOf(1e6, 60_000), policies: { cake: { ...cakeValues(1e6), ackFilter: 'filter' } } },
  buffer: { bytes: 300_000 },
  run: { durationSeconds: 30, warmupSeconds: 5, sampleMs: 200 },
  sources: { download: { ...downloadAlone, kind: 'tcp', label: 'download' }, ping },
  policies: { droptail: {}, cake: { ...cakeValues(40e6) }, 'fq-codel': fqCodelOfLinux },
};

/** The line of a measurement with Linux: ping, CUBIC, and pfifo with 50 packets each way. */
const kernelTcp = {
  ...todaysReceiver,
  segmentBytes: 1448,
  headerBytes: 66,
  timestamps: true,
  accessDelayMs: 0,
  cubicGrowth: 'linux',
} as const;
const kernelPing: SourceSpec = { ...ping, kind: 'ping', packetBytes: 98, accessDelayMs: 0 };
const ackPlaces: Scenario = {
  ...homeLink,
  id: 'acks-take-places',
  title: 'A download makes the ping faster',
  summary:
    'An upload fills a buffer of 50 packets. At 40 s a download begins, and the ping gets faster. Why? What takes the places in the buffer?',
  citation: 'Our own example, after a measurement with pfifo of Linux 7.2',
  link: { rateBps: 10e6, delayMs: 30 },
  up: { link: { rateBps: 1e6, policy: 'same' }, buffer: { packets: 50 }, policies: {} },
  access: { rateBps: 1e11, receiverDelayMs: 0 },
  buffer: { packets: 50 },
  run: { durationSeconds: 80, warmupSeconds: 2, sampleMs: 500 },
  sources: {
    upload: { ...upload, ...kernelTcp },
    download: { ...todaysDownload, ...kernelTcp, startSeconds: 40 },
    // The later ping first: it is what the title is about.
    after: { ...kernelPing, label: 'ping after', startSeconds: 42 },
    before: { ...kernelPing, label: 'ping before', stopSeconds: 40 },
  },
  policies: { droptail: {}, bfifo: {}, 'fq-codel': fqCodelOfLinux },
};

export const bothWaysPresets: readonly Scenario[] = [
  uploadSpoilsDownload,
  familyEvening,
  rrul,
  homeBothWays,
  fortyToOne,
  ackPlaces,
];
