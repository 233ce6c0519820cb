/** A hand-in as one HTML file: it prints on A4, opens without a network, and contains its data. */

import katex from 'katex';
import { laneLetter } from '../../shared/lane-letters.ts';
import { chosenTexts, formatAnswerWords } from '../answers/answer-text.ts';
import type { ComparedNumber, LessonAnswer } from '../answers/answers.ts';
import { formatBounds } from '../answers/bounds.ts';
import { rightAnswer } from '../answers/solution.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { parseLessonData } from '../format/parse-lesson.ts';
import { parseWords, type TextWord } from '../format/text-markup.ts';
import { lessonCurves } from '../measurement/lesson-figures.ts';
import { escapeHtml, formatChartSvg, type HandInChart } from './chart.ts';
import { HAND_IN_ELEMENT, type HandedRun, type HandedStep, type HandIn } from './hand-in.ts';

const PAGE_STYLE = `
body { max-width: 44em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif; color: #000; background: #fff; }
h1 { font-size: 1.6em; margin: 0; } h2 { font-size: 1.15em; margin: 1.6em 0 .3em; }
p { margin: .4em 0; white-space: pre-line; } .muted { color: #555; font-size: .85em; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .5em 0; } th, td { border: 1px solid #999; padding: .2em .6em; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } svg { max-width: 100%; height: auto; }
section { break-inside: avoid; } blockquote { margin: .4em 0; padding-left: .8em; border-left: 3px solid #999; white-space: pre-line; }
@page { size: A4; margin: 18mm; } @media print { body { margin: 0; max-width: none; font-size: 11pt; } }
`;

const LINE_DASHES = ['', '8 3', '2 3', '8 3 2 3'] as const;

/** @param pageUrl of the page that made it, for the links of its runs */
export function formatHandInPage(handIn: HandIn, pageUrl: string): string {
  const { lesson } = parseLessonData(handIn.lesson);
  const title = lesson?.title ?? 'A lesson';
  const judgedSteps = handIn.steps.filter(({ judged: result }) => result?.right !== undefined);
  const right = judgedSteps.filter(({ judged: result }) => result?.right === true).length;
  const answerCount = handIn.steps.filter(({ answer }) => answer !== undefined).length;
  // In a script element only "<" could end it.
  const data = JSON.stringify(handIn).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${title}: ${handIn.student || 'no name'}`)}</title><style>${PAGE_STYLE}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p><strong>${escapeHtml(handIn.student || 'no name')}</strong>${handIn.seed === undefined ? '' : `, seed ${handIn.seed}`}. ${answerCount} of ${handIn.steps.length} steps done; ${right} of ${judgedSteps.length} judged answers right.</p>
<p class="muted">Made by Bufferscope ${escapeHtml(handIn.build)}. The settings of each run are in its link; the digest names its packets. “sim&nbsp;--&nbsp;grade” runs them again. This proves the runs, not who made them.</p>
${handIn.steps.map((step) => formatStep(step, lesson, pageUrl)).join('\n')}
<script type="application/json" id="${HAND_IN_ELEMENT}">${data}</script>
</main></body></html>
`;
}

function formatStep(handedStep: HandedStep, lesson: Lesson | undefined, pageUrl: string): string {
  const step = lesson?.steps[handedStep.number - 1];
  const question = step !== undefined && 'question' in step ? `<p>${formatParagraphs(step.question)}</p>` : '';
  const { judged } = handedStep;
  const assessment =
    judged?.right === undefined ? '' : `<p><strong>${judged.right ? '✓ Right' : '✗ Not right'}</strong></p>`;
  return `<section><h2>${handedStep.number}. ${escapeHtml(handedStep.title)}</h2>${question}
${handedStep.answer === undefined ? '<p class="muted">Not done.</p>' : formatAnswer(handedStep.answer, step)}
${assessment}${judged && judged.says !== '' ? formatChoice(judged.says, step) : ''}${judged?.right === false && step !== undefined ? formatRightAnswer(step) : ''}
${judged === undefined ? '' : formatCompared(judged.compared as readonly ComparedNumber[])}${formatSketch(handedStep, step)}
${handedStep.runs.map((run) => formatRun(run, pageUrl)).join('')}</section>`;
}

