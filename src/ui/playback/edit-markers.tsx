/** The edits of the run on the timeline. A marker can be clicked, dragged to another time, or removed. */

import { useEffect, useRef, useState } from 'react';
import type { RunEdit, RunState } from '../../run-state/run-state.ts';
import { runParameter } from '../../run-state/run-values.ts';
import { required } from '../../shared/required.ts';
import { formatSeconds } from '../../shared/seconds-text.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { formatEdit, formatParameterValue } from '../shell/value-text.ts';
import './edit-markers.css';

/** A pressed marker that moves less than this is clicked, not dragged, px. */
const MAX_CLICK_MOVE_PX = 4;

export function EditMarkers() {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const endNs = usePage((state) => state.endNs);
  const [editIds] = useState(() => new EditIds());
  const ids = editIds.idsOf(run.edits);
  /** Number of the edit whose card is open. */
  const [chosenId, setChosenId] = useState<number>();
  const chosenIndex = chosenId === undefined ? -1 : ids.indexOf(chosenId);
  return (
    <>
      {run.edits.map((edit, index) => (
        <EditMarker
          key={ids[index]}
          edit={edit}
          run={run}
          endNs={endNs}
          isChosen={chosenIndex === index}
          onChoose={() => setChosenId(chosenIndex === index ? undefined : ids[index])}
          onMove={(timeNs) => page.edit((editor) => editor.moveEdit(index, timeNs))}
          onRemove={() => page.edit((editor) => editor.removeEdit(index))}
        />
      ))}
      {chosenIndex >= 0 && (
        <EditMarkerCard run={run} index={chosenIndex} endNs={endNs} onClose={() => setChosenId(undefined)} />
      )}
    </>
  );
}

interface EditMarkerProps {
  readonly edit: RunEdit;
  readonly run: RunState;
  readonly endNs: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onMove: (timeNs: number) => void;
  readonly onRemove: () => void;
}

function EditMarker({ edit, run, endNs, isChosen, onChoose, onMove, onRemove }: EditMarkerProps) {
  const [draggedNs, setDraggedNs] = useState<number>();
  const from = useRef(0);
  const timeNs = draggedNs ?? edit.timeNs;
  const name = `${formatSeconds(timeNs)}: ${formatEdit(run, edit.path)} ${formatParameterValue(edit.value, runParameter(run, edit.path))}`;
  return (
    <Button
      className="edit-marker timeline-sign icon-button"
      aria-label={`Change at ${name}`}
      aria-expanded={isChosen}
      title={`${name}. Drag it to another time, or click it for more.`}
      style={{ '--part': timeNs / endNs }}
      onPointerDown={(event) => {
        from.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const movedPx = event.clientX - from.current;
        const bar = event.currentTarget.parentElement;
        if (bar === null || (draggedNs === undefined && Math.abs(movedPx) < MAX_CLICK_MOVE_PX)) return;
        const wantedNs = edit.timeNs + (movedPx / bar.clientWidth) * endNs;
        setDraggedNs(Math.min(endNs, Math.max(0, wantedNs)));
      }}
      onPointerUp={() => {
        if (draggedNs !== undefined) onMove(draggedNs);
        else onChoose();
        setDraggedNs(undefined);
      }}
      onPointerCancel={() => setDraggedNs(undefined)}
      onKeyDown={(event) => {
        const step = endNs / (event.shiftKey ? 20 : 200);
        if (event.key === 'ArrowLeft') onMove(edit.timeNs - step);
        else if (event.key === 'ArrowRight') onMove(edit.timeNs + step);
        else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
        else if (event.key === 'Enter' || event.key === ' ') onChoose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

interface EditMarkerCardProps {
  readonly run: RunState;
  readonly index: number;
  readonly endNs: number;
  readonly onClose: () => void;
}

function EditMarkerCard({ run, index, endNs, onClose }: EditMarkerCardProps) {
  const { page } = usePageContext();
  const edit = required(run.edits[index]);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const closeAndRun = (action: () => void) => () => {
    onClose();
    action();
  };
  const close = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section
      className="edit-marker-card timeline-card floating row"
      aria-label={`Change at ${formatSeconds(edit.timeNs)}`}
      style={{ '--part': edit.timeNs / endNs }}
      onKeyDown={close}
    >
      <p>
        <b>{formatSeconds(edit.timeNs)}</b> {formatEdit(run, edit.path)}{' '}
        {formatParameterValue(edit.value, runParameter(run, edit.path))}
      </p>
      <Button ref={first} onClick={closeAndRun(() => page.session.seek(edit.timeNs))}>
        Go there
      </Button>
      <Button
        title="Adds lanes that run without this change, next to the lanes that have it"
        onClick={closeAndRun(() => page.edit((editor) => editor.lanes.branchWithout(index)))}
      >
        Compare without it
      </Button>
      <Button onClick={closeAndRun(() => page.edit((editor) => editor.removeEdit(index)))}>Remove</Button>
      <CloseButton onClick={onClose} />
    </section>
  );
}

/** Numbers for the edits of a run that stay the same when an edit is moved past another one. */
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
