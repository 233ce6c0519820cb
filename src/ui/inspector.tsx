/** Why: the story of one packet, and the list of verdicts from which one is chosen. */
import { useState } from 'react';
import type { Lane } from '../app/lane.ts';
import type { Question } from '../app/store.ts';
import type { LoggedVerdict } from '../app/verdict-log.ts';
import type { RunDescription } from '../engine/frame.ts';
import type { Choice, VerdictKind } from '../engine/policy.ts';
import type { PacketStory, StoryChoice, StoryVerdict } from '../engine/story.ts';
import { classMark, FRAME_LETTERS, figure, LANE_LETTERS } from '../view/palette.ts';
import { usePage, useTools } from './context.tsx';
import { Equation } from './equation.tsx';
import './inspector.css';
import { sentence, workedRule } from './reasoning.ts';

const KINDS: Readonly<Record<string, { readonly name: string; readonly kinds: readonly VerdictKind[] }>> = {
  refused: { name: 'dropped or marked', kinds: ['drop', 'mark'] },
  drop: { name: 'dropped', kinds: ['drop'] },
  mark: { name: 'marked', kinds: ['mark'] },
  all: { name: 'all', kinds: ['accept', 'mark', 'drop'] },
};
const MOST_LINES = 60;

/** Flag bits as src/engine/packet.ts has them. */
const FLAG_WORDS = [
  [1, 'can be marked (ECT)'],
  [2, 'marked (CE)'],
  [8, 'tells that its window was reduced (CWR)'],
  [64, 'sent again'],
  [128, 'green: asks for little delay'],
] as const;

export function Inspector({ onClose }: { readonly onClose: () => void }) {
  const { page } = useTools();
  const question = usePage((state) => state.question);
  const close = () => {
    page.forgetQuestion();
    onClose();
  };
  return (
    <aside className="inspector" aria-label="Why">
      <header>
        <h2>Why?</h2>
        <button type="button" className="quiet" aria-label="Close “Why?”" onClick={close}>
          ×
        </button>
      </header>
      {question === undefined ? (
        <p className="muted">
          Click a packet: one that waits, one on the link, or one that falls out. Or choose a line of the list.
        </p>
      ) : (
        <Answer question={question} />
      )}
      <Verdicts />
    </aside>
  );
}

function Answer({ question }: { readonly question: Question }) {
  const { page } = useTools();
  const { story } = question;
  const lane = page.session.lanes[question.lane];
  if (story === 'asked') return <p className="muted">Running again to the moment when this packet came…</p>;
  if (story === 'unknown' || lane?.description === undefined)
    return <p>This packet’s story could not be found: the run may have been changed since.</p>;
  return <Story lane={lane} description={lane.description} index={question.lane} story={story} />;
}

function Story({
  lane,
  description,
  index,
  story,
}: {
  readonly lane: Lane;
  readonly description: RunDescription;
  readonly index: number;
  readonly story: PacketStory;
}) {
  const { page } = useTools();
  const source = description.classes[story.classIndex];
  const values = lane.frame?.policyValues ?? {};
  const flags = FLAG_WORDS.filter(([bit]) => (story.flags & bit) !== 0).map(([, words]) => words);
  return (
    <section className="story" aria-label="Story of a packet" aria-live="polite">
      <h3>
        <ClassDot description={description} classIndex={story.classIndex} /> {source?.label} packet
      </h3>
      <p className="muted">
        lane {LANE_LETTERS[index]}, {description.policyName} · flow {story.flow},{' '}
        {story.frameKind > 0 && `${FRAME_LETTERS[story.frameKind]} frame ${story.frame}, `}segment {story.sequence} ·{' '}
        {story.bytes} bytes
      </p>
      {story.verdicts.map((verdict) => (
        <Verdict key={verdict.timeNs} description={description} verdict={verdict} values={values} />
      ))}
      {story.choice !== undefined && <Chosen description={description} chosen={story.choice} values={values} />}
      <dl>
        <Moment name="sent by its source" timeNs={story.bornNs} />
        <Moment name="came to the queue" timeNs={story.offeredNs} note={`${story.foundWaiting} waited`} />
        <Moment
          name="transmission began"
          timeNs={story.startedNs}
          note={
            story.startedNs === undefined
              ? undefined
              : `after ${figure((story.startedNs - story.offeredNs) / 1e6)} ms in the queue`
          }
        />
        <Moment name="left" timeNs={story.departedNs} />
      </dl>
      {flags.length > 0 && <p className="muted">{flags.join(' · ')}</p>}
      <button type="button" onClick={() => page.seek(story.offeredNs)}>
        Go to when it came
      </button>
    </section>
  );
}

function Verdict({
  description,
  verdict,
  values,
}: {
  readonly description: RunDescription;
  readonly verdict: StoryVerdict;
  readonly values: Readonly<Record<string, unknown>>;
}) {
  const reason = description.reasons[verdict.reason];
  if (reason === undefined) return null;
  return (
    <div className={`verdict ${reason.verdict}`}>
      <p>
        <b>{reason.label}</b>
      </p>
      <Rule rule={reason} operands={verdict.operands} values={values} />
    </div>
  );
}

function Chosen({
  description,
  chosen,
  values,
}: {
  readonly description: RunDescription;
  readonly chosen: StoryChoice;
  readonly values: Readonly<Record<string, unknown>>;
}) {
  const choice = description.choices[chosen.choice];
  if (choice === undefined) return null;
  return (
    <div className="verdict accept">
      <p>
        <b>Sent: {choice.label}</b>
      </p>
      <Rule rule={choice} operands={chosen.operands} values={values} />
    </div>
  );
}

/** The sentence of a reason or choice, and its rule without and with the numbers. */
function Rule({
  rule,
  operands,
  values,
}: {
  readonly rule: Choice;
  readonly operands: readonly number[];
  readonly values: Readonly<Record<string, unknown>>;
}) {
  const worked = workedRule(rule, operands, values);
  return (
    <>
      <p>{sentence(rule, operands, values)}</p>
      {rule.equation !== undefined && <Equation tex={rule.equation} />}
      {worked !== undefined && <Equation tex={worked} />}
      {rule.source !== undefined && <p className="muted">{rule.source}</p>}
    </>
  );
}

function Moment({
  name,
  timeNs,
  note,
}: {
  readonly name: string;
  readonly timeNs: number | undefined;
  readonly note?: string | undefined;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {timeNs === undefined ? '–' : `${(timeNs / 1e9).toFixed(6)} s`}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </>
  );
}

function ClassDot({ description, classIndex }: { readonly description: RunDescription; readonly classIndex: number }) {
  const item = description.classes[classIndex];
  if (item === undefined) return null;
  const mark = classMark(item, classIndex);
  return <span className={`dot ${mark.shape}`} style={{ background: mark.colour }} aria-hidden="true" />;
}

function Verdicts() {
  const { page } = useTools();
  const lanes = usePage((state) => state.run.lanes.length);
  usePage((state) => state.beat);
  const [chosenLane, setLane] = useState(0);
  const [kind, setKind] = useState('refused');
  const [classIndex, setClass] = useState(-1);
  const index = Math.min(chosenLane, lanes - 1);
  const lane = page.session.lanes[index];
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
      {lines.length === 0 && <p className="muted">None yet.</p>}
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
        onClick={() => void page.ask(lane, line.serial, line.timeNs)}
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
