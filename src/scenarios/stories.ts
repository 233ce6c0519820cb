/**
 * Stories: for one preset of each family a few stops. A stop has a time, a speed, a highlighted part and one sentence.
 * The figures in the sentences are also here as data, and a test compares them with the run.
 */

/**
 * The figure or event of a fact. Figures count since the warm-up, as the lane's head does; `waiting` is the packets that wait now.
 * `missingFrames` counts the frames that cannot be shown because of one loss: the largest loss of the drawn videos.
 */
export type FactFigure =
  | 'waiting'
  | 'delayMs'
  | 'lossPercent'
  | 'busyPercent'
  | 'fairness'
  | 'classDelayMs'
  | 'classLossPercent'
  | 'throughputMbps'
  | 'shownPercent'
  | 'missingFrames';

/** A figure of a lane at the time of the stop. */
export interface FigureFact {
  /** Its text in the sentence. */
  readonly says: string;
  readonly lane: number;
  readonly figure: FactFigure;
  /** Label of the class, if the figure belongs to a class. */
  readonly classLabel?: string;
  readonly value: number;
  /** Allowed difference from the run. */
  readonly tolerance: number;
}

/** The first event of its kind in the run of a lane. */
export interface EventFact {
  readonly lane: number;
  readonly event: 'drop' | 'full' | 'mark' | 'slowStart' | 'threshold' | 'state';
  readonly seconds: number;
  readonly tolerance: number;
}

export type StoryFact = FigureFact | EventFact;

export interface StoryStop {
  readonly seconds: number;
  /** Speed after the stop, in simulated seconds per second. */
  readonly speed: number;
  /** The highlighted part: the lanes (or one of them), or the plots. */
  readonly focus: 'lanes' | 'plots' | 0 | 1;
  readonly sentence: string;
  readonly facts: readonly StoryFact[];
}

export interface Story {
  readonly preset: string;
  /** The policies of its lanes. The seed is 1. */
  readonly lanes: readonly string[];
  readonly stops: readonly StoryStop[];
}

const figureFact = (
  lane: number,
  figure: FactFigure,
  says: string,
  value: number,
  tolerance: number,
  classLabel?: string,
): FigureFact => ({ lane, figure, says, value, tolerance, ...(classLabel !== undefined && { classLabel }) });

const eventFact = (lane: number, event: EventFact['event'], seconds: number, tolerance: number): EventFact => ({
  lane,
  event,
  seconds,
  tolerance,
});

