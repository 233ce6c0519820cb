// Makes the measurements of the lesson "Measure your own line" from runs, in the form of ping -D and iperf3 -J. The
// files are in public/lessons/measurements; a test fits them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lesson-measurements-'));
const LOAD_FROM_S = 5;
const UNTIL_S = 35;
const MSS = 1448;
const HALF_WINDOW_S = 0.05;
const PING_MS = 200;
// Invented times of day, one minute after the other.
const START_UNIX_S = 1_780_000_000;

/** A rate that falls to a hundredth for a third of a second, now and then: Wi-Fi that looks for other channels. */
function interruptedRates(mbps) {
  const rows = ['time_s,rate_bps'];
  for (let second = 0; second < UNTIL_S; second += 5)
    rows.push(`${second},${mbps * 1e6}`, `${second + 3.1},${mbps * 1e4}`, `${second + 3.45},${mbps * 1e6}`);
  return `${rows.join('\n')}\n`;
}

const lines = [
  { id: 'line-1', mbps: 16, idleMs: 24, policy: 'pfifo', values: { limit: 120 } },
  { id: 'line-2', mbps: 50, idleMs: 18, policy: 'fq-codel', values: { variant: 'linux' } },
  { id: 'line-3', mbps: 16, idleMs: 24, policy: 'pfifo', values: { limit: 120 }, rates: interruptedRates(16) },
];

function runOf({ id, mbps, idleMs, policy, values, rates }) {
  const scenario = {
    id,
    title: id,
    link: { rateBps: mbps * 1e6, delayMs: idleMs / 2, ...(rates === undefined ? {} : { rates: 'file' }) },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: 10_240 },
    run: { durationSeconds: UNTIL_S, warmupSeconds: 0 },
    sources: {
      download: {
        kind: 'tcp',
        flows: 1,
        variant: 'rack',
        growthPer: 'segment',
        accessDelayMs: 0,
        segmentBytes: MSS,
        headerBytes: 66,
        initialWindow: 10,
        windowPackets: 10_000,
        congestion: 'cubic',
        minRtoMs: 200,
        ecn: false,
        startSeconds: LOAD_FROM_S,
      },
      ping: { kind: 'ping', flows: 1, intervalMs: PING_MS, packetBytes: 84, headerBytes: 14, accessDelayMs: 0 },
    },
    policies: { [policy]: values },
    ...(rates === undefined ? {} : { rates }),
  };
  const [file, out] = [join(folder, `${id}.json`), join(folder, `${id}-run.json`)];
  writeFileSync(file, JSON.stringify(scenario));
  execFileSync(process.execPath, [join(root, 'scripts/sim.mjs'), 'run', file, '--run-json', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return JSON.parse(readFileSync(out, 'utf8'));
}

const stamp = (seconds) => seconds.toFixed(6);

for (const [index, line] of lines.entries()) {
  const run = runOf(line);
  const [lane] = run.lanes;
  const column = (name) => run.columns.findIndex((item) => item.name === name);
  const places = {
    trip: column('round_trip_mean_ms.ping'),
    goodput: column('goodput_bps.download'),
    drops: column('drops.download'),
  };
  for (const [name, place] of Object.entries(places))
    if (place < 0) throw new Error(`no column for ${name}: ${run.columns.map((item) => item.name).join(', ')}`);
  const start = START_UNIX_S + 60 * index;
  // The reply of a ping comes in the sample window of its row.
  const replies = lane.rows.flatMap((row) => (row[places.trip] > 0 ? [{ seconds: row[0], ms: row[places.trip] }] : []));
  const sequenceOf = ({ seconds, ms }) => 1 + Math.round((seconds - HALF_WINDOW_S - ms / 1e3) / (PING_MS / 1e3));
  const sent = Math.floor(UNTIL_S / (PING_MS / 1e3));
  const known = replies.filter((reply) => sequenceOf(reply) <= sent);
  const trips = known.map(({ ms }) => ms);
  const mean = trips.reduce((sum, ms) => sum + ms, 0) / trips.length;
  const deviation = Math.sqrt(trips.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / trips.length);
  const text = (ms) => (ms < 100 ? ms.toFixed(ms < 10 ? 2 : 1) : ms.toFixed(0));
  const ping = [
    'PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.',
    ...known.map(
      (reply) =>
        `[${stamp(start + ((sequenceOf(reply) - 1) * PING_MS) / 1e3 + reply.ms / 1e3)}] 64 bytes from 192.0.2.1: icmp_seq=${sequenceOf(reply)} ttl=61 time=${text(reply.ms)} ms`,
    ),
    '',
    '--- 192.0.2.1 ping statistics ---',
    `${sent} packets transmitted, ${known.length} received, ${((100 * (sent - known.length)) / sent).toPrecision(4)}% packet loss, time ${(sent - 1) * PING_MS}ms`,
    `rtt min/avg/max/mdev = ${[Math.min(...trips), mean, Math.max(...trips), deviation].map((ms) => ms.toFixed(3)).join('/')} ms`,
  ];
  writeFileSync(join(root, `public/lessons/measurements/${line.id}-ping.txt`), `${ping.join('\n')}\n`);

  const seconds = Array.from({ length: UNTIL_S - LOAD_FROM_S }, (_, second) => second);
  const bytesOf = (second) =>
    lane.rows
      .filter(([time]) => time > LOAD_FROM_S + second + 1e-9 && time <= LOAD_FROM_S + second + 1 + 1e-9)
      .reduce((sum, row) => sum + (row[places.goodput] * 0.1) / 8, 0);
  const intervals = seconds.map((second) => {
    const bytes = Math.round(bytesOf(second));
    const values = {
      start: second,
      end: second + 1,
      seconds: 1,
      bytes,
      bits_per_second: 8 * bytes,
      omitted: false,
      sender: false,
    };
    return { streams: [{ socket: 5, ...values }], sum: values };
  });
  const duration = UNTIL_S - LOAD_FROM_S;
  const bytes = intervals.reduce((total, { sum }) => total + sum.bytes, 0);
  const retransmits = lane.rows.reduce((sum, row) => sum + row[places.drops], 0);
  const whole = {
    start: 0,
    end: duration,
    seconds: duration,
    bytes,
    bits_per_second: (8 * bytes) / duration,
    sender: false,
  };
  const iperf = {
    start: {
      connected: [
        { socket: 5, local_host: '192.0.2.2', local_port: 50_000, remote_host: '192.0.2.1', remote_port: 5201 },
      ],
      version: 'iperf 3.17',
      timestamp: { timesecs: start + LOAD_FROM_S, timemillisecs: 1e3 * (start + LOAD_FROM_S) },
      tcp_mss_default: MSS,
      test_start: { protocol: 'TCP', num_streams: 1, blksize: MSS, omit: 0, duration, reverse: 1, bidir: 0 },
    },
    intervals,
    end: {
      streams: [{ sender: { socket: 5, ...whole, retransmits }, receiver: { socket: 5, ...whole } }],
      sum_sent: { ...whole, retransmits },
      sum_received: whole,
      sender_tcp_congestion: 'cubic',
      receiver_tcp_congestion: 'cubic',
    },
  };
  writeFileSync(join(root, `public/lessons/measurements/${line.id}-iperf3.json`), `${JSON.stringify(iperf)}\n`);
}
