/** The drawings of one lane: its queue, and its lens or the table of groups. */
import { memo, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { isCanvasVisible, prepareCanvas } from '../../view/draw/canvas.ts';
import type { LensModel } from '../../view/lenses/lens-model.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import { plotStore, setLaneDrawing } from '../plots/plot-state.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import type { AnimationLoop, DisplayFrame } from '../shell/drawing/animation-loop.ts';
import { useLatest } from '../shell/effects.ts';
import { lazyPart, PartFailure } from '../shell/part.tsx';
import type { LensChoice } from './lane-controls.tsx';
import type { LaneLens } from './lane-lens.ts';
import { laneQueueModel } from './lane-models.ts';
import './lane-drawings.css';

/** Loads the parts of a lane that come after its queue. */
export const laneParts = () => import('./lane-parts.ts');

const SpokenSummary = lazyPart('The spoken summary of this lane', laneParts, 'SpokenSummary');
const LensChoices = lazyPart('The choice of drawings', laneParts, 'LensChoices');
const UpQueue = lazyPart('The queue up', () => import('./up-queue.tsx'), 'UpQueue');
const PolicyGroups = lazyPart('The table of groups', laneParts, 'PolicyGroups');

interface LaneDrawingsProps {
  readonly lane: number;
  /** The name of its policy. */
  readonly name: string;
}

export const LaneDrawings = memo(({ lane, name }: LaneDrawingsProps) => {
  const { page, animation } = usePageContext();
  const isTwoWay = useIsTwoWay(lane);
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
      <SpokenSummary lane={lane} name={name} />
    </div>
  );
});

/**
 * Whether a lane has a queue up. While a run starts again it is not known, and it stays as it was: a queue up that is
 * taken away loses the handle that is being dragged.
 */
function useIsTwoWay(lane: number): boolean {
  const isTwoWay = usePage(({ lanes }) => lanes[lane]?.description && lanes[lane].up !== undefined);
  const wasTwoWay = useRef(false);
  wasTwoWay.current = isTwoWay ?? wasTwoWay.current;
  return wasTwoWay.current;
}

interface LaneDrawerOptions {
  readonly page: Page;
  readonly animation: AnimationLoop;
  readonly lane: number;
  readonly queue: HTMLCanvasElement;
  readonly lens: HTMLCanvasElement;
  /** The present choice of the drawing under the queue. */
  readonly getChoice: () => LensChoice;
  /** Called when a lens could not be loaded. */
  readonly onLensError: (error: unknown, retry: () => void) => void;
}

/** Draws one lane: its queue in every display frame, and its lens a few times per second, or with each queue. */
export class LaneDrawer {
  private readonly options: LaneDrawerOptions;
  private readonly queue: QueueView;
  /** Loaded after the queue. */
  private lens: LaneLens | undefined;
  /** The last model of the lens. */
  private lastLensModel: LensModel | undefined;
  private drawnMs: number | undefined;
  private readonly cleanups: (() => void)[];
  private hasEnded = false;

  constructor(options: LaneDrawerOptions) {
    const { animation, lane } = options;
    this.options = options;
    this.queue = new QueueView(options.queue);
    this.queue.thresholds.onThreshold = this.setThreshold;
    this.cleanups = [
      animation.addSmooth((displayFrame) => this.drawQueue(displayFrame), lane),
      animation.addSlow((displayFrame) => this.drawAll(displayFrame)),
    ];
    void this.loadParts();
  }

  end(): void {
    this.hasEnded = true;
    for (const end of this.cleanups) end();
  }

  private readonly setThreshold = (parameter: string, value: number, isUp = false): void => {
    const { page, lane } = this.options;
    page.edit((editor) => editor.dragThreshold(lane, parameter, value, isUp));
  };

  /**
   * Loads the lens, and lets the pointer pick packets. Without picking, the list of verdicts still leads to each
   * packet.
   */
  private async loadParts(): Promise<void> {
    const { page, animation, lane, queue, lens, onLensError } = this.options;
    try {
      const { LaneLens: LaneLensClass, pickPackets } = await loadPart(laneParts);
      if (this.hasEnded) return;
      this.lens = new LaneLensClass(page, lane, lens, this.setThreshold, {
        loadPart,
        onLoad: () => animation.redraw(),
        onError: (error) => onLensError(error, () => this.lens?.retry()),
      });
      this.cleanups.push(
        pickPackets(queue, this.queue, ({ serial, arrivedNs }) => void page.questions.ask(lane, serial, arrivedNs)),
      );
      animation.redraw();
    } catch (error) {
      onLensError(error, () => void this.loadParts());
    }
  }

  private drawAll(displayFrame: DisplayFrame): void {
    if (!this.isLensOnQueueAxis) this.drawLens();
    // On a slow device, this frame may be the turn of another lane.
    this.drawQueue(displayFrame);
  }

  private drawQueue(displayFrame: DisplayFrame): void {
    const { page, lane } = this.options;
    if (displayFrame.wallMs === this.drawnMs) return;
    if (this.isLensOnQueueAxis) this.drawLens();
    const model = laneQueueModel(
      page,
      lane,
      displayFrame,
      this.showsLens,
      isCanvasVisible(this.options.lens),
      this.lastLensModel,
    );
    if (model === undefined) {
      this.clear();
      return;
    }
    this.drawnMs = displayFrame.wallMs;
    this.queue.draw(model);
  }

  private drawLens(): void {
    this.lastLensModel = this.lens?.model(this.options.getChoice());
    if (this.lastLensModel !== undefined) this.lens?.draw(this.lastLensModel);
  }

  /** Before the first frame of a run: a change of values keeps the picture, another scenario or policy does not. */
  private clear(): void {
    const { page, lane, queue, lens } = this.options;
    const opening = page.session.lanes[lane]?.laneOpening;
    const drawnDescription = this.queue.model?.description;
    if (drawnDescription?.scenario === opening?.scenario.id && drawnDescription?.policy === opening?.policy) return;
    for (const canvas of [queue, lens]) prepareCanvas(canvas);
  }

  /** Whether the policy's lens is visible under the queue. */
  private get showsLens(): boolean {
    return this.options.getChoice().show === 'lens' && isCanvasVisible(this.options.lens);
  }

  /**
   * Whether the lens marks the present queue. Then it is drawn with each queue, because both must show the same moment.
   */
  private get isLensOnQueueAxis(): boolean {
    return this.lens?.isOnQueueAxis === true && this.showsLens;
  }
}
