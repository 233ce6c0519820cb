/**
 * The controls of a lane, loaded after its queue: the choice of the drawing under the queue, the menu of the lane, its
 * spoken summary, and the groups of policies.
 */

import { useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { PageState } from '../../app/page/page-state.ts';
import type { PolicyDefinition, Taxonomy } from '../../engine/contract/policy.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { countedFrame } from '../../quantities/figures/counted-frame.ts';
import { dropRateName, type LaneFigures, laneFigures } from '../../quantities/figures/lane-figures.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { isViewOfUp, type LaneViewMode } from '../../run-state/url-view.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { Button, ToggleButton } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { WideTable } from '../parts/table.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useMenu } from '../shell/effects.ts';
import { countedSpan } from './counted-span.ts';
import './lane-controls.css';

export interface LensChoice {
  readonly show: LaneViewMode;
  /** The single shown VC. */
  readonly focus: number | undefined;
}

interface LensChoicesProps {
  readonly lane: number;
  readonly choice: LensChoice;
  readonly onChoose: (choice: LensChoice) => void;
}

export function LensChoices({ lane, choice, onChoose }: LensChoicesProps) {
  const description = usePage((state) => state.lanes[lane]?.description);
  const toggle = (show: LensChoice['show'], name: string, title: string) => (
    <ToggleButton
      isOn={choice.show === show}
      title={title}
      onClick={() =>
        onChoose({ ...choice, show: choice.show === show ? (show === 'overTimeUp' ? 'lensUp' : 'lens') : show })
      }
    >
      {name}
    </ToggleButton>
  );
  const hasRegions = description?.hints.lens === 'vcs';
  const vcs = hasRegions && choice.show === 'regions' ? description.classes : [];
  return (
    <div className="lens-choice row screen-only">
      {vcs.length > 1 && (
        <Select
          aria-label="VC in the lens"
          value={vcs[choice.focus ?? -1] === undefined ? 'all' : choice.focus}
          options={[['all', 'all VCs'], ...vcs.map(({ label }, vc) => [vc, label] as const)]}
          onChoose={(vc) => onChoose({ ...choice, focus: vc === 'all' ? undefined : Number(vc) })}
        />
      )}
      {hasRegions && toggle('regions', 'regions', 'The frames that the policy drops, by the cells in the buffer')}
      {description?.bufferUnit === 'cells' &&
        findPolicy(description.policy)?.taxonomy !== undefined &&
        toggle('groups', 'groups', 'The group of policies that this policy belongs to')}
      {description?.up !== undefined && <UpChoice choice={choice} onChoose={onChoose} />}
      {toggle(
        isViewOfUp(choice.show) ? 'overTimeUp' : 'overTime',
        'over time',
        'The queue, the state of the policy and its thresholds over the last seconds',
      )}
    </div>
  );
}

interface UpChoiceProps {
  readonly choice: LensChoice;
  readonly onChoose: (choice: LensChoice) => void;
}

/** The choice between the lenses of the two queues. */
function UpChoice({ choice, onChoose }: UpChoiceProps) {
  const showsUp = isViewOfUp(choice.show);
  const isOverTime = choice.show === 'overTime' || choice.show === 'overTimeUp';
  const show = (isUp: boolean): LaneViewMode =>
    isOverTime ? (isUp ? 'overTimeUp' : 'overTime') : isUp ? 'lensUp' : 'lens';
  return (
    <fieldset className="lens-queues row" aria-label="Queue of the drawing below">
      {[false, true].map((isUp) => (
        <ToggleButton
          key={String(isUp)}
          isOn={showsUp === isUp}
          title={`The drawing below shows the queue ${isUp ? 'up' : 'down'}`}
          onClick={() => onChoose({ ...choice, show: show(isUp) })}
        >
          {isUp ? 'up' : 'down'}
        </ToggleButton>
      ))}
    </fieldset>
  );
}

/** The menu with the actions on a whole lane. */
export function LaneMenu({ lane }: { readonly lane: number }) {
  const { page } = usePageContext();
  const lanes = usePage((state) => state.run.lanes.length);
  const isOwn = usePage((state) => state.run.lanes[lane]?.policy === PROGRAM_POLICY);
  const { isOpen, setIsOpen, toggle, containerProps } = useMenu();
  const letter = laneLetter(lane);
  const closeAndRun = (action: () => void) => () => {
    setIsOpen(false);
    action();
  };
  const isFull = lanes >= MAX_LANES;
  return (
    <span className="lane-menu anchor screen-only" {...containerProps}>
      <Button
        className="quiet"
        aria-label={`More about lane ${letter}`}
        title="Write a policy; duplicate, move or remove this lane"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        ⋯
      </Button>
      {isOpen && (
        <span className="menu floating stack">
          <Button onClick={closeAndRun(() => page.views.show({ openProgram: lane }))}>
            {isOwn ? 'Edit the program' : 'Write a policy'} of lane {letter}
          </Button>
          <Button
            disabled={isFull}
            title={
              isFull
                ? `A page has at most ${MAX_LANES} lanes`
                : 'Adds a copy of this lane, so that you can change one value and compare'
            }
            onClick={closeAndRun(() => page.edit((editor) => editor.lanes.duplicate(lane)))}
          >
            Duplicate lane {letter}
          </Button>
          <Button disabled={lane === 0} onClick={closeAndRun(() => page.edit((editor) => editor.lanes.move(lane, -1)))}>
            Move lane {letter} left
          </Button>
          <Button
            disabled={lane === lanes - 1}
            onClick={closeAndRun(() => page.edit((editor) => editor.lanes.move(lane, 1)))}
          >
            Move lane {letter} right
          </Button>
          <Button disabled={lanes === 1} onClick={closeAndRun(() => page.edit((editor) => editor.lanes.remove(lane)))}>
            Remove lane {letter}
          </Button>
        </span>
      )}
    </span>
  );
}

/** For cells, the first of the policy's signals has the number. */
function formatWaiting({ description }: LaneData, { signals, waitingPackets }: Frame): string {
  return description?.bufferUnit === 'cells' ? `${signals[0]} cells` : `${waitingPackets} packets`;
}

function formatQueueLoss({ description }: LaneData, { dropRate, linkLossRate }: LaneFigures): string {
  const drops = `${formatNumber(dropRate * 100)} percent`;
  return linkLossRate > 0
    ? `router drops ${drops}, link loses ${formatNumber(linkLossRate * 100)} percent`
    : `${dropRateName(description?.bufferUnit === 'cells')} ${drops}`;
}

/** The lane at this moment, for users who cannot see the drawings. */
function formatSummary({ lanes, run }: PageState, lane: number, name: string): string {
  const snapshot = lanes[lane];
  const frame = snapshot?.frame;
  const figures = snapshot && laneFigures(countedFrame(snapshot));
  if (snapshot === undefined || frame === undefined || figures === undefined) return '';
  const { isWarmingUp, fromSeconds, changeText } = countedSpan(snapshot, run, lane);
  const span = isWarmingUp
    ? `still warming up; figures restart at ${fromSeconds} seconds`
    : `since ${fromSeconds} seconds${changeText}`;
  const down = snapshot.up === undefined ? '' : 'down ';
  return (
    `Lane ${laneLetter(lane)}, ${name}, at ${(frame.timeNs / 1e9).toFixed(3)} seconds: ` +
    `${down}${formatQueue(snapshot, frame, figures)}, ${formatUp(snapshot)}${span}.`
  );
}

const formatQueue = (queue: LaneData, frame: Frame, figures: LaneFigures) =>
  `${formatWaiting(queue, frame)} wait, link busy ${formatNumber(figures.linkBusyShare * 100)} percent, ` +
  `mean delay ${formatNumber(figures.delayMs)} milliseconds, ${formatQueueLoss(queue, figures)}`;

/** The queue up of a lane that has two. */
function formatUp({ up }: LaneSnapshot): string {
  const figures = up && laneFigures(countedFrame(up));
  if (up?.frame === undefined || figures === undefined) return '';
  return `up, ${up.description?.policyName}: ${formatQueue(up, up.frame, figures)}, `;
}

/** Read aloud when the run pauses, and on request. A run that plays keeps the text of the last request. */
export function SpokenSummary({ lane, name }: { readonly lane: number; readonly name: string }) {
  const requestCount = usePage((state) => state.summaryRequestCount);
  const [request, setRequest] = useState({ count: 0, text: '' });
  const text = usePage((state) =>
    state.isPlaying && state.summaryRequestCount === request.count ? request.text : formatSummary(state, lane, name),
  );
  if (request.count !== requestCount) setRequest({ count: requestCount, text });
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

const ACCOUNTING_TEXTS = { single: 'the whole buffer', multiple: 'each VC too' } as const;
const THRESHOLD_TEXTS = { single: 'one threshold', multiple: 'several thresholds' } as const;

/**
 * The four groups of buffer management (Goyal et al.), with the lanes in them. The counted quantity and the number of
 * thresholds define a group.
 */
export function PolicyGroups({ lane }: { readonly lane: number }) {
  const run = usePage((state) => state.run);
  const { page } = usePageContext();
  const scenario = scenarioOfRun(run);
  const policies = usePage((state) => state.policies);
  const groupedPolicies = policies.filter(({ taxonomy }) => taxonomy !== undefined);
  const column = (thresholds: Taxonomy['thresholds'], accounting: Taxonomy['accounting']) =>
    groupedPolicies.filter(({ taxonomy }) => taxonomy?.thresholds === thresholds && taxonomy.accounting === accounting);
  const entry = (definition: PolicyDefinition) => {
    const lanes = run.lanes.flatMap(({ policy }, otherLane) => (policy === definition.id ? [otherLane] : []));
    const isUsable = policyFits(scenario, definition);
    return (
      <li key={definition.id}>
        <ToggleButton
          className="row"
          disabled={!isUsable}
          isOn={run.lanes[lane]?.policy === definition.id}
          title={
            isUsable
              ? formatTraits(definition)
              : `${formatTraits(definition)}; it manages packets, but this scenario sends cells`
          }
          onClick={() => page.edit((editor) => editor.lanes.setPolicy(lane, definition.id))}
        >
          {definition.name}
          {definition.taxonomy?.tagSensitive && <span className="policy-tags" title="sensitive to tags" />}
          {lanes.map((lane) => (
            <span key={lane} className="badge tiny">
              <span className="visually-hidden">lane </span>
              {laneLetter(lane)}
            </span>
          ))}
        </ToggleButton>
      </li>
    );
  };
  return (
    <WideTable
      place="policy-groups fine"
      label="Groups of policies"
      caption="Press a policy to use it in this lane. Hatched: treats tagged frames differently."
      heads={['', ...keysOfRecord(THRESHOLD_TEXTS).map((thresholds) => THRESHOLD_TEXTS[thresholds])]}
      rows={keysOfRecord(ACCOUNTING_TEXTS).map((accounting) => [
        `counts ${ACCOUNTING_TEXTS[accounting]}`,
        ...keysOfRecord(THRESHOLD_TEXTS).map((thresholds) => (
          <ul key={thresholds} className="policy-entries cluster">
            {column(thresholds, accounting).map(entry)}
          </ul>
        )),
      ])}
    />
  );
}

function formatTraits({ summary, taxonomy }: PolicyDefinition): string {
  if (taxonomy === undefined) return summary;
  const { threshold, drop, tagSensitive } = taxonomy;
  return `${summary} ${threshold === 'static' ? 'Static' : 'Dynamic'} threshold, ${drop} drops, ${tagSensitive ? 'sensitive to tags' : 'insensitive to tags'}.`;
}
