/** The measurement of papers on the page: the choices, the progress, and the actions on the results. */

import { downloadFile } from '../../../app/files/download.ts';
import { errorMessage, NotLoadedError } from '../../../app/loading/loading.ts';
import type { MeasuredResults } from '../../../app/measuring/paper-plans.ts';
import { measurementModes, type PaperRunState } from '../../../app/measuring/paper-run.ts';
import type { PublishedRecordsState } from '../../../app/measuring/published-records.ts';
import { papers } from '../../../papers/index.ts';
import { type PaperWithNumbers, type ShownPaper, sumOfComparisons } from '../../../papers/measured-or-recorded.ts';
import type { MeasurementMode, Paper } from '../../../papers/paper.ts';
import { paperMeasurements, paperMeasurementsJson } from '../../../papers/validation-report.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { OVERVIEW_ID, paperHash } from '../../../view/papers/paper-target.ts';
import { formatComparison, formatFixed } from '../../../view/papers/paper-texts.ts';
import { Button } from '../../parts/button.tsx';
import { Tick } from '../../parts/fields.tsx';
import { Alert } from '../../parts/texts.tsx';
import { formatTable } from '../../saving/saving.ts';
import { useFocusAfter } from '../../shell/focus-after.ts';
import { PartFailure } from '../../shell/part.tsx';
import { loadPaperRecords, paperPlans, paperRun } from '../paper-data.ts';
import { tableOfPapers } from './paper-export.ts';
import './paper-measure.css';

const MODE_TEXTS: Readonly<Record<MeasurementMode, string>> = {
  quick: 'fewer seeds, shorter runs: about one minute per paper',
  full: 'ten or twenty seeds, full-length runs: about half an hour for all papers',
};

interface MeasureProps {
  /** Undefined for all papers. */
  readonly paper: Paper | undefined;
  /** The paper, or all papers, with their numbers. */
  readonly shownPapers: readonly PaperWithNumbers[];
  readonly mode: MeasurementMode;
  readonly onMode: (mode: MeasurementMode) => void;
  readonly state: PaperRunState;
  readonly records: PublishedRecordsState;
}

/** The choices, the progress, the actions on the results, and the failures. */
export function PaperMeasure({ paper, shownPapers, mode, onMode, state }: MeasureProps) {
  const { failures, results } = state;
  const isRunning = state.state === 'running';
  const section = useFocusAfter<HTMLElement>(isRunning);
  return (
    <>
      <section className="papers-measure sticky-bar cluster screen-only" aria-label="Measure" ref={section}>
        <ModeChoice mode={mode} onMode={onMode} />
        {isRunning ? (
          <Button className="primary" onClick={() => paperRun.cancel()}>
            Cancel
          </Button>
        ) : (
          <>
            {paper !== undefined && (
              <StartButton papers={[paper]} mode={mode} results={results} scope="this paper" isPrimary />
            )}
            <StartButton
              papers={papers}
              mode={mode}
              results={results}
              scope="all five"
              isPrimary={paper === undefined}
            />
          </>
        )}
        {isRunning && (
          <progress
            aria-label="Progress of the measurement"
            value={state.progress}
            max={1}
            className="papers-progress"
          />
        )}
        <output aria-live={isRunning ? 'off' : 'polite'}>{formatMeasuringProgress(state, mode)}</output>
        <span className="spacer" />
        <ResultActions paper={paper} shownPapers={shownPapers} mode={mode} state={state} />
      </section>
      {failures.map((failure) => (
        <Alert key={failure}>{failure}</Alert>
      ))}
    </>
  );
}

/** The runs that were done here, and the records that are shown. */
export function MeasurementOrigin({ paper, shownPapers, mode, state, records }: Omit<MeasureProps, 'onMode'>) {
  return (
    <>
      <SpentTime paper={paper} shownPapers={shownPapers} mode={mode} state={state} />
      <RecordNotes shownPapers={shownPapers} mode={mode} records={records} />
    </>
  );
}

