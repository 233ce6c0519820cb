/** Stories of uploads and downloads through one home router. */
import { figureFact, type Story, upFact } from './story.ts';

export const bothWaysStories: readonly Story[] = [
  {
    preset: 'upload-spoils-download',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        // The packets of the ping in the queue up are its replies.
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence:
          'The upload has filled the buffer up of A. A reply to a ping waits 392 ms there; on the way down a ping waits 10 ms.',
        facts: [
          upFact(0, 'classDelayMs', '392 ms', 391.7, 2, 'ping'),
          figureFact(0, 'classDelayMs', '10 ms', 10.08, 0.5, 'ping'),
        ],
      },
      {
        seconds: 30,
        speed: 0.1,
        focus: 'lanes',
        sentence:
          'The download of A gets 4.2 Mb/s: its ACKs wait 380 ms behind the upload. In B they wait 6 ms: 14.8 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '4.2 Mb/s', 4.198, 0.06, 'download'),
          upFact(0, 'classDelayMs', '380 ms', 379.8, 2, 'download'),
          upFact(1, 'classDelayMs', '6 ms', 5.93, 0.2, 'download'),
          figureFact(1, 'throughputMbps', '14.8 Mb/s', 14.78, 0.06, 'download'),
        ],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 'plots',
        sentence: 'Every click waits too: the round trip of the ping is 433 ms in A, and 39 ms in B.',
        facts: [
          figureFact(0, 'roundTripMs', '433 ms', 432.7, 2, 'ping'),
          figureFact(1, 'roundTripMs', '39 ms', 39.24, 0.5, 'ping'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'lanes',
        sentence:
          'B shares the link up: its upload gets 0.68 Mb/s, not 0.86, and the ACKs of its fast download use the rest.',
        facts: [
          upFact(1, 'throughputMbps', '0.68 Mb/s', 0.682, 0.01, 'upload'),
          upFact(0, 'throughputMbps', '0.86', 0.857, 0.01, 'upload'),
        ],
      },
    ],
  },
  {
    preset: 'family-evening',
    lesson: 'upload-spoils-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence:
          'Why does the call suffer? In A its packets wait 334 ms behind the photos that go up, and 12 ms on the way down.',
        facts: [
          upFact(0, 'classDelayMs', '334 ms', 334.5, 2, 'call'),
          figureFact(0, 'classDelayMs', '12 ms', 12.08, 0.5, 'call'),
        ],
      },
      {
        seconds: 30,
        speed: 0.1,
        focus: 1,
        sentence:
          'The cure is another queue in the router: with FQ-CoDel in B, the call has a queue of its own and waits 2.3 ms up.',
        facts: [upFact(1, 'classDelayMs', '2.3 ms', 2.3, 0.1, 'call')],
      },
      {
        seconds: 40,
        speed: 0.5,
        focus: 'plots',
        sentence: 'Lag in the game is its round trip: 346 ms in A, and 33 ms in B.',
        facts: [
          figureFact(0, 'roundTripMs', '346 ms', 346, 2, 'game'),
          figureFact(1, 'roundTripMs', '33 ms', 32.77, 0.5, 'game'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'lanes',
        sentence:
          'The download gets 6.8 Mb/s in A and 22.2 Mb/s in B. The photos pay for it: 2.5 Mb/s up in A, and 2.3 in B.',
        facts: [
          figureFact(0, 'throughputMbps', '6.8 Mb/s', 6.754, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '22.2 Mb/s', 22.15, 0.1, 'download'),
          upFact(0, 'throughputMbps', '2.5 Mb/s', 2.546, 0.05, 'photos up'),
          upFact(1, 'throughputMbps', '2.3', 2.291, 0.03, 'photos up'),
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
        seconds: 20,
        speed: 0.05,
        focus: 0,
        sentence:
          'Both queues of A are loaded: a ping waits 18 ms in the queue down, and its reply 348 ms in the queue up.',
        facts: [
          figureFact(0, 'classDelayMs', '18 ms', 18.28, 0.5, 'ping'),
          upFact(0, 'classDelayMs', '348 ms', 347.8, 2, 'ping'),
        ],
      },
      {
        seconds: 30,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'The round trip of the ping under load is 393 ms in A, and 32 ms in B. Without load it is 30 ms.',
        facts: [
          figureFact(0, 'roundTripMs', '393 ms', 393.2, 2, 'ping'),
          figureFact(1, 'roundTripMs', '32 ms', 31.83, 0.5, 'ping'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence: 'The downloads get 14.7 Mb/s in A: their ACKs come late. In B they get 19.2 of 20 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '14.7 Mb/s', 14.68, 0.06, 'downloads'),
          figureFact(1, 'throughputMbps', '19.2', 19.185, 0.06, 'downloads'),
        ],
      },
    ],
  },
  {
    preset: 'home-both-ways',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence:
          'Both buffers of A are filled. A ping waits 310 ms on its way down, and its reply waits 420 ms in the queue up.',
        facts: [
          figureFact(0, 'classDelayMs', '310 ms', 310.5, 2, 'ping'),
          upFact(0, 'classDelayMs', '420 ms', 420.2, 2, 'ping'),
        ],
      },
      {
        seconds: 40,
        speed: 0.1,
        focus: 1,
        sentence:
          'B has a queue for each flow in both directions. The ping waits 3.7 ms down, and its reply 13 ms behind a packet of the photos.',
        facts: [
          figureFact(1, 'classDelayMs', '3.7 ms', 3.71, 0.1, 'ping'),
          upFact(1, 'classDelayMs', '13 ms', 13.05, 0.3, 'ping'),
        ],
      },
      {
        seconds: 60,
        speed: 1,
        focus: 'plots',
        sentence:
          'The round trip of the ping is 761 ms in A and 39 ms in B. The photos go up with 0.43 Mb/s in A and 0.44 Mb/s in B.',
        facts: [
          figureFact(0, 'roundTripMs', '761 ms', 761.2, 2, 'ping'),
          figureFact(1, 'roundTripMs', '39 ms', 38.76, 0.4, 'ping'),
          upFact(0, 'throughputMbps', '0.43 Mb/s', 0.433, 0.006, 'photos up'),
          upFact(1, 'throughputMbps', '0.44 Mb/s', 0.442, 0.005, 'photos up'),
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
        seconds: 10,
        speed: 0.02,
        focus: 0,
        sentence:
          'Nobody uploads, and yet the link up of A is busy for 100 % of the time: with ACKs. They allow 28 of 40 Mb/s.',
        facts: [
          upFact(0, 'busyPercent', '100 %', 100, 0.1),
          figureFact(0, 'throughputMbps', '28 of', 28.2, 0.4, 'download'),
        ],
      },
      {
        seconds: 20,
        speed: 0.02,
        focus: 0,
        sentence:
          'The buffer up of A is full and drops 18 % of the ACKs. Each one that is left covers more segments: 33 Mb/s.',
        facts: [
          upFact(0, 'classLossPercent', '18 %', 18.07, 0.3, 'download'),
          figureFact(0, 'throughputMbps', '33 Mb/s', 33.34, 0.4, 'download'),
        ],
      },
      {
        seconds: 30,
        speed: 0.5,
        focus: 'lanes',
        sentence:
          'A ping takes 469 ms in A. B has CAKE: it removes ACKs that a later one repeats, and a ping takes 31 ms.',
        facts: [
          figureFact(0, 'roundTripMs', '469 ms', 469.2, 2, 'ping'),
          figureFact(1, 'roundTripMs', '31 ms', 31.11, 0.5, 'ping'),
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
        seconds: 40,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'The upload alone fills both buffers up. A ping takes 504 ms in A, and 581 ms in B.',
        facts: [
          figureFact(0, 'roundTripMs', '504 ms', 504.1, 2, 'ping before'),
          figureFact(1, 'roundTripMs', '581 ms', 581.2, 2, 'ping before'),
        ],
      },
      {
        seconds: 80,
        speed: 0.05,
        focus: 0,
        sentence:
          'With a download too, a ping takes only 178 ms in A: its buffer counts packets, and small ACKs take its places.',
        facts: [figureFact(0, 'roundTripMs', '178 ms', 178.5, 2, 'ping after')],
      },
      {
        seconds: 80,
        speed: 0.05,
        focus: 1,
        sentence:
          'The buffer of B counts bytes, of which an ACK has few. There a ping takes 588 ms, no less than before.',
        facts: [figureFact(1, 'roundTripMs', '588 ms', 587.9, 2, 'ping after')],
      },
      {
        seconds: 80,
        speed: 1,
        focus: 'plots',
        sentence: 'The upload of A pays: it gets 0.90 Mb/s, that of B 0.93. A drops 3.7 % of the ACKs, B only 0.1 %.',
        facts: [
          upFact(0, 'throughputMbps', '0.90 Mb/s', 0.896, 0.01, 'upload'),
          upFact(1, 'throughputMbps', '0.93', 0.926, 0.01, 'upload'),
          upFact(0, 'classLossPercent', '3.7 %', 3.69, 0.06, 'download'),
          upFact(1, 'classLossPercent', '0.1 %', 0.148, 0.05, 'download'),
        ],
      },
    ],
  },
];
