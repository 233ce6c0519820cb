/** The head of the page: the present run, and the actions on it. */

import { memo, type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import { measuringProgress } from '../../app/measuring/measuring-progress.ts';
import type { Theme } from '../../app/page/page-state.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { scenarioTexts } from '../../run-state/run-values.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from './context.tsx';
import { useMenu } from './effects.ts';
import type { Panel } from './panels.ts';
import { lazyPart } from './part.tsx';
import './header.css';

/** The symbol of a theme on its button. */
const THEME_SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●', projector: '▣' };

/** The theme after each theme. The projector has a button of its own, and is always light. */
const NEXT_THEMES: Readonly<Record<Exclude<Theme, 'projector'>, Theme>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

interface HeaderProps extends Omit<HeadActionsProps, 'hasWords'> {
  /** The first row ends with a menu of the actions. */
  readonly isNarrow: boolean;
  /** The button for the controls; false: they have none. */
  readonly controlsPanel: Panel | false;
}

export function Header({ isNarrow, controlsPanel, inspectorPanel, onOpen }: HeaderProps) {
  const bareTitle = usePage(({ embedding, run }) => (embedding === 'bare' ? scenarioTexts(run).title : undefined));
  const embedding = usePage((state) => state.embedding);
  const theme = usePage((state) => state.theme);
  const isLocked = embedding === 'locked';
  if (bareTitle !== undefined)
    return (
      <header className="header cluster">
        <h1 className="header-title">{bareTitle}</h1>
        <WholePageLink />
      </header>
    );
  const seed = <SeedField isLocked={isLocked} />;
  const actions = <HeadActions inspectorPanel={inspectorPanel} onOpen={onOpen} hasWords={isNarrow} />;
  return (
    <header className="header cluster">
      <h1 className="header-title">Bufferscope</h1>
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
      {isNarrow && (
        <>
          <HeadMenu>
            {actions}
            {seed}
          </HeadMenu>
          <span className="spacer" />
        </>
      )}
      <ScenarioChoice isLocked={isLocked} isShort={isNarrow || theme === 'projector'} />
      {!isNarrow && seed}
      {!isNarrow && <span className="spacer" />}
      {controlsPanel && (
        <Button aria-expanded={controlsPanel.isOpen} onClick={controlsPanel.onToggle}>
          Controls
        </Button>
      )}
      {!isNarrow && <div className="header-actions screen-only">{actions}</div>}
    </header>
  );
}

interface HeadActionsProps {
  readonly inspectorPanel: Panel;
  readonly onOpen: (dialog: 'help' | 'sweep' | 'save') => void;
  /** The symbols have words beside them, as in a menu. */
  readonly hasWords: boolean;
}

function HeadActions({ inspectorPanel, onOpen, hasWords }: HeadActionsProps) {
  const { page } = usePageContext();
  const theme = usePage((state) => state.theme);
  const embedding = usePage((state) => state.embedding);
  const { papersPercent, sweepPercent } = useStore(measuringProgress);
  return (
    <>
      {embedding === 'whole' && (
        <Button title="Numbers or measurements of your own line" onClick={() => page.views.show({ showsLine: true })}>
          My line
        </Button>
      )}
      <Button title="Throughput and delay against the load or another value" onClick={() => onOpen('sweep')}>
        Sweep
        <DoneSign percent={sweepPercent} />
      </Button>
      {embedding === 'locked' ? <WholePageLink /> : <AddLane />}
      <Button
        aria-expanded={inspectorPanel.isOpen}
        title="Why packets were dropped or marked"
        onClick={inspectorPanel.onToggle}
      >
        Why?
      </Button>
      <ShareMenu />
      <Button onClick={() => onOpen('save')}>Save</Button>
      {embedding === 'whole' && (
        <a className="button" href="#papers">
          Papers
          <DoneSign percent={papersPercent} />
        </a>
      )}
      <Button
        className="header-lasting"
        aria-pressed={theme === 'projector'}
        title="Large and black on white, for a lecture hall"
        onClick={() => page.views.toggleProjector()}
      >
        Projector
      </Button>
      <Button
        className="header-lasting"
        aria-label={`Theme: ${theme}. Change`}
        title={
          theme === 'projector' ? 'The projector is always light. Press “Projector” to leave it' : `Theme: ${theme}`
        }
        disabled={theme === 'projector'}
        onClick={() => theme !== 'projector' && page.views.setTheme(NEXT_THEMES[theme])}
      >
        {THEME_SIGNS[theme]}
        {hasWords && ` Theme: ${theme}`}
      </Button>
      <Button
        className="header-lasting"
        aria-label="Help and keys"
        title="Help and keys"
        onClick={() => onOpen('help')}
      >
        ?{hasWords && ' Help and keys'}
      </Button>
    </>
  );
}

const WholePageLink = lazyPart('The link to the whole page', () => import('./whole-page-link.tsx'), 'WholePageLink');

/** The longest title that has room with the name of its paper, characters. */
const MAX_FULL_TITLE = 44;

interface ScenarioChoiceProps {
  readonly isLocked: boolean;
  /** There is no room for the name of a paper. */
  readonly isShort: boolean;
}

/**
 * The family names the paper of its presets, so their titles do not repeat it. The chosen one has it if there is room.
 */
const ScenarioChoice = memo(({ isLocked, isShort }: ScenarioChoiceProps) => {
  const { page } = usePageContext();
  const preset = usePage((state) => state.run.preset);
  const isCustom = usePage(({ run }) => run.custom !== undefined);
  const runTitle = usePage(({ run }) => scenarioTexts(run).title);
  const families = usePage((state) => state.families);
  return (
    <select
      aria-label="Scenario"
      className="header-scenario"
      disabled={isLocked}
      value={isCustom ? '' : preset}
      onChange={(event) => page.runs.choosePreset(event.target.value)}
    >
      {isCustom && <option value="">{runTitle}</option>}
      {families.map((family) => (
        <optgroup key={family.name} label={family.name}>
          {family.presets.map(({ id, title: ownTitle }) => {
            const isChosen = id === preset && !isCustom;
            const title = isChosen ? runTitle : ownTitle;
            return (
              <option key={id} value={id}>
                {isChosen && !isShort && title.length <= MAX_FULL_TITLE
                  ? title
                  : title.replace(`${family.name} · `, '')}
              </option>
            );
          })}
        </optgroup>
      ))}
    </select>
  );
});

/** The actions in a menu. A pressed action closes it, unless its button shows a result. */
function HeadMenu({ children }: { readonly children: ReactNode }) {
  const { isOpen, toggle, containerProps } = useMenu();
  return (
    <span className="header-menu anchor screen-only" {...containerProps}>
      <Button aria-expanded={isOpen} onClick={toggle}>
        Menu
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its buttons get keys
        <div
          className="header-actions menu floating stack"
          onClick={({ target }) => {
            const staysOpen =
              target instanceof Element && target.closest('.anchor .anchor, .header-lasting, .header-seed') !== null;
            if (!staysOpen) toggle();
          }}
        >
          {children}
        </div>
      )}
    </span>
  );
}

