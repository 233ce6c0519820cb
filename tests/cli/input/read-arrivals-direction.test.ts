/** `--direction` chooses the packets of a capture in every command that reads one. */
import { describe, expect, test } from 'vitest';
import { ipv4, pcap, tcp } from '../../capture/foreign-captures.ts';
import { sim } from '../harness.ts';

const ends = { from: '10.0.0.1', to: '10.0.0.2', protocol: 6 };
const files = {
  'x.pcap': pcap(101, [
    { timeNs: 0, bytes: ipv4(ends, tcp(80, 9, 16, 1000)) },
    { timeNs: 1e6, bytes: ipv4({ ...ends, from: ends.to, to: ends.from }, tcp(9, 80, 16, 0)) },
  ]),
  'a.csv': 'time_s,bytes\n0,1500\n',
};
const listed = (...line: string[]) =>
  JSON.parse(sim(['show', 'x.pcap', ...line], files).out)
    .arrivals.split('\n')
    .slice(1, -1);

describe('--direction', () => {
  test('show: both by default with a message, or one', () => {
    expect(sim(['show', 'x.pcap'], files).err).toMatch(/1 in the direction of the first packet, 1 in the other one/);
    expect(sim(['show', 'x.pcap'], files).err).toMatch(/--direction first\|other\|both/);
    expect(listed()).toEqual(['0,0,1040,0', '1000000,1,40,0']);
    expect(listed('--direction', 'both')).toEqual(listed());
    expect(listed('--direction', 'first')).toEqual(['0,0,1040,0']);
    expect(listed('--direction', 'other')).toEqual(['1000000,0,40,0']);
  });

  test.each(['run', 'replay'])('%s', (command) => {
    const arrived = (...line: string[]) => {
      const { out, err } = sim([command, 'x.pcap', '--policy', 'droptail', '--json', ...line], files);
      expect(err).toMatch(line.length === 0 ? /both directions/ : /Left out: 1 packet/);
      const report = JSON.parse(out);
      return (command === 'run' ? report.lanes[0] : report).arrived;
    };
    expect([arrived(), arrived('--direction', 'first'), arrived('--direction', 'other')]).toEqual([2, 1, 1]);
  });

  test('a word that is none, and files that are no captures, are refused', () => {
    for (const [line, message] of [
      [['show', 'x.pcap', '--direction', 'in'], /--direction: in is not allowed; allowed: first, other, both/],
      [['show', 'a.csv', '--direction', 'first'], /--direction: not allowed with a\.csv/],
      [['replay', 'a.csv', '--direction', 'first'], /--direction: not allowed with a\.csv/],
      [['run', 'opening', '--direction', 'first'], /--direction: not allowed with opening/],
    ] as const)
      expect(sim(line, files)).toMatchObject({ status: 2, err: expect.stringMatching(message) });
  });
});
