/**
 * Tests that a browser's driver cannot do, with the reason: they are left out of that browser in `npm run validate`. All
 * of them run in Chromium. WebKitGTK is driven by WebDriver, which has none of Playwright's page: in it only
 * `e2e/browsers` runs, the other tests where Playwright's own WebKit is.
 */
interface Exclusion {
  /** Parts of the tests' titles. */
  readonly titles: readonly string[];
  readonly why: string;
}

/** Debian's Firefox over WebDriver BiDi. */
const firefox: readonly Exclusion[] = [
  { titles: ['reduced motion: nothing moves until it is asked for'], why: 'the wish for less motion cannot be set' },
  {
    titles: ['on a phone a packet is asked about by touch', 'on a phone the line stands below the timeline'],
    why: 'touch and telephones cannot be imitated',
  },
  { titles: ['random doings, seed'], why: "it asks Chromium's inspector how large the heap is" },
];

/** By the name of the browser's project. */
export const exclusions: Readonly<Record<string, readonly Exclusion[]>> = { firefox };

export const notDriven = (browser: string): RegExp[] =>
  (exclusions[browser] ?? []).flatMap(({ titles }) =>
    titles.map((title) => new RegExp(title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))),
  );
