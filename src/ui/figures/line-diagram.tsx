/**
 * A diagram of a study: lines with their 95 % intervals, labelled at their ends. Plain SVG, also for pictures on paper.
 */
import type { ReactNode, SVGProps } from 'react';
import type { DiagramLine, DiagramPoint, LineDiagramData } from '../../scene/line-diagram-data.ts';
import { spreadLabels } from '../../scene/spread-labels.ts';
import { LANE_DASHES } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../view/draw/scale.ts';
import { DiagramAxes } from './axes.tsx';
import { LineEndName } from './line-end-name.tsx';
import { lineName } from './line-name.tsx';
import { PointSign } from './point-sign.tsx';
import { intervalPath } from './with-interval.ts';

/** Its style outside the page, on paper. */
export const PICTURE_STYLE =
  'svg{background:#fff;color:#111;font:13px system-ui,sans-serif}.grid{stroke:#ddd}.muted{fill:#555}text:not(.muted){fill:currentColor}';

/** Width and height in the units of its drawing, which are px at its natural size. */
export interface FigureSize {
  readonly width: number;
  readonly height: number;
}

const FIGURE_SIZE: FigureSize = { width: 560, height: 320 };
const STUDY_FIGURE_MARGIN = { left: 56, top: 34, bottom: 46 };
/** Width for the names at the ends of lines, px: that of the longest name with its sign, with a limit. */
const NAME_WIDTHS_PX = { min: 96, max: 206, sign: 44, letter: 7.4 };
/** Distance of two names, px. */
const NAME_PITCH_PX = 15;
/** Largest distance of a click from a mark, px. */
const MAX_CLICK_DISTANCE_PX = 9;

/**
 * Strokes of lines: those of the lanes, and one more. Policies differ by stroke and mark, because a hue means a class
 * of traffic.
 */
const LINE_DASHES: readonly string[] = [...LANE_DASHES.map((dash) => dash.join(' ')), '12 3 2 3 2 3'];
const LINE_COLOUR = 'currentColor';

/** Address of the run behind a point. */
export type UrlOfPoint<Source> = (line: DiagramLine<Source>, point: DiagramPoint<Source>) => string | undefined;

interface LineDiagramProps<Source> {
  readonly diagram: LineDiagramData<Source>;
  readonly size?: FigureSize | undefined;
  /** Writes the last value of each line after its name. */
  readonly formatEndValue?: ((value: number) => string) | undefined;
  readonly urlOfPoint?: UrlOfPoint<Source>;
  /** Place whose values are shown. */
  readonly readoutIndex?: number | undefined;
  /** Called with the place that is nearest to the pointer. */
  readonly onRead?: (x: number | undefined) => void;
}

