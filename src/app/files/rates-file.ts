/** Opens files with the rate of a link over time, for the run on the page. Loaded when a file is opened. */

import { looksLikeRates } from '../../engine/time-lists/rates-text.ts';
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { baseScenario } from '../../run-state/run-values.ts';
import { withRates } from '../../scenarios/files/rates.ts';
import { MAX_ARRIVALS_CHARACTERS } from '../../scenarios/rules/scenario-limits.ts';
import type { Page } from '../page/page.ts';

/** Characters that are read to detect the kind of a file. */
const CHECKED_CHARACTERS = 200;

/** Whether a file is a list of rates, by its first characters. */
export async function startsLikeRates(file: File): Promise<boolean> {
  return looksLikeRates(await file.slice(0, CHECKED_CHARACTERS).text());
}

/** The link of the run follows the file; traffic, buffer and lanes stay. */
export async function openRates(page: Page, file: File, isLatest: () => boolean): Promise<void> {
  if (file.size > MAX_ARRIVALS_CHARACTERS) {
    page.notices.show(`${file.name}: ${file.size} bytes are not allowed; allowed: at most ${MAX_ARRIVALS_CHARACTERS}`);
    return;
  }
  const text = await file.text();
  await page.loadEditorAndCatalog();
  if (!isLatest()) return;
  const { run } = page.state;
  try {
    const { scenario, note } = withRates(baseScenario(run), file.name, text);
    const { 'link.rates': _, ...startValues } = run.startValues;
    page.edit((editor) =>
      editor.run.openFile(file.name, { scenario, problems: [] }, [note], { ...run, custom: scenario, startValues }),
    );
  } catch (error) {
    if (!(error instanceof TimeListError)) throw error;
    page.notices.show(`${file.name}: ${error.message}`);
  }
}
