/** Changes of the run as a whole. Each one is a step of undo. */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { describeProblem } from '../../params/schema.ts';
import { ALLOWED_SEEDS, parseSeed } from '../../params/seed.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { runOfScenario, scenarioOfRun } from '../../run-state/run-values.ts';
import { withoutUp, withUp } from '../../run-state/up-values.ts';
import { withStartValue } from '../../run-state/with-value.ts';
import type { ParsedScenario } from '../../scenarios/files/file.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import type { RunChange } from './editor-change.ts';
import type { NoticeList } from './notice-list.ts';
import type { RunControl } from './run-control.ts';

/** The parts of the page that these changes need. */
interface RunPage {
  readonly runs: Pick<RunControl, 'undoPoint' | 'change'>;
  readonly notices: Pick<NoticeList, 'show' | 'replace'>;
}

/** Opens scenarios, and changes scenario, seed and time span of the run. */
export class RunCommands {
  private readonly page: RunPage;
  private readonly showChange: (change: RunChange) => void;

  constructor(page: RunPage, showChange: (change: RunChange) => void) {
    this.page = page;
    this.showChange = showChange;
  }

  /**
   * Opens the content of a file. If the text is not a scenario, the run does not change.
   * @param notes omissions of the reader, as sentences
   * @param run the run with its lanes; without it, the default lanes of the scenario
   * @returns whether the page allows it
   */
  openFile(
    name: string,
    { scenario, problems }: ParsedScenario,
    notes: readonly string[] = [],
    run?: RunState,
  ): boolean {
    const file = removeInvisible(name);
    this.page.notices.replace([...problems.map(describeProblem), ...notes].map((text) => `${file}: ${text}`));
    if (scenario === undefined) return false;
    return this.page.runs.change(`open ${file}`, run ?? runOfScenario(scenario, this.page.runs.undoPoint.run.seed), 0);
  }

  /**
   * Opens a run with one more lane, from a line of tc. It begins again, because the buffer may be another one.
   * @param notes what the line has and the policy has not
   * @returns whether the page allows it
   */
  openTcLane(run: RunState, notes: readonly string[]): boolean {
    const isOpen = this.page.runs.change('open a line of tc', run, 0);
    if (isOpen) this.page.notices.replace([...notes]);
    return isOpen;
  }

  setSeed(text: string): void {
    const trimmedText = text.trim();
    const seed = parseSeed(trimmedText);
    if (seed === undefined)
      this.page.notices.show(describeProblem({ path: 'seed', given: `"${trimmedText}"`, allowed: ALLOWED_SEEDS }));
    else if (this.page.runs.change('set the seed', { ...this.page.runs.undoPoint.run, seed }, 0))
      this.showChange({ kind: 'begun', seed });
  }

  /** Counts figures from a given time: the end of the warm-up moves there, and nothing else changes. */
  countFrom(fromNs: number): void {
    const { run, timeNs } = this.page.runs.undoPoint;
    const countedRun = withStartValue(run, 'run.warmupSeconds', fromNs / 1e9);
    if (this.page.runs.change('count from a change', countedRun, timeNs)) this.showChange({ kind: 'counted', fromNs });
  }

  /** Gives the link a queue up, or removes it. */
  setTwoWay(isTwoWay: boolean): void {
    const { run } = this.page.runs.undoPoint;
    if (isTwoWay)
      this.page.runs.change('add the queue up', withUp(run, resolveScenario(scenarioOfRun(run)).link.rateBps));
    else this.page.runs.change('remove the queue up', withoutUp(run));
  }

  /** Resets to the preset's own values; policies, seed and scenario stay. */
  reset(): void {
    const { run } = this.page.runs.undoPoint;
    const lanes = run.lanes.map((lane) => ({ ...lane, values: {} }));
    if (this.page.runs.change('reset', { ...run, startValues: {}, edits: [], lanes }, 0))
      this.showChange({ kind: 'begun', seed: undefined });
  }
}
