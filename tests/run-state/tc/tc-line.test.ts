/**
 * Lines of tc as lanes, and back. The printed lines are those of iproute2 7.3 for disciplines of Linux 7.2, on a device
 * without an Ethernet header.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { type ParameterValues, resolveValues } from '../../../src/params/schema.ts';
import { createIdleTable } from '../../../src/policies/packets/mechanisms/linux/linux-red-table.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { readTcLine, type TcChoiceError, writeTcLine } from '../../../src/run-state/tc/tc-line.ts';
import { type TcLane, TcLineError } from '../../../src/run-state/tc/tc-words.ts';

const fqCodel = 'flows 1024 quantum 1500 target 5ms interval 100ms memory_limit 32Mb';
const pie = 'target 15ms tupdate 20ms alpha 2 beta 20';
const red = 'limit 1000000b min 30000b max 90000b';
const tail = 'ewma 5 probability 0.1 Scell_log 15';
const dualpi2 =
  'limit 10000p memlimit 30000000B target 15ms tupdate 16ms alpha 0.156250 beta 3.195312 step_thresh 1ms min_qlen_step 0p coupling_factor 2 drop_on_overload drop_dequeue classic_protection 10% l4s_ect split_gso';

const printed = [
  `choke refcnt 2 limit 1000p min 30p max 90p ${tail}`,
  `choke refcnt 2 limit 1000p min 30p max 90p ecn ${tail}`,
  'codel refcnt 2 limit 1000p target 5ms interval 100ms',
  'codel refcnt 2 limit 1000p target 5ms interval 100ms ecn',
  'codel refcnt 2 limit 60p target 5ms interval 100ms',
  'drr refcnt 2',
  `dualpi2 refcnt 2 ${dualpi2}`,
  `fq_codel refcnt 2 limit 10240p ${fqCodel} drop_batch 64`,
  `fq_codel refcnt 2 limit 10240p ${fqCodel} ecn drop_batch 64`,
  `fq_codel refcnt 2 limit 100p ${fqCodel} drop_batch 64`,
  `fq_pie refcnt 2 limit 10240p flows 1024 ${pie} quantum 1500b memory_limit 32Mb ecn_prob 10`,
  `fq_pie refcnt 2 limit 10240p flows 1024 ${pie} quantum 1500b memory_limit 32Mb ecn_prob 10 ecn`,
  'pfifo refcnt 2 limit 100p',
  `pie refcnt 2 limit 1000p ${pie}`,
  `pie refcnt 2 limit 1000p ${pie} bytemode`,
  `pie refcnt 2 limit 1000p ${pie} dq_rate_estimator`,
  `pie refcnt 2 limit 1000p ${pie} ecn`,
  `red refcnt 2 ${red} ${tail}`,
  `red refcnt 2 ${red} ecn ${tail}`,
  `red refcnt 2 ${red} ecn harddrop ${tail}`,
  `red refcnt 2 ${red} ecn nodrop ${tail}`,
  'sfq refcnt 2 limit 127p quantum 1500b depth 127 flows 128 divisor 1024',
  'sfq refcnt 2 limit 127p quantum 1500b depth 127 headdrop flows 128 divisor 1024',
  'sfq refcnt 2 limit 127p quantum 1500b depth 20 flows 127 divisor 1024',
  'sfq refcnt 2 limit 127p quantum 1500b depth 127 headdrop flows 128 divisor 1024 ewma 3 min 8333b max 25000b probability 0.02 ecn',
  'fq refcnt 2 limit 10000p flow_limit 100p buckets 1024 orphan_mask 1023 bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1 weights 589824 196608 65536 quantum 3028b initial_quantum 15140b maxrate 20Mbit low_rate_threshold 550Kbit refill_delay 40ms timer_slack 10us horizon 10s horizon_drop',
  'bfifo refcnt 2 limit 90000b',
  'cake refcnt 2 bandwidth unlimited besteffort flows nonat nowash no-ack-filter split-gso rtt 100ms raw overhead 0',
];

/** The buffer of a lane, or one that does not matter. */
function bufferOf({ buffer }: TcLane): { unit: string; limit: number } {
  const [unit, limit] = Object.entries(buffer ?? { packets: 100 })[0] as [string, number];
  return { unit, limit };
}

const lineOf = (lane: TcLane) => writeTcLine(lane.policy, lane.values, bufferOf(lane)).line as string;

test.each(printed)('in, out and in again is the same lane: %s', (line) => {
  const lane = readTcLine(line);
  const written = lineOf(lane);
  const again = readTcLine(`tc qdisc add dev eth0 root ${written}`);
  // A new line needs what the printed one lacks, and lacks what does not count.
  expect({ ...again, notes: [] }).toEqual({ ...lane, notes: [] });
  expect(lineOf(again)).toBe(written);
});

