/** All numbers of one paper in one picture: how far each is from its printed value, in tolerances. */
import { type ReactNode, useMemo, useRef } from 'react';
import type { ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import {
  type NumberPoint,
  POINT_SIZE_PX,
  type PointSize,
  paperStrip,
  pointsBeyondScale,
  SCALE_END,
  type ScaleExtent,
  type StripModel,
} from '../../../view/papers/overview-model.ts';
import { paperHash } from '../../../view/papers/paper-target.ts';
import { Word } from '../../parts/texts.tsx';
import { BroughtLink } from '../brought-link.tsx';
import { ClaimMarks } from '../paper/claim-marks.tsx';
import { useWidth } from '../use-width.ts';
import { formatDistance, JUDGEMENT_COLOURS, JudgementShape, NumberShape } from './number-shape.tsx';
import { OutsideNumbers } from './outside-numbers.tsx';
import './paper-strip.css';

/** Width from which a strip has large points, px. */
const MIN_LARGE_POINTS_PX = 480;
const LARGE_POINT_PX: PointSize = { radius: 6, step: 14 };
/** Size of the points of a strip with few numbers. */
const LARGEST_POINT_PX: PointSize = { radius: 8, step: 18.5 };
const MAX_LARGEST_POINTS = 48;
const MEDIUM_POINT_PX: PointSize = { radius: 4.4, step: 10.5 };

const SHORT_TICKS = [-SCALE_END, -1, 0, 1, SCALE_END];

/** All whole distances of a scale. */
const wholeTicks = ({ low, high }: ScaleExtent) =>
  Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, index) => Math.ceil(low) + index);

function sizeOfPoints(pointCount: number, width: number): PointSize {
  if (width < MIN_LARGE_POINTS_PX) return MEDIUM_POINT_PX;
  return pointCount <= MAX_LARGEST_POINTS ? LARGEST_POINT_PX : LARGE_POINT_PX;
}

interface PaperStripProps {
  readonly paper: Paper;
  readonly shownPaper: ShownPaper;
  /** px. */
  readonly width: number;
  /** Whether the name of the paper is over the strip, as a link to its page. Then the scale is that of all papers. */
  readonly hasName?: boolean;
}

export function PaperStrip({ paper, shownPaper: shown, width, hasName = false }: PaperStripProps) {
  const size = hasName ? POINT_SIZE_PX : sizeOfPoints(shown.counts.within + shown.counts.outside, width);
  const strip = useMemo(() => paperStrip(paper, shown, width, !hasName, size), [paper, shown, width, hasName, size]);
  if (strip === undefined) return null;
  const { height, base, points, labels } = strip;
  const farPoints = pointsBeyondScale(points);
  return (
    <figure>
      {hasName && <StripCaption paper={paper} shownPaper={shown} points={points} />}
      <svg
        className="paper-strip-drawing"
        width={width}
        viewBox={`0 0 ${width} ${height}`}
        role={hasName ? 'img' : 'group'}
        aria-label="Distance of each number from its printed value"
      >
        <StripScale strip={strip} width={width} isShort={hasName} />
        {points
          .filter((point) => !farPoints.includes(point))
          .map((point) => (
            <g key={point.hash}>
              <title>{point.label}</title>
              <NumberShape point={point} radius={size.radius} />
            </g>
          ))}
        <FarPoints points={farPoints} base={base} radius={size.radius} />
        {labels.map(({ index, text, x, y, anchor, hasLine }) => {
          const { cell, label, x: markX, y: markY } = required(points[index]);
          return (
            <g key={cell.id} className="paper-strip-label">
              {hasLine && <line x1={markX} x2={markX} y1={y + 3} y2={markY - size.radius - 1} />}
              <BroughtLink paper={paper} anchor={cell.id}>
                <title>{label}</title>
                <text x={x} y={y} textAnchor={anchor} className="paper-strip-name">
                  {text}
                </text>
              </BroughtLink>
            </g>
          );
        })}
      </svg>
      {!hasName && <OutsideNumbers paper={paper} points={points} />}
    </figure>
  );
}

interface CaptionProps extends Pick<PaperStripProps, 'paper' | 'shownPaper'> {
  readonly points: readonly NumberPoint[];
}

/** The name of a paper, its result, and that of the guess. */
function StripCaption({ paper, shownPaper: { tables }, points }: CaptionProps) {
  return (
    <figcaption>
      <a href={paperHash(paper.id)}>{paper.name}</a>:{' '}
      <b>
        {points.filter(({ judgement }) => judgement === 'within').length} of {points.length}
      </b>{' '}
      within
      <small className="paper-strip-cause muted">
        a guess without simulation: {tables.reduce((sum, { nullModel }) => sum + nullModel.within, 0)}
      </small>
      {paper.mainCause !== undefined && <small className="paper-strip-cause muted">{paper.mainCause}</small>}
    </figcaption>
  );
}

