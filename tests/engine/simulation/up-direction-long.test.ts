/**
 * A run with a queue in each direction: where packets go, what balances, and that it can go back, be cut and be edited.
 */
import { describe, expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, WAITING_STRIDE } from '../../../src/engine/frame/frame.ts';
import type { PortObserver } from '../../../src/engine/network/port.ts';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { TraceRecord } from '../../../src/engine/simulation/probe.ts';
import type { Simulation } from '../../../src/engine/simulation/simulation.ts';
import type { Direction } from '../../../src/engine/simulation/up-direction.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { historyOfPacket } from '../../../src/runs/run-questions.ts';
import { SeekableRun } from '../../../src/runs/seekable-run.ts';
import { homeLink } from './two-way-scenario.ts';

const open = (policy = 'red', more = {}) => openRun({ scenario: homeLink, policy, seed: 3, ...more });
const classOf = (id: string) => Object.keys(homeLink.sources).indexOf(id);

function finished(run: Simulation): Simulation {
  run.advance(run.endNs);
  return run;
}

/** The packets at each port, by class: data, and answers. */
function packetsByPort(run: Simulation): Record<Direction, Map<string, number>> {
  const counts = { down: new Map<string, number>(), up: new Map<string, number>() };
  const observer = (direction: Direction): Partial<PortObserver> => ({
    onArrival: (packet) => {
      const { flags, classIndex } = run.packets;
      const isAnswer = ((flags[packet] ?? 0) & PacketFlag.ack) !== 0;
      const key = `${Object.keys(homeLink.sources)[classIndex[packet] ?? 0]} ${isAnswer ? 'answers' : 'data'}`;
      counts[direction].set(key, (counts[direction].get(key) ?? 0) + 1);
      if (isAnswer) expect((flags[packet] ?? 0) & PacketFlag.ect).toBe(0);
    },
  });
  run.probe = { ...observer('down'), up: observer('up') };
  finished(run);
  return counts;
}

describe('packets', () => {
  test('data crosses the port of its direction, and answers cross the other one, as packets that are not ECN-capable', () => {
    const { down, up } = packetsByPort(open('red', { allowsProbe: true }));
    expect([...down.keys()].sort()).toEqual([
      'call data',
      'download data',
      'ping data',
      'upload answers',
      'web answers',
    ]);
    expect([...up.keys()].sort()).toEqual(['call data', 'download answers', 'ping answers', 'upload data', 'web data']);
    // A call sends the same number each way.
    expect(Math.abs((down.get('call data') ?? 0) - (up.get('call data') ?? 0))).toBeLessThanOrEqual(1);
    expect(down.get('call data')).toBeGreaterThan(150);
  });

  test('the link loses a share of the answers behind either port, beside those that the policies drop', () => {
    const link = { ...homeLink.link, ackLossRate: 0.2 };
    const run = finished(
      openRun({ scenario: { ...homeLink, link, run: { durationSeconds: 8 } }, policy: 'droptail', seed: 3 }),
    );
    const { classes } = run.frame();
    const { classes: down, up } = run.summary();
    for (const [id, side] of [
      ['download', up?.classes],
      ['upload', down],
    ] as const) {
      const acks = side?.find((item) => item.class === id)?.acks;
      const lost = classes[classOf(id) * CLASS_STRIDE + ClassColumn.lostAcks] ?? 0;
      const crossed = (acks?.arrived ?? 0) - (acks?.dropped ?? 0);
      expect(crossed).toBeGreaterThan(100);
      // Within four standard deviations of a binomial count.
      expect(Math.abs(lost - 0.2 * crossed)).toBeLessThan(4 * Math.sqrt(0.16 * crossed));
    }
  });

  test('in each direction and class: arrived = departed + dropped + held', () => {
    const run = finished(open('droptail'));
    const frame = run.frame();
    for (const side of [frame, frame.up]) {
      if (side === undefined) throw new Error('no direction up');
      const sum = (column: number) =>
        side.classes.reduce((total, count, slot) => total + (slot % CLASS_STRIDE === column ? count : 0), 0);
      const held = side.waiting.length / WAITING_STRIDE + (side.inService.length > 0 ? 1 : 0);
      expect(sum(ClassColumn.arrivedPackets)).toBe(
        sum(ClassColumn.departedPackets) + sum(ClassColumn.droppedPackets) + held,
      );
      expect(sum(ClassColumn.droppedPackets)).toBeGreaterThan(0);
    }
    const summary = run.summary();
    expect(summary.arrived).toBe(summary.departed + summary.dropped + summary.queued);
    expect(summary.up?.arrived).toBe(
      (summary.up?.departed ?? 0) + (summary.up?.dropped ?? 0) + (summary.up?.queued ?? 0),
    );
  });

  test('ACKs wait in the queue up and are lost there: with a delay and a share of losses of their own', () => {
    const { up, classes } = finished(open('droptail')).summary();
    const download = up?.classes.find((item) => item.class === 'download');
    expect(download?.acks?.dropRate).toBeGreaterThan(0.05);
    expect(download?.acks?.meanDelayMs).toBeGreaterThan(5);
    expect(download?.throughputBps).toBe(0);
    expect(classes.find((item) => item.class === 'download')?.acks?.arrived).toBe(0);
    expect(classes.find((item) => item.class === 'upload')?.acks?.arrived).toBeGreaterThan(0);
  });

  test('the flows of a direction are those that send their data there; a call has one in each', () => {
    const { flows, up } = finished(open('droptail')).summary();
    const ids = (list: typeof flows) => list.map((flow) => flow.class);
    expect(ids(flows)).toEqual(['download', 'download', 'call', 'ping']);
    expect(ids(up?.flows ?? [])).toEqual(['upload', 'call', 'web', 'web']);
  });

  test('what belongs to a class stands with its direction too', () => {
    const { classes, up } = finished(open('droptail')).summary();
    const web = (list: typeof classes) => list.find((item) => item.class === 'web')?.completion;
    expect(web(up?.classes ?? [])?.count).toBeGreaterThan(0);
    expect(web(classes)).toEqual(web(up?.classes ?? []));
    expect(up?.classes.find((item) => item.class === 'download')?.retransmissions).toBeUndefined();
    expect(classes.find((item) => item.class === 'ping')?.roundTrip?.count).toBeGreaterThan(0);
  });
});

