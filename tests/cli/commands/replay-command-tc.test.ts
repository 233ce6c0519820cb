/** `--tc` in `replay`, `run` and `show`: lines of tc as policies. */
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

/** Five packets of two flows at once on 8 Mb/s: the first is sent, and 100 packets later nothing is left. */
const LIST = `t_ns,flow,bytes,ect
0,0,1000,0
0,0,1000,0
0,0,1000,0
0,1,1000,0
0,0,1000,0
`;
const play = (...line: string[]) => sim(['replay', 'a.csv', '--rate', '8e6', ...line], { 'a.csv': LIST });

test('a line of tc is the policy, and its limit is its own', () => {
  expect(play('--tc', 'pfifo refcnt 2 limit 2p', '--csv')).toMatchObject({
    status: 0,
    out: `index,verdict,time_ns,reason
0,sent,0,fits
1,sent,1000000,fits
2,sent,2000000,fits
3,dropped-enqueue,0,full
4,dropped-enqueue,0,full`,
    err: '',
  });
});

test('the limit of a discipline without one here is the buffer', () => {
  const { out } = play('--tc', 'codel limit 3', '--json');
  expect(JSON.parse(out)).toMatchObject({ policy: 'codel', buffer: { packets: 3 }, params: { ecn: false } });
});

test('several lines, also of one policy', () => {
  const { out } = play('--tc', 'pfifo limit 1', '--tc', 'bfifo limit 2000', '--policy', 'droptail', '--json');
  const limits = (JSON.parse(out) as { policy: string; params: { limit?: number } }[]).map(
    ({ params }) => params.limit,
  );
  expect(limits).toEqual([undefined, 1, 2000]);
  const two = ['--tc', 'pfifo limit 1', '--tc', 'pfifo limit 3'] as const;
  const alone = (JSON.parse(play(...two, '--json').out) as { name: string; digest: string }[]).map(
    ({ name, digest }) => ({ name, digest }),
  );
  const digestOf = (line: string) => (JSON.parse(play('--tc', line, '--json').out) as { digest: string }).digest;
  expect(alone).toEqual([
    { name: 'pfifo, limit 1 packets', digest: digestOf('pfifo limit 1') },
    { name: 'pfifo, limit 3 packets', digest: digestOf('pfifo limit 3') },
  ]);
  expect(
    play(...two, '--csv')
      .out.split('\n')
      .filter((row) => /index|dropped/.test(row)),
  ).toEqual([
    'policy,name,index,verdict,time_ns,reason',
    'pfifo,"pfifo, limit 1 packets",2,dropped-enqueue,0,full',
    'pfifo,"pfifo, limit 1 packets",3,dropped-enqueue,0,full',
    'pfifo,"pfifo, limit 1 packets",4,dropped-enqueue,0,full',
    'pfifo,"pfifo, limit 3 packets",4,dropped-enqueue,0,full',
  ]);
  expect(play(...two).out).toContain('pfifo, limit 3 packets flow 1');
  expect(play('--policy', 'pfifo', '--tc', 'pfifo limit 2', '--json').out).toContain(
    '"name": "pfifo, limit 2 packets"',
  );
  expect(play(...two, ...two)).toMatchObject({
    status: 2,
    err: '--tc: pfifo is there twice with the same settings; allowed: settings that differ, because equal lanes have equal results',
  });
});

test('in replay each line has its own buffer, and names the buffers that differ', () => {
  const lines = ['--tc', 'codel limit 2', '--tc', 'codel limit 3'];
  const reports = JSON.parse(play(...lines, '--json').out) as { name: string; buffer: object }[];
  expect(reports.map(({ name, buffer }) => ({ name, buffer }))).toEqual([
    { name: 'CoDel, Linux, buffer 2 packets', buffer: { packets: 2 } },
    { name: 'CoDel, Linux, buffer 3 packets', buffer: { packets: 3 } },
  ]);
  expect(play(...lines).out).toContain('buffer of 2 packets, 3 packets, seed 1');
});

