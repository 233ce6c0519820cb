/** The figures in the head of a lane, and the span over which they count. */

import { memo } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { countedFrame } from '../../quantities/figures/counted-frame.ts';
import { findScenarioDelay, laneFigures, type ScenarioDelay } from '../../quantities/figures/lane-figures.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { Term } from '../help/card.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { useLane, usePage } from '../shell/context.tsx';
import { type CountedSpan, countedSpan, mixesSettings } from './counted-span.ts';
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
interface FigureMaxima {
  readonly delayMs: number;
  readonly scenarioDelayMs: number;
  readonly dropRate: number;
}

/** All lines of figures read them, and they are computed once for each state of the lanes. */
const maximaByLanes = new WeakMap<readonly LaneSnapshot[], FigureMaxima>();

function figureMaxima(lanes: readonly LaneSnapshot[]): FigureMaxima {
  const knownMaxima = maximaByLanes.get(lanes);
  if (knownMaxima !== undefined) return knownMaxima;
  const allFigures = lanes.flatMap((lane) => laneFigures(countedFrame(lane)) ?? []);
  const finiteMax = (values: readonly number[]) => Math.max(...values.filter(Number.isFinite));
  const maxima = {
    delayMs: finiteMax(allFigures.map(({ delayMs }) => delayMs)),
    scenarioDelayMs: finiteMax(lanes.map((lane) => laneScenarioDelay(lane)?.meanMs ?? Number.NaN)),
    dropRate: finiteMax(allFigures.map(({ dropRate }) => dropRate)),
  };
  maximaByLanes.set(lanes, maxima);
  return maxima;
}

function laneScenarioDelay(lane: LaneSnapshot): ScenarioDelay | undefined {
  const { description } = lane;
  const frame = countedFrame(lane);
  return description && frame && findScenarioDelay(description, frame);
}

/** The shares of one queue, or of the queues down and up. */
const formatPercents = (share: number, shareUp: number | undefined) =>
  shareUp === undefined
    ? `${formatNumber(share * 100)} %`
    : `${formatShort(share * 100)}, ${formatShort(shareUp * 100)} %`;

/** Whole percents, or two digits: two numbers share the place of one. */
function formatShort(percent: number): string {
  if (!Number.isFinite(percent)) return '–';
  return String(percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(percent < 0.1 ? 1 : 2)));
}

/** Whether a lane has marks, a fairness, or losses behind the queue, beside the other figures of each lane. */
export function hasFifthFigure(lane: LaneSnapshot): boolean {
  const figures = laneFigures(countedFrame(lane));
  return Boolean(figures?.markRate) || Boolean(figures?.linkLossRate) || figures?.fairness !== undefined;
}

export function FiguresLine({ lane }: { readonly lane: number }) {
  const run = usePage((state) => state.run);
  const snapshot = useLane(lane);
  const maxima = usePage((state) => figureMaxima(state.lanes));
  // The headline names the span, but not at a stop of a story, and a lesson has no headline.
  const isSpanShown = usePage(
    ({ embedding, storyStop, lessonHash }) => embedding !== 'whole' || (storyStop ?? lessonHash) !== undefined,
  );
  if (snapshot === undefined) return null;
  const {
    linkBusyShare = Number.NaN,
    delayMs = Number.NaN,
    dropRate = Number.NaN,
    markRate = 0,
    linkLossRate = 0,
    fairness,
  } = laneFigures(countedFrame(snapshot)) ?? {};
  // The delay that the scenario asks about takes the place of the delay of all packets, because readers confuse two means.
  const scenarioDelay = laneScenarioDelay(snapshot);
  const span = countedSpan(snapshot, run, lane);
  const up = snapshot.up && laneFigures(countedFrame(snapshot.up));
  return (
    <p
      className={joinClassNames(
        'figures row',
        span.isWarmingUp && 'figures-early',
        up !== undefined && 'figures-two-way',
      )}
    >
      <span className="figures-busy">
        <Term id="busy">{up === undefined ? 'link busy' : 'busy down, up'}</Term>{' '}
        <b className="figures-value">{formatPercents(linkBusyShare, up?.linkBusyShare)}</b>
      </span>
      {scenarioDelay === undefined ? (
        <span className="figures-main">
          <Term id="delay">delay{up !== undefined && ' down'}</Term>{' '}
          <b className="figures-value">{formatNumber(delayMs)} ms</b>
          <FigureBar share={delayMs / maxima.delayMs} />
        </span>
      ) : (
        <span className="figures-main">
          <Term id={scenarioDelay.term}>{scenarioDelay.name}</Term>{' '}
          <b className="figures-value">{formatNumber(scenarioDelay.meanMs)} ms</b>
          <FigureBar share={scenarioDelay.meanMs / maxima.scenarioDelayMs} />
        </span>
      )}
      <span className={fairness === undefined ? 'figures-main' : undefined}>
        <Term id="loss">
          {linkLossRate > 0 ? 'router drops' : 'loss'}
          {up !== undefined && ' down, up'}
        </Term>{' '}
        <b className="figures-value">{formatPercents(dropRate, up?.dropRate)}</b>
        {up === undefined && <FigureBar share={dropRate / maxima.dropRate} />}
      </span>
      {linkLossRate > 0 && (
        <span className="figures-main">
          <Term id="linkLoss">link loses{up !== undefined && ' down'}</Term>{' '}
          <b className="figures-value">{formatNumber(linkLossRate * 100)} %</b>
        </span>
      )}
      {fairness !== undefined && (
        <span className="figures-main">
          <Term id="fairness">fairness</Term> <b className="figures-value">{formatNumber(fairness)}</b>
        </span>
      )}
      {(markRate > 0 || (up?.markRate ?? 0) > 0) && (
        <span>
          <Term id="mark">marked{up !== undefined && ' down, up'}</Term>{' '}
          <b className="figures-value">{formatPercents(markRate, up?.markRate)}</b>
        </span>
      )}
      <CountedSpanNote {...span} isShown={isSpanShown} />
    </p>
  );
}

const CountedSpanNote = memo(({ isShown, ...span }: CountedSpan & { readonly isShown: boolean }) => {
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
});
