/**
 * The plots beside a lesson: those of the step, or the usual ones. After the lesson, the earlier plots are restored.
 */
import { useEffect, useRef } from 'react';
import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { type PlotState, plotStore, showPlots } from '../../plots/plot-state.ts';
import { useOnChange } from '../../shell/effects.ts';

type ShownPlots = Pick<PlotState, 'plotIds' | 'showsTable' | 'sender'>;

const defaultPlots: ShownPlots = { plotIds: {}, showsTable: false, sender: undefined };

export function usePlotsOfStep(openLesson: OpenLesson, index: number): void {
  const earlierPlots = useRef<ShownPlots>(defaultPlots);
  // A lesson begins with the usual plots, not with the earlier ones.
  useOnChange(openLesson, () => {
    earlierPlots.current = shownPlots();
    showPlots(defaultPlots);
  });
  useEffect(() => {
    const step = openLesson.lesson.steps[index];
    const view = step === undefined || step.kind === 'broken' ? undefined : step.view;
    if (view?.plots === undefined && view?.table !== true) return;
    const plotIds = view.plots === undefined ? {} : { packets: view.plots, cells: view.plots };
    const plotsOfLesson = shownPlots();
    showPlots({ plotIds, showsTable: view.table, sender: undefined });
    return () => showPlots(plotsOfLesson);
  }, [openLesson, index]);
  // Effects end in their order: the step must restore its plots before the lesson does.
  useOnChange(openLesson, () => () => showPlots(earlierPlots.current));
}

function shownPlots(): ShownPlots {
  const { plotIds, showsTable, sender } = plotStore.getState();
  return { plotIds, showsTable, sender };
}
