/** Lines of tc as lanes of a run on the page, and the lanes of a run as lines. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findPolicy } from '../../../src/policies/registry.ts';
import type { RunState } from '../../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { runOfPreset, scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { readTcLine } from '../../../src/run-state/tc/tc-line.ts';
import { tcLinesOf, withTcLane } from '../../../src/run-state/tc/tc-run.ts';

const base = (): RunState => ({ ...runOfPreset('single-tcp'), lanes: [{ policy: 'droptail', values: {} }] });

test('a line adds a lane, and its limit becomes the buffer of all lanes', () => {
  const { run, notes } = withTcLane(base(), 'tc qdisc add dev eth0 root codel limit 77 target 3ms');
  expect(run.lanes.map(({ policy }) => policy)).toEqual(['droptail', 'codel']);
  expect(run.lanes[1]?.values).toMatchObject({ variant: 'linux', targetMs: 3, ecn: false });
  expect(scenarioOfRun(run).buffer).toEqual({ packets: 77 });
  expect(notes).toEqual(['codel: its limit is now the buffer of all lanes']);
});

test('a limit in bytes replaces a buffer in packets, and back', () => {
  const red = withTcLane(base(), 'red limit 90000 avpkt 1000').run;
  expect(scenarioOfRun(red).buffer).toEqual({ bytes: 90_000 });
  expect(scenarioOfRun(withTcLane(red, 'pie limit 50').run).buffer).toEqual({ packets: 50 });
});

test('the link of the run opens the same lane again', () => {
  const { run } = withTcLane(base(), 'sfq limit 40 depth 9 headdrop');
  expect(decodeRun(`#${encodeRun(run)}`).state.lanes).toEqual(run.lanes);
});

test('the lanes are saved as commands, and those that are no disciplines of Linux as comments', () => {
  const { run } = withTcLane(withTcLane(base(), 'dualpi2 step_thresh 5ms').run, 'fq maxrate 3mbit');
  expect(tcLinesOf(run)).toBe(`# lane A: DropTail
#   no discipline of tc; allowed: a policy with variant=linux, pfifo, bfifo, fq, cake
# lane B: DualPI2, Linux
tc qdisc replace dev eth0 root dualpi2 limit 10000 memlimit 30000000 target 15ms tupdate 16ms alpha 0.16015625 beta 3.19921875 step_thresh 5ms min_qlen_step 0 coupling_factor 2 drop_on_overload drop_dequeue classic_protection 10%
# lane C: fq
tc qdisc replace dev eth0 root fq limit 10000 flow_limit 100 quantum 3000 initial_quantum 15000 maxrate 3Mbit low_rate_threshold 550Kbit refill_delay 40ms timer_slack 10000 pacing
`);
});

test('what the page does not allow is refused with its name', () => {
  const four = { ...base(), lanes: Array.from({ length: 4 }, () => ({ policy: 'droptail', values: {} })) };
  expect(() => withTcLane(four, 'pfifo')).toThrow('at most 4 lanes');
  expect(() => withTcLane(base(), 'bfifo limit 5')).toThrow(
    'limit (bfifo.limit): 5 is not allowed; allowed: a whole number from 64',
  );
  expect(() => withTcLane(base(), 'codel limit 9000000')).toThrow('buffer.packets');
  expect(() => withTcLane(runOfPreset('goyal-r1'), 'codel')).toThrow('does not fit the traffic');
});

test.each([
  ...['pfifo', 'bfifo', 'codel', 'fq_codel ecn', 'pie bytemode dq_rate_estimator', 'fq_pie ecn_prob 20', 'drr', 'fq'],
  ...[
    'red limit 1Mb avpkt 1000 ecn harddrop nodrop',
    'choke limit 100',
    'sfq headdrop',
    'dualpi2 overflow drop_enqueue',
  ],
])('each value is a parameter of its policy, and allowed: %s', (line) => {
  const { policy, values } = readTcLine(line);
  const parameters = Object.keys(findPolicy(policy)?.parameters ?? {});
  expect(Object.keys(values).filter((id) => !parameters.includes(id))).toEqual([]);
  expect(() => withTcLane(base(), line)).not.toThrow();
});

test('drr becomes a script: a class with a queue for each number of the hash, and a filter', () => {
  const lane = { policy: 'drr', values: { variant: 'linux', queues: 300, quantumBytes: 1600, classLimit: 50 } };
  const script = tcLinesOf({ ...base(), lanes: [lane] });
  // A shell that prints the commands in place of running them.
  const dryRun = script.replaceAll('  tc ', '  echo tc ').replaceAll(/^tc /gm, 'echo tc ');
  const commands = execFileSync('sh', ['-c', dryRun], { encoding: 'utf8' }).trim().split('\n');
  expect(commands).toHaveLength(602);
  expect(commands[0]).toBe('tc qdisc replace dev eth0 root handle 1: drr');
  expect(commands.slice(-3)).toEqual([
    'tc class replace dev eth0 parent 1: classid 1:12c drr quantum 1600',
    'tc qdisc replace dev eth0 parent 1:12c pfifo limit 50',
    'tc filter replace dev eth0 parent 1: protocol all prio 1 handle 1 flow hash keys src,dst,proto,proto-src,proto-dst divisor 300 baseclass 1:1',
  ]);
});
