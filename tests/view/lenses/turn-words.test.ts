/** How the lens of turns counts queues, and what it says of the next packet. */
import { expect, test } from 'vitest';
import type { Frame } from '../../../src/engine/frame/frame.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { type TurnQueue, turnLegends, turnTitles, whyNext } from '../../../src/view/lenses/turn-words.ts';

const queue = (waitingBytes: number, creditBytes: number, isNew = false): TurnQueue => ({
  flow: waitingBytes > 0 ? 1 : -1,
  waitingBytes,
  creditBytes,
  isNew,
  group: 0,
  host: 0,
  grantBytes: 1514,
  groupTurn: 0,
});

test('each queue is counted once: as new or old with packets, or as empty; those in debt are a part of all', () => {
  const queues = [queue(1514, 300, true), queue(0, 10, true), queue(3028, -5), queue(1514, 20), queue(0, -900)];
  expect(turnLegends(queues)[1]).toBe('1 new: go first · 2 old: take turns · 2 empty · of all, 2 in debt: wait a turn');
});

test('each wording of the title has whole numbers, also where there is little room', () => {
  const many = (count: number, bytes: number, isNew = false) =>
    Array.from({ length: count }, () => queue(bytes, 9, isNew));
  const queues = [...many(100, 1514, true), ...many(824, 1514), ...many(100, 0)];
  for (const [maxWidth, text] of [
    [64, 'Queues in the order of their turns: 100 new, 824 old, 100 empty'],
    [40, 'Turns: 100 new, 824 old, 100 empty'],
    [30, '100 new, 824 old, 100 empty'],
    [20, '100 new, 824 old'],
  ] as const)
    expect(turnTitles(queues).find((title) => title.length <= maxWidth)).toBe(text);
  expect(turnTitles([])[0]).toBe('No queue is waiting for its turn');
});

test('if all packets are in the modem behind the queues, the lens says how many', () => {
  const { description } = openRun({ scenario: findPreset('busy-evening')!, policy: 'cake', seed: 1 });
  const words = (modemPackets: number, inModem = 190) => {
    const signals = Float64Array.from(description.hints.signals.map(({ id }) => (id === 'modem' ? inModem : 0)));
    const frame = { signals, policyValues: { modemPackets } } as unknown as Frame;
    return whyNext([queue(0, 10)], { description, frame });
  };
  expect(words(200)[0]).toBe('No queue of this policy has a packet: 190 wait in the modem');
  expect(words(200, 1)[0]).toBe('No queue of this policy has a packet: 1 waits in the modem');
  expect(words(0)).toEqual(['No queue has a packet']);
});
