/** One animation loop for the page: advances the clock, then lets whatever registered draw itself. */
import type { Page } from '../app/store.ts';

export interface Paint {
  readonly wallMs: number;
  /** True a few times a second: for what need not move smoothly. */
  readonly slow: boolean;
  /** Motion is to be avoided. */
  readonly still: boolean;
}

const SLOW_MS = 100;
const STILL_MS = 500;
/** How long drawing goes on after the last change: falling packets come to rest. */
const AFTERGLOW_MS = 1_200;

export class Painter {
  private readonly page: Page;
  private readonly drawings = new Set<(paint: Paint) => void>();
  private readonly reduced = matchMedia('(prefers-reduced-motion: reduce)');
  private changedMs = 0;
  private slowMs = 0;
  private stillMs = 0;

  constructor(page: Page) {
    this.page = page;
    page.onShown = () => this.touch();
  }

  /** Registers a drawing; returns how to take it back. */
  add(drawing: (paint: Paint) => void): () => void {
    this.drawings.add(drawing);
    this.touch();
    return () => this.drawings.delete(drawing);
  }

  /** Something is to be drawn anew. */
  touch(): void {
    this.changedMs = performance.now();
  }

  start(): void {
    if (this.reduced.matches) this.page.session.pause();
    const frame = (wallMs: number) => {
      requestAnimationFrame(frame);
      this.page.session.tick(wallMs);
      if (wallMs - this.changedMs < AFTERGLOW_MS) this.paint(wallMs);
    };
    requestAnimationFrame(frame);
  }

  private paint(wallMs: number): void {
    const still = this.reduced.matches;
    if (still && wallMs - this.stillMs < STILL_MS) return;
    this.stillMs = wallMs;
    const slow = wallMs - this.slowMs >= SLOW_MS;
    if (slow) this.slowMs = wallMs;
    for (const drawing of this.drawings) drawing({ wallMs, slow, still });
  }
}
