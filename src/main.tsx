import { createRoot } from 'react-dom/client';
import { Page, themes } from './app/store.ts';
import { App } from './ui/app.tsx';
import { ToolsContext } from './ui/context.tsx';
import { openHash, pageHash, papersOf } from './ui/links.ts';
import { Painter } from './ui/painter.ts';
import { printAsSheet } from './ui/print.ts';
import './styles.css';

const page = new Page(() => new Worker(new URL('../workers/lane.worker.ts', import.meta.url), { type: 'module' }));
const painter = new Painter(page);

/** The address follows the run, a little later, so that a drag does not flood it. */
let pending: ReturnType<typeof setTimeout> | undefined;
let written = location.hash;
page.store.subscribe((state, before) => {
  if (state.run === before.run) return;
  clearTimeout(pending);
  pending = setTimeout(async () => {
    written = `#${await pageHash(page.state)}`;
    if (papersOf(location.hash) === undefined) history.replaceState(null, '', written);
  }, 400);
});
addEventListener('hashchange', () => {
  if (location.hash !== written) void openHash(page, location.hash);
  else page.store.setState({ papers: undefined });
});

/** The theme is the reader's own, not the run's: it is kept where the browser allows it. */
const THEME_KEY = 'bufferscope.theme';

function whereAllowed<T>(storing: () => T): T | undefined {
  try {
    return storing();
  } catch {
    return undefined;
  }
}

const kept = whereAllowed(() => localStorage.getItem(THEME_KEY));
page.setTheme(themes.find((known) => known === kept) ?? 'system');
page.store.subscribe((state, before) => {
  if (state.theme !== before.theme) whereAllowed(() => localStorage.setItem(THEME_KEY, state.theme));
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element #root');

// Not awaited at the top: what reads a link is loaded then, and needs this file's neighbours, which would wait for it.
void openHash(page, location.hash).then(() => {
  createRoot(root).render(
    <ToolsContext value={{ page, painter }}>
      <App />
    </ToolsContext>,
  );
  painter.start();
  printAsSheet(painter);
  // What else can be chosen comes behind the queues.
  void page.loadRest();
  page.session.play();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) page.session.pause();
});
