/** The answers of a class that the teacher counts by taps, for each question, as long as the page is open. */
import { createStore } from 'zustand/vanilla';

/** The tapped options in their order, by the key of the question. */
export const tappedOptions = createStore<Readonly<Record<string, readonly number[]>>>(() => ({}));

/** @param step index of the step, from 0 */
export const questionKey = (lessonId: string, step: number) => `${lessonId} ${step}`;

/** Counts one more answer of a student. */
export function tapOption(key: string, option: number): void {
  tappedOptions.setState(({ [key]: taps = [] }) => ({ [key]: [...taps, option] }));
}

/** Removes the last tap, or the last one on an option. */
export function removeTap(key: string, option?: number): void {
  tappedOptions.setState(({ [key]: taps = [] }) => {
    const last = option === undefined ? taps.length - 1 : taps.lastIndexOf(option);
    return { [key]: taps.filter((_, index) => index !== last) };
  });
}

/** Counts the answers to a question from 0 again. */
export function removeAllTaps(key: string): void {
  tappedOptions.setState({ [key]: [] });
}

/** The number of taps on each option. */
export function optionCounts(taps: readonly number[], optionCount: number): readonly number[] {
  return Array.from({ length: optionCount }, (_, option) => taps.filter((tap) => tap === option).length);
}
