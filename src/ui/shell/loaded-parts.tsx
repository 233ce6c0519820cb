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

export const Sidebar = lazyPart('The controls', panelParts, 'Sidebar', (content, isBusy) => (
  <aside className="sidebar screen-only" aria-label="Controls" aria-busy={isBusy}>
    {content}
  </aside>
));
export const PlotsPanel = lazyPart('The plots', panelParts, 'PlotsPanel', (content, isBusy) => (
  <section className="plots-area" aria-label="Plots" aria-busy={isBusy}>
    {content}
  </section>
));
export const HelpDialog = lazyPart('The help', () => import('../help/help-dialog.tsx'), 'HelpDialog');
export const SweepDialog = lazyPart('The sweep', () => import('../sweep/sweep-dialog.tsx'), 'SweepDialog');
export const SaveDialog = lazyPart('The list of files', () => import('../saving/save-dialog.tsx'), 'SaveDialog');
export const PapersView = lazyPart('The view of the papers', () => import('../papers/papers-view.tsx'), 'PapersView');
export const Gallery = lazyPart('The gallery of scenarios', () => import('../gallery/gallery.tsx'), 'Gallery');
export const HandInDialog = lazyPart(
  'The hand-in',
  () => import('../lessons/hand-in/hand-in-dialog.tsx'),
  'HandInDialog',
);
export const LineDialog = lazyPart('My line', () => import('../line/line-dialog.tsx'), 'LineDialog');
export const TcDialog = lazyPart('The queues of the file', () => import('../controls/tc-dialog.tsx'), 'TcDialog');
export const LessonView = lazyPart(
  'The lesson',
  () => import('../lessons/lesson.tsx'),
  'LessonView',
  (content, isBusy) => (isBusy ? content : <LessonFailed>{content}</LessonFailed>),
);
export const Keys = lazyPart('The keys', panelParts, 'PageKeys');
export const PaperSource = lazyPart(
  'The origin of this run',
  () => import('../papers/paper-source.tsx'),
  'PaperSource',
);
export const SlowDownNotice = lazyPart(
  'The advice on runs with too many packets',
  () => import('../playback/slow-down-notice.tsx'),
  'SlowDownNotice',
);
export const Programs = lazyPart('The editor', () => import('../program/programs.tsx'), 'Programs');
export const Inspector = lazyPart('The list of verdicts', () => import('../why/inspector.tsx'), 'Inspector');
