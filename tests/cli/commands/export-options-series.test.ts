/** The series of a run as files: against the figures of the run, which are counted apart. */
import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

const RUN = ['run', 'cbr-overload', '--policy', 'droptail', '--policy', 'red', '--duration', '5', '--warmup', '0'];

test('--series-csv and --series-json: all lanes on one time base, with the same numbers', () => {
  const { status, out, err, binary } = sim([...RUN, '--json', '--series-csv', 's.csv', '--series-json', 's.json']);
  expect([status, err]).toEqual([0, '']);
  const rows = csvParse(Buffer.concat(binary.get('s.csv') ?? []).toString());
  expect(rows.columns.slice(0, 5)).toEqual(['time_s', 'lane', 'policy', 'seed', 'queue_packets']);
  // Windows of 0.1 s in 5 s, two lanes side by side.
  expect(rows).toHaveLength(100);
  expect(rows.slice(0, 4).map((row) => [row.time_s, row.lane, row.policy])).toEqual([
    ['0.1', 'A', 'droptail'],
    ['0.1', 'B', 'red'],
    ['0.2', 'A', 'droptail'],
    ['0.2', 'B', 'red'],
  ]);
  for (const [index, lane] of JSON.parse(out).lanes.entries()) {
    const own = rows.filter(({ lane: letter }) => letter === 'AB'[index]);
    const sum = (column: string) => own.reduce((total, row) => total + Number(row[column]), 0);
    expect(sum('drops.cbr')).toBe(lane.dropped);
    expect(sum('link_busy') / own.length).toBeCloseTo(lane.busy, 9);
    expect(sum('throughput_bps.cbr') / own.length).toBeCloseTo(lane.classes[0].throughputBps, 3);
  }
  const document = JSON.parse(Buffer.concat(binary.get('s.json') ?? []).toString());
  expect(document).toMatchObject({ format: 'bufferscope-series', version: 1, seed: 1, scenario: 'cbr-overload' });
  const names = document.columns.map(({ name }: { name: string }) => name);
  for (const [index, { lane, policy, rows: cells }] of document.lanes.entries()) {
    expect([lane, policy]).toEqual(
      [
        ['A', 'droptail'],
        ['B', 'red'],
      ][index],
    );
    const wanted = rows.filter((row) => row.lane === lane);
    expect(cells).toEqual(
      wanted.map((row) => names.map((name: string) => (row[name] === '' ? null : Number(row[name])))),
    );
  }
  // RED's average is a signal that DropTail does not have.
  const average = names.find((name: string) => name.startsWith('signal.'));
  expect(rows.filter((row) => row.lane === 'A').every((row) => row[average] === '')).toBe(true);
  expect(rows.filter((row) => row.lane === 'B').every((row) => row[average] !== '')).toBe(true);
});

test('losses on the link have a column, only in a run that has them', () => {
  const columnsOf = (...more: string[]) => {
    const { status, out, binary } = sim([...RUN, ...more, '--json', '--series-csv', 's.csv']);
    expect(status).toBe(0);
    const rows = csvParse(Buffer.concat(binary.get('s.csv') ?? []).toString());
    return {
      lost: JSON.parse(out).lanes[0].lost,
      columns: rows.columns,
      rows: rows.filter(({ lane }) => lane === 'A'),
    };
  };
  expect(columnsOf().columns.filter((name) => name.startsWith('link_losses'))).toEqual([]);
  const { lost, rows } = columnsOf('--set', 'link.lossRate=0.1');
  expect(lost).toBeGreaterThan(50);
  expect(rows.reduce((sum, row) => sum + Number(row['link_losses.cbr']), 0)).toBe(lost);
});

test('one run only', () => {
  const { status, err } = sim([...RUN, '--replications', '2', '--series-csv', 's.csv']);
  expect(status).toBe(2);
  expect(err).toMatch(/--series-csv: not allowed with --replications 2/);
});
