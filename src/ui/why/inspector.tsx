/** *Why?*: the history of one packet, and a list of verdicts to choose from. */
import { useEffect, useRef, useState } from 'react';
import type { PacketQuestion } from '../../app/page/page-state.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { useLane, usePage } from '../shell/context.tsx';
import { useOnChange } from '../shell/effects.ts';
import { PacketHistoryView } from './history.tsx';
import { VerdictList } from './verdict-list.tsx';
import './inspector.css';

export function Inspector({ onClose }: { readonly onClose: () => void }) {
  const question = usePage((state) => state.question);
  const panel = useRef<HTMLElement>(null);
  // The list is long, and it is below the history, which is shown first.
  const isPainted = useAfterPaint();
  // The history is above the list, so the page scrolls to it when a line far down is chosen.
  useOnChange(question, () => {
    panel.current?.scrollTo({ top: 0 });
  });
  return (
    <aside className="inspector column screen-only" aria-label="Why" ref={panel}>
      <header className="ends">
        <h2>Why?</h2>
        {question !== undefined && (
          <Button
            className="quiet more-packets"
            onClick={() => panel.current?.querySelector('.verdicts')?.scrollIntoView()}
          >
            other packets ↓
          </Button>
        )}
        <CloseButton label="Close “Why?”" onClick={onClose} />
      </header>
      {question === undefined ? (
        <p className="muted">
          Choose a packet of the list to see why it was dropped or marked. Or click a packet that waits, is on the link,
          or falls out of the queue.
        </p>
      ) : (
        <QuestionAnswer question={question} />
      )}
      {isPainted && <VerdictList />}
    </aside>
  );
}

function QuestionAnswer({ question }: { readonly question: PacketQuestion }) {
  const { history } = question;
  const lane = useLane(question.lane);
  if (history === 'requested') return <p className="muted">Running again to the arrival of this packet…</p>;
  if (history === 'unknown' || lane?.description === undefined)
    return (
      <p>
        The search for this packet’s history stopped, because the run continued or changed. Pause the run, then click
        the packet again.
      </p>
    );
  const description = (history.direction === 'up' && lane.description.up) || lane.description;
  return (
    <PacketHistoryView
      description={description}
      direction={lane.description.up && (history.direction ?? 'down')}
      lane={question.lane}
      history={history}
    />
  );
}

/** False in the first picture of a component, then true. */
function useAfterPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
