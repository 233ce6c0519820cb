/** Opens scenario files, files of arrivals, of rates and of tc, lessons and hand-ins from disk. */
import { createStore } from 'zustand/vanilla';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import type { ReadDirection } from '../../capture/options.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { runOfScenario } from '../../run-state/run-values.ts';
import { ARRIVALS_NAME } from '../../scenarios/files/arrivals-name.ts';
import type { ParsedScenario } from '../../scenarios/files/file.ts';
import { showMeasured } from '../line/show-measured.ts';
import { beginOpening } from '../shell/address/run-urls.ts';
import { startsLikeHandIn, textFileProblem } from './file-check.ts';
import { holdsTcSettings, openTcFile } from './open-tc.ts';

const files = () => loadPart(() => import('../../scenarios/files/file.ts'));
const urlCode = () => loadPart(() => import('../../run-state/run-url.ts'));
const ratesFiles = () => loadPart(() => import('../../app/files/rates-file.ts'));
const handIns = () => loadPart(() => import('../../lessons/hand-in/hand-in.ts'));
const measurementFiles = () => loadPart(() => import('./open-measurements.ts'));
const arrivalsFiles = () => loadPart(() => import('../../app/files/open-arrivals.ts'));

/** Distinguishes the text of a lesson from that of a scenario. */
const LESSON_MARKER = '"bufferscopeLesson"';
/** The files that a file chooser offers first. Others can be dropped on the page. */
export const OPENED_FILES =
  '.json,.jsonl,.html,.csv,.pcap,.pcapng,.cap,.gz,.flent,.log,.up,.down,.trace,.txt,.sh,application/json';

/**
 * Opens a file, unless a link or another file is opened while it is read, or reports its problem.
 * @param direction of the packets of a capture that are read
 */
export async function openFile(page: Page, file: File, direction?: ReadDirection): Promise<void> {
  const isLatest = beginOpening();
  try {
    if (await startsLikeHandIn(file)) return await openHandIn(page, file, isLatest);
    const { holdsMeasurement, openMeasurements } = await measurementFiles();
    // A log of a measurement may begin with the command of tc that set the queue.
    if (await holdsMeasurement(file)) {
      if (isLatest()) openMeasurements(page, [file]);
      return;
    }
    if (await holdsTcSettings(file)) return await openTcFile(page, file, isLatest);
    const { startsLikeRates, openRates } = await ratesFiles();
    const { checkMeantAsJson, holdsArrivals } = await arrivalsFiles();
    if (await startsLikeRates(file)) await openRates(page, file, isLatest);
    else if ((await holdsArrivals(file)) || ARRIVALS_NAME.test(file.name))
      await openArrivalsFile(page, file, isLatest, direction);
    else {
      await checkMeantAsJson(file);
      await openTextFile(page, file, isLatest);
    }
  } catch (error) {
    page.notices.show(`${file.name} could not be read: ${errorMessage(error)}`);
  }
}

/** Opens dropped files: hand-ins or measurements among them together, or else the first one. */
export async function openFiles(page: Page, files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  try {
    if (await holdHandIns(files)) {
      const { openClass } = await loadPart(() => import('../lessons/class/open-class.ts'));
      openClass(page, files);
      return;
    }
    if (files.length === 1) return await openFile(page, first);
    const { holdsMeasurement, openMeasurements } = await measurementFiles();
    const areMeasurements = await Promise.all(files.map(holdsMeasurement));
    const measurements = files.filter((_, index) => areMeasurements[index]);
    if (measurements.length === 0) return await openFile(page, first);
    openMeasurements(page, measurements);
    const others = files.filter((_, index) => !areMeasurements[index]).map(({ name }) => name);
    if (others.length > 0) page.notices.show(`Not opened, because no measurements: ${others.join(', ')}`);
  } catch (error) {
    page.notices.show(`${first.name} could not be read: ${errorMessage(error)}`);
  }
}

