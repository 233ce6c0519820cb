/** A random decision on a line from 0 to 1: numbers below the probability drop or mark the packet. */
import type { RandomComparison } from './reasoning.ts';
import './probability-line.css';

/** The line in its picture, px. */
const PROBABILITY_LINE_PX = { left: 6, width: 228, top: 24, height: 16 };
/** Widths of "draw 0.03333" and of a range with its word, px. */
const LABEL_WIDTH_PX = 76;
const MIN_WORD_RANGE_PX = 56;
/** Space of the number 0 or 1 at the ends, px. */
const END_WIDTH_PX = 12;

export function ProbabilityLine({
  comparison: { randomNumber, probability, randomNumberText, probabilityText },
}: {
  readonly comparison: RandomComparison;
}) {
  const { left, width, top, height } = PROBABILITY_LINE_PX;
  const right = left + width;
  const x = (value: number) => left + width * Math.min(1, value);
  const [drawX, probabilityX] = [x(randomNumber), x(probability)];
  const isBelow = randomNumber < probability;
  const sign = isBelow ? '<' : '≥';
  const isProbabilityLeft = probability < 0.5;
  return (
    <figure className="probability-line">
      <svg
        className="outlines"
        viewBox={`0 0 ${left + width + 6} 58`}
        role="img"
        aria-label={`The random number ${randomNumberText} ${sign} ${probabilityText}, the probability, on a line from 0 to 1`}
      >
        <rect x={left} y={top} width={width} height={height} className="pass-range" />
        <rect x={left} y={top} width={probabilityX - left} height={height} className="drop-range" />
        <path d={`M${drawX} ${top - 1}l-4 -7h8z`} className="drawn-number" />
        <path d={`M${drawX} ${top}v${height}`} />
        <text x={Math.min(Math.max(left, drawX - LABEL_WIDTH_PX / 2), right - LABEL_WIDTH_PX)} y={top - 11}>
          draw {randomNumberText}
        </text>
        <text x={left} y={top + height + 14} textAnchor="middle" className="muted">
          0
        </text>
        <text x={right} y={top + height + 14} textAnchor="middle" className="muted">
          1
        </text>
        <text
          x={
            isProbabilityLeft
              ? Math.max(left + END_WIDTH_PX, probabilityX)
              : Math.min(right - END_WIDTH_PX, probabilityX)
          }
          y={top + height + 14}
          textAnchor={isProbabilityLeft ? 'start' : 'end'}
        >
          p = {probabilityText}
        </text>
        {right - probabilityX >= MIN_WORD_RANGE_PX && (
          <text
            x={(Math.max(probabilityX, isBelow ? 0 : drawX) + right) / 2}
            y={top + 12}
            textAnchor="middle"
            className="muted"
          >
            accept
          </text>
        )}
      </svg>
    </figure>
  );
}