test('--set replaces what the line says', () => {
  const { out } = play('--tc', 'codel target 5ms', '--set', 'codel.targetMs=7', '--json');
  expect(JSON.parse(out)).toMatchObject({ params: { targetMs: 7, variant: 'linux' } });
});

test('in a discipline of Linux each flow of the file has its own queue, unless a setting says otherwise', () => {
  const hashOf = (...line: string[]) =>
    (JSON.parse(play('--policy', 'sfq', '--json', ...line).out) as { params: { hash: string } }).params.hash;
  expect(hashOf()).toBe('mixed');
  expect(hashOf('--set', 'sfq.variant=linux')).toBe('number');
  expect(hashOf('--set', 'sfq.variant=linux', '--set', 'sfq.hash=mixed')).toBe('mixed');
});

// 333 bytes on 7 Mb/s take 380,571.43 ns. Linux rounds each transmission.
test('each transmission takes whole nanoseconds, as in Linux', () => {
  const list = `t_ns,flow,bytes,ect\n${'0,0,333,0\n'.repeat(5)}`;
  const timesOf = (...line: string[]) =>
    sim(['replay', 'a.csv', '--rate', '7e6', '--csv', ...line], { 'a.csv': list })
      .out.split('\n')
      .slice(1)
      .map((row) => Number(row.split(',')[2]));
  expect(timesOf('--tc', 'pfifo limit 10')).toEqual([0, 1, 2, 3, 4].map((count) => count * 380_571));
  expect(timesOf('--policy', 'pfifo')).toEqual([0, 1, 2, 3, 4].map((count) => count * 380_571));
  expect(timesOf('--policy', 'droptail')).toEqual([0, 380_571, 761_143, 1_141_714, 1_522_286]);
});

test('bad lines end with 2, and name the word and what is allowed', () => {
  for (const [line, message] of [
    ['codel limit 5x', '--tc: codel: limit: 5x is not allowed'],
    ['cake bandwidth fast', '--tc: cake: bandwidth: fast is not allowed'],
    ['bfifo limit 5', '--tc: limit (bfifo.limit): 5 is not allowed; allowed:'],
    ['pie tupdate 100s', '--tc: tupdate (pie.updateMs): 100000 is not allowed; allowed:'],
    ['codel limit 2000000', '--tc: limit (buffer.packets): 2000000 is not allowed; allowed:'],
  ] as const) {
    const { status, err } = play('--tc', line);
    expect(status).toBe(2);
    expect(err).toContain(message);
  }
  expect(play('--tc', 'codel', '--buffer', 'packets=5').err).toContain('--buffer: not allowed with --tc');
});

test('options without an effect are reported', () => {
  const errOf = (...line: string[]) => play('--buffer', 'packets=5', '--kernel-hz', '100', ...line).err;
  expect(errOf('--tc', 'sfq')).toBe(
    '--buffer: no effect on sfq, which has a limit of its own\n--kernel-hz: no effect; only fq, and pie and fq-pie with variant=linux, count ticks',
  );
  expect(errOf('--policy', 'sfq')).not.toContain('--buffer');
  expect(errOf('--policy', 'pie')).toContain('--kernel-hz: no effect');
  expect(errOf('--policy', 'pie', '--set', 'pie.variant=linux')).toBe('');
});

const run = (...line: string[]) => sim(['run', 'single-tcp', '--duration', '1', '--json', ...line]);

test('run takes lines too, with one buffer for all', () => {
  const { lanes } = JSON.parse(run('--tc', 'sfq', '--tc', 'codel limit 30').out) as {
    lanes: { policy: string; params: Record<string, unknown> }[];
  };
  expect(lanes.map(({ policy }) => policy)).toEqual(['sfq', 'codel']);
  expect(lanes[0]?.params).toMatchObject({ variant: 'linux', limit: 127 });
  expect(run('--tc', 'codel limit 5', '--tc', 'fq_codel limit 7').err).toContain('contradict each other');
});

