/** The papers, in place of the lanes: each with its published figures and claims beside ours, measured by a click. */
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import worker from '../../workers/study.worker.ts?worker&url';
import { KeptResults } from '../app/kept-results.ts';
import { fetchBytes, KnownRecords, type KnownState } from '../app/known-records.ts';
import { modes, PaperRun, type PaperRunState } from '../app/paper-run.ts';
import { taskWorker } from '../app/task-worker.ts';
import { version } from '../app/version.ts';
import { findPaper, paperIds, papers } from '../papers/index.ts';
import type { JudgedPaper } from '../papers/judge.ts';
import type { Mode, Paper } from '../papers/paper.ts';
import recordsAddress from '../papers/records.bin?url';
import { measuredOf } from '../papers/report.ts';
import { type ShownPaper, shownPaper } from '../papers/shown.ts';
import { describeProblem } from '../params/schema.ts';
import { useTools } from './context.tsx';
import { download } from './download.ts';
import { pageHash } from './links.ts';
import { csvOfPaper } from './paper-export.ts';
import type { Experiments } from './paper-figures.tsx';
import { PaperPage } from './paper-page.tsx';
import { comparisonText, counted, fixed, SIGNS, shortName } from './paper-words.ts';
import './papers.css';

/** The built worker's name holds a digest of all its code: what this measures, another build need not. */
const BUILD = import.meta.env.DEV ? `development ${performance.timeOrigin}` : (worker.split('/').at(-1) as string);

const run = new PaperRun(papers, () => taskWorker(new Worker(worker, { type: 'module' })), new KeptResults(BUILD));

const known = new KnownRecords(papers, version);
void known.load(() => fetchBytes(recordsAddress));

const experiments: Experiments = {
  missing: (paper, mode, experiment) => run.plan([paper], mode, experiment).missing.length,
  measure: (paper, mode, experiment) => run.start([paper], mode, experiment),
};

/** By what was measured here, which is another one when something new has come. */
const shownPapers = new WeakMap<JudgedPaper, { readonly by: KnownState; readonly shown: ShownPaper }>();

/** A paper as it is shown: measured here, and where it was not, as on record. */
function show(paper: Paper, mode: Mode, by: KnownState): ShownPaper {
  const judged = run.judged(paper, mode);
  const before = shownPapers.get(judged);
  if (before?.by === by) return before.shown;
  const record = by.papers.get(paper.id);
  const shown = shownPaper(paper, judged, record?.judged, record?.record.mode);
  shownPapers.set(judged, { by, shown });
  return shown;
}

const MODE_WORDS: Readonly<Record<Mode, string>> = {
  quick: 'fewer seeds, shorter runs: about a minute a paper',
  full: 'ten seeds or twenty, whole runs: half an hour for all',
};

/** Where the reader was when the papers were left. */
let left: { readonly paper: Paper; readonly top: number } | undefined;

/** Characters of an unknown id that are said back. */
const SAID = 40;

