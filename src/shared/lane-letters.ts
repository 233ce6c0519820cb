/** Letters of the lanes, in their order. */
export const LANE_LETTERS = ['A', 'B', 'C', 'D'] as const;

/**
 * Dash patterns of the lines of lanes, px: solid, long dashes, dots, dash and dot. A lane has a letter and a stroke,
 * but no hue.
 */
export const LANE_DASHES: readonly (readonly number[])[] = [[], [8, 3], [1.6, 2.4], [7, 2.5, 1.6, 2.5]];

/** The letter of a lane; empty for one behind the last letter. */
export function laneLetter(lane: number): string {
  return LANE_LETTERS[lane] ?? '';
}

/** The dashes and gaps of a lane's lines, px; empty for a continuous line. */
export function laneDash(lane: number): readonly number[] {
  return LANE_DASHES[lane] ?? [];
}
