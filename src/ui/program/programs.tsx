/** The open program: in the editor of a lane, or from a link. */
import { Fragment, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';
import type { PageState } from '../../app/page/page-state.ts';
import { analyseInWorker, formatProblem } from '../../app/program/program-worker.ts';
import { allowProgram, isProgramAllowed } from '../../app/program/stored-programs.ts';
import { splitVersions } from '../../program/program-versions.ts';
import type { OfferedProgram as Offered } from '../../run-state/run-url.ts';
import { Button } from '../parts/button.tsx';
import { Alert } from '../parts/texts.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { ProgramPanel } from './program-panel.tsx';
import './programs.css';

export function Programs({ program }: { readonly program: NonNullable<PageState['openProgram']> }) {
  const { page } = usePageContext();
  const laneCount = usePage((state) => state.run.lanes.length);
  if (typeof program === 'object') return <ProgramOffer key={program.source} offeredProgram={program} />;
  if (program >= laneCount) return null;
  return <ProgramPanel key={program} lane={program} onClose={() => page.views.show({ openProgram: undefined })} />;
}

/** A link or a file contains a program: the page shows its code, and runs it only after the user agrees. */
function ProgramOffer({ offeredProgram }: { readonly offeredProgram: Offered }) {
  const { page } = usePageContext();
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState('');
  const runNow = useRef(() => {});
  useEffect(() => {
    let hasLeft = false;
    void isProgramAllowed(offeredProgram.source).then((isAllowedNow) => {
      if (hasLeft) return;
      if (isAllowedNow) runNow.current();
      else if (dialog.current?.open === false) dialog.current.showModal();
    });
    return () => {
      hasLeft = true;
    };
  }, [offeredProgram]);
  const show = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  const versions = splitVersions(offeredProgram.source);
  const leave = () => page.views.show({ openProgram: undefined });
  const run = async () => {
    try {
      const analysis = await analyseInWorker(offeredProgram.source);
      if ('problem' in analysis) {
        show();
        setProblem(`The program cannot run. ${formatProblem(analysis.problem)}`);
      } else {
        await allowProgram(offeredProgram.source);
        leave();
        page.runs.openUrl(offeredProgram.open(analysis), offeredProgram.opening);
      }
    } catch (error) {
      show();
      setProblem(`The interpreter could not be loaded: ${errorMessage(error)}.`);
    }
  };
  runNow.current = () => void run();
  return (
    <dialog ref={dialog} className="offered prose" aria-labelledby="offered-title" onClose={leave}>
      <header className="ends sticky-bar">
        <h2 id="offered-title">This run contains a program</h2>
      </header>
      <p>
        The link or file that you opened contains the program below. Another person wrote it. The program has not run.
        If you run it, it manages the queue of a lane. It cannot reach this page, your files or the network.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="offered-programs box" tabIndex={0} aria-label="Code of the program">
        {versions.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two versions may be equal
          <Fragment key={index}>
            {versions.length > 1 && <h3>Version {index + 1}</h3>}
            <pre className="offered-code">{source}</pre>
          </Fragment>
        ))}
      </section>
      {problem !== '' && <Alert>{problem}</Alert>}
      <p className="offered-answer cluster">
        <Button onClick={() => dialog.current?.close()}>Do not run it</Button>
        <Button className="primary" onClick={() => void run()}>
          Run it
        </Button>
      </p>
    </dialog>
  );
}
