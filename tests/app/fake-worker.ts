/**
 * A lane's worker in the test's own thread. It answers on request of the test, so that tests choose which lane is late.
 */
import type { Lane } from '../../src/app/lanes/lane.ts';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import type { MessageFromLane, MessageToLane } from '../../src/protocol/messages.ts';
import { findEvent, historyOfPacket } from '../../src/runs/run-questions.ts';
import { type OpenQuestion, SeekableRun } from '../../src/runs/seekable-run.ts';

/** Asks until there is an answer. */
export function answerOf<T>(question: OpenQuestion<T>): T {
  for (;;) {
    const step = question.step(2_000);
    if (step.state === 'answered') return step.answer;
    if (step.state === 'ended') throw new Error('the question was ended');
  }
}

export class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: MessageFromLane }) => void) | undefined;
  onerror: ((event: { message?: string }) => void) | undefined;
  readonly received: MessageToLane[] = [];
  terminated = false;
  /** The next message makes it throw. */
  fails = false;
  /** It accepts and sends no messages: busy for ever, or dead. */
  stuck = false;
  private runId = 0;
  private seekable: SeekableRun | undefined;
  private readonly answers: MessageFromLane[] = [];

  constructor() {
    this.answers.push({ type: 'ready' });
    FakeWorker.all.push(this);
  }

  /** As the page makes its workers. */
  static make(): Worker {
    return new FakeWorker() as unknown as Worker;
  }

  static get alive(): FakeWorker[] {
    return FakeWorker.all.filter(({ terminated }) => !terminated);
  }

  /** The worker that a lane has now. */
  static of(lane: Readonly<Lane> | undefined): FakeWorker {
    return (lane as unknown as { worker: FakeWorker }).worker;
  }

  postMessage(message: MessageToLane): void {
    this.received.push(message);
    if (this.stuck) return;
    if (this.fails)
      this.answers.push({ type: 'failed', runId: message.runId, kind: 'threw', message: 'broken', stack: 'here' });
    else this.handle(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** Delivers its pending messages, or a given number of them. */
  speak(messages = Number.POSITIVE_INFINITY): void {
    if (this.stuck) return;
    for (const data of this.answers.splice(0, messages)) this.onmessage?.({ data });
  }

  /** Sends a message about its run and the last goal, in place of its pending messages. */
  say(word: (runId: number, requestId: number) => MessageFromLane): void {
    const last = this.received.findLast((message) => message.type === 'goTo');
    this.answers.length = 0;
    this.onmessage?.({ data: word(this.runId, last?.requestId ?? 0) });
  }

  private handle(message: MessageToLane): void {
    if (message.type === 'open') {
      this.runId = message.runId;
      this.seekable = new SeekableRun(findPolicy(message.policy) as PolicyDefinition, message);
      this.answers.push({ type: 'opened', runId: this.runId, description: this.seekable.description });
      return;
    }
    const { runId, seekable } = this;
    if (message.runId !== runId || seekable === undefined) return;
    if (message.type === 'edits') seekable.setEdits(message.edits);
    else if (message.type === 'goTo') {
      seekable.seek(message.timeNs);
      this.answers.push({
        type: 'frame',
        runId,
        requestId: message.requestId,
        frame: seekable.takeFrame(),
        wallMs: 1,
      });
    } else if (message.type === 'find') {
      const { kind, fromNs, isForward } = message.search;
      this.answers.push({
        type: 'found',
        runId,
        requestId: message.requestId,
        timeNs: answerOf(seekable.ask(findEvent(kind, fromNs, isForward))),
      });
    } else if (message.type === 'explain') {
      const history = answerOf(seekable.ask(historyOfPacket(message.serial, message.arrivedNs)));
      this.answers.push({ type: 'explained', runId, requestId: message.requestId, history });
    }
  }
}

/** Delivers the messages of all workers until none are left. */
export function settle(): void {
  for (let round = 0; round < 5; round++) for (const worker of FakeWorker.alive) worker.speak();
}
