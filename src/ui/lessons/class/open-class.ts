/** Opens the view of a class with files that were dropped on the page. */
import type { Page } from '../../../app/page/page.ts';
import { writeHash } from '../../shell/address/address.ts';
import { namedFiles } from './class-files.ts';
import { CLASS_HASH, classRun } from './class-run-of-page.ts';

export function openClass(page: Page, files: readonly File[]): void {
  classRun.add(namedFiles(files));
  writeHash(CLASS_HASH, 'pushState');
  page.views.show({ lessonHash: CLASS_HASH });
}
