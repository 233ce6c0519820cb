/**
 * The plots beside a lesson: those of the step, or else the usual ones. After the lesson the earlier plots come back.
 */
import { useEffect, useRef } from 'react';
import { type PlotState, plotStore } from '../plots/plot-state.ts';
import type { LessonDesk } from './lesson-desk.ts';

type PlotsShown = Pick<PlotState, 'kinds' | 'table' | 'sender'>;

const usual: PlotsShown = { kinds: {}, table: false, sender: undefined };

export function usePlotsOfStep(desk: LessonDesk, at: number): void {
  const before = useRef<PlotsShown>(usual);
  // A lesson begins with the usual plots, whatever was looked at before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a lesson
  useEffect(() => {
    before.current = plotsShown();
    plotStore.setState(usual);
  }, [desk]);
  useEffect(() => {
    const step = desk.lesson.steps[at];
    const view = step === undefined || step.kind === 'broken' ? undefined : step.view;
    if (view?.plots === undefined && view?.table !== true) return;
    const kinds = view.plots === undefined ? {} : { packets: view.plots, cells: view.plots };
    const ofLesson = plotsShown();
    plotStore.setState({ kinds, table: view.table, sender: undefined });
    return () => plotStore.setState(ofLesson);
  }, [desk, at]);
  // Effects end in their order: when the lesson is left, its step must have given back its plots already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a lesson
  useEffect(() => () => plotStore.setState(before.current), [desk]);
}

function plotsShown(): PlotsShown {
  const { kinds, table, sender } = plotStore.getState();
  return { kinds, table, sender };
}
