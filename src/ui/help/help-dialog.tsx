/** An introduction to the page, and its keys. */

import { OPENING_PRESET } from '../../scenarios/loaded-presets.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Word } from '../parts/texts.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { glossaryTerms } from './terms.ts';
import './help-dialog.css';

const KEY_HELP = [
  ['Space', 'play or pause'],
  ['← →', 'one step back, one step forward'],
  [', .', 'move back, move forward in time'],
  ['↑ ↓', 'faster, slower'],
  ['N P', 'next, previous key moment, in slow motion'],
  ['Page Down, Page Up', 'in a story: next stop, stop before'],
  ['Home', 'back to the start'],
  ['1 – 4', 'go to a lane'],
  ['S', 'read the state of the lanes aloud (screen reader)'],
  ['Ctrl+Z', 'undo; with Shift: redo'],
  ['Esc', 'close the open dialog or panel'],
  ['?', 'this help'],
] as const;

/** The first part of the help. A page in a frame has no other views. */
function WhereToBegin({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const isWhole = usePage(({ embedding }) => embedding === 'whole');
  if (!isWhole) return null;
  const start = async () => {
    onClose();
    page.views.showStop(undefined);
    await page.runs.choosePreset(OPENING_PRESET);
    page.views.showStop(0);
  };
  return (
    <>
      <h3>Where to begin</h3>
      <ul className="help-begin bullets stack">
        <li>
          <Button className="primary" onClick={() => void start()}>
            Start here
          </Button>{' '}
          shows the way of a packet in thirty seconds. Then it shows two policies in four stops.
        </li>
        <li>
          <a href="#lessons">Lessons</a> ask questions and compare your answers with a run. The first one is{' '}
          <a href="#lesson=why-a-queue-fills">Why a queue fills</a>.
        </li>
        <li>
          <a href="#scenarios">Scenarios</a> have pictures. Search them by a word, such as “lag” or “buffer size”.
        </li>
        <li>
          For a lecture, press “Projector”: the page becomes large, and black on white. In a lesson, “Ask a class” shows
          a question with a QR code. Students answer with cards on their phones.
        </li>
      </ul>
    </>
  );
}

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Bufferscope" className="prose" pauses={false} onClose={onClose}>
      <WhereToBegin onClose={onClose} />
      <h3>What you see</h3>
      <p>
        Each lane is a router with its own buffer policy. All lanes have the same senders and random numbers, on one
        simulated clock. TCP senders react to the drops and marks of their own lane. When you move a slider, the run
        restarts or continues with the new value, as you choose above the controls. When you drag a threshold on a
        queue, the run continues. “Share link” copies a link that reproduces the run exactly, packet by packet.
      </p>
      <div className="help-figures">
        <figure>
          <QueueFigure />
          <figcaption className="note">
            <b>Queue.</b> Packets arrive on the left and wait. The link sends the packet on the right. You can drag a
            threshold.
          </figcaption>
        </figure>
        <figure>
          <LensFigure />
          <figcaption className="note">
            <b>Lens.</b> The drawing below a queue shows the rule of the policy. The dot shows its present state.
          </figcaption>
        </figure>
        <figure className="help-figure-beside">
          <TimelineFigure />
          <figcaption className="note">
            <b>Timeline.</b> Drag the knob to another time. A sign below the line is a key moment. A triangle above it
            is a change that you made.
          </figcaption>
        </figure>
      </div>
      <p>
        “Scenarios” shows all scenarios by picture. Some have a story: a few stops with one sentence each. Use the
        timeline to go back in time. It shows a marker for each change that you made. You can move the marker, remove
        it, or compare the run with a run without the change. Click a packet to see why it was dropped.
      </p>
      <p>
        Squares are packets of long TCP flows. Circles are packets of short TCP flows, video players or pings, or green
        packets. Bars are packets of sources without congestion control. With a queue in each direction, hollow bars are
        ACKs, or replies to pings. In video, I frames are tall, P frames medium and B frames short. A cross shows a
        dropped packet, and a number beside it how many were dropped together, of all classes. A dot shows a marked
        packet.
      </p>
      <p>
        If a policy has several queues, each queue has a row. The length of a row is the queue’s share of the buffer.
        Cells are sorted by VC. A zigzag at the left end of a queue means that most of the buffer is empty and not
        drawn.
      </p>
      <table>
        <tbody>
          {KEY_HELP.map(([key, meaning]) => (
            <tr key={key}>
              <th scope="row">
                <kbd className="help-key">{key}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Terms</h3>
      <dl className="help-glossary">
        {Object.entries(glossaryTerms).map(([id, term]) => (
          <div key={id}>
            <dt>{term.name}</dt>
            <dd>{term.text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Places of the waiting packets, px from the left. */
const WAITING_PACKETS_X = [104, 120, 136, 152, 168];

function QueueFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 0 240 96" aria-hidden="true">
      <path d="M8 56h28m-5-4l5 4l-5 4" />
      <rect x={44} y={36} width={144} height={40} className="help-ground" />
      {WAITING_PACKETS_X.map((x) => (
        <rect key={x} x={x} y={50} width={12} height={12} className="help-full" />
      ))}
      <path d="M80 24V76" className="help-strong" />
      <circle cx={80} cy={20} r={5} className="help-knob" />
      <Word at={[90, 24]}>threshold</Word>
      <path d="M188 56h44m-5-4l5 4l-5 4" className="help-strong" />
      <Word at={[210, 46, 'middle']}>link</Word>
      <path d="M52 82l6 6m0-6l-6 6" className="help-drop" />
      <Word at={[64, 90]}>dropped</Word>
    </svg>
  );
}

/** A lens as on the page: a longer queue is further left. */
function LensFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 0 240 96" aria-hidden="true">
      <path d="M12 12V76H204" className="help-axis" />
      <path d="M204 76H130L50 40V16H12" className="help-strong" />
      <circle cx={90} cy={58} r={5} className="help-full" />
      <Word at={[100, 54]}>now</Word>
      <Word at={[12, 91]}>long average queue</Word>
      <Word at={[204, 91, 'end']}>short</Word>
      <Word at={[58, 22]}>drop probability</Word>
    </svg>
  );
}

function TimelineFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 8 240 80" aria-hidden="true">
      <path d="M12 48H228" className="help-track" />
      <path d="M12 48H110" className="help-strong" />
      <circle cx={110} cy={48} r={7} className="help-full" />
      <path d="M45 68l5-9l5 9z" className="help-full" />
      <path d="M158 30h12l-6 9z" className="help-full" />
      <Word at={[50, 82, 'middle']}>key moment</Word>
      <Word at={[164, 24, 'middle']}>your change</Word>
      <Word at={[110, 72, 'middle']}>now</Word>
    </svg>
  );
}
