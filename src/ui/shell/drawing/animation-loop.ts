/** The only animation loop of the page: it advances the clock, then calls all registered functions that draw. */
import type { Page } from '../../../app/page/page.ts';
import type { PageState } from '../../../app/page/page-state.ts';
import { deleteCanvasSizes, onCanvasResized } from '../../../view/draw/canvas.ts';
import { whenPartLoads } from '../../../view/draw/lazy-module.ts';
import { DetailGovernor } from './detail-governor.ts';

export interface DisplayFrame {
  readonly wallMs: number;
  /** A picture of one moment without motion: the user prefers reduced motion, or the page is printed. */
  readonly isStill: boolean;
}

type FrameDrawer = (displayFrame: DisplayFrame) => void;

/** Interval of drawings without smooth motion, by the level of the pace. */
const SLOW_INTERVALS_MS = [100, 200, 200] as const;
/** Interval of words where frames take long. */
const TEXT_INTERVAL_MS = 100;
/** Time for such drawings in one display frame, ms (at least one is drawn). They take turns. */
const SLOW_BUDGET_MS = 3;
const STILL_INTERVAL_MS = 500;
/** Events after which the page answers with its next paint. */
const INPUT_EVENTS = ['pointerdown', 'pointerup', 'keydown'] as const;
/** Duration of drawing after the last change, until falling packets have stopped. */
const SETTLING_MS = 1_200;

/** The loop of one page. A function that draws is called once for each frame of the screen at most. */
export class AnimationLoop {
  /** Motion is to be avoided: the answer is stored, because a new query may cause a layout of the page. */
  reducesMotion: boolean;
  private readonly page: Page;
  /** The value is the turn of a lane; a function without one is called in every frame. */
  private readonly smooth = new Map<FrameDrawer, number | undefined>();
  private readonly texts = new Set<FrameDrawer>();
  /** Wall time of the last drawing of each, ms; the one that has waited longest comes first. */
  private readonly slowDrawMs = new Map<FrameDrawer, number>();
  /** Functions that threw an error. It is reported once for each. */
  private readonly brokenDraws = new WeakSet<FrameDrawer>();
  private readonly governor = new DetailGovernor();
  private displayFrameCount = 0;
  private lanes: PageState['lanes'] = [];
  private skipsDisplayFrame = false;
  /** Whether the next frame answers an input. */
  private hasInput = false;
  private textsMs = 0;
  private changedMs = 0;
  private drawnMs = 0;

  constructor(page: Page) {
    this.page = page;
    page.onRedraw(() => this.redraw());
    whenPartLoads(() => this.redraw());
    onCanvasResized(() => {
      for (const draw of [...this.slowDrawMs.keys()]) this.requestDraw(draw);
    });
    const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');
    this.reducesMotion = reducedMotionQuery.matches;
    reducedMotionQuery.addEventListener('change', () => {
      this.reducesMotion = reducedMotionQuery.matches;
    });
  }

  /**
   * Registers a function that draws, for every display frame; returns a function that removes it.
   * @param lane index of its lane: where frames take long, lanes with even and odd indices take turns
   */
  addSmooth(draw: FrameDrawer, lane?: number): () => void {
    this.smooth.set(draw, lane);
    this.redraw();
    return () => this.smooth.delete(draw);
  }

  /**
   * Registers a function that draws words, for every display frame, or for a few times per second where frames take
   * long.
   */
  addText(draw: FrameDrawer): () => void {
    this.texts.add(draw);
    this.redraw();
    return () => this.texts.delete(draw);
  }

  /** Registers a function that draws, for a few times per second; returns a function that removes it. */
  addSlow(draw: FrameDrawer): () => void {
    this.requestDraw(draw);
    return () => this.slowDrawMs.delete(draw);
  }

  /** Calls a slow function in the next frame. */
  requestDraw(draw: FrameDrawer): void {
    this.slowDrawMs.set(draw, Number.NEGATIVE_INFINITY);
    this.redraw();
  }

