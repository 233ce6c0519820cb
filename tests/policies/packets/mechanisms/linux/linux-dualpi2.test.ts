/** DualPI2 of Linux: its limit on memory and its threshold in packets, by hand. */
import { expect, test } from 'vitest';
import type { Arrivals } from '../../../../../src/engine/time-lists/arrivals.ts';
import type { ParameterValue } from '../../../../../src/params/schema.ts';
import { dualPi2 } from '../../../../../src/policies/packets/dualpi2.ts';
import { loggedVerdicts } from '../../ns3-logs.ts';

/** All at 0: 1000 bytes at 8 Mb/s. The ECT code of each packet is a digit. */
function play(ect: string, given: Readonly<Record<string, ParameterValue>>): string {
  const { length: count } = ect;
  const arrivals: Arrivals = {
    count,
    timeNs: new Float64Array(count),
    flow: new Int32Array(count),
    bytes: new Int32Array(count).fill(1000),
    ect: Uint8Array.from(ect, Number),
    classIndex: new Uint8Array(count),
    classes: ['all'],
  };
  return loggedVerdicts(dualPi2, arrivals, { variant: 'linux', ...given }, { rateBps: 8e6 })
    .map(({ verdict }) => verdict)
    .join('');
}

// One is sent at once. Three of 2304 bytes are 6912: a fourth would be too many.
test('a packet that does not fit below the limit on memory is dropped', () => {
  expect(play('000000', { memoryLimitBytes: 6912 })).toBe('QQQQLL');
  expect(play('000000', { memoryLimitBytes: 6911 })).toBe('QQQLLL');
  // By default, 2 MTU for each packet of the limit: 2304 of 3000 bytes.
  expect(play('000000', { limit: 3 })).toBe('QQQQLL');
  expect(play('000000', { limit: 3, mtuBytes: 1000 })).toBe('QQQLLL');
});

// 2 stands for ECT(1). The first packet leaves before the others come, and the last one leaves none behind.
test('a threshold of 0 packets marks an L4S packet that leaves any behind', () => {
  const l4s = play('2222', { stepPackets: 0, stepInPackets: true });
  expect(l4s).toBe('QMMQ');
  expect(play('2222', { stepPackets: 1 })).toBe('QMQQ');
  expect(play('2222', { stepMs: 10 })).toBe('QQQQ');
});
