/** The questions that a lane's worker has not answered yet. */
import type { MessageFromLane } from '../../protocol/messages.ts';

export type LaneAnswer = Extract<MessageFromLane, { readonly type: 'found' | 'explained' | 'unanswered' }>;

/** Open questions by their numbers, each with the promise that its answer fulfils. */
export class LaneQuestions {
  private readonly resolvers = new Map<number, (answer: LaneAnswer | undefined) => void>();

  get size(): number {
    return this.resolvers.size;
  }

  /** Waits for the answer to the question with this number; undefined if it is removed. */
  add(requestId: number): Promise<LaneAnswer | undefined> {
    return new Promise((resolve) => {
      this.resolvers.set(requestId, resolve);
    });
  }

  answer(answer: LaneAnswer): void {
    this.resolvers.get(answer.requestId)?.(answer);
    this.resolvers.delete(answer.requestId);
  }

  cancelAll(): void {
    for (const resolve of this.resolvers.values()) resolve(undefined);
    this.resolvers.clear();
  }
}