const withoutMark = (line: string) => readTcLine(line.replace('refcnt 2 ', ''));
test.each(printed.filter((line) => line.includes('refcnt 2 ')))('printed, also without the mark refcnt: %s', (line) => {
  expect(withoutMark(line)).toEqual(readTcLine(line));
});

test('a line is a command if a command of tc stands in front, or nothing that only tc prints is in it', () => {
  const add = 'add dev eth0 root';
  const ecnOf = (line: string) => readTcLine(line).values.ecn;
  expect([ecnOf(`qdisc ${add} fq_codel limit 100`), ecnOf(`tc qdisc ${add} fq_codel limit 100p`)]).toEqual([
    true,
    true,
  ]);
  expect(ecnOf('fq_codel limit 100')).toBe(true);
  expect(ecnOf('fq_codel limit 100p')).toBe(false);
  expect(ecnOf('qdisc fq_codel 8001: root limit 100')).toBe(false);
  expect(ecnOf('fq_codel flows 1024 Sent 0 bytes')).toBe(false);
  const typed = 'red limit 1Mb avpkt 1000 burst 55 min 30000 max 90000';
  expect(readTcLine(`qdisc ${add} ${typed}`)).toEqual(readTcLine(typed));
});

test('each place of a line is read: the command, its output, its output as JSON', () => {
  const values = { variant: 'linux', targetMs: 3, intervalMs: 50, ecn: true };
  const expected = { policy: 'codel', values, buffer: { packets: 300 }, notes: [] };
  for (const line of [
    'codel limit 300 target 3ms interval 50ms ecn',
    'sudo tc qdisc replace dev eth0 root handle 1: codel limit 300 target 3000 interval 50msec ecn',
    'tc qdisc add dev eth0 parent 1:10 handle 10: codel ecn limit 300 target 0.003s interval .05s',
    'qdisc codel 8001: dev eth0 root refcnt 2 limit 300p target 3ms interval 50ms ecn \n Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0)',
    '[{"kind":"codel","handle":"8001:","dev":"eth0","root":true,"refcnt":2,"options":{"limit":300,"target":2999,"interval":49999,"ecn":true}}]',
  ])
    expect(readTcLine(line), line).toEqual(expected);
});

// The kernel has ticks of 1024 ns in CoDel and 64 ns in PIE: 1 ms is 976 ticks and 999.4 us, 500 us are 7812 ticks.
test('a printed time is the one that gives the ticks of the kernel', () => {
  const json = (kind: string, options: object) => readTcLine(JSON.stringify({ kind, options })).values;
  const codel = { targetMs: 1, intervalMs: 10 };
  expect(json('codel', { target: 999, interval: 9999 })).toMatchObject(codel);
  expect(json('fq_codel', { target: 999, interval: 9999 })).toMatchObject(codel);
  expect(readTcLine('codel refcnt 2 target 999us interval 10ms').values).toMatchObject(codel);
  expect(readTcLine('codel target 999us').values).toMatchObject({ targetMs: 0.999 });
  for (const kind of ['pie', 'fq_pie'])
    expect(json(kind, { target: 499, tupdate: 20_000 })).toMatchObject({ targetMs: 0.5, updateMs: 20 });
  expect(readTcLine('pie limit 10p target 499us').values).toMatchObject({ targetMs: 0.5 });
  // 16 us are whole ticks of 64 ns.
  expect(json('pie', { target: 16 })).toMatchObject({ targetMs: 0.016 });
});

test('JSON of dualpi2 and fq has other names and units', () => {
  const options = {
    ...{ limit: 10000, 'memory-limit': 30000000, target: 15000, tupdate: 16000, alpha: 0.15625, beta: 3.195312 },
    ...{
      'step-thresh-us': 1000,
      'min-qlen-step': 0,
      coupling: 2,
      'drop-overload': 'drop',
      'drop-early': 'drop-dequeue',
    },
    ...{ 'c-protection': 10, 'ecn-mask': 'l4s-ect', 'split-gso': null },
  };
  expect(readTcLine(JSON.stringify({ kind: 'dualpi2', options }))).toEqual(readTcLine(`dualpi2 refcnt 2 ${dualpi2}`));
  const fq = JSON.stringify([{ kind: 'fq', root: true, options: { maxrate: 1_250_000, pacing: false } }]);
  expect(readTcLine(fq).values).toMatchObject({ maxRateBps: 10e6, pacing: false });
});

