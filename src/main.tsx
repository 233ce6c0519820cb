// These come first, because the components' style sheets override them.
import './ui/styles/tokens.css';
import './ui/styles/global.css';
import { createRoot } from 'react-dom/client';
import { messageOf, NotLoaded } from './app/loading.ts';
import { Page } from './app/page.ts';
import { themes } from './app/page-state.ts';
import { LongLink } from './run-state/long-link.ts';
import { isSettled, settle, writeHash } from './ui/shell/address.ts';
import { App } from './ui/shell/app.tsx';
import { ToolsContext } from './ui/shell/context.tsx';
import { keepPage } from './ui/shell/foreign.ts';
import { isOverlay, isStandIn, openHash, openKept, pageHash, stayWithRun } from './ui/shell/links.ts';
import { Painter } from './ui/shell/painter.ts';
import { Boundary } from './ui/shell/part.tsx';
import { forgetKeptRun, keepRun, keptRun, reloadKeepingRun, whereAllowed } from './ui/shell/reload.ts';

keepPage(window);
const page = new Page(() => new Worker(new URL('../workers/lane.worker.ts', import.meta.url), { type: 'module' }));
const painter = new Painter(page);

/** The address follows the run, a little later, so that a drag does not flood it. */
let pending: ReturnType<typeof setTimeout> | undefined;
let written = location.hash;
settle();
/** The address has another run, since the link of the present one would be too long. */
let tooLong = false;
page.store.subscribe((state, before) => {
  const { run, papers, gallery, story } = before;
  if (state.run === run && state.papers === papers && state.gallery === gallery && state.story === story) return;
  clearTimeout(pending);
  pending = setTimeout(() => void writeAddress(), 400);
});

/** Where the address has not the run (it is that of the papers, or the run is too long for it), the browser keeps it. */
async function writeAddress(): Promise<void> {
  clearTimeout(pending);
  pending = undefined;
  if (!isSettled() || isStandIn(page.state.run)) return;
  if (isOverlay(location.hash)) keepRun(page);
  try {
    const hash = `#${await pageHash(page.state)}`;
    // A link that came meanwhile opens another run, whose address is written then.
    if (!isSettled()) return;
    written = hash;
    if (isOverlay(location.hash)) return;
    writeHash(written, 'replaceState');
    forgetKeptRun();
    tooLong = false;
  } catch (error) {
    if (error instanceof LongLink) {
      keepRun(page);
      if (!tooLong) page.notify('This run is too long for a link. This tab keeps it; the address does not have it.');
      tooLong = true;
    } else page.offerReload(`The address of this run could not be updated: ${messageOf(error)}.`);
  }
}

addEventListener('hashchange', () => {
  settle();
  if (location.hash !== written) void openHash(page, location.hash);
  else stayWithRun(page);
});

// The kept run has the time at which the page was left.
addEventListener('pagehide', () => {
  if ((tooLong || isOverlay(location.hash)) && !isStandIn(page.state.run)) keepRun(page);
});

/** A click on a link leaves the address of the run. Back returns to this address, so the last change is written into it first. */
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (link === null || link.target !== '' || elsewhere || event.defaultPrevented || pending === undefined) return;
  event.preventDefault();
  const { hash } = link;
  void writeAddress().then(() => location.assign(hash));
});

const NEW_VERSION = 'A new version of Bufferscope is available.';
const entry = new URL(import.meta.url).pathname.split('/').at(-1) as string;

/** The theme is the reader's own, not the run's: it is kept where the browser allows it. */
const THEME_KEY = 'bufferscope.theme';

const kept = whereAllowed(() => localStorage.getItem(THEME_KEY));
page.setTheme(themes.find((known) => known === kept) ?? 'system');
page.store.subscribe((state, before) => {
  if (state.theme !== before.theme) whereAllowed(() => localStorage.setItem(THEME_KEY, state.theme));
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root element');

async function open(): Promise<void> {
  const kept = keptRun();
  // The kept run is deleted when the address has the run that is shown.
  if (kept !== undefined && (await openKept(page, kept))) return;
  forgetKeptRun();
  await openHash(page, location.hash);
  const { view, lesson, story } = page.state;
  if (view?.view.atSeconds !== undefined) page.session.pause();
  else if (!painter.reduced) page.session.play();
  // The painter pauses the run. A lesson and a story go to a time of their own.
  else if (!lesson && !story)
    await import('./ui/shell/still.ts').then(({ showStill }) => showStill(page)).catch(() => undefined);
}

// There is no `await` at the top level: `open` loads the reader of links, which imports files that would wait for this one.
void open().then(() => {
  // A part that could not be loaded shows a message in its place.
  const onCaughtError = (error: unknown) => error instanceof NotLoaded || console.error(error);
  createRoot(root, { onCaughtError }).render(
    <ToolsContext value={{ page, painter }}>
      <Boundary what="The page">
        <App />
      </Boundary>
    </ToolsContext>,
  );
  // From public/boot.js.
  addEventListener('bufferscope:reload', (event) => {
    event.preventDefault();
    reloadKeepingRun(page);
  });
  painter.start();
  // Without it the frame stays as it is.
  if (parent !== window)
    void import('./ui/shell/frame-height.ts').then(({ tellHeight }) => tellHeight(root)).catch(() => undefined);
  // The other policies and scenarios are loaded after the queues.
  page.loadRest().catch((error: unknown) => {
    page.offerReload(`The other policies and scenarios could not be loaded: ${messageOf(error)}.`);
  });
  if (import.meta.env.DEV) return;
  void import('./app/versions.ts')
    .then(({ watchVersions }) =>
      watchVersions(entry, () => {
        // It is the cause of what could not be loaded before, and does not take the place of its words.
        const { reloadOffer = '' } = page.state;
        if (!reloadOffer.includes(NEW_VERSION)) page.offerReload(`${reloadOffer} ${NEW_VERSION}`.trim());
      }),
    )
    .catch(() => undefined);
});
