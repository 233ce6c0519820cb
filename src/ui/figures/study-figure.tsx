/**
 * A figure of a study: lines with their 95 % intervals, labelled at their ends. Plain SVG, also for pictures on paper.
 */
import type { ReactNode } from 'react';
import type { FigureLine, FigurePoint, StudyFigureData } from '../../papers/bhattacharjee/figures.ts';
import { findPolicy } from '../../policies/registry.ts';
import { LANE_DASHES } from '../../shared/lane-letters.ts';
import { required } from '../../shared/lists.ts';
import { spreadLabels } from '../../view/draw/labels.ts';
import { linearScale, roundUp } from '../../view/draw/scale.ts';

/** Its style outside the page, on paper. */
export const PICTURE_STYLE =
  'svg{background:#fff;color:#111;font:13px system-ui,sans-serif}.grid{stroke:#ddd}.muted{fill:#555}text:not(.muted){fill:currentColor}';

const WIDTH = 560;
const HEIGHT = 320;
const MARGIN = { left: 56, top: 34, bottom: 46 };
/** Width for the names at the ends of lines, px: that of the longest name, with a limit. */
const NAME_ROOM = { least: 96, most: 190, mark: 38, letter: 7.4 };
const MARK = 3.2;
/** Distance of two names, px. */
const LABEL_HEIGHT = 13;
/** Largest distance of a click from a mark, px. */
const REACH = 9;

/**
 * Strokes of lines: those of the lanes, and one more. Policies differ by stroke and mark, because a hue means a class
 * of traffic.
 */
const DASHES: readonly string[] = [...LANE_DASHES.map((dash) => dash.join(' ')), '12 3 2 3 2 3'];
const COLOUR = 'currentColor';

/** Address of the run behind a point. */
export type AddressOf = (line: FigureLine, point: FigurePoint) => string | undefined;

interface Props {
  readonly figure: StudyFigureData;
  readonly addressOf?: AddressOf;
  /** Place whose values are shown. */
  readonly reading?: number | undefined;
  /** Called with the place that is nearest to the pointer. */
  readonly onRead?: (place: number | undefined) => void;
}

