/**
 * Small drawings of the help: a queue with its threshold, a lens, and the timeline. Their captions say the same in
 * words.
 */

/** Places of the waiting packets, px from the left. */
const WAITING_PACKETS_X = [104, 120, 136, 152, 168];

export function QueueFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 0 240 96" aria-hidden="true">
      <path d="M8 56h28m-5-4l5 4l-5 4" />
      <rect x={44} y={36} width={144} height={40} className="help-ground" />
      {WAITING_PACKETS_X.map((x) => (
        <rect key={x} x={x} y={50} width={12} height={12} className="help-full" />
      ))}
      <path d="M80 24V76" className="help-strong" />
      <circle cx={80} cy={20} r={5} className="help-knob" />
      <text x={90} y={24} className="muted">
        threshold
      </text>
      <path d="M188 56h44m-5-4l5 4l-5 4" className="help-strong" />
      <text x={210} y={46} textAnchor="middle" className="muted">
        link
      </text>
      <path d="M52 82l6 6m0-6l-6 6" className="help-drop" />
      <text x={64} y={90} className="muted">
        dropped
      </text>
    </svg>
  );
}

/** As on the page, a longer queue is further left. */
export function LensFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 0 240 96" aria-hidden="true">
      <path d="M12 12V76H204" className="help-axis" />
      <path d="M204 76H130L50 40V16H12" className="help-strong" />
      <circle cx={90} cy={58} r={5} className="help-full" />
      <text x={100} y={54} className="muted">
        now
      </text>
      <text x={12} y={91} className="muted">
        long average queue
      </text>
      <text x={204} y={91} textAnchor="end" className="muted">
        short
      </text>
      <text x={58} y={22} className="muted">
        drop probability
      </text>
    </svg>
  );
}

export function TimelineFigure() {
  return (
    <svg className="help-drawing outlines" viewBox="0 8 240 80" aria-hidden="true">
      <path d="M12 48H228" className="help-track" />
      <path d="M12 48H110" className="help-strong" />
      <circle cx={110} cy={48} r={7} className="help-full" />
      <path d="M45 68l5-9l5 9z" className="help-full" />
      <path d="M158 30h12l-6 9z" className="help-full" />
      <text x={50} y={82} textAnchor="middle" className="muted">
        key moment
      </text>
      <text x={164} y={24} textAnchor="middle" className="muted">
        your change
      </text>
      <text x={110} y={72} textAnchor="middle" className="muted">
        now
      </text>
    </svg>
  );
}
