/** A hand-in as one HTML file: it prints on A4, opens without a network, and contains its data. */

import katex from 'katex';
import { escapeMarkup } from '../../shared/markup.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { rightAnswer } from '../answers/solution.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { parseLessonData } from '../format/parse-lesson.ts';
import { parseWords, type TextWord } from '../format/text-markup.ts';
import { formatChartSvg } from './chart.ts';
import { HAND_IN_ELEMENT, type HandedNumber, type HandedRun, type HandedStep, type HandIn } from './hand-in.ts';
import {
  answerTexts,
  formatAnswered,
  formatExpected,
  formatHandInCounts,
  formatLabel,
  formatShownLink,
  formatValue,
  queueChart,
  sketchChart,
  studentName,
} from './hand-in-texts.ts';

const PAGE_STYLE = `
body { max-width: 44em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif; color: #000; background: #fff; }
h1 { font-size: 1.6em; margin: 0; } h2 { font-size: 1.15em; margin: 1.6em 0 .3em; }
p { margin: .4em 0; white-space: pre-line; } .muted { color: #555; font-size: .85em; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .5em 0; } th, td { border: 1px solid #999; padding: .2em .6em; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } svg { max-width: 100%; height: auto; }
section { break-inside: avoid; } blockquote { margin: .4em 0; padding-left: .8em; border-left: 3px solid #999; white-space: pre-line; }
@page { size: A4; margin: 18mm; } @media print { body { margin: 0; max-width: none; font-size: 11pt; } }
`;

/** @param pageUrl of the page that made it, for the links of its runs */
export function formatHandInPage(handIn: HandIn, pageUrl: string): string {
  const { lesson } = parseLessonData(handIn.lesson);
  const title = lesson?.title ?? 'A lesson';
  // In a script element only "<" could end it.
  const data = JSON.stringify(handIn).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(`${title}: ${studentName(handIn)}`)}</title><style>${PAGE_STYLE}</style></head><body><main>
<h1>${escapeMarkup(title)}</h1>
<p><strong>${escapeMarkup(studentName(handIn))}</strong>${handIn.seed === undefined ? '' : `, seed ${handIn.seed}`}. ${formatHandInCounts(handIn)}</p>
<p class="muted">Made by Bufferscope ${escapeMarkup(handIn.build)}. The settings of each run are in its link; the digest names its packets. “sim&nbsp;--&nbsp;grade” runs them again. This proves the runs, not who made them.</p>
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
  return `<section><h2>${handedStep.number}. ${escapeMarkup(handedStep.title)}</h2>${question}
${handedStep.answer === undefined ? '<p class="muted">Not done.</p>' : formatAnswer(handedStep.answer, step)}
${assessment}${judged && judged.says !== '' ? formatChoice(judged.says, step) : ''}${judged?.right === false && step !== undefined ? formatRightAnswer(step) : ''}
${judged === undefined ? '' : formatCompared(judged.compared)}${formatSketch(handedStep, step)}
${handedStep.runs.map((run) => formatRun(run, pageUrl)).join('')}</section>`;
}

function formatAnswer(answer: LessonAnswer, step: LessonStep | undefined): string {
  if (answer.kind === 'seen') return '<p class="muted">Done.</p>';
  if (answer.kind === 'program') return `<pre>${escapeMarkup(answer.source)}</pre>`;
  const { chosenTexts, words } = answerTexts(step, answer);
  const texts = [...chosenTexts.map(formatParagraphs), escapeMarkup(words)].filter((text) => text !== '');
  return texts.length === 0 ? '' : `<blockquote>${texts.join('\n')}</blockquote>`;
}

function formatRightAnswer(step: LessonStep): string {
  const lines = rightAnswer(step).map((line) => `<p>${formatParagraphs(line)}</p>`);
  return lines.length === 0 ? '' : `<p><strong>The right answer:</strong></p>${lines.join('')}`;
}

function formatCompared(rows: readonly HandedNumber[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    (row) =>
      `<tr><th scope="row">${escapeMarkup(formatLabel(row.label, row.unit))}</th><td class="number">${formatAnswered(row)}</td>` +
      `<td class="number">${formatExpected(row)}</td><td>${row.met ? '✓' : '✗'}</td></tr>`,
  );
  return `<table><thead><tr><th>Figure</th><th>Answer</th><th>Expected</th><th>Met</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

function formatSketch(handedStep: HandedStep, step: LessonStep | undefined): string {
  const chart = sketchChart(handedStep, step);
  return chart === undefined ? '' : formatChartSvg(chart);
}

function formatRun(run: HandedRun, pageUrl: string): string {
  const { title, link, digest, intervals } = run;
  const rows = intervals.map(
    ({ label, unit, mean, ci95, n }) =>
      `<tr><th scope="row">${escapeMarkup(formatLabel(label, unit))}</th><td class="number">${formatValue(mean)}</td><td class="number">${ci95 === 0 && n > 1 ? 'the same for every seed' : `± ${formatValue(ci95)}`}</td><td class="number">${n}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th>${escapeMarkup(title)}</th><th>Mean</th><th>95 % interval</th><th>Seeds</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const runUrl = `${pageUrl.replace(/#.*$/, '')}${link}`;
  return `${formatChartSvg(queueChart(run))}${table}
<p class="muted">Run: <a href="${escapeMarkup(runUrl)}">${escapeMarkup(formatShownLink(link))}</a>, digest ${escapeMarkup(digest)}</p>`;
}

/**
 * A text of a lesson. Strong words become strong, and TeX becomes MathML, which browsers show without a style sheet.
 */
function formatParagraphs(text: string): string {
  const formatWord = (word: TextWord) => {
    if (word.kind === 'tex') return formatEquation(word.tex);
    return word.kind === 'strong' ? `<strong>${escapeMarkup(word.text)}</strong>` : escapeMarkup(word.text);
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
    return `<code>${escapeMarkup(tex)}</code>`;
  }
}

const formatChoice = (text: string, step: LessonStep | undefined) =>
  `<p>${step?.kind === 'explain' ? '<span class="muted">A good answer:</span> ' : ''}${formatParagraphs(text)}</p>`;
