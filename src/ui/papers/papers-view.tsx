/**
 * The papers, in place of the lanes: each paper with its published figures and claims beside ours, and all papers in
 * one picture.
 */
// Imported first, so that the style sheets of its parts override it.
import './papers-view.css';
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { findPaper, paperIds, papers } from '../../papers/index.ts';
import type { PaperWithNumbers, ShownPaper } from '../../papers/measured-or-recorded.ts';
import type { MeasurementMode } from '../../papers/paper.ts';
import { describeProblem, type ParameterProblem } from '../../params/schema.ts';
import { OVERVIEW_ID, paperHash, parsePaperHash, shortenEcho } from '../../view/papers/paper-target.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/texts.tsx';
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
  const records = useStore(paperRecords.store);
  // Reading and clicks have priority over new results.
  const results = useDeferredValue(state.results);
  const [mode, setMode] = useState<MeasurementMode>(state.mode);
  const { paperId: requestedTab, anchor } = parsePaperHash(target);
  const tab = requestedTab === OVERVIEW_ID || findPaper(requestedTab) !== undefined ? requestedTab : lastPlace.tab;
  // A long page, which is rendered without blocking the rest.
  const shownTab = useDeferredValue(tab);
  const isLoading = records.state === 'loading';
  const lostAnchor = useReadersPlace(dialog, shownTab, isLoading, shownTab === requestedTab ? anchor : undefined);
  const problem = targetProblem(requestedTab, tab, lostAnchor);
  const paperStates = useMemo(
    () => papers.map((paper) => ({ paper, shownPaper: measuredOrRecordedPaper(paper, mode, records, results) })),
    [mode, records, results],
  );
  const shownPaper = paperStates.find(({ paper }) => paper.id === shownTab);
  const chosenPaper = findPaper(tab);
  const shownPapers = paperStates.filter(({ paper }) => chosenPaper === undefined || paper === chosenPaper);
  const measureProps = { paper: chosenPaper, shownPapers, mode, state, records };
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
        <Button onClick={close}>Back to the queues</Button>
      </header>
      {problem !== undefined && <Notice>{describeProblem(problem)}</Notice>}
      <PaperTabs papers={paperStates} tab={tab} />
      <RecordProblems shownPapers={shownPapers} records={records} />
      {shownPaper === undefined ? (
        <PaperOverview papers={paperStates} mode={mode}>
          {measure}
        </PaperOverview>
      ) : (
        <PaperPage
          key={shownTab}
          {...shownPaper}
          mode={mode}
          records={records}
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

/**
 * Another paper begins at its top, and the last paper at its last place. A requested number scrolls into view.
 * @returns the requested number if the paper does not have it
 */
function useReadersPlace(
  dialog: RefObject<HTMLDialogElement | null>,
  tab: string,
  isLoading: boolean,
  anchor: string | undefined,
): string | undefined {
  const [lostAnchor, setLostAnchor] = useState<string>();
  // The dialog scrolls with the keys of the reader at once.
  useEffect(() => dialog.current?.focus(), [dialog]);
  useEffect(() => () => document.querySelector<HTMLElement>('a[href="#papers"]')?.focus(), []);
  // While the records are loaded the paper is hidden, and nothing in it can take the focus.
  useEffect(() => {
    if (isLoading) return;
    if (lastPlace.tab !== tab) lastPlace = { tab, top: 0 };
    dialog.current?.scrollTo(0, lastPlace.top);
    setLostAnchor(anchor !== undefined && !bringIntoSight(dialog.current, anchor) ? anchor : undefined);
  }, [dialog, tab, anchor, isLoading]);
  return lostAnchor;
}

/** The fault of an address of the papers. */
function targetProblem(
  requestedTab: string,
  tab: string,
  lostAnchor: string | undefined,
): ParameterProblem | undefined {
  if (requestedTab !== '' && tab !== requestedTab)
    return { path: 'papers', given: shortenEcho(requestedTab), allowed: [...paperIds, OVERVIEW_ID].join(', ') };
  return lostAnchor === undefined
    ? undefined
    : { path: 'papers', given: shortenEcho(lostAnchor), allowed: 'a number, a claim or a figure of this paper' };
}

interface TabsProps {
  readonly papers: readonly PaperWithNumbers[];
  readonly tab: string;
}

function PaperTabs({ papers: shownPapers, tab }: TabsProps) {
  const tabs = [
    { id: OVERVIEW_ID, name: 'Overview', text: <span className="muted">all papers in one picture</span> },
    ...shownPapers.map(({ paper: { id, name }, shownPaper }) => ({
      id,
      name,
      text: <Tally shownPaper={shownPaper} />,
    })),
  ];
  return (
    <nav className="papers-tabs cluster" aria-label="Papers">
      {tabs.map(({ id, name, text }) => (
        <a className="papers-tab note" key={id} href={paperHash(id)} aria-current={id === tab ? 'page' : undefined}>
          <b className="papers-name">{name}</b>
          {text}
        </a>
      ))}
    </nav>
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
