/** The runs of a lesson in one state: with the student's seed, and those that the student's answers make. */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { figureRequestsOfStep, type RunRequest } from '../../lessons/answers/figure-requests.ts';
import { type Misreading, misreadingRequests, misreadingsOfStep } from '../../lessons/answers/misreading.ts';
import { proofOfStep } from '../../lessons/answers/step-proof.ts';
import { asksForProgram, type Lesson } from '../../lessons/format/lesson.ts';
import {
  answeredProgram,
  classLabel,
  decodeLessonRun,
  decodeSettingsRun,
  type ProgramInLane,
  proofRequests,
} from '../../lessons/runs/lesson-runs.ts';
import { seedOfStudent } from '../../lessons/runs/student-seed.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { runOfLanes } from '../../run-state/lanes-of-runs.ts';
import { type LaneSource, type LaneState, MAX_LANES, type RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { withStartValue } from '../../run-state/with-value.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import type { OpenLessonState } from './open-lesson-state.ts';
import type { RunToMeasure } from './step-measurements.ts';

/** The runs that the steps of a lesson name. Equal states give equal runs. */
export class StepRuns {
  private readonly lesson: Lesson;
  private readonly state: OpenLessonState;

  constructor(lesson: Lesson, state: OpenLessonState) {
    this.lesson = lesson;
    this.state = state;
  }

  get seed(): number | undefined {
    return seedOfStudent(this.state.student);
  }

  /** A run of the lesson. */
  withId(id: string): RunState | undefined {
    const run = Object.hasOwn(this.lesson.runs, id) ? this.lesson.runs[id] : undefined;
    return run && decodeLessonRun(run, this.seed).run;
  }

  /** The name of a class in a run of the lesson. */
  classLabel(run: string, id: string): string {
    const state = this.withId(run);
    return state === undefined ? id : classLabel(state, id);
  }

  /** Whether a run of the lesson has a queue in each direction. */
  hasTwoQueues(run = ''): boolean {
    const state = this.withId(run);
    return state !== undefined && scenarioOfRun(state).up !== undefined;
  }

  /**
   * How a table of figures of runs of the lesson names their lanes; empty if they have one lane each. Lanes of several
   * runs are shown with other letters, so they have the names of their policies.
   */
  laneNames([first, ...others]: readonly string[]): readonly string[] {
    const lanes = this.withId(first ?? '')?.lanes ?? [];
    if (lanes.length < 2) return [];
    return lanes.map((lane, index) => (others.length === 0 ? `lane ${laneLetter(index)}` : policyName(lane)));
  }

  /** The run of a challenge's answer. */
  answeredRun(step: number): RunState | undefined {
    const answer = this.state.answers[step];
    const lessonStep = this.lesson.steps[step];
    // A program is stored beside the run. It replaces a lane's policy for the measurement.
    if (answer?.kind === 'program' && lessonStep?.kind === 'challenge') return this.withId(lessonStep.view.run);
    return answer?.kind === 'settings' ? this.withSettings(step, answer.link) : undefined;
  }

  /** The run that the page shows at the present step: in a challenge, with the student's last settings. */
  shownRun(): RunState | undefined {
    const { step: stepIndex, drafts } = this.state;
    const step = this.lesson.steps[stepIndex];
    if (step === undefined || step.kind === 'broken' || step.view === undefined) return undefined;
    const draft = drafts[stepIndex];
    const answeredStep =
      step.kind !== 'challenge' || asksForProgram(step)
        ? undefined
        : typeof draft === 'string' && draft !== ''
          ? this.withSettings(stepIndex, draft)
          : this.answeredRun(stepIndex);
    return answeredStep ?? (step.view.run === undefined ? undefined : this.withId(step.view.run));
  }

  /** The run with the proof of a step's answer: a run of the lesson, lanes of several, or the student's own run. */
  proofRun(step: number): RunState | undefined {
    const lessonStep = this.lesson.steps[step];
    const proof = lessonStep && proofOfStep(lessonStep);
    if (proof === undefined) return undefined;
    if (proof.runs === undefined) return this.answeredRun(step);
    const sources = this.proofLanes(proof.runs, proof.lanes);
    return proof.runs.length === 1 || sources.length === 0 ? sources[0]?.run : runOfLanes(sources);
  }

  /** One lane after the other, while there is room. */
  private proofLanes(runIds: readonly string[], lanes: readonly number[]): LaneSource[] {
    return runIds
      .flatMap((id) => {
        const run = this.withId(id);
        const title = this.lesson.runs[id]?.title ?? id;
        return lanes.flatMap((lane) => {
          const shownLane = run?.lanes[lane - 1];
          if (run === undefined || shownLane === undefined) return [];
          return { run, lane: lane - 1, title: lanes.length === 1 ? title : `${title}, ${policyName(shownLane)}` };
        });
      })
      .slice(0, MAX_LANES);
  }

  /** The time at which the proof of a step stops, ns. */
  proofUntilNs(step: number, run: RunState): number {
    const lessonStep = this.lesson.steps[step];
    const atSeconds = (lessonStep && proofOfStep(lessonStep)?.atSeconds) ?? Number.POSITIVE_INFINITY;
    return Math.round(Math.min(atSeconds, resolveScenario(scenarioOfRun(run)).run.durationSeconds) * 1e9);
  }

  /** The measurements of the figures of a predict step's proof: one for each of its runs. */
  proofTasks(step: number): RunToMeasure[] {
    const lessonStep = this.lesson.steps[step];
    if (lessonStep?.kind !== 'predict') return [];
    return proofRequests(lessonStep).flatMap((request) => {
      const run = this.withId(request.run ?? '');
      return run === undefined || request.figures.length === 0 ? [] : taskOf(run, request);
    });
  }

  /** The quantities that can be confused with the figure of a *measure* step, and their measurements. */
  misreadings(step: number): { readonly candidates: readonly Misreading[]; readonly tasks: readonly RunToMeasure[] } {
    const lessonStep = this.lesson.steps[step];
    const run = lessonStep?.kind === 'measure' ? this.withId(lessonStep.reading.run) : undefined;
    if (lessonStep?.kind !== 'measure' || run === undefined) return { candidates: [], tasks: [] };
    const { sources, run: resolvedRun } = resolveScenario(scenarioOfRun(run));
    const candidates = misreadingsOfStep(lessonStep, {
      laneCount: run.lanes.length,
      warmupSeconds: resolvedRun.warmupSeconds,
      classes: sources.map(({ id }) => ({ id, label: classLabel(run, id) })),
      laneName: (lane) => laneLetter(lane - 1),
    });
    const [plain, withWarmup] = misreadingRequests(candidates);
    const runFromStart = withStartValue(run, 'run.warmupSeconds', 0);
    const tasks = [
      taskOf(run, { run: undefined, figures: plain, curves: [] }),
      taskOf(runFromStart, { run: undefined, figures: withWarmup, curves: [] }),
    ];
    return { candidates, tasks };
  }

  /** The measurements of a step, in the order of its questions. */
  tasksOf(step: number): RunToMeasure[] {
    const lessonStep = this.lesson.steps[step];
    if (lessonStep === undefined) return [];
    return figureRequestsOfStep(lessonStep).flatMap((request) => {
      const run = request.run === undefined ? this.answeredRun(step) : this.withId(request.run);
      if (run === undefined) return [];
      const program = answeredProgram(lessonStep, this.state.answers[step]);
      return taskOf(run, request, program);
    });
  }

  /** The tasks that answers and requests need, those of the shown step first. */
  waitingTasks(): readonly RunToMeasure[] {
    const { step: shown, answers, revealedSteps, requestedSteps } = this.state;
    return [shown, ...this.lesson.steps.keys()]
      .filter((step) => answers[step] !== undefined || revealedSteps.includes(step) || requestedSteps.includes(step))
      .flatMap((step) => [...this.tasksOf(step), ...(step === shown ? this.proofTasks(step) : [])]);
  }

  /**
   * The answered steps that read a figure of a run with the student's seed. If the student changes the name, this
   * figure changes.
   */
  seededSteps(): readonly number[] {
    const { answers } = this.state;
    return this.lesson.steps.flatMap((step, index) =>
      step.kind === 'measure' && answers[index] !== undefined && this.lesson.runs[step.reading.run]?.seed === 'student'
        ? index
        : [],
    );
  }

  private withSettings(index: number, url: string): RunState | undefined {
    const step = this.lesson.steps[index];
    return step?.kind === 'challenge' ? decodeSettingsRun(this.lesson, step, url, this.seed).run : undefined;
  }
}

const policyName = ({ policy }: LaneState): string => findPolicy(policy)?.name ?? policy;

function taskOf(run: RunState, request: RunRequest, program?: ProgramInLane): RunToMeasure {
  const key = `${encodeRun(run)} ${JSON.stringify([request.figures, request.curves, program])}`;
  return { key, run, request, program };
}
