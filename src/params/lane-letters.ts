/** Letters of the lanes, in their order. */
export const LANE_LETTERS = ['A', 'B', 'C', 'D'] as const;
