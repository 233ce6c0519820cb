/** One lane: its head with the policy and the figures, and below it the drawings, or the reason why it has stopped. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { policyOfLane } from '../../run-state/run-values.ts';
import { laneDash, laneLetter } from '../../shared/lane-letters.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLaneName, usePage } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { countedSpan, mixesSettings } from './counted-span.ts';
import { FiguresLine, hasFifthFigure } from './figures-line.tsx';
import { LaneDrawings } from './lane-drawings.tsx';
import { LaneFailureNote } from './lane-failure.tsx';
import { PolicyChoice } from './policy-choice.tsx';
import { POLICY_FULL_NAMES } from './policy-full-names.ts';
import './lane-panel.css';

const LaneMenu = lazyPart(
  'The menu of this lane',
  async () => (await import('./lane-menu.tsx')).LaneMenu,
  (content, isBusy) => (isBusy ? <span className="lane-menu-place" /> : content),
);

export function LanePanel({ lane }: { readonly lane: number }) {
  const policy = usePage(({ run }) => run.lanes[lane] && policyOfLane(run.lanes[lane]));
  const title = usePage(({ run }) => run.lanes[lane]?.source?.title);
  const laneName = useLaneName(lane);
  const name = title ?? (laneName || (policy?.name ?? ''));
  const isBare = usePage((state) => state.embedding !== 'whole');
  // The figures change a few times per second. Only their line is rendered then.
  const isOpen = usePage((state) => state.lanes[lane] !== undefined);
  const failure = usePage((state) => state.lanes[lane]?.failure);
  const hasMixedSettings = useLaneFact(lane, (snapshot, run) => mixesSettings(countedSpan(snapshot, run, lane)));
  const hasFiveFigures = useLaneFact(lane, hasFifthFigure);
  const isBesideFiveFigures = usePage(({ lanes }) => lanes.some(hasFifthFigure));
  if (!isOpen || policy === undefined) return null;
  const letter = laneLetter(lane);
  return (
    <section className="lane" aria-label={`Lane ${letter}: ${name}`} data-lane={lane} tabIndex={-1}>
      <header
        className={joinClassNames(
          'lane-head row',
          hasMixedSettings && 'mixed-settings',
          hasFiveFigures && 'five-figures',
          isBesideFiveFigures && 'four-shown',
        )}
      >
        <span className="lane-key stack" aria-hidden="true">
          <span className="badge">{letter}</span>
          <svg width="22" height="4" aria-hidden="true">
            <path d="M0 2h22" stroke="currentColor" strokeWidth="2" strokeDasharray={laneDash(lane).join(' ')} />
          </svg>
        </span>
        {title ? (
          <b className="lane-title" title={title}>
            {title}
          </b>
        ) : (
          <PolicyChoice lane={lane} />
        )}
        {!isBare && <LaneMenu lane={lane} />}
        <span className="lane-full-name">{POLICY_FULL_NAMES[policy.id]}</span>
        <FiguresLine lane={lane} />
      </header>
      {failure === undefined ? (
        <LaneDrawings lane={lane} name={name} />
      ) : (
        <LaneFailureNote lane={lane} failure={failure} />
      )}
    </section>
  );
}

/** Whether something is true of a lane. */
function useLaneFact(lane: number, holds: (snapshot: LaneSnapshot, run: RunState) => boolean): boolean {
  return usePage(({ lanes, run }) => {
    const snapshot = lanes[lane];
    return snapshot !== undefined && holds(snapshot, run);
  });
}
