/** A judgement and a link to the number or claim in full. */
import type { ReactNode } from 'react';
import type { Paper } from '../../papers/paper.ts';
import { judgementClass } from '../../view/papers/paper-texts.ts';
import { BroughtLink } from './brought-link.tsx';
import './result-line.css';

interface ResultLineProps {
  readonly paper: Paper;
  readonly judgement: string;
  /** Before the text: the sign of the judgement, and more. */
  readonly sign: ReactNode;
  readonly text: string;
  /** Id of the number or claim. */
  readonly anchor: string;
}

export function ResultLine({ paper, judgement, sign, text, anchor }: ResultLineProps) {
  return (
    <li className="result-line">
      <span className={`result-line-sign ${judgementClass(judgement)}`}>{sign}</span>{' '}
      <BroughtLink paper={paper} anchor={anchor}>
        {text}
      </BroughtLink>
    </li>
  );
}
