/** The diagrams of an experiment as data, in the axes of the paper. */
import type { LineDiagramData } from '../../scene/line-diagram-data.ts';
import type { Experiment } from './experiments.ts';
import type { ExperimentRow } from './rows.ts';

/** A diagram whose points come from rows. */
export type ExperimentDiagram = LineDiagramData<ExperimentRow>;

/** Each has the same colour, dash and sign in every figure. */
const PARADIGMS = ['shb', 'pfb', 'pfb-ad', 'abd', 'abd-weq'];

type PointOfRow = (row: ExperimentRow) => { readonly y: number | undefined; readonly ci95?: number | undefined };

interface Axis extends Pick<LineDiagramData, 'id' | 'title' | 'yLabel' | 'maxY'> {
  readonly of: PointOfRow;
}

const perConnectionAxis: Axis = {
  id: 'connection',
  title: 'Smallest buffer for each connection',
  yLabel: 'bytes',
  of: (row) => ({ y: row.bytesPerConnection }),
};
const wholeBufferAxis: Axis = {
  id: 'total',
  title: 'Smallest buffer for all video (SHB: with data)',
  yLabel: 'kB',
  of: (row) => ({ y: row.videoBytes === undefined ? undefined : row.videoBytes / 1e3 }),
};
const delayAxis: Axis = {
  id: 'delay',
  title: 'Mean packet delay',
  yLabel: 'ms',
  of: (row) => ({ y: row.meanDelayMs, ci95: row.meanDelayCi95 }),
};
const videoDelayAxis: Axis = {
  id: 'video-delay',
  title: 'Mean packet delay of video',
  yLabel: 'ms',
  of: (row) => ({ y: row.videoDelayMs, ci95: row.videoDelayCi95 }),
};
const videoGoodputAxis: Axis = {
  id: 'video',
  title: 'Goodput of video',
  yLabel: '0 to 1',
  maxY: 1,
  of: (row) => ({ y: row.videoGoodput, ci95: row.videoGoodputReplicationCi95 }),
};
const dataGoodputAxis: Axis = {
  id: 'data',
  title: 'Goodput of data',
  yLabel: '0 to 1',
  maxY: 1,
  of: (row) => ({ y: row.dataGoodput, ci95: row.dataGoodputCi95 }),
};

const AXES_OF_EXPERIMENT: Readonly<Record<string, readonly Axis[]>> = {
  e1: [perConnectionAxis, wholeBufferAxis],
  e2: [perConnectionAxis, wholeBufferAxis],
  e3: [delayAxis, videoDelayAxis],
  e4: [perConnectionAxis, wholeBufferAxis],
  e5: [dataGoodputAxis, videoGoodputAxis],
  e6: [dataGoodputAxis, videoGoodputAxis],
  e7: [wholeBufferAxis, delayAxis],
  // Here a table is clearer than three lines with a few points.
  reopen: [],
};

/** One diagram for each group of rows and each kind of axis of the experiment. */
export function experimentDiagrams(experiment: Experiment, rows: readonly ExperimentRow[]): ExperimentDiagram[] {
  const groups = new Map<string, ExperimentRow[]>();
  for (const row of rows) {
    const name = [row.level === undefined ? '' : `${Math.round(100 * row.level)} % goodput`, row.line]
      .filter((word) => word !== '')
      .join(', ');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].flatMap(([name, group], index) =>
    (AXES_OF_EXPERIMENT[experiment.id] ?? [perConnectionAxis]).map(({ id, title, yLabel, maxY, of }) => ({
      id: groups.size > 1 ? `${id}-${index + 1}` : id,
      title: name === '' ? title : `${title}, ${name}`,
      xLabel: experiment.axis,
      yLabel,
      maxY,
      lines: experiment.paradigms.map((policy) => ({
        policy,
        styleIndex: PARADIGMS.indexOf(policy),
        points: group
          .filter((row) => row.policy === policy)
          .sort((a, b) => a.x - b.x)
          .flatMap((row) => {
            const { y, ci95 } = of(row);
            if (y === undefined) return [];
            return ci95 === undefined
              ? { x: row.x, y, source: row }
              : { x: row.x, y, source: row, low: y - ci95, high: y + ci95 };
          }),
      })),
    })),
  );
}
