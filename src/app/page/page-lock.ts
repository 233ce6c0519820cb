/** A locked page: nothing of the run can be changed, except for allowed values. Everything can be viewed. */
import type { NoticeList } from './notice-list.ts';
import type { PageState } from './page-state.ts';

type LockSetter = (change: Pick<PageState, 'allowedPaths' | 'embedding'>) => void;

interface LockablePage {
  readonly state: PageState;
  readonly notices: NoticeList;
}

/** Whether the page is locked, and for which paths it is not. */
export class PageLock {
  private readonly page: LockablePage;
  private readonly setState: LockSetter;

  constructor(page: LockablePage, setState: LockSetter) {
    this.page = page;
    this.setState = setState;
  }

  /** Locks the page, except for the values of these paths; undefined: all values can be changed. */
  allowOnly(allowedPaths: readonly string[] | undefined): void {
    this.setState({ allowedPaths, embedding: allowedPaths === undefined ? 'whole' : 'locked' });
  }

  /** Whether the page is locked for this path. If it is, shows a message. */
  refuses(path?: string): boolean {
    const { allowedPaths, embedding } = this.page.state;
    const isRefused = embedding === 'locked' && !(path !== undefined && allowedPaths?.includes(path));
    if (isRefused)
      this.page.notices.show(
        allowedPaths === undefined
          ? 'This page is locked. Its publisher chose this run, and it cannot be changed here.'
          : 'This cannot be changed here.',
      );
    return isRefused;
  }
}
