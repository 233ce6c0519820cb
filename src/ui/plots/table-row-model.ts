/** A row of the table of figures. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import type { RunCurve } from '../../plots/run-curves.ts';

export interface TableRowModel {
  /** Unique in the table. Its name is not, because two classes may have the same label. */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  value(frame: Frame, lane: LaneSnapshot): number;
  readonly curve?: RunCurve | undefined;
}
