/** Grades a hand-in: computes everything in it again from the lesson, the student's seed and the answers. */
import { decodeRun } from '../../run-state/run-url.ts';
import { version } from '../../version.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { figureRequestsOfStep } from '../answers/figure-requests.ts';
import { judgeAnswer } from '../answers/judge-answer.ts';
import { forbiddenChangePaths } from '../challenges/challenge.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { parseLesson, parseLessonData } from '../format/parse-lesson.ts';
import type { MeasuredRun } from '../measurement/measured-run.ts';
import { answeredProgram, decodeLessonRun, measureTask } from '../runs/lesson-runs.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import { type HandedStep, type HandIn, type RunMeasurer, requestedRun, withoutNotes } from './hand-in.ts';

export interface GradedStep {
  /** From 1. */
  readonly number: number;
  readonly kind: string;
  readonly title: string;
  readonly done: boolean;
  /** The repeated assessment; undefined if it cannot be decided. */
  readonly right: boolean | undefined;
  readonly answered: number | undefined;
  readonly expected: number | undefined;
  readonly within: number | undefined;
  readonly unit: string;
  /** Differences from the hand-in, in words; empty if all is equal. */
  readonly differs: readonly string[];
}

/** Figures of one run are the same to the last digit on every machine; the file may round them. */
const MAX_ROUNDING = 1e-9;

/**
 * @param text the teacher's copy of the lesson; without it, the copy in the hand-in is used
 * @param knownDifferences repeated with every step
 */
export async function gradeHandIn(
  handIn: HandIn,
  text: string | undefined,
  measure: RunMeasurer,
  knownDifferences: readonly string[] = [],
): Promise<readonly GradedStep[]> {
  const { lesson } = text === undefined ? parseLessonData(handIn.lesson) : parseLesson(text);
  if (lesson === undefined) throw new Error('its lesson cannot be read');
  const generalDifferences = [...knownDifferences];
  if (handIn.build !== version) generalDifferences.push(`made by version ${handIn.build}, graded by ${version}`);
  if (
    text !== undefined &&
    JSON.stringify(withoutNotes(JSON.parse(text))) !== JSON.stringify(withoutNotes(handIn.lesson))
  )
    generalDifferences.push('another lesson file');
  if (handIn.seed !== seedOfStudent(handIn.student)) generalDifferences.push('the seed does not belong to the name');
  const steps: GradedStep[] = [];
  for (const [index, step] of lesson.steps.entries()) {
    const number = index + 1;
    const handedStep = handIn.steps.find((candidate) => candidate.number === number);
    const seed = seedOfStudent(handIn.student);
    steps.push(await gradeStep({ lesson, step, number, handedStep, seed, generalDifferences, measure }));
  }
  return steps;
}

interface StepToGrade {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  /** Number of the step, from 1. */
  readonly number: number;
  readonly handedStep: HandedStep | undefined;
  readonly seed: number | undefined;
  /** Differences of the whole hand-in. */
  readonly generalDifferences: readonly string[];
  readonly measure: RunMeasurer;
}

async function gradeStep(stepToGrade: StepToGrade): Promise<GradedStep> {
  const { lesson, step, number, handedStep, seed, generalDifferences, measure } = stepToGrade;
  const differences = [...generalDifferences];
  const noFigures = { answered: undefined, expected: undefined, within: undefined, unit: '', right: undefined };
  const stepFields = { number, kind: step.kind, title: step.title };
  const answer = handedStep?.answer as LessonAnswer | undefined;
  if (handedStep === undefined || answer === undefined)
    return { ...stepFields, ...noFigures, done: false, differs: differences };
  const measuredRuns: MeasuredRun[] = [];
  try {
    for (const [index, asked] of figureRequestsOfStep(step).entries()) {
      const run = requestedRun(asked, { lesson, step, seed, answer });
      if (run === undefined) throw new Error('the answer has no run');
      const program = answeredProgram(step, answer);
      // Only the source of a program is used; the run is that of the lesson.
      if (step.kind === 'challenge' && program === undefined) {
        const base = lesson.runs[step.view.run];
        const strayingPaths =
          base === undefined ? [] : forbiddenChangePaths(decodeLessonRun(base, seed).run, run, step);
        if (strayingPaths.length > 0)
          throw new Error(`changes settings that the step does not allow: ${strayingPaths.join(', ')}`);
      }
      const result = await measure(measureTask(run, asked, program));
      measuredRuns.push(result);
      differences.push(...runDifferences(handedStep, index, result.digest, run));
    }
    const judgedAnswer = judgeAnswer(step, answer, measuredRuns);
    const [first] = judgedAnswer.compared;
    const handedAnswer = handedStep.judged;
    if (handedAnswer === undefined) differences.push('no result in the file');
    else if (handedAnswer.right !== judgedAnswer.right)
      differences.push(`the file says ${handedAnswer.right ? 'right' : 'not right'}`);
    for (const [index, compared] of judgedAnswer.compared.entries()) {
      const expectedValue = handedAnswer?.compared[index]?.expected ?? Number.NaN;
      if (
        Number.isFinite(compared.expected) &&
        !(Math.abs(expectedValue - compared.expected) <= MAX_ROUNDING * Math.abs(compared.expected))
      )
        differences.push(`${compared.label}: the file has ${expectedValue}, the run ${compared.expected}`);
    }
    return {
      ...stepFields,
      done: true,
      right: judgedAnswer.right,
      answered: first?.answered,
      expected: first?.expected,
      within: first?.within,
      unit: first?.unit ?? '',
      differs: differences,
    };
  } catch (error) {
    return {
      ...stepFields,
      ...noFigures,
      done: true,
      right: false,
      differs: [...differences, (error as Error).message],
    };
  }
}

/** Differences of a handed-in run from the repeated one. */
function runDifferences(handedStep: HandedStep, index: number, digest: string, run: object): string[] {
  const handedRun = handedStep.runs[index];
  if (handedRun === undefined) return [`run ${index + 1} is not in the file`];
  const differences: string[] = [];
  if (JSON.stringify(decodeRun(handedRun.link).state) !== JSON.stringify(run))
    differences.push(`run ${index + 1} has another link`);
  if (handedRun.digest !== digest) differences.push(`run ${index + 1} has another digest`);
  return differences;
}
