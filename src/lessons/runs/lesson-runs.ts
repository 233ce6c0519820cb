/** The runs of a lesson, from their links, and the measurements of these runs. */

import { resolveScenario, usesCells } from '../../engine/scenario/scenario.ts';
import { resolvedValue } from '../../engine/scenario/scenario-paths.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { parsePath } from '../../params/path.ts';
import type { ParameterProblem } from '../../params/schema.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { decodeRun } from '../../run-state/run-url.ts';
import { hasLoadedPolicies, laneRun, policyValuesAt, runParameter, scenarioOfRun } from '../../run-state/run-values.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { figureRequestsOfStep, type RunRequest } from '../answers/figure-requests.ts';
import { proofOfStep } from '../answers/step-proof.ts';
import type { ChallengeGoal, ChallengeStep, Lesson, LessonRun, LessonStep } from '../format/lesson.ts';
import { figureLabel, lessonCurves, lessonFigures } from '../measurement/lesson-figures.ts';
import type { MeasureTask } from '../measurement/measure-runs.ts';

export interface DecodedLessonRun {
  readonly run: RunState;
  readonly problems: readonly ParameterProblem[];
}

/**
 * Decoded runs: a class needs each run of a lesson for every student. Runs whose policies are not loaded are not here,
 * because they are not checked.
 */
const decodedRuns = new WeakMap<LessonRun, DecodedLessonRun>();

/** @param seed of the student; undefined without a name */
export function decodeLessonRun(lessonRun: LessonRun, seed: number | undefined): DecodedLessonRun {
  const { link, seed: seedOrigin } = lessonRun;
  const decodedRun = decodedRuns.get(lessonRun) ?? decodeUrl(link.slice(link.indexOf('#') + 1));
  const { run, problems } = decodedRun;
  if (hasLoadedPolicies(run)) decodedRuns.set(lessonRun, decodedRun);
  return { run: seedOrigin === 'student' && seed !== undefined ? { ...run, seed } : run, problems };
}

/**
 * The run of a student's own settings in a challenge. Its seed is that of the lesson's run, not that of the link: if a
 * student gives or changes the name later, the same settings get another seed. The link's seed is used only if the step
 * allows all changes.
 * @param seed of the student
 */
export function decodeSettingsRun(
  lesson: Lesson,
  { view }: ChallengeStep,
  link: string,
  seed: number | undefined,
): DecodedLessonRun {
  const { run, problems } = decodeUrl(link);
  const namedRun = lesson.runs[view.run];
  if (namedRun === undefined || view.controls === 'all') return { run, problems };
  return { run: { ...run, seed: decodeLessonRun(namedRun, seed).run.seed }, problems };
}

/** A link of a lesson may not contain a program, because the student has not agreed to run it. */
function decodeUrl(url: string): DecodedLessonRun {
  const { state, problems, program } = decodeRun(url);
  if (program === undefined) return { run: state, problems };
  return {
    run: state,
    problems: [...problems, { path: 'own', given: 'a program', allowed: 'no program in a lesson' }],
  };
}

/** A program in place of the policy of a lane. */
export interface ProgramInLane {
  /** From 1. */
  readonly laneNumber: number;
  readonly source: string;
}

/** The program that answers a step, if the step asks for one. */
export function answeredProgram(step: LessonStep, answer: LessonAnswer | undefined): ProgramInLane | undefined {
  if (step.kind !== 'challenge' || step.program === undefined || answer?.kind !== 'program') return undefined;
  return { laneNumber: step.program.lane, source: answer.source };
}

/**
 * The task of measuring a run, for a worker or the command line.
 * @param program runs with the defaults of its parameters
 * @throws Error while a policy of the run is not loaded
 */
export function measureTask(
  run: RunState,
  { figures: asked, curves: drawn }: Pick<RunRequest, 'figures' | 'curves'>,
  program?: ProgramInLane,
): MeasureTask {
  if (!hasLoadedPolicies(run)) throw new Error('The policies of this run are not loaded yet.');
  const lanes = run.lanes.map((_, index) => {
    const { scenario, policy, policyValues, seed, edits } = laneRun(run, index);
    if (index + 1 === program?.laneNumber) {
      // Edits of the policy that the program replaces are removed too.
      const sharedEdits = edits.filter(({ path }) => parsePath(path)?.group !== 'policy');
      return { scenario, policy: PROGRAM_POLICY, policyValues: {}, seed, edits: sharedEdits };
    }
    return { scenario, policy, policyValues, seed, edits };
  });
  return { lanes, figures: asked, curves: drawn, ...(program === undefined ? {} : { program: program.source }) };
}

/**
 * A setting of a run at its start, as a number, by a path such as `link.rateBps`, `sources.CLASS.flows` or
 * `lanes.0.minThreshold`.
 * @returns NaN if it is not a number
 * @throws Error if the run has no such setting
 */
