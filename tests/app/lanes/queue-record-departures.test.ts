/** The departures of several frames, with times written by hand. */
import { expect, test } from 'vitest';
import { RecentDepartures } from '../../../src/app/lanes/queue-record.ts';
import { DEPARTURE_STRIDE, DepartureColumn } from '../../../src/engine/frame/frame.ts';

test('the packets of earlier frames stay, but none twice, and none after a step back', () => {
  const recent = new RecentDepartures();
  const append = (timeNs: number, ...departureNs: number[]) => {
    const departures = new Float64Array(departureNs.length * DEPARTURE_STRIDE);
    for (const [row, ns] of departureNs.entries()) departures[row * DEPARTURE_STRIDE + DepartureColumn.timeNs] = ns;
    recent.append({ timeNs, departures });
    return Array.from(recent.table).filter((_, index) => index % DEPARTURE_STRIDE === DepartureColumn.timeNs);
  };
  expect(append(10, 3, 8)).toEqual([3, 8]);
  expect(append(12)).toEqual([3, 8]);
  expect(append(20, 15)).toEqual([3, 8, 15]);
  // A frame after a jump has older departures too.
  expect(append(40, 8, 15, 30)).toEqual([3, 8, 15, 30]);
  expect(append(25, 22)).toEqual([22]);
  expect(append(200, ...Array.from({ length: 140 }, (_, index) => 26 + index))).toHaveLength(128);
});
