/** The whole page. */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { LaneState } from '../../run-state/run-state.ts';
import { policyOf } from '../../run-state/selectors.ts';
import { TALL_LENSES } from '../../view/lenses/lenses.ts';
import { Headline } from '../headline/headline.tsx';
import { LanePanel } from '../lane/lane-panel.tsx';
import { PlaybackBar } from '../playback/playback-bar.tsx';
import { SPEEDS, stepNs } from '../playback/speeds.ts';
import { plotStore } from '../plots/plot-state.ts';
import { useCompact } from './compact.ts';
import { usePage, useTools } from './context.tsx';
import { Header } from './header.tsx';
import { leaveOverlay } from './links.ts';
import { loadedPart } from './part.tsx';
import { reloadKeepingRun } from './reload.ts';
import './app.css';
import './compact.css';
import { takesLetters } from './keys.ts';

// The queues come first. Everything else is loaded after them, or on request.
const Sidebar = loadedPart(
  'The controls',
  async () => (await import('../controls/sidebar.tsx')).Sidebar,
  (content, busy) => (
    <aside className="sidebar" aria-label="Controls" aria-busy={busy}>
      {content}
    </aside>
  ),
);
const PlotsPanel = loadedPart(
  'The plots',
  async () => (await import('../plots/plots-panel.tsx')).PlotsPanel,
  (content, busy) => (
    <section className="plots-area" aria-label="Plots" aria-busy={busy}>
      {content}
    </section>
  ),
);
const HelpDialog = loadedPart('The help', async () => (await import('../help/help-dialog.tsx')).HelpDialog);
const SweepDialog = loadedPart('The sweep', async () => (await import('../sweep/sweep-dialog.tsx')).SweepDialog);
const SaveDialog = loadedPart('The list of files', async () => (await import('../saving/save-dialog.tsx')).SaveDialog);
const PapersView = loadedPart(
  'The view of the papers',
  async () => (await import('../papers/papers-view.tsx')).PapersView,
);
const Gallery = loadedPart('The gallery of scenarios', async () => (await import('../gallery/gallery.tsx')).Gallery);
const Lesson = loadedPart('The lesson', async () => (await import('../lessons/lesson.tsx')).Lesson);
const PaperSource = loadedPart(
  'The origin of this run',
  async () => (await import('../papers/paper-source.tsx')).PaperSource,
);
const TooDense = loadedPart(
  'The advice on runs with too many packets',
  async () => (await import('../playback/too-dense.tsx')).TooDense,
);
const Programs = loadedPart('The editor', async () => (await import('../program/programs.tsx')).Programs);
const Inspector = loadedPart('The list of verdicts', async () => (await import('../why/inspector.tsx')).Inspector);

const hasTallLens = (lane: LaneState) => TALL_LENSES.has(policyOf(lane).hints.lens);

/** Counts the openings of a dialog, so that the end of one dialog does not close the next. */
function useOpenings() {
  const [{ opened, closed }, set] = useState({ opened: 0, closed: 0 });
  const open = useCallback(() => set((state) => ({ ...state, opened: state.opened + 1 })), []);
  const close = () => set((state) => ({ ...state, closed: opened }));
  return { key: opened > closed ? opened : 0, open, close };
}

