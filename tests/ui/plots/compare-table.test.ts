/** The rows of the table of figures. */
import { expect, test } from 'vitest';
import type { LaneSnapshot } from '../../../src/app/lanes/lane.ts';
import { compareRows } from '../../../src/ui/plots/compare-table.tsx';

test('two classes with one label have a row each', () => {
  const item = (id: string, kind: string, timed?: string) => ({ id, label: 'traffic', kind, timed });
  const classes = [
    item('first', 'shortTcp', 'completion'),
    item('second', 'shortTcp', 'completion'),
    item('third', 'player'),
    item('fourth', 'player'),
    item('fifth', 'video'),
    item('sixth', 'video'),
  ];
  const lane = { description: { classes, hints: { signals: [] } } } as unknown as LaneSnapshot;
  const rows = compareRows([lane]);
  expect(rows.filter(({ name }) => name === 'loss, traffic')).toHaveLength(6);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
