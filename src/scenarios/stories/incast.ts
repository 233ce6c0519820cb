/** Stories of many senders that answer at once. */
import { eventFact, factsOfLanes, figureFact, type Story } from './story.ts';

export const incastStories: readonly Story[] = [
  {
    preset: 'incast-dctcp',
    lesson: 'incast',
    lanes: ['red-ecn', 'droptail'],
    stops: [
      {
        view: { seconds: 0.000134, speed: 0.001, focus: 'lanes' },
        sentence: 'At first each server sends 10 packets at once, 500 in all. Both buffers are full after 0.13 ms.',
        facts: [eventFact(0, 'full', 0.000134, 1e-6), eventFact(1, 'full', 0.000133, 1e-6)],
      },
      {
        view: { seconds: 1.501, speed: 0.001, focus: 'lanes' },
        sentence:
          'Marks keep the windows small in A: 90 packets wait, and 0 % are lost. In B, 95 packets wait, and 4.77 % are lost.',
        facts: [
          figureFact(0, 'waiting', '90 packets'),
          figureFact(0, 'lossPercent', '0 %'),
          figureFact(1, 'waiting', '95 packets'),
          figureFact(1, 'lossPercent', '4.77 %'),
        ],
      },
      {
        view: { seconds: 4, speed: 0.1, focus: 'plots' },
        sentence:
          'A sends all answers in time: 463 Mb/s. B gets 340 Mb/s, because its slowest answers wait for timeouts.',
        facts: factsOfLanes('goodputMbps', ['463 Mb/s', '340 Mb/s'], 'answers'),
      },
    ],
  },
  {
    preset: 'incast-reno',
    lesson: 'incast',
    lanes: ['droptail'],
    stops: [
      {
        view: { seconds: 0.000134, speed: 0.0001, focus: 0 },
        sentence:
          'Fifty servers answer at once. After 0.13 ms the buffer of 100 packets is full, and packets are dropped.',
        facts: [eventFact(0, 'full', 0.000133, 1e-6)],
      },
      {
        view: { seconds: 2, speed: 0.001, focus: 0 },
        sentence: '4.80 % of the packets are dropped. A server that loses its last packet waits for its timer: 200 ms.',
        facts: [figureFact(0, 'lossPercent', '4.80 %')],
      },
      {
        view: { seconds: 4, speed: 0.05, focus: 'plots' },
        sentence:
          'The link is busy only 35.3 % of the time. Without timeouts, it would be busy for 12 ms of each 25 ms. Look at the longest times.',
        facts: [figureFact(0, 'busyPercent', '35.3 %')],
      },
    ],
  },
];
