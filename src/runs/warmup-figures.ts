import type { Frame } from '../engine/frame/frame.ts';

/**
 * `frame` with the figures of the frame `warmup`. The simulation begins its counters again when the warm-up ends. The
 * page shows those of the warm-up until there are figures since. The tables are copies, because a sent frame gives them
 * away.
 */
export function withWarmupFigures(frame: Frame, warmup: Frame): Frame {
  const { measured, durations, durationQuantilesNs, occupancyNs, occupancyBinPackets, flows } = warmup;
  return {
    ...frame,
    measured: { ...measured, classes: measured.classes.slice() },
    durations,
    durationQuantilesNs,
    occupancyNs: occupancyNs.slice(),
    occupancyBinPackets,
    flows: flows.slice(),
  };
}
