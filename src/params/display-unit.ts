/** The units in which people read values: rates in Mb/s. */

/** By the unit of a parameter. */
export const DISPLAY_UNITS: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  'bit/s': { unit: 'Mb/s', factor: 1e6 },
};

/** The unit in which values of another unit are shown and typed, and the number that one of it has in the other. */
export const displayUnit = (unit: string): { readonly unit: string; readonly factor: number } =>
  DISPLAY_UNITS[unit] ?? { unit, factor: 1 };
