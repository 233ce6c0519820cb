/** Functions that are called at an event. */
export class Listeners {
  private readonly all = new Set<() => void>();

  /** @returns a function that removes the listener */
  add(listener: () => void): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  call(): void {
    for (const listener of this.all) listener();
  }
}
