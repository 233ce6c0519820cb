/** The delay that a scenario asks about: worked by hand. */
import { expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, type Frame, type RunDescription } from '../../../src/engine/frame/frame.ts';
import { findScenarioDelay } from '../../../src/quantities/figures/lane-figures.ts';

type Class = Pick<RunDescription['classes'][number], 'label' | 'timed' | 'colour'>;

const description = (...classes: readonly Partial<Class>[]) => ({ classes }) as unknown as RunDescription;

test('with pings it is their round trip, and not a number before the first reply', () => {
  const run = description({ label: 'download' }, { label: 'ping', timed: 'roundTrip' });
  const frame = (count: number, meanMs: number) => ({ durations: [undefined, { count, meanMs }] }) as unknown as Frame;
  expect(findScenarioDelay(run, frame(3, 30.5))).toEqual({ name: 'ping', term: 'roundTrip', meanMs: 30.5 });
  expect(findScenarioDelay(run, frame(0, 0))?.meanMs).toBeNaN();
});

test('with colours it is the mean delay of all green packets', () => {
  const classes = new Float64Array(2 * CLASS_STRIDE);
  // Green: 3 packets and 30 ms of a voice that also sends blue ones, 1 packet and 6 ms of a green class: 36 / 4 = 9 ms.
  classes[ClassColumn.greenPackets] = 3;
  classes[ClassColumn.greenDelaySumNs] = 30e6;
  classes[ClassColumn.startedPackets] = 10;
  classes[ClassColumn.delaySumNs] = 900e6;
  classes[CLASS_STRIDE + ClassColumn.greenPackets] = 1;
  classes[CLASS_STRIDE + ClassColumn.greenDelaySumNs] = 6e6;
  const frame = { durations: [], measured: { classes, spanNs: 1e9 } } as unknown as Frame;
  const run = description({ label: 'voice', colour: 'both' }, { label: 'data', colour: 'green' });
  expect(findScenarioDelay(run, frame)).toEqual({ name: 'green delay', term: 'delay', meanMs: 9 });
});

test('other scenarios ask about the delay of all packets', () => {
  expect(findScenarioDelay(description({ label: 'TCP' }), { durations: [] } as unknown as Frame)).toBeUndefined();
});
