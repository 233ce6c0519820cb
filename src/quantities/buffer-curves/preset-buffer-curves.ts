/**
 * One figure of a scenario for several sizes of its buffer, measured in advance under each of the named policies.
 * `npm run buffer-curves` measures it (src/cli/buffer-curves/measure-curve.ts).
 */
import measuredPoints from './buffer-curves.json';

/**
 * The bandwidth-delay product, and its quotient by the root of the number of flows (Appenzeller, Keslassy & McKeown
 * 2004).
 */
export type MarkedSize = 'BDP' | 'BDP/√n';

/** Which size of presets is varied, and which figure is drawn over it. */
export interface BufferCurve {
  /** Scenarios that differ only in their question. */
  readonly presets: readonly [string, ...string[]];
  /** Path of the size in the scenario, and the sizes in its unit. */
  readonly path: 'buffer.packets' | 'buffer.bytesPerFlow';
  readonly sizes: readonly number[];
  /** Id of the quantity in the finding of the scenario. */
  readonly quantityId: string;
  /** The words before and after the quantity in a sentence: "62 packets keep the link 99 % busy". */
  readonly clause: readonly [before: string, after: string];
  readonly policies: readonly string[];
  /** Sizes of the whole buffer that are marked by their names. */
  readonly markedSizes: readonly MarkedSize[];
}

/** A mean over the seeds with its 95 % interval, for one size of the whole buffer, in packets or bytes. */
export interface BufferCurvePoint {
  readonly policy: string;
  readonly size: number;
  readonly mean: number;
  readonly ci95: number;
}

/** Seeds of the runs of each point: 1 to this number. */
export const CURVE_SEED_COUNT = 15;

const videoCurve = {
  path: 'buffer.bytesPerFlow',
  quantityId: 'shown 0',
  clause: ['show', 'of the video'],
  policies: ['shb', 'abd', 'pfb', 'pfb-ad'],
  markedSizes: [],
} as const;

export const bufferCurves: readonly BufferCurve[] = [
  {
    presets: ['buffer-sizing'],
    path: 'buffer.packets',
    sizes: [4, 8, 16, 31, 62, 94, 125, 188, 250],
    quantityId: 'busy',
    clause: ['keep the link', 'busy'],
    policies: ['droptail'],
    markedSizes: ['BDP/√n', 'BDP'],
  },
  {
    presets: ['bbr-cubic-shallow', 'bbr-cubic-deep'],
    path: 'buffer.packets',
    sizes: [17, 34, 50, 67, 100, 134, 200, 268, 402, 536],
    quantityId: 'share 1',
    clause: ['give CUBIC', ''],
    policies: ['droptail', 'fq-codel'],
    markedSizes: ['BDP'],
  },
  { ...videoCurve, presets: ['bm-e1', 'bm-e2'], sizes: [300, 500, 700, 1_000, 1_300, 1_500, 2_000, 2_500, 3_000] },
  { ...videoCurve, presets: ['bm-e5'], sizes: [500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000] },
];

/** The curve of a scenario, with its points; undefined if none is stored. */
export function presetBufferCurve(
  presetId: string,
): { readonly curve: BufferCurve; readonly points: readonly BufferCurvePoint[] } | undefined {
  const curve = bufferCurves.find(({ presets }) => presets.includes(presetId));
  const points: Readonly<Record<string, readonly BufferCurvePoint[]>> = measuredPoints;
  return curve && { curve, points: points[curve.presets[0]] ?? [] };
}
