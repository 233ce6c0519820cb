/** The newest verdicts of the lanes, by lane, kind and class. A line is a question about its packet. */

import { useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { LoggedVerdict } from '../../app/lanes/verdict-log.ts';
import type { VerdictKind } from '../../engine/contract/policy.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { ClassDot } from './class-dot.tsx';
import './verdict-list.css';

const VERDICT_KINDS: Readonly<Record<string, { readonly name: string; readonly kinds: readonly VerdictKind[] }>> = {
  refused: { name: 'dropped or marked', kinds: ['drop', 'mark'] },
  drop: { name: 'dropped', kinds: ['drop'] },
  mark: { name: 'marked', kinds: ['mark'] },
  all: { name: 'all', kinds: ['accept', 'mark', 'drop'] },
};
const MAX_LINES = 60;
/** No choice of a lane, or of a class. */
const NO_CHOICE = -1;

/** The queue of a lane, or its two, with their directions. */
function queuesOf({ verdicts, description, up }: LaneSnapshot) {
  const direction = up === undefined ? undefined : 'down';
  return [{ verdicts, description, direction }, ...(up === undefined ? [] : [{ ...up, direction: 'up' }])];
}

export function VerdictList() {
  const lanes = useLanes();
  const [chosenLane, setChosenLane] = useState(NO_CHOICE);
  const [kind, setKind] = useState('refused');
  const [classIndex, setClassIndex] = useState(NO_CHOICE);
  const shownLane = lanes.length === 1 ? 0 : Math.min(chosenLane, lanes.length - 1);
  const description = lanes[Math.max(0, shownLane)]?.description;
  if (description === undefined) return null;
  const { name, kinds } = required(VERDICT_KINDS[kind]);
  const lines = lanes
    .flatMap((snapshot, lane) => queuesOf(snapshot).map((queue) => ({ ...queue, lane })))
    .flatMap(({ verdicts, description: queueDescription, direction, lane }) =>
      queueDescription === undefined || (shownLane !== NO_CHOICE && shownLane !== lane)
        ? []
        : verdicts
            .newestVerdicts(
              kinds,
              MAX_LINES,
              (verdict) => classIndex === NO_CHOICE || verdict.classIndex === classIndex,
            )
            .map((line) => ({ lane, line, direction, description: queueDescription })),
    )
    .sort((a, b) => b.line.timeNs - a.line.timeNs)
    .slice(0, MAX_LINES);
  return (
    <section className="verdicts stack" aria-label="Verdicts">
      <h3>Verdicts, newest first</h3>
      <div className="verdict-filters cluster">
        <Select
          aria-label="Verdicts listed"
          value={kind}
          options={Object.entries(VERDICT_KINDS).map(([id, { name }]) => [id, name])}
          onChoose={setKind}
        />
        <Select
          aria-label="Lane of the list"
          value={shownLane}
          options={[
            ...(lanes.length > 1 ? [[NO_CHOICE, 'every lane'] as const] : []),
            ...lanes.map((_, lane) => [lane, `lane ${laneLetter(lane)}`] as const),
          ]}
          onChoose={(lane) => setChosenLane(Number(lane))}
        />
        <Select
          aria-label="Class listed"
          value={classIndex}
          options={[
            [NO_CHOICE, 'every class'],
            ...description.classes.map(({ label }, index) => [index, label] as const),
          ]}
          onChoose={(index) => setClassIndex(Number(index))}
        />
      </div>
      {lines.length === 0 && (
        <p className="muted">
          {formatEmptyVerdictList({
            kind: kind === 'all' ? undefined : name,
            lane: shownLane === NO_CHOICE || lanes.length === 1 ? undefined : laneLetter(shownLane),
            classLabel: description.classes[classIndex]?.label,
          })}
        </p>
      )}
      <ol className={lanes.length > 1 ? 'verdicts-of-lanes' : undefined}>
        {lines.map((entry) => (
          <VerdictLine
            key={`${entry.lane}/${entry.line.serial}/${entry.line.timeNs}/${entry.line.reason}`}
            {...entry}
            isOfMany={lanes.length > 1}
          />
        ))}
      </ol>
    </section>
  );
}

interface VerdictLineProps {
  readonly lane: number;
  readonly line: LoggedVerdict;
  readonly direction: string | undefined;
  readonly description: RunDescription;
  /** The page has several lanes. */
  readonly isOfMany: boolean;
}

function VerdictLine({ lane, line, direction, description, isOfMany }: VerdictLineProps) {
  const { page } = usePageContext();
  const isAsked = usePage((state) => state.question?.lane === lane && state.question.serial === line.serial);
  const reason = description.reasons[line.reason];
  const { label = '', kind = '' } = description.classes[line.classIndex] ?? {};
  return (
    <li className="verdict-place">
      <Button
        className="verdict-line"
        aria-pressed={isAsked}
        onClick={() => void page.questions.ask(lane, line.serial, line.arrivedNs)}
        title={`${label}, flow ${line.flow}, ${kind === 'quic' ? 'packet' : 'segment'} ${line.sequence}; ${line.waitingPackets} waited`}
      >
        <span className="when">{(line.timeNs / 1e9).toFixed(4)} s</span>
        {isOfMany && (
          <span className="badge tiny">
            <span className="visually-hidden">lane </span>
            {laneLetter(lane)}
          </span>
        )}
        <ClassDot description={description} classIndex={line.classIndex} />
        <span className="whose">
          {label} {line.flow}
          {(line.flags & PacketFlag.ack) !== 0 && ' ACK'}
          {direction !== undefined && `, ${direction}`}
        </span>
        <span data-kind={line.kind}>{reason?.label}</span>
      </Button>
    </li>
  );
}

/** The words of an empty list of verdicts: which verdicts are missing, and what the user can do. */
interface VerdictFilter {
  /** "dropped", "marked" or both; undefined for all verdicts. */
  readonly kind: string | undefined;
  readonly lane: string | undefined;
  readonly classLabel: string | undefined;
}

export function formatEmptyVerdictList({ kind, lane, classLabel }: VerdictFilter): string {
  const packet = classLabel === undefined ? 'packet' : `${classLabel} packet`;
  const placeText = lane === undefined ? '' : ` in lane ${lane}`;
  if (kind === undefined)
    return `No ${packet} has arrived${placeText} since the last jump. Play the run to list packets.`;
  const missingText =
    classLabel === undefined
      ? `So far no packet${placeText} was ${kind}`
      : `Among the newest packets${placeText}, no ${packet} was ${kind}`;
  return `${missingText}. Play the run further, or choose “all” to ask about accepted packets.`;
}
