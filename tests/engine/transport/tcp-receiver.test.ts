/** RFC 2018 (SACK blocks), RFC 5681 section 4.2 (delayed ACKs), RFC 3168 section 6.1.3 (echo of marks). */
import { describe, expect, test } from 'vitest';
import { ReceiverHarness } from './harness.ts';

/** A receiver that has everything below `next`. */
function receiving(next: number, given: ConstructorParameters<typeof ReceiverHarness>[0] = {}): ReceiverHarness {
  const harness = new ReceiverHarness(given);
  for (let sequence = 0; sequence < next; sequence++) harness.data(sequence);
  harness.wait(1000);
  return harness;
}

/** Cumulative acknowledgement and blocks of the only ACK that a segment brought. */
function answer(harness: ReceiverHarness, sequence: number) {
  const acks = harness.data(sequence);
  expect(acks).toHaveLength(1);
  return [acks[0]?.sequence, acks[0]?.sack];
}

describe('SACK compression, worked by hand from the rules of Linux', () => {
  const compressing = () => receiving(10, { sackCompressionMs: 1, delayedAck: true, delayedAckMs: 40 });

  test('behind a gap three segments are acknowledged at once, then those of 1 ms together', () => {
    const harness = compressing();
    const times: number[] = [];
    for (let sequence = 11; sequence < 20; sequence++) {
      for (const ack of harness.data(sequence)) times.push(ack.timeMs);
      for (const ack of harness.wait(0.6)) times.push(ack.timeMs);
    }
    // Segments come at 0, 0.6, 1.2 ms and so on: 14 and 15 wait until 2.8, 16 and 17 until 4, 18 and 19 until 5.2.
    for (const ack of harness.wait(2)) times.push(ack.timeMs);
    expect(times.map((time) => Number((time - times[0]!).toFixed(3)))).toEqual([0, 0.6, 1.2, 2.8, 4, 5.2]);
  });

  test('a segment that fills the gap, or a part of it, is acknowledged at once and ends the wait', () => {
    const harness = compressing();
    for (const sequence of [12, 13, 14]) expect(harness.data(sequence)).toHaveLength(1);
    expect(harness.data(15)).toHaveLength(0);
    expect(answer(harness, 10)).toEqual([10, [[12, 16]]]);
    expect(answer(harness, 16)).toEqual([10, [[12, 17]]]);
    expect(answer(harness, 17)).toEqual([10, [[12, 18]]]);
    expect(harness.data(18)).toHaveLength(0);
    expect(answer(harness, 11)).toEqual([18, []]);
    expect(harness.wait(100)).toHaveLength(0);
  });

  test('before a third block, and after 44 segments, the waiting ACK is sent', () => {
    const harness = compressing();
    for (const sequence of [11, 12, 13]) harness.data(sequence);
    expect(harness.data(14)).toHaveLength(0);
    expect(harness.data(16)).toHaveLength(0);
    expect(harness.data(18).map(({ sack }) => sack)).toEqual([
      [
        [16, 17],
        [11, 15],
      ],
    ]);
    const many = compressing();
    const counts = Array.from({ length: 48 }, (_, index) => many.data(11 + index).length);
    expect(counts).toEqual([1, 1, 1, ...Array(44).fill(0), 1]);
  });

  test('without SACK, and without the parameter, each segment behind a gap is acknowledged', () => {
    for (const given of [{ sackCompressionMs: 1, variant: 'newreno' as const }, {}]) {
      const harness = receiving(10, given);
      for (let sequence = 11; sequence < 20; sequence++) expect(harness.data(sequence)).toHaveLength(1);
    }
  });
});

describe('SACK blocks: the examples of RFC 2018 section 4, 500 bytes a segment, 5000 as segment 10', () => {
  test('case 1: the first four arrive, the last four are lost', () => {
    const harness = receiving(10);
    expect([10, 11, 12, 13].map((sequence) => answer(harness, sequence))).toEqual([
      [10, []],
      [11, []],
      [12, []],
      [13, []],
    ]);
  });

  test('case 2: the first is lost, the other seven arrive', () => {
    const harness = receiving(10);
    for (let sequence = 11; sequence <= 17; sequence++)
      expect(answer(harness, sequence)).toEqual([9, [[11, sequence + 1]]]);
  });

  test('case 3: the second, fourth, sixth and eighth are lost; the fourth and the second come late', () => {
    const harness = receiving(10);
    expect(answer(harness, 10)).toEqual([10, []]);
    expect(answer(harness, 12)).toEqual([10, [[12, 13]]]);
    expect(answer(harness, 14)).toEqual([
      10,
      [
        [14, 15],
        [12, 13],
      ],
    ]);
    expect(answer(harness, 16)).toEqual([
      10,
      [
        [16, 17],
        [14, 15],
        [12, 13],
      ],
    ]);
    expect(answer(harness, 13)).toEqual([
      10,
      [
        [12, 15],
        [16, 17],
      ],
    ]);
    expect(answer(harness, 11)).toEqual([14, [[16, 17]]]);
  });

  test('three blocks at most, the newest first, each 8 bytes', () => {
    const harness = receiving(1);
    for (const sequence of [2, 4, 6]) harness.data(sequence);
    const [ack] = harness.data(8);
    expect(ack?.sack).toEqual([
      [8, 9],
      [6, 7],
      [4, 5],
    ]);
    expect(ack?.bytes).toBe(40 + 3 * 8);
    // 2 no longer fitted in the blocks; it is reported again when 3 joins it to 4.
    expect(answer(harness, 3)).toEqual([
      0,
      [
        [2, 5],
        [8, 9],
        [6, 7],
      ],
    ]);
  });

  test('a segment that arrives twice is reported first again', () => {
    const harness = receiving(1);
    for (const sequence of [2, 4]) harness.data(sequence);
    expect(answer(harness, 2)).toEqual([
      0,
      [
        [2, 3],
        [4, 5],
      ],
    ]);
  });

  test('a receiver without SACK reports none', () => {
    const harness = receiving(1, { variant: 'newreno' });
    expect(answer(harness, 5)).toEqual([0, []]);
  });
});

