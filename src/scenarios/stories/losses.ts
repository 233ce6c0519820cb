/** Stories of lost and late packets: on the link, in a shallow buffer, and at a policer. */
import { CLASS_LOSS_PLOT, eventFact, factsOfClasses, factsOfLanes, figureFact, type Story } from './story.ts';

export const lossStories: readonly Story[] = [
  {
    preset: 'lossy-long-path',
    lesson: 'three-ways-to-notice-a-loss',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.6259, speed: 0.05, focus: 0 },
        sentence:
          'Both flows start fast and fill the buffer of A at 0.626 s. These first packets are dropped by the router.',
        facts: [eventFact(0, 'full', 0.6259, 0.001)],
      },
      {
        view: { seconds: 15, speed: 1, focus: 0 },
        sentence:
          'Now A drops 0 %, but the link loses 1 %. CUBIC cuts its window for each loss: 1.54 Mb/s. BBR does not: 16.9 Mb/s.',
        facts: [
          figureFact(0, 'lossPercent', '0 %'),
          ...factsOfClasses(0, 'goodputMbps', { CUBIC: '1.54 Mb/s', BBR: '16.9 Mb/s' }),
        ],
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence:
          'In B, CUBIC has a queue of its own and gets 1.60 Mb/s, in A 1.33 Mb/s. No queue repairs a loss behind it.',
        facts: [figureFact(1, 'goodputMbps', '1.60 Mb/s', 'CUBIC'), figureFact(0, 'goodputMbps', '1.33 Mb/s', 'CUBIC')],
      },
    ],
  },
  {
    preset: 'reordering-path',
    lesson: 'three-ways-to-notice-a-loss',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 2.0254, speed: 0.05, focus: 0 },
        sentence:
          'Slow start ends with drops, from 0.467 s on. At 2.03 s the last flow leaves it. The path goes on: 2 % of the packets come late.',
        facts: [eventFact(0, 'slowStart', 2.0254, 0.001), eventFact(0, 'drop', 0.4665, 0.001)],
      },
      {
        view: { seconds: 10, speed: 0.5, focus: 0 },
        sentence:
          'SACK cuts its window for late packets, and gets 2.63 Mb/s. RACK waits a little longer, and gets 16.6 Mb/s.',
        facts: factsOfClasses(0, 'goodputMbps', { SACK: '2.63 Mb/s', RACK: '16.6 Mb/s' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 1 },
        sentence:
          'In B each flow has a queue of its own, and CoDel keeps all windows small: RACK 9.81 Mb/s, SACK 9.40 Mb/s.',
        facts: factsOfClasses(1, 'goodputMbps', { RACK: '9.81 Mb/s', SACK: '9.40 Mb/s' }),
      },
    ],
  },
  {
    preset: 'shallow-buffer',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.418, speed: 0.02, focus: 0 },
        sentence: 'The buffer of A holds 8 packets. At 0.418 s it is full, and A drops its first packet.',
        facts: [eventFact(0, 'full', 0.418, 0.001), eventFact(0, 'drop', 0.418, 0.001)],
      },
      {
        view: { seconds: 20, speed: 0.5, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence: 'A burst overflows the small buffer: unpaced flows lose 1.53 % of their packets, paced ones 0.477 %.',
        facts: factsOfClasses(0, 'classLossPercent', { unpaced: '1.53 %', paced: '0.477 %' }),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'lanes' },
        sentence:
          'In A the paced flows get 12.3 Mb/s, the others 6.46 Mb/s. In B each flow has a queue: 9.64 and 9.66 Mb/s.',
        facts: [
          ...factsOfClasses(0, 'goodputMbps', { paced: '12.3 Mb/s', unpaced: '6.46 Mb/s' }),
          ...factsOfClasses(1, 'goodputMbps', { paced: '9.64', unpaced: '9.66 Mb/s' }),
        ],
      },
    ],
  },
  {
    preset: 'policed-downloads',
    lanes: ['policer', 'droptail'],
    stops: [
      {
        view: { seconds: 0.6313, speed: 0.05, focus: 0 },
        sentence: 'At 0.631 s the bucket of A is empty, and A drops a packet although its buffer has room.',
        facts: [eventFact(0, 'drop', 0.6313, 0.001)],
      },
      {
        view: { seconds: 10, speed: 0.5, focus: 'lanes' },
        sentence:
          'On average a packet waits 2.57 ms in A. In B the buffer fills before a packet is dropped: there a packet waits 65.8 ms.',
        facts: factsOfLanes('delayMs', ['2.57 ms', '65.8 ms']),
      },
      {
        view: { seconds: 30, speed: 1, focus: 'lanes' },
        sentence: 'A pays with losses: 1.40 %, in B 0.156 %. The downloads get 9.16 Mb/s in A and 9.65 Mb/s in B.',
        facts: [
          ...factsOfLanes('lossPercent', ['1.40 %', '0.156 %']),
          ...factsOfLanes('goodputMbps', ['9.16 Mb/s', '9.65 Mb/s'], 'downloads'),
        ],
      },
    ],
  },
];
