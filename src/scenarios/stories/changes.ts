/** Stories of a load or a link that changes. */
import { eventFact, factsOfClasses, factsOfLanes, figureFact, type Story } from './story.ts';

export const changeStories: readonly Story[] = [
  {
    preset: 'sudden-load',
    lanes: ['codel', 'pie'],
    stops: [
      {
        view: { seconds: 10.3, speed: 0.02, focus: 'lanes' },
        sentence: 'Eight more downloads begin at 10 s. After 0.3 s, 177 packets wait in A, and 172 packets in B.',
        facts: factsOfLanes('waiting', ['177 packets', '172 packets']),
      },
      {
        view: { seconds: 11.6, speed: 0.02, focus: 'lanes' },
        sentence:
          'CoDel drops one packet after the other: 64 packets still wait in A. PIE has raised its probability: 3 packets wait in B.',
        facts: factsOfLanes('waiting', ['64 packets', '3 packets']),
      },
      {
        view: { seconds: 30, speed: 1, focus: 'plots' },
        sentence:
          'The price of a short queue: since 2 s, A has dropped 4.97 % of all packets and B 5.90 %, nearly all of them with ten downloads.',
        facts: factsOfLanes('lossPercent', ['4.97 %', '5.90 %']),
      },
    ],
  },
  {
    preset: 'three-pies',
    lesson: 'three-pies',
    lanes: [
      { policy: 'pie', values: {} },
      { policy: 'pie', values: { variant: 'linux', kernelHz: '100' } },
      { policy: 'pie', values: { variant: 'linux', kernelHz: '1000' } },
    ],
    stops: [
      {
        view: { seconds: 10.3, speed: 0.02, focus: 'lanes' },
        sentence:
          'Eight downloads began at 10 s: 160 packets wait in A (RFC), 172 in B, 156 in C. Predict: which lane will have dropped most at 11 s?',
        facts: [...factsOfLanes('waiting', ['160 packets', '172 in B']), figureFact(2, 'waiting', '156 in C')],
      },
      {
        view: { seconds: 11, speed: 0.1, focus: 'lanes' },
        sentence:
          'Since 10 s, A has dropped 22.9 %, B 12.5 % and C 18.3 %. The queue of B is the longest, 69 packets, because B has dropped least.',
        facts: [
          ...factsOfLanes('lossPercent', ['22.9 %', '12.5 %']),
          figureFact(2, 'lossPercent', '18.3 %'),
          figureFact(1, 'waiting', '69 packets'),
        ],
      },
      {
        view: { seconds: 12, speed: 0.2, focus: 'plots' },
        sentence:
          'Why? Linux spaces its drops: after each one some packets pass. And B updates p only every 30 ms. Now B is short too: 3 packets wait.',
        facts: [figureFact(1, 'waiting', '3 packets')],
      },
      {
        view: { seconds: 30, speed: 1, focus: 'plots' },
        sentence:
          'Later the shares come close to each other: from 10 s to 30 s, A has dropped 8.70 %, B 7.76 % and C 7.54 % of the packets.',
        facts: [...factsOfLanes('lossPercent', ['8.70 %', '7.76 %']), figureFact(2, 'lossPercent', '7.54 %')],
      },
    ],
  },
  {
    preset: 'flows-come-and-go',
    lanes: ['red', 'pie'],
    stops: [
      {
        view: { seconds: 29, speed: 1, focus: 'lanes' },
        sentence:
          'Ten downloads: a packet waits 37.0 ms on average with RED, and 14.2 ms with PIE, whose target is 15 ms.',
        facts: factsOfLanes('delayMs', ['37.0 ms', '14.2 ms']),
      },
      {
        view: { seconds: 89, speed: 2, focus: 'lanes' },
        sentence:
          'Fifty downloads now. RED must drop more, so its queue must be longer: 63 packets wait. PIE raises its p instead: 20 wait.',
        facts: factsOfLanes('waiting', ['63 packets', '20 wait']),
      },
      {
        view: { seconds: 119, speed: 2, focus: 'lanes' },
        sentence:
          'The price: so far PIE has dropped 9.84 % of the packets, and RED 5.91 %. More downloads on one link need more drops.',
        facts: [figureFact(1, 'lossPercent', '9.84 %'), figureFact(0, 'lossPercent', '5.91 %')],
      },
      {
        view: { seconds: 150, speed: 4, focus: 'plots' },
        sentence:
          'Over all changes the mean delay is 55.7 ms with RED and 15.2 ms with PIE. The links are busy for 99.9 and 99.6 % of the time.',
        facts: [...factsOfLanes('delayMs', ['55.7 ms', '15.2 ms']), ...factsOfLanes('busyPercent', ['99.9', '99.6 %'])],
      },
    ],
  },
  {
    preset: 'mobile-link',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 0.4885, speed: 0.02, focus: 0 },
        sentence: 'The download fills the buffer of A at 0.488 s. The link has 12 Mb/s now.',
        facts: [eventFact(0, 'full', 0.4885, 0.001)],
      },
      {
        // The link has its lowest rate.
        view: { seconds: 12.5, speed: 0.2, focus: 'lanes' },
        sentence: 'The rate has fallen. Since the warm-up the ping waits 351 ms in A on average, and 1.57 ms in B.',
        facts: factsOfLanes('classDelayMs', ['351 ms', '1.57 ms'], 'ping'),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots' },
        sentence:
          'The download gets 9.58 Mb/s in A and 8.56 Mb/s in B. The queue of B empties when the rate rises, so its link is busy only 89.4 %.',
        facts: [
          ...factsOfLanes('goodputMbps', ['9.58 Mb/s', '8.56 Mb/s'], 'download'),
          figureFact(1, 'busyPercent', '89.4 %'),
        ],
      },
    ],
  },
  {
    preset: 'satellite-handover',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        view: { seconds: 14.95, speed: 0.05, focus: 'lanes' },
        sentence:
          'A handover: the link sends nothing for 150 ms. The buffer of A is full: 99 packets wait behind the one at the link. 84 wait in B.',
        facts: factsOfLanes('waiting', ['99 packets', '84 wait']),
      },
      {
        view: { seconds: 30, speed: 1, focus: 'lanes' },
        sentence:
          'On average a packet waits 63.3 ms in A and 10.7 ms in B. The buffer of A is more than half full nearly all the time.',
        facts: factsOfLanes('delayMs', ['63.3 ms', '10.7 ms']),
      },
      {
        view: { seconds: 60, speed: 2, focus: 'plots' },
        sentence: 'In A, BBR gets 8.67 Mb/s and CUBIC 8.81 Mb/s. In B they get 9.06 Mb/s and 8.23 Mb/s.',
        facts: [
          ...factsOfClasses(0, 'goodputMbps', { BBR: '8.67 Mb/s', CUBIC: '8.81 Mb/s' }),
          ...factsOfClasses(1, 'goodputMbps', { BBR: '9.06 Mb/s', CUBIC: '8.23 Mb/s' }),
        ],
      },
    ],
  },
];
