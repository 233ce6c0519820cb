/**
 * Tests that a browser's driver cannot do, with the reason: they are left out of that browser in `npm run validate`. All
 * of them run in Chromium. WebKitGTK is driven by WebDriver, which has none of Playwright's page: in it only
 * `e2e/browsers` runs, the other tests where Playwright's own WebKit is.
 */
interface Exclusion {
  readonly titles: readonly RegExp[];
  readonly why: string;
}

const firefox: readonly Exclusion[] = [];

/** By the name of the browser's project. */
const exclusions: Readonly<Record<string, readonly Exclusion[]>> = { firefox };

export const notDriven = (browser: string): RegExp[] =>
  (exclusions[browser] ?? []).flatMap(({ titles }) => [...titles]);
