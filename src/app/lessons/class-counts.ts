/** The answers of a class that the teacher counts by taps, for each question, as long as the page is open. */
import { createStore } from 'zustand/vanilla';

/** The tapped options in their order, by the key of the question. */
export const tappedOptions = createStore<Readonly<Record<string, readonly number[]>>>(() => ({}));

/** @param step index of the step, from 0 */
export const questionKey = (lessonId: string, step: number) => `${lessonId} ${step}`;

/** The tapped options before each change, the newest last, by the key of the question. */
export const earlierTaps = createStore<Readonly<Record<string, readonly (readonly number[])[]>>>(() => ({}));

function changeTaps(key: string, change: (taps: readonly number[]) => readonly number[]): void {
  const { [key]: taps = [] } = tappedOptions.getState();
  const changedTaps = change(taps);
  if (changedTaps.length === taps.length) return;
  earlierTaps.setState(({ [key]: lists = [] }) => ({ [key]: [...lists, taps] }));
  tappedOptions.setState({ [key]: changedTaps });
}

/** Counts one more answer of a student. */
export function tapOption(key: string, option: number): void {
  changeTaps(key, (taps) => [...taps, option]);
}

/** Counts one answer less. */
export function removeTap(key: string, option: number): void {
  changeTaps(key, (taps) => taps.filter((_, index) => index !== taps.lastIndexOf(option)));
}

/** Counts the answers to a question from 0 again. */
export function removeAllTaps(key: string): void {
  changeTaps(key, () => []);
}

/** Takes the last change back, whether it counted more or less. */
export function undoTap(key: string): void {
  const { [key]: lists = [] } = earlierTaps.getState();
  const last = lists.at(-1);
  if (last === undefined) return;
  earlierTaps.setState({ [key]: lists.slice(0, -1) });
  tappedOptions.setState({ [key]: last });
}

/** The number of taps on each option. */
export function optionCounts(taps: readonly number[], optionCount: number): readonly number[] {
  return Array.from({ length: optionCount }, (_, option) => taps.filter((tap) => tap === option).length);
}
