/** Links. The code that reads and writes them is loaded when it is needed. */
import { errorMessage, loadPart, NotLoadedError } from '../../../app/loading/loading.ts';
import type { Page } from '../../../app/page/page.ts';
import type { Overlays, PageState } from '../../../app/page/page-state.ts';
import type { OpeningState, RunState } from '../../../run-state/run-state.ts';
import type { DecodedRun, UrlOptions } from '../../../run-state/run-url.ts';
import { runOfPreset } from '../../../run-state/run-values.ts';
import type { UrlView } from '../../../run-state/url-view.ts';
import { OPENING_PRESET } from '../../../scenarios/loaded-presets.ts';
import { writeHash } from './address.ts';

const urlCode = () => loadPart(() => import('../../../run-state/run-url.ts'));

/** The run that a reload of the page restores. */
export interface StoredRun extends Omit<UrlOptions, 'story'>, OpeningState {
  readonly run: RunState;
}

let openings = 0;

/**
 * Begins to open a link or a file.
 * @returns whether nothing else has been opened since
 */
export function beginOpening(): () => boolean {
  const openingNumber = ++openings;
  return () => openingNumber === openings;
}

/** The run that is shown in place of a link, if the code for reading the link could not be loaded. */
let standIn: RunState | undefined;

/** Whether the address has another run than the page, because the run of the address could not be read. */
export const isStandIn = (run: RunState) => run === standIn;

/** The paper in a hash, e.g. `#papers=abe`; empty for any paper, undefined for none. */
function papersTargetOf(hash: string): string | undefined {
  return hash.startsWith('#papers') ? hash.slice('#papers='.length) : undefined;
}

/** Whether a hash names a lesson, which has its own layout; the list of lessons and their editor have not. */
export const namesLesson = (hash: string) => hash.includes('=');

/**
 * Opens the view in a hash, over the run or beside it: the papers, the gallery of scenarios (`#scenarios`), a lesson
 * (`#lesson=`, `#lz=`) or their list (`#lessons`).
 */
function parseOverlays(hash: string): Overlays {
  return {
    openPaperId: papersTargetOf(hash),
    showsGallery: hash === '#scenarios',
    lessonHash: /^#l(esson|z=)/.test(hash) ? hash : undefined,
  };
}

/** Closes everything that is open over the run. */
const NO_OVERLAYS: Overlays = { openPaperId: undefined, showsGallery: false, lessonHash: undefined };

/** Whether a hash names no run. */
export const isOverlay = (hash: string) => JSON.stringify(parseOverlays(hash)) !== JSON.stringify(NO_OVERLAYS);

/** Opens the run of a hash, unless a later hash came in the meantime; without a run, the opening scenario. */
export async function openHash(page: Page, hash: string): Promise<void> {
  page.views.show({ ...parseOverlays(hash), openedHandIn: undefined, openedTc: undefined, showsLine: false });
  const isCovered = isOverlay(hash);
  // These views are open over a run, so a run that is still being read is opened too.
  if (isCovered && openings > 0) return;
  const isLatest = beginOpening();
  if (isCovered || hash.length < 2) {
    page.runs.openUrl(openingRun());
    return;
  }
  try {
    const [{ decodeRun }] = await Promise.all([urlCode(), page.loadEditorAndCatalog()]);
    if (isLatest()) open(page, decodeRun(hash));
  } catch (error) {
    if (!isLatest()) return;
    showStandIn(page, `The run of this link could not be loaded: ${errorMessage(error)}.`);
  }
}

/** Another run is shown in place of one with a program, until the user runs the program. */
function open(page: Page, decodedRun: DecodedRun, keptState?: OpeningState): void {
  const { program, view } = decodedRun;
  const openingState = keptState ?? openingStateOf(view);
  page.runs.openUrl(
    program === undefined || openingState === undefined
      ? decodedRun
      : { ...decodedRun, program: { ...program, opening: openingState } },
    openingState,
  );
  if (view !== undefined)
    loadPart(() => import('../../plots/url-view-of-page.ts')).then(
      ({ showView }) => showView(page, view),
      (error: unknown) =>
        page.notices.offerReload(`The plots of this link could not be loaded: ${errorMessage(error)}.`),
    );
  if (decodedRun.program !== undefined) standIn = page.state.run;
}

/** A run whose link has a time pauses at this time. */
function openingStateOf(view: UrlView | undefined): OpeningState | undefined {
  return view?.atSeconds === undefined ? undefined : { timeNs: Math.round(view.atSeconds * 1e9), playing: false };
}

/** The address is again that of the run on the page, so no link is being read any more. */
export function cancelOpening(page: Page): void {
  openings++;
  page.views.show(NO_OVERLAYS);
}

function showStandIn(page: Page, reason: string): void {
  page.runs.openUrl(openingRun());
  standIn = page.state.run;
  page.notices.offerReload(`${reason} Another run is shown instead.`);
}

const openingRun = (): DecodedRun => ({ state: runOfPreset(OPENING_PRESET), embedding: 'whole', problems: [] });

/**
 * Opens the stored run. It is read like a link, because it may be of another version.
 * @returns whether it can be opened; if only the code for reading it is missing, another run is shown
 */
export async function openStoredRun(page: Page, { run, timeNs, playing, ...options }: StoredRun): Promise<boolean> {
  openings++;
  try {
    const [{ formatFields, parseUrlFields }] = await Promise.all([urlCode(), page.loadEditorAndCatalog()]);
    open(page, parseUrlFields(formatFields(run, options)), { timeNs, playing });
  } catch (error) {
    if (!(error instanceof NotLoadedError)) return false;
    showStandIn(page, `The run could not be loaded: ${errorMessage(error)}.`);
  }
  page.views.show(parseOverlays(location.hash));
  return true;
}

/**
 * The number of its origin while it is the same run, and the view of its link while it has the same scenario. The lock
 * of a lesson belongs to its step.
 */
export const pageUrlOptions = ({ run, embedding, paperOrigin, urlView, lessonHash }: PageState) => ({
  embedding: lessonHash === undefined ? embedding : 'whole',
  from: paperOrigin?.run === run ? paperOrigin.number : undefined,
  view: urlView?.run.preset === run.preset && urlView.run.custom === run.custom ? urlView.view : undefined,
});

/** The hash of the run on the page. */
export const pageHash = (state: PageState) => runHash(state.run, { ...pageUrlOptions(state), story: state.storyStop });

/** Returns from a view to the run under it. The address has the run again, if a link is possible. */
export async function leaveOverlay(page: Page): Promise<void> {
  const hash = await pageHash(page.state).catch(() => undefined);
  writeHash(hash === undefined ? '' : `#${hash}`, 'pushState');
  page.views.show(NO_OVERLAYS);
}

/**
 * The hash of a run, without '#'.
 * @throws NotLoadedError, LongUrlError
 */
export async function runHash(run: RunState, options: UrlOptions): Promise<string> {
  const { encodeRun } = await urlCode();
  return encodeRun(run, options);
}
