/** The history of one packet: its times, and the rule that decided about it. */

import type { PolicyDefinition, SchedulingReason } from '../../engine/contract/policy.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import { PacketFlag, VIDEO_FRAME_LETTERS } from '../../engine/packets/packet.ts';
import { PACKET_SENDERS } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import type { HistoryChoice, HistoryVerdict, PacketHistory } from '../../runs/answers/packet-history.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { SEND_RULE_TEXTS } from '../../view/draw/send-rule-text.ts';
import { Equation } from '../help/equation.tsx';
import { Button } from '../parts/button.tsx';
import { Word } from '../parts/texts.tsx';
import { setSender } from '../plots/plot-state.ts';
import { usePageContext } from '../shell/context.tsx';
import { ClassDot } from './class-dot.tsx';
import {
  explainVerdict,
  type RandomComparison,
  type ShownQuantity,
  type ShownStep,
  type VerdictBasis,
} from './reasoning.ts';
import './history.css';

const FLAG_TEXTS = [
  [PacketFlag.ect, 'can be marked (ECT)'],
  [PacketFlag.ect1, 'of an L4S sender: ECT(1)'],
  [PacketFlag.ce, 'marked (CE)'],
  [PacketFlag.cwr, 'reports that the sender reduced its window (CWR)'],
  [PacketFlag.green, 'green: wants a short delay'],
] as const;

/** The answers of receivers that are no ACKs, by the kind of their class. */
const ANSWER_NAMES: Readonly<Record<string, string>> = { ping: 'reply', adaptive: 'report' };

interface PacketHistoryViewProps {
  readonly description: RunDescription;
  /** The queue that it crosses, in a run with two. */
  readonly direction: 'down' | 'up' | undefined;
  readonly lane: number;
  readonly history: PacketHistory;
}

export function PacketHistoryView({ description, direction, lane, history }: PacketHistoryViewProps) {
  const { page } = usePageContext();
  const source = description.classes[history.classIndex];
  const policy = findPolicy(description.policy);
  const isAnswer = (history.flags & PacketFlag.ack) !== 0;
  const flags: string[] = FLAG_TEXTS.filter(([bit]) => (history.flags & bit) !== 0).map(([, words]) => words);
  if ((history.flags & PacketFlag.retransmission) !== 0)
    flags.push(
      `${source?.kind === 'quic' ? 'has data of an earlier packet' : 'retransmission'} (${SEND_RULE_TEXTS[history.sendRule]})`,
    );
  return (
    <section className="history stack" aria-label="History of a packet" aria-live="polite">
      <div className="ends">
        <h3>
          <ClassDot description={description} classIndex={history.classIndex} /> {source?.label}{' '}
          {isAnswer ? (ANSWER_NAMES[source?.kind ?? ''] ?? 'ACK') : 'packet'}
        </h3>
        {source !== undefined && PACKET_SENDERS.has(source.kind) && (
          <Button
            className="quiet"
            aria-label="Plot its sender"
            title="Plot its sender"
            onClick={() => setSender({ lane, flow: history.flow })}
          >
            sender
          </Button>
        )}
      </div>
      <p className="muted">
        lane {laneLetter(lane)}, {direction !== undefined && `queue ${direction}, `}
        {description.laneName} · flow {history.flow},{' '}
        {history.videoFrameKind > 0 && `${VIDEO_FRAME_LETTERS[history.videoFrameKind]} frame ${history.videoFrame}, `}
        {isAnswer && 'of '}
        {source?.kind === 'quic' ? 'packet' : 'segment'} {history.sequence} · {history.bytes} bytes
      </p>
      {policy !== undefined &&
        history.verdicts.map((verdict) => (
          <VerdictSection key={`${verdict.timeNs}/${verdict.reason}`} policy={policy} verdict={verdict} />
        ))}
      {policy !== undefined && history.choice !== undefined && <PacketChoice policy={policy} choice={history.choice} />}
      {history.wireEvent !== undefined && <WireSection event={history.wireEvent} />}
      <dl className="pairs">
        <MomentLine name="sent by its source" timeNs={history.bornNs} />
        <MomentLine
          name="arrived at the queue"
          timeNs={history.arrivedNs}
          note={`${history.waitingAtArrival} waited`}
        />
        <MomentLine
          name="transmission began"
          timeNs={history.startedNs}
          note={
            history.startedNs === undefined
              ? undefined
              : `after ${formatNumber((history.startedNs - history.arrivedNs) / 1e6)} ms in the queue`
          }
        />
        <MomentLine name="left" timeNs={history.departedNs} />
      </dl>
      {flags.length > 0 && <p className="muted">{flags.join(' · ')}</p>}
      <Button
        onClick={({ currentTarget }) => {
          page.session.seek(history.arrivedNs);
          // The ring is in the queue, and the reason is at the top of the history.
          currentTarget.closest('.inspector')?.scrollTo({ top: 0 });
        }}
      >
        Go to its arrival
      </Button>
    </section>
  );
}

