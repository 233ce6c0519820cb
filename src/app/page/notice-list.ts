/** The messages of the page, and its offer to load it again. */
import { removeInvisible } from '../../shared/invisible-characters.ts';
import type { PageState } from './page-state.ts';

const MAX_NOTICES = 6;
/** Stands between the messages of one notice. */
const ITEM_END = ' | ';

type NoticeSetter = (change: Partial<Pick<PageState, 'notices' | 'reloadOffer'>>) => void;

/** The newest messages; older ones go when there are too many. */
export class NoticeList {
  private readonly page: { readonly state: PageState };
  private readonly setState: NoticeSetter;

  constructor(page: { readonly state: PageState }, setState: NoticeSetter) {
    this.page = page;
    this.setState = setState;
  }

  /** Shows a message in addition to the others. */
  show(text: string): void {
    const newNotice = removeInvisible(text);
    const { notices } = this.page.state;
    this.setState({ notices: [...notices.filter((notice) => notice !== newNotice), newNotice].slice(-MAX_NOTICES) });
  }

  /** Shows a message in one notice with the earlier ones under this heading, the newest first. */
  showInList(heading: string, text: string): void {
    const listHead = `${heading}: `;
    const earlierNotice = this.page.state.notices.find((notice) => notice.startsWith(listHead));
    if (earlierNotice !== undefined) this.dismiss(earlierNotice);
    const items = earlierNotice === undefined ? [] : earlierNotice.slice(listHead.length).split(ITEM_END);
    const newItem = removeInvisible(text);
    const allItems = [newItem, ...items.filter((item) => item !== newItem)].slice(0, MAX_NOTICES);
    this.show(listHead + allItems.join(ITEM_END));
  }

  /** Shows the first of these messages in place of the others. */
  replace(texts: readonly string[]): void {
    this.setState({ notices: texts.slice(0, MAX_NOTICES) });
  }

  dismiss(notice: string): void {
    this.setState({ notices: this.page.state.notices.filter((other) => other !== notice) });
  }

  /** Shows a message with an offer to load the page again, which restores the same run and time. */
  offerReload(reloadOffer: string | undefined): void {
    this.setState({ reloadOffer });
  }
}