test('a printed threshold of 0 packets is one, and a typed 0 leaves the default', () => {
  const printed = readTcLine('dualpi2 refcnt 2 limit 100p step_thresh 0p');
  expect(printed.values).toMatchObject({ stepPackets: 0, stepInPackets: true });
  expect(readTcLine('dualpi2 limit 100 step_thresh 0p').values).not.toHaveProperty('stepInPackets');
});

test('of several disciplines in JSON, the root is meant', () => {
  const line = '[{"kind":"pfifo","options":{"limit":3}},{"kind":"pfifo","root":true,"options":{"limit":5}}]';
  expect(readTcLine(line).values).toEqual({ limit: 5 });
});

// q_red.c: max = 3 min; burst = (2 min + max) / (3 avpkt), here 50; weight of tc for it: 2^-5.
test('RED: tc computes thresholds and the weight of the average', () => {
  const { values, buffer } = readTcLine('red limit 400000 avpkt 1000');
  expect(values).toMatchObject({ minThreshold: 33.333, maxThreshold: 100, maxProbability: 0.02, ecn: false });
  expect(buffer).toEqual({ bytes: 400_000 });
  const line = 'red limit 1000000 min 30000 max 90000 avpkt 1000 burst 55 bandwidth 10mbit probability 0.1';
  expect({ ...readTcLine(`red refcnt 2 ${red} ${tail}`), notes: [] }).toEqual(readTcLine(line));
  expect(readTcLine('red limit 1000000 min 30000 avpkt 1000').values).toMatchObject({
    maxThreshold: 90,
    queueWeight: 1 / 32,
  });
});

// q_sfq.c: max = 100000 / 4, min = max / 3, burst = (2 min + max) / (3 avpkt) = 13. 13 + 1 - 8.333 = 5.67 is more than
// (1 - (3/4)^13) 4 = 3.9, and less than (1 - (7/8)^13) 8 = 6.6: the weight is 1/8.
test('RED inside SFQ: tc computes thresholds and the weight of the average', () => {
  const { values, notes } = readTcLine('sfq headdrop redflowlimit 100000 ecn harddrop');
  const red = { redMinBytes: 8333, redMaxBytes: 25_000, redMaxProbability: 0.02, redQueueWeight: 1 / 8 };
  expect(values).toMatchObject({ ...red, headdrop: true, ecn: true, harddrop: true });
  expect(notes.join()).toContain('redflowlimit limits nothing in Linux');
  expect(readTcLine('sfq limit 100').values).not.toHaveProperty('redMinBytes');
  const { line, notes: refusals } = writeTcLine(
    'sfq',
    { ...values, redQueueWeight: 1 / 2 ** 20 },
    bufferOf({} as TcLane),
  );
  expect(line).toBeUndefined();
  expect(refusals.join()).toContain('tc has no burst');
});

test('RED with equal thresholds is allowed, as in tc', () => {
  const { values } = readTcLine('red limit 1000000 min 60000 max 60000 avpkt 1000 burst 80');
  expect(values).toMatchObject({ minThreshold: 60, maxThreshold: 60 });
});

test('RED: several rates have the same step of the idle table', () => {
  expect([10e6, 12e6].map((rate) => createIdleTable(5, 1000, rate).cellLog)).toEqual([15, 15]);
  expect(createIdleTable(5, 1000, 20e6).cellLog).toBe(14);
});

test('RED: the step of the idle table tells the rate, or a note says that it does not', () => {
  const line = `red refcnt 2 ${red} ewma 5 probability 0.1 Scell_log 18`;
  const { values, notes } = readTcLine(line, 1e6);
  expect(values).toMatchObject({ bandwidthBps: 1e6 });
  expect(notes.join()).toContain('bandwidth 1Mbit, avpkt 1000: fit Scell_log 18, but so do others');
  expect(readTcLine(line, 10e6).notes.join()).toContain('Scell_log 18');
});

// The kernel is given 41 and 819 in 1/256, keeps 44 and 879 in its own unit, and prints 40 and 818.
test('dualpi2: a printed gain is the one that the kernel was given; a typed gain is rounded down', () => {
  expect(readTcLine(`dualpi2 refcnt 2 ${dualpi2}`).values).toMatchObject({ alpha: 41 / 256, beta: 819 / 256 });
  expect(readTcLine('dualpi2 alpha 0.16 beta 3.2').values).toMatchObject({ alpha: 40 / 256, beta: 819 / 256 });
  expect(readTcLine('dualpi2 step_thresh 2p').values).toMatchObject({ stepPackets: 2 });
});

test('dualpi2: any_ect, in text and in JSON', () => {
  const lane = readTcLine('dualpi2 any_ect');
  expect(lane.values.anyEct).toBe(true);
  expect(lineOf(lane)).toContain(' any_ect');
  const options = { 'ecn-mask': 'any-ect' };
  expect(readTcLine(JSON.stringify({ kind: 'dualpi2', options })).values.anyEct).toBe(true);
  expect(readTcLine('dualpi2 l4s_ect').values.anyEct).toBe(false);
});