/** Whether files are several hand-ins, or an archive that may have some. */
async function holdHandIns(files: readonly File[]): Promise<boolean> {
  if (files.some(({ name }) => /\.zip$/i.test(name))) return true;
  if (files.length === 1) return false;
  const areHandIns = await Promise.all(files.map(startsLikeHandIn));
  return areHandIns.filter(Boolean).length > 1;
}

/** @throws Error if the file is another web page, too long or damaged */
async function openHandIn(page: Page, file: File, isLatest: () => boolean): Promise<void> {
  const { MAX_HAND_IN_BYTES, parseHandIn } = await handIns();
  if (file.size > MAX_HAND_IN_BYTES)
    throw new Error(`${file.size} bytes are not allowed in a hand-in; allowed: at most ${MAX_HAND_IN_BYTES}`);
  const handIn = parseHandIn(await file.text());
  if (isLatest()) page.views.show({ openedHandIn: { fileName: file.name, handIn } });
}

/** Opens a scenario, or starts a lesson. */
async function openTextFile(page: Page, file: File, isLatest: () => boolean): Promise<void> {
  const reason = await textFileProblem(file);
  if (reason !== undefined) return page.notices.show(`${file.name} could not be read: ${reason}`);
  const [{ MAX_FILE_BYTES, parseScenarioFile }] = await Promise.all([files(), page.loadEditorAndCatalog()]);
  if (file.size > MAX_FILE_BYTES)
    page.notices.show(`${file.name}: ${file.size} bytes is not allowed; allowed: at most ${MAX_FILE_BYTES}`);
  else {
    const text = await file.text();
    const lesson = text.includes(LESSON_MARKER)
      ? await loadPart(() => import('../lessons/lesson-source.ts'))
      : undefined;
    if (!isLatest()) return;
    if (lesson !== undefined) lesson.startLesson(text);
    else await openParsed(page, file.name, parseScenarioFile(text));
  }
}

async function openArrivalsFile(
  page: Page,
  file: File,
  isLatest: () => boolean,
  direction: ReadDirection | undefined,
): Promise<void> {
  const [{ isArrivalsProblem, openArrivals }] = await Promise.all([arrivalsFiles(), page.loadEditorAndCatalog()]);
  try {
    const { scenario, notes, readDirection } = await openArrivals(file, direction);
    if (!isLatest()) return;
    page.edit((editor) => editor.run.openFile(file.name, { scenario, problems: [] }, notes));
    if (readDirection !== undefined) lastCapture.setState({ capture: { file, scenario, direction: readDirection } });
  } catch (error) {
    if (!isArrivalsProblem(error)) throw error;
    page.notices.show(`${file.name}: ${error.message}`);
  }
}

/** Shows the measurement of a scenario file beside its run. */
async function openMeasured(page: Page, name: string, measuredData: unknown): Promise<void> {
  const { parseSavedSeries } = await loadPart(() => import('../../measurements/beside/saved-beside.ts'));
  try {
    showMeasured(parseSavedSeries(measuredData), true);
  } catch (error) {
    page.notices.show(`${name}: ${errorMessage(error)}`);
  }
}

/** Opens a scenario file after it was read. A program in it is first offered to the user, as in a link. */
async function openParsed(page: Page, name: string, parsedScenario: ParsedScenario): Promise<void> {
  const { scenario, program, measured } = parsedScenario;
  page.edit((editor) => editor.run.openFile(name, parsedScenario));
  if (measured !== undefined) await openMeasured(page, name, measured);
  if (scenario === undefined || program === undefined) return;
  const { formatFields, parseUrlFields } = await urlCode();
  const openedRun = runOfScenario(scenario, page.state.run.seed);
  const lane = { policy: PROGRAM_POLICY, values: program.values };
  const lanes = [...openedRun.lanes.slice(0, MAX_LANES - 1), lane];
  const { program: offered } = parseUrlFields(formatFields({ ...openedRun, lanes }, {}, program.source));
  page.views.show({ openProgram: offered });
}

interface OpenedCapture {
  readonly file: File;
  /** The scenario that was made of it. */
  readonly scenario: Scenario;
  readonly direction: ReadDirection;
}

export const lastCapture = createStore<{ readonly capture?: OpenedCapture }>(() => ({}));
