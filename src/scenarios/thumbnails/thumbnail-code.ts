/** The small picture of a scenario, with the result of its run. */
export interface Thumbnail {
  /** The occupancy of the buffers over time: one word for each lane, one letter for each height. */
  readonly curves: string;
  /** The first quantity of the finding, its unit, and its figure in each lane over the whole run. */
  readonly quantity: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** The letters of the heights, from 0 to 63. */
export const HEIGHT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
