/** A link to a number or a claim of the shown paper. It brings it into view each time it is pressed. */
import type { ReactNode } from 'react';
import type { Paper } from '../../papers/paper.ts';
import { paperHash } from '../../view/papers/paper-target.ts';
import { bringIntoSight } from './bring-into-sight.ts';

interface BroughtLinkProps {
  readonly paper: Paper;
  readonly anchor: string;
  readonly className?: string;
  /** Judgement of a claim, for the style sheet. */
  readonly judgement?: string;
  /** Its name and its tooltip, if it shows only a sign. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function BroughtLink({ paper, anchor, className, judgement, label, children }: BroughtLinkProps) {
  const hash = paperHash(paper.id, anchor);
  return (
    <a
      href={hash}
      className={className}
      data-judgement={judgement}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        // The address stays the same at the second time, so the page does not change.
        if (location.hash === hash) bringIntoSight(currentTarget.closest('dialog'), anchor);
      }}
    >
      {children}
    </a>
  );
}
