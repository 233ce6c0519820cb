/** Functions that are called at an event. */
export class Listeners {
  private readonly listeners = new Set<() => void>();

  /** @returns a function that removes the listener */
  add(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  call(): void {
    for (const listener of this.listeners) listener();
  }
}
