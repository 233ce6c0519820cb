/** The values of a sweep at one point, chosen with the pointer over a figure or with the keyboard here. */
import { formatSpread } from '../../shared/format-spread.ts';
import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { labelWithUnit, type Sweep, type SweepVariable, sweepLaneName } from '../../studies/sweep.ts';
import type { SweepPoint, SweepQuantity } from '../../studies/sweep-results.ts';

interface SweepReadoutProps {
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
  readonly item: SweepVariable;
  readonly quantities: readonly SweepQuantity[];
  readonly readoutIndex: number | undefined;
  readonly onRead: (x: number | undefined) => void;
}

export function SweepReadout({ sweep, points, item, quantities, readoutIndex, onRead }: SweepReadoutProps) {
  const xs = [...new Set(points.map(({ at }) => required(at[0])))];
  const index = readoutIndex === undefined ? -1 : xs.indexOf(readoutIndex);
  const pointsAtX = points.filter((point) => point.at[0] === readoutIndex);
  const lines = quantities.map((quantity) => {
    const values = pointsAtX.flatMap(({ lane, figures }) => {
      const value = figures[quantity.id];
      if (value === undefined) return [];
      const name = sweepLaneName(required(sweep.lanes[lane]));
      return `${name} ${formatNumber(value.mean)}${formatSpread(value.ci95, formatNumber, '\u00a0±\u00a0')}`;
    });
    return `${labelWithUnit(quantity)}: ${values.join(', ')}`;
  });
  const runs = Math.max(0, ...pointsAtX.flatMap(({ figures }) => Object.values(figures).map(({ n }) => n)));
  const readoutText =
    index < 0
      ? 'Point at a curve to read values, or use the arrow keys on the slider.'
      : `${item.label} ${formatAmount(required(xs[index]))} ${item.unit}, ${runs === 1 ? '1 run' : `means of ${runs} runs with 95\u00a0% intervals; without ±, the same for every seed`}. ${lines.join('. ')}.`;
  return (
    <div className="sweep-readout cluster">
      <label className="sweep-place row">
        <span className="muted">read at</span>
        <input
          type="range"
          aria-valuetext={readoutText}
          min={0}
          max={Math.max(0, xs.length - 1)}
          value={Math.max(0, index)}
          onFocus={() => index < 0 && onRead(xs[0])}
          onChange={({ target }) => onRead(xs[Number(target.value)])}
        />
        {index >= 0 && (
          <b className="sweep-read" aria-hidden="true">
            {Number(required(xs[index]).toPrecision(3))}
          </b>
        )}
      </label>
      <p className={index < 0 ? 'muted' : ''}>{readoutText}</p>
    </div>
  );
}
