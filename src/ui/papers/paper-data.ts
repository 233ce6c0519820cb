/** The data of the papers' view: measurements made here, and records. It is kept when the view closes. */

import worker from '../../../workers/study.worker.ts?worker&url';
import { loadPart } from '../../app/loading/loading.ts';
import type { MeasuredResults } from '../../app/measuring/paper-plans.ts';
import { PaperRun } from '../../app/measuring/paper-run.ts';
import { fetchBytes, PublishedRecords, type PublishedRecordsState } from '../../app/measuring/published-records.ts';
import { startTaskWorker } from '../../app/measuring/task-worker.ts';
import { StoredResults } from '../../app/stores/stored-results.ts';
import { papers } from '../../papers/index.ts';
import type { JudgedPaper } from '../../papers/judge-paper.ts';
import { type ShownPaper, shownPaper } from '../../papers/measured-or-recorded.ts';
import type { MeasurementMode, Paper } from '../../papers/paper.ts';
import recordsUrl from '../../papers/records.bin?url';
import { required } from '../../shared/required.ts';
import { version } from '../../version.ts';
import type { ExperimentRuns } from './paper/paper-diagrams.tsx';

/** The name of the built worker contains a digest of all its code, because another build may have other results. */
const BUILD_ID = import.meta.env.DEV ? `development ${performance.timeOrigin}` : required(worker.split('/').at(-1));

export const paperRun = new PaperRun(
  papers,
  () => startTaskWorker(new Worker(worker, { type: 'module' })),
  new StoredResults(BUILD_ID),
);

export const paperPlans = paperRun.plans;

export const paperRecords = new PublishedRecords(papers, version);
/** Loads the published measurements; it may be called again after a failure. */
export const loadPaperRecords = () => paperRecords.load(() => loadPart(() => fetchBytes(recordsUrl)));
void loadPaperRecords();

export const experimentRuns: ExperimentRuns = {
  countMissing: (paper, mode, results, experiment) =>
    paperPlans.plan([paper], mode, results, experiment).missingTasks.length,
  measure: (paper, mode, experiment) => paperRun.start([paper], mode, experiment),
};

/** The shown papers, by the measurement of this page. */
const shownPapers = new WeakMap<
  JudgedPaper,
  { readonly records: PublishedRecordsState; readonly shownPaper: ShownPaper }
>();

/** The shown numbers of a paper: measured here, otherwise from the record. */
export function measuredOrRecordedPaper(
  paper: Paper,
  mode: MeasurementMode,
  records: PublishedRecordsState,
  results: MeasuredResults,
): ShownPaper {
  const judgedPaper = paperPlans.judge(paper, mode, results);
  const knownPaper = shownPapers.get(judgedPaper);
  if (knownPaper?.records === records) return knownPaper.shownPaper;
  const record = records.papers.get(paper.id);
  const shownJudgement = shownPaper(paper, judgedPaper, record?.judgedPaper, record?.record.mode);
  shownPapers.set(judgedPaper, { records, shownPaper: shownJudgement });
  return shownJudgement;
}
