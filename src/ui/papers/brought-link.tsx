/** A link to a number or a claim of the shown paper. It brings it into view each time it is pressed. */
import type { ReactNode } from 'react';
import type { Paper } from '../../papers/paper.ts';
import { paperHash } from '../../view/papers/paper-target.ts';
import { bringIntoSight } from './bring-into-sight.ts';

interface BroughtLinkProps {
  readonly paper: Paper;
  readonly anchor: string;
  readonly children: ReactNode;
}

export function BroughtLink({ paper, anchor, children }: BroughtLinkProps) {
  const hash = paperHash(paper.id, anchor);
  return (
    <a
      href={hash}
      onClick={({ currentTarget }) => {
        // The address stays the same at the second time, so the page does not change.
        if (location.hash === hash) bringIntoSight(currentTarget.closest('dialog'), anchor);
      }}
    >
      {children}
    </a>
  );
}
