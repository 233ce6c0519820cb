/**
 * Video: sizes against their closed form, packets against the clock, usability against a model that looks at whole
 * frames.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VideoFrameBoundary } from '../../../../src/engine/packets/packet.ts';
import { TruncatedExponential } from '../../../../src/engine/sources/truncated-exponential.ts';
import { GroupOfPictures } from '../../../../src/engine/sources/video/group-of-pictures.ts';
import { meanRateBps } from '../../../../src/engine/sources/video/video.ts';
import { VideoDecoder } from '../../../../src/engine/sources/video/video-decoder.ts';
import { type VideoValues, videoParameters } from '../../../../src/engine/sources/video/video-parameters.ts';
import { resolveValues } from '../../../../src/params/schema.ts';
import { amount } from '../../../amount.ts';
import { ReplaceableStream } from '../../../replaceable-stream.ts';
import { mean, TrafficHarness } from '../traffic-harness.ts';

const PAPER = 'IBBPBBPBB';
const context = { rateBps: 20e6, delayMs: 1, bufferPackets: 45 };
const values = (given: Partial<VideoValues> = {}) => resolveValues(videoParameters, given, context) as VideoValues;

describe('the group of pictures', () => {
  test('of the paper: P needs the I frame, B the I or P frame before it', () => {
    const group = new GroupOfPictures(PAPER);
    expect([...group.referenceDistance]).toEqual([0, 1, 2, 3, 1, 2, 6, 1, 2]);
    expect([9, 10, 12, 15, 17].map((frame) => group.neededBy(frame))).toEqual([9, 9, 9, 9, 15]);
    expect([9, 12, 13].map((frame) => group.isReference(frame))).toEqual([true, true, false]);
  });

  test('offers 22,800 bytes in 0.3 s: 608 kbit/s', () => {
    expect(meanRateBps(values())).toBe(608_000);
    expect(meanRateBps(values({ pattern: 'I' }))).toBe(16_000 * 8 * 30);
  });
});

/** Frames that can be shown, by a model that knows all losses: the frame and the frames that it needs are complete. */
function usableFrames(pattern: string, lost: readonly boolean[]): number[] {
  const usable: boolean[] = [];
  for (const [frame, gone] of lost.entries()) {
    const letter = (at: number) => pattern[at % pattern.length];
    const latest = (letters: string) => {
      let at = frame - 1;
      while (!letters.includes(letter(at) as string)) at--;
      return at;
    };
    const needs = letter(frame) === 'I' ? true : usable[latest(letter(frame) === 'P' ? 'I' : 'IP')];
    usable.push(!gone && needs === true);
  }
  return usable.flatMap((good, frame) => (good ? [frame] : []));
}

/** The decoder's result for frames with these numbers of packets, of which some are lost. */
function decoded(pattern: string, packets: readonly number[], isLost: (frame: number, packet: number) => boolean) {
  const decoder = new VideoDecoder(new GroupOfPictures(pattern));
  const counted: number[] = [];
  let sequence = 0;
  for (const [frame, count] of packets.entries())
    for (let packet = 0; packet < count; packet++) {
      const part = (packet === 0 ? VideoFrameBoundary.first : 0) | (packet === count - 1 ? VideoFrameBoundary.last : 0);
      if (!isLost(frame, packet) && decoder.receive(frame, part, sequence, 100)) {
        counted.push(frame);
        expect([decoder.packets, decoder.bytes]).toEqual([count, 100 * count]);
      }
      sequence++;
    }
  return counted;
}

test('an overtaken packet comes too late: its frame is not shown, and the frames after it are', () => {
  // Frames of three packets. The second packet of frame 1 comes one, two or three places later, also after its frame.
  const part = (packet: number) => [VideoFrameBoundary.first, 0, VideoFrameBoundary.last][packet % 3] as number;
  const orders = [
    [0, 1, 2, 3, 5, 4, 6, 7, 8],
    [0, 1, 2, 3, 5, 6, 4, 7, 8],
    [0, 1, 2, 3, 5, 6, 7, 4, 8],
  ];
  for (const order of orders) {
    const decoder = new VideoDecoder(new GroupOfPictures('I'));
    let uselessPackets = 0;
    const shown = order.flatMap((packet) => {
      const isShown = decoder.receive(Math.floor(packet / 3), part(packet), packet, 100);
      uselessPackets += decoder.uselessPackets;
      return isShown ? [Math.floor(packet / 3)] : [];
    });
    expect(shown).toEqual([0, 2]);
    expect(uselessPackets).toBe(3);
  }
});

