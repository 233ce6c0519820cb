/** The page, put together. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { usePage, useTools } from './context.tsx';
import { Header } from './header.tsx';
import { LanePanel } from './lane-panel.tsx';
import { SPEEDS, stepNs } from './speeds.ts';
import { Transport } from './transport.tsx';

// The queues come first: what else there is is loaded behind them, or when it is asked for.
const Sidebar = lazy(async () => ({ default: (await import('./sidebar.tsx')).Sidebar }));
const PlotsPanel = lazy(async () => ({ default: (await import('./plots-panel.tsx')).PlotsPanel }));
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));
const SweepDialog = lazy(async () => ({ default: (await import('./sweep-dialog.tsx')).SweepDialog }));
const PapersView = lazy(async () => ({ default: (await import('./papers-view.tsx')).PapersView }));
const PaperSource = lazy(async () => ({ default: (await import('./paper-source.tsx')).PaperSource }));
const Inspector = lazy(async () => ({ default: (await import('./inspector.tsx')).Inspector }));

export function App() {
  const { page } = useTools();
  // Counts the openings of the help: one that closes does not close the next.
  const [help, setHelp] = useState({ opened: 0, closed: 0 });
  const [sweep, setSweep] = useState({ opened: 0, closed: 0 });
  const papers = usePage((state) => state.papers);
  const [controls, setControls] = useState(false);
  const [why, setWhy] = useState(false);
  const asked = usePage((state) => state.question !== undefined);
  const lanes = usePage((state) => state.run.lanes);
  const theme = usePage((state) => state.theme);
  const embedding = usePage((state) => state.embedding);
  const fromPaper = usePage((state) => state.from !== undefined);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    page.onShown();
  }, [theme, page]);
  const openHelp = useCallback(() => setHelp(({ opened, closed }) => ({ opened: opened + 1, closed })), []);
  useKeys(openHelp);
  useOneChangeADrag();
  return (
    <div className={`page ${embedding} ${controls ? 'controls-open' : ''}`}>
      <Header
        onHelp={openHelp}
        onSweep={() => setSweep(({ opened, closed }) => ({ opened: opened + 1, closed }))}
        onControls={() => setControls(!controls)}
        controlsOpen={controls}
        onWhy={() => setWhy(!why)}
        whyOpen={why || asked}
      />
      <div className="told">
        <Notices />
        <Suspense>{fromPaper && <PaperSource />}</Suspense>
      </div>
      {embedding !== 'bare' && (
        <Suspense fallback={<aside className="sidebar" aria-label="Controls" aria-busy="true" />}>
          <Sidebar />
        </Suspense>
      )}
      <main>
        <div className={`lanes lanes-${lanes.length}`}>
          {lanes.map((lane, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place; its policy may change in it
            <LanePanel key={`${index}/${lane.policy}`} index={index} />
          ))}
        </div>
        <Suspense fallback={<section className="plots-area" aria-label="Plots" aria-busy="true" />}>
          <PlotsPanel />
        </Suspense>
      </main>
      <Suspense>
        {(why || asked) && <Inspector onClose={() => setWhy(false)} />}
        {help.opened > help.closed && (
          <HelpDialog key={help.opened} onClose={() => setHelp(({ opened }) => ({ opened, closed: help.opened }))} />
        )}
        {sweep.opened > sweep.closed && (
          <SweepDialog
            key={sweep.opened}
            onClose={() => setSweep(({ opened }) => ({ opened, closed: sweep.opened }))}
          />
        )}
        {papers !== undefined && <PapersView asked={papers} />}
      </Suspense>
      <Transport />
    </div>
  );
}

function Notices() {
  const { page } = useTools();
  const notices = usePage((state) => state.notices);
  return (
    <div className="notices" role="status">
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

/** From pointer down to up, what is dragged is one change. */
function useOneChangeADrag(): void {
  const { page } = useTools();
  useEffect(() => {
    const grab = () => page.grab();
    const release = () => page.release();
    // The pointer's own listeners have been called when these are at its end, and have not at its beginning.
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

/** How far comma and point scrub, as a part of the run. */
const SCRUB = 1 / 60;

/** Keys work wherever nothing is being typed or slid. */
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
      if (event.defaultPrevented || event.altKey || target.closest('input, select, textarea, dialog')) return;
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