export function PapersView({ asked }: { readonly asked: string }) {
  const { page } = useTools();
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useStore(run.store);
  const knownState = useStore(known.store);
  // What is read and clicked comes before what is counted.
  const count = useDeferredValue(state.count);
  const [mode, setMode] = useState<Mode>(state.mode);
  const paper = findPaper(asked) ?? left?.paper ?? (papers[0] as Paper);
  // A long page: it is drawn while the rest goes on.
  const shown = useDeferredValue(paper);
  const problem =
    asked === '' || paper.id === asked
      ? undefined
      : describeProblem({ path: 'papers', given: asked.slice(0, SAID), allowed: paperIds.join(', ') });

  // The lanes rest meanwhile.
  useEffect(() => {
    dialog.current?.showModal();
    const { playing } = page.session;
    page.session.pause();
    return () => {
      if (playing) page.session.play();
      document.querySelector<HTMLElement>('a[href="#papers"]')?.focus();
    };
  }, [page]);
  // Another paper begins at its top; the one that was left, where it was left.
  useEffect(() => {
    left = left?.paper === shown ? left : { paper: shown, top: 0 };
    dialog.current?.scrollTo(0, left.top);
  }, [shown]);

  const close = async () => {
    location.hash = await pageHash(page.state);
  };
  return (
    <dialog
      ref={dialog}
      className="papers"
      aria-labelledby="papers-title"
      onScroll={({ currentTarget: { scrollTop } }) => {
        left = { paper: shown, top: scrollTop };
      }}
      onCancel={(event) => {
        event.preventDefault();
        void close();
      }}
    >
      <header className="papers-top">
        <h2 id="papers-title">Papers, measured again</h2>
        <span className="gap" />
        <button type="button" onClick={close}>
          Back to the queues
        </button>
      </header>
      {problem !== undefined && (
        <p className="notice" role="status">
          {problem}
        </p>
      )}
      <nav className="papers-tabs" aria-label="Papers">
        {papers.map((one) => (
          <a key={one.id} href={`#papers=${one.id}`} aria-current={one === paper ? 'page' : undefined}>
            <b>{shortName(one)}</b>
            <Tally paper={one} mode={mode} known={knownState} count={count} />
          </a>
        ))}
      </nav>
      <Measure paper={paper} mode={mode} onMode={setMode} state={state} known={knownState} />
      <PaperPage
        key={shown.id}
        paper={shown}
        mode={mode}
        known={knownState}
        show={show}
        results={state.results[mode]}
        count={count}
        running={state.state === 'running'}
        experiments={experiments}
      />
    </dialog>
  );
}

interface TallyProps {
  readonly paper: Paper;
  readonly mode: Mode;
  readonly known: KnownState;
  /** Grows with the results. */
  readonly count: number;
}

/** How a paper stands, in a few signs. */
const Tally = memo(({ paper, mode, known: by }: TallyProps) => {
  const { counts } = show(paper, mode, by);
  const good = counts.within + counts.claims.holds;
  const bad = counts.outside + counts.claims.fails;
  const open = counts.suspect + counts.claims['not distinguishable'];
  if (good + bad + open === 0) return <span className="muted">not measured</span>;
  return (
    <span className="tally">
      <span className="within">
        {SIGNS.within} {good}
      </span>
      <span className="outside">
        {SIGNS.outside} {bad}
      </span>
      {open > 0 && <span className="muted">? {open}</span>}
    </span>
  );
});

interface MeasureProps {
  readonly paper: Paper;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly state: PaperRunState;
  readonly known: KnownState;
}

