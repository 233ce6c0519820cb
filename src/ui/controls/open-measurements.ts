/** Opens files of measuring tools in the dialog of the user's own line. Loaded when a file is opened. */
import type { Page } from '../../app/page/page.ts';
import { isArrivals, isGzip, KIND_BYTES } from '../../capture/file-kind.ts';
import { measurementKind } from '../../measurements/read-measurements.ts';
import { firstBytes } from '../../measurements/unpacked-bytes.ts';
import { myLine } from '../line/line-store.ts';

/** Number of unpacked bytes in which the tool is looked for. */
const CHECKED_BYTES = 65_536;

/** Whether a file, maybe gzipped, is that of a measuring tool. */
export async function holdsMeasurement(file: File): Promise<boolean> {
  const beginning = new Uint8Array(await file.slice(0, CHECKED_BYTES).arrayBuffer());
  const bytes = isGzip(beginning)
    ? await firstBytes(file.stream().pipeThrough(new DecompressionStream('gzip')).getReader(), CHECKED_BYTES)
    : beginning;
  return !isArrivals(bytes.subarray(0, KIND_BYTES)) && measurementKind(bytes) !== undefined;
}

export function openMeasurements(page: Page, files: readonly File[]): void {
  myLine.addFiles(files);
  page.views.show({ showsLine: true });
}
