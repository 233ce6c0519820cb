/** A time with as many digits as it needs, up to a number of decimals: 2.5 s, 2.504 s. */
export const formatSeconds = (timeNs: number, maxDecimals = 5): string =>
  `${Number((timeNs / 1e9).toFixed(maxDecimals))} s`;

/** A time of a run as text, with three decimals in the first second, in which most happens: 0.532 s, 12.45 s. */
export const formatShortSeconds = (timeNs: number): string => formatSeconds(timeNs, timeNs < 1e9 ? 3 : 2);
