/** Stories of the first scenarios. */
import { eventFact, factsOfLanes, figureFact, laterEventFact, type Story } from './story.ts';

export const firstRunStories: readonly Story[] = [
  {
    preset: 'opening',
    lesson: 'why-a-queue-fills',
    lanes: ['droptail', 'red'],
    introduction: {
      view: { seconds: 0.5, speed: 0.01, focus: 'lanes' },
      parts: [
        {
          part: 'sender',
          sentence: 'A sender cuts its data into packets. Many senders share one link. Each shape below is a packet.',
        },
        {
          part: 'queue',
          sentence:
            'All packets meet in a router. They wait in its queue while the link is busy. Each lane below is a queue.',
        },
        {
          part: 'link',
          sentence:
            'The link sends one packet after the other, here 10 Mb per second. If more packets come, the queue grows.',
        },
        {
          part: 'receiver',
          sentence: 'Then the packet is at its receiver. A long queue means a long wait, so the network feels slow.',
        },
        {
          part: 'acks',
          sentence:
            'TCP receivers acknowledge packets (ACKs). If ACKs come, a sender sends more. If packets are lost, it sends less.',
        },
        {
          part: 'queue',
          sentence:
            'A policy decides which packets are dropped, and when. Lanes A and B have the same traffic, and two policies.',
        },
      ],
    },
    stops: [
      {
        view: { seconds: 0.5316, speed: 0.01, focus: 1 },
        sentence:
          'Slow start doubles the windows. RED drops its first packet at 0.532 s, while its buffer still has room.',
        facts: [eventFact(1, 'drop', 0.5316, 0.001), laterEventFact(1, 'full', 0.5518, 0.001)],
      },
      {
        view: { seconds: 0.5494, speed: 0.01, focus: 0 },
        sentence: 'DropTail drops nothing until its buffer of 120 packets is full at 0.549 s.',
        facts: [eventFact(0, 'drop', 0.5494, 0.001), eventFact(0, 'full', 0.5494, 0.001)],
      },
      {
        view: { seconds: 10, speed: 0.1, focus: 'lanes' },
        sentence: 'A standing queue stays in A: a packet waits 71.8 ms on average. In B it waits 15.3 ms.',
        facts: factsOfLanes('delayMs', ['71.8 ms', '15.3 ms']),
      },
      {
        view: { seconds: 20, speed: 1, focus: 'plots' },
        sentence:
          'The price: B loses 2.17 % of its packets, and A loses 1.34 %. The link of B is busy only 98.9 % of the time.',
        facts: [
          figureFact(1, 'lossPercent', '2.17 %'),
          figureFact(0, 'lossPercent', '1.34 %'),
          figureFact(1, 'busyPercent', '98.9 %'),
        ],
      },
    ],
  },
  {
    preset: 'single-tcp',
    lesson: 'why-a-queue-fills',
    lanes: ['droptail', 'red'],
    stops: [
      {
        view: { seconds: 0.3329, speed: 0.05, focus: 0 },
        sentence:
          'In slow start one flow alone fills the buffer of 20 packets within 0.333 s. Now a packet is dropped for the first time.',
        facts: [eventFact(0, 'full', 0.3329, 0.005)],
      },
      {
        view: { seconds: 0.5049, speed: 0.05, focus: 0 },
        sentence:
          'The loss ends slow start at 0.505 s: the window is cut, and from now on it grows by one packet per round trip.',
        facts: [eventFact(0, 'slowStart', 0.5049, 0.005)],
      },
      {
        view: { seconds: 20, speed: 2, focus: 'plots' },
        sentence: 'Then comes the sawtooth. A packet waits 69.2 ms on average under DropTail, and 36.7 ms under RED.',
        facts: factsOfLanes('delayMs', ['69.2 ms', '36.7 ms']),
      },
    ],
  },
];
