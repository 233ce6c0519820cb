/** One lane: its head with the policy and the figures, and below it the drawings, or the reason why it has stopped. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import {
  findScenarioDelay,
  type LaneFigures,
  laneFigures,
  type ScenarioDelay,
} from '../../quantities/figures/lane-figures.ts';
import { policyOfLane } from '../../run-state/run-values.ts';
import { laneDash, laneLetter } from '../../shared/lane-letters.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { countedSpan, mixesSettings } from './counted-span.ts';
import { type FigureMaxima, FiguresLine } from './figures-line.tsx';
import { LaneDrawings } from './lane-drawings.tsx';
import { LaneFailureNote } from './lane-failure.tsx';
import { PolicyChoice } from './policy-choice.tsx';
import './lane-panel.css';

const LaneMenu = lazyPart(
  'The menu of this lane',
  async () => (await import('./lane-menu.tsx')).LaneMenu,
  (content, isBusy) => (isBusy ? <span className="lane-menu-place" /> : content),
);

export function LanePanel({ index }: { readonly index: number }) {
  const run = usePage((state) => state.run);
  const isBare = usePage((state) => state.embedding !== 'whole');
  const story = usePage((state) => state.storyStop);
  const lanes = useLanes();
  const lane = lanes[index];
  const state = run.lanes[index];
  if (lane === undefined || state === undefined) return null;
  const letter = laneLetter(index);
  const policy = policyOfLane(state);
  const figures = laneFigures(lane.frame);
  const scenarioDelay = findLaneDelay(lane);
  const span = countedSpan(lane, run, index);
  return (
    <section className="lane" aria-label={`Lane ${letter}: ${policy.name}`} data-lane={index} tabIndex={-1}>
      <header
        className={joinClassNames(
          'lane-head row',
          mixesSettings(span) && 'mixed-settings',
          (hasFifthFigure(figures) || scenarioDelay !== undefined) && 'five-figures',
        )}
      >
        <span className="lane-key stack" aria-hidden="true">
          <span className="badge">{letter}</span>
          <svg width="22" height="4" aria-hidden="true">
            <path d="M0 2h22" stroke="currentColor" strokeWidth="2" strokeDasharray={laneDash(index).join(' ')} />
          </svg>
        </span>
        <PolicyChoice index={index} />
        {!isBare && <LaneMenu index={index} />}
        <FiguresLine
          figures={figures}
          scenarioDelay={scenarioDelay}
          maxima={figureMaxima(lanes)}
          span={span}
          // The headline names the span, but not at a stop of a story.
          isSpanShown={isBare || story !== undefined}
        />
      </header>
      {lane.failure === undefined ? (
        <LaneDrawings index={index} name={policy.name} />
      ) : (
        <LaneFailureNote index={index} failure={lane.failure} />
      )}
    </section>
  );
}

/** Whether the lane has marks or a fairness, beside the four figures of each lane. */
const hasFifthFigure = (figures: LaneFigures | undefined) =>
  Boolean(figures?.markRate) || figures?.fairness !== undefined;

function findLaneDelay({ description, frame }: LaneSnapshot): ScenarioDelay | undefined {
  return description && frame && findScenarioDelay(description, frame);
}

function figureMaxima(lanes: readonly LaneSnapshot[]): FigureMaxima {
  const allFigures = lanes.flatMap(({ frame }) => laneFigures(frame) ?? []);
  const finiteMax = (values: readonly number[]) => Math.max(...values.filter(Number.isFinite));
  return {
    delayMs: finiteMax(allFigures.map(({ delayMs }) => delayMs)),
    scenarioDelayMs: finiteMax(lanes.map((lane) => findLaneDelay(lane)?.meanMs ?? Number.NaN)),
    dropRate: finiteMax(allFigures.map(({ dropRate }) => dropRate)),
  };
}
