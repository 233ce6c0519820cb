/** The page, put together. */
import { useEffect, useState } from 'react';
import { usePage, useTools } from './context.tsx';
import { Header } from './header.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LanePanel } from './lane-panel.tsx';
import { PlotsPanel } from './plots-panel.tsx';
import { Sidebar } from './sidebar.tsx';
import { SPEEDS, stepNs, Transport } from './transport.tsx';

export function App() {
  const { page } = useTools();
  const [help, setHelp] = useState(false);
  const [controls, setControls] = useState(false);
  const lanes = usePage((state) => state.run.lanes);
  const theme = usePage((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    page.onShown();
  }, [theme, page]);
  useKeys(() => setHelp(true));
  return (
    <div className={`page ${controls ? 'controls-open' : ''}`}>
      <Header onHelp={() => setHelp(true)} onControls={() => setControls(!controls)} controlsOpen={controls} />
      <Notices />
      <Sidebar />
      <main>
        <div className={`lanes lanes-${lanes.length}`}>
          {lanes.map((lane, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place; its policy may change in it
            <LanePanel key={`${index}/${lane.policy}`} index={index} />
          ))}
        </div>
        <PlotsPanel />
      </main>
      <Transport />
      <HelpDialog open={help} onClose={() => setHelp(false)} />
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

/** Keys work wherever nothing is being typed or slid. */
function useKeys(openHelp: () => void): void {
  const { page } = useTools();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, dialog')) return;
      const onButton = target.closest('button, summary') !== null;
      const faster = (by: number) => {
        const at = SPEEDS.indexOf(page.session.speed as (typeof SPEEDS)[number]) + by;
        page.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))] as number);
      };
      if (event.key === ' ' && !onButton) page.togglePlay();
      else if (event.key === 'ArrowRight') page.session.step(stepNs(page.session.speed));
      else if (event.key === 'ArrowUp') faster(1);
      else if (event.key === 'ArrowDown') faster(-1);
      else if (event.key === 'Home') page.restart();
      else if (event.key === '?') openHelp();
      else if (/^[1-4]$/.test(event.key))
        document.querySelector<HTMLElement>(`[data-lane="${Number(event.key) - 1}"]`)?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [page, openHelp]);
}