  /** A paused run is drawn completely: the user may be dragging a threshold or the time. */
  private get level() {
    return this.page.session.isPlaying ? this.governor.level : 0;
  }

  /** Whether frames take so long that some drawings come less often. */
  get isBusy(): boolean {
    return this.governor.level > 0;
  }

  /** Requests that everything is drawn again. */
  redraw(): void {
    this.changedMs = performance.now();
  }

  start(): void {
    if (this.reducesMotion) this.page.session.pause();
    let beganMs = 0;
    // Its message comes after the browser has painted the frame.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const nowMs = performance.now();
      this.governor.addDisplayFrame(nowMs, nowMs - beganMs);
    };
    for (const type of INPUT_EVENTS)
      addEventListener(type, () => (this.hasInput = true), { capture: true, passive: true });
    const frame = (wallMs: number) => {
      requestAnimationFrame(frame);
      beganMs = performance.now();
      this.page.tick(wallMs);
      if (!this.isBehind && wallMs - this.changedMs >= SETTLING_MS) return;
      this.drawDisplayFrame(wallMs);
      port2.postMessage(0);
    };
    requestAnimationFrame(frame);
  }

  /** Draws everything at once, at its present size. */
  drawAll(): void {
    deleteCanvasSizes();
    const displayFrame = { wallMs: performance.now(), isStill: true };
    for (const draw of [...this.slowDrawMs.keys(), ...this.smooth.keys(), ...this.texts])
      this.callDraw(draw, displayFrame);
  }

  /** Whether the last change still needs a drawing. Display frames can be farther apart than the duration above. */
  private get isBehind(): boolean {
    const [drawnMs = Number.POSITIVE_INFINITY] = this.slowDrawMs.values();
    return drawnMs < this.changedMs;
  }

  private drawDisplayFrame(wallMs: number): void {
    const isStill = this.reducesMotion;
    if (isStill && wallMs - this.drawnMs < STILL_INTERVAL_MS) return;
    this.drawnMs = wallMs;
    const displayFrame = { wallMs, isStill };
    const { level } = this;
    const { lanes } = this.page.state;
    // On a slow device, a frame in which the browser lays out new figures or answers an input has no drawings. Never
    // two such frames in a row.
    const hasNewFigures = level === 2 && lanes !== this.lanes;
    const answersInput = this.isBusy && this.hasInput;
    this.skipsDisplayFrame = !isStill && !this.skipsDisplayFrame && (hasNewFigures || answersInput);
    this.lanes = lanes;
    this.hasInput = false;
    if (this.skipsDisplayFrame) return;
    // The slow functions come first, because the smooth ones write their figures too.
    this.drawSlow(displayFrame);
    this.displayFrameCount++;
    for (const [draw, lane] of this.smooth)
      if (isStill || level < 2 || lane === undefined || (lane + this.displayFrameCount) % 2 === 0)
        this.callDraw(draw, displayFrame);
    if (level > 0 && wallMs - this.textsMs < TEXT_INTERVAL_MS) return;
    this.textsMs = wallMs;
    for (const draw of this.texts) this.callDraw(draw, displayFrame);
  }

  /** Calls a function that draws. An error in it must not stop the others. */
  private callDraw(draw: FrameDrawer, displayFrame: DisplayFrame): void {
    try {
      draw(displayFrame);
    } catch (error) {
      if (!this.brokenDraws.has(draw)) reportError(error);
      this.brokenDraws.add(draw);
    }
  }

  private drawSlow(displayFrame: DisplayFrame): void {
    const { wallMs } = displayFrame;
    const beganMs = performance.now();
    const everyMs = SLOW_INTERVALS_MS[this.level];
    for (const [draw, drawnMs] of [...this.slowDrawMs]) {
      if (wallMs - drawnMs < everyMs) continue;
      this.callDraw(draw, displayFrame);
      this.slowDrawMs.delete(draw);
      this.slowDrawMs.set(draw, wallMs);
      // A still picture must show one moment, so the whole page is drawn at once.
      if (!displayFrame.isStill && performance.now() - beganMs > SLOW_BUDGET_MS) return;
    }
  }
}
