/** Questions about a run with two queues find what happened at either. */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { TraceRecord } from '../../src/engine/simulation/probe.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { KeyMoments } from '../../src/runs/key-moments.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { EventFinder } from '../../src/runs/packet-probes.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { homeLink } from '../engine/simulation/two-way-scenario.ts';

const { reasons } = findPolicy('droptail') as PolicyDefinition;
const drops: TraceRecord[] = [];
const run = openRun({
  scenario: homeLink,
  policy: 'droptail',
  seed: 1,
  trace: (record) => {
    if (reasons[record.reason]?.verdict === 'drop') drops.push({ ...record });
  },
});
run.advance(run.endNs);
const firstOf = (direction: string) => drops.find((record) => record.direction === direction)?.timeNs;

test('the first drop of each queue is a key moment of its direction', () => {
  const seekable = new SeekableRun(findPolicy('droptail') as PolicyDefinition, { scenario: homeLink, seed: 1 });
  const moments = new KeyMoments();
  seekable.setObserver(moments);
  seekable.seek(seekable.endNs);
  const dropNs = (direction?: string) =>
    moments.allMoments().find((moment) => moment.kind === 'drop' && moment.direction === direction)?.timeNs;
  expect([dropNs(), dropNs('up')]).toEqual([firstOf('down'), firstOf('up')]);
  expect(firstOf('up')).toBeGreaterThan(0);
});

test('the next drop is that of the queue that drops first', () => {
  const simulation = openRun({ scenario: homeLink, policy: 'droptail', seed: 1, allowsProbe: true });
  const finder = new EventFinder(simulation, 'drop', 0);
  simulation.probe = finder.probe;
  simulation.advance(simulation.endNs);
  expect(finder.firstNs).toBe(Math.min(...drops.map(({ timeNs }) => timeNs)));
});
