/** Stories of the router at home. */
import { CLASS_LOSS_PLOT, eventFact, factsOfClasses, factsOfLanes, figureFact, type Story } from './story.ts';

export const homeRouterStories: readonly Story[] = [
  {
    preset: 'home-bufferbloat',
    lesson: 'bufferbloat-at-home',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.2046, speed: 0.01, focus: 0 },
        sentence: 'The download fills the buffer of A at 0.205 s: from now on every packet waits behind it.',
        facts: [eventFact(0, 'full', 0.2046, 0.001)],
      },
      {
        // A ping waits in A.
        view: { seconds: 20.05, speed: 0.1, focus: 'lanes' },
        sentence: 'On average the ping waits 65.2 ms in the queue of A. In B it has its own queue and waits 0.587 ms.',
        facts: factsOfLanes('classDelayMs', ['65.2 ms', '0.587 ms'], 'ping'),
      },
      {
        view: { seconds: 20.05, speed: 1, focus: 'plots' },
        sentence: 'The download gets 9.65 Mb/s in A and 9.39 Mb/s in B. The link of B is busy 97.3 % of the time.',
        facts: [
          ...factsOfLanes('goodputMbps', ['9.65 Mb/s in A', '9.39 Mb/s in B'], 'download'),
          figureFact(1, 'busyPercent', '97.3 %'),
        ],
      },
    ],
  },
  {
    preset: 'video-beside-download',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 30, speed: 1, focus: 'lanes' },
        sentence:
          'On average the packets of the video wait 111 ms in A, behind those of the downloads. In B they wait 8.54 ms.',
        facts: factsOfLanes('classDelayMs', ['111 ms', '8.54 ms'], 'video'),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence: 'A drops 0.716 % of the packets of the video, and B 0.434 %.',
        facts: factsOfLanes('classLossPercent', ['0.716 %', '0.434 %'], 'video'),
      },
      {
        view: { seconds: 120, speed: 4, focus: 'plots' },
        sentence:
          'On average the video plays at 1\u202f035 kbit/s in A and 1\u202f719 kbit/s in B. Each flow has its own queue there, and the video loses less.',
        facts: factsOfLanes('bitrateKbps', ['1\u202f035 kbit/s in A', '1\u202f719 kbit/s in B'], 'video'),
      },
    ],
  },
  {
    preset: 'home-hosts',
    lesson: 'a-fair-evening',
    lanes: ['fq-codel', 'cake'],
    stops: [
      {
        view: { seconds: 10, speed: 0.02, focus: 0 },
        sentence:
          'A gives each flow the same share. The one download gets 2.14 Mb/s, a ninth of the link. The eight together get 17.1 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { 'quiet host': '2.14 Mb/s', 'busy host': '17.1 Mb/s' }),
      },
      {
        view: { seconds: 20, speed: 0.02, focus: 1 },
        sentence:
          'B offers each host the same share. The one download gets 8.68 Mb/s, and the eight together get 10.5 Mb/s.',
        facts: factsOfClasses(1, 'goodputMbps', { 'quiet host': '8.68 Mb/s', 'busy host': '10.5 Mb/s' }),
      },
      {
        view: { seconds: 30, speed: 1, focus: 'plots' },
        sentence:
          'B serves voice first, in a group of queues of its own (a tin). On average it waits 0.295 ms in B. In A it waits 0.241 ms, as a sparse flow.',
        facts: [
          figureFact(1, 'classDelayMs', '0.295 ms in B', 'voice'),
          figureFact(0, 'classDelayMs', '0.241 ms', 'voice'),
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
        view: { seconds: 10, speed: 0.02, focus: 0 },
        sentence:
          'All packets wait in one queue in A. On average a packet of the call waits 112 ms, behind those of the downloads.',
        facts: [figureFact(0, 'classDelayMs', '112 ms', 'call')],
      },
      {
        view: { seconds: 20, speed: 0.02, focus: 1 },
        sentence:
          'B has a queue for each flow. A queue that has just begun to wait is new and goes first: the call waits 0.303 ms on average.',
        facts: [figureFact(1, 'classDelayMs', '0.303 ms', 'call')],
      },
      {
        view: { seconds: 30, speed: 1, focus: 'plots' },
        sentence:
          'In A the film is one of 21 TCP flows: 1.04 Mb/s. B shares by hosts: the film gets 9.60 Mb/s, and all twenty downloads 9.63 Mb/s.',
        facts: [
          ...factsOfLanes('goodputMbps', ['1.04 Mb/s', '9.60 Mb/s'], 'film'),
          figureFact(1, 'goodputMbps', '9.63 Mb/s', 'downloads'),
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
        view: { seconds: 0.2005, speed: 0.01, focus: 0 },
        sentence:
          'The download fills the buffer of A at 0.2 s. From now on voice, web pages and pings wait behind its packets.',
        facts: [eventFact(0, 'full', 0.2005, 0.001)],
      },
      {
        view: { seconds: 20, speed: 0.1, focus: 'lanes' },
        sentence:
          'On average a voice packet waits 58.1 ms in A, and 0.575 ms in B: a queue that was empty is new, and B serves it first.',
        facts: factsOfLanes('classDelayMs', ['58.1 ms', '0.575 ms'], 'voice'),
      },
      {
        view: { seconds: 20, speed: 0.1, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'A drops 11.2 % of the packets of the web pages, which begin with a burst of ten. B drops 0 % of them.',
        facts: [...factsOfLanes('classLossPercent', ['11.2 %', '0 %'], 'web pages')],
      },
      {
        view: { seconds: 30, speed: 1, focus: 'plots' },
        sentence: 'The download gets 9.15 Mb/s in A and 8.49 Mb/s in B. The link of B is busy 93.8 % of the time.',
        facts: [
          ...factsOfLanes('goodputMbps', ['9.15 Mb/s in A', '8.49 Mb/s in B'], 'download'),
          figureFact(1, 'busyPercent', '93.8 %'),
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
        view: { seconds: 0.2046, speed: 0.01, focus: 0 },
        sentence: 'The download has filled the buffer of A. The first packet is dropped at 0.205 s.',
        facts: [eventFact(0, 'drop', 0.2046, 0.001)],
      },
      {
        view: { seconds: 20, speed: 0.1, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'On average a packet of a fetch waits 63.9 ms in A and 14.4 ms in B. A also drops 5.02 % of these packets.',
        facts: [
          ...factsOfLanes('classDelayMs', ['63.9 ms', '14.4 ms'], 'web fetches'),
          figureFact(0, 'classLossPercent', '5.02 %', 'web fetches'),
        ],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots' },
        sentence:
          'The download gets 8.73 Mb/s in A and 7.13 Mb/s in B. B keeps the queue of the download short. Compare the times of the fetches.',
        facts: factsOfLanes('goodputMbps', ['8.73 Mb/s in A', '7.13 Mb/s in B'], 'download'),
      },
    ],
  },
];
