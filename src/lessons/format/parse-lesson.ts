/**
 * Reads a lesson file. Never throws. A step or a run that cannot be read is named with its place, and the rest of the
 * lesson is used.
 */

import * as v from 'valibot';
import type { ParameterProblem } from '../../params/schema.ts';
import { nestingProblem, parseJsonFile, repeatedKeyProblems } from '../../scenarios/files/json-file.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { isKeyOf } from '../../shared/record-keys.ts';
import { formatAllowedOfIssue, relevantIssues } from './allowed-values.ts';
import { optionsOfStep } from './choice-question.ts';
import {
  LESSON_VERSION,
  type Lesson,
  type LessonHead,
  type LessonRun,
  type LessonStep,
  lessonHeadSchema,
  lessonLimits,
  lessonRunId,
  lessonRunSchema,
  stepKinds,
  stepSchemas,
  type ValidStep,
} from './lesson.ts';

/** A lesson file that was read. Without a lesson there is a problem. */
export interface ParsedLesson {
  readonly lesson?: Lesson;
  readonly problems: readonly ParameterProblem[];
}

const MAX_PROBLEMS = 50;
const MAX_GIVEN_CHARACTERS = 80;
const HEAD_FIELDS = Object.keys(lessonHeadSchema.entries);
const KNOWN_FIELDS = new Set(['$schema', 'bufferscopeLesson', 'runs', 'steps', ...HEAD_FIELDS]);

/** Reads the text of a lesson file. Never throws: without a lesson there is a problem. */
export function parseLesson(text: string): ParsedLesson {
  const file = parseJsonFile(text, lessonLimits.file);
  const problem = file.problem ?? nestingProblem(file.data, lessonLimits.levels);
  if (problem !== undefined) return { problems: [problem] };
  const { lesson, problems } = parseLessonData(file.data);
  return { ...(lesson && { lesson }), problems: [...repeatedKeyProblems(text), ...problems].slice(0, MAX_PROBLEMS) };
}

/** Reads parsed JSON. */
export function parseLessonData(data: unknown): ParsedLesson {
  const problems: ParameterProblem[] = [];
  const refuse = (path: string, given: unknown, allowed: string) =>
    problems.push({ path, given: formatGivenValue(given), allowed });
  const tooDeep = nestingProblem(data, lessonLimits.levels);
  if (tooDeep !== undefined) return { problems: [tooDeep] };
  if (!isFields(data))
    return { problems: [{ path: 'file', given: formatGivenValue(data), allowed: 'an object: a lesson' }] };
  const version = data.bufferscopeLesson;
  if (version !== LESSON_VERSION)
    refuse(
      'bufferscopeLesson',
      version,
      `${LESSON_VERSION}${typeof version === 'number' && version > LESSON_VERSION ? '; the file is newer than this page' : ''}`,
    );
  for (const key of Object.keys(data)) if (!KNOWN_FIELDS.has(key)) refuse(key, data[key], 'a known field, or none');
  const runs = parseRuns(data.runs, refuse);
  const steps = parseSteps(data.steps, refuse);
  for (const [index, step] of steps.entries())
    for (const [path, run] of runReferences(step))
      if (!Object.hasOwn(runs, run)) {
        refuse(
          `steps.${index + 1}.${path}`,
          run,
          `a run of this lesson (${Object.keys(runs).join(', ') || 'it has none'})`,
        );
        steps[index] = { kind: 'broken', title: step.title };
      }
  if (steps.length === 0) return { problems };
  return { lesson: { ...parseHead(data, refuse), runs, steps }, problems };
}

type ProblemReporter = (path: string, given: unknown, allowed: string) => void;

/** Replacements for fields of the head that cannot be read. */
const DEFAULT_HEAD: LessonHead = { id: 'lesson', title: 'A lesson', summary: 'A lesson.', minutes: 15, sources: [] };

function parseHead(data: JsonFields, refuse: ProblemReporter): LessonHead {
  const result = v.safeParse(lessonHeadSchema, data);
  if (result.success) return result.output;
  const refusedKeys = new Set<string>();
  for (const issue of result.issues) {
    refuse(v.getDotPath(issue) ?? 'file', issue.input, formatAllowedOfIssue(issue));
    refusedKeys.add(String(issue.path?.[0]?.key));
  }
  const usableFields = HEAD_FIELDS.filter((key) => !refusedKeys.has(key) && data[key] !== undefined).map((key) => [
    key,
    data[key],
  ]);
  return v.parse(lessonHeadSchema, { ...DEFAULT_HEAD, ...Object.fromEntries(usableFields) });
}