describe.each(['droptail', 'red', 'fq-codel'])('%s', (policy) => {
  const whole = finished(open(policy));

  test('any steps, and observers, give the same run', () => {
    const stepped = open(policy);
    for (let ns = 1; stepped.nowNs < stepped.endNs; ns = 1 + ((ns * 7_919) % 30_000_017)) {
      stepped.advance(stepped.nowNs + ns);
      stepped.frame();
    }
    expect(stepped.digest()).toBe(whole.digest());
    expect(stepped.summary()).toEqual(whole.summary());
    expect(finished(open(policy, { trace: () => {} })).digest()).toBe(whole.digest());
  });

  test('a checkpoint brings back both directions', () => {
    const run = open(policy);
    run.advance(1.7e9);
    const point = run.checkpoint();
    const before = run.frame(0);
    run.advance(3e9);
    point.restore();
    expect(run.frame(0)).toEqual(before);
    expect(finished(run).summary()).toEqual(whole.summary());
  });
});

describe('edits', () => {
  const edited = (path: string, value: number) => {
    const run = open('red', { edits: [{ timeNs: 1e9, path, value }] });
    return finished(run);
  };

  test('a frame has the time of the last edit of each value of its direction', () => {
    const edits = [
      { timeNs: 1e9, path: 'policy.maxProbability', value: 0.2 },
      { timeNs: 1.5e9, path: 'link.up.buffer.packets', value: 20 },
      { timeNs: 2e9, path: 'link.up.red.maxProbability', value: 0.4 },
      { timeNs: 2.5e9, path: 'policy.maxProbability', value: 0.3 },
      { timeNs: 3e9, path: 'link.up.rateBps', value: 1e6 },
      { timeNs: 3.5e9, path: 'buffer.packets', value: 30 },
      // A value of a policy that is not at work.
      { timeNs: 3.6e9, path: 'link.up.codel.targetMs', value: 6 },
      { timeNs: 3.7e9, path: 'sources.upload.flows', value: 3 },
      { timeNs: 3.8e9, path: 'link.delayMs', value: 9 },
    ];
    const { lastEditNs, up } = finished(open('red', { edits })).frame();
    const ofBoth = { 'sources.upload.flows': 3.7e9 };
    expect(lastEditNs).toEqual({ 'policy.maxProbability': 2.5e9, buffer: 3.5e9, 'link.delayMs': 3.8e9, ...ofBoth });
    // The value up follows that of the policy down until it is edited itself.
    expect(up?.lastEditNs).toEqual({ 'policy.maxProbability': 2e9, buffer: 1.5e9, 'link.rateBps': 3e9, ...ofBoth });
  });

  test('the rate, the delay and the buffer up change at their time, and only up', () => {
    const plain = finished(open()).summary();
    const fast = edited('link.up.rateBps', 4e6).summary();
    expect(fast.up?.classes[classOf('upload')]?.throughputBps).toBeGreaterThan(
      2 * (plain.up?.classes[classOf('upload')]?.throughputBps ?? 0),
    );
    const far = edited('link.up.delayMs', 80).summary();
    expect(far.classes[classOf('ping')]?.roundTrip?.meanMs).toBeGreaterThan(
      50 + (plain.classes[classOf('ping')]?.roundTrip?.meanMs ?? 0),
    );
    const run = edited('link.up.buffer.packets', 200);
    expect(run.up?.port.limitPackets).toBe(200);
    expect(run.port).toMatchObject({ limitPackets: 40 });
  });

  test('a value of the policy goes for both queues, until the queue up has its own', () => {
    const run = open();
    run.advance(1e9);
    run.edit('policy.maxProbability', 0.2);
    expect([run.policyValues.maxProbability, run.up?.policyValues.maxProbability]).toEqual([0.2, 0.2]);
    run.edit('link.up.red.maxProbability', 0.4);
    run.edit('policy.maxProbability', 0.3);
    expect([run.policyValues.maxProbability, run.up?.policyValues.maxProbability]).toEqual([0.3, 0.4]);
  });

  test('derived values are those of each direction: RED has a sixth of its own buffer', () => {
    const run = open();
    expect(run.policyValues.minThreshold).toBeCloseTo(40 / 6, 12);
    expect(run.up?.policyValues.minThreshold).toBeCloseTo(12 / 6, 12);
  });

  test('a queue up may have another policy', () => {
    const up = { link: { rateBps: 0.5e6, policy: 'fq-codel' }, buffer: {}, policies: { 'fq-codel': { targetMs: 15 } } };
    const run = finished(openRun({ scenario: { ...homeLink, up }, policy: 'droptail', seed: 1 }));
    const { up: summary } = run.summary();
    expect(summary).toMatchObject({ policy: 'fq-codel', params: { targetMs: 15 } });
    expect(summary?.meanDelayMs).toBeLessThan(60);
  });
});

