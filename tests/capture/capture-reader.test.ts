/** Captures of other programs: each packet with the right time, flow and length, or a message that says why not. */
import { describe, expect, test } from 'vitest';
import { CaptureReader } from '../../src/capture/capture-reader.ts';
import { type ForeignPacket, ipv4, joined, section, udp } from './foreign-captures.ts';

/**
 * Rows of time, flow and bytes, and the messages.
 * @param pieceBytes size of the pieces in which the file comes
 */
function read(file: Uint8Array, pieceBytes = file.length) {
  const reader = new CaptureReader({});
  for (let from = 0; from < file.length; from += pieceBytes) reader.push(file.subarray(from, from + pieceBytes));
  const { arrivals, notes } = reader.finish();
  const rows = Array.from(arrivals.timeNs, (timeNs, row) => [timeNs, arrivals.flow[row], arrivals.bytes[row]]);
  return { rows, notes };
}

const packet = (timeNs: number, port: number, more: Partial<ForeignPacket> = {}): ForeignPacket => ({
  timeNs,
  bytes: ipv4({}, udp(port, 9)),
  ...more,
});
const NANOSECONDS = [9, 1e9] as const;
/** 2023-11-14, as a capture has it. */
const NOW_NS = 1.7e18;

describe('the sections of a pcapng file', () => {
  test.each([true, false])('each section has its own clock, offset and byte order; the first little: %s', (little) => {
    const file = joined([
      section([{ resolution: NANOSECONDS }], [packet(NOW_NS, 1)], little),
      section([{}], [packet(NOW_NS + 1e9, 1)], !little),
      section([{ resolution: [0x8a, 1024] }], [packet(NOW_NS + 1.5e9, 2)], little),
      section([{ resolution: [3, 1e3], offset: 1.7e9 }], [packet(NOW_NS + 2e9, 1)], !little),
      section([{ resolution: [3, 1e3], offset: -5 }], [packet(NOW_NS + 3e9, 1)], little),
    ]);
    for (const pieceBytes of [1, 7, file.length])
      expect(read(file, pieceBytes)).toEqual({
        rows: [
          [0, 0, 128],
          [1e9, 0, 128],
          [1.5e9, 1, 128],
          [2e9, 0, 128],
          [3e9, 0, 128],
        ],
        notes: [],
      });
  });

  test('an offset decides whether a capture begins in 1970', () => {
    const late = section(
      [{ offset: 1.7e9, resolution: [3, 1e3] }],
      [packet(NOW_NS + 370e6, 1), packet(NOW_NS + 371e6, 1)],
    );
    expect(read(late).rows.map(([timeNs]) => timeNs)).toEqual([0, 1e6]);
    const simulated = section([{}], [packet(370e6, 1), packet(371e6, 1)]);
    expect(read(simulated).rows.map(([timeNs]) => timeNs)).toEqual([370e6, 371e6]);
  });

  test('an interface is known by its name, in whatever order a section lists it', () => {
    const file = joined([
      section([{ name: 'eth0' }], [packet(1e9, 1)]),
      section([{ name: 'wlan0' }, { name: 'eth0' }], [packet(2e9, 2), packet(3e9, 1, { at: 1 })]),
      section([{ name: 'lo' }], [packet(4e9, 1)]),
      section([{}], [packet(5e9, 1)]),
    ]);
    expect(read(file)).toEqual({
      rows: [
        [1e9, 0, 128],
        [3e9, 0, 128],
      ],
      notes: ['Left out: 3 packets of other interfaces than eth0.'],
    });
  });

  test('interfaces without names are known by their numbers', () => {
    const two = section([{}, {}], [packet(1e9, 1), packet(2e9, 1, { at: 1 })]);
    const { rows, notes } = read(joined([two, section([{}, {}], [packet(3e9, 1)])]));
    expect(rows.map(([timeNs]) => timeNs)).toEqual([1e9, 3e9]);
    expect(notes).toEqual(['Left out: 1 packet of other interfaces than number 0.']);
  });

  test.each(['eth0', 'before'])('two interfaces of a section with the name %s are two, in all sections', (name) => {
    const one = section([{ name }, { name }], [packet(1e9, 1), packet(2e9, 1, { at: 1 })]);
    const other = section([{ name: 'lo' }, { name }, { name }], [packet(3e9, 1, { at: 2 }), packet(4e9, 1, { at: 1 })]);
    const { rows, notes } = read(joined([one, other]));
    expect(rows.map(([timeNs]) => timeNs)).toEqual([1e9, 4e9]);
    expect(notes).toEqual([`Left out: 2 packets of other interfaces than ${name} (number 1 with this name).`]);
  });

  test('the second interface of a name is read if the first packet comes from it', () => {
    const file = section([{ name: 'eth0' }, { name: 'eth0' }], [packet(1e9, 1, { at: 1 }), packet(2e9, 1)]);
    expect(read(file)).toEqual({
      rows: [[1e9, 0, 128]],
      notes: ['Left out: 1 packet of other interfaces than eth0 (number 2 with this name).'],
    });
  });

  test.each([
    ['before, then dropped', ['before', 'dropped'], [1e9], 'Left out: 1 packet of other interfaces than before.'],
    ['dropped, then before', ['dropped', 'before'], [2e9], 'Left out: 1 packet of other interfaces than before.'],
  ])('%s: only `before` is read', (_what, names, times, note) => {
    const file = joined(names.map((name, index) => section([{ name }], [packet((index + 1) * 1e9, index)])));
    expect(read(file)).toEqual({ rows: times.map((timeNs) => [timeNs, 0, 128]), notes: [note] });
  });

  test('a section whose byte order is neither is refused at its byte', () => {
    const file = section([{}], [packet(1, 1)]);
    file[8] = 0;
    expect(() => read(file)).toThrow(/byte 8: a section without its byte order is not allowed/);
  });
});
