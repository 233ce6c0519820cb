/** Numbers for the edits of a run that stay the same when an edit is moved past another one. */
import type { RunEdit } from '../../run-state/run-state.ts';

export class EditIds {
  private readonly idOfEdit = new WeakMap<RunEdit, number>();
  private lastEdits: readonly RunEdit[] = [];
  private nextId = 0;

  /** The number of each edit. If one edit has replaced one other, it has its number. */
  idsOf(edits: readonly RunEdit[]): readonly number[] {
    const removedEdits = this.lastEdits.filter((edit) => !edits.includes(edit));
    const addedEdits = edits.filter((edit) => !this.idOfEdit.has(edit));
    const [replaced] = removedEdits;
    const inheritedId =
      removedEdits.length === 1 && addedEdits.length === 1 && replaced ? this.idOfEdit.get(replaced) : undefined;
    for (const edit of addedEdits) this.idOfEdit.set(edit, inheritedId ?? this.nextId++);
    this.lastEdits = edits;
    return edits.map((edit) => this.idOfEdit.get(edit) ?? Number.NaN);
  }
}