describe('frames that a receiver can show', () => {
  const sizes = [28, 1, 1, 4, 1, 1, 4, 1, 1];
  test.each([
    ['a P frame: it and its two B frames', 6, [0, 1, 2, 3, 4, 5]],
    ['the first P frame', 3, [0, 1, 2, 6, 7, 8]],
    ['the I frame: everything', 0, []],
    ['a B frame: itself', 4, [0, 1, 2, 3, 5, 6, 7, 8]],
  ])('a packet lost of %s', (_, lost, rest) => {
    for (let packet = 0; packet < (sizes[lost] as number); packet++)
      expect(decoded(PAPER, sizes, (frame, at) => frame === lost && at === packet)).toEqual(rest);
  });

  test('any loss from any pattern, as the model says', () => {
    const pattern = fc.stringMatching(/^I[IPB]{0,11}$/);
    const frames = fc.array(fc.record({ packets: fc.integer({ min: 1, max: 4 }), lost: fc.nat(15) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(pattern, frames, (letters, list) => {
        const gone = (frame: number, packet: number) => (((list[frame]?.lost ?? 0) >> packet) & 1) === 1;
        const lost = list.map(({ packets }, frame) =>
          Array.from({ length: packets }, (_, packet) => gone(frame, packet)).includes(true),
        );
        const counts = list.map(({ packets }) => packets);
        expect(decoded(letters, counts, gone)).toEqual(usableFrames(letters, lost));
      }),
      { numRuns: amount(3_000, 10_000), seed: 7 },
    );
  });
});

/** The variate at a given uniform draw. */
function at(uniform: number, [least, middle, most]: readonly [number, number, number]): number {
  const random = new ReplaceableStream(1, 'x');
  random.drawUniform = () => {
    random.drawn[0] = uniform;
  };
  new TruncatedExponential(least, middle, most).draw(random);
  return random.drawn[0] as number;
}

describe('sizes', () => {
  test('the exponentials of the table: their rates solve for the printed means', () => {
    // x(1/2) = least + beta ln 2 where truncation changes almost nothing.
    expect((at(0.5, [512, 1_900, 17_000]) - 512) / Math.LN2).toBeCloseTo(1_388.1, 1);
    expect((at(0.5, [128, 500, 17_000]) - 128) / Math.LN2).toBeCloseTo(372.0, 1);
  });

  test('the mean is the requested one, at every value', () => {
    const places = fc.record({
      least: fc.nat(500),
      width: fc.integer({ min: 1, max: 5_000 }),
      part: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(places, ({ least, width, part }) => {
        // The mean is the integral of the inverse distribution: midpoints, finer towards both ends.
        const points = 4_000;
        let sum = 0;
        for (let step = 0; step < points; step++) {
          const place = (step + 0.5) / points;
          const uniform = place * place * (3 - 2 * place);
          sum += (at(uniform, [least, least + part * width, least + width]) - least) * 6 * place * (1 - place);
        }
        expect(sum / points / width).toBeCloseTo(part, 3);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  test('at the ends and in the middle', () => {
    expect([0, 0.5, 0.99].map((uniform) => at(uniform, [10, 20, 30]))).toEqual([10, 20, 29.8]);
    expect([at(0.3, [10, 10, 30]), at(0.3, [10, 30, 30]), at(0.3, [10, 10, 10])]).toEqual([10, 30, 10]);
    // Beyond the middle it is the mirror image.
    expect(at(0.3, [10, 28, 30])).toBeCloseTo(40 - at(0.3, [10, 12, 30]), 12);
  });
});

/** Frames as they were sent: bytes, packets, times. */
function framesOf(harness: TrafficHarness, flow = 0) {
  const frames: { bytes: number; times: number[]; sizes: number[] }[] = [];
  for (const emission of harness.sent.filter((one) => one.flow === flow)) {
    const whole = frames.at(-1);
    if (whole === undefined || (whole.sizes.at(-1) as number) < 576 || emission.timeNs >= slot(frames.length))
      frames.push({ bytes: 0, times: [], sizes: [] });
    const frame = frames.at(-1) as (typeof frames)[number];
    frame.bytes += emission.bytes;
    frame.times.push(emission.timeNs);
    frame.sizes.push(emission.bytes);
  }
  return frames;
}

const slot = (frame: number) => Math.round((frame * 1e9) / 30);

describe('packets', () => {
  test('paced: spread evenly over the time of the frame, none above 576 bytes', () => {
    const harness = new TrafficHarness('video', { startWithinSeconds: 0 }).runTo(3);
    const frames = framesOf(harness);
    expect(frames.length).toBe(91);
    for (const [frame, { times, sizes, bytes }] of frames.slice(0, 90).entries()) {
      expect(sizes.length).toBe(Math.ceil(bytes / 576));
      expect(sizes.slice(0, -1).every((size) => size === 576)).toBe(true);
      const [from, to] = [slot(frame), slot(frame + 1)];
      expect(times).toEqual(sizes.map((_, index) => from + Math.floor((index / sizes.length) * (to - from))));
      if (frame % 9 === 0) expect(bytes >= 15_000 && bytes <= 17_000).toBe(true);
    }
  });

  test('all at once, and one after the other at the sending rate', () => {
    const burst = framesOf(new TrafficHarness('video', { startWithinSeconds: 0, pacing: 'burst' }).runTo(1));
    for (const [frame, { times }] of burst.entries()) expect(new Set(times)).toEqual(new Set([slot(frame)]));
    const gapNs = (576 * 8e9) / 10e6;
    const serial = framesOf(new TrafficHarness('video', { startWithinSeconds: 0, pacing: 'accessRate' }).runTo(1));
    for (const [frame, { times }] of serial.entries())
      expect(times).toEqual(times.map((_, packet) => slot(frame) + Math.round(packet * gapNs)));
  });

  test('a sending rate that is too low lets frames wait for each other, and loses nothing', () => {
    const harness = new TrafficHarness('video', {
      startWithinSeconds: 0,
      pacing: 'accessRate',
      sendingRateBps: 700e3,
    }).runTo(5);
    const times = harness.times();
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] as number))).toBe(true);
    expect(harness.sent.map(({ sequence }) => sequence)).toEqual(times.map((_, index) => index));
  });

  test('start: all together, or each at its own time within a third of a second', () => {
    const firsts = (given: Partial<VideoValues>) => {
      const harness = new TrafficHarness('video', { flows: 200, ...given }).runTo(0.4);
      return Array.from({ length: 200 }, (_, flow) => harness.times(flow)[0] as number);
    };
    expect(new Set(firsts({ startWithinSeconds: 0 }))).toEqual(new Set([0]));
    const staggered = firsts({});
    expect(Math.max(...staggered)).toBeLessThan(1e9 / 3);
    expect(mean(staggered) / (1e9 / 6)).toBeGreaterThan(0.85);
    expect(mean(staggered) / (1e9 / 6)).toBeLessThan(1.15);
  });

  test('the long-run rate is the analytic one within 0.1 %', () => {
    // 30 videos over 1,000 s: 10^5 groups; the standard error of the rate is 0.03 %. Most frames are one packet.
    const whole = { flows: 30, startWithinSeconds: 0, packetBytes: 17_000 };
    const harness = new TrafficHarness('video', whole).runTo(1_000);
    const bits = harness.sent.reduce((sum, { bytes }) => sum + bytes * 8, 0);
    expect(Math.abs(bits / 30 / 1_000 / 608_000 - 1)).toBeLessThan(0.001);
  });

  test('without loss every frame can be shown', () => {
    const harness = new TrafficHarness('video', { flows: 3 }).runTo(4);
    const shown = harness.usefulBytes / harness.sent.reduce((sum, { bytes }) => sum + bytes, 0);
    // The missing packets are on their way.
    expect(shown).toBeGreaterThan(0.97);
    expect(shown).toBeLessThan(1);
  });
});
