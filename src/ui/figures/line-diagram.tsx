/**
 * A diagram of a study: lines with their 95 % intervals, labelled at their ends. Plain SVG, also for pictures on paper.
 */
import type { ReactNode } from 'react';
import type { DiagramLine, DiagramPoint, ExperimentDiagram } from '../../papers/bhattacharjee/experiment-diagrams.ts';
import { LANE_DASHES } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { spreadLabels } from '../../view/draw/labels.ts';
import { linearScale, roundUpAxisEnd } from '../../view/draw/scale.ts';
import { LineEndName } from './line-end-name.tsx';
import { lineName } from './line-name.tsx';
import { PointSign } from './point-sign.tsx';

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
export type UrlOfPoint = (line: DiagramLine, point: DiagramPoint) => string | undefined;

interface Props {
  readonly diagram: ExperimentDiagram;
  readonly size?: FigureSize | undefined;
  /** Writes the last value of each line after its name. */
  readonly formatEndValue?: ((value: number) => string) | undefined;
  readonly urlOfPoint?: UrlOfPoint;
  /** Place whose values are shown. */
  readonly readoutIndex?: number | undefined;
  /** Called with the place that is nearest to the pointer. */
  readonly onRead?: (x: number | undefined) => void;
}

export function LineDiagram({ diagram, size, formatEndValue, urlOfPoint, readoutIndex, onRead }: Props) {
  const { width: figureWidth, height: figureHeight } = size ?? FIGURE_SIZE;
  const points = diagram.lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const xValues = [...points.map((point) => point.x), ...(diagram.verticalLines ?? []).map((mark) => mark.x)];
  const endValue = ({ points: pointsOfLine }: DiagramLine) => {
    const last = pointsOfLine.at(-1);
    return last === undefined ? undefined : formatEndValue?.(last.y);
  };
  const longestName = Math.max(
    ...diagram.lines.map((line) => [lineName(line), endValue(line)].filter(Boolean).join(' ').length),
  );
  const nameWidth = Math.min(
    NAME_WIDTHS_PX.max,
    Math.max(NAME_WIDTHS_PX.min, NAME_WIDTHS_PX.sign + NAME_WIDTHS_PX.letter * longestName),
  );
  const right = figureWidth - nameWidth;
  const x = axisScale(diagram, xValues, right);
  const [bottom, top] = valueSpan(diagram, points);
  const y = linearScale(bottom, top, figureHeight - STUDY_FIGURE_MARGIN.bottom, STUDY_FIGURE_MARGIN.top);
  const nearestX = ({ clientX, currentTarget }: React.PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pointerX = ((clientX - left) / width) * figureWidth;
    const distance = (xValue: number) => Math.abs(x.scale(xValue) - pointerX);
    return points
      .map((point) => point.x)
      .reduce((nearestIndex, xValue) => (distance(xValue) < distance(nearestIndex) ? xValue : nearestIndex));
  };
  const ends = diagram.lines.flatMap((line) => {
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
      <text x={0} y={16} fontWeight={diagram.title === '' ? undefined : 600}>
        {diagram.title === '' ? diagram.yLabel : `${diagram.title} (${diagram.yLabel})`}
      </text>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={STUDY_FIGURE_MARGIN.left} x2={right} y1={y(tick)} y2={y(tick)} className="grid" />
          <text x={STUDY_FIGURE_MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className="muted">
            {tick}
          </text>
        </g>
      ))}
      {diagram.targets?.map(({ y: value, label }) => (
        <g key={label}>
          <line
            x1={STUDY_FIGURE_MARGIN.left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            stroke="currentColor"
            strokeDasharray="8 4"
          />
          <text x={right - 4} y={y(value) - 5} textAnchor="end" className="muted study-over">
            {label}
          </text>
        </g>
      ))}
      {readoutIndex !== undefined && (
        <line
          x1={x.scale(readoutIndex)}
          x2={x.scale(readoutIndex)}
          y1={STUDY_FIGURE_MARGIN.top}
          y2={figureHeight - STUDY_FIGURE_MARGIN.bottom}
          className="grid"
        />
      )}
      {diagram.verticalLines?.map(({ x: place, label, isDashed }) => (
        <line
          key={label}
          x1={x.scale(place)}
          x2={x.scale(place)}
          y1={STUDY_FIGURE_MARGIN.top}
          y2={figureHeight - STUDY_FIGURE_MARGIN.bottom}
          stroke="currentColor"
          strokeDasharray={isDashed ? '3 3' : ''}
        />
      ))}
      {diagram.verticalLines?.map(({ x: place, label }, row) => (
        <text
          key={label}
          x={x.scale(place) + 4}
          y={figureHeight - STUDY_FIGURE_MARGIN.bottom - 6 - 14 * row}
          className="muted study-over"
        >
          {label}
        </text>
      ))}
      {x.ticks.map((tick) => (
        <text
          key={tick}
          x={x.scale(tick)}
          y={figureHeight - STUDY_FIGURE_MARGIN.bottom + 18}
          textAnchor="middle"
          className="muted"
        >
          {tick}
        </text>
      ))}
      <text x={(STUDY_FIGURE_MARGIN.left + right) / 2} y={figureHeight - 8} textAnchor="middle" className="muted">
        {diagram.xLabel}
      </text>
      {diagram.lines.map((line) => (
        <Line
          key={lineName(line)}
          line={line}
          x={x.scale}
          y={y}
          bottom={bottom}
          top={top}
          readoutIndex={readoutIndex}
          urlOfPoint={urlOfPoint}
        />
      ))}
      {spreadLabels(
        ends,
        STUDY_FIGURE_MARGIN.top + 6,
        figureHeight - STUDY_FIGURE_MARGIN.bottom - 2,
        NAME_PITCH_PX,
      ).map(({ line, lineX, lineY, y: labelY }) => (
        <g key={lineName(line)} opacity={line.isFaint ? EARLIER_OPACITY : undefined}>
          <LineEndName line={line} lineX={lineX} lineY={lineY} x={right} y={labelY} valueText={endValue(line)} />
        </g>
      ))}
    </svg>
  );
}

/** Earlier results are drawn behind the present ones. */
const EARLIER_OPACITY = 0.5;

/** Vertical axis: from zero, or from the least shown value, to above the largest one. */
function valueSpan(
  { maxY, startsAtData = false, targets = [] }: ExperimentDiagram,
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
function axisScale(
  { isLogarithmic = false, startsAtData = false }: ExperimentDiagram,
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

interface LineProps {
  readonly line: DiagramLine;
  readonly x: Scale;
  readonly y: Scale;
  /** Ends of the axis. */
  readonly bottom: number;
  readonly top: number;
  readonly readoutIndex: number | undefined;
  readonly urlOfPoint: UrlOfPoint | undefined;
}

function Line({ line, x, y, bottom, top, readoutIndex, urlOfPoint }: LineProps) {
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
              d={`M${x(point.x)},${y(Math.max(bottom, point.low))}V${y(Math.min(top, point.high))}m-3,0h6M${x(point.x) - 3},${y(Math.max(bottom, point.low))}h6`}
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

function formatDescription({ title, yLabel, xLabel, lines }: ExperimentDiagram): string {
  const names = lines.map(lineName).join(', ');
  return `${title === '' ? yLabel : `${title} in ${yLabel}`} over ${xLabel}: ${names}`;
}
