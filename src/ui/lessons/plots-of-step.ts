/** The plots beside a lesson: those that a step asks for, and otherwise the usual ones. What stood there before comes back. */
import { useEffect } from 'react';
import { type PlotState, plotStore } from '../plots/plot-state.ts';
import type { LessonDesk } from './lesson-desk.ts';

const usual = { kinds: {}, table: false, sender: undefined } satisfies Partial<PlotState>;

export function usePlotsOfStep(desk: LessonDesk, at: number): void {
  // A lesson begins with the usual plots, whatever was looked at before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a lesson
  useEffect(() => shown(usual), [desk]);
  useEffect(() => {
    const step = desk.lesson.steps[at];
    const view = step === undefined || step.kind === 'broken' ? undefined : step.view;
    if (view?.plots === undefined && view?.table !== true) return;
    const kinds = view.plots === undefined ? {} : { packets: view.plots, cells: view.plots };
    return shown({ kinds, table: view.table, sender: undefined });
  }, [desk, at]);
}

/** Shows this, and gives back what stood there. */
function shown(wanted: Pick<PlotState, 'kinds' | 'table' | 'sender'>): () => void {
  const { kinds, table, sender } = plotStore.getState();
  plotStore.setState(wanted);
  return () => plotStore.setState({ kinds, table, sender });
}
