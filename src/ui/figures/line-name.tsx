/**
 * The name at the end of a line of a figure, behind the badge of its lane if the line belongs to one, and before its
 * value.
 */

import { findPolicy } from '../../policies/registry.ts';
import type { DiagramLine } from '../../scene/line-diagram-data.ts';

/** Side of the badge, and its distance from the name, px. */
const NAME_BADGE_PX = 15;
const NAME_BADGE_GAP_PX = 4;

/** The name with the letter of the lane. */
export function lineName(line: DiagramLine): string {
  return line.letter === undefined ? nameWithoutLetter(line) : `${line.letter} ${nameWithoutLetter(line)}`;
}

const nameWithoutLetter = ({ name, policy }: DiagramLine): string => name ?? findPolicy(policy)?.name ?? policy;

interface LineNameProps {
  readonly line: DiagramLine;
  readonly x: number;
  readonly y: number;
  /** Text of a value that stands after the name. */
  readonly valueText?: string | undefined;
}

export function LineName({ line, x, y, valueText }: LineNameProps) {
  const baseline = y + 4;
  const value = valueText !== undefined && <tspan fontWeight={700}> {valueText}</tspan>;
  if (line.letter === undefined)
    return (
      <text x={x} y={baseline}>
        {lineName(line)}
        {value}
      </text>
    );
  return (
    <>
      <rect x={x} y={y - NAME_BADGE_PX / 2} width={NAME_BADGE_PX} height={NAME_BADGE_PX} rx={3} fill="currentColor" />
      <text y={baseline}>
        {/* On paper there is no theme. */}
        <tspan
          x={x + NAME_BADGE_PX / 2}
          textAnchor="middle"
          fontSize="0.85em"
          fontWeight={700}
          style={{ fill: 'var(--surface, #fff)' }}
        >
          {line.letter}
        </tspan>{' '}
        <tspan x={x + NAME_BADGE_PX + NAME_BADGE_GAP_PX}>{nameWithoutLetter(line)}</tspan>
        {value}
      </text>
    </>
  );
}