function VerdictSection({ policy, verdict }: { readonly policy: PolicyDefinition; readonly verdict: HistoryVerdict }) {
  const reason = policy.reasons[verdict.reason];
  if (reason === undefined) return null;
  return (
    <div className="history-verdict rail" data-verdict={reason.verdict}>
      <p>
        <b>{reason.label}</b> <span className="muted">at {(verdict.timeNs / 1e9).toFixed(3)} s</span>
      </p>
      <ReasonRule rule={reason} basis={verdict} policy={policy} />
    </div>
  );
}

/** The link behind the queue, which no policy controls. */
function WireSection({ event }: { readonly event: NonNullable<PacketHistory['wireEvent']> }) {
  const isLost = event === 'lost';
  return (
    <div className="history-verdict rail" data-verdict={isLost ? 'drop' : 'accept'}>
      <p>
        <b>{isLost ? 'lost on the wire' : 'reordered on the wire'}</b>
      </p>
      <p>
        {isLost
          ? 'The link lost this packet after the queue. The policy did not cause this loss.'
          : 'The link gave this packet an extra delay after the queue. Later packets may overtake it.'}
      </p>
    </div>
  );
}

interface PacketChoiceProps {
  readonly policy: PolicyDefinition;
  readonly choice: HistoryChoice;
}

function PacketChoice({ policy, choice: chosenChoice }: PacketChoiceProps) {
  const choice = policy.manages === 'packets' ? policy.choices?.[chosenChoice.choice] : undefined;
  if (choice === undefined) return null;
  return (
    <div className="history-verdict rail">
      <p>
        <b>Sent: {choice.label}</b>
      </p>
      <ReasonRule rule={choice} basis={chosenChoice} policy={policy} />
    </div>
  );
}

interface ReasonRuleProps {
  readonly rule: SchedulingReason;
  readonly basis: VerdictBasis;
  readonly policy: PolicyDefinition;
}

/**
 * The sentence of a reason or choice, its rule step by step, with symbols and with numbers, and the meaning of each
 * symbol.
 */
function ReasonRule({ rule, basis, policy }: ReasonRuleProps) {
  const { sentence, randomComparison, steps, quantities } = explainVerdict(rule, basis, policy);
  return (
    <>
      <p>{sentence}</p>
      {randomComparison !== undefined && <ProbabilityLine comparison={randomComparison} />}
      {steps.length > 0 && (
        <ol className="history-steps stack" aria-label="The rule, step by step">
          {steps.map((step) => (
            <StepItem key={step.rule} step={step} />
          ))}
        </ol>
      )}
      {quantities.length > 0 && <QuantityMeanings quantities={quantities} />}
      {rule.source !== undefined && <p className="muted">{rule.source}</p>}
    </>
  );
}