export function startSetting(run: RunState, path: string): number {
  const parsedPath = parsePath(path);
  if (parsedPath === undefined || runParameter(run, path) === undefined)
    throw new Error(`${path}: not a setting of this run`);
  if (parsedPath.group === 'policy') return Number(policyValuesAt(run, parsedPath.lane ?? 0, 0)[parsedPath.id]);
  return Number(resolvedValue(resolveScenario(scenarioOfRun(run)), parsedPath));
}

/** The name of a class, in place of its id. */
export function classLabel(run: RunState, id: string): string {
  const { sources } = scenarioOfRun(run);
  return (Object.hasOwn(sources, id) ? sources[id]?.label : undefined) ?? id;
}

/** A figure of a run in words, with its class. */
export function figureOfRunLabel(
  { runs }: Pick<Lesson, 'runs'>,
  runId: string,
  { figure, class: classId }: Pick<ChallengeGoal, 'figure' | 'class'>,
): string {
  const lessonRun = runs[runId];
  const run = lessonRun && decodeLessonRun(lessonRun, undefined).run;
  const label = figureLabel(figure, run !== undefined && scenarioOfRun(run).up !== undefined);
  if (classId === undefined) return label;
  return `${label}, ${run === undefined ? classId : classLabel(run, classId)}`;
}

/** The figure of a goal in words, with its class. */
export const goalLabel = (lesson: Pick<Lesson, 'runs'>, { view }: ChallengeStep, goal: ChallengeGoal): string =>
  figureOfRunLabel(lesson, view.run, goal);

/** Problems of a lesson that need its runs: links that cannot be read, and figures that its runs do not have. */
export function problemsOfRuns(lesson: Lesson): readonly ParameterProblem[] {
  const problems: ParameterProblem[] = [];
  const openedRuns = new Map<string, RunState>();
  for (const [id, run] of Object.entries(lesson.runs)) {
    const { run: state, problems: found } = decodeLessonRun(run, undefined);
    openedRuns.set(id, state);
    for (const { path, given, allowed } of found) problems.push({ path: `runs.${id}.link: ${path}`, given, allowed });
  }
  for (const [index, step] of lesson.steps.entries()) {
    if (step.kind === 'challenge' && step.program !== undefined) {
      const state = openedRuns.get(step.view.run);
      const path = `steps.${index + 1}.program`;
      if (state !== undefined && step.program.lane > state.lanes.length)
        problems.push({ path, given: `lane ${step.program.lane}`, allowed: `1 to ${state.lanes.length}` });
      if (state !== undefined && usesCells(scenarioOfRun(state)))
        problems.push({ path, given: 'a run of cells', allowed: 'a run of packets: programs manage packets' });
    }
    for (const { run, figures: asked, curves: drawn } of [...figureRequestsOfStep(step), ...proofRequests(step)]) {
      const state = openedRuns.get(run ?? (step.kind === 'challenge' ? step.view.run : ''));
      if (state === undefined) continue;
      for (const ask of asked)
        problems.push(...problemsOfRequest(state, ask, lessonFigures[ask.figure].of, ask.figure, index));
      for (const ask of drawn)
        problems.push(...problemsOfRequest(state, ask, lessonCurves[ask.curve].of, ask.curve, index));
    }
  }
  return problems;
}

/** The figures of a proof, at its time, in each of its runs. */
export function proofRequests(step: LessonStep): readonly RunRequest[] {
  const { runs = [], figures = [] } = proofOfStep(step) ?? {};
  return runs.map((run) => ({ run, figures, curves: [] }));
}

interface RequestTarget {
  readonly lane: number;
  readonly class?: string | undefined;
  readonly atSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
}

function problemsOfRequest(
  run: RunState,
  ask: RequestTarget,
  scope: 'lane' | 'class' | 'both',
  name: string,
  step: number,
): ParameterProblem[] {
  const path = `steps.${step + 1}.${name}`;
  const classes = Object.keys(scenarioOfRun(run).sources);
  const endSeconds = resolveScenario(scenarioOfRun(run)).run.durationSeconds;
  const problems: ParameterProblem[] = [];
  if (ask.lane > run.lanes.length)
    problems.push({ path, given: `lane ${ask.lane}`, allowed: `1 to ${run.lanes.length}` });
  if (ask.class !== undefined && scope === 'lane')
    problems.push({ path, given: `class ${ask.class}`, allowed: 'no class' });
  else if (ask.class === undefined ? scope === 'class' : !classes.includes(ask.class))
    problems.push({
      path,
      given: ask.class === undefined ? 'no class' : `class ${ask.class}`,
      allowed: classes.join(', '),
    });
  const latestSeconds = ask.toSeconds ?? ask.atSeconds;
  if (latestSeconds !== undefined && latestSeconds > endSeconds)
    problems.push({ path, given: `${latestSeconds} s`, allowed: `at most ${endSeconds} s, the end of the run` });
  return problems;
}