/** Background progress. */
function DoneSign({ percent }: { readonly percent: number | undefined }) {
  return percent === undefined ? null : <span className="muted"> {percent}&nbsp;%</span>;
}

function AddLane() {
  const { page } = usePageContext();
  const isFull = usePage(({ run }) => run.lanes.length >= MAX_LANES);
  return (
    <Button
      disabled={isFull}
      title={`One more policy with the same traffic, up to ${MAX_LANES}`}
      onClick={() => page.edit((editor) => editor.lanes.add())}
    >
      + Lane
    </Button>
  );
}

function SeedField({ isLocked }: { readonly isLocked: boolean }) {
  const { page } = usePageContext();
  const seed = usePage((state) => state.run.seed);
  // A typed text is shown until the seed changes.
  const [typed, setTyped] = useState({ seed, text: String(seed) });
  const text = typed.seed === seed ? typed.text : String(seed);
  const commit = () => {
    if (text !== String(seed)) page.edit((editor) => editor.run.setSeed(text));
  };
  return (
    <label
      className="header-seed row"
      title="The same seed gives the same traffic, in every lane and on every machine."
    >
      seed
      <input
        type="text"
        className="header-seed-value"
        inputMode="numeric"
        value={text}
        disabled={isLocked}
        onChange={(event) => setTyped({ seed, text: event.target.value })}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}

const QrDialog = lazyPart('The QR code', () => import('../asking/qr-dialog.tsx'), 'QrDialog');

/** Time for which the button says that a link is copied, ms. */
const COPIED_MS = 2_000;

/** Copies the link of the run, then offers the link of the present view, and the QR code. */
function ShareMenu() {
  const { page } = usePageContext();
  const [copied, setCopied] = useState<'run' | 'view'>();
  const [showsCode, setShowsCode] = useState(false);
  const resetTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOpen, setIsOpen, containerProps } = useMenu();
  const share = async (content: 'run' | 'view') => {
    try {
      const { copyUrl } = await loadPart(() => import('./address/copy-url.ts'));
      const isCopied = await copyUrl(page, content === 'view');
      // A page over plain HTTP cannot copy: then the link is in a message, and its code is offered too.
      setIsOpen(content === 'run');
      if (!isCopied) return;
      setCopied(content);
      clearTimeout(resetTimer.current);
      resetTimer.current = setTimeout(() => setCopied(undefined), COPIED_MS);
    } catch (error) {
      page.notices.offerReload(`The link could not be created: ${errorMessage(error)}.`);
    }
  };
  return (
    <span className="anchor" {...containerProps}>
      <Button onClick={() => share('run')}>
        <span aria-live="polite">
          {copied === undefined ? 'Share link' : copied === 'run' ? 'Link copied' : 'View copied'}
        </span>
      </Button>
      {isOpen && (
        <span className="header-share-view floating stack">
          The link opens the run at its start.{' '}
          <Button
            title="This link opens the run at the present time, paused, with these plots and drawings"
            onClick={() => share('view')}
          >
            Copy this view
          </Button>
          <Button
            onClick={() => {
              setShowsCode(true);
              setIsOpen(false);
            }}
          >
            QR code
          </Button>
        </span>
      )}
      {showsCode && <QrDialog onClose={() => setShowsCode(false)} />}
    </span>
  );
}
