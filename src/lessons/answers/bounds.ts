/** The bounds of a goal as text. */

/** Bounds in the unit of their figure. In a hand-in from a file, a missing bound is null. */
export interface GoalBounds {
  readonly above?: number | null | undefined;
  readonly below?: number | null | undefined;
}

/** The bounds of a goal in words: "above 3 and below 9". */
export function formatBounds({ above, below }: GoalBounds): string {
  const bounds = [typeof above === 'number' && `above ${above}`, typeof below === 'number' && `below ${below}`];
  return bounds.filter(Boolean).join(' and ');
}
