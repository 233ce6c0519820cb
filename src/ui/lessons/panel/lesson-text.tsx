/** Texts of lessons: plain words, strong words and equations. All other markup is shown as text. */
import { parseWords, splitParagraphs } from '../../../lessons/format/text-markup.ts';
import { Equation } from '../../help/equation.tsx';

export function LessonText({ text }: { readonly text: string }) {
  return splitParagraphs(text).map((words, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is identified by its position
    <p key={index}>
      {words.length === 1 && words[0]?.kind === 'tex' ? <Equation tex={words[0].tex} /> : <LessonWords words={words} />}
    </p>
  ));
}

/** One line: a question, an option, an item. It is one element: several would stand apart in a row. */
export function LessonLine({ text }: { readonly text: string }) {
  return (
    <span>
      <LessonWords words={parseWords(text)} />
    </span>
  );
}

function LessonWords({ words }: { readonly words: ReturnType<typeof parseWords> }) {
  return words.map((word, index) => {
    const key = `${index}`;
    if (word.kind === 'tex') return <Equation key={key} tex={word.tex} isInline />;
    return word.kind === 'strong' ? <strong key={key}>{word.text}</strong> : <span key={key}>{word.text}</span>;
  });
}

export const QuestionText = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="lesson-question">
    <LessonLine text={text} />
  </p>
);
