/** The finding of a sweep over its curves. */
import type { Sweepable } from '../../studies/sweep.ts';
import type { FoundSweep } from '../../studies/sweep-report.ts';
import { formatSweepFinding } from './finding-text.ts';

export function SweepFinding({ sweep, points, item }: FoundSweep & { readonly item: Sweepable }) {
  const text = formatSweepFinding(sweep, points, item);
  return text !== '' && <p className="sweep-finding">{text}</p>;
}