test('fq_codel marks unless it is told otherwise, and prints ecn only then', () => {
  expect(readTcLine('fq_codel').values.ecn).toBe(true);
  expect(readTcLine('fq_codel noecn').values.ecn).toBe(false);
  expect(readTcLine('fq_codel refcnt 2 limit 10240p').values.ecn).toBe(false);
});

test.each(['codel', 'fq_codel', 'fq'])('%s: ce_threshold in and out, also as JSON', (kind) => {
  const lane = readTcLine(`${kind} ce_threshold 1ms`);
  expect(lane.values.ceThresholdMs).toBe(1);
  // Ticks of 1024 ns make 999 us of it in CoDel; fq has nanoseconds.
  const options = { ce_threshold: kind === 'fq' ? 1000 : 999 };
  expect(readTcLine(JSON.stringify({ kind, options })).values.ceThresholdMs).toBe(1);
  expect(lineOf(lane)).toContain('ce_threshold 1ms');
  expect(readTcLine(`${kind} ce_threshold 0`).values.ceThresholdMs).toBe(0);
  // tc's largest time means "no threshold".
  expect(readTcLine(`${kind} ce_threshold 4294967295us`).values.ceThresholdMs).toBeUndefined();
  const off = { variant: 'linux', ceThresholdMs: 4_294_967 };
  expect(lineOf({ ...lane, values: off })).not.toContain('ce_threshold');
});

test('fq_codel: drop_batch is a value, in and out', () => {
  expect(readTcLine('fq_codel drop_batch 16')).toMatchObject({ values: { dropBatch: 16 }, notes: [] });
  // tc does not send 0.
  expect(readTcLine('fq_codel drop_batch 0').values.dropBatch).toBeUndefined();
  expect(lineOf(readTcLine('fq_codel drop_batch 16'))).toContain('drop_batch 16');
});

// sch_sfq.c: 3 queues of 4 packets hold 12; no more queues than packets.
test('sfq: the kernel bounds the limit by the queues, and the queues by the limit', () => {
  expect(readTcLine('sfq limit 100 depth 4 flows 3').values).toMatchObject({ limit: 12, queues: 3 });
  expect(readTcLine('sfq limit 20').values).toMatchObject({ limit: 20, queues: 20 });
  expect(readTcLine('sfq').values).toMatchObject({ limit: 127, queues: 128 });
  expect(readTcLine('sfq refcnt 2 limit 127p flows 128/1024').values).toMatchObject({ queues: 128, divisor: 1024 });
});

// tc sends most of its words only if they are not 0; the kernel does not take a 0 of sfq.
test.each([
  'codel limit 0 target 0 interval 0',
  'fq_codel limit 0 flows 0 quantum 0 target 0 interval 0 drop_batch 0',
  'pie limit 0 target 0 tupdate 0 alpha 0 beta 0',
  'fq_pie limit 0 flows 0 quantum 0 target 0 tupdate 0 alpha 0 beta 0 memory_limit 0 ecn_prob 0',
  'dualpi2 limit 0 memlimit 0 target 0 tupdate 0 step_thresh 0ms',
  'sfq quantum 0 depth 0 flows 0 divisor 0',
])('a 0 that does not reach the kernel is as if it was not there: %s', (line) => {
  const zeros = line.match(/ 0/g)?.length ?? 0;
  const { notes, ...lane } = readTcLine(line);
  const { notes: otherNotes, ...bare } = readTcLine(line.split(' ')[0] as string);
  expect(lane).toEqual(bare);
  expect(notes).toHaveLength(zeros + otherNotes.length);
  expect(notes[0]).toContain('0 is ignored');
});

test('a 0 that tc sends counts, and so does a printed one', () => {
  expect(readTcLine('dualpi2 alpha 0 min_qlen_step 0').values).toMatchObject({ alpha: 0, minStepPackets: 0 });
  expect(readTcLine('fq_pie limit 10p ecn_prob 0').values.markLimit).toBe(0);
  const { notes } = writeTcLine('dualpi2', { variant: 'linux', stepMs: 0 }, { unit: 'packets', limit: 1 });
  expect(notes).toEqual(['step_thresh 0 cannot be set: Linux takes its default']);
});

