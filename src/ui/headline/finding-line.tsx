/** The finding in words: lane by lane against lane A, and its basis. */

import { createElement, useLayoutEffect } from 'react';
import { countsFromStart } from '../../quantities/figures/counted-frame.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { editTimesWhileCounted, ownRun } from '../../run-state/run-values.ts';
import { storyOfPreset } from '../../scenarios/stories/stories.ts';
import type { Story } from '../../scenarios/stories/story.ts';
import { required } from '../../shared/required.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';
import { missingFrameCount, type VideoLoss } from '../../view/lenses/video/video-losses.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { classStartSeconds } from './class-times.ts';
import { formatFindingValue, formatYardstick, inParentheses } from './difference-text.ts';
import { Guarantees, LaneName, QuantityName, TwoLanes } from './lane-comparison.tsx';
import { type ComparisonFinding, type FiguresFinding, findingOfRun, type RunFinding } from './run-finding.ts';
import { SeveralLanes } from './several-lanes.tsx';
import { StoredGoalSentence, StoredMeansSentence } from './stored-goal.tsx';

interface FindingLineProps {
  /** Called with the story of the preset; undefined: it has none, or the page is locked. */
  readonly onStory: (story: Story | undefined) => void;
}

export function FindingLine({ onStory }: FindingLineProps) {
  const run = usePage((state) => state.run);
  const isLocked = usePage(({ embedding }) => embedding === 'locked');
  const finding = findingOfRun(run, useLanes());
  const story = run.custom === undefined && !isLocked ? storyOfPreset(run.preset) : undefined;
  useLayoutEffect(() => onStory(story), [onStory, story]);
  if (finding === undefined) return undefined;
  const isMuted = finding.kind === 'none' || (finding.kind !== 'stored' && finding.isEarly);
  return (
    <p className={joinClassNames('headline-finding', isMuted && 'muted')}>
      <FindingWords run={run} finding={finding} />
    </p>
  );
}

function FindingWords({ run, finding }: { readonly run: RunState; readonly finding: RunFinding }) {
  if (finding.kind === 'none') return finding.reason;
  if (finding.kind === 'stored')
    return (
      <>
        {finding.goal && <StoredGoalSentence run={run} goal={finding.goal} />}
        {finding.means && <StoredMeansSentence run={run} means={finding.means} />}
      </>
    );
  const { storedGoal, isEarly } = finding;
  // The plot has the figures of this run, beside the means of many seeds.
  if (storedGoal !== undefined && finding.kind === 'comparison' && finding.comparedLanes.length === 1)
    return <StoredGoalSentence run={run} goal={storedGoal} />;
  return (
    <>
      {storedGoal && <StoredGoalSentence run={run} goal={storedGoal} />}
      {isEarly && 'Warm-up: '}
      {finding.kind === 'figures' ? (
        <FiguresSentence run={run} finding={finding} />
      ) : (
        <ComparisonSentences run={run} finding={finding} />
      )}{' '}
      <Proviso run={run} finding={finding} />
    </>
  );
}

/** The figures of one lane. */
function FiguresSentence({ run, finding }: { readonly run: RunState; readonly finding: FiguresFinding }) {
  return (
    <>
      <LaneName lane={0} run={run} />:{' '}
      {finding.quantities.map((quantity, index) => (
        <span key={quantity.id}>
          {index > 0 && ', '}
          <QuantityName quantity={quantity} />{' '}
          {createElement(
            index === 0 ? 'b' : 'span',
            { className: 'headline-figure' },
            formatFindingValue(quantity, quantity.value(finding.reference)),
          )}
          {inParentheses(formatYardstick(quantity))}
        </span>
      ))}
      .
    </>
  );
}

/** "In A, 5 lost packets of video 1 cost 9 frames." */
function LossSentence({ run, loss }: { readonly run: RunState; readonly loss: VideoLoss }) {
  const { flow, lostPackets } = loss.videoFrame;
  return (
    <span className="headline-comparison">
      In <LaneName lane={0} run={run} isLetterOnly />, {lostPackets} lost {lostPackets === 1 ? 'packet' : 'packets'}
      <span className="headline-detail"> of video {flow}</span> {lostPackets === 1 ? 'costs' : 'cost'}{' '}
      <b className="headline-figure">{missingFrameCount(loss)} frames</b>.
    </span>
  );
}

/** The guarantees of the VCs or the example of a loss, then the lanes against lane A. */
function ComparisonSentences({ run, finding }: { readonly run: RunState; readonly finding: ComparisonFinding }) {
  const { guarantees, loss, comparedLanes, isLetterOnly } = finding;
  return (
    <>
      {guarantees.length > 0 && <Guarantees run={run} guarantees={guarantees} />}
      {loss !== undefined && <LossSentence run={run} loss={loss} />}
      {comparedLanes.length === 1 ? (
        comparedLanes.map((laneFinding) => (
          <TwoLanes
            key={laneFinding.lane}
            run={run}
            {...laneFinding}
            isLetterOnly={isLetterOnly}
            followsSentence={guarantees.length > 0 || loss !== undefined}
          />
        ))
      ) : (
        <SeveralLanes run={run} comparedLanes={comparedLanes} isLetterOnly={isLetterOnly} />
      )}
    </>
  );
}

interface ProvisoProps {
  readonly run: RunState;
  readonly finding: FiguresFinding | ComparisonFinding;
}

/** The basis of the finding after the warm-up: its span, the number of runs, and classes that begin later. */
function Proviso({ run, finding }: ProvisoProps) {
  const { description, frame } = finding.reference;
  const { warmupNs } = description;
  const { timeNs } = frame;
  if (countsFromStart({ description, frame })) return null;
  const quantities =
    finding.kind === 'figures'
      ? finding.quantities
      : finding.comparedLanes.flatMap(({ differences }) => differences.map(({ quantity }) => quantity));
  const rateClasses = [...new Set(quantities.flatMap(({ rateOfClass }) => rateOfClass ?? []))];
  const starts = rateClasses.length === 0 ? [] : classStartSeconds(ownRun(run, 0));
  const lateClasses = rateClasses.flatMap((index) => {
    const start = starts[index] ?? 0;
    return start * 1e9 > warmupNs ? `; ${description.classes[index]?.label} sends from ${start} s on` : [];
  });
  const editTimes = run.lanes.flatMap((_, index) => editTimesWhileCounted(run, index, timeNs));
  const changeTimes = [...new Set(editTimes)].sort((a, b) => a - b);
  const timesText = changeTimes.length === 1 ? '' : `${changeTimes.length} times, the last one `;
  return (
    <span className="headline-proviso muted">
      {warmupNs / 1e9}–{formatShortSeconds(timeNs)}, one run
      {lateClasses}
      {changeTimes.length > 0 && `; changed ${timesText}at ${formatShortSeconds(required(changeTimes.at(-1)))}`}
    </span>
  );
}