function formatAnswer(answer: LessonAnswer, step: LessonStep | undefined): string {
  if (answer.kind === 'seen') return '<p class="muted">Done.</p>';
  if (answer.kind === 'program') return `<pre>${escapeHtml(answer.source)}</pre>`;
  // The run below has the link of the settings.
  const choices = answer.kind === 'settings' ? [] : chosenTexts(step, answer);
  const texts = [...choices.map(formatParagraphs), escapeHtml(formatAnswerWords(answer))].filter((text) => text !== '');
  return texts.length === 0 ? '' : `<blockquote>${texts.join('\n')}</blockquote>`;
}

function formatRightAnswer(step: LessonStep): string {
  const lines = rightAnswer(step).map((line) => `<p>${formatParagraphs(line)}</p>`);
  return lines.length === 0 ? '' : `<p><strong>The right answer:</strong></p>${lines.join('')}`;
}

function formatCompared(rows: readonly ComparedNumber[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    (row) =>
      `<tr><th scope="row">${escapeHtml(formatLabel(row.label, row.unit))}</th><td class="number">${formatValue(row.answered)}</td>` +
      `<td class="number">${formatExpected(row)}</td><td>${row.met ? '✓' : '✗'}</td></tr>`,
  );
  return `<table><thead><tr><th>Figure</th><th>Answer</th><th>Expected</th><th>Met</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

/** The expected value of an answer. */
function formatExpected({ kind, expected, within, below, above }: ComparedNumber): string {
  if (kind === 'distance') return `at most ${formatValue(within)}`;
  if (kind === 'answer')
    return typeof within === 'number' ? `${formatValue(expected)} ± ${formatValue(within)}` : formatValue(expected);
  return formatBounds({ above, below });
}

function formatSketch({ answer, judged }: HandedStep, step: LessonStep | undefined): string {
  if (answer?.kind !== 'sketch' || step?.kind !== 'predict' || step.ask.type !== 'sketch') return '';
  const { label, unit } = lessonCurves[step.ask.curve];
  const lines: HandInChart['lines'] = [
    { label: 'Prediction', curve: answer.sketch, dash: '2 3' },
    ...(judged?.curve ? [{ label: 'Run', curve: judged.curve, dash: '' }] : []),
  ];
  return formatChartSvg({ quantity: formatLabel(label, unit), top: step.ask.top, lines });
}

function formatRun({ title, link, digest, queues, intervals }: HandedRun, pageUrl: string): string {
  const rows = intervals.map(
    ({ label, unit, mean, ci95, n }) =>
      `<tr><th scope="row">${escapeHtml(formatLabel(label, unit))}</th><td class="number">${formatValue(mean)}</td><td class="number">${ci95 === 0 && n > 1 ? 'the same for every seed' : `± ${formatValue(ci95)}`}</td><td class="number">${n}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th>${escapeHtml(title)}</th><th>Mean</th><th>95 % interval</th><th>Seeds</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const lines = queues.map((curve, lane) => ({
    label: `Lane ${laneLetter(lane)}`,
    curve,
    dash: LINE_DASHES[lane] ?? '',
  }));
  const runUrl = `${pageUrl.replace(/#.*$/, '')}${link}`;
  return `${formatChartSvg({ quantity: `${title}: queue (packets)`, lines })}${table}
<p class="muted">Run: <a href="${escapeHtml(runUrl)}">${escapeHtml(link.length > 200 ? `${link.slice(0, 200)}…` : link)}</a>, digest ${escapeHtml(digest)}</p>`;
}

/**
 * A text of a lesson. Strong words become strong, and TeX becomes MathML, which browsers show without a style sheet.
 */
function formatParagraphs(text: string): string {
  const formatWord = (word: TextWord) => {
    if (word.kind === 'tex') return formatEquation(word.tex);
    return word.kind === 'strong' ? `<strong>${escapeHtml(word.text)}</strong>` : escapeHtml(word.text);
  };
  return text
    .split('\n')
    .map((line) => parseWords(line).map(formatWord).join(''))
    .join('\n');
}

/** TeX that cannot be typeset is not changed. */
function formatEquation(tex: string): string {
  const options = { output: 'mathml', trust: false, strict: 'ignore', maxSize: 10, maxExpand: 200 } as const;
  try {
    return katex.renderToString(tex, options);
  } catch {
    return `<code>${escapeHtml(tex)}</code>`;
  }
}

const formatChoice = (text: string, step: LessonStep | undefined) =>
  `<p>${step?.kind === 'explain' ? '<span class="muted">A good answer:</span> ' : ''}${formatParagraphs(text)}</p>`;

const formatLabel = (label: string, unit: string) => (unit === '' ? label : `${label} (${unit})`);

function formatValue(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–';
}
