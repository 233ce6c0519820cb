/** The questions that a lane's worker has not answered yet. */
import type { MessageFromLane } from '../../protocol/messages.ts';

export type LaneAnswer = Extract<MessageFromLane, { readonly type: 'found' | 'explained' | 'unanswered' }>;

export class LaneQuestions {
  private readonly waiting = new Map<number, (answer: LaneAnswer | undefined) => void>();

  get size(): number {
    return this.waiting.size;
  }

  /** Waits for the answer to the question with this number; undefined if it is dropped. */
  add(ask: number): Promise<LaneAnswer | undefined> {
    return new Promise((resolve) => {
      this.waiting.set(ask, resolve);
    });
  }

  answer(answer: LaneAnswer): void {
    this.waiting.get(answer.ask)?.(answer);
    this.waiting.delete(answer.ask);
  }

  cancelAll(): void {
    for (const resolve of this.waiting.values()) resolve(undefined);
    this.waiting.clear();
  }
}
