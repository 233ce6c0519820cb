/** Changes of the run as a whole. Each one is a step of undo. */
import { describeProblem } from '../../params/schema.ts';
import { ALLOWED_SEEDS, parseSeed } from '../../params/seed.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { withStartValue } from '../../run-state/with-value.ts';
import type { UndoPoint } from './undo.ts';

/** The result of such a change, for its message. */
export type RunChange =
  | { readonly kind: 'begun'; readonly seed: number | undefined }
  | { readonly kind: 'counted'; readonly fromNs: number };

/** The parts of the page that these changes need. */
interface RunPage {
  readonly undoPoint: UndoPoint;
  notify(text: string): void;
  changeRun(label: string, run: RunState, atNs: number): boolean;
}

export class RunCommands {
  private readonly page: RunPage;
  private readonly showChange: (change: RunChange) => void;

  constructor(page: RunPage, showChange: (change: RunChange) => void) {
    this.page = page;
    this.showChange = showChange;
  }

  setSeed(text: string): void {
    const trimmedText = text.trim();
    const seed = parseSeed(trimmedText);
    if (seed === undefined)
      this.page.notify(describeProblem({ path: 'seed', given: `"${trimmedText}"`, allowed: ALLOWED_SEEDS }));
    else if (this.page.changeRun('set the seed', { ...this.page.undoPoint.run, seed }, 0))
      this.showChange({ kind: 'begun', seed });
  }

  /** Counts figures from a given time: the end of the warm-up moves there, and nothing else changes. */
  countFrom(fromNs: number): void {
    const { run, timeNs } = this.page.undoPoint;
    const countedRun = withStartValue(run, 'run.warmupSeconds', fromNs / 1e9);
    if (this.page.changeRun('count from a change', countedRun, timeNs)) this.showChange({ kind: 'counted', fromNs });
  }

  /** Resets to the preset's own values; policies, seed and scenario stay. */
  reset(): void {
    const { run } = this.page.undoPoint;
    const lanes = run.lanes.map((lane) => ({ ...lane, values: {} }));
    if (this.page.changeRun('reset', { ...run, startValues: {}, edits: [], lanes }, 0))
      this.showChange({ kind: 'begun', seed: undefined });
  }
}
