/**
 * Runs whose links are known, as files of ping -D and iperf3: what the fitter gets, at the resolution of these tools.
 * Queue, rate, path, buffer, senders and cross traffic are drawn by a seed.
 */
import { sim } from '../cli/harness.ts';

export interface DrawnLink {
  readonly id: string;
  readonly policy: string;
  readonly mbps: number;
  readonly idleMs: number;
  /** Of drop-tail only. */
  readonly limitPackets: number;
  readonly flows: number;
  readonly congestion: string;
  readonly cross: 'none' | 'short transfers' | 'constant rate';
  readonly seed: number;
}

export const CLASS_OF_POLICY: Readonly<Record<string, string>> = {
  pfifo: 'drop-tail',
  codel: 'single-queue AQM',
  pie: 'single-queue AQM',
  red: 'single-queue AQM',
  'fq-codel': 'flow queues',
  'fq-pie': 'flow queues',
  sfq: 'flow queues',
  'cake-parts': 'flow queues',
};

/** Share of the rate that the other traffic takes: of the short transfers, at most at the lowest rate. */
export const CROSS_SHARE: Readonly<Record<DrawnLink['cross'], number>> = {
  none: 0,
  'short transfers': 0.013,
  'constant rate': 0.01,
};

const LOAD_FROM_S = 5;
const UNTIL_S = 35;
const PAYLOAD_BYTES = 1_448;
const HEADER_BYTES = 66;
const FRAME_BITS = 8 * (PAYLOAD_BYTES + HEADER_BYTES);
const PING_SECONDS = 0.2;
const HALF_WINDOW_S = 0.05;
const START_UNIX_S = 1_780_000_000;
const PORT_PACKETS = 10_240;

/** Numbers from 0 to 1 by a seed: a linear congruential generator of 2^32 (Numerical Recipes). */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The senders and the cross traffic of three of four links differ from those that the fit assumes: CUBIC alone. */
export function drawLinks(count: number, seed: number): readonly DrawnLink[] {
  const random = numbersOf(seed);
  const between = (low: number, high: number) => low * (high / low) ** random();
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const policy = random() < 0.5 ? 'pfifo' : oneOf(Object.keys(CLASS_OF_POLICY).slice(1));
    const mbps = Number(between(3, 60).toPrecision(3));
    const idleMs = Number(between(8, 100).toPrecision(3));
    const bufferMs = between(40, 300);
    return {
      id: `link-${index + 1}`,
      policy,
      mbps,
      idleMs,
      limitPackets: Math.max(20, Math.round((bufferMs * 1e3 * mbps) / FRAME_BITS)),
      flows: oneOf([1, 1, 2, 4]),
      congestion: oneOf(['cubic', 'cubic', 'newreno', 'bbr3']),
      cross: oneOf(['none', 'short transfers', 'constant rate']),
      seed: index + 1,
    };
  });
}

function scenarioOf({ id, policy, mbps, idleMs, limitPackets, flows, congestion, cross }: DrawnLink) {
  const path = { accessDelayMs: 0, headerBytes: HEADER_BYTES };
  const tcp = { ...path, variant: 'rack', segmentBytes: PAYLOAD_BYTES, initialWindow: 10, minRtoMs: 200, ecn: false };
  return {
    id,
    title: id,
    link: { rateBps: mbps * 1e6, delayMs: idleMs / 2 },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: PORT_PACKETS },
    run: { durationSeconds: UNTIL_S, warmupSeconds: 0 },
    sources: {
      download: {
        kind: 'tcp',
        flows,
        ...tcp,
        growthPer: 'segment',
        windowPackets: 10_000,
        congestion,
        startSeconds: LOAD_FROM_S,
      },
      ping: {
        kind: 'ping',
        flows: 1,
        intervalMs: 1e3 * PING_SECONDS,
        packetBytes: 84,
        headerBytes: 14,
        accessDelayMs: 0,
      },
      ...(cross === 'short transfers'
        ? { web: { kind: 'shortTcp', flows: 1, ...tcp, transferPackets: 10, thinkSeconds: 3 } }
        : {}),
      ...(cross === 'constant rate'
        ? {
            calls: {
              kind: 'cbr',
              flows: 1,
              rateBps: Math.round(CROSS_SHARE[cross] * mbps * 1e6),
              packetBytes: 200,
              accessDelayMs: 0,
            },
          }
        : {}),
    },
    policies: { [policy]: policy === 'pfifo' ? { limit: limitPackets } : {} },
  };
}

