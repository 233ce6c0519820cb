/** Links and scenario files: what reads and writes them is loaded when there is one. */
import { runOfPreset } from '../app/run-script.ts';
import type { Embedding, RunState } from '../app/run-state.ts';
import type { Page, PageState } from '../app/store.ts';
import type { Scenario } from '../engine/scenario.ts';
import { OPENING } from '../scenarios/loaded.ts';
import { download } from './download.ts';

const links = () => import('../app/url.ts');

let opened = 0;

/** The paper that a hash asks for, e.g. `#papers=abe`; empty for any, undefined for none. */
export function papersOf(hash: string): string | undefined {
  return hash.startsWith('#papers') ? hash.slice('#papers='.length) : undefined;
}

/** Opens the run of a hash, unless a later one came meanwhile; without one, the opening scenario. */
export async function openHash(page: Page, hash: string): Promise<void> {
  const mine = ++opened;
  const papers = papersOf(hash);
  page.store.setState({ papers });
  if (papers !== undefined && mine > 1) return;
  if (papers !== undefined || hash.length < 2) {
    page.openLink({ state: runOfPreset(OPENING), embedding: 'whole', problems: [] });
    return;
  }
  const [{ decodeRun }] = await Promise.all([links(), page.loadRest()]);
  if (mine === opened) page.openLink(decodeRun(hash));
}

/** The hash of the run on the page, with the number that it was opened from as long as it is the same run. */
export async function pageHash({ run, embedding, from }: PageState): Promise<string> {
  return linkHash(run, embedding, from?.run === run ? from.number : undefined);
}

/** The hash of a run, without '#'. */
export async function linkHash(run: RunState, embedding: Embedding, from?: string): Promise<string> {
  const { encodeRun } = await links();
  return encodeRun(run, embedding, from);
}

/** Opens a scenario file, or says what is wrong with it. */
export async function openFile(page: Page, file: File): Promise<void> {
  try {
    const [{ MAX_FILE_BYTES, parseScenarioFile }] = await Promise.all([
      import('../scenarios/file.ts'),
      page.loadRest(),
    ]);
    if (file.size > MAX_FILE_BYTES)
      page.notify(`${file.name}: ${file.size} bytes is not allowed; allowed: at most ${MAX_FILE_BYTES}`);
    else page.openFile(file.name, parseScenarioFile(await file.text()));
  } catch (error) {
    page.notify(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Saves the scenario of a run's start as a file. */
export async function saveFile(scenario: Scenario): Promise<void> {
  const { scenarioToFile } = await import('../scenarios/file.ts');
  const text = `${JSON.stringify(scenarioToFile(scenario), null, 2)}\n`;
  download(`${scenario.id}.json`, 'application/json', text);
}
