/** Stories of TCP senders that compete, and of the buffer that they need. */
import { CLASS_LOSS_PLOT, eventFact, factsOfClasses, factsOfLanes, figureFact, type Story } from './story.ts';

export const competingSenderStories: readonly Story[] = [
  {
    preset: 'buffer-sizing',
    lesson: 'how-big-a-buffer',
    lanes: ['droptail'],
    stops: [
      {
        view: { seconds: 0.5472, speed: 0.01, focus: 0 },
        sentence:
          'The buffer holds 62 packets, a quarter of the bandwidth-delay product. It is full for the first time at 0.547 s.',
        facts: [eventFact(0, 'full', 0.5472, 0.001)],
      },
      {
        view: { seconds: 5.8927, speed: 0.1, focus: 0 },
        sentence: 'At 5.89 s the last of the 16 flows leaves slow start. Each flow has its own sawtooth now.',
        facts: [eventFact(0, 'slowStart', 5.8927, 0.001)],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots' },
        sentence:
          'The link is busy 99.7 % of the time, and a packet waits 9.64 ms on average. Set the buffer to 250 packets. What changes?',
        facts: [figureFact(0, 'busyPercent', '99.7 %'), figureFact(0, 'delayMs', '9.64 ms')],
      },
    ],
  },
  {
    preset: 'cubic-reno-short',
    lanes: ['droptail', 'codel'],
    stops: [
      {
        view: { seconds: 0.2127, speed: 0.01, focus: 0 },
        sentence: 'The buffer of A is full at 0.213 s, and A drops its first packet.',
        facts: [eventFact(0, 'full', 0.2127, 0.001)],
      },
      {
        view: { seconds: 120, speed: 1, focus: 'lanes' },
        sentence: 'Behind the long queue of A, CUBIC gets 11.5 Mb/s and Reno 7.79 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { CUBIC: '11.5 Mb/s', Reno: '7.79 Mb/s' }),
      },
      {
        view: { seconds: 120, speed: 1, focus: 1 },
        sentence:
          'With CoDel, CUBIC gets 10.2 Mb/s and Reno 9.10 Mb/s. On short round trips CUBIC grows as Reno does (RFC 9438, section 4.3).',
        facts: factsOfClasses(1, 'goodputMbps', { CUBIC: '10.2 Mb/s', Reno: '9.10 Mb/s' }),
      },
      {
        view: { seconds: 120, speed: 2, focus: 'plots' },
        sentence: 'The queue makes the round trip long: on average a packet waits 48.6 ms in A and 9.13 ms in B.',
        facts: factsOfLanes('delayMs', ['48.6 ms', '9.13 ms']),
      },
    ],
  },
  {
    preset: 'cubic-reno-long',
    lanes: ['droptail', 'codel'],
    stops: [
      {
        view: { seconds: 1.8745, speed: 0.1, focus: 'lanes' },
        sentence:
          'At 1.87 s the last flow leaves slow start. After a loss Reno adds one packet per round trip of 100 ms.',
        facts: [eventFact(0, 'slowStart', 1.8745, 0.001)],
      },
      {
        view: { seconds: 120, speed: 1, focus: 0 },
        sentence: 'In A, CUBIC gets 14.9 Mb/s and Reno 4.40 Mb/s: CUBIC grows with time, not with round trips.',
        facts: factsOfClasses(0, 'goodputMbps', { CUBIC: '14.9 Mb/s', Reno: '4.40 Mb/s' }),
      },
      {
        view: { seconds: 120, speed: 2, focus: 'plots' },
        sentence: 'In B, Reno gets 8.61 Mb/s. The queue of B is short, and its link is busy 96.3 % of the time.',
        facts: [figureFact(1, 'goodputMbps', '8.61 Mb/s', 'Reno'), figureFact(1, 'busyPercent', '96.3 %')],
      },
    ],
  },
  {
    preset: 'bbr-cubic-shallow',
    lesson: 'cubic-and-bbr',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.1832, speed: 0.01, focus: 0 },
        sentence: 'The shallow buffer of A is full at 0.183 s. CUBIC slows down after a loss, and BBR does not.',
        facts: [eventFact(0, 'full', 0.1832, 0.001)],
      },
      {
        view: { seconds: 20, speed: 0.1, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence: "A drops 9.50 % of CUBIC's packets and 1.85 % of BBR's.",
        facts: factsOfClasses(0, 'classLossPercent', { CUBIC: '9.50 %', BBR: '1.85 %' }),
      },
      {
        view: { seconds: 60, speed: 1, focus: 'lanes' },
        sentence:
          'BBR gets 18.0 Mb/s in A and leaves 0.885 Mb/s to CUBIC. In B each flow has a queue: 9.94 and 9.23 Mb/s.',
        facts: [
          ...factsOfClasses(0, 'goodputMbps', { BBR: '18.0 Mb/s', CUBIC: '0.885 Mb/s' }),
          ...factsOfClasses(1, 'goodputMbps', { BBR: '9.94', CUBIC: '9.23 Mb/s' }),
        ],
      },
    ],
  },
  {
    preset: 'bbr-cubic-deep',
    lesson: 'cubic-and-bbr',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 7.1367, speed: 0.05, focus: 0 },
        sentence: 'CUBIC needs until 7.14 s to fill the deep buffer of A: 536 packets.',
        facts: [eventFact(0, 'full', 7.1367, 0.001)],
      },
      {
        view: { seconds: 20, speed: 1, focus: 'lanes' },
        sentence:
          'By now CUBIC has filled the queue of A: 18.3 Mb/s. BBR keeps to two of the BDPs that it measures, and gets 0.994 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { CUBIC: '18.3 Mb/s', BBR: '0.994 Mb/s' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence:
          'On average a packet waits 278 ms in A and 9.47 ms in B. In B, BBR gets 9.97 Mb/s and CUBIC 9.24 Mb/s.',
        facts: [
          ...factsOfLanes('delayMs', ['278 ms', '9.47 ms']),
          ...factsOfClasses(1, 'goodputMbps', { BBR: '9.97 Mb/s', CUBIC: '9.24 Mb/s' }),
        ],
      },
    ],
  },
  {
    preset: 'rtt-unfairness',
    lesson: 'near-and-far',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        // The flows of the short path have just overtaken the others, which began first.
        view: { seconds: 15, speed: 1, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'In A the short path has lost 1.04 % of its packets, the long path 0.983 %. Yet the short path gets 9.93 Mb/s, the long one 8.86 Mb/s.',
        facts: [
          ...factsOfClasses(0, 'goodputMbps', { 'short path': '9.93', 'long path': '8.86 Mb/s' }),
          ...factsOfClasses(0, 'classLossPercent', { 'short path': '1.04 %', 'long path': '0.983 %' }),
        ],
      },
      {
        view: { seconds: 120, speed: 1, focus: 0 },
        sentence: 'The two flows of the short path get 15.0 Mb/s in A, the two of the long path get 4.30 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { 'short path': '15.0 Mb/s', 'long path': '4.30 Mb/s' }),
      },
      {
        view: { seconds: 120, speed: 1, focus: 1 },
        sentence: 'B has a queue for each flow. There the same pairs get 11.0 Mb/s and 8.06 Mb/s.',
        facts: factsOfClasses(1, 'goodputMbps', { 'short path': '11.0 Mb/s', 'long path': '8.06 Mb/s' }),
      },
      {
        view: { seconds: 120, speed: 2, focus: 'plots' },
        sentence: 'On average a packet waits 24.7 ms in A and 4.95 ms in B. The link of B is busy 98.7 % of the time.',
        facts: [...factsOfLanes('delayMs', ['24.7 ms', '4.95 ms']), figureFact(1, 'busyPercent', '98.7 %')],
      },
    ],
  },
  {
    preset: 'l4s-beside-classic',
    lesson: 'what-marks-can-do',
    lanes: ['dualpi2', 'pie'],
    stops: [
      {
        view: { seconds: 0.058, speed: 0.01, focus: 0 },
        sentence:
          'DualPI2 marks its first packet at 0.058 s. It has a queue for L4S senders and a queue for classic ones.',
        facts: [eventFact(0, 'mark', 0.058, 0.001)],
      },
      {
        view: { seconds: 25, speed: 0.05, focus: 0 },
        sentence: 'In DualPI2 a packet of Prague waits 0.238 ms on average, and a packet of Reno 14.9 ms.',
        facts: factsOfClasses(0, 'classDelayMs', { Prague: '0.238 ms', Reno: '14.9 ms' }),
      },
      {
        view: { seconds: 40, speed: 1, focus: 'lanes' },
        sentence:
          'PIE marks both with the same probability. Prague slows down less for a mark: it gets 33.8 Mb/s, and Reno gets 4.68 Mb/s.',
        facts: factsOfClasses(1, 'goodputMbps', { Prague: '33.8 Mb/s', Reno: '4.68 Mb/s' }),
      },
      {
        view: { seconds: 40, speed: 1, focus: 'plots' },
        sentence:
          'DualPI2 couples its two queues, and the shares come closer: 24.1 Mb/s for Prague, 14.5 Mb/s for Reno.',
        facts: factsOfClasses(0, 'goodputMbps', { Prague: '24.1 Mb/s', Reno: '14.5 Mb/s' }),
      },
    ],
  },
];
