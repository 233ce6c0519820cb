/** Key moments on the timeline: a click goes there in slow motion. N and P go to the next and the previous one. */
import { useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { SPEEDS } from '../../app/lanes/speeds.ts';
import type { Page } from '../../app/page/page.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { elementInCycle, type NonEmptyList } from '../../shared/non-empty-list.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useLatest } from '../shell/effects.ts';
import { useKeys } from '../shell/input/use-keys.ts';
import { useResized } from '../shell/layout/use-resized.ts';
import {
  countEvents,
  eventSearchKind,
  formatCountSoFar,
  formatGroup,
  groupMoments,
  isSameMoment,
  lastCountedGroup,
  neighbourMoment,
  requestedMoment,
  signMoment,
  type TimelineMoment,
  type TimelineMomentKind,
  timelineMoments,
} from './timeline-moments.ts';
import './key-moments.css';

/** Room of a sign with its words: the sign, and a width for each character. */
const SIGN_PX = 18;
const CHARACTER_PX = 6.5;
/** The run starts this long before a moment, s of wall time. */
const LEAD_SECONDS = 1.5;
/** About this number of packets of 1,000 bytes passes per second of slow motion. */
const SLOW_MOTION_PACKETS_PER_SECOND = 10;
const MAX_MOMENT_SPEED = 0.1;

/** Each kind has its own shape: a cross, a full box, a dot, a triangle, a bend, a diamond, a flag. */
const MOMENT_SHAPES: Readonly<Record<TimelineMomentKind, string>> = {
  drop: 'M3 1L6 4 9 1 11 3 8 6 11 9 9 11 6 8 3 11 1 9 4 6 1 3z',
  full: 'M1 2h10v8H1z',
  mark: 'M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1z',
  threshold: 'M6 1l5 10H1z',
  slowStart: 'M1 9c4 0 5-2 5-7h2c0 7-2 9-7 9zM7 5h4v2H7z',
  state: 'M6 0l6 6-6 6-6-6z',
  warmupEnd: 'M3 1h7L8 4l2 3H5v5H3z',
};

/** Several moments in one sign: a short line at their time. */
const GROUP_SHAPE = 'M5 0h2v12H5z';

export function KeyMomentList() {
  const { page } = usePageContext();
  const endNs = usePage((state) => state.endNs);
  const { currentMoment, goToMoment, leaveMoment } = useCurrentMoment();
  const [width, setWidth] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const moments = useMoments().filter(({ timeNs }) => timeNs <= endNs);
  const isRunKnown = usePage(({ lanes }) => lanes.every(({ hasAllMoments }) => hasAllMoments));

  useResized(bar, (content) => setWidth(content.width));

  const step = (isForward: boolean) =>
    goToMoment(neighbourMoment(moments, currentMoment, page.session.commandedNs, isForward));
  useKeys({ n: () => step(true), p: () => step(false) }, 'outsideText');

  const labelNs = (text: string) => (width > 0 ? ((SIGN_PX + CHARACTER_PX * text.length) / width) * endNs : endNs);
  const groups = groupMoments(moments, endNs, labelNs);
  const openGroup = isRunKnown ? undefined : lastCountedGroup(groups);
  return (
    <div className="key-moments" ref={bar}>
      {groups.flatMap((group) =>
        group.length === 1
          ? []
          : group.map((moment) => <MomentTick key={formatMoment(moment)} {...moment} endNs={endNs} />),
      )}
      {groups.map((group, index) => {
        const signNs = signMoment(group).timeNs;
        const endsBy = (timeNs: number, text: string) => signNs + labelNs(text) <= timeNs;
        const words = formatGroup(group);
        const isLabelBefore = !endsBy(endNs, words);
        const hasRoom = !isLabelBefore || signNs >= labelNs(words);
        const nextGroup = groups[index + 1];
        const nextNs = nextGroup === undefined ? endNs : signMoment(nextGroup).timeNs;
        const isOpen = group === openGroup;
        return (
          <MomentSign
            key={group[0]?.timeNs}
            group={group}
            // Words before their sign would move.
            words={isOpen && !isLabelBefore ? formatCountSoFar(group, (text) => endsBy(nextNs, text)) : words}
            isOpen={isOpen}
            currentMoment={currentMoment}
            endNs={endNs}
            isLabelBefore={isLabelBefore}
            hasRoom={hasRoom}
            onGo={goToMoment}
          />
        );
      })}
      {currentMoment !== undefined && (
        <MomentCard
          moment={currentMoment}
          index={moments.findIndex((moment) => isSameMoment(moment, currentMoment))}
          count={moments.length}
          position={currentMoment.timeNs / endNs}
          onStep={(isForward) => goToMoment(neighbourMoment(moments, currentMoment, currentMoment.timeNs, isForward))}
          onClose={leaveMoment}
        />
      )}
    </div>
  );
}