describe('delayed ACKs (RFC 5681 section 4.2)', () => {
  const delayed = () => receiving(1, { delayedAck: true });

  test('one ACK for every second segment', () => {
    const harness = delayed();
    expect(harness.data(1)).toEqual([]);
    expect(harness.data(2)).toMatchObject([{ sequence: 2 }]);
    expect(harness.data(3)).toEqual([]);
    expect(harness.data(4)).toMatchObject([{ sequence: 4 }]);
  });

  test('an ACK after the delay', () => {
    const harness = delayed();
    harness.data(1);
    expect(harness.wait(99)).toEqual([]);
    expect(harness.wait(1)).toMatchObject([{ sequence: 1 }]);
    harness.data(2);
    expect(harness.wait(60)).toEqual([]);
    expect(harness.data(3)).toHaveLength(1);
    expect(harness.wait(1000)).toEqual([]);
  });

  test('at once for a segment out of order, one that fills a gap and one that leaves a gap open', () => {
    const harness = delayed();
    expect(harness.data(2)).toMatchObject([{ sequence: 0 }]);
    expect(harness.data(5)).toMatchObject([{ sequence: 0 }]);
    expect(harness.data(1)).toMatchObject([{ sequence: 2 }]);
    expect(harness.data(3)).toMatchObject([{ sequence: 3 }]);
    expect(harness.data(4)).toMatchObject([{ sequence: 5 }]);
    expect(harness.data(6)).toEqual([]);
  });

  test('a segment out of order sends the delayed ACK at once', () => {
    const harness = delayed();
    harness.data(1);
    expect(harness.data(4)).toMatchObject([{ sequence: 1 }]);
    expect(harness.wait(1000)).toEqual([]);
  });

  test('at once for a segment that came before', () => {
    const harness = delayed();
    expect(harness.data(0)).toMatchObject([{ sequence: 0 }]);
    harness.data(1);
    harness.wait(1000);
    expect(harness.data(1)).toMatchObject([{ sequence: 1 }]);
  });

  test('at once for a SYN', () => {
    expect(new ReceiverHarness({ delayedAck: true }).data(0, 'syn', 'ece')).toMatchObject([{ sequence: 0, ece: true }]);
  });

  test('a closed receiver keeps silent', () => {
    const harness = delayed();
    harness.data(1);
    harness.receiver.close();
    expect(harness.wait(1000)).toEqual([]);
  });
});

describe('marks (RFC 3168 section 6.1.3)', () => {
  const echoes = (harness: ReceiverHarness, sequence: number, ...flags: Parameters<ReceiverHarness['data']>[1][]) =>
    harness.data(sequence, ...flags).map(({ ece }) => ece);

  test('are echoed on every ACK until the sender says that it slowed down', () => {
    const harness = receiving(1);
    expect(echoes(harness, 1, 'ect')).toEqual([false]);
    expect(echoes(harness, 2, 'ect', 'ce')).toEqual([true]);
    expect(echoes(harness, 3, 'ect')).toEqual([true]);
    expect(echoes(harness, 5, 'ect')).toEqual([true]);
    expect(echoes(harness, 6, 'ect', 'cwr')).toEqual([false]);
    expect(echoes(harness, 7, 'ect')).toEqual([false]);
  });

  test('a segment that says so and is marked itself starts it again', () => {
    const harness = receiving(1);
    harness.data(1, 'ect', 'ce');
    expect(echoes(harness, 2, 'ect', 'ce', 'cwr')).toEqual([true]);
    expect(echoes(harness, 3, 'ect')).toEqual([true]);
  });

  test('a delayed ACK echoes a mark on either of its segments', () => {
    const harness = receiving(1, { delayedAck: true });
    harness.data(1, 'ect', 'ce');
    expect(echoes(harness, 2, 'ect')).toEqual([true]);
  });

  test('a request for ECN is answered once', () => {
    const harness = new ReceiverHarness();
    expect(echoes(harness, 0, 'syn', 'ece')).toEqual([true]);
    expect(echoes(harness, 1, 'ect')).toEqual([false]);
    expect(new ReceiverHarness().data(0, 'syn').map(({ ece }) => ece)).toEqual([false]);
  });
});
