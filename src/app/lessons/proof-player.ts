/**
 * Plays the run of a step to the time that shows its answer. The page shows the reason when the run is there. The
 * student can go there at once, and a changed run ends it.
 */
import { proofOfStep } from '../../lessons/answers/step-proof.ts';
import { asksForProgram, type Lesson, type ProgramStep } from '../../lessons/format/lesson.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import { required } from '../../shared/required.ts';
import type { Page } from '../page/page.ts';
import type { OpenLessonState, ProofState } from './open-lesson-state.ts';
import { allowedControls, nearestSpeed, openPaused, reachedNs } from './step-on-page.ts';
import type { StepRuns } from './step-runs.ts';

/** A proof is played in about this time, s. */
const PLAY_SECONDS = 5;
/** The fastest speed that is still watched, simulated seconds per second. Of a longer run, the last part is played. */
const MAX_SPEED = 10;

interface ProofHost {
  readonly page: Page;
  readonly lesson: Lesson;
  getState(): OpenLessonState;
  /** The runs of the steps. */
  runs(): StepRuns;
  setProof(proof: ProofState | undefined): void;
}

interface PlayedProof {
  readonly run: RunState;
  readonly fromNs: number;
  readonly untilNs: number;
}

/** Plays the proof of one step at a time, on the run of the page. */
export class ProofPlayer {
  private readonly host: ProofHost;
  private untilNs = 0;
  /** The speed before the proof. */
  private earlierSpeed: number | undefined;

  constructor(host: ProofHost) {
    this.host = host;
  }

  /**
   * Plays the proof of a step from its beginning.
   * @param isAgain otherwise the reason is shown at once if the run is there already
   */
  play(step: number, isAgain = false): void {
    const proof = this.proofOf(step);
    if (proof === undefined) {
      this.end();
      return;
    }
    const { page } = this.host;
    const { session } = page;
    this.untilNs = proof.untilNs;
    const isOpen = encodeRun(proof.run) === encodeRun(page.state.run);
    if (!isAgain && isOpen && session.commandedNs === proof.untilNs) {
      this.setPhase(step, 'shown');
      return;
    }
    if (prefersStill()) {
      this.show(step);
      return;
    }
    const speed = nearestSpeed(Math.min(MAX_SPEED, (proof.untilNs - proof.fromNs) / 1e9 / PLAY_SECONDS));
    const startNs = Math.max(proof.fromNs, proof.untilNs - 2 * PLAY_SECONDS * MAX_SPEED * 1e9);
    this.open(step, proof, isOpen, startNs);
    this.earlierSpeed ??= session.speed;
    session.setSpeed(speed);
    this.setPhase(step, 'playing');
    session.play();
  }

  /** Goes to the time that shows the answer, without playing. */
  show(step: number): void {
    const proof = this.proofOf(step);
    if (proof === undefined) {
      this.end();
      return;
    }
    const { page } = this.host;
    this.untilNs = proof.untilNs;
    if (page.session.isPlaying) page.session.pause();
    this.open(step, proof, encodeRun(proof.run) === encodeRun(page.state.run), proof.untilNs);
    this.restoreSpeed();
    this.setPhase(step, 'shown');
  }

  /** No step shows a proof. */
  end(): void {
    this.restoreSpeed();
    if (this.host.getState().proof !== undefined) this.host.setProof(undefined);
  }

  /** The page has reached another time. */
  onTime(): void {
    const { proof } = this.host.getState();
    const { page } = this.host;
    if (proof?.phase !== 'playing' || page.state.endNs === 0 || reachedNs(page) < this.untilNs) return;
    if (page.session.isPlaying) page.session.pause();
    if (page.state.timeNs > this.untilNs) page.session.seek(this.untilNs);
    this.restoreSpeed();
    this.setPhase(proof.step, 'shown');
  }

  /** The run on the page is another one: the proof of the old run cannot be reached. */
  onRun(): void {
    const { proof } = this.host.getState();
    if (proof?.phase !== 'playing') return;
    this.restoreSpeed();
    this.setPhase(proof.step, 'shown');
  }

  private proofOf(step: number): PlayedProof | undefined {
    const runs = this.host.runs();
    const lessonStep = required(this.host.lesson.steps[step]);
    const run = asksForProgram(lessonStep) ? this.programRun(lessonStep) : runs.proofRun(step);
    if (run === undefined) return undefined;
    const { fromSeconds } = required(proofOfStep(lessonStep));
    const untilNs = runs.proofUntilNs(step, run);
    return { run, untilNs, fromNs: Math.min(untilNs, Math.round(fromSeconds * 1e9)) };
  }

  /** The run on the page, if it has the student's program. */
  private programRun({ program }: ProgramStep): RunState | undefined {
    const { run } = this.host.page.state;
    return run.lanes[program.lane - 1]?.policy === PROGRAM_POLICY ? run : undefined;
  }

  private open(step: number, { run }: PlayedProof, isOpen: boolean, timeNs: number): void {
    const { page, lesson } = this.host;
    if (isOpen) page.session.seek(timeNs);
    else openPaused(page, run, timeNs, allowedControls(required(lesson.steps[step])));
  }

  private setPhase(step: number, phase: ProofState['phase']): void {
    this.host.setProof({ step, phase });
  }

  private restoreSpeed(): void {
    if (this.earlierSpeed !== undefined) this.host.page.session.setSpeed(this.earlierSpeed);
    this.earlierSpeed = undefined;
  }
}

const prefersStill = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
