/** What the values of a link may not ask for together: memory has an end, and a link may come from anybody. */
import type { ParameterProblem } from '../params/schema.ts';
import { FLOWS_ALLOWED, flowsBySource, impossible, MAX_FLOWS, windowsProblem } from '../scenarios/limits.ts';
import { scenarioOf } from './run-script.ts';
import type { RunEdit, RunState } from './run-state.ts';

/** The run without those changes of its start that together ask for too much; they are named. */
export function limitedChanges(run: RunState): { readonly run: RunState; readonly problems: ParameterProblem[] } {
  const scenario = scenarioOf(run);
  const problems: ParameterProblem[] = [];
  let changes = Object.entries(run.changes);
  const flows = total(flowsBySource(scenario));
  if (flows > MAX_FLOWS) {
    problems.push({ path: 'sources', given: `${flows} flows`, allowed: FLOWS_ALLOWED });
    changes = changes.filter(([path]) => !path.endsWith('.flows'));
  }
  const windows = windowsProblem(scenario);
  if (windows !== undefined) {
    problems.push(windows);
    changes = changes.filter(([path]) => path !== 'run.sampleMs' && path !== 'run.durationSeconds');
  }
  const broken = impossible(scenario);
  if (broken !== undefined) {
    problems.push(broken.problem);
    changes = changes.filter(([path]) => !path.startsWith(`sources.${broken.source}.`) && !path.startsWith('buffer.'));
  }
  return { run: problems.length === 0 ? run : { ...run, changes: Object.fromEntries(changes) }, problems };
}

/** A lane keeps the room of flows that were taken away: the most that each source ever has must fit together. */
export class FlowRoom {
  private readonly most: Map<string, number>;

  constructor(run: RunState) {
    this.most = flowsBySource(scenarioOf(run));
  }

  /** What speaks against an edit; undefined when there is room for it, which is then taken. */
  problem({ path, value }: RunEdit): ParameterProblem | undefined {
    const source = /^(?:lanes\.\d+\.)?sources\.([^.]+)\.flows$/.exec(path)?.[1];
    if (source === undefined) return undefined;
    const before = this.most.get(source) ?? 0;
    const after = Math.max(before, value as number);
    if (total(this.most) - before + after > MAX_FLOWS) return { path, given: String(value), allowed: FLOWS_ALLOWED };
    this.most.set(source, after);
    return undefined;
  }
}

function total(flows: ReadonlyMap<string, number>): number {
  return [...flows.values()].reduce((sum, count) => sum + count, 0);
}
