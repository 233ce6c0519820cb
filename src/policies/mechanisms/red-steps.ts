/** The steps by which RED reaches a verdict: the meaning of the numbers, and the formulas. */
import type { Operands, Quantities } from '../../engine/contract/explanation.ts';

/** The values behind a curve of RED. */
export interface RedCurve {
  readonly minThreshold: number;
  readonly maxThreshold: number;
  readonly maxProbability: number;
  readonly gentle?: boolean;
}

/** The readings of RED that its steps depend on. */
interface RedVariant {
  readonly reading: 'ns2' | 'floyd93' | 'switch';
  readonly measure: 'packets' | 'bytes';
  readonly wait: boolean;
  readonly meanPacketBytes: number;
}

/** Values of a random decision that is spread over packets (or frames). */
export const spreadQuantities: Quantities = {
  baseProbability: { symbol: 'p_b', meaning: 'probability before the drops are spread evenly', unit: '' },
  probability: { symbol: 'p', meaning: 'probability for this packet', unit: '' },
  draw: { symbol: 'u', meaning: 'random number, uniform in [0, 1)', unit: '' },
};

export const redQuantities: Quantities = {
  average: { symbol: 'avg', meaning: 'average queue, updated at this packet', unit: 'packets' },
  averageBefore: { symbol: "avg'", meaning: 'average queue before', unit: 'packets' },
  idlePackets: { symbol: 'm', meaning: 'packets that the link could have sent while the queue was empty', unit: '' },
  waiting: { symbol: 'q', meaning: 'packets waiting now', unit: 'packets' },
  waitingBytes: { symbol: 'q', meaning: 'bytes waiting now', unit: 'bytes' },
  bytes: { symbol: 's', meaning: 'size of this packet', unit: 'bytes' },
  meanPacketBytes: { symbol: String.raw`\bar s`, meaning: 'mean packet', unit: 'bytes' },
  ...spreadQuantities,
  count: { symbol: 'n', meaning: 'packets since the last early drop or mark, including this one', unit: '' },
  countBytes: { symbol: 'b', meaning: 'bytes since the last early drop or mark, including this packet', unit: 'bytes' },
  scaledProbability: { symbol: 'p_s', meaning: 'probability scaled by the packet size', unit: '' },
  spreadProbability: { symbol: 'p_a', meaning: 'probability for a packet of mean size', unit: '' },
  limitPackets: { symbol: 'B', meaning: 'buffer', unit: 'packets' },
  limitBytes: { symbol: 'B', meaning: 'buffer', unit: 'bytes' },
};

/** An update of the moving average; after an idle time it decays first. */
export function averageStep({ idlePackets }: Operands, { measure, reading }: RedVariant): string {
  const steps = reading === 'floyd93' ? 'idlePackets' : 'idlePackets + 1';
  const decay = idlePackets < 0 ? '(1 - queueWeight)' : `(1 - queueWeight)^(${steps})`;
  const presentTerm = measure === 'bytes' ? 'waitingBytes / meanPacketBytes' : 'waiting';
  return `average = ${decay} * averageBefore + queueWeight * ${presentTerm}`;
}

/** Names of the parameters of a curve. */
export interface CurveNames {
  readonly low: string;
  readonly high: string;
  readonly max: string;
}
export const RED_NAMES: CurveNames = { low: 'minThreshold', high: 'maxThreshold', max: 'maxProbability' };

/** p_b between the thresholds. */
export function linearSteps({ low, high, max }: CurveNames = RED_NAMES): string[] {
  return [`${low} <= average < ${high}`, `baseProbability = ${max} * (average - ${low}) / (${high} - ${low})`];
}

/** p_b for each range of the average. */
export function redBaseSteps({ average }: Operands, values: RedCurve): string[] {
  const { maxThreshold, gentle } = values;
  if (average < maxThreshold) return linearSteps();
  if (!gentle) return ['average >= maxThreshold', 'baseProbability = 1'];
  if (average >= 2 * maxThreshold) return ['average >= 2 * maxThreshold', 'baseProbability = 1'];
  const formula = 'maxProbability + (1 - maxProbability) * (average - maxThreshold) / maxThreshold';
  return ['maxThreshold <= average < 2 * maxThreshold', `baseProbability = ${formula}`];
}

/** p from p_b, spread over the packets since the last action, or without spreading in switches. */
export function spreadSteps(operands: Operands, values: RedVariant): string[] {
  if (values.reading === 'switch') return ['probability = baseProbability'];
  const countsBytes = values.measure === 'bytes';
  if (values.reading === 'floyd93') {
    if (!countsBytes) return floydSteps(operands.baseProbability, operands.count, 'baseProbability');
    const scaledProbability = (operands.baseProbability * operands.bytes) / values.meanPacketBytes;
    const formula = 'baseProbability * bytes / meanPacketBytes';
    return [
      `scaledProbability = ${scaledProbability > 1 ? `min(1, ${formula})` : formula}`,
      ...floydSteps(Math.min(1, scaledProbability), operands.count, 'scaledProbability'),
    ];
  }
  return countsBytes ? ns2ByteSteps(operands, values) : ns2Steps(operands.baseProbability, operands.count, values.wait);
}

/** p = p_b / (1 - n p_b), and 1 if the denominator is not positive. */
export function floydSteps(base: number, count: number, name: string, into = 'probability', n = 'count'): string[] {
  if (count * base >= 1) return [`${n} * ${name} >= 1`, `${into} = 1`];
  const formula = `${name} / (1 - ${n} * ${name})`;
  return [`${into} = ${base / (1 - count * base) > 1 ? `min(1, ${formula})` : formula}`];
}

/** As ns-2: with `wait`, none before n p_b has reached 1, and all from 2 on. */
function ns2Steps(base: number, count: number, spacesDrops: boolean, into = 'probability', n = 'count'): string[] {
  const share = count * base;
  if (!spacesDrops) return floydSteps(base, count, 'baseProbability', into, n);
  if (share < 1) return [`${n} * baseProbability < 1`, `${into} = 0`];
  if (share >= 2) return [`${n} * baseProbability >= 2`, `${into} = 1`];
  const formula = `baseProbability / (2 - ${n} * baseProbability)`;
  return [`1 <= ${n} * baseProbability < 2`, `${into} = ${base / (2 - share) > 1 ? `min(1, ${formula})` : formula}`];
}

/** n counts packets of the mean size; a large packet is dropped more often. */
function ns2ByteSteps(operands: Operands, { wait, meanPacketBytes }: RedVariant): string[] {
  const base = operands.baseProbability;
  const count = Math.floor(operands.countBytes / meanPacketBytes);
  const n = 'floor(countBytes / meanPacketBytes)';
  const room = (wait ? 2 : 1) - count * base;
  const steps = ns2Steps(base, count, wait, 'spreadProbability', n);
  if (room <= base) return [...steps, 'probability = 1'];
  return [...steps, 'probability = min(1, spreadProbability * bytes / meanPacketBytes)'];
}
