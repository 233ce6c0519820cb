import { createRoot } from 'react-dom/client';
import { Page } from './app/store.ts';
import { App } from './ui/app.tsx';
import { ToolsContext } from './ui/context.tsx';
import { Painter } from './ui/painter.ts';
import './styles.css';

const page = new Page(() => new Worker(new URL('../workers/lane.worker.ts', import.meta.url), { type: 'module' }));
const painter = new Painter(page);
page.openHash(location.hash);

/** The address follows the run, a little later, so that a drag does not flood it. */
let pending: ReturnType<typeof setTimeout> | undefined;
let written = location.hash;
page.store.subscribe((state, before) => {
  if (state.run === before.run) return;
  clearTimeout(pending);
  pending = setTimeout(() => {
    written = `#${page.hash()}`;
    history.replaceState(null, '', written);
  }, 400);
});
addEventListener('hashchange', () => {
  if (location.hash !== written) page.openHash(location.hash);
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element #root');
createRoot(root).render(
  <ToolsContext value={{ page, painter }}>
    <App />
  </ToolsContext>,
);
painter.start();
page.session.play();
if (matchMedia('(prefers-reduced-motion: reduce)').matches) page.session.pause();
