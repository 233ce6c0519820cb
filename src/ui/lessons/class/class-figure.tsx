/** A figure of a class: its axes, its drawing, and what it shows in words. */
import type { ReactNode } from 'react';
import type { LinearScale } from '../../../view/draw/scale.ts';
import { DiagramAxes } from '../../figures/axes.tsx';
import { Word } from '../../parts/texts.tsx';

/** Ends of the axes, px. */
export const CLASS_FIGURE = { left: 40, right: 548, top: 26 };
const MARGIN = { right: 20, bottom: 46 };

/** A line or a box in a figure's key. */
const KEY_SHAPES: Readonly<Record<string, string>> = { 'class-sketch': 'M1 5h14', 'class-run': 'M1 5h14' };

/** A part of a figure's key: a mark in the look of the drawing, because its colours depend on the theme. */
export function ClassKey({ mark, children }: { readonly mark: string; readonly children: ReactNode }) {
  return (
    <span className="class-key">
      <svg viewBox="0 0 16 10" aria-hidden>
        <path className={mark} d={KEY_SHAPES[mark] ?? 'M1 1h14v8h-14z'} />
      </svg>
      {children}
    </span>
  );
}

interface ClassFigureProps {
  /** Label for screen readers. */
  readonly label: string;
  readonly x: LinearScale;
  readonly xTickCount: number;
  readonly xName: string;
  readonly y: LinearScale;
  readonly yTicks: readonly number[];
  readonly yName: string;
  readonly caption: ReactNode;
  readonly children: ReactNode;
}

export function ClassFigure({ label, x, xTickCount, xName, y, yTicks, yName, caption, children }: ClassFigureProps) {
  return (
    <figure className="class-figure">
      <svg viewBox={`0 0 ${x.end + MARGIN.right} ${y.start + MARGIN.bottom}`} role="img" aria-label={label}>
        <Word at={[0, 12]}>{yName}</Word>
        <DiagramAxes
          y={y}
          yTicks={yTicks}
          left={x.start}
          right={x.end}
          places={x.ticks(xTickCount).map((tick) => [x(tick), tick] as const)}
          xName={xName}
        />
        {children}
      </svg>
      <figcaption className="muted">{caption}</figcaption>
    </figure>
  );
}
