/** A histogram of the numbers of a class, with the true value and the allowed band. */
import {
  formatRange,
  type HistogramBin,
  type NumberHistogram,
  type NumbersBeyond,
} from '../../../lessons/class/number-histogram.ts';
import { formatValue } from '../../../lessons/hand-in/hand-in-texts.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { linearScale } from '../../../view/draw/scale.ts';
import { Word } from '../../parts/texts.tsx';
import { CLASS_FIGURE, ClassFigure, ClassKey } from './class-figure.tsx';

/** Over the bars is room for the true value. */
const TOP = CLASS_FIGURE.top + 12;
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
  const y = linearScale(0, Math.max(1, ...bins.map(countOf)), BOTTOM, TOP);
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
      caption={
        <>
          {barKeys(histogram).map(([mark, meaning]) => (
            <ClassKey key={mark} mark={mark}>
              {meaning}
            </ClassKey>
          ))}
          {formatCaption(histogram)}
        </>
      }
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
      {trueValues !== undefined && <TrueValue from={xWithin(trueValues.low)} to={xWithin(trueValues.high)} />}
    </ClassFigure>
  );
}

/** The name stays beside that of the axis, px. */
const TRUE_NAME_LEFT_PX = 110;
const TRUE_NAME_RIGHT_PX = CLASS_FIGURE.right - 30;

/** Over the bars, so that nobody takes it for one: a wide arrow for one value, a bracket for a range, and its name. */
function TrueValue({ from, to }: Readonly<Record<'from' | 'to', number>>) {
  const middle = (from + to) / 2;
  const y = TOP - 6;
  return (
    <>
      {from === to ? (
        <path className="class-true" d={`M${middle - 2} ${y - 10}h4v6h4l-6 8l-6 -8h4z`} />
      ) : (
        <path className="class-true-range" d={`M${from} ${y - 5}v10M${from} ${y}H${to}M${to} ${y - 5}v10`} />
      )}
      <Word at={[Math.min(TRUE_NAME_RIGHT_PX, Math.max(TRUE_NAME_LEFT_PX, middle)), y - 14, 'middle']}>
        {from === to ? 'true value' : 'true values'}
      </Word>
    </>
  );
}

/** The kinds of bars that the figure has, with their meanings. */
const barKeys = ({ bins, isOfGoal }: NumberHistogram) =>
  (
    [
      ['class-right', isOfGoal ? 'meets this goal' : 'right', 'rightCount'],
      ['class-wrong', isOfGoal ? 'does not meet it' : 'not right', 'wrongCount'],
      ['class-waiting', 'not yet run', 'unjudgedCount'],
    ] as const
  ).filter(([, , count]) => bins.some((bin) => bin[count] > 0));

function formatCaption({ unit, below, above, trueValues, band, allowedText }: NumberHistogram): string {
  return [
    trueValues === undefined && band === undefined && 'The true value is not yet run.',
    trueValues !== undefined &&
      (trueValues.low === trueValues.high
        ? `True value: ${formatRange(trueValues)} ${unit} (arrow over the bars).`
        : `True values: ${formatRange(trueValues)} ${unit} (bracket over the bars).`),
    band !== undefined && `Allowed: ${`${allowedText} ${unit}`.trimEnd()} (in the dashed frame).`,
    trueValues !== undefined &&
      trueValues.low < trueValues.high &&
      'Each student has a true value of their own. The frame has the allowed values of all, so a number in it can be not right.',
    below && formatBeyond(below, 'below', 'down to', unit),
    above && formatBeyond(above, 'above', 'up to', unit),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Such as *1 answer is above this axis: 458 ms.* and *3 answers are above this axis: up to 458 ms.* */
function formatBeyond({ count, farthestValue }: NumbersBeyond, side: string, reach: string, unit: string): string {
  const value = `${formatValue(farthestValue)} ${unit}`.trimEnd();
  const [verb, beginning] = count === 1 ? ['is', ''] : ['are', `${reach} `];
  return `${formatCount(count, 'answer')} ${verb} ${side} this axis: ${beginning}${value}.`;
}

function describeHistogram({ label, unit, bins }: NumberHistogram): string {
  const parts = bins
    .filter((bin) => countOf(bin) > 0)
    .map((bin) => `${countOf(bin)} from ${formatValue(bin.from)} to ${formatValue(bin.to)}`);
  return `${label}${unit === '' ? '' : `, ${unit}`}: ${parts.join(', ')}`;
}
