/** The plots of one moment in files. They count since the warm-up. */
import type { NamedLaneData } from '../engine/frame/lane-data.ts';
import { momentPlots } from '../plots/all-plots.ts';
import type { MomentPlot, MomentRow } from '../plots/moment-plot.ts';

/** A plot with its rows. */
export interface Snapshot {
  readonly plot: MomentPlot;
  readonly rows: readonly MomentRow[];
}

/**
 * The snapshots with data.
 * @param ids the requested plots; default all
 */
export function snapshotsOfLanes(lanes: readonly NamedLaneData[], ids?: readonly string[]): Snapshot[] {
  return momentPlots.flatMap((plot) => {
    if (plot.form === undefined || ids?.includes(plot.id) === false) return [];
    const rows = plot.rows({ lanes });
    return rows.length === 0 ? [] : [{ plot, rows }];
  });
}
