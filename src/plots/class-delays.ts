/** The mean queueing delay of each class. */
import { meanDelayMs } from '../engine/figures/run-figures.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { classDotsMarks, classValues } from './class-dots.ts';
import type { MomentPlot, MomentRun } from './moment-plot.ts';
import { classesOf, fileNumber, formatCountedTime } from './plot-marks.ts';

const delays = ({ lanes }: MomentRun) =>
  classValues(lanes, ({ frame }, index) => (frame === undefined ? Number.NaN : meanDelayMs(frame.measured, index)));

/** A dot for every class and lane. */
export const classDelaysPlot: MomentPlot = {
  id: 'class-delays',
  title: 'Delay of each class',
  unit: 'ms',
  help: 'For each class and lane: the mean time from arrival at the queue to the start of transmission since the warm-up. All lines begin at zero.',
  term: 'delay',
  label: 'Mean queueing delay of each class since the warm-up, by lane',
  form: 'bar',
  columns: () => ({ lane: 'lane', class: 'class', value: 'mean queueing delay (ms)' }),
  rows: (run) => {
    const values = delays(run);
    return run.lanes.flatMap(({ frame }, lane) =>
      frame === undefined
        ? []
        : classesOf(run.lanes).map(({ label }, index) => ({
            lane: laneLetter(lane),
            class: label,
            value: fileNumber(values[index]?.[lane]),
          })),
    );
  },
  isAvailable: () => true,
  marks: (run, size, ruler) => {
    const panel = { figureName: 'mean queueing delay', unitText: '(ms)', timeText: formatCountedTime(run.lanes) };
    return classDotsMarks(run.lanes, [{ ...panel, values: delays(run) }], size, ruler);
  },
};