/** A step with symbols and with numbers. A comparison has one line: its numbers; the table below has their symbols. */
function StepItem({ step: { rule, workedText } }: { readonly step: ShownStep }) {
  const isCheck = !rule.includes('=') && workedText !== undefined;
  return (
    <li>
      {!isCheck && <Equation tex={rule} isLeft />}
      {workedText !== undefined && <Equation tex={workedText} isLeft />}
    </li>
  );
}

/** The meaning of each symbol, and its number. */
function QuantityMeanings({ quantities }: { readonly quantities: readonly ShownQuantity[] }) {
  return (
    <table className="history-symbols note" aria-label="Meaning of the symbols">
      <tbody>
        {quantities.map(({ name, symbol, meaning, unit, text }) => (
          <tr key={name}>
            <td>
              <Equation tex={symbol} isInline />
            </td>
            <th scope="row">
              {meaning}
              {unit !== '' && <span className="muted">, {unit}</span>}
            </th>
            <td className="history-number">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MomentLineProps {
  readonly name: string;
  readonly timeNs: number | undefined;
  readonly note?: string | undefined;
}

function MomentLine({ name, timeNs, note }: MomentLineProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="history-value">
        {timeNs === undefined ? '–' : `${(timeNs / 1e9).toFixed(6)} s`}
        {note !== undefined && <small className="history-note">{note}</small>}
      </dd>
    </>
  );
}

/** The line in its picture, px. */
const PROBABILITY_LINE_PX = { left: 6, width: 228, top: 24, height: 16 };
/** Widths of "draw 0.03333" and of a range with its word, px. */
const LABEL_WIDTH_PX = 76;
const MIN_WORD_RANGE_PX = 56;
/** Space of the number 0 or 1 at the ends, px. */
const END_WIDTH_PX = 12;

export function ProbabilityLine({
  comparison: { randomNumber, probability, randomNumberText, probabilityText },
}: {
  readonly comparison: RandomComparison;
}) {
  const { left, width, top, height } = PROBABILITY_LINE_PX;
  const right = left + width;
  const x = (value: number) => left + width * Math.min(1, value);
  const [drawX, probabilityX] = [x(randomNumber), x(probability)];
  const isBelow = randomNumber < probability;
  const sign = isBelow ? '<' : '≥';
  const isProbabilityLeft = probability < 0.5;
  return (
    <figure className="probability-line">
      <svg
        className="outlines"
        viewBox={`0 0 ${left + width + 6} 58`}
        role="img"
        aria-label={`The random number ${randomNumberText} ${sign} ${probabilityText}, the probability, on a line from 0 to 1`}
      >
        <rect x={left} y={top} width={width} height={height} className="pass-range" />
        <rect x={left} y={top} width={probabilityX - left} height={height} className="drop-range" />
        <path d={`M${drawX} ${top - 1}l-4 -7h8z`} className="drawn-number" />
        <path d={`M${drawX} ${top}v${height}`} />
        <text x={Math.min(Math.max(left, drawX - LABEL_WIDTH_PX / 2), right - LABEL_WIDTH_PX)} y={top - 11}>
          draw {randomNumberText}
        </text>
        <Word at={[left, top + height + 14, 'middle']}>0</Word>
        <Word at={[right, top + height + 14, 'middle']}>1</Word>
        <text
          x={
            isProbabilityLeft
              ? Math.max(left + END_WIDTH_PX, probabilityX)
              : Math.min(right - END_WIDTH_PX, probabilityX)
          }
          y={top + height + 14}
          textAnchor={isProbabilityLeft ? 'start' : 'end'}
        >
          p = {probabilityText}
        </text>
        {right - probabilityX >= MIN_WORD_RANGE_PX && (
          <text
            x={(Math.max(probabilityX, isBelow ? 0 : drawX) + right) / 2}
            y={top + 12}
            textAnchor="middle"
            className="muted"
          >
            accept
          </text>
        )}
      </svg>
    </figure>
  );
}