function parseRuns(data: unknown, refuse: ProblemReporter): Record<string, LessonRun> {
  const runs: Record<string, LessonRun> = {};
  if (data === undefined) return runs;
  if (!isFields(data)) {
    refuse('runs', data, 'an object: runs by their id');
    return runs;
  }
  const entries = Object.entries(data);
  if (entries.length > lessonLimits.runs) refuse('runs', `${entries.length} runs`, `at most ${lessonLimits.runs}`);
  for (const [id, run] of entries.slice(0, lessonLimits.runs)) {
    const parsedId = v.safeParse(lessonRunId, id);
    const result = v.safeParse(lessonRunSchema, run);
    if (!parsedId.success) refuse(`runs.${id.slice(0, MAX_GIVEN_CHARACTERS)}`, id, parsedId.issues[0].message);
    else if (result.success) runs[id] = result.output;
    else reportIssues(`runs.${id}`, result.issues, refuse);
  }
  return runs;
}

function parseSteps(data: unknown, refuse: ProblemReporter): LessonStep[] {
  if (!Array.isArray(data) || data.length === 0) {
    refuse('steps', data, 'a list of at least one step');
    return [];
  }
  if (data.length > lessonLimits.steps) refuse('steps', `${data.length} steps`, `at most ${lessonLimits.steps}`);
  return data.slice(0, lessonLimits.steps).map((step: unknown, index) => parseStep(step, `steps.${index + 1}`, refuse));
}

function parseStep(step: unknown, path: string, refuse: ProblemReporter): LessonStep {
  const givenTitle = isFields(step) && typeof step.title === 'string' ? step.title.slice(0, lessonLimits.label) : '';
  const brokenStep = { kind: 'broken', title: givenTitle } as const;
  const kind = isFields(step) ? step.kind : undefined;
  if (typeof kind !== 'string' || !isKeyOf(stepSchemas, kind)) {
    refuse(`${path}.kind`, kind, stepKinds.join(', '));
    return brokenStep;
  }
  const result = v.safeParse(stepSchemas[kind], step);
  if (!result.success) {
    reportIssues(path, result.issues, refuse);
    return brokenStep;
  }
  const contradiction = findContradiction(result.output);
  if (contradiction === undefined) return result.output;
  refuse(`${path}.${contradiction.path}`, contradiction.given, contradiction.allowed);
  return brokenStep;
}

/** Contradictions in a step. */
function findContradiction(step: ValidStep): ParameterProblem | undefined {
  const choices = optionsOfStep(step);
  if (choices.length > 0) {
    const right = choices.filter((option) => option.right).length;
    if (right === 0 || right === choices.length)
      return {
        path: step.kind === 'compare' ? 'options' : 'ask.options',
        given: `${right} right ones of ${choices.length}`,
        allowed: 'right and wrong ones',
      };
  }
  if (step.kind !== 'predict') return undefined;
  const { ask } = step;
  if (ask.type === 'sketch' && ask.toSeconds <= ask.fromSeconds)
    return {
      path: 'ask.toSeconds',
      given: String(ask.toSeconds),
      allowed: `more than fromSeconds (${ask.fromSeconds})`,
    };
  if (ask.type === 'order' && new Set(ask.items).size < ask.items.length)
    return { path: 'ask.items', given: 'an item twice', allowed: 'different items' };
  return undefined;
}

/** Each run that a step needs, with the field that names it. */
function runReferences(step: LessonStep): (readonly [path: string, run: string])[] {
  if (step.kind === 'broken') return [];
  const references: (readonly [string, string])[] = [];
  if (step.view?.run !== undefined) references.push(['view.run', step.view.run]);
  if (step.kind === 'measure') references.push(['reading.run', step.reading.run]);
  if ('proof' in step && step.proof?.runs !== undefined)
    references.push(...step.proof.runs.map((run, index) => [`proof.runs.${index}`, run] as const));
  if (step.kind === 'compare') references.push(...step.runs.map((run, index) => [`runs.${index}`, run] as const));
  if (step.kind === 'predict') {
    const { ask } = step;
    if (ask.type === 'sketch') references.push(['ask.run', ask.run]);
    if (ask.type === 'number' && typeof ask.answer === 'object') references.push(['ask.answer.run', ask.answer.run]);
  }
  for (const fact of step.facts) if ('of' in fact) references.push(['facts.of.run', fact.of.run]);
  return references;
}

function reportIssues(path: string, issues: readonly v.BaseIssue<unknown>[], refuse: ProblemReporter): void {
  for (const issue of issues.flatMap(relevantIssues)) {
    const issuePath = v.getDotPath(issue);
    refuse(issuePath === null ? path : `${path}.${issuePath}`, issue.input, formatAllowedOfIssue(issue));
  }
}

/** The given value, short enough for a message. */
function formatGivenValue(given: unknown): string {
  if (given === undefined) return 'nothing';
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given));
  return text.length > MAX_GIVEN_CHARACTERS ? `${text.slice(0, MAX_GIVEN_CHARACTERS)}…` : text;
}
