/** How a sentence of a paper is decided from means and their intervals. */
import type { Replicated } from '../studies/statistics.ts';
import { type Decision, worst } from '../studies/verdict.ts';

const VAGUE = 'fewer than two seeds have been run, or a figure is not defined';

/** One seed has no interval. */
const isVague = ({ mean, n }: Replicated) => n < 2 || !Number.isFinite(mean);

/**
 * Each lies above nothing (or a bound that was taken off) for certain: the 95 % interval of the mean leaves it out. One
 * that lies below for certain fails the sentence; intervals that hold zero leave it open.
 */
export function above(differences: readonly Replicated[], evidence: string): Decision {
  if (differences.some(isVague)) return { verdict: 'not checkable', evidence: VAGUE };
  if (differences.some(({ mean, ci95 }) => mean + ci95 < 0)) return { verdict: 'fails', evidence };
  const open = differences.some(({ mean, ci95 }) => mean - ci95 <= 0);
  return { verdict: open ? 'not distinguishable' : 'holds', evidence };
}

/** None lies below nothing for certain, and their means do not. */
export function notBelow(differences: readonly Replicated[], evidence: string): Decision {
  if (differences.some(isVague)) return { verdict: 'not checkable', evidence: VAGUE };
  if (differences.some(({ mean, ci95 }) => mean + ci95 < 0)) return { verdict: 'fails', evidence };
  return { verdict: differences.some(({ mean }) => mean < 0) ? 'not distinguishable' : 'holds', evidence };
}

/** A sentence of several parts is as its worst; each is told with its own verdict. */
export function parted(parts: Readonly<Record<string, Decision>>): Decision {
  const told = Object.entries(parts).map(([name, { verdict, evidence }]) => `${name}: ${verdict} (${evidence})`);
  return { verdict: worst(Object.values(parts)), evidence: told.join('; ') };
}

export const list = (values: readonly number[], digits: number) =>
  values.map((value) => value.toFixed(digits)).join(', ');

export const range = (values: readonly number[], digits: number, unit = '') =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}${unit}`;

export const means = (figures: readonly Replicated[]) => figures.map(({ mean }) => mean);
