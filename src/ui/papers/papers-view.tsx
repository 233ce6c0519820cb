/**
 * The papers, in place of the lanes: each paper with its published figures and claims beside ours, and all papers in
 * one picture.
 */
// Imported first, so that the style sheets of its parts override it.
import './papers-view.css';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { findPaper, paperIds, papers } from '../../papers/index.ts';
import type { ShownPaper } from '../../papers/measured-or-recorded.ts';
import type { MeasurementMode } from '../../papers/paper.ts';
import { describeProblem } from '../../params/schema.ts';
import { OVERVIEW_ID, paperHash, parsePaperHash, shortenEcho } from '../../view/papers/paper-target.ts';
import { leaveOverlay } from '../shell/address/run-urls.ts';
import { usePageContext } from '../shell/context.tsx';
import { useModal } from '../shell/use-modal.ts';
import { bringIntoSight } from './bring-into-sight.ts';
import { MeasurementOrigin, PaperMeasure, RecordProblems } from './measuring/paper-measure.tsx';
import { PaperOverview } from './overview/paper-overview.tsx';
import { PaperPage } from './paper/paper-page.tsx';
import { experimentRuns, measuredOrRecordedPaper, paperRecords, paperRun } from './paper-data.ts';

/** The reader's place when the papers were left. */
let lastPlace: { readonly tab: string; readonly top: number } = { tab: OVERVIEW_ID, top: 0 };

export function PapersView({ target }: { readonly target: string }) {
  const { page } = usePageContext();
  const dialog = useModal(true);
  const state = useStore(paperRun.store);
  const recordsState = useStore(paperRecords.store);
  // Reading and clicks have priority over new results.
  const results = useDeferredValue(state.results);
  const [mode, setMode] = useState<MeasurementMode>(state.mode);
  const { paperId: requestedTab, anchor } = parsePaperHash(target);
  const tab = requestedTab === OVERVIEW_ID || findPaper(requestedTab) !== undefined ? requestedTab : lastPlace.tab;
  // A long page, which is rendered without blocking the rest.
  const shownTab = useDeferredValue(tab);
  const paper = findPaper(shownTab);
  const [lost, setLost] = useState<string>();
  const problem =
    requestedTab === '' || tab === requestedTab
      ? lost !== undefined && {
          path: 'papers',
          given: shortenEcho(lost),
          allowed: 'a number, a claim or a figure of this paper',
        }
      : { path: 'papers', given: shortenEcho(requestedTab), allowed: [...paperIds, OVERVIEW_ID].join(', ') };

  // The dialog scrolls with the keys of the reader at once.
  useEffect(() => dialog.current?.focus(), [dialog]);
  useEffect(() => () => document.querySelector<HTMLElement>('a[href="#papers"]')?.focus(), []);
  // Another paper begins at its top, and the last paper at its last place. A requested number scrolls into view. While
  // the records are loaded the paper is hidden, and nothing in it can take the focus.
  const isLoading = recordsState.state === 'loading';
  useEffect(() => {
    if (isLoading) return;
    lastPlace = lastPlace.tab === shownTab ? lastPlace : { tab: shownTab, top: 0 };
    dialog.current?.scrollTo(0, lastPlace.top);
    setLost(
      anchor !== undefined && shownTab === requestedTab && !bringIntoSight(dialog.current, anchor) ? anchor : undefined,
    );
  }, [dialog, shownTab, requestedTab, anchor, isLoading]);
  const paperStates = useMemo(
    () =>
      papers.map((listedPaper) => ({
        paper: listedPaper,
        shownPaper: measuredOrRecordedPaper(listedPaper, mode, recordsState, results),
      })),
    [mode, recordsState, results],
  );
  const shownPaper = paperStates.find((candidate) => candidate.paper === paper)?.shownPaper;

  const chosenPaper = findPaper(tab);
  const measureProps = {
    paper: chosenPaper,
    shownPapers:
      chosenPaper === undefined ? paperStates : paperStates.filter((candidate) => candidate.paper === chosenPaper),
    mode,
    state,
    records: recordsState,
  };
  const measure = (
    <>
      <PaperMeasure {...measureProps} onMode={setMode} />
      <MeasurementOrigin {...measureProps} />
    </>
  );

  const close = () => leaveOverlay(page);
  return (
    <dialog
      ref={dialog}
      className="papers"
      tabIndex={-1}
      aria-labelledby="papers-title"
      aria-busy={isLoading}
      onScroll={({ currentTarget: { scrollTop } }) => {
        lastPlace = { tab: shownTab, top: scrollTop };
      }}
      onCancel={(event) => {
        event.preventDefault();
        void close();
      }}
    >
      <header className="papers-top cluster">
        <h2 id="papers-title">Papers, measured again</h2>
        <span className="spacer" />
        <button type="button" onClick={close}>
          Back to the queues
        </button>
      </header>
      {problem !== false && (
        <p className="notice" role="status">
          {describeProblem(problem)}
        </p>
      )}
      <nav className="papers-tabs cluster" aria-label="Papers">
        <a
          className="papers-tab note"
          href={paperHash(OVERVIEW_ID)}
          aria-current={tab === OVERVIEW_ID ? 'page' : undefined}
        >
          <b className="papers-name">Overview</b>
          <span className="muted">all papers in one picture</span>
        </a>
        {paperStates.map(({ paper: listedPaper, shownPaper: shownOne }) => (
          <a
            className="papers-tab note"
            key={listedPaper.id}
            href={paperHash(listedPaper.id)}
            aria-current={listedPaper.id === tab ? 'page' : undefined}
          >
            <b className="papers-name">{listedPaper.name}</b>
            <Tally shownPaper={shownOne} />
          </a>
        ))}
      </nav>
      <RecordProblems shownPapers={measureProps.shownPapers} records={recordsState} />
      {paper === undefined || shownPaper === undefined ? (
        <PaperOverview papers={paperStates} mode={mode}>
          {measure}
        </PaperOverview>
      ) : (
        <PaperPage
          key={paper.id}
          paper={paper}
          mode={mode}
          records={recordsState}
          shownPaper={shownPaper}
          results={results}
          isRunning={state.state === 'running'}
          experiments={experimentRuns}
        >
          {measure}
        </PaperPage>
      )}
    </dialog>
  );
}

/** Counts of the confirmed numbers and claims of a paper. */
const Tally = memo(({ shownPaper: { counts } }: { readonly shownPaper: ShownPaper }) => {
  const { claims } = counts;
  const numbers = counts.within + counts.outside;
  const judgedClaimCount = Object.values(claims).reduce((sum, count) => sum + count, 0) - claims.missing;
  if (numbers + judgedClaimCount === 0) return <span className="muted">not measured</span>;
  return (
    <span className="muted">
      {numbers > 0 && `${counts.within}/${numbers} numbers, `}
      {claims.holds}/{judgedClaimCount} claims
    </span>
  );
});