// psched_mtu of the device above is 1500; a device of Ethernet has 14 bytes more.
test('what a line does not say is the default of a device without a header', () => {
  expect(readTcLine('sfq').values.quantumBytes).toBe(1500);
  expect(readTcLine('fq').values).toMatchObject({ quantumBytes: 3000, initialQuantumBytes: 15_000 });
  expect(readTcLine('bfifo').values.limit).toBe(1_500_000);
  for (const policy of ['fq-codel', 'fq-pie', 'drr'])
    expect(findPolicy(policy)?.parameters.quantumBytes?.default, policy).toBe(1500);
});

test.each([
  ['limit 30Kb', 30 * 1024],
  ['limit 1mb', 1024 ** 2],
  ['limit 30000', 30_000],
  ['limit 8kbit', 1024],
  ['limit 1.5k', 1536],
])('a size of tc: %s', (words, limit) => {
  expect(readTcLine(`bfifo ${words}`).values).toEqual({ limit });
});

test.each([
  ['10mbit', 10e6],
  ['10Mbit', 10e6],
  ['1.25mbps', 10e6],
  ['1250000bps', 10e6],
  ['10Mibit', 10 * 1024 ** 2],
  ['10000000', 10e6],
  // Whole bytes per second.
  ['15bit', 8],
])('a rate of tc: %s', (text, bps) => {
  expect(readTcLine(`fq maxrate ${text}`).values.maxRateBps).toBe(bps);
});

test('what does not count is named', () => {
  expect(readTcLine('sfq perturb 10').notes.join()).toContain('perturb is ignored');
  expect(readTcLine('fq_codel memory_limit 4Mb').notes).toHaveLength(1);
  expect(readTcLine('pfifo').notes.join()).toContain('1000');
});

const statistics = ` Sent 536530797 bytes 553481 pkt (dropped 0, overlimits 0 requeues 11800)
 backlog 0b 0p requeues 11800
  maxpacket 0 drop_overlimit 0 new_flow_count 0 ecn_mark 0
  new_flows_len 0 old_flows_len 0`;
const perQueue = (parent: string) =>
  `qdisc fq_codel 0: dev eth0 parent ${parent} limit 10240p flows 1024 quantum 1514 target 5.0ms interval 100.0ms memory_limit 4Mb ecn drop_batch 64`;

test('all that tc -s qdisc show prints of a device with several queues: they have the same settings, and mq is named', () => {
  const lines = [
    'qdisc noqueue 0: dev lo root refcnt 2',
    'qdisc mq 0: dev eth0 root',
    ...[':4', ':3', ':a'].map(perQueue),
  ];
  const { policy, values, notes } = readTcLine(lines.map((line) => `${line} \n${statistics}\n`).join(''));
  expect(policy).toBe('fq-codel');
  expect(values).toMatchObject({ quantumBytes: 1514, targetMs: 5, intervalMs: 100, ecn: true, dropBatch: 64 });
  expect(notes.slice(0, 3)).toEqual([
    'noqueue is left out: no queue at all',
    'mq is left out: the queues of a device',
    '3 queues with the same settings are one here',
  ]);
  const json = JSON.stringify([
    { kind: 'mq', handle: '0:', root: true, options: {} },
    ...[':1', ':2'].map((parent) => ({ kind: 'fq_codel', parent, options: { limit: 300, quantum: 1514 } })),
  ]);
  expect(readTcLine(json)).toMatchObject({ policy: 'fq-codel', buffer: { packets: 300 } });
});

test('a shaper above the discipline is named', () => {
  const lines = `qdisc htb 1: root refcnt 9 r2q 10 default 0x10 direct_packets_stat 0 direct_qlen 1000
${statistics}
qdisc pie 110: parent 1:10 limit 1000p target 15ms tupdate 16ms alpha 2 beta 20`;
  const { policy, notes } = readTcLine(lines);
  expect(policy).toBe('pie');
  expect(notes).toEqual(['htb is left out: rates and borrowing between classes']);
});

test.each([
  '/sbin/tc qdisc add dev eth0 root codel limit 7',
  '# tc qdisc add dev eth0 root codel limit 7',
  '$ sudo tc qdisc add dev eth0 root codel limit 7',
  'root@router:~# tc qdisc add dev eth0 root codel limit 7',
  'ip netns exec r tc qdisc add dev eth0 root codel limit 7',
  'tc -n r -d qdisc replace dev eth0 root handle 1: codel limit 7',
  'tc q a dev eth0 root codel limit 7',
  'tc qdisc change dev eth0 parent 1:10 est 1sec 4sec codel limit 7',
  'tc qdisc add dev eth0 root \\\n  codel \\\n  limit 7',
  'codel limit 7p',
])('what people paste: %s', (line) => {
  expect(readTcLine(line)).toMatchObject({ policy: 'codel', buffer: { packets: 7 } });
});

