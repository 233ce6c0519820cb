/** Stories of the scenarios of papers. */
import { CLASS_LOSS_PLOT, eventFact, factsOfLanes, figureFact, type Story } from './story.ts';

export const paperStories: readonly Story[] = [
  {
    preset: 'zhao-5mb-1bwdp-stf30',
    lesson: 'early-and-at-random',
    lanes: ['droptail', 'red'],
    stops: [
      {
        view: { seconds: 1.08, speed: 0.02, focus: 'lanes' },
        sentence:
          'Both buffers are full for the first time at 1.08 s: the average of RED is too slow for the first burst.',
        facts: [eventFact(0, 'full', 1.0783, 0.005), eventFact(1, 'full', 1.08, 0.005)],
      },
      {
        view: { seconds: 40, speed: 0.1, focus: 'lanes' },
        sentence: 'On average a packet waits 113 ms in A and 43.7 ms in B. The link of B is busy 99.5 % of the time.',
        facts: [...factsOfLanes('delayMs', ['113 ms', '43.7 ms']), figureFact(1, 'busyPercent', '99.5 %')],
      },
      {
        view: { seconds: 40, speed: 1, focus: 'plots', plot: CLASS_LOSS_PLOT },
        sentence:
          'Constant-rate flows do not slow down. DropTail drops 11.7 % of their packets, and RED drops only 3.17 %.',
        facts: factsOfLanes('classLossPercent', ['11.7 %', '3.17 %'], 'constant rate'),
      },
    ],
  },
  {
    preset: 'bm-lesson',
    lesson: 'what-a-video-needs',
    lanes: ['shb', 'abd'],
    stops: [
      {
        view: { seconds: 1.4923, speed: 0.05, focus: 0 },
        sentence: 'The shared buffer of A is full at 1.49 s. It drops the next packet of any kind.',
        facts: [eventFact(0, 'full', 1.4923, 0.005)],
      },
      {
        view: { seconds: 1.8, speed: 0.1, focus: 0 },
        sentence: 'One packet of an I frame of video 0 is lost in A. The receiver cannot show 9 frames because of it.',
        facts: [figureFact(0, 'missingFrames', '9 frames')],
      },
      {
        view: { seconds: 8, speed: 0.1, focus: 'plots' },
        sentence:
          'A loses 6.23 % of the video packets, and B loses 4.92 %. But a lost packet makes whole frames useless.',
        facts: factsOfLanes('classLossPercent', ['6.23 %', '4.92 %'], 'video'),
      },
      {
        view: { seconds: 20, speed: 1, focus: 'lanes' },
        sentence:
          'In A, 51.8 % of all video packets are in frames that can be shown. In B it is 86.3 %, because B drops useless packets.',
        facts: factsOfLanes('shownPercent', ['51.8 %', '86.3 %'], 'video'),
      },
    ],
  },
  {
    preset: 'abe-100k-blue4',
    lesson: 'green-or-blue',
    lanes: ['flat-be', 'abe-dsd'],
    stops: [
      {
        view: { seconds: 4.331, speed: 0.1, focus: 0 },
        sentence: 'One queue for all: after 4.33 s its buffer is full, and green waits behind blue.',
        facts: [eventFact(0, 'full', 4.331, 0.01)],
      },
      {
        view: { seconds: 100.362, speed: 0.1, focus: 'lanes' },
        sentence: 'On average a green packet waits 474 ms in A. In B it waits 5.81 ms, or it is dropped.',
        facts: factsOfLanes('classDelayMs', ['474 ms', '5.81 ms'], 'green'),
      },
      {
        view: { seconds: 200.196, speed: 2, focus: 'plots' },
        sentence: 'Blue is not harmed: it gets 0.891 Mb/s in A, and 0.891 Mb/s in B.',
        facts: factsOfLanes('goodputMbps', ['0.891 Mb/s in A', '0.891 Mb/s in B'], 'blue'),
      },
    ],
  },
  {
    preset: 'goyal-r4',
    lesson: 'promises',
    lanes: ['double-epd', 'dfba'],
    stops: [
      {
        view: { seconds: 0.0821, speed: 0.001, focus: 1 },
        sentence:
          'At 0.082 s the queue of B is above L: DFBA begins to drop frames of VCs that hold more than their share.',
        facts: [eventFact(1, 'threshold', 0.0817, 0.001), eventFact(1, 'drop', 0.0821, 0.001)],
      },
      {
        view: { seconds: 0.087, speed: 0.001, focus: 0 },
        sentence: 'The queue of A is above H at 0.087 s: double EPD drops every new frame of every VC.',
        facts: [eventFact(0, 'drop', 0.087, 0.001)],
      },
      {
        view: { seconds: 6, speed: 0.1, focus: 'plots' },
        sentence:
          'VC 1 has the smallest guarantee. It gets 23.9 Mb/s in A, and 12.1 Mb/s in B. VC 5 gets 28.0 Mb/s in A, and 38.1 Mb/s in B.',
        facts: [
          ...factsOfLanes('throughputMbps', ['23.9 Mb/s in A', '12.1 Mb/s'], 'VC 1'),
          ...factsOfLanes('throughputMbps', ['28.0 Mb/s in A', '38.1 Mb/s'], 'VC 5'),
        ],
      },
    ],
  },
  {
    preset: 'hu-fig11',
    lesson: 'promises',
    lanes: ['dfba', 'vbs'],
    stops: [
      {
        view: { seconds: 0.0353, speed: 0.001, focus: 1 },
        sentence:
          'At 0.035 s a VC in B holds more than its share of the virtual buffer for the first time. This is state 2.',
        facts: [eventFact(1, 'state', 0.0353, 0.001)],
      },
      {
        view: { seconds: 0.0405, speed: 0.001, focus: 0 },
        sentence: 'The queue of A reaches L at 0.04 s, and the first tagged frame is dropped.',
        facts: [eventFact(0, 'threshold', 0.0404, 0.001), eventFact(0, 'drop', 0.0405, 0.001)],
      },
      {
        view: { seconds: 3, speed: 0.1, focus: 'plots' },
        sentence:
          'B shares the rest of the link in proportion to the guarantees: fairness is 1.00 in B, and only 0.848 in A.',
        facts: factsOfLanes('fairness', ['0.848 in A', '1.00 in B']),
      },
    ],
  },
];
