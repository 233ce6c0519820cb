/** The head of the page: the present run, and the actions on it. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { measuringProgress } from '../../app/measuring/measuring-progress.ts';
import { type Theme, themeIds } from '../../app/page/page-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { required } from '../../shared/lists.ts';
import { usePage, useTools } from './context.tsx';
import { AddLane, SeedField, ShareMenu, WholePageLink } from './header-actions.tsx';
import type { Panel } from './panels.ts';
import './header.css';

/** Id of the menu's element. */
const MENU_ID = 'header-menu';

/** The symbol of a theme on its button. */
const THEME_SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●', projector: '▣' };

export function Header({
  controlsPanel,
  inspectorPanel,
  onOpen,
}: {
  /** The button for the controls; false: they have none. */
  readonly controlsPanel: Panel | false;
  readonly inspectorPanel: Panel;
  readonly onOpen: (dialog: 'help' | 'sweep' | 'save') => void;
}) {
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const theme = usePage((state) => state.theme);
  const embedding = usePage((state) => state.embedding);
  const isLocked = embedding === 'locked';
  const { papersPercent, sweepPercent } = useStore(measuringProgress);
  const scenario = scenarioOfRun(run);
  if (embedding === 'bare')
    return (
      <header className="header cluster">
        <h1>{scenario.title}</h1>
        <WholePageLink />
      </header>
    );
  return (
    <header className="header cluster">
      <h1>Bufferscope</h1>
      {embedding === 'whole' && (
        <>
          <a className="button" href="#lessons">
            Lessons
          </a>
          <a className="button" href="#scenarios" title="All scenarios, by picture">
            Scenarios
          </a>
        </>
      )}
      <button type="button" className="header-menu-button" popoverTarget={MENU_ID}>
        Menu
      </button>
      <ScenarioChoice isLocked={isLocked} />
      <SeedField isLocked={isLocked} />
      <span className="spacer" />
      {controlsPanel && (
        <button
          type="button"
          className="header-controls"
          aria-expanded={controlsPanel.isOpen}
          onClick={controlsPanel.onToggle}
        >
          Controls
        </button>
      )}
      <HeadMenu>
        <button
          type="button"
          title="How throughput and delay change with the load or with any other value: the knee and the cliff"
          onClick={() => onOpen('sweep')}
        >
          Sweep
          <Done percent={sweepPercent} />
        </button>
        {isLocked ? <WholePageLink /> : <AddLane />}
        <button
          type="button"
          aria-expanded={inspectorPanel.isOpen}
          title="Why packets were dropped, marked or accepted"
          onClick={inspectorPanel.onToggle}
        >
          Why?
        </button>
        <ShareMenu />
        <button type="button" onClick={() => onOpen('save')}>
          Save
        </button>
        {embedding === 'whole' && (
          <a className="button" href="#papers">
            Papers
            <Done percent={papersPercent} />
          </a>
        )}
        <button
          type="button"
          className="header-lasting"
          aria-label={`Theme: ${theme}. Change`}
          title={`Theme: ${theme}`}
          onClick={() => page.setTheme(required(themeIds[(themeIds.indexOf(theme) + 1) % themeIds.length]))}
        >
          {THEME_SIGNS[theme]}
          <span className="header-menu-words"> Theme: {theme}</span>
        </button>
        <button
          type="button"
          className="header-lasting"
          aria-label="Help and keys"
          title="Help and keys"
          onClick={() => onOpen('help')}
        >
          ?<span className="header-menu-words"> Help and keys</span>
        </button>
      </HeadMenu>
    </header>
  );
}

function ScenarioChoice({ isLocked }: { readonly isLocked: boolean }) {
  const { page } = useTools();
  const preset = usePage((state) => state.run.preset);
  const customTitle = usePage(({ run }) => (run.custom === undefined ? undefined : scenarioOfRun(run).title));
  const families = usePage((state) => state.families);
  return (
    <select
      aria-label="Scenario"
      className="header-scenario"
      disabled={isLocked}
      value={customTitle === undefined ? preset : ''}
      onChange={(event) => page.choosePreset(event.target.value)}
    >
      {customTitle !== undefined && <option value="">{customTitle}</option>}
      {families.map((family) => (
        <optgroup key={family.name} label={family.name}>
          {family.presets.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** On a narrow page, these buttons stand in a menu. An action closes it, unless its button shows a result. */
function HeadMenu({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons in it are pressed
    <div
      id={MENU_ID}
      className="header-menu"
      popover="auto"
      onClick={({ target, currentTarget }) => {
        const stays = target instanceof Element && target.closest('.anchor, .header-lasting') !== null;
        if (!stays) currentTarget.hidePopover?.();
      }}
    >
      {children}
    </div>
  );
}

/** Background progress. */
function Done({ percent }: { readonly percent: number | undefined }) {
  return percent === undefined ? null : <span className="muted"> {percent}&nbsp;%</span>;
}
