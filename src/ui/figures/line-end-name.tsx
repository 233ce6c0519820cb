/**
 * The end of a line of a figure: the mark of its values, its name, and its last value. A thin line joins a name that
 * was moved.
 */
import type { DiagramLine } from '../../scene/line-diagram-data.ts';
import { LineName } from './line-name.tsx';
import { PointSign } from './point-sign.tsx';

/** Distances from the end of the axis, px. */
const JOIN_FROM_PX = 6;
const JOIN_TO_PX = 14;
const SIGN_PX = 20;
const NAME_PX = 28;
/** A name that is nearer to the height of its line needs no line, px. */
const MIN_MOVED_PX = 1;

interface LineEndNameProps {
  readonly line: DiagramLine;
  /** Place of the last value. */
  readonly lineX: number;
  readonly lineY: number;
  /** End of the axis. */
  readonly x: number;
  /** Height of the name. */
  readonly y: number;
  /** The last value with its unit. */
  readonly valueText: string | undefined;
}

export function LineEndName({ line, lineX, lineY, x, y, valueText }: LineEndNameProps) {
  // A line that ends earlier has no join: it would look like a part of the curve.
  const isJoined = lineX >= x && Math.abs(y - lineY) >= MIN_MOVED_PX;
  return (
    <>
      <g stroke="currentColor" fill="none">
        {isJoined && <path strokeWidth={0.8} d={`M${x + JOIN_FROM_PX},${lineY}L${x + JOIN_TO_PX},${y}`} />}
        <PointSign styleIndex={line.styleIndex} x={x + SIGN_PX} y={y} />
      </g>
      <LineName line={line} x={x + NAME_PX} y={y} valueText={valueText} />
    </>
  );
}
