/** The functions of a browser that the checks need. Playwright and WebDriver both have them. */

/** A place in the window, px from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Runs in the page, so it cannot use other names of its file. */
export type Probe<Args extends readonly unknown[], Result> = (...args: Args) => Result | Promise<Result>;

export interface Tab {
  /** Goes to an address and waits until it has loaded. */
  goto(address: string): Promise<void>;
  evaluate<Args extends readonly unknown[], Result>(probe: Probe<Args, Result>, ...args: Args): Promise<Result>;
  /** Presses the mouse at the first place, moves it over the others and releases it at the last. */
  press(...places: readonly Place[]): Promise<void>;
  /** Types one key, by its name in KeyboardEvent.key. */
  type(key: 'ArrowUp' | 'ArrowRight' | ' '): Promise<void>;
  /** A PNG of the window, in base64. */
  screenshot(): Promise<string>;
  /** Errors and warnings of the page since the last goto. */
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Size of the window's inside, px: room for two lanes and three plots. */
export const WINDOW = { width: 1280, height: 800 } as const;
