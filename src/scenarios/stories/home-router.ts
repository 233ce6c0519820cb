/** Stories of the router at home. */
import { eventFact, figureFact, type Story } from './story.ts';

export const homeRouterStories: readonly Story[] = [
  {
    preset: 'home-bufferbloat',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.2046,
        speed: 0.01,
        focus: 0,
        sentence: 'The download fills the buffer of A at 0.2 s: from now on every packet waits behind it.',
        facts: [eventFact(0, 'full', 0.2046, 0.001)],
      },
      {
        // A ping waits in A.
        seconds: 20.05,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'The ping waits 65 ms in A. In B it has its own queue and waits 0.6 ms.',
        facts: [
          figureFact(0, 'classDelayMs', '65 ms', 65.1, 1, 'ping'),
          figureFact(1, 'classDelayMs', '0.6 ms', 0.6, 0.1, 'ping'),
        ],
      },
      {
        seconds: 20.05,
        speed: 1,
        focus: 'plots',
        sentence: 'The download gets 9.6 Mb/s in A and 9.4 Mb/s in B. The link of B is busy 97 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.6 Mb/s in A', 9.65, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '9.4 Mb/s in B', 9.387, 0.06, 'download'),
          figureFact(1, 'busyPercent', '97 %', 97.31, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'video-beside-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 30,
        speed: 1,
        focus: 'lanes',
        sentence: 'The packets of the video wait 111 ms in A, behind those of the downloads. In B they wait 9 ms.',
        facts: [
          figureFact(0, 'classDelayMs', '111 ms', 110.9, 2, 'video'),
          figureFact(1, 'classDelayMs', '9 ms', 8.75, 0.4, 'video'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'lanes',
        sentence: 'A drops 0.72 % of the packets of the video, and B 0.45 %.',
        facts: [
          figureFact(0, 'classLossPercent', '0.72 %', 0.716, 0.03, 'video'),
          figureFact(1, 'classLossPercent', '0.45 %', 0.45, 0.03, 'video'),
        ],
      },
      {
        seconds: 120,
        speed: 4,
        focus: 'plots',
        sentence:
          'The video gets 1.2 Mb/s in A and 1.8 Mb/s in B. In B each flow has a queue of its own, so the far server loses less.',
        facts: [
          figureFact(0, 'throughputMbps', '1.2 Mb/s in A', 1.2, 0.05, 'video'),
          figureFact(1, 'throughputMbps', '1.8 Mb/s in B', 1.8, 0.05, 'video'),
        ],
      },
    ],
  },
  {
    preset: 'home-hosts',
    lesson: 'a-fair-evening',
    lanes: ['fq-codel', 'cake'],
    stops: [
      {
        seconds: 10,
        speed: 0.02,
        focus: 0,
        sentence:
          'A gives each flow the same share. The one download gets 2.1 Mb/s, a ninth of the link. The eight together get 17.1 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '2.1 Mb/s', 2.136, 0.04, 'quiet host'),
          figureFact(0, 'throughputMbps', '17.1 Mb/s', 17.09, 0.05, 'busy host'),
        ],
      },
      {
        seconds: 20,
        speed: 0.02,
        focus: 1,
        sentence:
          'B offers each host the same share. The one download gets 8.7 Mb/s, and the eight together get 10.5 Mb/s.',
        facts: [
          figureFact(1, 'throughputMbps', '8.7 Mb/s', 8.682, 0.05, 'quiet host'),
          figureFact(1, 'throughputMbps', '10.5 Mb/s', 10.547, 0.05, 'busy host'),
        ],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence:
          'B has a separate group of queues (a tin) for voice, and serves it first. Voice waits 0.3 ms in B. In A, it waits 0.24 ms as a sparse flow.',
        facts: [
          figureFact(1, 'classDelayMs', '0.3 ms in B', 0.295, 0.01, 'voice'),
          figureFact(0, 'classDelayMs', '0.24 ms', 0.241, 0.01, 'voice'),
        ],
      },
    ],
  },
  {
    preset: 'busy-evening',
    lesson: 'a-fair-evening',
    lanes: ['droptail', 'cake'],
    stops: [
      {
        seconds: 10,
        speed: 0.02,
        focus: 0,
        sentence:
          'All packets wait in one queue in A. A packet of the call waits 112 ms behind those of the downloads.',
        facts: [figureFact(0, 'classDelayMs', '112 ms', 111.9, 1, 'call')],
      },
      {
        seconds: 20,
        speed: 0.02,
        focus: 1,
        sentence:
          'B has a queue for each flow. A queue that has just begun to wait is new and goes first: a packet of the call waits 0.3 ms.',
        facts: [figureFact(1, 'classDelayMs', '0.3 ms', 0.303, 0.02, 'call')],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence:
          'In A the film is one flow of 21 and gets 1.0 Mb/s. B shares by hosts: the film gets 9.6 Mb/s, as much as all twenty downloads.',
        facts: [
          figureFact(0, 'throughputMbps', '1.0 Mb/s', 1.04, 0.05, 'film'),
          figureFact(1, 'throughputMbps', '9.6 Mb/s', 9.598, 0.05, 'film'),
          figureFact(1, 'throughputMbps', '9.6 Mb/s', 9.631, 0.05, 'downloads'),
        ],
      },
    ],
  },
  {
    preset: 'greedy-and-sparse',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.2004,
        speed: 0.01,
        focus: 0,
        sentence:
          'The download fills the buffer of A at 0.2 s. The call, the pages and the ping wait behind its packets.',
        facts: [eventFact(0, 'full', 0.2004, 0.001)],
      },
      {
        seconds: 20,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'A voice packet waits 58 ms in A. In B it waits 0.6 ms: its queue is short, so B serves it first.',
        facts: [
          figureFact(0, 'classDelayMs', '58 ms', 58.06, 1, 'voice'),
          figureFact(1, 'classDelayMs', '0.6 ms', 0.55, 0.1, 'voice'),
        ],
      },
      {
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence:
          'A drops 11 % of the packets of the web pages, which begin with a burst of ten. B drops none of them.',
        facts: [
          figureFact(0, 'classLossPercent', '11 %', 11.22, 0.3, 'web pages'),
          figureFact(0, 'classLossPercent', '11 %', 11.22, 0.3, 'web pages'),
        ],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence: 'The download gets 9.2 Mb/s in A and 8.5 Mb/s in B. The link of B is busy 94 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.2 Mb/s in A', 9.157, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '8.5 Mb/s in B', 8.489, 0.06, 'download'),
          figureFact(1, 'busyPercent', '94 %', 93.83, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'web-fetches',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.2045,
        speed: 0.01,
        focus: 0,
        sentence: 'The download has filled the buffer of A. The first packet is dropped at 0.2 s.',
        facts: [eventFact(0, 'drop', 0.2045, 0.001)],
      },
      {
        seconds: 20,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'A packet of a fetch waits 64 ms in A and 14 ms in B. A also drops 5.0 % of these packets.',
        facts: [
          figureFact(0, 'classDelayMs', '64 ms', 63.93, 1, 'web fetches'),
          figureFact(1, 'classDelayMs', '14 ms', 14.4, 0.5, 'web fetches'),
          figureFact(0, 'classLossPercent', '5.0 %', 5.02, 0.1, 'web fetches'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence:
          'The download gets 8.7 Mb/s in A and 7.1 Mb/s in B. B keeps the queue of the download short. Compare the times of the fetches.',
        facts: [
          figureFact(0, 'throughputMbps', '8.7 Mb/s in A', 8.724, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '7.1 Mb/s in B', 7.123, 0.06, 'download'),
        ],
      },
    ],
  },
];
