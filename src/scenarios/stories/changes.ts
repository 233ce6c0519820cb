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
        sentence: 'Eight more downloads begin at 10 s. After 0.3 s, 169 packets wait in A, and 162 packets in B.',
        facts: [figureFact(0, 'waiting', '169 packets', 169, 2), figureFact(1, 'waiting', '162 packets', 162, 2)],
      },
      {
        seconds: 11,
        speed: 0.02,
        focus: 'lanes',
        sentence:
          'CoDel drops one packet after the other: 132 packets still wait in A. PIE has raised its probability: 2 packets wait in B.',
        facts: [figureFact(0, 'waiting', '132 packets', 132, 2), figureFact(1, 'waiting', '2 packets', 2, 1)],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence: 'The price of a short queue with ten downloads: A drops 5.0 % of all packets, and B drops 6.6 %.',
        facts: [figureFact(0, 'lossPercent', '5.0 %', 4.962, 0.06), figureFact(1, 'lossPercent', '6.6 %', 6.586, 0.06)],
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
        sentence: 'Ten downloads: a packet waits 47 ms on average with RED, and 16 ms with PIE, whose target is 15 ms.',
        facts: [figureFact(0, 'delayMs', '47 ms', 47.1, 1), figureFact(1, 'delayMs', '16 ms', 16.2, 0.5)],
      },
      {
        seconds: 89,
        speed: 2,
        focus: 'lanes',
        sentence:
          'Fifty downloads now. RED must drop more, so its queue must be longer: 105 packets wait. PIE raises its p instead: 6 wait.',
        facts: [figureFact(0, 'waiting', '105 packets', 105, 1), figureFact(1, 'waiting', '6 wait', 6, 1)],
      },
      {
        seconds: 119,
        speed: 2,
        focus: 'lanes',
        sentence:
          'The price: so far PIE has dropped 10.8 % of the packets, and RED 4.5 %. More downloads on one link need more drops.',
        facts: [
          figureFact(1, 'lossPercent', '10.8 %', 10.756, 0.05),
          figureFact(0, 'lossPercent', '4.5 %', 4.456, 0.05),
        ],
      },
      {
        seconds: 150,
        speed: 4,
        focus: 'plots',
        sentence:
          'Over all changes the mean delay is 81 ms with RED and 16 ms with PIE. Both links are busy for more than 99 % of the time.',
        facts: [
          figureFact(0, 'delayMs', '81 ms', 80.9, 1),
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
          'The download gets 9.6 Mb/s in A and 8.5 Mb/s in B. The queue of B empties when the rate rises, so its link is busy only 88 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.6 Mb/s', 9.577, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '8.5 Mb/s', 8.456, 0.06, 'download'),
          figureFact(1, 'busyPercent', '88 %', 88.31, 0.5),
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
          'A handover: the link sends nothing for 150 ms. The buffer of A is full: 99 packets wait behind the one at the link. 100 wait in B.',
        facts: [figureFact(0, 'waiting', '99 packets', 99, 1), figureFact(1, 'waiting', '100 wait', 100, 1)],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'lanes',
        sentence: 'A packet waits 63 ms in A and 12 ms in B. The buffer of A is nearly full most of the time.',
        facts: [figureFact(0, 'delayMs', '63 ms', 63, 1), figureFact(1, 'delayMs', '12 ms', 11.94, 0.5)],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence: 'In A, BBR gets 8.7 Mb/s and CUBIC 8.8 Mb/s. In B they get 9.1 Mb/s and 8.3 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '8.7 Mb/s', 8.669, 0.06, 'BBR'),
          figureFact(0, 'throughputMbps', '8.8 Mb/s', 8.803, 0.06, 'CUBIC'),
          figureFact(1, 'throughputMbps', '9.1 Mb/s', 9.069, 0.06, 'BBR'),
          figureFact(1, 'throughputMbps', '8.3 Mb/s', 8.275, 0.06, 'CUBIC'),
        ],
      },
    ],
  },
];