test('pfifo_fast is pfifo, and says so', () => {
  const { policy, values, notes } = readTcLine(
    'qdisc pfifo_fast 0: root refcnt 2 bands 3 priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1',
  );
  expect({ policy, values }).toEqual({ policy: 'pfifo', values: { limit: 1000 } });
  expect(notes.join()).toContain('bands are ignored');
});

test('drr is a line, and the commands for its classes', () => {
  const { line, commands, notes } = writeTcLine(
    'drr',
    { variant: 'linux', quantumBytes: 500, classLimit: 20 },
    { unit: 'packets', limit: 1 },
  );
  expect(line).toBe('drr');
  expect(commands?.join()).toMatch(/drr quantum 500,.* pfifo limit 20,/);
  expect(notes).toHaveLength(1);
});

test('DRR with its classes and their queues is one lane, also as it is written', () => {
  const lane = { policy: 'drr', values: { variant: 'linux', hash: 'number', quantumBytes: 500, classLimit: 20 } };
  const printedLines = `qdisc drr 1: dev eth0 root refcnt 2
class drr 1:1 root leaf 8001: quantum 500b
class drr 1:2 root leaf 8002: quantum 500b
qdisc pfifo 8001: dev eth0 parent 1:1 limit 20p
qdisc pfifo 8002: dev eth0 parent 1:2 limit 20p`;
  expect(readTcLine(printedLines)).toMatchObject(lane);
  const { commands } = writeTcLine('drr', { ...lane.values, queues: 8 }, { unit: 'packets', limit: 1 });
  expect(readTcLine((commands ?? []).join('\n'))).toMatchObject(lane);
});

describe('CAKE', () => {
  test('takes the words of tc', () => {
    const { policy, values, notes } = readTcLine(
      'cake bandwidth 20Mbit diffserv4 dual-dsthost nat wash ingress ack-filter rtt 50ms pppoe-ptm ether-vlan mpu 68 memlimit 8Mb',
    );
    expect({ policy, values }).toEqual({
      policy: 'cake',
      values: {
        ...{ bandwidthBps: 20e6, tins: 'diffserv4', isolation: 'dual-dsthost', intervalMs: 50, ingress: true },
        ...{ ackFilter: 'filter', framing: 'ptm', overheadBytes: 34, mpuBytes: 68, memoryBytes: 8_388_608 },
      },
    });
    expect(notes.join()).toContain('nat is ignored');
    expect(notes.join()).toContain('wash is ignored');
  });

  test.each([
    ['', { framing: 'raw', overheadBytes: 0, mpuBytes: 0 }],
    ['overhead 18', { framing: 'noatm', overheadBytes: 18, mpuBytes: 0 }],
    ['ethernet', { framing: 'noatm', overheadBytes: 38, mpuBytes: 84 }],
    ['docsis', { framing: 'noatm', overheadBytes: 18, mpuBytes: 64 }],
    ['conservative', { framing: 'atm', overheadBytes: 48, mpuBytes: 0 }],
    ['atm overhead 44', { framing: 'atm', overheadBytes: 44, mpuBytes: 0 }],
    ['raw overhead 0', { framing: 'raw', overheadBytes: 0, mpuBytes: 0 }],
    ['bridged-llcsnap', { framing: 'atm', overheadBytes: 32, mpuBytes: 0 }],
  ])('the link %s', (words, link) => {
    expect(readTcLine(`cake bandwidth 10Mbit ${words}`).values).toMatchObject(link);
  });

  test('reads its JSON', () => {
    const json =
      '[{"kind":"cake","handle":"8001:","root":true,"options":{"bandwidth":1250000,"diffserv":"diffserv8","flowmode":"flows","nat":false,"wash":false,"ingress":false,"ack-filter":"aggressive","split_gso":true,"rtt":30000,"raw":false,"atm":"atm","overhead":44}}]';
    expect(readTcLine(json).values).toMatchObject({
      ...{ bandwidthBps: 10e6, tins: 'diffserv8', isolation: 'flows', ackFilter: 'aggressive', intervalMs: 30 },
      ...{ framing: 'atm', overheadBytes: 44, ingress: false },
    });
  });

  test('a lane becomes a line that gives the same lane', () => {
    const definition = findPolicy('cake') as PolicyDefinition;
    const read = readTcLine(
      'cake bandwidth 9500Kbit diffserv3 triple-isolate ingress ack-filter rtt 80ms ptm overhead 30 mpu 64',
    );
    const context = { rateBps: 10e6, delayMs: 10, bufferPackets: 100 };
    const values = resolveValues(definition.parameters, read.values, context);
    const { line = '', notes } = writeTcLine('cake', values, { unit: 'packets', limit: 100 });
    expect(notes).toEqual([]);
    expect(readTcLine(line).values).toEqual(read.values);
  });

  test('COBALT is its queue alone', () => {
    const values = { variant: 'linux', intervalMs: 50, targetMs: 2.5, mtuBytes: 0, ecn: true };
    expect(writeTcLine('cobalt', values, { unit: 'packets', limit: 10_240 }).line).toBe(
      'cake unlimited besteffort flowblind rtt 50ms',
    );
  });
});

