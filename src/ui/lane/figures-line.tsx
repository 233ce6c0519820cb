/** The figures in the head of a lane, and the span over which they count. */

import { memo } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { countedFrame } from '../../quantities/figures/counted-frame.ts';
import {
  dropRateName,
  findScenarioDelay,
  laneFigures,
  type ScenarioDelay,
} from '../../quantities/figures/lane-figures.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { Term } from '../help/card.tsx';
import type { TermId } from '../help/terms.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLane, usePage } from '../shell/context.tsx';
import { type CountedSpan, countedSpan, mixesSettings } from './counted-span.ts';
import './figures-line.css';

interface FigureProps {
  readonly className?: string;
  readonly term: TermId;
  readonly name: string;
  readonly value: string;
  /** Length of the bar under it, 0 to 1, with one scale for all lanes; undefined for none. */
  readonly share?: number | undefined;
}

function Figure({ className = 'figures-main', term, name, value, share }: FigureProps) {
  return (
    <span className={className}>
      <Term id={term}>{name}</Term> <b className="figures-value">{value}</b>
      {share !== undefined && (
        <i className="figures-bar" aria-hidden="true">
          <i className="figures-share" style={{ width: `${100 * (share > 0 ? Math.min(1, share) : 0)}%` }} />
        </i>
      )}
    </span>
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
  // The delay that the scenario asks about takes the place of the delay of all packets, because readers confuse two
  // means.
  const scenarioDelay = laneScenarioDelay(snapshot);
  const span = countedSpan(snapshot, run, lane);
  const upFigures = snapshot.up && laneFigures(countedFrame(snapshot.up));
  const [down, both] = upFigures === undefined ? ['', ''] : [' down', ' down, up'];
  return (
    <p
      className={joinClassNames(
        'figures row',
        span.isWarmingUp && 'figures-early',
        upFigures !== undefined && 'figures-two-way',
      )}
    >
      <Figure
        className="figures-busy"
        term="busy"
        name={upFigures === undefined ? 'link busy' : 'busy down, up'}
        value={formatPercents(linkBusyShare, upFigures?.linkBusyShare)}
      />
      <Figure
        term={scenarioDelay?.term ?? 'delay'}
        name={scenarioDelay?.name ?? `delay${down}`}
        value={`${formatNumber(scenarioDelay?.meanMs ?? delayMs)} ms`}
        share={scenarioDelay ? scenarioDelay.meanMs / maxima.scenarioDelayMs : delayMs / maxima.delayMs}
      />
      <Figure
        className={fairness === undefined ? 'figures-main' : ''}
        term="loss"
        name={`${linkLossRate > 0 ? 'router drops' : dropRateName(fairness !== undefined)}${both}`}
        value={formatPercents(dropRate, upFigures?.dropRate)}
        share={upFigures === undefined ? dropRate / maxima.dropRate : undefined}
      />
      {linkLossRate > 0 && (
        <Figure term="linkLoss" name={`link loses${down}`} value={`${formatNumber(linkLossRate * 100)} %`} />
      )}
      {fairness !== undefined && <Figure term="fairness" name="fairness" value={formatNumber(fairness)} />}
      {(markRate > 0 || (upFigures?.markRate ?? 0) > 0) && (
        <Figure className="" term="mark" name={`marked${both}`} value={formatPercents(markRate, upFigures?.markRate)} />
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
