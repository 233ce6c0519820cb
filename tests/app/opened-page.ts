/** A page with workers that answer on request, opened at a run and a time. */
import type { Session } from '../../src/app/lanes/session.ts';
import { Editor } from '../../src/app/page/editor.ts';
import { Page } from '../../src/app/page/page.ts';
import type { LaneProgram } from '../../src/run-state/run-state.ts';
import { decodeRun } from '../../src/run-state/run-url.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { required } from '../../src/shared/required.ts';
import { FakeWorker, settle } from './fake-worker.ts';

export const HASH = 'v=1&p=opening&run.durationSeconds=4&run.warmupSeconds=1';
export const S = 1e9;
/** @param program that runs, if the link has one */
export function opened(hash = HASH, program?: LaneProgram): Page {
  const page = new Page(FakeWorker.make);
  page.enableEditor(Editor);
  const read = decodeRun(hash);
  page.runs.openUrl((program && read.program?.open(program)) ?? read);
  settle();
  page.session.pause();
  page.setAppliesFrom('now');
  return page;
}

/** The editor, which is loaded in these tests. */
export function editorOf(page: Page): Editor {
  return required(page.edit((editor) => editor));
}

/** Ends the workers of the lanes. */
export const closeLanes = (page: Page) => (page.session as Session).close();

export function seek(page: Page, seconds: number): void {
  page.session.seek(seconds * S);
  settle();
}

export const digests = (page: Page) => page.session.lanes.map(({ frame }) => frame?.digest);
export const shownTimes = (page: Page) => page.session.lanes.map(({ frame }) => frame?.timeNs);

/** The page is drawn for a number of seconds without any message. */
export function look(page: Page, seconds: number, fromMs = 0): void {
  for (let ms = 0; ms <= seconds * 1_000; ms += 50) page.tick(fromMs + ms);
}

export function straight(
  page: Page,
  policy: string,
  seconds: number,
  edits: Parameters<typeof openRun>[0]['edits'] = [],
) {
  const run = openRun({ scenario: scenarioOfRun(page.state.run), policy, seed: page.state.run.seed, edits });
  run.advance(seconds * S);
  return run.digest();
}
