/** The head of the page: the present run, and the actions on it. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { fetched, messageOf } from '../../app/loading/loading.ts';
import { underWay } from '../../app/measuring/under-way.ts';
import { type Theme, themes } from '../../app/page/page-state.ts';
import { existing } from '../../params/lists.ts';
import { loadedPolicies } from '../../policies/loaded-policies.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { scenarioOf } from '../../run-state/selectors.ts';
import { loadedFamilies } from '../../scenarios/loaded-presets.ts';
import { fits } from '../../scenarios/rules/fits.ts';
import { linkHash } from './address/links.ts';
import { usePage, useTools } from './context.tsx';
import './header.css';

/** Id of the menu's element. */
const MENU = 'header-menu';

/** The symbol of a theme on its button. */
const THEME_SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●', projector: '▣' };

/** A part of the page that a button shows and hides. */
export interface Panel {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** The dialogs that the header opens. */
export type DialogName = 'help' | 'sweep' | 'save';

export function Header({
  controls,
  why,
  open,
}: {
  readonly controls: Panel;
  readonly why: Panel;
  readonly open: (dialog: DialogName) => void;
}) {
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const theme = usePage((state) => state.theme);
  const embedding = usePage((state) => state.embedding);
  const locked = embedding === 'locked';
  const families = usePage(loadedFamilies);
  const { papers, sweep } = useStore(underWay);
  const scenario = scenarioOf(run);
  if (embedding === 'bare')
    return (
      <header className="header">
        <h1>{scenario.title}</h1>
        <span className="header-space" />
        <OpenWhole />
      </header>
    );
  return (
    <header className="header">
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
      <button type="button" className="header-menu-button" popoverTarget={MENU}>
        Menu
      </button>
      <select
        aria-label="Scenario"
        className="header-scenario"
        disabled={locked}
        value={run.custom === undefined ? run.preset : ''}
        onChange={(event) => page.choosePreset(event.target.value)}
      >
        {run.custom !== undefined && <option value="">{scenario.title}</option>}
        {families.map((family) => (
          <optgroup key={family.name} label={family.name}>
            {family.presets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Seed key={run.seed} locked={locked} />
      <span className="header-space" />
      <button type="button" className="header-controls" aria-expanded={controls.isOpen} onClick={controls.toggle}>
        Controls
      </button>
      <HeadMenu>
        <button
          type="button"
          title="How throughput and delay change with the load or with any other value: the knee and the cliff"
          onClick={() => open('sweep')}
        >
          Sweep
          <Done percent={sweep} />
        </button>
        {locked ? <OpenWhole /> : <AddLane />}
        <button
          type="button"
          aria-expanded={why.isOpen}
          title="Why packets were dropped, marked or accepted"
          onClick={why.toggle}
        >
          Why?
        </button>
        <Share />
        <button type="button" onClick={() => open('save')}>
          Save
        </button>
        {embedding === 'whole' && (
          <a className="button" href="#papers">
            Papers
            <Done percent={papers} />
          </a>
        )}
        <button
          type="button"
          className="header-lasting"
          aria-label={`Theme: ${theme}. Change`}
          title={`Theme: ${theme}`}
          onClick={() => page.setTheme(existing(themes[(themes.indexOf(theme) + 1) % themes.length]))}
        >
          {THEME_SIGNS[theme]}
          <span className="header-menu-words"> Theme: {theme}</span>
        </button>
        <button
          type="button"
          className="header-lasting"
          aria-label="Help and keys"
          title="Help and keys"
          onClick={() => open('help')}
        >
          ?<span className="header-menu-words"> Help and keys</span>
        </button>
      </HeadMenu>
    </header>
  );
}

/** On a narrow page, these buttons stand in a menu. An action closes it, unless its button shows a result. */
function HeadMenu({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons in it are pressed
    <div
      id={MENU}
      className="header-menu"
      popover="auto"
      onClick={({ target, currentTarget }) => {
        const stays = target instanceof Element && target.closest('.header-share, .header-lasting') !== null;
        if (!stays) currentTarget.hidePopover?.();
      }}
    >
      {children}
    </div>
  );
}

/** Link from an embedded page to the whole page with the same run. */
function OpenWhole() {
  const run = usePage((state) => state.run);
  const [hash, setHash] = useState('');
  useEffect(() => {
    let stale = false;
    const set = (link: string) => stale || setHash(link);
    linkHash(run, {}).then(set, () => set(location.hash.slice(1)));
    return () => {
      stale = true;
    };
  }, [run]);
  return (
    <a href={`#${hash}`} target="_blank" rel="noopener">
      Open in Bufferscope
    </a>
  );
}

function AddLane() {
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const policies = usePage(loadedPolicies);
  // The policies of the scenario come first.
  const scenario = scenarioOf(run);
  const fitting = policies.filter((definition) => fits(scenario, definition)).map(({ id }) => id);
  const known = [...Object.keys(scenario.policies).filter((id) => fitting.includes(id)), ...fitting];
  const unused = known.find((id) => !run.lanes.some((lane) => lane.policy === id)) ?? existing(known[0]);
  const full = run.lanes.length >= MAX_LANES;
  return (
    <button
      type="button"
      disabled={full}
      title={full ? `A page has at most ${MAX_LANES} lanes` : 'Adds one more policy with the same traffic'}
      onClick={() => page.editor?.lanes.add(unused)}
    >
      + Lane
    </button>
  );
}

function Seed({ locked }: { readonly locked: boolean }) {
  const { page } = useTools();
  const seed = usePage((state) => state.run.seed);
  const [text, setText] = useState(String(seed));
  const commit = () => {
    if (text !== String(seed)) page.setSeed(text);
  };
  return (
    <label className="header-seed" title="The same seed gives the same traffic, in every lane and on every machine.">
      seed
      <input
        type="text"
        inputMode="numeric"
        value={text}
        disabled={locked}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}

/** Copies the link of the run, then offers the link of the present view. */
function Share() {
  const { page } = useTools();
  const [copied, setCopied] = useState<'run' | 'view'>();
  const [more, setMore] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!more) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setMore(false);
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [more]);
  const share = async (what: 'run' | 'view') => {
    try {
      const { copyLink } = await fetched(() => import('./address/share.ts'));
      if (!(await copyLink(page, what === 'view'))) return;
      setCopied(what);
      setMore(what === 'run');
      setTimeout(() => setCopied(undefined), 2_000);
    } catch (error) {
      page.offerReload(`The link could not be created: ${messageOf(error)}.`);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any focused element in it
    <span className="header-share" ref={place} onKeyDown={({ key }) => key === 'Escape' && setMore(false)}>
      <button type="button" onClick={() => share('run')}>
        <span aria-live="polite">
          {copied === undefined ? 'Share link' : copied === 'run' ? 'Link copied' : 'View copied'}
        </span>
      </button>
      {more && (
        <span className="header-share-view">
          The link opens the run at its start.{' '}
          <button
            type="button"
            title="This link opens the run at the present time, paused, with these plots and drawings"
            onClick={() => share('view')}
          >
            Copy this view
          </button>
        </span>
      )}
    </span>
  );
}

/** Background progress. */
function Done({ percent }: { readonly percent: number | undefined }) {
  return percent === undefined ? null : <span className="muted"> {percent}&nbsp;%</span>;
}
