/** The answers of a class to one step. */

import type {
  ClassPicture,
  OptionCount,
  OrderCount,
  StepAnswers,
  StepPicture,
} from '../../../lessons/class/class-picture.ts';
import { formatStepCounts } from '../../../lessons/class/class-words.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { LessonLine, LessonText } from '../panel/lesson-text.tsx';
import { ClassHistogram } from './class-histogram.tsx';
import { ClassSketches } from './class-sketches.tsx';

/** More orders of the items are only counted. */
const MAX_SHOWN_ORDERS = 6;

export interface ClassStepProps {
  readonly step: StepPicture;
  readonly picture: ClassPicture;
  /** Names of the members, in their order. */
  readonly names: readonly string[];
  /** Whether the most frequent wrong option comes first. */
  readonly sortsOptions: boolean;
}

export function ClassStep({ step, picture, names, sortsOptions }: ClassStepProps) {
  return (
    <section className="class-step" aria-label={`Step ${step.number}`}>
      <h3>
        {step.number}. {step.title}
      </h3>
      {step.question !== '' && <LessonText text={step.question} />}
      <p className="muted">{formatStepCounts(step, picture)}</p>
      {step.answerCount > 0 && <Answers answers={step.answers} names={names} step={step} sortsOptions={sortsOptions} />}
    </section>
  );
}

function Answers({
  answers,
  names,
  step,
  sortsOptions,
}: Pick<ClassStepProps, 'names' | 'step' | 'sortsOptions'> & { readonly answers: StepAnswers }) {
  switch (answers.kind) {
    case 'options':
      return <Options options={answers.options} answerCount={step.answerCount} sortsOptions={sortsOptions} />;
    case 'orders':
      return <Orders items={answers.items} orders={answers.orders} answerCount={step.answerCount} />;
    case 'numbers':
      return answers.histograms.map((histogram, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a goal is identified by its position
        <ClassHistogram key={index} histogram={histogram} />
      ));
    case 'sketches':
      return <ClassSketches answers={answers} />;
    case 'texts':
      return (
        <ul className="class-texts">
          {answers.texts.map(({ member, text }) => (
            <li key={member}>
              <span className="muted">{names[member]}:</span> {text}
            </li>
          ))}
        </ul>
      );
    case 'none':
      return null;
  }
}

interface OptionsProps {
  readonly options: readonly OptionCount[];
  readonly answerCount: number;
  readonly sortsOptions: boolean;
}

function Options({ options, answerCount, sortsOptions }: OptionsProps) {
  const shownOptions = sortsOptions ? sortedOptions(options) : options;
  return (
    <ul className="class-options">
      {shownOptions.map(({ text, isRight, misconception, count }) => (
        <li key={text} className="class-option">
          <Bar count={count} answerCount={answerCount} isRight={isRight} />
          <span>
            {isRight ? '✓ ' : '✗ '}
            <LessonLine text={text} />
          </span>
          {misconception !== undefined && (
            <span className="muted">
              Misconception: <LessonLine text={misconception} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Wrong options first, the most frequent one at the top. */
export const sortedOptions = (options: readonly OptionCount[]): readonly OptionCount[] =>
  [...options].sort((a, b) => Number(a.isRight) - Number(b.isRight) || b.count - a.count);

interface OrdersProps {
  readonly items: readonly string[];
  readonly orders: readonly OrderCount[];
  readonly answerCount: number;
}

function Orders({ items, orders, answerCount }: OrdersProps) {
  const others = orders.slice(MAX_SHOWN_ORDERS);
  return (
    <>
      <ol className="bullets">
        {items.map((item) => (
          <li key={item}>
            <LessonLine text={item} />
          </li>
        ))}
      </ol>
      <ul className="class-options">
        {orders.slice(0, MAX_SHOWN_ORDERS).map(({ items: order, isRight, count }) => (
          <li key={order.join()} className="class-option">
            <Bar count={count} answerCount={answerCount} isRight={isRight} />
            <span>
              {isRight ? '✓ ' : '✗ '}
              {order.map((item) => item + 1).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="muted">
          {formatCount(
            others.reduce((sum, { count }) => sum + count, 0),
            'student',
          )}{' '}
          gave other orders.
        </p>
      )}
    </>
  );
}

interface BarProps {
  readonly count: number;
  readonly answerCount: number;
  readonly isRight: boolean;
}

function Bar({ count, answerCount, isRight }: BarProps) {
  const percent = answerCount === 0 ? 0 : Math.round((100 * count) / answerCount);
  return (
    <span className="class-bar">
      <b>{count}</b>
      <span className="muted">{percent} %</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={isRight ? 'class-right' : 'class-wrong'} width={percent} height={10} />
      </svg>
    </span>
  );
}
