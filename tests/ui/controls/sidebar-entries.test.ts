/** The values of a lane that the controls show. */
import { expect, test } from 'vitest';
import { bufferPath, runOfPreset } from '../../../src/run-state/run-values.ts';
import { laneEntries, sidebarEntries } from '../../../src/ui/controls/sidebar-entries.ts';

test.each([
  // Whole ticks of 10 ms and one more; weights in sixteenths. Values that are used as asked have no such number.
  [{ variant: 'linux', kernelHz: '100', updateMs: 15, alpha: 0.125, beta: 1.25 }, [30, undefined, undefined]],
  [{ variant: 'linux', kernelHz: '100', updateMs: 5, alpha: 0.15, beta: 1.3 }, [20, 0.125, 1.3125]],
  [{ variant: 'linux', kernelHz: '1000', updateMs: 15, alpha: 0.125, beta: 1.25 }, [16, undefined, undefined]],
  [{ variant: 'rfc', kernelHz: '100', updateMs: 15, alpha: 0.15, beta: 1.3 }, [undefined, undefined, undefined]],
])('a control of Linux’s PIE knows the value that is used: %o', (values, used) => {
  const run = { ...runOfPreset('sudden-load'), lanes: [{ policy: 'pie', values }] };
  const entries = laneEntries(run, 0, 0);
  const usedOf = (id: string) => entries.find(({ path }) => path.endsWith(`.${id}`))?.usedValue;
  expect(['updateMs', 'alpha', 'beta'].map(usedOf)).toEqual(used);
});

test.each([
  [['pfifo'], ['pfifo']],
  [
    ['droptail', 'pfifo', 'cake', 'pfifo'],
    ['pfifo', 'CAKE'],
  ],
  [['droptail', 'red'], []],
])('the buffer names the policies that have a limit of their own in its place: %o', (policies, names) => {
  const run = { ...runOfPreset('home-bufferbloat'), lanes: policies.map((policy) => ({ policy, values: {} })) };
  const unused = sidebarEntries(run, 0).flatMap(({ path, unusedBy = [] }) => unusedBy.map((name) => [path, name]));
  expect(unused).toEqual(names.map((name) => [bufferPath(run), name]));
});

test('the limit of the direction up has its own policy', () => {
  const run = { ...runOfPreset('home-both-ways'), lanes: [{ policy: 'droptail', values: {} }] };
  const unusedIn = (startValues: Readonly<Record<string, string>>) =>
    sidebarEntries({ ...run, startValues }, 0).flatMap(({ path, unusedBy = [] }) => unusedBy.map(() => path));
  expect(unusedIn({ 'link.up.policy': 'pfifo' }).map((path) => path.split('.', 3).join('.'))).toEqual([
    'link.up.buffer',
  ]);
  expect(unusedIn({ 'link.up.policy': 'droptail' })).toEqual([]);
});
