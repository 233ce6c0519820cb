/** The drawings of one lane: its queue, and its lens or the table of groups. */
import { memo, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { laneLetter } from '../../shared/lane-letters.ts';
import { plotStore, setLaneDrawing } from '../plots/plot-state.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useLatest } from '../shell/effects.ts';
import { lazyPart, PartFailure } from '../shell/part.tsx';
import { LaneDrawer } from './lane-drawer.ts';
import type { LensChoice } from './lens-choices.tsx';
import './lane-drawings.css';

const LaneSummary = lazyPart(
  'The spoken summary of this lane',
  async () => (await import('./lane-summary.tsx')).SpokenSummary,
);
const LensChoices = lazyPart('The choice of drawings', async () => (await import('./lens-choices.tsx')).LensChoices);
const UpQueue = lazyPart('The queue up', async () => (await import('./up-queue.tsx')).UpQueue);
const PolicyGroups = lazyPart('The table of groups', async () => (await import('./policy-groups.tsx')).PolicyGroups);

interface Props {
  readonly lane: number;
  /** The name of its policy. */
  readonly name: string;
}

export const LaneDrawings = memo(({ lane, name }: Props) => {
  const { page, animation } = usePageContext();
  const isTwoWay = usePage((state) => state.lanes[lane]?.up !== undefined);
  const isLoading = usePage((state) => state.lanes[lane]?.isLoading);
  const queue = useRef<HTMLCanvasElement>(null);
  const lens = useRef<HTMLCanvasElement>(null);
  const [focus, setFocus] = useState<number>();
  const show = useStore(plotStore, ({ drawings }) => drawings[lane] ?? 'lens');
  const choice: LensChoice = { show, focus };
  const choiceNow = useLatest(choice);
  const [lensFailure, setLensFailure] = useState<{ readonly error: unknown; readonly retry: () => void }>();
  useEffect(() => {
    if (queue.current === null || lens.current === null) return;
    const drawer = new LaneDrawer({
      page,
      animation,
      lane,
      queue: queue.current,
      lens: lens.current,
      getChoice: () => choiceNow.current,
      onLensError: (error, retry) => setLensFailure({ error, retry }),
    });
    return () => drawer.end();
  }, [lane, page, animation, choiceNow]);
  const letter = laneLetter(lane);
  return (
    <div className={joinClassNames('lane-drawings', isTwoWay && 'lane-drawings-both')}>
      <canvas
        ref={queue}
        className="lane-queue"
        role="img"
        aria-label={`Queue ${isTwoWay ? 'down ' : ''}of lane ${letter}, ${name}: packets arrive on the left and wait for the link on the right. Its thresholds are also among the controls.`}
      />
      {isTwoWay && <UpQueue lane={lane} />}
      {isLoading && (
        <p className="loading" role="status">
          This lane is being loaded…
        </p>
      )}
      <canvas ref={lens} className="lane-lens" role="img" aria-label={`Internal state of ${name} in lane ${letter}`} />
      {lensFailure !== undefined && choice.show !== 'groups' && (
        <PartFailure
          partName="This lens"
          error={lensFailure.error}
          onRetry={() => {
            setLensFailure(undefined);
            lensFailure.retry();
            animation.redraw();
          }}
        />
      )}
      {choice.show === 'groups' && <PolicyGroups lane={lane} />}
      <LensChoices
        lane={lane}
        choice={choice}
        onChoose={(lensChoice) => {
          setFocus(lensChoice.focus);
          setLaneDrawing(lane, lensChoice.show);
          animation.redraw();
        }}
      />
      <LaneSummary lane={lane} name={name} />
    </div>
  );
});
