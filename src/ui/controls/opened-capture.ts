/** The last opened capture with packets in both directions: the page can read it again in another direction. */
import { createStore } from 'zustand/vanilla';
import type { ReadDirection } from '../../capture/options.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';

export interface OpenedCapture {
  readonly file: File;
  /** The scenario that was made of it. */
  readonly scenario: Scenario;
  readonly direction: ReadDirection;
}

export const lastCapture = createStore<{ readonly capture?: OpenedCapture }>(() => ({}));
