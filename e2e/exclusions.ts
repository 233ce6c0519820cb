/**
 * Tests that a browser's driver cannot run, with the reason. `npm run validate` leaves them out for this browser. All
 * of them run in Chromium. WebKitGTK is driven by WebDriver, without Playwright's page, so only `e2e/browsers` runs in
 * it. The other tests run in Playwright's own WebKit, if it is installed.
 */
interface Exclusion {
  /** Parts of the tests' titles. */
  readonly titles: readonly string[];
  readonly why: string;
}

/** Debian's Firefox over WebDriver BiDi. */
const firefox: readonly Exclusion[] = [
  { titles: ['reduced motion: the page opens on a filled picture'], why: 'the wish for less motion cannot be set' },
  {
    titles: ['on a phone a packet is chosen by touch', 'on a phone the line stands below the timeline'],
    why: 'touch and telephones cannot be imitated',
  },
  {
    titles: ['random actions, seed', 'a saved picture leaves no document in memory'],
    why: "it asks Chromium's inspector what is held in memory",
  },
];

/** By the name of the browser's project. */
export const exclusions: Readonly<Record<string, readonly Exclusion[]>> = { firefox };

export const notDriven = (browser: string): RegExp[] =>
  (exclusions[browser] ?? []).flatMap(({ titles }) =>
    titles.map((title) => new RegExp(title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))),
  );