/** The moment that the run plays towards or stands at. */
function useCurrentMoment() {
  const { page, animation } = usePageContext();
  const [currentMoment, setCurrentMoment] = useState<TimelineMoment>();
  /** While the run plays towards it. */
  const target = useRef<TimelineMoment>(undefined);
  const goToMoment = (moment: TimelineMoment | undefined) => {
    if (moment === undefined) return;
    setCurrentMoment(moment);
    target.current = playTowards(page, moment) ? moment : undefined;
  };
  const leaveMoment = () => {
    target.current = undefined;
    setCurrentMoment(undefined);
  };
  const latestValues = useLatest({ at: currentMoment, go: goToMoment });

  // Stops at the moment. If the run is moved to another time, it is at no moment any more.
  useEffect(
    () =>
      animation.addSmooth(() => {
        const { session } = page;
        const { current } = target;
        if (current !== undefined && session.isPlaying) {
          // The shown time follows a way back only when the lanes have answered.
          if (Math.min(session.timeNs, session.commandedNs) < current.timeNs) return;
          stopAt(page, current);
          target.current = undefined;
        } else if (current !== undefined) target.current = undefined;
        else if (latestValues.current.at !== undefined && session.commandedNs !== latestValues.current.at.timeNs)
          setCurrentMoment(undefined);
      }),
    [page, animation, latestValues],
  );

  useEffect(() => requestedMoment.subscribe(({ moment }) => latestValues.current.go(moment)), [latestValues]);
  return { currentMoment, goToMoment, leaveMoment };
}

/** The moments of all lanes. Lanes get new figures all the time, which do not change them. */
function useMoments(): readonly TimelineMoment[] {
  const descriptions = usePage(useShallow(({ lanes }) => lanes.map(({ description }) => description)));
  const momentsOfLanes = usePage(useShallow(({ lanes }) => lanes.map(({ moments }) => moments)));
  return timelineMoments(
    descriptions.map((description, lane) => ({ description, moments: momentsOfLanes[lane] ?? [] })),
  );
}

/** The time of one of several moments that share a sign. */
function MomentTick({ timeNs, endNs }: Pick<TimelineMoment, 'timeNs'> & { readonly endNs: number }) {
  return <span className="key-moment-tick" aria-hidden="true" style={{ '--part': timeNs / endNs }} />;
}

/** "A first drop: buffer full at 0.83 s" */
function formatMoment({ lane, text, timeNs }: TimelineMoment): string {
  return `${lane === undefined ? '' : `${laneLetter(lane)} `}${text} at ${formatShortSeconds(timeNs)}`;
}

interface MomentSignProps {
  readonly group: NonEmptyList<TimelineMoment>;
  readonly words: string;
  /** Its number may grow. */
  readonly isOpen: boolean;
  readonly currentMoment: TimelineMoment | undefined;
  readonly endNs: number;
  readonly isLabelBefore: boolean;
  /** On a short timeline, words at either side of the sign would cover the buttons beside the timeline. */
  readonly hasRoom: boolean;
  readonly onGo: (moment: TimelineMoment) => void;
}

