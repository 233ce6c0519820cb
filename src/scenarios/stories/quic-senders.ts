/** Stories of QUIC. */
import { CLASS_LOSS_PLOT, eventFact, factsOfClasses, factsOfLanes, figureFact, type Story } from './story.ts';

export const quicStories: readonly Story[] = [
  {
    preset: 'http3-beside-tcp',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.2084, speed: 0.01, focus: 0 },
        sentence: 'At 0.208 s A drops a packet of QUIC. Its data leaves again in a packet with a new number.',
        facts: [eventFact(0, 'drop', 0.2084, 0.001)],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence: 'In A, QUIC gets 9.72 Mb/s and TCP 9.51 Mb/s: both have the same rules for window, pacing and ACKs.',
        facts: factsOfClasses(0, 'goodputMbps', { QUIC: '9.72 Mb/s', TCP: '9.51 Mb/s' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 1 },
        sentence:
          'On average a packet waits 31.1 ms in A and 2.11 ms in B. Switch the pacing of one sender off: in A that matters more than the protocol.',
        facts: factsOfLanes('delayMs', ['31.1 ms', '2.11 ms']),
      },
    ],
  },
  {
    preset: 'odd-sender',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.1851, speed: 0.01, focus: 0 },
        sentence: 'The queue of A is full for the first time at 0.185 s. Look at the order of the colours in it.',
        facts: [eventFact(0, 'drop', 0.1851, 0.001)],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence: 'In A, one sender gets 16.8 Mb/s and the other gets 1.93 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { one: '16.8 Mb/s', other: '1.93 Mb/s' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'A drops 44.4 % of the packets of the other and 2.64 % of those of one. The other does not pace, so its bursts find no room.',
        facts: factsOfClasses(0, 'classLossPercent', { other: '44.4 %', one: '2.64 %' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence: 'B gives one 9.46 Mb/s and the other 9.44 Mb/s, but it drops 17.5 % of the packets of the other.',
        facts: [
          ...factsOfClasses(1, 'goodputMbps', { one: '9.46 Mb/s', other: '9.44 Mb/s' }),
          figureFact(1, 'classLossPercent', '17.5 %', 'other'),
        ],
      },
    ],
  },
  {
    preset: 'paced-trains',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        // The ninth and the tenth packet are dropped.
        view: { seconds: 0.0494, speed: 0.01, focus: 0 },
        sentence: 'The first train of ten finds room for eight packets. A drops the rest at 0.049 s.',
        facts: [eventFact(0, 'drop', 0.04936, 0.00001)],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence: 'In A, the packets that come one by one get 12.5 Mb/s, the trains 5.33 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { 'one by one': '12.5 Mb/s', 'trains of ten': '5.33 Mb/s' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'A drops 0.673 % of the packets in trains and 0.075 % of the others. The pacing rate of a window is the same.',
        facts: factsOfClasses(0, 'classLossPercent', { 'trains of ten': '0.673 %', 'one by one': '0.075 %' }),
      },
    ],
  },
];