/** What can be run, how far it is, and what can be done with what has come of it. */
function Measure({ paper, mode, onMode, state, known: by }: MeasureProps) {
  const { count, failures, keeping } = state;
  const running = state.state === 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is missing shrinks, as the count tells
  const [own, all] = useMemo(() => [run.plan([paper], mode), run.plan(papers, mode)], [paper, mode, count]);
  const button = (plan: typeof own, chosen: readonly Paper[], what: string) => (
    <button
      type="button"
      className={chosen.length === 1 ? 'primary' : ''}
      disabled={plan.missing.length === 0}
      onClick={() => run.start(chosen, mode)}
    >
      {plan.missing.length > 0 && plan.missing.length < plan.tasks.length ? 'Go on with' : 'Measure'} {what}
    </button>
  );
  const shown = show(paper, mode, by);
  // The button that was pressed is gone: the one in its place is next.
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the buttons change
  useEffect(() => {
    if (document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  }, [running]);
  return (
    <>
      <section className="papers-measure" aria-label="Measure" ref={section}>
        <fieldset className="papers-modes">
          <legend className="visually-hidden">How much is run</legend>
          {modes.map((one) => (
            <label key={one} title={MODE_WORDS[one]}>
              <input type="radio" name="papers-mode" checked={one === mode} onChange={() => onMode(one)} />
              {one === 'quick' ? 'Quick' : 'Full'}
            </label>
          ))}
        </fieldset>
        {running ? (
          <button type="button" className="primary" onClick={() => run.cancel()}>
            Cancel
          </button>
        ) : (
          <>
            {button(own, [paper], 'this paper')}
            {button(all, papers, 'all five')}
          </>
        )}
        {running && (
          <progress aria-label="Progress of the measurement" value={state.done} max={1} className="papers-progress" />
        )}
        <output className="papers-said" aria-live={running ? 'off' : 'polite'}>
          {said(state, mode)}
        </output>
        <span className="gap" />
        <button
          type="button"
          disabled={shown.runs === 0 && !by.papers.has(paper.id)}
          onClick={() => download(`${paper.id}.csv`, 'text/csv', csvOfPaper(shown, mode))}
        >
          Save as CSV
        </button>
        <button
          type="button"
          disabled={count === 0}
          onClick={() => download(`papers-${mode}.json`, 'application/json', jsonOf(mode, state.failures))}
        >
          Save all as JSON
        </button>
        <button
          type="button"
          disabled={count === 0}
          onClick={() => confirm('Forget all that has been measured?') && run.forget()}
        >
          Forget results
        </button>
      </section>
      <p className="muted papers-spent">
        {MODE_WORDS[mode]}. Of this paper{' '}
        {own.missing.length === 0 ? 'all' : `${fixed(own.tasks.length - own.missing.length, 0)} of`}{' '}
        {paper.experiments.length > 0
          ? `${counted(own.tasks.length, 'search', 'searches')} are done: ${counted(shown.runs, 'run')}`
          : `${counted(own.tasks.length, 'run')} are done`}
        , {fixed(shown.simulatedSeconds, 0)} simulated seconds.
        {keeping === 'no' && ' This browser keeps nothing: results are lost with the page.'}
        {keeping === 'yes' && count > 0 && !import.meta.env.DEV && ' Results are kept in this browser.'}
      </p>
      <OnRecord paper={paper} mode={mode} known={by} />
      {failures.map((failure) => (
        <p key={failure} className="notice" role="alert">
          {failure}
        </p>
      ))}
    </>
  );
}

/** What is shown that was not measured here, and how the two agree. */
function OnRecord({ paper, mode, known: by }: Pick<MeasureProps, 'paper' | 'mode' | 'known'>) {
  const record = by.papers.get(paper.id)?.record;
  const strange = by.strange.get(paper.id);
  if (by.problem !== undefined)
    return (
      <p className="notice" role="status">
        The measurements that travel with this page could not be read: {by.problem}. Measure here instead.
      </p>
    );
  if (strange !== undefined)
    return (
      <p className="notice" role="status">
        This paper was {strange}. The two cannot be compared, so the older numbers are not shown. Measure here instead.
      </p>
    );
  if (record === undefined) return null;
  const { comparison } = show(paper, mode, by);
  return (
    <p className="papers-record">
      On record: measured by the authors of Bufferscope on {record.date}, version {record.version}, {record.mode} mode (
      {counted(record.runs, 'run')}, {fixed(record.simulatedSeconds, 0)} simulated seconds).{' '}
      {comparisonText(comparison, mode, record.mode)}
    </p>
  );
}

function said({ state, mode, papers: chosen, done, leftSeconds, elapsedSeconds }: PaperRunState, shown: Mode): string {
  if (state === 'idle') return '';
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const what = [only === undefined ? 'all' : shortName(only), ...(mode === shown ? [] : [mode])].join(', ');
  if (state === 'done') return `${what}: done in ${elapsedSeconds.toFixed(1)} s`;
  const part = `${what}: ${Math.floor(100 * done)} %`;
  if (state === 'cancelled') return `${part}, cancelled`;
  return leftSeconds === undefined ? part : `${part}, about ${Math.ceil(leftSeconds)} s left`;
}

/** What `sim paper --json` prints, but for the time that it took. */
function jsonOf(mode: Mode, failures: readonly string[]): string {
  const judged = papers.map((paper) => run.judged(paper, mode)).filter(({ runs }) => runs > 0);
  return `${JSON.stringify(measuredOf(mode, judged, failures), null, 2)}\n`;
}
