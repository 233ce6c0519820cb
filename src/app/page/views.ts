/** The views over the run and beside it, and the look of the page. */
import type { OpenViews, PageState, Theme } from './page-state.ts';

type ViewSetter = (change: Partial<PageState> | ((state: PageState) => Partial<PageState>)) => void;

export class Views {
  private readonly page: { redraw(): void };
  private readonly setState: ViewSetter;

  constructor(page: { redraw(): void }, setState: ViewSetter) {
    this.page = page;
    this.setState = setState;
  }

  /** Opens or closes views over the run or beside it. */
  show(views: Partial<OpenViews>): void {
    this.setState(views);
  }

  /** Shows a stop of the preset's story, from 1, or 0 for its introduction; without a stop, leaves the story. */
  showStop(storyStop: number | undefined): void {
    this.setState({ storyStop });
    this.page.redraw();
  }

  /** Starts a summary of the lanes for screen readers, also while they run. */
  requestSummary(): void {
    this.setState(({ summaryRequestCount }) => ({ summaryRequestCount: summaryRequestCount + 1 }));
  }

  setTheme(theme: Theme): void {
    this.setState({ theme });
    this.page.redraw();
  }
}
