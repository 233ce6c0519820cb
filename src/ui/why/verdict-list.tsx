/** The newest verdicts of a lane, by kind and class. A line is a question about its packet. */
import { useState } from 'react';
import type { LoggedVerdict } from '../../app/verdict-log.ts';
import type { VerdictKind } from '../../engine/contract/policy.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import { LANE_LETTERS } from '../../params/lane-letters.ts';
import { useLane, usePage, useTools } from '../shell/context.tsx';
import { ClassDot } from './class-dot.tsx';

const KINDS: Readonly<Record<string, { readonly name: string; readonly kinds: readonly VerdictKind[] }>> = {
  refused: { name: 'dropped or marked', kinds: ['drop', 'mark'] },
  drop: { name: 'dropped', kinds: ['drop'] },
  mark: { name: 'marked', kinds: ['mark'] },
  all: { name: 'all', kinds: ['accept', 'mark', 'drop'] },
};
const MOST_LINES = 60;

export function VerdictList() {
  const lanes = usePage((state) => state.run.lanes.length);
  const [chosenLane, setLane] = useState(0);
  const [kind, setKind] = useState('refused');
  const [classIndex, setClass] = useState(-1);
  const index = Math.min(chosenLane, lanes - 1);
  const lane = useLane(index);
  const description = lane?.description;
  if (lane === undefined || description === undefined) return null;
  const lines = lane.verdicts.newest(
    KINDS[kind]?.kinds ?? [],
    MOST_LINES,
    (verdict) => classIndex < 0 || verdict.classIndex === classIndex,
  );
  return (
    <section className="verdicts" aria-label="Verdicts">
      <h3>Verdicts, newest first</h3>
      <div className="filters">
        <select aria-label="Lane of the list" value={index} onChange={(event) => setLane(Number(event.target.value))}>
          {LANE_LETTERS.slice(0, lanes).map((letter, at) => (
            <option key={letter} value={at}>
              lane {letter}
            </option>
          ))}
        </select>
        <select aria-label="Verdicts listed" value={kind} onChange={(event) => setKind(event.target.value)}>
          {Object.entries(KINDS).map(([id, { name }]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label="Class listed" value={classIndex} onChange={(event) => setClass(Number(event.target.value))}>
          <option value={-1}>every class</option>
          {description.classes.map((item, at) => (
            <option key={item.id} value={at}>
              {item.label}
            </option>
          ))}
        </select>
      </div>
      {lines.length === 0 && <p className="muted">None in the part of the run that was played here.</p>}
      <ol>
        {lines.map((line) => (
          <Line key={`${line.serial}/${line.timeNs}`} lane={index} line={line} description={description} />
        ))}
      </ol>
    </section>
  );
}

function Line({
  lane,
  line,
  description,
}: {
  readonly lane: number;
  readonly line: LoggedVerdict;
  readonly description: RunDescription;
}) {
  const { page } = useTools();
  const asked = usePage((state) => state.question?.lane === lane && state.question.serial === line.serial);
  const reason = description.reasons[line.reason];
  return (
    <li>
      <button
        type="button"
        aria-pressed={asked}
        onClick={() => void page.questions.ask(lane, line.serial, line.arrivedNs)}
        title={`${description.classes[line.classIndex]?.label}, flow ${line.flow}, segment ${line.sequence}; ${line.waitingPackets} waited`}
      >
        <span className="when">{(line.timeNs / 1e9).toFixed(4)}</span>
        <ClassDot description={description} classIndex={line.classIndex} />
        <span className="whose">
          {description.classes[line.classIndex]?.label} {line.flow}
        </span>
        <span className={line.kind}>{reason?.label}</span>
      </button>
    </li>
  );
}
