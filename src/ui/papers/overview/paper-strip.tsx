/** All numbers of one paper in one picture: how far each is from its printed value, in tolerances. */
import { type ReactNode, useMemo } from 'react';
import type { ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import {
  type NumberPoint,
  POINT_SIZE_PX,
  paperStrip,
  SCALE_END,
  type ScaleExtent,
} from '../../../view/papers/overview-model.ts';
import { paperHash } from '../../../view/papers/paper-target.ts';
import { shortCitation } from '../../../view/papers/paper-texts.ts';
import { JUDGEMENT_COLOURS, JudgementShape, NumberShape } from './number-shape.tsx';
import { OutsideNumbers } from './outside-numbers.tsx';
import './paper-strip.css';

const SHORT_TICKS = [-SCALE_END, -1, 0, 1, SCALE_END];

/** All whole distances of a scale. */
const wholeTicks = ({ low, high }: ScaleExtent) =>
  Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, index) => Math.ceil(low) + index);

interface PaperStripProps {
  readonly paper: Paper;
  readonly shownPaper: ShownPaper;
  /** px. */
  readonly width: number;
  /** Whether the name of the paper is over the strip, as a link to its page. Then the scale is that of all papers. */
  readonly hasName?: boolean;
}

export function PaperStrip({ paper, shownPaper: shown, width, hasName = false }: PaperStripProps) {
  const strip = useMemo(() => paperStrip(paper, shown, width, !hasName), [paper, shown, width, hasName]);
  if (strip === undefined) return null;
  const { height, base, points, extent, xOf } = strip;
  const allFarPoints = points.filter(({ distance = 0 }) => distance > SCALE_END);
  const farPoints = allFarPoints.length < MIN_COUNTED_POINTS ? [] : allFarPoints;
  const nearPoints = points.filter((point) => !farPoints.includes(point));
  const withinCount = points.filter(({ judgement }) => judgement === 'within').length;
  const guessCount = shown.tables.reduce((sum, { nullModel }) => sum + nullModel.within, 0);
  return (
    <figure>
      <figcaption>
        {hasName && (
          <>
            <a href={paperHash(paper.id)}>{shortCitation(paper)}</a>:{' '}
          </>
        )}
        <b>
          {withinCount} of {points.length}
        </b>{' '}
        {hasName ? 'within' : 'printed numbers are within their tolerance.'}
        {hasName && <small className="paper-strip-cause muted">a guess without simulation: {guessCount}</small>}
        {hasName && paper.mainCause !== undefined && (
          <small className="paper-strip-cause muted">{paper.mainCause}</small>
        )}
      </figcaption>
      <svg
        className="paper-strip-drawing"
        width={width}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Distance of each number from its printed value"
      >
        <rect x={xOf(-1)} width={xOf(1) - xOf(-1)} height={base + 6} className="paper-strip-band" />
        <text x={xOf(0)} y={11} textAnchor="middle" className="muted fine">
          {hasName ? 'within' : 'within the tolerance'}
        </text>
        <line className="grid" x1={0} x2={width} y1={base + 6} y2={base + 6} />
        {nearPoints.map((point) => (
          <g key={point.hash}>
            <title>{point.label}</title>
            <NumberShape point={point} />
          </g>
        ))}
        <FarPoints points={farPoints} base={base} />
        {(hasName ? SHORT_TICKS : wholeTicks(extent)).map((tick) => (
          <text key={tick} x={xOf(tick)} y={base + 19} textAnchor="middle" className="muted">
            {tick < 0 ? `−${-tick}` : tick}
          </text>
        ))}
        <text x={0} y={base + 33} className="muted fine">
          ← ours lower
        </text>
        <text x={width} y={base + 33} textAnchor="end" className="muted fine">
          ours higher →
        </text>
        <text x={width / 2} y={base + 47} textAnchor="middle" className="muted">
          {hasName ? 'distance (1 = the tolerance)' : 'distance from the printed number (1 = the tolerance)'}
        </text>
      </svg>
      {!hasName && <OutsideNumbers paper={paper} points={points} />}
    </figure>
  );
}

/** From this number on, points above the scale are one bar with their number. */
const MIN_COUNTED_POINTS = 4;

/** The points above the end of the scale, as a bar with their number. */
function FarPoints({ points, base }: { readonly points: readonly NumberPoint[]; readonly base: number }) {
  const [first] = points;
  if (first === undefined) return null;
  const { radius } = POINT_SIZE_PX;
  const top = Math.min(...points.map(({ y }) => y)) - radius;
  return (
    <>
      <rect
        x={first.x - radius}
        y={top}
        width={2 * radius}
        height={base - top}
        fill={JUDGEMENT_COLOURS[first.judgement]}
      />
      <text x={first.x - 10} y={top + 9} textAnchor="end">
        {points.length} above {SCALE_END}
      </text>
    </>
  );
}

/** Whether a paper prints numbers. */
export const hasStrip = ({ cells }: Paper) => cells.length > 0;

/** In place of a strip, for a paper that prints no numbers. */
export function ClaimsOnly({ paper, shownPaper: { claims, counts } }: Pick<PaperStripProps, 'paper' | 'shownPaper'>) {
  return (
    <p className="paper-text">
      <a href={paperHash(paper.id)}>{shortCitation(paper)}</a> print curves, not numbers:{' '}
      <b>
        {counts.claims.holds} of {claims.length}
      </b>{' '}
      claims hold.
    </p>
  );
}

/** The meaning of the signs in the strips. */
export function StripLegend() {
  return (
    <p className="paper-strip-legend cluster note">
      Each sign is one printed number:
      <span>
        <LegendSign>
          <JudgementShape judgement="within" x={6} y={6} />
        </LegendSign>{' '}
        within the tolerance
      </span>
      <span>
        <LegendSign>
          <JudgementShape judgement="outside" x={6} y={6} />
        </LegendSign>{' '}
        outside
      </span>
      <span>
        <LegendSign>
          <path d="M4,2l4,4l-4,4" stroke={JUDGEMENT_COLOURS.outside} strokeWidth={1.4} fill="none" />
        </LegendSign>{' '}
        beyond the scale
      </span>
    </p>
  );
}

function LegendSign({ children }: { readonly children: ReactNode }) {
  return (
    <svg width={12} height={12} aria-hidden="true">
      {children}
    </svg>
  );
}
