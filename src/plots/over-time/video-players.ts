/** The buffers and the bitrates of video players. */
import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import { playerShareReferences } from '../../quantities/plots/equal-shares.ts';
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

/** The bitrates that video players play. */
export const videoBitratePlot: PlotOverTime = {
  id: 'video-bitrate',
  title: 'Video bitrate',
  unit: 'kbit/s',
  help: 'Bitrate that a video player plays; 0 while it waits. The lines of the grid are the bitrates that the player can choose. It chooses by the rates that it measures, or by its buffer. The dotted line is the rate C of the link, divided by the number of long flows and players together.',
  annotates: 'fallOrRise',
  hasBitrateSteps: true,
  lines: (lane) => playerLines(lane, SeriesClassColumn.bitrateKbps),
  references: playerShareReferences,
};
