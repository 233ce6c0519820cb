/** The figures in the head of a lane, and the span over which they count. */

import type { LaneFigures, ScenarioDelay } from '../../quantities/figures/lane-figures.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { Term } from '../help/card.tsx';
import { type CountedSpan, mixesSettings } from './counted-span.ts';
import './figures-line.css';

/** A bar under a figure, with one scale for all lanes. */
function FigureBar({ share }: { readonly share: number }) {
  const width = `${100 * (share > 0 ? Math.min(1, share) : 0)}%`;
  return (
    <i className="figures-bar" aria-hidden="true">
      <i className="figures-share" style={{ width }} />
    </i>
  );
}

/** The largest figures of all lanes: the scales of their bars. */
export interface FigureMaxima {
  readonly delayMs: number;
  readonly scenarioDelayMs: number;
  readonly dropRate: number;
}

export function FiguresLine({
  figures,
  scenarioDelay,
  maxima,
  span,
  isSpanShown,
}: {
  readonly figures: Partial<LaneFigures> | undefined;
  /** Where there is little room, it takes the place of the delay of all packets. */
  readonly scenarioDelay: ScenarioDelay | undefined;
  readonly maxima: FigureMaxima;
  readonly span: CountedSpan;
  /** Whether no other text on the page says over which span the figures count. */
  readonly isSpanShown: boolean;
}) {
  const {
    linkBusyShare = Number.NaN,
    delayMs = Number.NaN,
    dropRate = Number.NaN,
    markRate = 0,
    fairness,
  } = figures ?? {};
  return (
    <p className={`figures row ${span.isWarmingUp ? 'figures-early' : ''}`}>
      <span>
        <Term id="busy">link busy</Term> <b className="figures-value">{formatNumber(linkBusyShare * 100)} %</b>
      </span>
      <span className={scenarioDelay === undefined ? 'figures-main' : undefined}>
        <Term id="delay">delay</Term> <b className="figures-value">{formatNumber(delayMs)} ms</b>
        <FigureBar share={delayMs / maxima.delayMs} />
      </span>
      {scenarioDelay !== undefined && (
        <span className="figures-main">
          <Term id={scenarioDelay.term}>{scenarioDelay.name}</Term>{' '}
          <b className="figures-value">{formatNumber(scenarioDelay.meanMs)} ms</b>
          <FigureBar share={scenarioDelay.meanMs / maxima.scenarioDelayMs} />
        </span>
      )}
      <span className="figures-main">
        <Term id="loss">loss</Term> <b className="figures-value">{formatNumber(dropRate * 100)} %</b>
        <FigureBar share={dropRate / maxima.dropRate} />
      </span>
      {fairness !== undefined && (
        <span>
          <Term id="fairness">fairness</Term> <b className="figures-value">{formatNumber(fairness)}</b>
        </span>
      )}
      {markRate > 0 && (
        <span>
          <Term id="mark">marked</Term> <b className="figures-value">{formatNumber(markRate * 100)} %</b>
        </span>
      )}
      <CountedSpanNote span={span} isShown={isSpanShown} />
    </p>
  );
}

function CountedSpanNote({ span, isShown }: { readonly span: CountedSpan; readonly isShown: boolean }) {
  const { isWarmingUp, fromSeconds, changeText } = span;
  const word = isWarmingUp ? 'warm-up' : 'since';
  if (!mixesSettings(span))
    return (
      <span className={isShown ? 'figures-since' : 'visually-hidden'}>
        {isShown ? <Term id="warmup">{word}</Term> : word}{' '}
        <b className="figures-value">
          {isWarmingUp && 'to '}
          {fromSeconds} s
        </b>
      </span>
    );
  return (
    <span className="figures-since" title={`These figures mix two settings: since ${fromSeconds} s${changeText}`}>
      <span>
        <Term id="warmup">since</Term> {fromSeconds} s
      </span>{' '}
      <b className="figures-value">
        mixed<span className="visually-hidden">{changeText}</span>
      </b>
    </span>
  );
}
