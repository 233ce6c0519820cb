/** The measurement beside the run, on the page: its series and its shift. A removed one can be brought back. */
import { createStore } from 'zustand/vanilla';
import type { BesideSeries } from '../../measurements/beside/beside-plots.ts';

/** The series beside the run, and those that were removed last. */
export interface BesideState {
  readonly series: readonly BesideSeries[];
  /** Measured time of the beginning of the run, s. */
  readonly shiftSeconds: number;
  /** The user has chosen the shift, so the page does not look for a better one any more. */
  readonly isShiftChosen: boolean;
  /** The series that were removed last. */
  readonly removedSeries: { readonly series: readonly BesideSeries[]; readonly shiftSeconds: number } | undefined;
}

export const besideStore = createStore<BesideState>(() => ({
  series: [],
  shiftSeconds: 0,
  isShiftChosen: false,
  removedSeries: undefined,
}));

/** @param isShiftChosen the times of the series are as the user wants them */
export const showBeside = (series: readonly BesideSeries[], isShiftChosen = false): void =>
  besideStore.setState({ series, shiftSeconds: 0, isShiftChosen, removedSeries: undefined });

/** The user's shift of the series against the run, s; it is not matched any more. */
export const shiftBeside = (shiftSeconds: number): void => besideStore.setState({ shiftSeconds, isShiftChosen: true });

/** A better shift, which the page has found by itself. */
export const matchBeside = (shiftSeconds: number): void => besideStore.setState({ shiftSeconds });

/** Removes the series, and keeps them for `restoreBeside`. */
export const removeBeside = (): void =>
  besideStore.setState(({ series, shiftSeconds }) => ({ series: [], removedSeries: { series, shiftSeconds } }));

/** Shows the removed series again, with their shift. */
export const restoreBeside = (): void =>
  besideStore.setState(({ removedSeries }) =>
    removedSeries === undefined ? {} : { ...removedSeries, removedSeries: undefined },
  );

/** The removed series cannot be brought back any more. */
export const forgetRemovedBeside = (): void => besideStore.setState({ removedSeries: undefined });
