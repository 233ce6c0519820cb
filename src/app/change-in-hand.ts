/**
 * The change that is being made: from pointer down to up, or a series of steps by key. All its steps are one change of the run.
 * Each new step replaces the step before it.
 */
import type { ParameterValue } from '../params/schema.ts';
import type { Moment } from './undo.ts';

/** The run follows a value that is dragged so often at most, ms: each time some of it is simulated again. */
const FOLLOW_MS = 50;
/** Steps without a pointer that follow one another within this wall time are one change, ms. */
export const SAME_CHANGE_MS = 1_000;

export class ChangeInHand {
  readonly path: string;
  /** The run as it was, and the time at which it stood. */
  readonly before: Moment;
  /** The simulated time from which the value holds, ns; undefined where it holds from the start. */
  readonly fromNs: number | undefined;
  /** The run played: it goes on when the change is made. */
  readonly resumes: boolean;
  /** Some step of it has been taken, so that it can be undone. */
  noted = false;
  /** The value that the last step asked for, and its result. */
  asked: unknown;
  value: ParameterValue | undefined;
  private pending = false;
  private followTimer: ReturnType<typeof setTimeout> | undefined;
  private endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, before: Moment, fromNs: number | undefined, resumes: boolean) {
    this.path = path;
    this.before = before;
    this.fromNs = fromNs;
    this.resumes = resumes;
  }

  /**
   * One more step.
   * @param follow called a little later, with the last step only
   */
  step(asked: unknown, value: ParameterValue, follow: () => void): void {
    this.asked = asked;
    this.value = value;
    this.pending = true;
    this.followTimer ??= setTimeout(() => {
      this.followTimer = undefined;
      follow();
    }, FOLLOW_MS);
  }

  /** Ends it unless another step comes in time. */
  endLater(end: () => void): void {
    clearTimeout(this.endTimer);
    this.endTimer = setTimeout(end, SAME_CHANGE_MS);
  }

  /** Takes the last step. @returns whether there is one that has not been taken yet */
  take(): boolean {
    const { pending } = this;
    this.pending = false;
    return pending;
  }

  /** Nothing of it happens later. */
  stop(): void {
    clearTimeout(this.followTimer);
    clearTimeout(this.endTimer);
    this.followTimer = undefined;
  }
}
