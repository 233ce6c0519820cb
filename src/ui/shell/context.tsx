/** The page and its animation loop, for every component below. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Page } from '../../app/page/page.ts';
import type { PageState } from '../../app/page/page-state.ts';
import type { AnimationLoop } from './drawing/animation-loop.ts';

export interface PageContextValue {
  readonly page: Page;
  readonly animation: AnimationLoop;
}

export const PageContext = createContext<PageContextValue | undefined>(undefined);

/**
 * The page and its parts, for every component.
 * @throws Error outside of the page
 */
export function usePageContext(): PageContextValue {
  const pageContext = useContext(PageContext);
  if (pageContext === undefined) throw new Error('no page above this component');
  return pageContext;
}

export function usePage<T>(select: (state: PageState) => T): T {
  return useStore(usePageContext().page.store, select);
}

/** The lanes as of a few times per second. Drawings read those of the session, which are newer. */
export function useLanes(): readonly LaneSnapshot[] {
  return usePage((state) => state.lanes);
}

/** Empty before the lane is open. */
export function useLaneName(lane: number): string {
  return usePage(({ lanes }) => lanes[lane]?.description?.laneName ?? '');
}

export function useLane(lane: number): LaneSnapshot | undefined {
  return usePage((state) => state.lanes[lane]);
}
