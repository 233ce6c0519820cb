/** The axes of a figure: a line across at each round value, the places below, and the name of the axis across. */
import type { ReactNode } from 'react';
import type { LinearScale } from '../../view/draw/scale.ts';
import { Word } from '../parts/texts.tsx';

interface AxesProps {
  /** From the bottom to the top of the figure. */
  readonly y: LinearScale;
  readonly yTicks: readonly number[];
  /** Ends of the axis across, px. */
  readonly left: number;
  readonly right: number;
  readonly places: Iterable<readonly [x: number, text: string | number]>;
  readonly xName: ReactNode;
}

export function DiagramAxes({ y, yTicks, left, right, places, xName }: AxesProps) {
  return (
    <>
      {yTicks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className="grid" />
          <Word at={[left - 8, y(tick) + 4, 'end']}>{tick}</Word>
        </g>
      ))}
      {Array.from(places, ([x, text]) => (
        <Word key={text} at={[x, y.start + 18, 'middle']}>
          {text}
        </Word>
      ))}
      <Word at={[(left + right) / 2, y.start + 38, 'middle']}>{xName}</Word>
    </>
  );
}
