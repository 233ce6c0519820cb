/** What is measured behind the queues, for the head of the page: the part that is done, 0 to 1; undefined when nothing is. */
import { createStore } from 'zustand/vanilla';

export interface UnderWay {
  readonly papers: number | undefined;
  readonly sweep: number | undefined;
}

export const underWay = createStore<UnderWay>(() => ({ papers: undefined, sweep: undefined }));