export function LineDiagram<S>(props: LineDiagramProps<S>) {
  const { diagram, size, formatEndValue, urlOfPoint, readoutIndex, onRead } = props;
  const { width: figureWidth, height: figureHeight } = size ?? FIGURE_SIZE;
  const { title, xLabel, yLabel, lines, targets, verticalLines = [] } = diagram;
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const endValue = ({ points: pointsOfLine }: DiagramLine) => {
    const last = pointsOfLine.at(-1);
    return last === undefined ? undefined : formatEndValue?.(last.y);
  };
  const right =
    figureWidth - lineNameWidth(lines.map((line) => [lineName(line), endValue(line)].filter(Boolean).join(' ')));
  const x = diagramScale(
    diagram,
    [...points, ...verticalLines].map((point) => point.x),
    right,
  );
  const [bottom, top] = valueSpan(diagram, points);
  const y = linearScale(bottom, top, figureHeight - STUDY_FIGURE_MARGIN.bottom, STUDY_FIGURE_MARGIN.top);
  const nearestX = ({ clientX, currentTarget }: React.PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pointerX = ((clientX - left) / width) * figureWidth;
    const distance = (point: DiagramPoint) => Math.abs(x.scale(point.x) - pointerX);
    return points.reduce((nearest, point) => (distance(point) < distance(nearest) ? point : nearest)).x;
  };
  const ends = lines.flatMap((line) => {
    const last = line.points.at(-1);
    return last === undefined ? [] : [{ line, lineX: x.scale(last.x), lineY: y(last.y), y: y(last.y) }];
  });
  return (
    <svg
      viewBox={`0 0 ${figureWidth} ${figureHeight}`}
      // With a given size, its height is the same before its width is known.
      height={size?.height}
      role={urlOfPoint === undefined ? 'img' : undefined}
      aria-label={formatDescription(diagram)}
      onPointerMove={onRead && ((event) => onRead(nearestX(event)))}
      onPointerLeave={onRead && (() => onRead(undefined))}
    >
      <text x={0} y={16} fontWeight={title === '' ? undefined : 600}>
        {title === '' ? yLabel : `${title} (${yLabel})`}
      </text>
      <DiagramAxes
        y={y}
        yTicks={y.ticks(4)}
        left={STUDY_FIGURE_MARGIN.left}
        right={right}
        places={x.ticks.map((tick) => [x.scale(tick), tick] as const)}
        xName={xLabel}
      />
      {targets?.map(({ y: value, label }) => (
        <g key={label} transform={`translate(0 ${y(value)})`}>
          <line x1={STUDY_FIGURE_MARGIN.left} x2={right} stroke="currentColor" strokeDasharray="8 4" />
          <text x={right - 4} y={-5} textAnchor="end" className="muted study-over">
            {label}
          </text>
        </g>
      ))}
      {readoutIndex !== undefined && <Upright x={x.scale(readoutIndex)} y={y} className="grid" />}
      {verticalLines.map(({ x: place, label, isDashed }) => (
        <Upright key={label} x={x.scale(place)} y={y} stroke="currentColor" strokeDasharray={isDashed ? '3 3' : ''} />
      ))}
      {verticalLines.map(({ x: place, label }, row) => (
        <text key={label} x={x.scale(place) + 4} y={y.start - 6 - 14 * row} className="muted study-over">
          {label}
        </text>
      ))}
      {lines.map((line) => (
        <Line key={lineName(line)} line={line} x={x.scale} y={y} readoutIndex={readoutIndex} urlOfPoint={urlOfPoint} />
      ))}
      {spreadLabels(ends, y.end + 6, y.start - 2, NAME_PITCH_PX).map(({ line, lineX, lineY, y: labelY }) => (
        <g key={lineName(line)} opacity={line.isFaint ? EARLIER_OPACITY : undefined}>
          <LineEndName line={line} lineX={lineX} lineY={lineY} x={right} y={labelY} valueText={endValue(line)} />
        </g>
      ))}
    </svg>
  );
}

interface UprightProps extends Omit<SVGProps<SVGLineElement>, 'x' | 'y'> {
  readonly x: number;
  readonly y: LinearScale;
}

/** A line over the whole height of the figure. */
function Upright({ x, y, ...line }: UprightProps) {
  return <line x1={x} x2={x} y1={y.end} y2={y.start} {...line} />;
}

/** Width for the names at the ends of the lines, px. */
function lineNameWidth(names: readonly string[]): number {
  const { min, max, sign, letter } = NAME_WIDTHS_PX;
  return Math.min(max, Math.max(min, sign + letter * Math.max(...names.map(({ length }) => length))));
}

/** Earlier results are drawn behind the present ones. */
const EARLIER_OPACITY = 0.5;

/** Vertical axis: from zero, or from the least shown value, to above the largest one. */
function valueSpan(
  { maxY, startsAtData = false, targets = [] }: LineDiagramData,
  points: readonly DiagramPoint[],
): [number, number] {
  const bounds = targets.map(({ y }) => y);
  const highestY = Math.max(...points.map(({ y, high }) => high ?? y), ...bounds);
  if (!startsAtData) return [0, maxY ?? roundUpAxisEnd(highestY, 4)];
  const lowestY = Math.min(...points.map(({ y, low }) => low ?? y), ...bounds);
  const margin = 0.05 * (highestY - lowestY || Math.abs(highestY) || 1);
  return [lowestY - margin, highestY + margin];
}

