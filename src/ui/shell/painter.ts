/** The only animation loop of the page: it advances the clock, then calls all registered drawings. */
import type { Page } from '../../app/page.ts';
import { forgetSizes } from '../../view/draw/canvas.ts';

export interface Paint {
  readonly wallMs: number;
  /** The user prefers reduced motion. */
  readonly still: boolean;
}

type Drawing = (paint: Paint) => void;

/** Interval of drawings without smooth motion. */
const SLOW_MS = 100;
/** Time for such drawings in one display frame, ms (at least one is drawn). They take turns. */
const SLOW_BUDGET_MS = 3;
const STILL_MS = 500;
/** Duration of drawing after the last change, until falling packets have stopped. */
const AFTERGLOW_MS = 1_200;

export class Painter {
  /** Motion is to be avoided: the answer is stored, because a new query may cause a layout of the page. */
  reduced: boolean;
  private readonly page: Page;
  private readonly smooth = new Set<Drawing>();
  /** Due time of each, wall ms; the one that has waited longest comes first. */
  private readonly slow = new Map<Drawing, number>();
  private changedMs = 0;
  private stillMs = 0;

  constructor(page: Page) {
    this.page = page;
    page.onShown = () => this.touch();
    const wish = matchMedia('(prefers-reduced-motion: reduce)');
    this.reduced = wish.matches;
    wish.addEventListener('change', () => {
      this.reduced = wish.matches;
    });
  }

  /** Registers a drawing for every display frame; returns a function that removes it. */
  addSmooth(drawing: Drawing): () => void {
    this.smooth.add(drawing);
    this.touch();
    return () => this.smooth.delete(drawing);
  }

  /** Registers a drawing for a few times per second; returns a function that removes it. */
  addSlow(drawing: Drawing): () => void {
    this.ask(drawing);
    return () => this.slow.delete(drawing);
  }

  /** Draws the slow drawings in the next frame. */
  ask(drawing: Drawing): void {
    this.slow.set(drawing, 0);
    this.touch();
  }

  /** Requests that everything is drawn again. */
  touch(): void {
    this.changedMs = performance.now();
  }

  start(): void {
    if (this.reduced) this.page.session.pause();
    const frame = (wallMs: number) => {
      requestAnimationFrame(frame);
      this.page.session.tick(wallMs);
      if (this.behind || wallMs - this.changedMs < AFTERGLOW_MS) this.paint(wallMs);
    };
    requestAnimationFrame(frame);
  }

  /** Draws everything at once, at its present size. */
  paintAll(): void {
    forgetSizes();
    const paint = { wallMs: performance.now(), still: true };
    for (const drawing of [...this.slow.keys(), ...this.smooth]) drawing(paint);
  }

  /** Whether the last change still needs a drawing. Display frames can be farther apart than the duration above. */
  private get behind(): boolean {
    const [dueMs = Number.POSITIVE_INFINITY] = this.slow.values();
    return dueMs - SLOW_MS < this.changedMs;
  }

  private paint(wallMs: number): void {
    const still = this.reduced;
    if (still && wallMs - this.stillMs < STILL_MS) return;
    this.stillMs = wallMs;
    const paint = { wallMs, still };
    // Slow drawings first, because the smooth drawings write their figures too.
    this.paintSlow(paint);
    for (const drawing of this.smooth) drawing(paint);
  }

  private paintSlow(paint: Paint): void {
    const { wallMs } = paint;
    const began = performance.now();
    for (const [drawing, dueMs] of [...this.slow]) {
      if (dueMs > wallMs) continue;
      drawing(paint);
      this.slow.delete(drawing);
      this.slow.set(drawing, wallMs + SLOW_MS);
      // A still picture must show one moment, so the whole page is drawn at once.
      if (!paint.still && performance.now() - began > SLOW_BUDGET_MS) return;
    }
  }
}