function ModeChoice({ mode, onMode }: Pick<MeasureProps, 'mode' | 'onMode'>) {
  return (
    <fieldset className="papers-modes row">
      <legend className="visually-hidden">How much to run</legend>
      {measurementModes.map((measurementMode) => (
        <Tick
          key={measurementMode}
          type="radio"
          name="papers-mode"
          title={MODE_TEXTS[measurementMode]}
          checked={measurementMode === mode}
          onTick={() => onMode(measurementMode)}
        >
          {measurementMode === 'quick' ? 'Quick' : 'Full'}
        </Tick>
      ))}
    </fieldset>
  );
}

interface StartProps {
  readonly papers: readonly Paper[];
  readonly mode: MeasurementMode;
  readonly results: MeasuredResults;
  readonly scope: string;
  readonly isPrimary: boolean;
}

function StartButton({ papers, mode, results, scope, isPrimary }: StartProps) {
  // The plans are kept. Only the missing tasks are looked up again.
  const { missingTasks, tasks } = paperPlans.plan(papers, mode, results);
  const hasBegun = missingTasks.length > 0 && missingTasks.length < tasks.length;
  return (
    <Button
      className={isPrimary ? 'primary' : ''}
      disabled={missingTasks.length === 0}
      onClick={() => paperRun.start(papers, mode)}
    >
      {hasBegun ? 'Go on with' : 'Measure'} {scope}
    </Button>
  );
}

type ResultsProps = Pick<MeasureProps, 'paper' | 'shownPapers' | 'mode' | 'state'>;

function ResultActions({ paper, shownPapers, mode, state: { results, failures } }: ResultsProps) {
  const isEmpty = results.finishedTasks.size === 0;
  return (
    <>
      <Button
        disabled={shownPapers.every(({ shownPaper }) => shownPaper.cells.every(({ origin }) => origin === undefined))}
        onClick={() => saveNumbers(paper, shownPapers, mode)}
      >
        Save as CSV
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() =>
          downloadFile(`papers-${mode}.json`, 'application/json', formatResultsJson(mode, results, failures))
        }
      >
        Save all as JSON
      </Button>
      <Button disabled={isEmpty} onClick={() => confirm('Delete all measured results?') && paperRun.deleteResults()}>
        Delete results
      </Button>
    </>
  );
}

/** How much was measured in this browser, and whether it is stored. */
function SpentTime({ paper, shownPapers, mode, state: { results, storage } }: ResultsProps) {
  const sum = (numberOf: (paper: ShownPaper) => number) =>
    shownPapers.reduce((total, item) => total + numberOf(item.shownPaper), 0);
  const { tasks, missingTasks } = paperPlans.plan(papersOf(shownPapers), mode, results);
  const searches = paper !== undefined && paper.experiments.length > 0;
  const finishedShare = missingTasks.length === 0 ? 'all' : `${formatFixed(tasks.length - missingTasks.length, 0)} of`;
  const runCountText = `: ${formatCount(
    sum(({ runs }) => runs),
    'run',
  )}`;
  const simulatedText = formatFixed(
    sum(({ simulatedSeconds }) => simulatedSeconds),
    0,
  );
  return (
    <p className="papers-spent muted note">
      {MODE_TEXTS[mode]}. In this browser, for {paper === undefined ? 'all papers' : 'this paper'}, {finishedShare}{' '}
      {searches ? formatCount(tasks.length, 'search', 'searches') : formatCount(tasks.length, 'run')} are done
      {searches && runCountText}, {simulatedText} simulated seconds.
      {storage === 'no' && ' This browser stores nothing. Results are lost when the page closes.'}
      {storage === 'yes' &&
        results.finishedTasks.size > 0 &&
        !import.meta.env.DEV &&
        ' Results are stored in this browser.'}
    </p>
  );
}

const papersOf = (shownPapers: readonly PaperWithNumbers[]) => shownPapers.map(({ paper }) => paper);

const nameAmong = (chosenPapers: readonly Paper[]) => (paper: Paper) =>
  chosenPapers.length === 1 ? 'This paper' : paper.name;

