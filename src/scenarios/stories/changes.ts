/** Stories of a load or a link that changes. */
import { eventFact, figureFact, type Story } from './story.ts';

export const changeStories: readonly Story[] = [
  {
    preset: 'sudden-load',
    lanes: ['codel', 'pie'],
    stops: [
      {
        seconds: 10.3,
        speed: 0.02,
        focus: 'lanes',
        sentence: 'Eight more downloads begin at 10 s. After 0.3 s, 157 packets wait in A, and 113 packets in B.',
        facts: [figureFact(0, 'waiting', '157 packets', 157, 2), figureFact(1, 'waiting', '113 packets', 113, 2)],
      },
      {
        seconds: 11,
        speed: 0.02,
        focus: 'lanes',
        sentence:
          'CoDel drops one packet after the other: 85 packets still wait in A. PIE has raised its probability: 0 packets wait in B.',
        facts: [figureFact(0, 'waiting', '85 packets', 85, 2), figureFact(1, 'waiting', '0 packets', 0, 1)],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence: 'The price of a short queue with ten downloads: A drops 3.9 % of all packets, and B drops 4.9 %.',
        facts: [figureFact(0, 'lossPercent', '3.9 %', 3.85, 0.06), figureFact(1, 'lossPercent', '4.9 %', 4.93, 0.06)],
      },
    ],
  },
  {
    preset: 'flows-come-and-go',
    lanes: ['red', 'pie'],
    stops: [
      {
        seconds: 29,
        speed: 1,
        focus: 'lanes',
        sentence: 'Ten downloads: a packet waits 46 ms on average with RED, and 16 ms with PIE, whose target is 15 ms.',
        facts: [figureFact(0, 'delayMs', '46 ms', 45.9, 1), figureFact(1, 'delayMs', '16 ms', 16.2, 0.5)],
      },
      {
        seconds: 89,
        speed: 2,
        focus: 'lanes',
        sentence:
          'Fifty downloads now. RED must drop more, so its queue must be longer: 94 packets wait. PIE raises its p instead: 10 wait.',
        facts: [figureFact(0, 'waiting', '94 packets', 94, 1), figureFact(1, 'waiting', '10 wait', 10, 1)],
      },
      {
        seconds: 119,
        speed: 2,
        focus: 'lanes',
        sentence:
          'The price: so far PIE has dropped 8.3 % of the packets, and RED 3.9 %. More downloads on one link need more drops.',
        facts: [figureFact(1, 'lossPercent', '8.3 %', 8.33, 0.05), figureFact(0, 'lossPercent', '3.9 %', 3.91, 0.05)],
      },
      {
        seconds: 150,
        speed: 4,
        focus: 'plots',
        sentence:
          'Over all changes the mean delay is 76 ms with RED and 16 ms with PIE. Both links are busy for more than 99 % of the time.',
        facts: [
          figureFact(0, 'delayMs', '76 ms', 75.7, 1),
          figureFact(1, 'delayMs', '16 ms', 16.1, 0.5),
          figureFact(0, 'busyPercent', '99 %', 99.9, 1),
          figureFact(1, 'busyPercent', '99 %', 99.25, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'mobile-link',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.4885,
        speed: 0.02,
        focus: 0,
        sentence: 'The download fills the buffer of A at 0.49 s, while the link is fast.',
        facts: [eventFact(0, 'full', 0.4885, 0.001)],
      },
      {
        seconds: 20,
        speed: 0.2,
        focus: 'lanes',
        sentence: 'The rate has fallen. Since the warm-up the ping waits 327 ms in A on average, and 1.2 ms in B.',
        facts: [
          figureFact(0, 'classDelayMs', '327 ms', 327, 4, 'ping'),
          figureFact(1, 'classDelayMs', '1.2 ms', 1.2, 0.1, 'ping'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence:
          'The download gets 9.6 Mb/s in A and 8.4 Mb/s in B. The queue of B empties when the rate rises, so its link is busy only 88 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.6 Mb/s', 9.577, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '8.4 Mb/s', 8.374, 0.06, 'download'),
          figureFact(1, 'busyPercent', '88 %', 87.72, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'satellite-handover',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 14.95,
        speed: 0.05,
        focus: 'lanes',
        sentence:
          'A handover: the link sends nothing for 150 ms. The buffer of A is full: 99 packets wait behind the one at the link. 81 wait in B.',
        facts: [figureFact(0, 'waiting', '99 packets', 99, 1), figureFact(1, 'waiting', '81 wait', 81, 1)],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'lanes',
        sentence: 'A packet waits 63 ms in A and 10 ms in B. The buffer of A is nearly full most of the time.',
        facts: [figureFact(0, 'delayMs', '63 ms', 63.4, 1), figureFact(1, 'delayMs', '10 ms', 9.57, 0.5)],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence: 'In A, BBR gets 11.2 Mb/s and CUBIC 6.2 Mb/s. In B they get 8.5 Mb/s and 8.4 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '11.2 Mb/s', 11.152, 0.06, 'BBR'),
          figureFact(0, 'throughputMbps', '6.2 Mb/s', 6.249, 0.06, 'CUBIC'),
          figureFact(1, 'throughputMbps', '8.5 Mb/s', 8.503, 0.06, 'BBR'),
          figureFact(1, 'throughputMbps', '8.4 Mb/s', 8.363, 0.06, 'CUBIC'),
        ],
      },
    ],
  },
];
