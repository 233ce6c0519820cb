/** Scenario files, from disk to the page. */
import { messageOf } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import { files } from '../shell/links.ts';

/** Opens a scenario file, or says what is wrong with it. */
export async function openFile(page: Page, file: File): Promise<void> {
  try {
    const [{ MAX_FILE_BYTES, parseScenarioFile }] = await Promise.all([files(), page.loadRest()]);
    if (file.size > MAX_FILE_BYTES)
      page.notify(`${file.name}: ${file.size} bytes is not allowed; allowed: at most ${MAX_FILE_BYTES}`);
    else page.openFile(file.name, parseScenarioFile(await file.text()));
  } catch (error) {
    page.notify(`${file.name} could not be read: ${messageOf(error)}`);
  }
}