export const storiesByPreset: readonly Story[] = [
  {
    preset: 'opening',
    lanes: ['droptail', 'red'],
    stops: [
      {
        seconds: 0.5316,
        speed: 0.01,
        focus: 1,
        sentence:
          'Slow start doubles the windows. RED drops its first packet at 0.53 s, while its buffer still has room.',
        facts: [eventFact(1, 'drop', 0.5316, 0.001), eventFact(1, 'full', 0.5518, 0.001)],
      },
      {
        seconds: 0.5493,
        speed: 0.01,
        focus: 0,
        sentence: 'DropTail drops nothing until its buffer of 120 packets is full at 0.55 s.',
        facts: [
          eventFact(0, 'drop', 0.5493, 0.001),
          eventFact(0, 'full', 0.5493, 0.001),
          figureFact(0, 'waiting', '120 packets', 119, 1),
        ],
      },
      {
        seconds: 10,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'A standing queue stays in A: a packet waits 72 ms on average. In B it waits 16 ms.',
        facts: [figureFact(0, 'delayMs', '72 ms', 71.6, 1), figureFact(1, 'delayMs', '16 ms', 15.5, 1)],
      },
      {
        seconds: 20,
        speed: 1,
        focus: 'plots',
        sentence:
          'The price: B loses 2.2 % of its packets, and A loses 1.4 %. The link of B is busy only 99 % of the time.',
        facts: [
          figureFact(1, 'lossPercent', '2.2 %', 2.21, 0.05),
          figureFact(0, 'lossPercent', '1.4 %', 1.37, 0.05),
          figureFact(1, 'busyPercent', '99 %', 98.89, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'single-tcp',
    lanes: ['droptail', 'red'],
    stops: [
      {
        seconds: 0.3329,
        speed: 0.05,
        focus: 0,
        sentence:
          'In slow start one flow alone fills the buffer of 20 packets within 0.33 s. Its first packet is dropped.',
        facts: [eventFact(0, 'full', 0.3329, 0.005)],
      },
      {
        seconds: 0.5049,
        speed: 0.05,
        focus: 0,
        sentence:
          'The loss ends slow start at 0.5 s: the window is cut, and from now on it grows by one packet per round trip.',
        facts: [eventFact(0, 'slowStart', 0.5049, 0.005)],
      },
      {
        seconds: 20,
        speed: 2,
        focus: 'plots',
        sentence: 'Then comes the sawtooth. A packet waits 69 ms on average under DropTail, and 37 ms under RED.',
        facts: [figureFact(0, 'delayMs', '69 ms', 69.2, 1), figureFact(1, 'delayMs', '37 ms', 36.7, 1)],
      },
    ],
  },
  {
    preset: 'home-bufferbloat',
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
        seconds: 20,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'The ping waits 65 ms in A. In B it has its own queue and waits 0.6 ms.',
        facts: [
          figureFact(0, 'classDelayMs', '65 ms', 65.1, 1, 'ping'),
          figureFact(1, 'classDelayMs', '0.6 ms', 0.6, 0.1, 'ping'),
        ],
      },
      {
        seconds: 20,
        speed: 1,
        focus: 'plots',
        sentence: 'The download gets 9.6 Mb/s in A and 9.3 Mb/s in B. The link of B is busy 96 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.6 Mb/s in A', 9.65, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '9.3 Mb/s in B', 9.26, 0.06, 'download'),
          figureFact(1, 'busyPercent', '96 %', 96, 0.5),
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
        sentence: 'The packets of the video wait 107 ms in A, behind those of the downloads. In B they wait 8 ms.',
        facts: [
          figureFact(0, 'classDelayMs', '107 ms', 107.2, 2, 'video'),
          figureFact(1, 'classDelayMs', '8 ms', 8.3, 0.4, 'video'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'lanes',
        sentence: 'A drops 1.0 % of the packets of the video, and B 0.4 %.',
        facts: [
          figureFact(0, 'classLossPercent', '1.0 %', 1.02, 0.03, 'video'),
          figureFact(1, 'classLossPercent', '0.4 %', 0.41, 0.03, 'video'),
        ],
      },
      {
        seconds: 120,
        speed: 4,
        focus: 'plots',
        sentence:
          'The video gets 1.4 Mb/s in A and 1.8 Mb/s in B. In B each flow has a queue of its own, and the far server is at no disadvantage.',
        facts: [
          figureFact(0, 'throughputMbps', '1.4 Mb/s in A', 1.44, 0.05, 'video'),
          figureFact(1, 'throughputMbps', '1.8 Mb/s in B', 1.76, 0.05, 'video'),
        ],
      },
    ],
  },
  {
    preset: 'home-hosts',
    lanes: ['fq-codel', 'cake-parts'],
    stops: [
      {
        seconds: 10,
        speed: 0.02,
        focus: 0,
        sentence:
          'A gives each flow the same share. The one download gets 2.1 Mb/s, a ninth of the link. The eight together get 17.1 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '2.1 Mb/s', 2.136, 0.04, 'one flow'),
          figureFact(0, 'throughputMbps', '17.1 Mb/s', 17.09, 0.05, 'eight flows'),
        ],
      },
      {
        seconds: 20,
        speed: 0.02,
        focus: 1,
        sentence:
          'B gives each host the same share. The one download gets 9.2 Mb/s, and the eight together get 10.0 Mb/s.',
        facts: [
          figureFact(1, 'throughputMbps', '9.2 Mb/s', 9.2, 0.05, 'one flow'),
          figureFact(1, 'throughputMbps', '10.0 Mb/s', 10.03, 0.05, 'eight flows'),
        ],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence:
          'Voice has its own tin in B and goes first. It waits 0.26 ms in B, and 0.24 ms as a sparse flow in A.',
        facts: [
          figureFact(1, 'classDelayMs', '0.26 ms in B', 0.262, 0.01, 'voice'),
          figureFact(0, 'classDelayMs', '0.24 ms', 0.241, 0.01, 'voice'),
        ],
      },
    ],
  },
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
    preset: 'incast-dctcp',
    lanes: ['red-ecn', 'droptail'],
    stops: [
      {
        seconds: 0.000138,
        speed: 0.001,
        focus: 'lanes',
        sentence: 'At first each server sends 10 packets at once, 500 in all. Both buffers are full after 0.14 ms.',
        facts: [eventFact(0, 'full', 0.000138, 0.00001), eventFact(1, 'full', 0.000138, 0.00001)],
      },
      {
        seconds: 1.501,
        speed: 0.001,
        focus: 'lanes',
        sentence:
          'Marks keep the windows small in A: 90 packets wait, and 0 % are lost. B is full with 97 packets, and loses 4.8 %.',
        facts: [
          figureFact(0, 'waiting', '90 packets', 90, 2),
          figureFact(0, 'lossPercent', '0 %', 0, 0.001),
          figureFact(1, 'waiting', '97 packets', 97, 2),
          figureFact(1, 'lossPercent', '4.8 %', 4.77, 0.06),
        ],
      },
      {
        seconds: 4,
        speed: 0.1,
        focus: 'plots',
        sentence:
          'A sends all answers in time: 463 Mb/s. B gets 340 Mb/s, since its slowest answers wait for timeouts.',
        facts: [
          figureFact(0, 'throughputMbps', '463 Mb/s', 463.4, 1, 'answers'),
          figureFact(1, 'throughputMbps', '340 Mb/s', 340.4, 1, 'answers'),
        ],
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
    preset: 'greedy-and-sparse',
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
        sentence:
          'A packet of the voice call waits 59 ms in A. In B it waits 0.6 ms: its queue is short, so B serves it first.',
        facts: [
          figureFact(0, 'classDelayMs', '59 ms', 58.57, 1, 'voice'),
          figureFact(1, 'classDelayMs', '0.6 ms', 0.55, 0.1, 'voice'),
        ],
      },
      {
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence:
          'A drops 15 % of the packets of the web pages, which begin with a burst of ten. B drops none of them.',
        facts: [
          figureFact(0, 'classLossPercent', '15 %', 14.76, 0.3, 'web pages'),
          figureFact(0, 'classLossPercent', '15 %', 14.76, 0.3, 'web pages'),
        ],
      },
      {
        seconds: 30,
        speed: 1,
        focus: 'plots',
        sentence: 'The download gets 9.2 Mb/s in A and 8.3 Mb/s in B. The link of B is busy 92 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.2 Mb/s in A', 9.157, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '8.3 Mb/s in B', 8.313, 0.06, 'download'),
          figureFact(1, 'busyPercent', '92 %', 92, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'web-fetches',
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
        sentence: 'A packet of a fetch waits 60 ms in A and 14 ms in B. A also drops 9.7 % of them.',
        facts: [
          figureFact(0, 'classDelayMs', '60 ms', 60, 1, 'web fetches'),
          figureFact(1, 'classDelayMs', '14 ms', 14.4, 0.5, 'web fetches'),
          figureFact(0, 'classLossPercent', '9.7 %', 9.73, 0.1, 'web fetches'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence:
          'The download gets 8.7 Mb/s in A and 7.6 Mb/s in B. B keeps the queue of the download short. Compare the times of the fetches.',
        facts: [
          figureFact(0, 'throughputMbps', '8.7 Mb/s in A', 8.724, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '7.6 Mb/s in B', 7.637, 0.06, 'download'),
        ],
      },
    ],
  },
  {
    preset: 'buffer-sizing',
    lanes: ['droptail'],
    stops: [
      {
        seconds: 0.5471,
        speed: 0.01,
        focus: 0,
        sentence:
          'The buffer holds 62 packets, a quarter of the bandwidth-delay product. It is full for the first time at 0.55 s.',
        facts: [eventFact(0, 'full', 0.5472, 0.001)],
      },
      {
        seconds: 5.2124,
        speed: 0.1,
        focus: 0,
        sentence: 'At 5.2 s the last of the 16 flows leaves slow start. Each flow has its own sawtooth now.',
        facts: [eventFact(0, 'slowStart', 5.2124, 0.001)],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence:
          'The link is busy 99 % of the time, and a packet waits 9 ms on average. Set the buffer to 250 packets. What changes?',
        facts: [figureFact(0, 'busyPercent', '99 %', 99.45, 0.5), figureFact(0, 'delayMs', '9 ms', 9.49, 0.5)],
      },
    ],
  },
  {
    preset: 'cubic-reno-short',
    lanes: ['droptail', 'codel'],
    stops: [
      {
        seconds: 0.2127,
        speed: 0.01,
        focus: 0,
        sentence: 'The buffer of A is full at 0.21 s, and A drops its first packet.',
        facts: [eventFact(0, 'full', 0.2127, 0.001)],
      },
      {
        seconds: 120,
        speed: 1,
        focus: 'lanes',
        sentence: 'Behind the long queue of A, CUBIC gets 12.2 Mb/s and Reno 7.1 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '12.2 Mb/s', 12.234, 0.06, 'CUBIC'),
          figureFact(0, 'throughputMbps', '7.1 Mb/s', 7.072, 0.06, 'Reno'),
        ],
      },
      {
        seconds: 120,
        speed: 1,
        focus: 1,
        sentence:
          'With CoDel, CUBIC gets 10.3 Mb/s and Reno 9.0 Mb/s. On short round trips CUBIC grows as Reno does (RFC 9438, section 4.3).',
        facts: [
          figureFact(1, 'throughputMbps', '10.3 Mb/s', 10.266, 0.06, 'CUBIC'),
          figureFact(1, 'throughputMbps', '9.0 Mb/s', 9.041, 0.06, 'Reno'),
        ],
      },
      {
        seconds: 120,
        speed: 2,
        focus: 'plots',
        sentence: 'The queue makes the round trip long: a packet waits 49 ms in A and 9 ms in B.',
        facts: [figureFact(0, 'delayMs', '49 ms', 48.55, 1), figureFact(1, 'delayMs', '9 ms', 9.45, 0.5)],
      },
    ],
  },
  {
    preset: 'cubic-reno-long',
    lanes: ['droptail', 'codel'],
    stops: [
      {
        seconds: 1.7839,
        speed: 0.1,
        focus: 'lanes',
        sentence:
          'At 1.8 s the last flow leaves slow start. After a loss Reno adds one packet per round trip of 100 ms.',
        facts: [eventFact(0, 'slowStart', 1.7839, 0.001)],
      },
      {
        seconds: 120,
        speed: 1,
        focus: 0,
        sentence: 'In A, CUBIC gets 14.5 Mb/s and Reno 4.8 Mb/s: CUBIC grows with time, not with round trips.',
        facts: [
          figureFact(0, 'throughputMbps', '14.5 Mb/s', 14.474, 0.06, 'CUBIC'),
          figureFact(0, 'throughputMbps', '4.8 Mb/s', 4.833, 0.06, 'Reno'),
        ],
      },
      {
        seconds: 120,
        speed: 2,
        focus: 'plots',
        sentence: 'In B, Reno gets 7.8 Mb/s. The queue of B is short, and its link is busy 97 % of the time.',
        facts: [
          figureFact(1, 'throughputMbps', '7.8 Mb/s', 7.821, 0.06, 'Reno'),
          figureFact(1, 'busyPercent', '97 %', 96.6, 0.5),
        ],
      },
    ],
  },
  {
    preset: 'bbr-cubic-shallow',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.1832,
        speed: 0.01,
        focus: 0,
        sentence: 'The shallow buffer of A is full at 0.18 s. CUBIC slows down after a loss, and BBR does not.',
        facts: [eventFact(0, 'full', 0.1832, 0.001)],
      },
      {
        seconds: 20,
        speed: 0.1,
        focus: 0,
        sentence: "A drops 11.8 % of CUBIC's packets and 2.0 % of BBR's.",
        facts: [
          figureFact(0, 'classLossPercent', '11.8 %', 11.85, 0.1, 'CUBIC'),
          figureFact(0, 'classLossPercent', '2.0 %', 2.026, 0.06, 'BBR'),
        ],
      },
      {
        seconds: 60,
        speed: 1,
        focus: 'lanes',
        sentence:
          'BBR gets 18.1 Mb/s in A and leaves 0.8 Mb/s to CUBIC. With a queue for each flow, both get more than 9 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '18.1 Mb/s', 18.076, 0.06, 'BBR'),
          figureFact(0, 'throughputMbps', '0.8 Mb/s', 0.845, 0.05, 'CUBIC'),
          figureFact(1, 'throughputMbps', '9 Mb/s', 9.448, 0.5, 'BBR'),
          figureFact(1, 'throughputMbps', '9 Mb/s', 9.21, 0.5, 'CUBIC'),
        ],
      },
    ],
  },
  {
    preset: 'bbr-cubic-deep',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 7.1367,
        speed: 0.05,
        focus: 0,
        sentence: 'CUBIC needs until 7.1 s to fill the deep buffer of A: 536 packets.',
        facts: [eventFact(0, 'full', 7.1367, 0.001), figureFact(0, 'waiting', '536 packets', 535, 1)],
      },
      {
        seconds: 20,
        speed: 1,
        focus: 'lanes',
        sentence:
          'CUBIC fills the queue of A and gets 17.8 Mb/s. BBR has at most two windows in flight and gets 1.5 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '17.8 Mb/s', 17.773, 0.06, 'CUBIC'),
          figureFact(0, 'throughputMbps', '1.5 Mb/s', 1.534, 0.06, 'BBR'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'lanes',
        sentence: 'A packet waits 270 ms in A and 9 ms in B. In B, BBR gets 9.5 Mb/s and CUBIC 9.3 Mb/s.',
        facts: [
          figureFact(0, 'delayMs', '270 ms', 269.8, 3),
          figureFact(1, 'delayMs', '9 ms', 8.53, 0.5),
          figureFact(1, 'throughputMbps', '9.5 Mb/s', 9.471, 0.06, 'BBR'),
          figureFact(1, 'throughputMbps', '9.3 Mb/s', 9.276, 0.06, 'CUBIC'),
        ],
      },
    ],
  },
  {
    preset: 'rtt-unfairness',
    lanes: ['droptail', 'fq-codel'],
    stops: [
      {
        seconds: 0.5068,
        speed: 0.01,
        focus: 0,
        sentence: 'The buffer of A is full at 0.51 s. All flows see losses, but the near ones recover faster.',
        facts: [eventFact(0, 'full', 0.5068, 0.001)],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 0,
        sentence: 'The two flows of 20 ms get 14.9 Mb/s in A, the two of 80 ms get 4.4 Mb/s.',
        facts: [
          figureFact(0, 'throughputMbps', '14.9 Mb/s', 14.946, 0.06, '20 ms'),
          figureFact(0, 'throughputMbps', '4.4 Mb/s', 4.361, 0.06, '80 ms'),
        ],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 1,
        sentence: 'With a queue for each flow the same pairs get 10.9 Mb/s and 7.9 Mb/s.',
        facts: [
          figureFact(1, 'throughputMbps', '10.9 Mb/s', 10.87, 0.06, '20 ms'),
          figureFact(1, 'throughputMbps', '7.9 Mb/s', 7.915, 0.06, '80 ms'),
        ],
      },
      {
        seconds: 120,
        speed: 2,
        focus: 'plots',
        sentence: 'A packet waits 25 ms in A and 6 ms in B. The link of B is busy 97.1 % of the time.',
        facts: [
          figureFact(0, 'delayMs', '25 ms', 24.78, 0.5),
          figureFact(1, 'delayMs', '6 ms', 6.41, 0.5),
          figureFact(1, 'busyPercent', '97.1 %', 97.1, 0.2),
        ],
      },
    ],
  },
  {
    preset: 'l4s-beside-classic',
    lanes: ['dualpi2', 'pie'],
    stops: [
      {
        seconds: 0.058,
        speed: 0.01,
        focus: 0,
        sentence:
          'DualPI2 marks its first packet at 0.06 s. It has a queue for L4S senders and a queue for classic ones.',
        facts: [eventFact(0, 'mark', 0.058, 0.001)],
      },
      {
        seconds: 25,
        speed: 0.05,
        focus: 0,
        sentence: 'In DualPI2 a packet of Prague waits 0.2 ms, and a packet of Reno 15 ms.',
        facts: [
          figureFact(0, 'classDelayMs', '0.2 ms', 0.22, 0.05, 'Prague'),
          figureFact(0, 'classDelayMs', '15 ms', 15.26, 0.5, 'Reno'),
        ],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 'lanes',
        sentence:
          'PIE marks both with the same probability. Prague slows down less for a mark: it gets 35.4 Mb/s, and Reno gets 3.3 Mb/s.',
        facts: [
          figureFact(1, 'throughputMbps', '35.4 Mb/s', 35.36, 0.06, 'Prague'),
          figureFact(1, 'throughputMbps', '3.3 Mb/s', 3.254, 0.06, 'Reno'),
        ],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 'plots',
        sentence:
          'DualPI2 couples its two queues, and the shares come closer: 24.2 Mb/s for Prague, 14.4 Mb/s for Reno.',
        facts: [
          figureFact(0, 'throughputMbps', '24.2 Mb/s', 24.197, 0.06, 'Prague'),
          figureFact(0, 'throughputMbps', '14.4 Mb/s', 14.416, 0.06, 'Reno'),
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
        sentence: 'The rate has fallen. Since the warm-up the ping waits 336 ms in A on average, and 1.2 ms in B.',
        facts: [
          figureFact(0, 'classDelayMs', '336 ms', 336.3, 4, 'ping'),
          figureFact(1, 'classDelayMs', '1.2 ms', 1.2, 0.1, 'ping'),
        ],
      },
      {
        seconds: 60,
        speed: 2,
        focus: 'plots',
        sentence:
          'The download gets 9.6 Mb/s in A and 8.4 Mb/s in B. The queue of B empties when the rate rises, so its link is busy only 87 % of the time.',
        facts: [
          figureFact(0, 'throughputMbps', '9.6 Mb/s', 9.577, 0.06, 'download'),
          figureFact(1, 'throughputMbps', '8.4 Mb/s', 8.374, 0.06, 'download'),
          figureFact(1, 'busyPercent', '87 %', 87.45, 0.5),
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
          'A handover: the link sends nothing for 150 ms. The buffer of A is full with 99 packets, and 81 wait in B.',
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
  {
    preset: 'incast-reno',
    lanes: ['droptail'],
    stops: [
      {
        seconds: 0.00014,
        speed: 0.0001,
        focus: 0,
        sentence:
          'Fifty servers answer at once. After 0.14 ms the buffer of 100 packets is full, and packets are dropped.',
        facts: [eventFact(0, 'full', 0.000138, 1e-5)],
      },
      {
        seconds: 2,
        speed: 0.001,
        focus: 0,
        sentence: '4.8 % of the packets are dropped. A server that loses its last packet waits for its timer: 200 ms.',
        facts: [figureFact(0, 'lossPercent', '4.8 %', 4.8, 0.05)],
      },
      {
        seconds: 4,
        speed: 0.05,
        focus: 'plots',
        sentence:
          'The link is busy only 35 % of the time, although the answers need 12 ms of each 25 ms. Look at the longest times.',
        facts: [figureFact(0, 'busyPercent', '35 %', 35.26, 0.5)],
      },
    ],
  },
  {
    preset: 'zhao-5mb-1bwdp-stf30',
    lanes: ['droptail', 'red'],
    stops: [
      {
        seconds: 1.0783,
        speed: 0.02,
        focus: 'lanes',
        sentence:
          'Both buffers are full for the first time at 1.08 s: the average of RED is too slow for the first burst.',
        facts: [eventFact(0, 'full', 1.0783, 0.005), eventFact(1, 'full', 1.0799, 0.005)],
      },
      {
        seconds: 40,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'A packet waits 113 ms in A and 44 ms in B. Both links are busy all the time: at least 99 %.',
        facts: [
          figureFact(0, 'delayMs', '113 ms', 112.6, 1),
          figureFact(1, 'delayMs', '44 ms', 43.7, 1),
          figureFact(1, 'busyPercent', '99 %', 99.5, 0.5),
        ],
      },
      {
        seconds: 40,
        speed: 1,
        focus: 'plots',
        sentence:
          'Constant-rate flows do not slow down. DropTail drops 12 % of their packets, and RED drops only 3.2 %.',
        facts: [
          figureFact(0, 'classLossPercent', '12 %', 11.7, 0.5, 'constant rate'),
          figureFact(1, 'classLossPercent', '3.2 %', 3.17, 0.1, 'constant rate'),
        ],
      },
    ],
  },
  {
    preset: 'bm-lesson',
    lanes: ['shb', 'abd'],
    stops: [
      {
        seconds: 1.4923,
        speed: 0.05,
        focus: 0,
        sentence: 'The shared buffer of A is full at 1.49 s. It drops the next packet of any kind.',
        facts: [eventFact(0, 'full', 1.4923, 0.005)],
      },
      {
        seconds: 1.8,
        speed: 0.1,
        focus: 0,
        sentence: 'One packet of an I frame of video 0 is lost in A. The receiver cannot show 9 frames because of it.',
        facts: [figureFact(0, 'missingFrames', '9 frames', 9, 0)],
      },
      {
        seconds: 8,
        speed: 0.1,
        focus: 'lanes',
        sentence:
          'A loses 6.2 % of the video packets, and B loses 4.9 %. But a lost packet makes whole frames useless.',
        facts: [
          figureFact(0, 'classLossPercent', '6.2 %', 6.23, 0.1, 'video'),
          figureFact(1, 'classLossPercent', '4.9 %', 4.92, 0.1, 'video'),
        ],
      },
      {
        seconds: 20,
        speed: 1,
        focus: 'lanes',
        sentence:
          'In A, 52 % of all video packets are in frames that can be shown. In B it is 86 %, because B drops useless packets.',
        facts: [
          figureFact(0, 'shownPercent', '52 %', 51.8, 1, 'video'),
          figureFact(1, 'shownPercent', '86 %', 86.3, 1, 'video'),
        ],
      },
    ],
  },
  {
    preset: 'abe-100k-blue4',
    lanes: ['flat-be', 'abe-dsd'],
    stops: [
      {
        seconds: 4.3309,
        speed: 0.1,
        focus: 0,
        sentence: 'One queue for all: after 4.3 s its buffer is full, and green waits behind blue.',
        facts: [eventFact(0, 'full', 4.3309, 0.01)],
      },
      {
        seconds: 100,
        speed: 0.1,
        focus: 'lanes',
        sentence: 'A green packet waits 473 ms in A. In B it waits 5.9 ms, or it is dropped.',
        facts: [
          figureFact(0, 'classDelayMs', '473 ms', 473, 3, 'green'),
          figureFact(1, 'classDelayMs', '5.9 ms', 5.9, 0.2, 'green'),
        ],
      },
      {
        seconds: 200,
        speed: 2,
        focus: 'plots',
        sentence: 'Blue is not harmed: it gets 0.89 Mb/s in A, and 0.89 Mb/s in B.',
        facts: [
          figureFact(0, 'throughputMbps', '0.89 Mb/s in A', 0.891, 0.005, 'blue'),
          figureFact(1, 'throughputMbps', '0.89 Mb/s in B', 0.891, 0.005, 'blue'),
        ],
      },
    ],
  },
  {
    preset: 'goyal-r4',
    lanes: ['double-epd', 'dfba'],
    stops: [
      {
        seconds: 0.082,
        speed: 0.001,
        focus: 1,
        sentence:
          'At 0.082 s the queue of B is above L: DFBA begins to drop frames of VCs that hold more than their share.',
        facts: [eventFact(1, 'threshold', 0.0817, 0.001), eventFact(1, 'drop', 0.082, 0.001)],
      },
      {
        seconds: 0.0869,
        speed: 0.001,
        focus: 0,
        sentence: 'The queue of A is above H at 0.087 s: double EPD drops every new frame of every VC.',
        facts: [eventFact(0, 'drop', 0.0869, 0.001)],
      },
      {
        seconds: 6,
        speed: 0.1,
        focus: 'plots',
        sentence:
          'VC 1 has the smallest guarantee. It gets 24 Mb/s in A, and 12 Mb/s in B. VC 5 gets 28 Mb/s in A, and 38 Mb/s in B.',
        facts: [
          figureFact(0, 'throughputMbps', '24 Mb/s in A', 23.95, 0.5, 'VC 1'),
          figureFact(1, 'throughputMbps', '12 Mb/s', 12.06, 0.6, 'VC 1'),
          figureFact(0, 'throughputMbps', '28 Mb/s in A', 27.97, 0.5, 'VC 5'),
          figureFact(1, 'throughputMbps', '38 Mb/s', 38.1, 0.6, 'VC 5'),
        ],
      },
    ],
  },
  {
    preset: 'hu-fig11',
    lanes: ['dfba', 'vbs'],
    stops: [
      {
        seconds: 0.0353,
        speed: 0.001,
        focus: 1,
        sentence:
          'At 0.035 s a VC in B holds more than its share of the virtual buffer for the first time. This is state 2.',
        facts: [eventFact(1, 'state', 0.0353, 0.001)],
      },
      {
        seconds: 0.0404,
        speed: 0.001,
        focus: 0,
        sentence: 'The queue of A reaches L at 0.040 s, and the first tagged frame is dropped.',
        facts: [eventFact(0, 'threshold', 0.0404, 0.001), eventFact(0, 'drop', 0.0404, 0.001)],
      },
      {
        seconds: 3,
        speed: 0.1,
        focus: 'plots',
        sentence:
          'B shares the rest of the link in proportion to the guarantees: fairness is 1.00 in B, and only 0.85 in A.',
        facts: [figureFact(0, 'fairness', '0.85 in A', 0.848, 0.01), figureFact(1, 'fairness', '1.00 in B', 1, 0.005)],
      },
    ],
  },
];

export function storyOfPreset(preset: string): Story | undefined {
  return storiesByPreset.find((story) => story.preset === preset);
}