describe('several queues with different settings', () => {
  const text = [
    'qdisc noqueue 0: dev lo root refcnt 2',
    'qdisc fq_codel 0: dev eth0 root refcnt 2 limit 500p',
    'qdisc mq 0: dev eth1 root',
    'qdisc pfifo 1: dev eth1 parent :1 limit 30p',
    'qdisc codel 2: dev eth1 parent :2 limit 40p target 9ms',
  ].join('\n');
  const json = JSON.stringify([
    { kind: 'pfifo', dev: 'a', root: true, options: { limit: 3 } },
    { kind: 'pfifo', dev: 'b', root: true, options: { limit: 4 } },
  ]);
  const errorOf = (given: string) => {
    try {
      return readTcLine(given);
    } catch (error) {
      return error as TcChoiceError;
    }
  };

  test('are named with their places, and the place in front chooses one', () => {
    const error = errorOf(text) as TcChoiceError;
    expect(error.choices.map(({ place }) => place)).toEqual(['dev eth0', 'dev eth1 parent :1', 'dev eth1 parent :2']);
    expect(error.message).toContain('dev eth0: fq_codel');
    expect(error.message).toContain('write its place in front, such as "dev eth0: "');
    const opened = error.choices.map(({ place }) => readTcLine(`${place}: ${text}`));
    expect(opened.map(({ policy }) => policy)).toEqual(['fq-codel', 'pfifo', 'codel']);
    expect(opened[2]?.values.targetMs).toBe(9);
    // Of a device with several, the question is asked again.
    expect((errorOf(`dev eth1: ${text}`) as TcChoiceError).choices).toHaveLength(2);
    expect(() => readTcLine(`dev eth7: ${text}`)).toThrow(
      'dev eth7: no discipline there; allowed: dev lo, dev eth0, dev eth1',
    );
  });

  test('also in JSON', () => {
    expect((errorOf(json) as TcChoiceError).choices.map(({ place }) => place)).toEqual(['dev a', 'dev b']);
    expect(readTcLine(`dev b: ${json}`).values.limit).toBe(4);
  });

  test('at one place, as in the lines of saved lanes, have numbers', () => {
    const line = 'tc qdisc replace dev eth0 root';
    const lines = `# lane A: one\n${line} pfifo limit 5\n# lane B: two\n${line} pfifo limit 5\n${line} pfifo limit 6\n`;
    const { choices, message } = errorOf(lines) as TcChoiceError;
    expect(choices).toEqual([
      { place: 'dev eth0 parent root #1', settings: 'pfifo limit 5' },
      { place: 'dev eth0 parent root #2', settings: 'pfifo limit 6' },
    ]);
    expect(message).toContain('2 disciplines with different settings');
    expect(choices.map(({ place }) => readTcLine(`${place}: ${lines}`).values.limit)).toEqual([5, 6]);
    expect(() => readTcLine(`dev eth0 parent root #3: ${lines}`)).toThrow('no discipline there');
  });

  test('a script: other commands before the first one, and those that name no discipline, do not count', () => {
    const script =
      '#!/bin/sh\nset -e\ntc qdisc del dev eth0 root\n# tc has its own words\n# tc qdisc add dev eth0 root pie\n';
    expect(readTcLine(script).policy).toBe('pie');
    expect(readTcLine(`$ tc qdisc show\n${text.split('\n')[1]}`)).toMatchObject({ policy: 'fq-codel' });
  });

  test('without devices have numbers alone', () => {
    const lines = 'tc qdisc add root pfifo limit 5\ntc qdisc add root codel limit 6';
    const { choices } = errorOf(lines) as TcChoiceError;
    expect(choices.map(({ place }) => place)).toEqual(['#1', '#2']);
    expect(choices.map(({ place }) => readTcLine(`${place}: ${lines}`).policy)).toEqual(['pfifo', 'codel']);
  });
});

