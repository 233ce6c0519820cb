/**
 * A whole run as one JSON document: scenario, lanes, figures, digests, series and plots. docs/TABLES.md describes it.
 */

import type { Edit } from '../engine/scenario/edits.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { combinedDigest } from '../runs/run-lanes.ts';
import { scenarioToFile } from '../scenarios/files/file.ts';
import { presentFields } from '../shared/present-fields.ts';
import { shownCurves } from './drop-curve.ts';
import type { MeasuredTable } from './measured-table.ts';
import { plotData } from './plot-data.ts';
import type { RecordedLaneData } from './recorded-run.ts';
import { type AboutRun, commonSeriesFields, SCHEMA_REFERENCE } from './series-table.ts';
import { snapshotsOfLanes } from './snapshot-plots.ts';

/** Version of the document. It grows when readers of the file must change. */
const DOCUMENT_VERSION = 1;
const DOCUMENT_FORMAT = 'bufferscope-run';

/** A recorded run with its arguments, as files contain it. */
export interface RunExport {
  readonly aboutRun: AboutRun;
  readonly scenario: Scenario;
  /** Changes during the run, by path; paths of one lane begin with `lanes.N.` */
  readonly edits: readonly Edit[];
  readonly lanes: readonly RecordedLaneData[];
  /** A measurement beside the run. */
  readonly measured?: readonly MeasuredTable[] | undefined;
}

/** The document as an object: the time in s, the digest of all lanes together, and the series of each lane. */
export function runDocument({ aboutRun, scenario, edits, lanes, measured }: RunExport) {
  const { lanes: series, ...common } = commonSeriesFields(lanes);
  const [first] = lanes;
  return {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    schema: SCHEMA_REFERENCE,
    ...aboutRun,
    simulatedSeconds: (first?.frame.timeNs ?? 0) / 1e9,
    digest: combinedDigest(lanes.map(({ digest }) => digest)),
    ...common,
    lanes: lanes.map(({ figures, digest, events }, index) => ({ ...series[index], digest, events, figures })),
    plots: plotData(lanes),
    snapshots: snapshotsOfLanes(lanes).map(({ plot: { id, title, unit, help }, rows }) => ({
      id,
      title,
      unit,
      help,
      rows,
    })),
    curves: shownCurves(lanes),
    senders: lanes.flatMap(({ lane, sender }) => (sender === undefined ? [] : [{ lane, ...sender }])),
    ...presentFields({ measured }),
    scenarioFile: measured === undefined ? scenarioToFile(scenario) : { ...scenarioToFile(scenario), measured },
    edits: edits.map(({ timeNs, path, value }) => ({ timeSeconds: timeNs / 1e9, path, value })),
  };
}

/** The document as one line of JSON. */
export function formatRunJson(run: RunExport): string {
  return `${JSON.stringify(runDocument(run))}\n`;
}
