/** A time with as many digits as it needs, up to a number of decimals: 2.5 s, 2.504 s. */
export const formatSeconds = (timeNs: number, maxDecimals = 5): string =>
  `${Number((timeNs / 1e9).toFixed(maxDecimals))} s`;

/** A short time as text: 12.4 s. */
export const formatShortSeconds = (timeNs: number): string => formatSeconds(timeNs, 2);