/** The records that cannot be used. */
export function RecordProblems({ shownPapers, records: paperRecords }: Pick<MeasureProps, 'shownPapers' | 'records'>) {
  const chosenPapers = papersOf(shownPapers);
  const papersByReason = groupPapers(chosenPapers, (paper) => paperRecords.incomparabilityReasons.get(paper.id));
  return (
    <>
      {paperRecords.problem instanceof NotLoadedError ? (
        <PartFailure partName="The published measurements" error={paperRecords.problem} onRetry={loadPaperRecords} />
      ) : (
        paperRecords.problem !== undefined && (
          <p className="notice" role="status">
            The measurements supplied with this page could not be used: {errorMessage(paperRecords.problem)}. Measure
            here instead.
          </p>
        )
      )}
      {[...papersByReason].map(([why, papers]) => (
        <p key={why} className="notice" role="status">
          {papers.map(nameAmong(chosenPapers)).join(', ')}: {why}. These numbers cannot be compared with this page, so
          they are not shown. Measure here instead.
        </p>
      ))}
    </>
  );
}

/** The shown records, and their agreement with measurements of this page. */
function RecordNotes({
  shownPapers,
  mode,
  records: paperRecords,
}: Pick<MeasureProps, 'shownPapers' | 'mode' | 'records'>) {
  const chosenPapers = papersOf(shownPapers);
  const records = groupPapers(chosenPapers, (paper) => {
    const record = paperRecords.papers.get(paper.id)?.record;
    return (
      record &&
      `measured by the authors of Bufferscope on ${record.date}, version ${record.version}, ${record.mode} mode`
    );
  });
  if (records.size === 0) return null;
  // Claims about the method are decided without any run, so they are no measurement of this page.
  const comparisons = shownPapers
    .filter(({ paper }) => paperRecords.papers.has(paper.id))
    .map(({ shownPaper }) => shownPaper)
    .filter(({ runs }) => runs > 0);
  return (
    <p className="papers-record note">
      {[...records].map(([how, papers]) => (
        <span key={how}>
          On record{chosenPapers.length > 1 && ` (${papers.map(nameAmong(chosenPapers)).join(', ')})`}: {how}.{' '}
        </span>
      ))}
      {formatComparison(
        sumOfComparisons(comparisons.map(({ comparison }) => comparison)),
        mode,
        comparisons.some(({ recordMode }) => recordMode !== mode),
      )}
    </p>
  );
}

/** Papers by their judgement. */
function groupPapers(
  chosenPapers: readonly Paper[],
  judgementOf: (paper: Paper) => string | undefined,
): Map<string, Paper[]> {
  const groups = new Map<string, Paper[]>();
  for (const paper of chosenPapers) {
    const judgement = judgementOf(paper);
    if (judgement !== undefined) groups.set(judgement, [...(groups.get(judgement) ?? []), paper]);
  }
  return groups;
}

function formatMeasuringProgress(
  { state, mode, papers: chosenPapers, progress, remainingSeconds, elapsedSeconds }: PaperRunState,
  measurementMode: MeasurementMode,
): string {
  if (state === 'idle') return '';
  const onlyPaper = chosenPapers.length === 1 ? chosenPapers[0] : undefined;
  const subject = [onlyPaper === undefined ? 'all' : onlyPaper.name, ...(mode === measurementMode ? [] : [mode])].join(
    ', ',
  );
  if (state === 'done') return `${subject}: done in ${elapsedSeconds.toFixed(1)} s`;
  const percent = `${subject}: ${Math.floor(100 * progress)} %`;
  if (state === 'cancelled') return `${percent}, cancelled`;
  return remainingSeconds === undefined ? percent : `${percent}, about ${Math.ceil(remainingSeconds)} s left`;
}

function saveNumbers(paper: Paper | undefined, shownPapers: readonly PaperWithNumbers[], mode: MeasurementMode): void {
  const url = `${location.href.split('#')[0]}${paperHash(paper?.id ?? OVERVIEW_ID)}`;
  const text = formatTable(tableOfPapers(shownPapers, mode), url);
  downloadFile(`${paper?.id ?? 'papers'}.csv`, 'text/csv;charset=utf-8', text);
}

/** The output of `sim paper --json`, except its duration. */
function formatResultsJson(mode: MeasurementMode, results: MeasuredResults, failures: readonly string[]): string {
  const judgedPapers = papers.map((paper) => paperPlans.judge(paper, mode, results)).filter(({ runs }) => runs > 0);
  return `${paperMeasurementsJson(paperMeasurements(mode, judgedPapers, failures))}\n`;
}
