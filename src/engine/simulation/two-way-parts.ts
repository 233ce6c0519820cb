/** The parts of a run with a queue in each direction. */
import { DirectionRecorder } from '../metrics/direction-recorder.ts';
import { TwoWayDumbbell } from '../network/two-way-dumbbell.ts';
import { UpDirection } from './up-direction.ts';

export const twoWayParts = { DirectionRecorder, TwoWayDumbbell, UpDirection } as const;
