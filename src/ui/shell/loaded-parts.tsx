/**
 * The parts of the page that are not in the first load. The queues come first. The other parts are loaded after them,
 * or on request.
 */
import type { ReactNode } from 'react';
import { usePageAttribute } from './layout/page-attribute.ts';
import { panelParts } from './load-panels.ts';
import { lazyPart } from './part.tsx';

/** The run is shown again, which is hidden until a lesson is open. */
function LessonFailed({ children }: { readonly children: ReactNode }) {
  usePageAttribute('data-lesson-failed', '');
  return children;
}

export const Sidebar = lazyPart(
  'The controls',
  async () => (await panelParts()).Sidebar,
  (content, isBusy) => (
    <aside className="sidebar screen-only" aria-label="Controls" aria-busy={isBusy}>
      {content}
    </aside>
  ),
);
export const PlotsPanel = lazyPart(
  'The plots',
  async () => (await panelParts()).PlotsPanel,
  (content, isBusy) => (
    <section className="plots-area" aria-label="Plots" aria-busy={isBusy}>
      {content}
    </section>
  ),
);
export const HelpDialog = lazyPart('The help', async () => (await import('../help/help-dialog.tsx')).HelpDialog);
export const SweepDialog = lazyPart('The sweep', async () => (await import('../sweep/sweep-dialog.tsx')).SweepDialog);
export const SaveDialog = lazyPart(
  'The list of files',
  async () => (await import('../saving/save-dialog.tsx')).SaveDialog,
);
export const PapersView = lazyPart(
  'The view of the papers',
  async () => (await import('../papers/papers-view.tsx')).PapersView,
);
export const Gallery = lazyPart(
  'The gallery of scenarios',
  async () => (await import('../gallery/gallery.tsx')).Gallery,
);
export const HandInDialog = lazyPart(
  'The hand-in',
  async () => (await import('../lessons/hand-in/hand-in-dialog.tsx')).HandInDialog,
);
export const LineDialog = lazyPart('My line', async () => (await import('../line/line-dialog.tsx')).LineDialog);
export const TcDialog = lazyPart(
  'The queues of the file',
  async () => (await import('../controls/tc-dialog.tsx')).TcDialog,
);
export const LessonView = lazyPart(
  'The lesson',
  async () => (await import('../lessons/lesson.tsx')).LessonView,
  (content, isBusy) => (isBusy ? content : <LessonFailed>{content}</LessonFailed>),
);
export const Keys = lazyPart('The keys', async () => (await panelParts()).PageKeys);
export const PaperSource = lazyPart(
  'The origin of this run',
  async () => (await import('../papers/paper-source.tsx')).PaperSource,
);
export const SlowDownNotice = lazyPart(
  'The advice on runs with too many packets',
  async () => (await import('../playback/slow-down-notice.tsx')).SlowDownNotice,
);
export const Programs = lazyPart('The editor', async () => (await import('../program/programs.tsx')).Programs);
export const Inspector = lazyPart('The list of verdicts', async () => (await import('../why/inspector.tsx')).Inspector);
