/** Draws one lane: its queue in every display frame, its lens a few times per second. */
import { loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import { isCanvasVisible } from '../../view/draw/canvas.ts';
import type { LensModel } from '../../view/lenses/lens-model.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import type { AnimationLoop, DisplayFrame } from '../shell/drawing/animation-loop.ts';
import type { LaneLens } from './lane-lens.ts';
import { laneQueueModel } from './lane-models.ts';
import type { LensChoice } from './lens-choices.tsx';

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
    const { page, animation, lane } = options;
    this.options = options;
    this.queue = new QueueView(options.queue);
    this.queue.thresholds.onThreshold = this.setThreshold;
    this.cleanups = [
      animation.addSmooth((displayFrame) => this.drawQueue(displayFrame), lane),
      animation.addSlow((displayFrame) => this.drawAll(displayFrame)),
    ];
    void this.loadLens();
    this.loadPicking(page).catch(() => undefined);
  }

  end(): void {
    this.hasEnded = true;
    for (const end of this.cleanups) end();
  }

  private readonly setThreshold = (parameter: string, value: number, isUp = false): void => {
    const { page, lane } = this.options;
    page.edit((editor) =>
      isUp ? editor.dragUpThreshold(lane, parameter, value) : editor.dragThreshold(lane, parameter, value),
    );
  };

  private async loadLens(): Promise<void> {
    const { page, animation, lane, lens, onLensError } = this.options;
    try {
      const { LaneLens: LaneLensClass } = await loadPart(() => import('./lane-lens.ts'));
      this.lens = new LaneLensClass(page, lane, lens, this.setThreshold, {
        loadPart,
        onLoad: () => animation.redraw(),
        onError: (error) => onLensError(error, () => this.lens?.retry()),
      });
      animation.redraw();
    } catch (error) {
      onLensError(error, () => void this.loadLens());
    }
  }

  /** Lets the pointer pick packets. Without its code, the list of verdicts still leads to each packet. */
  private async loadPicking(page: Page): Promise<void> {
    const { pickPackets } = await loadPart(() => import('./pick-packets.ts'));
    if (this.hasEnded) return;
    this.cleanups.push(
      pickPackets(this.options.queue, this.queue, (packet) => {
        void page.questions.ask(this.options.lane, packet.serial, packet.arrivedNs);
      }),
    );
  }

  private drawAll(displayFrame: DisplayFrame): void {
    this.lastLensModel = this.lensModel;
    if (this.lastLensModel !== undefined && !this.isLensOnQueueAxis) this.lens?.draw(this.lastLensModel);
    // On a slow device, this frame may be the turn of another lane.
    this.drawQueue(displayFrame);
  }

  private drawQueue(displayFrame: DisplayFrame): void {
    const { page, lane } = this.options;
    if (displayFrame.wallMs === this.drawnMs) return;
    const model = laneQueueModel(
      page,
      lane,
      displayFrame,
      this.showsLens,
      isCanvasVisible(this.options.lens),
      this.lastLensModel,
    );
    if (model === undefined) return;
    this.drawnMs = displayFrame.wallMs;
    this.queue.draw(model);
    const lens = this.isLensOnQueueAxis ? this.lensModel : undefined;
    if (lens !== undefined) this.lens?.draw(lens);
  }

  private get lensModel(): LensModel | undefined {
    return this.lens?.model(this.options.getChoice());
  }

  /** Whether the policy's lens is visible under the queue. */
  private get showsLens(): boolean {
    return this.options.getChoice().show === 'lens' && isCanvasVisible(this.options.lens);
  }

  /** Whether the lens marks the present queue. Then it is drawn with each queue, because both must show the same moment. */
  private get isLensOnQueueAxis(): boolean {
    return this.lastLensModel?.description.hints.lens === 'occupancy' && this.showsLens;
  }
}