export function App() {
  const { page } = useTools();
  const help = useOpenings();
  const sweep = useOpenings();
  const save = useOpenings();
  const papers = usePage((state) => state.papers);
  const gallery = usePage((state) => state.gallery);
  const lesson = usePage((state) => state.lesson);
  const [controls, setControls] = useState(false);
  const [why, setWhy] = useState(false);
  const asked = usePage((state) => state.question !== undefined);
  const lanes = usePage((state) => state.run.lanes);
  const program = usePage((state) => state.program);
  const theme = usePage((state) => state.theme);
  const lenses = useStore(plotStore, (state) => state.lenses);
  const embedding = usePage((state) => state.embedding);
  const denseRate = usePage((state) => state.denseRate);
  const fromPaper = usePage((state) => state.from !== undefined);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    page.onShown();
  }, [theme, page]);
  // After the theme, which determines the size of the page's pixels.
  const compact = useCompact();
  useKeys(help.open);
  useOneChangeADrag();
  return (
    <div
      className={`page ${embedding} ${controls ? 'controls-open' : ''} ${compact ? 'compact' : ''} ${lenses ? 'with-lenses' : ''}`}
    >
      <Header
        onHelp={help.open}
        onSweep={sweep.open}
        onSave={save.open}
        onControls={() => setControls(!controls)}
        controlsOpen={controls}
        onWhy={() => setWhy(!why)}
        whyOpen={why || asked}
      />
      <Headline />
      <div className="told">
        <Notices />
        {denseRate !== undefined && <TooDense rate={denseRate} />}
        {fromPaper && <PaperSource />}
      </div>
      {lesson !== undefined && <Lesson hash={lesson} onClose={() => void leaveOverlay(page)} />}
      {embedding !== 'bare' && <Sidebar />}
      <main>
        <div className={`lanes lanes-${lanes.length} ${lanes.some(hasTallLens) ? 'tall-lenses' : ''}`}>
          {lanes.map((lane, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position; its policy may change in it
            <LanePanel key={`${index}/${lane.policy}`} index={index} />
          ))}
        </div>
        <PlotsPanel />
      </main>
      {(why || asked) && <Inspector onClose={() => setWhy(false)} />}
      {help.key > 0 && <HelpDialog key={help.key} onClose={help.close} />}
      {sweep.key > 0 && <SweepDialog key={sweep.key} onClose={sweep.close} />}
      {save.key > 0 && <SaveDialog key={save.key} onClose={save.close} />}
      {papers !== undefined && <PapersView asked={papers} onClose={() => void leaveOverlay(page)} />}
      {gallery && <Gallery onClose={() => void leaveOverlay(page)} />}
      <PlaybackBar />
      {program !== undefined && <Programs program={program} />}
    </div>
  );
}

function Notices() {
  const { page } = useTools();
  const notices = usePage((state) => state.notices);
  const reloadOffer = usePage((state) => state.reloadOffer);
  return (
    <div className="notices" role="status">
      {reloadOffer !== undefined && (
        <p>
          <span>{reloadOffer}</span>
          <button type="button" title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
            Reload
          </button>
          <button type="button" aria-label="Dismiss this offer" onClick={() => page.offerReload(undefined)}>
            ×
          </button>
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice}>
          <span>{notice}</span>
          <button type="button" aria-label="Dismiss this notice" onClick={() => page.dismiss(notice)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}

/** A drag from pointer down to up is one change. */
function useOneChangeADrag(): void {
  const { page } = useTools();
  useEffect(() => {
    const grab = () => page.grab();
    const release = () => page.release();
    // At the end of a drag these listeners run after the element's own listeners, at its beginning before them.
    addEventListener('pointerdown', grab, { capture: true });
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      removeEventListener('pointerdown', grab, { capture: true });
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [page]);
}

/** Step of the keys comma and point, as a part of the run. */
const SCRUB = 1 / 60;

/** Keys work unless the user types text or moves a slider. */
function useKeys(openHelp: () => void): void {
  const { page } = useTools();
  useEffect(() => {
    const faster = (by: number) => {
      const at = SPEEDS.indexOf(page.session.speed as (typeof SPEEDS)[number]) + by;
      page.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))] as number);
    };
    const scrub = (by: number) => page.seek(page.session.commandedNs + by * SCRUB * page.session.endNs);
    const keys: Readonly<Record<string, () => void>> = {
      ' ': () => page.togglePlay(),
      ArrowRight: () => page.session.step(stepNs(page.session.speed)),
      ArrowLeft: () => page.session.step(-stepNs(page.session.speed)),
      ArrowUp: () => faster(1),
      ArrowDown: () => faster(-1),
      '.': () => scrub(1),
      ',': () => scrub(-1),
      Home: () => page.restart(),
      s: () => page.summarise(),
      '?': openHelp,
    };
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // On a slider, arrow keys move the slider.
      if (event.defaultPrevented || event.altKey || takesLetters(event) || target.closest('input')) return;
      const onButton = target.closest('button, summary') !== null;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== 'z') return;
        if (event.shiftKey) page.redo();
        else page.undo();
      } else if (/^[1-4]$/.test(event.key))
        document.querySelector<HTMLElement>(`[data-lane="${Number(event.key) - 1}"]`)?.focus();
      else {
        const action = event.key === ' ' && onButton ? undefined : keys[event.key];
        if (action === undefined) return;
        action();
      }
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [page, openHelp]);
}
