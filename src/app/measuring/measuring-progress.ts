/**
 * The progress of measurements in the background, for the head of the page: whole percent, or undefined without a
 * measurement.
 */
import { createStore } from 'zustand/vanilla';

export interface MeasuringProgress {
  readonly papersPercent: number | undefined;
  readonly sweepPercent: number | undefined;
}

export const measuringProgress = createStore<MeasuringProgress>(() => ({
  papersPercent: undefined,
  sweepPercent: undefined,
}));

/** @param progress finished part, 0 to 1 */
export function setMeasuringProgress(kind: keyof MeasuringProgress, progress: number | undefined): void {
  const percent = progress === undefined ? undefined : Math.floor(100 * progress);
  if (measuringProgress.getState()[kind] !== percent) measuringProgress.setState({ [kind]: percent });
}
