/** Stories of uploads and downloads through one home router. */
import { factsOfLanes, figureFact, type Story, upFact, upFactsOfLanes } from './story.ts';

export const bothWaysStories: readonly Story[] = [
  {
    preset: 'upload-spoils-download',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        // The packets of the ping in the queue up are its replies.
        view: { seconds: 20, speed: 0.1, focus: 0 },
        sentence:
          'The upload fills the buffer up of A. On average a reply to a ping waits 392 ms there, and a ping waits 10.1 ms on its way down.',
        facts: [upFact(0, 'classDelayMs', '392 ms', 'ping'), figureFact(0, 'classDelayMs', '10.1 ms', 'ping')],
      },
      {
        view: { seconds: 30, speed: 0.1, focus: 'lanes' },
        sentence:
          'The download of A gets 4.20 Mb/s: on average its ACKs wait 380 ms behind the upload. In B they wait 5.93 ms: 14.8 Mb/s.',
        facts: [
          figureFact(0, 'goodputMbps', '4.20 Mb/s', 'download'),
          ...upFactsOfLanes('classDelayMs', ['380 ms', '5.93 ms'], 'download'),
          figureFact(1, 'goodputMbps', '14.8 Mb/s', 'download'),
        ],
      },
      {
        view: { seconds: 40, speed: 1, focus: 'plots' },
        sentence: 'Every click waits too: the mean round trip of the ping is 433 ms in A, and 39.2 ms in B.',
        facts: factsOfLanes('roundTripMs', ['433 ms', '39.2 ms'], 'ping'),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence:
          'B shares the link up: its upload gets 0.683 Mb/s, not 0.857, and the ACKs of its fast download use the rest.',
        facts: [upFact(1, 'goodputMbps', '0.683 Mb/s', 'upload'), upFact(0, 'goodputMbps', '0.857', 'upload')],
      },
    ],
  },
  {
    preset: 'family-evening',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        // At this moment both queues have the length of their mean waits.
        view: { seconds: 24.3, speed: 0.1, focus: 0 },
        sentence:
          'Why does the call suffer? On average, its packets wait 328 ms in the queue up of A, behind the photos, and 11.0 ms in the queue down.',
        facts: [upFact(0, 'classDelayMs', '328 ms', 'call'), figureFact(0, 'classDelayMs', '11.0 ms', 'call')],
      },
      {
        view: { seconds: 30, speed: 0.1, focus: 1 },
        sentence:
          'The cure is another queue in the router: with FQ-CoDel in B, the call has a queue of its own and waits 2.30 ms up on average.',
        facts: [upFact(1, 'classDelayMs', '2.30 ms', 'call')],
      },
      {
        view: { seconds: 40, speed: 0.5, focus: 'plots' },
        sentence: 'Lag in the game is its round trip: on average 346 ms in A, and 32.8 ms in B.',
        facts: factsOfLanes('roundTripMs', ['346 ms', '32.8 ms'], 'game'),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence:
          'The download gets 6.75 Mb/s in A and 22.1 Mb/s in B. The photos pay for it: 2.55 Mb/s up in A, and 2.29 in B.',
        facts: [
          ...factsOfLanes('goodputMbps', ['6.75 Mb/s', '22.1 Mb/s'], 'download'),
          ...upFactsOfLanes('goodputMbps', ['2.55 Mb/s', '2.29'], 'photos up'),
        ],
      },
    ],
  },
  {
    preset: 'rrul',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 20, speed: 0.05, focus: 0 },
        sentence:
          'Both queues of A are loaded: on average a ping waits 18.3 ms in the queue down, and its reply 348 ms in the queue up.',
        facts: [figureFact(0, 'classDelayMs', '18.3 ms', 'ping'), upFact(0, 'classDelayMs', '348 ms', 'ping')],
      },
      {
        view: { seconds: 30, speed: 0.1, focus: 'lanes' },
        sentence:
          'The mean round trip of the ping under load is 393 ms in A, and 31.8 ms in B. Without load it is 30 ms.',
        facts: factsOfLanes('roundTripMs', ['393 ms', '31.8 ms'], 'ping'),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots' },
        sentence: 'The downloads get 14.7 Mb/s in A: their ACKs come late. In B they get 19.2 of 20 Mb/s.',
        facts: factsOfLanes('goodputMbps', ['14.7 Mb/s', '19.2'], 'downloads'),
      },
    ],
  },
  {
    preset: 'home-both-ways',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 20, speed: 0.1, focus: 0 },
        sentence:
          'In A packets wait in both buffers. On average a ping waits 310 ms on its way down, and its reply 420 ms in the queue up.',
        facts: [figureFact(0, 'classDelayMs', '310 ms', 'ping'), upFact(0, 'classDelayMs', '420 ms', 'ping')],
      },
      {
        view: { seconds: 40, speed: 0.1, focus: 1 },
        sentence:
          'B has a queue for each flow, both ways. On average the ping waits 3.71 ms down, and its reply 13.0 ms, behind a packet of the photos.',
        facts: [figureFact(1, 'classDelayMs', '3.71 ms', 'ping'), upFact(1, 'classDelayMs', '13.0 ms', 'ping')],
      },
      {
        view: { seconds: 60, speed: 1, focus: 'plots' },
        sentence:
          'The mean round trip of the ping is 761 ms in A and 38.8 ms in B. The photos go up with 0.435 Mb/s in A and 0.443 Mb/s in B.',
        facts: [
          ...factsOfLanes('roundTripMs', ['761 ms', '38.8 ms'], 'ping'),
          ...upFactsOfLanes('goodputMbps', ['0.435 Mb/s', '0.443 Mb/s'], 'photos up'),
        ],
      },
    ],
  },
  {
    preset: 'cable-40-to-1',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', { policy: 'cake', values: {} }],
    stops: [
      {
        view: { seconds: 10, speed: 0.02, focus: 0 },
        sentence:
          'Nobody uploads, and yet the link up of A is busy for 100 % of the time: with ACKs. They allow 28.2 of 40 Mb/s.',
        facts: [upFact(0, 'busyPercent', '100 %'), figureFact(0, 'goodputMbps', '28.2 of', 'download')],
      },
      {
        view: { seconds: 20, speed: 0.02, focus: 0 },
        sentence:
          'The buffer up of A is full and drops 18.1 % of the ACKs. Each one that is left covers more segments: 33.3 Mb/s.',
        facts: [
          upFact(0, 'classLossPercent', '18.1 %', 'download'),
          figureFact(0, 'goodputMbps', '33.3 Mb/s', 'download'),
        ],
      },
      {
        view: { seconds: 30, speed: 0.5, focus: 'plots' },
        sentence:
          'A drops 74.8 % of the replies to pings. The other round trips take 469 ms on average. B has CAKE, which removes repeated ACKs: 31.1 ms.',
        facts: [
          upFact(0, 'classLossPercent', '74.8 %', 'ping'),
          ...factsOfLanes('roundTripMs', ['469 ms', '31.1 ms'], 'ping'),
        ],
      },
    ],
  },
  {
    preset: 'acks-take-places',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'bfifo'],
    stops: [
      {
        view: { seconds: 40, speed: 0.1, focus: 'lanes' },
        sentence: 'The upload alone fills both buffers up. On average a ping takes 504 ms in A, and 582 ms in B.',
        facts: factsOfLanes('roundTripMs', ['504 ms', '582 ms'], 'ping before'),
      },
      {
        view: { seconds: 80, speed: 0.05, focus: 0 },
        sentence:
          'With a download too, a ping takes only 178 ms in A on average: its buffer counts packets, and small ACKs take its places.',
        facts: [figureFact(0, 'roundTripMs', '178 ms', 'ping after')],
      },
      {
        view: { seconds: 80, speed: 0.05, focus: 1 },
        sentence:
          'The buffer of B counts bytes, of which an ACK has few. There a ping takes 588 ms on average, no less than before.',
        facts: [figureFact(1, 'roundTripMs', '588 ms', 'ping after')],
      },
      {
        view: { seconds: 80, speed: 1, focus: 'plots' },
        sentence:
          'The upload of A pays: since the warm-up it gets 0.896 Mb/s, that of B 0.926. A drops 3.69 % of the ACKs of the download, B only 0.148 %.',
        facts: [
          ...upFactsOfLanes('goodputMbps', ['0.896 Mb/s', '0.926'], 'upload'),
          ...upFactsOfLanes('classLossPercent', ['3.69 %', '0.148 %'], 'download'),
        ],
      },
    ],
  },
];
