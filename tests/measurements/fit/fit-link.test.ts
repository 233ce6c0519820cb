/**
 * Fits of two links that are known: pfifo of 200 packets each way (20 and 5 Mb/s, 30 ms), and fq_codel (50 and 10 Mb/s,
 * 20 ms). The files are those of the tools over queueing disciplines of Linux.
 */
import { describe, expect, test } from 'vitest';
import { fitLink } from '../../../src/measurements/fit/fit-link.ts';
import type { DirectionFit, LinkFit, NamedMeasurement } from '../../../src/measurements/fit/link-fit.ts';
import { measurementOf } from '../../../src/measurements/measurement.ts';
import { excerpt, measured, measuredAll } from '../measured.ts';

function filesOf(...names: readonly string[]): NamedMeasurement[] {
  return names.flatMap((name) => measuredAll(excerpt(name)).map((measurement) => ({ name, measurement })));
}
const fitOf = (...names: readonly string[]): LinkFit => fitLink(filesOf(...names));

/** Largest error of a rate where a file shows the link full, and from one flow over an AQM alone. */
const FULL_RATE_ERROR = 0.03;
const OPEN_RATE_ERROR = 0.08;
const BUFFER_ERROR = 0.1;

function expectRate({ rateMbps }: DirectionFit, mbps: number, error: number): void {
  expect(Math.abs((rateMbps?.value ?? 0) / mbps - 1)).toBeLessThan(error);
  expect(rateMbps?.low).toBeLessThanOrEqual(mbps);
  expect(rateMbps?.high ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(mbps);
}

describe('pfifo', () => {
  test.each([
    ['ping and TCP', ['pfifo-ping-down.txt', 'pfifo-ping-up.txt', 'pfifo-tcp-down.json', 'pfifo-tcp-up.json']],
    [
      'ping, TCP and UDP',
      [
        'pfifo-ping-down.txt',
        'pfifo-ping-up.txt',
        'pfifo-tcp-down.json',
        'pfifo-tcp-up.json',
        'pfifo-udp-down.json',
        'pfifo-udp-up.json',
      ],
    ],
  ])('from %s: rates, base delay, class and buffer', (_, names) => {
    const { baseRttMs, down, up } = fitOf(...names);
    expect(baseRttMs?.value).toBeCloseTo(30, 0);
    for (const [fit, mbps] of [
      [down, 20],
      [up, 5],
    ] as const) {
      expectRate(fit, mbps, FULL_RATE_ERROR);
      expect(fit.queue.class).toBe('drop-tail');
      expect(Math.abs((fit.bufferPackets?.value ?? 0) / 200 - 1)).toBeLessThan(BUFFER_ERROR);
      expect(fit.bufferPackets?.low).toBeLessThanOrEqual(200);
      expect(fit.bufferPackets?.high).toBeGreaterThanOrEqual(200);
    }
  });

  test('from the sender alone: its own round trips stay near the longest', () => {
    const { baseRttMs, down } = fitOf('pfifo-ss-server-down.log', 'pfifo-tcp-down.json');
    expect(baseRttMs?.value).toBe(30);
    expect(down.queue.class).toBe('drop-tail');
    expect(down.queue.evidence.join()).toContain('the flow itself waits');
  });

  test('from the way down, nothing follows for the way up', () => {
    const { up } = fitOf('pfifo-ping-down.txt', 'pfifo-tcp-down.json');
    expect(up.rateMbps).toBeUndefined();
    expect(up.queue.class).toBe('the data do not tell');
    expect(up.notes.join()).toContain('from the other direction nothing follows');
  });

  test('without a probe and a base delay, the queue is not told', () => {
    const { baseRttMs, down, notes } = fitOf('pfifo-tcp-down.json', 'pfifo-udp-down.json');
    expect(baseRttMs).toBeUndefined();
    expectRate(down, 20, FULL_RATE_ERROR);
    expect(down.queue.class).toBe('the data do not tell');
    expect(down.bufferPackets).toBeUndefined();
    expect(notes.join()).toContain('the base delay is not known');
  });
});

describe('fq_codel', () => {
  test('a ping that does not wait beside a flow that does: flow queues', () => {
    const { baseRttMs, up } = fitOf('fq-codel-ping-up.txt', 'fq-codel-tcp-up.json');
    expect(baseRttMs?.value).toBeCloseTo(20, 0);
    expectRate(up, 10, OPEN_RATE_ERROR);
    expect(up.queue.class).toBe('flow queues');
    expect(up.bufferPackets).toBeUndefined();
  });

  test('a download shows no round trips of its sender: only with a known rate is the queue told', () => {
    const alone = fitOf('fq-codel-ping-down.txt', 'fq-codel-tcp-down.json').down;
    expectRate(alone, 50, OPEN_RATE_ERROR);
    expect(alone.queue.class).toBe('the data do not tell');
    const withUdp = fitOf('fq-codel-ping-down.txt', 'fq-codel-tcp-down.json', 'fq-codel-udp-down.json').down;
    expectRate(withUdp, 50, FULL_RATE_ERROR);
    expect(withUdp.queue.class).toBe('flow queues');
  });

  test('a log of the router names the rate and the discipline of the direction whose traffic it carried', () => {
    const { down, up } = fitOf(
      'fq-codel-tc-down.log',
      'fq-codel-tc-up.log',
      'fq-codel-tcp-down.json',
      'fq-codel-tcp-up.json',
    );
    expect([down.queue, up.queue]).toMatchObject([
      { class: 'flow queues', kind: 'fq_codel' },
      { class: 'flow queues', kind: 'fq_codel' },
    ]);
    expect([down.rateMbps?.value, up.rateMbps?.value]).toEqual([50, 10]);
  });
});

describe('the direction of a log of tc', () => {
  test('a log without a transfer beside it has no direction: the user is asked, and the answer counts', () => {
    const { down, up, questions } = fitOf('fq-codel-tc-down.log');
    expect([down.rateMbps, up.rateMbps]).toEqual([undefined, undefined]);
    expect(questions).toEqual([expect.stringContaining('Does the interface of fq-codel-tc-down.log send down or up?')]);
    const log = { name: 'tc.log', measurement: measured(excerpt('fq-codel-tc-down.log')) };
    const answered = fitLink([{ ...log, givenDirection: 'down' }]);
    expect(answered.down).toMatchObject({ rateMbps: { value: 50 }, queue: { class: 'flow queues', kind: 'fq_codel' } });
    expect(answered.up.rateMbps).toBeUndefined();
    expect([answered.questions, answered.notes.filter((note) => note.startsWith('tc.log'))]).toEqual([[], []]);
    expect(fitLink([{ ...log, givenDirection: 'both' }]).questions).toEqual(
      questions.map((text) => text.replace('fq-codel-tc-down.log', 'tc.log')),
    );
  });

  test('the log of a drop-tail queue alone tells its buffer, whatever its clock', () => {
    const pfifo = measured(excerpt('tc-pfifo.log'));
    const { startUnixSeconds: _, ...untimed } = pfifo;
    const [queue] = pfifo.queues.filter(({ kind }) => kind === 'pfifo');
    const [shaper] = pfifo.queues.filter(({ kind }) => kind === 'tbf');
    for (const measurement of [pfifo, untimed]) {
      const { up } = fitLink([{ name: 'tc.log', measurement, givenDirection: 'up' }]);
      expect(up.queue).toMatchObject({ class: 'drop-tail', kind: 'pfifo' });
      expect([up.bufferPackets?.value, up.rateMbps?.value]).toEqual([queue?.limitPackets, shaper?.configuredMbps]);
    }
  });

  test('an answer that a transfer contradicts is not used, and logs of several interfaces are not asked for', () => {
    const log = { name: 'tc.log', measurement: measured(excerpt('fq-codel-tc-down.log')) };
    const transfer = { name: 'iperf.json', measurement: measured(excerpt('fq-codel-tcp-down.json')) };
    const { down, up, notes } = fitLink([{ ...log, givenDirection: 'up' }, transfer]);
    expect([down.rateMbps?.value, up.rateMbps]).toEqual([50, undefined]);
    expect(notes.join()).toContain('tc.log: it carried a transfer down. The given direction, up, is not used.');
    const { queues } = log.measurement;
    const several = {
      ...log.measurement,
      queues: [...queues, ...queues.map((queue) => ({ ...queue, device: 'wan0' }))],
    };
    const found = fitLink([{ name: 'two.log', measurement: several, givenDirection: 'down' }]);
    expect([found.down.rateMbps, found.questions]).toEqual([undefined, []]);
    expect(found.notes.join()).toContain('no file tells the direction of fq_codel');
  });
});

/** A ping every 0.2 s for 42 s, with waits by the time since the load began. */
function pingWith(
  wait: (loadSeconds: number, index: number) => number,
  start: number | null = 1_000_000_000,
): NamedMeasurement {
  const count = 220;
  const timesSeconds = Float64Array.from({ length: count }, (_, index) => 0.2 * index);
  const measurement = measurementOf({
    format: 'ping',
    tool: 'ping',
    clock: '',
    ...(start === null ? {} : { startUnixSeconds: start }),
    values: {},
    series: [
      {
        name: 'round trip',
        quantity: 'delay',
        unit: 'ms',
        direction: 'round trip',
        countedBy: '',
        timeOf: '',
        timesSeconds,
        samples: timesSeconds.map((time, index) => 30 + (time < 2 ? 0 : wait(time - 2, index))),
      },
    ],
  });
  return { name: 'ping', measurement };
}

/** A download of 40 s that begins 2 s after the ping. */
function downloadWith(retransmits: number, goodputMbps = 19): NamedMeasurement {
  const measurement = measurementOf({
    format: 'iperf3',
    tool: 'iperf3',
    clock: '',
    values: {},
    transfers: [
      {
        direction: 'down',
        protocol: 'TCP',
        isBothWays: false,
        goodputMbps,
        seconds: 40,
        startUnixSeconds: 1_000_000_002,
        endUnixSeconds: 1_000_000_042,
        flows: 1,
        payloadBytes: 1_448,
        retransmits,
      },
    ],
  });
  return { name: 'download', measurement };
}

const classOf = (...files: readonly NamedMeasurement[]) => fitLink(files).down.queue.class;
/** A saw between two waits, with a period of 4 s. */
const saw = (low: number, high: number) => (time: number) => low + ((high - low) * (time % 4)) / 4;

/** A log of tc beside the download: a discipline that carried its bytes, with a queue of some packets. */
function tcLogOf(discipline: Readonly<Record<string, unknown>>, length: number): NamedMeasurement {
  const rateBytes = 2_500_000;
  const lines = Array.from({ length: 40 }, (_, second) => {
    const counters = { bytes: second * rateBytes, packets: second, drops: 3, backlog: length * 1_514, qlen: length };
    return `${1_000_000_002 + second}.5\n${JSON.stringify([{ ...discipline, root: true, ...counters }])}`;
  });
  const [measurement] = measuredAll(lines.join('\n'));
  return { name: 'tc', measurement: measurement as NamedMeasurement['measurement'] };
}

describe('a router beside a download', () => {
  test('tbf without a child drops at its limit of bytes, which it prints as a time', () => {
    const tbf = { kind: 'tbf', handle: '1:', options: { rate: 2_500_000, burst: 1_600, lat: 50_000 } };
    const { down } = fitLink([tcLogOf(tbf, 60), downloadWith(20)]);
    expect(down.queue).toMatchObject({ class: 'drop-tail', kind: 'tbf' });
    // 50 ms at 2,500,000 bytes per second, and the burst.
    expect(down.bufferBytes?.value).toBeCloseTo(125_000 + 1_600, -2);
    expect(down.rateMbps?.value).toBe(20);
  });

  test('a discipline without a queue is not the bottleneck, and netem is of no class', () => {
    const pfifo = { kind: 'pfifo', handle: '1:', options: { limit: 100 } };
    const empty = tcLogOf(pfifo, 0);
    const free = {
      ...empty,
      measurement: { ...empty.measurement, queues: empty.measurement.queues.map((queue) => ({ ...queue, drops: 0 })) },
    };
    expect(fitLink([free, downloadWith(20)]).notes.join()).toContain('it is not the bottleneck');
    const netem = fitLink([
      tcLogOf({ kind: 'netem', handle: '1:', options: { limit: 100_000 } }, 60),
      downloadWith(20),
    ]);
    expect(netem.notes.join()).toContain('netem is not a queue of a known class');
    expect(netem.down.queue.class).toBe('the data do not tell');
  });
});

test('a ping beside UDP that does not slow down tells no class', () => {
  const tcp = downloadWith(20);
  const udp = {
    name: 'udp',
    measurement: {
      ...tcp.measurement,
      transfers: tcp.measurement.transfers.map((load) => ({ ...load, protocol: 'UDP' as const, lossShare: 0.2 })),
    },
  };
  const { queue, rateMbps } = fitLink([pingWith(saw(60, 100)), udp]).down;
  expect(queue.class).toBe('the data do not tell');
  expect(rateMbps?.high).not.toBeNull();
});

describe('the class of a queue, from the waits of a ping', () => {
  test('a saw below one longest wait, with losses: drop-tail', () => {
    expect(classOf(pingWith(saw(60, 100)), downloadWith(20))).toBe('drop-tail');
  });

  test('a short test has spent more of its time in slow start, so the rate and the buffer can be higher', () => {
    const long = fitLink([pingWith(saw(60, 100)), downloadWith(20)]).down;
    const download = downloadWith(20);
    const short = {
      ...download,
      measurement: {
        ...download.measurement,
        transfers: download.measurement.transfers.map((load) => ({ ...load, seconds: 10 })),
      },
    };
    const { rateMbps, bufferPackets } = fitLink([pingWith(saw(60, 100)), short]).down;
    // 30 ms are 49.2 packets of 0.6097 ms: log2(4.92) = 2.3 round trips. In 10 s they are 0.69 %, in 40 s a quarter of
    // it.
    const share = (high: number | null | undefined, value: number | undefined) => (high ?? 0) / (value ?? 1) - 1;
    expect(share(rateMbps?.high, rateMbps?.value)).toBeCloseTo(0.03 + 0.0069, 4);
    expect(share(long.rateMbps?.high, long.rateMbps?.value)).toBeCloseTo(0.03 + 0.0069 / 4, 4);
    expect(share(bufferPackets?.high, bufferPackets?.value)).toBeCloseTo(0.1 + 0.0069, 3);
  });

  test('the same without a loss: the buffer may never have filled', () => {
    expect(classOf(pingWith(saw(60, 100)), downloadWith(0))).toBe('the data do not tell');
  });

  test('a long wait at the start that never comes back, with losses: an AQM with one queue', () => {
    const codel = (time: number, index: number) => (time < 1.5 ? 150 : 2 + (index % 10));
    expect(classOf(pingWith(codel), downloadWith(60))).toBe('single-queue AQM');
  });

  test('with a window so large that CUBIC would need longer than the test to fill a buffer again: not told', () => {
    // 2,030 ms are 3,330 packets, for which three times K are 41 s.
    const slow = (time: number, index: number) => (time < 1.5 ? 2_000 : 2 + (index % 10));
    expect(classOf(pingWith(slow), downloadWith(60))).toBe('the data do not tell');
  });

  test('short waits without such a start: a short buffer and an AQM look alike', () => {
    expect(
      classOf(
        pingWith((_, index) => (index % 37 === 0 ? 20 : 2 + (index % 10))),
        downloadWith(60),
      ),
    ).toBe('the data do not tell');
  });

  test('no wait at all: the link was not busy beside this ping', () => {
    const { queue } = fitLink([pingWith(() => 0), downloadWith(60)]).down;
    expect(queue.class).toBe('the data do not tell');
    expect(queue.evidence.join()).toContain('the link was not busy then, or a clock is wrong');
  });

  test('a ping without a time of day: assumed beside the only load, and asked', () => {
    const { questions, down } = fitLink([pingWith(saw(60, 100), null), pingWith(() => 0), downloadWith(20)]);
    expect(down.queue.class).toBe('drop-tail');
    expect(down.queue.evidence.join()).toContain('it is assumed to have run beside the only load');
    expect(questions).toEqual([
      'Did ping run while the link was loaded down? It has no time of day; ping -D prints it.',
    ]);
  });

  test('a ping without a time that begins under load does not show slow start, so RED could look like this', () => {
    const ping = pingWith(saw(60, 100), null);
    const series = ping.measurement.series.map((all) => ({
      ...all,
      timesSeconds: all.timesSeconds.slice(20),
      samples: all.samples.slice(20),
    }));
    const late = { ...ping, givenDirection: 'down' as const, measurement: { ...ping.measurement, series } };
    const { queue } = fitLink([pingWith(() => 0), late, downloadWith(20)]).down;
    expect(queue.class).toBe('the data do not tell');
    expect(queue.evidence.join()).toContain('The start of the load is not seen');
  });

  test("the mixed round trips of several flows' own tell no class", () => {
    const [load] = filesOf('pfifo-tcp-up.json');
    const idle = pingWith(() => 0, null);
    const withFlows = (flows: number) => ({
      name: 'upload',
      measurement: {
        ...(load as NamedMeasurement).measurement,
        transfers: (load as NamedMeasurement).measurement.transfers.map((transfer) => ({ ...transfer, flows })),
      },
    });
    expect(fitLink([idle, withFlows(1)]).up.queue.class).toBe('drop-tail');
    expect(fitLink([idle, withFlows(8)]).up.queue.class).toBe('the data do not tell');
  });

  test('the answer of the user: idle pings give the base delay, and others the waits', () => {
    const jitter = { ...pingWith((_, index) => index % 7, null), givenDirection: 'idle' as const };
    expect(fitLink([jitter]).baseRttMs).toMatchObject({ value: 30, low: 29.7 });
    const loaded = { ...pingWith(saw(60, 100), null), givenDirection: 'down' as const };
    const upload = { ...downloadWith(20), name: 'upload' };
    const bothWays = [upload, downloadWith(20)].map(({ name, measurement }) => ({
      name,
      measurement: {
        ...measurement,
        transfers: measurement.transfers.map((load) => ({
          ...load,
          direction: name === 'upload' ? ('up' as const) : load.direction,
        })),
      },
    }));
    expect(classOf(jitter, ...bothWays)).toBe('the data do not tell');
    expect(classOf(jitter, loaded, ...bothWays)).toBe('drop-tail');
  });

  test('without an idle file, the least round trip is only a bound of the base delay', () => {
    const { baseRttMs, notes } = fitLink([pingWith(saw(60, 100), null)]);
    expect(baseRttMs).toMatchObject({ value: 30, low: null });
    expect(notes.join()).toContain('the base delay is at most the least round trip');
  });
});

/** The download as UDP. */
function udpWith(lossShare: number, goodputMbps: number): NamedMeasurement {
  const { measurement } = downloadWith(0, goodputMbps);
  const transfers = measurement.transfers.map((load) => ({ ...load, protocol: 'UDP' as const, lossShare }));
  return { name: 'udp', measurement: { ...measurement, transfers } };
}

describe('evidence that is too weak', () => {
  test('a few losses of UDP can be random: the rate is at least what arrived', () => {
    expect(fitLink([udpWith(0.024, 1.94)]).down.rateMbps?.high).toBeNull();
    expect(fitLink([udpWith(0.2, 19)]).down.rateMbps?.high).not.toBeNull();
  });

  test('a few replies, or a flat ping beside UDP, do not show the idle path', () => {
    const ping = pingWith(() => 0, null);
    const few = {
      ...ping,
      measurement: {
        ...ping.measurement,
        series: ping.measurement.series.map((all) => ({ ...all, samples: all.samples.slice(0, 9) })),
      },
    };
    expect(fitLink([ping]).baseRttMs?.low).toBe(29.7);
    expect(fitLink([few]).baseRttMs?.low).toBeNull();
    const [full] = pingWith(() => 100).measurement.series;
    const loaded = pingWith(() => 100);
    const beside = {
      ...loaded,
      measurement: {
        ...loaded.measurement,
        series: [{ ...full, timesSeconds: full?.timesSeconds.slice(20), samples: full?.samples.slice(20) }],
      } as NamedMeasurement['measurement'],
    };
    expect(fitLink([beside, udpWith(0.2, 19)]).baseRttMs).toMatchObject({ value: 130, low: null });
  });

  test('whole ms widen the interval of the idle round trip', () => {
    const ping = pingWith(() => 0, null);
    const windows = { ...ping, measurement: { ...ping.measurement, values: { resolutionMs: 1 } } };
    expect(fitLink([windows]).baseRttMs).toMatchObject({ value: 30, low: 28.7, high: 31.1 });
  });
});

describe('files of two links', () => {
  const idle = (ms: number, name: string) => {
    const { measurement } = pingWith(() => ms, null);
    const series = measurement.series.map((all) => ({ ...all, samples: all.samples.slice(20) }));
    return { name, measurement: { ...measurement, series }, givenDirection: 'idle' as const };
  };

  test('two idle round trips', () => {
    const { baseRttMs, notes, down } = fitLink([idle(0, 'a'), idle(30, 'b'), pingWith(saw(60, 100)), downloadWith(20)]);
    expect(baseRttMs).toBeUndefined();
    expect(notes[0]).toMatch(/contradict each other: their idle round trips are 30 ms \(a\), 60 ms \(b\)/);
    expect(down.queue.class).toBe('the data do not tell');
    expect(down.bufferPackets).toBeUndefined();
    expect(fitLink([idle(0, 'a'), idle(1, 'b')]).baseRttMs).toBeDefined();
  });

  test('a load above the rate', () => {
    const { rateMbps, queue, notes } = fitLink([idle(0, 'a'), udpWith(0.2, 10), downloadWith(20)]).down;
    expect(rateMbps).toBeUndefined();
    expect(queue.class).toBe('the data do not tell');
    expect(notes[0]).toMatch(/download carried 19\.866 Mb\/s down, more than the 10\./);
  });

  test('two routers with rates of their own', () => {
    const log = (rate: number) => tcLogOf({ kind: 'cake', handle: '1:', options: { bandwidth: rate } }, 60);
    expect(fitLink([log(2_500_000), log(2_510_000), downloadWith(20)]).down.rateMbps).toBeDefined();
    const { rateMbps, notes } = fitLink([log(2_500_000), log(1_250_000), downloadWith(20)]).down;
    expect(rateMbps).toBeUndefined();
    expect(notes[0]).toContain('tc has a rate of 20 Mb/s, tc has a rate of 10 Mb/s, all down');
  });
});

test('an answer that the file itself contradicts is named', () => {
  const { notes } = fitLink([{ ...downloadWith(20), givenDirection: 'up' }]);
  expect(notes[0]).toBe('download: the file itself tells the direction down. The given one, up, is not used.');
  expect(fitLink([{ ...downloadWith(20), givenDirection: 'down' }]).notes.join()).not.toContain('the file itself');
});
