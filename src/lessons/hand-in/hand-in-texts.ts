/** The texts and charts of a hand-in, for its printable page and for the view on the page. */
import { laneLetter } from '../../shared/lane-letters.ts';
import { chosenTexts, formatAnswerWords } from '../answers/answer-text.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { formatBounds } from '../answers/bounds.ts';
import { formatReachedFigure } from '../answers/solution.ts';
import type { LessonStep } from '../format/lesson.ts';
import { lessonCurves, lessonFigures } from '../measurement/lesson-figures.ts';
import type { HandInChart } from './chart.ts';
import type { HandedNumber, HandedRun, HandedStep, HandIn } from './hand-in.ts';

const LINE_DASHES = ['', '8 3', '2 3', '8 3 2 3'] as const;
/** Longest link that is shown, characters. */
const MAX_SHOWN_LINK_CHARACTERS = 200;

/** The numbers of done steps and of answers that the file says are right, as a sentence. */
export function formatHandInCounts({ steps }: HandIn): string {
  const judgedSteps = steps.filter(({ judged }) => judged?.right !== undefined);
  const rightCount = judgedSteps.filter(({ judged }) => judged?.right === true).length;
  const answerCount = steps.filter(({ answer }) => answer !== undefined).length;
  return `${answerCount} of ${steps.length} steps done; ${rightCount} of ${judgedSteps.length} judged answers right.`;
}

/** The name of the student, or words for none. */
export const studentName = ({ student }: HandIn): string => student || 'no name';

export interface AnswerTexts {
  /** Texts of the lesson that the student chose, or a number with its unit. */
  readonly chosenTexts: readonly string[];
  /** The words that the student wrote; may be empty. */
  readonly words: string;
}

/** An answer in words. The run of a challenge has the link of its settings, so they have no words here. */
export function answerTexts(step: LessonStep | undefined, answer: LessonAnswer): AnswerTexts {
  const words = formatAnswerWords(answer);
  if (answer.kind === 'number') return { chosenTexts: [`${answer.value} ${answerUnit(step)}`.trim()], words };
  return { chosenTexts: answer.kind === 'settings' ? [] : chosenTexts(step, answer), words };
}

/** The unit of a number that a step asks for; empty if it is not known. */
function answerUnit(step: LessonStep | undefined): string {
  if (step?.kind === 'measure') return lessonFigures[step.reading.figure].unit;
  return step?.kind === 'predict' && step.ask.type === 'number' ? step.ask.unit : '';
}

/** A label, and its unit in brackets if there is one. */
export const formatLabel = (label: string, unit: string): string => (unit === '' ? label : `${label} (${unit})`);

/** A number with four significant digits; a dash without one. */
export function formatValue(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–';
}

/** An answered number; that of a goal shows on which side of its bounds it is. */
export function formatAnswered({ kind, answered, above, below }: HandedNumber): string {
  return kind === 'goal' && typeof answered === 'number'
    ? formatReachedFigure(answered, { above, below })
    : formatValue(answered);
}

/** The expected value of an answer. */
export function formatExpected({ kind, expected, within, below, above }: HandedNumber): string {
  if (kind === 'distance') return `at most ${formatValue(within)}`;
  if (kind === 'answer')
    return typeof within === 'number' ? `${formatValue(expected)} ± ${formatValue(within)}` : formatValue(expected);
  return formatBounds({ above, below });
}

/** A link, cut if it is too long to be read. */
export const formatShownLink = (link: string): string =>
  link.length > MAX_SHOWN_LINK_CHARACTERS ? `${link.slice(0, MAX_SHOWN_LINK_CHARACTERS)}…` : link;

/** A sketch beside the curve of its run; undefined for other answers. */
export function sketchChart({ answer, judged }: HandedStep, step: LessonStep | undefined): HandInChart | undefined {
  if (answer?.kind !== 'sketch' || step?.kind !== 'predict' || step.ask.type !== 'sketch') return undefined;
  const { label, unit } = lessonCurves[step.ask.curve];
  const lines: HandInChart['lines'] = [
    { label: 'Prediction', curve: answer.sketch, dash: '2 3' },
    ...(judged?.curve ? [{ label: 'Run', curve: judged.curve, dash: '' }] : []),
  ];
  return { quantity: formatLabel(label, unit), top: step.ask.top, lines };
}

/** The queues of all lanes of a run. */
export function queueChart({ title, queues }: HandedRun): HandInChart {
  const lines = queues.map((curve, lane) => ({
    label: `Lane ${laneLetter(lane)}`,
    curve,
    dash: LINE_DASHES[lane] ?? '',
  }));
  return { quantity: `${title}: queue (packets)`, lines };
}
