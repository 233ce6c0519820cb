import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import { playerLines } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The buffers of video players. */
export const videoBufferPlot: PlotOverTime = {
  id: 'video-buffer',
  title: 'Video buffer',
  unit: 's',
  help: 'Playing time in the buffer of a video player.',
  lines: (lane) => playerLines(lane, SeriesClassColumn.bufferSeconds),
};