export function StudyFigure({ figure, addressOf, reading, onRead }: Props) {
  const points = figure.lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const places = [...points.map((point) => point.x), ...(figure.marks ?? []).map((mark) => mark.x)];
  const longest = Math.max(...figure.lines.map((line) => nameOf(line).length));
  const room = Math.min(NAME_ROOM.most, Math.max(NAME_ROOM.least, NAME_ROOM.mark + NAME_ROOM.letter * longest));
  const right = WIDTH - room;
  const x = scaleOf(figure, places, right);
  const [bottom, top] = spanOf(figure, points);
  const y = linearScale(bottom, top, HEIGHT - MARGIN.bottom, MARGIN.top);
  const nearest = ({ clientX, currentTarget }: React.PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = ((clientX - left) / width) * WIDTH;
    const distance = (place: number) => Math.abs(x.at(place) - at);
    return points.map((point) => point.x).reduce((best, place) => (distance(place) < distance(best) ? place : best));
  };
  const ends = figure.lines.flatMap((line) => {
    const last = line.points.at(-1);
    return last === undefined ? [] : [{ line, x: x.at(last.x), y: y(last.y) }];
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="study-figure"
      role={addressOf === undefined ? 'img' : undefined}
      aria-label={formatDescription(figure)}
      onPointerMove={onRead && ((event) => onRead(nearest(event)))}
      onPointerLeave={onRead && (() => onRead(undefined))}
    >
      <text x={0} y={16} fontWeight={figure.title === '' ? undefined : 600}>
        {figure.title === '' ? figure.yLabel : `${figure.title} (${figure.yLabel})`}
      </text>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={right} y1={y(tick)} y2={y(tick)} className="grid" />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className="muted">
            {tick}
          </text>
        </g>
      ))}
      {figure.targets?.map(({ y: value, label }) => (
        <g key={label}>
          <line x1={MARGIN.left} x2={right} y1={y(value)} y2={y(value)} stroke="currentColor" strokeDasharray="8 4" />
          <text x={right - 4} y={y(value) - 5} textAnchor="end" className="muted over">
            {label}
          </text>
        </g>
      ))}
      {reading !== undefined && (
        <line x1={x.at(reading)} x2={x.at(reading)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} className="grid" />
      )}
      {figure.marks?.map(({ x: place, label, dashed }) => (
        <line
          key={label}
          x1={x.at(place)}
          x2={x.at(place)}
          y1={MARGIN.top}
          y2={HEIGHT - MARGIN.bottom}
          stroke="currentColor"
          strokeDasharray={dashed ? '3 3' : ''}
        />
      ))}
      {figure.marks?.map(({ x: place, label }, row) => (
        <text key={label} x={x.at(place) + 4} y={HEIGHT - MARGIN.bottom - 6 - 14 * row} className="muted over">
          {label}
        </text>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={x.at(tick)} y={HEIGHT - MARGIN.bottom + 18} textAnchor="middle" className="muted">
          {tick}
        </text>
      ))}
      <text x={(MARGIN.left + right) / 2} y={HEIGHT - 8} textAnchor="middle" className="muted">
        {figure.xLabel}
      </text>
      {figure.lines.map((line) => (
        <Line
          key={nameOf(line)}
          line={line}
          x={x.at}
          y={y}
          bottom={bottom}
          top={top}
          reading={reading}
          addressOf={addressOf}
        />
      ))}
      {spreadLabels(ends, MARGIN.top + 6, HEIGHT - MARGIN.bottom - 2, LABEL_HEIGHT).map(({ line, y: at }) => (
        <g key={nameOf(line)} opacity={line.faint ? FAINT : undefined}>
          <g stroke={COLOUR} fill="none" strokeWidth={1.6}>
            <path d={`M${right + 4},${at}h22`} strokeDasharray={dashOf(line)} />
            <Mark place={line.place} x={right + 15} y={at} />
          </g>
          <text x={right + 31} y={at + 4}>
            {nameOf(line)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Earlier results are drawn behind the present ones. */
const FAINT = 0.5;

/** Vertical axis: from zero, or from the least shown value, to above the largest one. */
function spanOf(
  { most, fromData = false, targets = [] }: StudyFigureData,
  points: readonly FigurePoint[],
): [number, number] {
  const bounds = targets.map(({ y }) => y);
  const highest = Math.max(...points.map(({ y, high }) => high ?? y), ...bounds);
  if (!fromData) return [0, most ?? roundUp(highest, 4)];
  const lowest = Math.min(...points.map(({ y, low }) => low ?? y), ...bounds);
  const room = 0.05 * (highest - lowest || Math.abs(highest) || 1);
  return [lowest - room, highest + room];
}

function nameOf({ name, policy }: FigureLine): string {
  return name ?? findPolicy(policy)?.name ?? policy;
}

/** Horizontal axis: from 0, or from the least place if all places are far from 0 or the axis is logarithmic. */
function scaleOf(
  { logarithmic = false, fromData = false }: StudyFigureData,
  places: readonly number[],
  end: number,
): { at: Scale; ticks: number[] } {
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const start = MARGIN.left;
  if (!logarithmic) {
    const scale = linearScale(fromData || least > FAR * most ? least : Math.min(0, least), most, start, end);
    return { at: scale, ticks: scale.ticks(5) };
  }
  const scale = linearScale(Math.log10(least), Math.log10(most), start, end);
  const ticks = scale.ticks(5).map((power) => Number((10 ** power).toPrecision(2)));
  return { at: (value) => scale(Math.log10(value)), ticks: [...new Set(ticks)] };
}

/** Places are far from 0 if all are above this part of the largest place. */
const FAR = 0.4;

type Scale = (value: number) => number;

interface LineProps {
  readonly line: FigureLine;
  readonly x: Scale;
  readonly y: Scale;
  /** Ends of the axis. */
  readonly bottom: number;
  readonly top: number;
  readonly reading: number | undefined;
  readonly addressOf: AddressOf | undefined;
}

function Line({ line, x, y, bottom, top, reading, addressOf }: LineProps) {
  const path = line.points.map(
    (point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`,
  );
  return (
    <g stroke={COLOUR} fill="none" strokeWidth={1.6} opacity={line.faint ? FAINT : undefined}>
      <path d={path.join('')} strokeDasharray={dashOf(line)} />
      {line.points.map((point) => (
        <g key={point.x}>
          {point.low !== undefined && point.high !== undefined && (
            <path
              strokeWidth={1}
              d={`M${x(point.x)},${y(Math.max(bottom, point.low))}V${y(Math.min(top, point.high))}m-3,0h6M${x(point.x) - 3},${y(Math.max(bottom, point.low))}h6`}
            />
          )}
          <Linked address={addressOf?.(line, point)} says={`${line.policy}: ${short(point.x)}, ${short(point.y)}`}>
            <Mark place={line.place} x={x(point.x)} y={y(point.y)} />
            {point.x === reading && <circle cx={x(point.x)} cy={y(point.y)} r={REACH - 2} strokeWidth={1} />}
            <circle cx={x(point.x)} cy={y(point.y)} r={REACH} fill="transparent" stroke="none" />
          </Linked>
        </g>
      ))}
    </g>
  );
}

const short = (value: number) => Number(value.toPrecision(3));

/** A part of a picture with a link. */
export function Linked(props: {
  readonly address: string | undefined;
  readonly says: string;
  readonly children: ReactNode;
}) {
  const { address, says, children } = props;
  if (address === undefined) return children;
  return (
    <a href={address} aria-label={`Open the run: ${says}`}>
      <title>{says}</title>
      {children}
    </a>
  );
}

/** Each paradigm has its own mark. */
function Mark({ place, x, y }: { place: number; x: number; y: number }) {
  const shapes = [
    `M${x - MARK},${y}a${MARK},${MARK} 0 1,0 ${2 * MARK},0a${MARK},${MARK} 0 1,0 ${-2 * MARK},0`,
    `M${x - MARK},${y - MARK}h${2 * MARK}v${2 * MARK}h${-2 * MARK}z`,
    `M${x},${y - MARK - 1}l${MARK + 1},${2 * MARK + 1}h${-2 * MARK - 2}z`,
    `M${x},${y - MARK - 1}l${MARK + 1},${MARK + 1}l${-MARK - 1},${MARK + 1}l${-MARK - 1},${-MARK - 1}z`,
    `M${x - MARK},${y - MARK}l${2 * MARK},${2 * MARK}m0,${-2 * MARK}l${-2 * MARK},${2 * MARK}`,
  ];
  return <path d={shapes[place % shapes.length]} fill={place === 4 ? 'none' : COLOUR} />;
}

function dashOf({ place }: { readonly place: number }): string {
  return required(DASHES[place % DASHES.length]);
}

function formatDescription({ title, yLabel, xLabel, lines }: StudyFigureData): string {
  const names = lines.map(nameOf).join(', ');
  return `${title === '' ? yLabel : `${title} in ${yLabel}`} over ${xLabel}: ${names}`;
}
