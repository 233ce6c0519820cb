/** The small picture of a scenario, with the result of its run. */
export interface Thumbnail extends Omit<ThumbnailTable, 'presets'> {
  /** The occupancy of the buffers over time: one word for each lane, one letter for each height. */
  readonly curves: string;
  /** The figure of the quantity in each lane over the whole run. */
  readonly values: readonly number[];
}

/** The scenarios whose finding begins with the same quantity. */
export interface ThumbnailTable {
  readonly quantity: string;
  readonly unit: string;
  readonly presets: Readonly<Record<string, Pick<Thumbnail, 'curves' | 'values'>>>;
}

/** The thumbnail of a preset; undefined without one. */
export function findThumbnail(tables: readonly ThumbnailTable[], preset: string): Thumbnail | undefined {
  const table = tables.find(({ presets }) => Object.hasOwn(presets, preset));
  const picture = table?.presets[preset];
  return table && picture && { ...picture, quantity: table.quantity, unit: table.unit };
}

/** The letters of the heights, from 0 to 63. */
export const HEIGHT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
