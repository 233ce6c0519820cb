/** Sockets of Linux: 10 snapshots of an upload. */
import { expect, test } from 'vitest';
import { excerpt, measured, statisticsOf } from '../measured.ts';

test('the connection with data has samples, that of control has none', () => {
  const ss = measured(excerpt('ss.log'));
  expect(ss.values).toMatchObject({
    snapshots: 10,
    connections: [
      { connection: 1, carriesData: false, bytesAcked: 166 },
      {
        connection: 2,
        carriesData: true,
        bytesAcked: 964406,
        minRttMs: 30,
        mss: 1448,
        algorithm: 'cubic',
        retransmittedTotal: 0,
      },
    ],
  });
  expect(statisticsOf(ss, 'connection 2, smoothed round trip of TCP')).toMatchObject({
    min: 38.3,
    max: 188.242,
    median: 149.776,
  });
  expect(statisticsOf(ss, 'connection 2, congestion window')).toMatchObject({ min: 19, max: 82 });
  expect(JSON.stringify(ss)).not.toContain('192.0.2');
  expect(measured(excerpt('ss.log'), true).addresses[1]).toBe('192.0.2.2:57558 192.0.2.50:5201');
});

test('one table without times, in one line each (-O), with a total of retransmissions', () => {
  const ss = measured(`State  Recv-Q Send-Q Local Address:Port  Peer Address:Port Process
ESTAB  0      179552 [::ffff:192.0.2.50]:5201 [::ffff:192.0.2.2]:33186 cubic wscale:8,8 rto:350 rtt:149.776/1.054 mss:1448 cwnd:65 bytes_sent:580685 bytes_acked:486566 bytes_retrans:4344 retrans:1/3 minrtt:29.9
`);
  expect(ss.values.connections).toMatchObject([{ carriesData: true, retransmittedTotal: 3, minRttMs: 29.9 }]);
  expect(ss.transfers[0]).toMatchObject({ direction: 'not told', meanTcpRttMs: 149.776 });
});

test('the last line of a log that is cut off is left out and named: its numbers may lack digits', () => {
  const text = new TextDecoder().decode(excerpt('ss.log'));
  const whole = measured(text);
  const bytesAcked = (file: ReturnType<typeof measured>) =>
    (file.values.connections as { bytesAcked: number }[]).find(({ bytesAcked }) => bytesAcked > 1_000)?.bytesAcked;
  const cut = text.slice(0, text.lastIndexOf('bytes_acked:') + 'bytes_acked:96'.length);
  const read = measured(cut);
  expect(read.notes.join()).toContain(`Line ${cut.split('\n').length} has no end`);
  const count = (file: ReturnType<typeof measured>) =>
    file.series.find(({ name }) => name === 'connection 2, congestion window')?.samples.length;
  expect(count(read)).toBe((count(whole) as number) - 1);
  expect(bytesAcked(read)).toBeGreaterThan(500_000);
  expect(read.transfers[0]?.goodputMbps).toBeGreaterThan(0);
  expect(whole.notes.join()).not.toContain('no end');
});
