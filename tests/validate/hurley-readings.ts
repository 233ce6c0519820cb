/** The readings of the open points of the ABE draft. */
import type { ParameterValues } from '../../src/params/schema.ts';
import type { Task } from '../../src/studies/tasks.ts';

/** A reading of the open points of the draft. */
export interface HurleyReading {
  readonly id: string;
  readonly name: string;
  readonly dupRefusedGreen: 'keep' | 'drop';
  readonly acks: 'everyPacket' | 'everySecond';
  /** The green sources that are in step: those of a host, none, or all. */
  readonly green: 'phasePerHost' | 'randomPhase' | 'periodic';
}

const AS_PRINTED = { dupRefusedGreen: 'keep', acks: 'everyPacket', green: 'phasePerHost' } as const;

export const hurleyReadings: readonly [HurleyReading, ...HurleyReading[]] = [
  { ...AS_PRINTED, id: 'kept', name: 'a green packet without a duplicate is kept, as printed' },
  { ...AS_PRINTED, id: 'mended', name: 'a green packet without a duplicate is dropped', dupRefusedGreen: 'drop' },
  {
    ...AS_PRINTED,
    id: 'delayed',
    name: 'the same as “kept”, but the hosts acknowledge every second packet',
    acks: 'everySecond',
  },
  {
    ...AS_PRINTED,
    id: 'phases',
    name: 'the same as “kept”, but each green source has its own phase',
    green: 'randomPhase',
  },
  {
    ...AS_PRINTED,
    id: 'in step',
    name: 'the same as “kept”, but all green sources send at the same time',
    green: 'periodic',
  },
];

/** A task of the paper in a reading. Its key is that of the paper, so that the paper judges its result. */
export function taskInReading(task: Task, { dupRefusedGreen, acks, green }: HurleyReading): Task {
  if (task.kind !== 'run') return task;
  const settings: ParameterValues = {
    ...task.settings,
    ...(acks === 'everySecond' ? { 'sources.blue.delayedAck': true } : {}),
    ...(green === 'phasePerHost' ? {} : { 'sources.green.timing': green }),
    // Hosts are 20 to 80 ms away: the farthest sends first, so that all come at once.
    ...(green === 'periodic' ? { 'sources.green.startSeconds': [0.06, 0.04, 0.02, 0] } : {}),
  };
  const policyValues = task.policyValues && { ...task.policyValues, dupRefusedGreen };
  return { ...task, settings, policyValues };
}
