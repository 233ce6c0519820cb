/** Saves a drawing or a table of the page in one of its formats. The writer is loaded at that moment. */
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import { LongUrlError } from '../../run-state/long-url.ts';
import { runHash } from '../shell/address/run-urls.ts';
import type { SavedTable, SaveSource } from './saving.ts';

/** Origin of a file, if it is not the run on the page. */
export interface SaveOrigin {
  /** Beginning of the file name. */
  readonly name: string;
  /** The measured quantity, in words. */
  readonly text: string;
  /** The text after the `#` of its address. */
  readonly hash: string;
}

/** The content to save. */
export interface SavableContent {
  /** Title of the file, also used in its name. */
  readonly title: string;
  /** Left out if a drawing has no numbers to save. */
  readonly createTable?: (() => SavedTable) | undefined;
  /** Left out for a table. */
  readonly getSaveSource?: (() => SaveSource | undefined) | undefined;
  /** Id of a plot of the run on the page. */
  readonly plot?: string | undefined;
  readonly from?: SaveOrigin | undefined;
}

const SAVED_FORMATS = ['CSV', 'SVG', 'PNG', 'Vega-Lite'] as const;
export type SavedFormat = (typeof SAVED_FORMATS)[number];

export function savableFormats({
  createTable,
  plot,
}: Pick<SavableContent, 'createTable' | 'plot'>): readonly SavedFormat[] {
  return SAVED_FORMATS.filter((format) =>
    format === 'CSV' ? createTable !== undefined : format !== 'Vega-Lite' || plot !== undefined,
  );
}

/**
 * The address that opens the run on the page; only the page's address if the run is too long for a link.
 * @throws NotLoadedError
 */
export async function urlOfPage(page: Page): Promise<string> {
  const { run, embedding } = page.state;
  const hash = await runHash(run, { embedding }).catch((error: unknown) => {
    if (error instanceof LongUrlError) return '';
    throw error;
  });
  return urlTo(hash);
}

const urlTo = (hash: string) => `${location.href.split('#')[0]}#${hash}`;

/** Saves it, or shows the reason of the failure on the page. */
export async function saveAs(page: Page, format: SavedFormat, content: SavableContent): Promise<void> {
  const { title, createTable, getSaveSource, plot, from } = content;
  try {
    const { run } = page.state;
    // The present drawing is saved, not a later one.
    const seconds = page.session.timeNs / 1e9;
    const rows = createTable?.();
    const [saving, url] = await Promise.all([
      loadPart(() => import('./saving.ts')),
      from === undefined ? urlOfPage(page) : urlTo(from.hash),
    ]);
    const origin = from === undefined ? saving.runOrigin(run, seconds, url) : { ...from, url };
    if (format === 'CSV') return rows && saving.saveCsv(title, rows, origin);
    if (format === 'Vega-Lite')
      return plot === undefined ? undefined : saving.saveVegaLite(title, page, plot, seconds, origin);
    const source = getSaveSource === undefined ? rows && { table: rows } : getSaveSource();
    if (source === undefined) throw new Error('nothing has been drawn yet');
    if (format === 'SVG') saving.saveSvg(title, source, origin);
    else await saving.savePng(title, source, origin);
  } catch (error) {
    page.notices.show(`${title} could not be saved as ${format}: ${errorMessage(error)}`);
  }
}