function MomentSign({ group, words, isOpen, currentMoment, endNs, isLabelBefore, hasRoom, onGo }: MomentSignProps) {
  const sign = signMoment(group);
  const index = group.findIndex((moment) => isSameMoment(moment, currentMoment));
  const names = group.map(formatMoment).join('; ');
  const shownMoment = index >= 0 ? group[index] : countEvents(group) <= 1 ? sign : undefined;
  return (
    <Button
      className="key-moment timeline-sign icon-button"
      data-kind={shownMoment?.kind}
      data-before={isLabelBefore}
      aria-label={`${group.length > 1 ? 'Key moments' : 'Key moment'}${isOpen ? ' so far' : ''}: ${names}`}
      aria-current={index >= 0}
      title={`${isOpen ? 'So far: ' : ''}${names}. Click to go there in slow motion.`}
      style={{ '--part': sign.timeNs / endNs }}
      onClick={() => onGo(index < 0 ? sign : elementInCycle(group, index + 1))}
    >
      <Shape kind={shownMoment?.kind} />
      {hasRoom && <small aria-hidden="true">{shownMoment?.label ?? words}</small>}
    </Button>
  );
}

function Shape({ kind }: { readonly kind: TimelineMomentKind | undefined }) {
  return (
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
      <path d={kind === undefined ? GROUP_SHAPE : MOMENT_SHAPES[kind]} fill="currentColor" />
    </svg>
  );
}

interface MomentCardProps {
  readonly moment: TimelineMoment;
  readonly index: number;
  readonly count: number;
  readonly position: number;
  readonly onStep: (isForward: boolean) => void;
  readonly onClose: () => void;
}

function MomentCard({ moment, index, count, position, onStep, onClose }: MomentCardProps) {
  useKeys({ Escape: onClose }, 'anywhere');
  return (
    <section
      className="key-moment-card timeline-card floating row"
      aria-label="Key moment"
      style={{ '--part': position }}
    >
      <p role="status">
        <Shape kind={moment.kind} />{' '}
        {moment.lane !== undefined && <span className="badge small">{laneLetter(moment.lane)}</span>} {moment.text}{' '}
        <b>{formatShortSeconds(moment.timeNs)}</b>
      </p>
      <Button
        className="icon-button"
        aria-label="Previous key moment"
        title="Previous key moment (P)"
        disabled={index <= 0}
        onClick={() => onStep(false)}
      >
        ‹
      </Button>
      <span className="muted">
        {index + 1} of {count}
      </span>
      <Button
        className="icon-button"
        aria-label="Next key moment"
        title="Next key moment (N)"
        disabled={index === count - 1}
        onClick={() => onStep(true)}
      >
        ›
      </Button>
      <Button className="icon-button quiet" aria-label="Close the key moment" onClick={onClose}>
        ×
      </Button>
    </section>
  );
}

/**
 * Plays towards a moment, slow enough to follow single packets.
 * @returns false if the run goes there at once
 */
function playTowards(page: Page, moment: TimelineMoment): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    stopAt(page, moment);
    return false;
  }
  const rateBps = page.session.lanes[moment.lane ?? 0]?.frame?.rateBps ?? 1e7;
  const speed = Math.min(MAX_MOMENT_SPEED, (SLOW_MOTION_PACKETS_PER_SECOND * 8e3) / rateBps);
  const nearestSpeed = SPEEDS.find((candidate) => candidate >= 0.7 * speed) ?? MAX_MOMENT_SPEED;
  page.session.setSpeed(nearestSpeed);
  page.session.seek(Math.max(0, moment.timeNs - LEAD_SECONDS * 1e9 * nearestSpeed));
  page.session.play();
  return true;
}

function stopAt(page: Page, { kind, lane, timeNs }: TimelineMoment): void {
  page.questions.pauseAt(lane ?? 0, eventSearchKind(kind), timeNs);
}
