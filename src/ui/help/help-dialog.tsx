/** What the page is and which keys it knows. */
import { useEffect, useRef } from 'react';
import { terms } from './terms.ts';
import './help-dialog.css';

const KEYS = [
  ['Space', 'play or pause'],
  ['← →', 'one step back, one step on'],
  [', .', 'scrub back, scrub on'],
  ['↑ ↓', 'faster, slower'],
  ['Home', 'back to the start'],
  ['1 – 4', 'go to a lane'],
  ['S', 'let a screen reader say how the lanes stand'],
  ['Ctrl+Z', 'undo; with Shift: redo'],
  ['Esc', 'close what is open'],
  ['?', 'this help'],
] as const;

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      {/* The button comes first: a dialog scrolls to the first thing that can have the focus. */}
      <header>
        <h2 id="help-title">Bufferscope</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <p>
        Each lane is a router with a policy of its own for its buffer. All lanes get the same traffic, from the same
        random numbers, on one simulated clock. Move a slider: the run starts again with the new value, or goes on with
        it, as you choose above the controls. Drag a threshold on a queue: the run goes on with it. The link that “Share
        link” copies gives the same run again, to the last packet.
      </p>
      <p>
        Go back in time on the bar below: a change that you made is a marker there, to be moved, removed, or compared
        with what would have been without it. Click a packet to learn why it was dropped.
      </p>
      <p>
        Squares are packets of long TCP flows, circles of short ones, bars of sources that do not listen; of video, I
        frames are tall, P frames middle, B frames short. A cross marks a packet that was dropped, a dot one that was
        marked.
      </p>
      <table>
        <tbody>
          {KEYS.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Terms</h3>
      <dl className="glossary">
        {Object.entries(terms).map(([id, term]) => (
          <div key={id}>
            <dt>{term.name}</dt>
            <dd>{term.text}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