describe('traces and questions', () => {
  test('a verdict names its direction, with the reason of its policy', () => {
    const records: TraceRecord[] = [];
    const run = finished(open('red', { trace: (record: TraceRecord) => records.push({ ...record }) }));
    expect(new Set(records.map(({ direction }) => direction))).toEqual(new Set(['down', 'up']));
    expect(records.filter(({ direction }) => direction === 'down').length).toBeGreaterThan(500);
    const oneWay: TraceRecord[] = [];
    const { up: _, ...scenario } = homeLink;
    const { upload: __, web: ___, call: ____, ...sources } = homeLink.sources;
    const single = { ...scenario, sources } as Scenario;
    finished(openRun({ scenario: single, policy: 'red', seed: 3, trace: (record) => oneWay.push(record) }));
    expect(oneWay.every((record) => !Object.hasOwn(record, 'direction'))).toBe(true);
    expect(run.summary().up?.policy).toBe('red');
  });

  test('“Why?” finds a dropped ACK', () => {
    const drops: TraceRecord[] = [];
    const definition = findPolicy('droptail');
    finished(
      open('droptail', {
        trace: (record: TraceRecord) => {
          if (record.direction === 'up' && definition?.reasons[record.reason]?.verdict === 'drop')
            drops.push({ ...record });
        },
      }),
    );
    const ack = drops.find(({ classIndex }) => classIndex === classOf('download'));
    if (ack === undefined || definition === undefined) throw new Error('no ACK was dropped');
    const run = new SeekableRun(definition, { scenario: homeLink, seed: 3 });
    while (!run.seek(ack.timeNs + 1e6)) {}
    const question = run.ask(historyOfPacket(ack.serial, ack.timeNs));
    let answer = question.step(1e6);
    while (answer.state === 'open') answer = question.step(1e6);
    expect(answer).toMatchObject({
      state: 'answered',
      answer: { serial: ack.serial, direction: 'up', bytes: ack.bytes, verdicts: [{ reason: ack.reason }] },
    });
  });
});

test('a call has a quality in each direction: far worse up, where the upload fills the queue', () => {
  const { classes, up } = finished(open('droptail')).summary();
  const call = (list: typeof classes) => list.find((item) => item.class === 'call')?.call;
  const [down, upward] = [call(classes), call(up?.classes ?? [])];
  // Speech of 20 ms, 10 ms down, 2 + 2 ms of access, and its transmission at 4 Mb/s and twice at 40 Mb/s.
  expect(down?.oneWayP95Ms).toBeGreaterThanOrEqual(14 + 0.4 + 0.08);
  expect(upward?.rating).toBeLessThan((down?.rating ?? 0) - 10);
  expect(classes.find((item) => item.class === 'download')?.call).toBeUndefined();
});

test('a description says what of each class crosses a queue, and a frame has the quality of calls in each direction', () => {
  const run = openRun({ scenario: homeLink, policy: 'droptail', seed: 1 });
  const { classes, up } = run.description;
  expect(classes.map(({ crossing }) => crossing)).toEqual(['data', 'answers', 'data', 'data', 'answers']);
  expect(up?.classes.map(({ crossing }) => crossing)).toEqual(['answers', 'data', 'data', 'answers', 'data']);
  run.advance(run.endNs);
  const frame = run.frame();
  const summary = run.summary();
  const callIndex = classes.findIndex(({ id }) => id === 'call');
  for (const [calls, lane] of [
    [frame.calls, summary],
    [frame.up?.calls, summary.up],
  ] as const) {
    expect(calls?.[callIndex]).toEqual(lane?.classes[callIndex]?.call);
    expect(calls?.filter((call) => call !== undefined)).toHaveLength(1);
  }
});
