/** The command line as other programs call it: names, keys, units, exit statuses. */
import { describe, expect, test } from 'vitest';
import { policyIds } from '../../../src/policies/registry.ts';
import { presetFamilies } from '../../../src/scenarios/index.ts';
import { json, sim, simAny, spawned } from '../harness.ts';

const BRIEF = ['--duration', '3', '--warmup', '1'];

describe('run --json', () => {
  const report = json('run', 'zhao-5mb-1bwdp-stf30', '--policy', 'red', '--seed', '7', '--json', ...BRIEF);

  test('prints the specified object, and nothing else', () => {
    expect(Object.keys(report)).toEqual([
      'scenario',
      'seed',
      'simulatedSeconds',
      'warmupSeconds',
      'wallSeconds',
      'events',
      'lanes',
      'digest',
    ]);
    expect(report).toMatchObject({ scenario: 'zhao-5mb-1bwdp-stf30', seed: 7, simulatedSeconds: 3, warmupSeconds: 1 });
    expect(report.digest).toMatch(/^[0-9a-f]{16}$/);
    const [lane] = report.lanes;
    const figures =
      'busy utilisation meanDelayMs p95DelayMs p99DelayMs meanQueueBytes arrived departed dropped marked queued';
    for (const figure of figures.split(' ')) expect(typeof lane[figure], figure).toBe('number');
    expect(lane.policy).toBe('red');
    expect(lane.params).toMatchObject({ minThreshold: 12.5, maxProbability: 0.1, gentle: true });
    expect(lane.classes.map((item: { class: string }) => item.class)).toEqual(['ltrf', 'stf', 'ltnrf']);
    expect(Object.keys(lane.classes[0]).sort()).toEqual(
      'class dropRate flows goodput markRate meanDelayMs p95DelayMs retransmissions throughputBps'.split(' '),
    );
    expect(lane.flows).toHaveLength(8 + 186 + 3);
    expect(Object.keys(lane.classes[1].completion)).toEqual(['meanMs', 'sdMs', 'p95Ms', 'p99Ms', 'count']);
    expect(lane.classes[1].completion.count).toBeGreaterThan(10);
    expect(lane.classes[2]).not.toHaveProperty('completion');
    for (const key of ['flow', 'class', 'throughputBps', 'goodput', 'meanDelayMs'])
      expect(lane.flows[0]).toHaveProperty(key);
  });

  test('counts no packet twice and loses none', () => {
    const [lane] = report.lanes;
    // Packets that waited at the end of the warm-up depart later but arrived before it: at most a buffer of 75.
    expect(Math.abs(lane.arrived - lane.dropped - lane.departed - lane.queued)).toBeLessThanOrEqual(75);
    expect(lane.utilisation).toBeGreaterThan(0.5);
    expect(lane.utilisation).toBeLessThanOrEqual(1);
    expect(lane.busy).toBeGreaterThan(lane.utilisation);
    expect(lane.busy).toBeLessThanOrEqual(1);
  });

  test('takes every seed that a link takes', () => {
    const last = String(Number.MAX_SAFE_INTEGER);
    expect(json('run', 'md1', '--seed', last, '--json', ...BRIEF).seed).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('gives the same digest for the same arguments, another for another seed', () => {
    const digest = (seed: string) => json('run', 'opening', '--seed', seed, '--json', ...BRIEF).digest;
    expect(digest('3')).toBe(digest('3'));
    expect(digest('3')).not.toBe(digest('4'));
  });

  test('without --policy runs those of the preset; with several --policy, a lane each, in order', () => {
    const lanes = (...line: string[]) =>
      json('run', 'opening', '--json', ...BRIEF, ...line).lanes.map(({ policy }: { policy: string }) => policy);
    expect(lanes()).toEqual(['droptail', 'red', 'red-ecn']);
    expect(lanes('--policy', 'red', '--policy', 'droptail')).toEqual(['red', 'droptail']);
  });

  test('with replications, every figure is a mean with its confidence interval', () => {
    const many = json('run', 'md1', '--replications', '3', '--json', '--duration', '2', '--warmup', '0');
    const single = [1, 2, 3].map(
      (seed) =>
        json('run', 'md1', '--seed', String(seed), '--json', '--duration', '2', '--warmup', '0').lanes[0].meanDelayMs,
    );
    const mean = (single[0] + single[1] + single[2]) / 3;
    const deviation = Math.sqrt(single.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2);
    const { meanDelayMs } = many.lanes[0];
    expect(meanDelayMs.n).toBe(3);
    expect(meanDelayMs.mean).toBeCloseTo(mean, 12);
    expect(meanDelayMs.ci95).toBeCloseTo((4.303 * deviation) / Math.sqrt(3), 3);
  });
});

describe('--set', () => {
  const stable: readonly (readonly [setting: string, seen: string])[] = [
    ['link.rateBps=4e6', 'link.rateBps'],
    ['link.delayMs=5', 'link.delayMs'],
    ['buffer.packets=30', 'buffer.packets'],
    ['buffer.bytes=30000', 'buffer.bytes'],
    ['sources.ltrf.flows=3', 'sources.ltrf.flows'],
    ['sources.ltrf.accessDelayMs=1,2,3', 'sources.ltrf.accessDelayMs'],
    ['sources.ltnrf.rateBps=1e5', 'sources.ltnrf.rateBps'],
    ['sources.ltnrf.packetBytes=200', 'sources.ltnrf.packetBytes'],
    ['sources.ltnrf.timing=jittered', 'sources.ltnrf.timing'],
    ['sources.stf.transferPackets=4', 'sources.stf.transferPackets'],
    ['sources.stf.thinkSeconds=1', 'sources.stf.thinkSeconds'],
    ['sources.ltrf.delayedAck=true', 'sources.ltrf.delayedAck'],
    ['sources.ltrf.windowPackets=9', 'sources.ltrf.windowPackets'],
    ['sources.ltrf.initialWindow=1', 'sources.ltrf.initialWindow'],
    ['sources.ltrf.minRtoMs=500', 'sources.ltrf.minRtoMs'],
    ['sources.ltrf.variant=newreno', 'sources.ltrf.variant'],
    ['red.minThreshold=9', 'red.minThreshold'],
    ['red.maxThreshold=50', 'red.maxThreshold'],
    ['red.maxProbability=0.02', 'red.maxProbability'],
    ['red.queueWeight=0.01', 'red.queueWeight'],
    ['red.gentle=false', 'red.gentle'],
  ];
  const run = (...line: string[]) => json('run', 'opening', '--policy', 'red', '--json', ...BRIEF, ...line);
  const plain = run().digest;

  test.each(stable)('%s makes a difference', (setting) => {
    expect(run('--set', setting).digest).not.toBe(plain);
  });

  test('a value of red counts for red-ecn too', () => {
    const ecn = json('run', 'opening', '--policy', 'red-ecn', '--json', '--set', 'red.minThreshold=9', ...BRIEF);
    expect(ecn.lanes[0].params.minThreshold).toBe(9);
  });
});

describe('other forms', () => {
  test('--csv: a head, a line a lane and a line a class', () => {
    const lines = sim(['run', 'opening', '--csv', ...BRIEF]).out.split('\n');
    expect(lines[0]).toMatch(/^scenario,seed,policy,class,utilisation,busy,/);
    expect(lines).toHaveLength(1 + 3 * (1 + 3));
    for (const line of lines) expect(line.split(',')).toHaveLength(lines[0]?.split(',').length ?? 0);
  });

  test('the loss of a lane counts since the warm-up, as on the page: in table, CSV and JSON', () => {
    const line = ['run', 'opening', '--policy', 'droptail', '--duration', '4', '--warmup', '2'];
    const { files, out: table } = sim([...line, '--trace', 'x.jsonl']);
    const verdicts = (files.get('x.jsonl') ?? []).map((verdict) => JSON.parse(verdict));
    const since = verdicts.filter(({ timeNs }) => timeNs >= 2e9);
    const dropRate = since.filter(({ verdict }) => verdict === 'drop').length / since.length;
    expect(dropRate).toBeGreaterThan(0.001);
    expect(json(...line, '--json').lanes[0].dropRate).toBeCloseTo(dropRate, 12);
    const [head = '', ofLane = ''] = sim([...line, '--csv']).out.split('\n');
    expect(Number(ofLane.split(',')[head.split(',').indexOf('dropRate')])).toBeCloseTo(dropRate, 12);
    const [titles = [], figures = []] = ['policy', 'droptail'].map((start) =>
      table
        .split('\n')
        .find((row) => row.startsWith(start))
        ?.split(/ +/),
    );
    expect(figures[titles.indexOf('dropRate')]).toBe(String(Number(dropRate.toPrecision(4))));
    expect(table).toContain('All other figures begin after the warm-up.');
  });

  test('--trace: a JSON object for each verdict', () => {
    const { files } = sim([
      'run',
      'opening',
      '--policy',
      'red',
      '--trace',
      'x.jsonl',
      '--duration',
      '2',
      '--warmup',
      '0',
      '--json',
    ]);
    const verdicts = (files.get('x.jsonl') ?? []).map((line) => JSON.parse(line));
    const { arrived, dropped } = json('run', 'opening', '--policy', 'red', '--duration', '2', '--warmup', '0', '--json')
      .lanes[0];
    expect(verdicts).toHaveLength(arrived);
    expect(verdicts.filter(({ verdict }) => verdict === 'drop')).toHaveLength(dropped);
    expect(Object.keys(verdicts[0])).toEqual(
      expect.arrayContaining(['timeNs', 'packet', 'flow', 'class', 'verdict', 'reason', 'operands']),
    );
  });

  test('--flow: the sender of one flow, a line an instant, in each lane', () => {
    const flow = ['--flow', 'stf.1', '--flow-csv', 'x.csv', '--policy', 'red', '--policy', 'droptail'];
    const { files } = sim(['run', 'opening', ...flow, ...BRIEF]);
    const [head = '', ...lines] = files.get('x.csv') ?? [];
    expect(head).toMatch(/^seed,policy,time_s,cwnd_segments,ssthresh_segments,in_flight_segments,pacing_bps,rtt_ms,/);
    const rows = lines.map((line) => line.split(','));
    expect(new Set(rows.map(([, policy]) => policy))).toEqual(new Set(['red', 'droptail']));
    const times = rows.filter(([, policy]) => policy === 'red').map(([, , seconds]) => Number(seconds));
    expect(times.length).toBeGreaterThan(20);
    // Rising, and no time twice.
    expect(times.every((seconds, row) => row === 0 || seconds > (times[row - 1] ?? 0))).toBe(true);
    // The window is that of the sender when it began.
    expect(rows[0]?.slice(3, 4)).toEqual(['1']);
    expect(new Set(rows.map((row) => row[11]))).toContain('slowStart');
  });

  test('--flow: a flow that is not there, or no file, is refused with the allowed values', () => {
    const { status, err } = sim(['run', 'home-bufferbloat', '--flow', 'ping.0', '--flow-csv', 'x.csv']);
    expect([status, err]).toEqual([2, '--flow: ping.0 is not allowed; allowed: download.0']);
    expect(sim(['run', 'opening', '--flow', 'stf.1']).err).toMatch(/^--flow: --flow-csv is missing/);
    expect(sim(['run', 'opening', '--flow-csv', 'x.csv']).err).toMatch(/^--flow-csv: --flow is missing/);
    const beyond = sim(['run', 'opening', '--flow', 'stf.99', '--flow-csv', 'x.csv']);
    expect(beyond.err).toMatch(/^--flow: stf.99 is not allowed; allowed: .*stf\.0 to stf\.\d/);
  });

  test('list names every preset and policy; list --json has the parameters', () => {
    const { out } = sim(['list']);
    const listed = json('list', '--json');
    const presets = presetFamilies.flatMap(({ presets: all }) => all);
    expect(presets.length).toBeGreaterThan(55);
    for (const { id } of presets) expect(out).toContain(id);
    expect(listed.presets.map(({ id }: { id: string }) => id)).toEqual(presets.map(({ id }) => id));
    expect(listed.policies.map(({ id }: { id: string }) => id)).toEqual(policyIds);
    const named = ['droptail', 'red', 'red-ecn', 'shb', 'pfb', 'pfb-ad', 'abd', 'pfb-weq', 'pfb-ad-weq', 'abd-weq'];
    expect(policyIds).toEqual(expect.arrayContaining(named));
    expect(listed.policies.find(({ id }: { id: string }) => id === 'red').parameters.minThreshold.unit).toBe('packets');
  });

  test('show prints a file that runs to the preset’s digest', () => {
    const file = sim(['show', 'opening']).out;
    const shown = sim(['run', 'mine.json', '--json', ...BRIEF], { 'mine.json': file });
    expect(JSON.parse(shown.out).digest).toBe(json('run', 'opening', '--json', ...BRIEF).digest);
  });

  test('url turns a run into a link and a link into a run', () => {
    const link = sim(['url', 'opening']).out;
    expect(link).toBe('#v=5&p=opening&lanes=droptail,red,red-ecn');
    expect(json('url', link)).toMatchObject({ preset: 'opening', seed: 1, edits: [] });
    const file = sim(['show', 'md1']).out;
    expect(json('url', '#v=1&p=bm-e6&lanes=abd,pfb')).toMatchObject({ lanes: [{ policy: 'abd' }, { policy: 'pfb' }] });
    const own = sim(['url', 'mine.json'], { 'mine.json': file }).out;
    expect(json('url', own).custom.sources).toEqual(JSON.parse(file).sources);
  });

  test('schema is a JSON Schema with every path', () => {
    const schema = json('schema');
    expect(schema.$schema).toMatch(/json-schema/);
    expect(schema.properties.link.properties).toHaveProperty('rateBps');
  });
});

describe('bad input ends with status 2 and a message with the input’s name, the given value and the allowed values', () => {
  const cases: readonly (readonly [line: string, message: RegExp])[] = [
    ['run nothing', /preset: nothing is unknown; allowed: .*nearest/],
    ['run opening --policy none', /--policy: none is unknown; allowed: droptail, pfifo, /],
    ['run opening --seed 9007199254740992', /--seed: 9007199254740992 is not allowed; allowed: .* to 9007199254740991/],
    ['run opening --seed 9007199254740991 --replications 2', /allowed: a whole number from 0 to 9007199254740990/],
    ['run opening --seed -1', /--seed: -1 is not allowed; allowed: a whole number from 0/],
    ['run opening --set link.rateBps=fast', /link\.rateBps: fast is not allowed; allowed: a number from/],
    ['run opening --set link.rate=1e6', /link\.rate: .*link\.rateBps/],
    ['run opening --set __proto__.x=1', /__proto__/],
    ['run opening --set red.minThreshold=99', /minThreshold.*99.*allowed/],
    ['run opening --duration 0', /--duration: 0 is not allowed; allowed: a number from/],
    ['run opening --duration 5 --warmup 5', /--warmup: 5 is not allowed; allowed: less than the duration/],
    ['run opening --replications 0', /--replications: 0 is not allowed/],
    ['run opening --fast', /--fast: unknown option; allowed: --policy/],
    ['run missing.json', /missing\.json could not be read/],
    ['show', /give a preset, a link or a file/],
    ['nonsense', /command: nonsense is unknown/],
    ['', /usage: sim COMMAND/],
    ['url #v=1&p=opening&seed=x', /seed: x is not allowed/],
  ];
  test.each(cases)('sim %s', (line, message) => {
    const { status, out, err } = sim(line.split(' ').filter((word) => word !== ''));
    expect(status).toBe(2);
    expect(err).toMatch(message);
    if (!line.startsWith('url')) expect(out).toBe('');
  });

  test('a broken file: every problem is named by its path', () => {
    const broken = '{"link":{"rateBps":-1,"speed":2},"sources":{"a":{"kind":"poisson","flows":"many"}}}';
    const { status, err } = sim(['run', 'b.json'], { 'b.json': broken });
    expect(status).toBe(2);
    expect(err.split('\n')).toHaveLength(3);
    for (const path of ['link.rateBps', 'link.speed', 'sources.a.flows']) expect(err).toContain(`b.json: ${path}`);
  });
});

describe('paper', { timeout: 60_000 }, () => {
  test('an unknown paper is refused, and the known ones are named', async () => {
    const { status, out, err } = await simAny(['paper', 'nothing', '--quick', '--json']);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(
      'paper: nothing is unknown; allowed: bhattacharjee-mckinnon, goyal-dfba, zhao-reddy, abe, hu-vbs',
    );
    expect((await simAny(['paper', '--quickly'])).status).toBe(2);
  });

  test('list names the papers with their tables and claims', () => {
    const { papers } = json('list', '--json');
    expect(papers.map(({ id }: { id: string }) => id)).toContain('zhao-reddy');
    expect(papers[1]).toMatchObject({
      id: 'goyal-dfba',
      cells: 105,
      tables: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'],
    });
    expect(papers[1].claims).toHaveLength(6);
  });
});

describe('study', { timeout: 60_000 }, () => {
  const SHORT = ['--set', 'run.durationSeconds=2', '--set', 'run.warmupSeconds=0.5'];
  const E6 = ['study', 'e6', '--replications', '1', ...SHORT, '--json', '--jobs'];
  const one = spawned([...E6, '1']);

  test('prints every point', () => {
    const { status, out, err } = one;
    expect(status).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ study: 'e6', replications: 1, runs: 60, simulatedSeconds: 120, failures: [] });
    expect(report.points).toHaveLength(48);
    expect(err).toContain('100 %');
  });

  test('gives the same figures on any number of threads', () => {
    const figures = ({ out }: { readonly out: string }) => JSON.parse(out).points;
    expect(figures(spawned([...E6, '3']))).toEqual(figures(one));
  });

  test.each([
    [['study'], 'study: a name is missing; allowed: e1 (Buffers for 90 % goodput)'],
    [['study', 'e9'], 'study: e9 is unknown; allowed: e1 (Buffers for 90 % goodput)'],
    [['study', 'e1', '--replications', '0'], '--replications: 0 is not allowed'],
    [['study', 'e1', '--set', 'pfb.quantumBytes=64'], '--set pfb.quantumBytes: not a value of the scenario'],
    [
      ['study', 'e1', '--set', 'sources.video.pattern=BBI'],
      'sources.video.pattern: BBI is not allowed; allowed: I first',
    ],
    [
      ['study', 'e1', '--set', 'sources.video.predictedMeanBytes=100'],
      'sources.video.predictedMinBytes: 512 is not allowed',
    ],
  ])('%j is refused', async (argv, message) => {
    const { status, err } = await simAny(argv);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});
