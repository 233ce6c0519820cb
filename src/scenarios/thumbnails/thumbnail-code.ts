/** The small picture of a scenario, with the result of its run. */
export interface Thumbnail {
  /** The quantity with which the finding begins, and its unit. */
  readonly quantity: string;
  readonly unit: string;
  /** The occupancy of the buffers over time: one word for each lane, one letter for each height. */
  readonly curves: readonly string[];
  /**
   * In the unit of the quantity.
   * The figure of the quantity in each lane over the whole run.
   */
  readonly values: readonly number[];
}

/** By unit and quantity: a line for each scenario (`thumbnailLine`). */
export type ThumbnailTables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The id of the scenario, then the values of the lanes, then their curves, with spaces between them. */
export const thumbnailLine = (preset: string, { values, curves }: Pick<Thumbnail, 'values' | 'curves'>): string =>
  [preset, ...values, ...curves].join(' ');

/** The thumbnail of a preset; undefined without one. */
export function findThumbnail(tables: ThumbnailTables, preset: string): Thumbnail | undefined {
  for (const [unit, pictures] of Object.entries(tables))
    for (const [quantity, lines] of Object.entries(pictures)) {
      const line = lines.split('\n').find((text) => text.startsWith(`${preset} `));
      if (line === undefined) continue;
      const [, ...words] = line.split(' ');
      const laneCount = words.length / 2;
      return { quantity, unit, values: words.slice(0, laneCount).map(Number), curves: words.slice(laneCount) };
    }
  return undefined;
}

/** The letters of the heights, from 0 to 63. */
export const HEIGHT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