/** Horizontal axis: from 0, or from the least place if all places are far from 0 or the axis is logarithmic. */
function diagramScale(
  { isLogarithmic = false, startsAtData = false }: LineDiagramData,
  xValues: readonly number[],
  end: number,
): { scale: Scale; ticks: number[] } {
  const [min, max] = [Math.min(...xValues), Math.max(...xValues)];
  const start = STUDY_FIGURE_MARGIN.left;
  if (!isLogarithmic) {
    const scale = linearScale(
      startsAtData || min > FAR_FROM_ZERO_SHARE * max ? min : Math.min(0, min),
      max,
      start,
      end,
    );
    return { scale, ticks: scale.ticks(5) };
  }
  const scale = linearScale(Math.log10(min), Math.log10(max), start, end);
  const ticks = scale.ticks(5).map((power) => Number((10 ** power).toPrecision(2)));
  return { scale: (value) => scale(Math.log10(value)), ticks: [...new Set(ticks)] };
}

/** Places are far from 0 if all are above this part of the largest place. */
const FAR_FROM_ZERO_SHARE = 0.4;

type Scale = (value: number) => number;

interface LineProps<Source> {
  readonly line: DiagramLine<Source>;
  readonly x: Scale;
  readonly y: LinearScale;
  readonly readoutIndex: number | undefined;
  readonly urlOfPoint: UrlOfPoint<Source> | undefined;
}

function Line<Source>({ line, x, y, readoutIndex, urlOfPoint }: LineProps<Source>) {
  const path = line.points.map(
    (point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`,
  );
  return (
    <g stroke={LINE_COLOUR} fill="none" strokeWidth={1.6} opacity={line.isFaint ? EARLIER_OPACITY : undefined}>
      <path d={path.join('')} strokeDasharray={lineDash(line)} />
      {line.points.map((point) => (
        <g key={point.x}>
          {point.low !== undefined && point.high !== undefined && (
            <path
              strokeWidth={1}
              d={intervalPath(x(point.x), y(Math.max(y.from, point.low)), y(Math.min(y.to, point.high)))}
            />
          )}
          <LinkedPoint
            url={urlOfPoint?.(line, point)}
            label={`${line.policy}: ${formatShortNumber(point.x)}, ${formatShortNumber(point.y)}`}
          >
            <PointSign styleIndex={line.styleIndex} x={x(point.x)} y={y(point.y)} />
            {point.x === readoutIndex && (
              <circle cx={x(point.x)} cy={y(point.y)} r={MAX_CLICK_DISTANCE_PX - 2} strokeWidth={1} />
            )}
            <circle cx={x(point.x)} cy={y(point.y)} r={MAX_CLICK_DISTANCE_PX} fill="transparent" stroke="none" />
          </LinkedPoint>
        </g>
      ))}
    </g>
  );
}

const formatShortNumber = (value: number) => Number(value.toPrecision(3));

/** A part of a picture with a link. */
export function LinkedPoint(props: {
  readonly url: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { url, label, children } = props;
  if (url === undefined) return children;
  return (
    <a className="study-link" href={url} aria-label={`Open the run: ${label}`}>
      <title>{label}</title>
      {children}
    </a>
  );
}

function lineDash({ styleIndex }: { readonly styleIndex: number }): string {
  return required(LINE_DASHES[styleIndex % LINE_DASHES.length]);
}

function formatDescription({ title, yLabel, xLabel, lines }: LineDiagramData): string {
  const names = lines.map(lineName).join(', ');
  return `${title === '' ? yLabel : `${title} in ${yLabel}`} over ${xLabel}: ${names}`;
}
