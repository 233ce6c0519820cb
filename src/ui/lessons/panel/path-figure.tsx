/** The way of a packet: sender, router with its queue, link, receiver. The acknowledgements go back. */

import type { PathPart } from '../../../scenarios/stories/story.ts';
import { Word } from '../../parts/texts.tsx';
import { joinClassNames } from '../../shell/class-names.ts';
import './path-figure.css';

const FIGURE_CAPTION =
  'A packet goes from the sender to the router, waits in its queue, and goes over the link to the receiver. The acknowledgement goes back from the receiver to the sender.';

interface PathFigureProps {
  /** Whether the lane shows the same path, if it has room for it. */
  readonly isOnLane?: boolean | undefined;
  /** The part that stands out. */
  readonly strongPart?: PathPart | undefined;
}

export function PathFigure({ isOnLane = false, strongPart }: PathFigureProps) {
  const classOf = (part: PathPart) => (part === strongPart ? 'strong-part' : undefined);
  return (
    <figure className={joinClassNames('path-figure', isOnLane && 'on-lane')}>
      <svg className="outlines" viewBox="0 0 352 112" role="img" aria-label={FIGURE_CAPTION}>
        <g className={classOf('sender')}>
          <text x={34} y={14}>
            sender
          </text>
          <rect x={4} y={22} width={60} height={36} rx={4} />
        </g>
        <path d="M64 40H98m-6-4l6 4l-6 4" />
        <g className={classOf('queue')}>
          <text x={148} y={14}>
            router
          </text>
          <rect x={102} y={22} width={92} height={36} rx={4} />
          <Word at={[148, 72]}>queue</Word>
        </g>
        <g className={classOf('link')}>
          <Word at={[240, 26]}>link</Word>
          <path d="M194 40H284m-6-4l6 4l-6 4" className="link" />
        </g>
        <g className="packets">
          <rect x={138} y={34} width={12} height={12} />
          <rect x={154} y={34} width={12} height={12} />
          <rect x={170} y={34} width={12} height={12} />
          <rect x={236} y={35} width={10} height={10} />
        </g>
        <g className={classOf('receiver')}>
          <text x={318} y={14}>
            receiver
          </text>
          <rect x={288} y={22} width={60} height={36} rx={4} />
        </g>
        <g className={classOf('acks')}>
          <path d="M318 58V90H34V62m-4 6l4-6l4 6" className="back" />
          <Word at={[176, 106]}>acknowledgements (ACKs)</Word>
        </g>
      </svg>
    </figure>
  );
}
