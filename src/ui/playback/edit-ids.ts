/** Numbers for the edits of a run that stay the same when an edit is moved past another one. */
import type { RunEdit } from '../../run-state/run-state.ts';

export class EditIds {
  private readonly known = new WeakMap<RunEdit, number>();
  private last: readonly RunEdit[] = [];
  private next = 0;

  /** The number of each edit. If one edit has replaced one other, it has its number. */
  of(edits: readonly RunEdit[]): readonly number[] {
    const gone = this.last.filter((edit) => !edits.includes(edit));
    const added = edits.filter((edit) => !this.known.has(edit));
    const [replaced] = gone;
    const inherited = gone.length === 1 && added.length === 1 && replaced ? this.known.get(replaced) : undefined;
    for (const edit of added) this.known.set(edit, inherited ?? this.next++);
    this.last = edits;
    return edits.map((edit) => this.known.get(edit) ?? Number.NaN);
  }
}
