/** A link or a file has a program: its code is shown, and nothing of it runs before somebody says so. */
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../app/loading.ts';
import type { OfferedProgram as Offered } from '../../app/url.ts';
import { useTools } from '../shell/context.tsx';
import { readOwn } from './reader.ts';
import './program.css';

export function OfferedProgram({ offered }: { readonly offered: Offered }) {
  const { page } = useTools();
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const leave = () => page.store.setState({ program: undefined });
  const run = async () => {
    try {
      const read = await readOwn(offered.source);
      if ('problem' in read) {
        const { line, message } = read.problem;
        setProblem(`The program cannot run. ${line === undefined ? '' : `Line ${line}: `}${message}`);
      } else {
        leave();
        page.openLink(offered.open(read));
      }
    } catch (error) {
      setProblem(`The interpreter could not be loaded: ${messageOf(error)}.`);
    }
  };
  return (
    <dialog ref={dialog} className="offered" aria-labelledby="offered-title" onClose={leave}>
      <h2 id="offered-title">This run has a program in it</h2>
      <p>
        Somebody wrote the program below, and put it into the link or file that you opened: whoever gave it to you, or
        somebody before. It has not run. If you run it, it manages the queue of a lane. It cannot reach this page, your
        files or the network.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by key */}
      <section tabIndex={0} aria-label="Code of the program">
        <pre>{offered.source}</pre>
      </section>
      {problem !== '' && (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
      <p className="choices">
        <button type="button" onClick={() => dialog.current?.close()}>
          Do not run it
        </button>
        <button type="button" className="primary" onClick={() => void run()}>
          Run it
        </button>
      </p>
    </dialog>
  );
}
