/** The questions that a lane's worker has not answered yet. */
import type { MessageFromLane } from '../../protocol/messages.ts';

export type LaneAnswer = Extract<MessageFromLane, { readonly type: 'found' | 'explained' | 'unanswered' }>;

export class LaneQuestions {
  private readonly waitingResolvers = new Map<number, (answer: LaneAnswer | undefined) => void>();

  get size(): number {
    return this.waitingResolvers.size;
  }

  /** Waits for the answer to the question with this number; undefined if it is removed. */
  add(requestId: number): Promise<LaneAnswer | undefined> {
    return new Promise((resolve) => {
      this.waitingResolvers.set(requestId, resolve);
    });
  }

  answer(answer: LaneAnswer): void {
    this.waitingResolvers.get(answer.requestId)?.(answer);
    this.waitingResolvers.delete(answer.requestId);
  }

  cancelAll(): void {
    for (const resolve of this.waitingResolvers.values()) resolve(undefined);
    this.waitingResolvers.clear();
  }
}
