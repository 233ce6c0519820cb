/** The figures in the head of a lane, and the span over which they count. */

import type { LaneFigures } from '../../export/lane-figures.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { Term } from '../help/card.tsx';
import { type CountedSpan, isMixed } from './counted-span.ts';
import './figures-line.css';

/** A bar under a figure, with one scale for all lanes. */
function Bar({ share }: { readonly share: number }) {
  const width = `${100 * (share > 0 ? Math.min(1, share) : 0)}%`;
  return (
    <i className="bar" aria-hidden="true">
      <i style={{ width }} />
    </i>
  );
}

export function FiguresLine({
  figures,
  maxima,
  span,
}: {
  readonly figures: Partial<LaneFigures> | undefined;
  readonly maxima: Pick<LaneFigures, 'delayMs' | 'dropRate'>;
  readonly span: CountedSpan;
}) {
  const {
    linkBusyRatio = Number.NaN,
    delayMs = Number.NaN,
    dropRate = Number.NaN,
    markRate = 0,
    fairness,
  } = figures ?? {};
  return (
    <p className={`figures row ${span.isWarmingUp ? 'warming-up' : ''}`}>
      <span>
        <Term id="busy">link busy</Term> <b>{formatNumber(linkBusyRatio * 100)} %</b>
      </span>
      <span className="figures-main">
        <Term id="delay">delay</Term> <b>{formatNumber(delayMs)} ms</b>
        <Bar share={delayMs / maxima.delayMs} />
      </span>
      <span className="figures-main">
        <Term id="loss">loss</Term> <b>{formatNumber(dropRate * 100)} %</b>
        <Bar share={dropRate / maxima.dropRate} />
      </span>
      {fairness !== undefined && (
        <span>
          <Term id="fairness">fairness</Term> <b>{formatNumber(fairness)}</b>
        </span>
      )}
      {markRate > 0 && (
        <span>
          <Term id="mark">marked</Term> <b>{formatNumber(markRate * 100)} %</b>
        </span>
      )}
      <Since span={span} />
    </p>
  );
}

function Since({ span }: { readonly span: CountedSpan }) {
  const { isWarmingUp, fromSeconds, changeText } = span;
  if (!isMixed(span))
    return (
      <span className="since">
        <Term id="warmup">{isWarmingUp ? 'warm-up' : 'since'}</Term>{' '}
        <b>
          {isWarmingUp && 'to '}
          {fromSeconds} s
        </b>
      </span>
    );
  return (
    <span className="since" title={`These figures mix two settings: since ${fromSeconds} s${changeText}`}>
      <span>
        <Term id="warmup">since</Term> {fromSeconds} s
      </span>{' '}
      <b>
        mixed<span className="visually-hidden">{changeText}</span>
      </b>
    </span>
  );
}
