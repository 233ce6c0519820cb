/** A sketch as numbers, for typing and for reading. */

import { useState } from 'react';
import { curveValueAt } from '../../../lessons/answers/judge-answer.ts';
import { SKETCH_POINTS, type SketchDraft, sketchSecondsAt } from '../../../lessons/answers/sketch-draft.ts';
import { formatSolution } from '../../../lessons/answers/solution.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { typedNumber } from '../../../shared/typed-number.ts';
import { TextInput } from '../../parts/fields.tsx';
import { PlainTable } from '../../parts/table.tsx';
import type { SketchQuestion } from './sketch-axes.ts';
import '../steps/lesson-table.css';

/** Number of points per row of the table. */
const POINTS_PER_ROW = 4;

interface SketchNumbersProps {
  readonly ask: SketchQuestion;
  /** The quantity with its unit. */
  readonly quantity: string;
  readonly draft: SketchDraft | undefined;
  readonly sketch: MeasuredCurve | undefined;
  readonly measuredCurve: MeasuredCurve | undefined;
  readonly onDraft: ((draft: SketchDraft) => void) | undefined;
}

export function SketchNumbers({ ask, quantity, draft, sketch, measuredCurve, onDraft }: SketchNumbersProps) {
  const rows = Math.floor((SKETCH_POINTS - 1) / POINTS_PER_ROW) + 1;
  const indices = Array.from({ length: rows }, (_, row) => row * POINTS_PER_ROW);
  const runHead = measuredCurve === undefined ? [] : ['The run'];
  return (
    <details>
      <summary>As numbers</summary>
      <PlainTable
        className="lesson-table ruled"
        heads={['Time (s)', ...(sketch || draft ? [draft === undefined ? 'Your sketch' : quantity] : []), ...runHead]}
        rows={indices.map((index) => {
          const time = sketchSecondsAt(ask, index);
          const cell = draft && (
            <NumberCell
              label={`${quantity} at ${formatSolution(time)} s`}
              value={draft[index] ?? null}
              onValue={(value) => {
                const next = [...draft];
                next[index] = value === null ? null : Math.min(ask.top, Math.max(0, value));
                onDraft?.(next);
              }}
            />
          );
          const curves = [draft === undefined ? sketch : undefined, measuredCurve].filter(
            (curve) => curve !== undefined,
          );
          return [formatSolution(time), ...(cell ? [cell] : []), ...curves.map((curve) => formatAtTime(curve, time))];
        })}
      />
    </details>
  );
}

interface NumberCellProps {
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}

/** A typed number is used when the field loses the focus. */
function NumberCell({ label, value, onValue }: NumberCellProps) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed === undefined) return;
    const number = typedNumber(typed);
    if (typed.trim() === '') onValue(null);
    else if (number !== undefined) onValue(number);
    setTyped(undefined);
  };
  return (
    <TextInput
      className="sketch-number"
      inputMode="decimal"
      aria-label={label}
      value={typed ?? (value === null ? '' : formatSolution(value))}
      onText={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

const formatAtTime = (curve: MeasuredCurve, timeSeconds: number): string =>
  curve.seconds.length === 0 ? '–' : formatSolution(curveValueAt(curve, timeSeconds));
