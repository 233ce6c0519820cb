/** The stored curves over the size of the buffer are measured: `npm run validate` measures a point of each again. */
import { describe, expect, test } from 'vitest';
import { measureCurve } from '../../../src/cli/buffer-curves/measure-curve.ts';
import { bufferCurves, presetBufferCurve } from '../../../src/quantities/buffer-curves/preset-buffer-curves.ts';
import { validatedTest } from '../../amount.ts';

describe.each(bufferCurves)('$presets.0', (curve) => {
  const { points } = presetBufferCurve(curve.presets[0])!;

  test('it has a point with a narrow interval for each size and policy', () => {
    expect(points).toHaveLength(curve.sizes.length * curve.policies.length);
    for (const { mean, ci95 } of points) expect(Number.isFinite(mean) && ci95 >= 0 && ci95 < 25).toBe(true);
  });
});

validatedTest.each(bufferCurves)(
  '$presets.0: a point is that of its runs, to the last digit (else: npm run buffer-curves)',
  (curve) => {
    const [policy = ''] = curve.policies;
    const [size = 0] = curve.sizes;
    const [point] = measureCurve({ ...curve, policies: [policy], sizes: [size] });
    expect(presetBufferCurve(curve.presets[0])!.points[0]).toEqual(point);
  },
);

/** Appenzeller, Keslassy & McKeown 2004: the bandwidth-delay product over the root of the number of flows is enough. */
test('a buffer of 250/√16 packets keeps the link busy, and a quarter of it does not', () => {
  const busyAt = (size: number) =>
    presetBufferCurve('buffer-sizing')!.points.find((point) => point.size === size)?.mean;
  expect(busyAt(62)).toBeGreaterThan(99);
  expect(busyAt(16)).toBeLessThan(95);
});