describe('refused, with the word and what is allowed', () => {
  test.each([
    ['', 'no queue discipline'],
    ['tc qdisc add dev eth0 root', 'no queue discipline'],
    ['htb default 30', 'htb (rates and borrowing between classes): no such queue discipline here; allowed: pfifo'],
    ['cake bandwidth fast', 'cake: bandwidth: fast is not allowed; allowed: a rate, such as 10Mbit, or unlimited'],
    ['cake unlimited autorate-ingress', 'cake: autorate-ingress: not allowed'],
    ['tc -s qdisc show dev eth0', 'show: this command names no discipline'],
    ['tc qdisc add dev eth0 root tbf rate 10mbit burst 1600', 'tbf (the rate of the filter'],
    ['qdisc ingress ffff: dev eth0 parent ffff:fff1 ----------------', 'ingress (no queue at all)'],
    ['tc qdisc add dev eth0 root stab overhead 8 codel', 'stab: not allowed'],
    ['codel limit 5 stab overhead 8', 'stab: not allowed'],
    ['codel target 5 ms', 'ms stands alone; allowed: a number with its unit behind it, such as 5ms'],
    [
      'qdisc pfifo 1: root limit 3p\nqdisc pfifo 2: root limit 4p',
      'with different settings; allowed: one of them: #1: pfifo limit 3p; #2: pfifo limit 4p',
    ],
    ['qdisc noqueue 0: dev lo root\nqdisc mq 0: dev eth0 root', '0 disciplines with a queue'],
    ['codel limti 5', 'codel: limti is not a word'],
    ['codel limit', 'codel: limit has no value'],
    ['codel limit 5x', 'codel: limit: 5x is not allowed'],
    ['codel target -5ms', 'target: -5ms is not allowed'],
    ['fq_codel ce_threshold 1ms ce_threshold_selector 0x2/0x2', 'ce_threshold_selector: not allowed'],
    ['red limit 1000', 'red: avpkt is missing'],
    ['red avpkt 1000', 'red: limit is missing'],
    ['red limit 1000000 min 90000 max 30000 avpkt 1000', 'red: min: 90000 is not allowed'],
    ['red limit 1000000 min 30000 max 90000 avpkt 1000 burst 5', 'red: burst: 5 is not allowed'],
    ['red limit 1000000 avpkt 1000 probability 0', 'red: probability: 0 is not allowed; allowed: more than'],
    ['choke limit 50 min 20 max 60', 'choke: max: 60 is not allowed; allowed: at most limit, 50'],
    ['choke limit 500 min 60 max 60', 'choke: min: 60 is not allowed; allowed: less than max, 60'],
    ['pie alpha 33', 'pie: alpha: 33 is not allowed; allowed: at most 32'],
    ['fq_pie ecn_prob 100', 'fq_pie: ecn_prob: 100 is not allowed; allowed: at most 99'],
    ['choke limit 1000 min 30 max 90 adaptive', 'choke: adaptive is not a word'],
    ['qdisc red 8001: root refcnt 2 limit 1000000b min 30000b max 90000b', 'red: ewma is missing'],
    ['sfq min 3000 max 9000', 'sfq: redflowlimit is missing'],
    ['sfq redflowlimit 9000 min 3000 max 9001', 'sfq: max: 9001 is not allowed; allowed: at most redflowlimit, 9000'],
    ['sfq redflowlimit 90000 min 9000 max 9000', 'sfq: min: 9000 is not allowed; allowed: less than max, 9000'],
    ['sfq redflowlimit 90000 burst 2', 'sfq: burst: 2 is not allowed'],
    ['sfq redflowlimit 90000 probability 0', 'sfq: probability: 0 is not allowed; allowed: more than'],
    ['sfq limit 1', 'limit: 1 is not allowed'],
    ['{"kind":', 'the JSON cannot be read'],
    ['[]', '0 disciplines'],
    ['{"dev":"eth0"}', 'no "kind"'],
    ['[{"kind":"pfifo","options":{"limit":3}},{"kind":"pfifo","options":{"limit":4}}]', '2 disciplines'],
    [`pfifo ${'x'.repeat(100_000)}`, 'allowed: at most 100000'],
  ])('%s', (line, message) => {
    expect(() => readTcLine(line)).toThrow(TcLineError);
    expect(() => readTcLine(line)).toThrow(message);
  });
});

test('what has no line says why', () => {
  const buffer = { unit: 'packets', limit: 10 };
  const reasonOf = (policy: string, values: ParameterValues, unit = 'packets') => {
    const { line, notes } = writeTcLine(policy, values, { ...buffer, unit });
    expect(line).toBeUndefined();
    return notes.join();
  };
  expect(reasonOf('droptail', {})).toContain('no discipline of tc');
  expect(reasonOf('codel', { variant: 'rfc' })).toContain('no discipline of tc');
  expect(reasonOf('cobalt', { variant: 'linux', targetMs: 20, intervalMs: 100, mtuBytes: 0 })).toContain('by rtt');
  expect(reasonOf('codel', { variant: 'linux', targetMs: 5, intervalMs: 100 }, 'cells')).toContain('not in cells');
});