/** The files of ping and iperf3 of a link. */
export function filesOf(link: DrawnLink): Readonly<Record<string, string>> {
  const { status, err, files, binary } = sim(
    ['run', 'link.json', '--seed', String(link.seed), '--run-json', 'run.json'],
    {
      'link.json': JSON.stringify(scenarioOf(link)),
    },
  );
  if (status !== 0) throw new Error(`${link.id}: ${err}`);
  const bytes = Buffer.concat(binary.get('run.json') ?? []);
  const run = JSON.parse(bytes.length > 0 ? bytes.toString() : (files.get('run.json') ?? []).join('\n'));
  const column = (name: string) => {
    const place = run.columns.findIndex((item: { name: string }) => item.name === name);
    if (place < 0) throw new Error(`no column ${name}`);
    return place;
  };
  const [{ rows }] = run.lanes as [{ rows: number[][] }];
  const values = (name: string) => rows.map((row) => [row[0] as number, row[column(name)] as number] as const);
  return {
    'ping.txt': pingText(values('round_trip_mean_ms.ping')),
    'iperf3.json': iperfJson(link, values('goodput_bps.download'), values('drops.download')),
  };
}

type Rows = readonly (readonly [seconds: number, value: number])[];

/**
 * A ping each 200 ms: a window of 100 ms has the reply of one, at most of two. iputils prints no decimals from 100 ms
 * on.
 */
function pingText(rows: Rows): string {
  const replies = rows.filter(([, ms]) => ms > 0);
  const lines = replies.map(([seconds, ms]) => {
    const sequence = 1 + Math.round((seconds - HALF_WINDOW_S - ms / 1e3) / PING_SECONDS);
    const reply = (START_UNIX_S + (sequence - 1) * PING_SECONDS + ms / 1e3).toFixed(6);
    const time = ms < 100 ? ms.toFixed(ms < 10 ? 2 : 1) : ms.toFixed(0);
    return `[${reply}] 64 bytes from 192.0.2.1: icmp_seq=${sequence} ttl=61 time=${time} ms`;
  });
  return ['PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.', ...lines, ''].join('\n');
}

/** The receiver's goodput in each second. Each drop is one retransmission. */
function iperfJson(link: DrawnLink, goodput: Rows, drops: Rows): string {
  const duration = UNTIL_S - LOAD_FROM_S;
  const part = (start: number, end: number) => {
    const from = LOAD_FROM_S + start;
    const until = LOAD_FROM_S + end;
    const bits = goodput
      .filter(([time]) => time > from + 1e-9 && time <= until + 1e-9)
      .reduce((sum, [, bps]) => sum + bps * 2 * HALF_WINDOW_S, 0);
    const bytes = Math.round(bits / 8);
    return { start, end, seconds: end - start, bytes, bits_per_second: (8 * bytes) / (end - start), sender: false };
  };
  const intervals = Array.from({ length: duration }, (_, second) => {
    const sum = { ...part(second, second + 1), omitted: false };
    return { streams: [{ socket: 5, ...sum }], sum };
  });
  const whole = part(0, duration);
  const retransmits = drops.reduce((sum, [, count]) => sum + count, 0);
  return JSON.stringify({
    start: {
      connected: Array.from({ length: link.flows }, (_, index) => ({ socket: 5 + index })),
      version: 'iperf 3.17',
      timestamp: { timesecs: START_UNIX_S + LOAD_FROM_S, timemillisecs: 1e3 * (START_UNIX_S + LOAD_FROM_S) },
      tcp_mss_default: PAYLOAD_BYTES,
      test_start: {
        protocol: 'TCP',
        num_streams: link.flows,
        blksize: PAYLOAD_BYTES,
        omit: 0,
        duration,
        reverse: 1,
        bidir: 0,
      },
    },
    intervals,
    end: {
      streams: [{ sender: { socket: 5, ...whole, retransmits }, receiver: { socket: 5, ...whole } }],
      sum_sent: { ...whole, retransmits },
      sum_received: whole,
      sender_tcp_congestion: 'cubic',
      receiver_tcp_congestion: 'cubic',
    },
  });
}
