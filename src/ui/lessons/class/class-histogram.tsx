/** A histogram of the numbers of a class, with the true value and the allowed band. */
import {
  formatRange,
  type HistogramBin,
  type NumberHistogram,
  type NumbersBeyond,
} from '../../../lessons/class/number-histogram.ts';
import { formatValue } from '../../../lessons/hand-in/hand-in-texts.ts';
import { linearScale } from '../../../view/draw/scale.ts';
import { CLASS_FIGURE, ClassFigure } from './class-figure.tsx';

const BOTTOM = 150;

/** The parts of a bar, from its bottom to its top. */
const barParts = ({ rightCount, wrongCount, unjudgedCount }: HistogramBin) => [
  { name: 'class-right', base: 0, top: rightCount },
  { name: 'class-wrong', base: rightCount, top: rightCount + wrongCount },
  { name: 'class-waiting', base: rightCount + wrongCount, top: rightCount + wrongCount + unjudgedCount },
];

const countOf = ({ rightCount, wrongCount, unjudgedCount }: HistogramBin) => rightCount + wrongCount + unjudgedCount;

export function ClassHistogram({ histogram }: { readonly histogram: NumberHistogram }) {
  const { label, unit, bins, trueValues, band } = histogram;
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return <p className="muted">No numbers yet.</p>;
  const x = linearScale(first.from, last.to, CLASS_FIGURE.left, CLASS_FIGURE.right);
  const y = linearScale(0, Math.max(1, ...bins.map(countOf)), BOTTOM, CLASS_FIGURE.top);
  const xWithin = (value: number) => Math.min(x.end, Math.max(x.start, x(value)));
  return (
    <ClassFigure
      label={describeHistogram(histogram)}
      x={x}
      xTickCount={8}
      xName={`${label}${unit === '' ? '' : ` (${unit})`}`}
      y={y}
      yTicks={y.ticks(3).filter(Number.isInteger)}
      yName="answers"
      caption={formatCaption(histogram)}
    >
      {bins.flatMap((bin) =>
        barParts(bin)
          .filter(({ base, top }) => top > base)
          .map(({ name, base, top }) => (
            <rect
              key={`${bin.from} ${name}`}
              className={name}
              x={x(bin.from) + 1}
              width={Math.max(1, x(bin.to) - x(bin.from) - 2)}
              y={y(top)}
              height={y(base) - y(top)}
            />
          )),
      )}
      {band !== undefined &&
        ['class-band-ground', 'class-band'].map((className) => (
          <rect
            key={className}
            className={className}
            x={xWithin(band.low)}
            width={Math.max(2, xWithin(band.high) - xWithin(band.low))}
            y={y.end}
            height={y.start - y.end}
          />
        ))}
      {trueValues !== undefined && (
        <rect
          className="class-true"
          x={xWithin(trueValues.low) - 1}
          width={Math.max(2, xWithin(trueValues.high) - xWithin(trueValues.low) + 2)}
          y={y.end - 6}
          height={y.start - y.end + 6}
        />
      )}
    </ClassFigure>
  );
}

function formatCaption({ unit, bins, below, above, trueValues, band, isOfGoal }: NumberHistogram): string {
  const isJudged = bins.some(({ rightCount, wrongCount }) => rightCount + wrongCount > 0);
  return [
    trueValues === undefined && band === undefined && 'The true value is not yet run.',
    trueValues !== undefined && `True value: ${formatRange(trueValues)} ${unit} (thick line).`,
    band !== undefined && `Allowed: ${formatRange(band)} ${unit} (in the dashed frame).`,
    isJudged &&
      (isOfGoal
        ? 'Dark: meets this goal. Pale with an edge: does not meet it.'
        : 'Dark: right. Pale with an edge: not right.'),
    below && `${formatBeyond(below, 'down to', unit)} below this axis.`,
    above && `${formatBeyond(above, 'up to', unit)} above this axis.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Such as *1 (458 ms)* and *3 (up to 458 ms)*. */
function formatBeyond({ count, farthestValue }: NumbersBeyond, direction: string, unit: string): string {
  return `${count} (${count === 1 ? '' : `${direction} `}${`${formatValue(farthestValue)} ${unit}`.trimEnd()})`;
}

function describeHistogram({ label, unit, bins }: NumberHistogram): string {
  const parts = bins
    .filter((bin) => countOf(bin) > 0)
    .map((bin) => `${countOf(bin)} from ${formatValue(bin.from)} to ${formatValue(bin.to)}`);
  return `${label}${unit === '' ? '' : `, ${unit}`}: ${parts.join(', ')}`;
}
