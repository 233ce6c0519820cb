/** A histogram of the numbers of a class, with the true value and the allowed band. */
import { formatRange, formatShort, type NumberHistogram } from '../../../lessons/class/number-histogram.ts';
import { linearScale } from '../../../view/draw/scale.ts';

const SIZE = { width: 560, height: 190 };
const MARGIN = { left: 34, right: 12, top: 26, bottom: 40 };
const LEFT = MARGIN.left;
const RIGHT = SIZE.width - MARGIN.right;
const BOTTOM = SIZE.height - MARGIN.bottom;

export function ClassHistogram({ histogram }: { readonly histogram: NumberHistogram }) {
  const { label, unit, bins, belowCount, aboveCount, trueValues, band } = histogram;
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return <p className="muted">No numbers yet.</p>;
  const heights = bins.map(({ rightCount, wrongCount, unjudgedCount }) => rightCount + wrongCount + unjudgedCount);
  const x = linearScale(first.from, last.to, LEFT, RIGHT);
  const y = linearScale(0, Math.max(1, ...heights), BOTTOM, MARGIN.top);
  const inside = (value: number) => Math.min(RIGHT, Math.max(LEFT, x(value)));
  const unitText = unit === '' ? '' : ` (${unit})`;
  return (
    <figure className="class-figure">
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={describeHistogram(histogram)}>
        {y.ticks(3).map((tick) => (
          <g key={tick}>
            <line className="class-grid" x1={LEFT} x2={RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="class-axis" x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {Number.isInteger(tick) ? tick : ''}
            </text>
          </g>
        ))}
        {bins.map(({ from, to, rightCount, wrongCount, unjudgedCount }) => (
          <g key={from}>
            {[
              { name: 'class-right', base: 0, count: rightCount },
              { name: 'class-wrong', base: rightCount, count: wrongCount },
              { name: 'class-waiting', base: rightCount + wrongCount, count: unjudgedCount },
            ].map(
              ({ name, base, count }) =>
                count > 0 && (
                  <rect
                    key={name}
                    className={name}
                    x={x(from) + 1}
                    width={Math.max(1, x(to) - x(from) - 2)}
                    y={y(base + count)}
                    height={y(base) - y(base + count)}
                  />
                ),
            )}
          </g>
        ))}
        {band !== undefined &&
          ['class-band-ground', 'class-band'].map((className) => (
            <rect
              key={className}
              className={className}
              x={inside(band.low)}
              width={Math.max(2, inside(band.high) - inside(band.low))}
              y={MARGIN.top}
              height={BOTTOM - MARGIN.top}
            />
          ))}
        {trueValues !== undefined && (
          <rect
            className="class-true"
            x={inside(trueValues.low) - 1}
            width={Math.max(2, inside(trueValues.high) - inside(trueValues.low) + 2)}
            y={MARGIN.top - 6}
            height={BOTTOM - MARGIN.top + 6}
          />
        )}
        {x.ticks(8).map((tick) => (
          <text key={tick} className="class-axis" x={x(tick)} y={BOTTOM + 16} textAnchor="middle">
            {tick}
          </text>
        ))}
        <text className="class-axis" x={(LEFT + RIGHT) / 2} y={SIZE.height - 6} textAnchor="middle">
          {label}
          {unitText}
        </text>
        <text className="class-axis" x={0} y={12}>
          answers
        </text>
      </svg>
      <figcaption className="muted">
        {trueValues === undefined
          ? band === undefined
            ? 'The true value is not yet run. '
            : ''
          : `True value: ${formatRange(trueValues)} ${unit} (thick line). `}
        {band !== undefined && `Allowed: ${formatRange(band)} ${unit} (between the dashed lines). `}
        {bins.some(({ rightCount, wrongCount }) => rightCount + wrongCount > 0) &&
          'Dark: right. Pale with an edge: not right. '}
        {belowCount > 0 && `${belowCount} below this axis. `}
        {aboveCount > 0 && `${aboveCount} above this axis.`}
      </figcaption>
    </figure>
  );
}

function describeHistogram({ label, unit, bins }: NumberHistogram): string {
  const parts = bins.flatMap(({ from, to, rightCount, wrongCount, unjudgedCount }) => {
    const count = rightCount + wrongCount + unjudgedCount;
    return count === 0 ? [] : `${count} from ${formatShort(from)} to ${formatShort(to)}`;
  });
  return `${label}${unit === '' ? '' : `, ${unit}`}: ${parts.join(', ')}`;
}