test('run takes several lines of one policy, and names its lanes in all outputs', () => {
  const lines = ['--policy', 'pie', '--tc', 'pie limit 30 target 5ms', '--tc', 'pie limit 30 target 20ms'];
  const lanesOf = (...line: string[]) =>
    (JSON.parse(run(...line).out) as { lanes: { name: string; digest: string; params: { targetMs: number } }[] }).lanes;
  const lanes = lanesOf(...lines);
  expect(lanes.map(({ name }) => name)).toEqual(['PIE, RFC 8033', 'PIE, Linux target 5 ms', 'PIE, Linux target 20 ms']);
  const alone = ['5ms', '20ms'].flatMap((target) => lanesOf('--tc', `pie limit 30 target ${target}`));
  expect(lanes.slice(1).map(({ digest, params }) => ({ digest, params }))).toEqual(
    alone.map(({ digest, params }) => ({ digest, params })),
  );
  // An option replaces the value in all lanes.
  expect(lanesOf(...lines, '--set', 'pie.targetMs=7').map(({ params }) => params.targetMs)).toEqual([7, 7, 7]);
  const outcome = (...option: string[]) => sim(['run', 'single-tcp', '--duration', '1', ...lines, ...option]);
  expect(outcome().out).toContain('B PIE, Linux target 5 ms');
  const [head, ...rows] = outcome('--csv').out.split('\n');
  expect(head).toMatch(/,name$/);
  expect(rows.map((row) => /"(.*)"$/.exec(row)?.[1])).toEqual(lanes.flatMap(({ name }) => [name, name]));
  const { files: trace } = outcome('--trace', 'trace');
  expect(trace.get('trace')?.at(-1)).toContain('"policy":"pie","name":"PIE, Linux target 20 ms"');
  const { files: senders } = outcome('--flow', 'tcp.0', '--flow-csv', 'flow.csv');
  expect(senders.get('flow.csv')?.[0]).toMatch(/,name$/);
  expect(senders.get('flow.csv')?.at(-1)).toMatch(/,"PIE, Linux target 20 ms"$/);
  // The link of the run has the lanes with their values.
  const { binary } = outcome('--run-json', 'run.json');
  const { link } = JSON.parse(Buffer.concat(binary.get('run.json') ?? []).toString()) as { link: string };
  const again = JSON.parse(sim(['run', link, '--json']).out) as { lanes: { name: string; digest: string }[] };
  expect(again.lanes).toMatchObject(lanes.map(({ name, digest }) => ({ name, digest })));
});

test('show --tc prints the lines of the policies that are disciplines of Linux', () => {
  const scenario = JSON.parse(sim(['show', 'single-tcp']).out) as Record<string, unknown>;
  const policies = { sfq: { variant: 'linux', depth: 9 }, codel: { variant: 'linux', ecn: false }, droptail: {} };
  const file = JSON.stringify({ ...scenario, buffer: { packets: 40 }, policies });
  const { out, err } = sim(['show', 'a.json', '--tc'], { 'a.json': file });
  expect(out.split('\n')).toEqual([
    'tc qdisc replace dev eth0 root sfq quantum 1514 depth 9 flows 128 divisor 1024',
    'tc qdisc replace dev eth0 root codel limit 40 target 5ms interval 100ms',
  ]);
  expect(err).toContain('droptail: no discipline of tc');
  const lanes = ['codel', 'codel'].map((policy, lane) => ({
    policy,
    values: { variant: 'linux', ecn: false, targetMs: 5 + lane },
  }));
  const lanesFile = JSON.stringify({ ...scenario, buffer: { packets: 40 }, lanes });
  expect(sim(['show', 'a.json', '--tc'], { 'a.json': lanesFile }).out.split('\n')).toEqual(
    [5, 6].map((ms) => `tc qdisc replace dev eth0 root codel limit 40 target ${ms}ms interval 100ms`),
  );
});
