/** The one animation loop of the page: it advances the clock, then calls all registered drawings. */
import type { Page } from '../../app/page.ts';
import { forgetSizes } from '../../view/draw/canvas.ts';

export interface Paint {
  readonly wallMs: number;
  /** Motion is to be avoided. */
  readonly still: boolean;
}

type Drawing = (paint: Paint) => void;

/** Interval of drawings that need not move smoothly. */
const SLOW_MS = 100;
/** Of those, so much is drawn in one display frame, ms (and one at least): each waits for its turn. */
const SLOW_BUDGET_MS = 3;
const STILL_MS = 500;
/** How long drawing goes on after the last change: falling packets come to rest. */
const AFTERGLOW_MS = 1_200;

export class Painter {
  private readonly page: Page;
  private readonly smooth = new Set<Drawing>();
  /** When each is due, wall ms; the one that has waited longest comes first. */
  private readonly slow = new Map<Drawing, number>();
  /** Motion is to be avoided: kept, because to ask for it anew may lay the page out. */
  private reduced: boolean;
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

  /** Registers a drawing for every display frame; returns how to take it back. */
  addSmooth(drawing: Drawing): () => void {
    this.smooth.add(drawing);
    this.touch();
    return () => this.smooth.delete(drawing);
  }

  /** Registers a drawing for a few times per second; returns how to take it back. */
  addSlow(drawing: Drawing): () => void {
    this.ask(drawing);
    return () => this.slow.delete(drawing);
  }

  /** Draws the slow drawings in the next frame. */
  ask(drawing: Drawing): void {
    this.slow.set(drawing, 0);
    this.touch();
  }

  /** Something is to be drawn anew. */
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

  /** Draws everything at once, at the size that it has now. */
  paintAll(): void {
    forgetSizes();
    const paint = { wallMs: performance.now(), still: true };
    for (const drawing of [...this.slow.keys(), ...this.smooth]) drawing(paint);
  }

  /** Whether something has not been drawn since the last change: display frames can be further apart than the afterglow. */
  private get behind(): boolean {
    const [dueMs = Number.POSITIVE_INFINITY] = this.slow.values();
    return dueMs - SLOW_MS < this.changedMs;
  }

  private paint(wallMs: number): void {
    const still = this.reduced;
    if (still && wallMs - this.stillMs < STILL_MS) return;
    this.stillMs = wallMs;
    const paint = { wallMs, still };
    // Slow ones first: what moves smoothly writes the figures that they show.
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
      // Stills are of one moment: all of a page is drawn at once.
      if (!paint.still && performance.now() - began > SLOW_BUDGET_MS) return;
    }
  }
}
