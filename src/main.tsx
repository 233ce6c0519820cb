// First, because it declares the order of the cascade layers.
import './ui/styles/tokens.css';
import './ui/styles/global.css';
import './ui/styles/controls.css';
import './ui/styles/range.css';
import './ui/styles/shared.css';
import { createRoot } from 'react-dom/client';
import { errorMessage, NotLoadedError } from './app/loading/loading.ts';
import { Page } from './app/page/page.ts';
import { required } from './shared/required.ts';
import { deleteStoredRun, readStoredRun, reloadKeepingRun } from './ui/shell/address/reload.ts';
import { updateAddress } from './ui/shell/address/run-address.ts';
import { openHash, openStoredRun } from './ui/shell/address/run-urls.ts';
import { App } from './ui/shell/app.tsx';
import { PageContext } from './ui/shell/context.tsx';
import { AnimationLoop } from './ui/shell/drawing/animation-loop.ts';
import { preventFileNavigation } from './ui/shell/input/dropped-files.ts';
import { storeTheme } from './ui/shell/layout/stored-theme.ts';
import { PartBoundary } from './ui/shell/part.tsx';

preventFileNavigation(window);
const page = new Page(() => new Worker(new URL('../workers/lane.worker.ts', import.meta.url), { type: 'module' }));
const animation = new AnimationLoop(page);

updateAddress(page);
storeTheme(page);

const entry = required(new URL(import.meta.url).pathname.split('/').at(-1));

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root element');

async function open(): Promise<void> {
  const storedPageRun = readStoredRun();
  // The kept run is deleted when the address has the run that is shown.
  if (storedPageRun !== undefined && (await openStoredRun(page, storedPageRun))) return;
  deleteStoredRun();
  await openHash(page, location.hash);
  if (page.state.urlView?.view.atSeconds !== undefined) page.session.pause();
  else if (!animation.reducesMotion) page.session.play();
  // The animation loop pauses the run.
  else
    await import('./ui/shell/drawing/still-picture.ts')
      .then(({ showStillPictures }) => showStillPictures(page))
      .catch(() => undefined);
}

// There is no `await` at the top level: `open` loads the reader of links, which imports files that would wait for this
// one.
void open().then(() => {
  // A part that could not be loaded shows a message in its place.
  const onCaughtError = (error: unknown) => error instanceof NotLoadedError || console.error(error);
  createRoot(root, { onCaughtError }).render(
    <PageContext value={{ page, animation }}>
      <PartBoundary partName="The page">
        <App />
      </PartBoundary>
    </PageContext>,
  );
  // From public/boot.js.
  addEventListener('bufferscope:reload', (event) => {
    event.preventDefault();
    reloadKeepingRun(page);
  });
  animation.start();
  // Without it the frame stays as it is.
  if (parent !== window)
    void import('./ui/shell/layout/iframe-height.ts')
      .then(({ postIframeHeight }) => postIframeHeight(root))
      .catch(() => undefined);
  // The other policies and scenarios are loaded after the queues.
  page.loadEditorAndCatalog().catch((error: unknown) => {
    page.notices.offerReload(`The other policies and scenarios could not be loaded: ${errorMessage(error)}.`);
  });
  if (import.meta.env.DEV) return;
  void import('./app/loading/page-versions.ts')
    .then(({ checkForVersions }) => checkForVersions(page, entry, () => animation.isBusy))
    .catch(() => undefined);
});
