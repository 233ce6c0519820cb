/** The goals of scenarios for the video that can be shown. */

/** Bhattacharjee & McKinnon, experiments 1 and 2. */
const SHOWN_VIDEO_GOALS: Readonly<Record<string, number>> = { 'bm-e1': 0.9, 'bm-e2': 0.7 };

/** The share of the video that a scenario asks for, 0 to 1; undefined without such a goal. */
export function shownVideoGoal(scenario: string): number | undefined {
  return SHOWN_VIDEO_GOALS[scenario];
}

/** Whether a scenario asks how many frames a loss costs. */
export function asksAboutLostFrames(scenario: string): boolean {
  return scenario === 'bm-lesson';
}
