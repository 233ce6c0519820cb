/** The picture of a class as text: for each step the same counts as on the page. */

import { type ClassMember, memberName, memberRemarks, newestHandIns } from '../../lessons/class/class-member.ts';
import {
  type ClassPicture,
  classPicture,
  type StepAnswers,
  type StepPicture,
} from '../../lessons/class/class-picture.ts';
import { formatStepCounts } from '../../lessons/class/class-words.ts';
import { formatRange, type NumberHistogram } from '../../lessons/class/number-histogram.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { formatValue } from '../../lessons/hand-in/hand-in-texts.ts';
import { formatCount } from '../../shared/number-text.ts';

/** Width of the longest bar, characters. */
const MAX_BAR_CHARACTERS = 40;

/** @param members all hand-ins of the lesson */
export function formatClass(lesson: Lesson, members: readonly ClassMember[]): string {
  const { countedMembers, earlierHandIns } = newestHandIns(members);
  const picture = classPicture(lesson, countedMembers);
  const names = countedMembers.map((member, index) => memberName(member, index, true));
  const lines = [
    `${members[0]?.lesson ?? lesson.id}: ${lesson.title}. ${formatCount(countedMembers.length, 'student')}.`,
    ...earlierHandIns.map(
      ({ member, newestMember }) => `  not counted: ${member.file}, because ${newestMember.file} is newer`,
    ),
    ...countedMembers.flatMap((member) => memberRemarks(member).map((remark) => `  ${member.file}: ${remark}`)),
    ...picture.steps.flatMap((step) => ['', ...formatStep(step, picture, names)]),
    ...(picture.misconceptions.length > 0 ? ['', 'Misconceptions, the most frequent first:'] : []),
    ...picture.misconceptions.map(
      ({ step, text, count, answerCount }) => `  ${count} of ${answerCount}, step ${step}: ${text}`,
    ),
  ];
  return lines.join('\n');
}

const formatStep = (step: StepPicture, picture: ClassPicture, names: readonly string[]): string[] => [
  `${step.number}. ${step.title} (${step.kind}): ${formatStepCounts(step, picture)}`,
  ...formatAnswers(step.answers, names),
];

function formatAnswers(answers: StepAnswers, names: readonly string[]): string[] {
  switch (answers.kind) {
    case 'options':
      return formatBars(
        answers.options.map(({ text, isRight, count, misconception }) => ({
          count,
          label: `${isRight ? 'right: ' : ''}${text}${misconception === undefined ? '' : ` [${misconception}]`}`,
        })),
      );
    case 'orders':
      return [
        ...answers.items.map((item, index) => `  ${index + 1}: ${item}`),
        ...formatBars(
          answers.orders.map(({ items, isRight, count }) => ({
            count,
            label: `${isRight ? 'right: ' : ''}${items.map((item) => item + 1).join(', ')}`,
          })),
        ),
      ];
    case 'numbers':
      return answers.histograms.flatMap(formatHistogram);
    case 'sketches':
      return [`  ${formatCount(answers.sketches.length, 'sketch', 'sketches')} of ${answers.label}`];
    case 'texts':
      return answers.texts.map(({ member, text }) => `  ${names[member]}: ${text.replace(/\s+/g, ' ')}`);
    case 'none':
      return [];
  }
}

function formatHistogram({
  label,
  unit,
  bins,
  below,
  above,
  trueValues,
  band,
  allowedText,
}: NumberHistogram): string[] {
  const bars = bins.map(({ from, to, rightCount, wrongCount, unjudgedCount }) => ({
    count: rightCount + wrongCount + unjudgedCount,
    label: `${formatValue(from)} to ${formatValue(to)} ${unit}`.trim(),
  }));
  return [
    `  ${label}`,
    ...(trueValues === undefined ? [] : [`  true value: ${formatRange(trueValues)} ${unit}`.trimEnd()]),
    ...(band === undefined ? [] : [`  allowed: ${allowedText} ${unit}`.trimEnd()]),
    ...formatBars([
      ...(below === undefined
        ? []
        : [{ count: below.count, label: `below, down to ${formatValue(below.farthestValue)} ${unit}`.trimEnd() }]),
      ...bars,
      ...(above === undefined
        ? []
        : [{ count: above.count, label: `above, up to ${formatValue(above.farthestValue)} ${unit}`.trimEnd() }]),
    ]),
  ];
}

function formatBars(bars: readonly { readonly count: number; readonly label: string }[]): string[] {
  const highestCount = Math.max(1, ...bars.map(({ count }) => count));
  const shrink = Math.min(1, MAX_BAR_CHARACTERS / highestCount);
  return bars.map(
    ({ count, label }) =>
      `  ${String(count).padStart(4)} ${'#'.repeat(Math.ceil(count * shrink)).padEnd(Math.ceil(highestCount * shrink))} ${label}`,
  );
}
