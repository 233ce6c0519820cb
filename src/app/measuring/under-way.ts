/**
 * The progress of measurements in the background, for the head of the page: whole percent, or undefined without a
 * measurement.
 */
import { createStore } from 'zustand/vanilla';

export interface UnderWay {
  readonly papers: number | undefined;
  readonly sweep: number | undefined;
}

export const underWay = createStore<UnderWay>(() => ({ papers: undefined, sweep: undefined }));

/** @param part finished part, 0 to 1 */
export function setUnderWay(what: keyof UnderWay, part: number | undefined): void {
  const percent = part === undefined ? undefined : Math.floor(100 * part);
  if (underWay.getState()[what] !== percent) underWay.setState({ [what]: percent });
}
