/** The bounds of a goal as text. */
import type { ComparedNumber } from './answers.ts';

/** The bounds of a goal in words: "above 3 and below 9". */
export function formatBounds({ above, below }: Pick<ComparedNumber, 'above' | 'below'>): string {
  // In a hand-in from a file, a missing bound is null.
  const bounds = [typeof above === 'number' && `above ${above}`, typeof below === 'number' && `below ${below}`];
  return bounds.filter(Boolean).join(' and ');
}