interface ScaleProps {
  readonly strip: StripModel;
  /** px. */
  readonly width: number;
  /** Few words and few places. */
  readonly isShort: boolean;
}

/** The tolerance, and the scale below the points. */
function StripScale({ strip, width, isShort }: ScaleProps) {
  const { base, extent, xOf } = strip;
  const bottom = base + 6;
  return (
    <>
      <rect x={xOf(-1)} width={xOf(1) - xOf(-1)} height={bottom} className="paper-strip-band" />
      <text x={xOf(0)} y={11} textAnchor="middle" className="muted fine">
        {isShort ? 'within' : 'within the tolerance'}
      </text>
      <line className="grid" x1={0} x2={width} y1={bottom} y2={bottom} />
      {!isShort && <line className="paper-strip-zero" x1={xOf(0)} x2={xOf(0)} y1={16} y2={bottom} />}
      {(isShort ? SHORT_TICKS : wholeTicks(extent)).map((tick) => {
        const isZero = tick === 0 && !isShort;
        const className = isZero ? 'paper-strip-printed' : 'muted';
        return (
          <text key={tick} x={xOf(tick)} y={base + 19} textAnchor="middle" className={className}>
            {isZero && hasZeroText(strip) ? ZERO_TEXT : formatDistance(tick)}
          </text>
        );
      })}
      <text x={0} y={base + 33} className="muted fine">
        ← ours lower
      </text>
      <text x={width} y={base + 33} textAnchor="end" className="muted fine">
        ours higher →
      </text>
      <Word at={[width / 2, base + 47, 'middle']}>
        {isShort ? 'distance (1 = the tolerance)' : formatAxisName(strip)}
      </Word>
    </>
  );
}

const ZERO_TEXT = '0 = the printed number';
/** Between two ticks the words about 0 have this room, px. */
const MIN_ZERO_TEXT_PX = 115;

/** Whether the words about 0 fit beside the next ticks; otherwise they are in the name of the axis. */
const hasZeroText = ({ xOf }: StripModel) => xOf(1) - xOf(0) >= MIN_ZERO_TEXT_PX;

const formatAxisName = (strip: StripModel) =>
  hasZeroText(strip)
    ? 'difference from the printed number (1 = the tolerance)'
    : 'difference in tolerances (0 = the printed number)';

interface FarPointsProps {
  readonly points: readonly NumberPoint[];
  readonly base: number;
  /** px. */
  readonly radius: number;
}

/** The points above the end of the scale, as a bar with their number. */
function FarPoints({ points, base, radius }: FarPointsProps) {
  const [first] = points;
  if (first === undefined) return null;
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

/** The strip of one paper as wide as its place: on its page, with the names of the numbers outside. */
export function LargePaperStrip({ paper, shownPaper }: Pick<PaperStripProps, 'paper' | 'shownPaper'>) {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  return (
    <div ref={element}>
      <p className="muted note">
        Each mark is one printed number. The tolerance is the largest accepted difference, set before the measurement.
      </p>
      <PaperStrip paper={paper} shownPaper={shownPaper} width={width} />
    </div>
  );
}

/** Whether a paper prints numbers. */
export const hasStrip = ({ cells }: Paper) => cells.length > 0;

/** In place of a strip, for a paper that prints no numbers. */
export function ClaimsOnly({ paper, shownPaper }: Pick<PaperStripProps, 'paper' | 'shownPaper'>) {
  return (
    <>
      <p className="paper-text">
        <a href={paperHash(paper.id)}>{paper.name}</a> print curves, not numbers:{' '}
        <b>
          {shownPaper.counts.claims.holds} of {shownPaper.claims.length}
        </b>{' '}
        claims hold. Each mark is one claim.
      </p>
      <ClaimMarks paper={paper} shownPaper={shownPaper} isInline />
    </>
  );
}

const LEGEND: readonly (readonly [text: string, sign: ReactNode])[] = [
  ['within the tolerance', <JudgementShape key="within" judgement="within" x={6} y={6} />],
  ['outside', <JudgementShape key="outside" judgement="outside" x={6} y={6} />],
  [
    'beyond the scale',
    <path key="beyond" d="M4,2l4,4l-4,4" stroke={JUDGEMENT_COLOURS.outside} strokeWidth={1.4} fill="none" />,
  ],
];

/** The meaning of the signs in the strips. */
export function StripLegend() {
  return (
    <p className="paper-strip-legend cluster note">
      Each sign is one printed number:
      {LEGEND.map(([text, sign]) => (
        <span key={text}>
          <svg width={12} height={12} aria-hidden="true">
            {sign}
          </svg>{' '}
          {text}
        </span>
      ))}
    </p>
  );
}
