/** The finding of a sweep over its curves. */
import type { SweepVariable } from '../../studies/sweep.ts';
import type { SweepWithResults } from '../../studies/sweep-report.ts';
import { formatSweepFinding } from './finding-text.ts';

export function SweepFinding({ sweep, points, item }: SweepWithResults & { readonly item: SweepVariable }) {
  const sentences = formatSweepFinding(sweep, points, item);
  return (
    sentences.length > 0 && (
      <p className="sweep-finding">
        {sentences.map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </p>
    )
  );
}
