/** The phases of senders: three that every sender has, and those that congestion controls declare. */

export interface SenderPhase {
  readonly label: string;
  /** Opacity of its band in drawings, from 0 (steady) to 0.2. */
  readonly shade: number;
}

/** Phases by their ids. Records and files have the ids. */
export type SenderPhases = Readonly<Record<string, SenderPhase>>;

const ids: string[] = [];
const phases: SenderPhase[] = [];
const indices = new Map<string, number>();

/** Adds phases. A phase with a known id is the known one. */
export function declareSenderPhases(newPhases: SenderPhases): void {
  for (const [id, phase] of Object.entries(newPhases)) {
    if (indices.has(id)) continue;
    indices.set(id, ids.push(id) - 1);
    phases.push(phase);
  }
}

declareSenderPhases({
  slowStart: { label: 'slow start', shade: 0.07 },
  avoidance: { label: 'congestion avoidance', shade: 0 },
  recovery: { label: 'recovery', shade: 0.22 },
});

/** @throws Error if no congestion control declares it */
export function senderPhaseIndex(id: string): number {
  const index = indices.get(id);
  if (index === undefined) throw new Error(`phase ${id} is not declared; allowed: ${ids.join(', ')}`);
  return index;
}

/** @param index as `SenderColumn.phase` has it */
export function senderPhaseId(index: number): string | undefined {
  return ids[index];
}

/** @param index as `SenderColumn.phase` has it */
export function senderPhaseAt(index: number): SenderPhase | undefined {
  return phases[index];
}
