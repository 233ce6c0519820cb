/** A file of tc has several queues: the user chooses the one that becomes a lane. */
import { useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';
import type { OpenedTc } from '../../app/page/page-state.ts';
import { Button } from '../parts/button.tsx';
import { Alert } from '../parts/texts.tsx';
import { usePageContext } from '../shell/context.tsx';
import { useModal } from '../shell/use-modal.ts';
import { openTcText } from './open-tc.ts';
import { TcChoices } from './tc-line.tsx';

export function TcDialog({ opened, onClose }: { readonly opened: OpenedTc; readonly onClose: () => void }) {
  const { page } = usePageContext();
  const dialog = useModal(true);
  const { fileName, text, choices } = opened;
  const [problem, setProblem] = useState<string>();
  const choose = async (place: string) => {
    try {
      if ((await openTcText(page, text, place)) !== false) onClose();
    } catch (error) {
      setProblem(`${place}: ${errorMessage(error)}.`);
    }
  };
  return (
    <dialog ref={dialog} className="prose" aria-labelledby="tc-title" onClose={onClose}>
      <header className="ends sticky-bar">
        <h2 id="tc-title">Which queue?</h2>
      </header>
      <p>
        {fileName} has {choices.length} queues with different settings. The one that you choose becomes one more lane of
        this run.
      </p>
      <div className="stack">
        <TcChoices choices={choices} onChoose={(place) => void choose(place)} />
      </div>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <p className="ends">
        <span className="spacer" />
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </dialog>
  );
}
