/** Measures for how long the steps of a lesson are shown. Time in which the page is hidden does not count. */
export class StepClock {
  private readonly shownMs = new Map<number, number>();
  private shownStep: number | undefined;
  /** Undefined while the page is hidden. */
  private sinceMs: number | undefined;
  private readonly nowMs: () => number;
  private readonly onVisibility = () => this.settle();

  /** @param nowMs the present time, ms */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
    globalThis.document?.addEventListener('visibilitychange', this.onVisibility);
  }

  show(step: number): void {
    this.settle();
    this.shownStep = step;
  }

  /** The time for which a step was shown since the last call for it, s. */
  takeSeconds(step: number): number {
    this.settle();
    const shownMs = this.shownMs.get(step) ?? 0;
    this.shownMs.delete(step);
    return shownMs / 1_000;
  }

  /** Another student begins. */
  restart(): void {
    this.settle();
    this.shownMs.clear();
  }

  close(): void {
    globalThis.document?.removeEventListener('visibilitychange', this.onVisibility);
  }

  /** Adds the time since the last call to the shown step. */
  private settle(): void {
    const nowMs = this.nowMs();
    if (this.sinceMs !== undefined && this.shownStep !== undefined)
      this.shownMs.set(this.shownStep, (this.shownMs.get(this.shownStep) ?? 0) + nowMs - this.sinceMs);
    this.sinceMs = globalThis.document?.visibilityState === 'hidden' ? undefined : nowMs;
  }
}
